"""Chains: what goes down by itself or by a claim once tiles have been turned.

Rules: *Stars*, *Wildcard Stars* and *Rewarded Tiles (5+1)*. Three claims can be made:

- `reward LINE`: one tile is left on the line and it is a number; it goes down;
- `wild LINE CELL`: one number is left on the line and a star is up on it; both go down;
- `star CELL`: a star goes down that a line without numbers frees.

Automatic play takes rewards and wild stars through the lines in their order, starting again after
each, a wild line spending its first star in reading order; free stars go last. Where one line is
enough for a star that comes to a single rule, in whatever order: clear every line with at most one
number face up, until nothing changes.
"""

from __future__ import annotations

import functools
import re

from msgspec import Struct

from ...core.errors import IllegalAction, NotationError
from ...core.notation import shown
from .board import Arrangement, Board, cells
from .lines import Line, Lines, is_line_name
from .rules import Rules

CLAIM_FORM = "a claim such as reward row 1, wild column a a3 or star c3"

_CELL = re.compile(r"[a-z][1-9]")


class Reward(Struct, frozen=True):
    """Turning the last tile of a line, a number, after all others of it went down."""

    line: str
    """Name of the line."""

    @classmethod
    def parse(cls, text: str) -> Reward:
        """Return the claim written `reward row 1`. Raises NotationError."""
        word, _, line = text.partition(" ")
        if word != "reward" or not is_line_name(line):
            raise NotationError(f"{shown(text)} is not a reward", expected="a reward such as reward row 1")
        return cls(line)

    def __str__(self) -> str:
        return f"reward {self.line}"

    def __repr__(self) -> str:
        return f"Reward.parse({str(self)!r})"


class Wild(Struct, frozen=True):
    """Spending a star as a wildcard for the last number of a line: both go down."""

    line: str
    star: str
    """Name of the star's cell."""

    @classmethod
    def parse(cls, text: str) -> Wild:
        """Return the claim written `wild column a a3`. Raises NotationError."""
        word, _, rest = text.partition(" ")
        line, _, star = rest.rpartition(" ")
        if word != "wild" or not is_line_name(line) or not _CELL.fullmatch(star):
            raise NotationError(
                f"{shown(text)} is not a wildcard", expected="a wildcard such as wild column a a3"
            )
        return cls(line, star)

    def __str__(self) -> str:
        return f"wild {self.line} {self.star}"

    def __repr__(self) -> str:
        return f"Wild.parse({str(self)!r})"


class FreeStar(Struct, frozen=True):
    """Turning a star that no number holds up any more."""

    star: str
    """Name of the star's cell."""

    @classmethod
    def parse(cls, text: str) -> FreeStar:
        """Return the claim written `star c3`. Raises NotationError."""
        word, _, star = text.partition(" ")
        if word != "star" or not _CELL.fullmatch(star):
            raise NotationError(f"{shown(text)} is not a free star", expected="a star such as star c3")
        return cls(star)

    def __str__(self) -> str:
        return f"star {self.star}"

    def __repr__(self) -> str:
        return f"FreeStar.parse({str(self)!r})"


Claim = Reward | Wild | FreeStar


def parse_claim(text: str) -> Claim:
    """Return the claim written canonically. Raises NotationError."""
    kinds: dict[str, type[Reward] | type[Wild] | type[FreeStar]] = {
        "reward": Reward,
        "wild": Wild,
        "star": FreeStar,
    }
    kind = kinds.get(text.partition(" ")[0])
    if kind is None:
        raise NotationError(f"{shown(text)} is not a claim", expected=CLAIM_FORM)
    return kind.parse(text)


class Step(Struct, frozen=True):
    """One step of a chain: which rule, and what it turned down."""

    claim: Claim
    cleared: int
    """The tiles that went down, as a bit mask."""


class Chains:
    """The chains of one arrangement under rules; positions are bit masks of the tiles face up."""

    __slots__ = (
        "_counting",
        "_through",
        "arrangement",
        "clearing",
        "confluent",
        "freeing",
        "lines",
        "numbers",
        "stars",
    )

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement = arrangement
        self.lines: Lines = rules.lines_of(arrangement)
        """The lines in force."""
        self.numbers, self.stars = arrangement.numbers, arrangement.stars
        self.confluent = rules.star_needs == "one_line"
        """Whether the end of a chain is one fixed point, in whatever order it is played."""
        # A line dealt no number has nothing to turn; `not_free` leaves it out where stars are judged, too.
        counts = rules.star_only_line == "free"
        numbers, stars = self.numbers, self.stars
        claims, only_stars = (
            [(mask & numbers, mask & stars) for mask in masks] for masks in self.lines.masks
        )
        self.clearing = tuple(pair for pair in claims if pair[0] or (counts and pair[1]))
        """Numbers and stars of each line that is cleared once it has at most one number up."""
        self.freeing = tuple(pair for pair in only_stars if pair[1] and (pair[0] or counts))
        """Numbers and stars of each further line that frees its stars once it has no number up."""
        self._counting = tuple(pair for pair in (*self.clearing, *self.freeing) if pair[1])
        """Numbers and stars of every line that has a say about a star."""
        self._through: tuple[tuple[int, ...], ...] = ()
        """For each cell the numbers of every line it lies on, once `is_calm` was asked for."""

    def closed(self, up: int) -> int:
        """Return what is left face up once the whole chain has been played automatically."""
        return self._fixed_point(up) if self.confluent else self._in_order(up)

    def is_calm(self, up: int, cell: int) -> bool:
        """Return whether turning the number on `cell`, as the last of some, sets off no chain.

        `up` is what is left without it; the chain was over before the first of them was turned, and
        none was set off by those before. May be False where a chain was over on one of its lines already.
        """
        for numbers in (self._through or self._lines_through())[cell]:
            left = up & numbers
            if not left & (left - 1):
                return False
        return up & self.numbers != 0

    def steps(self, up: int) -> tuple[Step, ...]:
        """Return the chain step by step, in the order of automatic play."""
        found: list[Step] = []
        while True:
            step = self._next(up)
            if step is None:
                return tuple(found)
            found.append(step)
            up &= ~step.cleared

    def claims(self, up: int) -> tuple[Claim, ...]:
        """Return every claim that can be made: by line in their order, then free stars in reading order."""
        found: list[Claim] = []
        for line in self.lines.claims:
            number = up & line.mask & self.numbers
            if number and not number & (number - 1):
                stars = self.arrangement.names(up & line.mask & self.stars)
                found += [Wild(line.name, star) for star in stars] or [Reward(line.name)]
        return (*found, *map(FreeStar, self.arrangement.names(self.free_stars(up))))

    def cleared(self, up: int, claim: Claim) -> int:
        """Return the tiles a claim turns down, as a bit mask. Raises IllegalAction where it may not."""
        if isinstance(claim, FreeStar):
            star = self._star(claim, claim.star, up)
            if not self.free_stars(up) & star:
                raise IllegalAction(f"{claim}: it still waits for numbers that are face up")
            return star
        line = next((line for line in self.lines.claims if line.name == claim.line), None)
        if line is None:
            raise IllegalAction(f"{claim}: no line of the board is called {claim.line}")
        number = up & line.mask & self.numbers
        if not number or number & (number - 1):
            left = number.bit_count()
            raise IllegalAction(
                f"{claim}: {left or 'no'} number{'s'[: left != 1]} face up on {line}, not one"
            )
        if isinstance(claim, Reward):
            if up & line.mask != number:
                raise IllegalAction(f"{claim}: a star is still face up on {line}")
            return number
        star = self._star(claim, claim.star, up)
        if not star & line.mask:
            raise IllegalAction(f"{claim}: {claim.star} does not lie on {line}")
        return number | star

    def free_stars(self, up: int) -> int:
        """Return the stars face up that may go down without being spent, as a bit mask."""
        if not up & self.numbers:
            return up & self.stars  # so that every board can be cleared
        held = freed = 0
        for numbers, stars in self._counting:
            if up & numbers:
                held |= stars
            else:
                freed |= stars
        return up & (freed if self.confluent else freed & ~held)

    def _star(self, claim: Claim, name: str, up: int) -> int:
        """Return the mask of a star that is face up. Raises IllegalAction."""
        for cell in cells(up & self.stars):
            if self.arrangement.name(cell) == name:
                return 1 << cell
        raise IllegalAction(f"{claim}: no star is face up on {name}")

    def _fixed_point(self, up: int) -> int:
        before = -1
        while up != before:
            before = up
            for numbers, stars in self.clearing:
                left = up & numbers
                if not left & (left - 1):
                    up &= ~(left | stars)
        for numbers, stars in self.freeing:
            if not up & numbers:
                up &= ~stars
        return up if up & self.numbers else 0

    def _lines_through(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.arrangement.values]
        for numbers, _ in (*self.clearing, *self.freeing):
            for cell in cells(numbers):
                found[cell].append(numbers)
        self._through = tuple(map(tuple, found))
        return self._through

    def _in_order(self, up: int) -> int:
        changed = True
        while changed:
            changed = False
            for numbers, stars in self.clearing:
                left = up & numbers
                if left and not left & (left - 1):
                    stars &= up
                    up &= ~(left | stars & -stars)
                    changed = True
                    break
        return up & ~self.free_stars(up)

    def _next(self, up: int) -> Step | None:
        for line in self.lines.claims:
            number = up & line.mask & self.numbers
            if number and not number & (number - 1):
                return self._line_step(line, number, up & line.mask & self.stars)
        free = self.free_stars(up)
        if not free:
            return None
        first = free & -free
        return Step(FreeStar(self.arrangement.name(first.bit_length() - 1)), first)

    def _line_step(self, line: Line, number: int, stars: int) -> Step:
        if not stars:
            return Step(Reward(line.name), number)
        star = stars & -stars
        return Step(Wild(line.name, self.arrangement.name(star.bit_length() - 1)), number | star)


@functools.lru_cache(maxsize=256)
def chains(arrangement: Arrangement, rules: Rules) -> Chains:
    """Return the chains of an arrangement under rules. Raises NotationError for lines that do not fit."""
    return Chains(arrangement, rules)


def close(board: Board, rules: Rules) -> Board:
    """Return the board after its whole chain. Raises NotationError for lines that do not fit."""
    return board.with_up(chains(board.arrangement, rules).closed(board.up))

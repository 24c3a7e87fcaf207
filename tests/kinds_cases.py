"""Puzzles of every kind by the rules alone: read from their text, played, counted, slowly.

A `Play` knows of one puzzle what both players choose among, as the kinds say in words. Nothing of the
generators is used but the bounds of `bounds`, which a test holds against every way to go on.
"""

from __future__ import annotations

import functools
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from academy_reference import value as value_of_goal
from campus_reference import Table, Up, long_lines
from leaves_reference import Position as Stacks
from leaves_reference import after, frozen, looks_fine, merges, solvable

from quadrangle import generators
from quadrangle.core.rng import Rng
from quadrangle.generators import Level, Puzzle

State = Any
Step = tuple[str, State]
"""A step as `check` takes it, empty where nothing is done, and what it leads to."""


class Play(ABC):
    """One puzzle, played by the rules."""

    starts: list[State]
    """Where play begins; each is as likely."""

    @abstractmethod
    def steps(self, state: State) -> list[Step]:
        """Return what the random player chooses among, all alike."""

    @abstractmethod
    def careful(self, state: State) -> list[Step]:
        """Return what the careful player chooses among."""

    def shares(self, state: State, careful: bool) -> list[tuple[Step, int]]:
        """Return what a player chooses among, and in which relation: here all alike."""
        return [(step, 1) for step in (self.careful(state) if careful else self.steps(state))]

    @abstractmethod
    def is_over(self, state: State) -> bool: ...

    @abstractmethod
    def is_won(self, state: State) -> bool:
        """Return whether play that is over has reached the goal."""

    def key(self, state: State) -> Hashable:
        """Return what tells states apart."""
        return state  # type: ignore[no-any-return]

    def end(self, lines: tuple[str, ...], state: State) -> Hashable:
        """Return what is counted as one solution: here every line of steps."""
        return lines

    def solutions(self) -> dict[Hashable, tuple[str, ...]]:
        """Return the solutions, each with a line of steps that comes to it, from one of the starts."""
        found: dict[Hashable, tuple[str, ...]] = {}

        def search(state: State, line: tuple[str, ...]) -> None:
            if self.is_over(state):
                found.setdefault(self.end(line, state), line)
                return
            for text, following in self.steps(state):
                if self.can_win(following):
                    search(following, (*line, text) if text else line)

        if self.can_win(self.starts[0]):
            search(self.starts[0], ())
        return found

    def can_win(self, state: State) -> bool:
        """Return whether the goal can be reached."""
        if self.is_over(state):
            return self.is_won(state)
        key = self.key(state)
        if key not in self._winnable:
            self._winnable[key] = any(self.can_win(following) for _, following in self.steps(state))
        return self._winnable[key]

    @functools.cached_property
    def _winnable(self) -> dict[Hashable, bool]:
        return {}

    def first_can_lose(self, careful: bool) -> bool:
        """Return whether a first step of the careful player, or of the random one, loses."""
        choices = self.careful if careful else self.steps
        return any(not self.can_win(left) for start in self.starts for _, left in choices(start))

    def random_line(self, rng: Rng) -> tuple[tuple[str, ...], bool]:
        """Return the steps of one random play, and whether it reaches the goal."""
        state = self.starts[0]
        line: list[str] = []
        while not self.is_over(state):
            ways = self.steps(state)
            if not ways:
                return tuple(line), False
            text, state = ways[rng.below(len(ways))]
            line += [text] if text else []
        return tuple(line), self.is_won(state)

    def chance(self, careful: bool) -> Fraction:
        """Return how often the careful player, or the random one, reaches the goal."""
        known: dict[Hashable, Fraction] = {}

        def chance(state: State) -> Fraction:
            if self.is_over(state):
                return Fraction(self.is_won(state))
            key = self.key(state)
            if key not in known:
                ways = self.shares(state, careful)
                total = sum((share * chance(following) for (_, following), share in ways), Fraction(0))
                known[key] = total / max(1, sum(share for _, share in ways))
            return known[key]

        return sum(map(chance, self.starts), Fraction(0)) / len(self.starts)

    def wins(self, careful: bool, rng: Rng, plays: int) -> int:
        """Return how many of so many plays reach the goal, each step drawn."""
        known: dict[Hashable, list[tuple[Step, int]]] = {}
        won = 0
        for _ in range(plays):
            state = self.starts[rng.below(len(self.starts))]
            while not self.is_over(state):
                key = self.key(state)
                if key not in known:
                    known[key] = self.shares(state, careful)
                if not known[key]:
                    break
                state = drawn_by_share(known[key], rng)[1]
            else:
                won += self.is_won(state)
        return won


def drawn_by_share(ways: list[tuple[Step, int]], rng: Rng) -> Step:
    """Draw a step, each as likely as its share."""
    place = sum(share for _, share in ways) * rng.below(1 << 30) >> 30
    for step, share in ways:
        if place < share:
            return step
        place -= share
    raise AssertionError("no share")


def play_of(kind: str, position: str) -> Play:
    """Return a puzzle of a kind by its canonical text."""
    if kind == "campus":
        return CampusPlay(position)
    if kind == "canvas":
        return BuildPlay(position) if position.startswith("build") else LastPlay(position)
    return LeavesPlay(position)


_RING = [(column, row) for row in range(3) for column in range(3) if (column, row) != (1, 1)]


def leaves_card(token: str) -> tuple[int, int, int]:
    """Return number, colour and type of a card as text, whatever the numbers that stand for them."""
    return "123".index(token[0]), "rgy".index(token[1]), "bgm".index(token[2])


def leaves_token(card: tuple[int, int, int]) -> str:
    return "123"[card[0]] + "rgy"[card[1]] + "bgm"[card[2]]


def leaves_stacks(rows: str) -> Stacks:
    return {
        (x, y): leaves_card(token)
        for y, row in enumerate(rows.split("\n"))
        for x, token in enumerate(row.split(" "))
        if token != "."
    }


def _name(cell: tuple[int, int]) -> str:
    return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"


class LeavesPlay(Play):
    """A few stacks, or a puzzle with a hand. A state is (stacks, hand or None once placed, Breezes)."""

    def __init__(self, position: str) -> None:
        board, _, rest = position.partition("\n\n")
        hand, _, breeze = rest.partition("\n")
        cards = tuple(map(leaves_card, hand.split(" "))) if hand else None
        self.starts = [(leaves_stacks(board), cards, int(breeze == "breeze"))]

    def key(self, state: State) -> Hashable:
        return frozen(state[0]), state[1], state[2]

    def steps(self, state: State) -> list[Step]:
        stacks, hand, breezes = state
        if breezes:
            return [("", (stacks, hand, 0)), *self._swaps(stacks, hand)]
        if hand is not None:
            return [self._placed(stacks, card) for card in hand]
        return [self._merged(stacks, source, goal) for source, goal in merges(stacks)]

    def careful(self, state: State) -> list[Step]:
        stacks, hand, breezes = state
        if breezes:
            return [("", (stacks, hand, 0))]
        return [step for step in self.steps(state) if looks_fine(step[1][0])]

    def is_over(self, state: State) -> bool:
        stacks, hand, _ = state
        return hand is None and not any(True for _ in merges(stacks))

    def is_won(self, state: State) -> bool:
        return len(state[0]) == 1

    @staticmethod
    def _swaps(stacks: Stacks, hand: Any) -> Iterator[Step]:
        for a, b in combinations(_RING, 2):
            yield f"swap {_name(a)} {_name(b)}", (stacks | {a: stacks[b], b: stacks[a]}, hand, 0)

    @staticmethod
    def _placed(stacks: Stacks, card: tuple[int, int, int]) -> Step:
        return f"place {leaves_token(card)}", (stacks | {(1, 1): card}, None, 0)

    @staticmethod
    def _merged(stacks: Stacks, source: Any, goal: Any) -> Step:
        shared = zip(("number", "colour", "type"), stacks[source], stacks[goal], strict=True)
        trait = next(name for name, a, b in shared if a == b)
        return f"{_name(source)}-{_name(goal)} {trait}", (after(stacks, source, goal), None, 0)


_CAMPUS_RULES = {
    "normal_roll": "exact",
    "doubles": "at_most",
    "must_play": "yes",
    "maximal": "one_set",
    "loss_of_turn": "all_copies_down",
    "loss_value": "dice_sum",
    "dead_board": "skip",
    "star_needs": "one_line",
    "star_only_line": "free",
}


class CampusPlay(Play):
    """A board and rolls. A state is (tiles face up, number of rolls answered)."""

    def __init__(self, position: str) -> None:
        rows, _, rest = position.partition("\n\n")
        rolls, _, leave = rest.partition("\n")
        tokens = {
            (x, y): token
            for y, row in enumerate(rows.split("\n"))
            for x, token in enumerate(row.split(" "))
            if token != "."
        }
        tiles: dict[tuple[int, int], int | str] = {}
        for cell, token in tokens.items():
            face = token.removesuffix("x")
            tiles[cell] = "star" if face == "s" else int(face)
        self.table = Table(tiles, long_lines(6, 6), [], _CAMPUS_RULES)
        self.rolls = [(int(roll[0]), int(roll[2])) for roll in rolls.split(" ")]
        named = leave.removeprefix("leave ").split(" ") if leave else []
        self.kept: Up = frozenset((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in named)
        self.up: Up = frozenset(cell for cell, token in tokens.items() if not token.endswith("x"))
        self.starts = [(self.up, 0)]
        self._known: dict[State, list[Step]] = {}

    def steps(self, state: State) -> list[Step]:
        if state not in self._known:
            self._known[state] = list(self._answers(*state))
        return self._known[state]

    def _answers(self, up: Up, at: int) -> Iterator[Step]:
        if self.is_over((up, at)) or not up or self.table.loses(up, *self.rolls[at]):
            return
        for chosen in self._sets(up, *self.rolls[at]):
            in_order = sorted(chosen, key=lambda cell: (cell[1], cell[0]))
            yield " ".join(map(_name, in_order)), (self.table.closed(up - chosen), at + 1)

    def _sets(self, up: Up, first: int, second: int) -> Iterator[Up]:
        numbers = sorted(self.table.numbers(up))
        most = (first + second) * (1 + (first == second))

        def choose(at: int, chosen: Up, total: int) -> Iterator[Up]:
            if chosen and self.table.admissible(total, first, second, False):
                yield chosen
            for k in range(at, len(numbers)):
                more = total + self.table.value(numbers[k])
                if more <= most:
                    yield from choose(k + 1, chosen | {numbers[k]}, more)

        return choose(0, frozenset(), 0)

    def careful(self, state: State) -> list[Step]:
        def is_fine(up: Up, at: int) -> bool:
            return (
                up == self.kept if at == len(self.rolls) else self.kept <= up and bool(self.steps((up, at)))
            )

        return [step for step in self.steps(state) if is_fine(*step[1])]

    def is_over(self, state: State) -> bool:
        return bool(state[1] == len(self.rolls))

    def is_won(self, state: State) -> bool:
        return bool(state[0] == self.kept)

    def wins_without_wildcards(self, line: tuple[str, ...]) -> bool:
        """Return whether a line reaches the goal when no chain spends a star."""
        up = self.up
        for at, text in enumerate(line):
            chosen = frozenset((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in text.split(" "))
            if self.table.loses(up, *self.rolls[at]) or not chosen <= up:
                return False
            up -= chosen
            while claims := [cleared for rule, cleared in self.table.claims(up) if rule != "wild"]:
                up -= claims[0]
        return up == self.kept

    def has_early_reward(self, line: tuple[str, ...]) -> bool:
        """Return whether a chain before the last takes a number as a reward, claims made in their order."""
        up = self.up
        for text in line[:-1]:
            up -= frozenset((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in text.split(" "))
            while claims := self.table.claims(up):
                rule, cleared = claims[0]
                if rule == "reward":
                    return True
                up -= cleared
        return False


Grid = frozenset[tuple[tuple[int, int], str]]
"""Cells, (row, column), and their letters."""
Area = dict[tuple[int, int], str]
Faces = tuple[str, ...]
_CANVAS_RULES = {"path": "simple_path", "balance_absent_colour": "counts_0"}


def canvas_grid(rows: list[str]) -> Grid:
    return frozenset(
        ((y, x), letter) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."
    )


def turned_round(face: str) -> str:
    """Return a card turned by a half: BR/YB becomes BY/RB."""
    return face[::-1]


def quadrants_of(place: tuple[int, int], face: str) -> Grid:
    """Return the quadrants of a card that lies on a place, row and column counted in cards."""
    letters = face.replace("/", "")
    return frozenset(
        ((2 * place[0] + at // 2, 2 * place[1] + at % 2), letter) for at, letter in enumerate(letters)
    )


class CanvasPlay(Play):
    """What both shapes share. A state is (grid, cards left, places left in their order)."""

    ratio: tuple[int, int]
    """For every point short of the goal the careful player lays a card so much less often."""

    def __init__(self, position: str) -> None:
        head, _, canvas = position.partition("\n\n")
        self.lines = [tuple(line.split(" ")) for line in head.split("\n")[1:]]
        rows = canvas.split("\n")
        self.height, self.width = len(rows), len(rows[0])
        self.grid = canvas_grid(rows)
        lying = {cell for cell, _ in self.grid}
        self.places = [
            (row, column)
            for row in range(self.height // 2)
            for column in range(self.width // 2)
            if (2 * row, 2 * column) not in lying
        ]
        self.goals = [line[1:] for line in self.lines if line[0] == "goal"]
        self.cards: Faces = next(line[1:] for line in self.lines if line[0] in ("hand", "cards"))
        self._worth: dict[Any, int] = {}

    def said(self, word: str) -> str:
        """Return what a line of the head says."""
        return next(line[1] for line in self.lines if line[0] == word)

    def laid(self, state: State, place: tuple[int, int]) -> Iterator[Step]:
        """Yield every way to fill a place, those that look the same once."""
        grid, cards, places = state
        seen = set()
        for at, card in enumerate(cards):
            for face in (card, turned_round(card)):
                if face not in seen:
                    seen.add(face)
                    left = cards[:at] + cards[at + 1 :]
                    others = tuple(one for one in places if one != place)
                    text = f"place {face} {_name((2 * place[1], 2 * place[0]))}"
                    yield text, (grid | quadrants_of(place, face), left, others)

    def end(self, lines: tuple[str, ...], state: State) -> Hashable:
        return state[0]  # type: ignore[no-any-return]

    def is_over(self, state: State) -> bool:
        return not state[2]

    def worth(self, goal: str, area: dict[tuple[int, int], str]) -> int:
        """Return what a goal counts in an area."""
        key = goal, frozenset(area.items())
        if key not in self._worth:
            self._worth[key] = value_of_goal(goal, area, self.width, _CANVAS_RULES)
        return self._worth[key]

    @abstractmethod
    def short(self, grid: Grid) -> int:
        """Return by how many points a canvas, as it lies, is short of what is asked for."""

    def careful(self, state: State) -> list[Step]:
        steps = self.steps(state)
        return [step for step in steps if self.is_won(step[1])] if len(state[2]) == 1 else steps

    def shares(self, state: State, careful: bool) -> list[tuple[Step, int]]:
        if not careful or len(state[2]) == 1:
            return super().shares(state, careful)
        steps, (times, of) = self.careful(state), self.ratio
        short = [self.short(grid) for _, (grid, _, _) in steps]
        powers = [times ** (points - min(short)) * of ** (max(short) - points) for points in short]
        return list(zip(steps, powers, strict=True))

    def nearest(self, start: State) -> list[State]:
        """Return what comes of the first steps that are least short."""
        after = [following for _, following in self.steps(start)]
        short = [self.short(following[0]) for following in after]
        return [following for following, points in zip(after, short, strict=True) if points == min(short)]


class LastPlay(CanvasPlay):
    """The last cards of a round, all laid by the south."""

    ratio = (9, 10)

    def __init__(self, position: str) -> None:
        super().__init__(position)
        self.least = int(self.said("lead"))
        self.starts = [(self.grid, self.cards, tuple(self.places))]
        self._leads: dict[Grid, int] = {}

    def open_places(self, state: State) -> list[tuple[int, int]]:
        """Return where the south may lay: beside a card, and in the top row only where there is no other."""
        lying = {(row // 2, column // 2) for (row, column), _ in state[0]}
        beside = [
            (row, column)
            for row, column in state[2]
            if {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & lying
        ]
        return [place for place in beside if place[0]] or beside

    def steps(self, state: State) -> list[Step]:
        return [step for place in self.open_places(state) for step in self.laid(state, place)]

    def short(self, grid: Grid) -> int:
        return max(0, self.least - self.lead(grid))

    def first_can_lose(self, careful: bool) -> bool:
        """Count of what the careful player may lay what is most likely."""
        if not careful or len(self.places) == 1:
            return super().first_can_lose(careful)
        return any(not self.can_win(left) for left in self.nearest(self.starts[0]))

    def areas(self, grid: Grid) -> tuple[Area, Area]:
        """Return the scoring areas of the south and of the north, each with its own edge at the bottom."""
        turned = ((self.height - 1 - row, self.width - 1 - column, letter) for (row, column), letter in grid)
        south = {(row - 4, column): letter for (row, column), letter in grid if row >= 4}
        return south, {(row - 4, column): letter for row, column, letter in turned if row >= 4}

    def told(self, goal: str, grid: Grid) -> tuple[int, ...]:
        """Return what a goal counts for the south and for the north."""
        return tuple(self.worth(goal, area) for area in self.areas(grid))

    def lead(self, grid: Grid) -> int:
        """Return by how much the south leads, goals taken from left to right, ties by the Pet."""
        if grid not in self._leads:
            pet = "AB".index(self.said("pet"))
            south, north = self.areas(grid)
            points = [0, 0]
            for (goal,) in self.goals:
                a, b = self.worth(goal, south), self.worth(goal, north)
                if goal == "balanced_composition":
                    a, b = -a, -b
                winner = pet if a == b else int(b > a)
                pet = 1 - pet if a == b else pet
                points[winner] += 3 if ":" in goal and not goal.startswith("areas_of_size") else 5
            self._leads[grid] = points[0] - points[1]
        return self._leads[grid]

    def is_won(self, state: State) -> bool:
        return self.lead(state[0]) >= self.least


class BuildPlay(CanvasPlay):
    """An area to be built, from a corner that is drawn by lot."""

    ratio = (2, 3)

    def __init__(self, position: str) -> None:
        super().__init__(position)
        self.prunes = False
        """Whether steps that no goal survives by the bounds are left out where a win is looked for."""
        self.starts = []
        for down in (1, -1):
            for right in (1, -1):
                order = sorted(self.places, key=lambda place: (down * place[0], right * place[1]))
                self.starts.append((self.grid, self.cards, tuple(order)))

    def told(self, goal: str, grid: Grid) -> tuple[int, ...]:
        """Return what a goal counts."""
        return (self.worth(goal, dict(grid)),)

    def steps(self, state: State) -> list[Step]:
        return list(self.laid(state, state[2][0]))

    def can_win(self, state: State) -> bool:
        if self.prunes and not self._is_possible(state):
            return False
        return super().can_win(state)

    def first_can_lose(self, careful: bool) -> bool:
        """Count of what the careful player may lay what is most likely, and ask it of every corner.

        What a bound rules out counts as nothing that this player would lay.
        """
        if not careful:
            return super().first_can_lose(careful)
        return all(
            any(self._is_possible(left) and not self.can_win(left) for left in self.nearest(start))
            for start in self.starts
        )

    def short(self, grid: Grid) -> int:
        missing = 0
        for goal, least in self.goals:
            found = self.worth(goal, dict(grid))
            missing += 0 if self.holds(goal, int(least), found) else abs(int(least) - found)
        return missing

    def is_won(self, state: State) -> bool:
        area = dict(state[0])
        return all(self.holds(goal, int(least), self.worth(goal, area)) for goal, least in self.goals)

    @staticmethod
    def holds(goal: str, threshold: int, found: int) -> bool:
        return found <= threshold if goal == "balanced_composition" else found >= threshold

    def end(self, lines: tuple[str, ...], state: State) -> Hashable:
        """Count an area that was empty and the same turned round as one."""
        grid: Grid = state[0]
        turned = frozenset(
            ((self.height - 1 - row, self.width - 1 - column), letter) for (row, column), letter in grid
        )
        return grid if self.grid else frozenset([grid, turned])

    def _is_possible(self, state: State) -> bool:
        from quadrangle.generators.canvas.bounds import bound
        from quadrangle.solvers.canvas.canvas import Canvas, Card
        from quadrangle.solvers.canvas.goals import Goal

        grid, cards, _ = state
        by_cell = dict(grid)
        rows = ["".join(by_cell.get((y, x), ".") for x in range(self.width)) for y in range(self.height)]
        canvas, left = Canvas.parse("\n".join(rows)), tuple(map(Card.parse, cards))
        return all(
            self.holds(goal, int(least), bound(canvas, left, Goal.parse(goal))) for goal, least in self.goals
        )


def shape_of(kind: str, position: str) -> str:
    """Return the name of the population that a puzzle is measured against."""
    if kind == "campus":
        play = CampusPlay(position)
        return "few" if len(play.rolls) <= 2 and len(play.up) <= 10 else "rolls"
    if kind == "canvas":
        shape, canvas = position.partition("\n")[0], position.partition("\n\n")[2]
        return f"{shape}-{canvas.count('.') // 4}"
    parts = position.split("\n\n")
    if len(parts) == 4:
        return "solo"
    if len(parts) == 1:
        return f"stacks-{9 - position.count('.')}"
    hand, _, breeze = parts[1].partition("\n")
    return f"hand-{len(hand.split(' '))}" + ("-breeze" if breeze else "")


@functools.cache
def _populations(kind: str) -> Any:
    path = Path(generators.__file__).parent / "data" / f"{kind}.json"
    return json.loads(path.read_bytes())["shapes"]


def percentile_of(puzzle: Puzzle) -> float:
    """Return the percentile of a puzzle's bits in its population, adding up the bins that are shipped."""
    population = _populations(puzzle.kind)[shape_of(puzzle.kind, puzzle.position)]
    careful, luck = puzzle.difficulty.careful_bits, puzzle.difficulty.bits

    def below(bins: list[list[int]], place: float) -> float:
        return sum(count * min(1.0, max(0.0, place - at)) for at, count in bins)

    if careful is not None:
        easier = below(population["bins"], careful * 256)
    else:
        sample = population["never_bins"]
        size = sum(count for _, count in sample) + population["hopeless"]
        easier = sum(count for _, count in population["bins"])
        easier += population["never"] * below(sample, luck * 4) / size
    return float(100 * easier / population["items"])


def unmet(puzzle: Puzzle, level: Level | None, wishes: dict[str, Any]) -> str:
    """Return what a puzzle does not meet of a level and of wishes, by the rules; empty where it meets all."""
    if level is not None and puzzle.difficulty.level != level:
        return f"level {puzzle.difficulty.level}"
    for name, value in wishes.items():
        if name in ("percentile", "bits", "careful_bits"):
            low, high = map(float, value.split("-"))
            found = getattr(puzzle.difficulty, name)
            if found is None or not low <= found <= high:
                return f"{name} {found}"
        elif not _HAS[puzzle.kind, name](puzzle, value):
            return f"{name} {value}"
    return ""


def _parts(puzzle: Puzzle) -> tuple[str, list[str], bool]:
    """Return the board of a Leaves puzzle, its hand, and whether there is a Breeze."""
    board, _, rest = puzzle.position.partition("\n\n")
    hand, _, breeze = rest.partition("\n")
    return board, hand.split(" ") if hand else [], bool(breeze)


def _shape_is(puzzle: Puzzle, value: str) -> bool:
    parts = puzzle.position.count("\n\n")
    return {"few": 0, "challenge": 1, "solo": 3}[value] == parts


def _breezes_are(puzzle: Puzzle, value: int) -> bool:
    return value == (4 if puzzle.position.count("\n\n") == 3 else int(puzzle.position.endswith("breeze")))


def _hand_is(puzzle: Puzzle, value: int) -> bool:
    parts = puzzle.position.split("\n\n")
    hand = parts[0] if len(parts) == 4 else parts[1].partition("\n")[0]
    return len(hand.split(" ")) == value


def _working(puzzle: Puzzle) -> list[Stacks]:
    """Return the squares that can be cleared, each with one card of the hand, no Breeze being taken."""
    board, hand, _ = _parts(puzzle)
    stacks = leaves_stacks(board)
    full = [stacks | {(1, 1): leaves_card(card)} for card in hand] or [stacks]
    return [square for square in full if solvable(square)]


def _needs_breeze(puzzle: Puzzle, _: bool) -> bool:
    parts = puzzle.position.split("\n\n")
    if len(parts) < 4:
        return _parts(puzzle)[2] and not _working(puzzle)
    hand = [leaves_card(card) for card in parts[0].split(" ")]
    boards = [leaves_stacks(part) for part in parts[1:]]
    works = [[solvable(board | {(1, 1): card}) for card in hand] for board in boards]
    return not any(all(works[at][card] for at, card in enumerate(cards)) for cards in permutations(range(3)))


def _first_merge_loses(puzzle: Puzzle, _: bool) -> bool:
    return any(not solvable(after(square, *merge)) for square in _working(puzzle) for merge in merges(square))


_TURNS: list[Callable[[int, int, int], tuple[int, int]]] = [
    lambda x, y, n: (n - y, x),
    lambda x, y, n: (n - x, n - y),
    lambda x, y, n: (y, n - x),
    lambda x, y, n: (n - x, y),
    lambda x, y, n: (x, n - y),
    lambda x, y, n: (y, x),
    lambda x, y, n: (n - y, n - x),
]
"""The turns and mirror images of a square whose last row and column is n."""


def _leaves_symmetric(puzzle: Puzzle, _: bool) -> bool:
    stacks = leaves_stacks(_parts(puzzle)[0])
    for turn in _TURNS:
        pairs = [(card, stacks[turn(*cell, 2)]) for cell, card in stacks.items()]
        for order in permutations(range(3)):
            named = [
                {(card[a], image[b]) for card, image in pairs} for a, b in zip(range(3), order, strict=True)
            ]
            if all(_is_one_to_one(names) for names in named):
                return True
    return False


def _is_one_to_one(pairs: set[tuple[Any, Any]]) -> bool:
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def _campus_symmetric(puzzle: Puzzle, _: bool) -> bool:
    tiles = CampusPlay(puzzle.position).table.tiles
    sorts = {(x, y): type(tiles.get((x, y))) for x in range(6) for y in range(6)}
    return any(all(sorts[turn(*cell, 5)] is sort for cell, sort in sorts.items()) for turn in _TURNS)


def _canvas_symmetric(puzzle: Puzzle, _: bool) -> bool:
    rows = puzzle.position.partition("\n\n")[2].split("\n")
    pairs = {(a, b) for row in rows for a, b in zip(row, row[::-1], strict=True)}
    return _is_one_to_one(pairs)


def _canvas_first_can_lose(puzzle: Puzzle, _: bool) -> bool:
    play = play_of("canvas", puzzle.position)
    if isinstance(play, BuildPlay):
        play.prunes = True
    return play.first_can_lose(True)


def _campus(puzzle: Puzzle) -> CampusPlay:
    return CampusPlay(puzzle.position)


_HAS: dict[tuple[str, str], Any] = {
    ("leaves", "shape"): _shape_is,
    ("leaves", "stacks"): lambda puzzle, value: shape_of("leaves", puzzle.position) == f"stacks-{value}",
    ("leaves", "hand"): _hand_is,
    ("leaves", "breezes"): _breezes_are,
    ("leaves", "needs_breeze"): _needs_breeze,
    ("leaves", "one_card"): lambda puzzle, _: len(_working(puzzle)) == 1,
    ("leaves", "first_merge_loses"): _first_merge_loses,
    ("leaves", "symmetric"): _leaves_symmetric,
    ("campus", "rolls"): lambda puzzle, value: len(_campus(puzzle).rolls) == value,
    ("campus", "tiles"): lambda puzzle, value: len(_campus(puzzle).up) <= value,
    ("campus", "needs_star"): lambda puzzle, _: not _campus(puzzle).wins_without_wildcards(puzzle.solution),
    ("campus", "needs_chain"): lambda puzzle, _: _campus(puzzle).has_early_reward(puzzle.solution),
    ("campus", "first_move_can_lose"): lambda puzzle, _: _campus(puzzle).first_can_lose(False),
    ("campus", "leave"): lambda puzzle, _: bool(_campus(puzzle).kept),
    ("campus", "symmetric"): _campus_symmetric,
    ("canvas", "shape"): lambda puzzle, value: puzzle.position.startswith(value + "\n"),
    ("canvas", "cards"): lambda puzzle, value: shape_of("canvas", puzzle.position).endswith(f"-{value}"),
    ("canvas", "goals"): lambda puzzle, value: f"\ngoal {value}" in puzzle.position,
    ("canvas", "symmetric"): _canvas_symmetric,
    ("canvas", "first_move_can_lose"): _canvas_first_can_lose,
}


def some_value(kind: str, name: str, rng: Rng) -> Any:
    """Return what may be wished of a wish, drawn; ranges wide enough to be met now and then."""
    wish = generators.kind(kind).WISHES[name]
    if wish.form == "yes":
        return True
    if wish.form == "choice":
        return wish.choices[rng.below(len(wish.choices))]
    if wish.form == "number":
        return int(wish.least) + rng.below(int(wish.most - wish.least) + 1)
    if name == "percentile":
        low = 10 * rng.below(10)
        return f"{low}-{low + 10}"
    low = (5 if kind == "canvas" else 1) + rng.below(5) + (5 if name == "bits" else 0)
    return f"{low}-{low + 3}"


def bits_of(chance: Fraction) -> float | None:
    """Return `-log2` of a chance to nine significant digits; None where there is none."""
    if not chance:
        return None
    return float(f"{math.log2(chance.denominator) - math.log2(chance.numerator):.9g}") + 0.0

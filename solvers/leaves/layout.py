"""Positions of Leaves: the cards that lie on top of the stacks of a 3x3 square, and what may be done.

Rules: *What Happens After You Shout "Leaves!"* of the rulebook, steps 1 to 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...core.errors import IllegalAction, NotationError
from ...core.notation import cell_name, listed, parse_cell, shown
from .cards import CARDS, MATCHES, TRAITS, Card, Trait

SIDE = 3
CELLS = 9
CENTRE = 4

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        other
        for other in range(CELLS)
        if abs(other // SIDE - cell // SIDE) + abs(other % SIDE - cell % SIDE) == 1
    )
    for cell in range(CELLS)
)
"""For each cell, in reading order, the cells it touches with a side."""


class Merge(Struct, frozen=True):
    """Moving the whole stack on one cell onto the stack on a neighbouring one, naming a shared trait."""

    source: int
    """Cell of the stack that is picked up, 0 to 8 in reading order."""
    goal: int
    """Cell of the stack it is put on."""
    trait: Trait | None = None
    """The trait that is called; None where the text named none."""

    @classmethod
    def parse(cls, text: str) -> Merge:
        """Return the merge written canonically: `a1-b1 colour`, or `a1-b1` with no trait."""
        move, _, trait = text.partition(" ")
        cells = move.split("-")
        if len(cells) != 2 or (" " in text and trait not in TRAITS):
            raise NotationError(f"{shown(text)} is not a merge", expected=MERGE_FORM)
        source, goal = (parse_cell(cell, SIDE, SIDE) for cell in cells)
        return cls(source, goal, trait or None)  # type: ignore[arg-type]

    def __str__(self) -> str:
        move = f"{cell_name(self.source, SIDE)}-{cell_name(self.goal, SIDE)}"
        return f"{move} {self.trait}" if self.trait else move

    def __repr__(self) -> str:
        return f"Merge.parse({str(self)!r})"


class Swap(Struct, frozen=True):
    """A Breeze: two of the puzzle's cards change places."""

    first: int
    second: int

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise NotationError(f"swap names {cell_name(self.first, SIDE)} twice", expected="two cells")

    @classmethod
    def parse(cls, text: str) -> Swap:
        """Return the swap written `swap a1 c3`."""
        parts = text.split(" ")
        if len(parts) != 3 or parts[0] != "swap":
            raise NotationError(f"{shown(text)} is not a swap", expected="a swap such as swap a1 c3")
        return cls(*(parse_cell(cell, SIDE, SIDE) for cell in parts[1:]))

    def __str__(self) -> str:
        return f"swap {cell_name(self.first, SIDE)} {cell_name(self.second, SIDE)}"

    def __repr__(self) -> str:
        return f"Swap.parse({str(self)!r})"


class Place(Struct, frozen=True):
    """Putting a hand card into the empty centre."""

    card: Card

    @classmethod
    def parse(cls, text: str) -> Place:
        """Return the placement written `place 3yg`."""
        word, _, card = text.partition(" ")
        if word != "place":
            raise NotationError(f"{shown(text)} is not a placement", expected="a placement such as place 3yg")
        return cls(Card.parse(card))

    def __str__(self) -> str:
        return f"place {self.card}"

    def __repr__(self) -> str:
        return f"Place.parse({str(self)!r})"


Step = Merge | Swap | Place

MERGE_FORM = "a merge such as a1-b1 colour"


class Layout(Struct, frozen=True):
    r"""The top cards of the stacks on the square; None marks an empty cell.

    >>> layout = Layout.parse("1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm")
    >>> layout.is_puzzle, len(layout.cards)
    (True, 8)
    """

    cells: tuple[Card | None, ...]
    """Nine entries, a1 b1 c1 a2 … c3."""

    def __post_init__(self) -> None:
        if len(self.cells) != CELLS:
            raise NotationError(f"{len(self.cells)} cells", expected="nine, three rows of three")
        seen: dict[Card, int] = {}
        for cell, card in enumerate(self.cells):
            if card is None:
                continue
            if not isinstance(card, Card):
                raise NotationError(f"{card!r} on {cell_name(cell, SIDE)}", expected="a Card or None")
            if card in seen:
                raise NotationError(
                    f"{card} lies on both {cell_name(seen[card], SIDE)} and {cell_name(cell, SIDE)}",
                    expected="every card at most once",
                )
            seen[card] = cell
        if not seen:
            raise NotationError("no card on any cell", expected="at least one card")

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Return the layout written canonically: three rows of three cards, `.` for an empty cell.

        Raises NotationError naming the line and column.
        """
        rows = text.removesuffix("\n").split("\n")
        if len(rows) != SIDE:
            many = f"{len(rows)} row{'s'[: len(rows) != 1]}"
            raise NotationError(many, expected="three rows of three cards")
        cells: list[Card | None] = []
        for line, row in enumerate(rows, 1):
            tokens = row.split(" ")
            if len(tokens) != SIDE:
                raise NotationError(
                    f"{len(tokens)} cells in {shown(row)}", expected="three, one space apart", line=line
                )
            column = 1
            for token in tokens:
                try:
                    cells.append(None if token == "." else Card.parse(token))
                except NotationError as error:
                    raise NotationError(
                        error.problem, expected=error.expected, line=line, column=column
                    ) from None
                column += len(token) + 1
        return cls(tuple(cells))

    def __str__(self) -> str:
        tokens = ["." if card is None else str(card) for card in self.cells]
        return "\n".join(" ".join(tokens[row : row + SIDE]) for row in range(0, CELLS, SIDE))

    def __repr__(self) -> str:
        return f"Layout.parse({str(self)!r})"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The top cards, in reading order."""
        return tuple(card for card in self.cells if card is not None)

    @property
    def occupied(self) -> int:
        """The occupied cells, as nine bits."""
        return sum(1 << cell for cell, card in enumerate(self.cells) if card is not None)

    @property
    def is_puzzle(self) -> bool:
        """Whether this is a square of eight cards round an empty centre."""
        return self.occupied == 0b111_101_111

    @property
    def is_full(self) -> bool:
        """Whether all nine cells hold a card."""
        return self.occupied == 0b111_111_111

    @property
    def absent(self) -> tuple[Card, ...]:
        """The cards that are not seen on the square, in their order."""
        shown_cards = set(self.cards)
        return tuple(card for card in CARDS if card not in shown_cards)

    def merges(self) -> tuple[Merge, ...]:
        """Return the legal merges without their traits: which stack may go onto which neighbour."""
        found = []
        for source, card in enumerate(self.cells):
            if card is None:
                continue
            for goal in NEIGHBOURS[source]:
                other = self.cells[goal]
                if other is not None and MATCHES[card] >> other & 1:
                    found.append(Merge(source, goal))
        return tuple(found)

    def traits(self, merge: Merge) -> tuple[Trait, ...]:
        """Return the traits that justify a merge; empty when none does."""
        top, under = self.cells[merge.source], self.cells[merge.goal]
        return () if top is None or under is None else top.shared(under)

    def apply(self, step: Step) -> Layout:
        """Return the layout after a step. Raises IllegalAction naming the rule it breaks."""
        if isinstance(step, Merge):
            return self._merge(step)
        if isinstance(step, Swap):
            return self._swap(step)
        return self.place(step.card)

    def place(self, card: Card) -> Layout:
        """Return a puzzle with `card` in its centre. Raises IllegalAction."""
        if self.cells[CENTRE] is not None:
            raise IllegalAction(f"place {card}: the centre already holds {self.cells[CENTRE]}")
        if not self.is_puzzle:
            raise IllegalAction(
                f"place {card}: a hand card goes into a puzzle of eight cards, before any merge"
            )
        if card in self.cards:
            raise IllegalAction(f"place {card}: that card already lies in the puzzle")
        return Layout((*self.cells[:CENTRE], card, *self.cells[CENTRE + 1 :]))

    def without_centre(self) -> Layout:
        """Return the layout with its centre empty."""
        return Layout((*self.cells[:CENTRE], None, *self.cells[CENTRE + 1 :]))

    def _merge(self, merge: Merge) -> Layout:
        problem = self.fault(merge)
        if problem:
            raise IllegalAction(f"{merge}: {problem}")
        cells = list(self.cells)
        cells[merge.goal], cells[merge.source] = cells[merge.source], None
        return Layout(tuple(cells))

    def fault(self, merge: Merge) -> str:
        """Return the rule a merge breaks, in words; empty when it is legal."""
        if not (0 <= merge.source < CELLS and 0 <= merge.goal < CELLS):
            return "there is no such cell"
        source, goal = cell_name(merge.source, SIDE), cell_name(merge.goal, SIDE)
        top, under = self.cells[merge.source], self.cells[merge.goal]
        if top is None:
            return f"{source} is empty, so there is no stack to pick up"
        if merge.source == merge.goal:
            return "a stack cannot be put onto itself"
        if merge.goal not in NEIGHBOURS[merge.source]:
            apart = (
                abs(merge.source // SIDE - merge.goal // SIDE),
                abs(merge.source % SIDE - merge.goal % SIDE),
            )
            how = "touch only at a corner" if apart == (1, 1) else "are not next to each other"
            return f"{source} and {goal} {how}; a stack goes onto a side-by-side neighbour"
        if under is None:
            return f"{goal} is empty; a stack goes onto another stack"
        shared = top.shared(under)
        if not shared:
            return f"{top.words} and {under.words} share no trait"
        if merge.trait is not None and merge.trait not in shared:
            return f"{top.words} and {under.words} share {listed(shared)}, not {merge.trait}"
        return ""

    def _swap(self, swap: Swap) -> Layout:
        for cell in (swap.first, swap.second):
            if not 0 <= cell < CELLS or cell == CENTRE:
                raise IllegalAction(f"{swap}: a Breeze swaps two of the cards round the centre")
            if self.cells[cell] is None:
                raise IllegalAction(f"{swap}: {cell_name(cell, SIDE)} is empty; a Breeze swaps two cards")
        cells = list(self.cells)
        cells[swap.first], cells[swap.second] = cells[swap.second], cells[swap.first]
        return Layout(tuple(cells))

    def named(self, merges: Iterable[Merge]) -> tuple[Merge, ...]:
        """Return a line of merges from here with a shared trait named in each. Raises IllegalAction."""
        layout, line = self, []
        for merge in merges:
            shared = layout.traits(merge)
            layout = layout.apply(merge)
            line.append(Merge(merge.source, merge.goal, merge.trait or shared[0]))
        return tuple(line)


def parse_step(text: str) -> Step:
    """Return the merge, swap or placement written canonically. Raises NotationError."""
    word = text.partition(" ")[0]
    if word == "swap":
        return Swap.parse(text)
    return Place.parse(text) if word == "place" else Merge.parse(text)


def replay(layout: Layout, steps: Sequence[Step]) -> Layout:
    """Return the layout after all steps. Raises IllegalAction naming the first that is not allowed."""
    for number, step in enumerate(steps, 1):
        try:
            layout = layout.apply(step)
        except IllegalAction as error:
            raise IllegalAction(f"step {number}, {error}") from None
    return layout

"""The best placement as a document, by the solvers' one door."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...core.budget import Result
from ...core.documents import fraction
from ...core.documents.canvas import CanvasBest, CanvasChoice, CanvasPlacement, CanvasStep
from ...core.errors import NotationError
from ...engines.academy.rulings import AcademyRulings
from ...solvers.canvas import Canvas, Card, Goal, canvas_link
from ...solvers.canvas.best_answers import Best, Choice, Number, Step
from ...solvers.canvas.faces import FACE_TEXTS, FACES
from ...solvers.canvas.in_progress import SIZES, cards_of, position_of
from ...solvers.canvas.position import Placement, Position
from .answers import changed, seat
from .given import NOBODY, SEATS, Box, Given

LONGEST_FRACTION = 60
"""Letters of a fraction that is still written as one."""


@dataclass(frozen=True)
class Question:
    """What the best placement is asked for."""

    canvas: Canvas
    players: int
    player: int
    pet: int
    hands: tuple[tuple[Card, ...] | None, ...]
    goals: tuple[Goal, ...]
    inspirations: tuple[tuple[Given, ...], ...]
    landscape: bool
    gone: tuple[Card, ...]
    rulings: AcademyRulings
    box: Box

    @property
    def corner(self) -> tuple[int, int]:
        """Column and row, in cards, of the first card that lies; what the window's middle is."""
        return next(iter(self.canvas.cards()), (0, 0))


def turn(canvas: Canvas, players: int, player: str | None, pet: int | None) -> tuple[int, int]:
    """Return who places next and who holds the Teacher's Pet.

    The Pet's holder begins a round, so that one follows from the other and the number of cards; A places
    next where neither was said. Raises NotationError.
    """
    from .given import the_player

    placed = max(0, len(cards_of(canvas)) - (players == 4))
    if player is not None:
        who = the_player(player, players)
        return who, (who - placed) % players if pet is None else pet
    if pet is None or pet == NOBODY:
        return 0, (-placed) % players if pet is None else pet
    return (pet + placed) % players, pet


def position(asked: Question) -> Position:
    """Return the round in progress. Raises NotationError for what cannot be."""
    parts = asked.box.parts
    if parts.size(asked.players) != SIZES[asked.players]:
        size = SIZES[asked.players]
        raise NotationError(
            f"a canvas {parts.size(asked.players)} cards long", expected=f"{size} here", source="--components"
        )
    return position_of(
        asked.canvas,
        players=asked.players,
        player=asked.player,
        hands=asked.hands,
        goals=asked.goals,
        pet=asked.pet,
        inspirations=[[one.pattern for one in own] for own in asked.inspirations],
        landscape=asked.landscape,
        deck=parts.deck,
        gone=asked.gone,
        rules=asked.rulings.rules,
        hidden=[parts.hand.cards if hand is None else 0 for hand in asked.hands],
    )


def place(asked: Question, found: Best, placement: Placement) -> tuple[int, int]:
    """Return column and row of a placement, in cards from the upper left of the canvas as it was given."""
    plane = found.position.plane
    row, column = divmod(placement.cell, plane.side)
    middle = plane.side // 2
    first_column, first_row = asked.corner
    return column - middle + first_column, row - middle + first_row


def where(asked: Question, column: int, row: int) -> str:
    """Name a place: its upper left quadrant, or beside which card it is, outside the canvas as given."""
    if not asked.canvas.cards():
        return "the first card"
    wide, tall = asked.canvas.columns // 2, asked.canvas.rows // 2
    side = _outside(column, row, wide, tall)
    column, row = min(max(column, 0), wide - 1), min(max(row, 0), tall - 1)
    name = asked.canvas.name(2 * row * asked.canvas.columns + 2 * column)
    return f"{side}{name}"


def _outside(column: int, row: int, wide: int, tall: int) -> str:
    """Return on which side of the canvas a place is that lies outside, in words; empty for inside."""
    if column < 0 or column >= wide:
        side = "left of " if column < 0 else "right of "
        far = -column if column < 0 else column - wide + 1
    elif row < 0 or row >= tall:
        side = "above " if row < 0 else "below "
        far = -row if row < 0 else row - tall + 1
    else:
        return ""
    return side if far == 1 else f"{far} cards {side}"


def document(asked: Question, result: Result[Best], top: int) -> CanvasBest:
    """Return the best placements as a document."""
    found = result.value
    lies = found.position.landscape
    used = {one.name: one for own in asked.inspirations for one in own}
    invented = asked.box.reconstructed_cards + sum(map(asked.box.is_reconstructed, asked.goals))
    return CanvasBest(
        canvas=str(asked.canvas),
        orientation=None if lies < 0 else ORIENTATIONS[lies],
        player=SEATS[asked.player],
        pet=seat(asked.pet),
        goals=[str(goal) for goal in asked.goals],
        verdict=result.verdict,
        how=found.how,
        choices=[_choice(asked, found, choice) for choice in found.choices[:top]],
        placements=len(found.position.placements()),
        line=[_step(asked, found, step) for step in found.line],
        nodes=found.nodes,
        rulings=changed(asked.rulings),
        reconstructed=invented + sum(one.reconstructed for one in used.values()),
        of=len(asked.box.parts.canvas) + len(asked.goals) + len(used),
        link=canvas_link(asked.canvas),
    )


ORIENTATIONS = ("portrait", "landscape")


def _choice(asked: Question, found: Best, choice: Choice) -> CanvasChoice:
    interval = None if choice.is_exact else (_rounded(choice.low), _rounded(choice.high))
    return CanvasChoice(
        placement=placement(asked, found, choice.placement), value=number(choice.value), interval=interval
    )


def placement(asked: Question, found: Best, laid: Placement) -> CanvasPlacement:
    """Return a placement as documents have it."""
    column, row = place(asked, found, laid)
    return CanvasPlacement(
        card=FACE_TEXTS[laid.face],
        at=where(asked, column, row),
        column=column,
        row=row,
        orientation=ORIENTATIONS[laid.landscape],
    )


def _step(asked: Question, found: Best, step: Step) -> CanvasStep:
    return CanvasStep(
        player=SEATS[step.player],
        placement=placement(asked, found, step.placement),
        drawn=None if step.drawn is None else FACE_TEXTS[step.drawn],
        value=number(step.value),
    )


def number(value: Number) -> str | float:
    """Return a value as documents write it: a fraction where it is one and short."""
    if isinstance(value, Fraction | int):
        text = fraction(Fraction(value))
        if len(text) <= LONGEST_FRACTION:
            return text
    return _rounded(value)


def _rounded(value: Number) -> float:
    return float(f"{float(value):.9g}")


def afterwards(asked: Question, found: Best, laid: Placement) -> tuple[Canvas, int, tuple[int, int]]:
    """Return the canvas with a card laid, that card's quadrants as a mask, and where a1 of the old one is.

    That place is a column and row of quadrants. The new canvas holds all of the old one but what is empty
    at its edges where both together would be too large.
    """
    column, row = place(asked, found, laid)
    lying = dict(asked.canvas.cards())
    lying[column, row] = FACES[laid.face]
    left, top = min(x for x, _ in lying), min(y for _, y in lying)
    wide, tall = max(x for x, _ in lying) - left + 1, max(y for _, y in lying) - top + 1
    canvas = Canvas.of_cards({(x - left, y - top): card for (x, y), card in lying.items()}, wide, tall)
    first = 2 * (row - top) * canvas.columns + 2 * (column - left)
    mask = sum(1 << cell for cell in (first, first + 1, first + canvas.columns, first + canvas.columns + 1))
    return canvas, mask, (-2 * left, -2 * top)

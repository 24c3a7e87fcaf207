"""Turns: a card is placed, then one is drawn, until the canvas is full (*Gameplay*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.rng import Rng
from ...solvers.canvas import cells
from ...solvers.canvas.faces import COUNT
from ..game import CHANCE, ActionList, Actions
from .actions import PASS, Lay, Place
from .hands import Hands, changed, inserted, place_of
from .phases import DRAW, PLACE
from .scoring import begin_scoring
from .setup import shuffled
from .sheet import Events, Sheet

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState


class Placements(Actions[Place]):
    """Every face that may be laid on every cell that is allowed, taken from a table as they are asked for."""

    __slots__ = ("_cells", "_count", "_faces", "_places")

    def __init__(self, places: Sequence[Sequence[Place]], faces: int, allowed: int) -> None:
        """Keep all placements by face and cell; the faces and the cells there are, as bit masks."""
        self._places, self._faces, self._cells = places, faces, allowed
        self._count = allowed.bit_count()

    def __len__(self) -> int:
        return self._faces.bit_count() * self._count

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self)[at]
        if at < 0:
            at += len(self)
        count, face, cell = self._count, self._faces, self._cells
        skipped, over = at // count, at % count
        while over:
            cell &= cell - 1
            over -= 1
        while skipped > 0 and face:
            face &= face - 1
            skipped -= 1
        if skipped or not face:
            raise IndexError(at)
        return self._places[(face & -face).bit_length() - 1][(cell & -cell).bit_length() - 1]

    def __iter__(self) -> Iterator[Place]:
        on = tuple(cells(self._cells))
        for face in cells(self._faces):
            row = self._places[face]
            for cell in on:
                yield row[cell]

    def __contains__(self, action: object) -> bool:
        if type(action) is not Place or not self._faces >> action.face & 1:
            return False
        row = self._places[action.face]
        return any(row[cell].cell == action.cell for cell in cells(self._cells))

    def sample(self, rng: Rng) -> Place:
        """Return any of them with equal chance."""
        place: Place = self[rng.below(self._faces.bit_count() * self._count)]
        return place


_PASS = ActionList((PASS,))


def turn_actions(state: AcademyState) -> Actions[Any]:
    """Return what the player on turn may do: place a card, lay the first of a round, or pass without one."""
    game: Academy = state.game
    player = state.current_player
    hand = state.hands[player]
    if not hand:
        return _PASS
    if not state.occupied:
        return ActionList(game.first_lays(hand))
    faces = game.playable(hand, state.landscape)
    return Placements(game.places, faces, game.plane.allowed(state.occupied, player))


def card_for(state: AcademyState, action: Place) -> int:
    """Return which card of the hand a placement beside others takes; -1 where the placement is not legal."""
    game: Academy = state.game
    plane, player, occupied = game.plane, state.current_player, state.occupied
    cell = plane.cell_at.get(action.cell, plane.cells)
    if not occupied or not plane.allowed(occupied, player) >> cell & 1:
        return -1
    return place_of(state.hands[player], game.card_of(action.face, state.landscape == 1))


def begin_turns(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], lay: Lay | None, events: Events
) -> AcademyState:
    """Return the position before the first turn of a round, a start card being laid or not."""
    cards: tuple[int, ...] = ()
    occupied, landscape = 0, -1
    if lay is not None:
        origin = game.plane.origin
        cards, occupied, landscape = (origin * COUNT + lay.face,), 1 << origin, int(lay.landscape)
    first = game.position(game, sheet.pet, PLACE, sheet, hands, deck, cards, occupied, landscape, 0)
    return first if any(hands) else begin_scoring(first, events)


def laid(state: AcademyState, lay: Lay, events: Events) -> AcademyState:
    """Return the position after the first card of a round: it says how all others lie."""
    game: Academy = state.game
    at = place_of(state.hands[state.current_player], game.card_of(lay.face, lay.landscape))
    return _put(state, at, lay.face, game.plane.origin, int(lay.landscape), events)


def placed(state: AcademyState, at: int, action: Place, events: Events) -> AcademyState:
    """Return the position after a card, the one `card_for` names, was placed: the player draws."""
    game: Academy = state.game
    return _put(state, at, action.face, game.plane.cell_at[action.cell], state.landscape, events)


def _put(
    state: AcademyState, held: int, face: int, cell: int, landscape: int, events: Events
) -> AcademyState:
    """Return the position before the player draws, or after that where it is nobody's chance."""
    game: Academy = state.game
    player, hands, cards = state.current_player, state.hands, state.cards
    hand = hands[player]
    hands = changed(hands, player, hand[:held] + hand[held + 1 :])
    cards = inserted(cards, cell * COUNT + face)
    sheet, deck = state.sheet, state.deck
    draws = len(cards) < game.full or game.draws_after_last
    if draws and not deck:
        sheet, deck = shuffled(sheet, deck, events)
    after = game.position(
        game, CHANCE, DRAW, sheet, hands, deck, cards, state.occupied | 1 << cell, landscape, state.turn
    )
    if not draws or not deck:
        return _turn_over(after, sheet, hands, deck, events)
    if deck[0] != deck[-1]:
        return after
    if events is not None:
        events.append("the next card is drawn")
    return drawn_at(after, 0, events)


def drawn(state: AcademyState, card: int, events: Events) -> AcademyState:
    """Return the position after the player on turn has drawn a card."""
    return drawn_at(state, state.deck.index(card), events)


def drawn_at(state: AcademyState, at: int, events: Events) -> AcademyState:
    """Return the position after the player on turn has drawn the card at a place of the sorted deck."""
    game: Academy = state.game
    sheet, deck, hands = state.sheet, state.deck, state.hands
    player = (sheet.pet + state.turn) % game.players
    hands = changed(hands, player, inserted(hands[player], sheet.age * COUNT + deck[at]))
    deck = deck[:at] + deck[at + 1 :]
    if not deck and game.shuffles_at_once:
        sheet, deck = shuffled(sheet, deck, events)
    return _turn_over(state, sheet, hands, deck, events)


def passed(state: AcademyState, events: Events) -> AcademyState:
    """Return the position after a player without cards has passed."""
    return _turn_over(state, state.sheet, state.hands, state.deck, events)


def _turn_over(
    state: AcademyState, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    """Return the position in which the next player places, or the round is scored."""
    game: Academy = state.game
    cards, turn = state.cards, state.turn + 1
    after = game.position(
        game,
        (sheet.pet + turn) % game.players,
        PLACE,
        sheet,
        hands,
        deck,
        cards,
        state.occupied,
        state.landscape,
        turn,
    )
    return begin_scoring(after, events) if len(cards) == game.full or not any(hands) else after

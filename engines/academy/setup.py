"""Before a card lies: hands, the Teacher's Pet, Inspirations, goals, the start card (*Setup*, *Gameplay*)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.rng import Rng
from ...solvers.canvas.contest import NOBODY
from ..game import CHANCE
from .actions import DRAWS, NAMES, Arrange, Drawn, Inspired, Lay, PetGoes, Revealed
from .hands import Hands, changed, inserted, removed
from .phases import ARRANGE, DEAL, INSPIRE, NAME, PET, REVEAL, START, TURN
from .sheet import INSTRUCTOR, Events, Sheet

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_SET = msgspec.structs.replace


def new_game(game: Academy) -> AcademyState:
    """Return the position before the first card is dealt."""
    nothing = ((),) * game.players
    sheet = Sheet(inspirations=nothing, taken=((0, 0, 0),) * game.players)
    return _deal_on(game, sheet, nothing, game.deck, None)


def to_deal(game: Academy, hands: Hands) -> int:
    """Return who is dealt the next card; NOBODY where all hands are dealt."""
    return next((player for player, hand in enumerate(hands) if len(hand) < game.hand_size), NOBODY)


def dealt(state: AcademyState, card: int, events: Events) -> AcademyState:
    """Return the position after a card was dealt."""
    player = to_deal(state.game, state.hands)
    hands = changed(state.hands, player, inserted(state.hands[player], card))
    return _deal_on(state.game, state.sheet, hands, removed(state.deck, card), events)


def dealt_out(state: AcademyState, rng: Rng) -> AcademyState:
    """Return the position after all hands were dealt, the same cards being drawn as one by one."""
    game: Academy = state.game
    deck, hands = list(state.deck), [list(hand) for hand in state.hands]
    for hand in hands:
        while len(hand) < game.hand_size:
            insort(hand, deck.pop(rng.below(len(deck))))
    return _deal_on(game, state.sheet, tuple(map(tuple, hands)), tuple(deck), None)


def _deal_on(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    """Return the position before the next card is dealt, or after all hands are."""
    if to_deal(game, hands) != NOBODY:
        return game.position(game, CHANCE, DEAL, sheet, hands, deck)
    if game.pet_by_chance:
        return game.position(game, CHANCE, PET, sheet, hands, deck)
    return new_round(game, _SET(sheet, pet=0), hands, deck, events)


def pet_given(state: AcademyState, to: PetGoes, events: Events) -> AcademyState:
    """Return the position after it is known who holds the Pet first."""
    return new_round(state.game, _SET(state.sheet, pet=to.player), state.hands, state.deck, events)


def new_round(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    """Return the beginning of a round: Inspirations are drawn, the Pet's holder first."""
    return _inspire_on(game, sheet, hands, deck, events)


def inspirations_left(game: Academy, sheet: Sheet) -> tuple[int, ...]:
    """Return the Inspirations in the deck, sorted."""
    away = {*sheet.gone, *(one for hand in sheet.inspirations for one in hand)}
    return tuple([one for one in range(len(game.inspirations)) if one not in away])


def any_inspiration(game: Academy, sheet: Sheet, rng: Rng) -> int:
    """Return the Inspiration on top of the deck, drawn."""
    left = inspirations_left(game, sheet)
    return left[rng.below(len(left))]


def to_inspire(game: Academy, sheet: Sheet) -> int:
    """Return who draws the next Inspiration of the round; NOBODY where all have, or none is left."""
    away = len(sheet.gone) + sum(map(len, sheet.inspirations))
    drawn = away - (sheet.round - 1) * game.players
    there = away < len(game.inspirations) and drawn < game.players
    return (sheet.pet + drawn) % game.players if there else NOBODY


def see_inspiration(game: Academy, sheet: Sheet) -> tuple[int, ...]:
    """Return who sees the Inspiration that is drawn: who draws, and who draws the last one after it."""
    player = to_inspire(game, sheet)
    left = inspirations_left(game, sheet)
    after = _with_inspiration(game, sheet, left[0])
    other = to_inspire(game, after)
    return (player,) if len(left) > 2 or other == NOBODY else tuple(sorted((player, other)))


def inspired(state: AcademyState, inspiration: int, events: Events) -> AcademyState:
    """Return the position after an Inspiration was drawn."""
    sheet = _with_inspiration(state.game, state.sheet, inspiration)
    return _inspire_on(state.game, sheet, state.hands, state.deck, events)


def _with_inspiration(game: Academy, sheet: Sheet, inspiration: int) -> Sheet:
    player = to_inspire(game, sheet)
    hand = inserted(sheet.inspirations[player], inspiration)
    return _SET(sheet, inspirations=changed(sheet.inspirations, player, hand))


def _inspire_on(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    while to_inspire(game, sheet) != NOBODY:
        if len(sheet.gone) + sum(map(len, sheet.inspirations)) + 1 < len(game.inspirations):
            return game.position(game, CHANCE, INSPIRE, sheet, hands, deck)
        (last,) = inspirations_left(game, sheet)
        sheet = _with_inspiration(game, sheet, last)
    return _goals_on(game, sheet, hands, deck, events)


def goals_left(game: Academy, sheet: Sheet, deck: int) -> tuple[int, ...]:
    """Return the goals of a deck, a colour or INSTRUCTOR, that have not been revealed."""
    away = {*sheet.used, *sheet.goals}
    return tuple([goal for goal in game.decks[deck] if goal not in away])


def any_goal(game: Academy, sheet: Sheet, rng: Rng) -> int:
    """Return the goal on top of the deck that was named, drawn."""
    left = goals_left(game, sheet, sheet.named)
    return left[rng.below(len(left))]


def nameable(game: Academy, sheet: Sheet) -> tuple[int, ...]:
    """Return the colours the Pet's holder may name for the next Assignment of the round."""
    before = {game.goal_colours[goal] for goal in sheet.goals}
    if sheet.round == 1 or game.different_colours:
        return tuple(colour for colour in range(INSTRUCTOR) if colour not in before)
    return tuple(range(INSTRUCTOR))


def wanted(game: Academy, sheet: Sheet) -> int | None:
    """Return the deck of the next goal of the round; NOBODY where it is named, None where all are there."""
    there = len(sheet.goals)
    if there == (2 if sheet.round == 2 else 3):
        return None
    if sheet.round == 2 or (sheet.round == 3 and there == 2):
        return INSTRUCTOR
    if sheet.round == 1:
        colours = nameable(game, sheet)
        # The last of three is nobody's choice.
        return NOBODY if game.names_goals and len(colours) > 1 else colours[0]
    return NOBODY


def _goals_on(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    """Return the position before the next goal is named or revealed, or after all are."""
    while (of := wanted(game, sheet)) is not None:
        if of == NOBODY:
            return game.position(game, sheet.pet, NAME, sheet, hands, deck)
        sheet = _SET(sheet, named=of)
        left = goals_left(game, sheet, of)
        if len(left) > 1:
            return game.position(game, CHANCE, REVEAL, sheet, hands, deck)
        sheet = _with_goal(sheet, left[0])
        if events is not None:
            events.append(f"goal {game.goals[left[0]]}")
    if game.arranges_goals and arrangeable(game, sheet) > 1:
        return game.position(game, sheet.pet, ARRANGE, sheet, hands, deck)
    if not game.names_goals and not game.arranges_goals:
        sheet = _SET(sheet, goals=tuple(sorted(sheet.goals, key=lambda goal: game.goal_colours[goal])))
    return _start_card(game, sheet, hands, deck, events)


def _with_goal(sheet: Sheet, goal: int) -> Sheet:
    return _SET(sheet, goals=(*sheet.goals, goal), named=NOBODY)


def named(state: AcademyState, colour: int, events: Events) -> AcademyState:
    """Return the position after the Pet's holder has named a deck: its top card is revealed."""
    game, sheet = state.game, _SET(state.sheet, named=colour)
    left = goals_left(game, sheet, colour)
    if len(left) > 1:
        return game.position(game, CHANCE, REVEAL, sheet, state.hands, state.deck)  # type: ignore[no-any-return]
    if events is not None:
        events.append(f"goal {game.goals[left[0]]}")
    return _goals_on(game, _with_goal(sheet, left[0]), state.hands, state.deck, events)


def revealed(state: AcademyState, goal: int, events: Events) -> AcademyState:
    """Return the position after a goal was revealed."""
    return _goals_on(state.game, _with_goal(state.sheet, goal), state.hands, state.deck, events)


def arrangeable(game: Academy, sheet: Sheet) -> int:
    """Return how many goals of a round, from the left, the Pet's holder may put in any order."""
    instructors = sum(game.goal_colours[goal] == INSTRUCTOR for goal in sheet.goals)
    return len(sheet.goals) - instructors or instructors


def arrangements(game: Academy, sheet: Sheet) -> tuple[Arrange, ...]:
    """Return every order of the goals that were revealed."""
    movable = sorted(sheet.goals[: arrangeable(game, sheet)])
    return tuple(Arrange(tuple(game.goals[goal] for goal in order)) for order in permutations(movable))


def arranged(state: AcademyState, order: Arrange, events: Events) -> AcademyState:
    """Return the position after the goals were put in order."""
    game: Academy = state.game
    first = tuple(game.goal_at[goal] for goal in order.goals)
    sheet = _SET(state.sheet, goals=(*first, *state.sheet.goals[len(first) :]))
    return _start_card(game, sheet, state.hands, state.deck, events)


def shuffled(sheet: Sheet, deck: tuple[int, ...], events: Events) -> tuple[Sheet, tuple[int, ...]]:
    """Return sheet and deck after the discards were shuffled, if the deck is empty and there are any."""
    if deck or not sheet.discards:
        return sheet, deck
    if events is not None:
        events.append(f"{len(sheet.discards)} discards are shuffled")
    return _SET(sheet, age=sheet.age + 1, discards=()), sheet.discards


def _start_card(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], events: Events
) -> AcademyState:
    """Return the position before the start card is turned up, or where there is none, the first turn."""
    if game.players == 2:
        return _begin_turns(game, sheet, hands, deck, None, events)
    sheet, deck = shuffled(sheet, deck, events)
    if not deck:
        return _begin_turns(game, sheet, hands, deck, None, events)
    if deck[0] != deck[-1]:
        return game.position(game, CHANCE, START, sheet, hands, deck)
    if events is not None:
        events.append(f"start {DRAWS[deck[0]]}")
    return _turned_up(game, sheet, hands, deck, deck[0], events)


def turned_up(state: AcademyState, found: Drawn, events: Events) -> AcademyState:
    """Return the position after the start card was turned up."""
    return _turned_up(state.game, state.sheet, state.hands, state.deck, found.face, events)


def _turned_up(
    game: Academy,
    sheet: Sheet,
    hands: Hands,
    deck: tuple[int, ...],
    card: int,
    events: Events,
) -> AcademyState:
    deck = removed(deck, card)
    if game.shuffles_at_once:
        sheet, deck = shuffled(sheet, deck, events)
    if game.pet_turns_start:
        return game.position(game, sheet.pet, TURN, _SET(sheet, start=card), hands, deck)
    return _begin_turns(game, sheet, hands, deck, Lay(card, False), events)


def turned(state: AcademyState, lay: Lay, events: Events) -> AcademyState:
    """Return the position after the start card was laid."""
    sheet = _SET(state.sheet, start=NOBODY)
    return _begin_turns(state.game, sheet, state.hands, state.deck, lay, events)


def _begin_turns(
    game: Academy, sheet: Sheet, hands: Hands, deck: tuple[int, ...], lay: Lay | None, events: Events
) -> AcademyState:
    from .turns import begin_turns  # a round leads to the next one, and so these modules to each other

    return begin_turns(game, sheet, hands, deck, lay, events)


def inspiration_outcomes(game: Academy, sheet: Sheet) -> Sequence[tuple[Any, Fraction]]:
    """Return each Inspiration that may be drawn with its chance."""
    left = inspirations_left(game, sheet)
    return [(Inspired(game.inspirations[one]), Fraction(1, len(left))) for one in left]


def goal_outcomes(game: Academy, sheet: Sheet) -> Sequence[tuple[Any, Fraction]]:
    """Return each goal that may be revealed with its chance."""
    left = goals_left(game, sheet, sheet.named)
    return [(Revealed(game.goals[goal]), Fraction(1, len(left))) for goal in left]


def card_outcomes(deck: tuple[int, ...]) -> Sequence[tuple[Any, Fraction]]:
    """Return each canvas card that may be on top of the deck with its chance."""
    return [(DRAWS[card], Fraction(deck.count(card), len(deck))) for card in sorted(set(deck))]


def name_actions(game: Academy, sheet: Sheet) -> tuple[Any, ...]:
    """Return the colours that may be named, as actions."""
    return tuple(NAMES[colour] for colour in nameable(game, sheet))

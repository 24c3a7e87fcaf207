"""What a player of Abstract Academy knows, and how the rest is imagined.

Hands of canvas cards and of Inspirations are known to their owners only, the order of the decks to nobody.
Acts are public: everybody sees which of the cards in a hand is played, and so how many cards a player has
held since before the discards were last shuffled. Such a card is one of those nobody had seen by then; any
other is one of the new deck. Within each of the two every way is as likely as any other: cards that look
alike are cards of their own, and who plays one of two is taken to have played either. From what others choose
nothing is concluded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...core.rng import Rng
from ...solvers.canvas.faces import COUNT
from ..game import LONGEST_TOLD, Information
from .hands import Hands, changed, older_unseen
from .phases import DEAL, DRAW, SHOW, START
from .scoring import asked, bits, show_actions
from .setup import inspirations_left
from .texts import position_text

if TYPE_CHECKING:
    from .state import AcademyState

_SET = msgspec.structs.replace
_MIXED = (DEAL, DRAW, START)
"""Phases in which chance draws from a deck of unlike cards: of like ones the draw is done at once."""


def information(state: AcademyState, player: int) -> Information:
    """Return all that a player knows."""
    return Information(player, position_text(state, player), numbers(state, player))


def imagined(state: AcademyState, player: int, rng: Rng) -> AcademyState:
    """Return a full state with the same information of a player, by the law given it."""
    hands, deck = _dealt_anew(state, player, rng)
    while state.phase in _MIXED and deck[0] == deck[-1]:
        hands, deck = _dealt_anew(state, player, rng)
    sheet = _SET(state.sheet, inspirations=_inspired_anew(state, player, rng))
    state = _SET(state, sheet=sheet, hands=hands, deck=deck)
    return _answered_anew(state, player, rng) if sheet.answers else state


def _dealt_anew(state: AcademyState, player: int, rng: Rng) -> tuple[Hands, tuple[int, ...]]:
    """Return hands and deck with what the player does not see exchanged, within each age."""
    age = state.sheet.age
    pools: dict[int, list[int]] = {age: [age * COUNT + card for card in state.deck]}
    for other, hand in enumerate(state.hands):
        if other != player:
            for code in hand:
                pools.setdefault(code // COUNT, []).append(code)
    for pool in pools.values():
        pool.sort()  # so that a seed imagines the same whatever is true
        rng.shuffle(pool)
    hands = tuple(
        hand if other == player else tuple(sorted(pools[code // COUNT].pop() for code in hand))
        for other, hand in enumerate(state.hands)
    )
    return hands, tuple(sorted(code % COUNT for code in pools[age]))


def _inspired_anew(state: AcademyState, player: int, rng: Rng) -> tuple[tuple[int, ...], ...]:
    hands = state.sheet.inspirations
    pool = [*inspirations_left(state.game, state.sheet)]
    for other, hand in enumerate(hands):
        if other != player:
            pool += hand
    pool.sort()
    rng.shuffle(pool)
    return tuple(
        hand if other == player else tuple(sorted(pool.pop() for _ in hand))
        for other, hand in enumerate(hands)
    )


def _answered_anew(state: AcademyState, player: int, rng: Rng) -> AcademyState:
    """Draw the secret answers of others, each uniform among what was legal."""
    game, answers = state.game, state.sheet.answers
    for at, other in enumerate(asked(game, state.sheet)[: len(answers)]):
        if other != player:
            names = show_actions(_SET(state, current_player=other)).sample(rng).names
            answers = changed(answers, at, sum(1 << game.inspiration_at[name] for name in names))
    return _SET(state, sheet=_SET(state.sheet, answers=answers))


def numbers(state: AcademyState, player: int) -> tuple[int, ...]:
    """Return what a player knows as numbers, always as many for a game.

    In this order: player, phase, who decides, round, Pet, who is on turn, turns, orientation, shuffles, goals
    decided, deck named, face of the start card; points of each player by kind of card; a face for each cell
    of the window, 0 for none; of each card the player might hold its face and age; of each other hand the
    ages; how many cards of each kind are discarded, and unseen from before the last shuffle; the goals of
    the round; for each goal whether it was used; Inspirations in hand, gone, and in secret answers.
    """
    game, sheet = state.game, state.sheet
    found = [player, state.phase, state.current_player + 2, sheet.round, sheet.pet + 1, state.active + 1]
    found += [state.turn, state.landscape + 1, min(sheet.age, LONGEST_TOLD), sheet.judged, sheet.named + 1]
    found.append(sheet.start + 1)
    for taken in sheet.taken:
        found += taken
    window = [0] * game.plane.cells
    for card in state.cards:
        window[card // COUNT] = card % COUNT + 1
    return (
        *found,
        *window,
        *_hands(state, player),
        *_kinds(state, player),
        *_goals(state),
        *_insights(state, player),
    )


def _hands(state: AcademyState, player: int) -> list[int]:
    most = state.game.hand_size
    found = []
    own = state.hands[player]
    for at in range(most):
        found += [own[at] % COUNT + 1, _age(own[at])] if at < len(own) else [0, 0]
    for step in range(1, state.game.players):
        hand = state.hands[(player + step) % state.game.players]
        ages = sorted(1 + _age(code) for code in hand)
        found += ages + [0] * (most - len(hand))
    return found


def _age(code: int) -> int:
    return min(code // COUNT, LONGEST_TOLD - 1)


def _kinds(state: AcademyState, player: int) -> list[int]:
    discarded, older = [0] * COUNT, [0] * COUNT
    for card in state.sheet.discards:
        discarded[card] += 1
    for code in older_unseen(state.hands, state.sheet.age, player):
        older[code % COUNT] += 1
    return discarded + older


def _goals(state: AcademyState) -> list[int]:
    sheet = state.sheet
    found = [goal + 1 for goal in sheet.goals] + [0] * (3 - len(sheet.goals))
    return found + [int(goal in sheet.used) for goal in range(len(state.game.goals))]


def _insights(state: AcademyState, player: int) -> list[int]:
    game, sheet = state.game, state.sheet
    every = range(len(game.inspirations))
    found = [int(one in sheet.inspirations[player]) for one in every]
    found += [int(one in sheet.gone) for one in every]
    found += [len(hand) for hand in sheet.inspirations]
    own: tuple[int, ...] = ()
    if state.phase == SHOW and sheet.answers:
        order = asked(game, sheet)[: len(sheet.answers)]
        own = next(
            (bits(answer) for who, answer in zip(order, sheet.answers, strict=True) if who == player), ()
        )
    return found + [int(one in own) for one in every] + [len(sheet.answers)]

"""Rounds in progress to ask for the best placement in, and what they are worth with every game played out."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from quadrangle.core.rng import Rng
from quadrangle.engines.academy.components import CanvasCards, Grid, standard
from quadrangle.engines.academy.game import Academy
from quadrangle.engines.academy.phases import GIVE, PLACE
from quadrangle.engines.academy.rulings import AcademyRulings
from quadrangle.engines.academy.sheet import Sheet
from quadrangle.solvers.canvas import Card, Goal, Pattern, Rules
from quadrangle.solvers.canvas.faces import COUNT, FACE_AT, FACES
from quadrangle.solvers.canvas.position import Placement, Position, held_as, kind_of
from quadrangle.solvers.canvas.rules import LETTER

ASSIGNMENTS = tuple(map(Goal.parse, ("largest_area:B", "most_areas:R", "most_quadrants:Y")))
INSTRUCTORS = tuple(map(Goal.parse, ("pointillism", "balanced_composition")))
MIXED = tuple(map(Goal.parse, ("solid_blocks:R", "longest_line:B", "patchwork")))
SMALL_DECK = tuple(map(Card.parse, ["BB/RR", "BR/YB", "RR/RR", "YB/BY", "RY/YB"])) * 9
"""Few kinds of cards, two of which look the same turned round."""

Vector = tuple[Fraction, ...]


def random_round(
    seed: int,
    left: int,
    *,
    players: int = 2,
    size: int = 4,
    hand: int = 2,
    goals: tuple[Goal, ...] = ASSIGNMENTS,
    patterns: tuple[tuple[Pattern, ...], ...] = (),
    deck: Sequence[Card] = SMALL_DECK,
    rules: Rules = LETTER,
    points: tuple[int, ...] = (),
) -> Position:
    """Return an open round that was played at random until `left` cards are still to be placed."""
    rng = Rng(seed)
    pile = [kind_of(FACE_AT[card], rules) for card in deck]
    rng.shuffle(pile)
    hands = tuple(tuple(sorted(pile.pop() for _ in range(hand))) for _ in range(players))
    pet = rng.below(players)
    position = Position(
        players=players,
        size=size,
        rules=rules,
        player=pet,
        hands=hands,
        hidden=(0,) * players,
        deck=tuple(sorted(pile)),
        goals=goals,
        pet=pet,
        patterns=patterns or ((),) * players,
        points=points,
    )
    while position.left > left:
        placements = position.placements()
        position = after(position, placements[rng.below(len(placements))], rng.below(len(position.deck)))
    return position


def after(position: Position, placement: Placement, drawn: int) -> Position:
    """Return the round after a placement and the draw of the card at a place of the deck."""
    player = position.player
    hand, deck = list(position.hands[player] or ()), list(position.deck)
    hand.remove(held_as(placement.face, placement.landscape, position.rules))
    hand.append(deck.pop(drawn))
    hands = (*position.hands[:player], tuple(sorted(hand)), *position.hands[player + 1 :])
    return msgspec.structs.replace(
        position,
        player=(player + 1) % position.players,
        cards=tuple(sorted((*position.cards, placement.cell * COUNT + placement.face))),
        landscape=int(placement.landscape),
        hands=hands,
        deck=tuple(deck),
    )


def hidden(position: Position) -> Position:
    """Return the round as its next player knows it."""
    player = position.player
    hands = [hand or () for hand in position.hands]
    others = [card for other, hand in enumerate(hands) if other != player for card in hand]
    return msgspec.structs.replace(
        position,
        hands=tuple(hand if other == player else None for other, hand in enumerate(hands)),
        hidden=tuple(0 if other == player else len(hand) for other, hand in enumerate(hands)),
        deck=tuple(sorted((*position.deck, *others))),
    )


def with_hand(position: Position, player: int, hand: tuple[int, ...]) -> Position:
    """Return the round in which a hand that was not known holds some of the cards not seen."""
    deck = list(position.deck)
    for card in hand:
        deck.remove(card)
    return msgspec.structs.replace(
        position,
        hands=(*position.hands[:player], hand, *position.hands[player + 1 :]),
        hidden=(*position.hidden[:player], 0, *position.hidden[player + 1 :]),
        deck=tuple(deck),
    )


@functools.lru_cache(maxsize=64)
def game_of(players: int, size: int, rules: Rules, goals: tuple[Goal, ...]) -> Academy:
    """Return the game of a round, in which its goals are in the box."""
    box = standard()
    cards = tuple(CanvasCards(str(card), 9, "printed") for card in dict.fromkeys(SMALL_DECK))
    box = msgspec.structs.replace(box, grid=Grid(size, size, "printed"), canvas=cards)
    given = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    return Academy(players, AcademyRulings(**given), box)


def state_of(position: Position) -> Any:
    """Return an open round as the engine holds it; Inspirations are found among those of the box."""
    game = game_of(position.players, position.size, position.rules, position.goals)
    names = {pattern: at for at, pattern in enumerate(game.patterns)}
    sheet = Sheet(
        pet=position.pet,
        goals=tuple(game.goal_at[goal] for goal in position.goals),
        discards=position.discards,
        inspirations=tuple(tuple(names[one] for one in held) for held in position.patterns),
        taken=tuple((0, 0, 0) for _ in range(position.players)),
    )
    turn = (position.player - position.pet) % position.players
    hands = tuple(hand or () for hand in position.hands)
    return game.position(
        game,
        position.player,
        PLACE,
        sheet,
        hands,
        position.deck,
        position.cards,
        position.occupied,
        position.landscape,
        turn,
    )


def played_out(position: Position) -> dict[Placement, Vector]:
    """Return every placement with the margins of all, by the engine: each game there can be is played.

    Who decides wants the own margin to be the most, then that of who is asked the least, then what stands
    first.
    """
    asking, before = position.player, position.points or (0,) * position.players
    known: dict[Any, Vector] = {}

    def worth(state: Any) -> Vector:
        sheet = state.sheet
        if sheet.round > 1:
            return margins([own + points(taken) for own, taken in zip(before, sheet.taken, strict=True)])
        key = (state.phase, state.current_player, state.turn, state.hands, state.deck, state.cards, sheet)
        if key not in known:
            known[key] = expected(state) if state.is_chance else chosen(state)
        return known[key]

    def expected(state: Any) -> Vector:
        found = [(chance, worth(state.apply(draw))) for draw, chance in state.chance_outcomes()]
        return tuple(sum(chance * one[player] for chance, one in found) for player in range(position.players))

    def chosen(state: Any) -> Vector:
        player = state.current_player
        actions = list(state.legal_actions())
        if state.phase == GIVE:  # clockwise from who holds the Pet; to keep it stands last
            actions.sort(key=lambda act: (getattr(act, "player", player) - player - 1) % position.players)
        ends = [worth(state.apply(action)) for action in actions]
        return max(ends, key=lambda end: (end[player], -end[asking]))

    state = state_of(position)
    found = {}
    for action in state.legal_actions():
        cell = getattr(action, "cell", state.game.plane.names[state.game.plane.origin])
        landscape = bool(getattr(action, "landscape", position.landscape == 1))
        place = Placement(action.face, state.game.plane.cell_at[cell], landscape)
        found[place] = worth(state.apply(action))
    return found


def points(taken: tuple[int, int, int]) -> int:
    return 2 * taken[0] + 3 * taken[1] + 5 * taken[2]


def margins(totals: list[int]) -> Vector:
    return tuple(
        Fraction(one - max(totals[:player] + totals[player + 1 :])) for player, one in enumerate(totals)
    )


def coloured(position: Position, colours: tuple[int, int, int]) -> Position:
    """Return the round with its colours exchanged, on cards and in goals."""

    def face(one: int) -> int:
        a, b, c, d = (colours[colour] for colour in FACES[one].quadrants)
        return FACE_AT[Card((a, b, c, d))]

    def held(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(kind_of(face(card), position.rules) for card in cards))

    return msgspec.structs.replace(
        position,
        cards=tuple(sorted(card // COUNT * COUNT + face(card % COUNT) for card in position.cards)),
        hands=tuple(None if hand is None else held(hand) for hand in position.hands),
        deck=held(position.deck),
        goals=tuple(
            goal if goal.colour is None else msgspec.structs.replace(goal, colour=colours[goal.colour])
            for goal in position.goals
        ),
    )

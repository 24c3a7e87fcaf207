"""Games of Abstract Academy for the tests: boxes of any size, positions in text, and what happens in them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from quadrangle.core.errors import ComponentError, IllegalAction
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyComponents, AcademyRulings, AcademyState, standard
from quadrangle.engines.academy.components import CanvasCards, Grid, Hand, InspirationCard
from quadrangle.solvers.canvas import CANVAS_DECK


def box(
    size: int = 0, hand: int = 3, cards: str = "", inspirations: str = "", patterns: int = 0
) -> AcademyComponents:
    """Return components with some of these changed.

    `cards` are faces with their counts, `BB/BB:2 BR/RY:1`; `inspirations` names with patterns, `A:XX B:XXX`;
    `patterns` is how many of the printed Inspirations there are.
    """
    found = standard()
    if size:
        found = msgspec.structs.replace(found, grid=Grid(size, size, "reconstructed"))
    if hand != 3:
        found = msgspec.structs.replace(found, hand=Hand(hand, "reconstructed"))
    if cards:
        counts = [word.rpartition(":") for word in cards.split(" ")]
        canvas = tuple(CanvasCards(face, int(count), "reconstructed") for face, _, count in counts)
        found = msgspec.structs.replace(found, canvas=canvas)
    if inspirations:
        named = [word.partition(":") for word in inspirations.split(" ")]
        drawn = tuple(InspirationCard(name, pattern, "reconstructed") for name, _, pattern in named)
        found = msgspec.structs.replace(found, inspiration=drawn)
    if patterns:
        found = msgspec.structs.replace(found, inspiration=found.inspiration[:patterns])
    fault = found.fault()
    if fault:
        raise ComponentError(fault)
    return found


def academy(players: int = 2, components: AcademyComponents | None = None, **rulings: str) -> Academy:
    """Return a game with some rulings changed."""
    return Academy(players, AcademyRulings(**rulings), components)


PLENTY = " ".join(f"{card}:{60 if str(card) == 'YY/YY' else 30}" for card in dict.fromkeys(CANVAS_DECK))
"""Thirty of each canvas card and sixty of one, for positions in which any card may lie."""
ROOM = box(cards=PLENTY)
"""A box with so many canvas cards that any canvas can be laid."""


def position(text: str, players: int = 2, **rulings: str) -> AcademyState:
    """Return a position of a game with plenty of cards; lines that say where hands are may be left out.

    Hands that are not named hold three cards of `YY/YY`.
    """
    return academy(players, ROOM, **rulings).state_from(filled(text, players))


SMALL = "BB/BR:1 BR/RY:2 BY/YY:1 RR/RR:2 BB/YY:1 BY/RY:1"
"""Eight canvas cards, some of them alike."""
FEW = f"{SMALL} BR/BR:1 RB/RR:1 RR/YY:1"
"""Eleven of them, which four players run out of."""


class SmallAcademy(Academy):
    """Abstract Academy on a canvas two or three cards long, with hands of one card and four Inspirations.

    Decks run out, hands are empty, and ties come often.
    """

    def __init__(self, players: int = 2, rulings: AcademyRulings | None = None) -> None:
        deck = SMALL if players == 2 else FEW
        super().__init__(players, rulings, box(players // 2 + 1, 1, deck, "A:XX B:XXX C:XX/X. D:X"))


def nearly_full(game: Academy, rng: Rng) -> AcademyState:
    """Return a position of the last round in which a few cards are still to be placed."""
    state = game.start().until_decision(rng)
    while not (state.sheet.round == 3 and len(state.cards) >= game.full - 4):
        if state.sheet.round == 3 and line(state, "phase") == "show":
            break  # hands ran out
        state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    return state


_ORDER = [
    *("phase", "round", "pet", "turn", "asked", "goals", "used", "judged", "named", "start", "canvas"),
    *("shuffled", "discards", "hand", "inspirations", "answer", "gone", "taken"),
]


def filled(text: str, players: int) -> str:
    """Return a text with the hands that it leaves out, its lines in their order.

    Goals that two players have used, and nobody is said to have taken, A has.
    """
    found = in_order(text, players)
    return in_order("\n".join(_with_taken(found.splitlines())), 2) if players == 2 else found


def in_order(text: str, players: int) -> str:
    """Return a text with the hands that it leaves out, its lines in their order, and nothing else."""
    lines = [line for line in text.strip().splitlines() if line]
    for name in "ABCD"[:players]:
        if not any(line.startswith(f"hand {name}:") for line in lines):
            lines.append(f"hand {name}: YY/YY YY/YY YY/YY")
    return "\n".join(sorted(lines, key=lambda line: (_ORDER.index(line.split(":")[0].split(" ")[0]), line)))


def _with_taken(lines: list[str]) -> list[str]:
    said = {line[:7]: [int(count) for count in line[9:].split()] for line in lines if line[:6] == "taken "}
    used = next((line.split()[1:] for line in lines if line.startswith("used: ")), [])
    by_a = said.pop("taken A", [0, 0, 0])
    for at, count in ((1, sum(":" in goal for goal in used)), (2, sum(":" not in goal for goal in used))):
        by_a[at] += max(0, count - by_a[at] - sum(other[at] for other in said.values()))
    kept = [line for line in lines if not line.startswith("taken A")]
    return [*kept, f"taken A: {' '.join(map(str, by_a))}"] if any(by_a) else kept


def line(state: AcademyState, name: str) -> str:
    """Return one line of a position by its name; empty where it is not there."""
    lines = str(state).splitlines()
    return next((one.removeprefix(f"{name}: ") for one in lines if one.startswith(f"{name}: ")), "")


def moved(state: AcademyState, *actions: str) -> AcademyState:
    """Return the position after some actions and outcomes."""
    for action in actions:
        state = state.apply(state.game.parse_action(action))
    return state


def told(state: AcademyState, action: str) -> tuple[str, ...]:
    """Return what the rules do by themselves after an action."""
    return state.consequences(state.game.parse_action(action))


def legal(state: AcademyState) -> list[str]:
    """Return the legal actions as texts."""
    return [str(action) for action in state.legal_actions()]


def outcomes(state: AcademyState) -> list[str]:
    """Return what chance may do as texts."""
    return [str(outcome) for outcome, _ in state.chance_outcomes()]


def open_to(state: AcademyState) -> set[str]:
    """Return the cells at which the deciding player may place a card."""
    return {action.rpartition(" ")[2] for action in legal(state)}


def refusal(state: AcademyState, action: str) -> str:
    """Return why an action is refused. Raises AssertionError where it is not."""
    try:
        moved(state, action)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{action} is legal")


def played(state: AcademyState, rng: Rng, phases: Iterable[str] = ("over",)) -> AcademyState:
    """Return the next position in one of some phases, played at random."""
    while line(state, "phase") not in phases:
        action = state.sample_chance(rng) if state.is_chance else state.legal_actions().sample(rng)
        state = state.apply(action)
    return state

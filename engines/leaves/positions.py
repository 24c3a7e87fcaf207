"""Positions of Leaves as text: written and read.

A text is lines `name: value` in a fixed order; lines that would say nothing are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.leaves.cards import CARDS, Card
from ...solvers.leaves.keys import occupied_of, tops
from ..game import CHANCE, TERMINAL, parse_seat, seat, seats
from ..named_lines import NamedLines, require_canonical
from .squares import card_text, parse_square, square_text

if TYPE_CHECKING:
    from .game import Leaves
    from .solo import SoloState
    from .table import TableState


def table_text(state: TableState) -> str:
    """Return a position of the game of two and more players."""
    from .table import CALLING, PHASES

    front = state.seats
    lines = [f"phase: {PHASES[state.phase]}", f"puzzle: {front.puzzle}"]
    if state.phase == CALLING:
        lines.append(f"asked: {seat(state.current_player)}")
    if state.asked:
        lines.append(f"answered: {_named(state.asked)}")
    if state.called:
        lines.append(f"called: {_named(state.called)}")
    if state.caller >= 0:
        lines.append(f"caller: {seat(state.caller)}")
    if state.placed >= 0:
        lines.append(f"placed: {CARDS[state.placed]}")
    if state.key:
        lines.append(f"layout: {square_text(state.key)}")
    if state.covered:
        lines.append(f"covered: {card_text(state.covered)}")
    hands = zip(front.hands, front.unseen, strict=True)
    lines.append("hands: " + " | ".join(card_text(hand, unseen) for hand, unseen in hands))
    lines.append("breezes: " + " ".join(map(str, front.breezes)))
    if front.barred >= 0:
        lines.append(f"barred: {seat(front.barred)}")
    if state.clock:
        lines.append(f"clock: {state.clock}")
    if front.ended:
        lines.append(f"ended: {front.ended}")
    return "\n".join(lines)


def solo_text(state: SoloState) -> str:
    """Return a position of the solo challenge."""
    from .solo import PHASES, UNTOUCHED

    lines = [f"phase: {PHASES[state.phase]}", f"hand: {card_text(state.hand)}", f"breezes: {state.breezes}"]
    for number, (key, placed) in enumerate(zip(state.keys, state.placed, strict=True), 1):
        lines.append(f"puzzle {number}: {square_text(key)}")
        if placed != UNTOUCHED:
            lines.append(f"placed {number}: {CARDS[placed]}")
    if state.covered:
        lines.append(f"covered: {card_text(state.covered)}")
    if state.stopwatch:
        lines.append(f"stopwatch: {state.stopwatch}")
    if any(state.clocks):
        lines.append("clocks: " + " ".join(map(str, state.clocks)))
    if state.ended:
        lines.append(f"ended: {state.ended}")
    return "\n".join(lines)


def parse_table(game: Leaves, text: str) -> TableState:
    """Return the position of the game of two and more players in a text. Raises NotationError."""
    from .table import CALLING, OVER, PHASES, Seats, TableState

    lines = NamedLines(text)
    phase = lines.one("phase", _word(PHASES))
    puzzle = lines.one("puzzle", _whole)
    seat_of = _seat(game.players)
    asked = lines.one("asked", seat_of, -1)
    answered = lines.one("answered", _seats(game.players), 0)
    called = lines.one("called", _seats(game.players), 0)
    caller = lines.one("caller", seat_of, -1)
    placed = lines.one("placed", _card, -1)
    key = lines.one("layout", parse_square, 0)
    covered = lines.one("covered", _known_cards, 0)
    hands = lines.one("hands", _hands(game.players))
    breezes = lines.one("breezes", _numbers(game.players))
    barred = lines.one("barred", seat_of, -1)
    clock = lines.one("clock", _whole, 0)
    ended = lines.one("ended", str, "")
    lines.end()
    front = Seats(
        tuple(known for known, _ in hands),
        tuple(unseen for _, unseen in hands),
        breezes,
        barred,
        puzzle,
        ended,
    )
    pile = game.deck & ~(front.held | tops(key) | covered)
    player = asked if phase == CALLING else TERMINAL if phase == OVER else _caller_or_chance(phase, caller)
    state = TableState(
        game, player, phase, key, occupied_of(key), pile, front, caller, placed, answered, called, clock
    )
    _require_sound(state, text, covered)
    return state


def _caller_or_chance(phase: int, caller: int) -> int:
    from .table import BREEZE, MERGE, PLACE

    return caller if phase in (BREEZE, PLACE, MERGE) else CHANCE


def parse_solo(game: Leaves, text: str) -> SoloState:
    """Return the position of the solo challenge in a text. Raises NotationError."""
    from .solo import DEAL, OVER, PHASES, UNTOUCHED, SoloState

    lines = NamedLines(text)
    phase = lines.one("phase", _word(PHASES))
    hand = lines.one("hand", _known_cards)
    breezes = lines.one("breezes", _whole)
    keys, placed = [], []
    for number in (1, 2, 3):
        keys.append(lines.one(f"puzzle {number}", parse_square))
        placed.append(lines.one(f"placed {number}", _card, UNTOUCHED))
    covered = lines.one("covered", _known_cards, 0)
    stopwatch = lines.one("stopwatch", _whole, 0)
    clocks = lines.one("clocks", _numbers(3), (0, 0, 0))
    ended = lines.one("ended", str, "")
    lines.end()
    one, two, three = keys
    pile = game.deck & ~(hand | covered)
    for key in keys:
        pile &= ~tops(key)
    player = TERMINAL if phase == OVER else CHANCE if phase == DEAL else 0
    state = SoloState(
        game, player, phase, hand, pile, (one, two, three), tuple(placed), breezes, stopwatch, clocks, ended
    )
    _require_sound(state, text, covered)
    return state


def _require_sound(state: TableState | SoloState, text: str, covered: int) -> None:
    """Raise NotationError where a state that has been read cannot be, or was not written canonically."""
    if covered & ~state.covered:
        twice = card_text(covered & ~state.covered)
        raise NotationError(f"covered {twice}", expected="cards of the deck that lie nowhere else")
    fault = state.faults()
    if fault:
        raise NotationError(f"a position that cannot be: {fault}")
    require_canonical(text, str(state))


def _word(words: tuple[str, ...]) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text not in words:
            raise NotationError(f"{shown(text)} is no phase", expected=" or ".join(words))
        return words.index(text)

    return read


DIGITS = 12
"""Of the longest number in a position."""


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise NotationError(f"{shown(text)} is not a number", expected="a whole number, 0 or more")
    return int(text)


def _numbers(count: int) -> Callable[[str], tuple[int, ...]]:
    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(map(_whole, text.split(" ")))
        if len(numbers) != count:
            raise NotationError(f"{len(numbers)} numbers", expected=str(count))
        return numbers

    return read


def _seat(players: int) -> Callable[[str], int]:
    return lambda text: parse_seat(text, players)


def _seats(players: int) -> Callable[[str], int]:
    return lambda text: sum(1 << parse_seat(letter, players) for letter in text)


def _card(text: str) -> int:
    """Return a card as the number that is kept in positions, which JSON knows."""
    return int(Card.parse(text))


def _cards(text: str) -> tuple[int, int]:
    """Return the cards in a text as a set, and how many `?` stand for unseen ones."""
    if text == "-":
        return 0, 0
    known, unseen = 0, 0
    for token in text.split(" "):
        if token == "?":
            unseen += 1
            continue
        card = Card.parse(token)
        if known >> card & 1:
            raise NotationError(f"{card} is there twice", expected="every card at most once")
        known |= 1 << card
    return known, unseen


def _known_cards(text: str) -> int:
    known, unseen = _cards(text)
    if unseen:
        raise NotationError("an unseen card", expected="cards that are known")
    return known


def _hands(players: int) -> Callable[[str], list[tuple[int, int]]]:
    def read(text: str) -> list[tuple[int, int]]:
        hands = [_cards(part) for part in text.split(" | ")]
        if len(hands) != players:
            raise NotationError(f"{len(hands)} hands", expected=f"{players}, ` | ` between")
        return hands

    return read


def _named(mask: int) -> str:
    return seats(player for player in range(mask.bit_length()) if mask >> player & 1)

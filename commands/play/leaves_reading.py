"""What a person may type for a move of Leaves; the canonical forms are in `engines.leaves.actions`."""

from __future__ import annotations

import re
from typing import Any

from ...core.errors import NotationError
from ...core.notation import cell_name, shown
from ...engines.game import CHANCE, SEATS, seat
from ...engines.leaves import SoloState, TableState
from ...engines.leaves.actions import PUZZLES, REASONS, Fail
from ...engines.leaves.solo import UNTOUCHED
from ...engines.leaves.squares import DEAL_CELL, cards_in
from ...engines.leaves.table import BREEZE, CALLING, DRAW, ORDER, PLACE, SETUP
from ...solvers.leaves.cards import TRAITS, Card
from ...solvers.leaves.keys import layout_of, occupied_of
from ...solvers.leaves.layout import SIDE, Merge, Place, Swap
from ...solvers.leaves.reading import read_cells, read_steps
from .face import SeveralReadings

_WORDS = {
    "c": "call",
    "call": "call",
    "leaves": "call",
    "leaves!": "call",
    "p": "pass",
    "pass": "pass",
    "k": "keep",
    "keep": "keep",
    "nobody": "nobody",
    "no one": "nobody",
    "give up": "fail forfeit",
    "forfeit": "fail forfeit",
    "timeout": "fail timeout",
}
"""Moves of one word, and what else people type for them."""

_TRAIT = re.compile(r"(?<=\d)\s+(n(?:u(?:m(?:b(?:er?)?)?)?)?|c(?:o(?:l(?:o(?:u?r?)?)?)?)?|t(?:y(?:pe?)?)?)$")
_NAMED = {trait[0]: trait for trait in TRAITS}

_CELL = r"([a-c][1-3])"
_SWAP = re.compile(rf"swap\s*(?:([123])[\s:.]*)?{_CELL}[\s>/,-]*(?:([123])[\s:.]*)?{_CELL}")
_EXPECTED = {CALLING: "call or pass", BREEZE: "a swap such as swap a1 c3, or keep"}
"""What is to be typed in phases other than merging."""

_MERGES = "a merge such as 1 a1-b1 colour, the number being the puzzle's"
_BEGINNINGS = "a card or a swap, such as place 1 3yg or swap 1 a1 c3, the number being the puzzle's"
_CARD_AFTER = re.compile(r"(?:\b[1-3ryg][1-3rybgm]{2}|\b[a-z0-9]+\s+[a-z0-9]+\s+[a-z0-9]+)$")
"""What may be a card, in letters or in words."""
_PUZZLE = re.compile(r"([123])(?:\b[\s:.]*(?=\S)|(?=[a-c][1-3]))")


def read_action(state: TableState | SoloState, text: str) -> Any:
    """Return the action a person means in a position, legal there or not.

    Raises NotationError for what does not read, SeveralReadings where a trait has to be named.
    """
    words = " ".join(text.lower().split())
    common = _common(state, words)
    if common:
        return state.game.parse_action(common)
    if isinstance(state, SoloState):
        return _read_solo(state, words)
    return _read_table(state, words)


def _common(state: TableState | SoloState, words: str) -> str:
    """Return the canonical text of what reads the same in every position; empty for anything else."""
    if words in _WORDS:
        return _WORDS[words]
    first, _, rest = words.partition(" ")
    if first == "fail":
        reason = re.sub(r"[\s-]+", "_", rest)
        found = [known for known in REASONS if known.startswith(reason)]
        if len(found) != 1:
            what = f"{shown(rest)} is no reason" if rest else "fail without its reason"
            here = [str(action) for action in state.referee_actions() if isinstance(action, Fail)]
            raise NotationError(what, expected=" or ".join(here or [f"fail {known}" for known in REASONS]))
        return f"fail {found[0]}"
    return ""


def _read_table(state: TableState, words: str) -> Any:
    live = state.phase == CALLING and state.game.call_order == "live"
    caller = re.fullmatch(r"(?:call\s+)?(?:player\s+)?([a-j])", words)
    if caller and (live or words.startswith(("call", "player"))):
        return state.game.parse_action(f"call {caller[1].upper()}")
    if state.phase == BREEZE and re.match(_CELL, words):
        words = f"swap {words}"
    if state.phase == PLACE and not words.startswith("place"):
        words = f"place {words}"
    try:
        step = _one_step(words)
    except NotationError:
        if state.phase not in _EXPECTED:
            raise
        raise NotationError(f"{shown(words)} is no answer", expected=_EXPECTED[state.phase]) from None
    if isinstance(step, Merge):
        return _with_trait(state.key, step, lambda merge: merge)
    return state.game.parse_action(str(step))


def _one_step(words: str) -> Merge | Place | Swap:
    steps = read_steps(_TRAIT.sub(lambda match: f" {_NAMED[match[1][0]]}", words))
    if len(steps) != 1:
        raise NotationError(f"{len(steps)} moves", expected="one at a time")
    return steps[0]


def _with_trait(key: int, merge: Merge, made: Any) -> Any:
    """Return a merge with the trait its cards share, where it names none and they share one."""
    if merge.trait is not None or not key:
        return made(merge)
    shared = layout_of(key).traits(merge)
    if len(shared) <= 1:
        return made(Merge(merge.source, merge.goal, shared[0] if shared else None))
    choices: dict[str, Any] = {trait: made(Merge(merge.source, merge.goal, trait)) for trait in shared}
    raise SeveralReadings(f"Which trait: {' or '.join(shared)}?", choices)


def _read_solo(state: SoloState, words: str) -> Any:
    swap = _SWAP.fullmatch(words)
    if swap:
        return _swap(state, *swap.groups())
    if words.startswith("swap"):
        raise NotationError(f"{shown(words)} is no swap", expected="two cells, such as swap 1 a1 c3")
    number = _PUZZLE.match(words.removeprefix("place ").lstrip())
    rest = words.removeprefix("place ").strip()
    if words.startswith("place"):
        return _place(state, rest)
    if not re.search(_CELL, rest):
        if not _CARD_AFTER.search(rest):
            begun = any(state._is_begun(puzzle) for puzzle in range(PUZZLES))
            raise NotationError(f"{shown(words)} is no move", expected=_MERGES if begun else _BEGINNINGS)
        return _place(state, rest)
    puzzle = int(number[1]) - 1 if number else _begun(state)
    step = _one_step(rest[number.end() :] if number else rest)
    if not isinstance(step, Merge):
        raise NotationError(f"{shown(words)} is no move", expected=_MERGES)
    return _with_trait(
        state.keys[puzzle], step, lambda merge: state.game.parse_action(f"{puzzle + 1} {merge}")
    )


def _swap(state: SoloState, one: str | None, x: str, other: str | None, y: str) -> Any:
    first = int(one) if one else _untouched(state) + 1
    second = f" {int(other)}" if other and int(other) != first else ""
    return state.game.parse_action(f"swap {first} {x}{second} {y}")


def _place(state: SoloState, rest: str) -> Any:
    """Return a placement: the puzzle's number stands before the card, and may be left out for the last."""
    number = _PUZZLE.match(rest)
    if number:
        try:
            card = _card(rest[number.end() :])
            return state.game.parse_action(f"place {number[1]} {card}")
        except NotationError:
            pass
    card = _card(rest)
    return state.game.parse_action(f"place {_untouched(state) + 1} {card}")


def _card(text: str) -> Card:
    found = [card for card, _ in read_cells(text)]
    if len(found) != 1 or found[0] is None:
        raise NotationError(f"{shown(text)} is not one card", expected="a card such as 3yg")
    return found[0]


def _begun(state: SoloState) -> int:
    found = [puzzle for puzzle in range(PUZZLES) if state._is_begun(puzzle)]
    if len(found) != 1:
        raise NotationError("a merge without the number of its puzzle", expected=_MERGES)
    return found[0]


def _untouched(state: SoloState) -> int:
    found = [puzzle for puzzle in range(PUZZLES) if state.placed[puzzle] == UNTOUCHED]
    if len(found) != 1:
        raise NotationError(
            "which puzzle is not said", expected="its number first, such as place 1 3yg or swap 1 a1 c3"
        )
    return found[0]


def chance_question(state: TableState | SoloState) -> str:
    """Return what a person is asked who sees the real cards."""
    if isinstance(state, SoloState):
        return _solo_chance_question(state)
    if state.phase == ORDER:
        who = " or ".join(_waiting(state))
        return f"Who is {'heard' if state.called else 'asked'} first: {who}"
    if state.phase == DRAW:
        return f"The card player {seat(state.caller)} draws (? if nobody sees it)"
    if state.phase == SETUP:
        each = state.game.components.hand.cards
        player, has = divmod(sum(state.seats.counts), each)
        return f"The {_more(each - has, each)} of player {seat(player)} (? for one nobody sees)"
    return _puzzle_question(state.seats.puzzle, state.occupied)


def _puzzle_question(number: int, occupied: int) -> str:
    if occupied:
        return f"Puzzle {number}, from {cell_name(DEAL_CELL[occupied], SIDE)} on"
    return f"Puzzle {number}: the eight cards a1 b1 c1 a2 c2 a3 b3 c3"


def _more(count: int, of: int) -> str:
    if count == of:
        return f"{count} cards" if count > 1 else "card"
    return f"other {count} cards" if count > 1 else "last card"


def _waiting(state: TableState) -> list[str]:
    return [str(action).removeprefix("ask ") for action, _ in state.chance_outcomes()]


def _solo_chance_question(state: SoloState) -> str:
    held = state.hand.bit_count()
    if held < PUZZLES:
        return f"Your {_more(PUZZLES - held, PUZZLES)}"
    puzzle = next(p for p in range(PUZZLES) if occupied_of(state.keys[p]) in DEAL_CELL)
    return _puzzle_question(puzzle + 1, occupied_of(state.keys[puzzle]))


def read_outcomes(state: TableState | SoloState, text: str) -> list[Any]:
    """Return what a person types for chance: a card or several, `?` for one nobody sees, or a player."""
    assert state.current_player == CHANCE
    words = " ".join(text.lower().split())
    if isinstance(state, TableState) and state.phase == ORDER:
        name = words.removeprefix("ask ").removeprefix("player ").upper()
        if len(name) != 1 or name not in SEATS[: state.game.players]:
            raise NotationError(f"{shown(text)} is no player", expected=" or ".join(_waiting(state)))
        return [state.game.parse_action(f"ask {name}")]
    words = words.removeprefix("draw ")
    found: list[Any] = []
    for part in re.split(r"(\?)", words):
        if part == "?":
            found.append(state.game.parse_action("draw ?"))
            continue
        cards = [card for card, _ in read_cells(part)]
        found += [state.game.parse_action(f"draw {card}") for card in cards if card is not None]
    if not found:
        raise NotationError(f"{shown(text)} names no card", expected="cards such as 3yg 1rb")
    known = sorted(draw.card for draw in found if draw.card is not None)
    if len(known) > 1 and known == list(cards_in(state.pile)):
        found.pop()  # the last card of the pile goes to its place by itself
    return found

"""Campus at the terminal: see `face.Face`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.errors import NotationError
from ...core.notation import listed
from ...engines.campus import CampusState, words
from ...engines.campus.actions import BigPlay, Forgive, Penalise
from ...engines.campus.phases import CHAIN, CHOOSE, PENALTY
from ...render.campus_game import state_text
from ...solvers.campus.board import cells
from ...solvers.campus.moves import Move
from . import campus_help, campus_reading, campus_telling
from .face import Face, Offer

if TYPE_CHECKING:
    from ...engines.match import Match
    from ...engines.match import Step as Happened

EXAMPLES = 6
"""Sets that are named where there are many."""
_FEW = 12
"""Sets that are all named."""


class CampusFace(Face):
    """The round of two games, and the practice alone."""

    default_players = "human,solver"
    hides_hands = False

    def house_rulings(
        self, names: Sequence[str], tell: str | None, asks_chance: bool, given: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return none: who plays, and how, changes no ruling."""
        if tell is not None:
            raise NotationError(f"--tell {tell}", expected="a game that can be lost alone; Campus goes on")
        return {}

    def picture(
        self, state: Any, names: Sequence[str], colour: bool, ascii_only: bool, spent_ms: int = 0
    ) -> str:
        """Return the boards, and whose turn it is."""
        return state_text(state, names, colour, ascii_only)

    def question(self, state: Any, spent_ms: int) -> str:
        """Return what the deciding player is asked."""
        if state.phase == CHOOSE:
            return "who starts, me or them"
        if state.phase == CHAIN:
            return "a claim or done"
        if state.phase == PENALTY:
            return _asked_of_misses(state)
        player = state.current_player
        desk, up = state.desk(player), state.up[player]
        terms = desk.terms(up, state.roll, state.gone(player))
        if not desk.has_set(up, terms):
            return f"{words.asked(state.roll, terms)}: pass"
        return f"{words.asked(state.roll, terms)}: which tiles"

    def offers(self, state: Any) -> list[Offer]:
        """Return what may be done: of many sets how many there are, and some; claims are to be found."""
        if state.phase == CHOOSE:
            return [Offer("start me, or start them")]
        if state.phase == CHAIN:
            return [Offer("claim what goes down, such as reward row 3, wild column a or star c3; then done")]
        if state.phase == PENALTY:
            return _answers(state)
        return [_sets(state)]

    def read(self, state: Any, text: str) -> Any:
        """Return the action a person means."""
        return campus_reading.read_action(state, text)

    def chance_question(self, state: Any) -> str:
        """Return which tiles or dice are asked for."""
        return campus_reading.chance_question(state)

    def read_chance(self, state: Any, text: str) -> list[Any]:
        """Return tiles, throws or a roll."""
        return campus_reading.read_outcomes(state, text)

    def told(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return what was done, and what followed."""
        return [*campus_telling.did(step, names), *campus_telling.followed(step, names)]

    def told_in_full(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return the same, and where each tile was laid."""
        return [*campus_telling.did_in_full(step, names), *campus_telling.followed(step, names)]

    def told_after(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return in words what was typed, and what followed."""
        return [*campus_telling.confirmed(step), *campus_telling.followed(step, names)]

    def is_news(self, step: Happened) -> bool:
        """Return whether a game begins."""
        return campus_telling.is_beginning(step)

    def hint_steps(self, state: Any) -> int:
        """Return how many steps of help there are: one where there is nothing to choose."""
        return campus_help.steps(state)

    def hint(self, state: Any, step: int) -> str:
        """Return a step of help."""
        return campus_help.hint(state, step)

    def told_result(self, match: Match) -> list[str]:
        """Return both games' points and who has won, or the turns a practice took."""
        return list(campus_telling.told_result(match))


FACE = CampusFace()


def _sets(state: CampusState) -> Offer:
    """Return the sets that can be turned; of many those of the largest total and fewest tiles."""
    player, roll = state.current_player, state.roll
    assert roll is not None
    desk, legal = state.desk(player), state.legal_actions()
    terms = desk.terms(state.up[player], roll, state.gone(player))
    found: list[Move] = list(legal)
    if not found[-1].tiles and len(found) == 1:
        return Offer(f"{words.passed(roll, terms)} All there is to do is pass.")
    passes = " (or pass)" if not found[-1].tiles else ""
    sets = [move for move in found if move.tiles]
    sets.sort(key=lambda move: (-desk.total(move.tiles), move.tiles.bit_count()))
    shown = sets if len(sets) <= _FEW else sets[:EXAMPLES]
    such_as = "" if len(shown) == len(sets) else ", such as"
    items = [f"{_numbers(state, move)} ({move})" for move in shown]
    return Offer(f"{words.plural(len(sets), 'set')} can be turned{passes}{such_as}", items)


def _asked_of_misses(state: CampusState) -> str:
    """Return the kinds of answers there are: a ruling may forbid to forgive."""
    legal = state.legal_actions()
    found = [
        word
        for kind, word in ((Penalise, "penalise"), (Forgive, "forgive"), (BigPlay, "big play"))
        if any(isinstance(action, kind) for action in legal)
    ]
    return " or ".join(listed(found).rsplit(" and ", 1))


def _answers(state: CampusState) -> list[Offer]:
    """Return what may be done about what was missed, the cells of a line together."""
    found: dict[str, list[str]] = {}
    others = []
    for action in state.legal_actions():
        if isinstance(action, Penalise):
            found.setdefault(action.line, []).append(action.cell)
        else:
            others.append("big play" if isinstance(action, BigPlay) else str(action))
    lines = [Offer(f"penalise {line} with one of", listed) for line, listed in found.items()]
    return [*lines, *(Offer(f"or {other}") for other in others)]


def _numbers(state: CampusState, move: Move) -> str:
    """Return the numbers of a set, as in `5+6`."""
    values = state.desk(state.current_player).values
    return "+".join(str(values[cell]) for cell in cells(move.tiles))

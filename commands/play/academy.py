"""Abstract Academy at the terminal: see `face.Face`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.errors import NotationError
from ...engines.academy.phases import ARRANGE, GIVE, NAME, SHOW, TURN
from ...engines.game import seat
from ...render.academy_game import goal_name, state_text
from ...solvers.canvas import cells
from ...solvers.canvas.faces import FACE_TEXTS
from . import academy_help, academy_reading, academy_telling
from .face import Face, Offer

if TYPE_CHECKING:
    from ...engines.match import Match
    from ...engines.match import Step as Happened


class AcademyFace(Face):
    """Three rounds for two players or four."""

    default_players = "human,solver"
    hides_hands = True

    def house_rulings(
        self, names: Sequence[str], tell: str | None, asks_chance: bool, given: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return none: who plays, and how, changes no ruling."""
        if tell is not None:
            raise NotationError(
                f"--tell {tell}", expected="a game that can be lost alone; Abstract Academy is for 2 or 4"
            )
        return {}

    def picture(
        self, state: Any, names: Sequence[str], colour: bool, ascii_only: bool, spent_ms: int = 0
    ) -> str:
        """Return the canvas, goals and players, and the hand of whoever is called `you`."""
        return state_text(state, names, colour, ascii_only)

    def question(self, state: Any, spent_ms: int) -> str:
        """Return what the deciding player is asked."""
        if state.phase == NAME:
            return f"which colour for goal {len(state.sheet.goals) + 1}"
        if state.phase == ARRANGE:
            return "the order of the goals"
        if state.phase == TURN:
            return f"how the start card {FACE_TEXTS[state.sheet.start]} lies"
        if state.phase == SHOW:
            return "which Inspiration, or none"
        if state.phase == GIVE:
            return (
                f"a tie in {goal_name(state.game.goals[state.sheet.goals[state.sheet.judged]])}: the Pet to"
            )
        if not state.hands[state.current_player]:
            return "no card: pass"
        return "a card and a cell" if state.occupied else "the first card, portrait or landscape"

    def offers(self, state: Any) -> list[Offer]:
        """Return what may be done: of placements the cells, and how many there are."""
        legal = state.legal_actions()
        if state.phase in (NAME, ARRANGE, SHOW, GIVE, TURN):
            lead = {
                NAME: "From the deck of which colour the next Assignment comes",
                ARRANGE: "An order of the goals, such as their numbers 2 1",
                SHOW: _lead_of_showing(state),
                GIVE: "The card is yours, and the Teacher's Pet goes to",
                TURN: "The start card says how all cards lie",
            }[state.phase]
            words = [str(action) for action in legal]
            if state.phase in (NAME, GIVE):
                words = [word.partition(" ")[2] or word for word in words]
            return [Offer(lead, words)]
        if not state.hands[state.current_player]:
            return [Offer("You hold no card: pass")]
        if not state.occupied:
            return [Offer("The first card, such as 1 portrait or BR/YB landscape: all others lie like it")]
        return _placements(state)

    def read(self, state: Any, text: str) -> Any:
        """Return the action a person means."""
        return academy_reading.read_action(state, text)

    def chance_question(self, state: Any) -> str:
        """Return which card is asked for."""
        return academy_reading.chance_question(state)

    def read_chance(self, state: Any, text: str) -> list[Any]:
        """Return cards, a goal, an Inspiration, or who holds the Pet."""
        return academy_reading.read_outcomes(state, text)

    def told(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return what was done, and what followed."""
        return [*academy_telling.did(step, names), *academy_telling.followed(step, names)]

    def told_in_full(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return the same, and each card that is dealt."""
        return [*academy_telling.did_in_full(step, names), *academy_telling.followed(step, names)]

    def told_after(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return in words what was typed, and what followed."""
        return [*academy_telling.confirmed(step, names), *academy_telling.followed(step, names)]

    def is_news(self, step: Happened) -> bool:
        """Return whether the canvas has just become full."""
        return academy_telling.is_scored(step)

    def missed(self, step: Happened, drawn: Any) -> Any:
        """Return the canvas of a round that is over, with its goals, unless it was drawn."""
        return academy_telling.missed(step, drawn)

    def hint_steps(self, state: Any) -> int:
        """Return how many steps of help there are: one where no card is placed beside others."""
        return academy_help.steps(state)

    def hint(self, state: Any, step: int) -> str:
        """Return a step of help."""
        return academy_help.hint(state, step)

    def told_result(self, match: Match) -> list[str]:
        """Return what everybody has taken, and who has won."""
        return list(academy_telling.told_result(match))


FACE = AcademyFace()


def _lead_of_showing(state: Any) -> str:
    if len(state.legal_actions()) > 1:
        return "Whose pattern is in your area may be shown, for 2 points"
    held = state.sheet.inspirations[state.current_player]
    what = "Your pattern is" if len(held) == 1 else "None of your patterns is"
    return f"{what}{' not' * (len(held) == 1)} in your area"


def _placements(state: Any) -> list[Offer]:
    """Return how many placements there are, on which cells, and whose home rows are barred."""
    plane, player = state.game.plane, state.current_player
    allowed = plane.allowed(state.occupied, player)
    barred = plane.open_cells(state.occupied) & ~allowed
    names = [plane.names[cell] for cell in cells(allowed)]
    number = len(state.legal_actions())
    ways = "1 placement" if number == 1 else f"{number} placements"
    example = f"such as 1 {names[0]}, or {FACE_TEXTS[state.legal_actions()[0].face]} {names[0]}"
    offers = [Offer(f"{ways} on {' '.join(names)}, {example}")]
    if barred:
        closed = " ".join(plane.names[cell] for cell in cells(barred))
        offers.append(Offer(f"Not open to player {seat(player)}, being home rows of others: {closed}"))
    return offers

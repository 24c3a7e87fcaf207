"""Leaves at the terminal: see `face.Face`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.errors import NotationError
from ...core.notation import cell_name, listed
from ...engines.game import CHANCE, TERMINAL, seat
from ...engines.leaves import SoloState, TableState, words
from ...engines.leaves.actions import (
    PUZZLES,
    Ask,
    Call,
    Called,
    Draw,
    Fail,
    Keep,
    Nobody,
    Pass,
    SoloMerge,
    SoloPlace,
    SoloSwap,
)
from ...engines.leaves.advice import STEPS, advise
from ...engines.leaves.solo import SOLO, UNTOUCHED
from ...engines.leaves.squares import DEAL_CELL, cards_in
from ...engines.leaves.table import BREEZE, CALLING, DEAL, DRAW, MERGE, PLACE, SETUP
from ...engines.match import CHANCE_NAME, REFEREE
from ...render.leaves import steps_text
from ...render.leaves_game import state_text
from ...solvers.leaves.cards import TRAITS
from ...solvers.leaves.keys import layout_of, occupied_of
from ...solvers.leaves.layout import CELLS, SIDE, Layout, Merge, Place, Step, Swap
from ...solvers.leaves.search import Search
from . import leaves_reading
from .face import Face, Offer
from .leaves_review import attempts, show_review
from .table import HUMAN

if TYPE_CHECKING:
    from ...engines.match import Match
    from ...engines.match import Step as Happened
    from .screen import Screen

_AT_ONCE, _WHEN_ASKED = "at-once", "when-asked"

_MISTAKES = ("stuck", "proved_lost")
"""How a run ends that was lost by a move."""


class LeavesFace(Face):
    """The game of several players and the solo challenge."""

    default_players = "human,solver"
    hides_hands = False

    def house_rulings(
        self, names: Sequence[str], tell: str | None, asks_chance: bool, given: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return when a solo run is lost, by --tell; of several players, how they call.

        Beside a real table calls are heard. Against bots everybody answers before one is heard:
        they are never slow, and would leave a person puzzles without a word.
        """
        if len(names) > 1:
            if tell is not None:
                raise NotationError(f"--tell {tell}", expected="one player: it is about the solo challenge")
            if asks_chance:
                return {"call_order": "live"}
            return {"call_order": "simultaneous"} if HUMAN in names and len(set(names)) > 1 else {}
        if tell is None and "solo_failure" in given:
            return {}
        wanted = "proved_lost" if tell == _AT_ONCE else "no_legal_move"
        if given.get("solo_failure", wanted) != wanted:
            raise NotationError(
                f"--tell {tell} with the ruling solo_failure={given['solo_failure']}",
                expected=f"solo_failure={wanted}, or one of the two alone",
            )
        return {"solo_failure": wanted}

    def picture(
        self, state: Any, names: Sequence[str], colour: bool, ascii_only: bool, spent_ms: int = 0
    ) -> str:
        """Return the table, or the three puzzles of a solo challenge."""
        return state_text(state, names, colour, ascii_only, spent_ms)

    def question(self, state: Any, spent_ms: int) -> str:
        """Return what the deciding player is asked, and the time left."""
        if isinstance(state, SoloState):
            begun = [str(puzzle + 1) for puzzle in range(PUZZLES) if state._is_begun(puzzle)]
            if begun:
                return f"merge in puzzle {_or(begun)}{self._told_left(state, spent_ms)}"
            return "place a card" + " or swap" * (state.breezes > 0)
        assert isinstance(state, TableState)
        if state.phase == CALLING:
            return "call or pass"
        time = self._told_left(state, spent_ms)
        if state.phase == BREEZE:
            return f"swap or keep{time}"
        if state.phase == PLACE:
            return f"which card{time}"
        return f"merge, {state.occupied.bit_count()} stacks{time}"

    def _told_left(self, state: Any, spent_ms: int) -> str:
        left = self.time_left(state)
        return "" if left is None else f", {max(0, left - spent_ms) / 1000:.1f} s left"

    def offers(self, state: Any) -> list[Offer]:
        """Return the legal actions, merges of two stacks both ways round together."""
        if isinstance(state, SoloState):
            return _solo_offers(state)
        assert isinstance(state, TableState)
        if state.phase == CALLING:
            others = [str(action) for action in state.referee_actions()]
            return [Offer("call, pass, or who called first", others)] if others else []
        if state.phase == BREEZE:
            return [Offer("swap any two of the eight, such as swap a1 c3, or keep")]
        if state.phase == PLACE:
            unseen = ["a card nobody has seen yet"] * bool(state.seats.unseen[state.caller])
            return [Offer("place", [*map(str, cards_in(state.seats.hands[state.caller])), *unseen])]
        return [_merges("", state.key)]

    def read(self, state: Any, text: str) -> Any:
        """Return the action a person means."""
        return leaves_reading.read_action(state, text)

    def judge(self, state: Any, action: Any) -> Any:
        """Return the failure a wrong merge is, also of one for which no trait was named."""
        if isinstance(action, Merge) and action.trait is None:
            action = Merge(action.source, action.goal, TRAITS[0])
        return state.judge(action)

    def chance_question(self, state: Any) -> str:
        """Return which cards are asked for, or which player."""
        return leaves_reading.chance_question(state)

    def read_chance(self, state: Any, text: str) -> list[Any]:
        """Return draws, or who is asked."""
        return leaves_reading.read_outcomes(state, text)

    def told(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return what was done, and what followed."""
        sentence = _answered(step, names) or _done(step, names)
        return [*([sentence] if sentence else []), *self.told_after(step, names)]

    def told_in_full(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return what was done, for a card also where it lies now, and what followed, the end as well."""
        sentences = (_dealt(step), _done(step, names), *map(words.event, step.then))
        return [sentence for sentence in sentences if sentence]

    def told_after(self, step: Happened, names: Sequence[str]) -> list[str]:
        """Return what followed, the end of the game left to its result."""
        return [words.event(event) for event in step.then if not event.startswith("ended ")]

    def is_news(self, step: Happened) -> bool:
        """Return whether a new puzzle lies there."""
        return isinstance(step.before, TableState) and step.before.phase == DEAL != step.after.phase

    def counts_time(self, state: Any) -> bool:
        """Return whether the stopwatch of a solo run, the countdown or the limit for a swap runs."""
        if isinstance(state, SoloState):
            return state.phase == SOLO
        if state.phase == BREEZE:
            return state.game.breeze_limit is not None
        return bool(state.game.is_live) and state.phase in (PLACE, MERGE)

    def is_blind(self, state: Any, player: int) -> bool:
        """Return whether any Leaf Card in front of a player has not been seen."""
        return isinstance(state, TableState) and state.seats.unseen[player] > 0

    def time_left(self, state: Any) -> int | None:
        """Return what is left of the countdown, or of the time for a swap."""
        if not self.counts_time(state):
            return None
        if isinstance(state, SoloState):
            running = [state.clocks[puzzle] for puzzle in range(PUZZLES) if state._is_begun(puzzle)]
            return int(state.game.limit) - max(running) if running and state.game.solo_countdown else None
        return _limit(state) - int(state.clock)

    def time_out(self, state: Any, elapsed_ms: int) -> Any:
        """Return `fail timeout` where the countdown, or the time for a swap, has run out."""
        left = self.time_left(state)
        if not elapsed_ms or left is None:
            return None
        limit = state.game.limit if isinstance(state, SoloState) else _limit(state)
        return Fail("timeout") if state.game.is_late(limit - left + elapsed_ms, limit) else None

    def hint_steps(self, state: Any) -> int:
        """Return STEPS, whatever is to be decided."""
        return STEPS

    def hint(self, state: Any, step: int) -> str:
        """Return a step of help."""
        return words.advice(advise(state, step))

    def has_failed(self, step: Happened) -> bool:
        """Return whether a challenge has failed, or a solo run."""
        if isinstance(step.after, SoloState):
            return step.after.current_player == TERMINAL and step.after.ended != "cleared"
        return any(event.startswith("failed") for event in step.then)

    def has_review(self, match: Match) -> bool:
        """Return whether anything was merged."""
        return bool(attempts(match))

    def review(self, match: Match, screen: Screen) -> None:
        """Print the merges of the challenge, or of each puzzle of a run, and which of them lost it."""
        show_review(match, screen)

    def told_lost(self, match: Match, tell: str) -> list[str]:
        """Return that a run is lost, and since which move, unless that is told only when asked."""
        state = match.state
        told = [words.event(f"ended {state.ended}")]
        if tell == _WHEN_ASKED or state.ended not in _MISTAKES:
            return told
        moves = [step for step in match.steps if step.by != CHANCE_NAME]
        mistake = first_mistake(match)
        if mistake is not None:
            number = 1 + moves.index(mistake)
            told.append(f"From move {number} on it could not be cleared any more: {mistake.action}.")
        else:
            told.append("It could not be cleared from the beginning, whatever the moves.")
        return told

    def steps_since_mistake(self, match: Match) -> int:
        """Return how many steps lie between the mistake and now, itself included."""
        mistake = first_mistake(match) if match.game.players == 1 else first_wrong_merge(match)
        return 0 if mistake is None else len(match.steps) - match.steps.index(mistake)

    def told_result(self, match: Match) -> list[str]:
        """Return how it ended, and the cards or the time."""
        state = match.state
        taken = words.help_taken(match.helps, match.undos, match.pauses)
        if isinstance(state, SoloState):
            return [words.solo_result(state, match.helps, match.undos, match.pauses)]
        returns, scores = state.returns(), state.scores()
        lines = [words.event(f"ended {state.ended_by()}"), _winners(returns, match.names)]
        for player, name in enumerate(match.names):
            cards = words.plural(int(scores[player]), "Leaf Card")
            worth = f"result {returns[player]:+g}" if returns[player] else "result 0"
            lines.append(f"Player {seat(player)} ({name}): {cards} left, {worth}")
        return [*lines, f"Help taken: {taken}."] if taken else lines


FACE = LeavesFace()


def _limit(state: TableState) -> int:
    """Return the milliseconds there are for a swap, or for the rest of a challenge."""
    return int(state.game.breeze_limit if state.phase == BREEZE else state.game.limit)


def first_mistake(match: Match) -> Happened | None:
    """Return the step of a lost solo run since which it is proved that it could not be cleared.

    None where that was so from the beginning, and for a run that was given up or took too long.
    """
    if match.state.ended not in _MISTAKES:
        return None
    moves = [step for step in match.steps if step.by != CHANCE_NAME]
    if not moves or moves[0].before.is_proved_lost():
        return None
    return next(step for step in moves if step.after.phase != SOLO or step.after.is_proved_lost())


def first_wrong_merge(match: Match) -> Happened | None:
    """Return the step of the challenge that has just failed since which it could not be cleared.

    That is a merge, or the placing of a card; None where neither was the mistake.
    """
    search = Search()
    found = None
    for step in reversed(match.steps):
        if step.before.phase not in (PLACE, MERGE) or step.by == REFEREE:
            break
        found = step
        if step.before.phase == PLACE or search.measure(layout_of(step.before.key)).solvable:
            break
    return found


def _winners(returns: Sequence[float], names: Sequence[str]) -> str:
    best = [_name(player, names) for player, worth in enumerate(returns) if worth == max(returns)]
    return f"{best[0]} wins." if len(best) == 1 else f"{listed(best)} share the first place."


def _or(items: Iterable[str]) -> str:
    return " or ".join(listed(items).rsplit(" and ", 1))


def _solo_offers(state: SoloState) -> list[Offer]:
    begun = [puzzle for puzzle in range(PUZZLES) if state._is_begun(puzzle)]
    prefix = "" if len(begun) == 1 else "{} "  # the number may be left out where there is one only
    lines = [_merges(prefix.format(puzzle + 1), state.keys[puzzle]) for puzzle in begun]
    if begun and not state.game.interleaves:
        if state.breezes and state.game.swaps_any_time:
            lines.append(Offer(f"swap two cards of the puzzle, such as swap a1 c3 ({_left(state)})"))
        return lines
    waiting = [str(puzzle + 1) for puzzle in range(PUZZLES) if state.placed[puzzle] == UNTOUCHED]
    if waiting:
        card = next(cards_in(state.hand))
        lines.append(Offer(f"place a card in puzzle {_or(waiting)}, such as place {waiting[0]} {card}"))
        if state.breezes:
            lines.append(
                Offer(f"swap two cards of a puzzle, such as swap {waiting[0]} a1 c3 ({_left(state)})")
            )
    return lines


def _left(state: SoloState) -> str:
    seconds = state.game.components.solo.seconds_a_breeze
    return f"{words.plural(state.breezes, 'Breeze')} left, {seconds} s each"


def _merges(prefix: str, key: int) -> Offer:
    layout = layout_of(key)
    pairs = [merge for merge in layout.merges() if merge.source < merge.goal]
    if not pairs:
        return Offer("no merge is left and the time runs out: pass")
    texts = [f"{prefix}{merge} {_or(layout.traits(merge))}" for merge in pairs]
    return Offer("merge, either way round", texts)


def _done(step: Happened, names: Sequence[str]) -> str:
    """Return what somebody did, in a sentence; empty for what the drawing shows better."""
    match step.action:
        case Draw():
            return _drawn(step)
        case Ask(player):
            what = (
                "heard first" if step.before.called else "asked next" if step.before.asked else "asked first"
            )
            return f"{_name(player, names)} is {what}."
        case Called(player):
            return f"{_name(player, names)} called first."
        case Nobody() | Fail():
            return ""  # what follows says it
    return f"{_name(step.before.current_player, names)} {_did(step)}."


def _answered(step: Happened, names: Sequence[str]) -> str:
    """Return who has answered where all do before one is heard; empty for any other step."""
    before = step.before
    if not isinstance(before, TableState) or len(before.observers()) == before.game.players:
        return ""
    return f"{_name(before.current_player, names)} has answered."


def _name(player: int, names: Sequence[str]) -> str:
    name = names[player] if player < len(names) else ""
    return f"Player {seat(player)}{f' ({name})' if name not in ('', 'human') else ''}"


def _drawn(step: Happened) -> str:
    before, after = step.before, step.after
    if isinstance(before, SoloState):
        return "The three puzzles are dealt." if after.current_player != CHANCE else ""
    if before.phase == DRAW:
        card = step.action.card
        what = "a card nobody has seen" if card is None else words.card_words(card)
        return f"Player {seat(before.caller)} draws {what}."
    if before.phase == DEAL != after.phase:
        return f"Puzzle {before.seats.puzzle} is dealt."
    return ""


def _dealt(step: Happened) -> str:
    """Return where a card of a set-up or of a puzzle was dealt to; empty for any other step."""
    if not isinstance(step.action, Draw):
        return ""
    card = "a card nobody has seen" if step.action.card is None else words.card_words(step.action.card)
    before = step.before
    if isinstance(before, SoloState):
        if before.hand.bit_count() < PUZZLES:
            return f"In hand: {card}."
        puzzle = next(p for p in range(PUZZLES) if occupied_of(before.keys[p]) in DEAL_CELL)
        return f"Puzzle {puzzle + 1}, {_next_cell(occupied_of(before.keys[puzzle]))}: {card}."
    if before.phase == SETUP:
        counts = zip(before.seats.counts, step.after.seats.counts, strict=True)
        player = next(player for player, (old, new) in enumerate(counts) if new > old)
        return f"Player {seat(player)} has {card}."
    return (
        f"Puzzle {before.seats.puzzle}, {_next_cell(before.occupied)}: {card}."
        if before.phase == DEAL
        else ""
    )


def _next_cell(occupied: int) -> str:
    return cell_name(DEAL_CELL[occupied], SIDE)


def _did(step: Happened) -> str:
    match step.action:
        case Call():
            return "calls"
        case Pass():
            return "passes" if step.before.phase == CALLING else "lets the time run out"
        case Keep():
            return "keeps the cards as they lie"
        case Swap() | Place() | Merge():
            return _says(layout_of(step.before.key), step.action)
        case SoloPlace(puzzle, card):
            return _says(layout_of(step.before.keys[puzzle]), Place(card), f" in puzzle {puzzle + 1}")
        case SoloMerge(puzzle, merge):
            return _says(layout_of(step.before.keys[puzzle]), merge, f" in puzzle {puzzle + 1}")
        case SoloSwap(first, second):
            return _swapped(step.before, first, second)
    return f"plays {step.action}"


def _swapped(state: SoloState, first: int, second: int) -> str:
    (p, x), (q, y) = divmod(first, CELLS), divmod(second, CELLS)
    if p == q:
        return _says(layout_of(state.keys[p]), Swap(x, y), f" in puzzle {p + 1}")
    one, other = (layout_of(state.keys[r]).cells[cell] for r, cell in ((p, x), (q, y)))
    return f"swaps {one} of puzzle {p + 1} and {other} of puzzle {q + 1}"


def _says(layout: Layout, step: Step, where: str = "") -> str:
    """Return a step in notation and in words, after a player's name."""
    said = " ".join(steps_text(layout, [step])[0].removeprefix(str(step)).split())
    what = f"plays {step}" if isinstance(step, Merge) else str(step).replace(" ", "s ", 1)
    return f"{what}{where}: {said}"

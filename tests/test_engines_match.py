"""Matches: what may be undone and put right, whose time counts, and that a log gives all of it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from leaves_play import EIGHT, SOLO_DEAL, SOLO_RUN, beginning, leaves, solo

from quadrangle.core.errors import FileError, IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Greedy, Random
from quadrangle.engines.game import CHANCE
from quadrangle.engines.leaves import Leaves, SoloState, TableState
from quadrangle.engines.log import Seal, read_log
from quadrangle.engines.match import LONGEST_MS, Match, replay

CLEARS = (
    *("a1-a2 number", "b1-b2 type", "c1-c2 colour", "a2-a3 colour"),
    *("c3-c2 type", "c2-b2 number", "a3-b3 number", "b2-b3 colour"),
)
"""How 1rg clears the puzzle of `beginning`."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def act(match: Match, *moves: str, ms: int = 0) -> Match:
    """Let moves happen, given as texts, each of which took so many milliseconds."""
    for move in moves:
        match.act(match.game.parse_action(move), ms)
    return match


def from_position(start: Any, path: Path | None = None) -> Match:
    return Match(start.game, 1, start=start, path=path)


def at_table(players: int = 2, path: Path | None = None, **rulings: str) -> Match:
    """Return a match at the first call, players being asked in their order unless a ruling says else."""
    return from_position(beginning("call", players, **{"call_order": "seat_order"} | rulings), path)


def alone(path: Path | None = None, **rulings: str) -> Match:
    """Return a solo challenge that has been dealt."""
    return from_position(solo(SOLO_DEAL, **{"solo_failure": "no_legal_move"} | rulings), path)


def refused(attempt: Callable[[], object], match: Match) -> str:
    """Return why something is refused; match and log stay as they were."""

    def all_of_it() -> tuple[Any, ...]:
        found = match.lines, match.helps, match.undos, match.pauses, match.owed_ms, match.finished
        log = match._log._path.read_bytes() if match._log else None  # type: ignore[union-attr]
        return *found, list(match.steps), log

    before = all_of_it()
    with pytest.raises(IllegalAction) as error:
        attempt()
    assert all_of_it() == before
    return str(error.value)


def same(match: Match, path: Path) -> Match:
    """Return what a log gives back, which is the match that wrote it."""
    found = replay(path)
    assert found.steps == match.steps
    assert found.state == match.state
    assert hash(found.state) == hash(match.state)
    counted = found.lines, found.helps, found.undos, found.pauses, found.owed_ms, found.finished
    assert counted == (match.lines, match.helps, match.undos, match.pauses, match.owed_ms, match.finished)
    assert found.header() == match.header()
    return found


def forged(path: Path, content: dict[str, Any]) -> str:
    """Return why a log is refused to which a line with a right digest was added; its number is named."""
    data, seal = path.read_bytes(), Seal()
    for line in data.splitlines():
        seal.accept(line)
    path.write_bytes(data + seal.sealed(msgspec.json.encode(content)) + b"\n")
    with pytest.raises(FileError) as error:
        replay(path)
    path.write_bytes(data)
    expected = f"{path}: line {len(data.splitlines()) + 1}: "
    assert str(error.value).startswith(expected)
    return str(error.value).removeprefix(expected)


@pytest.mark.parametrize("bot", [Random(), Greedy()])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_same_seed_and_players_give_the_same_bytes(players: int, bot: Any, tmp_path: Path) -> None:
    logs = []
    for number, seed in enumerate((7, 7, 8)):
        game = leaves(players, puzzle_limit="2", solo_failure="no_legal_move")
        path = tmp_path / f"{number}.jsonl"
        with Match(game, seed, [bot.name] * players, path=path) as match:
            match.advance(dict.fromkeys(range(players), bot))
            match.finish()
        same(match, path)
        logs.append(path.read_bytes())
    assert logs[0] == logs[1]
    assert logs[0].splitlines()[1:] != logs[2].splitlines()[1:]


def test_chance_after_a_resume_is_chance_without_it(tmp_path: Path) -> None:
    """Help, pauses and undos count as lines, so they are there when chance is asked for the next one."""
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"

    def begin(path: Path) -> Match:
        return Match(leaves(2, call_order="seat_order"), 3, path=path)

    def go_on(match: Match, again: Callable[[Match], Match]) -> None:
        match.chance()
        match = again(match)
        act(match, "pass")
        match.undo()
        match = again(match)
        act(match, "pass")
        match = again(match)
        match.help("puzzle")
        match.pause(500)
        match = again(match)
        act(match, "pass")
        match = again(match)
        match.chance()
        match.close()

    def reopened(match: Match) -> Match:
        match.close()
        return Match.resume(other)

    go_on(begin(one), lambda match: match)
    go_on(begin(other), reopened)
    assert one.read_bytes() == other.read_bytes()


def test_what_is_drawn_at_a_line_depends_on_seed_and_number_only() -> None:
    one, other = (act(at_table(), "pass", "pass") for _ in range(2))
    one.help("puzzle")
    one.undo()
    other.undo()
    other.pause(10)
    assert one.rng().next() == other.rng().next() == Rng(one.seed, 5).next()
    act(one, "pass")
    act(other, "pass")
    one.chance()
    other.chance()
    assert one.steps == other.steps


def test_chance_stops_where_a_player_decides_and_players_where_another_does() -> None:
    match = Match(leaves(3, call_order="seat_order"), 2)
    match.advance({1: Random()})
    assert match.state.current_player == 0
    assert [step.by for step in match.steps] == ["chance"] * 17
    act(match, "pass")
    match.advance({1: Random()})
    assert match.steps[17].by == "A"
    assert {step.by for step in match.steps[18:]} == {"B"}
    assert match.state.current_player != 1


class Spy:
    """A bot that keeps what it was shown, and passes."""

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def choose(self, state: Any, rng: Rng) -> Any:
        self.shown.append((state, rng.below(1000)))
        return state.game.parse_action("pass")


def test_a_bot_is_shown_nothing_that_its_player_does_not_know() -> None:
    """Whatever the others answered in secret, what it is shown is drawn alike."""
    guesses = set()
    for seed in range(40):
        shown = []
        for answers in (("call", "call"), ("call", "pass"), ("pass", "call"), ("pass", "pass")):
            start = beginning("call", 3, call_order="simultaneous")
            spy = Spy()
            match = act(Match(start.game, seed, start=start), *answers)
            truth = match.state.called
            match.answer(spy)
            [(state, drawn)] = spy.shown
            shown.append((state, drawn))
            guesses.add((truth, state.called))
        assert shown == [shown[0]] * 4
    assert guesses == {(truth, guess) for truth in range(4) for guess in range(4)}


def test_a_bot_is_shown_cards_nobody_has_seen_as_some_that_may_lie_there() -> None:
    game = leaves(2, call_order="seat_order")
    seen = set()
    for seed in range(20):
        match = act(Match(game, seed), "draw ?", "draw 2gm", "draw 3yg", *["draw ?"] * 3)
        act(match, *(f"draw {card}" for card in EIGHT.split()))
        spy = Spy()
        match.answer(spy)
        [(state, _)] = spy.shown
        assert not match.state.is_exact
        assert state.is_exact
        assert state.resample(0, Rng(0)) == state
        assert state.seats.counts == [3, 3]
        seen.add(state.seats.hands)
    assert len(seen) == 20


def test_a_bot_is_not_asked_where_there_is_one_thing_to_do() -> None:
    start = beginning("place", stuck="runs_out_the_clock")
    match = act(from_position(start), "place 1rg", "a1-a2 number", "b1-b2 type", "a3-b3 type", "c2-c1 colour")
    spy = Spy()
    while len(match.state.legal_actions()) > 1:
        match.act(match.state.legal_actions()[0])
    match.answer(spy)
    assert spy.shown == []


def test_alone_everything_since_the_deal_may_be_undone(path: Path) -> None:
    with Match(leaves(1, solo_failure="no_legal_move"), 5, path=path) as match:
        match.chance()
        dealt, lines = match.state, match.lines
        for _ in range(5):
            match.act(match.state.legal_actions()[0])
        assert match.undoable() == 5
        assert "at most 5 of the last steps can be undone" in refused(lambda: match.undo(6), match)
        match.undo(2)
        match.undo(3)
        assert (match.state, match.undos, match.lines) == (dealt, 2, lines + 7)
        assert "undo 1: nothing can be undone" in refused(match.undo, match)
        same(match, path)
    assert "undo 1: nothing can be undone" in forged(path, {"undo": 1})


@pytest.mark.parametrize("count", [0, -1, 4, 10**30])
def test_impossible_counts_are_refused(count: int, path: Path) -> None:
    with act(alone(path), *SOLO_RUN[:3]) as match:
        assert "at most 3" in refused(lambda: match.undo(count), match)
    assert "at most 3" in forged(path, {"undo": count})


def test_giving_up_alone_may_be_taken_back(path: Path) -> None:
    with act(alone(path), *SOLO_RUN[:3], ms=100) as match:
        before = match.state
        act(match, "fail forfeit", ms=900)
        assert match.is_over
        match.undo()
        assert (match.state, match.owed_ms) == (before, 900)
        same(match, path)
        act(match, *SOLO_RUN[3:])
        match.finish()
        assert same(match, path).result() == {
            "ended_by": "cleared",
            "returns": [1.0],
            "scores": [3.0],
            "helps": 0,
            "undos": 1,
            "pauses": 0,
        }
        assert match.state.stopwatch == 1200


def test_a_player_takes_back_own_decisions_in_a_row_and_never_those_of_others(path: Path) -> None:
    with at_table(path=path) as match:
        act(match, "pass")
        assert match.undoable() == 1
        before = match.state
        act(match, "call", "keep", "place 1gb")
        assert [step.by for step in match.steps] == ["A", "B", "B", "B"]
        assert match.undoable() == 3
        assert "nor what others decided" in refused(lambda: match.undo(4), match)
        match.undo(3)
        assert match.state == before
        # What A decided is the last step again, and nobody has decided anything since.
        assert match.undoable() == 1
        match.undo()
        assert match.state == match.start
        same(match, path)


def test_nobody_takes_back_what_chance_has_done(path: Path) -> None:
    with at_table(path=path) as match:
        act(match, "pass", "pass")
        assert match.state.current_player == CHANCE
        assert match.undoable() == 1
        match.act(match.state.sample_chance(match.rng()))
        assert match.undoable() == 0
        assert "nothing can be undone: not what chance has done" in refused(match.undo, match)
    assert "nothing can be undone" in forged(path, {"undo": 1})


def test_who_was_asked_by_chance_stays_asked() -> None:
    match = act(at_table(call_order="random_order"), "pass", "pass")
    match.chance()
    assert match.steps[-1].by == "chance"
    act(match, "call")
    assert match.undoable() == 1


def test_nobody_takes_back_a_word_of_the_referee() -> None:
    match = act(at_table(call_order="live", clock="live"), "call A", "keep", "place 1rg")
    assert match.undoable() == 2
    act(match, "fail forfeit")
    assert match.undoable() == 0
    assert "nothing can be undone" in refused(match.undo, match)


def test_nobody_takes_back_what_told_them_something_new() -> None:
    def reveals(state: TableState, action: Any, after: Any) -> bool:
        return str(action) == "keep"

    match = act(at_table(), "call", "keep", "place 1rg", CLEARS[0])
    assert match.undoable() == 4
    with mock.patch.object(TableState, "reveals", reveals):
        assert match.undoable() == 2
        assert "at most 2" in refused(lambda: match.undo(3), match)
        act(match, CLEARS[1])
        match.undo(3)
        assert match.undoable() == 0


def test_an_answer_in_secret_is_taken_back_until_the_next_has_answered() -> None:
    match = act(at_table(3, call_order="simultaneous"), "call")
    match.undo()
    act(match, "pass", "call")
    assert match.undoable() == 1
    act(match, "pass")
    # Everybody knows now that B called; C could make use of it.
    assert match.state.caller == 1
    assert "nothing can be undone" in refused(match.undo, match)


def test_the_time_of_undone_steps_stays_spent(path: Path) -> None:
    with alone(path) as match:
        act(match, SOLO_RUN[0], ms=700)
        act(match, SOLO_RUN[1], ms=300)
        match.undo(2)
        assert match.owed_ms == 1000
        assert match.state.stopwatch == 0
        act(match, SOLO_RUN[0], ms=50)
        assert match.owed_ms == 0
        assert match.steps[-1].elapsed_ms == match.state.stopwatch == 1050
        # Once more, in two goes: none of it is lost or counted twice.
        act(match, SOLO_RUN[1], ms=7)
        match.undo()
        match.undo()
        assert match.owed_ms == 1057
        same(match, path)
        match.close()
    with Match.resume(path) as match:
        assert match.owed_ms == 1057
        act(match, *SOLO_RUN)
        assert match.state.stopwatch == 1057
        match.finish()
        same(match, path)


@pytest.mark.parametrize("ms", [0, 1, 999])
def test_a_log_in_which_time_of_undone_steps_is_lost_is_refused(ms: int, path: Path) -> None:
    with act(alone(path), *SOLO_RUN[:2], ms=500) as match:
        match.undo(2)
    fields: dict[str, Any] = {"player": "A", "action": SOLO_RUN[0]}
    said = forged(path, fields | {"ms": ms} if ms else fields)
    assert f"{ms} ms; what was undone took 1000 ms, which stay spent" in said
    with Match.resume(path) as match:
        act(match, SOLO_RUN[0])
        assert same(match, path).state.stopwatch == 1000


def test_undone_time_runs_the_countdown_out(path: Path) -> None:
    with at_table(path=path, clock="live") as match:
        act(match, "call", "keep", ms=60_000)
        act(match, "place 1rg", ms=3_000)
        act(match, CLEARS[0], ms=8_000)
        assert match.state.clock == 11_000
        match.undo()
        act(match, CLEARS[0], ms=999)
        assert match.state.clock == 11_999
        match.undo()
        step = match.act(match.game.parse_action(CLEARS[0]), 1)
        assert step.elapsed_ms == 9_000
        assert step.then == ("failed timeout",)
        assert match.state.current_player == CHANCE
        same(match, path)


def test_a_timed_challenge_replays_exactly(path: Path) -> None:
    with at_table(path=path, clock="live", breeze_clock="5") as match:
        act(match, "call", ms=90_000)
        act(match, "keep", ms=4_999)
        act(match, "place 1rg", ms=1_000)
        act(match, *CLEARS[:7], ms=1_571)
        assert match.state.clock == 11_997
        last = match.act(match.game.parse_action(CLEARS[7]), 2)
        assert last.then == ("cleared",)
        same(match, path)
    assert b'"action":"keep","ms":4999,"digest"' in path.read_bytes()


@pytest.mark.parametrize("change", [("ms", 3), ("ms", None), ("then", None), ("then", ["failed stuck"])])
def test_a_timeout_that_time_or_consequences_contradict_is_refused(
    change: tuple[str, Any], path: Path
) -> None:
    with act(at_table(path=path, clock="live"), "call", "keep", ms=60_000) as match:
        match.act(match.game.parse_action("place 1rg"), 12_000)
        assert match.steps[-1].then == ("failed timeout",)
        same(match, path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    fields = {"player": "A", "action": "place 1rg", "ms": 12_000, "then": ["failed timeout"]}
    name, value = change
    changed = {key: value if key == name else old for key, old in fields.items()}
    said = forged(path, {key: found for key, found in changed.items() if found is not None})
    assert said.startswith("place 1rg: by these rules ")


@pytest.mark.parametrize("ms", [-1, -(10**30), LONGEST_MS + 1])
def test_times_that_cannot_be_are_refused(ms: int, path: Path) -> None:
    with alone(path) as match:
        act(match, SOLO_RUN[0], ms=5)
        match.undo()
        assert f"{ms} ms; expected 0 to" in refused(lambda: act(match, SOLO_RUN[0], ms=ms), match)
        assert f"{ms} ms; expected 0 to" in refused(lambda: match.pause(ms), match)
        # Together with what is owed it is too much, too.
        refused(lambda: act(match, SOLO_RUN[0], ms=LONGEST_MS), match)
        act(match, SOLO_RUN[0], ms=LONGEST_MS - 5)
        same(match, path)


def test_pauses_and_help_are_counted_and_cost_no_time(path: Path) -> None:
    with act(alone(path), SOLO_RUN[0], ms=10) as match:
        match.pause(600_000)
        match.help("is it still solvable?\n")
        match.pause(0)
        act(match, *SOLO_RUN[1:], ms=10)
        match.finish()
        assert match.state.stopwatch == 270
        result = same(match, path).result()
        assert (result["helps"], result["undos"], result["pauses"]) == (1, 0, 2)


def entered(path: Path | None = None, cards: str = "1rg 2gm 3yg 1gb 2ym 3rb") -> Match:
    """Return a match in which somebody has entered the cards of the set-up and of the first puzzle."""
    match = Match(leaves(2, call_order="seat_order"), 4, path=path)
    return act(match, *(f"draw {card}" for card in f"{cards} {EIGHT}".split()))


def test_a_mistyped_card_is_put_right_and_what_followed_stays(path: Path) -> None:
    with act(entered(path, "1rg 2gm 3gb 1gb 2ym 3rb"), "pass", "call", "keep") as match:
        match.correct(4, match.game.parse_action("draw 3yg"))
        expected = act(entered(), "pass", "call", "keep")
        assert match.state == expected.state
        assert [step.action for step in match.steps] == [step.action for step in expected.steps]
        assert [step.line for step in match.steps] == [step.line for step in expected.steps]
        act(match, "place 1gb")
        same(match, path)
        # The card that was never there may be found elsewhere, and a correction be corrected.
        match.correct(4, match.game.parse_action("draw 3gb"))
        assert str(match.steps[2].action) == "draw 3gb"
        same(match, path)
    again = Match.resume(path)
    assert again.state == match.state
    again.close()


def test_a_card_nobody_had_seen_is_named_later(path: Path) -> None:
    with entered(path, "1rg ? ? 1gb 2ym 3rb") as match:
        assert not match.state.is_exact
        match.correct(3, match.game.parse_action("draw 2gm"))
        match.correct(4, match.game.parse_action("draw 3yg"))
        assert match.state == entered().state
        same(match, path)


def test_what_the_rules_do_follows_from_what_was_put_right(path: Path) -> None:
    with act(at_table(path=path), "pass", "pass") as match:
        assert [step.then for step in match.steps] == [(), ("nobody called",)]
        match.correct(3, match.game.parse_action("call"))
        assert [step.then for step in match.steps] == [(), ()]
        assert match.state.caller == 1
        same(match, path)


def test_a_correction_keeps_what_followed_only_where_it_may_follow(path: Path) -> None:
    with at_table(path=path, clock="live") as match:
        act(match, "call", "keep", "place 1rg", *CLEARS[:7], CLEARS[7])
        assert match.steps[-1].then == ("cleared",)
        # A swap turns the puzzle into another one, in which the merges are not all possible.
        swap = match.game.parse_action("swap a1 c3")
        assert "what happened later (line " in refused(lambda: match.correct(3, swap), match)
        match.correct(2 + len(match.steps) - 1, match.game.parse_action("b3-b2 colour"))
        assert match.steps[-1].then == ("cleared",)
        assert match.steps[-1].after.key == 0
        same(match, path)


IMPOSSIBLE = [
    (5, "draw 2gm", "correct 5: draw 2gm: 2gm is not in the pile"),
    (4, "draw 1rb", "correct 4: what happened later (line 8) would not be possible: draw 1rb: 1rb is not in"),
    (4, "call", "correct 4: call: a card is drawn here"),
    (4, "fail forfeit", "correct 4: fail forfeit: there is no challenge that could fail"),
    (8, "draw ?", "correct 8: draw ?: cards of the puzzle lie face up"),
    (16, "call", "correct 16: what happened later (line 17) would not be possible: call: "),
    (17, "pass", "correct 17: what happened later (line 18) would not be possible: keep: "),
    (18, "fail forfeit", "correct 18: fail forfeit: referee would decide, not B"),
    (1, "draw 3yg", "correct 1: no step that still counts stands on that line"),
    (0, "draw 3yg", "correct 0: no step that still counts stands on that line"),
    (-2, "draw 3yg", "correct -2: no step that still counts stands on that line"),
    (19, "place 1gb", "correct 19: no step that still counts stands on that line"),
    (20, "place 1gb", "correct 20: no step that still counts stands on that line"),
    (21, "keep", "correct 21: no step that still counts stands on that line"),
    (99, "keep", "correct 99: no step that still counts stands on that line"),
]


@pytest.mark.parametrize(("number", "action", "why"), IMPOSSIBLE)
def test_impossible_corrections_are_refused_with_the_line(
    number: int, action: str, why: str, path: Path
) -> None:
    with act(entered(path), "pass", "call", "keep", "place 1gb") as match:
        match.undo()
        match.help("x")
        assert refused(lambda: match.correct(number, match.game.parse_action(action)), match).startswith(why)
    assert forged(path, {"correct": number, "action": action}).startswith(why)


def test_corrected_steps_are_undone_as_they_are_now(path: Path) -> None:
    with act(alone(path), "swap 1 a1 b1", "swap 2 a1 b1", ms=20) as match:
        match.correct(2, match.game.parse_action("swap 1 a1 c1"))
        assert match.state.stopwatch == 40
        match.undo()
        assert str(match.steps[-1].action) == "swap 1 a1 c1"
        assert "no step that still counts" in refused(
            lambda: match.correct(3, match.game.parse_action("swap 3 a1 b1")), match
        )
        match.undo()
        assert match.state == match.start
        same(match, path)


def test_simultaneous_answers_are_logged_and_one_who_called_is_heard(path: Path) -> None:
    with at_table(3, path, call_order="simultaneous") as match:
        act(match, "call", "pass", "call")
        assert match.state.current_player == CHANCE
        assert "chance decides here who is heard first" in refused(lambda: act(match, "ask B"), match)
        act(match, "ask C")
        assert [step.by for step in match.steps] == ["A", "B", "C", "chance"]
        assert match.state.caller == 2
        same(match, path)
    assert "keep: C decides here, not 'A'" in forged(path, {"player": "A", "action": "keep"})


def test_what_a_referee_says_is_logged_as_such(path: Path) -> None:
    with at_table(3, path, call_order="live", clock="live") as match:
        act(match, "call B", "keep")
        act(match, "place 1gb", ms=1000)
        act(match, "fail diagonal", ms=2000)
        assert [step.by for step in match.steps] == ["referee", "B", "B", "referee"]
        assert match.steps[-1].then == ("failed diagonal",)
        same(match, path)
    assert b'{"player":"referee","action":"fail diagonal","ms":2000,"then":["failed diagonal"]' in (
        path.read_bytes()
    )


@pytest.mark.parametrize("by", ["A", "B", "C", "chance", "Referee", "", "player A", None, 1, ["referee"]])
def test_a_step_is_done_by_who_decides(by: Any, path: Path) -> None:
    with at_table(3, path, call_order="live") as match:
        assert match.state.current_player == 0
    said = forged(path, {"player": by, "action": "call B"})
    assert said.startswith("call B: referee decides here, not ")


def test_one_move_is_written_in_one_way(path: Path) -> None:
    with act(at_table(path=path), "call"):
        pass
    said = forged(path, {"player": "A", "action": "swap c3 a1"})
    assert said.startswith("not how this is written; expected ")
    assert "swap a1 c3" in said


def test_a_referee_says_nothing_where_the_rules_give_no_word(path: Path) -> None:
    with at_table(path=path) as match:
        assert "there is no challenge" in refused(lambda: act(match, "fail timeout"), match)
        assert "call_order=live" in refused(lambda: act(match, "call B"), match)
        assert match.lines == 1
    assert "A decides here, not 'referee'" in forged(path, {"player": "referee", "action": "fail timeout"})


def test_a_log_is_replayed_up_to_a_line(path: Path) -> None:
    with act(alone(path), *SOLO_RUN[:4], ms=30) as match:
        match.undo(2)
    for to, moves in ((1, 0), (2, 1), (3, 2), (5, 4), (6, 2), (99, 2), (0, 0), (-3, 0)):
        found = replay(path, to=to)
        assert [str(step.action) for step in found.steps] == list(SOLO_RUN[:moves])
        assert found.lines == min(max(to, 1), 6)
    with Match.resume(path) as match:
        act(match, *SOLO_RUN[2:])
        match.finish()
    assert replay(path).finished
    # What is played on from there is played on beside the log, not in it.
    before = path.read_bytes()
    again = act(replay(path, to=4), *SOLO_RUN[3:])
    again.finish()
    assert again.finished
    assert path.read_bytes() == before


def test_a_match_starts_from_the_position_in_its_log(path: Path) -> None:
    with act(at_table(path=path), "call") as match:
        found = same(match, path)
        assert found.start == match.start
    [head, *_] = read_log(path).lines
    assert head.fields["start"] == str(match.start)


def test_there_is_a_name_for_every_player(path: Path) -> None:
    for names in (["a"], ["a", "b", "c"]):
        with pytest.raises(NotationError, match=f"{len(names)} names for 2 players"):
            Match(Leaves(2), names=names, path=path)
    assert not path.exists()
    assert Match(Leaves(2)).names == ["human", "human"]


def test_a_result_is_written_once_and_only_at_the_end(path: Path) -> None:
    with act(alone(path), *SOLO_RUN[:-1]) as match:
        match.finish()
        assert not match.finished
        act(match, SOLO_RUN[-1])
        match.finish()
        match.finish()
    assert path.read_bytes().count(b'{"result":') == 1
    assert isinstance(match.state, SoloState)
    with pytest.raises(FileError, match="the match is finished"):
        Match.resume(path)


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["act"] * 6 + ["referee", "undo", "undo", "correct", "help", "pause", "resume"]),
        st.integers(0, 10**6),
        st.integers(0, 10**6),
        st.sampled_from([0, 0, 0, 1, 400, 2500, 12_000]),
    ),
    max_size=40,
)
GAMES = st.sampled_from(
    [
        leaves(2, puzzle_limit="3", clock="live"),
        leaves(3, puzzle_limit="2", call_order="simultaneous", breeze_clock="3"),
        leaves(2, puzzle_limit="2", call_order="live", clock="per_merge:2", stuck="runs_out_the_clock"),
        leaves(4, puzzle_limit="2", failed_centre_card="back_to_hand"),
        leaves(1, solo_failure="no_legal_move", solo_clock="12s_each"),
        leaves(1, solo_failure="no_legal_move", solo_order="interleaved", solo_breeze="across_puzzles"),
    ]
)


def happen(match: Match, kind: str, one: int, other: int, ms: int) -> None:
    """Let one of the things happen that may happen in a match, if it may happen now."""
    state = match.state
    if kind == "undo" and match.undoable():
        match.undo(1 + one % match.undoable())
    elif kind == "help":
        match.help(f"help {one}")
    elif kind == "pause":
        match.pause(ms)
    elif kind == "correct" and match.steps:
        step = match.steps[one % len(match.steps)]
        chances = [outcome for outcome, _ in step.before.chance_outcomes()]
        instead = chances or step.before.legal_actions()
        try:
            match.correct(step.line, instead[other % len(instead)])
        except IllegalAction as error:
            assert str(error).startswith(f"correct {step.line}: ")
    elif kind == "referee" and state.referee_actions():
        match.act(state.referee_actions()[one % len(state.referee_actions())], ms)
    elif state.current_player == CHANCE:
        match.chance() if one % 2 else match.act(state.sample_chance(match.rng()))
    elif not match.is_over:
        match.act(state.legal_actions()[one % len(state.legal_actions())], ms)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=GAMES, seed=st.integers(0, 1000), operations=OPERATIONS)
def test_a_log_gives_back_any_match(
    game: Leaves, seed: int, operations: list[tuple[str, int, int, int]], path: Path
) -> None:
    path.unlink(missing_ok=True)
    match = Match(game, seed, path=path)
    spent = 0
    try:
        for kind, one, other, ms in operations:
            if kind == "resume":
                match.close()
                match = Match.resume(path)
            before = sum(step.elapsed_ms for step in match.steps) + match.owed_ms
            happen(match, kind, one, other, ms)
            spent = sum(step.elapsed_ms for step in match.steps) + match.owed_ms
            # No time is ever lost by an undo or a correction.
            assert before <= spent <= before + ms
        same(match, path)
        match.close()
        match = Match.resume(path)
        match.advance({player: Random() for player in range(game.players)})
        match.finish()
        same(match, path)
    finally:
        match.close()
    assert sum(step.elapsed_ms for step in match.steps) + match.owed_ms == spent

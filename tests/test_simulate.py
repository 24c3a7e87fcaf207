"""`quadrangle simulate`: what many games say, the same however they are played."""

from __future__ import annotations

import json
import math
import os
import signal
import statistics
import subprocess
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from command import one_line_error, run, started
from leaves_cases import PUZZLE, solo_deal

from quadrangle.commands.games.options import the_game, the_start
from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Random
from quadrangle.engines.game import CHANCE, TERMINAL, State
from quadrangle.engines.leaves import Leaves, LeavesRulings, TableState
from quadrangle.engines.simulation import (
    Setup,
    Tally,
    bounded_interval,
    branching,
    mean,
    mean_interval,
    mean_of,
    quantile,
    simulate,
    student,
)
from quadrangle.solvers.leaves.link import solo_link

SHORT = LeavesRulings(puzzle_limit="4")
QUICK = ["--ruling", "puzzle_limit=4"]
DUEL = ["simulate", "leaves", "--bots", "random,greedy", *QUICK]
HANDS = f"{PUZZLE} hands 3yg 1rg | 2rg ?"
SHIPPED = Path(__file__).parents[1] / "engines" / "leaves" / "components.toml"


def go_on() -> bool:
    return False


def lengths(games: int, seed: int) -> list[tuple[int, int, int, TableState]]:
    """Play random games by hand; return decisions, legal actions and chance steps of each, and its end."""
    found = []
    for number in range(games):
        state: State = Leaves(players=2, rulings=SHORT).start()
        rng = Rng(seed, number)
        decisions = choices = chance = 0
        while state.current_player != TERMINAL:
            if state.current_player == CHANCE:
                state = state.apply(state.sample_chance(rng))
                chance += 1
                continue
            legal = state.legal_actions()
            decisions, choices = decisions + 1, choices + len(legal)
            state = state.apply(legal[0] if len(legal) == 1 else legal.sample(rng))
        assert isinstance(state, TableState)
        found.append((decisions, choices, chance, state))
    return found


def test_what_it_says_is_what_the_games_were() -> None:
    games = lengths(60, seed=5)
    ran = run(
        "simulate", "leaves", "--bots", "random,random", *QUICK, "--games", "60", "--seed", "5", "--json"
    )
    found = ran.json
    decisions = [game[0] for game in games]
    assert found["length"]["mean"] == pytest.approx(statistics.fmean(decisions), rel=1e-8)
    assert (found["length"]["shortest"], found["length"]["longest"]) == (min(decisions), max(decisions))
    assert found["length"]["quantiles"]["50"] == sorted(decisions)[29]
    assert found["chance"]["mean"] == pytest.approx(statistics.fmean(game[2] for game in games), rel=1e-8)
    ratio = sum(game[1] for game in games) / sum(decisions)
    assert found["branching"]["mean"] == pytest.approx(ratio, rel=1e-8)
    low, high = found["branching"]["interval"]
    spread = sum((game[1] - ratio * game[0]) ** 2 for game in games) / 59 / 60
    assert (high - low) / 2 == pytest.approx(
        student(59) * math.sqrt(spread) / statistics.fmean(decisions), rel=1e-6
    )
    for seat, player in enumerate(found["by_seat"]):
        assert player["wins"]["games"] == sum(game[3].returns()[seat] == 1 for game in games)
        assert player["ties"]["games"] == sum(game[3].returns() == (0.0, 0.0) for game in games)
        scores = [game[3].scores()[seat] for game in games]
        assert player["scores"]["mean"] == pytest.approx(statistics.fmean(scores), rel=1e-8)
        half = student(59) * statistics.stdev(scores) / math.sqrt(60)
        low, high = player["scores"]["interval"]
        assert (high - low) / 2 == pytest.approx(half, rel=1e-6)
    assert {end["ended_by"]: end["games"] for end in found["ended"]} == Counter(
        game[3].ended_by() for game in games
    )


@pytest.mark.parametrize("workers", ["1", "2", "3", None])
def test_the_same_seed_gives_the_same_bytes_on_any_number_of_processes(workers: str | None) -> None:
    expected = run(*DUEL, "--games", "40", "--seed", "9", "--workers", "1", "--json").out
    more = ["--workers", workers] if workers else []
    assert run(*DUEL, "--games", "40", "--seed", "9", *more, "--json").out == expected
    assert run(*DUEL, "--games", "40", "--seed", "8", *more, "--json").out != expected


def test_bots_are_named_in_either_case() -> None:
    several = ["--games", "3", *QUICK]
    expected = run("simulate", "leaves", "--bots", "random,greedy", *several).out
    assert run("simulate", "leaves", "--bots", "Random, GREEDY", *several).out == expected != ""


def test_a_game_is_the_same_however_many_are_asked_for() -> None:
    setup = Setup(Leaves(players=2, rulings=SHORT).start(), ("random", "greedy"), 3)
    whole, parts = setup.play(range(20), go_on), Tally()
    for first, last in ((13, 20), (0, 5), (5, 13)):
        parts.merge(setup.play(range(first, last), go_on))
    assert parts == whole
    assert whole.games == 20


def test_a_run_that_takes_long_goes_on_in_more_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Leaves(players=2, rulings=SHORT)
    alone = simulate(game, ["random", "random"], 200, 4, workers=1)
    monkeypatch.setattr("quadrangle.engines.simulation._ALONE_SECONDS", 0.0)
    assert simulate(game, ["random", "random"], 200, 4) == alone


def test_where_no_process_can_be_started_this_one_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no pipes here")

    monkeypatch.setattr("quadrangle.core.processes.Worker", refuse)
    game = Leaves(players=2, rulings=SHORT)
    found = simulate(game, ["random", "random"], 20, 4, workers=2)
    assert found == simulate(game, ["random", "random"], 20, 4, workers=1)
    assert (
        "playing in one process only (no process can be started (no pipes here))" in capsys.readouterr().err
    )


def children(process: int) -> list[int]:
    """Return the processes another has started."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def plays(process: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds child processes in /proc")
def test_a_process_that_is_lost_takes_no_game_with_it() -> None:
    arguments = [*DUEL, "--games", "300", "--json"]
    process = started(*arguments, "--workers", "2")
    players: list[int] = []
    until = time.monotonic() + 30
    while not players and time.monotonic() < until:
        time.sleep(0.05)
        players = [child for child in children(process.pid) if plays(child)]
    os.kill(players[0], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert b"a process was lost; " in err
    assert out.decode() == run(*arguments, "--workers", "1").out


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_prints_what_the_games_played_so_far_say(workers: str) -> None:
    arguments = ["simulate", "leaves", "--bots", "random,random", *QUICK, "--games", "10000000"]
    settings = {"start_new_session": True} if os.name == "posix" else {}
    process = started(*arguments, "--workers", workers, "--json", **settings)
    time.sleep(3)
    # To all of its processes, as a terminal does.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.decode().splitlines()[-1] == "quadrangle: interrupted"
    assert "Traceback" not in err.decode()
    found = json.loads(out)
    assert 0 < found["games"] < found["asked"] == 10_000_000
    assert sum(end["games"] for end in found["ended"]) == found["games"]


def test_an_interrupt_before_the_first_game_is_over_says_that_none_is() -> None:
    found = simulate(Leaves(players=2), ["random", "random"], 10, 1, workers=1, stopped=lambda: True)
    assert found.games == 0
    assert mean(found.decisions) is None
    assert mean_interval(found.decisions) is None
    assert branching(found) is None


def test_every_game_starts_from_the_position_given() -> None:
    whole = f"{PUZZLE} hands 3yg | 2rg"
    found = run(
        "simulate", "leaves", "--bots", "solver,random", "--games", "8", "--from", whole, "--json"
    ).json
    assert found["start"].startswith("phase: order\npuzzle: 1\nlayout: 1rb")
    assert found["length"]["shortest"] <= 12
    assert found["by_seat"][0]["wins"]["games"] == 8
    deal = solo_deal(35)
    typed = run("simulate", "leaves", "--bots", "greedy", "--games", "2", "--from", str(deal), "--json")
    assert (
        typed.out
        == run(
            "simulate", "leaves", "--bots", "greedy", "--games", "2", "--from", solo_link(deal), "--json"
        ).out
    )
    assert typed.json["chance"]["mean"] == 0


def test_cards_nobody_has_seen_are_drawn_for_each_game() -> None:
    game = the_game("leaves", 2, ["puzzle_limit=1"])
    start = the_start(game, HANDS)
    assert not start.is_exact
    setup = Setup(start, ("random", "random"), 1)
    assert setup.play(range(30), go_on).games == 30
    drawn = {start.resample(0, Rng(1, number)) for number in range(30)}
    assert len(drawn) > 5


def test_a_position_is_read_from_a_file_and_standard_input(tmp_path: Path) -> None:
    arguments = ["simulate", "leaves", "--bots", "random,random", *QUICK, "--games", "3", "--json", "--from"]
    path = tmp_path / "position.txt"
    path.write_bytes(HANDS.replace(" / ", "\r\n").encode())
    expected = run(*arguments, HANDS).out
    assert run(*arguments, str(path)).out == expected
    assert run(*arguments, "-", stdin=HANDS.encode()).out == expected
    assert run(*arguments, json.loads(expected)["start"]).out == expected
    assert run(*arguments, json.loads(expected)["start"].replace("\n", " ;  ")).out == expected


def test_nine_cards_are_a_challenge_of_the_first_player() -> None:
    text = f"{PUZZLE.replace(' . ', ' 3yg ')} hands - | 2rg 1rm"
    state = the_start(the_game("leaves", 2), text)
    assert state.current_player == 0
    assert str(state).startswith("phase: merge\npuzzle: 1\ncaller: A\nplaced: 3yg\n")


def test_one_bot_plays_the_solo_challenge() -> None:
    ran = run("simulate", "leaves", "--bots", "greedy", "--games", "6")
    assert "Leaves, 1 player, 6 games (seed 1)." in ran.out
    assert "Bands, the best being 1 (where time counts, bots take none)" in ran.out
    found = run("simulate", "leaves", "--bots", "greedy", "--games", "6", "--json").json
    assert sum(found["bands"].values()) == found["by_seat"][0]["wins"]["games"]
    assert found["by_seat"][0]["ties"]["games"] == 0
    lost = run(
        "simulate", "leaves", "--bots", "random", "--games", "3", "--ruling", "solo_failure=no_legal_move"
    )
    assert "no game was won" in lost.out
    assert "won     0: 0.0 %" in lost.out


def test_a_bot_in_several_seats_is_also_taken_together() -> None:
    bots = ["simulate", "leaves", "--bots", "random,greedy,random", *QUICK, "--games", "20"]
    found = run(*bots, "--json").json
    both, greedy = found["by_bot"]
    assert (both["seats"], greedy["seats"]) == ("AC", "B")
    first, second, third = found["by_seat"]
    assert greedy == second
    assert both["wins"]["games"] == first["wins"]["games"] + third["wins"]["games"]
    assert both["returns"]["mean"] == pytest.approx((first["returns"]["mean"] + third["returns"]["mean"]) / 2)
    assert "random, all its seats (AC)" in run(*bots).out


def test_reconstructed_components_are_said_last(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED.read_text().replace('source = "printed"', 'source = "reconstructed"', 2))
    ran = run(*DUEL, "--games", "2", "--components", str(path))
    assert ran.out.splitlines()[-1].startswith("2 of 31 components are reconstructed, not printed")
    assert run(*DUEL, "--games", "2", "--components", str(path), "--json").json["reconstructed"] == 2
    assert "reconstructed" not in run(*DUEL, "--games", "2").out


def test_the_text_says_what_it_was_asked() -> None:
    ran = run(*DUEL, "--games", "5", "--seed", "2", "--from", HANDS)
    assert ran.code == 0
    for line in (
        "Rulings: puzzle_limit=4.",
        "From: phase: order; puzzle: 1; layout",
        "A  random",
        "B  greedy",
    ):
        assert line in ran.out
    assert "5 games (seed 2)" in ran.out
    assert "decisions a second" in ran.err


TERMINAL_TEXT = "phase: over\npuzzle: 4\nhands: - | 2rg\nbreezes: 1 1\nended: out_of_cards"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["simulate", "chess", "--bots", "random"],
            "no game is called 'chess'; expected academy, campus and leaves",
        ),
        (["simulate", "leaves"], "Missing option '--bots'"),
        (["simulate", "leaves", "--bots", "deep"], "no bot for leaves is called 'deep'; expected random"),
        (["simulate", "leaves", "--bots", "random,,random"], "--bots: a bot without a name"),
        (
            ["simulate", "leaves", "--bots", ",".join(["random"] * 5)],
            "5 players of Leaves; expected 1 (solo) to 4",
        ),
        (["simulate", "leaves", "--bots", ",".join(["random"] * 999)], "999 players of Leaves"),
        ([*DUEL, "--games", "0"], "0 is not in the range"),
        ([*DUEL, "--games", "1" + "0" * 30], "is not in the range"),
        ([*DUEL, "--games", "many"], "'many' is not a valid integer"),
        ([*DUEL, "--seed", "1.5"], "'1.5' is not a valid integer"),
        ([*DUEL, "--seed", "9" * 99], "more than 63 bits"),
        ([*DUEL, "--workers", "0"], "0 is not in the range"),
        ([*DUEL, "--ruling", "clock"], "--ruling: the ruling 'clock'; expected NAME=VALUE"),
        ([*DUEL, "--ruling", "clock=on"], "the ruling clock=on; expected clock=off or live"),
        ([*DUEL, "--ruling", "clock=off", "--ruling", "clock=off"], "the ruling clock set twice"),
        ([*DUEL, "--ruling", "nonsense=1"], "no ruling is called 'nonsense'"),
        (
            ["simulate", "leaves", "--bots", "random,random", "--ruling", "puzzle_limit=none"],
            "puzzle_limit=none",
        ),
        ([*DUEL, "--rulings", "no-such-file"], "no-such-file: cannot be read"),
        ([*DUEL, "--components", "no-such-file"], "no-such-file: cannot be read"),
        ([*DUEL, "--from", "no-such-file"], "'no-such-file' is neither a position nor a file"),
        ([*DUEL, "--from", ""], "--from: 0 cards"),
        ([*DUEL, "--from", "a\0b"], "neither a position nor a file"),
        ([*DUEL, "--from", "x " * 40_000], "longer than 65536 characters"),
        (
            [*DUEL, "--from", PUZZLE],
            "--from: a puzzle without hands; expected a puzzle and what each player has",
        ),
        ([*DUEL, "--from", f"{PUZZLE} hands 3yg"], "hands for 1; expected one for each of 2 players"),
        ([*DUEL, "--from", f"{PUZZLE} hands 3yg | 1rb"], "line 3, column 25: hand card 1rb already lies"),
        ([*DUEL, "--from", "phase: order\npuzzle: x"], "--from, line 2: 'x' is not a number"),
        ([*DUEL, "--from", TERMINAL_TEXT], "the game is over in this position (out_of_cards)"),
        (
            [*DUEL, "--from", "leaves~1rb2yg3gm-1ym.2gb-3rg1gg2rm~3yg"],
            "the link's hand of 1; expected as many",
        ),
        ([*DUEL, "--from", solo_link(solo_deal(35))], "is not a layout's link"),
        (
            ["simulate", "leaves", "--bots", "random", "--from", PUZZLE],
            "three hand cards, then three puzzles",
        ),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in one_line_error(run(*arguments))


@pytest.mark.parametrize("option", ["--rulings", "--components", "--from"])
@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02",
        b"\xff\xfe",
        b"a=" + b"[" * 5000,
        b"a=" + b"9" * 5000,
        b"x" * 300_000,
        b"[[leaf]]\ncard=1",
    ],
)
def test_a_file_of_anything_is_one_clear_line(option: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "anything"
    path.write_bytes(data)
    assert str(path) in one_line_error(run(*DUEL, option, str(path)))


def test_settings_go_above_a_file_of_rulings(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('puzzle_limit = 9\nclock = "live"\n')
    arguments = [*DUEL, "--games", "1", "--rulings", str(path), "--json"]
    found = run(*arguments).json["rulings"]
    assert (found["puzzle_limit"], found["clock"]) == ("4", "live")


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (10**6, 1.960)],
)
def test_students_quantile_is_that_of_the_tables(degrees: int, expected: float) -> None:
    assert student(degrees) == pytest.approx(expected, abs=0.013 if degrees == 3 else 0.004)


def test_students_interval_is_that_of_the_sample() -> None:
    values = [3, 4, 4, 9, 11]
    interval = mean_interval(Counter(values))
    assert interval is not None
    half = student(4) * statistics.stdev(values) / math.sqrt(5)
    assert interval == pytest.approx((6.2 - half, 6.2 + half))
    assert mean_interval(Counter([3])) is None


def test_a_bounded_interval_holds_its_mean_and_stays_within_its_bounds() -> None:
    for trials in (1, 2, 10, 1000):
        for average in (-1.0, -0.5, 0.0, 1.0):
            low, high = bounded_interval(average, trials, -1.0, 1.0)
            assert -1 - 1e-12 <= low <= average + 1e-12
            assert average - 1e-12 <= high <= 1 + 1e-12
            assert high - low > 0


def test_the_interval_of_a_mean_holds_the_truth_about_as_often_as_it_says() -> None:
    held = 0
    for sample in range(400):
        rng = Rng(7, sample)
        interval = mean_interval(Counter(rng.below(21) for _ in range(12)))
        assert interval is not None
        held += interval[0] <= 10 <= interval[1]
    assert 365 <= held <= 393


def test_quantiles_are_those_of_the_sorted_values() -> None:
    values = sorted(Rng(3).below(50) for _ in range(41))
    for percent in (5, 25, 50, 75, 95, 100):
        place = math.ceil(Fraction(percent, 100) * 41)
        assert quantile(Counter(values), percent) == values[place - 1]
    with pytest.raises(ValueError, match="a quantile of nothing"):
        quantile(Counter(), 50)


def test_a_mean_over_seats_is_taken_game_by_game() -> None:
    returns: Counter[tuple[float, ...]] = Counter({(1.0, -1.0, 0.0): 3, (-1.0, 0.0, 1.0): 1})
    assert mean_of(returns, [0, 2]) == Counter({0.5: 3, 0.0: 1})


def test_the_number_of_bots_has_to_fit() -> None:
    with pytest.raises(NotationError, match="1 bots for 2 players"):
        simulate(Leaves(players=2), ["random"], 1, 1)
    assert Random().name == "random"


def test_the_start_has_to_be_of_the_game() -> None:
    for players in (2, 3):
        with pytest.raises(NotationError, match="a start of another game"):
            simulate(Leaves(2), ["random"] * 2, 1, 1, start=Leaves(players).start(), workers=1)


def test_a_terminal_of_sixty_columns_holds_every_line() -> None:
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 60, 0, 0))
    process = started(*DUEL, "--games", "5", "--from", HANDS, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert process.wait(60) == 0
    lines = said.replace(b"\x1b[1m", b"").replace(b"\x1b[0m", b"").decode().splitlines()
    assert len(lines) > 25
    assert max(map(len, lines)) <= 60

"""The benchmarks of Campus measure what they say: players by the rules, peers that agree, results kept."""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from campus_cases import WHOLE, whole_boards

sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

import campus
import campus_dead
import campus_deals
import campus_growth
import campus_players
import campus_strength
import campus_tables

from quadrangle.core.rng import Rng
from quadrangle.render.shapes import Label
from quadrangle.solvers.campus import PRINTED, Board, Moves, Outcome, Roll, Rules, cells, judge
from quadrangle.solvers.campus.board import STAR_POINTS
from quadrangle.solvers.campus.shut_the_box import Box, Objective, solve_box

_SOME_RULES = (
    Rules(),
    Rules(dead_board="end_game", loss_of_turn="any_copy_down"),
    Rules(dead_board="end_game", doubles="exact", loss_of_turn="off"),
    Rules(dead_board="end_game", normal_roll="at_most", loss_value="doubled_value"),
)


def played_slowly(board: Board, rules: Rules, player: str, seed: int, item: int) -> campus_players.Game:
    """Return how a game goes, played through the solver's own moves."""
    of_board, rng = judge(board.arrangement, rules), Rng(seed, item)
    up, turns, died = board.up, 0, False
    while up:
        turns += 1
        roll = Roll.throw(rng)
        terms = of_board.terms(up, roll)
        if terms.lost:
            continue
        if player == "random":
            up = of_board.chains.closed(up & ~of_board.draw(up, terms, rng))
        else:
            outcomes = Moves(board.with_up(up), roll, rules).outcomes()
            up = max(outcomes, key=lambda outcome: seen(outcome, player)).up
        if up and of_board.is_dead(up):
            died = True
            if rules.dead_board != "relax":
                break
    return campus_players.Game(turns, died, up)


def seen(outcome: Outcome, player: str) -> tuple[int, int]:
    """Return what a greedy player sees in a move, the first thing first."""
    of_cell = outcome.arrangement.values
    values = [of_cell[cell] or STAR_POINTS for cell in cells(outcome.down)]
    return (len(values), sum(values)) if player == "tiles" else (sum(values), len(values))


@pytest.mark.slow
@pytest.mark.parametrize("rules", _SOME_RULES)
def test_games_are_those_played_through_the_moves(rules: Rules) -> None:
    for k, board in enumerate(whole_boards(3, seed=7)):
        table = campus_players.Table(board, rules)
        for player in campus_players.PLAYERS:
            assert table.play(player, 5, k) == played_slowly(board, rules, player, 5, k)


@pytest.mark.parametrize("player", campus_players.PLAYERS)
def test_games_go_alike_uncompiled(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campus_players, "compiled", lambda kernel: kernel)
    board = Board.parse("3 7 s 5\n2 11 4 9\n1 s 6 8\n12 5 10 s")
    for item in range(4):
        slowly = played_slowly(board, Rules(), player, 1, item)
        assert campus_players.Table(board, Rules()).play(player, 1, item) == slowly


def test_play_is_broken_off_where_few_enough_numbers_are_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campus_players, "compiled", lambda kernel: kernel)
    board = Board.parse(WHOLE)
    game = campus_players.Table(board, Rules()).play("random", 1, 0, 24)
    up = board.with_up(game.left).up_numbers
    assert 0 < up.bit_count() <= 24


def test_players_refuse_rulings_they_do_not_know() -> None:
    with pytest.raises(ValueError, match="default rulings on stars"):
        campus_players.Table(Board.parse(WHOLE), Rules(star_needs="all_lines"))


@pytest.mark.parametrize("roll", ["5+6", "2+2"])
def test_peers_find_the_same_moves(roll: str) -> None:
    board = Board.parse("11 5 3\n2 1 24\n6 8 s")
    moves = Moves(board, Roll.parse(roll), Rules())
    expected = {outcome.tiles: outcome.up for outcome in moves.outcomes()}
    assert len(expected) > 5
    assert campus.by_combinations(moves) == expected
    assert campus.by_batch(moves) == expected


@pytest.mark.slow
def test_cp_sat_finds_the_same_moves() -> None:
    moves = Moves(Board.parse("11 5 3\n2 1 24\n6 8 s"), Roll.parse("5+6"), Rules())
    assert campus.by_cp_sat(moves) == {outcome.tiles: outcome.up for outcome in moves.outcomes()}


@pytest.mark.parametrize("objective", ["win", "sum"])
def test_the_plain_box_has_the_same_value(objective: Objective) -> None:
    assert campus.plain_box(7, objective) == solve_box(Box(tiles=7), objective).value()


def test_the_longest_list_of_moves_is_that_of_a_board_that_can_be_dealt() -> None:
    board = campus.all_numbers()
    assert PRINTED.unused(board.arrangement) == (0,) * 8
    assert len(Moves(board, Roll.parse("6+6"), Rules())) == 17_539


def test_every_ruling_on_lost_turns_has_its_row() -> None:
    counts = {
        campus_dead.key_of(rules, player): 1
        for rules in campus_dead.rulings()
        for player in campus_players.PLAYERS
    }
    rows = campus_dead.shares(counts, 2).splitlines()[2:]
    assert len(rows) == 20
    assert sum("| off | - |" in row for row in rows) == 4


def test_chances_of_deals_add_up() -> None:
    chances = [campus_deals.chance(tiles) for tiles in range(37)]
    assert sum(chances) == 1
    assert [tiles for tiles, chance in enumerate(chances) if chance] == list(range(28, 37))
    # All eight tiles left in the bag are numbers.
    assert chances[28] == Fraction(math.perm(36, 8), math.perm(44, 8))


def test_positions_to_measure_have_so_many_tiles_up() -> None:
    position = next(campus_growth.positions(20))
    assert position.up.bit_count() == 20
    assert all((position.up & line).bit_count() != 1 for line in position.lines)


def test_growth_is_drawn_with_a_row_for_every_power_of_ten() -> None:
    rows = [
        campus_growth.Growth(20 + k, 10.0 * 2**k, 2.0**20 * 10**k, 0.1 * 10**k, 1.0, 5.0) for k in range(3)
    ]
    drawing = campus_growth.plot(rows)
    labels = [shape.text for shape in drawing.shapes if isinstance(shape, Label)]
    assert labels == ["0.1", "1", "10", "100", "20", "21", "22", "seconds", "MiB", "number tiles up"]
    assert "2.00 times" in drawing.description
    assert campus_growth.table(rows).splitlines()[2] == "| 20 | 10 | 0.00098 | 0.1 | 10000.00 | 5.0 |"


@pytest.mark.slow
def test_the_best_play_is_compared_with_the_player_of_most_tiles() -> None:
    compared = campus_strength.compared(Board.parse("3 7 5\n2 11 4\n1 24 6"))
    assert compared.tiles == 9
    assert 1 < compared.best < compared.greedy
    assert compared.saving == 1 - compared.best / compared.greedy
    row = campus_strength.savings_table([compared, compared]).splitlines()[-1]
    assert row.startswith("| all | 2 |")


@pytest.mark.slow
def test_endings_have_as_many_tiles_up_as_they_say() -> None:
    found = [board for k in range(12) if (board := campus_strength.ending(k)) is not None]
    assert {board.up_numbers.bit_count() for board in found} <= set(range(20, 25))
    assert len(found) > 6


def test_results_are_kept_and_a_cut_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = campus_tables.Kept(path, "a thing")
    first.add("one", 1)
    first.add("two", [2, 3])
    first.close()
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + '["three", ', encoding="utf-8")
    again = campus_tables.Kept(path, "a thing")
    again.close()
    assert again.found == {"one": 1, "two": [2, 3]}
    assert path.read_text(encoding="utf-8") == whole
    with pytest.raises(SystemExit, match="expected"):
        campus_tables.Kept(path, "another thing")
    path.write_text(json.dumps("x") + "\nx\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="a JSON list a line"):
        campus_tables.Kept(path, "a thing")


def test_shares_have_the_interval_of_wilson_and_means_that_of_student() -> None:
    assert campus_tables.share(0, 100) == "0.00 (0.00-3.70)"
    assert campus_tables.share(50, 100) == "50.00 (40.38-59.62)"
    assert campus_tables.mean(list(range(1, 11))) == "5.50 ± 2.17"  # 2.262 standard errors
    assert campus_tables.mean([7.0]) == "7.00"

"""The `leaves` commands as a person uses them; batches and streams have files of their own."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest
from command import one_line_error, run
from leaves_cases import (
    PUZZLE,
    TABLE,
    full_layouts,
    lonely_centre,
    lost_by_search,
    puzzles,
    shuffled,
    solo_deal,
)

from quadrangle.commands.leaves import answers as leaves_answers
from quadrangle.core.budget import Budget
from quadrangle.solvers.leaves import breeze
from quadrangle.solvers.leaves.breeze import SoloDeal
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.census import CAREFUL_UNIT, shipped, shipped_difficulty
from quadrangle.solvers.leaves.layout import Layout, Step, Swap, parse_step, replay
from quadrangle.solvers.leaves.link import layout_link, solo_link
from quadrangle.solvers.leaves.search import Search, bits, dead_ends


def steps(texts: list[str]) -> list[Step]:
    return [parse_step(text) for text in texts]


def _hard_deal() -> SoloDeal:
    """Return a solo deal no hand card of which clears the first puzzle without a swap."""
    for puzzle in puzzles(20_000, seed=36):
        failing = [card for card, need in shipped().swaps(puzzle).items() if need]
        if len(failing) >= 3:
            rest = [card for card in shuffled(36, 1) if card not in puzzle.cards and card not in failing[:3]]
            others = [Layout((*rest[8 * i : 8 * i + 4], None, *rest[8 * i + 4 : 8 * i + 8])) for i in (0, 1)]
            return SoloDeal(tuple(failing[:3]), (puzzle, *others))
    raise AssertionError


def test_without_arguments_it_lists_what_one_may_want_to_do() -> None:
    alone, asked = run(), run("--help")
    assert alone.code == asked.code == 0
    assert alone.out == asked.out
    assert alone.out.index("leaves") < alone.out.index("stacks")
    assert "Unofficial" in alone.out


def test_check_says_yes_in_how_many_ways_and_shows_one() -> None:
    ran = run("leaves", "check", *TABLE.split())
    assert ran.code == 0
    assert "Yes: it can be stacked into one, in 11,918 ways." in ran.out
    assert "one time in 209 (7.7 bits)" in ran.out
    moves = re.findall(r"^ +\d+\. (\S+ \S+)", ran.out, re.MULTILINE)
    assert replay(Layout.parse(TABLE), steps(moves)).occupied.bit_count() == 1


def test_check_answers_in_json() -> None:
    for layout in full_layouts(25, seed=31):
        found = run("leaves", "check", str(layout), "--json").json
        measure = Search().measure(layout)
        assert found["layout"] == str(layout)
        assert found["solvable"] is measure.solvable
        assert found["solutions"] == measure.solutions
        assert Fraction(found["random_play_success"]) == measure.random_play_success
        assert Fraction(found["careful_success"]) == measure.careful_success
        if measure.solvable:
            assert replay(layout, steps(found["solution"])).occupied.bit_count() == 1
            assert 0 <= found["harder_than"] < 1


@pytest.mark.parametrize("layout", [lonely_centre(), lost_by_search()])
def test_check_says_no_and_why(layout: Layout) -> None:
    said, found = run("leaves", "check", str(layout)), run("leaves", "check", str(layout), "--json")
    assert said.code == found.code == 1
    assert f"No: {found.json['reason']}." in said.out
    assert found.json["solution"] is None
    assert found.json["bits"] is None
    assert found.json["solutions"] == 0
    assert found.json["nodes"] == Search().measure(layout).nodes


def test_check_of_eight_cards_tells_which_of_nineteen_work() -> None:
    puzzle = next(p for p in puzzles(500, seed=32) if set(shipped().swaps(p).values()) >= {0, 1})
    ran = run("leaves", "check", str(puzzle), "--json")
    assert ran.code == 0
    assert len(ran.json["centres"]) == 19
    for centre in ran.json["centres"]:
        measure = Search().measure(puzzle.place(Card.parse(centre["card"])))
        assert centre["solvable"] is measure.solvable
        assert centre["solutions"] == measure.solutions
        assert (centre["swaps"] == 0) == measure.solvable
    said = run("leaves", "check", str(puzzle))
    working = sum(centre["solvable"] for centre in ran.json["centres"])
    assert f"{working} of the 19 cards work" in said.out
    assert said.out.count(" fails: ") == 19 - working


def test_check_with_a_hand_asks_only_about_the_hand() -> None:
    puzzle = next(p for p in puzzles(500, seed=32) if set(shipped().swaps(p).values()) >= {0, 1})
    swaps = shipped().swaps(puzzle)
    good = next(card for card, need in swaps.items() if need == 0)
    bad = next(card for card, need in swaps.items() if need == 1)
    assert run("leaves", "check", str(puzzle), "--hand", str(good)).code == 0
    both = run("leaves", "check", str(puzzle), "--hand", f"{bad} {good}", "--json")
    assert [centre["card"] for centre in both.json["centres"]] == [str(bad), str(good)]
    ran = run("leaves", "check", str(puzzle), "--hand", str(bad))
    assert ran.code == 1
    assert "1 swap" in ran.out
    linked = run("leaves", "check", layout_link(puzzle, (bad,)))
    assert linked.out == ran.out


def test_check_takes_files_standard_input_and_links(tmp_path: Path) -> None:
    expected = run("leaves", "check", TABLE).out
    path = tmp_path / "table.txt"
    path.write_bytes(b"\xef\xbb\xbf" + TABLE.replace("\n", "\r\n").encode())
    assert run("leaves", "check", "--file", str(path)).out == expected
    assert run("leaves", "check", "-", stdin=TABLE.encode()).out == expected
    assert run("leaves", "check", "--file", "-", stdin=TABLE.encode()).out == expected
    assert run("leaves", "check", layout_link(Layout.parse(TABLE))).out == expected
    assert run("leaves", "check", "https://example.org/#" + layout_link(Layout.parse(TABLE))).out == expected


def test_check_in_progress_takes_any_cells() -> None:
    ran = run("leaves", "check", ". 1rb . / . 1ym . / . . .", "--in-progress", "--json")
    assert ran.code == 0
    assert ran.json["solutions"] == 2
    assert ran.json["random_play_success"] == "1/1"
    assert ran.json["harder_than"] is None
    cut = run("leaves", "check", "1rb . . / . . . / . . 1ym", "--in-progress")
    assert cut.code == 1
    assert "empty cells cut 1rb off from 1ym" in cut.out
    solved = run("leaves", "solve", "1rb 1ym . / . 1gm . / . . .", "--in-progress", "--json")
    end = replay(Layout.parse("1rb 1ym .\n. 1gm .\n. . ."), steps(solved.json["steps"]))
    assert end.occupied.bit_count() == 1
    assert "a hand in mid-play" in one_line_error(
        run("leaves", "check", PUZZLE, "--in-progress", "--hand", "3yg")
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1rb 1rb 3gm / 1ym . 2gb / 3rg 1gg 2rm"], "1rb is named for both a1 and b1"),
        (["4rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm"], "'4rb' is not a Leaf Card"),
        (["1rb 2yg 3gm / 1ym 2gb / 3rg 1gg"], "7 cards; expected nine cells"),
        (["1rb 2yg 3gm / 1ym 3yb 2gb / 3rg 1gg 2rm 3gg"], "10 cards; expected nine cells"),
        (["1rb", "2yg", "3gm", "1ym", "2gb", "3rg", "1gg", "2rx"], "argument 8: '2rx' is not a Leaf Card"),
        (["1rb . 3gm / 1ym 2yg 2gb / 3rg 1gg 2rm"], "b1 is empty; expected only the centre"),
        ([PUZZLE, "--hand", "1rb"], "--hand: hand card 1rb already lies in the puzzle"),
        ([PUZZLE, "--hand", "3yg 3yg"], "3yg is twice in the hand"),
        ([TABLE, "--hand", "3yb"], "a hand for a layout whose centre is full"),
        (["leaves~1rb2yg"], "1 row in the link"),
        (["--file", "no-such-file"], "no-such-file: cannot be read"),
        ([PUZZLE, "--file", "x"], "expected one or the other"),
        ([], "no layout; expected nine cells"),
        (["--frobnicate"], "No such option"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in one_line_error(run("leaves", "check", *arguments))


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"\xff\xfe1rb", b"\x7fELF" + bytes(300), b"", b"\n\n"])
def test_a_binary_or_empty_input_is_one_clear_line(data: bytes) -> None:
    one_line_error(run("leaves", "check", "-", stdin=data))


def test_an_endless_input_is_not_read_to_its_end() -> None:
    assert "longer than 65536 bytes" in one_line_error(run("leaves", "check", "-", stdin=bytes(1_000_000)))


def test_solve_shows_a_line_and_draws_it(tmp_path: Path) -> None:
    picture = tmp_path / "line.svg"
    ran = run("leaves", "solve", TABLE, "--svg", str(picture))
    assert ran.code == 0
    assert "One of 11,918 ways." in ran.out
    assert picture.read_text().startswith("<")
    assert picture.read_text().count(" · both ") == 8
    assert run("leaves", "solve", TABLE, "--svg", "-").out == picture.read_text()
    lost = run("leaves", "solve", str(lonely_centre()), "--svg", str(picture))
    assert lost.code == 1
    assert " · both " not in picture.read_text()
    failed = run("leaves", "solve", TABLE, "--svg", str(tmp_path / "no" / "folder.svg"))
    assert failed.code == 2
    assert failed.out == ran.out
    assert "cannot be written" in failed.err


def test_solve_finds_the_card_and_the_fewest_swaps() -> None:
    puzzle = next(p for p in puzzles(500, seed=33) if 1 in shipped().swaps(p).values())
    bad = next(card for card, need in shipped().swaps(puzzle).items() if need == 1)
    refused = run("leaves", "solve", str(puzzle), "--hand", str(bad))
    assert refused.code == 1
    assert f"No: {bad} needs 1 swap; no swap is allowed." in refused.out
    found = run("leaves", "solve", str(puzzle), "--hand", str(bad), "--breezes", "2", "--json").json
    assert found["swaps"] == 1
    assert found["card"] == str(bad)
    line = steps(found["steps"])
    assert isinstance(line[0], Swap)
    assert replay(puzzle, line).occupied.bit_count() == 1
    free = run("leaves", "solve", str(puzzle), "--json").json
    assert free["swaps"] == 0
    one_line_error(run("leaves", "solve", TABLE, "--breezes", "1"))


def test_review_finds_the_merge_that_lost() -> None:
    """Play into a loss on purpose and ask."""
    for layout in full_layouts(20, seed=34):
        search = Search()
        here, played = layout, []
        while search.measure(here).solvable and here.occupied.bit_count() > 1:
            safe = search.safe(here)
            losing = [merge for merge in here.merges() if merge not in safe]
            merge = (losing or list(safe))[0]
            played.append(merge)
            here = here.apply(merge)
        ran = run("leaves", "review", str(layout), *map(str, played), "--json")
        if here.occupied.bit_count() == 1:
            assert ran.code == (0 if played else 1)
            continue
        assert ran.code == 1
        found = ran.json
        assert found["lost_at"] == len(played)
        assert found["merges"][-1]["solutions_left"] == 0
        before = replay(layout, played[:-1])
        assert found["merges"][-1]["safe_merges"] == len(search.safe(before))
        assert found["merges"][-1]["legal_merges"] == len(before.merges())
        assert replay(before, steps(found["better"])).occupied.bit_count() == 1
        said = run("leaves", "review", str(layout), *map(str, played))
        assert "<- no solution was left after this one" in said.out
        return
    raise AssertionError("no layout was lost")


def test_review_names_the_rule_an_illegal_move_broke() -> None:
    ran = run("leaves", "review", TABLE, "a1-a2", "a2-c2")
    assert ran.code == 2
    assert "Not allowed: merge 2, a2-c2: a2 and c2 are not next to each other" in ran.out
    wrong = run("leaves", "review", TABLE, "a1-a2 colour", "--json")
    assert "share number, not colour" in wrong.json["illegal"]


def test_review_takes_a_puzzle_with_swap_and_placement() -> None:
    ran = run("leaves", "review", PUZZLE, "swap a1 c1", "place 3yg", "a2b2", "--json")
    assert ran.json["merges"][0]["merge"] == "a2-b2"
    assert "moves" in one_line_error(run("leaves", "review", TABLE))
    assert "place a card" in one_line_error(run("leaves", "review", PUZZLE, "a1-a2"))


def test_solo_lists_every_assignment_fewest_breezes_first() -> None:
    for k in range(3):
        deal = solo_deal(35, k)
        ran = run("leaves", "solo", str(deal), "--json")
        assert ran.code == 0
        breezes = [way["breezes"] for way in ran.json["assignments"]]
        assert breezes == sorted(breezes)
        for way in ran.json["assignments"]:
            assert {part["card"] for part in way["clearings"]} == {str(card) for card in deal.hand}
            for part in way["clearings"]:
                line = steps([*part["swaps"], f"place {part['card']}", *part["solution"]])
                assert replay(deal.puzzles[part["puzzle"] - 1], line).occupied.bit_count() == 1
        assert run("leaves", "solo", solo_link(deal), "--json").out == ran.out
        assert run("leaves", "solo", "-", "--json", stdin=str(deal).encode()).out == ran.out


def test_solo_proves_that_a_deal_needs_its_breezes() -> None:
    deal = _hard_deal()
    needs = [[shipped().swaps(puzzle)[card] for card in deal.hand] for puzzle in deal.puzzles]
    fewest = min(
        sum(9 if needs[p][h] is None else needs[p][h] or 0 for p, h in enumerate(order))
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    )
    assert fewest >= 1
    found = run("leaves", "solo", str(deal), "--json").json
    assert found["assignments"][0]["breezes"] == fewest
    without = run("leaves", "solo", str(deal), "--breezes", str(fewest - 1))
    assert without.code == 1
    assert "puzzle 1 needs" in without.out


def test_solo_says_unknown_when_its_time_is_spent() -> None:
    ran = run("leaves", "solo", str(solo_deal(35)), "--budget", "0")
    assert ran.code == 3
    assert "Unknown" in ran.out


def test_lookup_answers_from_the_census(tmp_path: Path) -> None:
    for puzzle in puzzles(5, seed=38):
        found = run("leaves", "lookup", str(puzzle), "--json").json
        assert {Card.parse(c): n for c, n in found["swaps"].items()} == shipped().swaps(puzzle)
        assert f"{found['working']} of the 19" in run("leaves", "lookup", str(puzzle)).out
    bad = lost_by_search()
    assert run("leaves", "lookup", str(bad)).code == 1
    path = tmp_path / "cut.bin"
    path.write_bytes(b"quadrangle leaves census 1\n{}")
    one_line_error(run("leaves", "lookup", str(bad), "--census", str(path)))


def test_schemas_are_listed_and_printed() -> None:
    names = run("schema").out.split()
    assert "leaves-check" in names
    for name in names:
        assert "$defs" in run("schema", name).json
    assert "is not a document" in one_line_error(run("schema", "nonsense"))


def test_colour_is_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("leaves", "check", TABLE).out
    assert "\x1b[" in run("--color", "always", "leaves", "check", TABLE).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("leaves", "check", TABLE).out


def test_a_fault_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("kaput")

    monkeypatch.setattr("quadrangle.commands.leaves.answers.check_layout", broken)
    ran = run("leaves", "check", TABLE)
    assert ran.code == 70
    assert re.fullmatch(r"quadrangle: a fault of ours: RuntimeError: kaput[^\n]*\n", ran.err)


def test_every_lonely_centre_is_named() -> None:
    """The puzzle's cards share nothing with this one."""
    cells = lonely_centre().cells
    puzzle = Layout((*cells[:4], None, *cells[5:]))
    ran = run("leaves", "check", str(puzzle), "--hand", str(CARDS[0]))
    assert ran.code == 1
    assert (
        f"{CARDS[0]} fails: {CARDS[0]} ({CARDS[0].words}) shares no trait with any other top card." in ran.out
    )
    assert "no order works" in ran.out


def test_a_hand_in_a_link_is_checked() -> None:
    link = layout_link(Layout.parse(PUZZLE))
    for hand in ("1rb", "3yg3yg"):
        assert "the link: hand card" in one_line_error(run("leaves", "check", f"{link}~{hand}"))
    assert "the link: '2gx' is not a Leaf Card" in one_line_error(
        run("leaves", "check", link.replace("2gb", "2gx"))
    )
    found = run("leaves", "lookup", f"{link}~3yg", "--json").json
    assert list(found["swaps"]) == found["hand"] == ["3yg"]
    assert run("leaves", "lookup", f"{link}~3yg").out == "3yg: works\n"
    assert run("leaves", "lookup", link, "--hand", "3yg 1rm").out == "3yg: works\n1rm: works\n"


def test_review_refuses_what_comes_too_late() -> None:
    for moves, number in ((["a1-a2", "place 1rm"], 2), (["swap a1 b1", "a1-a2"], 1)):
        found = run("leaves", "review", TABLE, *moves, "--json").json
        late_move = f"merge {number}, {moves[number - 1]}"
        assert found["illegal"].startswith(f"{late_move}: the centre card lies already")
    late = run("leaves", "review", PUZZLE, "place 3yg", "swap a1 b1", "--json")
    assert late.code == 2
    assert "merge 1, swap a1 b1: the centre card lies already" in late.json["illegal"]
    wrong = run("leaves", "review", PUZZLE, "place 1rb", "--json")
    assert "step 1, place 1rb: that card already lies in the puzzle" in wrong.json["illegal"]
    assert wrong.json["solvable_at_start"] is None
    assert "solution" not in run("leaves", "review", PUZZLE, "swap a1 b2", "place 3yg").out
    held = layout_link(Layout.parse(PUZZLE), (Card.parse("3yg"),))
    assert "the hand is 3yg" in run("leaves", "review", held, "place 3yb", "--json").json["illegal"]


def test_review_reads_one_argument_blanks_in_merges_and_files(tmp_path: Path) -> None:
    expected = run("leaves", "review", TABLE, "a1-a2", "c1-c2 colour").out
    written = (
        ["a1 - a2 C1>C2 color"],
        ["a1", "-", "a2", "c1", ">", "c2", "colour"],
        ["a1- a2", "c1 >c2 colour"],
    )
    for moves in written:
        assert run("leaves", "review", TABLE, *moves).out == expected
    assert run("leaves", "review", TABLE + " a1 - a2 C1>C2 color").out == expected
    swapped = run("leaves", "review", PUZZLE, "swap a1 c3", "place 3yg", "a2-b2", "--json").out
    for moves in (
        ["swap a1-c3 place yellow 3 ginkgo a2b2"],
        ["swap", "a1c3", "place", "3", "yellow", "g", "a2>b2"],
    ):
        assert run("leaves", "review", PUZZLE, *moves, "--json").out == swapped
    mid_play = run("leaves", "review", PUZZLE, "a1-a2", "--in-progress", "--json")
    assert mid_play.json["illegal"] is None
    path = tmp_path / "game.txt"
    path.write_text(TABLE + "\na1-a2\nc1-c2 colour\n")
    assert run("leaves", "review", "--file", str(path)).out == expected
    path.write_text(TABLE + "\na1-a2\nc1-c9\n")
    assert f"{path}, line 5, column 1: 'c9'" in one_line_error(run("leaves", "review", "--file", str(path)))


def test_review_tells_only_of_the_first_mistake() -> None:
    """A line that is lost, and goes on: one mark, later merges have no solution to keep, exit code 1."""
    for layout in full_layouts(20, seed=34):
        search, here, played = Search(), layout, []
        while here.merges():
            safe = search.safe(here)
            losing = [merge for merge in here.merges() if merge not in safe]
            played.append((losing or list(safe))[0])
            here = here.apply(played[-1])
        lost = next(
            n for n, _ in enumerate(played, 1) if not search.measure(replay(layout, played[:n])).solvable
        )
        if lost < len(played):
            said = run("leaves", "review", str(layout), *map(str, played))
            assert said.code == 1
            assert said.out.count("<- no solution was left") == 1
            assert said.out.count(": already lost") == len(played) - lost
            found = run("leaves", "review", str(layout), *map(str, played), "--json").json
            assert found["lost_at"] == lost
            better = steps(found["better"])
            assert replay(replay(layout, played[: lost - 1]), better).occupied.bit_count() == 1
            return
    raise AssertionError


def test_review_of_a_lost_table_says_so() -> None:
    layout = lost_by_search()
    ran = run("leaves", "review", str(layout), str(layout.merges()[0]))
    assert ran.code == 1
    assert "There was no solution at the start." in ran.out


def test_groups_alone_show_their_help() -> None:
    for name in ("leaves", "stacks"):
        assert run(name).out == run(name, "--help").out
        assert run(name).code == 0


def test_the_examples_of_the_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a pack
    lines = re.findall(r"^ {2,4}quadrangle (.*?)(?: {3,}.*)?$", run("--help").out, re.MULTILINE)
    assert len(lines) == 9
    for line in lines[1:]:
        assert run(*shlex.split(line)).code == 0


def test_a_fault_can_be_shown_wherever_that_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("kaput")

    monkeypatch.setattr("quadrangle.commands.leaves.answers.check_layout", broken)
    for arguments in (["--traceback", "leaves", "check", TABLE], ["leaves", "check", TABLE, "--traceback"]):
        ran = run(*arguments)
        assert ran.code == 70
        assert "Traceback" in ran.err


def test_what_check_says_is_in_its_document() -> None:
    """Every number, of layouts easy and hard."""
    for layout in full_layouts(12, seed=45):
        search = Search()
        measure = search.measure(layout)
        if not measure.solvable:
            continue
        found = run("leaves", "check", str(layout), "--json").json
        place = shipped_difficulty().careful.percentile(measure.careful_success, CAREFUL_UNIT)
        assert found["bits"] == bits(measure.random_play_success)
        assert found["careful_bits"] == bits(measure.careful_success)
        assert found["harder_than"] == pytest.approx(place.easier, rel=1e-8)
        assert found["dead_ends"] == dead_ends(layout)
        assert found["first_mistake"] == search.first_mistake(layout)
        line, here, forced = steps(found["solution"]), layout, 0
        for merge in line:
            forced += len(search.safe(here)) == 1
            here = here.apply(merge)
        assert found["forced"] == forced


def test_of_equal_swaps_the_card_a_careful_player_does_best_with_is_taken() -> None:
    found = run("leaves", "solve", PUZZLE, "--json").json
    puzzle, search = Layout.parse(PUZZLE), Search()
    best = max(puzzle.absent, key=lambda card: search.measure(puzzle.place(card)).careful_success)
    assert found["card"] == str(best)


def test_a_no_to_a_puzzle_names_what_each_card_needs() -> None:
    cells = lonely_centre().cells
    puzzle = Layout((*cells[:4], None, *cells[5:]))
    ran = run("leaves", "solve", str(puzzle), "--hand", str(CARDS[0]), "--breezes", "7")
    assert ran.code == 1
    assert f"No: {CARDS[0]} ({CARDS[0].words}) shares no trait with any other top card" in ran.out


def test_solo_says_when_there_may_be_more(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = solo_deal(35)
    whole = run("leaves", "solo", str(deal), "--json").json
    assert whole["proof"] == "exact"
    spent = breeze.solve_solo(deal).nodes - 1
    monkeypatch.setattr(
        leaves_answers, "solve_solo", lambda d, b, _: breeze.solve_solo(d, b, Budget(nodes=spent))
    )
    ran = run("leaves", "solo", str(deal), "--json")
    assert ran.code == 0
    assert ran.json["proof"] == "bound"
    assert len(ran.json["assignments"]) < 6
    assert "there may be more ways" in run("leaves", "solo", str(deal)).out
    monkeypatch.undo()
    assert "is not a number of seconds" in one_line_error(run("leaves", "solo", str(deal), "--budget", "nan"))


@pytest.mark.slow
def test_the_census_command_lists_counts_and_puzzles_without_a_centre(tmp_path: Path) -> None:
    path = tmp_path / "census.bin"
    ran = run("-q", "leaves", "census", "--out", str(path), "--workers", "2", "--json")
    assert ran.code == 0
    assert ran.err == ""
    found = ran.json
    assert found["solvable_pairs"] == 1_693_086_415_344
    assert found["difficulty"] is None
    weights = 0
    for text in found["without_centre"]:
        assert set(shipped().swaps(Layout.parse(text)).values()).isdisjoint({0})
        weights += 1
    assert weights > 400
    puzzle = Layout.parse(found["without_centre"][0])
    assert run("leaves", "lookup", str(puzzle), "--census", str(path)).code == 1


@pytest.mark.slow
def test_a_plain_census_leaves_the_parts_of_a_longer_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "census.bin"
    kept = tmp_path / "census.bin.difficulty.parts"
    kept.write_bytes(b"parts of another run")
    run("-q", "leaves", "census", "--out", str(path))
    assert kept.read_bytes() == b"parts of another run"

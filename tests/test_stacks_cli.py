"""`quadrangle stacks` as a person or a program calls it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import command
import pytest

from quadrangle.commands.stacks import explain
from quadrangle.solvers.stacks import (
    CellsApart,
    EndCannotJoin,
    NoLastCard,
    NoPartner,
    Reason,
    Searched,
    Trapped,
    TwoGroups,
)

WORKED = "5S JC QH 8H / KC 6H 3H 9H / 3S JS TH TS / KS 7D AH 5C"


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Run a command of the group in this process; return exit code, standard output and standard error."""
    ran = command.run("stacks", *arguments, stdin=stdin.encode())
    return ran.code, ran.out, ran.err


@pytest.mark.slow
def test_a_range_of_deals_lists_those_that_cannot_be_reduced() -> None:
    code, out, _ = run("check", "--game", "birds-of-a-feather", "--deals", "1-200")
    assert code == 0
    assert out.splitlines()[:3] == [
        "birds-of-a-feather deals 1-200: 198 can be reduced to one stack, 2 cannot.",
        "  10: 9C matches no other card.",
        "  190: JH matches no other card.",
    ]


def test_a_range_as_json() -> None:
    code, out, _ = run("check", "--game", "birds-of-a-feather", "--deals", "1-20", "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["checked"], document["solvable"]) == (20, 19)
    assert [deal["deal"] for deal in document["unsolvable"]] == [10]


@pytest.mark.parametrize("source", ["arguments", "file", "standard input"])
def test_one_deal_is_answered_with_a_line(source: str, tmp_path: Path) -> None:
    file = tmp_path / "deal"
    file.write_text(WORKED.replace(" / ", "\r\n"), encoding="utf-8-sig")
    arguments = {"arguments": WORKED.split(), "file": ["--file", str(file)], "standard input": ["-"]}
    code, out, _ = run("check", "--game", "birds-of-a-feather", *arguments[source], stdin=WORKED)
    assert code == 0
    assert out.startswith("Yes.\n")
    assert len(out.splitlines()[1].split()) == 15


def test_one_numbered_deal_that_cannot_be_reduced_exits_with_1() -> None:
    code, out, _ = run("check", "--game", "birds-of-a-feather", "--deals", "10")
    assert (code, out) == (1, "No: 9C matches no other card.\n")


def test_a_row_of_cards() -> None:
    code, out, _ = run("check", "--game", "accordion", "5S", "JC", "QH", "QS", "7C")
    assert (code, out) == (1, "No: none of 5S, QH and QS matches any of JC and 7C.\n")
    code, out, _ = run("check", "--game", "accordion", "5S", "5C", "7C", "--json")
    assert (code, json.loads(out)["solution"]) == (0, ["5C-5S", "7C-5C"])


def test_a_spent_budget_exits_with_3() -> None:
    code, out, _ = run("check", "--game", "birds-of-a-feather", "--deals", "19", "--budget", "1e-9")
    assert (code, out) == (3, "Undecided when the budget was spent. 0 positions searched.\n")
    code, out, _ = run("check", "--game", "birds-of-a-feather", "--deals", "1-9", "--budget", "1e-9")
    assert code == 3
    assert "Stopped after 0 of 9 deals." in out


@pytest.mark.slow
def test_the_estimate_names_its_interval() -> None:
    code, out, _ = run("winnable", "--game", "late-binding", "--deals", "400", "--seed", "3", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["won"] + document["lost"] == document["deals"] == 400
    assert 0 < document["interval"][0] < document["won"] / 400 < document["interval"][1] < 1
    code, out, _ = run("winnable", "--game", "late-binding", "--deals", "400", "--seed", "3")
    assert f"{document['won']} of 400" in out
    assert "95 % interval" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--game", "leaves", "5S"], "is not one of"),
        (["winnable", "--game", "leaves"], "is not one of"),
        (["check", "--game", "birds-of-a-feather"], "give the cards"),
        (["check", "--game", "birds-of-a-feather", "--deals", "5-2"], "'5-2' is not a range"),
        (["check", "--game", "birds-of-a-feather", "--deals", "x"], "'x' is not a range"),
        (["check", "--game", "birds-of-a-feather", "--deals", "0-3"], "ascending range"),
        (["check", "--game", "late-binding", "--deals", "1-3"], "no numbered deals"),
        (["check", "--game", "birds-of-a-feather", "--deals", "1", "5S"], "either --deals or cards"),
        (["check", "--game", "birds-of-a-feather", "5S", "5X"], "argument 2: '5X' is not a card"),
        (["check", "--game", "birds-of-a-feather", "--file", "no such file"], "cannot be read"),
        (["check", "--game", "late-binding", "5S", "JC"], "2 cards; expected the 18 cards"),
        (["check", "--game", "chess"], "chess"),
        (["winnable", "--game", "late-binding", "--deals", "0"], "--deals"),
    ],
)
def test_bad_input_is_one_line_and_exits_with_2(arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (NoPartner(0), "A matches no other card"),
        (TwoGroups((0,), (1, 2)), "none of A matches any of B and C"),
        (CellsApart((0, 1), (2,)), "A and B can never reach C"),
        (
            EndCannotJoin((1,), (2,)),
            "the stack at the left end never moves, and without its card none of B matches any of C",
        ),
        (
            NoLastCard((Trapped(0, (1, 2), (2,)), Trapped(3, (4,), (4,)))),
            "no card can be the last: "
            "only A joins B and C to the rest and cannot take in C, so the last card is one of B and C; "
            "only D joins E to the rest and cannot take in E, so the last card is one of E",
        ),
        (Searched(7), "every line of play was followed, 7 positions searched"),
    ],
)
def test_every_reason_is_a_sentence(reason: Reason, sentence: str) -> None:
    assert explain(reason, lambda cell: "ABCDE"[cell]) == sentence


def test_a_single_deal_loads_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from quadrangle.cli import main\n"
        "try:\n"
        f"    main(['stacks', 'check', '--game', 'birds-of-a-feather', *{WORKED.split()}])\n"
        "except SystemExit as left:\n"
        "    assert left.code == 0\n"
        "print(sorted({'numpy', 'numba', 'networkx', 'ortools', 'rich'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupt_tells_what_is_known_and_ends_with_130() -> None:
    words = [sys.executable, "-m", "quadrangle", "stacks", "winnable", "--game", "late-binding"]
    process = subprocess.Popen(
        [*words, "--deals", "90000000", "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    while "late-binding: " not in process.stderr.readline():  # the first progress line
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"of [\d,]+ random deals can be reduced", out)
    assert "of 90,000,000 deals." in out
    assert err.endswith("quadrangle: interrupted\n")


def test_what_cannot_be_decided_widens_the_interval_and_exits_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrangle.solvers.stacks.estimate.MOST_NODES", 40)
    code, out, _ = run("winnable", "--game", "late-binding", "--deals", "300", "--workers", "2")
    assert code == 3
    assert "Undecided deals, which widen the interval on both sides:" in out
    code, again, _ = run("winnable", "--game", "late-binding", "--deals", "300", "--workers", "1")
    assert (code, again) == (3, out)

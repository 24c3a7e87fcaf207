"""The `canvas` commands as a person uses them, with good input and bad."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from canvas_cases import random_canvases
from command import one_line_error, run, started

from quadrangle.commands.canvas.scoring import outcomes
from quadrangle.solvers.canvas import (
    GOALS,
    INSPIRATIONS,
    Canvas,
    Card,
    Goal,
    Rules,
    areas,
    canvas_link,
    has_pattern,
    longest_path,
    regions,
)
from quadrangle.solvers.canvas.contest import NOBODY

SMALL = "BBRY/YBRR/BBRY/BYYY"
# Both halves alike, seen from their owners' seats.
TIED = "YYRB/BRBB/RRYY/BBBB/BBBB/YYRR/BBRB/BRYY"
HALF = "BBRRYYBB/BRRYYBBR/BBRRYYBB/BRRYYBBR"


def canvases(count: int = 5) -> list[Canvas]:
    return list(random_canvases(count, 8, 8, seed=7))


def test_areas_lists_every_area_with_its_cells() -> None:
    for canvas in canvases():
        found = run("canvas", "areas", canvas_link(canvas), "--json").json
        assert found["canvas"] == str(canvas)
        assert [(one["colour"], one["size"], one["cells"]) for one in found["areas"]] == [
            ("BRY"[area.colour], area.size, list(canvas.names(area.mask))) for area in areas(canvas)
        ]


def test_areas_of_a_player_end_at_the_border_and_have_names_of_the_canvas() -> None:
    whole = "BB/BB/BB/BB/BB/BB/BB/BB"
    assert run("canvas", "areas", whole, "--json").json["areas"][0]["size"] == 16
    own = run("canvas", "areas", whole, "--player", "B", "--json").json
    assert own["player"] == "B"
    assert own["areas"] == [
        {"colour": "B", "size": 8, "cells": ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4"]}
    ]


def test_areas_are_said_by_colour_the_largest_first() -> None:
    ran = run("canvas", "areas", SMALL)
    assert ran.code == 0
    assert "1 blue area, 6 quadrants:\n    6  a1 b1 b2 a3 b3 a4\n" in ran.out
    assert "3 yellow areas, 6 quadrants:\n    4  d3 b4 c4 d4\n    1  d1\n    1  a2\n" in ran.out


def test_a_canvas_is_read_from_arguments_a_link_json_a_file_and_standard_input(tmp_path: Path) -> None:
    wanted = run("canvas", "areas", SMALL, "--json").json
    file = tmp_path / "canvas.txt"
    file.write_text(SMALL.replace("/", "\r\n"), encoding="utf-8")
    for words in (
        SMALL.split("/"),
        ["bbry", "/", "ybrr", "/", "bbry", "/", "byyy"],
        ["BB", "RY", "/", "YB", "RR", "/", "BBRY", "/", "BYYY"],
        [canvas_link(Canvas.parse(SMALL.replace("/", "\n")))],
        [json.dumps(SMALL.split("/"))],
        ["--file", str(file)],
    ):
        assert run("canvas", "areas", *words, "--json").json == wanted
    assert run("canvas", "areas", "-", "--json", stdin=SMALL.encode()).json == wanted


def test_path_is_the_longest_and_walks_from_side_to_side() -> None:
    for canvas in canvases(3):
        for colour in ("B", "red", None):
            chosen = [] if colour is None else ["--colour", colour]
            found = run("canvas", "path", canvas_link(canvas), *chosen, "--json").json
            wanted = (0, 1, 2) if colour is None else ("BRY".index(colour[0].upper()),)
            longest = longest_path(canvas, wanted).value
            assert longest is not None
            assert found["length"] == found["bound"] == longest.length
            assert found["cells"] == list(longest.names)
            assert found["verdict"] == "yes"


def test_the_path_of_a_player_is_in_the_names_of_the_whole_canvas() -> None:
    for canvas in canvases(2):
        for player, part in enumerate(regions(canvas, 4)):
            found = run(
                "canvas", "path", canvas_link(canvas), "--players", "4", "--player", "abcd"[player], "--json"
            ).json
            longest = longest_path(part.grid).value
            assert longest is not None
            assert found["cells"] == [canvas.name(part.cells[cell]) for cell in longest.cells]


def test_a_colour_that_is_not_there_has_no_path() -> None:
    ran = run("canvas", "path", "BB/BB", "--colour", "R")
    assert ran.code == 1
    assert "No red quadrant lies here, so there is no path." in ran.out
    found = run("canvas", "path", "BB/BB", "--colour", "R", "--json").json
    assert (found["colour"], found["length"], found["verdict"]) == (None, 0, "no")


def test_a_path_that_is_not_proved_in_time_is_told_with_a_bound() -> None:
    whole = "/".join(["B" * 10] * 5 + ["BBBBBBBBRB", "BRBBBBBBBB", "BBBBRBBBBB", "BBBBBBBBBB", "RBBBBBBBBR"])
    ran = run("canvas", "path", whole, "--budget", "0")
    found = run("canvas", "path", whole, "--budget", "0", "--json")
    assert ran.code == found.code == 3
    assert "Not decided in time" in ran.out
    assert found.json["verdict"] == "unknown"
    assert found.json["length"] < found.json["bound"] <= 95


def test_score_has_the_values_and_points_of_every_player() -> None:
    goals = "largest_area:B, mirror, balanced_composition, longest_line:Y"
    for canvas in canvases():
        found = run("canvas", "score", canvas_link(canvas), "--goals", goals, "--pet", "A", "--json").json
        assert found["complete"] is True
        assert found["goals"] == ["largest_area:B", "longest_line:Y", "mirror", "balanced_composition"]
        assert [(one["player"], one["seat"]) for one in found["players"]] == [("A", "south"), ("B", "north")]
        for part, player in zip(regions(canvas, 2), found["players"], strict=True):
            for own in player["goals"]:
                assert own["value"] == Goal.parse(own["goal"]).value(part.grid)
            assert player["points"] == sum(own["points"] for own in player["goals"])
        [outcome] = found["outcomes"]
        assert sum(outcome["points"]) == 3 + 3 + 5 + 5
        assert outcome["points"] == [player["points"] for player in found["players"]]


def test_score_says_why_and_how_the_pet_changes_hands() -> None:
    ran = run("canvas", "score", TIED, "--goals", "most_quadrants:B, largest_area:R, mirror", "--pet", "B")
    assert ran.code == 0
    assert (
        "Most Quadrants blue goes to B: A and B tie at 8; B holds the Teacher's Pet, takes the card and "
        "hands the Pet to A." in ran.out
    )
    assert (
        "Largest Area red goes to A: A and B tie at 3; A holds the Teacher's Pet, takes the card and "
        "hands the Pet to B." in ran.out
    )
    assert "Points for this canvas: A 3, B 8; B is ahead by 5." in ran.out
    assert ran.out.count("A then holds the Teacher's Pet.") == 1


def test_a_pet_that_came_back_is_held_again_and_one_that_never_left_still() -> None:
    two = run("canvas", "score", TIED, "--goals", "largest_area:R, mirror", "--pet", "A")
    assert "A again holds the Teacher's Pet." in two.out
    clear = f"{HALF}/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR"
    kept = run("canvas", "score", clear, "--goals", "largest_area:R", "--pet", "A")
    assert "A still holds the Teacher's Pet." in kept.out


def test_without_the_pet_both_results_are_told() -> None:
    ran = run("canvas", "score", TIED, "--goals", "mirror")
    assert "The result depends on who holds the Teacher's Pet:" in ran.out
    assert "A holds the Teacher's Pet:\nMirror goes to A" in ran.out
    assert "B holds the Teacher's Pet:\nMirror goes to B" in ran.out
    found = run("canvas", "score", TIED, "--goals", "mirror", "--json").json
    assert found["pet"] is None
    assert [(one["pet"], one["points"], one["pet_after"]) for one in found["outcomes"]] == [
        ("A", [5, 0], "B"),
        ("B", [0, 5], "A"),
    ]
    assert found["players"][0]["points"] is None
    assert found["players"][0]["goals"][0]["points"] is None


def test_a_clear_win_does_not_ask_for_the_pet() -> None:
    ran = run("canvas", "score", f"{HALF}/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR", "--goals", "largest_area:R")
    assert "Largest Area red goes to A, 32 against" in ran.out
    assert "depends" not in ran.out
    assert "Teacher's Pet" not in ran.out


def test_nobody_with_the_pet_takes_no_contested_card() -> None:
    ran = run("canvas", "score", TIED, "--goals", "mirror", "--pet", "N")
    assert "goes to nobody: A and B tie at 3, and nobody holds the Teacher's Pet." in ran.out


def test_a_tie_at_nothing_is_a_tie_unless_ruled_otherwise() -> None:
    blue = "/".join(["BBBBBBBB"] * 8)
    goal = ("--goals", "largest_area:R", "--pet", "A")
    assert "goes to A: A and B tie at nothing" in run("canvas", "score", blue, *goal).out
    ruled = run("canvas", "score", blue, *goal, "--ruling", "zero_value=nobody")
    assert "Largest Area red goes to nobody, as the best match is nothing." in ruled.out
    assert "A and B are level" in ruled.out


def test_four_players_share_corners_and_the_pet_may_go_to_any_of_those_tied() -> None:
    blue = "/".join(["B" * 10] * 10)
    found = run("canvas", "score", blue, "--goals", "largest_area:B", "--pet", "C", "--json").json
    assert [one["seat"] for one in found["players"]] == ["south", "west", "north", "east"]
    assert [one["goals"][0]["value"] for one in found["players"]] == [40] * 4
    assert {one["pet_after"] for one in found["outcomes"]} == {"A", "B", "D"}
    assert all(one["points"] == [0, 0, 3, 0] for one in found["outcomes"])
    said = run("canvas", "score", blue, "--goals", "largest_area:B", "--pet", "C").out
    assert "depends on the choices of who holds the Teacher's Pet" in said
    ruled = ("--ruling", "pet_recipient=next_clockwise")
    [one] = run("canvas", "score", blue, "--goals", "mirror", "--pet", "C", *ruled, "--json").json["outcomes"]
    assert one["pet_after"] == "D"
    assert one["goals"][0]["given_to"] == "D"


def test_results_that_are_alike_are_one() -> None:
    goals = [Goal(name, colour) for name in ("largest_area", "most_areas") for colour in (0, 1, 2)]
    found = outcomes(goals, [(1, 1, 1, 1)] * 6, (0, 0, 0, 0), [0], Rules())
    assert len(found) == len({(one.points, one.pet) for one in found})
    assert all(sum(one.points) == 18 for one in found)
    declined = outcomes(goals[:1], [(1, 1)], (0, 0), [1], Rules(pet_handover="may_decline"))
    assert {(one.points, one.pet) for one in declined} == {((0, 3), 0), ((0, 0), 1)}
    assert outcomes(goals[:1], [(1, 1)], (2, 0), [NOBODY], Rules())[0].points == (2, 0)


def test_inspirations_are_shown_where_their_pattern_lies() -> None:
    for canvas in canvases():
        held = {"A": "F I P", "B": "x L"}
        text = "; ".join(f"{player}: {names}" for player, names in held.items())
        found = run("canvas", "score", canvas_link(canvas), "--inspirations", text, "--json").json
        for part, player in zip(regions(canvas, 2), found["players"], strict=True):
            names = held[player["player"]].upper().split()
            there = [has_pattern(part.grid, INSPIRATIONS[name]) for name in names]
            assert [one["there"] for one in player["inspirations"]] == there
            assert [one["shown"] for one in player["inspirations"]].count(True) == int(any(there))
            assert player["points"] == 2 * any(there)
            for one in player["inspirations"]:
                own = [canvas.names(1 << cell)[0] for cell in part.cells]
                assert len(one["cells"]) == 5 * one["there"]
                assert set(one["cells"]) <= set(own)


def test_any_number_of_inspirations_may_be_shown_where_so_ruled() -> None:
    blue = "/".join(["BBBBBBBB"] * 8)
    held = ("--inspirations", "A: F I X/X")
    assert run("canvas", "score", blue, *held, "--json").json["players"][0]["points"] == 2
    ruled = ("--ruling", "inspirations_shown=any_number")
    assert run("canvas", "score", blue, *held, *ruled, "--json").json["players"][0]["points"] == 6
    said = run("canvas", "score", blue, *held).out
    assert "A: shows Inspiration F (.XX/XX./.X.), blue on " in said
    assert "A: Inspiration I (XXXXX) is there as well, blue on " in said


def test_without_goals_all_values_are_listed_and_nobody_wins() -> None:
    ran = run("canvas", "score", HALF)
    assert "No goals were named, so nobody wins any (--goals)." in ran.out
    assert "The canvas is not complete: it is scored as it lies" in ran.out
    found = run("canvas", "score", HALF, "--json").json
    assert found["decided"] is found["complete"] is False
    assert found["outcomes"] == []
    assert len(found["goals"]) == 22
    assert {goal["points"] for player in found["players"] for goal in player["goals"]} == {None}


def test_goals_out_of_order_are_said_to_be_put_in_order() -> None:
    said = "Assignments are decided before Instructors"
    assert said in run("canvas", "score", SMALL, "--goals", "mirror, largest area blue").out
    assert said not in run("canvas", "score", SMALL, "--goals", "largest area blue, mirror").out


def test_reconstructed_goals_and_inspirations_are_counted(tmp_path: Path) -> None:
    printed = run("canvas", "score", SMALL, "--goals", "balanced_composition")
    assert "reconstructed" not in printed.out
    both = ("--goals", "balanced_composition, mirror", "--inspirations", "A: F; B: F")
    assert (
        "2 of the 3 goals and Inspirations used here are reconstructed"
        in run("canvas", "score", SMALL, *both).out
    )
    own = tmp_path / "own.toml"
    kept = Path(__file__).parent.parent / "engines/academy/components.toml"
    own.write_text(kept.read_text(encoding="utf-8").replace('"reconstructed"', '"printed"'), encoding="utf-8")
    assert run("canvas", "score", SMALL, *both, "--components", str(own), "--json").json["reconstructed"] == 0


SHIPPED = Path(__file__).parent.parent / "engines/academy/components.toml"


def mixed_box(path: Path) -> dict[str, Any]:
    """Write a box with entries from every source, and return it as any reader of TOML has it."""
    parts = SHIPPED.read_text(encoding="utf-8").split('source = "reconstructed"')
    names = ["printed", "reconstructed", "published", "reconstructed", "reconstructed"]
    sources = [f'source = "{names[at % len(names)]}"' for at in range(len(parts) - 1)]
    path.write_text("".join(map("".join, zip(parts, [*sources, ""], strict=True))), encoding="utf-8")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def counted(kinds: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return how many of some entries are reconstructed, and how many there are."""
    return sum(entry["source"] == "reconstructed" for entry in kinds), len(kinds)


def test_reconstructed_values_are_counted_as_the_box_has_them(tmp_path: Path) -> None:
    """Counted again from the file: kinds of cards, the goals that are played for, the Inspirations held."""
    box = mixed_box(own := tmp_path / "own.toml")
    with_box = ("--components", str(own))
    goals = {entry["goal"]: entry for entry in (*box["assignment"], *box["instructor"])}
    held = {entry["name"]: entry for entry in box["inspiration"]}
    asked = [goals[goal] for goal in ("largest_area:B", "longest_line:Y", "mirror", "harmony")]
    named = ("--goals", ", ".join(entry["goal"] for entry in asked), "--inspirations", "A: F I; B: F P")

    scored = run("canvas", "score", SMALL, *named, *with_box)
    several = [*asked, *(held[name] for name in ("F", "I", "P"))]
    invented, every = counted(several)
    assert 0 < invented < every
    told = f"{invented} of the {every} goals and Inspirations used here are reconstructed, not printed"
    assert scored.out.splitlines()[-1].startswith(told)
    found = run("canvas", "score", SMALL, *with_box, "--json").json
    assert found["reconstructed"] == counted(list(goals.values()))[0]

    best = ("canvas", "best", LAST, *HANDED, *named, *with_box)
    invented, every = counted([*box["canvas"], *several])
    told = f"{invented} of the {every} kinds of cards, goals and Inspirations used here are reconstructed"
    assert " ".join(run(*best).out.split()).find(told) > 0
    found = run(*best, "--json").json
    assert (found["reconstructed"], found["of"]) == (invented, every)

    for seed in ("1", "2", "3"):
        found = run("canvas", "deal", "--seed", seed, *with_box, "--json").json
        drawn = [goals[goal] for goal in found["goals"]] + [held[name] for name in found["inspirations"]]
        assert (found["reconstructed"], found["of"]) == counted([*box["canvas"], *drawn])


@pytest.mark.parametrize("game", ["academy", "campus"])
def test_reconstructed_components_of_a_game_are_counted_as_its_file_has_them(game: str) -> None:
    text = (SHIPPED.parent.parent / game / "components.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    entries = [entry for part in found.values() for entry in (part if isinstance(part, list) else [part])]
    entries += [found["grid"]] if "grid" in found else []  # which says how long two canvases are
    invented, every = counted([entry for entry in entries if isinstance(entry, dict)])
    assert 0 < invented < every
    told = f"{invented} of {every} components are reconstructed, not printed"
    assert told in run("play", game, "--players", "human,greedy", stdin=b"quit\n").out
    assert told in run("simulate", game, "--bots", "random,random", "--games", "1").out
    assert told in run("components", "show", game).out


def test_batch_answers_a_line_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    found = canvases(6)
    lines = [str(found[0]).replace("\n", "/"), *map(canvas_link, found[1:]), "BBX/YYY", ""]
    stdin = "\n".join(lines).encode() + b"\n"
    ran = run("canvas", "batch", "-", stdin=stdin)
    assert ran.code == 2
    records = [json.loads(line) for line in ran.out.splitlines()]
    assert [one["line"] for one in records[6:]] == [7, 8]
    assert records[6]["error"].startswith("line 7, column 3: 'X' is no colour")
    for canvas, record in zip(found, records, strict=False):
        assert record["canvas"] == str(canvas)
        assert record["areas"]["B"] == sum(area.colour == 0 for area in areas(canvas))
        for part, values in zip(regions(canvas, 2), record["values"], strict=True):
            assert len(values) == 22
            assert all(Goal.parse(name).value(part.grid) == value for name, value in values.items())
    monkeypatch.setattr("quadrangle.commands.canvas.stream._PLAIN", 2)
    assert run("canvas", "batch", "-", stdin=stdin).out == ran.out
    one = run("canvas", "batch", "-", "--goals", "mirror", "--players", "4", stdin=lines[0].encode())
    assert one.code == 0
    assert len(json.loads(one.out)["values"]) == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  BBXX/BBRR", "column 5: 'X' is no colour"),
        ("BBXX", "column 3: 'X' is no colour"),
        ("BBYY/BBY", "column 9: 3 quadrants in this row; expected 4"),
        ("BBB/BBB", "column 4: 3 quadrants in a row; expected an even number"),
        ("BB/BB/BB", "column 7: 3 rows of quadrants; expected an even number"),
        ("/".join(["BB"] * 12), "column 31: 12 rows of quadrants; expected at most 10"),
        ("canvas~bbrr-bbrx", "column 16: the link's row 2: 'x' is no colour"),
        ('["BB", "BX"]', "column 10: 'X' is no colour"),
        ('{"canvas": ["BB", "BX"]}', "column 21: 'X' is no colour"),
        ("BBBBBBBBBB/BBBBBBBBBB", "column 9: a canvas of 1 by 5 cards for 2 players"),
        ("  ", "empty; expected one canvas"),
    ],
)
def test_a_bad_line_of_a_batch_says_where_it_is_bad(line: str, said: str) -> None:
    stdin = f"{SMALL}\n{line}\n{SMALL}\n".encode()
    ran = run("canvas", "batch", "-", "--players", "2", "--goals", "mirror", stdin=stdin)
    assert ran.code == 2
    first, second, third = map(json.loads, ran.out.splitlines())
    assert first == third
    place = "line 2, " if said.startswith("column") else "line 2: "
    assert second["error"].startswith(f"{place}{said}")


def test_goals_lists_the_registry() -> None:
    found = run("canvas", "goals", "--json").json["goals"]
    assert [goal["name"] for goal in found] == list(GOALS)
    assert {goal["wins"] for goal in found} == {"most", "fewest"}
    said = run("canvas", "goals").out
    for name, kind in GOALS.items():
        assert re.search(rf"^  {name}\b.*\b{kind.points}  {kind.source} ", said, re.MULTILINE)


@pytest.mark.parametrize("players", ["2", "4"])
def test_deal_gives_a_canvas_that_can_be_scored(players: str) -> None:
    found = run("canvas", "deal", "--seed", "4", "--players", players, "--json").json
    assert run("canvas", "deal", "--seed", "4", "--players", players, "--json").json == found
    canvas = Canvas.parse(found["canvas"])
    assert canvas.is_complete
    assert canvas.rows == canvas.columns == {"2": 8, "4": 10}[players]
    assert len(found["hands"]) == len(found["inspirations"]) == int(players)
    goals = ",".join(found["goals"])
    assert run("canvas", "score", found["link"], "--goals", goals, "--players", players).code == 0


def test_deal_draws_without_repetition() -> None:
    from quadrangle.solvers.canvas import CANVAS_DECK, left_in_deck

    found = run("canvas", "deal", "--seed", "1", "--players", "4", "--json").json
    used = list(Canvas.parse(found["canvas"]).cards().values())
    used += [Card.parse(card) for hand in found["hands"] for card in hand]
    assert sum(left_in_deck(CANVAS_DECK, used).values()) == 54 - 25 - 12


LAST = "YBRB..YY/RRBB..RR/YBRYBRRB/RBBBYBRR/RYBBYYYY/BYBBYYBB/BBRRRYBY/BYRRYRBR"
MIRROR = ("--goals", "mirror")
HANDED = ("--hand", "BY/YY RB/BR RY/RY", "--hands", "B: BR/RB RB/BY YR/RY")


def test_the_last_card_goes_where_it_gains_most() -> None:
    goals = "most_quadrants:R, harmony"
    asked = (LAST, *HANDED, "--player", "A", "--pet", "B", "--goals", goals)
    found = run("canvas", "best", *asked, "--top", "100", "--json").json
    assert found["how"] == "exact"
    assert {choice["placement"]["at"] for choice in found["choices"]} == {"e1"}
    values = [Fraction(choice["value"]) for choice in found["choices"]]
    assert values == sorted(values, reverse=True)
    for choice, value in zip(found["choices"], values, strict=True):
        card = choice["placement"]["card"]
        rows = LAST.replace("..", card[:2], 1).replace("..", card[3:], 1)
        [scored] = run("canvas", "score", rows, "--goals", goals, "--pet", "B", "--json").json["outcomes"]
        assert value == scored["points"][0] - scored["points"][1]
    ran = run("canvas", "best", *asked)
    assert re.search(r"^A lays ../.. at e1 \(\[ \] above\)\.$", ran.out, re.MULTILINE)
    assert "exact." in ran.out
    assert "How the round goes on" not in ran.out


def test_the_end_of_a_round_is_told_card_by_card() -> None:
    last_two = LAST.replace("B..RR/", "B..../").replace("YBRB..YY", "YBRB....")
    asked = (last_two, "--hand", "BY/YY", "--hands", "B: BR/RB RB/BY YR/RY", "--player", "A", *MIRROR)
    found = run("canvas", "best", *asked, "--budget", "20", "--json").json
    assert found["how"] == "exact"
    assert [step["player"] for step in found["line"]] == ["A", "B"]
    assert {found["line"][0]["placement"]["at"], found["line"][1]["placement"]["at"]} == {"e1", "g1"}
    said = run("canvas", "best", *asked, "--budget", "20").out
    assert re.search(
        r"everybody places best:\n +1\. A lays ../.. at [eg]1.*\n +2\. B lays ../.. at [eg]1", said
    )


def test_places_outside_the_canvas_are_named_by_the_card_beside_them() -> None:
    asked = ("BBRY/YBRR", "--hand", "BR/YB", "--goals", "mirror", "--budget", "0.3", "--top", "1000")
    found = run("canvas", "best", *asked, "--json").json
    placements = [choice["placement"] for choice in found["choices"]]
    places = {(one["column"], one["row"]): one["at"] for one in placements}
    named = {
        (-1, 0): "left of a1",
        (2, 0): "right of c1",
        (0, -1): "above a1",
        (1, -1): "above c1",
        (0, 1): "below a1",
        (1, 1): "below c1",
    }
    assert places.items() <= named.items()
    assert found["placements"] == 12
    assert found["how"] == "sampled"
    assert all(
        low <= choice["value"] <= high for choice in found["choices"] for low, high in [choice["interval"]]
    )


def test_who_places_follows_from_the_pet_and_the_number_of_cards() -> None:
    asked = (LAST, *HANDED[:2], "--goals", "mirror", "--json")
    found = run("canvas", "best", *asked, "--pet", "B").json
    assert (found["player"], found["pet"]) == ("A", "B")
    found = run("canvas", "best", *asked, "--player", "B").json
    assert (found["player"], found["pet"]) == ("B", "A")


def test_with_no_time_a_first_batch_of_rounds_is_played_as_the_help_says() -> None:
    asked = ("BBRY/YBRR", "--hand", "BR/YB", *MIRROR, "--budget", "0", "--json")
    ran = run("canvas", "best", *asked)
    assert ran.code == 0
    found = ran.json
    assert (found["verdict"], found["how"]) == ("yes", "sampled")
    assert all(
        low < choice["value"] < high for choice in found["choices"] for low, high in [choice["interval"]]
    )
    said = " ".join(run("canvas", "best", "--help").out.split())
    assert "a first batch of rounds is played even in 0" in said


@pytest.mark.parametrize(
    "words",
    [
        ("score", SMALL, "--goals", "longest_colour_path", "--inspirations", "A: X/X"),
        ("areas", SMALL),
        ("areas", SMALL, "--player", "A"),
        ("path", SMALL, "--colour", "B"),
        ("best", LAST, *HANDED, "--goals", "mirror"),
        ("deal",),
    ],
)
def test_pictures_are_written_to_a_file_or_instead_of_the_answer(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "picture.svg"
    ran = run("canvas", *words, "--svg", str(file))
    assert ran.out == run("canvas", *words).out
    picture = file.read_text(encoding="utf-8")
    assert ET.fromstring(picture).tag.endswith("svg")
    assert run("canvas", *words, "--svg", "-").out == picture


def test_the_picture_of_a_score_says_where_each_pattern_that_is_shown_is_ringed() -> None:
    blue = "/".join(["BBBBBBBB"] * 8)
    held = ("--inspirations", "A: I; B: X", "--goals", "balanced_composition")
    picture = run("canvas", "score", blue, *held, "--svg", "-").out
    for player in run("canvas", "score", blue, *held, "--json").json["players"]:
        (shown,) = player["inspirations"]
        assert (
            f"{player['player']} shows Inspiration {shown['name']}, ringed at {shown['cells'][0]}" in picture
        )
    assert "(lowest wins)" in run("canvas", "score", blue, *held).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("areas", "BBRY", "YBXR"), "argument 2, column 3: 'X' is no colour"),
        (("areas", "BBRY/YBXR"), "argument 1, column 8: 'X' is no colour"),
        (("areas", "BB RY / YB XR"), "argument 1, column 12: 'X' is no colour"),
        (("areas", "BBRY", "YBR"), "argument 2, column 4: 3 quadrants in this row"),
        (("areas", "BBR", "YBR"), "argument 1, column 4: 3 quadrants in a row; expected an even number"),
        (("areas", "BBRY"), "1 row of quadrants; expected an even number"),
        (("areas", "xBRY", "YBRR"), "argument 1, column 1: 'x' is no colour"),
        (("areas", *["BBBB"] * 11), "argument 11, column 1: 11 rows of quadrants; expected at most 10"),
        (("areas", "B" * 12, "B" * 12), "argument 1, column 11: 12 quadrants in a row; expected at most 10"),
        (("areas", "canvas~bbrr-bbxr"), "argument 1, column 15: the link's row 2: 'x' is no colour"),
        (
            ("areas", "https://x.org/#canvas~bbrr-bbr"),
            "argument 1, column 31: the link's row 2: 3 quadrants in this row; expected 4",
        ),
        (("areas", "canvas~bb-bb-bb"), "argument 1, column 14: the link's row 3: 3 rows of quadrants"),
        (("areas", "canvas~" + "-".join(["bb"] * 11)), "argument 1, column 38: the link's row 11: 11 rows"),
        (("areas", "canvas~bb-bb-"), "argument 1, column 13: the link 'canvas~bb-bb-'; expected it written"),
        (("areas", "BBBB", "BBBB", "#canvas~bb-bb"), "argument 3, column 1: '#' is no colour"),
        (("areas",), "no canvas; expected rows of quadrants"),
        (("areas", SMALL, "--file", "x"), "arguments and --file x; expected one or the other"),
        (("areas", "--file", "no/such"), "no/such: cannot be read"),
        (("areas", SMALL, "--player", "C"), "--player: the player 'C'; expected one of A and B"),
        (("path", SMALL, "--colour", "G"), "--colour: 'G' is no colour; expected B, R or Y"),
        (("score", SMALL, "--players", "3"), "--players: '3' players; expected 2 or 4"),
        (("score", SMALL, "--pet", "C"), "--pet: 'C' as the holder of the Teacher's Pet"),
        (
            ("score", SMALL, "--goals", "mirror, larges_area:B"),
            "--goals, column 9: the goal 'larges_area:B'; expected perhaps largest_area or",
        ),
        (
            ("score", SMALL, "--goals", "largest_area"),
            "--goals, column 1: largest_area without a colour; expected largest_area:B",
        ),
        (("score", SMALL, "--goals", "mirror, largest_area:G"), "--goals, column 22: 'g' is no colour"),
        (("score", SMALL, "--goals", "mirror, areas of size 0"), "--goals, column 23: the size '0'"),
        (("score", SMALL, "--goals", "largest_area:B:R"), "--goals, column 16: largest_area with 'r'"),
        (("score", SMALL, "--goals", "mirror:B"), "--goals, column 8: mirror with 'b'; expected mirror"),
        (("score", SMALL, "--goals", "mirror, Mirror"), "--goals, column 9: the goal mirror twice"),
        (("score", SMALL, "--goals", " "), "--goals: no goal"),
        (("score", SMALL, "--inspirations", "A: Q"), "--inspirations, column 4: the Inspiration 'Q'"),
        (("score", SMALL, "--inspirations", "A: F X/./X"), "--inspirations, column 6: the pattern X/./X"),
        (("score", SMALL, "--inspirations", "F I"), "column 1: 'F I' without a player"),
        (("score", SMALL, "--inspirations", "A: F; a: I"), "column 7: A twice"),
        (("score", SMALL, "--ruling", "what=ever"), "no ruling is called 'what'"),
        (
            ("score", *["B" * 10] * 10, "--players", "2"),
            "argument 1, column 9: a canvas of 5 by 5 cards for 2 players; expected at most 4 by 4",
        ),
        (
            ("areas", *["BB"] * 10, "--players", "2", "--player", "A"),
            "argument 9, column 1: a canvas of 5 by 1 cards for 2 players",
        ),
        (("best", SMALL, "--hand", "BR/YQ", "--goals", "mirror"), "--hand, column 5: 'Q' is no colour"),
        (("best", SMALL, "--hand", "QR/YB", "--goals", "mirror"), "--hand, column 1: 'Q' is no colour"),
        (
            ("best", "BBRY/YBRR", "--hand", "RR/YY BB/YB", *MIRROR),
            "--hand, column 7: the card BB/YB in the hand of A is used up; expected BB/YB once at most",
        ),
        (
            ("best", "BBRY/YBRR", "--hand", "RR/YY", "--hands", "B: RY/YR, BB/YB", *MIRROR),
            "--hands, column 11: the card BB/YB in the hand of B is used up",
        ),
        (
            ("best", "BBRY/YBRR", "--hand", "RR/YY", "--gone", "RY/YR BB/YB", *MIRROR),
            "--gone, column 7: the card BB/YB among those that are gone is used up",
        ),
        (
            ("best", "BBRY/YBRR", "--hand", "RR/YY BY/YY BB/YY RR/BB", *MIRROR),
            "--hand, column 19: RR/BB is card 4 of a hand; expected at most 3 cards in hand",
        ),
        (
            ("best", "BBRY/YBRR", "--hand", "RR/YY", "--hands", "B: RR/YY BY/YY BB/YY RR/BB", *MIRROR),
            "--hands, column 22: RR/BB is card 4 of a hand",
        ),
        (
            ("best", "BBBBBBBB", "BBBBBBBB", "--hand", "RR/YY", *MIRROR),
            "argument 1, column 5: the card BB/BB at e1 of the canvas is used up; expected BB/BB 2 times",
        ),
        (
            ("best", "canvas~bb..rr-bb..rr", "--hand", "RR/YY", *MIRROR),
            "argument 1, column 12: the card RR/RR at e1 is not joined to the others",
        ),
        (("best", SMALL, "--hand", "BR/YB"), "nothing to play for"),
        (
            ("best", "BBR./YBR.", "--hand", "BR/YB", *MIRROR),
            "argument 1, column 3: the card at c1 lacks 2 of",
        ),
        (("best", "../..", "--hand", "BR/YB", *MIRROR, "--orientation", "portrait"), "--orientation"),
        (("best", SMALL, "--hand", "BR/YB", "--hands", "A: RR/RR", *MIRROR), "--hands: the hand of A, who"),
        (("deal", "--cards", "17"), "--cards: 17 cards; expected at most 16"),
        (("batch", "no/such"), "no/such: cannot be read"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in one_line_error(run("canvas", *words))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "a canvas without quadrants"),
        (b"BBRY\nYBXR\n", "line 2, column 3: 'X' is no colour"),
        (b"\xff\xfe\x00", "line 1: byte 1 is not UTF-8"),
        (b"BB\0", "line 1: holds a zero byte"),
        (b'["BBRY",\n "YBRX"]', "line 2, column 6: 'X' is no colour"),
        (b'["BBRY",\n "YBR"]', "line 2, column 6: 3 quadrants in this row; expected 4"),
        (b'["BBRY",\n 5]', "line 2, column 2: '5' as row 2"),
        (b' {"rows": ["BBRY"]}', "line 1, column 2: an object with 'rows'"),
        (b'{"canvas":\n 7}', "line 2, column 2: '7' for the rows"),
        (b"\n https://x.org#canvas~bb-bg", "line 2, column 27: the link's row 2: 'g' is no colour"),
        (b'["BBRY",\n "", "YBRR"]', "line 2, column 2: row 2 has no quadrants"),
        (b'{"canvas": ["BBRY",\n ["Y", "B", ["R"], "R"]]}', "line 2, column 13: '[\"R\"]' in row 2"),
        (b"B,B,R,Y\nY,B,R,X\n", "line 2, column 7: 'X' is no colour"),
        (b"BBR\nYBR\n", "line 1, column 4: 3 quadrants in a row; expected an even number"),
        (b"BB\n" * 12, "line 11, column 1: 12 rows of quadrants; expected at most 10"),
        (b"B" * 70_000, "longer than 65536 bytes"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_place(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "canvas"
    file.write_bytes(content)
    for command in (("areas",), ("path",), ("score",)):
        assert f"{file}" in (error := one_line_error(run("canvas", *command, "--file", str(file))))
        assert said in error


def test_the_name_of_a_file_in_place_of_a_canvas_is_told_how_to_be_read(tmp_path: Path) -> None:
    file = tmp_path / "canvas"
    file.write_text(SMALL)
    for name in (str(file), "not-there.txt"):
        error = one_line_error(run("canvas", "areas", name))
        assert "is no canvas but the name of a file" in error
        assert "--file FILE" in error
    assert run("canvas", "areas", "--file", str(file)).code == 0


def test_a_canvas_is_asked_for_at_a_terminal() -> None:
    ours, theirs = pty.openpty()
    process = started("canvas", "areas", "--json", stdin=theirs)
    os.write(ours, b"BBRY\n\nYBX\nYBR\nYBRR\n\n")
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0
    assert json.loads(out)["canvas"] == "BBRY\nYBRR"
    for complaint in ("expected one more, as a card has two", "'X' is no colour", "3 quadrants in this row"):
        assert complaint in err.decode()


def test_a_question_waits_for_no_heavy_import() -> None:
    asked = [
        ("score", SMALL, "--goals", "mirror", "--inspirations", "A: F"),
        ("areas", SMALL),
        ("path", SMALL),
        ("best", LAST, *HANDED, *MIRROR),
        ("goals",),
    ]
    program = (
        "import sys, contextlib\nfrom quadrangle.cli import main\n"
        f"for words in {asked!r}:\n"
        "    with contextlib.suppress(SystemExit):\n        main(['canvas', *words])\n"
        "print(*{'numpy', 'numba', 'networkx', 'ortools', 'rich'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""

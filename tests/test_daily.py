"""The puzzle of the day: frozen, the same everywhere, graded, never twice."""

from __future__ import annotations

import hashlib
import time
import xml.etree.ElementTree as ET
from datetime import date, datetime
from pathlib import Path

import pytest
from command import one_line_error, run

from quadrangle.generators import daily, leaves
from quadrangle.generators.daily import DAYS, FILE, FIRST, LAST, dates, day_of, line_of, puzzle_on
from quadrangle.generators.daily_list import puzzle_for

DIGEST = "3654d08cc7ab6840c9655c0bd6cf0527"
"""Of the list as it was released: it is never to change."""


def test_the_list_is_the_one_that_was_released() -> None:
    data = FILE.read_bytes()
    assert hashlib.blake2b(data, digest_size=16).hexdigest() == DIGEST
    assert len(data) < 500_000 and data.count(b"\n") == DAYS == 4018


def test_a_week_grows_harder_and_sundays_go_round() -> None:
    levels = [day_of(date(2026, 3, day)).level for day in range(2, 8)]  # from a Monday on
    assert levels == ["junior", "junior", "senior", "senior", "graduate", "master"]
    sundays = [day_of(date(2026, 3, day)) for day in (1, 8, 15, 22, 29)]
    assert {day.shape for day in sundays} == {"solo"}
    assert len({day.level for day in sundays[:4]}) == 4 and sundays[4] == sundays[0]


@pytest.mark.parametrize("when", [FIRST, date(2029, 2, 24), date(2030, 6, 2), LAST])
def test_a_puzzle_is_as_difficult_as_it_says_and_solved(when: date) -> None:
    puzzle = puzzle_on(when)
    assert puzzle.difficulty.level == day_of(when).level
    assert leaves.grade(puzzle.position) == puzzle.difficulty
    assert leaves.check(puzzle.position, puzzle.solution) == ""
    assert line_of(when, puzzle) in FILE.read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("number", [1, 4000])
def test_the_list_is_made_again(number: int) -> None:
    assert puzzle_for(number, 0) == puzzle_on(dates()[number])


@pytest.mark.slow
def test_no_puzzle_is_there_twice_in_any_disguise() -> None:
    links = [line.split(" ")[-1] for line in FILE.read_text(encoding="ascii").splitlines()]
    assert len({leaves.identify(leaves.decode(link)) for link in links}) == DAYS


def test_today_is_the_date_in_utc_wherever_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("no time zone can be set here")
    try:
        found = []
        for zone in ("XXX-14", "XXX+12"):  # 26 hours apart: one of them has another date than UTC
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            found.append((daily.today(), datetime.now().date()))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found[0][0] == found[1][0]
    assert found[0][1] != found[1][1]


def test_the_command_says_the_day_its_level_and_its_percentile() -> None:
    ran = run("daily", "2026-11-30")
    assert ran.code == 0
    assert ran.out.startswith("Monday, 2026-11-30: Leaves\n")
    assert "Level junior: harder than" in ran.out and "%" in ran.out
    assert puzzle_on(date(2026, 11, 30)).link in ran.out
    assert " 1. place" not in ran.out
    assert "  1. place" in run("daily", "2026-11-30", "--solution").out
    assert "a solo challenge of Leaves" in run("daily", "2026-11-29").out


def test_the_command_without_a_date_shows_today() -> None:
    before = daily.today()
    found = run("daily", "--json").json
    assert found["date"] in (before.isoformat(), daily.today().isoformat())
    assert found["solution"] is None


def test_the_document_and_the_picture(tmp_path: Path) -> None:
    picture = tmp_path / "day.svg"
    ran = run("daily", "2026-11-28", "--json", "--solution", "--svg", str(picture))
    found, puzzle = ran.json, puzzle_on(date(2026, 11, 28))
    assert (found["id"], found["link"], found["position"]) == (puzzle.id, puzzle.link, puzzle.position)
    assert found["difficulty"]["level"] == "master" and found["difficulty"]["percentile"] >= 95
    assert found["solution"] == list(puzzle.solution)
    ET.fromstring(picture.read_bytes())
    assert run("daily", "2026-11-28", "--svg", "-").out == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text", ["2025-12-31", "2037-01-01", "2026-02-30", "30.11.2026", "20261130", "today"]
)
def test_a_date_there_is_not_is_refused_in_a_line(text: str) -> None:
    assert text in one_line_error(run("daily", text))

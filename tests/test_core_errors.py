"""Errors: the message says where, what was read and what was expected."""

from __future__ import annotations

import pickle

import pytest

from quadrangle.core.errors import (
    BudgetSpent,
    ComponentError,
    FileError,
    IllegalAction,
    NotationError,
    QuadrangleError,
)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (NotationError("'4yg' is no card"), "'4yg' is no card"),
        (
            NotationError("'4yg' is no card", expected="a number 1-3"),
            "'4yg' is no card; expected a number 1-3",
        ),
        (NotationError("too long", line=3), "line 3: too long"),
        (NotationError("too long", column=9), "column 9: too long"),
        (
            NotationError("'x'", expected="a card", line=2, column=5, source="table.txt"),
            "table.txt, line 2, column 5: 'x'; expected a card",
        ),
    ],
)
def test_a_notation_error_names_what_it_knows(error: NotationError, text: str) -> None:
    assert str(error) == text


def test_an_error_can_be_placed_in_the_file_it_came_from() -> None:
    error = NotationError("'x'", expected="a card", line=1, column=5)
    assert str(error.at(source="batch", line=40)) == "batch, line 40, column 5: 'x'; expected a card"
    assert str(error.at(source="batch")) == "batch, line 1, column 5: 'x'; expected a card"
    assert str(error.at(line=40).at(source="batch")) == "batch, line 40, column 5: 'x'; expected a card"
    assert str(error) == "line 1, column 5: 'x'; expected a card"


@pytest.mark.parametrize("kind", [NotationError, IllegalAction, ComponentError, FileError, BudgetSpent])
def test_one_class_catches_them_all(kind: type[QuadrangleError]) -> None:
    with pytest.raises(QuadrangleError, match="what happened"):
        raise kind("what happened")


def test_an_error_crosses_to_another_process_whole() -> None:
    error = NotationError("'x'", expected="a card", line=2, column=5, source="table.txt")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)

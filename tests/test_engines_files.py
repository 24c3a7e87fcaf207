"""Rulings and components as TOML: whatever a file holds, it is read or refused."""

from __future__ import annotations

import pytest

from quadrangle.core.errors import ComponentError, NotationError
from quadrangle.engines.leaves import LeavesComponents, LeavesRulings

MONSTERS = ["a = " + "[" * 50_000, "version = " + "1" * 5_000]
"""What the reader of TOML itself does not expect: too deep, too long."""


@pytest.mark.parametrize("text", MONSTERS, ids=["deep", "long"])
def test_values_beyond_all_bounds_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="here: not TOML: a value is too deep or too long"):
        LeavesRulings.read(text, "here")
    with pytest.raises(ComponentError, match="here: not TOML: a value is too deep or too long"):
        LeavesComponents.parse(text, "here")


def test_a_value_of_a_wrong_type_is_named_with_its_place() -> None:
    with pytest.raises(ComponentError, match=r"Expected `str`, got `int` - at `\$.format`"):
        LeavesComponents.parse("format = 1", "here")

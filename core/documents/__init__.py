"""Every JSON document the commands print, and its schema: a module for each game or common purpose.

Fractions are strings "a/b"; null is unknown, or a value that is not finite beside the flag that
says why. A document's `version` is raised whenever a field changes its meaning or goes away.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec


def documents() -> dict[str, type[msgspec.Struct]]:
    """Return every document by the name `quadrangle schema` takes, in order."""
    from . import campus, canvas, leaves, paper, play, puzzles, stacks

    found: dict[str, type[msgspec.Struct]] = {}
    for module in (campus, canvas, leaves, paper, play, puzzles, stacks):
        found |= module.DOCUMENTS
    return dict(sorted(found.items()))


def schema(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a document."""
    return msgspec.json.schema(document)


def fraction(value: Fraction) -> str:
    """Return a fraction as documents write it: `a/b`, also when b is 1."""
    return f"{value.numerator}/{value.denominator}"


def dump(document: msgspec.Struct) -> str:
    """Return a document as one line of JSON."""
    return msgspec.json.encode(document).decode()

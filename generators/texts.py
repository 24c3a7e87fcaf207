"""Puzzles as people type them, of a kind that is named or of the one that can read them.

A kind that has `read(text)` reads generously itself; for any other the forms below are tried, which stand
for a canonical text: rows parted by `/`, parts by `//`, white space as it comes, either case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..core.errors import NotationError, QuadrangleError
from ..core.notation import listed, shown
from . import kind, present
from .puzzle import Kind

_LINK = re.compile(r"([a-z]+)(?:-[a-z]+)*~\S*")
_MOST_ROWS = 64
"""Rows a text may have for a missing blank line to be looked for."""


def find_link(text: str) -> str | None:
    """Return the link that a text is, or an address that ends with one; else None."""
    text = text.strip()
    tail = text[text.rfind("#") + 1 :]
    match = _LINK.fullmatch(tail)
    return tail if match and match[1] in present() else None


def read(name: str, text: str) -> str:
    """Return the canonical text of a puzzle of a kind, of its link or of what a person typed.

    Raises NotationError for what is none, and for what can be read in two ways, naming both.
    """
    made_by = kind(name)
    link = find_link(text)
    if link is not None:
        return made_by.decode(link)
    canonical = _canonical(made_by, text)
    if canonical is not None:
        return canonical
    own: Callable[[str], str] | None = getattr(made_by, "read", None)
    if own is not None:
        return own(text)
    found = {position for form in forms(text) if (position := _canonical(made_by, form)) is not None}
    if len(found) > 1:
        raise NotationError("can be read in several ways", expected=" or ".join(map(shown, sorted(found))))
    if found:
        return found.pop()
    try:
        return made_by.encode(next(forms(text)))
    except NotationError as error:
        # Its place is one in the form that was tried.
        raise NotationError(error.problem, expected=error.expected) from None


def kind_of(text: str) -> str:
    """Return the name of the kind a puzzle is of. Raises NotationError where none or several can read it."""
    link = find_link(text)
    if link is not None:
        return link.partition("~")[0].partition("-")[0]
    faults: dict[str, NotationError] = {}
    for name in present():
        try:
            read(name, text)
        except NotationError as error:
            faults[name] = error
    fitting = [name for name in present() if name not in faults]
    if len(fitting) > 1:
        raise NotationError(f"a puzzle of {listed(fitting)}", expected="--kind with one of them")
    if not fitting:
        why = "; ".join(f"{name}: {error.problem}" for name, error in faults.items())
        raise NotationError(f"{shown(text)} is no puzzle ({why})", expected="a puzzle or a link of one")
    return fitting[0]


def _canonical(made_by: Kind, text: str) -> str | None:
    """Return a canonical text without what is harmless at its end; None where it is none."""
    text = text.removesuffix("\n")
    try:
        return made_by.decode(made_by.encode(text))
    except QuadrangleError:
        return None


def forms(text: str) -> Iterator[str]:
    r"""Yield the canonical texts that a typed one may stand for, the likeliest first.

    >>> list(forms("a1  B1 / c1 // D1"))
    ['a1 B1\nc1\n\nD1', 'a1 b1\nc1\n\nd1', 'A1 B1\nC1\n\nD1']
    """
    # A `/` without blanks may be a part of a word.
    for separator in (r"(?<!\S)(//?)(?!\S)", r"(/[ \t]*/|/)"):
        parted = re.sub(separator, lambda match: "\n" * match[1].count("/"), text)
        rows = [" ".join(row.split()) for row in parted.split("\n")]
        plain = re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip("\n")
        spread = [plain]
        if "\n\n" not in plain and len(rows) <= _MOST_ROWS:
            breaks = [at for at, letter in enumerate(plain) if letter == "\n"]
            spread += [plain[:at] + "\n" + plain[at:] for at in breaks]
        for form in spread:
            yield from dict.fromkeys((form, form.lower(), form.upper()))
        if "/" not in plain:
            return

"""The link form of a puzzle: all of it in URL-safe letters on one line, never its solution.

`leaves~1rb2yg3gm-1ym.2gb-3rg1gg2rm` is a layout, with `~3yg1rb…` behind it a hand; a solo deal
is `leaves-solo~` and hand and puzzles parted by `~`. A link may be the whole text or stand
behind the `#` of an address.
"""

from __future__ import annotations

from ...core.errors import NotationError
from ...core.notation import shown
from .breeze import SoloDeal
from .cards import Card
from .layout import SIDE, Layout

_LAYOUT = "leaves~"
_SOLO = "leaves-solo~"


def layout_link(layout: Layout, hand: tuple[Card, ...] = ()) -> str:
    """Return the link of a layout with the hand that goes with it."""
    return _LAYOUT + _squeezed(layout) + ("~" + "".join(map(str, hand)) if hand else "")


def solo_link(deal: SoloDeal) -> str:
    """Return the link of a solo deal."""
    return _SOLO + "~".join(["".join(map(str, deal.hand)), *map(_squeezed, deal.puzzles)])


def find_link(text: str) -> str | None:
    """Return the link in a text that is one, or an address that ends with one; else None."""
    text = text.strip()
    tail = text[text.rfind("#") + 1 :]
    return tail if tail.startswith((_LAYOUT, _SOLO)) else None


def parse_layout_link(link: str) -> tuple[Layout, tuple[Card, ...]]:
    """Return the layout and the hand of a link. Raises NotationError."""
    if not link.startswith(_LAYOUT):
        raise NotationError(
            f"{shown(link)} is not a layout's link", expected=f"a link beginning with {_LAYOUT}"
        )
    text, _, hand = link[len(_LAYOUT) :].partition("~")
    layout, cards = _stretched(text), _cards(hand)
    for i, card in enumerate(cards):
        if card in layout.cards or card in cards[:i]:
            raise NotationError(f"hand card {card} is there twice", expected="every card at most once")
    return layout, cards


def parse_solo_link(link: str) -> SoloDeal:
    """Return the deal of a link. Raises NotationError."""
    if not link.startswith(_SOLO):
        raise NotationError(
            f"{shown(link)} is not a solo deal's link", expected=f"a link beginning with {_SOLO}"
        )
    hand, *puzzles = link[len(_SOLO) :].split("~")
    return SoloDeal(_cards(hand), tuple(_stretched(puzzle) for puzzle in puzzles))


def _squeezed(layout: Layout) -> str:
    return str(layout).replace(" ", "").replace("\n", "-")


def _stretched(text: str) -> Layout:
    rows = text.split("-")
    if len(rows) != SIDE:
        raise NotationError(
            f"{len(rows)} row{'s'[: len(rows) != 1]} in the link's {shown(text)}",
            expected="three rows parted by -",
        )
    tokens = [_tokens(row) for row in rows]
    if any(len(row) != SIDE for row in tokens):
        raise NotationError(
            f"the link's {shown(text)} has a row of another length", expected="three cells a row"
        )
    return Layout(tuple(None if token == "." else Card.parse(token) for row in tokens for token in row))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(token) for token in _tokens(text))


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        size = 1 if text[at] == "." else 3
        found.append(text[at : at + size])
        at += size
    return found

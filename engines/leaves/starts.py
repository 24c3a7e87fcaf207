"""What a person may type for a position to start from; the canonical form is in `positions.py`.

Of two and more players: a puzzle and the hands, `PUZZLE hands A's | B's`, nobody having been asked
yet; nine cards are a challenge of player A, whose card lies in the centre. Of one: a solo deal.
Links are read as well, and so is the canonical text with `;` between its lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import CENTRE, Layout
from ...solvers.leaves.link import find_link, parse_layout_link, parse_solo_link
from ...solvers.leaves.reading import read_deal, read_hand, read_layout, require_whole
from ...solvers.leaves.symmetry import RING
from ..game import State, seat
from .actions import DRAWS

if TYPE_CHECKING:
    from .game import Leaves
    from .solo import SoloState
    from .table import TableState

Hand = tuple[tuple[Card, ...], int]
"""The cards of a player that are known, and how many more there are."""

_HANDS = re.compile(r"\bhands?\b:?", re.IGNORECASE)
_WRITTEN = re.compile(r"\s*phase\s*:")
_FORM = "a puzzle and what each player has, such as PUZZLE hands 3yg 1rb | 2rg ?"


def read_start(game: Leaves, text: str) -> TableState | SoloState:
    """Return the position a person means. Raises NotationError with its place in the text."""
    try:
        return game.state_from(text)
    except NotationError:
        if _WRITTEN.match(text):
            return game.state_from(_tidied(text))
    return _solo(game, text) if game.players == 1 else _table(game, text)


def _tidied(text: str) -> str:
    """Return a canonical text a line each, without blanks that say nothing."""
    lines = [" ".join(line.split()) for line in re.split(r"[\n;]", text)]
    return "\n".join(line for line in lines if line)


def _solo(game: Leaves, text: str) -> SoloState:
    """Return the solo challenge of a deal, as if chance had dealt it."""
    link = find_link(text)
    if not link and _HANDS.search(text) and "|" in text:
        raise NotationError(
            "the hands of several players", expected="one player's: three hand cards, then three puzzles"
        )
    deal = parse_solo_link(link) if link else read_deal(text)
    state: State = game.start()
    dealt = [*deal.hand, *(puzzle.cells[cell] for puzzle in deal.puzzles for cell in RING)]
    for card in dealt[:-1]:  # nothing is drawn where one card is left
        assert card is not None
        state = state.apply(DRAWS[card])
    return state  # type: ignore[return-value]


def _table(game: Leaves, text: str) -> TableState:
    """Return the position before anybody is asked about a puzzle; with nine cards, a challenge."""
    layout, hands = _linked(game, text) or _typed(game, text)
    lines = ["phase: order" if game.asks_by_chance else "phase: call", "puzzle: 1"]
    if layout.is_full:
        lines = ["phase: merge", "puzzle: 1", f"caller: {seat(0)}", f"placed: {layout.cells[CENTRE]}"]
    elif not game.asks_by_chance:
        lines.append(f"asked: {seat(0)}")
    lines.append("layout: " + " / ".join(str(layout).split("\n")))
    lines.append("hands: " + " | ".join(_written(*hand) for hand in hands))
    lines.append("breezes: " + " ".join(map(str, game.breezes)))
    return game.state_from("\n".join(lines))  # type: ignore[return-value]


def _written(known: tuple[Card, ...], unseen: int) -> str:
    return " ".join([*map(str, sorted(known)), *("?" * unseen)]) or "-"


def _linked(game: Leaves, text: str) -> tuple[Layout, list[Hand]] | None:
    """Return the puzzle of a link and its hand cards, as many for each player; None without a link."""
    link = find_link(text)
    if link is None:
        return None
    layout, cards = parse_layout_link(link)
    each, over = divmod(len(cards), game.players)
    if over or not each:
        raise NotationError(
            f"the link's hand of {len(cards)}", expected=f"as many cards for each of {game.players} players"
        )
    return require_whole(layout), [(cards[each * p : each * (p + 1)], 0) for p in range(game.players)]


def _typed(game: Leaves, text: str) -> tuple[Layout, list[Hand]]:
    found = _HANDS.search(text)
    layout = require_whole(read_layout(text[: found.start()] if found else text))
    if found is None:
        raise NotationError("a puzzle without hands", expected=_FORM)
    parts = text[found.end() :].split("|")
    if len(parts) != game.players:
        raise NotationError(
            f"hands for {len(parts)}", expected=f"one for each of {game.players} players, | between them"
        )
    hands = []
    at = found.end()
    for part in parts:
        hands.append(_hand(re.sub(r"[^\n]", " ", text[:at]) + part, layout))
        at += len(part) + 1
    return layout, hands


def _hand(text: str, layout: Layout) -> Hand:
    """Return a hand, blanks before it keeping its place in the text; `?` is a card nobody has seen."""
    unseen = text.count("?")
    rest = text.replace("?", " ")
    if not rest.strip(" \n\t-"):
        return (), unseen
    return read_hand(rest, [layout]), unseen

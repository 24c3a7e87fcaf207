"""What a person may type for a layout, a hand or moves; the canonical forms are in `layout.py`.

The generous reading takes any white space, `/` or `|` between rows, either case, the three
traits of a card in any order, whole words (`yellow 3 ginkgo`), and `--` or `empty` for an
empty cell. Whatever it accepts prints canonically and parses strictly to the same object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...core.errors import NotationError
from ...core.notation import Word, cell_name, listed, parse_cell, shown, words
from .breeze import SoloDeal
from .cards import BY_TEXT, CARD_FORM, COLOURS, NUMBERS, TRAITS, TYPES, Card
from .layout import CELLS, CENTRE, MERGE_FORM, SIDE, Layout, Merge, Place, Step, Swap

_EMPTY = frozenset((".", "-", "--", "_", "empty"))
_SEPARATORS = "/|,;"
_NAMES = {
    name: (trait, value)
    for trait, names in enumerate((NUMBERS, COLOURS, TYPES))
    for value, name in enumerate(names)
} | {"one": (0, 0), "two": (0, 1), "three": (0, 2)}
_LETTERS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((0, 1),),
    "3": ((0, 2),),
    "r": ((1, 0),),
    "y": ((1, 1),),
    "g": ((1, 2), (2, 1)),
    "b": ((2, 0),),
    "m": ((2, 2),),
}
"""Traits a letter can mean: `g` is green or ginkgo, and the other letters tell which."""

Cell = Card | None


def read_cells(text: str) -> list[tuple[Cell, Word]]:
    """Return the cards and empty cells named in a text, each with where it starts. Raises NotationError."""
    found: list[tuple[Cell, Word]] = []
    pending: list[Word] = []
    for word in words(text, _SEPARATORS):
        token = word.text.lower()
        if token in _EMPTY:
            _refuse_unfinished(pending)
            found.append((None, word))
        elif token in _NAMES or token in _LETTERS:
            pending.append(word)
            if len(pending) == 3:
                found.append((_card([w.text.lower() for w in pending], pending[0]), pending[0]))
                pending = []
        else:
            _refuse_unfinished(pending)
            found.append((_compact(token, word), word))
    _refuse_unfinished(pending)
    return found


def _refuse_unfinished(pending: Sequence[Word]) -> None:
    if pending:
        text = " ".join(word.text for word in pending)
        raise _problem(f"{shown(text)} is only part of a card", pending[0], CARD_FORM)


def _compact(token: str, word: Word) -> Card:
    if token in BY_TEXT:
        return BY_TEXT[token]
    letters = list(token)
    if len(letters) == 3 and all(letter in _LETTERS for letter in letters):
        return _card(letters, word)
    raise _problem(f"{shown(word.text)} is not a Leaf Card", word, CARD_FORM)


def _card(names: Sequence[str], word: Word) -> Card:
    """Return the card whose three traits are named, in any order."""
    text = " ".join(names) if any(len(name) > 1 for name in names) else "".join(names)
    if not all(name in _NAMES or name in _LETTERS for name in names):
        raise _problem(f"{shown(text)} is not a Leaf Card", word, CARD_FORM)
    readings = set()
    options = [(_NAMES[name],) if name in _NAMES else _LETTERS[name] for name in names]
    for first in options[0]:
        for second in options[1]:
            for third in options[2]:
                traits = dict((first, second, third))
                if len(traits) == 3:
                    readings.add(Card(9 * traits[0] + 3 * traits[1] + traits[2]))
    if len(readings) == 1:
        return readings.pop()
    if readings:
        raise _problem(f"{shown(text)} could be {' or '.join(map(str, sorted(readings)))}", word, CARD_FORM)
    raise _problem(f"{shown(text)} does not name one number, one colour and one type", word, CARD_FORM)


def _problem(problem: str, word: Word, expected: str) -> NotationError:
    return NotationError(problem, expected=expected, line=word.line, column=word.column)


def read_layout(text: str) -> Layout:
    """Return the layout of nine cells named in a text. Raises NotationError."""
    return _layout(read_cells(text), "nine cells, three rows of three, . for an empty one")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _layout(cells: Sequence[tuple[Cell, Word]], expected: str) -> Layout:
    cards = sum(card is not None for card, _ in cells)
    if len(cells) != CELLS:
        what = _count(cards, "card")
        if cards < len(cells):
            what += f" and {_count(len(cells) - cards, 'empty cell')}"
        hint = ""
        if cards == CELLS - 1 and len(cells) == cards:
            hint = "; write . where the centre is empty"
        raise NotationError(what, expected=expected + hint)
    seen: dict[Card, int] = {}
    for cell, (card, word) in enumerate(cells):
        if card is not None and card in seen:
            places = f"{cell_name(seen[card], SIDE)} and {cell_name(cell, SIDE)}"
            raise _problem(f"{card} is named for both {places}", word, "every card at most once")
        if card is not None:
            seen[card] = cell
    return Layout(tuple(card for card, _ in cells))


def require_whole(layout: Layout, mid_play: bool = False) -> Layout:
    """Return a layout that is a puzzle or full. Raises NotationError naming a cell wrongly empty.

    `mid_play` says that whoever asks could ask about a position in mid-play instead.
    """
    for cell, card in enumerate(layout.cells):
        if card is None and cell != CENTRE:
            hint = "; for a position in mid-play add --in-progress" if mid_play else ""
            raise NotationError(
                f"{cell_name(cell, SIDE)} is empty", expected=f"only the centre b2 may be{hint}"
            )
    return layout


def read_hand(text: str, layouts: Iterable[Layout] = ()) -> tuple[Card, ...]:
    """Return the hand cards named in a text, none of which lies on the table. Raises NotationError."""
    cards: list[Card] = []
    for card, word in read_cells(text):
        if card is None:
            raise _problem(f"{shown(word.text)} in a hand", word, CARD_FORM)
        if card in cards:
            raise _problem(f"{card} is twice in the hand", word, "every card at most once")
        for layout in layouts:
            if card in layout.cards:
                raise _problem(
                    f"hand card {card} already lies in the puzzle", word, "a card not on the table"
                )
        cards.append(card)
    if not cards:
        raise NotationError("an empty hand", expected=CARD_FORM)
    return tuple(cards)


def read_deal(text: str) -> SoloDeal:
    """Return the solo deal named in a text: three hand cards, then three puzzles of nine cells."""
    cells = read_cells(text)
    expected = "three hand cards, then three puzzles of nine cells with . in the centre"
    if len(cells) != 3 + 3 * CELLS:
        cards = sum(card is not None for card, _ in cells)
        what = f"{_count(cards, 'card')} and {_count(len(cells) - cards, 'empty cell')}"
        raise NotationError(what, expected=expected)
    hand = []
    for card, word in cells[:3]:
        if card is None:
            raise _problem(f"{shown(word.text)} in the hand", word, expected)
        hand.append(card)
    puzzles = tuple(
        _layout(cells[3 + CELLS * i : 3 + CELLS * (i + 1)], "nine cells a puzzle") for i in range(3)
    )
    return SoloDeal(tuple(hand), puzzles)


def split_review(text: str) -> tuple[str, str]:
    """Return the part of a text that names a layout and the part that names the moves played on it.

    Before the moves stand as many blanks and lines as before, so that places in them stay true.
    """
    match = _MOVES.search(text)
    at = match.start() if match else len(text)
    return text[:at], re.sub(r"[^\n]", " ", text[:at]) + text[at:]


_MERGE = re.compile(r"([a-z]\d)(?:-|>|->|=>|)([a-z]\d)")
_MOVES = re.compile(r"(?<![a-z0-9])(?:swap|place|[a-c][1-3]\s*(?:-|>|=)|[a-c][1-3][a-c][1-3])", re.IGNORECASE)
_LOOSE = re.compile(r"\b([a-c][1-3])\s*(?:->|=>|-|>)\s*([a-c][1-3])\b")
"""A merge, or the cells of a swap, with or without blanks: `a1 > b1`."""
_TRAIT_WORDS = {"color": "colour", "colour": "colour", "number": "number", "type": "type"}


def read_steps(text: str) -> tuple[Step, ...]:
    """Return the steps named in a text: merges, perhaps after swaps and the placing of a card.

    Merges may be written `a1-b1 colour`, `a1 > b1` or `a1b1`; the trait may be left out.
    Raises NotationError.
    """
    found: list[Step] = []
    items = list(words(_LOOSE.sub(_tight, text.lower()), _SEPARATORS))
    while items:
        try:
            step, used = _step(items)
        except NotationError as error:
            if error.line is not None:
                raise
            raise _problem(error.problem, items[0], error.expected) from None
        found.append(step)
        items = items[used:]
    if not found:
        raise NotationError("no moves", expected=MERGE_FORM)
    return tuple(found)


def _tight(match: re.Match[str]) -> str:
    """Return a merge without blanks, its line ends behind it, so that the lines of what follows stay true."""
    blanks = re.sub(r"[^\n]", "", match[0])
    return f"{match[1]}-{match[2]}{blanks}"


def _step(items: Sequence[Word]) -> tuple[Step, int]:
    """Return the first step of some words, and how many of them name it."""
    first, following = items[0].text, [word.text for word in items[1:4]]
    if first == "swap":
        both = _MERGE.fullmatch(following[0]) if following else None  # swap a1-c3, swap a1c3
        cells = both.groups() if both else following[:2]
        if len(cells) < 2:
            raise NotationError("swap without two cells", expected="a swap such as swap a1 c3")
        return Swap(*(parse_cell(cell, SIDE, SIDE) for cell in cells)), 2 if both else 3
    if first == "place":
        if following and (following[0] in _NAMES or following[0] in _LETTERS):
            if len(following) < 3:
                raise NotationError(
                    "place with only part of a card", expected="a placement such as place 3yg"
                )
            return Place(_card(following, items[1])), 4
        if not following:
            raise NotationError("place without a card", expected="a placement such as place 3yg")
        return Place(_compact(following[0], items[1])), 2
    trait = _TRAIT_WORDS.get(following[0]) if following else None
    return _merge(first, trait), 1 + (trait is not None)


def _merge(text: str, trait: str | None) -> Merge:
    match = _MERGE.fullmatch(text)
    if match is None:
        known = listed(TRAITS)
        raise NotationError(f"{shown(text)} is not a merge", expected=f"{MERGE_FORM} (traits: {known})")
    source, goal = (parse_cell(cell, SIDE, SIDE) for cell in match.groups())
    return Merge(source, goal, trait)  # type: ignore[arg-type]

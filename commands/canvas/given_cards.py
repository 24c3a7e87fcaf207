"""The cards that `canvas best` is given in its options, and where each of them was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ...core.errors import NotationError
from ...core.notation import words
from ...solvers.canvas import Card, read_card
from ...solvers.canvas.in_progress import CardError
from .given import SEATS, Box, Drawn, by_player, of_option


@dataclass(frozen=True)
class Cards:
    """Cards that were given in an option, and where each of them was read."""

    cards: tuple[Card, ...]
    places: tuple[tuple[int, int], ...]
    option: str

    def error(self, problem: str, expected: str, number: int) -> NotationError:
        """Return an error that is about a card, placed where it was read."""
        line, column = self.places[number]
        error = NotationError(problem, expected=expected, line=line, column=column)
        return of_option(self.option, error)


def the_cards(text: str, source: str) -> Cards:
    """Return cards named in an option. Raises NotationError naming the column."""
    found = _cards([(word.text, (word.line, word.column)) for word in words(text, ",")], source)
    if not found.cards:
        raise NotationError("no card", expected="cards such as BR/YB", source=source)
    return found


def the_hands(text: str | None, players: int, box: Box) -> list[Cards | None]:
    """Return the hand of each player that `--hands` names, None for the others. Raises NotationError."""
    found: list[Cards | None] = [None] * players
    for player, named in by_player(text, players, "--hands"):
        hand = _cards([(word, (1, column)) for word, column in named], "--hands")
        _check_size(hand, box)
        found[player] = hand
    return found


def with_own(hands: Sequence[Cards | None], player: int, text: str, box: Box) -> list[Cards | None]:
    """Return hands with that of `--hand`, of who places next. Raises NotationError."""
    if hands[player] is not None:
        raise NotationError(
            f"the hand of {SEATS[player]}, who places next", expected="it in --hand alone", source="--hands"
        )
    own = the_cards(text, "--hand")
    _check_size(own, box)
    return [own if other == player else hand for other, hand in enumerate(hands)]


def _cards(named: Sequence[tuple[str, tuple[int, int]]], source: str) -> Cards:
    """Return the cards of words with their lines and columns. Raises NotationError."""
    cards = []
    for word, (line, column) in named:
        try:
            cards.append(read_card(word))
        except NotationError as error:
            at = column + (error.column or 1) - 1
            wrong = NotationError(error.problem, expected=error.expected, line=line, column=at)
            raise of_option(source, wrong) from None
    return Cards(tuple(cards), tuple(place for _, place in named), source)


def _check_size(hand: Cards, box: Box) -> None:
    """Raise NotationError for a hand of more cards than anybody holds."""
    most = box.parts.hand.cards
    if len(hand.cards) > most:
        problem = f"{hand.cards[most]} is card {most + 1} of a hand"
        raise hand.error(problem, f"at most {most} cards in hand", most)


@contextmanager
def said_where(drawn: Drawn, hands: Sequence[Cards | None], gone: Cards | None) -> Iterator[None]:
    """Place the error of a card where that card was read."""
    try:
        yield
    except CardError as error:
        spot = error.spot
        if spot.part == "canvas":
            raise drawn.error(error.problem, error.expected, spot.at) from None
        cards = gone if spot.part == "gone" else hands[spot.player]
        assert cards is not None  # the error is about one of them
        raise cards.error(error.problem, error.expected, spot.at) from None

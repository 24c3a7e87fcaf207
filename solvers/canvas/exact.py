"""The best placement proved: every way in which the end of a round may go is weighed.

Each player maximises the own expected margin; of replies that are worth the same to who makes them, the one
worst for the player who asks is expected, then the first in the order of placements. Two cases are exact.

- All hands that still matter are known: they lie open, so every player knows every hand and sees each card
  that is drawn.
- Two cards are still to be placed, and the hand that the last is placed from is not known: any of the unseen
  cards may be in it with equal chance. Nothing is concluded from what its owner placed before.

A card drawn by somebody who places no more makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ...core.budget import Meter
from .best_answers import Choice, Step
from .canvas import cells
from .faces import COUNT
from .margins import Margins, Vector
from .position import Held, Placement, Position, held_as, ways_of

Rank = tuple[int, int, int]
"""What a reply is preferred by: the own margin, then how bad it is for who asks, then its face: the first."""


class Size(NamedTuple):
    """About how much an exact search weighs."""

    placements: int
    """Those before the last one, with the draws between them."""
    ends: int
    """Last cards, each weighed once for each canvas, however many hands it may be held in."""


class Node(NamedTuple):
    """A position in the tree; who has no card passes."""

    cards: tuple[int, ...]
    occupied: int
    player: int
    hands: tuple[Held, ...]
    deck: Held
    discards: Held


class Worth(NamedTuple):
    """The expected margins of all players, in whole numbers of one part in `scale`."""

    margins: Vector
    scale: int


class Fill(NamedTuple):
    """The best that may be done with one card on the last cell."""

    rank: Rank
    margins: Vector
    placement: Placement


class Laid(NamedTuple):
    """A placement after which one cell is left, and what is known of it."""

    placement: Placement
    cards: tuple[int, ...]
    occupied: int
    fills: dict[int, Fill]
    """By the card that comes last."""


class Proved(NamedTuple):
    """Every placement with its exact value, best first, and how the round ends in the best play."""

    choices: tuple[Choice, ...]
    line: tuple[Step, ...]


def is_provable(position: Position) -> bool:
    """Return whether all that an exact answer depends on is known."""
    return _lies_open(position) or _hides_last(position)


def tree_size(position: Position) -> Size:
    """Return about how many placements an exact search of a provable position weighs."""
    unseen = _faces(position, position.deck)
    if _hides_last(position):
        first = len(position.placements())
        return Size(first, first * unseen)
    left, players = position.left, position.players
    reached = canvases = 1
    total = 0
    for step in range(left - 1):
        held, known = _faces_at(position, step, unseen)
        player = (position.player + step) % players
        now_open = position.plane.allowed(position.occupied, player).bit_count()
        places = max(1, now_open - step if now_open > left else min(left - step, now_open))
        reached *= max(1, held) * places
        canvases *= max(1, known) * places
        total += reached
        if step + players < left:
            reached *= max(1, len(set(position.deck)))
    return Size(total, canvases * _faces_at(position, left - 1, unseen)[1])


def _faces_at(position: Position, step: int, unseen: int) -> tuple[int, int]:
    """Return how many faces who places in so many steps may show, in one hand and in all that may be held."""
    held = _faces(position, position.hands[(position.player + step) % position.players] or ())
    return held, held + unseen if step >= position.players else held


def _faces(position: Position, held: Held) -> int:
    """Return how many faces the cards of a hand may show in an orientation."""
    return sum(len(ways_of(kind, position.landscape == 1, position.rules)) for kind in set(held))


def proved(position: Position, meter: Meter) -> Proved:
    """Return the exact answer for a provable position.

    Raises InterruptedError where the budget of the meter is spent before.
    """
    if _hides_last(position):
        return _Hidden(position, meter).proved()
    return _Open(position, meter).proved()


def _next_players(position: Position) -> list[int]:
    """Return who places one card more at least."""
    return [
        (position.player + step) % position.players for step in range(min(position.players, position.left))
    ]


def _hides_last(position: Position) -> bool:
    last = (position.player + 1) % position.players
    return position.left == 2 and position.hands[last] is None and position.hidden[last] > 0


def _lies_open(position: Position) -> bool:
    if position.is_open:
        return True
    return all(position.hands[player] for player in _next_players(position))


class _Last:
    """What the last cards of a round are worth."""

    def __init__(self, position: Position, meter: Meter) -> None:
        self.position, self.plane, self.rules = position, position.plane, position.rules
        self.asking, self.players = position.player, position.players
        self.full = position.size * position.size
        self._margins = Margins(position)
        self._meter = meter
        self._fills: dict[tuple[int, ...], dict[int, Fill]] = {}

    def count(self) -> None:
        """Count a placement that is weighed. Raises InterruptedError where the budget is spent."""
        if self._meter.spent():
            raise InterruptedError

    def margins(self, cards: tuple[int, ...]) -> Vector:
        """Return the margins for a canvas at the end of the round."""
        return self._margins.of(cards)

    def fill(self, cards: tuple[int, ...], occupied: int, player: int, way: bool, kind: int) -> Fill:
        """Return the best that a player may do with a card where one cell is left."""
        known = self.fills_of(cards)
        found = known.get(kind)
        if found is None:
            found = known[kind] = self._find_fill(cards, occupied, player, way, kind)
        return found

    def fills_of(self, cards: tuple[int, ...]) -> dict[int, Fill]:
        """Return what is known of the last cell of a canvas."""
        return self._fills.setdefault(cards, {})

    def _find_fill(self, cards: tuple[int, ...], occupied: int, player: int, way: bool, kind: int) -> Fill:
        cell = self.plane.allowed(occupied, player).bit_length() - 1
        found = []
        for face in ways_of(kind, way, self.rules):
            self.count()
            margins = self._margins.of(tuple(sorted((*cards, cell * COUNT + face))))
            rank = (margins[player], -margins[self.asking], -face)
            found.append(Fill(rank, margins, Placement(face, cell, way)))
        return max(found)

    def laid(self, placement: Placement) -> tuple[tuple[int, ...], int]:
        """Return the cards and the cells taken after a placement by who asks."""
        cell = placement.cell
        cards = tuple(sorted((*self.position.cards, cell * COUNT + placement.face)))
        return cards, self.position.occupied | 1 << cell


def _in_order(choices: list[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: (-choice.value, choice.placement)))


class _Hidden(_Last):
    """Two cards are still to be placed, the last from a hand that is not known."""

    def __init__(self, position: Position, meter: Meter) -> None:
        super().__init__(position, meter)
        self._last_player = (position.player + 1) % position.players
        self._held = position.hidden[self._last_player]
        self._unseen = {kind: position.deck.count(kind) for kind in sorted(set(position.deck))}

    def proved(self) -> Proved:
        """Return the answer."""
        choices, replies = [], {}
        for placement in self.position.placements():
            replies[placement] = found = list(self._replies(placement))
            hands = sum(weight for _, weight in found)
            value = Fraction(sum(fill.margins[self.asking] * weight for fill, weight in found), hands)
            choices.append(Choice(placement, value, value, value))
        ordered = _in_order(choices)
        best = ordered[0]
        reply = max(replies[best.placement], key=lambda found: found[1])[0]
        end = Fraction(reply.margins[self.asking])
        return Proved(
            ordered,
            (
                Step(self.asking, best.placement, None, best.value),
                Step(self._last_player, reply.placement, None, end),
            ),
        )

    def _replies(self, placement: Placement) -> Iterator[tuple[Fill, int]]:
        """Yield the reply with each unseen card, best first, and in how many hands it is the best."""
        cards, occupied = self.laid(placement)
        fills = [
            (self.fill(cards, occupied, self._last_player, placement.landscape, kind), count)
            for kind, count in self._unseen.items()
        ]
        worse = len(self.position.deck)
        for fill, count in sorted(fills, reverse=True):
            # Hands of this card and worse ones, less those of worse ones alone.
            yield fill, comb(worse, self._held) - comb(worse - count, self._held)
            worse -= count


class _Open(_Last):
    """All hands that matter lie open."""

    def __init__(self, position: Position, meter: Meter) -> None:
        super().__init__(position, meter)
        self._known: dict[Node, Worth] = {}
        self._laid: dict[tuple[tuple[int, ...], int], list[Laid]] = {}
        self._way = position.landscape == 1
        self._all_draw = _may_run_out(position)
        self._root = Node(
            position.cards,
            position.occupied,
            position.player,
            tuple(hand or () for hand in position.hands),
            position.deck,
            position.discards,
        )

    def proved(self) -> Proved:
        """Return the answer."""
        choices = []
        for placement in self.position.placements():
            self._turn(placement.landscape)
            value = self._value(self._after(self._root, placement))
            choices.append(Choice(placement, value, value, value))
        ordered = _in_order(choices)
        self._turn(ordered[0].placement.landscape)
        return Proved(ordered, tuple(self._line(ordered[0].placement)))

    def _turn(self, landscape: bool) -> None:
        """Let the cards lie in portrait or landscape from now on."""
        if landscape != self._way:
            self._known.clear()
            self._laid.clear()
            self._fills.clear()
        self._way = landscape

    def _value(self, worth: Worth) -> Fraction:
        return Fraction(worth.margins[self.asking], worth.scale)

    def _worth(self, node: Node) -> Worth:
        """Return what a position is worth to all."""
        if len(node.cards) == self.full or not any(node.hands):
            return Worth(self.margins(node.cards), 1)
        if not node.hands[node.player]:
            return self._worth(node._replace(player=(node.player + 1) % self.players))
        if len(node.cards) == self.full - 1:
            return Worth(self._best_fill(node).margins, 1)
        if self._is_two_left(node):  # these are many and cheap, and seldom come again
            return self._best(node)[1]
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._best(node)[1]
        return found

    def _is_two_left(self, node: Node) -> bool:
        """Return whether this player and the next one place the last two cards, whatever is drawn."""
        return len(node.cards) == self.full - 2 and not self._all_draw

    def _best_fill(self, node: Node) -> Fill:
        player, way = node.player, self._way
        return max([self.fill(node.cards, node.occupied, player, way, kind) for kind in node.hands[player]])

    def _best(self, node: Node) -> tuple[Placement, Worth]:
        """Return the best placement of the player, who has one."""
        if self._is_two_left(node):
            return self._best_of_two(node)
        player, best, preferred = node.player, None, (0, 0)
        for placement in self._placements(node):
            worth = self._after(node, placement)
            rank = (worth.margins[player], -worth.margins[self.asking])
            if best is None or rank > preferred:
                best, preferred = (placement, worth), rank
        assert best is not None
        return best

    def _best_of_two(self, node: Node) -> tuple[Placement, Worth]:
        """Return what `_best` does where two cards are left: placements and replies are looked up."""
        player, other = node.player, (node.player + 1) % self.players
        asking, replies = self.asking, node.hands[other]
        chosen: tuple[int, int, int, int] | None = None
        for kind in set(node.hands[player]):
            for laid in self._all_laid(node, kind):
                self.count()
                fills = laid.fills
                margins = max(
                    [
                        fills.get(held) or self.fill(laid.cards, laid.occupied, other, self._way, held)
                        for held in replies
                    ]
                ).margins
                placement = laid.placement
                rank = (margins[player], -margins[asking], -placement.face, -placement.cell)
                if chosen is None or rank > chosen:
                    chosen, best = rank, (placement, margins)
        return best[0], Worth(best[1], 1)

    def _all_laid(self, node: Node, kind: int) -> list[Laid]:
        """Return all placements of one card where two cells are left."""
        key = (node.cards, kind)
        found = self._laid.get(key)
        if found is None:
            found = self._laid[key] = []
            for face in ways_of(kind, self._way, self.rules):
                for cell in cells(self.plane.allowed(node.occupied, node.player)):
                    cards = tuple(sorted((*node.cards, cell * COUNT + face)))
                    placement = Placement(face, cell, self._way)
                    found.append(Laid(placement, cards, node.occupied | 1 << cell, self.fills_of(cards)))
        return found

    def _placements(self, node: Node) -> Iterator[Placement]:
        """Yield the placements of a player in their order."""
        open_cells = list(cells(self.plane.allowed(node.occupied, node.player)))
        hand = set(node.hands[node.player])
        for face in sorted(face for kind in hand for face in ways_of(kind, self._way, self.rules)):
            for cell in open_cells:
                yield Placement(face, cell, self._way)

    def _after(self, node: Node, placement: Placement) -> Worth:
        """Return what a position is worth after a placement, before the card is drawn."""
        self.count()
        laid = self._lay(node, placement)
        draws = self._draws(laid)
        if draws is None:
            return self._worth(_passed_on(laid, self.players))
        total, scale = [0] * self.players, 1
        for kind, count in draws:
            worth = self._worth(_drawn(laid, kind, self.players))
            scale = worth.scale
            for player, margin in enumerate(worth.margins):
                total[player] += count * margin
        return Worth(tuple(total), scale * len(laid.deck))

    def _lay(self, node: Node, placement: Placement) -> Node:
        """Return the position in which a card lies and its player is about to draw, the deck being ready."""
        player, cell = node.player, placement.cell
        hand = list(node.hands[player])
        hand.remove(held_as(placement.face, self._way, self.rules))
        deck, discards = node.deck, node.discards
        if not deck:
            deck, discards = discards, ()
        return Node(
            tuple(sorted((*node.cards, cell * COUNT + placement.face))),
            node.occupied | 1 << cell,
            player,
            (*node.hands[:player], tuple(hand), *node.hands[player + 1 :]),
            deck,
            discards,
        )

    def _draws(self, laid: Node) -> list[tuple[int, int]] | None:
        """Return which cards may be drawn, and how many of each there are; None where it does not matter."""
        left = self.full - len(laid.cards)
        if not laid.deck or left == 0 or not (self._all_draw or left >= self.players):
            return None
        return [(kind, laid.deck.count(kind)) for kind in sorted(set(laid.deck))]

    def _line(self, placement: Placement) -> Iterator[Step]:
        """Yield the steps of the best play from a placement on."""
        node: Node | None = self._root
        while node is not None:
            value = self._value(self._after(node, placement))
            laid = self._lay(node, placement)
            draws = self._draws(laid)
            drawn = None if draws is None else max(draws, key=lambda draw: draw[1])[0]
            yield Step(node.player, placement, drawn, value)
            after = _passed_on(laid, self.players) if drawn is None else _drawn(laid, drawn, self.players)
            found = self._reply(after)
            node, placement = found or (None, placement)

    def _reply(self, node: Node) -> tuple[Node, Placement] | None:
        """Return who places next and what is best; None where the round is over."""
        if len(node.cards) == self.full or not any(node.hands):
            return None
        while not node.hands[node.player]:
            node = node._replace(player=(node.player + 1) % self.players)
        if len(node.cards) == self.full - 1:
            return node, self._best_fill(node).placement
        return node, self._best(node)[0]


def _passed_on(laid: Node, players: int) -> Node:
    """Return the position of the next player, no card being drawn."""
    return laid._replace(player=(laid.player + 1) % players)


def _drawn(laid: Node, kind: int, players: int) -> Node:
    """Return the position of the next player after a card was drawn."""
    player, deck = laid.player, list(laid.deck)
    deck.remove(kind)
    hand = tuple(sorted((*laid.hands[player], kind)))
    hands = (*laid.hands[:player], hand, *laid.hands[player + 1 :])
    return laid._replace(player=(player + 1) % players, hands=hands, deck=tuple(deck))


def _may_run_out(position: Position) -> bool:
    """Return whether somebody may be left without a card, so that others place more often."""
    left, players = position.left, position.players
    held = min(len(position.hands[player] or ()) for player in _next_players(position))
    enough = len(position.deck) + len(position.discards) >= left - players
    return held == 0 or not (enough or held * players >= left)

"""Rounds in progress played in every way there is, on the slow rules of `academy_reference.py` alone."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from academy_reference import Cell, Reference, faces, shows, value

from quadrangle.solvers.canvas import Rules
from quadrangle.solvers.canvas.faces import COUNT, FACE_TEXTS
from quadrangle.solvers.canvas.position import Placement, Position

Margins = tuple[Fraction, ...]
Lying = frozenset[tuple[Cell, str]]
Hand = tuple[str, ...]
Move = tuple[str, Cell, bool]
"""A face, where it lies, and whether all lie in landscape."""


class Round(NamedTuple):
    """Who places next, and where every card is."""

    lying: Lying
    landscape: bool | None
    player: int
    hands: tuple[Hand, ...]
    deck: Hand
    discards: Hand


class Table:
    """A round whose hands lie open: what each placement is worth to all, every game being played."""

    def __init__(self, position: Position) -> None:
        rules = {name: getattr(position.rules, name) for name in Rules.__struct_fields__}
        self.rules, self.asking, self.players = rules, position.player, position.players
        self.side = position.plane.side
        self.reference = Reference.__new__(Reference)
        self.reference.rules, self.reference.size = rules, position.size
        self.reference.letters = "ABCD"[: self.players]
        self.reference.seats = {"A": "south", "B": "north"}
        if self.players == 4:
            self.reference.seats = {"A": "south", "B": "west", "C": "north", "D": "east"}
        self.goals = [str(goal) for goal in position.goals]
        self.patterns = [[str(one) for one in own] for own in position.patterns or ((),) * self.players]
        self.before = position.points or (0,) * self.players
        self.pet = position.pet
        self.start = Round(
            frozenset((self.cell(card // COUNT), FACE_TEXTS[card % COUNT]) for card in position.cards),
            None if position.landscape < 0 else position.landscape == 1,
            position.player,
            tuple(tuple(FACE_TEXTS[card] for card in hand or ()) for hand in position.hands),
            tuple(FACE_TEXTS[card] for card in position.deck),
            tuple(FACE_TEXTS[card] for card in position.discards),
        )
        self.known: dict[Round, Margins] = {}
        self.ends: dict[Lying, Margins] = {}

    def cell(self, number: int) -> Cell:
        """Return a cell of the window as a place from the middle one."""
        row, column = divmod(number, self.side)
        return row - self.side // 2, column - self.side // 2

    def placement(self, move: Move) -> Placement:
        face, (row, column), landscape = move
        middle = self.side // 2
        cell = (row + middle) * self.side + column + middle
        return Placement(FACE_TEXTS.index(face), cell, landscape)

    def moves(self, at: Round) -> list[tuple[Move, str]]:
        """Return each placement once, in their order, with the card it takes out of the hand."""
        self.reference.canvas = {cell: (face, face) for cell, face in at.lying}
        letter = self.reference.letters[at.player]
        places = self.reference.allowed(letter) if at.lying else {(0, 0)}
        ways = [at.landscape] if at.landscape is not None else [False, True]
        if at.landscape is None and self.rules["first_orientation"] == "portrait":
            ways = [False]
        found = {
            (face, place, bool(way)): card
            for card in at.hands[at.player]
            for way in ways
            for face in faces(card, bool(way), self.rules)
            for place in places
        }
        return sorted(found.items(), key=lambda one: self.placement(one[0]))

    def laid(self, at: Round, move: Move, card: str) -> Round:
        """Return the round with a card placed, its player having drawn none yet."""
        face, place, way = move
        hand = list(at.hands[at.player])
        hand.remove(card)
        hands = (*at.hands[: at.player], tuple(hand), *at.hands[at.player + 1 :])
        deck, discards = (at.deck, at.discards) if at.deck else (at.discards, ())
        return Round(at.lying | {(place, face)}, way, at.player, hands, deck, discards)

    def drawn(self, at: Round) -> dict[str, Round]:
        """Return what the round is after each card that may be drawn; `""` where there is none."""
        following = (at.player + 1) % self.players
        if not at.deck:
            return {"": at._replace(player=following)}
        found = {}
        for card in dict.fromkeys(at.deck):
            deck = list(at.deck)
            deck.remove(card)
            hand = tuple(sorted((*at.hands[at.player], card)))
            hands = (*at.hands[: at.player], hand, *at.hands[at.player + 1 :])
            found[card] = at._replace(player=following, hands=hands, deck=tuple(sorted(deck)))
        return found

    def is_over(self, at: Round) -> bool:
        return len(at.lying) == self.reference.size**2 or not any(at.hands)

    def after(self, at: Round, move: Move, card: str) -> Margins:
        """Return the expected margins after a placement."""
        laid = self.laid(at, move, card)
        if self.is_over(laid._replace(deck=())) and len(laid.lying) == self.reference.size**2:
            return self.scored(laid.lying)
        total = [Fraction(0)] * self.players
        for drawn, following in self.drawn(laid).items():
            share = Fraction(laid.deck.count(drawn), len(laid.deck)) if drawn else Fraction(1)
            for player, margin in enumerate(self.worth(following)):
                total[player] += share * margin
        return tuple(total)

    def worth(self, at: Round) -> Margins:
        if self.is_over(at):
            return self.scored(at.lying)
        found = self.known.get(at)
        if found is None:
            if at.hands[at.player]:
                ends = [self.after(at, move, card) for move, card in self.moves(at)]
                found = max(ends, key=lambda end: (end[at.player], -end[self.asking]))
            else:
                found = self.worth(at._replace(player=(at.player + 1) % self.players))
            self.known[at] = found
        return found

    def scored(self, lying: Lying) -> Margins:
        """Return the margins with the canvas as it lies, Inspirations, then goals left to right."""
        if lying not in self.ends:
            self.reference.canvas = {cell: (face, face) for cell, face in lying}
            areas = [self.reference.area(letter) for letter in self.reference.letters]
            points = [
                before + 2 * any(shows(pattern, area, self.rules) for pattern in own)
                for before, own, (area, _) in zip(self.before, self.patterns, areas, strict=True)
            ]
            values = [[value(goal, *area, self.rules) for area in areas] for goal in self.goals]
            self.ends[lying] = self.decided(points, self.pet, list(zip(self.goals, values, strict=True)))
        return self.ends[lying]

    def decided(self, points: list[int], pet: int, goals: list[tuple[str, list[int]]]) -> Margins:
        if not goals:
            most = [max(points[:at] + points[at + 1 :]) for at in range(self.players)]
            return tuple(Fraction(own - other) for own, other in zip(points, most, strict=True))
        (goal, values), *others = goals
        fewest = goal == "balanced_composition"
        best = min(values) if fewest else max(values)
        tied = [player for player in range(self.players) if values[player] == best]
        worth = 3 if ":" in goal else 5

        def with_card(player: int) -> list[int]:
            return [own + worth * (player == at) for at, own in enumerate(points)]

        if best == 0 and not fewest and self.rules["zero_value"] == "nobody":
            return self.decided(points, pet, others)
        if len(tied) == 1:
            return self.decided(with_card(tied[0]), pet, others)
        if pet not in tied:
            return self.decided(points, pet, others)
        to = sorted((player for player in tied if player != pet), key=lambda one: (one - pet) % self.players)
        if self.rules["pet_recipient"] == "next_clockwise":
            to = to[:1]
        ends = [self.decided(with_card(pet), one, others) for one in to]
        if self.rules["pet_handover"] == "may_decline":
            ends.append(self.decided(points, pet, others))
        return max(ends, key=lambda end: (end[pet], -end[self.asking]))

    def every(self) -> dict[Placement, Margins]:
        """Return the margins after each placement of who is asked for."""
        at = self.start
        return {self.placement(move): self.after(at, move, card) for move, card in self.moves(at)}

    def line(self) -> list[tuple[int, Placement, str, Fraction]]:
        """Return the best play: who places what, the card drawn after it, and the margin before that draw.

        Where several placements are as good, the worst for who asks, then the first in their order; of the
        cards that may be drawn the likeliest, then the first.
        """
        found, at = [], self.start
        while not self.is_over(at):
            if not at.hands[at.player]:
                at = at._replace(player=(at.player + 1) % self.players)
                continue
            ends = {move: (self.after(at, move, card), card) for move, card in self.moves(at)}
            player = at.player
            best = max((end[player], -end[self.asking]) for end, _ in ends.values())
            alike = [move for move, (end, _) in ends.items() if (end[player], -end[self.asking]) == best]
            move = min(alike, key=self.placement)
            end, card = ends[move]
            laid = self.laid(at, move, card)
            following = self.drawn(laid)
            drawn = max(sorted(following, key=lambda one: FACE_TEXTS.index(one) if one else 0),
                        key=laid.deck.count)  # fmt: skip
            found.append((player, self.placement(move), drawn, end[self.asking]))
            at = following[drawn]
        return found


def hidden_replies(position: Position) -> dict[Placement, Counter[tuple[Placement, Fraction]]]:
    """Return for each placement, where two are left, the best reply and the margin then, of every hand.

    The hand is hidden; each set of cards not seen is as likely as any other.
    """
    other = (position.player + 1) % position.players
    found: dict[Placement, Counter[tuple[Placement, Fraction]]] = {}
    table = Table(position)
    hands = Counter(combinations(position.deck, position.hidden[other]))
    for hand, times in hands.items():
        given = tuple(FACE_TEXTS[card] for card in hand)
        held = (*table.start.hands[:other], given, *table.start.hands[other + 1 :])
        for move, card in table.moves(at := table.start._replace(hands=held, deck=())):
            laid = table.laid(at, move, card)._replace(player=other)
            ends = [
                (table.after(laid, reply, one), table.placement(reply)) for reply, one in table.moves(laid)
            ]
            end, reply = max(ends, key=lambda one: (one[0][other], -one[0][position.player]))
            replies = found.setdefault(table.placement(move), Counter())
            replies[reply, end[position.player]] += times
    return found

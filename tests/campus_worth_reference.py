"""What a board is worth, by walking all boards with their stars through every roll and every move."""

from __future__ import annotations

from fractions import Fraction

from quadrangle.solvers.campus import OUTCOMES, Board, Moves, Rules

Pair = tuple[Fraction, Fraction]
NEVER: Pair = (Fraction(1), Fraction(0))


class Walk:
    """Remembers the boards of one arrangement under rules: chance to miss, turns summed over the rest."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self._board = board
        self._rules = rules
        self._known: dict[int, Pair] = {0: (Fraction(0), Fraction(0))}

    def worth(self, up: int) -> Pair:
        """Return what the board with these tiles face up is worth before a roll."""
        if up not in self._known:
            self._known[up] = self._worth(up)
        return self._known[up]

    def _worth(self, up: int) -> Pair:
        changing: list[tuple[Pair, Fraction]] = []
        may_stay = False
        for roll, chance in OUTCOMES:
            moves = Moves(self._board.with_up(up), roll, self._rules)
            ends = {outcome.up for outcome in moves.outcomes()} if not moves.lost else set()
            may_stay |= up in ends and len(ends) > 1
            ends.discard(up)
            if ends:
                changing.append((min(map(self.worth, ends)), chance))
        if not changing:
            return NEVER
        changing.sort()
        # A player who may stay does so after the worse rolls; all ways to draw that line are tried.
        first = 1 if may_stay else len(changing)
        return min(_mean(changing[:count]) for count in range(first, len(changing) + 1))


def _mean(taken: list[tuple[Pair, Fraction]]) -> Pair:
    weight = sum((chance for _, chance in taken), Fraction(0))
    missed = sum((chance * pair[0] for pair, chance in taken), Fraction(0)) / weight
    turns = sum((chance * pair[1] for pair, chance in taken), Fraction(0)) / weight
    return missed, turns + (1 - missed) / weight

"""The steps of a Campus puzzle, a set of tiles for each roll: checked by the rules, and told in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import IllegalAction, NotationError
from ...engines.campus import words
from ...solvers.campus.board import Board
from ...solvers.campus.chains import Chains, Reward, Wild, chains
from ...solvers.campus.dice import Roll
from ...solvers.campus.moves import Move, Moves, Outcome
from .positions import Position
from .search import RULES


class _Table:
    """A puzzle under way."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.board = position.board
        self.taken = 0

    def take(self, text: str) -> tuple[Roll, Outcome]:
        """Answer the next roll. Raises IllegalAction or NotationError naming the step."""
        number, rolls = self.taken + 1, self._position.rolls
        if self.taken == len(rolls):
            raise IllegalAction(f"step {number}, {text}: there are only {words.plural(len(rolls), 'roll')}")
        try:
            move = Move.parse(text)
        except NotationError as error:
            raise NotationError(f"step {number}: {error.problem}", expected=error.expected) from None
        moves = Moves(self.board, rolls[self.taken], RULES)
        fault = self._hopeless(moves) or moves.fault(move)
        if fault:
            raise IllegalAction(f"step {number}, {text}: {fault}")
        outcome = moves.outcome(move)
        self.board, self.taken = outcome.board, number
        return moves.roll, outcome

    def _hopeless(self, moves: Moves) -> str:
        """Return why no set answers a roll; empty where one does."""
        if self.board.is_clear:
            left = len(self._position.rolls) - self.taken
            return f"every tile is face down already, and {words.plural(left, 'roll')} too many"
        if moves.lost:
            return words.lost(self.board, moves.roll, RULES).removesuffix(".").replace("The", "the", 1)
        return "" if len(moves.sums) else words.passed(moves.roll, moves.terms).removesuffix(".")

    def missing(self) -> str:
        """Return what is missing to the goal; empty where nothing is."""
        left = len(self._position.rolls) - self.taken
        if left:
            return f"{words.plural(left, 'roll')} not answered"
        arrangement, kept = self.board.arrangement, self._position.kept
        over, gone = self.board.up & ~kept, kept & ~self.board.up
        if over:
            be = "is" if over.bit_count() == 1 else "are"
            return f"{words.tiles(arrangement, over)} {be} still face up at the end"
        return f"{words.tiles(arrangement, gone)} went down, and had to stay" if gone else ""


def check(position: Position, steps: Sequence[str]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
    table = _Table(position)
    try:
        for text in steps:
            table.take(text)
    except (IllegalAction, NotationError) as error:
        return str(error)
    return table.missing()


def captions(position: Position, steps: Sequence[str]) -> tuple[str, ...]:
    """Return for each step what is turned, and what goes down with the chain.

    Raises IllegalAction or NotationError naming the first step that is none of the puzzle.
    """
    table = _Table(position)
    found = []
    for text in steps:
        before = table.board
        roll, outcome = table.take(text)
        found.append(f"{roll}: {words.turned(outcome)}{_chain(before, outcome)}")
    return tuple(found)


def _chain(before: Board, outcome: Outcome) -> str:
    """Say what goes down with the chain, rewards first, in the order of automatic play."""
    rewards, wild, freed = 0, 0, 0
    for step in chains(before.arrangement, RULES).steps(before.up & ~outcome.tiles):
        if isinstance(step.claim, Reward):
            rewards |= step.cleared
        elif isinstance(step.claim, Wild):
            wild |= step.cleared
        else:
            freed |= step.cleared
    parts = []
    for mask, why in ((rewards, "as a reward"), (wild, "by wildcard"), (freed, "freed")):
        if mask:
            each = why.replace("a reward", "rewards") if mask & (mask - 1) else why
            parts.append(f"{words.tiles(before.arrangement, mask)} {each}")
    end = " The board is clear." if not outcome.up else ""
    return f" The chain takes {'; '.join(parts)}.{end}" if parts else end


def needs_wildcard(position: Position, steps: Sequence[str]) -> bool:
    """Return whether a solution would not reach the goal if no star went down as a wildcard.

    It is played again with chains that leave out every such claim.
    """
    board = position.board
    chain, up = chains(board.arrangement, RULES), board.up
    for text, roll in zip(steps, position.rolls, strict=True):
        move = Move.parse(text)
        if move not in Moves(board.with_up(up), roll, RULES):
            return True
        up = _closed_without_wildcards(chain, up & ~move.tiles)
    return up != position.kept


def _closed_without_wildcards(chain: Chains, up: int) -> int:
    while True:
        made = next((claim for claim in chain.claims(up) if not isinstance(claim, Wild)), None)
        if made is None:
            return up
        up &= ~chain.cleared(up, made)


def has_early_reward(position: Position, steps: Sequence[str]) -> bool:
    """Return whether a number goes down as a reward before the last roll, in automatic play."""
    table = _Table(position)
    for text in steps[:-1]:
        before = table.board.up
        _, outcome = table.take(text)
        made = chains(table.board.arrangement, RULES).steps(before & ~outcome.tiles)
        if any(isinstance(step.claim, Reward) for step in made):
            return True
    return False

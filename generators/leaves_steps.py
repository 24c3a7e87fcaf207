"""Solutions of Leaves puzzles as steps in text, found and checked.

Steps are those of the rules: `swap a1 c3`, `place 3yg`, `a1-b1 colour`; in a solo deal the number of the
puzzle goes with them: `swap 1 a1 c3`, `place 1 3yg`, `1 a1-b1 colour`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..core.budget import Budget, Result
from ..core.errors import BudgetSpent, IllegalAction, NotationError
from ..core.notation import shown
from ..solvers.leaves.breeze import BREEZES, Clearing, SoloDeal, clearing
from ..solvers.leaves.cards import Card
from ..solvers.leaves.layout import Layout, Merge, Place, Step, Swap, parse_step
from ..solvers.leaves.players import fewest_swaps
from ..solvers.leaves.search import Search
from .leaves_positions import Challenge, Position

Line = Result[tuple[str, ...]]


def solve(position: Position, budget: Budget) -> Line:
    """Return whether a puzzle can be solved, and the steps of a solution with the fewest swaps."""
    search = Search(budget)
    try:
        if isinstance(position, SoloDeal):
            steps = _solve_solo(position, search)
        elif isinstance(position, Layout):
            steps = _solve_few(position, search)
        else:
            steps = _solve_challenge(position, search)
    except BudgetSpent:
        return Result("unknown", (), nodes=search.nodes)
    result: Line = Result("yes" if steps else "no", steps, steps, nodes=search.nodes)
    fault = check(position, steps) if steps else ""
    assert not fault, fault
    return result if steps else replace(result, line=())


def _solve_few(layout: Layout, search: Search) -> tuple[str, ...]:
    return tuple(map(str, search.line(layout))) if search.measure(layout).solvable else ()


def _solve_challenge(challenge: Challenge, search: Search) -> tuple[str, ...]:
    for most in range(challenge.breezes + 1):
        for card in challenge.hand:
            found = _cleared(challenge.puzzle, card, most, search)
            if found is not None:
                return (*map(str, found.swaps), str(Place(card)), *map(str, found.line))
    return ()


def _cleared(puzzle: Layout, card: Card, most: int, search: Search) -> Clearing | None:
    result = clearing(puzzle, card, most, search)
    if result.verdict == "unknown":
        raise BudgetSpent(f"budget spent after {search.nodes} positions")
    return result.value


def _solve_solo(deal: SoloDeal, search: Search) -> tuple[str, ...]:
    best = min(fewest_swaps(deal), key=lambda found: found[1], default=None)
    if best is None:
        return ()
    steps: list[str] = []
    for number, (puzzle, card) in enumerate(zip(deal.puzzles, best[0], strict=True), 1):
        found = _cleared(puzzle, card, BREEZES, search)
        assert found is not None, "the census and the search differ"
        steps += [f"swap {number} {str(swap).removeprefix('swap ')}" for swap in found.swaps]
        steps.append(f"place {number} {card}")
        steps += [f"{number} {merge}" for merge in found.line]
    return tuple(steps)


def check(position: Position, steps: Sequence[str]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
    try:
        if isinstance(position, SoloDeal):
            return _check_solo(position, steps)
        if isinstance(position, Layout):
            return _check_board(position, (), 0, steps)
        return _check_board(position.puzzle, position.hand, position.breezes, steps)
    except (IllegalAction, NotationError) as error:
        return str(error)


def _check_board(board: Layout, hand: Sequence[Card], breezes: int, steps: Sequence[str]) -> str:
    square = _Square(board, hand)
    for number, text in enumerate(steps, 1):
        step = _read(text, number)
        if isinstance(step, Swap):
            breezes -= 1
            if breezes < 0:
                raise IllegalAction(f"step {number}, {text}: there is no Breeze left")
        square.take(step, number, text)
    return square.missing()


class _Square:
    """One square under way."""

    def __init__(self, board: Layout, hand: Sequence[Card]) -> None:
        self.board = board
        self.hand = hand
        self.begun = not hand

    def take(self, step: Step, number: int, text: str) -> None:
        """Take a step. Raises IllegalAction naming it."""
        if isinstance(step, Swap) and self.begun:
            problem = "a Breeze swaps cards of a puzzle before its hand card is placed"
        elif isinstance(step, Merge) and not self.begun:
            problem = "the puzzle has no card in its centre yet"
        elif isinstance(step, Place) and step.card not in self.hand:
            problem = f"the hand does not hold {step.card}"
        else:
            problem = ""
        if problem:
            raise IllegalAction(f"step {number}, {text}: {problem}")
        try:
            self.board = self.board.apply(step)
        except IllegalAction as error:
            raise IllegalAction(f"step {number}, {error}") from None
        self.begun |= isinstance(step, Place)

    def missing(self) -> str:
        """Return what is missing to one stack; empty where nothing is."""
        count = len(self.board.cards)
        if not self.begun:
            return "no hand card was placed"
        return "" if count == 1 else f"{count} stacks are left at the end; expected one"


def _check_solo(deal: SoloDeal, steps: Sequence[str]) -> str:
    squares = [_Square(puzzle, deal.hand) for puzzle in deal.puzzles]
    hand, breezes = list(deal.hand), BREEZES
    for number, text in enumerate(steps, 1):
        at, step = _read_solo(text, number)
        busy = [i for i, square in enumerate(squares) if square.begun and len(square.board.cards) > 1]
        if busy and busy != [at]:
            raise IllegalAction(
                f"step {number}, {text}: puzzle {busy[0] + 1} has been begun, and comes first"
            )
        if isinstance(step, Swap):
            breezes -= 1
            if breezes < 0:
                raise IllegalAction(f"step {number}, {text}: there is no Breeze left")
        squares[at].hand = hand
        squares[at].take(step, number, text)
        if isinstance(step, Place):
            hand = [card for card in hand if card != step.card]
    faults = (f"puzzle {i}: {fault}" for i, fault in _faults(squares))
    return next(faults, "")


def _faults(squares: Sequence[_Square]) -> Iterator[tuple[int, str]]:
    for i, square in enumerate(squares, 1):
        fault = square.missing()
        if fault:
            yield i, fault


def _read(text: str, number: int) -> Step:
    try:
        return parse_step(text)
    except NotationError as error:
        raise NotationError(f"step {number}: {error.problem}", expected=error.expected) from None


def _read_solo(text: str, number: int) -> tuple[int, Step]:
    words = text.split(" ")
    place = int(words[0] in ("swap", "place"))
    if len(words) < 2 or words[place] not in ("1", "2", "3"):
        raise NotationError(
            f"step {number}: {shown(text)} names no puzzle from 1 to 3",
            expected="place 1 3yg or 1 a1-b1 colour",
        )
    return int(words[place]) - 1, _read(" ".join(words[:place] + words[place + 1 :]), number)

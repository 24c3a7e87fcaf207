"""Solutions of Leaves puzzles as steps in text, found and checked.

Steps are those of the rules: `swap a1 c3`, `place 3yg`, `a1-b1 colour`; in a solo deal the number of the
puzzle goes with them: `swap 1 a1 c3`, `place 1 3yg`, `1 a1-b1 colour`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.budget import Budget, Result
from ...core.errors import BudgetSpent, IllegalAction, NotationError
from ...core.notation import shown
from ...solvers.leaves.breeze import BREEZES, Clearing, SoloDeal, clearing
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import Layout, Merge, Place, Step, Swap, parse_step
from ...solvers.leaves.players import fewest_swaps
from ...solvers.leaves.search import Search
from .positions import Challenge, Position, boards_of

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
    table = _Table(position)
    try:
        for _ in table.taken(steps):
            pass
    except (IllegalAction, NotationError) as error:
        return str(error)
    return table.missing()


def captions(position: Position, steps: Sequence[str]) -> tuple[str, ...]:
    """Return what each step does and why it may be done, in a sentence each.

    Raises IllegalAction or NotationError naming the first step that is none of the puzzle.
    """
    from ...render.leaves import step_sentence

    return tuple(f"{step_sentence(board, step)}." for board, step in _Table(position).taken(steps))


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
            why = str(error).removeprefix(f"{step}: ")  # of a solo deal the step names its puzzle, too
            raise IllegalAction(f"step {number}, {text}: {why}") from None
        self.begun |= isinstance(step, Place)

    @property
    def cleared(self) -> bool:
        """Whether one stack is left."""
        return len(self.board.cards) == 1

    def missing(self) -> str:
        """Return what is missing to one stack; empty where nothing is."""
        count = len(self.board.cards)
        if not self.begun:
            return "no hand card was placed"
        return "" if count == 1 else f"{count} stacks are left at the end; expected one"


class _Table:
    """A puzzle under way."""

    def __init__(self, position: Position) -> None:
        boards, self._hand = boards_of(position)
        self._squares = [_Square(board, self._hand) for board in boards]
        self._solo = isinstance(position, SoloDeal)
        self._breezes = BREEZES if self._solo else 0
        if isinstance(position, Challenge):
            self._breezes = position.breezes

    def taken(self, steps: Sequence[str]) -> Iterator[tuple[Layout, Step]]:
        """Take the steps, and yield each with its square before it. Raises IllegalAction, NotationError."""
        for number, text in enumerate(steps, 1):
            at, step = _read_solo(text, number) if self._solo else (0, _read(text, number))
            busy = [i for i, square in enumerate(self._squares) if square.begun and not square.cleared]
            if self._solo and busy and busy != [at]:
                raise IllegalAction(
                    f"step {number}, {text}: puzzle {busy[0] + 1} has been begun, and comes first"
                )
            if isinstance(step, Swap):
                self._breezes -= 1
                if self._breezes < 0:
                    raise IllegalAction(f"step {number}, {text}: there is no Breeze left")
            square = self._squares[at]
            before, square.hand = square.board, self._hand
            square.take(step, number, text)
            if isinstance(step, Place):
                self._hand = tuple(card for card in self._hand if card != step.card)
            yield before, step

    def missing(self) -> str:
        """Return what is missing to the goal; empty where nothing is."""
        for number, square in enumerate(self._squares, 1):
            fault = square.missing()
            if fault:
                return f"puzzle {number}: {fault}" if self._solo else fault
        return ""


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

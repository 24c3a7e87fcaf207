"""`quadrangle stacks`: other games of stack reduction, and comparisons with published results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import EXIT_BUDGET, Group, announce_compiling, as_json, budget, stopped_by_interrupt, workers
from .say import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..core.budget import Budget
    from ..core.documents.stacks import StacksCheck, StacksUnsolvable, StacksWinnable
    from ..solvers.stacks.games import Game
    from ..solvers.stacks.geometry import Move
    from ..solvers.stacks.reasons import Reason, Trapped

_GAMES = ["birds-of-a-feather", "late-binding", "accordion"]
_MOST_DEALS = 100_000_000

_game = click.option("--game", "name", type=click.Choice(_GAMES), required=True, help="Which game's rules.")


group = Group("stacks", "Other stack games, and comparisons with published results.")


@group.command(
    short_help="Can this deal be reduced to one stack, or which published ones cannot?",
    epilog="""\b
CARDS are a rank A 2-9 T J Q K and a suit C D H S each, row by row, such as
  5S JC QH 8H / KC 6H 3H 9H / 3S JS TH TS / KS 7D AH 5C
For Leaves there is `quadrangle leaves check`.
""",
)
@_game
@click.argument("cards", nargs=-1)
@click.option(
    "--file", type=click.Path(path_type=Path), help="Read the cards from a file, - for standard input."
)
@click.option("--deals", metavar="FIRST-LAST", help="Published deals of birds-of-a-feather, by number.")
@budget
@as_json
def check(
    name: str,
    cards: tuple[str, ...],
    file: Path | None,
    deals: str | None,
    budget: float | None,
    as_json: bool,
) -> int:
    """Say whether a deal can be reduced to one stack, or which of a range of published deals cannot.

    Exit code 0: yes, or the whole range was decided; 1: no; 3: the budget was spent.
    """
    from ..core.budget import Budget
    from ..solvers.stacks.games import GAMES, numbered_deal

    announce_compiling()
    game = GAMES[name]
    number, last = None, None
    if deals is None:
        dealt = _read_cards(game, cards, file)
    elif cards or file is not None:
        raise click.UsageError("give either --deals or cards")
    elif game.name != "birds-of-a-feather":
        raise click.UsageError(f"{game.name} has no numbered deals; give its cards")
    else:
        number, last = _range(deals)
        dealt = numbered_deal(number)
    asked = 1 if number is None or last is None else last - number + 1
    with stopped_by_interrupt() as interrupted:
        limit = Budget(seconds=budget, cancelled=interrupted)
        if number is not None and last is not None and asked > 1:
            answer = _check_range(game, number, last, limit)
        else:
            answer = _check_one(game, dealt, number, limit)
        _answer(answer, as_json, _told(answer, asked))
        if interrupted():
            raise KeyboardInterrupt
    if answer.undecided or answer.checked < asked:
        return EXIT_BUDGET
    return 1 if answer.cards is not None and answer.unsolvable else 0


@group.command(short_help="How many of all deals can be reduced to one stack?")
@_game
@click.option(
    "--deals", type=click.IntRange(1, _MOST_DEALS), default=100_000, show_default=True, help="How many."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Which deals: the same seed, the same deals."
)
@workers
@budget
@as_json
def winnable(
    name: str, deals: int, seed: int, workers: int | None, budget: float | None, as_json: bool
) -> int:
    """Estimate which share of random deals can be reduced to one stack.

    A deal is left undecided after four million positions, and widens the interval on both
    sides. What is known is said also when the budget is spent (exit code 3) or at Ctrl-C.
    """
    from ..core.budget import Budget
    from ..core.documents.stacks import StacksWinnable
    from ..solvers.stacks.estimate import winnable as estimate
    from ..solvers.stacks.games import GAMES

    announce_compiling()
    game = GAMES[name]
    with stopped_by_interrupt() as interrupted:
        limit = Budget(seconds=budget, cancelled=interrupted)
        found = estimate(game, deals, seed, workers=workers, budget=limit)
        low, high = found.interval
        answer = StacksWinnable(
            game=game.name,
            seed=seed,
            deals=found.deals,
            won=found.won,
            lost=found.lost,
            undecided=found.undecided,
            interval=(float(f"{low:.9g}"), float(f"{high:.9g}")),
            nodes=found.nodes,
        )
        _answer(answer, as_json, _told_share(answer, deals))
        if interrupted():
            raise KeyboardInterrupt
    return EXIT_BUDGET if found.deals < deals or found.undecided else 0


def _answer(answer: StacksCheck | StacksWinnable, as_json: bool, lines: list[str]) -> None:
    """Print a document as JSON if that was asked for, else in words."""
    from ..core.documents import dump

    if as_json:
        click.echo(dump(answer))
        return
    for line in lines:
        say(line, hanging=2)


def _range(text: str) -> tuple[int, int]:
    """Return the first and last number of a text such as `1-300` or `17`."""
    from ..core.errors import NotationError
    from ..core.notation import shown
    from ..solvers.stacks.games import LAST_DEAL

    ends = text.split("-")
    if len(ends) > 2 or not all(end.isascii() and end.isdigit() and len(end) <= 10 for end in ends):
        raise NotationError(f"{shown(text)} is not a range of deals", expected="numbers as in 1-300")
    first, last = int(ends[0]), int(ends[-1])
    if not 1 <= first <= last <= LAST_DEAL or last - first >= _MOST_DEALS:
        raise NotationError(
            f"{shown(text)} is not a range of deals",
            expected=f"an ascending range of at most {_MOST_DEALS} within 1-{LAST_DEAL}",
        )
    return first, last


def _read_cards(game: Game, cards: tuple[str, ...], file: Path | None) -> tuple[int, ...]:
    from ..core.errors import NotationError
    from .source import read_source

    source = read_source(cards, file)
    if source is None:
        raise click.UsageError(
            "give the cards of a deal, --file FILE or - for standard input, or --deals 1-300"
        )
    try:
        return game.parse(source.text)
    except NotationError as error:
        raise source.place(error) from None


def _check_one(game: Game, cards: Sequence[int], number: int | None, budget: Budget) -> StacksCheck:
    from ..core.documents.stacks import StacksCheck
    from ..solvers.stacks.search import solve

    position = game.position(cards)
    result = solve(position, budget)
    unsolvable = []
    if result.verdict == "no":
        assert result.value is not None
        unsolvable.append(_unsolvable(game, cards, number, result.value))
    return StacksCheck(
        game=game.name,
        deals=None if number is None else str(number),
        cards=_on_one_line(game, cards),
        checked=1,
        solvable=int(result.verdict == "yes"),
        unsolvable=unsolvable,
        undecided=[number] if result.verdict == "unknown" else [],
        solution=_captions(game, cards, result.line) if result.verdict == "yes" else None,
        nodes=result.nodes,
    )


def _check_range(game: Game, first: int, last: int, budget: Budget) -> StacksCheck:
    """Return what is known of the numbered deals `first` to `last`."""
    from ..core.budget import Budget
    from ..core.documents.stacks import StacksCheck
    from ..core.work import Progress
    from ..solvers.stacks.batch import LOST, NOT_TRIED, PAUSED, SOLVED, decide, numbered_deals
    from ..solvers.stacks.games import numbered_deal
    from ..solvers.stacks.reasons import Searched
    from ..solvers.stacks.search import solve

    meter = budget.start()

    def spent() -> bool:
        late = budget.seconds is not None and meter.seconds >= budget.seconds
        return late or (budget.cancelled is not None and budget.cancelled())

    solvable = nodes = checked = 0
    unsolvable: list[StacksUnsolvable] = []
    undecided: list[int | None] = []
    with Progress(f"{game.name} deals", last - first + 1) as progress:
        for start in range(first, last + 1, _CHUNK):
            if spent():
                break
            stop = min(last, start + _CHUNK - 1)
            decided = decide(game.geometry, numbered_deals(game, start, stop), stopped=spent)
            for number, verdict in enumerate(decided.verdicts.tolist(), start):
                if verdict == LOST:
                    cards = numbered_deal(number)
                    # No second search: only what can be seen at once is looked for.
                    quick = solve(game.position(cards), Budget(nodes=0))
                    reason = quick.value or Searched(int(decided.nodes[number - start]))
                    unsolvable.append(_unsolvable(game, cards, number, reason))
                elif verdict == PAUSED:
                    undecided.append(number)
            solvable += decided.count(SOLVED)
            nodes += int(decided.nodes.sum())
            checked += len(decided.verdicts) - decided.count(NOT_TRIED)
            progress.advance(stop - start + 1)
    return StacksCheck(
        game=game.name,
        deals=f"{first}-{last}",
        cards=None,
        checked=checked,
        solvable=solvable,
        unsolvable=unsolvable,
        undecided=undecided,
        solution=None,
        nodes=nodes,
    )


_CHUNK = 5000


def _unsolvable(game: Game, cards: Sequence[int], number: int | None, reason: Reason) -> StacksUnsolvable:
    from ..core.documents.stacks import StacksUnsolvable
    from ..solvers.stacks.games import card_name

    return StacksUnsolvable(
        deal=number,
        cards=_on_one_line(game, cards),
        reason=explain(reason, lambda cell: card_name(cards[cell])),
    )


def _on_one_line(game: Game, cards: Sequence[int]) -> str:
    return game.text(cards).replace("\n", " / ")


def _captions(game: Game, cards: Sequence[int], line: Sequence[object]) -> list[str]:
    """Return the moves as the cards on top of source and goal, as in `9H-TS`."""
    from ..solvers.stacks.games import card_name

    position = game.position(cards)
    captions = []
    for move in line:
        source, goal = _move(move)
        captions.append(f"{card_name(cards[position.tops[source]])}-{card_name(cards[position.tops[goal]])}")
        position = position.apply((source, goal))
    return captions


def _move(move: object) -> Move:
    assert isinstance(move, tuple)
    return move[0], move[1]


def explain(reason: Reason, card: Callable[[int], str]) -> str:
    """Return a reason as a sentence; `card` names the top card of a cell."""
    from ..core.notation import listed
    from ..solvers.stacks.reasons import CellsApart, EndCannotJoin, NoLastCard, NoPartner, Searched, TwoGroups

    def cards(cells: Sequence[int]) -> str:
        return listed(card(cell) for cell in cells)

    match reason:
        case NoPartner(cell):
            return f"{card(cell)} matches no other card"
        case TwoGroups(first, second):
            return f"none of {cards(first)} matches any of {cards(second)}"
        case CellsApart(first, second):
            return f"{cards(first)} can never reach {cards(second)}"
        case EndCannotJoin(first, second):
            return (
                f"the stack at the left end never moves, and without its card "
                f"none of {cards(first)} matches any of {cards(second)}"
            )
        case NoLastCard(claims):
            return "no card can be the last: " + "; ".join(_claim(claim, card, cards) for claim in claims)
        case Searched(positions):
            return f"every line of play was followed, {_positions(positions)} searched"


def _claim(claim: Trapped, card: Callable[[int], str], cards: Callable[[Sequence[int]], str]) -> str:
    stuck = cards(claim.stuck)
    return (
        f"only {card(claim.hub)} joins {cards(claim.group)} to the rest and cannot take in {stuck}, "
        f"so the last card is one of {cards(claim.group)}"
    )


def _told(answer: StacksCheck, asked: int) -> list[str]:
    searched = f"{_positions(answer.nodes)} searched."
    if answer.cards is not None:
        if answer.solution is not None:
            return ["Yes.", *([" ".join(answer.solution)] if answer.solution else []), searched]
        if answer.unsolvable:
            return [f"No: {answer.unsolvable[0].reason}."]
        return [f"Undecided when the budget was spent. {searched}"]
    lines = [
        f"{answer.game} deals {answer.deals}: {answer.solvable:,} can be reduced to one stack, "
        f"{len(answer.unsolvable):,} cannot."
    ]
    lines += [f"  {deal.deal}: {deal.reason}." for deal in answer.unsolvable]
    if answer.undecided:
        lines.append(f"Undecided: {', '.join(str(deal) for deal in answer.undecided)}.")
    if answer.checked < asked:
        lines.append(f"Stopped after {answer.checked:,} of {asked:,} deals.")
    return [*lines, searched]


def _told_share(answer: StacksWinnable, asked: int) -> list[str]:
    low, high = answer.interval
    lines = [
        f"{answer.game}: {answer.won:,} of {answer.deals:,} random deals can be reduced to one stack "
        f"(seed {answer.seed}).",
        f"The share of all deals is between {100 * low:.3f} % and {100 * high:.3f} % (95 % interval).",
    ]
    if answer.undecided:
        lines.append(f"Undecided deals, which widen the interval on both sides: {answer.undecided:,}.")
    if answer.deals < asked:
        lines.append(f"Stopped after {answer.deals:,} of {asked:,} deals.")
    return lines


def _positions(count: int) -> str:
    return "1 position" if count == 1 else f"{count:,} positions"

r"""The best placement of a round in progress: the one door through which all ask.

>>> from quadrangle.solvers.canvas import Canvas, Card, read_goal
>>> from quadrangle.solvers.canvas.in_progress import position_of
>>> rows = "BBRRYYBB\nBRRYYBBR\n" * 3 + "BBRRYY..\nBRRYYB.."
>>> position = position_of(
...     Canvas.parse(rows), players=2, player=1, pet=0, goals=[read_goal("largest area blue")],
...     hands=[None, [Card.parse("BB/YB")]], deck=[*Canvas.parse(rows).cards().values(), Card.parse("BB/YB")],
...     hidden=[0, 0],
... )
>>> found = best_placement(position).value
>>> found.how, str(found.best.value), len(found.choices)
('exact', '3', 2)
"""

from __future__ import annotations

import dataclasses

from ...core.budget import UNLIMITED, Budget, Meter, Result
from ...core.errors import NotationError
from .best_answers import Best, Choice, Step
from .contest import NOBODY
from .exact import Size, is_provable, proved, tree_size
from .position import Position
from .regions import SIDES_OF

__all__ = ["DEFAULT_BUDGET", "Best", "Choice", "Step", "best_placement"]

DEFAULT_BUDGET = Budget(seconds=2.0)

PLACEMENTS_A_SECOND, ENDS_A_SECOND = 200_000, 30_000
"""Placements, and ends of the round, that are weighed exactly in a second: a guess for budgets of seconds."""
BYTES, BYTES_A_NODE = 1 << 31, 300
"""Memory for an exact answer where the budget names none, and what a placement that is weighed takes."""
SHARE = 3 / 4
"""The part of a budget that may go into an exact answer, so that enough is left for a sampled one."""
_SEATS = "ABCD"


def best_placement(position: Position, *, budget: Budget = DEFAULT_BUDGET, seed: int = 0) -> Result[Best]:
    """Return the placement with the best expected margin of the player at the end of the round.

    Every player maximises the own margin: points less those of the best other player, points from before
    included. The answer is exact where the rest of the round is small enough for the budget and all is known
    that it depends on (`exact.py` says what), and `how` says so; else rounds are sampled from `seed`, values
    are means and `low` to `high` their intervals, of what `search.py` says. One placement left is always
    exact. `budget.nodes` counts placements that are weighed and rounds that are played; without seconds the
    answer is the same on every machine.

    The verdict is always "yes": a few rounds are played however small the budget is, and where they are few
    the intervals are wide. Raises NotationError where nothing can be placed, ValueError for a position that
    does not fit together.
    """
    _check(position)
    meter = budget.start()
    if position.left == 1 or (is_provable(position) and _affords(budget, tree_size(position))):
        found = _proved(position, budget, meter)
        if found is not None:
            return found
    return _sampled(position, budget, meter, seed)


def _affords(budget: Budget, size: Size) -> bool:
    """Return whether an exact answer is likely to be found within a part of a budget."""
    part, nodes = _part_of(budget), size.placements + size.ends
    seconds = size.placements / PLACEMENTS_A_SECOND + size.ends / ENDS_A_SECOND
    return (part.nodes is None or nodes <= part.nodes) and (part.seconds is None or seconds <= part.seconds)


def _fitting(budget: Budget) -> int:
    """Return for how many placements there is memory."""
    return (BYTES if budget.bytes is None else budget.bytes) // BYTES_A_NODE


def _proved(position: Position, budget: Budget, meter: Meter) -> Result[Best] | None:
    """Return the exact answer, None where a part of the budget did not suffice for it."""
    part = UNLIMITED.start() if position.left == 1 else _part_of(budget).start()
    try:
        choices, line = proved(position, part)
    except InterruptedError:
        meter.nodes = part.nodes
        return None
    best = Best(position, position.player, choices, "exact", line, part.nodes)
    return Result("yes", best, (choices[0].placement,), "exact", nodes=part.nodes, seconds=meter.seconds)


def _part_of(budget: Budget) -> Budget:
    """Return the part of a budget that may go into an exact answer."""
    nodes = _fitting(budget) if budget.nodes is None else min(int(budget.nodes * SHARE), _fitting(budget))
    seconds = None if budget.seconds is None else budget.seconds * SHARE
    return dataclasses.replace(budget, nodes=nodes, seconds=seconds)


def _rest_of(budget: Budget, meter: Meter) -> Budget:
    """Return what an exact search has left of a budget."""
    nodes = None if budget.nodes is None else max(0, budget.nodes - meter.nodes)
    seconds = None if budget.seconds is None else max(0.0, budget.seconds - meter.seconds)
    return dataclasses.replace(budget, nodes=nodes, seconds=seconds)


def _sampled(position: Position, budget: Budget, meter: Meter, seed: int) -> Result[Best]:
    from .search import search_placements

    found = search_placements(position, budget=_rest_of(budget, meter), seed=seed)
    best = Best(position, position.player, found.choices, "sampled", (), meter.nodes + found.playouts)
    first = found.choices[0]
    return Result(
        "yes",
        best,
        (first.placement,),
        "estimate",
        (float(first.low), float(first.high)),
        best.nodes,
        meter.seconds,
    )


def _check(position: Position) -> None:
    """Raise NotationError where there is nothing to place, ValueError where numbers do not fit together."""
    players, player = position.players, position.player
    if players not in SIDES_OF:
        raise ValueError(f"{players} players; expected 2 or 4")
    if not 0 <= player < players or not NOBODY <= position.pet < players:
        raise ValueError(f"player {player}, the Pet with {position.pet}; expected numbers below {players}")
    for name in ("hands", "hidden"):
        if len(getattr(position, name)) != players:
            raise ValueError(f"{len(getattr(position, name))} {name}; expected one for each player")
    for name in ("patterns", "points"):
        if len(getattr(position, name)) not in (0, players):
            raise ValueError(f"{len(getattr(position, name))} {name}; expected one for each player, or none")
    if bool(position.cards) != (position.landscape in (0, 1)):
        raise ValueError(f"landscape {position.landscape} of {len(position.cards)} cards")
    if sum(position.hidden) > len(position.deck):
        raise ValueError(f"{sum(position.hidden)} cards in hidden hands; {len(position.deck)} are not seen")
    if position.left <= 0:
        raise NotationError("the canvas is full", expected="a cell at which a card may be placed")
    hand = position.hands[player]
    if hand is None:
        raise NotationError(
            f"the hand of {_SEATS[player]} is not known", expected="the cards of who places next"
        )
    if not hand:
        raise NotationError(f"the hand of {_SEATS[player]} is empty", expected="a card to be placed")

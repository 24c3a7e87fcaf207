"""Sentences about Campus that only its commands say; those about the best move stand with the engine."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.notation import listed

if TYPE_CHECKING:
    from ...solvers.campus import Best, Board, Choice, Gain, Roll, Rules, Step, Terms, Worth
    from ...solvers.campus.best_answers import Valued

CLEAR = "every tile is face down: the board is clear"
DEAD_RELAXED = (
    "The board is dead: no roll could ever change it, so rolls count as at most and none loses the turn "
    "(ruling dead_board)."
)
RECONSTRUCTED = (
    "The printed game's tile set is not public: how many of each there are is reconstructed, "
    "and your copy may differ (--tiles)."
)


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def named(board: Board, mask: int) -> str:
    """Name tiles by their numbers and cells, such as `11 on a1 and a star on b2`."""
    from ...solvers.campus import STAR, cells

    values, name = board.arrangement.values, board.arrangement.name
    return listed(
        f"{'a star' if values[cell] == STAR else values[cell]} on {name(cell)}" for cell in cells(mask)
    )


def lost(board: Board, roll: Roll, rules: Rules) -> str:
    """Say why a roll loses the turn."""
    number = roll.total if rules.loss_value == "doubled_value" else roll.sum
    copies = board.arrangement.copies(number)
    down = copies & board.down
    count = copies.bit_count()
    where = listed(board.arrangement.names(down))
    if count == 1:
        which = f"the {number} on {where} is"
    elif down == copies:
        which = f"{'both' if count == 2 else f'all {count}'} tiles with {number}, on {where}, are"
    else:
        which = f"a {number}, on {where}, is"
    return f"{roll} names {number}, and {which} face down"


def nothing_to_turn(roll: Roll, terms: Terms) -> str:
    """Say that no set of tiles answers a roll."""
    wanted = f"at most {terms.high}" if terms.low < terms.high else f"exactly {terms.high}"
    return f"no tiles face up total {wanted}, which {roll} asks for"


def size(count: int) -> str:
    """Say an amount of memory.

    >>> size(3 << 29), size(900)
    ('1.5 GiB', '900 bytes')
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            amount = count / unit
            return f"{amount:.1f} {name}" if amount < 99.95 else f"{amount:,.0f} {name}"
    return plural(count, "byte")


def chance(of: Fraction | float) -> str:
    """Say a probability.

    >>> chance(Fraction(5, 36)), chance(Fraction(0)), chance(0.99999)
    ('13.9 %', '0 %', '99.999 %')
    """
    percent = 100 * float(of)
    if percent in (0, 100):
        return f"{percent:.0f} %"
    digits = 1 if 0.05 <= percent < 99.95 else 3 if 0.0005 <= percent < 99.9995 else 6
    return f"{percent:.{digits}f} %"


def amount(value: Fraction | float) -> str:
    """Say a number of turns or points: whole ones as they are, others to four digits or more.

    >>> amount(Fraction(36)), amount(Fraction(22, 7)), amount(17.812345)
    ('36', '3.143', '17.812')
    """
    if math.isinf(value):
        return "no end"
    if value == int(value):
        return f"{int(value):,}"
    return f"{float(value):.3f}"


def turned(found: Best) -> str:
    """Say what the best move turns, and how much goes with the chain."""
    outcome = found.choices[0].outcome
    if outcome.tiles:
        what = f"{found.roll}: turn {named(found.board, outcome.tiles)}"
        if outcome.tiles & (outcome.tiles - 1):
            what += f", {outcome.total} in all"
    else:
        what = f"{found.roll}: pass"
    more = (outcome.down & ~outcome.tiles).bit_count()
    chain = f"The chain takes {plural(more, 'tile')} more:" if more else "No chain follows."
    return f"{what}. {chain}"


def best(found: Best) -> list[str]:
    """Say what the best move is worth, what it gains, and what may go wrong next."""
    choice = found.choices[0]
    lines = [_worth(found, choice)]
    if found.gain is not None:
        lines.append(_gain(found.gain))
    if not choice.outcome.board.is_clear:
        lines.append(next_loss(choice.loss, "own roll"))
    return lines


def next_loss(loss: Fraction, roll: str = "roll") -> str:
    """Say what the chance is that the next roll loses the turn."""
    if not loss:
        return f"The next {roll} cannot lose the turn."
    return f"The next {roll} loses the turn with a chance of {loss} ({chance(loss)})."


def _worth(found: Best, choice: Choice) -> str:
    worth = choice.worth
    if found.objective == "points":
        tiles = plural(choice.outcome.down.bit_count(), "tile")
        return f"{tiles} with {plural(int(worth.value), 'point')} go down; no move does better."
    if choice.outcome.board.is_clear:
        return "That clears the board."
    if found.objective == "race":
        return _raced(found, worth)
    return turns(worth, found.proof, found.how, "Then ")


def _raced(found: Best, worth: Worth) -> str:
    if found.proof == "exact":
        return f"Then the chance to finish first is {chance(worth.value)} (exact)."
    return (
        f"Then the chance to finish first is {chance(worth.value)} "
        f"({found.proof}: {chance(worth.low)} to {chance(worth.high)})."
    )


def turns(worth: Worth, proof: str, how: str, when: str = "") -> str:
    """Say how many own turns are still to come, and what that is: exact or an estimate."""
    if how == "static":
        return "Nothing is known yet: the budget was spent before any game was played."
    if worth.chance is not None and worth.chance != 1:
        cleared = f"{when}the board is cleared with a chance of {chance(worth.chance)} at best"
        if not worth.chance:
            return _sentence(f"{when}the board is never cleared.")
        return _sentence(f"{cleared}, and then in {amount(worth.value)} own turns on average ({proof}).")
    if math.isinf(worth.value):
        return _sentence(f"{when}the board is never cleared.")
    if worth.is_exact:
        fraction = f"{worth.value} = " if _is_short(worth.value) else ""
        number = (
            f"{float(worth.value):.6f}"
            if fraction or worth.value != int(worth.value)
            else amount(worth.value)
        )
        return _sentence(f"{when}{fraction}{number} own turns are left on average (exact).")
    return _sentence(
        f"{when}about {amount(worth.value)} own turns are left on average "
        f"(estimate: {amount(worth.low)} to {amount(worth.high)})."
    )


def _is_short(value: Fraction | float) -> bool:
    return isinstance(value, Fraction) and value.denominator > 1 and len(str(value)) <= 24


def _gain(gain: Gain) -> str:
    if not gain.amount:
        return "The next best board is worth exactly as much."
    if math.isinf(gain.amount):
        return "No other move leads to a board that is ever cleared."
    exact = gain.low == gain.amount == gain.high
    if gain.measure in ("clearing", "finishing"):
        what = "chance to clear the board" if gain.measure == "clearing" else "chance to finish first"
        text = f"{100 * float(gain.amount):.3g} points of percent of the {what}"
    else:
        text = f"{amount(gain.amount)} {gain.measure if gain.amount != 1 else gain.measure[:-1]}"
    if not exact:
        text += f" ({amount(gain.low)} to {amount(gain.high)})"
    return f"It gains {text} over the next best one."


def step(board: Board, of: Step) -> str:
    """Say one step of a chain: the rule, the line, what goes down."""
    from ...solvers.campus import FreeStar, Reward

    tiles = named(board, of.cleared)
    match of.claim:
        case Reward(line):
            return f"{tiles}: the last tile of {line}, rewarded"
        case FreeStar(_):
            return f"{tiles}: no number holds it up any more"
        case wild:
            return f"{tiles}: the star is the wildcard for the last number of {wild.line}"


def value(found: Valued) -> list[str]:
    """Say what a board is worth before a roll."""
    return [turns(found, found.proof, found.how)]


def rounding(error: float) -> str:
    """Say how far an exact value may be off.

    >>> rounding(1.7e-6)
    'Values are off by no more than 2e-06 by rounding.'
    """
    return f"Values are off by no more than {error:.0e} by rounding."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

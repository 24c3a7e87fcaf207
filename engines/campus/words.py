"""Every sentence about a move of Campus that is shown to a person: what it does, why, what is proved.

Numbers are rounded to what is shown: turns to hundredths, chances to tenths of a percent. Functions take
boards, outcomes and steps of chains, so that they serve wherever a move is spoken of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ...core.notation import listed
from ...solvers.campus.best_answers import Best, Choice, Gain, How, Valued, Worth
from ...solvers.campus.board import STAR, Arrangement, Board, cells
from ...solvers.campus.chains import FreeStar, Reward, Step, Wild
from ...solvers.campus.dice import Roll
from ...solvers.campus.moves import Outcome
from ...solvers.campus.rules import Rules
from ...solvers.campus.terms import Terms, judge

CLEAR = "Every tile is face down: the board is clear."
NEVER = "The board is never cleared, however it is played."
NO_LOSS = "The next roll cannot lose the turn."
OTHER_CLEAR = "Every tile of the other board is face down already."
TIES = "These chances are those to finish first, and half of those of a tie."


def tile(arrangement: Arrangement, cell: int) -> str:
    """Name a tile and where it lies, as in `11 on a1` or `a star on b3`."""
    value = arrangement.values[cell]
    return f"{'a star' if value == STAR else value} on {arrangement.name(cell)}"


def tiles(arrangement: Arrangement, mask: int) -> str:
    """Name some tiles and where they lie, as in `11 on a1 and a star on b3`."""
    return listed(tile(arrangement, cell) for cell in cells(mask))


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def asked(roll: Roll, terms: Terms) -> str:
    """Say what a roll asks for, as in `5+6 asks for 11 exactly`."""
    wanted = f"{terms.high} exactly" if terms.low == terms.high else f"{terms.high} at most"
    return f"{roll} asks for {wanted}"


def turned(outcome: Outcome) -> str:
    """Say which tiles a move turns, as in `Turn 11 on a1 and 2 on c4, 13 in all.`"""
    if not outcome.tiles:
        return "Pass."
    total = f", {outcome.total} in all" if outcome.tiles & (outcome.tiles - 1) else ""
    return f"Turn {tiles(outcome.arrangement, outcome.tiles)}{total}."


def passed(roll: Roll, terms: Terms) -> str:
    """Say why nothing is turned by a roll that no set of tiles answers."""
    return f"Nothing can be turned: {asked(roll, terms)}, and no tiles face up make that."


def others(also: int) -> str:
    """Say how many other sets of tiles leave the same board; empty for none."""
    if not also:
        return ""
    return f"{plural(also, 'other set')} of tiles {'leaves' if also == 1 else 'leave'} the same board."


def chain(outcome: Outcome, steps: Sequence[Step], rules: Rules) -> list[str]:
    """Say a chain step by step: which rule, on which line, what goes down with it."""
    before = outcome.up | outcome.down & ~outcome.tiles
    said = []
    for one in steps:
        said.append(step(outcome.arrangement, before, one, rules))
        before &= ~one.cleared
    return said


def step(arrangement: Arrangement, up: int, made: Step, rules: Rules) -> str:
    """Say one step of a chain; `up` are the tiles face up before it."""
    match made.claim:
        case Reward(line):
            (cell,) = cells(made.cleared)
            left = f"the {arrangement.values[cell]} on {arrangement.name(cell)}"
            return f"{_capital(line)} has only {left} left: it goes down as a reward."
        case Wild(line, star):
            return _wild(arrangement, up, made.cleared, line, star, rules)
        case FreeStar(star):
            return _free(arrangement, up, made.cleared, star, rules)


def _wild(arrangement: Arrangement, up: int, cleared: int, line: str, star: str, rules: Rules) -> str:
    (number,) = cells(cleared & arrangement.numbers)
    on_line = next(one.mask for one in rules.lines_of(arrangement).claims if one.name == line)
    stars = (up & on_line & arrangement.stars).bit_count()
    left = f"the {arrangement.values[number]} on {arrangement.name(number)}"
    return (
        f"{_capital(line)} has only {left} and {'a star' if stars == 1 else plural(stars, 'star')} left: "
        f"the star on {star} goes down as a wildcard with it."
    )


def _free(arrangement: Arrangement, up: int, cleared: int, star: str, rules: Rules) -> str:
    if not up & arrangement.numbers:
        return f"No number is left on the board: the star on {star} goes down."
    if rules.star_needs == "all_lines":
        return f"No number is left on any line through the star on {star}: it goes down."
    lines = rules.lines_of(arrangement)
    for line in (*lines.claims, *lines.stars):
        dealt = line.mask & arrangement.numbers
        if line.mask & cleared and not line.mask & up & arrangement.numbers:
            if dealt:
                return f"No number is left on {line.name}: the star on {star} goes down."
            if rules.star_only_line == "free":
                return f"{_capital(line.name)} never had a number: the star on {star} goes down."
    raise ValueError(f"the star on {star} is not free")


def lost(board: Board, roll: Roll, rules: Rules) -> str:
    """Say why a roll loses the turn."""
    number = roll.total if rules.loss_value == "doubled_value" else roll.sum
    copies = board.arrangement.copies(number)
    down = copies & board.down
    where = listed(board.arrangement.names(down))
    if copies == down:
        count = copies.bit_count()
        every = (
            f"the {number}" if count == 1 else f"both {number}s" if count == 2 else f"all {count} {number}s"
        )
        which = f"{every}, on {where}, {'is' if count == 1 else 'are'} face down"
    else:
        which = f"{'a' if down.bit_count() == 1 else down.bit_count()} {number} is face down, on {where}"
    return f"The turn is lost: {roll} names {number}, and {which}."


def next_loss(chance: Fraction) -> str:
    """Say what the chance is that the next roll loses the turn, in throws out of 36."""
    throws = chance * 36
    if not throws:
        return NO_LOSS
    if throws == 36:
        return "Every next roll loses the turn."
    return f"The next roll loses the turn in {throws} of 36 throws, {percent(chance)}."


def dead(board: Board, rules: Rules) -> str:
    """Say that no roll could change a board, and what comes of that; empty for a board that lives."""
    rules_of = judge(board.arrangement, rules)
    if not rules_of.is_dead(board.up):
        return ""
    if rules_of.is_stuck(board.up):
        ends = {
            "relax": "and no smaller total would turn a tile of it either",
            "skip": "and it stays as it is",
            "end_game": "and the game ends",
        }[rules.dead_board]
        return f"The board is dead: no roll changes it any more, {ends}. It is never cleared."
    return (
        "The board is dead: no roll would change it any more. "
        "So its rolls count as at most, and none of them loses the turn."
    )


def percent(chance: Fraction | float) -> str:
    """Write a chance, as in `13.9 %`; only what is certain is 0 or 100 %."""
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    shown = f"{100 * float(chance):.1f}"
    return f"{ {'0.0': 'less than 0.1', '100.0': 'more than 99.9'}.get(shown, shown) } %"


def count_of(turns: Fraction | float) -> str:
    """Write a number of turns, as in `14.82`; whole ones that are exact without a fraction."""
    if isinstance(turns, Fraction) and turns.denominator == 1:
        return f"{turns.numerator:,}"
    return f"{float(turns):,.2f}"


def worth(board_is_clear: bool, found: Worth, how: How) -> str:
    """Say how many turns a board still needs, and the chance to clear it where it may die."""
    if board_is_clear:
        return "It clears the board."
    if how == "static":
        return "How many turns it needs is not known."
    if found.chance is not None and not found.chance:
        return "The board is never cleared then."
    turns = f"{count_of(found.value)} more {'turn' if found.value == 1 else 'turns'} on average"
    if found.chance is None or found.chance == 1:
        if math.isinf(found.value):
            return "The board is never cleared then."
        if _is_guess(found):
            return f"It needs about {turns}."
        if how == "search" and not found.is_exact:
            return f"{_games('on from there', found)} {turns}."
        return f"It needs {turns}."
    if _is_guess(found):
        return f"It clears the board with a chance of about {percent(found.chance)}, then in about {turns}."
    if how == "search" and not found.is_exact:
        often = f"{percent(found.chance)} of cases"
        return f"Games played on from there clear the board in {often}, then in {turns}."
    return f"It clears the board with a chance of {percent(found.chance)}, then in {turns}."


def _games(played: str, found: Worth) -> str:
    """Begin a sentence about games that all cleared the board, as they had to or might not have."""
    if found.chance is None:
        return f"Games played {played} take"
    return f"All games played {played} clear the board, in"


def _is_guess(found: Worth) -> bool:
    """Return whether nothing bounds a value that is finite."""
    return math.isinf(found.high) and not math.isinf(found.value)


def value(found: Valued) -> str:
    """Say what a board is worth before a roll."""
    if found.how == "rules":
        return CLEAR
    if found.how == "static":
        return "How many turns the board needs is not known."
    if math.isinf(found.value):
        return NEVER
    turns = f"{count_of(found.value)} {'turn' if found.value == 1 else 'turns'} on average"
    if _is_guess(found):
        if found.chance is None or found.chance == 1:
            return f"The board needs about {turns}."
        return f"The board is cleared with a chance of about {percent(found.chance)}, then in about {turns}."
    if found.how == "search":
        if found.chance is None or found.chance == 1:
            return f"{_games('out from here', found)} {turns}."
        often = f"{percent(found.chance)} of cases"
        return f"Games played out from here clear the board in {often}, then in {turns}."
    if found.chance is None or found.chance == 1:
        return f"The board needs {turns}."
    return f"The board is cleared with a chance of {percent(found.chance)}, then in {turns}."


def spread(found: Valued) -> str:
    """Say by which turn games are over; empty where that is not known."""
    if found.spread is None or found.value == 1:
        return ""
    half, most = found.spread.half, found.spread.nine_tenths
    if found.chance is None or found.chance == 1:
        which = ("Half of the games", "nine in ten", "Nine games in ten")
    else:
        which = ("Half of the games that clear it", "nine in ten", "Nine in ten of the games that clear it")
    if half == most:
        return f"{which[2]} are over by turn {most:,}."
    return f"{which[0]} are over by turn {half:,}, {which[1]} by turn {most:,}."


def why(found: Best) -> str:
    """Say what the best move is worth and what it gains over the next best one."""
    best = found.choices[0]
    if found.objective == "points":
        return _points(found, best)
    if found.objective == "race":
        return _race(found, best)
    said = worth(not best.outcome.up, best.worth, found.how)
    return f"{said[:-1]}{_turns_compared(found)}." if found.gain is not None else f"{said}{_alone(found)}"


def _alone(found: Best) -> str:
    return " No other board can be reached." if len(found.choices) == 1 else ""


def _points(found: Best, best: Choice) -> str:
    down = plural(best.outcome.down.bit_count(), "tile")
    said = f"{down} with {plural(int(best.worth.value), 'point')} "
    said += "goes down" if best.outcome.down.bit_count() == 1 else "go down"
    return f"{said}, {_compared(found)}." if found.gain is not None else f"{said}.{_alone(found)}"


def _race(found: Best, best: Choice) -> str:
    if found.how == "static":
        return "How likely it finishes first is not known."
    if not best.outcome.up and best.worth.value == 1:
        said = "It clears the board and wins"
    else:
        about = "about " if found.proof != "exact" else ""
        said = f"It finishes first with a chance of {about}{percent(best.worth.value)}"
    return f"{said}, {_compared(found)}." if found.gain is not None else f"{said}.{_alone(found)}"


def _turns_compared(found: Best) -> str:
    """Say how the best move for `turns` compares with the next best, as the end of a sentence."""
    gain = found.gain
    assert gain is not None
    if not _is_told_apart(gain) or not gain.amount:
        return f", {_compared(found)}"
    other = f"the next best, {found.choices[1].outcome.move}"
    if math.isinf(gain.amount):
        return f"; after {other}, the board is never cleared"
    if gain.measure == "clearing":
        return f"; the chance to clear the board is {_more(gain)} than with {other}"
    shown = count_of(gain.amount)
    ahead = f"{'less than 0.01' if shown == '0.00' else shown} {'turn' if gain.amount == 1 else 'turns'}"
    if not found.choices[0].outcome.up:
        return f", on average {ahead} sooner than {other}"
    return f", {ahead} fewer than {other}"


def _compared(found: Best) -> str:
    """Say how the best move compares with the next best, as the end of a sentence."""
    gain = found.gain
    assert gain is not None
    other = f"the next best, {found.choices[1].outcome.move}"
    if not _is_told_apart(gain):
        return f"which is not told apart from {other}"
    if not gain.amount:
        return f"as {'much' if gain.measure == 'points' else 'good'} as {other}"
    return f"{_more(gain)} than {other}"


def _more(gain: Gain) -> str:
    if gain.measure in ("tiles", "points"):
        one = "tile" if gain.measure == "tiles" else "point"
        return f"{plural(int(gain.amount), one)} more"
    shown = "100" if gain.amount == 1 else f"{100 * float(gain.amount):.1f}"
    return f"{'less than 0.1' if shown == '0.0' else shown} percentage points more"


def _is_told_apart(gain: Gain) -> bool:
    return _is_exact(gain) or gain.low > 0


def _is_exact(gain: Gain) -> bool:
    return gain.low == gain.amount == gain.high


def proved(found: Best) -> str:
    """Say what is proved of the best move."""
    if found.objective == "points":
        return "Exact: every set of tiles was looked at."
    if found.objective == "race":
        return f"{_race_proved(found)}{_left_out(found)}"
    worth = found.choices[0].worth if found.choices else None
    return _proved(worth, found.how, found.error, len(found.choices))


def value_proved(found: Valued) -> str:
    """Say what is proved of the value of a board."""
    return _proved(found, found.how, found.error, 0)


def _proved(found: Worth | None, how: How, error: float, looked_at: int) -> str:
    if how == "rules":
        return "Exact: it follows from the rules."
    if how == "fractions":
        return "Exact: every line of play was weighed, in fractions."
    if how in ("table", "file"):
        return f"Exact: every line of play was weighed; by rounding turns are off by {bound(error)} at most."
    if how == "static" or found is None:
        return "Nothing is proved: there was no time for more than a rule of thumb."
    among = f", {plural(looked_at, 'board')} compared" if looked_at else ""
    if found.is_exact:
        return (
            "Exact for the board after this move: every line of play was weighed; by rounding turns are off "
            f"by {bound(error)} at most. Estimate for others{among}."
        )
    if _is_guess(found):
        return (
            "Estimate without an interval: what most of the tiles are worth without the others, and about "
            f"what these add{among}. There was no time for games."
        )
    return (
        f"Estimate {_between(found)}: the mean of games played well as long as many tiles are up, and "
        f"perfectly from then on{among}. Perfect play throughout does at least as well."
        f"{' The chance to clear is that of the same games.' if found.chance not in (None, 1) else ''}"
    )


def bound(error: float) -> str:
    """Write an upper bound with one digit, rounded up, as in `2e-06`."""
    if not 0 < error < math.inf:
        return f"{error:g}"
    power = math.floor(math.log10(error))
    digit = math.ceil(error / 10.0**power)
    return f"1e{power + 1:+03d}" if digit > 9 else f"{digit}e{power:+03d}"


def _between(found: Worth) -> str:
    """Write the interval of an estimate, as in `14.82 ± 0.31`, in 19 of 20 cases."""
    if math.isinf(found.value):
        return "without an interval"
    wide = max(float(found.high) - float(found.value), float(found.value) - float(found.low))
    return f"{float(found.value):,.2f} ± {wide:,.2f} turns (95 %)"


def _race_proved(found: Best) -> str:
    if found.how == "rules":
        return "Exact: it follows from the rules."
    if found.how == "static":
        return "Nothing is proved: there was no time for more than a rule of thumb."
    best = found.choices[0].worth
    both = f"{percent(best.low)} and {percent(best.high)}"
    if found.proof == "exact":
        rounded = ", to less than a millionth" if found.what == "value_rounded" else ""
        best_play = "both players play as well as can be, on two boards that do not touch each other"
        return f"Exact: {best_play}{rounded}."
    if found.proof == "bound":
        return (
            f"Bound: the chance lies between {both}, as one player's best reply to a fixed way of playing "
            "shows on either side."
        )
    return (
        "Estimate: the chance if both keep to a fixed way of playing that looks at their own board alone; "
        "with the best play it may be more or less."
    )


def _left_out(found: Best) -> str:
    if not found.left_out:
        return ""
    looked_at = len(found.choices)
    return (
        f" Of {plural(looked_at + found.left_out, 'board')} the {looked_at} most promising were compared: "
        "there was no time for more."
    )


def nothing(found: Best, rules: Rules) -> str:
    """Say why there is no move to choose: the board is clear, or the turn lost. Raises ValueError."""
    if found.board.is_clear:
        return CLEAR
    if found.terms.lost:
        return lost(found.board, found.roll, rules)
    raise ValueError("there are moves to choose from")


def explained(found: Best, rules: Rules) -> list[str]:
    """Say all there is to say about the best move of a roll, a sentence or two a line."""
    if not found.choices:
        return [nothing(found, rules)]
    best = found.choices[0]
    said = [dead(found.board, rules)]
    if best.outcome.tiles:
        said.append(turned(best.outcome))
    else:
        may = rules.must_play == "may_pass" and len(found.choices) > 1
        said.append("Pass." if may else passed(found.roll, found.terms))
    said += chain(best.outcome, found.steps, rules)
    said += [others(best.also), why(found)]
    if best.outcome.up:
        after = Board(best.outcome.arrangement, best.outcome.arrangement.tiles & ~best.outcome.up)
        said += [dead(after, rules) if not dead(found.board, rules) else "", next_loss(best.loss)]
    said.append(proved(found))
    return [line for line in said if line]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

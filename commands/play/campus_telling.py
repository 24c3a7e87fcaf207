"""What is said of a match of Campus: what somebody did, and what the rules did by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.notation import cell_name
from ...engines.campus import CampusState, words
from ...engines.campus.actions import BigPlay, Die, Done, Forgive, Penalise, Start, Tile
from ...engines.campus.phases import CHAIN, DEAL, DICE_OFF, MOVE, OVER, PENALTY, ROLL
from ...engines.campus.sheet import CLEARED, DEAD_BOARD, TURN_LIMIT
from ...engines.game import seat
from ...solvers.campus.board import Board, cells, tile_text
from ...solvers.campus.chains import FreeStar, Reward, Wild
from ...solvers.campus.chains import Step as ChainStep
from ...solvers.campus.dice import Roll
from ...solvers.campus.moves import Move, Outcome

if TYPE_CHECKING:
    from ...engines.match import Match
    from ...engines.match import Step as Happened

YOU = "you"
"""What the only person at the terminal is called."""


def did(step: Happened, names: Sequence[str]) -> list[str]:
    """Return what was done, in a sentence; empty for what need not be said."""
    before, action = step.before, step.action
    if isinstance(action, Tile):
        return _filled(before, step.after)
    if isinstance(action, Die) or before.phase == DICE_OFF:
        value = action.face if isinstance(action, Die) else action.sum
        return [f"{does(len(before.sheet.thrown), names, 'throw')} {value} for who starts."]
    if isinstance(action, Roll):
        return _rolled(before, action, names)
    player = before.current_player
    name = who(player, names)
    match action:
        case Start():
            return []  # what follows says it
        case Move():
            said = _set(before, action)
            turns = f"{does(player, names, 'turn')} "
            return [said.replace("Turn ", turns, 1) if action.tiles else f"{name}: {said}"]
        case Done():
            return [f"{does(player, names, 'claim')} nothing more."]
        case Reward() | Wild() | FreeStar():
            return [f"{name}: {action}.", *claimed(before, action)]
        case Penalise(line, cell):
            penalises = does(player, names, "penalise")
            return [f"{penalises} on {line}: {_tile(before, cell)} is face up again."]
        case Forgive(missed):
            return [f"{does(player, names, 'let')} {missed} go."]
        case BigPlay():
            return [f"{name}: the Big Play! {_big_play(before)}"]
    return [f"{name}: {action}."]


def did_in_full(step: Happened, names: Sequence[str]) -> list[str]:
    """Return the same, for a tile also where it was laid."""
    if not isinstance(step.action, Tile):
        return did(step, names)
    game, filled = step.before.game, step.before.sheet.filled
    player, place = divmod(len(filled), game.cells)
    lays = f"{seat(player)} lays out" if game.players > 1 else "Laid out:"
    return [f"{lays} {tile_text(step.action.value, False)} on {cell_name(place, game.columns)}."]


def confirmed(step: Happened) -> list[str]:
    """Return what somebody did who typed it, where it is worth saying in words."""
    before, action = step.before, step.action
    match action:
        case Tile():
            return did_in_full(step, ())
        case Move():
            return [_set(before, action).replace("Turn ", "Turned: ", 1)]
        case Reward() | Wild() | FreeStar():
            return claimed(before, action)
        case Penalise(_, cell):
            return [f"{_capital(_tile(before, cell))} is face up again."]
        case Forgive(missed):
            return [f"{_capital(missed)} is let go."]
        case BigPlay():
            return [_big_play(before)]
    return []


def does(player: int, names: Sequence[str], verb: str) -> str:
    """Name a player with a verb that agrees: `You turn`, `Player B (solver) turns`."""
    name = who(player, names)
    return f"{name} {verb}{'' if name == 'You' else 's'}"


def who(player: int, names: Sequence[str]) -> str:
    """Name a player: `You`, `Player A` or `Player B (solver)`."""
    name = names[player] if player < len(names) else ""
    if name == YOU:
        return "You"
    return f"Player {seat(player)}{f' ({name})' if name not in ('', 'human') else ''}"


def followed(step: Happened, names: Sequence[str]) -> list[str]:
    """Return what the rules did by themselves after a step, in sentences in their order."""
    found: list[str] = []
    opening = not isinstance(step.action, Move)
    ended = ""
    for event in step.then:
        word, _, rest = event.partition(" ")
        if word == "chain":
            found += _opening(rest) if opening else _chain(step)
        elif event.startswith("game over "):
            ended = rest.partition(" ")[2]
        elif word == "charged":
            found += _charged(step, ended, [int(points) for points in rest.split()], names)
        else:
            found += _said(step, event, names)
            opening = opening or word == "second"
    return [*found, *_one_more_turn(step, names)]


def _one_more_turn(step: Happened, names: Sequence[str]) -> list[str]:
    """Say that a board is clear and the game goes on, as it does where both have as many turns."""
    before, after = step.before, step.after
    player = before.active
    same_game = (before.sheet.round, before.sheet.game) == (after.sheet.round, after.sheet.game)
    if before.phase not in (MOVE, CHAIN) or not same_game or after.phase == OVER or after.up[player]:
        return []
    if after.active == player:
        return []
    last = does(after.active, names, "have").replace("haves", "has")
    return [f"{_capital(_owned(player, names))} board is clear. {last} one more turn."]


def _owned(player: int, names: Sequence[str]) -> str:
    name = who(player, names)
    return "your" if name == "You" else f"{name}'s"


def _said(step: Happened, event: str, names: Sequence[str]) -> list[str]:
    """Return what is said of an event for which one sentence will do."""
    before = step.before
    word, _, rest = event.partition(" ")
    if event.startswith("turn lost "):
        return [words.lost(_board(before, before.active), step.action, before.game.rules)]
    if word == "relaxed":
        return [words.dead(_board(before, before.active), before.game.rules) or _DEAD_BY_LOST_CLAIMS]
    if word == "missed":
        return [f"Not claimed, though it could have been: {rest}."]
    if rest.startswith(("times tile ", "time tile ")):
        spaces = "space takes one" if word == "1" else f"{word} spaces take one each"
        return [f"All that is left in the bag is {rest.rpartition(' ')[2]}: the last {spaces}."]
    if word == "tied":
        return ["A tie: both throw again."]
    if event.startswith("second game, "):
        starts = does("AB".index(rest.removeprefix("game, ")[0]), names, "start")
        return [f"The second game: the boards are exchanged and all tiles are face up. {starts}."]
    if word == "round":
        if before.game.rounds == 1:
            return []  # the result says it
        return [f"Round {rest.replace(' to ', ' goes to player ').replace(' drawn', ' is drawn')}."]
    if event.endswith(" starts"):
        return [f"{does('AB'.index(event[0]), names, 'start')} the first game."]
    return [f"{_capital(event)}."]


def told_result(match: Match) -> Iterator[str]:
    """Yield how a match ended: the points of its games and who has won, or how a practice went."""
    state = match.state
    if state.game.players == 1:
        yield _practice(match)
        return
    yield from _games(match)
    scores, returns = state.scores(), state.returns()
    points = " and ".join(f"{seat(p)} ({name}) {int(scores[p])}" for p, name in enumerate(match.names))
    total = f"Points lost in all: {points}."
    if state.game.rounds > 1:
        total += f" Rounds won: {' and '.join(f'{seat(p)} {won}' for p, won in enumerate(state.sheet.won))}."
    yield total
    if returns[0] == returns[1]:
        yield "Nobody wins: it is a draw."
    else:
        winner = returns.index(max(returns))
        yield f"Player {seat(winner)} ({match.names[winner]}) wins."


def _games(match: Match) -> Iterator[str]:
    """Yield the points recorded for each game that was played to its end in this match."""
    for step in match.steps:
        for event in step.then:
            if event.startswith("charged "):
                sheet = step.before.sheet
                points = event.split()[1:]
                both = ", ".join(f"{seat(p)} {lost}" for p, lost in enumerate(points))
                which = f"Round {sheet.round}, game" if step.before.game.rounds > 1 else "Game"
                yield f"{which} {sheet.game}: {both} points lost."


def _practice(match: Match) -> str:
    state = match.state
    lost = sum(event.startswith("turn lost") for step in match.steps for event in step.then)
    turns = words.plural(state.turn, "turn")
    lost_too = f", {lost} of them lost" if lost else ""
    if state.ended_by() != CLEARED:
        left = state.desk(0).board(state.up[0])
        why = _WHY[state.ended_by()]
        return f"The practice is over after {turns}{lost_too}: {why}. {left.points} points are left."
    bands = len(state.game.bands) + 1
    return f"The board is clear after {turns}{lost_too}: band {state.band + 1} of {bands}, 1 being the best."


_DEAD_BY_LOST_CLAIMS = (
    "The board is dead: what was not claimed is lost, and no roll would change what is left. "
    "So its rolls count as at most, and none of them loses the turn."
)
_WHY = {
    CLEARED: "the board is clear",
    DEAD_BOARD: "no roll could change what is left",
    TURN_LIMIT: "the limit of turns is reached",
}


def _charged(step: Happened, ended: str, points: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return how a game ended, and what is recorded of it."""
    game, sheet = step.before.game, step.before.sheet
    if game.players == 1:
        return []  # the result says it
    clear = [who(player, names) for player, lost in enumerate(points) if not lost]
    if ended == CLEARED:
        have = "have" if len(clear) > 1 or clear == ["You"] else "has"
        how = f"{' and '.join(clear)} {have} turned every tile".replace("You", "you", 1)
    else:
        how = _WHY.get(ended, ended)
    lost = [
        f"{does(player, names, 'lose')} {words.plural(count, 'point')}"
        for player, count in enumerate(points)
        if count
    ]
    return [f"Game {sheet.game} is over: {how}." + (f" {'; '.join(lost)} for what is left." if lost else "")]


def _filled(before: CampusState, after: CampusState) -> list[str]:
    if after.phase == DEAL:
        return []
    if before.game.players == 1:
        return ["The board is laid out."]
    swapped = ["Each player plays on the one that the other has filled."] * before.game.exchanges_boards
    return ["Both boards are laid out.", *swapped]


def _rolled(before: CampusState, roll: Roll, names: Sequence[str]) -> list[str]:
    player = before.active
    terms = before.desk(player).terms(before.up[player], roll, before.gone(player))
    name = who(player, names)
    whose = "Your roll" if name == "You" or before.game.players == 1 else f"The roll for {name}"
    double = ", a double," if roll.is_double else ""
    return [f"{whose}: {roll}{double}{words.asked(roll, terms).removeprefix(str(roll))}."]


def _board(state: CampusState, player: int) -> Board:
    return state.desk(player).board(state.up[player])


def _set(before: CampusState, move: Move) -> str:
    """Say which tiles a set turns, or why none can be turned."""
    player = before.current_player
    desk, up = before.desk(player), before.up[player]
    roll = before.roll
    assert roll is not None
    terms = desk.terms(up, roll, before.gone(player))
    if not move.tiles:
        return "Pass." if desk.has_set(up, terms) else words.passed(roll, terms)
    total = sum(desk.values[cell] for cell in cells(move.tiles))
    left = up & ~move.tiles
    return words.turned(Outcome(desk.arrangement, move.tiles, total, move.tiles, left))


def _chain(step: Happened) -> list[str]:
    """Say step by step what went down by itself after a set."""
    before, tiles = step.before, step.action.tiles
    player = before.current_player
    desk, left = before.desk(player), before.up[player] & ~tiles
    steps = desk.chains.steps(left)
    end = desk.chains.closed(left)
    outcome = Outcome(desk.arrangement, tiles, 0, before.up[player] & ~end, end)
    return words.chain(outcome, steps, before.game.rules)


def _opening(names: str) -> list[str]:
    return [f"Before the first turn what stands free goes down: {names.replace(' ', ', ')}."]


def claimed(before: CampusState, claim: Any) -> list[str]:
    """Say what goes down by a claim, and why it may."""
    player = before.current_player
    desk, up = before.desk(player), before.up[player]
    made = ChainStep(claim, desk.chains.cleared(up, claim))
    return [words.step(desk.arrangement, up, made, before.game.rules)]


def _tile(before: CampusState, cell: str) -> str:
    """Name a tile of the other player's board by its cell."""
    return words.tile(before.sheet.boards[1 - before.current_player], before.game.cell_at[cell])


def _big_play(before: CampusState) -> str:
    raised = before.slips.turned | before.slips.chained
    owner = before.sheet.boards[1 - before.current_player]
    are = "is" if raised.bit_count() == 1 else "are"
    return f"{_capital(words.tiles(owner, raised))} {are} face up again."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_beginning(step: Happened) -> bool:
    """Return whether a game begins with a step, so that all tiles are up."""
    before, after = step.before, step.after
    begun = (before.sheet.round, before.sheet.game) != (after.sheet.round, after.sheet.game)
    return bool(begun and after.sheet.game and after.phase in (ROLL, CHAIN, PENALTY) and after.phase != OVER)

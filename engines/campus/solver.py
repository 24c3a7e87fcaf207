"""The bots that know Campus: `solver` clears its board in the fewest turns, `racer` before the other does.

What they do follows from the position alone; nothing is drawn by lot, and no clock is looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...core.budget import Budget
from ...core.rng import Rng
from ...solvers.campus.board import Arrangement
from ...solvers.campus.moves import Move, Moves, Outcome
from ...solvers.campus.rules import Rules
from ...solvers.campus.terms import judge
from .actions import DONE, START_ME
from .penalties import places
from .phases import CHAIN, CHOOSE, MOVE, PENALTY

if TYPE_CHECKING:
    from ...solvers.campus.best_values import Pair, Source
    from .state import CampusState

EXACT_TILES = 23
"""Number tiles up to which a board's exact table is made: a tenth of a second, once a game."""
TABLE_BYTES = 1 << 28
"""The most a table may take; of a printed board those of EXACT_TILES tiles take a tenth of it."""
REMEMBERED = 8
"""Arrangements of which a process keeps a table."""

RACE_TILES = 17
"""Number tiles on either board up to which the chance to finish first is worked out."""
RACE_BUDGET = Budget(nodes=1_000_000, bytes=1 << 28)
"""Pairs of boards up to which it is exact; beyond them one player's way to play is held fixed."""


class Solver:
    """Clears its board in the least expected number of turns, and claims all there is.

    With up to EXACT_TILES number tiles up it plays perfectly, above that by the rule of thumb of
    `solvers.campus.quick_move`; where a board may die it clears it as likely as can be, then as soon.
    It penalises what costs the opponent the most turns, and takes the Big Play where that is worth more.
    """

    name = "solver"

    def choose(self, state: Any, rng: Rng) -> Any:
        """Return a legal action of a position in which a player decides; `rng` is not used."""
        if state.phase == MOVE:
            return self._move(state)
        if state.phase == CHAIN:
            return claim(state)
        if state.phase == PENALTY:
            return penalty(state)
        assert state.phase == CHOOSE
        return START_ME

    def _move(self, state: CampusState) -> Move:
        ranked = by_turns(state)
        return ranked[0].move if ranked else by_thumb(state)


class Racer(Solver):
    """Makes it as likely as can be that its board is clear before the other one.

    The chance is exact, or bounded, once both boards have RACE_TILES number tiles up at most; until
    then, and among moves of the same chance, it plays as `Solver` does.
    """

    name = "racer"

    def _move(self, state: CampusState) -> Move:
        ranked = by_turns(state)
        if len(ranked) < 2 or any(_numbers_up(state, player) > RACE_TILES for player in range(2)):
            return ranked[0].move if ranked else by_thumb(state)
        return fastest(state, ranked).move


def by_turns(state: CampusState) -> list[Outcome]:
    """Return a move to each board that can be reached, that of the fewest turns first.

    Of boards worth the same the one with fewer tiles and points left comes first. Empty where too many
    tiles are up to know, and where claims that were missed for good change what a roll means.
    """
    player = state.current_player
    desk, up = state.desk(player), state.up[player]
    rules: Rules = state.game.rules
    source = known(desk.arrangement, rules).source(up)
    moves = Moves(desk.board(up), state.roll, rules)  # type: ignore[arg-type]
    if source is None or moves.terms != desk.terms(up, state.roll, state.gone(player)):  # type: ignore[arg-type]
        return []
    reached: dict[int, Outcome] = {}
    for outcome in moves.outcomes():
        reached.setdefault(outcome.up, outcome)
    worth = {left: _pair(source, left) for left in reached}
    order = sorted(reached, key=lambda left: (worth[left], left.bit_count(), desk.points(left)))
    return [reached[left] for left in order]


def by_thumb(state: CampusState) -> Move:
    """Return a good move by a rule of thumb, where too many tiles are up for more."""
    from ...solvers.campus.estimate import quick_move

    player = state.current_player
    desk, up = state.desk(player), state.up[player]
    move = Move(quick_move(desk.board(up), state.roll, state.game.rules), desk.columns)  # type: ignore[arg-type]
    legal = state.legal_actions()
    return move if move in legal else legal[0]


def fastest(state: CampusState, ranked: Sequence[Outcome]) -> Outcome:
    """Return the outcome that most likely finishes first, of equal ones the first."""
    from ...solvers.campus.race import Race

    player = state.current_player
    mine, theirs = (state.desk(p).board(state.up[p]) for p in (player, 1 - player))
    race = Race(
        mine,
        theirs,
        state.game.rules,
        budget=RACE_BUDGET,
        ends=state.game.rulings.game_ends,
        i_started=state.sheet.first == player,
    )
    return max(ranked, key=lambda outcome: race.after(outcome.up).likely)


def claim(state: CampusState) -> Any:
    """Return the next claim of automatic play, any other where that is lost, and `done` after the last."""
    player = state.current_player
    desk, up = state.desk(player), state.up[player]
    claims = desk.claimable(up, state.gone(player))
    automatic = (step.claim for step in desk.chains.steps(up))
    return next((made for made in automatic if made in claims), claims[0] if claims else DONE)


def penalty(state: CampusState) -> Any:
    """Return the answer to what was missed that costs the opponent most, the answers after it included.

    Of answers that cost as many turns the one comes first that leaves most points to be charged.
    """
    judged = _Opponent(state)
    return max(state.legal_actions(), key=lambda action: judged.in_the_end(state._apply(action)))


class _Opponent:
    """What the board of a player who missed something is worth, the dearer the greater."""

    def __init__(self, state: CampusState) -> None:
        self._player = state.current_player
        self._owner = 1 - state.current_player
        self._desk = state.desk(self._owner)
        self._known = known(self._desk.arrangement, state.game.rules)
        self._source = self._known.source(state.up[self._owner] | self._raised(state))
        self._costs: dict[int, tuple[Any, ...]] = {}

    def _raised(self, state: CampusState) -> int:
        """Return all tiles that some answer turns up."""
        game, slips = state.game, state.slips
        found = slips.turned | slips.chained
        for code in slips.misses:
            up = state.up[self._owner]
            for _, cell in places(game, self._desk.arrangement, up, slips.raised, code):
                found |= 1 << cell
        return found

    def in_the_end(self, state: CampusState) -> tuple[Any, ...]:
        """Return what the board costs once the dearest answer, one by one, is given to all other misses."""
        while state.phase == PENALTY and state.current_player == self._player:
            after = [state._apply(action) for action in state.legal_actions()]
            state = max(after, key=lambda other: self._cost(other.up[self._owner]))
        return self._cost(state.up[self._owner])

    def _cost(self, up: int) -> tuple[Any, ...]:
        found = self._costs.get(up)
        if found is None:
            found = self._costs[up] = (*self._turns(up), self._desk.points(up))
        return found

    def _turns(self, up: int) -> tuple[Any, ...]:
        """Return chance to fail and turns; a chain that waits runs after a turn, so there is one at least.

        Where too many tiles are up it is what the rule of thumb makes of the board.
        """
        closed = self._desk.chains.closed(up)
        if self._source is None:
            return 0, self._known.judged(closed)
        missed, turns = _pair(self._source, closed)
        if closed != up:
            loss = self._desk.judge.loss(up)
            turns = max(turns, 1 / (1 - loss) if loss < 1 else turns)
        return missed, turns


def _pair(source: Source, up: int) -> Pair:
    from ...solvers.campus.best_values import CLEARED

    return source.pair(up) if up else CLEARED


def _numbers_up(state: CampusState, player: int) -> int:
    return (state.up[player] & state.desk(player).numbers).bit_count()


class Known:
    """The last exact table that was made for an arrangement."""

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        from ...solvers.campus.best_values import Packing
        from ...solvers.campus.estimate import Thumb

        self._rules = rules
        self._chains = judge(arrangement, rules).chains
        self._packing = Packing(arrangement, rules)
        self._thumb = Thumb(self._packing, rules)
        self._held = 0
        self._source: Source | None = None

    def source(self, up: int) -> Source | None:
        """Return the exact values of all that comes of some tiles; None where they are too many."""
        from ...solvers.campus.best_values import made

        mask = self._packing.packed(self._chains.closed(up))
        if mask.bit_count() > EXACT_TILES:
            return None
        if self._source is None or mask & ~self._held:
            self._source, self._held = made(self._packing, self._rules, [up], TABLE_BYTES), mask
        return self._source

    def judged(self, up: int) -> int:
        """Return what the rule of thumb makes of a board on which no chain waits, the less the better."""
        return self._thumb.judged(self._packing.packed(up))


@functools.lru_cache(maxsize=REMEMBERED)
def known(arrangement: Arrangement, rules: Rules) -> Known:
    """Return what the process knows of an arrangement under rules."""
    return Known(arrangement, rules)

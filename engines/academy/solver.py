"""The bot that searches: `solver` places cards by a tree search over what it cannot know.

Of a position it sees what the deciding player knows; the rest is drawn anew by `State.resample`, with the
lots it is given. No clock is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.budget import UNLIMITED
from ...core.rng import Rng
from ...solvers.canvas.faces import COUNT, FACES
from ...solvers.canvas.patterns import Pattern
from ...solvers.canvas.position import Placement, Position
from ...solvers.canvas.rules import Rules
from .actions import Lay, Name, Place, Show
from .phases import GIVE, NAME, OVER, PLACE, SHOW, TURN
from .scoring import points

if TYPE_CHECKING:
    from .state import AcademyState

PLAYOUTS = {2: 800, 4: 800}
"""Rounds that are played out for a placement, by the number of players: some tens of milliseconds."""
_SEEDS = 1 << 31
_RESULT = 100.0
"""The result of the game weighs more than all points."""
_PET = 0.5
"""What the Pet is worth after a round: the first turn of the next, and the next tie."""


class Solver:
    """Places by `solvers.canvas.search`, the last card of a round by `exact` where all is known that matters.

    It decides the rest by what the points of the round come to.

    The colours it names are those it holds most of: within the Assignments of a round all cards are worth
    the same, so their order changes nobody's points in expectation. It shows an Inspiration whenever it can,
    of several the one that is hardest to get again: one a round is the most, and those left over may score
    later. The Pet goes to whoever harms it least in the goals that are still to be decided.
    """

    name = "solver"

    def choose(self, state: Any, rng: Rng) -> Any:
        """Return a legal action of a position in which a player decides."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        phase = state.phase
        if phase == PLACE:
            return place(state, rng)
        if phase == TURN:
            return lay_start(state, rng)
        if phase == SHOW:
            return show(state)
        if phase == GIVE:
            return give(state)
        if phase == NAME:
            return name(state)
        return legal[0]


def position_of(state: AcademyState, player: int) -> Position:
    """Return a round in progress as a player knows it, cards being placed."""
    hands = _held(state)
    unseen = [*state.deck, *(card for other, hand in enumerate(hands) if other != player for card in hand)]
    hidden = tuple(0 if other == player else len(hand) for other, hand in enumerate(hands))
    known = tuple(hand if other == player else None for other, hand in enumerate(hands))
    patterns = tuple(
        tuple(state.game.patterns[one] for one in own) if other == player else ()
        for other, own in enumerate(state.sheet.inspirations)
    )
    return _position(state, known, hidden, tuple(sorted(unseen)), patterns)


def open_position_of(state: AcademyState) -> Position:
    """Return a round in progress with all hands and Inspirations as they are."""
    patterns = tuple(tuple(state.game.patterns[one] for one in own) for own in state.sheet.inspirations)
    return _position(state, _held(state), (0,) * state.game.players, state.deck, patterns)


def _held(state: AcademyState) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each hand, sorted, without what is known of when they were drawn."""
    return tuple(tuple(sorted(code % COUNT for code in hand)) for hand in state.hands)


def _position(
    state: AcademyState,
    hands: tuple[tuple[int, ...] | None, ...],
    hidden: tuple[int, ...],
    deck: tuple[int, ...],
    patterns: tuple[tuple[Pattern, ...], ...],
) -> Position:
    game, sheet = state.game, state.sheet
    return Position(
        players=game.players,
        size=game.size,
        rules=game.rules,
        player=state.current_player,
        cards=state.cards,
        landscape=state.landscape,
        hands=hands,
        hidden=hidden,
        deck=deck,
        discards=sheet.discards,
        goals=tuple(game.goals[at] for at in sheet.goals),
        pet=sheet.pet,
        patterns=patterns,
        points=tuple(points(taken) for taken in sheet.taken),
    )


def place(state: AcademyState, rng: Rng) -> Place | Lay:
    """Return the best placement where it is certain, else the one that a search prefers."""
    if is_certain(state):
        from ...solvers.canvas.exact import proved

        player = state.current_player
        return action_of(state, proved(position_of(state, player), UNLIMITED.start()).choices[0].placement)
    return action_of(state, _searched(state, rng, PLAYOUTS[state.game.players])[0])


def is_certain(state: AcademyState) -> bool:
    """Return whether a player knows all that the best placement depends on.

    That is so for the last card of a round of two players, where it lies in the player's own scoring area:
    Inspirations of the other change the margin after every placement by as much. Of four players it matters
    to whose points a margin is counted, and with more cards to come hands matter: a search imagines both.
    """
    game, player, occupied = state.game, state.current_player, state.occupied
    if game.players != 2 or game.shows_many or len(state.cards) != game.full - 1:
        return False
    places = game.plane.allowed(occupied, player)
    row = (places.bit_length() - 1) // game.plane.side
    extent = game.plane.extent(occupied | places)
    is_near = row > extent.bottom - 2 if player == 0 else row < extent.top + 2
    is_far = row < extent.top + 2 if player == 0 else row > extent.bottom - 2
    return is_near and not is_far


def action_of(state: AcademyState, placement: Placement) -> Place | Lay:
    """Return a placement as an action of the game."""
    if not state.occupied:
        return Lay(placement.face, placement.landscape)
    found: Place = state.game.places[placement.face][placement.cell]
    return found


def _searched(state: AcademyState, rng: Rng, playouts: int) -> tuple[Placement, float]:
    """Return a placement, and what a search makes of it for who places."""
    from ...solvers.canvas.search import most_tried

    player = state.current_player
    found = most_tried(
        position_of(state, player),
        playouts=playouts,
        seed=rng.below(_SEEDS),
        worlds=lambda lots: open_position_of(state.resample(player, lots)),
    )
    return found.placement, found.value


def lay_start(state: AcademyState, rng: Rng) -> Lay:
    """Return how the start card is best laid: by what a search makes of the first turn after it."""
    legal = state.legal_actions()
    playouts = max(1, PLAYOUTS[state.game.players] // len(legal))
    worth = [_searched(state._apply(lay), rng, playouts)[1] for lay in legal]
    found: Lay = legal[worth.index(max(worth))]
    return found


def show(state: AcademyState) -> Show:
    """Return the most Inspirations there are to show, of as many those that are hardest to get again."""
    game = state.game
    spaces = {
        name: _spaces(pattern, 2 * game.size, game.rules)
        for name, pattern in zip(game.inspirations, game.patterns, strict=True)
    }
    found: Show = min(
        state.legal_actions(),
        key=lambda action: (-len(action.names), sum(spaces[name] for name in action.names)),
    )
    return found


def _spaces(pattern: Pattern, columns: int, rules: Rules) -> int:
    """Return in how many places of a scoring area a pattern may lie: the fewer, the rarer it is."""
    found = 0
    for turn in pattern.turns(rules):
        height, width = (1 + max(cell[axis] for cell in turn.cells) for axis in (0, 1))
        found += max(0, 5 - height) * max(0, columns + 1 - width)
    return found


def name(state: AcademyState) -> Name:
    """Return the colour that is most frequent in the player's own hand."""
    held = [0, 0, 0]
    for code in state.hands[state.current_player]:
        for colour in FACES[code % COUNT].quadrants:
            held[colour] += 1
    found: Name = max(state.legal_actions(), key=lambda action: held[action.colour])
    return found


def give(state: AcademyState) -> Any:
    """Return to whom the Pet goes, or that it is kept, as the goals still to be decided come out best."""
    player = state.current_player
    after = {action: _settled(state._apply(action), state.sheet.round) for action in state.legal_actions()}
    return max(after, key=lambda action: after[action][player])


def _settled(state: AcademyState, played: int) -> tuple[float, ...]:
    """Return what each player has after a round, every holder of the Pet choosing what is best for them."""
    if state.phase == GIVE and state.sheet.round == played:
        holder = state.current_player
        every = [_settled(state._apply(action), played) for action in state.legal_actions()]
        return max(every, key=lambda worth: worth[holder])
    has = list(state.scores())
    has[state.sheet.pet] += _PET
    margins = [one - max(has[:at] + has[at + 1 :]) for at, one in enumerate(has)]
    if state.phase == OVER:
        margins = [one + _RESULT * rank for one, rank in zip(margins, state.returns(), strict=True)]
    return tuple(margins)

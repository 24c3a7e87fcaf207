"""What is said of a match of Abstract Academy: what somebody did, and what the rules did by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.notation import listed
from ...engines.academy.actions import (
    ORIENTATIONS,
    Arrange,
    Drawn,
    Give,
    Inspired,
    Keep,
    Lay,
    Name,
    Pass,
    PetGoes,
    Place,
    Revealed,
    Show,
)
from ...engines.academy.areas import canvas_of
from ...engines.academy.hands import changed, inserted
from ...engines.academy.phases import DEAL, DRAW, START, TURN
from ...engines.academy.scoring import points
from ...engines.academy.setup import to_inspire
from ...engines.academy.turns import card_for
from ...engines.game import seat
from ...render.academy_game import YOU, goal_name
from ...solvers.canvas import COLOUR_NAMES, Goal, cells, placements, region
from ...solvers.canvas.contest import NOBODY
from ...solvers.canvas.faces import COUNT, FACE_TEXTS
from ...solvers.canvas.regions import SIDES_OF

if TYPE_CHECKING:
    from ...engines.academy import AcademyState
    from ...engines.match import Match
    from ...engines.match import Step as Happened

_KINDS = ("Inspiration", "Assignment", "Instructor")


def who(player: int, names: Sequence[str]) -> str:
    """Name a player at the beginning of a sentence: `You`, `Player A` or `Player B (greedy)`."""
    name = names[player] if player < len(names) else ""
    if name == YOU:
        return "You"
    return f"Player {seat(player)}{f' ({name})' if name not in ('', 'human') else ''}"


def does(player: int, names: Sequence[str], verb: str) -> str:
    """Name a player with a verb that agrees: `You pass`, `Player B (greedy) passes`."""
    name = who(player, names)
    if name == "You":
        return f"You {verb}"
    ending = {"have": "has"}.get(verb, f"{verb}{'es' if verb.endswith('s') else 's'}")
    return f"{name} {ending}"


def _whom(player: int, names: Sequence[str]) -> str:
    """Name a player within a sentence."""
    return who(player, names).replace("You", "you")


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did(step: Happened, names: Sequence[str]) -> list[str]:
    """Return what was done, in sentences; empty for what need not, or must not, be said.

    A card or Inspiration that is drawn is told to whoever sees it, or where nobody is called `you`.
    """
    before, action = step.before, step.action
    if isinstance(action, Drawn):
        return _drawn(step, names)
    if isinstance(action, Inspired):
        if not _sees(before, names):
            return []
        player = to_inspire(before.game, before.sheet)
        pattern = before.game.patterns[before.game.inspiration_at[action.name]]
        return [f"{does(player, names, 'draw')} the Inspiration {action.name} ({pattern})."]
    if isinstance(action, PetGoes):
        return [f"{does(action.player, names, 'hold')} the Teacher's Pet."]
    if isinstance(action, Revealed):
        return [_revealed(len(before.sheet.goals), action.goal)]
    return _decided(before, action, names)


def did_in_full(step: Happened, names: Sequence[str]) -> list[str]:
    """Return the same, and each card that is dealt."""
    if isinstance(step.action, Drawn) and step.before.phase == DEAL:
        (player,) = step.before.observers()
        return [f"{who(player, names)} is dealt {FACE_TEXTS[step.action.face]}."]
    return did(step, names)


def confirmed(step: Happened, names: Sequence[str]) -> list[str]:
    """Return what somebody did who typed it, where it says more than was typed."""
    before, action = step.before, step.action
    if isinstance(action, Show) and action.names and not before.game.shows_in_secret:
        return _shown(before, before.current_player, action.names, names)
    if isinstance(action, Lay | Place | Drawn | Inspired | Revealed):
        return did(step, names)
    return []


def _decided(before: AcademyState, action: Any, names: Sequence[str]) -> list[str]:
    """Return what a player decided."""
    player = before.current_player
    match action:
        case Name(colour):
            return [f"{does(player, names, 'name')} {COLOUR_NAMES[colour]}."]
        case Arrange(goals):
            return [f"{does(player, names, 'order')} the goals: {listed(map(goal_name, goals))}."]
        case Lay(face, landscape):
            what = "the start card" if before.phase == TURN else "the first card"
            laid = f"{what}, {FACE_TEXTS[face]}, in {ORIENTATIONS[landscape]}"
            return [f"{does(player, names, 'lay')} {laid}."]
        case Place(face, cell):
            return [f"{does(player, names, 'place')} {FACE_TEXTS[face]} on {cell}{_forced(before, action)}."]
        case Pass():
            return [f"{does(player, names, 'pass')}, without a card."]
        case Show(chosen):
            if before.game.shows_in_secret:
                return [] if who(player, names) == "You" else [f"{who(player, names)} has chosen."]
            return _shown(before, player, chosen, names)
        case Keep():
            return [f"{does(player, names, 'keep')} the Teacher's Pet."]
        case Give():
            return []  # what follows says it
    return [f"{who(player, names)}: {action}."]


def _sees(before: AcademyState, names: Sequence[str]) -> bool:
    """Return whether what is drawn is for the eyes of whoever is told."""
    return YOU not in names or names.index(YOU) in before.observers()


def _drawn(step: Happened, names: Sequence[str]) -> list[str]:
    before, after, face = step.before, step.after, step.action.face
    if before.phase == START:
        return [f"The start card is {FACE_TEXTS[face]}."]
    if not _sees(before, names):
        return []
    (player,) = before.observers()
    if before.phase == DRAW:
        return [f"{does(player, names, 'draw')} {FACE_TEXTS[face]}."]
    hand = after.hands[player]
    if len(hand) < after.game.hand_size:
        return []
    are = "are" if who(player, names) == "You" else "is"
    return [f"{who(player, names)} {are} dealt {listed(FACE_TEXTS[code % COUNT] for code in hand)}."]


def _revealed(number: int, goal: Goal) -> str:
    kind = goal.kind
    told = goal.sentence.split("; ")[0]
    least = "" if kind.most else "; the lowest wins"
    return f"Goal {number + 1}: {goal_name(goal)} ({told}{least}), {_plural(kind.points, 'point')}."


def _forced(before: AcademyState, action: Place) -> str:
    """Say that a card lies in somebody else's home row, as no other cell is open."""
    plane, player = before.game.plane, before.current_player
    homes, cell = plane.homes(before.occupied), plane.cell_at[action.cell]
    owners = [other for other, home in enumerate(homes) if home >> cell & 1]
    if not owners or player in owners:
        return ""
    return f", in the home row of {listed(map(seat, owners))}, as no other cell is open"


def _shown(before: AcademyState, player: int, chosen: Sequence[str], names: Sequence[str]) -> list[str]:
    """Say which Inspirations are shown, and where their patterns lie."""
    if not chosen:
        return [f"{does(player, names, 'show')} no Inspiration."]
    return [
        f"{does(player, names, 'show')} {name} for 2 points: it is there in {_where(before, player, name)}."
        for name in chosen
    ]


def _where(before: AcademyState, player: int, name: str) -> str:
    """Return a colour and the cards on which a pattern lies in a player's area."""
    game = before.game
    plane = game.plane
    canvas = canvas_of(before.cards, plane.side)
    area = region(canvas, SIDES_OF[game.players][player])
    found = next(iter(placements(area.grid, game.patterns[game.inspiration_at[name]], game.rules)))
    extent = plane.extent(before.occupied)
    places = []
    for cell in cells(area.on_canvas(found.mask)):
        row, column = divmod(cell, canvas.columns)
        at = (extent.top + row // 2) * plane.side + extent.left + column // 2
        places.append(plane.names[at])
    return f"{COLOUR_NAMES[found.colour]} on {listed(dict.fromkeys(places))}"


def followed(step: Happened, names: Sequence[str]) -> list[str]:
    """Return what the rules did by themselves after a step, in sentences in their order."""
    found = list(_grown(step, names))
    events = list(step.then)
    scoring = _Scoring(step, names)
    for number, event in enumerate(events):
        after = events[number + 1] if number + 1 < len(events) else ""
        found += scoring.told(event, after)
    return found


def _grown(step: Happened, names: Sequence[str]) -> Iterator[str]:
    """Say which edges a placement sets, and which home rows there are from then on."""
    before, action = step.before, step.action
    if not isinstance(action, Place | Lay):
        return
    plane = before.game.plane
    cell = plane.cell_at[action.cell] if isinstance(action, Place) else plane.origin
    old, new = before.occupied, before.occupied | 1 << cell
    lengths = [plane.extent(one) if one else None for one in (old, new)]
    extent, was = lengths[1], lengths[0]
    assert extent is not None
    full = plane.size
    if extent.height == full and (was is None or was.height < full):
        yield f"The canvas is {full} cards high: its north and south edges are set."
    if extent.width == full and (was is None or was.width < full):
        yield f"The canvas is {full} cards wide: its west and east edges are set."
    homes, earlier = plane.homes(new), plane.homes(old)
    rows = [
        f"{_line(step.before, player, home)} of {_whom(player, names)}"
        for player, home in enumerate(homes)
        if home and not earlier[player]
    ]
    if rows:
        yield f"From now on there are home rows: {listed(rows)}."


def _line(state: AcademyState, player: int, home: int) -> str:
    name = state.game.plane.names[next(cells(home))]
    return f"column {name[0]}" if SIDES_OF[state.game.players][player] % 2 else f"row {name[1:]}"


class _Scoring:
    """Tells the events of a step one after the other, with who holds the Pet meanwhile."""

    def __init__(self, step: Happened, names: Sequence[str]) -> None:
        self._action = step.action
        self._before: AcademyState = step.before
        self._after: AcademyState = step.after
        self._names = names
        self._pet = self._before.sheet.pet

    def told(self, event: str, after: str) -> list[str]:
        """Return what is said of an event; `after` is the next one."""
        word, _, rest = event.partition(" ")
        if event == "the round is scored":
            return [self._begun()]
        if rest.startswith("takes "):
            return [self._contest(word, rest.removeprefix("takes "), after)]
        if rest.startswith("shows "):
            chosen = rest.removeprefix("shows ").split(" ")
            player = "ABCD".index(word)
            return _shown(self._before, player, [] if chosen == ["none"] else chosen, self._names)
        if word == "pet":
            self._pet = "ABCD".index(rest.removeprefix("to "))
            return []  # told with the card that was taken
        if event.startswith("round ") and event.endswith(" over"):
            return self._round_over()
        return [self._other(event)]

    def _begun(self) -> str:
        state = self._after if self._after.cards else self._before
        laid = len(state.cards) + (not self._after.cards and isinstance(self._action, Place))
        how = "The canvas is full" if laid >= state.game.full else "Nobody holds a card any more"
        return f"{how}: round {self._before.sheet.round} is scored."

    def _round_over(self) -> list[str]:
        scores = self._after.scores()
        totals = ", ".join(f"{seat(player)} {int(score)}" for player, score in enumerate(scores))
        if self._after.is_terminal:
            return []  # the result says it
        verb = "begin" if who(self._pet, self._names) == "You" else "begins"
        begins = f"{does(self._pet, self._names, 'hold')} the Teacher's Pet and {verb}."
        return [f"Round {self._before.sheet.round} is over. Points: {totals}. {begins}"]

    def _other(self, event: str) -> str:
        if event.endswith(" discards are shuffled"):
            return f"The deck has run out: {event}, and are the new one."
        if event == "the next card is drawn":
            return "All cards that are left are alike: one is drawn."
        if event.startswith("start card "):
            return f"The start card is {event.rpartition(' ')[2]}."
        if event.startswith("goal "):
            return f"The last goal of its deck: {goal_name(Goal.parse(event[5:]))}."
        if event.endswith(" discarded"):
            return f"Inspirations that were not shown are discarded: {event.removesuffix(' discarded')}."
        return f"{event[:1].upper()}{event[1:]}."

    def _contest(self, taker: str, goal_and_values: str, after: str) -> str:
        """Say what everybody's area is worth for a goal, who takes it and why."""
        text, _, numbers = goal_and_values.partition(" (")
        goal = Goal.parse(text)
        found = [int(number) for number in numbers.removesuffix(")").split(" ")]
        values = ", ".join(f"{seat(player)} {value}" for player, value in enumerate(found))
        best = [player for player, value in enumerate(found) if value == goal.best(found)]
        head = f"{goal_name(goal)}: {values}."
        gain = _plural(goal.kind.points, "point")
        player = NOBODY if taker == "nobody" else "ABCD".index(taker)
        names = self._names
        if player == NOBODY:
            return f"{head} {self._nobody(goal, best, goal.best(found))}"
        if len(best) == 1:
            return f"{head} {does(player, names, 'take')} the card: {gain}."
        to = "ABCD".index(after.removeprefix("pet to ")) if after.startswith("pet to ") else player
        gives = does(player, names, "give").removeprefix(f"{who(player, names)} ")
        return (
            f"{head} A tie: {does(player, names, 'hold')} the Teacher's Pet, "
            f"{does(player, names, 'take').removeprefix(f'{who(player, names)} ')} the card ({gain}) "
            f"and {gives} the Pet to {_whom(to, names)}."
        )

    def _nobody(self, goal: Goal, best: Sequence[int], value: int) -> str:
        if goal.kind.most and not value and self._before.game.rules.zero_value == "nobody":
            return "Nobody has any, so nobody takes the card."
        if self._pet in best:
            return f"A tie, and {does(self._pet, self._names, 'keep')} the Pet: nobody takes the card."
        tied = listed(_whom(player, self._names) for player in best)
        return f"A tie of {tied}, none of whom holds the Teacher's Pet: nobody takes the card."


def told_result(match: Match) -> Iterator[str]:
    """Yield what everybody has taken, who has won, and by which of the rules for ties."""
    state, names = match.state, match.names
    for player, taken in enumerate(state.sheet.taken):
        cards = listed(_plural(count, kind) for count, kind in zip(taken, _KINDS, strict=True))
        yield f"Player {seat(player)} ({names[player]}): {_plural(points(taken), 'point')}, {cards}."
    yield _winner(state, names)
    used = [(match.helps, "hint"), (match.undos, "undo"), (match.pauses, "pause")]
    taken_help = listed(_plural(count, what) for count, what in used if count)
    if taken_help:
        yield f"Help taken: {taken_help}."


def _winner(state: AcademyState, names: Sequence[str]) -> str:
    returns = state.returns()
    first = [player for player, value in enumerate(returns) if value == max(returns)]
    scores = state.scores()
    level = [player for player, score in enumerate(scores) if score == max(scores)]
    if len(first) > 1:
        shared = listed(f"{seat(player)} ({names[player]})" for player in first)
        return (
            f"Players {shared} share the win: as many points and Instructors, and none of them has the Pet."
        )
    (winner,) = first
    wins = f"Player {seat(winner)} ({names[winner]}) wins"
    if len(level) == 1:
        return f"{wins}."
    instructors = [state.sheet.taken[player][2] for player in level]
    tie = f"a tie of {listed(map(seat, level))} at {_plural(int(max(scores)), 'point')}"
    if instructors.count(max(instructors)) == 1:
        return f"{wins}: {tie} goes to more Instructors."
    if winner == state.sheet.pet:
        return f"{wins}: {tie}, with as many Instructors, goes to the Teacher's Pet."
    return f"{wins}: {tie}, with as many Instructors, goes to who sits next to the Teacher's Pet."


def is_scored(step: Happened) -> bool:
    """Return whether the canvas has just become full, and lies there still."""
    return "the round is scored" in step.then and bool(step.after.cards)


def missed(step: Happened, drawn: Any) -> AcademyState | None:
    """Return the canvas as a step has it scored to the end of the round, unless the last drawing shows it."""
    if not any(event.startswith("round ") and event.endswith(" over") for event in step.then):
        return None
    state: AcademyState = step.before
    if isinstance(step.action, Place):
        state = _with_card(state, step.action)
    shown = drawn is not None and (drawn.sheet.round, drawn.cards) == (state.sheet.round, state.cards)
    return None if shown or not state.cards else state


def _with_card(state: AcademyState, action: Place) -> AcademyState:
    """Return a position with a card placed from a hand, and nothing that follows."""
    player, at = state.current_player, card_for(state, action)
    hand = state.hands[player]
    cell = state.game.plane.cell_at[action.cell]
    return msgspec.structs.replace(
        state,
        hands=changed(state.hands, player, hand[:at] + hand[at + 1 :]),
        cards=inserted(state.cards, cell * COUNT + action.face),
        occupied=state.occupied | 1 << cell,
    )

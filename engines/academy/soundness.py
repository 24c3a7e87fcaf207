"""Whether a position of Abstract Academy can be: the invariants that rules and sheet keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...solvers.canvas import cells
from ...solvers.canvas.contest import NOBODY
from ...solvers.canvas.faces import COUNT, FACE_TEXTS
from ..game import CHANCE, TERMINAL, seat
from .areas import presentable
from .phases import (
    ARRANGE,
    BEFORE_CANVAS,
    BY_CHANCE,
    BY_PET,
    DEAL,
    DRAW,
    GIVE,
    INSPIRE,
    NAME,
    OVER,
    PET,
    PLACE,
    REVEAL,
    SCORING,
    SHOW,
    START,
    TURN,
)
from .scoring import asked, bits, next_contest
from .setup import arrangeable, goals_left, inspirations_left, nameable, to_deal, to_inspire, wanted
from .sheet import INSTRUCTOR, Sheet

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_MOST = 10**9
_ROUNDS = 3


def position_fault(state: AcademyState) -> str:
    """Return which invariant a position breaks, in words; empty for a sound one."""
    return next(_faults(state), "")


def _faults(state: AcademyState) -> Iterator[str]:
    """Yield faults, the first of which is told: later ones suppose that those before do not hold."""
    if not DEAL <= state.phase <= OVER:
        yield f"{state.phase} is no phase"
    game, sheet = state.game, state.sheet
    yield from _sheet(game, sheet, state.phase)
    yield from _goals(game, sheet, state.phase)
    yield from _inspirations(game, sheet)
    yield from _canvas(state)
    yield from _cards(state)
    yield from _phase(state)
    yield from _decides(state)


def _sheet(game: Academy, sheet: Sheet, phase: int) -> Iterator[str]:
    if not 1 <= sheet.round <= _ROUNDS:
        yield f"round {sheet.round} of {_ROUNDS}"
    if not (0 <= sheet.pet < game.players or (sheet.pet == NOBODY and phase in (DEAL, PET))):
        yield "nobody holds the Teacher's Pet, or somebody who does not play"
    if phase in (DEAL, PET) and (sheet.round > 1 or sheet.pet != NOBODY or sheet.age):
        yield "the game has begun before it was set up"
    if not 0 <= sheet.age < _MOST:
        yield f"{sheet.age} shuffles"
    if len(sheet.taken) != game.players:
        yield f"{len(sheet.taken)} players have taken cards, of {game.players}"
    if any(not 0 <= number < _MOST for taken in sheet.taken for number in taken):
        yield "somebody has taken less than nothing"
    if not NOBODY <= sheet.named <= INSTRUCTOR or (sheet.named != NOBODY) != (phase == REVEAL):
        yield "a deck is named while nothing is revealed, or none while something is"
    if not NOBODY <= sheet.start < COUNT or (sheet.start != NOBODY) != (phase == TURN):
        yield "a start card before its time, or none"
    if sheet.answers and phase != SHOW:
        yield "Inspirations are chosen in secret while none are shown"


def _goals(game: Academy, sheet: Sheet, phase: int) -> Iterator[str]:
    every = (*sheet.goals, *sheet.used)
    if any(not 0 <= goal < len(game.goals) for goal in every) or len(set(every)) != len(every):
        yield "a goal that is not there, or is there twice"
    if sheet.used != tuple(sorted(sheet.used)):
        yield "the goals that were used are not in their order"
    if not 0 <= sheet.judged <= len(sheet.goals) or (sheet.judged and phase not in (GIVE, OVER)):
        yield f"{sheet.judged} goals decided of {len(sheet.goals)}"
    yield from _used(game, sheet)
    yield from _goals_of_round(game, sheet, phase)
    yield from _goals_taken(game, sheet)


def _goals_taken(game: Academy, sheet: Sheet) -> Iterator[str]:
    """Look at how many cards of goals were taken: of those decided, and of two players every one."""
    decided = (*sheet.used, *sheet.goals[: sheet.judged])
    for at, name, is_instructor in ((1, "Assignments", False), (2, "Instructors", True)):
        goals = [goal for goal in decided if (game.goal_colours[goal] == INSTRUCTOR) == is_instructor]
        taken = sum(one[at] for one in sheet.taken)
        if taken > len(goals):
            yield f"more {name} taken than decided"
        if taken < sum(_is_always_taken(game, goal) for goal in goals):
            yield (
                f"fewer {name} taken than decided, {taken} of {len(goals)}, "
                "and of two players one takes every goal"
            )


def _is_always_taken(game: Academy, goal: int) -> bool:
    """Return whether somebody takes a goal however the canvas lies.

    Of two players one has the best match, or both tie and the holder of the Pet takes the card, unless by
    ruling nobody takes what nobody has any of, or the holder may keep the Pet.
    """
    has_any = game.rules.zero_value != "nobody" or not game.goals[goal].kind.most
    return game.players == 2 and game.must_give and has_any


def _used(game: Academy, sheet: Sheet) -> Iterator[str]:
    decks = Counter(game.goal_colours[goal] for goal in sheet.used)
    one, two = {0: 1, 1: 1, 2: 1}, {0: 1, 1: 1, 2: 1, INSTRUCTOR: 2}
    if dict(decks) != ({}, one, two)[sheet.round - 1]:
        yield f"the goals used before round {sheet.round} are not those of its rounds"


def _goals_of_round(game: Academy, sheet: Sheet, phase: int) -> Iterator[str]:
    colours = [game.goal_colours[goal] for goal in sheet.goals]
    assignments = [colour for colour in colours if colour != INSTRUCTOR]
    wrong = {
        1: INSTRUCTOR in colours or len(set(colours)) != len(colours),
        2: bool(assignments) or len(colours) > 2,
        3: len(assignments) > 2 or len(colours) > 3 or INSTRUCTOR in colours[:2],
    }[sheet.round]
    if wrong:
        yield f"goals that round {sheet.round} does not have"
        return
    if sheet.round == 3 and game.different_colours and len(set(assignments)) != len(assignments):
        yield "two Assignments of one colour in round 3"
    if phase in (DEAL, PET, INSPIRE):
        if sheet.goals:
            yield "goals before they are revealed"
        return
    if phase == NAME and wanted(game, sheet) != NOBODY:
        yield "a colour is named that is nobody's choice"
    if phase == REVEAL and not _may_be_named(game, sheet):
        yield "a goal is revealed that is not wanted"
    if phase == REVEAL and sheet.round == 1 and not game.names_goals and colours != sorted(colours):
        yield "the goals were not revealed in the order of their colours"
    if phase in (NAME, REVEAL):
        return
    if wanted(game, sheet) is not None:
        yield "goals of the round are missing"
    if phase == ARRANGE and not (game.arranges_goals and arrangeable(game, sheet) > 1):
        yield "goals are put in order that have one"
    by_colour = not game.names_goals and not game.arranges_goals
    if by_colour and colours != sorted(colours):
        yield "the goals do not lie in the order of their colours"
    revealed_in_order = phase == ARRANGE and sheet.round == 1
    if revealed_in_order and colours != sorted(colours):
        yield "the goals were not revealed in the order of their colours"


def _may_be_named(game: Academy, sheet: Sheet) -> bool:
    if len(goals_left(game, sheet, sheet.named)) < 2:
        return False
    of = wanted(game, sheet)
    return sheet.named == of or (of == NOBODY and sheet.named in nameable(game, sheet))


def _inspirations(game: Academy, sheet: Sheet) -> Iterator[str]:
    every = (*sheet.gone, *(one for hand in sheet.inspirations for one in hand))
    if any(not 0 <= one < len(game.inspirations) for one in every) or len(set(every)) != len(every):
        yield "an Inspiration that is not there, or is there twice"
    if len(sheet.inspirations) != game.players:
        yield f"{len(sheet.inspirations)} hands of Inspirations for {game.players}"
    if any(held != tuple(sorted(held)) for held in (*sheet.inspirations, sheet.gone)):
        yield "Inspirations that are not in their order"
    if sum(taken[0] for taken in sheet.taken) > len(sheet.gone):
        yield "more Inspirations were shown than are gone"
    if game.keeps_inspirations and sum(taken[0] for taken in sheet.taken) != len(sheet.gone):
        yield "Inspirations are gone that nobody has shown"
    if any(len(hand) > sheet.round for hand in sheet.inspirations):
        yield f"more Inspirations in a hand than rounds, {sheet.round}"


def _inspirations_drawn(state: AcademyState) -> Iterator[str]:
    """Look at how many there are: all that every round until now has brought."""
    game, sheet, phase = state.game, state.sheet, state.phase
    drawn = len(sheet.gone) + sum(map(len, sheet.inspirations))
    before = min(len(game.inspirations), (sheet.round - 1) * game.players)
    after = min(len(game.inspirations), sheet.round * game.players)
    if phase in (DEAL, PET):
        if drawn:
            yield "Inspirations before the game has begun"
    elif phase == INSPIRE:
        if not before <= drawn < after or len(inspirations_left(game, sheet)) < 2:
            yield f"{drawn} Inspirations drawn while some are drawn in round {sheet.round}"
    elif drawn != after:
        yield f"{drawn} Inspirations drawn; expected {after} in round {sheet.round}"
    yield from _inspirations_held(state, drawn)


def _inspirations_held(state: AcademyState, drawn: int) -> Iterator[str]:
    """Look at who has drawn them: one a round each, and of the last ones whoever came first."""
    game, sheet, phase = state.game, state.sheet, state.phase
    rounds, rest = divmod(drawn, game.players)
    this_round = drawn - (sheet.round - 1) * game.players
    # Who began with the Inspirations is not to be seen any more once the Pet may have gone on.
    known = this_round > 0 and phase not in (GIVE, OVER)
    firsts = [
        {(first + step) % game.players for step in range(rest)}
        for first in ((sheet.pet,) if known else range(game.players))
    ]
    held = [len(hand) for hand in sheet.inspirations]
    if game.keeps_inspirations:
        more = [number + taken[0] - rounds for number, taken in zip(held, sheet.taken, strict=True)]
        if not any(more == [int(player in first) for player in range(game.players)] for first in firsts):
            yield "somebody has drawn more or fewer Inspirations than one a round"
        return
    pet = max(sheet.pet, 0)
    now = {(pet + step) % game.players for step in range(min(this_round, game.players))}
    if phase in (GIVE, OVER):
        now = set()
    answered = (state.current_player - pet) % game.players if phase == SHOW else 0
    for player, number in enumerate(held):
        may_be_shown = phase == SHOW and not game.shows_in_secret and (player - pet) % game.players < answered
        if number != (player in now) and not (may_be_shown and number < (player in now)):
            yield "somebody holds more or fewer Inspirations than the one of this round"


def _inspirations_shown(state: AcademyState) -> Iterator[str]:
    """Look at how many each has shown, where it is one a round at most."""
    game, sheet, phase = state.game, state.sheet, state.phase
    if game.shows_many and game.keeps_inspirations:
        return
    for player, taken in enumerate(sheet.taken):
        shown = phase in (GIVE, OVER) or (
            phase == SHOW
            and not game.shows_in_secret
            and (player - sheet.pet) % game.players < (state.current_player - sheet.pet) % game.players
        )
        if taken[0] > sheet.round - 1 + shown:
            yield f"player {seat(player)} has shown more than one Inspiration a round"


def _canvas(state: AcademyState) -> Iterator[str]:
    game, cards = state.game, state.cards
    plane = game.plane
    if state.phase in BEFORE_CANVAS and cards:
        yield "cards on the canvas before the round has begun"
    if any(not 0 <= card < plane.cells * COUNT for card in cards):
        yield "a card beyond the window"
    places = [card // COUNT for card in cards]
    if len(set(places)) != len(places) or cards != tuple(sorted(cards)):
        yield "two cards on one cell, or cards that are not in their order"
    if state.occupied != sum(1 << cell for cell in places):
        yield "the occupied cells are not those of the cards"
    if (state.landscape in (0, 1)) != bool(cards) or not -1 <= state.landscape <= 1:
        yield "an orientation without cards, or cards without one"
    if not cards:
        return
    if not state.occupied >> plane.origin & 1:
        yield f"no card on {plane.names[plane.origin]}, where the first of a round lies"
    extent = plane.extent(state.occupied)
    if max(extent.height, extent.width) > plane.size:
        yield f"a canvas longer than {plane.size} cards"
    if not _in_one_part(state):
        yield "a canvas in parts"
    if game.portrait_only and state.landscape:
        yield "cards in landscape, and the first lies in portrait by ruling"


def _in_one_part(state: AcademyState) -> bool:
    side, occupied = state.game.plane.side, state.occupied
    reached, before = occupied & -occupied, 0
    while reached != before:
        before = reached
        for cell in cells(reached):
            row, column = divmod(cell, side)
            near = 1 << cell + 1 if column + 1 < side else 0
            near |= 1 << cell - 1 if column else 0
            near |= 1 << cell + side
            near |= 1 << cell - side if row else 0
            reached |= near & occupied
    return reached == occupied


def _cards(state: AcademyState) -> Iterator[str]:
    game, sheet = state.game, state.sheet
    if len(state.hands) != game.players:
        yield f"{len(state.hands)} hands for {game.players}"
    for hand in state.hands:
        if len(hand) > game.hand_size or hand != tuple(sorted(hand)):
            yield f"a hand of more than {game.hand_size} cards, or in another order"
        if any(not 0 <= code < (sheet.age + 1) * COUNT for code in hand):
            yield "a card that was drawn after a shuffle that has not been"
    if sheet.discards != tuple(sorted(sheet.discards)) or state.deck != tuple(sorted(state.deck)):
        yield "deck or discards that are not sorted"
    there = [*state.deck, *sheet.discards, *(code % COUNT for hand in state.hands for code in hand)]
    there += [game.card_of(card % COUNT, state.landscape == 1) for card in state.cards]
    if sheet.start != NOBODY:
        there.append(sheet.start)
    if sorted(there) != list(game.deck):
        yield _miscounted(game, there)
    if sheet.age == 0 and sheet.round == 1 and sheet.discards:
        yield "discards in the first round"
    if game.shuffles_at_once and not state.deck and sheet.discards and state.phase != DEAL:
        yield "the deck is empty and was not shuffled at once"


def _miscounted(game: Academy, there: list[int]) -> str:
    counts = Counter(there)
    wrong = [card for card in {*counts, *game.deck} if counts[card] != game.deck_counts.get(card, 0)]
    card = min(wrong)
    name = FACE_TEXTS[card] if 0 <= card < COUNT else str(card)
    return f"the card {name} is there {counts[card]} times; expected {game.deck_counts.get(card, 0)}"


def _phase(state: AcademyState) -> Iterator[str]:
    game, phase = state.game, state.phase
    yield from _inspirations_drawn(state)
    yield from _inspirations_shown(state)
    if not 0 <= state.turn < _MOST or (state.turn and phase in BEFORE_CANVAS):
        yield f"{state.turn} turns"
    if (to_deal(game, state.hands) != NOBODY) and phase in (PET,):
        yield "hands are not dealt"
    if phase in (DEAL, DRAW, START) and (not state.deck or state.deck[0] == state.deck[-1]):
        yield "chance draws from a deck in which all cards are alike"
    if phase in (START, TURN) and game.players == 2:
        yield "a start card for two players"
    if phase == TURN and not game.pet_turns_start:
        yield "by the ruling start_card nobody chooses how it lies"
    yield from {DEAL: _dealing, PET: _giving_pet, PLACE: _placing, DRAW: _drawing}.get(phase, _nothing)(state)
    if phase in (*SCORING, OVER):
        yield from _scored(state)
    if phase not in BEFORE_CANVAS:
        yield from _turns(state)


def _turns(state: AcademyState) -> Iterator[str]:
    """Look at how many turns there were: one for each card that was placed, and those that were passed."""
    game, count = state.game, len(state.cards)
    fewest = count - (game.players == 4) - (state.phase == DRAW)
    enough = len(game.deck) >= game.full + game.players * game.hand_size
    drawing = state.active if state.phase == DRAW else NOBODY
    all_hold = all(hand or player == drawing for player, hand in enumerate(state.hands))
    nobody_passes = enough and all_hold and (game.draws_after_last or game.hand_size >= _ROUNDS)
    if state.turn < fewest or (nobody_passes and state.turn != fewest):
        yield f"{count} cards on the canvas after {state.turn} turns"
    if state.turn > (count + 1) * game.players:
        yield f"{state.turn} turns and {count} cards on the canvas"


def _nothing(state: AcademyState) -> Iterator[str]:
    return iter(())


def _dealing(state: AcademyState) -> Iterator[str]:
    player = to_deal(state.game, state.hands)
    if player == NOBODY or any(state.hands[player + 1 :]):
        yield "hands are not dealt one after the other"


def _giving_pet(state: AcademyState) -> Iterator[str]:
    if not state.game.pet_by_chance:
        yield "by the ruling first_pet player A holds the Pet first"


def _most_laid(state: AcademyState) -> int:
    """Return how many cards can lie after so many turns: one each, and a start card."""
    return state.turn + (state.phase == DRAW) + (state.game.players == 4)  # type: ignore[no-any-return]


def _placing(state: AcademyState) -> Iterator[str]:
    if len(state.cards) >= state.game.full:
        yield "the canvas is full and the round goes on"
    if not any(state.hands):
        yield "all hands are empty and the round goes on"
    if len(state.cards) > _most_laid(state):
        yield f"{len(state.cards)} cards on the canvas after {state.turn} turns"
    if state.turn + _passes_ahead(state) > (len(state.cards) + 1) * state.game.players:
        yield f"{state.turn} turns and {len(state.cards)} cards on the canvas"


def _passes_ahead(state: AcademyState) -> int:
    """Return how many players without cards pass before the next card is placed; some hand holds one."""
    players = state.game.players
    return next(step for step in range(players) if state.hands[(state.active + step) % players])


def _drawing(state: AcademyState) -> Iterator[str]:
    game = state.game
    if not state.cards or len(state.cards) > game.full:
        yield "a card is drawn and none was placed"
    if state.turn > len(state.cards) * game.players:
        yield f"{state.turn} turns and {len(state.cards)} cards on the canvas"
    if len(state.cards) == game.full and not game.draws_after_last:
        yield "by the ruling draw_after_last no card is drawn"
    if len(state.hands[state.active]) >= game.hand_size:
        yield f"player {seat(state.active)} draws and has not placed a card"
    if len(state.cards) > _most_laid(state):
        yield f"{len(state.cards)} cards on the canvas in turn {state.turn + 1}"


def _scored(state: AcademyState) -> Iterator[str]:
    game, sheet, phase = state.game, state.sheet, state.phase
    if len(state.cards) != game.full and any(state.hands):
        yield "the round is scored before the canvas is full"
    if phase == OVER and (sheet.round != _ROUNDS or sheet.judged != len(sheet.goals)):
        yield "the end before all is decided"
    if phase == SHOW:
        yield from _showing(state)
    if phase == GIVE:
        if sheet.judged >= len(sheet.goals):
            yield "all goals are decided"
            return
        found = next_contest(state)
        if not found.recipients or (len(found.recipients) == 1 and game.must_give):
            yield "the Pet is given where nobody has a choice"


def _showing(state: AcademyState) -> Iterator[str]:
    game, sheet = state.game, state.sheet
    order = asked(game, sheet)
    if state.current_player not in order:
        yield "somebody without Inspirations is asked to show one"
        return
    if not game.shows_in_secret:
        if sheet.answers:
            yield "Inspirations are chosen in secret, and shown openly"
        return
    if len(sheet.answers) >= len(order) or state.current_player != order[len(sheet.answers)]:
        yield "somebody else is asked for an Inspiration"
        return
    for player, answer in zip(order, sheet.answers, strict=False):
        yield from _answer(state, player, answer)


def _answer(state: AcademyState, player: int, answer: int) -> Iterator[str]:
    if answer < 0 or answer.bit_length() > len(state.game.inspirations):
        yield "an answer that is none"
        return
    chosen = bits(answer)
    if not set(chosen) <= set(presentable(state, player)) or (len(chosen) > 1 and not state.game.shows_many):
        yield f"player {seat(player)} has chosen Inspirations that cannot be shown"


def _decides(state: AcademyState) -> Iterator[str]:
    phase, sheet = state.phase, state.sheet
    if phase == OVER:
        expected = TERMINAL
    elif phase in BY_CHANCE:
        expected = CHANCE
    elif phase in BY_PET:
        expected = sheet.pet
    elif phase == PLACE:
        expected = state.active
    else:
        expected = state.current_player
    if state.current_player != expected:
        yield "another player decides"
    if phase == INSPIRE and to_inspire(state.game, sheet) == NOBODY:
        yield "nobody draws an Inspiration"

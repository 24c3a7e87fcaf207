"""Abstract Academy as a game for two or four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ...core.errors import NotationError
from ...solvers.canvas import COLOURS, cells
from ...solvers.canvas.faces import COUNT, FACE_AT, TURNED, UPRIGHT
from ...solvers.canvas.plane import Plane
from ..game import Game, Info, State
from .actions import Codes, Lay, Place, Show
from .components import AcademyComponents, standard
from .length import longest
from .rulings import AcademyRulings
from .setup import new_game
from .sheet import INSTRUCTOR
from .state import AcademyState
from .texts import parse_position


class Academy(Game[AcademyState]):
    """Abstract Academy for two or four players; rules and phases are in RULES.md.

    >>> Academy(players=2).start().is_chance
    True
    """

    info: Info = Info(
        name="academy",
        title="Abstract Academy",
        players=(2, 4),
        chance=True,
        perfect_information=False,
        scores="points on the cards taken: 2 an Inspiration, 3 an Assignment, 5 an Instructor",
    )
    rulings_type: ClassVar[type[AcademyRulings]] = AcademyRulings
    components_type: ClassVar[type[AcademyComponents]] = AcademyComponents
    position: ClassVar[type[AcademyState]] = AcademyState
    """The type of its positions."""

    def __init__(
        self,
        players: int = 2,
        rulings: AcademyRulings | None = None,
        components: AcademyComponents | None = None,
    ) -> None:
        """Set the game up for two or four players. Raises NotationError for another number."""
        if players not in type(self).info.players:
            raise NotationError(f"{players} players of Abstract Academy", expected="2 or 4")
        self.players = players
        self.rulings: AcademyRulings = rulings or AcademyRulings()
        self.components: AcademyComponents = components or standard()
        self._take_rulings()
        self._take_components()
        self.plane = Plane(self.size, players, self.rules)
        self.codes = Codes(self.plane.names, self.goals, self.inspirations, players)
        self.places = tuple(tuple(Place(face, name) for name in self.plane.names) for face in range(COUNT))
        """Each placement by its face and its cell."""
        self._lays = tuple(tuple(Lay(face, way) for face in range(COUNT)) for way in (False, True))
        self.ways = tuple(
            tuple(self._ways(card, landscape) for card in range(COUNT)) for landscape in (False, True)
        )
        """For portrait and landscape, the faces that each card may show, in order."""
        self._cards = tuple(
            tuple(self.kind(TURNED[face][quarters]) for face in range(COUNT)) for quarters in (0, 3)
        )
        self._way_masks = tuple(
            tuple(sum(1 << face for face in faces) for faces in ways) for ways in self.ways
        )
        self.info = msgspec.structs.replace(type(self).info, symbols=self.num_symbols, longest=self.longest())

    def _take_rulings(self) -> None:
        """Keep the rulings in the form the rules ask for, so that no text is read while playing."""
        rulings = self.rulings
        self.rules = rulings.rules
        self.pet_by_chance = rulings.first_pet == "chance"
        self.portrait_only = rulings.first_orientation == "portrait"
        self.half_turns = rulings.half_turn == "allowed"
        self.pet_turns_start = rulings.start_card == "pet_chooses_turn"
        self.names_goals = rulings.goal_order == "named_then_revealed"
        self.arranges_goals = rulings.goal_order == "arranged_after_reveal"
        self.different_colours = rulings.round3_colours == "different"
        self.shows_many = rulings.inspirations_shown == "any_number"
        self.keeps_inspirations = rulings.inspiration_kept == "yes"
        self.shows_in_secret = rulings.inspiration_order == "hidden_simultaneous"
        self.must_give = rulings.pet_handover == "forced"
        self.draws_after_last = rulings.draw_after_last == "yes"
        self.shuffles_at_once = rulings.reshuffle == "as_soon_as_it_is_empty"
        self.final_seat_order = rulings.final_tie_without_pet == "seat_order_from_the_pet"

    def _take_components(self) -> None:
        box = self.components
        self.size = box.size(self.players)
        self.hand_size = box.hand.cards
        self.full = self.size * self.size
        """Cards on a canvas that is full."""
        self.deck = tuple(sorted(self.kind(FACE_AT[card]) for card in box.deck))
        """Every canvas card, sorted."""
        self.deck_counts = Counter(self.deck)
        self.most_copies = max(self.deck_counts.values())
        """Of any one canvas card."""
        self.goals = box.goals
        self.goal_at = {goal: at for at, goal in enumerate(self.goals)}
        colours = [goal.colour if goal.kind.deck == "assignment" else INSTRUCTOR for goal in self.goals]
        self.goal_colours = tuple(INSTRUCTOR if colour is None else colour for colour in colours)
        """For each goal the deck it comes from: a colour or INSTRUCTOR."""
        self.decks = tuple(
            tuple(at for at, colour in enumerate(self.goal_colours) if colour == deck)
            for deck in (*COLOURS, INSTRUCTOR)
        )
        """The goals of each deck."""
        self.inspirations = tuple(box.patterns)
        """The Inspirations by name."""
        self.patterns = tuple(box.patterns.values())
        self.inspiration_at = {name: at for at, name in enumerate(self.inspirations)}
        self.shows_none = Show(())
        self.shows = tuple(Show((name,)) for name in self.inspirations)
        """Showing each Inspiration alone."""

    def kind(self, face: int) -> int:
        """Return the number by which a card is held: its face in portrait, the first of those it may show."""
        return UPRIGHT[face] if self.half_turns else face

    def card_of(self, face: int, landscape: bool) -> int:
        """Return the card that lies as a face, by the number it is held as."""
        return self._cards[landscape][face]

    def _ways(self, card: int, landscape: bool) -> tuple[int, ...]:
        turned = TURNED[TURNED[card][1 if landscape else 0]]
        return tuple(sorted({turned[0], turned[2]})) if self.half_turns else (turned[0],)

    def playable(self, hand: Sequence[int], landscape: int) -> int:
        """Return the faces that the cards of a hand may show in an orientation, as a bit mask."""
        ways, found = self._way_masks[landscape], 0
        for code in hand:
            found |= ways[code % COUNT]
        return found

    def first_lays(self, cards: Sequence[int]) -> tuple[Lay, ...]:
        """Return how the first card of a round may lie, being one of these, in the order of words."""
        ways = self._lays[:1] if self.portrait_only else self._lays
        return tuple(lays[face] for way, lays in enumerate(ways) for face in cells(self.playable(cards, way)))

    def allows_first(self, lay: Lay, cards: Sequence[int]) -> bool:
        """Return whether the first card of a round may lie so, being one of these."""
        free = not (lay.landscape and self.portrait_only)
        return free and self.playable(cards, lay.landscape) >> lay.face & 1 == 1

    def solver(self) -> Any:
        """Return the bot that searches: see `solver.Solver`."""
        from .solver import Solver

        return Solver()

    def start(self) -> AcademyState:
        """Return the position before the first card is dealt."""
        return new_game(self)

    def state_from(self, text: str) -> AcademyState:
        """Return the position written in `text`: see `Game.state_from`."""
        return parse_position(self, text)

    def state_types(self) -> tuple[type[State], ...]:
        """Return the one type its positions have."""
        return (AcademyState,)

    def parse_action(self, text: str) -> Any:
        """Return the action written in `text`: see `Game.parse_action`."""
        return self.codes.parse(text)

    @property
    def num_symbols(self) -> int:
        """How many integers the words of actions are made of."""
        return self.codes.count

    def encode(self, action: Any) -> tuple[int, ...]:
        """Return the word of an action: of a placement a face and a cell, of the rest one symbol or a few."""
        return self.codes.encode(action)

    def decode(self, word: Sequence[int]) -> Any:
        """Return the action with a word. Raises NotationError."""
        return self.codes.decode(word)

    def longest(self) -> int:
        """Return a number of decisions no game exceeds: see `length`."""
        return longest(self)

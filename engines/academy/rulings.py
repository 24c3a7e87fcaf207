"""The rulings of Abstract Academy: every point at which the rulebook leaves an engine to decide."""

from __future__ import annotations

from typing import Annotated

from ...solvers.canvas import Rules
from ..rulings import Ruling, Rulings


class AcademyRulings(Rulings, frozen=True, kw_only=True):
    """What Abstract Academy does where its rulebook is ambiguous or silent."""

    players: Annotated[
        str,
        Ruling(("2_or_4",), "Only these two are described, and published reviews say not three.", "set-up"),
    ] = "2_or_4"
    first_pet: Annotated[
        str,
        Ruling(("chance", "seat_0"), "An engine does not know who was at a workshop last.", "set-up"),
    ] = "chance"
    lock: Annotated[
        str,
        Ruling(
            ("extent", "full_line"),
            "The book speaks of a fourth card in a row or column; reviews say that an edge is set as soon as "
            "the grid is four long. Only when home rows begin differs.",
            "home rows",
        ),
    ] = "extent"
    home_row_from: Annotated[
        str,
        Ruling(
            ("next_placement",),
            "Home rows exist once the axis is locked, and so after that card.",
            "home rows",
        ),
    ] = "next_placement"
    corner_home: Annotated[
        str,
        Ruling(
            ("either_owner", "nobody_but_forced"),
            "With four players a corner lies in two home rows, and only their owner may use each.",
            "home rows of four players",
        ),
    ] = "either_owner"
    home_exception: Annotated[
        str,
        Ruling(
            ("no_other_open_cell",),
            "Another's home row is free to who has no other legal move, which depends on cells and not on "
            "cards.",
            "home rows",
        ),
    ] = "no_other_open_cell"
    first_orientation: Annotated[
        str,
        Ruling(
            ("first_player_chooses", "portrait"),
            "Later cards share the orientation of the first, which has none to share.",
            "first card of a round",
        ),
    ] = "first_player_chooses"
    half_turn: Annotated[
        str,
        Ruling(("allowed", "not_allowed"), "A card turned round keeps its orientation.", "placements"),
    ] = "allowed"
    start_card: Annotated[
        str,
        Ruling(
            ("pet_chooses_turn", "portrait"),
            "The book does not say who lays the top card; the Teacher's Pet prepares the round.",
            "start card of four players",
        ),
    ] = "pet_chooses_turn"
    start_card_next: Annotated[
        str,
        Ruling(
            ("any_open_cell",),
            "Beside the start card is where any card would have to lie.",
            "first placement",
        ),
    ] = "any_open_cell"
    goal_order: Annotated[
        str,
        Ruling(
            ("named_then_revealed", "arranged_after_reveal", "fixed_blue_red_yellow"),
            "Goals are drawn and placed in any order, which is the Teacher's Pet's to choose; it matters as "
            "the Pet may change hands between them.",
            "goals",
        ),
    ] = "named_then_revealed"
    round3_colours: Annotated[
        str,
        Ruling(
            ("any_two_may_be_equal", "different"),
            "Two Assignments of any colour; published: the Teacher's Pet picks them.",
            "goals of round 3",
        ),
    ] = "any_two_may_be_equal"
    inspirations_shown: Annotated[
        str,
        Ruling(
            ("one_a_round", "any_number"), "The book says one; a review thinks several may be.", "scoring"
        ),
    ] = "one_a_round"
    inspiration_kept: Annotated[
        str,
        Ruling(
            ("yes", "discarded_each_round"),
            "It is added to the hand and never said to leave it; published: it is kept.",
            "scoring",
        ),
    ] = "yes"
    inspiration_order: Annotated[
        str,
        Ruling(
            ("pet_first_public", "hidden_simultaneous"),
            "The book is silent, and points do not depend on it.",
            "scoring",
        ),
    ] = "pet_first_public"
    pattern_test: Annotated[
        str,
        Ruling(
            ("contained", "exact"),
            "The same pattern is to be in the area; that a colour area is no more than it happens in less "
            "than one case in ten.",
            "scoring",
        ),
    ] = "contained"
    pattern_turns: Annotated[
        str,
        Ruling(
            ("rotations", "rotations_and_reflections"),
            "The book lets patterns be turned, no more.",
            "scoring",
        ),
    ] = "rotations"
    zero_value: Annotated[
        str,
        Ruling(
            ("counts_as_tie", "nobody"),
            "The best match may be nothing for all; the rule for ties then holds by the letter.",
            "scoring",
        ),
    ] = "counts_as_tie"
    pet_handover: Annotated[
        str, Ruling(("forced", "may_decline"), "Who wins a tie must give the Pet away.", "scoring")
    ] = "forced"
    pet_recipient: Annotated[
        str,
        Ruling(
            ("holder_chooses", "next_clockwise"),
            "Among more than two it goes to one of the contending players, whichever.",
            "scoring of four players",
        ),
    ] = "holder_chooses"
    path: Annotated[
        str,
        Ruling(
            ("simple_path", "longest_shortest_path"),
            "No quadrant twice, and at a fork the longer branch.",
            "Longest Colour Path",
        ),
    ] = "simple_path"
    balance_absent_colour: Annotated[
        str,
        Ruling(
            ("counts_0", "ignored"), "The smallest number is one of three colours.", "Balanced Composition"
        ),
    ] = "counts_0"
    draw_after_last: Annotated[
        str,
        Ruling(
            ("yes", "no"),
            "Placing and drawing are one turn; with two players the deck then comes out exactly.",
            "deck",
        ),
    ] = "yes"
    reshuffle: Annotated[
        str,
        Ruling(
            ("when_a_draw_finds_the_deck_empty", "as_soon_as_it_is_empty"),
            "The discards are shuffled if the deck has run out. The canvas on the table is not among them.",
            "deck",
        ),
    ] = "when_a_draw_finds_the_deck_empty"
    deck_and_discards_empty: Annotated[
        str,
        Ruling(
            ("no_draw_and_an_empty_hand_passes",),
            "It cannot happen with 54 cards. If all hands are empty the round is scored as it lies.",
            "decks of one's own",
        ),
    ] = "no_draw_and_an_empty_hand_passes"
    final_tie_without_pet: Annotated[
        str,
        Ruling(
            ("shared", "seat_order_from_the_pet"),
            "The book is silent about a tie of players none of whom holds the Pet.",
            "result of four players",
        ),
    ] = "shared"

    @property
    def rules(self) -> Rules:
        """What scoring has to know of them."""
        return Rules(**{name: getattr(self, name) for name in Rules.__struct_fields__})

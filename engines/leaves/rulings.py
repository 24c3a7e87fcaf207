"""The rulings of Leaves: every point at which the rulebook leaves an engine to decide."""

from __future__ import annotations

from typing import Annotated

from ..rulings import Ruling, Rulings


class LeavesRulings(Rulings, frozen=True, kw_only=True):
    """What Leaves does where its rulebook is ambiguous or silent."""

    players: Annotated[
        str,
        Ruling(
            ("2..4", "2..6"),
            "Everyone gets a Breeze Card and there are four; the Leaf Cards would do for six. With five or "
            "six only the first four players have a Breeze.",
            "set-up, Breezes flipping up",
        ),
    ] = "2..4"
    call_order: Annotated[
        str,
        Ruling(
            ("random_order", "seat_order", "simultaneous", "live"),
            "Shouting is a race, and turns need a fair stand-in for one. A call counts only if nobody called "
            "before. At a live table the referee says who called.",
            "who gets the challenge",
        ),
    ] = "random_order"
    nobody_calls: Annotated[
        str,
        Ruling(
            ("redeal",), "Without a new puzzle the game would stop; bars lapse as after any other.", "return"
        ),
    ] = "redeal"
    bar_length: Annotated[
        str,
        Ruling(
            ("next_puzzle_dealt", "next_puzzle_challenged"),
            "A failed player sits out the next puzzle, and one that nobody called was still the next.",
            "who may call",
        ),
    ] = "next_puzzle_dealt"
    failed_centre_card: Annotated[
        str,
        Ruling(
            ("to_pile", "back_to_hand"),
            "All nine cards return to the pile, with no exception for a failed challenge. The other reading "
            "takes getting rid of a card as the reward of success only.",
            "hands, length of the game",
        ),
    ] = "to_pile"
    wrong_trait: Annotated[
        str,
        Ruling(
            ("fails", "corrected"),
            "The trait that is shared has to be stated, so naming one that is not is a mistake even where "
            "another is shared.",
            "live matches",
        ),
    ] = "fails"
    stuck: Annotated[
        str,
        Ruling(
            ("fails_at_once", "runs_out_the_clock"),
            "With no merge left the clock can only run out; the result is the same and the waiting is saved.",
            "merging",
        ),
    ] = "fails_at_once"
    clock: Annotated[
        str,
        Ruling(
            ("off", "live", "per_merge:SECONDS"),
            "Twelve seconds bind people; simulations need none, or a fixed cost for each merge.",
            "timeout",
        ),
    ] = "off"
    deadline: Annotated[
        str,
        Ruling(
            ("before_12", "at_most_12"),
            "It has to be done before time runs out, so twelve seconds exactly are too late.",
            "timeout",
        ),
    ] = "before_12"
    breeze_clock: Annotated[
        str,
        Ruling(
            ("none", "SECONDS"),
            "The countdown starts after the swap, which takes as long as it takes. A live table may want "
            "a limit.",
            "timeout",
        ),
    ] = "none"
    breezes_per_challenge: Annotated[
        str,
        Ruling(
            ("1", "any"),
            "The step comes once, and everyone has one card. It matters with more Breeze Cards a player than "
            "in the box.",
            "the Breeze step",
        ),
    ] = "1"
    breeze_reset: Annotated[
        str,
        Ruling(
            ("after_challenge_all_down", "after_every_puzzle"),
            "Breezes flip up after a challenge, only when all are down and the game goes on.",
            "Breezes",
        ),
    ] = "after_challenge_all_down"
    called_without_placing: Annotated[
        str,
        Ruling(
            ("fails_and_draws", "not_possible"),
            "Giving up before a card lies in the centre is a failed challenge; only the eight cards go back, "
            "so the hand grows by one.",
            "live matches",
        ),
    ] = "fails_and_draws"
    pile_too_small: Annotated[
        str,
        Ruling(
            ("end_fewest_cards",),
            "Eight cards can always be dealt: a failed player draws while at least eight lie on the table, "
            "nothing from an empty pile, and those eight go back.",
            "failed challenges",
        ),
    ] = "end_fewest_cards"
    puzzle_limit: Annotated[
        str,
        Ruling(
            ("200", "NUMBER", "none"),
            "Players who always pass would never end, and random ones clear one challenge in two hundred. At "
            "the limit the fewest cards win, ties shared. `none` is for play between people only.",
            "end of the game",
        ),
    ] = "200"
    solo_clock: Annotated[
        str,
        Ruling(
            ("stopwatch_only", "12s_each"),
            "The solo challenge speaks of a stopwatch and of no countdown.",
            "solo challenge",
        ),
    ] = "stopwatch_only"
    solo_order: Annotated[
        str,
        Ruling(
            ("one_puzzle_at_a_time", "interleaved"),
            "Merging goes on until one stack is left. Jumping between puzzles would change no outcome.",
            "solo challenge",
        ),
    ] = "one_puzzle_at_a_time"
    solo_breeze: Annotated[
        str,
        Ruling(
            ("before_placing", "any_time", "across_puzzles"),
            "A swap comes before the centre card and speaks of the eight cards in play: any number that is "
            "left, inside one puzzle.",
            "solo challenge",
        ),
    ] = "before_placing"
    solo_failure: Annotated[
        str,
        Ruling(
            ("proved_lost", "no_legal_move"),
            "A mistake is unrecoverable when nothing that is left clears everything, proved within a fixed "
            "number of positions; where the proof takes more, the challenge goes on. Without a legal move "
            "it is lost in any case.",
            "solo challenge",
        ),
    ] = "proved_lost"
    solo_bands: Annotated[
        str,
        Ruling(
            ("60_90_120_180",),
            "Up to 60, 90, 120, 180 seconds and above, after 30 seconds for each Breeze: the printed scale.",
            "solo result",
        ),
    ] = "60_90_120_180"

"""The rulings of Campus: every point at which the rulebook leaves an engine to decide."""

from __future__ import annotations

from typing import Annotated

from ...solvers.campus.rules import Rules
from ..rulings import Ruling, Rulings


class CampusRulings(Rulings, frozen=True, kw_only=True):
    """What Campus does where its rulebook is ambiguous or silent."""

    normal_roll: Annotated[
        str,
        Ruling(
            ("exact", "at_most"),
            "The tiles are to total the sum of the dice; descriptions of the 1985 game let less do.",
            "moves",
        ),
    ] = "exact"
    doubles: Annotated[
        str,
        Ruling(
            ("at_most", "exact"), "Of the doubled total it is said that one may turn tiles up to it.", "moves"
        ),
    ] = "at_most"
    must_play: Annotated[
        str,
        Ruling(
            ("yes", "may_pass"),
            "What is left open is which tiles are turned; players are said to turn what they can before the "
            "dice go on.",
            "moves",
        ),
    ] = "yes"
    maximal: Annotated[
        str,
        Ruling(
            ("one_set", "as_many_as_possible"),
            "The examples leave the choice to the player, down to a single tile; turning as many as one can "
            "might ask for a largest set.",
            "moves",
        ),
    ] = "one_set"
    loss_of_turn: Annotated[
        str,
        Ruling(
            ("all_copies_down", "any_copy_down", "off"),
            "The rule supposes one tile a number. With several the turn is lost when the board was dealt the "
            "number and no copy is up.",
            "turns",
        ),
    ] = "all_copies_down"
    loss_value: Annotated[
        str,
        Ruling(
            ("dice_sum", "doubled_value"),
            "The rule names the sum of the two dice, which a double only doubles afterwards.",
            "turns",
        ),
    ] = "dice_sum"
    dead_board: Annotated[
        str,
        Ruling(
            ("relax", "skip", "end_game"),
            "About one board in six comes to where no roll could ever change it, and the book is silent.",
            "end of a game",
        ),
    ] = "relax"
    turn_limit: Annotated[
        str,
        Ruling(
            ("500", "NUMBER", "none"),
            "Penalties, claims never made, passes and dead boards can prolong a game for ever. `none` is for "
            "play between people only.",
            "end of a game",
        ),
    ] = "500"
    lines: Annotated[
        str,
        Ruling(
            ("rows_columns_long_diagonals", "short_diagonals_for_stars"),
            "Five and one more take six spaces. A star might take any diagonal, but in a corner "
            "it would then be free at once.",
            "chains",
        ),
    ] = "rows_columns_long_diagonals"
    star_needs: Annotated[
        str, Ruling(("one_line", "all_lines"), "The book speaks of a line in the singular.", "chains")
    ] = "one_line"
    star_only_line: Annotated[
        str,
        Ruling(
            ("free", "not_free"),
            "All numbers of a line that was dealt none are down, if one reads it so.",
            "chains",
        ),
    ] = "free"
    chain_before_first_move: Annotated[
        str,
        Ruling(("no", "yes"), "What goes down by itself follows from turning tiles.", "first turn"),
    ] = "no"
    claims: Annotated[
        str,
        Ruling(
            ("automatic", "manual"),
            "Rewards and wildcards are called automatic, yet forgetting them is penalised: automatic to "
            "analyse, manual to play with penalties.",
            "chains, penalties",
        ),
    ] = "automatic"
    miss_counts: Annotated[
        str,
        Ruling(
            ("rewards_wildcards_and_stars", "rewards_only"),
            "The book names a rewarded tile or a star, so a forgotten star counts, free or wild.",
            "penalties",
        ),
    ] = "rewards_wildcards_and_stars"
    penalty_each: Annotated[
        str,
        Ruling(
            ("one_tile_per_missed_line", "one_tile_per_turn"),
            "A mistake costs a tile of its line, and there may be several mistakes.",
            "penalties",
        ),
    ] = "one_tile_per_missed_line"
    penalty_tile: Annotated[
        str,
        Ruling(
            ("any_face_down", "numbers_only"),
            "Any tile of the line that is face down may be taken, and a star is a tile.",
            "penalties",
        ),
    ] = "any_face_down"
    penalty_when: Annotated[
        str,
        Ruling(
            ("before_own_roll", "after_own_roll"),
            "It happens on the turn of who penalises; before the roll a lost turn does not lose it.",
            "penalties",
        ),
    ] = "before_own_roll"
    penalty_optional: Annotated[
        str,
        Ruling(("yes", "forced"), "Noticing the mistake is part of the game.", "penalties"),
    ] = "yes"
    late_claim: Annotated[
        str,
        Ruling(
            ("next_own_turn", "lost"),
            "What was overlooked still lies on the board. A free star stays claimable under both, or the "
            "board could never be cleared.",
            "claims",
        ),
    ] = "next_own_turn"
    big_play: Annotated[
        str,
        Ruling(("off", "on"), "The book keeps it for players who know the game well.", "penalties"),
    ] = "off"
    big_play_for: Annotated[
        str,
        Ruling(
            ("reward_or_wildcard", "any_miss"),
            "These two are named, and a plain star that was forgotten is not.",
            "penalties",
        ),
    ] = "reward_or_wildcard"
    big_play_extent: Annotated[
        str,
        Ruling(
            ("set_and_chain_of_last_turn", "set_only"),
            "All tiles that went down on the last move come up, those claimed as well.",
            "penalties",
        ),
    ] = "set_and_chain_of_last_turn"
    big_play_with_penalty: Annotated[
        str,
        Ruling(
            ("instead", "as_well"),
            "It answers the same mistake, only harder; both would punish one tile twice.",
            "penalties",
        ),
    ] = "instead"
    dice_off: Annotated[
        str,
        Ruling(
            ("one_die_each", "two_dice_each"),
            "Both dice come into use once it is decided who starts. Equal throws are thrown again.",
            "start",
        ),
    ] = "one_die_each"
    starter: Annotated[
        str,
        Ruling(
            ("winner_chooses", "winner_starts"), "The highest throw decides who starts the game.", "start"
        ),
    ] = "winner_chooses"
    first_boards: Annotated[
        str,
        Ruling(
            ("other_filled", "own"),
            "Published: boards are exchanged before the first game, too, and so everybody plays on tiles of "
            "the other colour.",
            "set-up",
        ),
    ] = "other_filled"
    game_ends: Annotated[
        str,
        Ruling(
            ("at_once", "equal_turns"), "A game ends when somebody has turned all tiles.", "end of a game"
        ),
    ] = "at_once"
    round_winner: Annotated[
        str,
        Ruling(
            ("both_games_else_fewer_points_else_drawn",),
            "Who clears both boards is charged nothing, so fewer points alone decide alike; equal points are "
            "not mentioned.",
            "result",
        ),
    ] = "both_games_else_fewer_points_else_drawn"
    rounds: Annotated[
        str, Ruling(("1", "NUMBER"), "The book defines a round and no more.", "length of the match")
    ] = "1"
    solo: Annotated[
        str,
        Ruling(
            ("fewest_turns",),
            "A form for one player is published, its rules are not: own dice, lost turns count, nobody "
            "penalises.",
            "practice",
        ),
    ] = "fewest_turns"
    solo_bands: Annotated[
        str,
        Ruling(
            ("15_20_25_30",),
            "Best play needs some 17 turns for a printed board, taking the most tiles some 25.",
            "practice",
        ),
    ] = "15_20_25_30"

    @property
    def rules(self) -> Rules:
        """What the solver has to know of them."""
        return Rules(**{name: getattr(self, name) for name in Rules.__struct_fields__})


def solo_bands(rulings: CampusRulings) -> tuple[int, ...]:
    """Return up to how many turns each band of the practice goes, but for the last."""
    return tuple(map(int, rulings.solo_bands.split("_")))


def limit(value: str) -> int | None:
    """Return a NUMBER of a ruling; None for `none`."""
    return None if value == "none" else int(value)

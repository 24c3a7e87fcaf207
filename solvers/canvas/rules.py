"""What scoring and placing have to know of the rules where the rulebook is ambiguous or silent."""

from __future__ import annotations

from typing import Literal, get_args, get_type_hints

from msgspec import Struct

from ...core.errors import NotationError


class Rules(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Choices that change what a goal counts, who wins it, or where cards lie; the default stands first."""

    path: Literal["simple_path", "longest_shortest_path"] = "simple_path"
    """The longest way that uses no quadrant twice, or the longest of the shortest ways between two."""
    balance_absent_colour: Literal["counts_0", "ignored"] = "counts_0"
    """Whether a colour that an area lacks is the smallest number of Balanced Composition."""
    pattern_test: Literal["contained", "exact"] = "contained"
    """Whether a pattern lies within a colour area, or a colour area has to be the pattern."""
    pattern_turns: Literal["rotations", "rotations_and_reflections"] = "rotations"
    """How a pattern may be turned."""
    zero_value: Literal["counts_as_tie", "nobody"] = "counts_as_tie"
    """Whether players whose best match is nothing tie, or nobody wins; where the most wins."""
    pet_handover: Literal["forced", "may_decline"] = "forced"
    """Whether the holder of the Teacher's Pet has to take a contested card and give the Pet away."""
    pet_recipient: Literal["holder_chooses", "next_clockwise"] = "holder_chooses"
    """To whom of several tied players the Pet goes."""
    lock: Literal["extent", "full_line"] = "extent"
    """Whether an axis is locked by the length of the grid or by a full line of cards."""
    corner_home: Literal["either_owner", "nobody_but_forced"] = "either_owner"
    """Who of the owners of a corner may use it."""
    first_orientation: Literal["first_player_chooses", "portrait"] = "first_player_chooses"
    """How the first card of a round may lie."""
    half_turn: Literal["allowed", "not_allowed"] = "allowed"
    """Whether a card may be turned round."""
    draw_after_last: Literal["yes", "no"] = "yes"
    """Whether a card is drawn after the one that fills the grid."""

    def __post_init__(self) -> None:
        for name, choices in choices_of(type(self)).items():
            value = getattr(self, name)
            if value not in choices:
                raise NotationError(f"the rule {name}={value}", expected=f"{name}={' or '.join(choices)}")


def choices_of(kind: type[Rules]) -> dict[str, tuple[str, ...]]:
    """Return what may be chosen for each field, the default first."""
    return {name: get_args(hint) for name, hint in get_type_hints(kind).items()}


LETTER = Rules()
"""The rules by the letter of the rulebook: every default."""

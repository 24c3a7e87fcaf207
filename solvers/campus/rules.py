"""What a Campus solver has to know of the rules where the rulebook is ambiguous or silent."""

from __future__ import annotations

from typing import Literal, get_args, get_type_hints

from msgspec import Struct

from ...core.errors import NotationError
from .board import Arrangement
from .lines import ALL_LONG, LINE_CHOICES, LINE_FORM, Lines, is_lines_text


class Rules(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Choices that change what a roll allows and what goes down after it; the default stands first."""

    normal_roll: Literal["exact", "at_most"] = "exact"
    """The tiles of a roll that is no double total the sum of the dice exactly, or at most."""
    doubles: Literal["at_most", "exact"] = "at_most"
    """The tiles of a double total twice the sum at most, or exactly."""
    must_play: Literal["yes", "may_pass"] = "yes"
    """Whether a player who can turn tiles has to."""
    maximal: Literal["one_set", "as_many_as_possible"] = "one_set"
    """Any admissible set, or only one of those with the most tiles."""
    loss_of_turn: Literal["all_copies_down", "any_copy_down", "off"] = "all_copies_down"
    """When a roll that names a number of the board loses the turn."""
    loss_value: Literal["dice_sum", "doubled_value"] = "dice_sum"
    """Which number a double names."""
    dead_board: Literal["relax", "skip", "end_game"] = "relax"
    """What happens on a board that no roll could ever change."""
    lines: str = ALL_LONG
    """One of LINE_CHOICES or a list of lines as `Lines.parse` reads it."""
    star_needs: Literal["one_line", "all_lines"] = "one_line"
    """Whether one line without a number frees its star, or every line through it has to be so."""
    star_only_line: Literal["free", "not_free"] = "free"
    """Whether a line that was dealt no number counts as a line without one."""
    chain_before_first_move: Literal["no", "yes"] = "no"
    """Whether what stands free at the deal goes down before the first roll."""

    def __post_init__(self) -> None:
        for name, choices in choices_of(type(self)).items():
            value = getattr(self, name)
            if value not in choices:
                raise NotationError(f"the rule {name}={value}", expected=f"{name}={' or '.join(choices)}")
        if not is_lines_text(self.lines):
            raise NotationError(
                f"the rule lines={self.lines}",
                expected=f"{', '.join(LINE_CHOICES)}, or lines such as {LINE_FORM}, parted by commas",
            )

    def lines_of(self, arrangement: Arrangement) -> Lines:
        """Return the lines of a board of this size. Raises NotationError where one does not fit on it."""
        return Lines.parse(self.lines, arrangement.columns, arrangement.rows)


def choices_of(kind: type[Rules]) -> dict[str, tuple[str, ...]]:
    """Return what may be chosen for each field that has a fixed list, the default first."""
    hints = get_type_hints(kind)
    return {name: get_args(hint) for name, hint in hints.items() if hint is not str}

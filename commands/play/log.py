"""What has happened in a match, a line each, with the numbers of the lines in its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engines.game import CHANCE
from .table import YOU

if TYPE_CHECKING:
    from ...engines.match import Match, Step
    from .face import Face
    from .screen import Screen


LINES = 20
"""How many steps are listed unless more are asked for."""


def print_log(match: Match, count: int, face: Face, names: Sequence[str], screen: Screen) -> None:
    """Print the last steps that count, each with the number of its line."""
    if not match.steps:
        screen.say("Nothing has happened yet.")
    left_out = max(0, len(match.steps) - count)
    if left_out:
        screen.say(f"({left_out} before these; log all shows them)")
    hidden = _hidden(match)
    for i, step in enumerate(match.steps[left_out:], left_out):
        if not _was_seen(step, names):
            line = f"{step.line:4}. {step.by}: not seen"
        elif i >= len(match.steps) - hidden:
            line = f"{step.line:4}. {step.by}: not seen yet"
        else:
            line = line_of(step, face, names)
        screen.say(line, hanging=6)


def _hidden(match: Match) -> int:
    """Return how many of the last steps whoever decides must not see: answers given at the same time."""
    player, count = match.state.current_player, 0
    for step in reversed(match.steps):
        if player < 0 or step.before.current_player < 0 or player in step.before.observers():
            break
        count += 1
    return count


def _was_seen(step: Step, names: Sequence[str]) -> bool:
    """Return whether what chance did was not a draw that somebody else alone has seen.

    Where several people share a screen and nobody has come to it yet, what all have seen.
    """
    if step.before.current_player != CHANCE:
        return True
    seeing = step.before.observers()
    return names.index(YOU) in seeing if YOU in names else len(seeing) == step.before.game.players


def line_of(step: Step, face: Face, names: Sequence[str]) -> str:
    """Return a step as it is listed: the number of its line, by whom, what, and what followed."""
    took = f" ({step.elapsed_ms / 1000:.1f} s)" if step.elapsed_ms else ""
    did = f"{step.line:4}. {step.by}: {step.action}{took}"
    return "; ".join(filter(None, (did, " ".join(face.told_after(step, names)))))

"""`quadrangle replay`: the log of a match, every step checked by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .games import options
from .options import as_json

if TYPE_CHECKING:
    from ..core.documents.play import Replay
    from ..engines.log import Line, Reading
    from ..engines.match import Match
    from .play.face import Face
    from .play.screen import Screen


@click.command(
    "replay",
    short_help="Go through the log of a match, every step checked.",
    epilog="""\b
For example:
  quadrangle replay evening.jsonl            everything that happened
  quadrangle replay evening.jsonl --to 40    up to line 40, and the position there
""",
)
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "--to", type=click.IntRange(1), metavar="N", help="Stop after line N; line 1 is the head of the log."
)
@options.components_file
@as_json
def command(log: Path, to: int | None, components: Path | None, as_json: bool) -> int:
    """Rebuild a match from its LOG and print every step with the number of its line.

    A log that was altered is refused, the line being named. One that ends in the middle of a line
    is read to its last whole line.
    """
    from ..core.documents import dump
    from ..core.errors import NotationError
    from ..engines.log import read_log
    from ..engines.match import replay

    reading = read_log(log)
    lines = len(reading.lines)
    if to is not None and to > lines:
        raise NotationError(f"--to {to}", expected=f"a line of the log, which has {lines}")
    name = reading.lines[0].fields.get("game")
    own = options.the_components(name, components) if isinstance(name, str) else None
    match = replay(log, reading, own, to)
    if as_json:
        click.echo(dump(_document(match, reading)))
    else:
        _show(match, reading, log)
    return 0


def _document(match: Match, reading: Reading) -> Replay:
    from ..core.documents.play import Replay, ReplayStep

    header = match.header()
    given = reading.lines[0].fields
    return Replay(
        game=header.game,
        players=header.players,
        names=header.names,
        rulings=header.rulings,
        components=header.components,
        seed=header.seed,
        start=header.start,
        made_by=str(given.get("made_by", "")),
        steps=[
            ReplayStep(
                line=step.line,
                player=step.by,
                action=str(step.action),
                ms=step.elapsed_ms,
                then=list(step.then),
            )
            for step in match.steps
        ],
        position=str(match.state),
        line=match.lines,
        lines=len(reading.lines),
        dropped=reading.dropped,
        over=match.is_over,
        finished=match.finished,
        helps=match.helps,
        undos=match.undos,
        pauses=match.pauses,
        returns=_floats(match.state.returns()) if match.is_over else None,
        scores=_floats(match.state.scores()),
        ended_by=match.state.ended_by() or None,
    )


def _floats(values: Any) -> list[float]:
    return [float(f"{value:.9g}") for value in values]


def _show(match: Match, reading: Reading, log: Path) -> None:
    from .play.face import face
    from .play.screen import Screen

    screen, shown = Screen(), face(match.game)
    _show_head(match, reading, screen)
    steps = {step.line: step for step in match.steps}
    for line in reading.lines[1 : match.lines]:
        for sentence in _sentences(line, steps.get(line.number), match, shown):
            screen.say(sentence, hanging=6)
    owed_ms = match.owed_ms
    screen.picture(shown.picture(match.state, match.names, screen.colour, screen.ascii_only, owed_ms))
    for sentence in _ending(match, reading, shown):
        screen.say(sentence, hanging=2)


def _show_head(match: Match, reading: Reading, screen: Screen) -> None:
    from .play.opening import told_names

    header = match.header()
    screen.say(f"{match.game.info.title}: {told_names(header.names)}. Seed {header.seed}.")
    made_by = reading.lines[0].fields.get("made_by") or "something unnamed"
    screen.say(f"Written by {made_by}, played with the components {header.components}.")
    changed = match.game.rulings.changed
    if changed:
        screen.say("Rulings: " + ", ".join(f"{name}={value}" for name, value in changed.items()) + ".")
    if header.start is not None:
        screen.say("From: " + "; ".join(header.start.split("\n")), hanging=2)
    reconstructed = options.told_reconstructed(match.game.components)
    if reconstructed:
        screen.say(reconstructed)
    screen.say()


def _sentences(line: Line, step: Any, match: Match, shown: Face) -> Iterator[str]:
    """Yield what a line of the log says, the first sentence after the line's number."""
    if step is not None:
        told = shown.told_in_full(step, match.names) or [f"{step.by}: {step.action}."]
        took = f" ({step.elapsed_ms / 1000:.1f} s)" if step.elapsed_ms else ""
        yield f"{line.number:4}. {told[0]}{took}"
        yield from (f"      {sentence}" for sentence in told[1:])
    else:
        yield f"{line.number:4}. {_other(line)}"


def _other(line: Line) -> str:
    """Return what a line says that is no step, or one that was taken back."""
    fields = line.fields
    match next(iter(fields)):
        case "player":
            return f"{fields['player']}: {fields['action']} (taken back later)."
        case "undo":
            return f"Taken back: {fields['undo']} move{'s' if fields['undo'] > 1 else ''}."
        case "help":
            return f"Help is asked for: {fields['help']}."
        case "pause":
            return f"A pause of {fields['pause'] / 1000:.1f} s."
        case "correct":
            return f"Line {fields['correct']} is corrected: {fields['action']}."
    return "The result."


def _ending(match: Match, reading: Reading, shown: Face) -> Iterator[str]:
    if match.is_over:
        yield from shown.told_result(match)
    if match.lines < len(reading.lines):
        yield f"Stopped after line {match.lines} of {len(reading.lines)}."
    elif not match.finished:
        cut = f" ({reading.dropped} bytes of an incomplete last line)" if reading.dropped else ""
        yield f"Unfinished, read to line {match.lines}{cut}."

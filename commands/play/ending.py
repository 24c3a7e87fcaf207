"""After a failure, and at the end: what is gone through, what is said."""

from __future__ import annotations

from ...core.notation import shown
from .screen import EndOfInput
from .table import Table


def offer_review(table: Table) -> None:
    """Ask whether a failed attempt is to be gone through; keep another answer for the next question.

    One person against bots may also go back to before the mistake, while no time counts.
    """
    if not table.face.has_review(table.match):
        return
    back = _steps_back(table)
    question = (
        "review, back (to before the mistake) or Enter>" if back else "Go through it move by move? (y/n)"
    )
    while True:
        answer = table.screen.ask(question)
        if answer.lower() in ("y", "yes", "review", "r"):
            table.face.review(table.match, table.screen)
            if back:
                continue
        elif answer.lower() in ("back", "b", "undo") and back:
            _take_back(table, back)
        elif answer.lower() not in ("n", "no", ""):
            table.screen.put_back(answer)
        return


def _steps_back(table: Table) -> int:
    """Return how many steps one person may take back to be before the mistake; 0 for none."""
    match = table.match
    if not table.one_human or match.game.is_live:
        return 0
    back = table.face.steps_since_mistake(match)
    return back if back <= match.undoable() else 0


def _take_back(table: Table, back: int) -> None:
    table.match.undo(back)
    table.drawn = None
    moves = f"{back} move{'s' if back > 1 else ''}"
    table.screen.say(f"Back to before the mistake: {moves} taken back; the time stays spent.")


def goes_back(table: Table) -> bool:
    """Tell whose game alone is lost what there is to tell; return whether they play on from before."""
    match, face = table.match, table.face
    if match.game.players > 1 or match.finished or not face.has_failed(match.steps[-1]):
        return False
    back = min(face.steps_since_mistake(match), match.undoable())
    choices = ["review"] if face.has_review(match) else []
    choices += ["back (to before the mistake)"] if back else []
    told = face.told_lost(match, table.tell_lost)
    for sentence in told if choices else told[1:]:  # the result will say that it is lost
        table.screen.say(sentence, hanging=2)
    while choices:
        try:
            answer = table.screen.ask(f"{', '.join(choices)} or Enter>").lower()
        except EndOfInput:
            return False
        if answer in ("review", "r", "y", "yes"):
            face.review(match, table.screen)
        elif answer in ("back", "b", "undo") and back:
            _take_back(table, back)
            return True
        elif answer in ("quit", "q", "", "n", "no", "end"):
            return False
        else:
            table.screen.say(f"No: {shown(answer)} is none of these.")
    return False


def tell_end(table: Table) -> None:
    """Say who has won and how, or how a game alone went, and where the log is."""
    table.screen.heading("The end")
    for line in table.face.told_result(table.match):
        table.screen.say(line, hanging=2)
    if table.path is not None:
        table.screen.say(f"The log is in {table.path}.")


def tell_how_to_resume(table: Table) -> None:
    """Say how a match that was left goes on."""
    if table.path is None:
        table.screen.say("Nothing is kept: with --log FILE a match can be resumed.")
        return
    table.screen.say(f"To go on: {table.again}")

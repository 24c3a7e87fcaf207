"""Printing answers about Leaves for a person."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from ...core.documents.leaves import (
    Difficulty,
    LeavesCensus,
    LeavesCheck,
    LeavesLookup,
    LeavesPuzzle,
    LeavesReview,
    LeavesSolo,
    LeavesSolution,
)
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import Layout, Merge, parse_step
from ..say import in_ascii, in_colour, say, write_picture
from . import words


def layout(found: LeavesCheck) -> None:
    """Print the answer for nine cards or a position in mid-play."""
    position = Layout.parse(found.layout)
    _board(position)
    random, careful = Fraction(found.random_play_success or 0), Fraction(found.careful_success or 0)
    if not found.solvable:
        say(f"No: {found.reason}.")
        return
    assert found.solution is not None and found.solutions is not None
    say(f"Yes: it can be stacked into one, in {words.plural(found.solutions, 'way')}.")
    if not found.solution:
        return
    say(words.success(random, careful, found.bits))
    if found.harder_than is not None:
        say(words.percentile(found.harder_than))
    say(words.mistakes(found.first_mistake, found.forced or 0, found.dead_ends or 0))
    click.echo()
    _steps(position, found.solution)


def puzzle(found: LeavesPuzzle) -> None:
    """Print which cards work in the centre of a puzzle."""
    _board(Layout.parse(found.layout))
    working = [Card.parse(centre.card) for centre in found.centres if centre.solvable]
    say(words.centre_summary(working, len(found.centres)))
    click.echo()
    say("card  solutions  careful      any merge    swaps")
    for centre in found.centres:
        careful, random = Fraction(centre.careful_success or 0), Fraction(centre.random_play_success or 0)
        odds = f"{words.short_odds(careful):11}  {words.short_odds(random):11}"
        say(f"{centre.card:4}  {centre.solutions:>9,}  {odds}  {words.swaps(centre.swaps)}".rstrip())
    for centre in found.centres:
        if centre.reason is not None:
            say(f"{centre.card} fails: {centre.reason}.")


def solution(found: LeavesSolution) -> None:
    """Print a way to clear a layout or puzzle."""
    position = Layout.parse(found.layout)
    _board(position)
    if found.steps is None:
        say(f"No: {found.reason}.")
        return
    _steps(position, found.steps)
    if found.difficulty is not None and found.steps:
        click.echo()
        _difficulty(found.difficulty)


def _difficulty(found: Difficulty) -> None:
    say(f"One of {words.plural(found.solutions, 'way')}.")
    random, careful = Fraction(found.random_play_success), Fraction(found.careful_success)
    say(words.success(random, careful, found.bits))


def review(found: LeavesReview) -> None:
    """Print a played line with what each merge did."""
    if found.solvable_at_start is not None:
        say("Solvable at the start." if found.solvable_at_start else "There was no solution at the start.")
    for number, merge in enumerate(found.merges, 1):
        text = words.review(
            Merge.parse(merge.merge), merge.safe_merges, merge.legal_merges, merge.solutions_left
        )
        mark = "  <- no solution was left after this one" if number == found.lost_at else ""
        say(f"{number:3}. {text}{mark}", hanging=5)
    if found.illegal:
        say(f"Not allowed: {found.illegal}.")
    if found.cleared:
        say("Cleared: one stack is left.")
    elif found.better is not None:
        where = "From before that merge" if found.lost_at else "From there"
        say(f"{where} this leads to one stack: {', '.join(found.better)}")


def solo(found: LeavesSolo) -> None:
    """Print every assignment of a solo deal, the best with its lines."""
    if found.solvable is None:
        say("Unknown: the budget was spent first.")
        return
    if not found.solvable:
        say(f"No: {found.reason}.")
        return
    best = found.assignments[0]
    ways = words.plural(len(found.assignments), "way")
    say(f"Yes: {ways} to give the hand cards to the puzzles, of 6.")
    if found.proof != "exact":
        say("The budget was spent: there may be more ways, and ways with fewer Breezes.")
    for way in found.assignments:
        cards = ", ".join(f"{c.card} in puzzle {c.puzzle}" for c in way.clearings)
        breezes = "no Breeze" if way.breezes == 0 else words.plural(way.breezes, "Breeze")
        say(f"  {cards}: {breezes}")
    puzzles = found.deal.split("\n\n")[1:]
    for clearing in best.clearings:
        click.echo()
        say(f"Puzzle {clearing.puzzle}:")
        position = Layout.parse(puzzles[clearing.puzzle - 1])
        _board(position)
        _steps(position, [*clearing.swaps, f"place {clearing.card}", *clearing.solution])


def lookup(found: LeavesLookup) -> None:
    """Print what the census knows."""
    if found.hand is not None:
        for name, need in found.swaps.items():
            say(f"{name}: works" if need == 0 else f"{name}: {words.swaps(need)}{' needed' if need else ''}")
        return
    if found.working is None:
        card, need = next(iter(found.swaps.items()))
        say(
            "Yes: solvable."
            if found.solvable
            else f"No: with {card} in the centre, swaps needed: {words.swaps(need)}."
        )
        return
    say(f"{found.working} of the 19 centre cards work.")
    for card, need in found.swaps.items():
        if need != 0:
            say(f"  {card}: {words.swaps(need)}{' needed' if need else ''}")


def census(found: LeavesCensus) -> None:
    """Print the counts of a census."""
    say(f"{found.canonical:,} puzzles up to symmetry stand for all {found.puzzles:,}.")
    share = f"{100 * found.solvable_pairs / found.pairs:.4f} %"
    pairs = f"{found.solvable_pairs:,} of {found.pairs:,} pairs of puzzle and centre"
    say(f"{pairs} are solvable ({share}).")
    say("Breeze swaps needed:")
    for need, count in enumerate(found.by_swaps):
        if count:
            say(f"  {need}       {count:>21,}")
    say(f"  never   {found.impossible:>21,}")
    say("Centres that work, of 19:")
    for working, count in enumerate(found.by_working):
        say(f"  {working:>2}      {count:>21,}")
    hopeless = found.without_centre
    if hopeless:
        say(f"{len(hopeless):,} puzzles up to symmetry no centre solves, such as {_in_a_row(hopeless[0])}")
    for name, key in (
        ("Hardest for a random player: success", "hardest_random"),
        ("Hardest for a careful player: success", "hardest_careful"),
        ("Fewest solutions:", "fewest_solutions"),
        ("Most solutions:", "most_solutions"),
    ):
        if found.difficulty is not None:
            extreme = found.difficulty[key]
            example = _in_a_row(extreme["examples"][0])
            say(f"{name} {extreme['value']} ({extreme['layouts']:,} layouts), such as {example}")
    say(f"Written to {found.file}.")


def _in_a_row(layout: str) -> str:
    return layout.replace("\n", " / ")


def draw(found: LeavesSolution, path: Path) -> None:
    """Write a picture of a solution to a file, or of the layout where there is none. Raises FileError."""
    from ...render.leaves import layout_svg, solution_svg

    layout = Layout.parse(found.layout)
    if found.steps is None:
        picture = layout_svg(layout)
    else:
        picture = solution_svg(layout, [parse_step(step) for step in found.steps])
    write_picture(picture, path)


def _board(position: Layout) -> None:
    from ...render.leaves import layout_text

    click.echo(layout_text(position, colour=in_colour(), ascii_only=in_ascii()))
    click.echo()


def _steps(position: Layout, steps: list[str]) -> None:
    from ...render.leaves import steps_text

    for number, caption in enumerate(steps_text(position, [parse_step(step) for step in steps]), 1):
        say(f"{number:3}. {caption}", hanging=5)

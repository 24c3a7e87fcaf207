"""`quadrangle canvas`: what is this canvas worth, to whom, and where does the next card go?"""

from __future__ import annotations

from pathlib import Path

import click

from ...core.errors import NotationError
from ..games.options import seed
from ..options import EXIT_BUDGET, Group, announce_compiling, as_json, budget, stopped_by_interrupt
from ..say import answer, write_picture
from . import given

group = Group("canvas", "Abstract Academy: colour areas, paths, goals and placements on a shared canvas.")


@group.command(short_help="Who wins which goal, and why?", epilog=given.CANVAS_HELP)
@given.canvas
@given.file
@given.players
@given.pet
@given.goals
@given.inspirations
@given.ruling
@given.components
@given.svg
@as_json
def score(
    canvas: tuple[str, ...],
    file: Path | None,
    players: str | None,
    pet: str | None,
    goals: str | None,
    inspirations: str | None,
    settings: tuple[str, ...],
    components_file: Path | None,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Score a canvas: what each player's area is worth for each goal, who wins it, and why.

    Goals are decided from left to right, Assignments before Instructors. Without --goals the values of all
    goals are listed and nobody wins any. Areas are read from their owner's seat.
    """
    from . import answers, show

    rulings = given.the_rulings(settings)
    box = given.the_box(components_file)
    chosen = given.the_goals(goals)
    given.the_players(players, None)
    drawn = given.the_canvas(canvas, file)
    number = given.the_players(players, drawn.canvas)
    given.fitting(drawn, number, box)
    held = given.the_inspirations(inspirations, number, box)
    question = answers.Question(drawn.canvas, number, chosen, held, given.the_pet(pet, number), rulings, box)
    announce_compiling()
    found = answers.score(question)
    document = answers.score_document(found)
    if svg is None or str(svg) != "-":
        reordered = given.is_reordered(goals, chosen)
        answer(document, as_json, lambda document: show.score(found, document, reordered))
    if svg is not None:
        from . import pictures

        write_picture(pictures.scored(found), svg)
    return 0


@group.command(short_help="Which colour areas are there?", epilog=given.CANVAS_HELP)
@given.canvas
@given.file
@given.area
@given.players
@given.svg
@as_json
def areas(
    canvas: tuple[str, ...],
    file: Path | None,
    player: str | None,
    players: str | None,
    svg: Path | None,
    as_json: bool,
) -> int:
    """List the colour areas of a canvas, or of one player's scoring area: sizes and cells."""
    from . import answers, show

    drawn, number, whose = given.the_part(canvas, file, player, players)
    part = answers.part_of(drawn, whose, number)
    found = answers.areas_document(drawn, part, whose)
    if svg is None or str(svg) != "-":
        answer(found, as_json, show.areas)
    if svg is not None:
        from . import pictures

        write_picture(pictures.of_areas(drawn, number if player else 0), svg)
    return 0


@group.command(short_help="What is the longest path of a colour?", epilog=given.CANVAS_HELP)
@given.canvas
@given.file
@click.option(
    "--colour", "--color", "colour", metavar="B|R|Y", help="A colour; the best of all unless given."
)
@given.area
@given.players
@given.ruling
@budget
@given.svg
@as_json
def path(
    canvas: tuple[str, ...],
    file: Path | None,
    colour: str | None,
    player: str | None,
    players: str | None,
    settings: tuple[str, ...],
    budget: float | None,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Find the longest path of a colour, cell by cell, proved to be the longest.

    Exit code 1: there is no quadrant of the colour. Exit code 3: the budget was spent before the proof; the
    longest path found is told with a bound.
    """
    from ...core.budget import Budget
    from . import answers, show

    rulings = given.the_rulings(settings)
    wanted = given.the_colour(colour)
    drawn, number, whose = given.the_part(canvas, file, player, players)
    part = answers.part_of(drawn, whose, number)
    announce_compiling()
    with stopped_by_interrupt() as interrupted:
        spend = Budget(seconds=budget, cancelled=interrupted)
        found = answers.path(part, wanted, rulings.rules, spend)
    document = answers.path_document(drawn, part, whose, wanted, found, rulings)
    if svg is None or str(svg) != "-":
        answer(document, as_json, show.path)
    if svg is not None:
        from . import pictures

        traced = answers.path_cells(part, found.value)
        write_picture(pictures.of_path(drawn, traced, document, number if player else 0), svg)
    return {"yes": 0, "no": 1, "unknown": EXIT_BUDGET}[found.verdict]


@group.command(short_help="Count a canvas a line, thousands a second.")
@click.argument("file", type=click.Path(path_type=Path))
@given.goals
@given.players
@given.ruling
@click.option("--json", is_flag=True, expose_value=False, help="JSON is what it prints in any case.")
def batch(file: Path, goals: str | None, players: str | None, settings: tuple[str, ...]) -> int:
    """Answer a file (or -) with a canvas a line, a link or rows with `/`: a JSON object a line, in order.

    Each says how many areas there are of each colour on the canvas, how large the largest are, and what
    every player's area is worth for each goal, all goals unless --goals names some. A line that cannot
    be read, an empty one too, gets an object with `error`. Exit code 2 when some lines were wrong, else 0.
    """
    from . import stream

    rulings = given.the_rulings(settings)
    chosen = given.the_goals(goals) or given.the_box(None).parts.goals
    given.the_players(players, None)
    announce_compiling()
    return stream.run(file, chosen, players, rulings.rules)


@group.command(short_help="Where should the next card go?", epilog=given.CANVAS_HELP)
@given.canvas
@given.file
@click.option("--hand", metavar="CARDS", required=True, help="Cards in hand as in portrait: 'BR/YB YY/BB'.")
@click.option("--hands", metavar="CARDS", help="Hands of others that are known: 'B: BR/YB YY/BB RR/YB'.")
@given.goals
@click.option("--player", metavar="A..D", help="Who places next; A, or as --pet implies, unless given.")
@given.players
@given.pet
@given.inspirations
@click.option(
    "--orientation",
    type=click.Choice(["portrait", "landscape"]),
    help="How the cards lie; portrait unless given.",
)
@click.option("--gone", metavar="CARDS", help="Cards of earlier rounds, as in portrait.")
@given.ruling
@given.components
@given.search_time
@seed
@click.option(
    "--top", type=click.IntRange(1, 10_000), default=5, show_default=True, help="Placements to tell."
)
@given.svg
@as_json
def best(
    canvas: tuple[str, ...],
    file: Path | None,
    hand: str,
    hands: str | None,
    goals: str | None,
    player: str | None,
    players: str | None,
    pet: str | None,
    inspirations: str | None,
    orientation: str | None,
    gone: str | None,
    settings: tuple[str, ...],
    components_file: Path | None,
    budget: float | None,
    seed: int,
    top: int,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Find the placement with the best expected margin at the end of the round.

    Exact where the answer says so, else an estimate with its 95 % interval, which a longer --budget makes
    narrower; what an interrupt stops is told as far as it came.

    --seed is for estimates: it repeats them to the byte only where the search ends before its time does, as
    a search that the time cuts short gets further on a faster machine.
    """
    from ...core.budget import Budget
    from ...solvers.canvas.best import best_placement
    from . import answers_best, given_cards, show_best

    rulings = given.the_rulings(settings)
    box = given.the_box(components_file)
    chosen = given.the_goals(goals)
    if not chosen and inspirations is None:
        raise NotationError("nothing to play for", expected="--goals or --inspirations")
    given.the_players(players, None)
    drawn = given.the_canvas(canvas, file)
    number = given.the_players(players, drawn.canvas)
    given.fitting(drawn, number, box)
    hands_known = given_cards.the_hands(hands, number, box)
    discards = None if gone is None else given_cards.the_cards(gone, "--gone")
    with given_cards.said_where(drawn, hands_known, discards):
        who, holder = answers_best.turn(drawn.canvas, number, player, given.the_pet(pet, number))
    if orientation is not None and not drawn.canvas.cards():
        problem = f"the orientation {orientation} where no card lies"
        raise NotationError(problem, expected="none, as the first card chooses it", source="--orientation")
    held = given_cards.with_own(hands_known, who, hand, box)
    question = answers_best.Question(
        canvas=drawn.canvas,
        players=number,
        player=who,
        pet=holder,
        hands=tuple(None if own is None else own.cards for own in held),
        goals=chosen,
        inspirations=given.the_inspirations(inspirations, number, box),
        landscape=orientation == "landscape",
        gone=() if discards is None else discards.cards,
        rulings=rulings,
        box=box,
    )
    with given_cards.said_where(drawn, held, discards):
        position = answers_best.position(question)
    announce_compiling()
    with stopped_by_interrupt() as interrupted:
        spend = Budget(seconds=2.0 if budget is None else budget, cancelled=interrupted)
        found = best_placement(position, budget=spend, seed=seed)
    document = answers_best.document(question, found, top)
    if svg is None or str(svg) != "-":
        answer(document, as_json, lambda document: show_best.best(question, found, document))
    if svg is not None:
        from . import pictures

        write_picture(pictures.placed(question, found.value), svg)
    return 0


@group.command(short_help="The goals there are.")
@as_json
def goals(as_json: bool) -> int:
    """List every goal: its name, what counts, whether the most or the fewest wins, points, and its source."""
    from . import answers, show

    answer(answers.goals_document(), as_json, show.goals)
    return 0


@group.command(short_help="A random canvas.")
@seed
@given.players
@click.option("--cards", type=click.IntRange(0, 25), help="Cards that lie; all unless given.")
@given.components
@given.svg
@as_json
def deal(
    seed: int,
    players: str | None,
    cards: int | None,
    components_file: Path | None,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Deal a random canvas, complete or with --cards on it, with hands, Inspirations and goals."""
    from ...solvers.canvas import Canvas
    from . import answers, show

    number = given.the_players(players, None)
    box = given.the_box(components_file)
    most = box.parts.size(number) ** 2
    if cards is not None and cards > most:
        raise NotationError(f"{cards} cards", expected=f"at most {most}", source="--cards")
    found = answers.deal(seed, number, cards, box)
    if svg is None or str(svg) != "-":
        answer(found, as_json, show.deal)
    if svg is not None:
        from . import pictures

        write_picture(pictures.of_areas(Canvas.parse(found.canvas), number), svg)
    return 0

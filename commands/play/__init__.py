"""`quadrangle play`: a match at the terminal, against bots, among people, or beside a real table."""

from __future__ import annotations

from pathlib import Path

import click

from ..games import options


@click.command(
    "play",
    short_help="Play a game, alone, against bots, or beside a real table.",
    epilog="""\b
For example:
  quadrangle play leaves                       against the solver
  quadrangle play leaves --players human       the solo challenge
  quadrangle play leaves --log evening.jsonl   begin, or go on where it was left
  quadrangle play campus                       a round of two games against the solver
  quadrangle play campus --chance ask          beside real boards: tiles and dice are typed
  quadrangle play academy                      three rounds against a bot
  quadrangle play academy --players human,human,greedy,greedy
                                               two people at one screen, two bots
""",
)
@options.game
@click.option(
    "--players",
    metavar="NAME,NAME…",
    help="Who plays, seat by seat: human, random, greedy, solver, in a round of Campus also racer; "
    "human,solver unless given. human alone is a solo game of Leaves or Campus.",
)
@click.option(
    "--from",
    "start",
    metavar="POSITION",
    help="Start from a position: its text, a puzzle's or boards', a link, or a file with it.",
)
@click.option(
    "--chance",
    type=click.Choice(["draw", "ask"]),
    default="draw",
    show_default=True,
    help="Draw cards, tiles and dice, or ask what the real ones show.",
)
@click.option(
    "--tell",
    type=click.Choice(["at-once", "when-stuck", "when-asked"]),
    help="Leaves alone: when a run that cannot be cleared any more is said to be lost; when-stuck unless "
    "given.",
)
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63 - 1),
    metavar="N",
    help="The same seed, the same cards; drawn at random unless given.",
)
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what happens to a new file, or go on with the unfinished match in it.",
)
@options.ruling
@options.rulings_file
@options.components_file
def command(
    game: str,
    players: str | None,
    start: str | None,
    chance: str,
    tell: str | None,
    seed: int | None,
    log: Path | None,
    settings: tuple[str, ...],
    rulings: Path | None,
    components: Path | None,
) -> int:
    """Play GAME. Moves are typed in their text form; ? at any prompt lists what else may be typed.

    Help, undo and pauses are counted and shown with the result.
    """
    from ...engines import game_type
    from .face import face
    from .loop import Session
    from .opening import Told, opened
    from .screen import Screen

    game_type(game)
    told = Told(
        game=game,
        players=players,
        start=start,
        asks_chance=chance == "ask",
        tell=tell,
        seed=seed,
        log=log,
        settings=settings,
        rulings=rulings,
        components=components,
    )
    table = opened(told, face(game), Screen())
    with table.match:
        Session(table).run()
    return 0

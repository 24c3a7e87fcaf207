"""`quadrangle simulate`: many games between bots, and what they say."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...core.notices import tell
from .. import options as general
from ..say import say
from . import options

if TYPE_CHECKING:
    from ...core.documents.play import Mean, Simulation, SimulationPlayer
    from ...core.executor import Executor
    from ...engines.game import Game, State
    from ...engines.simulation import Tally

_MOST_GAMES = 10_000_000
_QUANTILES = (5, 25, 50, 75, 95)


@click.command(
    "simulate",
    short_help="Let bots play a game many times.",
    epilog="""\b
For example:
  quadrangle simulate leaves --games 100 --bots random,greedy
  quadrangle simulate leaves --bots solver --ruling solo_order=interleaved
  quadrangle simulate leaves --bots solver,random --from "PUZZLE hands 3yg 1rg | 2rm"
  quadrangle simulate campus --bots solver,greedy
  quadrangle simulate academy --bots greedy,random,random,greedy --games 20
POSITION of Leaves: a puzzle of eight cards and what each player has, ? being a card
nobody has seen; for one bot a solo deal. Of Campus: `A's board | B's board`; for one
bot a board. Of Abstract Academy: the lines of a position with ; between them.
""",
)
@options.game
@click.option(
    "--games", type=click.IntRange(1, _MOST_GAMES), default=100, show_default=True, help="How many games."
)
@click.option(
    "--bots",
    "--players",
    "bots",
    required=True,
    metavar="NAME,NAME...",
    help="A bot for each player, such as random,greedy.",
)
@options.seed
@general.workers
@general.scheduler
@options.start
@options.ruling
@options.rulings_file
@options.components_file
@general.as_json
def command(
    game: str,
    games: int,
    bots: str,
    seed: int,
    workers: int | None,
    scheduler: str | None,
    start: str | None,
    settings: tuple[str, ...],
    rulings: Path | None,
    components: Path | None,
    as_json: bool,
) -> int:
    """Play GAME between bots: who wins, how long games are, how many choices there are.

    Every number from these games comes with a 95 % interval. The number of bots is the number of
    players. The same seed gives the same games, however many processors play them; at Ctrl-C what
    the games played so far say is printed.
    """
    from ...core.documents import dump
    from ...engines.simulation import simulate

    executor = None if scheduler is None else _cluster(scheduler)
    names = _names(bots)
    played = options.the_game(game, len(names), settings, rulings, components)
    beginning = options.the_start(played, start)
    began = time.perf_counter()
    with general.stopped_by_interrupt() as interrupted:
        tally = simulate(
            played,
            names,
            games,
            seed,
            start=beginning,
            workers=workers,
            executor=executor,
            stopped=interrupted,
        )
        seconds = time.perf_counter() - began
        answer = _document(played, names, games, seed, None if start is None else beginning, tally)
        if as_json:
            click.echo(dump(answer))
        else:
            _show(played, answer, tally, seconds)
        if interrupted():
            raise KeyboardInterrupt
    return 0


def _cluster(address: str) -> Executor:
    from ...core.executor import Dask

    return Dask(address)


def _names(text: str) -> list[str]:
    """Return the names of bots in a text, one a seat. Raises NotationError."""
    from ...core.errors import NotationError

    names = [name.strip().lower() for name in text.split(",")]
    if not all(names):
        raise NotationError("a bot without a name", expected="names such as random,greedy", source="--bots")
    return names


def _document(
    game: Game[Any], names: list[str], asked: int, seed: int, start: State | None, tally: Tally
) -> Simulation:
    from ...core.documents.play import Mean, Simulation, SimulationEnd, SimulationLength
    from ...engines.components import by_source
    from ...engines.simulation import branching, mean, mean_interval, quantile

    by_bot = {name: [p for p, other in enumerate(names) if other == name] for name in names}
    ratio = branching(tally)
    length = tally.decisions
    return Simulation(
        game=game.info.name,
        players=game.players,
        bots=names,
        seed=seed,
        rulings=game.rulings.values,
        components=game.components.digest,
        reconstructed=by_source(game.components)["reconstructed"],
        start=None if start is None else str(start),
        asked=asked,
        games=tally.games,
        by_seat=[_player(game, name, [player], tally) for player, name in enumerate(names)],
        by_bot=[_player(game, name, players, tally) for name, players in by_bot.items()],
        length=SimulationLength(
            mean=_rounded(mean(length)),
            interval=_rounded_interval(mean_interval(length)),
            shortest=min(length, default=None),
            longest=max(length, default=None),
            quantiles={str(percent): quantile(length, percent) for percent in _QUANTILES} if length else {},
        ),
        branching=Mean(
            mean=_rounded(ratio and ratio[0]), interval=_rounded_interval(ratio[1] if ratio else None)
        ),
        most_actions=tally.widest,
        chance=Mean(
            mean=_rounded(mean(tally.chance)), interval=_rounded_interval(mean_interval(tally.chance))
        ),
        ended=[
            SimulationEnd(ended_by=how, games=count, interval=_share(count, tally.games).interval)
            for how, count in sorted(tally.ended.items(), key=lambda item: (-item[1], item[0]))
        ],
        bands={str(band): tally.bands[band] for band in sorted(tally.bands)} if _has_bands(game) else None,
    )


def _player(game: Game[Any], bot: str, players: list[int], tally: Tally) -> SimulationPlayer:
    """Return how a bot did in some seats."""
    from ...core.documents.play import Mean, SimulationPlayer
    from ...engines.game import seats
    from ...engines.simulation import bounded_interval, mean, mean_interval, mean_of

    wins = ties = 0
    for values, count in tally.returns.items():
        best = max(values)
        first = [player for player, value in enumerate(values) if value == best]
        if any(player in players for player in first) and (game.players > 1 or best > 0):
            wins += count * (len(first) == 1)
            ties += count * (len(first) > 1)
    returns, scores = mean_of(tally.returns, players), mean_of(tally.scores, players)
    average = mean(returns)
    bounds = (-1.0, 1.0) if game.players > 1 else (0.0, 1.0)
    return SimulationPlayer(
        bot=bot,
        seats=seats(players),
        wins=_share(wins, tally.games),
        ties=_share(ties, tally.games),
        returns=Mean(
            mean=_rounded(average),
            interval=None
            if average is None
            else _rounded_interval(bounded_interval(average, tally.games, *bounds)),
        ),
        scores=Mean(mean=_rounded(mean(scores)), interval=_rounded_interval(mean_interval(scores))),
    )


def _share(games: int, total: int) -> Any:
    from ...core.documents.play import Share
    from ...engines.simulation import bounded_interval

    low, high = bounded_interval(games / total if total else 0.0, total, 0.0, 1.0)
    return Share(games=games, interval=(_nine(low), _nine(high)))


def _has_bands(game: Game[Any]) -> bool:
    from ...engines.game import State

    return game.players == 1 and any(kind.band is not State.band for kind in game.state_types())


def _nine(value: float) -> float:
    return float(f"{value:.9g}") + 0.0


def _rounded(value: float | None) -> float | None:
    return None if value is None else _nine(value)


def _rounded_interval(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if interval is None else (_nine(interval[0]), _nine(interval[1]))


def _show(game: Game[Any], answer: Simulation, tally: Tally, seconds: float) -> None:
    setting = f"{game.info.title}, {_plural(game.players, 'player')}, {_plural(answer.games, 'game')}"
    more = f" of {answer.asked:,} asked for" if answer.games < answer.asked else ""
    say(f"{setting}{more} (seed {answer.seed}). Brackets hold 95 % intervals.", hanging=2)
    if game.rulings.changed:
        changed = ", ".join(f"{name}={value}" for name, value in game.rulings.changed.items())
        say(f"Rulings: {changed}.", hanging=2)
    if answer.start is not None:
        say("From: " + "; ".join(answer.start.split("\n")), hanging=2)
    if answer.games:
        _show_players(game, answer)
        _show_shape(answer)
    reconstructed = options.told_reconstructed(game.components)
    if reconstructed:
        say("")
        say(reconstructed, hanging=2)
    if seconds > 0 and tally.games:  # not part of the answer, which is the same however long it took
        tell(f"{tally.total_decisions / seconds:,.0f} decisions a second")


def _show_players(game: Game[Any], answer: Simulation) -> None:
    for player in answer.by_seat:
        say("")
        _head(f"{player.seats}  {player.bot}")
        _show_player(game, player, answer.games)
    for player in answer.by_bot:
        if len(player.seats) > 1:
            say("")
            _head(f"{player.bot}, all its seats ({player.seats})")
            _show_player(game, player, answer.games)
    say("")
    say(f"Score: {game.info.scores}.", hanging=2)


def _show_player(game: Game[Any], player: SimulationPlayer, games: int) -> None:
    say(f"  won     {_percent(player.wins.games, games, player.wins.interval)}", hanging=10)
    if player.ties.games:
        say(f"  shared  {_percent(player.ties.games, games, player.ties.interval)}", hanging=10)
    say(f"  return  {_mean(player.returns, 3)}", hanging=10)
    say(f"  score   {_mean(player.scores, 2)}", hanging=10)


def _show_shape(answer: Simulation) -> None:
    from ...core.documents.play import Mean

    length = answer.length
    say("")
    _head("Decisions a game")
    say(f"  mean       {_mean(Mean(mean=length.mean, interval=length.interval), 1)}", hanging=13)
    say(f"  range      {length.shortest:,} to {length.longest:,}", hanging=13)
    shares = ", ".join(f"{value:,} ({percent} %)" for percent, value in length.quantiles.items())
    say(f"  quantiles  {shares}", hanging=13)
    if answer.branching.mean is not None:
        say("")
        _head("Legal actions a decision")
        say(f"  mean       {_mean(answer.branching, 2)}", hanging=13)
        say(f"  most       {answer.most_actions:,}", hanging=13)
    if answer.chance.mean:
        say("")
        _head("Steps of chance a game")
        say(f"  mean       {_mean(answer.chance, 1)}", hanging=13)
    say("")
    _head("Games ended by")
    width = max(len(end.ended_by) for end in answer.ended)
    for end in answer.ended:
        share = _percent(end.games, answer.games, end.interval)
        say(f"  {end.ended_by:{width}}  {share}", hanging=width + 4)
    if answer.bands is not None:
        say("")
        _head("Bands, the best being 1 (where time counts, bots take none)")
        for band, count in answer.bands.items():
            say(f"  {band}  {_plural(count, 'game')}")
        if not answer.bands:
            say("  no game was won")


def _head(text: str) -> None:
    click.echo(click.style(text, bold=True))


def _mean(value: Mean, digits: int) -> str:
    if value.mean is None:
        return "unknown"
    told = f"{value.mean:z,.{digits}f}"
    if value.interval is None:
        return told
    low, high = value.interval
    return f"{told} ({low:z,.{digits}f} to {high:z,.{digits}f})"


def _percent(games: int, total: int, interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{games:,}: {100 * games / total:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"

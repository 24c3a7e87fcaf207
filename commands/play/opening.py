"""Beginning a match by what the command was told, or going on with the one in a log."""

from __future__ import annotations

import secrets
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...core.errors import FileError, NotationError
from ...core.notation import listed, shown
from ...engines.bots import make, names
from ...engines.game import Game, seat
from ...engines.log import read_log
from ...engines.match import Match, Player
from ..games import options
from .face import Face, require_seeing
from .screen import Screen
from .table import HUMAN, Table

_SEED_BITS = 32


class Told(Struct, frozen=True, kw_only=True):
    """What the command was told."""

    game: str
    players: str | None
    start: str | None
    asks_chance: bool
    tell: str | None
    seed: int | None
    log: Path | None
    settings: tuple[str, ...]
    rulings: Path | None
    components: Path | None


def opened(told: Told, face: Face, screen: Screen) -> Table:
    """Return the match that is to be played, a new one or the one in the log, said to whoever plays.

    Raises an error of one line for anything that is wrong with what was told.
    """
    if told.start == "-":
        raise NotationError("--from -", expected="a position or a file: moves come from standard input")
    if told.log is not None and _is_there(told.log):
        return _resumed(told, told.log, face, screen)
    return _begun(told, face, screen)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or with a zero byte in it
        return False


def _begun(told: Told, face: Face, screen: Screen) -> Table:
    who = _names(told.players if told.players is not None else face.default_players)
    ruled = _house_rulings(told, face, who)
    settings = (*told.settings, *(f"{name}={value}" for name, value in ruled.items()))
    game = options.the_game(told.game, len(who), settings, told.rulings, told.components)
    bots = _bots(who, game)
    start = None if told.start is None else options.the_start(game, told.start)
    if start is not None:
        require_seeing(bots, face, start)
    seed = secrets.randbits(_SEED_BITS) if told.seed is None else told.seed
    match = Match(game, seed, who, start, told.log)
    screen.say(f"{game.info.title}: {told_names(who)}. Seed {seed}.")
    _tell_changed(game, screen)
    if told.log is not None:
        screen.say(f"The log is written to {told.log}.")
    screen.say(f"Type {'commands' if told.asks_chance else '?'} for what can be typed besides moves.")
    return _table(told, match, face, screen, bots)


def _resumed(told: Told, path: Path, face: Face, screen: Screen) -> Table:
    dropped = read_log(path).dropped
    match = Match.resume(path, options.the_components(told.game, told.components))
    try:
        _require_same(told, match, path, face)
        bots = _bots(match.names, match.game)
        screen.say(f"{match.game.info.title}: {told_names(match.names)}. Seed {match.seed}.")
        cut = f"; {dropped} bytes of an incomplete line after it are dropped" if dropped else ""
        screen.say(f"Going on with {path} after line {match.lines}{cut}.")
        _tell_changed(match.game, screen)
        player = match.state.current_player
        if player >= 0 and player not in bots and face.counts_time(match.state):
            match.pause(0)
            screen.say("The cards have been seen, so this counts as a pause.")
    except BaseException:
        match.close()
        raise
    return _table(told, match, face, screen, bots)


def _table(told: Told, match: Match, face: Face, screen: Screen, bots: Mapping[int, Player]) -> Table:
    tell = told.tell or _tell_by(match.game)
    return Table(
        match,
        face,
        screen,
        bots,
        asks_chance=told.asks_chance,
        tell=tell,
        path=told.log,
        again=_again(told),
    )


def _again(told: Told) -> str:
    """Return the command that goes on with a match that is left."""
    command = ["quadrangle", "play", told.game, "--log", str(told.log)]
    command += ["--chance", "ask"] if told.asks_chance else []
    command += ["--tell", told.tell] if told.tell else []
    command += ["--components", str(told.components)] if told.components else []
    return shlex.join(command)


def _names(text: str) -> list[str]:
    found = [name.strip().lower() for name in text.split(",")]
    if not all(found):
        raise NotationError("a player without a name", expected="human or bots", source="--players")
    return found


def _bots(who: list[str], game: Game[Any]) -> Mapping[int, Player]:
    """Return the bots in their seats. Raises NotationError for a name that is none, or an endless game."""
    for name in who:
        if name != HUMAN and name not in names(game):
            raise NotationError(
                f"no player is called {shown(name)}",
                expected=listed((HUMAN, *names(game))),
                source="--players",
            )
    if set(who) != {HUMAN} and game.longest() is None:
        raise NotationError(
            "bots in a game that may never end", expected="people only, or a ruling with a limit"
        )
    return {player: make(name, game) for player, name in enumerate(who) if name != HUMAN}


def _house_rulings(told: Told, face: Face, who: Sequence[str]) -> Mapping[str, str]:
    """Return the rulings that were not given and follow from other options."""
    given = _given_rulings(told)
    found = face.house_rulings(who, told.tell, told.asks_chance, given)
    return {name: value for name, value in found.items() if name not in given}


def _given_rulings(told: Told) -> dict[str, str]:
    """Return the rulings that were set, in the file or by options, by their names."""
    in_force = options.the_rulings(told.game, told.settings, told.rulings).values
    found = [setting.partition("=")[0].strip() for setting in told.settings]
    if told.rulings is not None:
        found += list(tomllib.loads(told.rulings.read_text(encoding="utf-8-sig")))
    return {name: in_force[name] for name in found}


def _require_same(told: Told, match: Match, path: Path, face: Face) -> None:
    """Raise FileError where the options say something else than the log they go on with."""
    game = match.game
    if told.game != game.info.name:
        raise FileError(f"{path}: a match of {game.info.name}; expected one of {told.game}")
    if told.players is not None and _names(told.players) != match.names:
        raise FileError(f"{path}: played by {','.join(match.names)}; expected {told.players}")
    if told.seed is not None and told.seed != match.seed:
        raise FileError(f"{path}: its seed is {match.seed}; expected {told.seed}")
    if told.start is not None and options.the_start(game, told.start) != match.start:
        raise FileError(f"{path}: it starts from another position than --from")
    wanted = {**_given_rulings(told)}
    if told.tell is not None:
        wanted |= face.house_rulings(match.names, told.tell, False, wanted)
    for name, value in wanted.items():
        if getattr(game.rulings, name) != value:
            raise FileError(
                f"{path}: played by {name}={getattr(game.rulings, name)}; expected {name}={value}"
            )


def _tell_by(game: Game[Any]) -> str:
    return "at-once" if game.rulings.values.get("solo_failure") == "proved_lost" else "when-stuck"


def _tell_changed(game: Game[Any], screen: Screen) -> None:
    changed = game.rulings.changed
    if changed:
        screen.say("Rulings: " + ", ".join(f"{name}={value}" for name, value in changed.items()) + ".")
    line = options.told_reconstructed(game.components)
    if line:
        screen.say(line)


def told_names(who: list[str]) -> str:
    """Return who plays, seat by seat."""
    if len(who) == 1:
        return who[0]
    return listed(f"{seat(player)} {name}" for player, name in enumerate(who))

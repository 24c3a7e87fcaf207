"""How many games of Campus come to a dead position: the share under each ruling, for three players.

A position is dead when tiles are up and no roll could ever change it. Whatever `dead_board` says
happens then (`relax` goes on, `skip` waits, `end_game` ends), a game comes there or does not, so the
share is the same. Game k is played on `PRINTED.deal(Rng(1, k))` with the dice of item k of seed 2, by
`campus_players`; intervals are 95 %, after Wilson.

python benchmarks/campus_dead.py                         20,000 games of each kind: some minutes
python benchmarks/campus_dead.py 1000                    so many
python benchmarks/campus_dead.py 20000 --kept FILE       keeps what is done in a file, and goes on from it
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence

from campus_players import PLAYERS, Table
from campus_tables import kept, markdown, share, tell

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, Board, Rules
from quadrangle.solvers.campus.rules import choices_of

_DEALS, _DICE = 1, 2
_GAMES = 20_000
_CHANGED = ("loss_of_turn", "loss_value", "normal_roll", "doubles")
_HEAD = (*(f"`{name}`" for name in _CHANGED), "random", "most tiles", "most value")


def rulings() -> Iterator[Rules]:
    """Yield every combination of the rulings that matter; without lost turns `loss_value` does not."""
    choices = choices_of(Rules)
    for chosen in itertools.product(*(choices[name] for name in _CHANGED)):
        named = dict(zip(_CHANGED, chosen, strict=True))
        if named["loss_of_turn"] != "off" or named["loss_value"] == "dice_sum":
            yield Rules(dead_board="end_game", **named)  # type: ignore[arg-type]


def dead_games(boards: Sequence[Board], rules: Rules, player: str) -> int:
    """Return how many games of one player, one on each board, come to a dead position."""
    return sum(Table(board, rules).play(player, _DICE, k).died for k, board in enumerate(boards))


def key_of(rules: Rules, player: str) -> str:
    """Return what a count is kept under."""
    return " ".join([*(getattr(rules, name) for name in _CHANGED), player])


def shares(counts: Mapping[str, int], games: int) -> str:
    """Return the table of the shares, in percent."""
    rows = []
    for rules in rulings():
        names = [getattr(rules, name) for name in _CHANGED]
        if rules.loss_of_turn == "off":
            names[1] = "-"
        rows.append([*names, *(share(counts[key_of(rules, player)], games) for player in PLAYERS)])
    return markdown(_HEAD, rows)


def main() -> int:
    """Play all games and print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else _GAMES
    boards = [PRINTED.deal(Rng(_DEALS, k)) for k in range(games)]
    with kept(f"dead games of Campus in {games}") as results:
        for rules, player in itertools.product(rulings(), PLAYERS):
            key = key_of(rules, player)
            if key not in results.found:
                results.add(key, dead_games(boards, rules, player))
                tell(f"{key}: {share(results.found[key], games)} %")
        print(shares(results.found, games))
    return 0


if __name__ == "__main__":
    sys.exit(main())

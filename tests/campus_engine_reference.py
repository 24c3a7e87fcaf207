"""A plain simulator of a whole match of Campus, to hold the engine to: lists and sets, nothing remembered.

Boards are lists of numbers, 0 for a star, and the set of the cells that are face up. Actions are texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

Miss = tuple[str, str]
"""Kind, and the line, or the cell of a star."""
DICE = [(low, high) for low in range(1, 7) for high in range(low, 7)]


def named_lines(rows: int, columns: int, short: bool) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Return the lines of claims and those for stars only, each by name with its cells."""
    claims = {f"row {r + 1}": [r * columns + c for c in range(columns)] for r in range(rows)}
    claims |= {f"column {'abcdefghi'[c]}": [r * columns + c for r in range(rows)] for c in range(columns)}
    claims = {name: line for name, line in claims.items() if len(line) > 1}
    stars: dict[str, list[int]] = {}
    for step in (1, -1):
        for top in range(rows):
            for left in range(columns):
                if top and 0 <= left - step < columns:
                    continue
                line, r, c = [], top, left
                while r < rows and 0 <= c < columns:
                    line.append(r * columns + c)
                    r, c = r + 1, c + step
                name = f"diagonal {cell_name(line[0], columns)}-{cell_name(line[-1], columns)}"
                if rows == columns == len(line) > 1:
                    claims[name] = line
                elif short and line not in stars.values() and line not in claims.values():
                    stars[name] = line
    return claims, stars


def cell_name(cell: int, columns: int) -> str:
    """Return the name of a cell, such as `a1`."""
    return f"{'abcdefghi'[cell % columns]}{cell // columns + 1}"


class Match:
    """A match that goes on by `take`; `legal` is what the player `decides` may do, as a set of texts."""

    def __init__(
        self, rulings: Mapping[str, str], size: tuple[int, int], players: int, bags: list[list[int]]
    ) -> None:
        self.rule, self.players = dict(rulings), players
        self.rows, self.columns = size
        self.cells = self.rows * self.columns
        self.bags = bags
        self.claim_lines, self.star_lines = named_lines(
            *size, self.rule["lines"] == "short_diagonals_for_stars"
        )
        self.all_lines = self.claim_lines | self.star_lines
        self.manual = self.rule["claims"] == "manual"
        self.rounds = int(self.rule["rounds"]) if players > 1 else 1
        self.round = 0
        self.won = [0] * players
        self.earlier = [0] * players
        self.ends: list[str] = []
        self.points = [0] * players
        self.up: list[set[int]] = []
        self.next_round()

    def next_round(self) -> None:
        self.round += 1
        self.phase = "deal"
        self.filled: list[list[int]] = [[]]
        self.bag = Counter(self.bags[0])
        self.game, self.turn = 0, 0
        self.throws: list[int] = []
        self.up = []
        self.points = [0] * self.players
        self.forced_tiles()

    def forced_tiles(self) -> None:
        while self.phase == "deal" and len(+self.bag) == 1:
            self.put(next(iter(+self.bag)))

    def put(self, value: int) -> None:
        self.bag[value] -= 1
        self.filled[-1].append(value)
        if len(self.filled[-1]) < self.cells:
            return
        if len(self.filled) < self.players:
            self.bag = Counter(self.bags[len(self.filled)])
            self.filled.append([])
            return
        boards = [list(board) for board in self.filled]
        if self.players > 1 and self.rule["first_boards"] == "other_filled":
            boards.reverse()
        self.boards = boards
        self.phase = "dice-off"
        if self.players == 1:
            self.first = 0
            self.begin(1)

    def begin(self, game: int) -> None:
        self.game, self.turn = game, 0
        self.up = [set(range(self.cells)) for _ in range(self.players)]
        self.gone: list[set[str]] = [set() for _ in range(self.players)]
        self.misses: list[Miss] = []
        self.last: tuple[set[int], set[int]] = (set(), set())
        if self.rule["chain_before_first_move"] == "yes":
            self.up = [self.closed(p, up) for p, up in enumerate(self.up)]
        self.on_turn()

    def numbers(self, player: int, cells: set[int]) -> set[int]:
        return {cell for cell in cells if self.boards[player][cell]}

    def free(self, player: int, up: set[int]) -> list[int]:
        """Return the stars that may go down, each with the lines that free it."""
        stars = sorted(up - self.numbers(player, up))
        if not self.numbers(player, up):
            return stars
        found = []
        for star in stars:
            lines = [set(line) for line in self.all_lines.values() if star in line]
            if self.rule["star_only_line"] == "not_free":
                lines = [line for line in lines if self.numbers(player, line)]
            empty = [not self.numbers(player, line & up) for line in lines]
            if any(empty) and (self.rule["star_needs"] == "one_line" or all(empty)):
                found.append(star)
        return found

    def freeing_lines(self, player: int, up: set[int], star: int) -> list[str]:
        counts = self.rule["star_only_line"] == "free" or not self.numbers(player, up)
        return [
            name
            for name, line in self.all_lines.items()
            if star in line
            and not self.numbers(player, up & set(line))
            and (counts or self.numbers(player, set(line)))
        ]

    def claims(self, player: int, up: set[int]) -> dict[str, tuple[Miss, set[int]]]:
        """Return every claim with the miss it is if not made, and what goes down."""
        found: dict[str, tuple[Miss, set[int]]] = {}
        gone = self.gone[player] if self.manual else set()
        for name, line in self.claim_lines.items():
            left = up & set(line)
            numbers = self.numbers(player, left)
            if len(numbers) != 1 or name in gone:
                continue
            for star in left - numbers:
                text = f"wild {name} {cell_name(star, self.columns)}"
                found[text] = (("wild", name), numbers | {star})
            if left == numbers:
                found[f"reward {name}"] = (("reward", name), numbers)
        for star in self.free(player, up):
            cell = cell_name(star, self.columns)
            found[f"star {cell}"] = (("star", cell), {star})
        return found

    def closed(self, player: int, up: set[int]) -> set[int]:
        """Return what automatic play leaves: lines in order, again after each; free stars last."""
        up = set(up)
        while True:
            for line in self.claim_lines.values():
                left = up & set(line)
                numbers = self.numbers(player, left)
                if len(numbers) == 1:
                    up -= numbers | set(sorted(left - numbers)[:1])
                    break
            else:
                stars = self.free(player, up)
                if not stars:
                    return up
                up -= set(stars)

    def loses(self, player: int, roll: tuple[int, int]) -> bool:
        rule, total = self.rule, sum(roll)
        if rule["loss_of_turn"] == "off":
            return False
        named = 2 * total if rule["loss_value"] == "doubled_value" and roll[0] == roll[1] else total
        copies = [cell in self.up[player] for cell, v in enumerate(self.boards[player]) if v == named]
        lost = not all(copies) if rule["loss_of_turn"] == "any_copy_down" else not any(copies)
        return bool(copies) and lost

    def sets(self, player: int, roll: tuple[int, int], relaxed: bool) -> list[tuple[int, ...]]:
        double = roll[0] == roll[1]
        total = sum(roll) * (1 + double)
        exact = self.rule["doubles" if double else "normal_roll"] == "exact" and not relaxed
        numbers = sorted(self.numbers(player, self.up[player]))
        values = self.boards[player]
        found = []
        for count in range(1, len(numbers) + 1):
            for cells in combinations(numbers, count):
                amount = sum(values[cell] for cell in cells)
                if amount == total or (amount < total and not exact):
                    found.append(cells)
        if self.rule["maximal"] == "as_many_as_possible" and found:
            most = max(map(len, found))
            found = [cells for cells in found if len(cells) == most]
        return found

    def dead(self, player: int) -> bool:
        """Return whether tiles are up that no roll could ever change."""
        up = self.up[player]
        if not up:
            return False
        rolls = [roll for roll in DICE if not self.loses(player, roll)]
        chains = self.claims(player, up)
        return not any(chains or self.sets(player, roll, False) for roll in rolls)

    @property
    def active(self) -> int:
        return (self.first + self.turn) % self.players

    def on_turn(self) -> None:
        """Begin a turn: is a board clear, is something penalised, are boards dead?"""
        self.roll = (0, 0)
        whole = self.turn % self.players == 0
        if not all(self.up) and (self.rule["game_ends"] == "at_once" or whole):
            self.over("cleared")
        elif self.misses and self.rule["penalty_when"] == "before_own_roll":
            self.phase = "penalty"
            self.next_miss()
        else:
            self.to_roll()

    def ended_by_dead_boards(self) -> bool:
        rule = self.rule["dead_board"]
        if rule == "relax" or (rule == "skip" and self.players == 1):
            return False
        dead = [self.dead(player) for player in range(self.players)]
        return any(dead) if rule == "end_game" else all(dead)

    def to_roll(self) -> None:
        self.phase = "roll"
        if not self.misses and self.ended_by_dead_boards():
            self.over("dead_board")

    def rolled(self, roll: tuple[int, int]) -> None:
        player = self.active
        self.relaxed = self.rule["dead_board"] == "relax" and self.dead(player)
        if self.loses(player, roll) and not self.relaxed:
            self.misses = []
            self.end_turn()
            return
        self.roll = roll
        if self.misses:
            self.phase = "penalty"
            self.next_miss()
        else:
            self.phase = "move"

    def end_turn(self) -> None:
        self.turn += 1
        limit = self.rule["turn_limit"]
        if limit != "none" and self.turn >= int(limit) * self.players and all(self.up):
            self.over("turn_limit")
        else:
            self.on_turn()

    def moved(self, cells: set[int]) -> None:
        player = self.active
        self.up[player] -= cells
        if not self.manual:
            self.up[player] = self.closed(player, self.up[player])
            self.end_turn()
            return
        self.last = (set(cells), set())
        self.forget_gone(player)
        self.phase = "chain"
        if not self.up[player]:
            self.note()

    def forget_gone(self, player: int) -> None:
        up = self.numbers(player, self.up[player])
        self.gone[player] = {n for n in self.gone[player] if len(up & set(self.claim_lines[n])) == 1}

    def note(self) -> None:
        """End a turn that had claims: what was not claimed is missed."""
        player = self.active
        left = {miss for miss, _ in self.claims(player, self.up[player]).values()}
        if self.rule["late_claim"] == "lost":
            self.gone[player] |= {name for kind, name in left if kind != "star"}
        if self.rule["miss_counts"] == "rewards_only":
            left = {miss for miss in left if miss[0] == "reward"}
        if self.players == 1:
            left = set()
        names = list(self.claim_lines)
        cells = [cell_name(cell, self.columns) for cell in range(self.cells)]
        self.misses = sorted(left, key=lambda miss: self.place(miss, names, cells))
        kinds = {kind for kind, _ in left}
        wanted = kinds if self.rule["big_play_for"] == "any_miss" else kinds - {"star"}
        set_only = self.rule["big_play_extent"] == "set_only"
        self.big = set(self.last[0]) | (set() if set_only else self.last[1])
        if not wanted or self.rule["big_play"] == "off":
            self.big = set()
        ups = self.up[player]
        self.lines_of = {
            miss: [miss[1]] if miss[0] != "star" else self.freeing_lines(player, ups, cells.index(miss[1]))
            for miss in left
        }
        self.end_turn()

    @staticmethod
    def place(miss: Miss, lines: list[str], cells: list[str]) -> tuple[bool, int]:
        kind, name = miss
        return kind == "star", cells.index(name) if kind == "star" else lines.index(name)

    def raisable(self, miss: Miss) -> set[tuple[str, int]]:
        owner = 1 - self.active
        down = set(range(self.cells)) - self.up[owner]
        if self.rule["penalty_tile"] == "numbers_only":
            down = self.numbers(owner, down)
        return {(name, cell) for name in self.lines_of[miss] for cell in down & set(self.all_lines[name])}

    def next_miss(self) -> None:
        if not self.big:
            self.misses = [miss for miss in self.misses if self.raisable(miss)]
        if self.misses:
            return
        self.big = set()
        if self.roll == (0, 0):
            self.to_roll()
        elif self.ended_by_dead_boards():
            self.over("dead_board")
        else:
            self.phase = "move"

    def answers(self) -> set[str]:
        asked = self.misses if self.rule["penalty_each"] == "one_tile_per_turn" else self.misses[:1]
        taken = set().union(*(self.raisable(miss) for miss in asked))
        found = {f"penalise {name} {cell_name(cell, self.columns)}" for name, cell in taken}
        if self.rule["penalty_optional"] == "yes" or not found:
            found.add(f"forgive {self.misses[0][1]}")
        return found | ({"big_play"} if self.big else set())

    def answered(self, text: str) -> None:
        owner = 1 - self.active
        if text == "big_play":
            self.up[owner] |= self.big
            self.big = set()
            if self.rule["big_play_with_penalty"] == "instead":
                self.misses = []
        elif text.startswith("penalise"):
            names = [cell_name(cell, self.columns) for cell in range(self.cells)]
            self.up[owner].add(names.index(text.split(" ")[-1]))
            self.misses = self.misses[1:] if self.rule["penalty_each"] != "one_tile_per_turn" else []
            if self.rule["big_play_with_penalty"] == "instead":
                self.big = set()
        else:
            self.misses = self.misses[1:]
        self.forget_gone(owner)
        self.next_miss()

    def over(self, how: str) -> None:
        self.ends.append(how)
        for player in range(self.players):
            values = self.boards[player]
            self.points[player] += sum(values[cell] or 25 for cell in self.up[player])
        if self.players == 1:
            self.phase = "over"
        elif self.game == 1:
            self.boards.reverse()
            self.first = 1 - self.first
            self.begin(2)
        else:
            self.round_over()

    def round_over(self) -> None:
        one, other = self.points
        if one != other:
            self.won[0 if one < other else 1] += 1
        if self.round == self.rounds:
            self.phase = "over"
            return
        self.earlier = [sum(pair) for pair in zip(self.earlier, self.points, strict=True)]
        self.next_round()

    @property
    def ended_by(self) -> str:
        """How the worst of its games ended."""
        return max(self.ends, key=["cleared", "dead_board", "turn_limit"].index)

    @property
    def returns(self) -> tuple[float, ...]:
        """What the match is worth to each of two players."""
        one, other = self.won
        return (0.0, 0.0) if one == other else (1.0, -1.0) if one > other else (-1.0, 1.0)

    @property
    def decides(self) -> int:
        """The player who decides, -1 for chance, -2 at the end."""
        if self.phase == "over":
            return -2
        if self.phase == "choose":
            return 0 if self.throws[0] > self.throws[1] else 1
        return self.active if self.phase in ("penalty", "move", "chain") else -1

    def legal(self) -> set[str]:
        """Return what the deciding player or chance may do."""
        if self.phase == "deal":
            return {f"tile {value or 's'}" for value in +self.bag}
        if self.phase == "dice-off" and self.rule["dice_off"] == "one_die_each":
            return {f"die {face}" for face in range(1, 7)}
        if self.phase in ("dice-off", "roll"):
            return {f"{low}+{high}" for low, high in DICE}
        if self.phase == "choose":
            return {"start me", "start them"}
        if self.phase == "penalty":
            return self.answers()
        if self.phase == "chain":
            return {*self.claims(self.active, self.up[self.active]), "done"}
        if self.phase == "move":
            sets = self.sets(self.active, self.roll, self.relaxed)
            found = {" ".join(cell_name(cell, self.columns) for cell in cells) for cells in sets}
            return found | ({"pass"} if not sets or self.rule["must_play"] == "may_pass" else set())
        return set()

    def take(self, text: str) -> None:
        """Do what a text says, one of `legal`."""
        phase = self.phase
        if phase == "deal":
            self.put(0 if text == "tile s" else int(text.split(" ")[1]))
            self.forced_tiles()
        elif phase == "dice-off":
            self.threw(int(text[4:]) if text.startswith("die") else sum(map(int, text.split("+"))))
        elif phase == "choose":
            self.first = self.decides if text == "start me" else 1 - self.decides
            self.begin(1)
        elif phase == "roll":
            low, high = map(int, text.split("+"))
            self.rolled((low, high))
        elif phase == "penalty":
            self.answered(text)
        elif phase == "move":
            names = [cell_name(cell, self.columns) for cell in range(self.cells)]
            self.moved({names.index(name) for name in text.split(" ")} if text != "pass" else set())
        elif text == "done":
            self.note()
        else:
            self.claimed(text)

    def claimed(self, text: str) -> None:
        player = self.active
        _, down = self.claims(player, self.up[player])[text]
        self.up[player] -= down
        self.last[1].update(down)
        self.forget_gone(player)
        if not self.up[player]:
            self.note()

    def threw(self, number: int) -> None:
        self.throws = [*self.throws, number]
        if len(self.throws) < 2:
            return
        if self.throws[0] == self.throws[1]:
            self.throws = []
        elif self.rule["starter"] == "winner_chooses":
            self.phase = "choose"
        else:
            self.first = 0 if self.throws[0] > self.throws[1] else 1
            self.begin(1)

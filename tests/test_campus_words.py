"""Every sentence about a move is read back, and each of its claims worked out by other means."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec
import pytest
from campus_cases import positions
from campus_worth_reference import Walk

from quadrangle.core.budget import Budget
from quadrangle.engines.campus import words
from quadrangle.solvers.campus import (
    OUTCOMES,
    ROLLS,
    STAR,
    Best,
    Board,
    Gain,
    Lines,
    Moves,
    Objective,
    Outcome,
    Roll,
    Rules,
    Valued,
    Worth,
    best_move,
    best_values,
    board_value,
    cells,
    estimate,
)
from quadrangle.solvers.campus.race import Race

OTHER = Board.parse("3 7 s\n2 5x 9")
"""The other player's board of the races."""
NUMBER = r"([\d,]+(?:\.\d+)?)"
TILE = r"(a star|\d+) on ([a-z]\d)"
MOVE = r"((?:[a-z]\d ?)+|pass)"


class Reader:
    """Reads what is said of one best move and checks it against boards, rolls and walks."""

    def __init__(self, found: Best, rules: Rules) -> None:
        self.found, self.rules, self.board = found, rules, found.board
        self.arrangement = found.board.arrangement
        self.walk = Walk(found.board, rules)
        self.moves = Moves(found.board, found.roll, rules)
        self.up = found.board.up
        self.said: list[str] = []

    def read(self, sentence: str) -> str:
        """Check a sentence and return the name of the pattern it follows."""
        for name, (pattern, check) in self.patterns().items():
            match = re.fullmatch(pattern, sentence)
            if match:
                check(*match.groups())
                self.said.append(name)
                return name
        raise AssertionError(f"nothing checks {sentence!r}")

    def patterns(self) -> dict[str, tuple[str, Callable[..., None]]]:
        line = r"([A-Z][a-z]+ [-a-z0-9]+)"
        return {
            "turned": (rf"Turn ({TILE}(?:(?:, | and ){TILE})*)(?:, (\d+) in all)?\.", self.turned),
            "pass": (r"Pass\.", lambda: self.passed()),
            "passed": (
                r"Nothing can be turned: (\d\+\d) asks for (\d+) (exactly|at most), "
                r"and no tiles face up make that\.",
                self.unanswered,
            ),
            "reward": (rf"{line} has only the (\d+) on (\w\d) left: it goes down as a reward\.", self.reward),
            "wild": (
                rf"{line} has only the (\d+) on (\w\d) and (a|\d+) stars? left: "
                r"the star on (\w\d) goes down as a wildcard with it\.",
                self.wild,
            ),
            "free": (r"No number is left on (.+): the star on (\w\d) goes down\.", self.free),
            "free_all": (
                r"No number is left on any line through the star on (\w\d): it goes down\.",
                self.free_all,
            ),
            "free_never": (rf"{line} never had a number: the star on (\w\d) goes down\.", self.free_never),
            "others": (r"(\d+) other sets? of tiles leaves? the same board\.", self.others),
            "lost": (r"The turn is lost: (\d\+\d) names (\d+), and (.+)\.", self.lost),
            "clear": (r"Every tile is face down: the board is clear\.", self.clear),
            "no_loss": (r"The next roll cannot lose the turn\.", lambda: self.next_loss("0", "0")),
            "sure_loss": (r"Every next roll loses the turn\.", lambda: self.next_loss("36", "100")),
            "loss": (r"The next roll loses the turn in (\d+) of 36 throws, (\S+) %\.", self.next_loss),
            "relaxed": (r"The board is dead: no roll would change it any more\. So .+\.", self.relaxed),
            "stuck": (
                r"The board is dead: no roll changes it any more, .+ It is never cleared\.",
                self.stuck,
            ),
            "points": (
                rf"(\d+) tiles? with {NUMBER} points? goe?s? down(,.*?)?\."
                r"( No other board can be reached\.)?",
                self.points,
            ),
            "clears": (r"It clears the board()([,;].*?)?\.( No other board can be reached\.)?", self.turns),
            "turns": (
                rf"It needs {NUMBER} more turns? on average([,;].*?)?\.( No other board can be reached\.)?",
                self.turns,
            ),
            "never": (
                r"The board is never cleared then(,.*?)?\.( No other board can be reached\.)?",
                self.never,
            ),
            "chance": (
                rf"It clears the board with a chance of (.+) %, then in {NUMBER} more turns? "
                r"on average([,;].*?)?\.( No other board can be reached\.)?",
                self.chance,
            ),
            "wins": (
                r"It clears the board and wins()(,.*?)?\.( No other board can be reached\.)?",
                self.race,
            ),
            "race": (
                r"It finishes first with a chance of (?:about )?(.+?) %(,.*?)?\."
                r"( No other board can be reached\.)?",
                self.race,
            ),
            "proved": (r"(Exact|Bound|Estimate).*", self.proved),
        }

    # What is done.

    def turned(self, text: str, *groups: str) -> None:
        tiles = re.findall(TILE, text)
        chosen = self.mask(tiles)
        total = groups[-1]
        assert chosen & ~self.board.up == 0
        assert sum(int(value) for value, _ in tiles) == self.outcome.total
        assert (total is not None) == (len(tiles) > 1) and (not total or int(total) == self.outcome.total)
        assert any(move.tiles == chosen for move in self.moves)
        self.up &= ~chosen

    def passed(self) -> None:
        assert self.rules.must_play == "may_pass" and not self.outcome.tiles

    def unanswered(self, roll: str, total: str, how: str) -> None:
        of = Roll.parse(roll)
        assert of == self.found.roll and int(total) == of.total
        values = [self.arrangement.values[cell] for cell in cells(self.board.up_numbers)]
        sums = {0}
        for value in values:
            sums |= {value + other for other in sums}
        assert of.total not in sums if how == "exactly" else not any(0 < s <= of.total for s in sums)

    @property
    def outcome(self) -> Outcome:
        return self.found.choices[0].outcome

    # The chain, replayed on the tiles that are up.

    def on(self, line: str) -> int:
        lines = Lines.parse(self.rules.lines, self.arrangement.columns, self.arrangement.rows)
        (cells_of,) = [one.mask for one in (*lines.claims, *lines.stars) if one.name == line.lower()]
        return cells_of

    def reward(self, line: str, value: str, cell: str) -> None:
        left = self.up & self.on(line)
        assert left == self.mask([(value, cell)])
        self.up &= ~left

    def wild(self, line: str, value: str, cell: str, stars: str, star: str) -> None:
        number, one = self.mask([(value, cell)]), self.mask([("a star", star)])
        left = self.up & self.on(line)
        assert left & self.arrangement.numbers == number and left & one
        assert (left & self.arrangement.stars).bit_count() == (1 if stars == "a" else int(stars))
        self.up &= ~(number | one)

    def free(self, where: str, star: str) -> None:
        one = self.mask([("a star", star)])
        on = self.arrangement.tiles if where == "the board" else self.on(where)
        assert not self.up & on & self.arrangement.numbers and self.up & one & on
        self.up &= ~one

    def free_all(self, star: str) -> None:
        one = self.mask([("a star", star)])
        lines = Lines.parse(self.rules.lines, self.arrangement.columns, self.arrangement.rows)
        for line in (*lines.claims, *lines.stars):
            assert not line.mask & one or not line.mask & self.up & self.arrangement.numbers
        assert self.up & one
        self.up &= ~one

    def free_never(self, line: str, star: str) -> None:
        one = self.mask([("a star", star)])
        assert not self.on(line) & self.arrangement.numbers and self.on(line) & one & self.up
        self.up &= ~one

    def mask(self, tiles: list[tuple[str, str]]) -> int:
        found = 0
        for value, name in tiles:
            cell = next(k for k in range(len(self.arrangement.values)) if self.arrangement.name(k) == name)
            assert self.arrangement.values[cell] == (STAR if value == "a star" else int(value))
            found |= 1 << cell
        return found

    def others(self, also: str) -> None:
        ends = [outcome.up for outcome in self.moves.outcomes()]
        assert ends.count(self.outcome.up) - 1 == int(also)

    # Rolls and boards.

    def lost(self, roll: str, number: str, which: str) -> None:
        of = Roll.parse(roll)
        assert self.moves.lost and of == self.found.roll
        assert int(number) == (of.total if self.rules.loss_value == "doubled_value" else of.sum)
        copies = [k for k, value in enumerate(self.arrangement.values) if value == int(number)]
        down = {self.arrangement.name(k) for k in copies if self.board.down >> k & 1}
        assert set(re.findall(r"[a-z]\d(?!\w)", which.replace(f"{number}s", ""))) == down
        every = re.match(r"(the|both|all)", which)
        assert (every is not None) == (len(down) == len(copies))

    def clear(self) -> None:
        assert not self.board.up

    def next_loss(self, throws: str, percent: str) -> None:
        after = self.board.with_up(self.outcome.up)
        lost = sum(roll.ways for roll in ROLLS if Moves(after, roll, self.rules).lost)
        assert lost == int(throws)
        assert float(percent) == pytest.approx(100 * lost / 36, abs=0.05)

    def changes(self, up: int, relaxed: bool) -> bool:
        """Return whether some roll changes a board, with or without the help that dead ones get."""
        rules = self.rules if relaxed else msgspec.structs.replace(self.rules, dead_board="skip")
        for roll, _ in OUTCOMES:
            moves = Moves(self.board.with_up(up), roll, rules)
            if not moves.lost and any(outcome.up != up for outcome in moves.outcomes()):
                return True
        return False

    def relaxed(self) -> None:
        up = self.board.up if not self.said else self.outcome.up
        assert not self.changes(up, relaxed=False) and self.changes(up, relaxed=True)

    def stuck(self) -> None:
        up = self.board.up if not self.said else self.outcome.up
        assert not self.changes(up, relaxed=True)

    # What it is worth, and how it compares.

    def points(self, tiles: str, points: str, compared: str | None, alone: str | None) -> None:
        down = self.outcome.down
        assert int(tiles) == down.bit_count() and whole(points) == self.points_on(down)
        every = [(o.down.bit_count(), self.points_on(o.down), o.up) for o in self.moves.outcomes()]
        assert max(every)[:2] == (int(tiles), whole(points))
        rest = [pair for pair in every if pair[2] != self.outcome.up]
        assert bool(rest) != bool(alone) and bool(rest) == bool(compared)
        if compared is None:
            return
        best, other = (int(tiles), whole(points)), max(rest)[:2]
        if best == other:
            assert compared.startswith(", as much as the next best, ")
        elif best[0] != other[0]:
            assert compared.startswith(
                f", {words.plural(best[0] - other[0], 'tile')} more than the next best, "
            )
        else:
            assert compared.startswith(
                f", {words.plural(best[1] - other[1], 'point')} more than the next best, "
            )
        named = self.end_of(compared)
        assert (named.down.bit_count(), self.points_on(named.down)) == other

    def points_on(self, tiles: int) -> int:
        values = [self.arrangement.values[cell] for cell in cells(tiles)]
        return sum(25 if value == STAR else value for value in values)

    def end_of(self, compared: str) -> Outcome:
        name = compared.split("the next best, ")[1].split(",")[0].strip()
        return next(outcome for outcome in self.moves.outcomes() if str(outcome.move) == name)

    def turns(self, text: str, compared: str | None, alone: str | None) -> None:
        worth = self.worths(self.outcome.up)
        if text:
            assert worth[0] == 1 and worth[1] == pytest.approx(amount(text), abs=0.005001)
        else:
            assert not self.outcome.up
        self.compare(compared, bool(alone))

    def never(self, compared: str | None, alone: str | None) -> None:
        assert self.worths(self.outcome.up)[0] == 0
        self.compare(compared, bool(alone))

    def chance(self, percent: str, text: str, compared: str | None, alone: str | None) -> None:
        chance, turns = self.worths(self.outcome.up)
        check_percent(percent, chance)
        assert amount(text) == pytest.approx(turns, abs=0.005001)
        self.compare(compared, bool(alone))

    def worths(self, up: int) -> tuple[float, float]:
        missed, turns = self.walk.worth(up)
        return float(1 - missed), float(turns / (1 - missed)) if missed < 1 else math.inf

    def compare(self, compared: str | None, alone: bool) -> None:
        """Check the end of a sentence against the best of all other boards."""
        rest = {o.up for o in self.moves.outcomes()} - {self.outcome.up}
        assert bool(rest) != alone and bool(rest) == bool(compared)
        if compared is None:
            return
        mine, other = self.walk.worth(self.outcome.up), min(map(self.walk.worth, rest))
        assert mine <= other and self.walk.worth(self.end_of(compared).up) == other
        if mine == other:
            assert compared.startswith(", as good as the next best, ")
        elif mine[0] != other[0] and self.rules.dead_board != "relax":
            chance = compared.replace("; the chance to clear the board is", ",").replace("with ", "")
            check_more(chance, "percentage points more", 100 * float(other[0] - mine[0]), 0.1)
        elif other[0] == 1:
            assert re.fullmatch(rf"; after the next best, {MOVE}, the board is never cleared", compared)
        else:
            unit = "turns? fewer" if self.outcome.up else "turns? sooner"
            gain = (other[1] - mine[1]) / (1 - mine[0])
            check_more(compared.replace(", on average", ","), unit, float(gain), 0.01)
            assert (" turn " in compared) == (gain == 1)

    def race(self, percent: str, compared: str | None, alone: str | None) -> None:
        race = Race(self.board, OTHER, self.rules)
        likely = {o.up: race.after(o.up).likely for o in self.moves.outcomes()}
        mine = likely.pop(self.outcome.up)
        if percent:
            check_percent(percent, mine)
        else:
            assert mine == 1 and not self.outcome.up
        assert bool(likely) != bool(alone) and bool(likely) == bool(compared)
        if compared is None:
            return
        other = max(likely.values())
        assert mine >= other and likely[self.end_of(compared).up] == other
        if mine == other:
            assert compared.startswith(", as good as the next best, ")
        else:
            check_more(compared, "percentage points more", 100 * float(mine - other), 0.1)

    def proved(self, word: str) -> None:
        assert word.lower() == self.found.proof


def whole(text: str) -> int:
    return int(text.replace(",", ""))


def amount(text: str) -> float:
    return float(text.replace(",", ""))


def check_percent(text: str, chance: Fraction | float) -> None:
    if text.startswith("less than "):
        assert 0 < chance < 0.001
    elif text.startswith("more than "):
        assert 0.999 < chance < 1
    else:
        assert float(text) == pytest.approx(100 * float(chance), abs=0.0501)
        assert (text in ("0", "100")) == (chance in (0, 1))


def check_more(compared: str, unit: str, more: float, least: float) -> None:
    assert more > 0
    match = re.match(rf", (less than )?{NUMBER} {unit} than ", compared)
    assert match is not None
    if match[1]:
        assert amount(match[2]) == least and more < least
    else:
        assert amount(match[2]) == pytest.approx(more, abs=least / 2 + 1e-9) and amount(match[2]) > 0


RULINGS = [
    {},
    {"normal_roll": "at_most"},
    {"dead_board": "skip"},
    {"dead_board": "end_game", "loss_of_turn": "any_copy_down"},
    {"must_play": "may_pass", "loss_value": "doubled_value"},
    {"star_needs": "all_lines", "doubles": "exact"},
    {"lines": "none"},
    {"maximal": "as_many_as_possible", "lines": "short_diagonals_for_stars"},
]


def said_of(ruling: Rules, objective: Objective, count: int, most: int = 7) -> Iterator[str]:
    """Check all that is said of some positions and yield the kinds of the sentences."""
    for number, board in enumerate(positions(count, seed=31, rules=ruling, most=most)):
        first = (5 * number + 4) % len(ROLLS)
        rolls = [*ROLLS[first:], *ROLLS[:first]]
        roll = next((roll for roll in rolls[:-1] if len(Moves(board, roll, ruling)) > 1), rolls[-1])
        found = best_move(board, roll, ruling, objective, opponent=OTHER).value
        reader = Reader(found, ruling)
        for sentence in words.explained(found, ruling):
            yield reader.read(sentence)
        if found.choices:
            assert reader.up == reader.outcome.up


@pytest.mark.parametrize("chosen", RULINGS, ids=str)
@pytest.mark.parametrize("objective", ["turns", "points"])
def test_what_is_said_of_a_move_is_so(chosen: dict[str, str], objective: Objective) -> None:
    said = set(said_of(msgspec.convert(chosen, Rules), objective, 40))
    assert {"turned", "proved"} <= said


def test_what_is_said_of_a_race_is_so() -> None:
    assert {"turned", "race", "proved"} <= set(said_of(Rules(), "race", 16, most=8))


HAND = [
    # The ruling, the board, the roll, and kinds of sentences that have to be among what is said.
    ({}, "11 5 3\n2 1 24\n6 8 s", "5+6", {"reward", "wild", "others", "clears"}),
    ({}, "7x s\ns 4x", "6+6", {"passed", "free", "clears"}),
    ({}, "11x 5\n2 24", "5+6", {"lost"}),
    ({}, "11x 5 11x\n2 24 11x", "5+6", {"lost"}),
    ({"loss_of_turn": "any_copy_down"}, "11x 5 11\n2 24 9", "5+6", {"lost"}),
    ({}, "11x 5x", "5+6", {"clear"}),
    ({"lines": "none"}, "2x 3x 4x 5x 6x 7x 8x 9x 10x 11x 12x 24 23", "6+6", {"relaxed", "turned"}),
    ({"lines": "none", "dead_board": "skip"}, "12x 24 3x", "5+6", {"passed", "stuck", "never"}),
    ({"lines": "none"}, "99 98", "6+6", {"stuck", "never", "passed", "no_loss"}),
    ({"star_needs": "all_lines"}, "s 3 4\n5 2 4\n9x 7 8", "1+1", {"turned"}),
    ({"must_play": "may_pass", "lines": "none"}, "2 24 3x 4x 5x 6x 7x 8x", "1+1", {"proved"}),
    ({"lines": "none", "loss_of_turn": "off"}, "3 4", "1+2", {"no_loss", "turns"}),
]


@pytest.mark.parametrize(("chosen", "text", "roll", "kinds"), HAND)
def test_each_kind_of_sentence_is_said_where_it_belongs(
    chosen: dict[str, str], text: str, roll: str, kinds: set[str]
) -> None:
    ruling = msgspec.convert(chosen, Rules)
    found = best_move(Board.parse(text), Roll.parse(roll), ruling).value
    reader = Reader(found, ruling)
    assert kinds <= {reader.read(sentence) for sentence in words.explained(found, ruling)}


def test_stars_are_said_to_go_for_the_reason_there_is() -> None:
    for chosen, text, wanted in (
        (
            {"star_needs": "all_lines"},
            "s 3x 4x 5x\n5x 2x 4 6\n9x 7 8x 9\n1x 3 2 1x",
            "No number is left on any line",
        ),
        ({}, "s s 4\n5 2 4\n9 7 8", "Row 1 has only the 4 on c1 and 2 stars left: "),
        ({}, "s s s\n5 2 4\n9 7 8", "Row 1 never had a number: the star on a1 goes down."),
    ):
        ruling = msgspec.convert(chosen, Rules)
        board = Board.parse(text)
        chains = Moves(board, Roll.parse("1+1"), ruling).chains
        steps = chains.steps(board.up)
        outcome = Outcome(
            board.arrangement, 0, 0, board.up & ~chains.closed(board.up), chains.closed(board.up)
        )
        said = words.chain(outcome, steps, ruling)
        assert len(said) == len(steps)
        assert any(one.startswith(wanted) for one in said)


@pytest.mark.parametrize("chosen", RULINGS[:4], ids=str)
def test_what_is_said_of_a_board_is_so(chosen: dict[str, str]) -> None:
    ruling = msgspec.convert(chosen, Rules)
    for board in positions(30, seed=41, rules=ruling, most=7):
        found = board_value(board, ruling).value
        missed, turns = Walk(board, ruling).worth(board.up)
        said = words.value(found)
        if missed == 1:
            assert said == "The board is never cleared, however it is played."
        elif missed:
            match = re.fullmatch(
                rf"The board is cleared with a chance of (.+) %, then in {NUMBER} turns? on average\.", said
            )
            assert match is not None
            check_percent(match[1], 1 - missed)
            assert amount(match[2]) == pytest.approx(float(turns / (1 - missed)), abs=0.005001)
        else:
            match = re.fullmatch(rf"The board needs {NUMBER} turns? on average\.", said)
            assert match is not None and amount(match[1]) == pytest.approx(float(turns), abs=0.005001)
        assert words.value_proved(found) == "Exact: every line of play was weighed, in fractions."
    assert words.value(board_value(Board.parse("1x"), ruling).value) == words.CLEAR


def test_a_rounding_error_is_never_said_to_be_less() -> None:
    for error in (1e-6, 1.0000001e-6, 9.5e-7, 3.2e-3, 0.5, 1.7e-9):
        said = float(words.bound(error))
        assert error <= said <= 2 * error * 1.01
    assert words.bound(0.0) == "0"


def test_tables_are_said_to_be_exact_to_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_values, "SMALL_TILES", 0)
    found = best_move(Board.parse("11 5 3\n2 1 24\n6 8 s"), Roll.parse("1+2"), Rules()).value
    match = re.fullmatch(
        r"Exact: every line of play was weighed; by rounding turns are off by (\S+) at most\.",
        words.proved(found),
    )
    assert match is not None and float(match[1]) >= found.error > 0


def test_an_estimate_is_said_to_be_one_with_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_values, "SMALL_TILES", 0)
    monkeypatch.setattr(estimate, "FRACTION_TILES", 4)
    board = next(b for b in positions(60, seed=5, most=14) if b.up_numbers.bit_count() == 14)
    found = best_move(board, Roll.parse("6+6"), Rules(), budget=Budget(bytes=100)).value
    assert found.how == "search"
    worth = found.choices[0].worth
    match = re.match(
        rf"Estimate {NUMBER} ± {NUMBER} turns \(95 %\): .*, (\d+) boards? compared", words.proved(found)
    )
    assert match is not None
    middle, wide = amount(match[1]), amount(match[2])
    assert (middle - wide, middle + wide) == pytest.approx((worth.low, worth.high), abs=0.0101)
    assert int(match[3]) == len(found.choices)
    assert words.why(found).startswith(f"Games played on from there take {match[1]} more turns on average")
    value = board_value(board, Rules(), budget=Budget(bytes=100)).value
    assert words.value_proved(value).startswith(f"Estimate {value.value:.2f} ± ")
    assert words.value(value) == f"Games played out from here take {value.value:.2f} turns on average."
    spent = best_move(board, Roll.parse("6+6"), Rules(), budget=Budget(bytes=100, nodes=0)).value
    assert words.why(spent) == "How many turns it needs is not known."
    assert words.proved(spent).startswith("Nothing is proved")


def raced(proof: str, worth: Worth, gain: Gain | None, how: str = "race") -> Best:
    found = best_move(Board.parse("11 5 3\n2 1 24\n6 8 s"), Roll.parse("5+6"), Rules(), "points").value
    choices = tuple(msgspec.structs.replace(choice, worth=worth) for choice in found.choices)
    assert len(choices) > 1
    return msgspec.structs.replace(found, objective="race", choices=choices, proof=proof, how=how, gain=gain)


def test_a_race_says_exactly_what_is_proved() -> None:
    half = raced("bound", Worth(0.5, 0.412, 0.583), Gain("finishing", 0.1, -0.2, 0.3))
    said = words.proved(half)
    assert said.startswith("Bound: the chance lies between 41.2 % and 58.3 %")
    assert words.why(half).startswith(
        "It finishes first with a chance of about 50.0 %, which is not told apart"
    )
    guess = raced("estimate", Worth(0.5, 0.0, 1.0), Gain("finishing", 0.1, 0.05, 0.15))
    assert words.proved(guess).startswith("Estimate: ")
    assert ", 10.0 percentage points more than the next best, " in words.why(guess)
    exact = raced("exact", Worth(0.25, 0.25, 0.25), Gain("finishing", 0.0, 0.0, 0.0))
    assert "about" not in words.why(exact) and ", as good as the next best, " in words.why(exact)
    assert words.proved(exact).startswith("Exact: both players play as well as can be")
    rounded = msgspec.structs.replace(exact, what="value_rounded")
    assert words.proved(rounded) == words.proved(exact)[:-1] + ", to less than a millionth."
    none = raced("estimate", Worth(0.5, 0.0, 1.0), None, "static")
    assert words.why(none) == "How likely it finishes first is not known."
    assert words.proved(none).startswith("Nothing is proved")


def test_that_all_games_cleared_a_board_is_said_where_it_may_die() -> None:
    found = Valued(12.5, 12.0, 13.0, proof="estimate", how="search")
    assert words.value(found) == "Games played out from here take 12.50 turns on average."
    cleared = msgspec.structs.replace(found, chance=1.0)
    assert (
        words.value(cleared) == "All games played out from here clear the board, in 12.50 turns on average."
    )
    assert words.worth(False, cleared, "search") == (
        "All games played on from there clear the board, in 12.50 more turns on average."
    )


def test_a_guess_is_not_said_to_come_from_games() -> None:
    guess = Valued(12.5, 1.0, math.inf, proof="estimate", how="search")
    assert words.value(guess) == "The board needs about 12.50 turns on average."
    assert words.worth(False, guess, "search") == "It needs about 12.50 more turns on average."
    assert words.value_proved(guess).startswith("Estimate without an interval: ")
    dies = msgspec.structs.replace(guess, chance=0.625)
    assert words.value(dies) == (
        "The board is cleared with a chance of about 62.5 %, then in about 12.50 turns on average."
    )
    assert words.worth(False, dies, "search") == (
        "It clears the board with a chance of about 62.5 %, then in about 12.50 more turns on average."
    )


def test_an_unknown_value_is_said_to_be_unknown() -> None:
    unknown = Valued(math.inf, 1.0, math.inf, proof="estimate", how="static")
    assert words.value(unknown) == "How many turns the board needs is not known."
    assert words.value_proved(unknown).startswith("Nothing is proved")


def test_chances_are_certain_only_where_they_are() -> None:
    assert [words.percent(x) for x in (0, 1, Fraction(5, 36), 1e-9, 1 - 1e-9)] == [
        "0 %",
        "100 %",
        "13.9 %",
        "less than 0.1 %",
        "more than 99.9 %",
    ]

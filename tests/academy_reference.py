"""Abstract Academy played slowly, straight from its rulebook: plain dictionaries, sets and floods.

A game is a generator. It yields who decides, the phase, and what may be done, and is sent what was done; what
leaves no choice it does by itself. Nothing of the engine or of the solvers is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Cell = tuple[int, int]
"""Row and column, counted from the north and from the west; the first card of a round lies on (0, 0)."""
Quadrants = dict[Cell, str]
Question = tuple[str, str, dict[str, Fraction]]
"""Who decides (a letter, or `chance`), the phase, and each text with its chance, 0 where a player decides."""
Steps = Generator[Question, str, Any]

COLOURS = {"blue": "B", "red": "R", "yellow": "Y"}
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
SEATS = {2: {"A": "south", "B": "north"}, 4: {"A": "south", "B": "west", "C": "north", "D": "east"}}


def floods(area: Quadrants, colours: str = "BRY") -> list[set[Cell]]:
    """Return the colour areas of some colours, by flooding."""
    left = {cell for cell, colour in area.items() if colour in colours}
    found = []
    while left:
        first = left.pop()
        flood, edge = {first}, [first]
        while edge:
            row, column = edge.pop()
            for down, right in SIDES:
                other = (row + down, column + right)
                if other in left and area[other] == area[first]:
                    left.remove(other)
                    flood.add(other)
                    edge.append(other)
        found.append(flood)
    return found


def neighbours(cell: Cell, cells: set[Cell]) -> list[Cell]:
    return [other for down, right in SIDES if (other := (cell[0] + down, cell[1] + right)) in cells]


def reach(start: Cell, cells: set[Cell]) -> dict[Cell, int]:
    """Return the quadrants that can be reached within cells, with how many steps it takes."""
    found = {start: 0}
    for cell in (queue := [start]):
        for other in neighbours(cell, cells):
            if other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def longest_path(flood: set[Cell]) -> int:
    """Return the quadrants of the longest path that uses none twice, trying every path that may be longer."""
    best = 0

    def walk(cell: Cell, free: set[Cell], length: int) -> None:
        nonlocal best
        best = max(best, length)
        if length + len(reach(cell, free | {cell})) - 1 <= best:
            return
        for other in sorted(neighbours(cell, free), key=lambda one: len(neighbours(one, free))):
            walk(other, free - {other}, length + 1)

    for cell in sorted(flood, key=lambda one: (len(neighbours(one, flood)), one)):
        if best < len(flood):
            walk(cell, flood - {cell}, 1)
    return best


def longest_line(area: Quadrants, colour: str) -> int:
    best = 0
    for row, column in area:
        for down, right in ((0, 1), (1, 0)):
            length = 0
            while area.get((row + down * length, column + right * length)) == colour:
                length += 1
            best = max(best, length)
    return best


def largest(area: Quadrants, colour: str) -> int:
    return max(map(len, floods(area, colour)), default=0)


def value(goal: str, area: Quadrants, width: int, rules: dict[str, str]) -> int:
    """Return what a goal counts in an area as its owner sees it, `width` quadrants wide."""
    name, _, colour = goal.partition(":")
    counts = Counter(area.values())
    if name == "largest_area":
        return largest(area, colour)
    if name == "most_areas":
        return len(floods(area, colour))
    if name == "most_quadrants":
        return counts[colour]
    if name == "longest_line":
        return longest_line(area, colour)
    if name == "solid_blocks":
        return sum(
            all(area.get((row + down, column + right)) == colour for down in (0, 1) for right in (0, 1))
            for row, column in area
        )
    if name == "longest_colour_path":
        if rules["path"] == "simple_path":
            return max(map(longest_path, floods(area)), default=0)
        return max(
            (1 + max(reach(one, flood).values()) for flood in floods(area) for one in flood), default=0
        )
    if name == "balanced_composition":
        numbers = [
            counts[one] for one in "BRY" if counts[one] or rules["balance_absent_colour"] == "counts_0"
        ]
        return max(numbers, default=0) - min(numbers, default=0)
    if name == "largest_single_area":
        return max(map(len, floods(area)), default=0)
    if name == "patchwork":
        return len(floods(area))
    if name == "pointillism":
        return sum(len(flood) == 1 for flood in floods(area))
    if name == "mirror":
        return sum(
            area.get((row, width - 1 - column)) == colour
            for (row, column), colour in area.items()
            if column < width // 2
        )
    assert name == "harmony", goal
    return min(largest(area, one) for one in "BRY")


def normal(cells: Iterable[Cell]) -> frozenset[Cell]:
    cells = set(cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def shapes(pattern: str, rules: dict[str, str]) -> set[frozenset[Cell]]:
    """Return a pattern in every way it may be turned."""
    drawn = {
        (row, column)
        for row, text in enumerate(pattern.split("/"))
        for column, letter in enumerate(text)
        if letter == "X"
    }
    found = set()
    for _ in range(4):
        drawn = {(column, -row) for row, column in drawn}
        found.add(normal(drawn))
        if rules["pattern_turns"] == "rotations_and_reflections":
            found.add(normal((row, -column) for row, column in drawn))
    return found


def shows(pattern: str, area: Quadrants, rules: dict[str, str]) -> bool:
    """Return whether the pattern is there."""
    forms = shapes(pattern, rules)
    rows, columns = {row for row, _ in area}, {column for _, column in area}
    if rules["pattern_test"] == "exact":
        return any(normal(flood) in forms for flood in floods(area))
    return any(
        {(row + top, column + left) for row, column in form} <= flood
        for flood in floods(area)
        for form in forms
        for top in rows
        for left in columns
    )


def quarter(card: str) -> str:
    """Return a card turned clockwise by a quarter."""
    top, bottom = card.split("/")
    return f"{bottom[0]}{top[0]}/{bottom[1]}{top[1]}"


def faces(card: str, landscape: bool, rules: dict[str, str]) -> set[str]:
    """Return the ways in which a card may lie in an orientation."""
    first = quarter(card) if landscape else card
    return {first} | ({quarter(quarter(first))} if rules["half_turn"] == "allowed" else set())


class Reference:
    """A game of Abstract Academy."""

    def __init__(self, players: int, rules: dict[str, str], box: Any) -> None:
        self.rules = rules
        self.seats = SEATS[players]
        self.letters = "ABCD"[:players]
        self.size: int = box.grid.two_players if players == 2 else box.grid.four_players
        self.hand_size = box.hand.cards
        self.deck: Counter[str] = Counter()
        for canvas in box.canvas:
            # Cards that differ by half a turn are the same card, if they may be turned.
            self.deck[min(faces(canvas.card, False, rules))] += canvas.count
        self.assignments = {
            letter: [card.goal for card in box.assignment if card.goal.endswith(f":{letter}")]
            for letter in COLOURS.values()
        }
        self.instructors = [card.goal for card in box.instructor]
        self.patterns = {card.name: card.pattern for card in box.inspiration}
        self.inspiration_deck = list(self.patterns)
        self.discards: Counter[str] = Counter()
        self.shuffles = 0
        self.hands: dict[str, list[tuple[str, int]]] = {one: [] for one in self.letters}
        self.inspirations: dict[str, list[str]] = {one: [] for one in self.letters}
        self.answers: dict[str, list[str]] = {}
        self.gone: list[str] = []
        self.taken = {one: [0, 0, 0] for one in self.letters}
        self.pet = ""
        self.round = 0
        self.turns = 0
        self.goals: list[str] = []
        self.used: list[str] = []
        self.judged = 0
        self.canvas: dict[Cell, tuple[str, str]] = {}
        self.landscape: bool | None = None
        self.start = ""

    def chance(self, phase: str, texts: Counter[str]) -> Steps:
        """Ask chance, unless all that may happen is the same."""
        total = sum(texts.values())
        odds = {text: Fraction(count, total) for text, count in texts.items() if count}
        if len(odds) == 1:
            return next(iter(odds))
        return (yield "chance", phase, odds)

    def ask(self, player: str, phase: str, texts: Iterable[str]) -> Steps:
        return (yield player, phase, dict.fromkeys(texts, Fraction(0)))

    def clockwise(self) -> list[str]:
        """Return the players from the Pet's holder on."""
        at = self.letters.index(self.pet)
        return [*self.letters[at:], *self.letters[:at]]

    def play(self) -> Steps:
        yield from self.deal()
        if self.rules["first_pet"] == "seat_0":
            self.pet = "A"
        else:
            text = yield from self.chance("pet", Counter(f"pet {one}" for one in self.letters))
            self.pet = text[-1]
        for self.round in (1, 2, 3):
            yield from self.play_round()

    def deal(self) -> Steps:
        self.round = 1
        for player in self.letters:
            for _ in range(self.hand_size):
                yield from self.draw(player, "deal")

    def draw(self, player: str, phase: str) -> Steps:
        self.shuffle()
        if not self.deck.total():
            return
        text = yield from self.chance(phase, Counter({f"card {card}": n for card, n in self.deck.items()}))
        card = text.removeprefix("card ")
        assert self.deck[card]
        self.deck[card] -= 1
        self.hands[player].append((card, self.shuffles))
        self.shuffle_early()

    def shuffle(self) -> None:
        """Make a deck of the discards if there is none."""
        if not self.deck.total() and self.discards.total():
            self.deck, self.discards = self.discards, Counter()
            self.shuffles += 1

    def shuffle_early(self) -> None:
        if self.rules["reshuffle"] == "as_soon_as_it_is_empty":
            self.shuffle()

    def play_round(self) -> Steps:
        self.turns = 0
        self.judged = 0
        self.goals = []
        for player in self.clockwise():
            if self.inspiration_deck:
                names = Counter(f"inspiration {name}" for name in self.inspiration_deck)
                text = yield from self.chance("inspire", names)
                name = text.removeprefix("inspiration ")
                self.inspiration_deck.remove(name)
                self.inspirations[player].append(name)
        yield from self.set_goals()
        if len(self.letters) == 4:
            yield from self.lay_start_card()
        yield from self.take_turns()
        yield from self.show_inspirations()
        for goal in self.goals:
            yield from self.decide(goal)
            self.judged += 1
        if self.round < 3:
            self.discard()

    def discard(self) -> None:
        self.discards.update(card for card, _ in self.canvas.values())
        self.canvas = {}
        self.landscape = None
        self.start = ""
        self.used += self.goals
        self.goals = []
        self.judged = 0
        self.shuffle_early()

    def set_goals(self) -> Steps:
        if self.round == 1:
            yield from self.set_assignments(3, self.rules["goal_order"] == "named_then_revealed", True)
        elif self.round == 3:
            yield from self.set_assignments(2, True, self.rules["round3_colours"] == "different")
        for _ in range({1: 0, 2: 2, 3: 1}[self.round]):
            if self.instructors:
                yield from self.reveal(self.instructors)
        if self.rules["goal_order"] == "arranged_after_reveal":
            yield from self.arrange()
        if self.rules["goal_order"] == "fixed_blue_red_yellow":
            self.goals.sort(key=lambda goal: "BRY".index(goal[-1]) if ":" in goal else 3)

    def set_assignments(self, number: int, named: bool, different: bool) -> Steps:
        colours = [one for one in COLOURS if self.assignments[COLOURS[one]]]
        for _ in range(number):
            if not colours:
                return
            colour = colours[0]
            if named and len(colours) > 1:
                texts = [f"name {one}" for one in colours]
                colour = (yield from self.ask(self.pet, "name", texts)).removeprefix("name ")
            yield from self.reveal(self.assignments[COLOURS[colour]])
            colours = [
                one
                for one in COLOURS
                if self.assignments[COLOURS[one]] and one in colours and not (different and one == colour)
            ]

    def reveal(self, deck: list[str]) -> Steps:
        text = yield from self.chance("reveal", Counter(f"goal {goal}" for goal in deck))
        goal = text.removeprefix("goal ")
        deck.remove(goal)
        self.goals.append(goal)

    def arrange(self) -> Steps:
        lying = [goal for goal in self.goals if ":" in goal] or self.goals
        if len(lying) > 1:
            texts = [f"arrange {' '.join(order)}" for order in permutations(lying)]
            text = yield from self.ask(self.pet, "arrange", texts)
            self.goals[: len(lying)] = text.split(" ")[1:]

    def lays(self, cards: Iterable[str]) -> set[str]:
        ways = (False,) if self.rules["first_orientation"] == "portrait" else (False, True)
        return {
            f"lay {face} {'landscape' if way else 'portrait'}"
            for card in cards
            for way in ways
            for face in faces(card, way, self.rules)
        }

    def lay_start_card(self) -> Steps:
        self.shuffle()
        if not self.deck.total():
            return
        text = yield from self.chance("start", Counter({f"card {card}": n for card, n in self.deck.items()}))
        card = text.removeprefix("card ")
        self.deck[card] -= 1
        self.shuffle_early()
        if self.rules["start_card"] == "portrait":
            self.canvas[0, 0] = (card, card)
            self.landscape = False
            return
        self.start = card
        text = yield from self.ask(self.pet, "turn", self.lays([card]))
        _, face, way = text.split(" ")
        self.start = ""
        self.canvas[0, 0] = (card, face)
        self.landscape = way == "landscape"

    def take_turns(self) -> Steps:
        order = self.clockwise()
        while len(self.canvas) < self.size**2 and any(self.hands.values()):
            player = order[self.turns % len(order)]
            holds = bool(self.hands[player])
            yield from self.place(player)
            self.turns += 1
            full = len(self.canvas) == self.size**2
            if holds and (not full or self.rules["draw_after_last"] == "yes"):
                yield from self.draw(player, "draw")

    def place(self, player: str) -> Steps:
        hand = self.hands[player]
        if not hand:
            yield from self.ask(player, "place", ["pass"])
            return
        if not self.canvas:
            text = yield from self.ask(player, "place", self.lays(card for card, _ in hand))
            _, face, way = text.split(" ")
            self.landscape = way == "landscape"
            cell = (0, 0)
        else:
            assert self.landscape is not None
            lying = {face for card, _ in hand for face in faces(card, self.landscape, self.rules)}
            cells = {self.name(cell): cell for cell in self.allowed(player)}
            texts = [f"place {face} {name}" for face in lying for name in cells]
            text = yield from self.ask(player, "place", texts)
            _, face, name = text.split(" ")
            cell = cells[name]
        # Of cards that look alike the one held longest is played.
        able = [one for one in hand if face in faces(one[0], self.landscape, self.rules)]
        held = min(able, key=lambda one: one[1])
        hand.remove(held)
        self.canvas[cell] = (held[0], face)

    def name(self, cell: Cell) -> str:
        return f"{'abcdefghi'[cell[1] + self.size - 1]}{cell[0] + self.size}"

    def bounds(self, cells: Iterable[Cell]) -> tuple[int, int, int, int]:
        cells = list(cells)
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        return min(rows), max(rows), min(columns), max(columns)

    def open_cells(self) -> set[Cell]:
        found = set()
        for row, column in self.canvas:
            for down, right in SIDES:
                cell = (row + down, column + right)
                if cell not in self.canvas:
                    top, bottom, left, east = self.bounds([*self.canvas, cell])
                    if bottom - top < self.size and east - left < self.size:
                        found.add(cell)
        return found

    def locked(self, axis: int) -> bool:
        """Return whether rows (0) or columns (1) have their edges."""
        if self.rules["lock"] == "full_line":
            lines = Counter(cell[1 - axis] for cell in self.canvas)
            return max(lines.values()) == self.size
        return len({cell[axis] for cell in self.canvas}) == self.size

    def owners(self, cell: Cell) -> set[str]:
        """Return whose home row a cell is in."""
        top, bottom, left, right = self.bounds(self.canvas)
        rows, columns = self.locked(0), self.locked(1)
        lies = {
            "north": rows and cell[0] == top,
            "south": rows and cell[0] == bottom,
            "west": columns and cell[1] == left,
            "east": columns and cell[1] == right,
        }
        return {player for player, side in self.seats.items() if lies[side]}

    def allowed(self, player: str) -> set[Cell]:
        cells = self.open_cells()

        def may(cell: Cell) -> bool:
            owners = self.owners(cell)
            if self.rules["corner_home"] == "either_owner":
                return not owners or player in owners
            return owners <= {player}

        return {cell for cell in cells if may(cell)} or cells

    def quadrants(self) -> Quadrants:
        """Return the canvas by quadrants, row 0 and column 0 being at the edges."""
        top, _, left, _ = self.bounds(self.canvas) if self.canvas else (0, 0, 0, 0)
        return {
            (2 * (row - top) + down, 2 * (column - left) + right): face.split("/")[down][right]
            for (row, column), (_, face) in self.canvas.items()
            for down in (0, 1)
            for right in (0, 1)
        }

    def area(self, player: str) -> tuple[Quadrants, int]:
        """Return a scoring area as its owner sees it, and its width in quadrants."""
        drawn = self.quadrants()
        height = 1 + max((row for row, _ in drawn), default=-1)
        width = 1 + max((column for _, column in drawn), default=-1)
        # Turn the whole canvas so that the owner's edge is at the bottom.
        for _ in range({"south": 0, "east": 1, "north": 2, "west": 3}[self.seats[player]]):
            drawn = {(column, height - 1 - row): colour for (row, column), colour in drawn.items()}
            height, width = width, height
        return {cell: colour for cell, colour in drawn.items() if cell[0] >= height - 4}, width

    def show_inspirations(self) -> Steps:
        secret = self.rules["inspiration_order"] == "hidden_simultaneous"
        for player in self.clockwise():
            held = self.inspirations[player]
            if not held:
                continue
            there = [name for name in held if shows(self.patterns[name], self.area(player)[0], self.rules)]
            most = 1 if self.rules["inspirations_shown"] == "one_a_round" else len(there)
            there.sort(key=list(self.patterns).index)
            texts = [
                f"show {' '.join(names) or 'none'}"
                for number in range(most + 1)
                for names in combinations(there, number)
            ]
            text = yield from self.ask(player, "show", texts)
            self.answers[player] = [name for name in text.split(" ")[1:] if name != "none"]
            if not secret:
                self.lay_away()
        self.lay_away()
        if self.rules["inspiration_kept"] == "discarded_each_round":
            for held in self.inspirations.values():
                self.gone += held
                held.clear()

    def lay_away(self) -> None:
        for player, names in self.answers.items():
            for name in names:
                self.inspirations[player].remove(name)
                self.gone.append(name)
                self.taken[player][0] += 1
        self.answers = {}

    def decide(self, goal: str) -> Steps:
        values = {one: value(goal, *self.area(one), self.rules) for one in self.letters}
        fewest = goal == "balanced_composition"
        best = min(values.values()) if fewest else max(values.values())
        tied = [one for one in self.clockwise() if values[one] == best]
        if best == 0 and not fewest and self.rules["zero_value"] == "nobody":
            return
        if len(tied) > 1 and self.pet not in tied:
            return
        if len(tied) > 1:
            others = tied[1:]
            if self.rules["pet_recipient"] == "next_clockwise":
                others = others[:1]
            texts = [f"give {one}" for one in others]
            if self.rules["pet_handover"] == "may_decline":
                texts.append("keep")
            text = texts[0] if len(texts) == 1 else (yield from self.ask(self.pet, "give", texts))
            if text == "keep":
                return
            self.pet = text[-1]
        self.taken[tied[0]][1 if ":" in goal else 2] += 1

    def points(self) -> list[int]:
        return [2 * shown + 3 * colour + 5 * more for shown, colour, more in self.taken.values()]

    def returns(self) -> list[float]:
        """Return 1 for who is first of all, down to -1 for who is last; equals share."""
        order = self.clockwise()
        seated = self.rules["final_tie_without_pet"] == "seat_order_from_the_pet"
        keys = [
            (points, self.taken[one][2], one == self.pet, -order.index(one) if seated else 0)
            for one, points in zip(self.letters, self.points(), strict=True)
        ]
        return [
            float(Fraction(sum((key > other) - (key < other) for other in keys), len(keys) - 1))
            for key in keys
        ]

    def lines(self) -> dict[str, str]:
        """Return the position by the names of the lines of its text, those that say nothing left out."""
        found = {
            "pet": self.pet,
            "goals": " ".join(self.goals),
            "used": " ".join(sorted(self.used)),
            "judged": str(self.judged or ""),
            "start": self.start,
            "canvas": self.drawn(),
            "shuffled": str(self.shuffles or ""),
            "discards": " ".join(sorted(self.discards.elements())),
            "gone": " ".join(sorted(self.gone)),
        }
        for player in self.letters:
            found[f"hand {player}"] = " ".join(sorted(f"{card}@{age}" for card, age in self.hands[player]))
            found[f"inspirations {player}"] = " ".join(sorted(self.inspirations[player]))
            if player in self.answers:
                found[f"answer {player}"] = " ".join(self.answers[player]) or "none"
            if any(self.taken[player]):
                found[f"taken {player}"] = " ".join(map(str, self.taken[player]))
        return {name: text for name, text in found.items() if text}

    def drawn(self) -> str:
        if not self.canvas:
            return ""
        top, bottom, left, right = self.bounds(self.canvas)
        cells = self.quadrants()
        rows = (
            "".join(cells.get((row, column), ".") for column in range(2 * (right - left + 1)))
            for row in range(2 * (bottom - top + 1))
        )
        way = "landscape" if self.landscape else "portrait"
        return f"{way} {self.name((top, left))} {' / '.join(rows)}"

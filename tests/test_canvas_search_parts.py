"""The parts of the search for the best placement, each by itself; the kernels run as plain functions."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from canvas_best_cases import ASSIGNMENTS, INSTRUCTORS, MIXED, SMALL_DECK, after, hidden, random_round
from canvas_tree_reference import Table
from test_canvas_search import Plain

from quadrangle.core.budget import Budget
from quadrangle.solvers.canvas import CANVAS_DECK, INSPIRATIONS, Card, Goal, Pattern, best, search
from quadrangle.solvers.canvas import kernels_search as kernels
from quadrangle.solvers.canvas.best import best_placement
from quadrangle.solvers.canvas.decks import ASSIGNMENTS as ASSIGNMENT_DECKS
from quadrangle.solvers.canvas.decks import INSTRUCTORS as INSTRUCTOR_DECK
from quadrangle.solvers.canvas.exact import Size, is_provable, proved, tree_size
from quadrangle.solvers.canvas.faces import FACE_AT
from quadrangle.solvers.canvas.margins import Margins
from quadrangle.solvers.canvas.position import Position, held_as, kind_of
from quadrangle.solvers.canvas.search import Tables, TreeSearch, action_of

GOALS = [*itertools.chain(*ASSIGNMENT_DECKS.values()), *INSTRUCTOR_DECK]
GENEROUS = Budget(nodes=10**8)


@pytest.fixture(autouse=True)
def plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrangle.core.kernels.compiled", lambda kernel: kernel)


def is_as_every_game(position: Position) -> bool:
    found = best_placement(position, budget=GENEROUS).value
    ends = Table(position).every()
    return {one.placement: one.value for one in found.choices} == {
        placement: end[position.player] for placement, end in ends.items()
    }


@pytest.mark.parametrize("seed", [5, 7])
def test_who_does_not_care_does_the_worst_for_who_asks_deep_in_the_tree(seed: int) -> None:
    lots = random.Random(seed)
    position = random_round(
        seed,
        4,
        players=4,
        size=lots.choice([2, 3]),
        hand=1,
        goals=tuple(lots.sample(GOALS, 3)),
        deck=lots.choice([SMALL_DECK, CANVAS_DECK]),
    )
    assert is_as_every_game(msgspec.structs.replace(position, deck=position.deck[:1]))


@pytest.mark.parametrize(
    ("deck", "goal", "patterns"),
    [
        (("RR/RR", "BR/RR"), "largest_area:Y", (".XX/XX./.X.", "X./X./X./XX")),
        (("RR/BR", "BB/RR"), "most_areas:R", ("XX/XX/X.", "X./X./X./XX")),
        (("RR/RR", "BB/RR"), "most_areas:B", ("X../XX./.XX", "XXXXX")),
    ],
)
def test_a_card_of_one_colour_looks_the_same_in_both_orientations(
    deck: tuple[str, ...], goal: str, patterns: tuple[str, ...]
) -> None:
    position = random_round(1, 4, size=2, hand=1, goals=(Goal.parse(goal),))
    rules = position.rules
    held = {True: (FACE_AT[Card.parse("RR/RR")],), False: (FACE_AT[Card.parse("BB/BB")],)}
    position = msgspec.structs.replace(
        position,
        hands=tuple(held[player == position.player] for player in (0, 1)),
        deck=tuple(sorted(kind_of(FACE_AT[Card.parse(text)], rules) for text in deck)),
        patterns=tuple((Pattern.parse(text),) for text in patterns),
    )
    assert len({one.value for one in best_placement(position, budget=GENEROUS).value.choices}) == 2
    assert is_as_every_game(position)


def test_discards_are_shuffled_into_a_deck_once() -> None:
    position = random_round(12, 4, size=3, hand=1)
    for count in (1, 2):
        short = msgspec.structs.replace(position, deck=(), discards=position.deck[:count])
        assert is_as_every_game(short)


def test_a_hand_without_cards_that_is_not_known_is_not_weighed() -> None:
    position = hidden(random_round(1, 2, hand=1))
    assert is_provable(position)
    assert not is_provable(msgspec.structs.replace(position, hidden=(0, 0)))


def test_the_size_of_a_tree_with_a_hidden_hand_is_told_before_it_is_searched() -> None:
    position = hidden(random_round(5, 2, hand=2, deck=CANVAS_DECK))
    meter = GENEROUS.start()
    proved(position, meter)
    assert meter.nodes / 4 <= sum(tree_size(position)) <= 4 * meter.nodes


def test_what_a_budget_affords() -> None:
    assert best._affords(Budget(seconds=1.0), Size(1000, 1000))
    assert not best._affords(Budget(seconds=1.0), Size(10**6, 0))
    assert not best._affords(Budget(seconds=1.0), Size(0, 10**5))
    assert best._affords(Budget(bytes=10 * best.BYTES_A_NODE), Size(5, 5))
    assert not best._affords(Budget(bytes=10 * best.BYTES_A_NODE), Size(6, 5))
    budget = Budget(seconds=5.0)
    rest = best._rest_of(budget, budget.start()).seconds
    assert rest is not None
    assert 0 < rest < 5.0


@pytest.mark.parametrize("compiled", [True, False])
def test_time_to_compile_is_not_paid_by_the_budget(monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    def ready(_: TreeSearch) -> bool:
        time.sleep(0.2)
        return compiled

    monkeypatch.setattr(TreeSearch, "_was_compiled", ready)
    tree = TreeSearch(hidden(random_round(1, 5)), budget=Budget(seconds=1.0), seed=1)
    assert (tree._meter.seconds < 0.2) == compiled


def test_the_move_of_a_result_is_the_best() -> None:
    found = best_placement(random_round(2, 2), budget=GENEROUS)
    assert found.line == (found.value.best.placement,)
    assert found.value.best.value > found.value.choices[-1].value


def compared(nodes: int, margins: list[list[int]], **changes: Any) -> tuple[Any, ...]:
    """Return the choices of a search whose placements come to some margins in fresh worlds, by world."""
    position = msgspec.structs.replace(
        hidden(random_round(1, 5, hand=3, goals=MIXED, deck=CANVAS_DECK)), **changes
    )
    tree = TreeSearch(position, budget=Budget(nodes=nodes), seed=1)
    actions = [action_of(one, position.plane.cells) for one in position.placements()]

    def fresh(chosen: list[int]) -> Any:
        return np.array(margins)[:, : len(chosen)]

    found: Any = tree
    found.visits = lambda: [(action, 1, 0) for action in actions]
    found.fresh = fresh
    return tree.answer().choices


def test_choices_stand_in_the_order_of_their_values_with_room_for_what_was_not_seen() -> None:
    margins = [[1, 3, 2, 0, -4], [1, 3, 4, 0, -4]]
    choices = compared(1000, margins)
    assert [choice.value for choice in choices] == [3, 3, 1, 0, -4]
    reach = 3 + 3 + 5
    assert choices[0].high - 3 == pytest.approx(2.576 * (2 * reach**2) ** 0.5 / 2)
    assert choices[1].high - 3 == pytest.approx(2.576 * (2 + 2 * reach**2) ** 0.5 / 2)
    assert choices[0].low == pytest.approx(6 - choices[0].high)
    own = compared(1000, margins, patterns=((INSPIRATIONS["P"],), ()))
    assert own[0].high - 3 == pytest.approx(2.576 * (2 * (reach + 2) ** 2) ** 0.5 / 2)


@pytest.mark.parametrize(("nodes", "count", "errors"), [(0, 1, 1.96), (40, 2, 2.241), (50, 3, 2.394)])
def test_the_less_is_spent_the_fewer_are_compared(nodes: int, count: int, errors: float) -> None:
    choices = compared(nodes, [[1, 1, 1, 1, 1]] * 2)
    assert len(choices) == count
    assert choices[0].high - 1 == pytest.approx(errors * (2 * 11**2) ** 0.5 / 2)


def test_three_of_four_playouts_are_of_the_tree_and_one_in_fresh_worlds() -> None:
    position = hidden(random_round(1, 5))
    assert TreeSearch(position, budget=Budget(nodes=100), seed=1).grown_playouts == 75
    assert TreeSearch(position, budget=Budget(seconds=1.0), seed=1).grown_playouts is None
    assert TreeSearch(position, budget=Budget(cancelled=lambda: False), seed=1).grown_playouts is None
    assert TreeSearch(position, budget=Budget(bytes=10**6), seed=1).grown_playouts == search.USUAL * 3 // 4


def test_a_tree_has_room_for_every_placement_and_no_more_than_there_is_memory_for() -> None:
    position = hidden(random_round(1, 5))
    fewest = 1 + len(position.placements())
    for budget, size in (
        (Budget(nodes=0), fewest),
        (Budget(nodes=5000, bytes=0), fewest),
        (Budget(nodes=5000, bytes=48 * 400), 400),
        (Budget(nodes=5000), 5001),
    ):
        assert len(TreeSearch(position, budget=budget, seed=1).tree) == size


class Clock:
    """A meter that goes on by so much each time it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    @property
    def seconds(self) -> float:
        self.now += self.step
        return self.now


def test_stretches_end_with_the_budget() -> None:
    clock: Any = Clock(0.01)
    counts = list(search._stretches(clock, Budget(seconds=1.0), None, 0.5))
    assert 0.5 <= clock.now <= 0.6
    assert counts[0] == 32
    assert list(search._stretches(clock, Budget(cancelled=lambda: True), None, 1.0)) == [32]
    assert sum(search._stretches(clock, Budget(nodes=9), 1000, 1.0)) == 1000


def test_every_fresh_world_has_draws_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[tuple[int, ...]] = []

    def noted(*arguments: Any) -> None:
        rows.extend(map(tuple, arguments[5].tolist()))
        arguments[-1][:] = 0

    monkeypatch.setattr(kernels, "judge", noted)
    position = hidden(random_round(1, 5))
    tree = TreeSearch(position, budget=Budget(nodes=900), seed=1)
    tree.fresh([action_of(position.placements()[0], position.plane.cells)], most=300)
    assert len(rows) == len(set(rows)) == 300
    monkeypatch.undo()
    monkeypatch.setattr("quadrangle.core.kernels.compiled", lambda kernel: kernel)
    assert (
        len(set(tree.fresh([action_of(position.placements()[0], position.plane.cells)], most=20)[:, 0])) > 1
    )


def test_worlds_of_another_player_are_refused() -> None:
    position = random_round(1, 5)
    hands = (position.hands[0],) * 2
    position = msgspec.structs.replace(position, hands=hands)
    other = msgspec.structs.replace(position, player=1 - position.player)
    with pytest.raises(ValueError, match="other cards"):
        TreeSearch(position, budget=Budget(nodes=9), seed=1, worlds=lambda rng: other)


def test_patterns_that_turn_up_later_are_in_the_tables() -> None:
    position = random_round(1, 5)
    tables = Tables(position, [position])
    assert len(tables.law[4]) == 1
    tables.worlds([msgspec.structs.replace(position, patterns=((INSPIRATIONS["P"],), (INSPIRATIONS["X"],)))])
    assert len(tables.law[4]) == 3


def grown(position: Position, playouts: int, seed: int = 1, **options: Any) -> TreeSearch:
    tree = TreeSearch(position, budget=Budget(nodes=4 * playouts), seed=seed, **options)
    tree.grow(playouts)
    return tree


@pytest.mark.parametrize("seed", range(4))
def test_margins_in_tree_and_fresh_worlds_are_those_of_who_asks(seed: int) -> None:
    position = random_round(seed, 1, hand=3, goals=(ASSIGNMENTS, MIXED)[seed % 2], deck=CANVAS_DECK)
    cells = position.plane.cells
    exact = {
        action_of(one.placement, cells): one.value
        for one in best_placement(position, budget=GENEROUS).value.choices
    }
    tree = grown(position, 400)
    found = tree.visits()
    assert {action: total / visits for action, visits, total in found} == exact
    assert [visits for _, visits, _ in found] == sorted((visits for _, visits, _ in found), reverse=True)
    assert exact[found[0][0]] == max(exact.values())
    assert min(visits for _, visits, _ in found) > 1
    assert tree.fresh(list(exact), most=2).tolist() == [list(exact.values())] * 2


def test_the_last_card_is_laid_best_and_any_of_those_as_good() -> None:
    for seed in range(12):
        position = random_round(seed, 1, hand=3, goals=INSTRUCTORS, deck=CANVAS_DECK)
        choices = best_placement(position, budget=GENEROUS).value.choices
        good = {action_of(one.placement, position.plane.cells) for one in choices
                if one.value == choices[0].value}  # fmt: skip
        assert proposed(position, range(20)) <= good
    indifferent = random_round(1, 1, hand=3, goals=(), deck=CANVAS_DECK)
    assert len(proposed(indifferent, range(20))) > 2


def proposed(position: Position, seeds: range) -> set[int]:
    plains = [Plain(msgspec.structs.replace(position, points=(0, 0)), seed) for seed in seeds]
    return {int(kernels.propose(one.law, one.world, one.points, one.rng, one.room)) for one in plains}


def test_some_placements_are_compared_in_a_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    worth_of: Callable[..., int] = kernels.worth_of

    def noted(*arguments: Any) -> int:
        asked.append(1)
        return worth_of(*arguments)

    monkeypatch.setattr(kernels, "worth_of", noted)
    proposed(random_round(1, 5, hand=3), range(1))
    assert len(asked) == search.TRIES


def test_what_is_not_seen_is_drawn_in_any_order_the_deck_before_the_discards() -> None:
    position = hidden(random_round(2, 3, hand=3, deck=CANVAS_DECK, goals=()))
    deck, discards = position.deck[:8], position.deck[8:14]
    position = msgspec.structs.replace(position, deck=deck, discards=discards, points=(0, 0))
    other = 1 - position.player
    seen: list[set[int]] = [set() for _ in range(14)]
    for seed in range(200):
        _, _, hands, held, pile, state, _ = Plain(position, seed).world
        drawn = hands[other, : held[other]].tolist()
        assert drawn == pile[:3].tolist()
        assert state[kernels.NEXT_CARD] == 3
        assert sorted(pile[:8].tolist()) == list(deck)
        assert sorted(pile[8:14].tolist()) == list(discards)
        for at, card in enumerate(pile[:14].tolist()):
            seen[at].add(card)
    assert all(each == set(deck) for each in seen[:3])
    few = msgspec.structs.replace(position, deck=deck[:4])
    assert {int(Plain(few, seed).world[4][4]) for seed in range(80)} == set(discards)


def test_worlds_are_gone_through_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    imagine: Callable[..., None] = kernels.imagine

    def noted(law: Any, root: Any, worlds: Any, number: int, *others: Any) -> None:
        numbers.append(int(number))
        imagine(law, root, worlds, number, *others)

    monkeypatch.setattr(kernels, "imagine", noted)
    position = random_round(2, 2)
    grown(position, search.POOL + 3, worlds=lambda rng: position)
    assert numbers == [*range(search.POOL), 0, 1, 2]


def test_any_placement_may_be_tried_first_and_nodes_get_more_children_with_time() -> None:
    position = random_round(2, 3, hand=2, deck=CANVAS_DECK)
    first = {int(grown(position, 1, seed).tree[1, kernels.ACTION]) for seed in range(8)}
    assert len(first) > 2
    tree = grown(position, 150).tree
    counts = [children(tree, node) for node in range(1, 20)]
    assert max(counts) > 1
    below = tree[tree[0, kernels.CHILD]]
    assert below[kernels.SEEN] >= below[kernels.VISITS] > 0


def children(tree: Any, node: int) -> int:
    count, child = 0, int(tree[node, kernels.CHILD])
    while child != kernels.NONE:
        count, child = count + 1, int(tree[child, kernels.SIBLING])
    return count


@pytest.mark.parametrize(
    ("visits", "chosen"),
    [([(2, 8), (5, 9)], 1), ([(5, 9), (2, 8)], 0), ([(3, 8), (6, 40)], 0), ([(7, 7)], None)],
)
def test_a_tree_is_followed_by_shares_where_it_was_seen_often(
    visits: list[tuple[int, int]], chosen: int | None
) -> None:
    position = random_round(2, 6, hand=2, goals=())
    tree = TreeSearch(position, budget=Budget(nodes=100), seed=1)
    cells = position.plane.cells
    first = position.placements()[0]
    replies = after(position, first, 0).placements()[::5][: len(visits)]
    kernels.add_child(0, action_of(first, cells), tree.tree, tree.control)
    for reply, (entered, seen) in zip(replies, visits, strict=True):
        node = kernels.add_child(1, action_of(reply, cells), tree.tree, tree.control)
        tree.tree[node, kernels.VISITS], tree.tree[node, kernels.SEEN] = entered, seen
    tables, rng = tree.tables, tree._rng
    kernels.imagine(tables.law, tree._root, tree._pool, 0, rng, tree._world)
    kernels.follow(tables.law, tree._world, action_of(first, cells), tree.tree, tree.control, tree._room,
                   tree._marks)  # fmt: skip
    board, span = tree._world[:2]
    assert span[kernels.CARDS] == len(position.cards) + 1 + (chosen is not None)
    if chosen is not None:
        row, column = divmod(replies[chosen].cell, position.plane.side)
        assert board[(row + 1) * (position.plane.side + 2) + column + 1] == replies[chosen].face


def test_no_value_wins_nothing_only_where_the_most_win() -> None:
    values = np.array([0, 2], dtype=np.int64)
    assert kernels.decide(values, 2, 1, 0, 1) == 8 * 1 + 2  # the fewest win: the first player, the Pet stays
    nothing = np.array([0, 0], dtype=np.int64)
    assert kernels.decide(nothing, 2, 1, 1, 1) == 2
    assert kernels.decide(nothing, 2, 1, 0, 1) == 8 * 2 + 1


def test_paths_of_a_full_canvas_are_searched_to_their_end() -> None:
    red = [Card.parse(text) for text in ("RR/RR", "RR/RB", "RR/YR", "RB/RR", "BR/RR", "RR/BR")]
    longer = 0
    for seed in range(16):
        position = random_round(
            seed, 1, goals=(Goal.parse("longest_colour_path"),), deck=red * 9, points=(0, 0), hand=1
        )
        full = after(position, position.placements()[0], 0)
        plain = Plain(full)
        assert plain.margins() == Margins(full).of(full.cards)
        plain.law[0][kernels.END_STEPS] = search.PATH_STEPS
        longer += plain.margins() != Margins(full).of(full.cards)
    assert longer


def test_nearness_never_outweighs_a_point() -> None:
    most = 0
    for seed in range(20):
        position = random_round(seed, 3, goals=tuple(GOALS), points=(0, 0), deck=CANVAS_DECK)
        plain = Plain(position)
        grains = int(kernels.score(plain.law, plain.world, plain.points, 0, plain.room))
        most = max(most, abs(grains - kernels.GRAIN * plain.margins()[0]))
    assert most == kernels.NEAREST < kernels.GRAIN / 2


def test_a_tree_is_followed_to_where_it_ends() -> None:
    position = random_round(2, 6, hand=2, goals=())
    tree = TreeSearch(position, budget=Budget(nodes=100), seed=1)
    cells, now, node = position.plane.cells, position, 0
    # Cards held from the start can be placed whatever is drawn in between.
    kept = [list(hand or ()) for hand in position.hands]
    first = 0
    for step in range(3):
        mine = kept[now.player]
        placement = next(
            one for one in now.placements() if held_as(one.face, one.landscape, now.rules) in mine
        )
        mine.remove(held_as(placement.face, placement.landscape, now.rules))
        first = first if step else action_of(placement, cells)
        node = kernels.add_child(node, action_of(placement, cells), tree.tree, tree.control)
        tree.tree[node, kernels.VISITS] = tree.tree[node, kernels.SEEN] = 9
        now = after(now, placement, 0)
    law = tree.tables.law
    kernels.imagine(law, tree._root, tree._pool, 0, tree._rng, tree._world)
    kernels.follow(law, tree._world, first, tree.tree, tree.control, tree._room, tree._marks)
    assert tree._world[1][kernels.CARDS] == len(now.cards)

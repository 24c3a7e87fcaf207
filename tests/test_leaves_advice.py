"""Every claim of the help in a game of Leaves is so, and is said in words that hold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

import pytest
from leaves_cases import puzzle, shuffled, solo_deal
from leaves_states import last_two, pairs, solo, swap_deals, table

from quadrangle.core.rng import Rng
from quadrangle.engines.leaves import Leaves, LeavesRulings, words
from quadrangle.engines.leaves.actions import CALL, KEEP, PASS, REASONS, SoloMerge, SoloPlace, SoloSwap
from quadrangle.engines.leaves.advice import STEPS, Count, Look, Option, Outlook, Suggestion, advise
from quadrangle.engines.leaves.solver import Solver, choices
from quadrangle.solvers.leaves.breeze import clearing, solve_solo
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.keys import layout_of
from quadrangle.solvers.leaves.layout import Layout, Merge, Place, Swap
from quadrangle.solvers.leaves.search import Search

SOLVER = Solver()


def merging(count: int, seed: int, game: Leaves | None = None) -> Iterator[Any]:
    """Yield positions between merges, after play that is now careful, now not."""
    for item in range(count):
        cards, rng = shuffled(seed, item), Rng(seed, -1 - item)
        others = cards[11:14]
        state = table(game or Leaves(players=2), puzzle(cards), (cards[8:11], others), "place", "0 1")
        while state.current_player >= 0 and state.caller >= 0:
            if state.placed >= 0:
                yield state
            careful = rng.below(4)
            state = state.apply(SOLVER.choose(state, rng) if careful else state.legal_actions().sample(rng))


def solvable(layout: Layout) -> bool:
    return Search().measure(layout).solvable


def worth(layout: Layout) -> Fraction:
    return Search().measure(layout).random_play_success


def plain(merge: Merge) -> tuple[int, int]:
    return merge.source, merge.goal


def partners(layout: Layout, card: Card) -> int:
    return sum(bool(card.shared(other)) for other in layout.cards if other != card)


def is_so(found: Look, layout: Layout) -> bool:
    """Return whether what is said of a stack is true of it."""
    safe = [merge for merge in layout.merges() if solvable(layout.apply(merge))]
    card = layout.cells[found.cell] if found.cell >= 0 else None
    match found.why:
        case "only_merge":
            return [merge.source for merge in safe] == [found.cell]
        case "always_lifted":
            return len(safe) == found.number > 1 and {merge.source for merge in safe} == {found.cell}
        case "always_covered":
            return len(safe) == found.number > 1 and {merge.goal for merge in safe} == {found.cell}
        case "fewest_partners":
            assert card is not None
            fewest = min(partners(layout, other) for other in layout.cards)
            return partners(layout, card) == found.number == fewest > 0
        case "no_partner":
            return card is not None and partners(layout, card) == 0
        case "nothing":
            return not safe and found.cell == -1
    return False


@pytest.mark.slow
def test_between_merges_every_claim_is_so() -> None:
    reasons = set()
    for state in merging(24, 100):
        layout = layout_of(state.key)
        legal = layout.merges()
        safe = [merge for merge in legal if solvable(layout.apply(merge))]
        assert advise(state, 1) == Outlook("merge", bool(safe), 0 if safe else None, (), 0, True, 0)
        assert advise(state, 2) == Count("merges", len(safe), len(legal))
        found = advise(state, 3)
        assert isinstance(found, Look)
        assert is_so(found, layout)
        reasons.add(found.why)
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        assert given.action == SOLVER.choose(state, Rng(0))
        values = {plain(merge): worth(layout.apply(merge)) for merge in legal}
        assert given.worth == values[plain(given.action)] == max(values.values())
        assert given.why == ("merge" if safe else "lost")
        if given.other is None:
            assert len(legal) == 1
        else:
            assert given.other in state.legal_actions()
            rest = {merge: value for merge, value in values.items() if merge != plain(given.action)}
            assert given.other_worth == rest[plain(given.other)] == max(rest.values())
        assert_said(state)
    assert reasons == {
        "only_merge",
        "always_lifted",
        "always_covered",
        "fewest_partners",
        "no_partner",
        "nothing",
    }


def cases(phase: str) -> Iterator[Any]:
    """Yield positions before a card is placed: any, and such as take a swap."""
    game = Leaves(players=2)
    for item in range(6):
        cards = shuffled(101, item)
        yield table(game, puzzle(cards), (cards[8:11], cards[11:14]), phase)
    for square, hand in islice(pairs(1), 3):
        others = [card for card in square.absent if card not in hand]
        for breezes in ("1 1", "0 1") if phase != "breeze" else ("1 1",):
            yield table(game, square, (hand, others[:3]), phase, breezes)
        yield table(game, square, ([*hand[:2], others[3]], others[:3]), phase, "1 1")


def needs(state: Any) -> dict[Card, int | None]:
    """Return the fewest swaps of each hand card of player A, by trying every order of up to two swaps."""
    square = layout_of(state.key)
    found: dict[Card, int | None] = {}
    for card in (card for card in square.absent if state.seats.hands[0] >> card & 1):
        way = clearing(square, card, 2).value
        found[card] = None if way is None else len(way.swaps)
    return found


@pytest.mark.parametrize("phase", ["call", "breeze", "place"])
def test_before_the_card_is_placed_the_outlook_is_so(phase: str) -> None:
    verdicts = set()
    for state in cases(phase):
        needed = needs(state)
        breezes = 0 if phase == "place" else state.seats.breezes[0]
        clears = [card for card, swaps in needed.items() if swaps is not None and swaps <= breezes]
        found = advise(state, 1)
        assert isinstance(found, Outlook)
        assert found.phase == phase
        assert found.solvable == bool(clears)
        assert found.swaps == min((needed[card] for card in clears), default=None)  # type: ignore[type-var]
        assert {option.card: option.swaps for option in found.options} == needed
        assert (found.breezes, found.in_time, found.unseen) == (breezes, True, 0)
        if phase != "breeze":
            assert advise(state, 2) == Count("cards", len(clears), len(needed))
        look = advise(state, 3)
        assert isinstance(look, Look)
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        move = SOLVER.choose(state, Rng(0))
        if phase == "place":
            known = {Place(choice.card): (choice.swaps, choice.kept) for choice in choices(state, 0)}
            assert known[given.action] == known[move]
        else:
            assert given.action == move
        assert is_so(look, layout_of(state.key)) or (
            look.why == "swap" and look.cell in (given.action.first, given.action.second)
        )
        verdicts.add(found.solvable)
        assert_said(state)
    assert verdicts == ({True} if phase == "breeze" else {True, False})


def test_ways_to_use_the_breeze_are_counted() -> None:
    for state in islice((state for state in cases("breeze") if advise(state, 4).action is not KEEP), 2):  # type: ignore[union-attr]
        square = layout_of(state.key)
        hand = [card for card in square.absent if state.seats.hands[0] >> card & 1]
        orders = [square.apply(action) for action in state.legal_actions() if isinstance(action, Swap)]
        safe = sum(any(solvable(order.place(card)) for card in hand) for order in [square, *orders])
        assert advise(state, 2) == Count("swaps", safe, 29)
        assert safe > 0


def test_the_answer_to_the_call_is_explained() -> None:
    seen = set()
    for state in cases("call"):
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        needed = needs(state)
        seen.add(given.why)
        if given.why == "clears":
            assert given.action is CALL
            assert given.card is not None
            assert needed[given.card] == 0
        elif given.why == "clears_with_breeze":
            assert given.action is CALL
            assert state.seats.breezes[0] == 1
            assert given.card is not None
            assert needed[given.card] == 1
            assert 0 not in needed.values()
        else:
            assert given.why == "nothing_clears"
            assert given.action is PASS
            assert 0 not in needed.values()
            assert state.seats.breezes[0] == 0
    assert seen == {"clears", "clears_with_breeze", "nothing_clears"}


def test_a_player_who_would_win_is_named() -> None:
    square, _ = next(pairs(1))
    needed = shipped().swaps(square)
    failing = [card for card, swaps in needed.items() if swaps == 1][:3]
    winning = next(card for card, swaps in needed.items() if swaps == 0)
    state = table(Leaves(players=2), square, (failing, [winning]), "call", "0 0")
    given = advise(state, 4)
    assert given == Suggestion(action=CALL, why="stops_winner", player=1, other=PASS)
    assert words.advice(given) == (
        "call: no card in hand clears this puzzle, but player B would win by clearing it."
    )
    end = state.apply(PASS)
    while not end.is_terminal:
        end = end.apply(SOLVER.choose(end, Rng(0)))
    assert end.returns() == (-1.0, 1.0)


def test_too_little_time_is_told() -> None:
    game = Leaves(players=2, rulings=LeavesRulings(clock="per_merge:2"))
    cards = shuffled(102, 0)
    state = table(game, puzzle(cards), (cards[8:11], cards[11:14]))
    outlook = advise(state, 1)
    assert isinstance(outlook, Outlook)
    assert (outlook.solvable, outlook.in_time) == (True, False)
    assert advise(state, 4) == Suggestion(action=PASS, why="no_time", other=CALL)
    assert_said(state)
    timed = [advise(state, 1).in_time for state in merging(1, 103, game)]  # type: ignore[union-attr]
    assert set(timed) == {False}


def test_the_card_to_place_is_compared_with_the_next() -> None:
    for state in cases("place"):
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        square = layout_of(state.key)
        assert given.action == Place(given.card)  # type: ignore[arg-type]
        assert given.worth == worth(square.place(given.action.card))
        assert given.why == ("clears" if given.worth else "nothing_clears")
        assert given.other in state.legal_actions()
        assert given.other_worth == worth(square.place(given.other.card))
        if given.worth and given.other_worth:
            assert given.kept is not None
            assert given.other_kept is not None
            assert (given.kept, given.worth) >= (given.other_kept, given.other_worth)


def test_the_breeze_is_kept_or_used_for_a_reason() -> None:
    seen = set()
    for state in cases("breeze"):
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        square, needed = layout_of(state.key), needs(state)
        assert given.card is not None
        seen.add(given.why)
        if given.why == "swap":
            assert 0 not in needed.values()
            assert given.worth == worth(square.apply(given.action).place(given.card)) > 0
        else:
            assert given.why == "keeps_breeze"
            assert given.worth == worth(square.place(given.card)) > 0
    assert seen == {"swap", "keeps_breeze"}


def test_a_deal_as_it_lies_is_judged_as_the_proof_says() -> None:
    game = Leaves(players=1, rulings=LeavesRulings(solo_failure="no_legal_move"))
    deals = [(solo_deal(104, item), 4) for item in range(2)]
    for deal in swap_deals(2):
        deals += [(deal, 4), (deal, 0)]
    seen = set()
    for deal, breezes in deals:
        state = solo(deal, game, breezes)
        proved = solve_solo(deal, breezes)
        found = advise(state, 1)
        assert isinstance(found, Outlook)
        assert found.solvable == (proved.verdict == "yes")
        assert found.swaps == (proved.value[0].breezes if proved.value else None)
        assert len(found.options) == 9
        for option in found.options:
            way = clearing(deal.puzzles[option.puzzle], option.card, 2).value
            assert option == Option(option.puzzle, option.card, None if way is None else len(way.swaps))
        assert advise(state, 2) == Count("placements", safe_placements(state), 9)
        given = advise(state, 4)
        assert isinstance(given, Suggestion)
        assert given.action == SOLVER.choose(state, Rng(0))
        seen.add(given.why)
        if proved.value:
            assert given.why == "plan"
            assert given.breezes == proved.value[0].breezes
            others = proved.value[1:]
            assert given.other_breezes == (others[0].breezes if others else None)
            assert (given.other is None) == (not others) or given.other in state.legal_actions()
        else:
            assert given.why == "no_plan"
            assert given.breezes is None
        assert_solo_look(state)
        assert_said(state)
    assert seen == {"plan", "no_plan"}


def safe_placements(state: Any) -> int:
    """Return how many placements need no swap and leave the others clearable with the Breezes."""
    deal_needs = [shipped().swaps(layout_of(key)) for key in state.keys]
    hand = [card for card in CARDS if state.hand >> card & 1]
    safe = set()
    for cards in permutations(hand):
        needed = [table[card] for table, card in zip(deal_needs, cards, strict=True)]
        if None not in needed and sum(n for n in needed if n is not None) <= state.breezes:
            safe |= {(p, card) for p, card in enumerate(cards) if needed[p] == 0}
    return len(safe)


def assert_solo_look(state: Any) -> None:
    found = advise(state, 3)
    given = advise(state, 4)
    assert isinstance(found, Look)
    assert isinstance(given, Suggestion)
    if found.why == "swap":
        assert isinstance(given.action, SoloSwap)
        assert 9 * found.puzzle + found.cell in (given.action.first, given.action.second)
    elif found.why == "fewest_cards":
        assert isinstance(given.action, SoloPlace)
        counts = {
            p: sum(shipped().swaps(layout_of(key))[card] == 0 for card in CARDS if state.hand >> card & 1)
            for p, key in enumerate(state.keys)
            if state.placed[p] == -1
        }
        assert counts[found.puzzle] == found.number == min(counts.values())
    else:
        assert is_so(found, layout_of(state.keys[found.puzzle]))


@pytest.mark.parametrize("breeze", ["before_placing", "any_time", "across_puzzles"])
def test_under_way_alone_every_claim_is_so(breeze: str) -> None:
    rulings = LeavesRulings(solo_failure="no_legal_move", solo_breeze=breeze)
    game = Leaves(players=1, rulings=rulings)
    verdicts, reasons = set(), set()
    for item in range(6):
        rng = Rng(105, item)
        state: Any = solo(solo_deal(105, item), game, breezes=item % 3)
        while not state.is_terminal:
            found = advise(state, 1)
            assert isinstance(found, Outlook)
            verdicts.add(found.solvable)
            if found.solvable:
                assert assert_cleared_from(state).breezes == state.breezes - found.swaps
            if found.solvable is False:
                assert state.is_proved_lost()
            begun = [p for p in range(3) if state._is_begun(p)]
            if begun:
                layout = layout_of(state.keys[begun[0]])
                safe = [merge for merge in layout.merges() if solvable(layout.apply(merge))]
                assert advise(state, 2) == Count("merges", len(safe), len(layout.merges()))
            assert_solo_look(state)
            given = advise(state, 4)
            assert isinstance(given, Suggestion)
            reasons.add(given.why)
            if given.why == "mends_puzzle":
                assert not solvable(layout_of(state.keys[begun[0]]))
                assert solvable(layout_of(state.apply(given.action).keys[begun[0]]))
            if isinstance(given.action, SoloMerge):
                assert given.worth == worth(layout.apply(given.action.merge))
            assert_said(state)
            careful = rng.below(5)
            state = state.apply(SOLVER.choose(state, rng) if careful else state.legal_actions().sample(rng))
    assert True in verdicts
    assert {False, None} & verdicts
    assert {"plan", "merge"} <= reasons
    assert ("mends_puzzle" in reasons) == (breeze == "any_time")


def test_a_swap_across_puzzles_that_mends_both_is_found() -> None:
    rulings = LeavesRulings(solo_failure="no_legal_move", solo_breeze="across_puzzles")
    state = last_two(Leaves(players=1, rulings=rulings), 1)
    given = advise(state, 4)
    assert isinstance(given, Suggestion)
    assert given.why == "mends_plan"
    assert advise(state, 2) == Count("placements", 0, 4)
    assert advise(state.apply(given.action), 1).solvable is True  # type: ignore[union-attr]
    found = advise(state, 1)
    assert isinstance(found, Outlook)
    assert (found.solvable, found.swaps) == (True, 1)
    assert_solo_look(state)
    assert_said(state)
    assert_cleared_from(state)


def assert_cleared_from(state: Any) -> Any:
    """Return the end of a position called solvable, which has to be."""
    while not state.is_terminal:
        state = state.apply(SOLVER.choose(state, Rng(0)))
    assert state.ended_by() == "cleared"
    return state


def test_there_are_four_steps_for_who_decides() -> None:
    state = next(merging(1, 106))
    assert STEPS == 4
    for step in (0, 5):
        with pytest.raises(ValueError, match="there are 4"):
            advise(state, step)
    with pytest.raises(ValueError, match="no player decides"):
        advise(Leaves(players=2).start(), 1)


def test_cards_that_nobody_has_seen_leave_it_open() -> None:
    square, hand = next(pairs(1))
    text = str(table(Leaves(players=2), square, (hand[:2], hand[2:]), "call", "0 1"))
    for known, verdict in ((hand[:2], None), (safe_card(square), True)):
        before, _, after = text.partition("hands: ")
        hands = f"{' '.join(map(str, sorted(known)))} ? | {hand[2]}"
        state = Leaves(players=2).state_from(f"{before}hands: {hands}{after[after.index(chr(10)) :]}")
        found = advise(state, 1)
        assert isinstance(found, Outlook)
        assert (found.solvable, found.unseen) == (verdict, 1)
        assert "1 hand card that nobody has seen can be anything." in words.advice(found)


def safe_card(square: Layout) -> list[Card]:
    return [card for card, swaps in shipped().swaps(square).items() if swaps == 0][:1]


def assert_said(state: Any) -> None:
    """Check the form of every sentence of help in a position, and that it holds what it is about."""
    for step in range(1, STEPS + 1):
        given = advise(state, step)
        said = words.advice(given)
        assert said.endswith(".")
        assert "  " not in said
        assert "None" not in said.removeprefix("None of")
        if isinstance(given, Look) and given.cell >= 0:
            where = f" of puzzle {given.puzzle + 1}" if state.game.players == 1 else ""
            assert f"Look at {'abc'[given.cell % 3]}{given.cell // 3 + 1}{where}: " in said
        if isinstance(given, Suggestion):
            assert said.startswith(f"{given.action}: ")
        if isinstance(given, Count):
            assert str(given.legal) in said


A, B = Card.parse("1rb"), Card.parse("3yg")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Outlook("merge", True, 0, (), 0, True, 0), "Yes, one stack can still be reached."),
        (
            Outlook("merge", True, 0, (), 0, False, 0),
            "Yes, one stack can still be reached. But the merges that are left take more time than there is.",
        ),
        (Outlook("merge", False, None, (), 0, True, 0), "No, one stack cannot be reached any more."),
        (
            Outlook("call", True, 1, (Option(0, A, 1), Option(0, B, 2)), 2, True, 0),
            "Yes, this puzzle can be cleared with 1 Breeze. "
            "The puzzle: 1rb clears it after 1 swap, 3yg clears it after 2 swaps.",
        ),
        (
            Outlook("place", False, None, (Option(0, A, None),), 0, True, 0),
            "No, no card in hand clears this puzzle. The puzzle: with 1rb no order of its cards helps.",
        ),
        (
            Outlook("solo", True, 2, (Option(1, A, 0), Option(1, B, 0), Option(2, A, 2)), 4, True, 0),
            "Yes, everything can still be cleared with 2 Breezes. "
            "Puzzle 2: 1rb and 3yg clear it as it lies. Puzzle 3: 1rb clears it after 2 swaps.",
        ),
        (Outlook("solo", False, None, (), 0, True, 0), "No, nothing clears everything any more."),
        (
            Outlook("solo", False, None, (), 1, True, 0),
            "No, nothing clears everything any more, whatever the Breezes do.",
        ),
        (
            Outlook("solo", None, None, (), 1, True, 0),
            "It is not proved whether everything can still be cleared.",
        ),
        (Count("cards", 1, 3), "1 of 3 hand cards clears this puzzle."),
        (Count("cards", 0, 1), "None of 1 hand card clears this puzzle."),
        (
            Count("swaps", 12, 29),
            "12 of 29 ways to use or keep the Breeze leave a puzzle that a hand card clears.",
        ),
        (Count("merges", 3, 14), "3 of 14 legal merges are safe: after that one stack can still be reached."),
        (Count("merges", 1, 1), "1 of 1 legal merge is safe: after that one stack can still be reached."),
        (Count("merges", 0, 6), "None of 6 legal merges is safe: one stack cannot be reached any more."),
        (Count("merges", 0, 0), "No merges are left."),
        (
            Count("placements", 0, 9),
            "None of 9 ways to place a card in a puzzle keeps everything clearable.",
        ),
        (Look("only_merge", -1, 0, 1), "Look at a1: one merge is safe, and it lifts that stack."),
        (Look("always_lifted", 2, 5, 4), "Look at c2 of puzzle 3: all 4 safe merges lift that stack."),
        (Look("always_covered", -1, 5, 2), "Look at c2: both safe merges cover that stack."),
        (
            Look("fewest_partners", -1, 8, 1),
            "Look at c3: it matches 1 of the others, and none matches fewer.",
        ),
        (
            Look("no_partner", -1, 8, 0),
            "Look at c3: it matches none of the others.",
        ),
        (Look("swap", 0, 1, 0), "Look at b1 of puzzle 1: that card should lie elsewhere."),
        (
            Look("fewest_cards", 1, -1, 1),
            "Look at puzzle 2: 1 hand card can clear it as it lies, and no other has fewer.",
        ),
        (Look("nothing", -1, -1, 0), "It is lost, whichever stack moves."),
        (
            Suggestion(
                action=Merge.parse("a1-b1 colour"),
                why="merge",
                worth=Fraction(1, 4),
                other=Merge.parse("b1-a1 colour"),
                other_worth=Fraction(0),
            ),
            "a1-b1 colour: a random player then finishes one time in 4; "
            "after the next best, b1-a1 colour, never.",
        ),
        (
            Suggestion(action=Merge.parse("a1-b1 type"), why="merge", worth=Fraction(1)),
            "a1-b1 type: a random player then always finishes; there is no other.",
        ),
        (
            Suggestion(
                action=Place(A),
                why="clears",
                card=A,
                worth=Fraction(1, 20),
                other=Place(B),
                other_worth=Fraction(98, 100),
                kept=30,
                other_kept=28,
            ),
            "place 1rb: a random player then finishes one time in 20; after the next best, "
            "place 3yg, nearly always. The cards kept share a trait with 30 of those that may be dealt "
            "(counted once for each card kept), otherwise with 28.",
        ),
        (
            Suggestion(
                action=Place(A),
                why="clears",
                card=A,
                worth=Fraction(1, 20),
                other=Place(B),
                other_worth=Fraction(1, 30),
                kept=30,
                other_kept=30,
            ),
            "place 1rb: a random player then finishes one time in 20; after the next best, "
            "place 3yg, one time in 30. The cards kept are as good either way.",
        ),
        (
            Suggestion(action=SoloPlace(0, A), why="plan", other=SoloPlace(0, B), breezes=0, other_breezes=1),
            "place 1 1rb: everything can be cleared with no Breeze from here; the next best way to share out "
            "the hand cards takes 1 Breeze more.",
        ),
        (
            Suggestion(action=SoloPlace(0, A), why="plan", other=SoloPlace(0, B), breezes=2, other_breezes=2),
            "place 1 1rb: everything can be cleared with 2 Breezes from here; the next best way to share out "
            "the hand cards takes as many.",
        ),
        (
            Suggestion(action=SoloPlace(0, A), why="plan", other=SoloPlace(0, B), breezes=1),
            "place 1 1rb: everything can be cleared with 1 Breeze from here; by swaps inside puzzles it "
            "cannot if the hand cards go to others.",
        ),
        (
            Suggestion(action=Swap(0, 1), why="swap", card=A, breezes=2, other=KEEP),
            "swap a1 b1: with 2 swaps, of which this is the first, 1rb clears it.",
        ),
        (Suggestion(action=PASS, why="stuck"), "pass: no merge is left; the time runs out."),
    ],
)
def test_each_kind_of_help_has_its_sentence(given: Any, said: str) -> None:
    assert words.advice(given) == said


def test_every_reason_to_fail_has_its_own_words() -> None:
    said = [words.failure(reason) for reason in (*REASONS, "stuck")]
    assert len(set(said)) == len(said)
    assert set(words.FAILURES) == {*REASONS, "stuck"}
    assert words.failure("forfeit") == "The challenge has failed: it was given up."
    with pytest.raises(ValueError, match="'bored' is no reason; expected part_of_stack"):
        words.failure("bored")


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("cleared", "One stack: the challenge is cleared, and the card is gone for good."),
        ("cleared 2", "Puzzle 2 is cleared."),
        ("failed stuck", "The challenge has failed: no merge is left, and there is more than one stack."),
        ("draw 3yg", "The next card is 3yg (3 yellow ginkgo)."),
        ("ask B", "Player B is asked."),
        ("breezes up", "All Breezes lie face up again."),
        ("nobody called", "Nobody called; the eight cards go back."),
        (
            "ended puzzle_limit",
            "The game is over: that was the last puzzle. The fewest Leaf Cards are ahead.",
        ),
        ("ended proved_lost", "The run is over: it is proved that nothing clears all the puzzles any more."),
    ],
)
def test_what_the_rules_do_is_said(notation: str, said: str) -> None:
    assert words.event(notation) == said


@pytest.mark.parametrize(
    "notation", ["", "cleared 4", "draw 9zz", "failed bored", "ended well", "ask", "nonsense"]
)
def test_what_no_rule_does_is_not_said(notation: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        words.event(notation)


def test_every_way_a_game_ends_has_words() -> None:
    for how in ("out_of_cards", "puzzle_limit", "cleared", "stuck", "timeout", "forfeit"):
        assert words.event(f"ended {how}").endswith(".")


def finished(milliseconds: int, breezes: int = 4) -> Any:
    """Return the end of a solo run that was cleared in so much time."""
    game = Leaves(players=1)
    state: Any = solo(solo_deal(107), game, breezes)
    state = state.apply(SOLVER.choose(state, Rng(0)), elapsed_ms=milliseconds)
    while not state.is_terminal:
        state = state.apply(SOLVER.choose(state, Rng(0)))
    return state


def test_a_result_is_its_time_and_band() -> None:
    for seconds, number in ((60, 0), (60.001, 1), (90, 1), (120, 2), (180, 3), (181, 4)):
        said = words.solo_result(finished(round(1000 * seconds)))
        assert said == f"{words.clock(seconds)}. {words.BANDS[number]}"
    assert len(set(words.BANDS)) == 5
    assert words.solo_result(finished(24_000, breezes=2)) == f"1:24 with 2 Breezes. {words.BANDS[1]}"


def test_a_result_with_help_keeps_its_time_and_gets_no_band() -> None:
    state = finished(84_000)
    assert words.solo_result(state, hints=1) == "1:24, 1 hint"
    assert words.solo_result(state, undos=2, pauses=1) == "1:24, 2 undos, 1 pause"
    assert words.solo_result(finished(24_000, breezes=2), hints=2) == "1:24 with 2 Breezes, 2 hints"


def test_a_run_that_was_lost_has_no_time() -> None:
    state: Any = solo(solo_deal(107), Leaves(players=1))
    with pytest.raises(ValueError, match="before the end"):
        words.solo_result(state)
    end = state.apply(next(iter(state.referee_actions())))
    assert words.solo_result(end, hints=1) == "The run is over: it was given up. 0 puzzles cleared, 1 hint."

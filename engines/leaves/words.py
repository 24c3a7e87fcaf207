"""Every sentence about a game of Leaves that is shown to a person."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.notation import cell_name, listed
from ...solvers.leaves.cards import BY_TEXT, Card
from ...solvers.leaves.layout import SIDE
from ..game import seat
from .actions import PASS, REASONS
from .advice import Advice, Count, Look, Option, Outlook, Suggestion
from .solver import NEVER

if TYPE_CHECKING:
    from .solo import SoloState

FAILURES = {
    "part_of_stack": "only part of a stack was lifted, and a stack moves whole",
    "no_shared_trait": "the two tops have no trait in common",
    "wrong_trait": "the trait that was named is none that the two tops have in common",
    "diagonal": "the two stacks touch at a corner at most, and not with a side",
    "empty_space": "a stack goes onto the one beside it, and not across a space",
    "timeout": "the time ran out before there was one stack",
    "forfeit": "it was given up",
    "stuck": "no merge is left, and there is more than one stack",
}
"""Why a challenge has failed, by its reason."""

_ENDS = {
    "out_of_cards": "The game is over: a player has no Leaf Card left, and wins.",
    "puzzle_limit": "The game is over: that was the last puzzle. The fewest Leaf Cards are ahead.",
    "cleared": "All three puzzles are cleared.",
    "stuck": "The run is over: nothing is left to do, and not everything is cleared.",
    "proved_lost": "The run is over: it is proved that nothing clears all the puzzles any more.",
    "timeout": "The run is over: the time for a puzzle ran out.",
    "forfeit": "The run is over: it was given up.",
}

_PLAIN = {
    "cleared": "One stack: the challenge is cleared, and the card is gone for good.",
    "breezes up": "All Breezes lie face up again.",
    "nothing drawn": "The pile is empty, so no card is drawn.",
    "nobody called": "Nobody called; the eight cards go back.",
}


def failure(reason: str) -> str:
    """Say why a challenge has failed. Raises ValueError for what is no reason."""
    if reason not in FAILURES:
        raise ValueError(f"{reason!r} is no reason; expected {listed([*REASONS, 'stuck'])}")
    return f"The challenge has failed: {FAILURES[reason]}."


def event(notation: str) -> str:
    """Say what the rules did, given in the notation of `State.consequences`. Raises ValueError."""
    if notation in _PLAIN:
        return _PLAIN[notation]
    word, _, rest = notation.partition(" ")
    if word == "failed":
        return failure(rest)
    if word == "ended" and rest in _ENDS:
        return _ENDS[rest]
    if word == "cleared" and rest in ("1", "2", "3"):
        return f"Puzzle {rest} is cleared."
    if word == "draw" and rest in BY_TEXT:
        return f"The next card is {card_words(BY_TEXT[rest])}."
    if word == "ask" and len(rest) == 1:
        return f"Player {rest} is asked."
    raise ValueError(f"{notation!r} is nothing that the rules of Leaves do")


def card_words(card: Card) -> str:
    """Name a card."""
    return f"{card} ({card.words})"


BANDS = (
    "Outstanding: it hardly gets any quicker.",
    "Excellent: you see the merges as soon as the cards lie.",
    "Well played: the patterns are becoming familiar.",
    "A sound run: a little practice will bring the time down.",
    "Cleared, which is what counts most; speed comes with the next runs.",
)
"""What is said of each band, the best first."""


def band(number: int) -> str:
    """Say what a result is worth, by its band from 0, the best, to 4."""
    return BANDS[number]


def clock(seconds: float) -> str:
    """Write a time as `1:24`; parts of a second count as a whole one, as they do between bands.

    >>> clock(84), clock(60.001), clock(0)
    ('1:24', '1:01', '0:00')
    """
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def help_taken(hints: int = 0, undos: int = 0, pauses: int = 0) -> str:
    """Name the help there was, as in `1 hint, 2 undos`; empty for none."""
    counts = ((hints, "hint"), (undos, "undo"), (pauses, "pause"))
    return ", ".join(plural(number, what) for number, what in counts if number)


def solo_result(state: SoloState, hints: int = 0, undos: int = 0, pauses: int = 0) -> str:
    """Say how a solo run ended: its time, the help, and its band if there was none.

    A run with a hint, an undo or a pause keeps its time and gets no band, as in `1:24, 1 hint`.
    Raises ValueError while the run goes on.
    """
    if not state.ended:
        raise ValueError("solo_result() before the end of the run")
    taken = help_taken(hints, undos, pauses)
    number = state.band
    if number is None:
        cleared = plural(int(state.scores()[0]), "puzzle")
        return f"{_ENDS[state.ended]} {cleared} cleared{f', {taken}' if taken else ''}."
    time = clock(state.seconds)
    if state.breezes_used:
        time += f" with {plural(state.breezes_used, 'Breeze')}"
    return f"{time}, {taken}" if taken else f"{time}. {band(number)}"


def plural(count: int, one: str) -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else one + 's'}"


def advice(given: Advice) -> str:
    """Say one step of help."""
    say: Callable[[Any], str] = _SAY[type(given)]
    return say(given)


def _outlook(given: Outlook) -> str:
    sentences = [_verdict(given)]
    if not given.in_time:
        sentences.append("But the merges that are left take more time than there is.")
    for puzzle in sorted({option.puzzle for option in given.options}):
        where = f"Puzzle {puzzle + 1}" if given.phase == "solo" else "The puzzle"
        found = [option for option in given.options if option.puzzle == puzzle]
        sentences.append(f"{where}: {_options(found)}.")
    if given.unseen:
        sentences.append(f"{plural(given.unseen, 'hand card')} that nobody has seen can be anything.")
    return " ".join(sentences)


def _verdict(given: Outlook) -> str:
    swaps = f" with {plural(given.swaps, 'Breeze')}" if given.swaps else ""
    left = f" with up to {plural(given.breezes, 'Breeze')}" if given.breezes else ""
    if given.phase == "merge":
        return (
            "Yes, one stack can still be reached."
            if given.solvable
            else "No, one stack cannot be reached any more."
        )
    if given.phase == "solo":
        if given.solvable is None:
            return "It is not proved whether everything can still be cleared."
        if given.solvable:
            return f"Yes, everything can still be cleared{swaps}."
        return f"No, nothing clears everything any more{', whatever the Breezes do' if left else ''}."
    if given.solvable:
        return f"Yes, this puzzle can be cleared{swaps}."
    if given.solvable is None:
        return f"No card that has been seen clears this puzzle{left}."
    return f"No, no card in hand clears this puzzle{left}."


def _options(options: Sequence[Option]) -> str:
    """Say which cards take how many swaps, those that take fewest first."""
    parts = []
    for swaps in sorted({NEVER if option.swaps is None else option.swaps for option in options}):
        cards = [
            option.card for option in options if (NEVER if option.swaps is None else option.swaps) == swaps
        ]
        verb = "clears" if len(cards) == 1 else "clear"
        if swaps == NEVER:
            parts.append(f"with {listed(cards)} no order of its cards helps")
        else:
            parts.append(
                f"{listed(cards)} {verb} it {f'after {plural(swaps, _SWAP)}' if swaps else 'as it lies'}"
            )
    return ", ".join(parts)


_SWAP = "swap"


def _count(given: Count) -> str:
    if not given.legal:
        return f"No {given.what} are left."
    safe, legal = given.safe or "None", given.legal
    several = given.safe > 1
    if given.what == "cards":
        return f"{safe} of {plural(legal, 'hand card')} {'clear' if several else 'clears'} this puzzle."
    if given.what == "swaps":
        ways = f"{safe} of {plural(legal, 'way')} to use or keep the Breeze"
        return f"{ways} {'leave' if several else 'leaves'} a puzzle that a hand card clears."
    if given.what == "merges":
        merges = f"{safe} of {plural(legal, 'legal merge')}"
        if not given.safe:
            return f"{merges} is safe: one stack cannot be reached any more."
        return f"{merges} {'are' if several else 'is'} safe: after that one stack can still be reached."
    placed = f"{safe} of {plural(legal, 'way')} to place a card in a puzzle"
    return f"{placed} {'keep' if several else 'keeps'} everything clearable."


def _look(given: Look) -> str:
    if given.why == "fewest_cards":
        cards = plural(given.number, "hand card")
        return f"Look at puzzle {given.puzzle + 1}: {cards} can clear it as it lies, and no other has fewer."
    if given.why == "nothing":
        return "It is lost, whichever stack moves."
    number = given.number
    if given.why in ("always_lifted", "always_covered"):
        return _look_at(given, "both" if number == 2 else f"all {number}")
    return _look_at(given, str(number))


def _look_at(given: Look, number: str) -> str:
    where = "" if given.puzzle < 0 else f" of puzzle {given.puzzle + 1}"
    return f"Look at {cell_name(given.cell, SIDE)}{where}: {_LOOKS[given.why].format(number)}."


_LOOKS = {
    "only_merge": "one merge is safe, and it lifts that stack",
    "always_lifted": "{} safe merges lift that stack",
    "always_covered": "{} safe merges cover that stack",
    "fewest_partners": "it matches {} of the others, and none matches fewer",
    "no_partner": "it matches none of the others",
    "swap": "that card should lie elsewhere",
}


def _suggestion(given: Suggestion) -> str:
    return f"{given.action}: {_REASONS[given.why](given)}"


def odds(success: Fraction) -> str:
    """Say how often something with this probability happens."""
    if success in (0, 1):
        return "always" if success else "never"
    times = 1 / float(success)
    if times < 1.05:
        return "nearly always"
    return f"one time in {times:.2g}" if times < 9.95 else f"one time in {times:,.0f}"


def _finishes(worth: Fraction) -> str:
    if worth in (0, 1):
        return f"{odds(worth)} finishes"
    return f"finishes {odds(worth)}"


def _with_luck(given: Suggestion) -> str:
    assert given.worth is not None
    return f"a random player then {_finishes(given.worth)}"


def _next_best(given: Suggestion) -> str:
    if given.other is None or given.other_worth is None:
        return "there is no other"
    often = "as often" if given.other_worth == given.worth else odds(given.other_worth)
    return f"after the next best, {given.other}, {often}"


def _of_card(given: Suggestion) -> str:
    said = f"{_with_luck(given)}; {_next_best(given)}."
    if given.other_worth and given.kept is not None and given.kept == given.other_kept:
        return f"{said} The cards kept are as good either way."
    if given.other is not None and given.kept != given.other_kept:
        said += (
            f" The cards kept share a trait with {given.kept} of those that may be dealt (counted once for"
            f" each card kept), otherwise with {given.other_kept}."
        )
    return said


def _plan(given: Suggestion) -> str:
    needs = "no Breeze" if not given.breezes else plural(given.breezes, "Breeze")
    said = f"everything can be cleared with {needs} from here"
    if given.other is None:
        return f"{said}."
    if given.other_breezes is None:
        return f"{said}; by swaps inside puzzles it cannot if the hand cards go to others."
    more = given.other_breezes - (given.breezes or 0)
    less = f"takes {plural(more, 'Breeze')} more" if more else "takes as many"
    return f"{said}; the next best way to share out the hand cards {less}."


def _swap(given: Suggestion) -> str:
    if given.worth is None:
        return (
            f"with {plural(given.breezes or 0, 'swap')}, of which this is the first, {given.card} clears it."
        )
    return f"{given.card} clears it after that, and no card does before; {_with_luck(given)}."


_REASONS: dict[str, Callable[[Suggestion], str]] = {
    "clears": lambda given: (
        f"{given.card} clears this puzzle as it lies; to pass would leave it to the others."
        if given.worth is None
        else _of_card(given)
    ),
    "clears_with_breeze": lambda given: (
        f"{given.card} clears this puzzle after a swap, and there is a Breeze; no card does without."
    ),
    "stops_winner": lambda given: (
        f"no card in hand clears this puzzle, but player {seat(given.player)} would win by clearing it."
    ),
    "no_time": lambda given: "eight merges take more time than there is.",
    "nothing_clears": lambda given: (
        "no card in hand clears this puzzle; a failed challenge costs the next puzzle."
        if given.action is PASS
        else "no card in hand clears this puzzle with the swaps that are left."
    ),
    "keeps_breeze": lambda given: f"{given.card} clears this puzzle without; {_with_luck(given)}.",
    "swap": _swap,
    "merge": lambda given: f"{_with_luck(given)}; {_next_best(given)}.",
    "lost": lambda given: "one stack cannot be reached any more; this leaves the most merges.",
    "stuck": lambda given: "no merge is left; the time runs out.",
    "plan": _plan,
    "no_plan": lambda given: (
        "no way to share out the hand cards clears everything with the Breezes left; this clears the most."
    ),
    "mends_puzzle": lambda given: "after that, merges lead to one stack; before, they do not.",
    "mends_plan": lambda given: (
        "after that everything can be cleared; before, no swap inside a puzzle helps."
    ),
}

_SAY: dict[type, Callable[[Any], str]] = {
    Outlook: _outlook,
    Count: _count,
    Look: _look,
    Suggestion: _suggestion,
}

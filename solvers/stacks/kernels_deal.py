"""Dealing many hands at once, and which of their cards match."""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

Words = Any
"""A list of ints in plain Python, an array of 64-bit integers where compiled."""

M1 = 4294967087
M2 = 4294944443
STATE_WORDS = 6
DECK = 52


@kernel
def below(state: Words, n: int) -> int:
    """Return what `core.rng.Rng.below(n)` would, and leave `state` (from its `seed_state`) as it would."""
    limit = M1 - M1 % n
    value = limit
    while value >= limit:
        a = (1403580 * state[1] - 810728 * state[0]) % M1
        b = (527612 * state[5] - 1370589 * state[3]) % M2
        state[0] = state[1]
        state[1] = state[2]
        state[2] = a
        state[3] = state[4]
        state[4] = state[5]
        state[5] = b
        value = (a - b) % M1
    return value % n


@kernel
def match(deck: Words, first: int, step: int, cards: int, rule: Words, compats: Words, deal: int) -> None:
    """Write for each of the cards dealt a mask of those it matches.

    They are the `cards` cards of `deck` at `first`, `first` + `step` and so on.
    """
    for a in range(cards):
        mask = 0
        for b in range(cards):
            mask |= rule[deck[first + step * a] * DECK + deck[first + step * b]] << b
        compats[deal * cards + a] = mask


@kernel
def deal_random(states: Words, cards: int, rule: Words, deck: Words, compats: Words) -> None:
    """Write the masks of one deal for each generator state: a shuffled deck dealt from its end.

    Only as much of the deck is shuffled as is dealt.
    """
    for deal in range(len(compats) // cards):
        for card in range(DECK):
            deck[card] = card
        state = states[deal * STATE_WORDS : (deal + 1) * STATE_WORDS]
        for i in range(DECK - 1, DECK - 1 - cards, -1):
            j = below(state, i + 1)
            card = deck[i]
            deck[i] = deck[j]
            deck[j] = card
        match(deck, DECK - 1, -1, cards, rule, compats, deal)


@kernel
def deal_numbered(first: int, cards: int, rule: Words, deck: Words, compats: Words) -> None:
    """Write the masks of the published deals `first` onwards; see `games.numbered_deal`."""
    for deal in range(len(compats) // cards):
        for card in range(DECK):
            deck[card] = DECK - 1 - card
        state = first + deal
        for i in range(cards):
            state = (state * 214013 + 2531011) & 0x7FFFFFFF
            j = DECK - 1 - (state >> 16) % (DECK - i)
            card = deck[i]
            deck[i] = deck[j]
            deck[j] = card
        match(deck, 0, 1, cards, rule, compats, deal)

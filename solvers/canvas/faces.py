"""The 81 ways a canvas card can look, as small integers: what lies, and what is held, is counted in these.

A face is its four quadrants read as a number in base three, the top left being worth most; so faces
stand in the order of the cards of `solvers.canvas`.
"""

from __future__ import annotations

import itertools

from .canvas import COLOURS, Card

FACES = tuple(Card((a, b, c, d)) for a, b, c, d in itertools.product(COLOURS, repeat=4))
"""Each card as it may lie, by the number of its face."""
COUNT = len(FACES)
FACE_TEXTS = tuple(map(str, FACES))
FACE_AT = {card: face for face, card in enumerate(FACES)}
"""The number of each face."""
TURNED = tuple(tuple(FACE_AT[card.turned(quarters)] for quarters in range(4)) for card in FACES)
"""For each face what it is after 0, 1, 2 and 3 quarters clockwise."""
UPRIGHT = tuple(min(turned[0], turned[2]) for turned in TURNED)
"""For each face the first of itself and itself turned by a half."""

"""`leaves batch`: a layout a line in, a JSON object a line out, in order, with bounded memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.documents import fraction
from ...core.documents.leaves import BatchError, LeavesBatchCentre, LeavesBatchLine
from ...core.errors import NotationError, QuadrangleError
from ...core.notation import decode, shown
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import Layout, Merge
from ...solvers.leaves.link import find_link, parse_layout_link
from ...solvers.leaves.reading import read_hand, read_layout, require_whole
from ...solvers.leaves.search import Measure, Search, bits
from ..lines import LINE_LIMIT, groups, opened

if TYPE_CHECKING:
    from ...solvers.leaves.batch import Values

_TOGETHER = 1024
"""Layouts after which the compiled kernels are called: a fifth of a second's work at the most."""
_PLAIN = 250
"""Layouts answered one by one before the compiled kernels are worth their start."""

FIELDS = (
    "layout",
    "solvable",
    "solution",
    "solutions",
    "random_play_success",
    "careful_success",
    "bits",
    "careful_bits",
    "nodes",
)
_COUNTED = frozenset(("solutions", "random_play_success", "careful_success", "bits", "careful_bits"))


def parse_fields(text: str | None) -> tuple[str, ...]:
    """Return the fields named, in their fixed order; all when none are. Raises NotationError."""
    if text is None:
        return FIELDS
    names = {name.strip() for name in text.split(",")}
    unknown = sorted(names.difference(FIELDS))
    if unknown:
        raise NotationError(f"--fields {unknown[0]!r}", expected="some of " + ",".join(FIELDS))
    return tuple(field for field in FIELDS if field in names)


def run(path: Path, fields: tuple[str, ...], hand: tuple[Card, ...] | None, workers: int) -> int:
    """Answer every line of a file, `-` for standard input; return the exit code."""
    answer = _Answers(fields, workers)
    wrong = False
    out = sys.stdout.buffer
    with closing(groups(opened(path))) as found:
        for group in found:
            items = [_read(number, line, hand) for number, line in group]
            wrong = wrong or any(item.error for item in items)
            for records in answer.records(items):
                for record in records:
                    out.write(msgspec.json.encode(record) + b"\n")
                out.flush()
    return 2 if wrong else 0


@dataclass(frozen=True)
class _Item:
    """A line that was read: a layout with the centres to try, or an error."""

    number: int
    layout: Layout | None = None
    cards: tuple[Card, ...] | None = None
    """The centres of a puzzle; None when the layout is full."""
    error: str = ""

    @property
    def count(self) -> int:
        """How many nine-card layouts this line asks about."""
        if self.layout is None:
            return 0
        return 1 if self.cards is None else len(self.cards)

    @property
    def full(self) -> list[Layout]:
        """The nine-card layouts this line asks about."""
        if self.layout is None:
            return []
        if self.cards is None:
            return [self.layout]
        return [self.layout.place(card) for card in self.cards]


def _read(number: int, line: bytes, hand: tuple[Card, ...] | None) -> _Item:
    """Return what one line asks."""
    try:
        if len(line.removesuffix(b"\r")) > LINE_LIMIT:
            raise NotationError(f"longer than {LINE_LIMIT} bytes", expected="one layout")
        text = decode(line).strip()
        if not text:
            raise NotationError("empty", expected="one layout")
        layout, own_hand = _read_line(text)
        require_whole(layout)
        if not layout.is_puzzle:
            if own_hand is not None:
                raise NotationError(
                    "a hand for a layout whose centre is full", expected="eight cards and a hand"
                )
            return _Item(number, layout)
        if own_hand is None and hand is not None:
            own_hand = " ".join(map(str, hand))
        return _Item(number, layout, layout.absent if own_hand is None else read_hand(own_hand, [layout]))
    except NotationError as error:
        return _Item(number, error=str(error.at(line=number)))
    except QuadrangleError as error:
        return _Item(number, error=f"line {number}: {error}")


class _Question(msgspec.Struct):
    """A line of JSON."""

    layout: str
    hand: list[str] | str | None = None


def _read_line(text: str) -> tuple[Layout, str | None]:
    """Return the layout of a line and the hand it names itself."""
    if text.startswith(("{", '"')):
        expected = '{"layout": "…", "hand": ["3yg"]} or a string'
        try:
            value = msgspec.json.decode(text, type=str | _Question)
            keys = msgspec.json.decode(text, type=str | dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, RecursionError) as error:
            raise NotationError(f"not such JSON ({error})", expected=expected) from None
        # A document of ours may hold more; of other keys it is not known what they were to say.
        unknown = set() if isinstance(keys, str) or "format" in keys else keys.keys() - {"layout", "hand"}
        if unknown:
            raise NotationError(f"JSON with the key {shown(min(unknown))}", expected=expected)
        if isinstance(value, _Question):
            hand = " ".join(value.hand) if isinstance(value.hand, list) else value.hand
            return read_layout(value.layout), hand
        text = value
    link = find_link(text)
    if link:
        layout, cards = parse_layout_link(link)
        return layout, " ".join(map(str, cards)) or None
    return read_layout(text), None


class _Answers:
    """Answers layouts, the first few one by one and all that follow through the compiled kernels.

    Which way a layout goes depends on its place in the batch alone, so the same batch gives
    the same bytes however its lines arrive.
    """

    def __init__(self, fields: Sequence[str], workers: int) -> None:
        self._fields = fields
        self._workers = workers
        self._plain_left = _PLAIN
        self._counted = not _COUNTED.isdisjoint(fields)
        self._searched = self._counted or not {"solvable", "solution"}.isdisjoint(fields)

    def records(self, items: Sequence[_Item]) -> Iterator[list[msgspec.Struct]]:
        """Yield records in the order of the items, some at a time, as soon as they are known."""
        waiting: list[_Item] = []
        layouts = 0
        for item in items:
            if self._plain_left > 0:
                self._plain_left -= item.count
                yield [self._record(item, [self._one(layout) for layout in item.full])]
                continue
            waiting.append(item)
            layouts += item.count
            if layouts >= _TOGETHER:
                yield self._together(waiting)
                waiting, layouts = [], 0
        if waiting:
            yield self._together(waiting)

    def _together(self, items: list[_Item]) -> list[msgspec.Struct]:
        answers = self._many([layout for item in items for layout in item.full])
        return [self._record(item, [next(answers) for _ in range(item.count)]) for item in items]

    def _record(self, item: _Item, answers: list[dict[str, Any]]) -> msgspec.Struct:
        if item.layout is None:
            return BatchError(line=item.number, error=item.error)
        if item.cards is None:
            return LeavesBatchLine(**answers[0])
        whole: dict[str, Any] = {}
        if "layout" in self._fields:
            whole["layout"] = str(item.layout)
        if "solvable" in self._fields:
            whole["solvable"] = any(answer["solvable"] for answer in answers)
        centres = []
        for card, answer in zip(item.cards, answers, strict=True):
            answer.pop("layout", None)
            centres.append(LeavesBatchCentre(card=str(card), **answer))
        return LeavesBatchLine(**whole, centres=centres)

    def _one(self, layout: Layout) -> dict[str, Any]:
        """Answer one layout in plain Python."""
        if not self._searched:
            return self._answer(layout, None, None, None)
        search = Search()
        measure = search.measure(layout)
        line = search.line(layout) if "solution" in self._fields and measure.solvable else None
        return self._answer(layout, measure.solvable, line, measure)

    def _many(self, layouts: list[Layout]) -> Iterator[dict[str, Any]]:
        """Answer layouts through the compiled kernels."""
        if not layouts or not self._searched:
            yield from (self._answer(layout, None, None, None) for layout in layouts)
            return
        import numpy as np

        from ...solvers.leaves import batch

        cells = np.array([layout.cells for layout in layouts], dtype=np.uint8)
        lines = batch.lines(cells, self._workers) if "solution" in self._fields else None
        values: Values | None = batch.values(cells, self._workers) if self._counted else None
        solvable = values.solutions > 0 if values else batch.solvable(cells, self._workers)
        for i, layout in enumerate(layouts):
            line = None
            if lines is not None and solvable[i]:
                line = layout.named(Merge(source, goal) for source, goal in lines[0][i].tolist())
            measure = None
            if values is not None:
                random, careful = values.random_play_success(i), values.careful_success(i)
                measure = Measure(int(values.solutions[i]), random, careful, 0)
            yield self._answer(layout, bool(solvable[i]), line, measure)

    def _answer(
        self, layout: Layout, solvable: bool | None, line: Sequence[Merge] | None, measure: Measure | None
    ) -> dict[str, Any]:
        """Return the fields that were asked for; what none of them needs is None."""
        made: dict[str, Any] = {
            "layout": str(layout),
            "solvable": solvable,
            "solution": None if line is None else [str(merge) for merge in line],
            "nodes": None,
        }
        if measure is not None:
            made |= {
                "solutions": measure.solutions,
                "random_play_success": fraction(measure.random_play_success),
                "careful_success": fraction(measure.careful_success),
                "bits": bits(measure.random_play_success),
                "careful_bits": bits(measure.careful_success),
            }
        return {field: made[field] for field in self._fields}

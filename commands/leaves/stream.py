"""`leaves batch`: a layout a line in, a JSON object a line out, in order, with bounded memory."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
import msgspec

from ...core import kernels
from ...core.documents import BatchError
from ...core.errors import FileError, NotationError, QuadrangleError
from ...core.notation import decode
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import Layout, Merge
from ...solvers.leaves.link import find_link, parse_layout_link
from ...solvers.leaves.reading import read_hand, read_layout, require_whole
from ...solvers.leaves.search import Search, bits

if TYPE_CHECKING:
    from ...solvers.leaves.batch import Values

LINE_LIMIT = 4096
"""Bytes a line may take."""
_GROUP = 4096
"""Lines answered together at the most."""
_WAIT = 0.2
"""Seconds a line waits for others before it is answered."""
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
_COUNTED = frozenset(FIELDS[3:])


def parse_fields(text: str | None) -> tuple[str, ...]:
    """Return the fields named, in their fixed order; all when none are. Raises NotationError."""
    if text is None:
        return FIELDS
    names = {name.strip() for name in text.split(",")}
    unknown = sorted(names.difference(FIELDS))
    if unknown:
        raise NotationError(f"--fields {unknown[0]!r}", expected="some of " + ",".join(FIELDS))
    return tuple(field for field in FIELDS if field in names)


@dataclass(frozen=True)
class _Item:
    """A line that was read: a layout with the centres to try, or an error."""

    number: int
    layout: Layout | None = None
    cards: tuple[Card, ...] | None = None
    """The centres of a puzzle; None when the layout is full."""
    error: str = ""

    @property
    def full(self) -> list[Layout]:
        """The nine-card layouts this line asks about."""
        if self.layout is None:
            return []
        if self.cards is None:
            return [self.layout]
        return [self.layout.place(card) for card in self.cards]


def run(path: Path, fields: tuple[str, ...], hand: str | None, workers: int) -> int:
    """Answer every line of a file, `-` for standard input; return the exit code."""
    kernels.on_compile = _say_compiling
    answer = _Answers(fields, workers)
    wrong = False
    out = sys.stdout.buffer
    with closing(_groups(path)) as groups:
        for group in groups:
            items = [_read(number, line, hand) for number, line in group if line.strip()]
            wrong = wrong or any(item.error for item in items)
            for record in answer.records(items):
                out.write(msgspec.json.encode(record) + b"\n")
            out.flush()
    return 2 if wrong else 0


def _say_compiling() -> None:
    if not click.get_current_context().find_root().params["quiet"]:
        click.echo("quadrangle: loading or compiling the kernels for a large batch", err=True)


_Line = tuple[int, bytes]


def _groups(path: Path) -> Generator[list[_Line], None, None]:
    """Yield the lines that have arrived, numbered from 1, never keeping one waiting for long."""
    lines: queue.Queue[_Line | OSError | None] = queue.Queue(maxsize=2 * _GROUP)
    stop = threading.Event()
    if str(path) == "-":
        file: IO[bytes] = sys.stdin.buffer
    else:
        try:
            file = open(path, "rb")  # noqa: SIM115 - read by the thread, which ends with the process
        except OSError as error:
            raise FileError(f"{path}: cannot be read ({error.strerror})") from error
    threading.Thread(target=_feed, args=(file, lines, stop), daemon=True).start()
    try:
        while True:
            group: list[_Line] = []
            deadline = None
            while len(group) < _GROUP:
                try:
                    item = lines.get(
                        timeout=_WAIT if deadline is None else max(0, deadline - time.monotonic())
                    )
                except queue.Empty:
                    if group:
                        break
                    continue
                if item is None or isinstance(item, OSError):
                    if group:
                        yield group
                    if item is not None:
                        raise FileError(f"{path}: cannot be read ({item.strerror})")
                    return
                group.append(item)
                if deadline is None:
                    deadline = time.monotonic() + _WAIT
            yield group
    finally:
        stop.set()


def _feed(file: IO[bytes], lines: queue.Queue[Any], stop: threading.Event) -> None:
    """Put the lines of a file into the queue, cut one byte past the limit, then None or an error."""
    number = 0
    try:
        while not stop.is_set():
            line = file.readline(LINE_LIMIT + 2)
            if not line:
                break
            number += 1
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(1 << 20)
            _put(lines, (number, line), stop)
        _put(lines, None, stop)
    except OSError as error:
        _put(lines, error, stop)
    finally:
        if file is not sys.stdin.buffer:
            file.close()


def _put(lines: queue.Queue[Any], item: object, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            lines.put(item, timeout=_WAIT)
            return
        except queue.Full:
            continue


def _read(number: int, line: bytes, hand: str | None) -> _Item:
    """Return what one line asks."""
    try:
        if len(line.rstrip(b"\r\n")) > LINE_LIMIT:
            raise NotationError(f"longer than {LINE_LIMIT} bytes", expected="one layout")
        layout, own_hand = _read_line(decode(line).strip())
        require_whole(layout)
        asked = own_hand if own_hand is not None else hand
        if not layout.is_puzzle:
            if own_hand is not None:
                raise NotationError(
                    "a hand for a layout whose centre is full", expected="eight cards and a hand"
                )
            return _Item(number, layout)
        cards = layout.absent if asked is None else read_hand(asked, [layout])
        return _Item(number, layout, cards)
    except NotationError as error:
        return _Item(number, error=str(error.at(line=number)))
    except QuadrangleError as error:
        return _Item(number, error=f"line {number}: {error}")


def _read_line(text: str) -> tuple[Layout, str | None]:
    """Return the layout of a line and the hand it names itself."""
    if text.startswith(("{", '"')):
        try:
            value = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise NotationError(f"not JSON ({error})", expected="a layout as text or JSON") from None
        if isinstance(value, str):
            text, hand = value, None
        elif isinstance(value, dict) and isinstance(value.get("layout"), str):
            text, hand = value["layout"], value.get("hand")
        else:
            raise NotationError("JSON without a layout", expected='{"layout": "…"} or a string')
        if isinstance(hand, list) and all(isinstance(card, str) for card in hand):
            hand = " ".join(hand)
        if hand is not None and not isinstance(hand, str):
            raise NotationError("hand is not a list of cards", expected='"hand": ["3yg", "1rb"]')
        return read_layout(text), hand
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

    def records(self, items: Sequence[_Item]) -> Iterator[object]:
        """Yield a record for each item, in order."""
        plain: list[_Item] = []
        many: list[_Item] = []
        for item in items:
            target = plain if self._plain_left > 0 else many
            target.append(item)
            self._plain_left -= len(item.full)
        for item in plain:
            yield self._record(item, [self._one(layout) for layout in item.full])
        answers = iter(self._many([layout for item in many for layout in item.full]))
        for item in many:
            yield self._record(item, [next(answers) for _ in item.full])

    def _record(self, item: _Item, answers: list[dict[str, Any]]) -> object:
        if item.layout is None:
            return BatchError(line=item.number, error=item.error)
        if item.cards is None:
            return answers[0]
        for card, answer in zip(item.cards, answers, strict=True):
            answer.pop("layout", None)
            answer["card"] = str(card)
        record: dict[str, Any] = {}
        if "layout" in self._fields:
            record["layout"] = str(item.layout)
        if "solvable" in self._fields:
            record["solvable"] = any(answer["solvable"] for answer in answers)
        record["centres"] = [{"card": answer.pop("card"), **answer} for answer in answers]
        return record

    def _one(self, layout: Layout) -> dict[str, Any]:
        """Answer one layout in plain Python."""
        search = Search()
        measure = search.measure(layout)
        line = None
        if "solution" in self._fields and measure.solvable:
            line = [str(merge) for merge in search.line(layout)]
        random, careful = measure.random_play_success, measure.careful_success
        return self._answer(layout, measure.solvable, line, measure.solutions, random, careful, measure.nodes)

    def _many(self, layouts: list[Layout]) -> Iterator[dict[str, Any]]:
        """Answer layouts through the compiled kernels."""
        if not layouts:
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
                merges = [Merge(source, goal) for source, goal in lines[0][i].tolist()]
                line = [str(merge) for merge in layout.named(merges)]
            if values is None:
                yield self._answer(layout, bool(solvable[i]), line, 0, Fraction(0), Fraction(0), 0)
            else:
                random, careful = values.random_play_success(i), values.careful_success(i)
                count, nodes = int(values.solutions[i]), int(values.nodes[i])
                yield self._answer(layout, bool(solvable[i]), line, count, random, careful, nodes)

    def _answer(
        self,
        layout: Layout,
        solvable: bool,
        line: list[str] | None,
        solutions: int,
        random: Fraction,
        careful: Fraction,
        nodes: int,
    ) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field in self._fields:
            if field == "layout":
                made[field] = str(layout)
            elif field == "solvable":
                made[field] = solvable
            elif field == "solution":
                made[field] = line
            elif field == "solutions":
                made[field] = solutions
            elif field == "random_play_success":
                made[field] = f"{random.numerator}/{random.denominator}"
            elif field == "careful_success":
                made[field] = f"{careful.numerator}/{careful.denominator}"
            elif field == "bits":
                made[field] = bits(random)
            elif field == "careful_bits":
                made[field] = bits(careful)
            else:
                made[field] = nodes
        return made

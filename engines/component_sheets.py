"""Components as a spreadsheet and as TOML: an owner fills in the printed values, and plays with them.

A sheet is a CSV table with one row for each entry. Its columns are `game`, `part` (the table of
`components.toml` the entry stands in), every value that any part of the game has, and `source`; a value that
a part does not have is left empty, and numbers that belong together stand in one cell, parted by spaces. Rows
may stand in any order as long as those of a part keep theirs.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import inspect

from ..core.errors import ComponentError
from ..core.notation import listed, shown
from .components import SOURCES, Components, Part, Source

C = TypeVar("C", bound=Components)

GAME, PART, SOURCE = "game", "part", "source"
_HEAD = ("format", "version")
"""Fields of components that are no part."""
_DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Changed:
    """An entry that is not as it comes with the game, though its source says it is a guess."""

    line: int
    """Line of the sheet, from 1."""
    part: str
    text: str
    """Its values in one line."""


def to_csv(components: Components) -> str:
    """Return components as a sheet, lines ending in a line feed: `from_csv` returns the same components."""
    parts = _parts(type(components))
    values = _columns(parts)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([GAME, PART, *values, SOURCE])
    for part, entry in _entries(components, parts):
        cells = [_cell(getattr(entry, value)) if hasattr(entry, value) else "" for value in values]
        writer.writerow([components.name, part, *cells, getattr(entry, SOURCE)])
    return out.getvalue()


def to_toml(components: Components) -> str:
    """Return components as TOML: `Components.parse` returns the same."""
    parts = _parts(type(components))
    lines = [f"{name} = {_toml(getattr(components, name))}" for name in _HEAD]
    for part, entry in _entries(components, parts):
        lines += ["", f"[[{part}]]" if parts[part].many else f"[{part}]"]
        lines += [f"{name} = {_toml(getattr(entry, name))}" for name in entry.__struct_fields__]
    return "\n".join(lines) + "\n"


def _cell(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # a string of JSON is one of TOML


def game_of(text: str, source: str, games: Sequence[str]) -> str:
    """Return which game a sheet is for. Raises ComponentError: line, column, and what was expected."""
    expected = f"one of {listed(games)}"
    named = ""
    for line, row in _Sheet(text, source).rows:
        found = row.get(GAME, "").lower()
        if found and found not in games:
            raise _error(source, line, GAME, shown(row[GAME]), expected)
        if found and named and found != named:
            raise _error(source, line, GAME, shown(row[GAME]), f"{named}, as in the rows above")
        named = named or found
    if not named:
        raise _error(source, 2, GAME, "no game is named", expected)
    return named


def from_csv(kind: type[C], text: str, source: str, changed: Source | None = None) -> tuple[C, list[Changed]]:
    """Return the components of a sheet, and which entries are changed guesses.

    Those are entries marked `reconstructed` that do not come with the game. Where `changed` is given, it
    becomes the source of every entry that does not come with the game, and of those alone. Raises
    ComponentError: line, column, and what was expected.
    """
    parts = _parts(kind)
    sheet = _Sheet(text, source)
    sheet.require(_columns(parts))
    shipped = _standard(kind)
    known = {(part, *_values(entry)) for part, entry in _entries(shipped, parts)}
    entries: dict[str, list[Part]] = {part: [] for part in parts}
    lines: dict[tuple[str, str], int] = {}
    guesses = []
    for line, row in sheet.rows:
        table = _table(row[PART], parts, line, source)
        values = table.read(row, line, source)
        is_new = (table.name, *values.values()) not in known
        origin = changed if changed and is_new else _source(row[SOURCE], line, source)
        entry = table.make({**values, SOURCE: origin}, line, source)
        name, value = table.key(entry)
        before = lines.setdefault((table.name, value), line)
        if before != line:
            raise _error(
                source, line, name, f"{shown(value)} stands in line {before}, too", "each in one row"
            )
        if is_new and origin == "reconstructed":
            guesses.append(Changed(line, table.name, " ".join(map(_cell, values.values()))))
        entries[table.name].append(entry)
    return _whole(kind, parts, entries, source), guesses


def _table(text: str, parts: dict[str, _Table], line: int, source: str) -> _Table:
    if text.lower() not in parts:
        raise _error(source, line, PART, shown(text) if text else "an empty cell", f"one of {listed(parts)}")
    return parts[text.lower()]


def _whole(kind: type[C], parts: dict[str, _Table], entries: dict[str, list[Part]], source: str) -> C:
    """Return components made of their entries. Raises ComponentError where none can be played with."""
    for part, found in entries.items():
        if not found and not parts[part].many:
            raise ComponentError(f"{source}: no row with the part {part}; expected one")
    fields = {part: tuple(found) if parts[part].many else found[0] for part, found in entries.items()}
    components = kind(format=f"quadrangle {kind.name} components", version=kind.latest, **fields)
    fault = components.fault()
    if fault:
        raise ComponentError(f"{source}: {fault}")
    return components


def _source(text: str, line: int, where: str) -> Source:
    for source in SOURCES:
        if text.lower() == source:
            return source
    raise _error(where, line, SOURCE, shown(text) if text else "no source", " or ".join(SOURCES))


def _error(source: str, line: int, column: str, problem: str, expected: str) -> ComponentError:
    return ComponentError(f"{source}: line {line}, column {column}: {problem}; expected {expected}")


class _Sheet:
    """The rows of a CSV text that hold anything, with their lines, by the columns of its first row."""

    def __init__(self, text: str, source: str) -> None:
        """Read it, parted by commas, semicolons or tabs. Raises ComponentError."""
        self._source = source
        lines = [f"{line}\n" for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
        skipped = (
            1 if lines and lines[0].lower().startswith("sep=") else 0
        )  # as some spreadsheets write first
        while skipped < len(lines) and not lines[skipped].strip(_DELIMITERS + ' "\r\n'):
            skipped += 1
        if skipped == len(lines):
            raise ComponentError(f"{source}: no rows; expected what `quadrangle components export` writes")
        head = lines[skipped]
        delimiter = max(_DELIMITERS, key=head.count)
        rows = self._read(lines[skipped:], skipped, delimiter)
        self._head_line, names = next(rows)
        self.columns = [name.lower() for name in names]
        self._check_columns()
        self.rows = [(line, self._by_column(line, cells)) for line, cells in rows if any(cells)]

    def _read(self, lines: list[str], skipped: int, delimiter: str) -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        while True:
            line = skipped + reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise ComponentError(f"{self._source}: line {line}: not CSV: {error}") from None
            yield line, [cell.strip() for cell in cells]

    def _check_columns(self) -> None:
        for place, name in enumerate(self.columns):
            if name and name in self.columns[:place]:
                raise _error(self._source, self._head_line, name, "a second column of this name", "one")
        self.require([GAME, PART])

    def require(self, values: Sequence[str]) -> None:
        """Raise ComponentError where a column is missing, or there is one nobody knows."""
        for name in (*values, SOURCE):
            if name not in self.columns:
                raise ComponentError(
                    f"{self._source}: line {self._head_line}: no column {name}; expected the columns "
                    "that `quadrangle components export` writes"
                )

    def _by_column(self, line: int, cells: list[str]) -> dict[str, str]:
        for cell in cells[len(self.columns) :]:
            if cell:
                raise ComponentError(
                    f"{self._source}: line {line}: {shown(cell)} stands behind the last column; "
                    f"expected {len(self.columns)} cells"
                )
        padded = [*cells, *[""] * (len(self.columns) - len(cells))]
        return dict(zip(self.columns, padded, strict=False))


@dataclass(frozen=True)
class _Table:
    """A table of `components.toml`: the type of its entries, and whether there are many."""

    name: str
    kind: type[Part]
    many: bool

    @property
    def fields(self) -> dict[str, inspect.Type]:
        """The values of an entry by name, its source apart."""
        info = inspect.type_info(self.kind)
        assert isinstance(info, inspect.StructType)
        return {field.name: field.type for field in info.fields if field.name != SOURCE}

    def read(self, row: dict[str, str], line: int, source: str) -> dict[str, Any]:
        """Return the values in a row. Raises ComponentError for one that cannot be."""
        fields = self.fields
        for column, cell in row.items():
            if cell and column not in fields and column not in (GAME, PART, SOURCE):
                raise _error(source, line, column, shown(cell), f"an empty cell, as a {self.name} has none")
        found = {}
        for name, form in fields.items():
            value = _read(row[name], form)
            if value is None:
                problem = shown(row[name]) if row[name] else "an empty cell"
                raise _error(source, line, name, problem, _told(form))
            found[name] = value
        return found

    def make(self, values: dict[str, Any], line: int, source: str) -> Part:
        """Return the entry with some values. Raises ComponentError for one that can be no component."""
        entry = self.kind(**values)
        column, problem, expected = entry.fault()
        if problem:
            raise _error(source, line, column, problem, expected)
        return entry

    def key(self, entry: Part) -> tuple[str, str]:
        """Return the name and the value by which entries of the table are told apart."""
        texts = [name for name, form in self.fields.items() if isinstance(form, inspect.StrType)]
        return (texts[0], getattr(entry, texts[0])) if texts else (PART, self.name)


def _parts(kind: type[Components]) -> dict[str, _Table]:
    """Return the tables of a game's components by name, in the order of its class."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = {}
    for field in info.fields:
        if field.name not in _HEAD:
            many = isinstance(field.type, inspect.VarTupleType)
            entry = field.type.item_type if isinstance(field.type, inspect.VarTupleType) else field.type
            assert isinstance(entry, inspect.StructType) and issubclass(entry.cls, Part)
            found[field.name] = _Table(field.name, entry.cls, many)
    return found


def _columns(parts: dict[str, _Table]) -> list[str]:
    """Return every value that an entry may have, in the order of the tables."""
    return list(dict.fromkeys(name for part in parts.values() for name in part.fields))


def _entries(components: Components, parts: dict[str, _Table]) -> Iterator[tuple[str, Part]]:
    for part, table in parts.items():
        found = getattr(components, part)
        for entry in found if table.many else (found,):
            yield part, entry


def _values(entry: Part) -> tuple[Any, ...]:
    return tuple(getattr(entry, name) for name in entry.__struct_fields__ if name != SOURCE)


def _standard(kind: type[C]) -> C:
    """Return the components that come with a game."""
    import importlib

    found: C = importlib.import_module(kind.__module__).standard()
    return found


def _read(text: str, form: inspect.Type) -> Any:
    """Return what a cell holds; None where it is not of its form."""
    if isinstance(form, inspect.IntType):
        return _number(text, form)
    if isinstance(form, inspect.TupleType):
        words = text.replace(",", " ").split()
        found = [_read(word, one) for word, one in zip(words, form.item_types, strict=False)]
        return tuple(found) if len(words) == len(form.item_types) and None not in found else None
    return text or None


def _number(text: str, form: inspect.IntType) -> int | None:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        return None
    value = int(text)
    low, high = form.ge or 0, form.le
    return value if value >= low and (high is None or value <= high) else None


def _told(form: inspect.Type) -> str:
    """Return what a cell may hold, in words."""
    if isinstance(form, inspect.IntType):
        low = form.ge or 0
        if form.le == low:
            return str(low)
        return f"a number from {low} to {form.le}" if form.le is not None else f"a number, {low} at least"
    if isinstance(form, inspect.TupleType):
        return f"{len(form.item_types)} numbers parted by spaces, each {_told(form.item_types[0])}"
    return "a text"

"""Files of tables of turns: a folder for a table in the making, and the finished table."""

from __future__ import annotations

import hashlib
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...core.errors import FileError
from .turns_board import Aim, TurnBoard, TurnRules
from .turns_fill import Workplace

if TYPE_CHECKING:
    from .turns_board import Array

_VERSION = 1
_SAME_START = 60
"""Seconds within which two guesses of when the machine was started are one."""


class FileWorkplace(Workplace):
    """A folder with the arrays of one table in files, which the system writes when it likes.

    They outlive the process but not a loss of power, so a folder from before the last start of the
    machine is begun afresh.
    """

    def __init__(self, folder: Path, board: TurnBoard, rules: TurnRules, aim: Aim) -> None:
        """Open or make the folder. Raises FileError where it cannot be written or holds something else."""
        self._folder = folder
        name = msgspec.json.encode((_VERSION, board.values, board.lines, board.up, rules, aim))
        run = hashlib.blake2b(name, digest_size=16).hexdigest()
        try:
            self._open(run)
        except OSError as error:
            raise self._failed(error) from error

    def _open(self, run: str) -> None:
        import numpy as np

        self._folder.mkdir(parents=True, exist_ok=True)
        head = self._folder / "run.json"
        started = time.time() - time.monotonic()
        if not self._is_same(head, run, started):
            if not head.exists() and any(self._folder.iterdir()):
                raise FileError(f"{self._folder}: is not a folder of a table in the making")
            for path in self._folder.glob("*.part"):
                path.unlink()
            head.write_bytes(msgspec.json.encode({"run": run, "started": started}))
        self._state = np.memmap(self._part("state", 8), np.int64, "r+", shape=(1,))

    def _is_same(self, head: Path, run: str, started: float) -> bool:
        try:
            found = msgspec.json.decode(head.read_bytes(), type=dict[str, str | float])
        except (FileNotFoundError, msgspec.DecodeError):
            return False
        return found.get("run") == run and abs(float(found.get("started", 0)) - started) < _SAME_START

    def _part(self, name: str, size: int) -> Path:
        """Return the path of a file of this size, which is empty if it was not there."""
        path = self._folder / f"{name}.part"
        with open(path, "ab") as file:
            missing = size - file.tell()
            if missing > shutil.disk_usage(self._folder).free:
                raise FileError(f"{self._folder}: {missing} bytes are needed; there is less room")
            file.truncate(size)
        return path

    def _failed(self, error: OSError) -> FileError:
        return FileError(f"{self._folder}: cannot be written ({error.strerror or error})")

    @property
    def finished(self) -> int:
        """Chunks that are done, also by earlier runs."""
        return int(self._state[0])

    @finished.setter
    def finished(self, chunks: int) -> None:
        self._state[0] = chunks

    def array(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return the array kept under this name."""
        import numpy as np

        if 0 in shape:
            return np.empty(shape, np.int32)
        size = 4
        for extent in shape:
            size *= extent
        try:
            return np.memmap(self._part(name, size), np.int32, "r+", shape=shape)
        except OSError as error:
            raise self._failed(error) from error

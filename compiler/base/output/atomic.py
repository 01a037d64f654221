"""Files appear whole or not at all: written beside their place, then moved over it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Container
from contextlib import suppress
from itertools import count
from pathlib import Path

from compiler.base.output.interrupts import uninterrupted

_numbers = count()
_TEMPORARY = re.compile(r"\.codegen-\d+-\d+\.tmp")
_LONGEST_BUILD = 600
"""Seconds."""


class WriteError(OSError):
    """A file could not be written; nothing was changed unless moving itself failed."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        self.reason = (error.strerror or str(error)).lower()
        super().__init__(error.errno, self.reason, str(path))


class Staging:
    """New contents of files, each in a temporary file beside its place until all of them may be moved.

    Temporary files and new folders are noted before they are there, since an interrupt may come at any time: `made`
    lists them, and `note`, where it is given, tells them to whoever outlives this process.
    """

    def __init__(self, note: Callable[[str], object] | None = None) -> None:
        self.ready: dict[Path, str] = {}
        self.made: list[str] = []
        self._note = note
        self._known: set[str] = set()

    def add(self, path: Path, data: bytes) -> None:
        """Write what a file shall hold beside it. Raises `WriteError`."""
        try:
            folder = os.path.dirname(path)  # noqa: PTH120
            if folder not in self._known:
                self._make_folders(path.parent)
                self._known.add(folder)
            temporary = _beside(path, folder)
            self._will_make(temporary)
            _write(temporary, data)
        except OSError as error:
            raise WriteError(path, error) from None
        self.ready[path] = temporary

    def _make_folders(self, folder: Path) -> None:
        missing = []
        while not folder.exists() and folder != folder.parent:
            missing.append(folder)
            folder = folder.parent
        for new in reversed(missing):
            self._will_make(f"{new}/")
            new.mkdir(exist_ok=True)

    def _will_make(self, path: str) -> None:
        self.made.append(path)
        if self._note is not None:
            self._note(path)

    def take(self, ready: dict[Path, str], made: list[str]) -> None:
        """Take over what another process made."""
        self.made += made
        self.ready |= ready

    def move(self, first: Container[Path] = (), then: Callable[[], None] | None = None) -> None:
        """Move all files to their places, some of them before the others. Raises `WriteError`.

        An interrupt comes before the first is moved, or after the last and what is to be done `then`.
        """
        path = Path()
        try:
            with uninterrupted():
                for path in sorted(self.ready, key=lambda place: place not in first):
                    os.replace(self.ready[path], path)  # noqa: PTH105
                if then is not None:
                    then()
        except WriteError:
            raise
        except OSError as error:
            raise WriteError(path, error) from None

    def discard(self) -> None:
        """Take away what was not moved, and the folders that are empty then."""
        remove_made(self.made)


def remove_made(made: list[str]) -> None:
    """Remove temporary files, and new folders (these end in a slash) that are empty then."""
    for path in reversed(made):
        with suppress(OSError):
            if path.endswith("/"):
                os.rmdir(path)  # noqa: PTH106
            else:
                os.unlink(path)  # noqa: PTH108


def leftovers(folder: Path) -> list[Path]:
    """Return temporary files in a folder that are older than any build takes: one was killed then."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _TEMPORARY.fullmatch(entry.name)]
        found = [folder / name for name in sorted(names)]
        return [path for path in found if path.stat().st_mtime < time.time() - _LONGEST_BUILD]
    return []


def write_atomic(path: Path, text: str) -> None:
    """Write one text file in UTF-8. Raises `WriteError`."""
    staging = Staging()
    try:
        staging.add(path, text.encode())
        staging.move()
    except BaseException:
        staging.discard()
        raise


def _beside(path: Path, folder: str) -> str:
    """Name a temporary file beside a path, in its folder."""
    if os.path.isdir(path):  # noqa: PTH112
        raise IsADirectoryError(0, "a folder stands in its place")
    return f"{folder or '.'}/.codegen-{os.getpid()}-{next(_numbers)}.tmp"


def _write(temporary: str, data: bytes) -> None:
    with open(temporary, "xb", buffering=0) as file:  # noqa: PTH123
        file.write(data)

"""Files appear whole or not at all: written beside their place, then moved over it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

from compiler.output.interrupts import uninterrupted

_numbers = count()


class WriteError(OSError):
    """A file could not be written; nothing of the batch was changed unless moving itself failed."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        self.reason = (error.strerror or str(error)).lower()
        super().__init__(error.errno, self.reason, str(path))


def write_all(files: Iterable[tuple[Path, bytes]], then: Callable[[], None] | None = None) -> None:
    """Write all files, or none: every temporary file exists before the first one is moved to its place.

    Raises `WriteError`; temporary files and new folders are removed then, as they are after an interrupt, which comes
    before the first file is moved, or after the last and what is to be done `then`.
    """
    ready: dict[Path, str] = {}
    folders: list[Path] = []
    known: set[Path] = set()
    path = Path()
    try:
        for path, data in files:
            folder = path.parent
            if folder not in known:
                _make_folders(folder, folders)
                known.add(folder)
            ready[path] = _beside(path)  # noted before it is there: an interrupt may come at any time
            _write(ready[path], data)
        with uninterrupted():
            for path in list(ready):
                os.replace(ready[path], path)  # noqa: PTH105
                del ready[path]
            if then is not None:
                then()
    except BaseException as error:
        for temporary in ready.values():
            Path(temporary).unlink(missing_ok=True)
        for made in reversed(folders):
            with suppress(OSError):
                made.rmdir()
        if isinstance(error, OSError) and not isinstance(error, WriteError):
            raise WriteError(path, error) from None
        raise


def write_atomic(path: Path, text: str) -> None:
    """Write one text file in UTF-8. Raises `WriteError`."""
    write_all([(path, text.encode())])


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Make a folder and its parents, and note those that are new, from the top down."""
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        made.append(new)
        new.mkdir(exist_ok=True)


def _beside(path: Path) -> str:
    """Name a temporary file beside a path."""
    if path.is_dir():
        raise IsADirectoryError(0, "a folder stands in its place")
    return f"{path.parent}/.codegen-{os.getpid()}-{next(_numbers)}.tmp"


def _write(temporary: str, data: bytes) -> None:
    with open(temporary, "xb", buffering=0) as file:  # noqa: PTH123
        file.write(data)

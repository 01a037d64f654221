"""What is to be written, until all of it may be: in memory while it is little, else in a file without a name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

LIMIT = 16_000_000
"""Bytes that are held in memory: most builds print less, and need no file."""


class Spool:
    """The contents of files by their paths.

    A large API makes 50 MB. Nothing may be written before all of it was printed and compared with the disk, but what
    was printed need not stay in memory.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._places: dict[Path, bytes | tuple[int, int]] = {}
        """A file's content, or where it begins in the temporary file and how long it is."""
        self._room = limit
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Path]:
        return iter(self._places)

    def add(self, path: Path, data: bytes) -> None:
        """Keep the content of a file."""
        self._room -= len(data)
        self._places[path] = data if self._room >= 0 else self._put_away(data)

    def _put_away(self, data: bytes) -> bytes | tuple[int, int]:
        """Write data to the temporary file; where that is full it stays in memory."""
        with suppress(OSError):
            if self._file is None:
                import tempfile

                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (it lives as long as this object)
            start = self._file.seek(0, 2)
            if self._file.write(data) == len(data):
                return start, len(data)
        return data

    def items(self) -> Iterator[tuple[Path, bytes]]:
        """Yield what was added, in that order."""
        for path, place in self._places.items():
            if isinstance(place, bytes):
                yield path, place
            else:
                assert self._file is not None
                self._file.seek(place[0])
                yield path, self._file.read(place[1])

"""What a resident process knows of the files of an output, so that it reads none again that nobody has touched.

Each file has the stamp with which it was written, or last read: size, time of the last change and inode, as in the
index of git. As there, a file may be changed without a change of its stamp while its time is not yet past, so such a
stamp is not kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from compiler.base.frozen import mutable
from compiler.output.manifest import digest

Stamp = tuple[int, int, int]

_TICK = 50_000_000
"""Nanoseconds that may pass without a change of the clock of a file system."""
_COARSE_TICK = 2_000_000_000
"""The same where times are whole milliseconds or more, as on file systems that know seconds only."""
_MILLISECOND = 1_000_000


@mutable
class Seen:
    """A printed text, its digest, and the stamp of the file that holds it; None where that is not known."""

    text: str
    digest: str
    stamp: Stamp | None = None


class Index:
    """The files of an output, by path."""

    def __init__(self) -> None:
        self._files: dict[str, Seen] = {}
        self._written: list[Seen] = []
        self._paths: dict[str, tuple[str, ...]] = {}

    def seen(self, path: str, text: str) -> Seen:
        """Return what is known of a text at a path."""
        found = self._files.get(path)
        if found is None or (found.text is not text and found.text != text):
            found = self._files[path] = Seen(text, digest(text.encode()))
        else:
            found.text = text
        return found

    def note_file(self, seen: Seen, stamp: Stamp) -> None:
        """Take note of a file that is about to be moved to its place: if it is not, the stamp is of no file there."""
        seen.stamp = stamp
        self._written.append(seen)

    def end(self) -> None:
        """Take note that the written files are in their places, where anyone may change them from now on."""
        now = time.time_ns()
        for seen in self._written:
            seen.stamp = _past(seen.stamp, now)
        self._written = []

    def has_other_files(self, folder: str, paths: Iterable[str]) -> bool:
        """Whether the paths of a folder are not those of the build before; forget those that are no more."""
        now = tuple(paths)
        before, self._paths[folder] = self._paths.get(folder, ()), now
        if before == now:
            return False
        for path in set(before).difference(now):
            self._files.pop(f"{folder}/{path}", None)
        return True


def stamp_of(status: os.stat_result) -> Stamp:
    """Return the stamp of a file."""
    return status.st_size, status.st_mtime_ns, status.st_ino


def past_stamp(status: os.stat_result) -> Stamp | None:
    """Return the stamp of a file; None while the file might be changed without a change of it."""
    return _past(stamp_of(status), time.time_ns())


def _past(stamp: Stamp | None, now: int) -> Stamp | None:
    if stamp is None:
        return None
    tick = _TICK if stamp[1] % _MILLISECOND else _COARSE_TICK
    return stamp if stamp[1] + tick < now else None

"""Writes files whole or not at all: first elsewhere on the same disk, then moved to their place."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from compiler.base.patterns import lazy_pattern
from compiler.output.index import Stamp, stamp_of
from compiler.output.interrupts import uninterrupted
from compiler.output.manifest import digest

WORK_NAME = ".codegen"
"""The work folder of a running build, in the output folder beside the packages, never inside one."""
STAGED_NAME = "staged"
_numbers = count()
_TEMPORARY = lazy_pattern(r"\.codegen-\d+-\d+\.tmp")
_LONGEST_BUILD = 600
"""Seconds."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class WriteError(OSError):
    """A file could not be written; nothing was changed.

    But if it is `pending`, some files were moved, and the next build moves the rest.
    """

    def __init__(self, path: Path, error: OSError, *, pending: bool = False) -> None:
        self.path = path
        self.pending = pending
        self.reason = (error.strerror or str(error)).lower()
        super().__init__(error.errno, self.reason, str(path))


class Staged(NamedTuple):
    """A file that waits to be moved: where it is, its digest, and the digest of the file it replaces."""

    temporary: str
    digest: str = ""
    before: str | None = None


class Staging:
    """New contents of files, each in a temporary file until all of them may be moved.

    With `root`, the output folder, they are in its work folder, apart from the packages; without, each beside its
    place. Temporary files and new folders are noted before they are made, since an interrupt may come at any time:
    `made` lists them, and `note`, if given, reports them to a process that outlives this one.
    """

    def __init__(self, root: Path | None = None, note: Callable[[str], object] | None = None) -> None:
        self.root = root
        self.ready: dict[Path, Staged] = {}
        self.made: list[str] = []
        self._note = note
        self._known: set[str] = set()
        self._work = root and root / WORK_NAME / STAGED_NAME

    def add(self, path: Path, data: bytes, before: bytes | None = None, known: str = "", *, new: bool = False) -> Stamp:
        """Stage the new content of a file that held `before`, and return its stamp. Raises `WriteError`.

        `known` is the digest of the content, if it was made already; `new`: nothing stands in the file's place.
        """
        try:
            folder = os.path.dirname(path) or "."  # noqa: PTH120
            if not new and os.path.isdir(path):  # noqa: PTH112
                raise IsADirectoryError(0, "a folder stands in its place")
            if folder not in self._known:
                if self._work is None:
                    self._make_folders(path.parent)
                else:
                    _check_folder(path.parent)
                    self._make_folders(self._work)
                self._known.add(folder)
            name = f"{os.getpid()}-{next(_numbers)}.tmp"
            temporary = f"{folder}/.codegen-{name}" if self._work is None else f"{self._work}/{name}"
            self._will_make(temporary)
            stamp = _write(temporary, data)
        except OSError as error:
            raise WriteError(path, error) from None
        if self.root is None:
            self.ready[path] = Staged(temporary)
        else:
            self.ready[path] = Staged(temporary, known or digest(data), None if before is None else digest(before))
        return stamp

    def _make_folders(self, folder: Path) -> None:
        for new in missing_folders(folder):
            self._will_make(f"{new}/")
            new.mkdir(exist_ok=True)

    def _will_make(self, path: str) -> None:
        self.made.append(path)
        if self._note is not None:
            self._note(path)

    def take(self, ready: dict[Path, Staged], made: list[str]) -> None:
        """Take over files that another process staged."""
        self.made += made
        self.ready |= ready

    def move(self) -> None:
        """Move all files to their places; an interrupt takes effect before the first, or after the last.

        Raises `WriteError`.
        """
        path = Path()
        try:
            with uninterrupted():
                for path, staged in self.ready.items():
                    os.replace(staged.temporary, path)  # noqa: PTH105
        except OSError as error:
            raise WriteError(path, error) from None

    def discard(self) -> None:
        """Remove files that were not moved, and folders that are empty then."""
        remove_temporaries(self.made)


def missing_folders(folder: Path) -> list[Path]:
    """Return the folders that have to be made for a folder to be there, the outermost first."""
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    return missing[::-1]


def _check_folder(folder: Path) -> None:
    """Refuse a place that no file can be moved to, before any file is moved. Raises `OSError`."""
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    if not os.access(folder, os.W_OK | os.X_OK):
        reason = errno.EROFS if _is_read_only(folder) else errno.EACCES
        raise OSError(reason, os.strerror(reason))


def _is_read_only(folder: Path) -> bool:
    """Whether the whole disk is read-only: permissions are not the cause then."""
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def move_file(temporary: str, path: Path) -> None:
    """Move a file over another, which may lie on another disk. Raises `OSError`."""
    try:
        os.replace(temporary, path)  # noqa: PTH105
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        import shutil  # with its archives it takes longer than all others

        beside = f"{os.path.dirname(path) or '.'}/.codegen-{os.getpid()}-{next(_numbers)}.tmp"  # noqa: PTH120
        try:
            shutil.copyfile(temporary, beside)
            os.replace(beside, path)  # noqa: PTH105
        except OSError:
            with suppress(OSError):
                os.unlink(beside)  # noqa: PTH108
            raise
        os.unlink(temporary)  # noqa: PTH108


def remove_temporaries(made: list[str]) -> None:
    """Remove temporary files, and new folders (their paths end in a slash) that are empty then."""
    for path in reversed(made):
        with suppress(OSError):
            if path.endswith("/"):
                os.rmdir(path)  # noqa: PTH106
            else:
                os.unlink(path)  # noqa: PTH108


def leftovers(folder: Path) -> list[Path]:
    """Return temporary files in a folder that are older than any build takes.

    Killed builds of earlier versions left them, and so does one that is killed while it moves a file to another disk.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _TEMPORARY.fullmatch(entry.name)]
        found = [folder / name for name in sorted(names)]
        return [path for path in found if path.stat().st_mtime < time.time() - _LONGEST_BUILD]
    return []


def _write(temporary: str, data: bytes) -> Stamp:
    number = os.open(temporary, _NEW, 0o666)  # half as many calls of the system as `open`
    try:
        left = memoryview(data)
        while left:  # a full disk takes a part at first
            left = left[os.write(number, left) :]
        return stamp_of(os.fstat(number))
    finally:
        os.close(number)

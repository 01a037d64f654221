"""Allows one build at a time on an output folder, and on codegen.lock, by an advisory lock on a file of its own.

The lock is the operating system's (`flock`, `msvcrt.locking`), so it ends with the process in any case; the file
that carries it is in the work folder beside the packages, and is removed with that folder.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from compiler.base.children import give_to_children, keep_from_children
from compiler.output.atomic import WORK_NAME, missing_folders, remove_temporaries
from compiler.output.interrupts import uninterrupted
from compiler.output.problems import Problem

_PAUSE = 0.05
_TOLD_AFTER = 0.5
"""Seconds."""
_AT = 1 << 30
"""The byte that Windows locks, after any content."""


class Claim(NamedTuple):
    """Something that one build at a time may change, and the file whose lock protects it."""

    path: Path
    file: Path


def of_folder(folder: Path) -> Claim:
    """Claim an output folder."""
    return Claim(folder, folder / WORK_NAME / "output.turn")


def of_file(path: Path) -> Claim:
    """Claim a single file, such as codegen.lock."""
    return Claim(path, path.parent / WORK_NAME / f"{path.name}.turn")


class BusyError(Exception):
    """Another build did not end in time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(str(path))


class Turn:
    """The right to change what was claimed, for as long as it is held.

    `alone` is false if the disk has no locks, or cannot be written: other builds may run as well.
    """

    def __init__(self) -> None:
        self.alone = True
        self.problems: list[Problem] = []
        self._held: list[tuple[int, Path]] = []
        self._made: list[str] = []

    def take(self, claim: Claim, until: float, waiting: Callable[[Path], None]) -> None:
        """Wait for a claim; raises `BusyError` when the clock reaches `until`."""
        told_at = time.monotonic() + _TOLD_AFTER
        while True:
            with uninterrupted():  # an interrupt between the making of the file and the note of it would leave the file
                if self._attempt(claim):
                    return
            now = time.monotonic()
            if now >= until:
                raise BusyError(claim.path)
            if now >= told_at:
                waiting(claim.path)
                told_at = until
            time.sleep(_PAUSE)

    def _attempt(self, claim: Claim) -> bool:
        """Take a claim, or do without where there are no locks; false if another build has it."""
        path, file = claim
        while True:
            try:
                for folder in missing_folders(file.parent):
                    self._made.append(f"{folder}/")
                    folder.mkdir(exist_ok=True)
                number = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
            except FileNotFoundError:  # another build has just removed the folder
                return False
            except OSError:  # a folder that cannot be written is reported when a file is written
                self.alone = False
                return True
            keep_from_children(number)
            try:
                taken = _try(number)
            except OSError as error:
                _close(number)
                self.alone = False
                self.problems.append(Problem("CG1211", path, (error.strerror or str(error)).lower()))
                return True
            if taken and _is_there(number, file):
                self._held.append((number, file))
                return True
            _close(number)
            if not taken:
                return False

    def end(self) -> None:
        """Release the claims."""
        for number, file in reversed(self._held):
            if sys.platform != "win32":
                with suppress(OSError):
                    file.unlink()
                _close(number)
            else:  # a waiting build has it open, and it stays
                _close(number)
                with suppress(OSError):
                    file.unlink()
            with suppress(OSError):
                file.parent.rmdir()
        remove_temporaries(self._made)


@contextmanager
def turn(claims: Sequence[Claim], seconds: float, waiting: Callable[[Path], None]) -> Iterator[Turn]:
    """Hold all claims; taken in one order, so that no two builds wait for each other. Raises `BusyError`."""
    held = Turn()
    until = time.monotonic() + seconds
    try:
        for claim in sorted(claims, key=lambda claim: os.path.realpath(claim.file)):
            held.take(claim, until, waiting)
        yield held
    finally:
        with uninterrupted():
            held.end()


def _close(number: int) -> None:
    give_to_children(number)
    os.close(number)


def _is_there(number: int, file: Path) -> bool:
    """Whether an open file is still the one of its name: the last holder may have removed it."""
    try:
        found, named = os.fstat(number), file.stat()
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == (named.st_dev, named.st_ino)


if sys.platform == "win32":
    import msvcrt

    def _try(number: int) -> bool:
        os.lseek(number, _AT, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try(number: int) -> bool:
        """Take the lock of an open file; false if another process has it. Raises `OSError` if there are no locks."""
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                return False
            raise
        return True

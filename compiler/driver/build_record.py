"""Finds out whether a build would change nothing, before anything heavy is imported (speed 3).

A build that succeeded leaves a record in the user's cache folder: what it read and wrote, each file with its size and
time, as in the index of git, and its messages. If the same command runs with the same files again, it only repeats
these messages. The records are not part of the output, which is the same bytes everywhere
(D12.2); ``CODEGEN_CACHE=off`` turns them off, another value is the folder for them.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TextIO

FORMAT = 1
_COARSE = 2_000_000_000
_PACKAGES = ("compiler", "passes", "backends")
Stamp = list[int]
"""Size in bytes and time of the last change in nanoseconds."""


def record_path(argv: Sequence[str], stderr: TextIO) -> str | None:
    """Return the path of a command's record; None if none is kept."""
    if argv[:1] != ["build"]:
        return None
    return path_of([*_without_jobs(argv), stderr.isatty(), os.environ.get("NO_COLOR")])


def path_of(words: Sequence[object]) -> str | None:
    """Return the path of the record of what is done in the working folder by some words; None if none is kept."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        key = json.dumps([FORMAT, os.getcwd(), *words])
    except OSError:  # the working folder is gone
        return None
    return os.path.join(folder, hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32] + ".json")


def cache_folder() -> str | None:
    """Return the folder of what is kept between commands; None if nothing is."""
    folder = os.environ.get("CODEGEN_CACHE") or _default_folder()
    return None if folder == "off" else folder


def _without_jobs(argv: Sequence[str]) -> list[str]:
    """Leave out how many processes a build takes, on which its output does not depend."""
    words = iter(argv)
    kept = []
    for word in words:
        if word == "--jobs":
            next(words, None)
        elif not word.startswith("--jobs="):
            kept.append(word)
    return kept


def _default_folder() -> str | None:
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if not base:
        home = os.path.expanduser("~")
        if home == "~":
            return None
        base = os.path.join(home, ".cache")
    return os.path.join(base, "codegen")


def repeat(path: str | None, stdout: TextIO, stderr: TextIO) -> bool:
    """Repeat the messages of the last build if nothing it read or wrote has changed; False if the build must run."""
    record = fresh(path)
    if record is None:
        return False
    stdout.write(record["stdout"])
    stderr.write(record["stderr"])
    return True


def fresh(path: str | None) -> dict[str, Any] | None:
    """Return a record if nothing that its build read or wrote has changed."""
    record = None if path is None else _read(path)
    return record if record is not None and _holds(record) else None


def _may_have_changed(now: Stamp, before: tuple[int, int] | None, started: int) -> bool:
    """Whether a file may hold something else than what was read.

    A change in the same tick of the file system's clock as the one before cannot be seen: whoever reads a file so soon
    after its last change does not know. A tick is short, but two seconds where times have no fractions.
    """
    tick = _COARSE if now[1] % 1_000_000_000 == 0 else 0
    return now[1] + tick >= started or (before is not None and now != [*before])


def _read(path: str) -> dict[str, Any] | None:
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) and record.get("format") == FORMAT else None


def _holds(record: Mapping[str, Any]) -> bool:
    try:
        known = all(_stamp(name) == stamp for part in ("read", "written") for name, stamp in record[part].items())
        return known and not any(map(os.path.lexists, record["absent"])) and record["compiler"] == compiler_digest()
    except (OSError, KeyError, AttributeError, TypeError):
        return False


def _stamp(name: str) -> Stamp:
    found = os.stat(name)
    return [found.st_size, found.st_mtime_ns]


def compiler_digest() -> str:
    """Return a digest of the compiler's own files: their names, sizes and times."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found: list[object] = [sys.version]
    waiting = [os.path.join(root, name) for name in _PACKAGES]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.is_dir():
                    waiting += [entry.path] if entry.name != "__pycache__" else []
                else:
                    status = entry.stat()
                    found.append((entry.name, status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr(found).encode("utf-8", "replace")).hexdigest()


def remember(
    path: str,
    started: int,
    *,
    read: Mapping[str, tuple[int, int] | None],
    written: Iterable[str],
    absent: Iterable[str],
    stdout: str,
    stderr: str,
) -> None:
    """Leave the record of a build that succeeded.

    There is none if a file has changed since it was read, or since ``started`` (nanoseconds of the clock) where it is
    not known what it was then, or if it cannot be found; a cache that cannot be written is not an error. The clock of
    a network drive may differ from ours, so a file's own times are compared where that is possible.

    Args:
        path: the path of the record.
        started: when the build began.
        read: the files that were read, each with size and time when it was read, if that is known.
        written: the files of the output.
        absent: files that would have been read if they existed.
        stdout: what the same build prints when nothing has changed.
        stderr: the same for standard error.
    """
    with suppress(OSError, ValueError):
        stamps = {name: _stamp(name) for name in read}
        if any(_may_have_changed(stamps[name], before, started) for name, before in read.items()):
            return
        record = {
            "format": FORMAT,
            "compiler": compiler_digest(),
            "read": stamps,
            "written": {name: _stamp(name) for name in written},
            "absent": sorted(name for name in absent if not os.path.lexists(name)),
            "stdout": stdout,
            "stderr": stderr,
        }
        os.makedirs(os.path.dirname(path), exist_ok=True)
        beside = f"{path}.{os.getpid()}"
        try:
            with open(beside, "w", encoding="utf-8") as file:
                file.write(json.dumps(record))  # json.dump takes four times as long
            os.replace(beside, path)
        except BaseException:  # a full disk
            with suppress(OSError):
                os.unlink(beside)
            raise

"""The journal of a build's changes, written before they are made: a killed build is finished or undone later.

Until the journal is in its place nothing has changed, and staged files are discarded. From then on the new output
counts: every step can be repeated, by this build or by the next one. The journal is not trusted: it may name only files
below the output folder (and codegen.lock, if it belongs to the build that reads it), and each must have the digest
in the journal, or is not touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from compiler.base.frozen import frozen
from compiler.output.atomic import (
    STAGED_NAME,
    WORK_NAME,
    Staging,
    WriteError,
    missing_folders,
    move_file,
    remove_temporaries,
)
from compiler.output.interrupts import uninterrupted
from compiler.output.manifest import MANIFEST_NAME, digest, is_inside
from compiler.output.problems import Problem

JOURNAL_NAME = "journal"
_VERSION = 1
_LONGEST_BUILD = 600
"""Seconds."""


@frozen
class _Move:
    """A file to be put in place: its temporary file, and the digests of the new and of the old content."""

    path: Path
    temporary: str
    digest: str
    before: str | None


@frozen
class _Journal:
    """All changes to be made; files to be removed have their digests."""

    moves: Sequence[_Move]
    removals: Sequence[tuple[Path, str]]


def journal_path(root: Path) -> Path:
    """Return the path of the journal of an output folder while a build changes the folder."""
    return root / WORK_NAME / JOURNAL_NAME


def commit(staging: Staging, remove: Iterable[Path]) -> None:
    """Put all staged files in place and remove others: all or nothing, whenever the process ends.

    An interrupt takes effect before or after. Raises `WriteError`.
    """
    root = staging.root
    assert root is not None
    removals = [(path, value) for path in remove if (value := _digest(path)) is not None]
    if not staging.ready and not removals:
        return
    moves = [_Move(path, staged.temporary, staged.digest, staged.before) for path, staged in staging.ready.items()]
    below = _Below(root)
    # what may be on another disk goes first: if that is full, nothing has changed yet. Then the manifests, so that they
    # list every file of ours even if the output is never finished
    moves.sort(key=lambda move: (below.name(move.path) is not None, move.path.name != MANIFEST_NAME))
    journal = _Journal(moves, removals)
    with uninterrupted():
        _save(root, journal, below)
        _run(root, journal, begun=False)


def _run(root: Path, journal: _Journal, *, begun: bool) -> None:
    """Carry out a journal, which may have `begun` before, and remove it.

    Raises `WriteError`, either pending, or with everything as before.
    """
    made: list[str] = []
    path = root
    moved = begun
    try:
        for path in dict.fromkeys(move.path.parent for move in journal.moves):
            for folder in missing_folders(path):
                made.append(f"{folder}/")
                folder.mkdir(exist_ok=True)
        for move in journal.moves:
            path = move.path
            move_file(move.temporary, path)
            moved = True
        for path, _ in journal.removals:
            path.unlink(missing_ok=True)
            moved = True
    except OSError as error:
        if not moved:
            remove_temporaries(made)
            journal_path(root).unlink(missing_ok=True)
        raise WriteError(path, error, pending=moved) from None
    remove_empty((path for path, _ in journal.removals), root)
    tidy(root)


def _save(root: Path, journal: _Journal, below: _Below) -> None:
    """Write the journal and flush it to the disk; it is in force from then on. Raises `WriteError`."""
    content = {
        "journalVersion": _VERSION,
        "write": [
            [_relative_name(move.path, below), os.path.basename(move.temporary), move.digest, move.before]  # noqa: PTH119
            for move in journal.moves
        ],
        "remove": [[_relative_name(path, below), value] for path, value in journal.removals],
    }
    text = json.dumps(content)
    place = journal_path(root)
    beside = place.with_name(f"{JOURNAL_NAME}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
        _sync_folder(place.parent)
    except OSError as error:
        for left in (beside, place):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise WriteError(place, error) from None


class _Below:
    """The names of files below a folder; each folder within is compared with it once, since that takes long."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: dict[str, str | None] = {}

    def name(self, path: Path) -> str | None:
        """Return the name of a file below the folder, with slashes; None for a file elsewhere."""
        folder, name = os.path.split(path)
        if folder not in self._folders:
            there = path.parent
            inside = there.is_relative_to(self._root)
            self._folders[folder] = (there.relative_to(self._root) / "_").as_posix()[:-1] if inside else None
        before = self._folders[folder]
        return None if before is None else before + name


def _relative_name(path: Path, below: _Below) -> str:
    """Return a path relative to the output folder; the whole path for a file elsewhere."""
    name = below.name(path)
    return os.path.realpath(path) if name is None else name


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # Windows cannot open folders
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


# --------------------------------------------------------------------------- after a build that was killed


def recover(root: Path, other: Path | None, *, alone: bool = True) -> list[Problem]:
    """Finish the changes that a killed build had begun, or discard its staged files; return what to report.

    Args:
        root: the output folder.
        other: codegen.lock, the only file elsewhere that is touched.
        alone: no other build can be running, so that staged files here belong to none.

    Raises:
        WriteError: the changes cannot be finished now; the files stay as they are.
    """
    work = root / WORK_NAME
    if not work.is_dir() or work.is_symlink():
        return []
    path = journal_path(root)
    try:
        journal = _parse(root, path.read_text(encoding="utf-8"), other) if path.exists() else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        _forget(path)
        _drop_staged(root, alone=alone)
        return [Problem("CG1209", path, "it is not a journal of this version")]
    if journal is None:
        left = _drop_staged(root, alone=alone)
        return [Problem("CG1208", root, "undone: it had changed nothing")] if left else []
    possible, lost = _possible(journal)
    with uninterrupted():
        _run(root, possible, begun=True)
    _drop_staged(root, alone=True)
    if lost:
        return [Problem("CG1209", path, f"{lost} of its files differ from what it says")]
    return [Problem("CG1208", root, "finished")]


def _parse(root: Path, text: str, other: Path | None) -> _Journal:
    """Read a journal. Raises `ValueError` or the like if it is not a journal of ours."""
    told, _, body = text.partition("\n")
    if hashlib.sha256(body.rstrip("\n").encode()).hexdigest() != told:
        raise ValueError("it was changed")
    content = json.loads(body)
    if content["journalVersion"] != _VERSION:
        raise ValueError("it is of another version")
    elsewhere = os.path.realpath(other) if other is not None else None
    moves = []
    for name, temporary, value, before in content["write"]:
        if not is_inside(temporary) or "/" in temporary:
            raise ValueError(temporary)
        if name == elsewhere or not os.path.isabs(name):  # noqa: PTH117
            place = _safe_place(root, name) if other is None or name != elsewhere else other
            staged = str(root / WORK_NAME / STAGED_NAME / temporary)
            moves.append(_Move(place, staged, str(value), None if before is None else str(before)))
    return _Journal(moves, [(_safe_place(root, name), str(value)) for name, value in content["remove"]])


def _safe_place(root: Path, name: str) -> Path:
    place = root / name
    if not is_inside(name) or not place.parent.resolve().is_relative_to(root.resolve()):
        raise ValueError(name)
    return place


def _possible(journal: _Journal) -> tuple[_Journal, int]:
    """Return the open changes of a journal, and how many files are neither old, nor new, nor staged.

    A file that somebody edited since is not touched: it is theirs.
    """
    moves, lost = [], 0
    for move in journal.moves:
        found = None if move.path.is_symlink() else _digest(move.path)
        if found == move.digest:
            continue
        if found == move.before and _digest(Path(move.temporary)) == move.digest:
            moves.append(move)
        else:
            lost += 1
    removals = [(path, value) for path, value in journal.removals if _digest(path) == value and not path.is_symlink()]
    return _Journal(moves, removals), lost


def _digest(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except OSError:
        return None


def _drop_staged(root: Path, *, alone: bool) -> bool:
    """Remove staged files that belong to no build; return whether there were any."""
    staged = root / WORK_NAME / STAGED_NAME
    oldest = time.time() - _LONGEST_BUILD
    dropped = False
    with suppress(OSError):
        for path in staged.iterdir():
            if alone or path.stat().st_mtime < oldest:
                path.unlink()
                dropped = True
    if alone:
        for path in (root / WORK_NAME).glob(f"{JOURNAL_NAME}.*"):
            _forget(path)
    tidy(root, journal=False)
    return dropped


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def tidy(root: Path, *, journal: bool = True) -> None:
    """Remove the journal of finished changes, and the folders that are empty then."""
    if journal:
        _forget(journal_path(root))
    for folder in (root / WORK_NAME / STAGED_NAME, root / WORK_NAME):
        with suppress(OSError):  # it holds a lock
            folder.rmdir()


def remove_empty(files: Iterable[Path], root: Path) -> None:
    """Remove the folders below `root` that held files and are empty now."""
    folders: set[Path] = set()
    for path in files:
        folder = path.parent
        while folder not in folders and folder != root and folder.is_relative_to(root):
            folders.add(folder)
            folder = folder.parent
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):  # it is not empty
            folder.rmdir()

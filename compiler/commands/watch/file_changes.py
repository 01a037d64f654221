"""Waits until files change, for `codegen watch`.

What counts is size, time and inode of each file, as git's index has them: an editor that writes beside a file and
renames, a file that comes back, and edits while a build ran are all seen so. watchfiles only says when to look. Without
that package, and where the system has no more room for watchers, a look is taken ten times a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Generator

Stamp: TypeAlias = tuple[int, ...] | None
"""Size, time of the last change in nanoseconds, and inode of a file; None: there is none."""
_LOOK = 0.1
"""Seconds between two looks without watchfiles."""
_ANYWAY_MS = 1_000
"""Milliseconds between two looks with it: network drives tell nobody of changes."""
_STEP_MS = 20
_QUIET = 0.03
"""Seconds without a change after which a file is taken for saved."""
_SECOND_NS = 1_000_000_000
_COMES_BACK = 0.3
"""Seconds in which an empty or missing file may be one that is being saved."""
_LONGEST = 2.0
"""Seconds of waiting for quiet."""


def stamp(name: str) -> Stamp:
    """Return the stamp of a file."""
    try:
        found = os.stat(name)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def stamps(names: Iterable[str]) -> dict[str, Stamp]:
    """Return the stamps of files."""
    return {name: stamp(name) for name in names}


class Changes:
    """Waits for changes of files, which may be others each time."""

    def __init__(self) -> None:
        self._places: tuple[str, ...] = ()
        self._names: set[str] = set()
        self._events: Generator[Any] | None = None
        self._polls = False

    def wait(self, known: Mapping[str, Stamp], check: Callable[[], object]) -> list[str]:
        """Return the names of files that are no more as they were known to be, as soon as there are some.

        ``check`` is called at least once a second, and may raise.
        """
        while True:
            check()
            self._watch(known)
            changed = [name for name, was in known.items() if stamp(name) != was]
            if changed:
                _quiet(known)
                return sorted(name for name, was in known.items() if stamp(name) != was)
            self._sleep()

    def close(self) -> None:
        """Stop watching."""
        if self._events is not None:
            self._events.close()
            self._events = None

    def _watch(self, known: Iterable[str]) -> None:
        """Watch the folders of files; events between two of these are not lost, since stamps are compared after it."""
        if self._polls:
            return
        folders, names = set(), set()
        for name in known:
            for path in {Path(name), Path(os.path.realpath(name))}:
                folder, *way = _existing(path)
                folders.add(folder)
                names.update(way)
        self._names = names
        if tuple(sorted(folders)) == self._places:
            return
        self.close()
        self._places = tuple(sorted(folders))
        try:
            from watchfiles import watch
        except ImportError:
            self._polls = True
            return
        self._events = watch(
            *self._places, watch_filter=lambda _, path: os.path.basename(path) in self._names,  # noqa: PTH119
            debounce=_STEP_MS * 5, step=_STEP_MS, rust_timeout=_ANYWAY_MS, yield_on_timeout=True, recursive=False,
        )  # fmt: skip

    def _sleep(self) -> None:
        if self._events is None:
            time.sleep(_LOOK)
            return
        try:
            next(self._events)
        except (OSError, StopIteration):  # a folder is gone, or the system has no more watchers
            self.close()
            self._polls = True
            time.sleep(_LOOK)


def _existing(path: Path) -> Iterator[str]:
    """Yield the folder of a path that exists, and the names below it: an event of each may be the file's."""
    way = [path.name]
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        way.append(folder.name)
        folder = folder.parent
    yield str(folder)
    yield from way


def _quiet(known: Mapping[str, Stamp]) -> None:
    """Wait until files stay as they are; a little longer where one that had something in it has nothing."""
    began = time.monotonic()
    last = stamps(known)
    changed = began - _age(found for name, found in last.items() if found != known[name])
    while (now := time.monotonic()) - began < _LONGEST:
        empty = any(_has_content(was) and not _has_content(last[name]) for name, was in known.items())
        if now - changed >= (_COMES_BACK if empty else _QUIET):
            return
        time.sleep(_QUIET / 6)
        found = stamps(known)
        if found != last:
            last, changed = found, time.monotonic()


def _age(changed: Iterable[Stamp]) -> float:
    """Return for how many seconds no file has been written, as far as their times tell: some have no fractions."""
    times = [0 if found is None or found[1] % _SECOND_NS == 0 else found[1] for found in changed]
    age = (time.time_ns() - max(times)) / _SECOND_NS if all(times) and times else 0.0
    return age if 0 <= age < _COMES_BACK else 0.0  # later than now: another clock


def _has_content(found: Stamp) -> bool:
    return found is not None and found[0] > 0

"""`codegen watch`: builds whenever a file changes that the build depends on (docs/watch.md)."""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from compiler.commands.exit_code import guarded
from compiler.commands.resident import Resident
from compiler.commands.watch.file_changes import Changes, Stamp, stamp, stamps
from compiler.driver.exit import Exit
from compiler.output.interrupts import terminable
from compiler.source import STDIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import FrameType

    from compiler.driver.options import BuildOptions

_CLEAR = "\x1b[H\x1b[2J"
"""Moves to the first line of a terminal and clears what it shows; what was scrolled out stays."""
_LISTED = 3
"""So many changed files are named."""


def watch(options: BuildOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Build, and build again after every change; returns the exit code when the user ends it."""
    if options.input.document == STDIN:
        stderr.write("codegen watch: standard input cannot be watched: name a file\n")
        return Exit.USAGE
    with _terminable() as ended:
        return _Watch(options, stdout, stderr, ended).run()


@contextmanager
def _terminable() -> Iterator[list[int]]:
    """Note signals that end the process before they raise.

    watchfiles makes Ctrl-C of each, and Python drops what is raised while it frees objects.
    """
    ended: list[int] = []
    with terminable():
        before: dict[int, Callable[[int, FrameType | None], object]] = {}

        def end(number: int, frame: FrameType | None) -> None:
            ended.append(number)
            before[number](number, frame)

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            handler = signal.getsignal(number) if number is not None else None
            if number is not None and callable(handler):
                before[number] = handler
                signal.signal(number, end)
        yield ended


class _Watch:
    """One run of the command."""

    def __init__(self, options: BuildOptions, stdout: TextIO, stderr: TextIO, ended: list[int]) -> None:
        self._options, self._stdout, self._stderr, self._ended = options, stdout, stderr, ended
        self._in_place = stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._resident = Resident()
        self._inputs: frozenset[str] = frozenset({os.path.abspath(options.input.document or "gen.yaml")})  # noqa: PTH100

    def run(self) -> int:
        """Build and wait, again and again; returns the exit code."""
        changes = Changes()
        known: Mapping[str, Stamp] = {}
        try:
            while True:
                code, known = self._build(known)
                if code > 128:
                    return code
                changed = changes.wait(known, self._check)
                self._tell_changes(changed)
        except KeyboardInterrupt:  # while it waits nothing is interrupted: that is how a watch ends
            if self._in_place:
                self._stderr.write("\n")
            number = next(iter(self._ended), signal.SIGINT)
            return Exit.OK if number == signal.SIGINT else 128 + number
        finally:
            changes.close()

    def _check(self) -> None:
        if self._ended:
            raise KeyboardInterrupt

    def _build(self, known: Mapping[str, Stamp]) -> tuple[int, Mapping[str, Stamp]]:
        """Build once; returns the exit code, and the inputs as the build found them."""
        before, began, clock = stamps({*known, *self._inputs}), time.time_ns(), time.monotonic()
        code = guarded(self._resident_build, self._stdout, self._stderr)
        found = {name: _as_read(name, before, began) for name in self._inputs}
        if not self._options.input.quiet and code <= Exit.INTERNAL:
            files = sum(each is not None for each in found.values())
            named = f"{files:,} file{'' if files == 1 else 's'}"
            self._stderr.write(f"{time.monotonic() - clock:.2f} s; watching {named}, Ctrl-C ends\n")
        self._stderr.flush()
        self._resident.collect()
        return code, found

    def _resident_build(self) -> int:
        built = self._resident.build(self._options, self._stdout, self._stderr)
        self._inputs = built.inputs
        return built.code

    def _tell_changes(self, changed: list[str]) -> None:
        if self._in_place:
            self._stderr.write(_CLEAR)
        if self._options.input.quiet:
            return
        names = [os.path.relpath(name) for name in changed[:_LISTED]]
        more = f" and {len(changed) - _LISTED:,} more" if len(changed) > _LISTED else ""
        self._stderr.write(f"{', '.join(names)}{more} changed\n")
        self._stderr.flush()


def _as_read(name: str, before: Mapping[str, Stamp], began: int) -> Stamp:
    """Return the stamp of a file as a build found it: what was changed meanwhile is not taken for known.

    A build writes codegen.lock itself.
    """
    if name.endswith(".lock"):
        return stamp(name)
    if name in before:
        return before[name]
    found = stamp(name)
    return None if found is not None and found[1] >= began else found

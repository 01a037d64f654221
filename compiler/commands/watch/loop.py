"""`codegen watch`: builds whenever a file changes that the build depends on (docs/watch.md)."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING, TextIO

from compiler.commands.exit_code import guarded
from compiler.commands.watch.file_changes import Changes, Stamp, stamp, stamps
from compiler.commands.worker import Request, Worker
from compiler.driver.exit import Exit
from compiler.output.interrupts import Terminated
from compiler.source import STDIN

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    return _Watch(options, stdout, stderr).serve()


class _Watch(Worker):
    """A worker whose requests are changes of files: they ask for the same build again."""

    forced = ()

    def __init__(self, options: BuildOptions, stdout: TextIO, stderr: TextIO) -> None:
        super().__init__()
        self._options, self._stdout, self._stderr = options, stdout, stderr
        self._in_place = stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._changes = Changes()
        self._inputs: frozenset[str] = frozenset({os.path.abspath(options.input.document or "gen.yaml")})  # noqa: PTH100
        self._known: Mapping[str, Stamp] = {}
        self._code = 0

    def serve(self) -> int:
        """Build and wait, again and again; returns the exit code."""
        code = super().serve()
        self._changes.close()
        if self._code > 128:
            return self._code
        if self._in_place:
            self._stderr.write("\n")
        # while it waits nothing is interrupted: that is how a watch ends
        return Exit.OK if self.signalled == signal.SIGINT else code

    def next(self) -> Request | None:
        """Wait for a change; the first build needs none."""
        if self._code > 128:
            return None
        if self._known:
            self._tell_changes(self._changes.wait(self._known, self._check))
        return Request({}, lambda _: None)

    def _check(self) -> None:
        if self.signalled:
            raise Terminated(self.signalled)

    def answer(self, request: Request, *streams: TextIO) -> None:
        """Build once, and note the inputs as the build found them."""
        before, began, clock = stamps({*self._known, *self._inputs}), time.time_ns(), time.monotonic()
        self._code = guarded(self._build_again, self._stdout, self._stderr)
        self._known = {name: _as_read(name, before, began) for name in self._inputs}
        if not self._options.input.quiet and self._code <= Exit.INTERNAL:
            files = sum(each is not None for each in self._known.values())
            named = f"{files:,} file{'' if files == 1 else 's'}"
            self._stderr.write(f"{time.monotonic() - clock:.2f} s; watching {named}, Ctrl-C ends\n")
        self._stderr.flush()

    def _build_again(self) -> int:
        built = self.resident.build(self._options, self._stdout, self._stderr)
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

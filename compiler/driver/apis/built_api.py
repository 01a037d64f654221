"""What becomes of one API, apart from its place on the disk: its printed files, and what there is to say."""

from __future__ import annotations

import gc
import io
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from compiler.diagnostics import Diagnostics
from compiler.diagnostics.plain_data import keep
from compiler.driver.build import compile_build, read_build, stamps_of
from compiler.driver.ending import Done
from compiler.driver.linting import lint_into
from compiler.driver.options import Exit
from compiler.driver.progress import Progress
from compiler.output import TargetOutput

if TYPE_CHECKING:
    from compiler.driver.build import Ready, Stamp
    from compiler.driver.options import BuildOptions
    from compiler.driver.outcome import Summary

RECURSION = 20_000
"""The stack frames that a process needs for schemas nested as deep as the limits allow."""


@dataclass(frozen=True, slots=True)
class Built:
    """An API that was compiled: `code` is an exit code, and there is a summary only if there are outputs.

    `kept` are the diagnostics (:mod:`compiler.diagnostics.plain_data`), `lock` the next text of its lock if that
    changes, `read` the files that it was made of, each with its size and time then, `sought` those that it would have
    been made of if they existed; `said` is what a fault of the compiler prints, `printed` what goes to standard output.
    """

    code: int
    kept: Any = None
    outputs: Sequence[TargetOutput] = ()
    names: str = ""
    lock: str | None = None
    summary: Summary | None = None
    read: Mapping[str, Stamp] = field(default_factory=dict)
    sought: Sequence[str] = ()
    said: str = ""
    printed: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    """The digests of the files that the result follows from, if it comes from elsewhere."""


@dataclass(slots=True)
class _Taken:
    """Takes the targets of a build, in place of writing them."""

    outputs: Sequence[TargetOutput] = ()
    ready: list[Ready] = field(default_factory=list)

    def take(self, ready: Ready, diagnostics: Diagnostics) -> Done:
        self.outputs = ready.printing.outputs()
        self.ready = [ready]
        return Done(Exit.OK)


def compile_api(options: BuildOptions, command: str) -> Built:
    """Compile one API and write nothing; `command` is build or lint. An exception is an internal error (exit 4)."""
    gc.disable()  # as in every run of the command line
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
    diagnostics, said = Diagnostics(strict=options.input.strict), io.StringIO()
    try:
        made = _lint(options, diagnostics, said) if command == "lint" else _compile(options, diagnostics, said)
        read = {**stamps_of(diagnostics), **made.read}
        return replace(made, kept=keep(diagnostics), read=read, sought=sorted(diagnostics.sought), said=said.getvalue())
    except MemoryError:
        return Built(Exit.USAGE, keep(Diagnostics()), said="out of memory: nothing was written\n")
    except Exception:
        return Built(Exit.INTERNAL, keep(diagnostics), said=traceback.format_exc())


def _lint(options: BuildOptions, diagnostics: Diagnostics, said: io.StringIO) -> Built:
    return Built(lint_into(options, diagnostics, said))


def _compile(options: BuildOptions, diagnostics: Diagnostics, said: io.StringIO) -> Built:
    asked = read_build(options, diagnostics)
    if isinstance(asked, Done):
        return Built(asked.code, printed=asked.told.printed)
    taken = _Taken()
    done = compile_build(options, asked, taken.take, diagnostics, Progress(said, enabled=False), said, said)
    read: dict[str, Stamp] = dict.fromkeys(asked.inputs.config.files)
    if not taken.ready or done.code != Exit.OK:
        return Built(done.code, read=read)
    ready = taken.ready[0]
    names, lock, summary = ready.output.names, ready.facts.text, ready.facts.summary
    return Built(done.code, None, taken.outputs, names, lock, summary, read)

"""What becomes of one API, apart from its place on the disk: its printed files, and what there is to say."""

from __future__ import annotations

import gc
import io
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from compiler.base.diagnostics import Diagnostics
from compiler.base.diagnostics.kept import keep
from compiler.base.output import TargetOutput
from compiler.driver.build import compile_asked, lint_into, read_asked
from compiler.driver.ending import Done, Summary
from compiler.driver.options import Exit
from compiler.driver.progress import Progress

if TYPE_CHECKING:
    from compiler.driver.build import Ready
    from compiler.driver.options import BuildOptions

RECURSION = 20_000
"""The stack frames that a process needs for schemas nested as deep as the limits allow."""


@dataclass(frozen=True, slots=True)
class Built:
    """An API that was compiled: `code` is an exit code, and there are outputs only if it is 0.

    `kept` are the diagnostics (:mod:`compiler.base.diagnostics.kept`), `lock` the next text of its lock if that
    changes, `read` the files that it was made of, `said` what a fault of the compiler prints.
    """

    code: int
    kept: Any
    outputs: Sequence[TargetOutput] = ()
    names: str = ""
    lock: str | None = None
    summary: Summary | None = None
    read: Sequence[str] = ()
    said: str = ""


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
        if command == "lint":
            code = lint_into(options, diagnostics, said)
            return Built(code, keep(diagnostics), read=sorted(diagnostics.documents))
        return _compile(options, diagnostics, said)
    except MemoryError:
        return Built(Exit.USAGE, keep(Diagnostics()), said="out of memory: nothing was written\n")
    except Exception:
        return Built(Exit.INTERNAL, keep(diagnostics), said=traceback.format_exc())


def _compile(options: BuildOptions, diagnostics: Diagnostics, said: io.StringIO) -> Built:
    asked = read_asked(options, diagnostics)
    if isinstance(asked, Done):
        return Built(asked.code, keep(diagnostics), read=sorted(diagnostics.documents))
    taken = _Taken()
    done = compile_asked(options, asked, taken.take, diagnostics, Progress(said, enabled=False), said, said)
    read = sorted({*diagnostics.documents, *asked.inputs.config.files})
    kept = keep(diagnostics)
    if not taken.ready or done.code != Exit.OK:
        return Built(done.code, kept, read=read, said=said.getvalue())
    ready = taken.ready[0]
    return Built(
        done.code, kept, taken.outputs, ready.output.names, ready.lock_text, ready.summary, read, said.getvalue()
    )

"""What a fault of the compiler leaves: the IR that a pass or a backend failed on, as `codegen opt` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.base.frozen import frozen

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk

_ATTRIBUTE = "codegen_crash"


@frozen
class Crash:
    """The document before the step that failed: a pass, or the printing of a target."""

    sdk: Sdk
    step: str
    target: str | None = None
    printing: bool = False

    @property
    def file(self) -> str:
        """The name of the file that holds the IR."""
        return f"codegen-crash-{self.step}.ir"

    @property
    def command(self) -> str:
        """The command that does the same with it again."""
        target = f" -t {self.target}" if self.target is not None and not self.printing else ""
        what = f"--print {self.target}" if self.printing else f"--passes {self.step}{target}"
        return f"codegen opt {what} {self.file}"


def note_crash(error: Exception, crash: Crash) -> None:
    """Attach what is needed to repeat a fault to its exception; the innermost one counts."""
    if not hasattr(error, _ATTRIBUTE):
        setattr(error, _ATTRIBUTE, crash)


def crash_of(error: BaseException) -> Crash | None:
    """Return what was attached to an exception, or to one that it came from."""
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        found = getattr(at, _ATTRIBUTE, None)
        if isinstance(found, Crash):
            return found
        at = at.__cause__ or at.__context__
    return None


def write_crash(error: BaseException) -> str | None:
    """Write the IR of a fault to the working folder; return a line on how to repeat it, None if there is none."""
    crash = crash_of(error)
    if crash is None:
        return None
    from pathlib import Path

    from compiler.ir.text import dump

    try:
        Path(crash.file).write_text(dump(crash.sdk), encoding="utf-8", newline="\n")
    except Exception:  # an IR that cannot be written, or a folder that nobody may write to
        return None
    return f"{crash.file} holds the document at that moment; to repeat it: {crash.command}"

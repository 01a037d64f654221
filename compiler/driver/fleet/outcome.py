"""What became of each API of a command, and the one report of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from compiler.base.diagnostics import Diagnostics, show
from compiler.base.diagnostics.text import printable
from compiler.driver.ending import Done, count_of
from compiler.driver.options import Exit

if TYPE_CHECKING:
    from compiler.base.source.location import Json
    from compiler.driver.options import InputOptions

Result: TypeAlias = Literal["built", "unchanged", "cached", "stale", "failed", "not built", "checked", "cleaned"]
"""How a command ended for an API: `unchanged` was not compiled, since nothing it is made of changed; `failed` has
errors of its own, and `not built` was prevented by something else."""
_WORST = (Exit.INTERNAL, Exit.ERRORS, Exit.USAGE, Exit.STALE, Exit.OK)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One API at the end of a command: `line` is what the report says of it, `more` are lines below that."""

    name: str
    result: Result
    done: Done
    diagnostics: Diagnostics
    line: str
    more: Sequence[str] = ()

    def facts(self) -> Json:
        """Return what a program wants to know, besides diagnostics."""
        facts: dict[str, Json] = {"result": self.result, "exitCode": self.done.code}
        if self.done.result is not None:
            written = self.done.result
            facts |= {"written": written.written, "unchanged": written.unchanged, "removed": written.removed}
        if self.done.stale:
            facts["stale"] = [path.as_posix() for path in self.done.stale]
        return facts


def code_of(codes: Iterable[int]) -> int:
    """Return the exit code of all: that of the worst."""
    found = set(codes)
    return next((code for code in _WORST if code in found), Exit.OK)


def report(
    outcomes: Sequence[Outcome], shared: Diagnostics, options: InputOptions, last: str, stdout: TextIO, stderr: TextIO
) -> None:
    """Print the report: diagnostics by API in the order of gen.yaml, a line for each API, and the last line."""
    if options.format != "text":
        from compiler.base.diagnostics.machine import render_several

        named = {"": shared, **{one.name: one.diagnostics for one in outcomes}}
        stdout.write(render_several(named, {one.name: one.facts() for one in outcomes}, options.format))
    else:
        show(shared, stdout, stderr, color=options.color, quiet=options.quiet)
        for one in outcomes:
            said = StringIO()
            show(one.diagnostics, stdout, said, color=options.color, quiet=options.quiet, fold=True)
            if said.getvalue():
                stderr.write(f"{_bold(f'{one.name}:', options)}\n{said.getvalue()}")
    if options.quiet:
        return
    width = max((len(one.name) for one in outcomes), default=0)
    for one in outcomes:
        stderr.write(f"{one.name:<{width}}  {printable(one.line)}\n")
        stderr.writelines(f"{'':<{width}}  {printable(line)}\n" for line in one.more)
    stderr.write(f"{last}\n")


def _bold(text: str, options: InputOptions) -> str:
    return f"\x1b[1m{text}\x1b[0m" if options.color else text


def last_line(outcomes: Sequence[Outcome], words: Mapping[Result, str]) -> str:
    """Return the line that counts the APIs by their results, and names those that are not as they were to be."""
    parts = []
    for result, word in words.items():
        found = [one.name for one in outcomes if one.result == result]
        if found:
            names = "" if result in ("built", "unchanged", "cached", "checked", "cleaned") else f" ({', '.join(found)})"
            parts.append(f"{len(found)} {word}{names}")
    return f"{count_of(len(outcomes), 'API')}: {', '.join(parts)}"

"""What became of each API of a command, and the one report of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from compiler.diagnostics import Diagnostics, show
from compiler.diagnostics.text import printable
from compiler.driver.ending import Done
from compiler.driver.options import Exit
from compiler.driver.outcome import count

if TYPE_CHECKING:
    from compiler.driver.options import InputOptions
    from compiler.source import Json

Result: TypeAlias = Literal["built", "unchanged", "cached", "looked at", "stale", "cleaned", "failed", "not built"]
"""How a command ended for an API: `unchanged` was not compiled, since nothing it is made of has changed; `failed` has
errors of its own, and `not built` was prevented by something else."""
WORDS: Mapping[Result, str] = {
    "built": "built",
    "cached": "from the cache",
    "unchanged": "unchanged",
    "looked at": "checked",
    "cleaned": "cleaned",
    "stale": "stale",
    "failed": "with errors",
    "not built": "not built",
}
_NAMED = ("stale", "failed", "not built")
_WORST = (Exit.INTERNAL, Exit.ERRORS, Exit.USAGE, Exit.STALE, Exit.OK)


@dataclass(frozen=True, slots=True)
class Ended:
    """One API at the end of a command: `line` is what the report says of it, `more` are lines below that."""

    name: str
    result: Result
    done: Done
    diagnostics: Diagnostics
    line: str
    more: Sequence[str] = ()

    def facts(self) -> dict[str, Json]:
        """Return what `--format json` says of the API."""
        return {"result": self.result, "exitCode": self.done.code, **self.done.told.record}


def code_of(codes: Iterable[int]) -> int:
    """Return the exit code of all: that of the worst."""
    found = set(codes)
    return next((code for code in _WORST if code in found), Exit.OK)


def report(
    ended: Sequence[Ended],
    shared: Diagnostics,
    options: InputOptions,
    stdout: TextIO,
    stderr: TextIO,
    *,
    whole: bool = False,
) -> None:
    """Print the report: diagnostics by API in the order of gen.yaml, a line for each API, and one that counts them.

    ``whole``: warnings and infos are shown with their lines, each for itself (D1.7).
    """
    if options.format != "text":
        from compiler.diagnostics.machine import render_several

        named = {"": shared, **{one.name: one.diagnostics for one in ended}}
        stdout.write(render_several(named, {one.name: one.facts() for one in ended}, options.format))
    else:
        show(shared, stdout, stderr, color=options.color, quiet=options.quiet)
        for one in ended:
            said = StringIO()
            show(one.diagnostics, stdout, said, color=options.color, quiet=options.quiet, fold=not whole)
            if said.getvalue():
                name = f"\x1b[1m{one.name}:\x1b[0m" if options.color else f"{one.name}:"
                stderr.write(f"{name}\n{said.getvalue()}")
    if options.format != "json":
        stdout.writelines(one.done.told.printed for one in ended)
    if options.quiet or not ended:
        return
    width = max(len(one.name) for one in ended)
    for one in ended:
        stderr.write(f"{one.name:<{width}}  {printable(one.line)}\n")
        stderr.writelines(f"{'':<{width}}  {printable(line)}\n" for line in one.more)
    stderr.write(f"{_counted(ended)}\n")


def _counted(ended: Sequence[Ended]) -> str:
    """Return how many APIs there are by result, with the names of those that are not as they should be."""
    parts = []
    for result, word in WORDS.items():
        found = [one.name for one in ended if one.result == result]
        if found:
            parts.append(f"{len(found)} {word}" + (f" ({', '.join(found)})" if result in _NAMED else ""))
    return f"{count(len(ended), 'API')}: {', '.join(parts)}"

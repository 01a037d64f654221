"""Where the diagnostics of a run go: text to standard error, what programs read to standard output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TextIO

from compiler.base.diagnostics.sink import Diagnostics

SHOWN: Mapping[str, int] = {"warning": 10, "info": 3}
"""How many of one code are shown before the rest is counted."""


def show(
    diagnostics: Diagnostics,
    stdout: TextIO,
    stderr: TextIO,
    *,
    format: str = "text",  # noqa: A002
    color: bool = False,
    quiet: bool = False,
    fold: bool = False,
) -> None:
    """Print everything that was reported, in one of the formats text, json, sarif and github.

    `quiet` leaves warnings and infos out of the text; `fold` shows the first few of each code and counts the rest
    (never errors). What programs read is always whole.
    """
    if format == "text":
        _show_text(diagnostics, stderr, color=color, quiet=quiet, fold=fold)
        return
    from compiler.base.diagnostics import machine

    render = {"json": machine.render_json, "sarif": machine.render_sarif, "github": machine.render_github}[format]
    stdout.write(render(diagnostics))


def _show_text(diagnostics: Diagnostics, stderr: TextIO, *, color: bool, quiet: bool, fold: bool) -> None:
    from compiler.base.diagnostics.text import render_one, together

    shown: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for item, *others in together(diagnostics.errors if quiet else diagnostics.items):
        if item.severity == "error" or not fold or shown[item.code] < SHOWN[item.severity]:
            stderr.write(render_one(item, diagnostics, others, color=color) + "\n")
            shown[item.code] += 1
        else:
            left[item.code] += 1 + len(others)
    for code, count in left.items():
        severity = diagnostics.severity(code) or "error"
        stderr.write(f"{severity}[{code}]: {count} more like the {shown[code]} above; `codegen lint` shows all\n\n")

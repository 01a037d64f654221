"""Where the diagnostics of a run go: text to standard error, what programs read to standard output."""

from __future__ import annotations

from typing import TextIO

from compiler.diagnostics.sink import Diagnostics


def show(
    diagnostics: Diagnostics,
    stdout: TextIO,
    stderr: TextIO,
    *,
    format: str = "text",  # noqa: A002
    color: bool = False,
    quiet: bool = False,
) -> None:
    """Print everything that was reported, in one of the formats text, json, sarif and github.

    `quiet` leaves warnings and infos out of the text; what programs read is always whole.
    """
    if format == "text":
        _show_text(diagnostics, stderr, color=color, quiet=quiet)
        return
    from compiler.diagnostics import machine

    render = {"json": machine.render_json, "sarif": machine.render_sarif, "github": machine.render_github}[format]
    stdout.write(render(diagnostics))


def _show_text(diagnostics: Diagnostics, stderr: TextIO, *, color: bool, quiet: bool) -> None:
    from compiler.diagnostics.text import render_one

    for item in diagnostics.items:
        if not quiet or item.severity == "error":
            stderr.write(render_one(item, diagnostics, color=color) + "\n")

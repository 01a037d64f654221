"""Where the diagnostics of a run go: text to standard error, formats for programs to standard output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import TextIO

from compiler.base.diagnostics.sink import Diagnostic, Diagnostics
from compiler.base.source.location import Json

SHOWN: Mapping[str, int] = {"warning": 10, "info": 3}
"""How many diagnostics of one code are shown before the rest is only counted."""
NOTHING: Mapping[str, Json] = MappingProxyType({})
LOSSES = ("CG1204", "CG1209", "CG1212")
"""Warnings about something left out of the output: they are never folded, and `quiet` keeps them."""


def show(
    diagnostics: Diagnostics,
    stdout: TextIO,
    stderr: TextIO,
    *,
    format: str = "text",  # noqa: A002
    color: bool = False,
    quiet: bool = False,
    fold: bool = False,
    more: Mapping[str, Json] = NOTHING,
) -> None:
    """Print all reported diagnostics, in one of the formats text, json, sarif and github.

    `quiet` leaves warnings and infos out of the text; `fold` shows the first few of each code and counts the rest.
    Neither affects errors and losses. Formats for programs are always complete; `more` is what JSON says besides.
    """
    if format == "text":
        _show_text(diagnostics, stderr, color=color, quiet=quiet, fold=fold)
        return
    from compiler.base.diagnostics import machine

    if format == "json":
        stdout.write(machine.render_json(diagnostics, more))
    else:
        stdout.write({"sarif": machine.render_sarif, "github": machine.render_github}[format](diagnostics))


def _loud(diagnostics: Diagnostics) -> list[Diagnostic]:
    if not any(map(diagnostics.has_any, LOSSES)):  # look up the others only if they are shown
        return list(diagnostics.errors)
    return [item for item in diagnostics.items if item.severity == "error" or item.code in LOSSES]


def _show_text(diagnostics: Diagnostics, stderr: TextIO, *, color: bool, quiet: bool, fold: bool) -> None:
    from compiler.base.diagnostics.text import render_one, together

    shown: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for item, *others in together(_loud(diagnostics) if quiet else diagnostics.items):
        if item.severity == "error" or item.code in LOSSES or not fold or shown[item.code] < SHOWN[item.severity]:
            stderr.write(render_one(item, diagnostics, others, color=color) + "\n")
            shown[item.code] += 1
        else:
            left[item.code] += 1 + len(others)
    for code, count in left.items():
        severity = diagnostics.severity(code) or "error"
        stderr.write(f"{severity}[{code}]: {count} more like the {shown[code]} above; `codegen lint` shows all\n\n")

"""Where the diagnostics of a run go: text to standard error, formats for programs to standard output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TextIO

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics.sink import Diagnostic, Diagnostics
from compiler.source.location import Json

SHOWN = 6
"""How many codes of warnings have a line in the text of a build (D1.7)."""
NOTHING: Mapping[str, Json] = MappingProxyType({})
LOSSES = ("CG1204", "CG1209", "CG1212")
"""Warnings about something left out of the output: they are never folded, and `quiet` keeps them."""
READINGS = ("CG1101",)
"""Readings taken for security, which are never folded either (D1.4, D1.7)."""
_TIMES = lazy_pattern(r" \((?:once|[\d,]+ times)\)\Z")


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

    `quiet` leaves warnings and infos out of the text; `fold` tells warnings by their codes, a line each, and counts
    the rest. Neither affects errors and losses. Formats for programs are always complete; `more` is what JSON says
    besides.
    """
    if format == "text":
        _show_text(diagnostics, stderr, color=color, quiet=quiet, fold=fold)
        return
    from compiler.diagnostics import machine

    if format == "json":
        stdout.write(machine.render_json(diagnostics, more))
    else:
        stdout.write({"sarif": machine.render_sarif, "github": machine.render_github}[format](diagnostics))


def _loud(diagnostics: Diagnostics) -> list[Diagnostic]:
    if not any(map(diagnostics.has_any, LOSSES)):  # look up the others only if they are shown
        return list(diagnostics.errors)
    return [item for item in diagnostics.items if item.severity == "error" or item.code in LOSSES]


def _show_text(diagnostics: Diagnostics, stderr: TextIO, *, color: bool, quiet: bool, fold: bool) -> None:
    from compiler.diagnostics.text import render_all

    items = _loud(diagnostics) if quiet else diagnostics.items
    whole = [item for item in items if not fold or _is_whole(item)]
    stderr.writelines(text + "\n" for text in render_all(whole, diagnostics, color=color))
    if fold and len(whole) < len(items):
        stderr.writelines(_folded([item for item in items if not _is_whole(item)], diagnostics, color=color))


def _is_whole(item: Diagnostic) -> bool:
    return item.severity == "error" or item.code in LOSSES or item.code in READINGS


def _folded(items: Sequence[Diagnostic], diagnostics: Diagnostics, *, color: bool) -> Iterator[str]:
    """Yield a line for each code of the warnings with count and first place, at most six, then a count of the rest."""
    from compiler.diagnostics.text import label, place_text, printable

    codes: dict[str, list[Diagnostic]] = {}
    for item in items:
        if item.severity == "warning":
            codes.setdefault(item.code, []).append(item)
    for first, *others in list(codes.values())[:SHOWN]:
        place = "" if first.loc is None else place_text(first, diagnostics)
        times = sum(item.times for item in (first, *others))
        where = (
            f"{times:,} times, first at {place}" if times > 1 and place else f"{times:,} times" if times > 1 else place
        )
        text = _TIMES.sub("", first.message) + (f" ({where})" if where else "")
        yield f"{label(first, color=color)}: {printable(text)}\n"
    left = sum(len(found) for found in list(codes.values())[SHOWN:])
    infos = sum(item.severity == "info" for item in items)
    counts = [_count(left, "more warning"), _count(infos, "info")]
    if said := [count for number, count in zip((left, infos), counts, strict=True) if number]:
        yield f"{' and '.join(said)}; `codegen lint` and `build -v` show all\n"
    elif codes:
        yield "`codegen lint` and `build -v` show where, and how to fix it\n"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

"""The shape of a page: sections of Markdown, unpadded tables, the header line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from backends.reference.commonmark import blocks, cell, fenced
from backends.reference.types import json_text
from backends.texts import said_once
from backends.writer.notice import notice
from compiler.ir.node import Json

_LONGEST_EXAMPLE = 4_000
"""The maximal length of an example as compact JSON; a longer one would swamp its page."""


def page(sections: Iterable[str], licence: str | None = None) -> str:
    """Join sections into a page under the header line; empty ones are left out."""
    comment = notice(licence).replace("--", "- -")
    return "\n\n".join([f"<!-- {comment} -->", *filter(None, sections)]) + "\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without padding; "" without rows. A column that is empty in every row is left out.

    Bars in an entry are escaped here and nowhere else.
    """
    listed = list(rows)
    if not listed:
        return ""
    lines = [columns, ["---"] * len(columns), *listed]
    shown = [any(entries) for entries in zip(*listed, strict=True)]
    if not all(shown):
        lines = [list(compress(line, shown)) for line in lines]
    text = _joined(lines)
    if text.count("|") != (len(lines[0]) + 1) * len(lines):
        text = _joined([entry.replace("|", "\\|") for entry in line] for line in lines)
    return text


def _joined(lines: Iterable[Sequence[str]]) -> str:
    """Join the entries of lines; an empty one takes one space."""
    text = "| " + " |\n| ".join([" | ".join(line) for line in lines]) + " |"
    return text.replace("|  |", "| |").replace("|  |", "| |")


def titled(title: str, text: str) -> str:
    """Return a part of a section under a bold title; "" without text."""
    return f"**{title}**\n\n{text}" if text else ""


def sentences(*parts: str) -> str:
    """Join the parts of a table's last column; each ends with a full stop."""
    return " ".join(part if part.rstrip("*")[-1:] in ".:!?>`" else f"{part}." for part in parts if part)


def described(summary: str | None, description: str | None) -> str:
    """Return a summary and a description as blocks; only one if they say the same."""
    return "\n\n".join(filter(None, map(blocks, said_once(summary, description))))


def deprecation(deprecated: bool, message: str | None) -> str:
    """Return the warning of a deprecated thing as a quote; "" where it is not."""
    if not deprecated:
        return ""
    return "> " + " ".join(filter(None, ("**Deprecated.**", cell(message))))


def example(value: Json, *, text: bool = False) -> str:
    """Return an example as a block of JSON, or of plain text if it is a string; "" if it is too long to help."""
    if text and isinstance(value, str):
        return fenced(value) if len(value) <= _LONGEST_EXAMPLE else ""
    if len(json_text(value)) > _LONGEST_EXAMPLE:
        return ""
    return fenced(_indented(value, "\n"), "json")


def _indented(value: Json, end: str) -> str:
    """Return a value as indented JSON, like the standard library's Python implementation; ``end`` ends a line."""
    below = f"{end}  "
    if isinstance(value, dict) and value:
        lines = [f"{json_text(key)}: {_indented(item, below)}" for key, item in value.items()]
        return f"{{{below}{f',{below}'.join(lines)}{end}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{below}{f',{below}'.join([_indented(item, below) for item in value])}{end}]"
    return json_text(value)

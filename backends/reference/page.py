"""The shape of a page: sections of Markdown, unpadded tables, the header line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from backends.reference.commonmark import blocks, cell, fenced
from backends.reference.site import HEADER
from compiler.ir.node import Json

_LONGEST_EXAMPLE = 4_000
"""Characters of an example as compact JSON; a longer one drowns the page it stands on."""


def page(sections: Iterable[str], licence: str | None = None) -> str:
    """Join sections to a page under the header line; empty ones are left out."""
    said = [HEADER] if licence is None else [HEADER, f"SPDX-License-Identifier: {licence}"]
    comment = "\n".join(said).replace("--", "- -")
    return "\n\n".join([f"<!-- {comment} -->", *filter(None, sections)]) + "\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table without padding; "" without rows. A column that is empty in every row is left out.

    Bars in an entry are escaped here and nowhere else.
    """
    listed = list(rows)
    shown = [at for at in range(len(columns)) if any(row[at] for row in listed)]
    if not listed:
        return ""
    lines = [[columns[at] for at in shown], ["---"] * len(shown)]
    lines += [[row[at] for at in shown] for row in listed]
    return "\n".join("|" + "".join(f" {_bars(entry)} |" if entry else " |" for entry in line) for line in lines)


def _bars(entry: str) -> str:
    return entry.replace("|", "\\|") if "|" in entry else entry


def titled(title: str, text: str) -> str:
    """Return a part of a section under a bold title; "" without text."""
    return f"**{title}**\n\n{text}" if text else ""


def sentences(*parts: str) -> str:
    """Join what a table's last column says: parts end with a full stop."""
    return " ".join(part if part.rstrip("*")[-1:] in ".:!?>`" else f"{part}." for part in parts if part)


def described(summary: str | None, description: str | None) -> str:
    """Return a summary and a description as blocks; one alone where they say the same."""
    first, rest = blocks(summary), blocks(description)
    if not rest or first.rstrip(".") == rest.rstrip("."):
        return first
    return "\n\n".join(filter(None, (first, rest)))


def deprecation(deprecated: bool, message: str | None) -> str:
    """Return the warning of a deprecated thing as a quote; "" where it is not."""
    if not deprecated:
        return ""
    return "> " + " ".join(filter(None, ("**Deprecated.**", cell(message))))


def example(value: Json, *, text: bool = False) -> str:
    """Return an example as a block of JSON, of a text where it is one; "" where it is too long to help."""
    if text and isinstance(value, str):
        return fenced(value) if len(value) <= _LONGEST_EXAMPLE else ""
    if len(json.dumps(value, ensure_ascii=False)) > _LONGEST_EXAMPLE:
        return ""
    return fenced(json.dumps(value, ensure_ascii=False, indent=2), "json")

"""Tables of Markdown, and the parts of pages of docs/ that programs write."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def row(cells: Iterable[object]) -> str:
    """Return a line of a table; a whole number has commas."""
    texts = (f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells)
    return "|" + "".join(f" {_escape(text)} |" for text in texts)


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """Return the lines of a table; the name of a column of numbers ends in ``:``."""
    names = list(columns)
    rules = ("--:" if name.endswith(":") else "---" for name in names)
    return [row(name.removesuffix(":") for name in names), row(rules), *map(row, rows)]


def write_part(page: Path, text: str, begin: str = "<!-- figures -->\n", end: str = "<!-- end -->\n") -> None:
    """Put a text between two comments of a page."""
    before, start, rest = page.read_text("utf-8").partition(begin)
    _, stop, after = rest.partition(end)
    page.write_text(f"{before}{start}\n{text}\n\n{stop}{after}", "utf-8")

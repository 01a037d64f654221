"""Diagnostics for people: the message, the line it is about, and what to do.

```
error[CG0106]: the key `get` stands twice in one object
  --> openapi.yaml:9:5
   |
 9 |     get:
   |     ^^^
note: it stands here first
  --> openapi.yaml:7:5
   |
 7 |     get:
   |     ^^^
  = help: keep one of the two, or merge their contents
```
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics.sink import Diagnostic, Diagnostics, Place

_WINDOW = 120
_BEFORE = 50
_COLORS = {"error": "31", "warning": "33", "info": "36", "note": "36"}


def render_text(diagnostics: Diagnostics, *, color: bool = False) -> str:
    """Return all diagnostics as text, with ANSI colours if asked; "" when there are none."""
    return "".join(render_one(item, diagnostics, color=color) + "\n" for item in diagnostics.items)


def render_one(item: Diagnostic, diagnostics: Diagnostics, *, color: bool = False) -> str:
    """Return one diagnostic as text that ends in a newline."""
    return "\n".join(_lines(item, diagnostics, color)) + "\n"


def _lines(item: Diagnostic, diagnostics: Diagnostics, color: bool) -> Iterator[str]:
    label = _paint(f"{item.severity}[{item.code}]", item.severity, color)
    margin = " " * _number_width(item, diagnostics)
    yield f"{label}: {printable(item.message)}"
    yield from _excerpt(item.loc, item.at_key, diagnostics, margin)
    for note in item.notes:
        if note.loc is None:
            yield f"{margin}= note: {printable(note.text)}"
        else:
            yield f"{_paint('note', 'note', color)}: {printable(note.text)}"
            yield from _excerpt(note.loc, note.at_key, diagnostics, margin)
    if item.help:
        yield f"{margin}= help: {printable(item.help)}"


def _number_width(item: Diagnostic, diagnostics: Diagnostics) -> int:
    """Return the width of the widest line number of a diagnostic and its notes."""
    places = [place for place in (item.loc, *(note.loc for note in item.notes)) if place is not None]
    lines = [found[0] for place in places if (found := diagnostics.locate(place)) is not None]
    return max(2, len(str(max(lines, default=0))))


def _excerpt(place: Place | None, at_key: bool, diagnostics: Diagnostics, margin: str) -> Iterator[str]:
    if place is None:
        return
    found = diagnostics.locate(place, at_key=at_key)
    if found is None:
        yield f"{margin}--> {printable(place.file)}"
        return
    line, column, width = found
    yield f"{margin}--> {printable(place.file)}:{line}:{column}"
    document = diagnostics.documents.get(place.file)
    text, skipped = document.source.excerpt(line, column, _BEFORE, _WINDOW) if document is not None else ("", 0)
    if text.strip():
        yield f"{margin} |"
        yield from _underlined(text, f"{line:>{len(margin)}}", column - 1 - skipped, width)


def _underlined(text: str, number: str, indent: int, width: int) -> Iterator[str]:
    shown = printable(text.replace("\t", " "))
    width = max(1, min(width, len(shown) - indent))
    yield f"{number} | {shown}"
    yield f"{' ' * len(number)} | {' ' * indent}{'^' * width}"


def printable(text: str) -> str:
    """Replace what would steer a terminal: text of a document must not (control and bidirectional characters)."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == " " else f"\\u{ord(char):04x}" for char in text)


def _paint(text: str, kind: str, color: bool) -> str:
    return f"\x1b[1;{_COLORS[kind]}m{text}\x1b[0m" if color else text

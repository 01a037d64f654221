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

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from compiler.diagnostics.sink import FURTHER, Diagnostic, Diagnostics, Place

WINDOW = 120
BEFORE = 50
_MOST = 20
"""How many places with the same message are listed; JSON and SARIF have all."""
_COLORS = {"error": "31", "warning": "33", "info": "36", "note": "36"}


def render_text(diagnostics: Diagnostics, *, color: bool = False) -> str:
    """Return all diagnostics as text, with ANSI colours if asked; "" when there are none."""
    return "".join(text + "\n" for text in render_all(diagnostics.items, diagnostics, color=color))


def render_all(items: Iterable[Diagnostic], diagnostics: Diagnostics, *, color: bool = False) -> Iterator[str]:
    """Yield each diagnostic, or several with the same message, as a text that ends in a newline."""
    before: object = None
    for item, *others in together(items):
        repeats = item.loc is not None and (item.loc, item.at_key) == before
        before = (item.loc, item.at_key)
        yield "\n".join(_lines(item, diagnostics, others, color, repeats)) + "\n"


def together(items: Iterable[Diagnostic]) -> Collection[Sequence[Diagnostic]]:
    """Group diagnostics with the same message at several places: one mistake, such as a name used in many places."""
    groups: dict[object, list[Diagnostic]] = {}
    for item in items:
        alone = item.loc is None or item.notes
        key = id(item) if alone else (item.code, item.message, item.help, item.severity)
        groups.setdefault(key, []).append(item)
    return groups.values()


def _lines(
    item: Diagnostic, diagnostics: Diagnostics, others: Sequence[Diagnostic], color: bool, repeats: bool
) -> Iterator[str]:
    """Yield the lines of a diagnostic; one that `repeats` the place of the one before does not show it again."""
    margin = " " * _number_width(item, diagnostics)
    yield f"{label(item, color=color)}: {printable(item.message)}"
    yield from _excerpt(item.loc, item.at_key, diagnostics, margin, only_place=repeats)
    shown = {_line_of(item.loc, item.at_key, diagnostics)}
    for note in item.notes:
        if note.text == FURTHER:
            continue
        if note.loc is None:
            yield f"{margin}= note: {printable(note.text)}"
        else:
            line = _line_of(note.loc, note.at_key, diagnostics)
            yield f"{_paint('note', 'note', color)}: {printable(note.text)}"
            yield from _excerpt(note.loc, note.at_key, diagnostics, margin, only_place=line in shown)
            shown.add(line)
    further = [replace(item, loc=note.loc, at_key=note.at_key) for note in item.notes if note.text == FURTHER]
    if further:
        yield f"{margin}= note: and at {', '.join(_places(item, further, diagnostics))}"
    if others:
        yield f"{margin}= note: the same at {', '.join(_places(item, others, diagnostics))}"
    if item.help:
        yield f"{margin}= help: {printable(item.help)}"


def _line_of(place: Place | None, at_key: bool, diagnostics: Diagnostics) -> object:
    """Return what is the same of two places that stand in one line, and which of the line is shown."""
    found = None if place is None else diagnostics.locate(place, at_key=at_key)
    return None if place is None or found is None else (place.file, found[0], found[1])


def label(item: Diagnostic, *, color: bool) -> str:
    """Return severity and code as a diagnostic begins with them."""
    return _paint(f"{item.severity}[{item.code}]", item.severity, color)


def place_text(item: Diagnostic, diagnostics: Diagnostics) -> str:
    """Return file, line and column of a diagnostic, as far as they are known."""
    if item.loc is None:
        return ""
    found = diagnostics.locate(item.loc, at_key=item.at_key)
    return printable(item.loc.file if found is None else f"{item.loc.file}:{found[0]}:{found[1]}")


def _places(item: Diagnostic, others: Sequence[Diagnostic], diagnostics: Diagnostics) -> Iterator[str]:
    """Yield the places of others: line and column, after the file if it differs from the one before."""
    file = item.loc.file if item.loc is not None else ""
    for other in others[:_MOST]:
        if other.loc is not None:
            line, column, _ = diagnostics.locate(other.loc, at_key=other.at_key) or (0, 0, 0)
            place = f"{line}:{column}" if line else other.loc.file
            yield printable(place if other.loc.file == file or not line else f"{other.loc.file}:{place}")
            file = other.loc.file
    if len(others) > _MOST:
        yield f"and {len(others) - _MOST} more places"


def _number_width(item: Diagnostic, diagnostics: Diagnostics) -> int:
    """Return the width of the widest line number of a diagnostic and its notes."""
    places = [place for place in (item.loc, *(note.loc for note in item.notes)) if place is not None]
    lines = [found[0] for place in places if (found := diagnostics.locate(place)) is not None]
    return max(2, len(str(max(lines, default=0))))


def _excerpt(
    place: Place | None, at_key: bool, diagnostics: Diagnostics, margin: str, *, only_place: bool = False
) -> Iterator[str]:
    if place is None:
        return
    found = diagnostics.locate(place, at_key=at_key)
    if found is None:
        yield f"{margin}--> {printable(place.file)}"
        return
    line, column, width = found
    yield f"{margin}--> {printable(place.file)}:{line}:{column}"
    if only_place:
        return
    document = diagnostics.documents.get(place.file)
    text, skipped = document.source.excerpt(line, column, BEFORE, WINDOW) if document is not None else ("", 0)
    if text.strip():
        yield f"{margin} |"
        yield from _underlined(text, f"{line:>{len(margin)}}", column - 1 - skipped, width)


def _underlined(text: str, number: str, indent: int, width: int) -> Iterator[str]:
    shown = printable(text.replace("\t", " "))
    width = max(1, min(width, len(shown) - indent))
    yield f"{number} | {shown}"
    yield f"{' ' * len(number)} | {' ' * indent}{'^' * width}"


def printable(text: str) -> str:
    """Replace control and bidirectional characters: a document's text must not control the terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == " " else f"\\u{ord(char):04x}" for char in text)


def _paint(text: str, kind: str, color: bool) -> str:
    return f"\x1b[1;{_COLORS[kind]}m{text}\x1b[0m" if color else text

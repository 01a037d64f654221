"""Diagnostics as plain data: another process, or a later build, shows them without reading the documents again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.sink import Diagnostic, Diagnostics, Note, Place
from compiler.diagnostics.text import BEFORE, WINDOW
from compiler.source.document import Document
from compiler.source.location import Loc, TextPlace
from compiler.source.text import Text

if TYPE_CHECKING:
    from compiler.source.location import Json


def keep(diagnostics: Diagnostics) -> dict[str, Json]:
    """Return all that was reported and is not switched off, as JSON, with the lines that messages show."""
    lines: dict[str, dict[str, Json]] = {}
    items: list[Json] = [
        {
            "code": item.code,
            "message": item.message,
            "place": _place(item.loc, item.at_key, diagnostics, lines),
            "atKey": item.at_key,
            "notes": [
                {"text": note.text, "place": _place(note.loc, note.at_key, diagnostics, lines), "atKey": note.at_key}
                for note in item.notes
            ],
            "help": item.help,
            "times": item.times,
            "subjects": sorted(subjects, key=str),
        }
        for item, subjects in diagnostics.records
        if diagnostics.severity(item.code) is not None
    ]
    return {"items": items, "lines": {file: dict(sorted(shown.items())) for file, shown in lines.items()}}


def _place(place: Place | None, at_key: bool, diagnostics: Diagnostics, lines: dict[str, dict[str, Json]]) -> Json:
    if place is None:
        return None
    span = diagnostics.locate(place, at_key=at_key)
    document = diagnostics.documents.get(place.file)
    if span is not None and document is not None:
        text, skipped = document.source.excerpt(span[0], span[1], BEFORE, WINDOW)
        lines.setdefault(place.file, {})[f"{span[0]}:{span[1]}"] = [text, skipped]
    pointer = place.pointer if isinstance(place, Loc) else None
    return {"file": place.file, "pointer": pointer, "span": None if span is None else list(span)}


def restore(kept: Any, diagnostics: Diagnostics) -> None:
    """Report again what `keep` returned. Raises `ValueError`, `KeyError`, `TypeError` or `AttributeError` otherwise."""
    documents: dict[str, _KeptDocument] = {}
    for file, lines in kept["lines"].items():
        documents[str(file)] = _KeptDocument(str(file), {str(at): (str(t), int(n)) for at, (t, n) in lines.items()})
    for item in kept["items"]:
        code, at_key = item["code"], bool(item["atKey"])
        if code not in CODES:
            raise ValueError(code)
        notes = tuple(
            Note(str(note["text"]), _restored(note["place"], bool(note["atKey"]), documents), bool(note["atKey"]))
            for note in item["notes"]
        )
        loc = _restored(item["place"], at_key, documents)
        subjects = [None if subject is None else str(subject) for subject in item["subjects"]]
        message, help_ = str(item["message"]), str(item["help"])
        diagnostics.restore(
            Diagnostic(code, CODES[code].severity, message, loc, notes, help_, at_key, int(item["times"])),
            subjects or [None],
        )
    for document in documents.values():
        diagnostics.add_document(document)


def _restored(place: Any, at_key: bool, documents: dict[str, _KeptDocument]) -> Place | None:
    if place is None:
        return None
    file = str(place["file"])
    span = None if place["span"] is None else tuple(int(number) for number in place["span"])
    if span is not None and (len(span) != 3 or min(span) < 0):
        raise ValueError(span)
    if place["pointer"] is None:
        line, column, width = span or (0, 0, 1)
        return TextPlace(file, line, column, width)
    pointer = str(place["pointer"])
    if span is not None:
        documents.setdefault(file, _KeptDocument(file, {})).spans[pointer, at_key] = (span[0], span[1], span[2])
    return Loc(file, pointer)


class _KeptDocument(Document):
    """A document of which only the places and lines that messages show are known."""

    def __init__(self, file: str, lines: dict[str, tuple[str, int]]) -> None:
        super().__init__(file, _KeptText(lines))
        self.spans: dict[tuple[str, bool], tuple[int, int, int]] = {}

    def span(self, pointer: str, key: bool = False) -> tuple[int, int, int]:
        return self.spans.get((pointer, key)) or (1, 1, 1)


class _KeptText(Text):
    """The lines of a text that messages show."""

    def __init__(self, lines: dict[str, tuple[str, int]]) -> None:
        super().__init__("")
        self._lines = lines

    def excerpt(self, line: int, column: int = 1, before: int = 0, limit: int = 0) -> tuple[str, int]:
        return self._lines.get(f"{line}:{column}", ("", 0))

"""Trees that record which members of which objects were read while a document was lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from compiler.diagnostics import Diagnostics
from compiler.front import lower
from compiler.front.keys.extensions import Where
from compiler.front.reading import documents, refs
from compiler.front.schemas import schema as schemas
from compiler.front.schemas.draft import Draft
from compiler.front.schemas.keywords import KEYWORDS, Keyword
from compiler.front.session.reports import Reports
from compiler.front.swagger import document as swagger
from compiler.source import Document, Json, files
from compiler.source.rewritten import Rewritten

_recording = True


class Watched(dict[str, Any]):
    """An object of a document. ``seen`` holds the keys whose values were read."""

    __slots__ = ("seen",)

    def __init__(self, members: dict[str, Json]) -> None:
        super().__init__(members)
        self.seen: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        if _recording:
            self.seen.add(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        """Yield the keys; that this is ours makes ``dict(value)`` ask for each value, too."""
        return super().__iter__()

    def get(self, key: str, default: Any = None) -> Any:
        """Return a member, noted as read."""
        if _recording:
            self.seen.add(key)
        return super().get(key, default)

    def items(self) -> Any:
        """Return all members: all of them count as read."""
        if _recording:
            self.seen.update(self)
        return super().items()

    def values(self) -> Any:
        """Return all values: all of them count as read."""
        if _recording:
            self.seen.update(self)
        return super().values()


def watched(tree: Json) -> Json:
    """Return a copy of a tree that takes notes; what is one object in the tree (a YAML alias) stays one."""
    known: dict[int, Json] = {}

    def copy(value: Json) -> Json:
        if not isinstance(value, dict | list):
            return value
        found = known.get(id(value))
        if found is None:
            found = Watched({}) if isinstance(value, dict) else []
            known[id(value)] = found
            if isinstance(value, dict):
                assert isinstance(found, dict)
                for key, item in value.items():
                    found[key] = copy(item)
            else:
                assert isinstance(found, list)
                found.extend(map(copy, value))
        return found

    return copy(tree)


@contextmanager
def unwatched() -> Iterator[None]:
    """Let nothing in the block count as read."""
    global _recording
    outer, _recording = _recording, False
    try:
        yield
    finally:
        _recording = outer


def _quietly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let nothing count as read that is looked at everywhere (`$id`), or written anew (Swagger 2.0)."""

    def run(*args: Any, **named: Any) -> Any:
        with unwatched():
            return function(*args, **named)

    return run


def _noting(keyword: Keyword) -> Keyword:
    """Let a keyword of a schema count as read because its function ran, not because all keywords were gone through."""

    def read(draft: Draft, key: str, value: Any) -> None:
        global _recording
        outer, _recording = _recording, True
        if isinstance(draft.raw, Watched):
            draft.raw.seen.add(key)
        keyword(draft, key, value)
        _recording = outer

    return read


def _extending(draft: Draft, key: str, value: Json, where: Where) -> None:
    if isinstance(draft.raw, Watched):
        draft.raw.seen.add(key)
    _extension(draft, key, value, where)


_extension = schemas._extension


class Notes:
    """What was loaded and tallied while :func:`watching`."""

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.tallied: list[tuple[str, str]] = []
        """Code and identity of each place of a diagnostic that is reported once for many."""


@contextmanager
def watching() -> Iterator[Notes]:
    """Let every file that the block loads take notes, and keep all places of tallied diagnostics."""
    notes = Notes()
    load, tally, trace = files.load_file, Reports.tally, Diagnostics.trace

    def loading(*args: Any, **named: Any) -> Document | None:
        document = load(*args, **named)
        if document is not None:
            document.root = watched(document.root)
            notes.documents[document.file] = document
        return document

    def tallying(reports: Reports, code: str, at: str, **params: object) -> None:
        notes.tallied.append((code, at))
        tally(reports, code, at, **params)

    def tracing(diagnostics: Diagnostics, document: Rewritten) -> None:
        notes.documents[document.file] = document
        trace(diagnostics, document)

    with (
        patch.object(documents, "load_file", loading),
        patch.object(swagger, "upgrade_swagger", _quietly(swagger.upgrade_swagger)),
        patch.object(Diagnostics, "trace", tracing),
        patch.object(Reports, "tally", tallying),
        patch.object(schemas, "_read_keywords", _quietly(schemas._read_keywords)),
        patch.object(lower, "lower_contracts", _quietly(lower.lower_contracts)),
        patch.object(schemas, "_extension", _extending),
        patch.dict(KEYWORDS, {key: _noting(keyword) for key, keyword in KEYWORDS.items()}),
        patch.object(refs, "_declare", _quietly(refs._declare)),
    ):
        yield notes

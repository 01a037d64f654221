"""The sink to which every stage reports diagnostics.

A user's mistake is never an exception: the stage reports it here under a code of the catalogue, and goes
on as far as it makes sense. The sink keeps one diagnostic per code and place, applies the severities that gen.yaml
and `--strict` ask for, and knows which declarations `--keep-going` has to leave out (D1.4).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from compiler.base.frozen import frozen, mutable
from compiler.diagnostics.catalog import CODES, Severity
from compiler.source.location import Loc, TextPlace

if TYPE_CHECKING:
    from compiler.source.document import Document
    from compiler.source.rewritten import Rewritten

Place: TypeAlias = Loc | TextPlace
Override: TypeAlias = Literal["off", "warning", "error"]
Help: TypeAlias = "str | Callable[[], str | None] | None"
"""How to fix a mistake, or a function that finds that out on demand; None: the catalogue's help."""

MOST = 1_000
"""How many mistakes of one code are reported: more have one cause, and a million would fill the memory."""
FURTHER = "and here"
"""The note of a further place of a mistake that is reported once for all places: the text lists these places alone."""
_SHOWN = 3
"""How many further places are noted for a mistake that is reported once for all places."""
_MORE = "there are more mistakes of this kind, which are not listed"

LONGEST = 300
"""How much of a text in the document a message repeats; the excerpt shows the rest."""


def _shortened(value: object) -> object:
    return f"{value[:LONGEST]}..." if isinstance(value, str) and len(value) > LONGEST else value


@frozen
class Note:
    """A remark below a diagnostic, with a place of its own if it has one."""

    text: str
    loc: Place | None = None
    at_key: bool = False


@frozen
class Diagnostic:
    """One reported fact. `at_key` points at the key of `loc` instead of its value."""

    code: str
    severity: Severity
    message: str
    loc: Place | None
    notes: tuple[Note, ...] = ()
    help: str = ""
    at_key: bool = False
    times: int = 1
    """How many places it was found at, where one report tells of all."""


@mutable
class _Record:
    """A diagnostic with the catalogue's severity, and the declarations it was reported for."""

    diagnostic: Diagnostic
    subjects: set[str | None] = field(default_factory=set)


class Diagnostics:
    """Collects diagnostics; see `report`.

    `documents` holds every input file that was read, by the name diagnostics use for it: the renderers look up
    lines and excerpts there. `sought` has further files that a run depends on: pictures, and what it did not find.
    """

    def __init__(self, overrides: Mapping[str, Override] | None = None, *, strict: bool = False) -> None:
        self.documents: dict[str, Document] = {}
        self.sought: set[str] = set()
        self._rewritten: dict[str, Rewritten] = {}
        self._records: dict[tuple[object, ...], _Record] = {}
        self._of_code: dict[str, list[_Record]] = {}
        self.count = 0
        """How often anything was reported, also what was known."""
        self.configure(overrides or {}, strict=strict)

    def configure(self, overrides: Mapping[str, Override], *, strict: bool) -> None:
        """Set the severities of gen.yaml's `diagnostics` and of `--strict`; counts for earlier reports too."""
        self._overrides = dict(overrides)
        self._strict = strict

    def add_document(self, document: Document) -> None:
        """Make the text of an input file known, for positions and excerpts."""
        self.documents[document.file] = document

    def trace(self, document: Rewritten) -> None:
        """From now on, take places of a document as places in its rewritten tree (D1.1, D1.6)."""
        self._rewritten[document.file] = document

    def empty_sink(self) -> Diagnostics:
        """Return an empty sink for reports about the same documents."""
        other = Diagnostics()
        other.documents, other._rewritten = self.documents, self._rewritten
        return other

    def take(self, other: Diagnostics) -> None:
        """Take over the errors of another sink, and its documents."""
        self.documents |= other.documents
        self._rewritten |= other._rewritten
        for key, record in other._records.items():
            if other._effective(record.diagnostic.severity, record.diagnostic.code) == "error":
                self._records.setdefault(key, record)

    def origin(self, place: Place | None) -> Place | None:
        """Return where a place of a rewritten document was written."""
        return self._origin_of(place)[0]

    def _origin_of(self, place: Place | None) -> tuple[Place | None, tuple[Note, ...]]:
        """Return where a place was written; if another file brought it, with a note of where that was put."""
        document = self._rewritten.get(place.file) if isinstance(place, Loc) else None
        if document is None or not isinstance(place, Loc):
            return place, ()
        loc, host, note = document.origin(place.pointer)
        return loc, () if host is None else (Note(note, host, at_key=True),)

    def report(
        self,
        code: str,
        loc: Place | None,
        *,
        subject: str | None = None,
        notes: Sequence[Note | str] = (),
        help: Help = None,  # noqa: A002
        at_key: bool = False,
        **params: object,
    ) -> None:
        """Report `code` at `loc`; a second report of the same code at the same place is dropped.

        `params` fill the templates of the catalogue. `subject` is the id of the declaration the mistake sits in,
        which `--keep-going` may leave out; an error without one always stops the build (D1.4). `help` replaces the
        catalogue's. Of one code `MOST` are kept, the last with a note about more. Raises `KeyError` for a code that is
        not in the catalogue, or a parameter its templates lack.
        """
        self.count += 1
        told = self._of_code.setdefault(code, [])
        if len(told) == MOST:
            self._add_more(told[-1], subject)
            return
        entry = CODES[code]
        loc, hosts = self._origin_of(loc)
        record = self._records.get((code, loc)) if loc is not None else None
        if record is None:
            params = {name: _shortened(value) for name, value in params.items()}
            message = entry.message.format(**params)
            key = (code, loc) if loc is not None else (code, None, message)
            record = self._records.get(key)
        if record is None:
            found = help() if callable(help) else help
            text = entry.help.format(**params) if found is None else found
            said = (Note(note) if isinstance(note, str) else self._placed(note) for note in notes)
            record = _Record(Diagnostic(code, entry.severity, message, loc, (*said, *hosts), text, at_key))
            self._records[key] = record
            told.append(record)
        record.subjects.add(subject)

    def tells(self, code: str, loc: Place) -> bool:
        """Whether a diagnostic with this code was reported at a place."""
        return (code, self._origin_of(loc)[0]) in self._records

    def remark(self, code: str, loc: Place, note: Note) -> bool:
        """Add a note to the diagnostic ``code`` at ``loc``; False if there is none."""
        self.count += 1
        record = self._records.get((code, self._origin_of(loc)[0]))
        if record is None or self.severity(code) is None:
            return False
        diagnostic = record.diagnostic
        record.diagnostic = replace(diagnostic, notes=(*diagnostic.notes, self._placed(note)))
        return True

    def report_all(
        self,
        code: str,
        places: Iterable[Place],
        count: int,
        *,
        at_key: bool = False,
        notes: Sequence[Note] = (),
        **params: Any,
    ) -> None:
        """Report `code` once for `count` places, at the first of them; behind `notes` stand a few further places.

        Its text may use ``times``.
        """
        first, *more = islice(places, _SHOWN + 1)
        notes = [*notes, *(Note(FURTHER, place, at_key) for place in more)]
        times = "once" if count == 1 else f"{count} times"
        self.report(code, first, notes=notes, at_key=at_key, times=times, **params)
        record = self._records.get((code, self._origin_of(first)[0]))
        if record is not None:
            record.diagnostic = replace(record.diagnostic, times=count)

    @staticmethod
    def _add_more(last: _Record, subject: str | None) -> None:
        if not any(note.text == _MORE for note in last.diagnostic.notes):
            last.diagnostic = replace(last.diagnostic, notes=(*last.diagnostic.notes, Note(_MORE)))
        last.subjects.add(subject)

    def _placed(self, note: Note) -> Note:
        return replace(note, loc=self._origin_of(note.loc)[0])

    def severity(self, code: str) -> Severity | None:
        """Return the severity of `code` under the configuration; None when it is switched off."""
        return self._effective(CODES[code].severity, code)

    def _effective(self, severity: Severity, code: str) -> Severity | None:
        override = self._overrides.get(code)
        if severity != "error" and override is not None:
            if override == "off":
                return None
            severity = override
        return "error" if severity == "warning" and self._strict else severity

    @property
    def items(self) -> list[Diagnostic]:
        """All reported diagnostics that are not switched off, in the order of their places."""
        return self._visible_diagnostics()

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors among `items`, without looking up the places of the others."""
        return self._visible_diagnostics("error")

    def _visible_diagnostics(self, only: Severity | None = None) -> list[Diagnostic]:
        shown = [
            replace(record.diagnostic, severity=severity)
            for record in self._records.values()
            if (severity := self.severity(record.diagnostic.code)) is not None and only in (None, severity)
        ]
        return sorted(shown, key=self._order)

    def _order(self, item: Diagnostic) -> tuple[object, ...]:
        if item.loc is None:
            return ("", 0, 0, item.code, item.message)
        line, column, _ = self.locate(item.loc, at_key=item.at_key) or (0, 0, 1)
        return (item.loc.file, line, column, item.code, item.message)

    def locate(self, place: Place, *, at_key: bool = False) -> tuple[int, int, int] | None:
        """Return line, column and width of `place`, or None where the text of the file is not known."""
        if isinstance(place, TextPlace):
            return place.line, place.column, place.width
        document = self.documents.get(place.file)
        return None if document is None else document.span(place.pointer, key=at_key)

    @property
    def records(self) -> list[tuple[Diagnostic, Collection[str | None]]]:
        """What was reported, and for which declarations, with the catalogue's severities."""
        return [(record.diagnostic, record.subjects) for record in self._records.values()]

    def restore(self, diagnostic: Diagnostic, subjects: Collection[str | None]) -> None:
        """Take over what another sink has in its `records`."""
        record = _Record(diagnostic, set(subjects))
        place = (diagnostic.loc,) if diagnostic.loc is not None else (None, diagnostic.message)
        self._records[(diagnostic.code, *place)] = record
        self._of_code.setdefault(diagnostic.code, []).append(record)

    @property
    def has_errors(self) -> bool:
        """Whether any error was reported."""
        return any(self.severity(record.diagnostic.code) == "error" for record in self._records.values())

    def has_any(self, area: str) -> bool:
        """Whether a code of an area of the catalogue (``CG12``) was reported."""
        return any(record.diagnostic.code.startswith(area) for record in self._records.values())

    def _error_records(self) -> list[_Record]:
        return [r for r in self._records.values() if self.severity(r.diagnostic.code) == "error"]

    @property
    def must_stop(self) -> bool:
        """Whether an error was reported that belongs to no declaration, so that even `-k` stops (D1.4)."""
        return any(None in record.subjects for record in self._error_records())

    @property
    def failed_subjects(self) -> Mapping[str, Collection[str]]:
        """The ids of the declarations that hold errors, each with the codes of its errors."""
        failed: dict[str, set[str]] = {}
        for record in self._error_records():
            for subject in record.subjects:
                if subject is not None:
                    failed.setdefault(subject, set()).add(record.diagnostic.code)
        return {subject: sorted(codes) for subject, codes in failed.items()}

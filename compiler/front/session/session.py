"""The state that all parts of one lowering of one description share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from compiler.base.memory import NONE, Memory
from compiler.front.reading.notes import Notes
from compiler.front.session.counts import Counts
from compiler.front.session.found import Found
from compiler.front.session.recalling import Recalling
from compiler.front.session.references import References
from compiler.front.session.reports import Reports
from compiler.front.session.versions import Versions

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.front.reading.documents import Library
    from compiler.front.session.spelling import Spelling
    from compiler.ir.node import Id

T = TypeVar("T")


class Session:
    """The parts of one lowering.

    ``hoisted`` are schemas inside others that something refers to: they are declarations of their own. ``memory`` has
    what was lowered in the build before, by the same ``inputs``.
    """

    def __init__(
        self,
        library: Library,
        spelling: Spelling,
        diagnostics: Diagnostics,
        hoisted: frozenset[Id] = frozenset(),
        memory: Memory = NONE,
        inputs: tuple[object, ...] = (),
    ) -> None:
        self.library = library
        self.spelling = spelling
        self.hoisted = hoisted
        self.found = Found()
        self.reports = Reports(library.root.file, diagnostics)
        self.counts = Counts(library, self.reports)
        self.versions = Versions(library, self.reports)
        self.references = References(library, self.reports, self.versions, self.found)
        self.recalling = Recalling(self, memory, inputs) if memory.keeps else None
        self.declared: Id | None = None
        """The declared schema that is being lowered, None inside operations."""

    def lower(self, what: Hashable, raw: object, make: Callable[[], T]) -> T:
        """Return what ``make`` lowers a part to, whose value is ``raw``, or the same from the build before."""
        return make() if self.recalling is None else self.recalling.lower(what, raw, make)

    def begin_notes(self) -> Notes:
        """Note what is lowered from now on."""
        notes = Notes()
        self._note(notes)
        return notes

    def end_notes(self) -> None:
        """Note nothing more."""
        self._note(None)

    def _note(self, notes: Notes | None) -> None:
        self.references.notes = self.references.resolver.notes = self.reports.notes = self.counts.notes = notes

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep only the diagnostics of what is lowered in the block."""
        if self.reports.looking:
            yield
            return
        with self.found.aside(), self.reports.aside():
            yield

"""The state that all parts of one lowering of one description share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from compiler.front.session.counts import Counts
from compiler.front.session.found import Found
from compiler.front.session.references import References
from compiler.front.session.reports import Reports
from compiler.front.session.versions import Versions

if TYPE_CHECKING:
    from compiler.base.diagnostics import Diagnostics
    from compiler.front.reading.documents import Library
    from compiler.front.session.spelling import Spelling
    from compiler.ir.node import Id


class Session:
    """The parts of one lowering.

    ``hoisted`` are schemas inside others that something refers to: they are declarations of their own.
    """

    def __init__(
        self,
        library: Library,
        spelling: Spelling,
        diagnostics: Diagnostics,
        hoisted: frozenset[Id] = frozenset(),
    ) -> None:
        self.library = library
        self.spelling = spelling
        self.hoisted = hoisted
        self.found = Found()
        self.reports = Reports(library.root.file, diagnostics)
        self.counts = Counts(library, self.reports)
        self.versions = Versions(library, self.reports)
        self.references = References(library, self.reports, self.versions, self.found)
        self.declared: Id | None = None
        """The declared schema that is being lowered, None inside operations."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep only the diagnostics of what is lowered in the block."""
        if self.reports.looking:
            yield
            return
        with self.found.aside(), self.reports.aside():
            yield

"""Counts what a document expands to, and refuses too much (D1.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from compiler.ir.identity import child, last_token
from compiler.ir.node import Id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compiler.front.reading.documents import Library
    from compiler.front.reading.notes import Notes
    from compiler.front.session.reports import Reports

_LETTERS = 1_000
"""Letters of a place, each of whose members has them in its identity, for each member that it may have."""


class TooManyError(Exception):
    """The document passes a limit, which was reported: there is no going on."""


class Counts:
    """Counts the members that are read, and the declarations that code is printed for."""

    def __init__(self, library: Library, reports: Reports) -> None:
        self._limits = library.options.limits
        self._library = library
        self._reports = reports
        self.declared = self.held = self._room = self._repeated = 0
        self.notes: Notes | None = None
        self._read: set[Id] = set()

    def hold(self, count: int, at: Id, key: str | None = None) -> None:
        """Refuse too many members of what stands at ``at``, or below it at ``key`` (D1.5)."""
        limit = self._limits.max_members
        if count > limit:
            at = at if key is None else child(at, key)
            self._reports.stop("CG0122", at, at_key=True, key=last_token(at), limit=limit)
            raise TooManyError
        if count * len(at) > _LETTERS * limit:
            self._reports.stop("CG0126", at, at_key=True)
            raise TooManyError
        self.held += count
        if self.held > self._room:  # two bytes are what a member takes; references may lead to it again
            self._room = self._limits.max_repeats + self._library.size // 2
            if self.held > self._room:
                self.too_many_repeats(at)

    def repeat(self, count: int, at: Id) -> None:
        """Refuse too many members that are read again, with all that follows from them, for another operation (D1.5).

        Where ``at`` is new, they are read for the first time, which does not count.
        """
        if self.notes is not None:
            self.notes.repeated.append((count, at))
        if at not in self._read:
            self._read.add(at)
            return
        self._repeated += count
        if self._repeated > self._limits.max_repeats:
            self.too_many_repeats(at)

    def allows(self, held: int, declared: int, repeated: Iterable[tuple[int, Id]]) -> bool:
        """Whether more of all that is counted passes no limit."""
        new: set[Id] = set()
        again = 0
        for count, at in repeated:
            again += count if at in self._read or at in new else 0
            new.add(at)
        return (
            self.held + held <= self._room
            and self.declared + declared <= self._limits.max_declarations
            and self._repeated + again <= self._limits.max_repeats
        )

    def add(self, held: int, declared: int, repeated: Iterable[tuple[int, Id]]) -> None:
        """Count what :meth:`allows` allowed."""
        self.held += held
        self.declared += declared
        for count, at in repeated:
            self.repeat(count, at)

    def too_many_repeats(self, at: Id) -> NoReturn:
        """Refuse a document whose references repeat too much (D1.5)."""
        limit = self._limits.max_repeats
        self._reports.stop("CG0125", at, at_key=True, limit=limit)
        raise TooManyError

    def declare(self, at: Id, count: int = 1) -> None:
        """Count what code is printed for, and refuse too much of it (D1.5)."""
        limit = self._limits.max_declarations
        self.declared += count
        if self.declared > limit:
            self._reports.stop("CG0123", at, at_key=True, limit=limit)
            raise TooManyError

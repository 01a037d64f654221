"""How far schemas may be entangled, and what was told of them on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from passes.context import Context

DEEP, NESTED = 12, 6
"""How many merged schemas hold one another before they count: below one another, and unions on one level."""
BUDGET = 300
"""How many may count in a document: real ones have none."""
SPREAD = 1_000
"""Over so many members of unions in unions keywords are distributed in a document: real ones have none."""


@dataclass(slots=True)
class Limits:
    """Counts what entanglements cost in a document, gives up where they do not end, and reports."""

    context: Context
    subject: Id | None = None
    """The declaration that is flattened."""
    budget: int = BUDGET
    spread: int = SPREAD
    gave_up: bool = False

    def enter(self, subject: Id | None) -> None:
        """Note which declaration comes next, for diagnostics."""
        self.subject = subject

    def give_up(self, at: Id) -> Schema:
        """Take any value for a schema; it is told once where the first is, for all have one cause."""
        if not self.gave_up:
            self.report("CG0514", at, why="schemas contain each other here so often that the compiler stops")
        self.gave_up = True
        return Schema(always=True, id=at)

    def goes_on(self) -> bool:
        """Count a member of a union in a union that keywords are distributed over."""
        self.spread -= 1
        return self.spread >= 0

    def report_excluded(self, at: Id, types: str, members: str) -> None:
        """Tell of a type that excludes members of its union."""
        self.report("CG0502", f"{at}/type", types=types, members=members)

    def report_conflict(self, at: Id, keyword: str, first: str, second: str) -> None:
        """Tell of parts that disagree; the later counts."""
        self.report("CG0503", at, keyword=keyword, first=first, second=second)

    def report(self, code: str, at: Id, **params: Any) -> None:
        """Report something of the declaration that is flattened."""
        self.context.diagnostics.report(code, self.context.loc(at), subject=self.subject, **params)

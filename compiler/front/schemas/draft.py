"""A schema while it is read: keywords add to the draft before it becomes a node."""

from __future__ import annotations

from typing import Any, Protocol

from compiler.front.keys.extensions import Where
from compiler.front.mistakes.wording import a_kind
from compiler.front.mistakes.wrong_types import cure
from compiler.front.objects.extensions import Extensions
from compiler.front.reading.documents import File
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id, escape
from compiler.ir.nodes import Schema
from compiler.source import Json, as_text


class LowerMember(Protocol):
    """Lowers a schema inside another."""

    def __call__(self, session: Session, raw: Json, at: Id, file: File, where: Where, /) -> Schema:
        """Return the schema at ``at``."""


class Draft:
    """A schema under construction: the arguments of the nodes that it becomes."""

    __slots__ = ("checks", "extensions", "fields", "file", "id", "member", "nullable", "raw", "session")

    def __init__(self, session: Session, raw: dict[str, Json], at: Id, file: File, member: LowerMember) -> None:
        self.session = session
        self.raw = raw
        self.id = at
        self.file = file
        self.fields: dict[str, Any] = {"id": at}
        self.checks: dict[str, Any] = {}
        self.extensions: Extensions | None = None
        self.nullable = False
        self.member = member

    def wrong(self, key: str, wanted: str, value: Json) -> None:
        """Report a keyword whose value has the wrong type; without a value it is ignored (D1.4)."""
        place = child(self.id, key)
        if value is None:
            self.session.reports.tell_empty(place)
            return
        number = isinstance(value, int | float) and not isinstance(value, bool)
        bounded = number and ("not negative" in wanted or "above" in wanted)
        found = f"`{as_text(value)}`" if bounded else a_kind(value)
        self.session.reports.add("CG0301", place, help=cure(key, wanted, value), key=key, wanted=wanted, found=found)

    def nested(self, raw: Json, *tokens: str | int) -> Schema:
        """Lower a member schema."""
        at = self.id
        for token in tokens:
            at = f"{at}/{escape(token) if isinstance(token, str) else token}"
        return self.member(self.session, raw, at, self.file, Where.SCHEMA)

"""Limits how much a document expands: groups, and components that its operations share (D1.5).

A parameter, body or response declared once in the document is printed with every operation that refers to it, so
that a hundred of each make ten thousand. The repetitions are counted before anything is generated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from compiler.front.session.counts import TooManyError
from compiler.front.session.session import Session
from compiler.ir.node import Id
from compiler.ir.nodes import Body, Content, Encoding, Event, Header, Operation, Parameter, Response, Schema, Sdk

Part = TypeVar("Part", Parameter, Header, Response, Body)
LETTERS = 200
"""Letters of a description that count as much as a parameter."""
METHOD = 40
"""A method counts as so many parameters."""
_FORMS = ("multipart/", "application/x-www-form-urlencoded")


def check_amounts(session: Session, sdk: Sdk) -> None:
    """Refuse more groups, and more repeated parts of operations, than a document has that means well.

    Reports CG0124 (groups) and CG0125 (parts).

    Raises:
        TooManyError: there are too many, which was reported.
    """
    limits = session.library.options.limits
    groups: set[tuple[str, ...]] = set()
    sizes = _Sizes(sdk)
    callers: list[Operation | Event] = [*sdk.operations.values(), *sdk.events.values()]
    for item in callers:
        places = _groups(item) if isinstance(item, Operation) else []
        groups.update(path[:depth] for path in places for depth in range(1, len(path) + 1))
        sizes.count(item, len(places))
        if len(groups) > limits.max_groups:
            session.reports.stop("CG0124", item.id, limit=limits.max_groups)
            raise TooManyError
        if sizes.repeated > limits.max_repeats:
            session.counts.too_many_repeats(item.id)


def _groups(operation: Operation) -> list[tuple[str, ...]]:
    if operation.groups is None:
        return [(tag,) for tag in operation.tags[:1]]
    return [tuple(group.split(".")) for group in operation.groups]


class _Sizes:
    """How many parts there are in things, what they refer to included, and how many of them stand there again."""

    def __init__(self, sdk: Sdk) -> None:
        self.repeated = 0
        self._sdk = sdk
        self._known: dict[Id, int] = {}
        self._fields: dict[Id, int] = {}

    def count(self, item: Operation | Event, times: int) -> None:
        """Count what an operation, webhook or callback repeats, which stands in so many groups."""
        sdk = self._sdk
        found = sum(self._part(each, sdk.parameters) for each in item.parameters)
        found += sum(self._part(each, sdk.responses) for each in item.responses)
        if item.body is not None:
            found += self._part(item.body, sdk.bodies)
        if isinstance(item, Operation) and item.security is None:
            self.repeated += sum(1 + len(alternative.needs) for alternative in sdk.security)
        self.repeated += max(0, times - 1) * (1 + found)

    def _part(self, part: Part, table: Mapping[Id, Part]) -> int:
        """Return the size of a part, which is repeated where it was seen before."""
        at = part.ref or part.id
        known = self._known.get(at)
        if known is not None:
            self.repeated += known
            return known
        self._known[at] = 1  # what leads back to itself is told later
        target = part if part.ref is None else table.get(part.ref)
        found = 1
        if target is not None:
            found = self._size(target) if target.ref is None else self._part(target, table)
        self._known[at] = found
        return found

    def _size(self, part: Parameter | Header | Response | Body) -> int:
        found = 1 + len(part.description or "") // LETTERS
        if isinstance(part, Response):
            found += sum(self._part(header, self._sdk.headers) for header in part.headers)
        if isinstance(part, Response | Body):
            found += sum(self._content(content) for content in part.contents)
        if isinstance(part, Body):
            found += METHOD * max(0, len(part.contents) - 1)  # one of another shape is a method of its own
        return found

    def _content(self, content: Content) -> int:
        found = 1 + sum(self._encoding(encoding) for encoding in content.encodings)
        if content.schema is not None and content.media_type.startswith(_FORMS):
            found += self._names(content.schema)
        return found

    def _encoding(self, encoding: Encoding) -> int:
        return 2 + sum(self._part(header, self._sdk.headers) for header in encoding.headers)

    def _names(self, schema: Schema) -> int:
        """Count the properties that fields of forms are made from."""
        found = len(schema.properties) + sum(self._names(part) for part in schema.all_of)
        if schema.ref is None:
            return found
        known = self._fields.get(schema.ref)
        if known is None:
            self._fields[schema.ref] = 0
            target = self._sdk.schemas.get(schema.ref)
            known = self._fields[schema.ref] = 0 if target is None else self._names(target)
        return found + known

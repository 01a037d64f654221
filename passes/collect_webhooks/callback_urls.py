"""URLs of callbacks: their keys are parsed, and checked against the operation that starts them (D9.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.nodes import Event, Operation, Sdk
from compiler.ir.types import Type
from compiler.ir.wire import ExpressionPart, Place, Step
from compiler.source import escape_token
from passes.context import Context
from passes.support.places import base_id
from passes.support.runtime_expressions import ExpressionError, parse_expression
from passes.support.type_queries import alternatives, step_down

_BARE = lazy_pattern(r"\{(?=url\}|method\}|statusCode\}|request\.|response\.)")
PLACES = {"query": Place.QUERY, "path": Place.PATH, "header": Place.HEADER}
STANDARD_HEADERS = frozenset({"accept", "content-type", "authorization", "host", "origin", "referer", "user-agent"})
"""Request headers that no document declares, and that are there all the same."""
STANDARD_ANSWERS = frozenset({"content-type", "date", "server"})


class Urls:
    """Parses and checks the keys of callbacks."""

    def __init__(self, sdk: Sdk, context: Context) -> None:
        self.types = sdk.types
        self.context = context
        self.methods: dict[Id, list[Operation]] = defaultdict(list)
        """An operation and its variants, by its identity."""
        for operation in sdk.operations.values():
            self.methods[base_id(operation)].append(operation)

    def parse(self, event: Event) -> tuple[ExpressionPart, ...]:
        """Return the parts of the callback's URL; none after an error.

        Reports CG1001 (no runtime expression), CG1009 (one that only lacks its `$`) and CG1002 (one that points at
        nothing in the operation).
        """
        expression = event.expression or ""
        try:
            parts = parse_expression(expression)
        except ExpressionError as error:
            meant = _with_dollar(expression)
            if meant is None:
                self.report("CG1001", event, expression=expression, where=str(error))
                return ()
            self.report("CG1009", event, expression=expression, meant=meant)
            parts = parse_expression(meant)
        methods = self.methods.get(event.operation or "", ())
        for part in parts if methods else ():
            if part.part is not None and not any(self.resolves(part, method) for method in methods):
                self.report("CG1002", event, expression=expression, what=_part_text(part))
        return parts

    def resolves(self, part: ExpressionPart, operation: Operation) -> bool:
        """Tell whether an expression points at something that the document shows."""
        if part.part == "body":
            bodies = _requests(operation) if part.root == "request" else _answers(operation)
            return any(self.below(body, part.pointer) for body in bodies)
        name = (part.name or "").lower()
        if part.root == "response":
            return part.part == "header" and (name in STANDARD_ANSWERS or name in _answer_headers(operation))
        if part.part == "header" and name in STANDARD_HEADERS:
            return True
        place = PLACES[part.part or ""]
        return any(
            item.place is place and (item.wire == part.name or (place is Place.HEADER and item.wire.lower() == name))
            for item in operation.parameters
        )

    def below(self, body: Type, pointer: Iterable[str]) -> bool:
        """Tell whether the pointer leads anywhere in a body; its tokens are properties, or indices of arrays."""
        found = alternatives(self.types, body)
        for token in pointer:
            below = step_down(self.types, found, Step(property=token))
            if token.isdecimal():
                below += step_down(self.types, found, Step(index=int(token)))
            found = below
        return bool(found)

    def report(self, code: str, event: Event, **params: Any) -> None:
        """Report at the callback's key."""
        place = self.context.loc(event.id.rpartition("/")[0])
        self.context.diagnostics.report(code, place, subject=event.id, at_key=True, **params)


def _with_dollar(expression: str) -> str | None:
    """Return an expression with the ``$`` that is all it lacks, as those of 3GPP do; None for any other (D1.4)."""
    for meant in (_BARE.sub("{$", expression), f"${expression}"):
        try:
            parts = parse_expression(meant)
        except ExpressionError:
            continue
        if any(part.root for part in parts):
            return meant
    return None


def _requests(operation: Operation) -> Iterator[Type]:
    if operation.payload is not None:
        yield operation.payload.type


def _answers(operation: Operation) -> Iterator[Type]:
    for answer in operation.answers:
        yield from (item.type for item in answer.decodes)


def _answer_headers(operation: Operation) -> set[str]:
    return {header.wire.lower() for answer in operation.answers for header in answer.headers}


def _part_text(part: ExpressionPart) -> str:
    """Return the expression of a part as it is written."""
    if part.part == "body":
        pointer = "".join(f"/{escape_token(token)}" for token in part.pointer)
        return f"${part.root}.body#{pointer}"
    return f"${part.root}.{part.part}.{part.name}"

"""The inputs of a pagination: the argument of each, and its initial value (spec 2.5, D6.3, D6.8)."""

from __future__ import annotations

from typing import Any

from compiler.ir.node import frozen
from compiler.ir.nodes import Operation, Pagination, PaginationInput, Parameter
from compiler.ir.types import Field, Model, Type, Value
from compiler.ir.wire import BodyKind, Place
from passes.context import Context
from passes.support.places import nearest
from passes.support.type_queries import Types, alternatives, field_of, kinds_of

PLACES = (Place.QUERY, Place.PATH, Place.HEADER)
"""Where `in: parameters` looks, in this order (D6.8)."""
NUMBERS = frozenset({"integer", "number", "any"})


@frozen
class Input:
    """An argument that leads from page to page.

    ``kinds`` are the JSON types of its values; ``start`` the number an absent one stands for; ``text``: a number
    that is sent as a string (D6.7).
    """

    wire: str
    place: Place
    kinds: frozenset[str]
    start: int | None = None
    text: bool = False
    id: str = ""


def parameter_of(operation: Operation, name: str) -> Parameter | None:
    """Return the parameter that an input names; the same name in path and query: the query (D6.8)."""
    named = [
        item for item in operation.parameters if item.wire == name and item.fixed is None and item.type is not None
    ]
    return next((item for place in PLACES for item in named if item.place is place), None)


@frozen
class Inputs:
    """Finds the inputs of one operation."""

    context: Context
    types: Types
    operation: Operation
    subject: str
    shared: frozenset[tuple[str, Place]] = frozenset()
    """The root's globals, which a client sets for all calls."""

    def resolve(self, pagination: Pagination) -> dict[str, Input] | None:
        """Return the inputs by their type; None after an error.

        Reports CG0902 (no such parameter), CG0914 (no such property of a JSON or form body), CG0915 (a wrong type) and
        CG0920 (a global, which pages cannot change). A variant whose body has no such property is not paged, without
        a word.
        """
        found = {item.kind: self.input(item) for item in pagination.inputs}
        complete = {kind: item for kind, item in found.items() if item is not None}
        return complete if len(complete) == len(found) else None

    def input(self, wanted: PaginationInput) -> Input | None:
        """Lower one input; None after a reported error."""
        made = self.parameter(wanted) if wanted.place == "parameters" else self.property(wanted)
        if made is None or wanted.kind == "cursor":
            return made
        if made.kinds & (NUMBERS | {"string"}):
            return made
        shown = " or ".join(sorted(made.kinds)) or "nothing"
        self.report("CG0915", wanted.id, name=wanted.name, kind=wanted.kind, found=shown)
        return None

    def parameter(self, wanted: PaginationInput) -> Input | None:
        """Find the parameter that an input names."""
        parameter = parameter_of(self.operation, wanted.name)
        if parameter is not None and parameter.type is not None:
            if (parameter.wire, parameter.place) in self.shared:
                self.report("CG0920", wanted.id, name=wanted.name)
                return None
            return self.make_input(wanted, parameter.place, parameter.type, parameter.default)
        known = [item.wire for item in self.operation.parameters if item.place in PLACES]
        self.report("CG0902", wanted.id, name=wanted.name, hint=nearest(wanted.name, known))
        return None

    def property(self, wanted: PaginationInput) -> Input | None:
        """Find the top-level property of the body that an input names."""
        field = self.body_field(wanted)
        return self.make_input(wanted, Place.BODY, field.type, field.default) if field is not None else None

    def body_field(self, wanted: PaginationInput) -> Field | None:
        """Return the top-level property of the body, which every alternative of the body must have."""
        payload = self.operation.payload
        if payload is not None and payload.kind in (BodyKind.JSON, BodyKind.FORM):
            found = alternatives(self.types, payload.type)
            models = [item for item in found if isinstance(item, Model)]
            fields = [field_of(model, wanted.name) for model in models]
            if fields and len(models) == len(found) and all(field and not field.read_only for field in fields):
                return fields[0]
            problem = self.absent(models, wanted.name)
        else:
            problem = "the operation has no JSON or form body"
        if self.operation.variant is None:
            self.report("CG0914", wanted.id, name=wanted.name, problem=problem)
        return None

    def absent(self, models: list[Model], name: str) -> str:
        """Explain why the body has no such property."""
        if not models:
            return "the body is not an object with known properties"
        fields = [field for model in models for field in model.fields]
        if any(field.wire == name and field.read_only for field in fields):
            return "it is readOnly there, so no caller can give it"
        known = {field.wire for field in fields}
        if name in known:
            return "not every form of the body has it"
        return f"the body has no such property{nearest(name, known)}"

    def make_input(self, wanted: PaginationInput, place: Place, type_: Type, default: Value | None) -> Input:
        """Return the input with what its values may be and what stands for an absent one (D6.3)."""
        kinds = kinds_of(alternatives(self.types, type_))
        start = _number(default)
        if start is None:
            start = {"page": 1, "offset": 0}.get(wanted.kind)
        return Input(wanted.name, place, kinds, start, text=not kinds & NUMBERS, id=wanted.id)

    def report(self, code: str, at: str, **params: Any) -> None:
        """Report on behalf of the operation."""
        self.context.diagnostics.report(code, self.context.loc(at), subject=self.subject, **params)


def _number(default: Value | None) -> int | None:
    """Return a default that is a whole number, also one written as a string."""
    if default is None or isinstance(default.json, bool):
        return None
    try:
        return int(default.json)
    except (TypeError, ValueError, OverflowError):
        return None

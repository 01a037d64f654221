"""Whether values in a document, such as examples, are of the types that the document declares.

Examples in documents are often wrong, and printed examples must compile. Only types count here, not bounds and
patterns: the author of an example knows better what a server accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from compiler.ir.node import Id, Json
from compiler.ir.tags import tag_values
from compiler.ir.types import (
    Alias,
    Case,
    Const,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
)

MISFIT: Json = object()
"""Marks a value that is not of its type; None cannot, since null is a value."""


def fitted(value: Json, type_: Type, types: Mapping[Id, Declaration]) -> Json:
    """Return a value without the parts that the type does not allow; MISFIT if the value is not of the type."""
    if type(type_) is Scalar:  # as most types are
        return value if _is_of(type_.kind, value) else MISFIT
    return _Fitting(types).of(value, type_, ())


def case_of(union: Union, value: Json, types: Mapping[Id, Declaration]) -> Case | None:
    """Return the union member that a value is of: a member that fits all of it before one that fits a part."""
    return _Fitting(types).case(union, value, (union.id,))[0]


class _Fitting:
    """Fits one value. Each part is fitted to a type once, since unions may hold one another."""

    def __init__(self, types: Mapping[Id, Declaration]) -> None:
        self.types = types
        self.known: dict[tuple[int, Id], Json] = {}
        self.fields: dict[Id, dict[str, Type]] = {}

    def of(self, value: Json, type_: Type, inside: tuple[Id, ...]) -> Json:
        """Return what fits; ``inside`` are the types that the value itself is being held to."""
        if type(type_) is Scalar:
            return value if _is_of(type_.kind, value) else MISFIT
        match type_:
            case Nullable(inner):
                return None if value is None else self.of(value, inner, inside)
            case Const(known):
                return value if _is_same(value, known) else MISFIT
            case ListOf(item):
                made = [self.of(one, item, ()) for one in value] if isinstance(value, list) else [MISFIT]
                return MISFIT if MISFIT in made else made
            case MapOf(item):
                pairs = value.items() if isinstance(value, dict) else [("", MISFIT)]
                kept = {name: self.of(one, item, ()) for name, one in pairs}
                return MISFIT if MISFIT in kept.values() else kept
            case Ref(target) if target not in inside and target in self.types:
                if (id(value), target) not in self.known:
                    self.known[id(value), target] = self.declared(value, self.types[target], (*inside, target))
                return self.known[id(value), target]
            case _:
                return MISFIT

    def declared(self, value: Json, item: Declaration, inside: tuple[Id, ...]) -> Json:
        match item:
            case Alias():
                return self.of(value, item.type, inside)
            case Enum():
                return value if any(_is_same(value, member.value) for member in item.members) else MISFIT
            case Union():
                return self.case(item, value, inside)[1]
            case Model():
                return self.model(value, item)

    def case(self, union: Union, value: Json, inside: tuple[Id, ...]) -> tuple[Case | None, Json]:
        told = union.tag is not None and isinstance(value, dict) and union.tag in value
        part: tuple[Case | None, Json] = None, MISFIT
        for case in union.cases:
            if told and case.tags and value[union.tag] not in tag_values(union.tag, case, self.types):
                continue
            made = self.of(value, case.type, inside)
            if union.tag is not None and isinstance(made, dict):  # a tag that is the union's (D11.2)
                tag = [value[union.tag]] if told else [] if case.written is None else [case.written.json]
                made = {union.tag: tag[0], **made} if tag and union.tag not in made else made
            if made == value:
                return case, made
            part = (case, made) if part[0] is None and made is not MISFIT else part
        return part

    def model(self, value: Json, model: Model) -> Json:
        """Keep the model's properties; an optional property that is not of its declared type is left out."""
        if not isinstance(value, dict):
            return MISFIT
        known = self.fields.get(model.id)
        if known is None:
            known = self.fields[model.id] = {field.wire: field.type for field in model.fields}
        made: dict[str, Json] = {}
        for wire, one in value.items():
            type_ = known.get(wire, model.additional)
            fits = MISFIT if type_ is None else self.of(one, type_, ())
            if fits is not MISFIT:
                made[wire] = fits
        for field in model.fields:
            if field.implied and isinstance(field.type, Const):
                made.setdefault(field.wire, field.type.value)
        for field in model.fields:
            if field.required and field.wire not in made:
                return MISFIT
        return made


def _is_same(value: Json, known: Json) -> bool:
    return bool(value == known) and type(value) is type(known)


_CLASSES: dict[Kind, type | tuple[type, ...]] = {
    Kind.INTEGER: int,
    Kind.INT32: int,
    Kind.INT64: int,
    Kind.UINT64: int,
    Kind.NUMBER: (int, float),
    Kind.DECIMAL: (str, int, float),
}
"""What the JSON of a kind is in Python, where it is no text; a boolean is an integer in Python alone."""
_TIMES: dict[Kind, type[date]] = {Kind.DATE: date, Kind.DATE_TIME: datetime}


def _is_of(kind: Kind, value: Json) -> bool:
    if kind is Kind.STRING:
        return isinstance(value, str)
    if kind is Kind.ANY:
        return True
    if kind is Kind.NULL:
        return value is None
    if isinstance(value, bool) or kind is Kind.BOOLEAN:
        return isinstance(value, bool) and kind is Kind.BOOLEAN
    if not isinstance(value, _CLASSES.get(kind, str)):
        return False
    return kind not in _TIMES or is_time(str(value), _TIMES[kind])


def is_time(text: str, kind: type[date]) -> bool:
    """Whether a text is a date, or a date with a time, as RFC 3339 writes them."""
    try:
        kind.fromisoformat(text)
    except ValueError:
        return False
    return True

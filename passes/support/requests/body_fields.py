"""Finds bodies whose properties can be arguments of a method (D4.10)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id
from compiler.ir.types import ANY, Const, Declaration, Field, Model, Ref, behind
from compiler.ir.wire import BodyKind, Payload

MOST = 100
"""The most properties that become arguments; a body with more is one argument."""
_KINDS = (BodyKind.JSON, BodyKind.FORM, BodyKind.MULTIPART)


def fields_model(payload: Payload, types: Mapping[Id, Declaration]) -> Model | None:
    """Return the model whose properties can be arguments: one object, never null, whose properties are declared.

    One that takes further properties of a type is a map, too, and is given as a whole.
    """
    if payload.kind not in _KINDS or payload.nullable:
        return None
    found = behind(payload.type, types)
    model = types[found.target] if isinstance(found, Ref) else None
    return model if isinstance(model, Model) and model.fields and model.additional in (None, ANY) else None


def fields_of(payload: Payload, types: Mapping[Id, Declaration]) -> tuple[Field, ...]:
    """Return the properties of a body that can be arguments; none if it is given as a whole."""
    model = fields_model(payload, types)
    return model.fields if model is not None else ()


def fixed_value(field: Field, types: Mapping[Id, Declaration]) -> Const | None:
    """Return the constant value of a required property, which callers need not give."""
    inner = behind(field.type, types)
    return inner if field.required and isinstance(inner, Const) else None

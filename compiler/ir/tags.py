"""Tags of discriminators as the values that stand for them: a mapping has texts, the property may hold numbers."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id, Json
from compiler.ir.types import Case, Const, Declaration, Enum, Kind, Model, Ref, Scalar, Type, bare

_NUMBERS = (Kind.INTEGER, Kind.INT32, Kind.INT64, Kind.NUMBER)
_TRUTH = {"true": True, "false": False}


def tag_values(name: str | None, case: Case, types: Mapping[Id, Declaration]) -> tuple[Json, ...]:
    """Return what the discriminator's property holds in a case, of the type that the case declares for it.

    A tag stays a text where the case does not declare the property, or where its type has no such value.
    """
    model = _behind(case.type, types)
    fields = model.fields if isinstance(model, Model) else ()
    declared = next((field.type for field in fields if field.wire == name), None)
    held = None if declared is None else _behind(declared, types)
    return tuple(_value(text, held) for text in case.tags)


def _value(text: str, held: Type | Declaration | None) -> Json:
    match held:
        case Const(value):
            holds_number = isinstance(value, int) and not isinstance(value, bool)
            return _read(text, number=holds_number, truth=isinstance(value, bool))
        case Enum(base=Scalar(kind)) | Scalar(kind):
            return _read(text, number=kind in _NUMBERS, truth=kind is Kind.BOOLEAN)
        case _:
            return text


def _read(text: str, *, number: bool, truth: bool) -> Json:
    if number and text.removeprefix("-").isdecimal():
        return int(text)
    return _TRUTH.get(text, text) if truth else text


def _behind(type_: Type, types: Mapping[Id, Declaration]) -> Type | Declaration:
    """Return what stands behind null and other names."""
    found = bare(type_, types)
    return types[found.target] if isinstance(found, Ref) else found

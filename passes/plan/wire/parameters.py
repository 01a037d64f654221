"""How parameters are sent: by their style or in one piece, and whether a value may have parts (D8.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, assert_never

from compiler.ir.media import is_json
from compiler.ir.node import Id
from compiler.ir.types import (
    Alias,
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
    bare,
)
from compiler.ir.wire import Place, Style, WireParameter, Writing

if TYPE_CHECKING:
    from compiler.ir.nodes import Parameter


USUAL_STYLES = {
    Place.PATH: Style.SIMPLE,
    Place.QUERY: Style.FORM,
    Place.HEADER: Style.SIMPLE,
    Place.COOKIE: Style.FORM,
}
"""The style of a parameter if the document names none."""


def wire_parameters(parameters: Iterable[Parameter], types: Mapping[Id, Declaration]) -> tuple[WireParameter, ...]:
    """Return parameters as they are sent, in their order."""
    return tuple(_parameter(parameter, types) for parameter in parameters)


def _parameter(parameter: Parameter, types: Mapping[Id, Declaration]) -> WireParameter:
    assert parameter.type is not None
    return WireParameter(
        wire=parameter.wire,
        place=parameter.place,
        type=parameter.type,
        required=is_required(parameter),
        writing=_writing(parameter.media_type),
        style=parameter.style,
        usual=parameter.style is USUAL_STYLES.get(parameter.place),
        parts=may_have_parts(parameter.type, types),
        explode=parameter.explode,
        allow_reserved=parameter.allow_reserved and parameter.place is not Place.HEADER,
        media_type=parameter.media_type,
        fixed=parameter.fixed,
        default=parameter.default,
        example=parameter.example,
        description=parameter.description,
        deprecated=parameter.deprecated,
        deprecation_message=parameter.deprecation_message,
        id=parameter.id,
    )


def is_required(parameter: Parameter) -> bool:
    """Whether a call has to give a parameter: one that may be null is optional and no more, but in a path (D11.5)."""
    return parameter.required and (not isinstance(parameter.type, Nullable) or parameter.place is Place.PATH)


def _writing(media_type: str | None) -> Writing:
    if media_type is None:
        return Writing.STYLE
    return Writing.JSON if is_json(media_type) else Writing.TEXT


def may_have_parts(type_: Type, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether a value may be an array or an object, so that ``explode`` counts; anything may (D8.6)."""
    match bare(type_, types):
        case Scalar(kind):
            return kind is Kind.ANY
        case Const(value):
            return isinstance(value, list | dict)
        case ListOf() | MapOf():
            return True
        case Ref(target):
            return _declared_has_parts(types[target])
        case other:
            raise AssertionError(other)  # null, which `bare` sees through


def _declared_has_parts(declared: Declaration) -> bool:
    match declared:
        case Model() | Union():
            return True
        case Enum():
            return any(isinstance(member.value, list | dict) for member in declared.members)
        case Alias():  # one that names itself: anything
            return True
    assert_never(declared)

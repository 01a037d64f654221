"""What of a parameter its style has no form for: OpenAPI's styles write one level of values (D8.6).

"The behavior of nested values is undefined" for all styles but deepObject, whose brackets everybody nests in one way.
Arrays in an exploded object repeat their name, as Spring and others read them. All else is sent as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.nodes import Operation, Parameter
from compiler.ir.types import ListOf, MapOf, Model, Type
from compiler.ir.wire import Place, Style
from passes.context import Context
from passes.support.type_queries import Types, alternatives, kinds_of

IN_BRACKETS = "or say `style: deepObject`, which nests names in brackets"
_WORDS = {"object": "objects", "array": "arrays"}
_REPEATING = frozenset({Style.FORM, Style.SPACE_DELIMITED, Style.PIPE_DELIMITED})
"""Styles of pairs, in which an array of an exploded object repeats its name."""


def report_nested_values(operation: Operation, types: Types, context: Context) -> None:
    """Report parameters with values that their style does not describe: CG0711."""
    for parameter in operation.parameters:
        if parameter.media_type is None and parameter.type is not None:
            what = nested_values(types, parameter.type, parameter.style, explode=parameter.explode)
            at = context.loc(parameter.id)
            items = at.at("schema", "items", "collectionFormat")
            if what is not None and not context.diagnostics.tells("CG0374", items):  # as Swagger 2.0 has it
                _report(operation, parameter, what, context)


def report_undefined_styles(operation: Operation, types: Types, context: Context) -> None:
    """Report styles that OpenAPI does not define for the values of a parameter: CG0712."""
    for parameter in operation.parameters:
        if parameter.media_type is None and parameter.type is not None and parameter.style in _SHAPED:
            what = _undefined(parameter, kinds_of(alternatives(types, parameter.type)))
            if what:
                context.diagnostics.report(
                    "CG0712",
                    context.loc(parameter.id).at("style"),
                    subject=operation.id,
                    name=parameter.wire,
                    style=openapi_name(parameter.style),
                    what=what,
                )


def report_unnamed_properties(operation: Operation, types: Types, context: Context) -> None:
    """Refuse properties with an empty name if names are sent alone, as `?=value`: CG0364."""
    for parameter in operation.parameters:
        if parameter.media_type is not None or parameter.type is None or not parameter.explode:
            continue
        found = [item for item in alternatives(types, parameter.type) if isinstance(item, Model)]
        unnamed = next((field for item in found for field in item.fields if not field.wire), None)
        if unnamed is not None and parameter.style is not Style.DEEP_OBJECT:
            place, what = context.loc(unnamed.id), f"property of the parameter `{parameter.wire}`"
            context.diagnostics.report("CG0364", place, subject=operation.id, at_key=True, what=what)


_SHAPED = frozenset({Style.DEEP_OBJECT, Style.SPACE_DELIMITED, Style.PIPE_DELIMITED})
"""Styles that apply to values of some types only."""


def _undefined(parameter: Parameter, kinds: frozenset[str]) -> str | None:
    if kinds.isdisjoint(("any", "object", "array")):
        return "values that are no array and no object"
    return "what is exploded" if parameter.explode and parameter.style is not Style.DEEP_OBJECT else None


def _report(operation: Operation, parameter: Parameter, what: str, context: Context) -> None:
    brackets = f", {IN_BRACKETS}" if parameter.place is Place.QUERY else ""
    context.diagnostics.report(
        "CG0711",
        context.loc(parameter.id).at("schema"),
        at_key=True,
        subject=operation.id,
        help=f"describe it by `content: {{application/json: {{schema: ...}}}}`{brackets}",
        name=parameter.wire,
        what=what,
        style=openapi_name(parameter.style),
    )


def openapi_name(style: Style) -> str:
    """Return a style as documents write it."""
    first, *others = style.value.split("-")
    return first + "".join(map(str.title, others))


def nested_values(types: Types, type_: Type, style: Style, *, explode: bool) -> str | None:
    """Return what a value holds that its style does not describe, in words; None where that is nothing."""
    if style is Style.DEEP_OBJECT:
        return None
    repeats = explode and style in _REPEATING
    return next(_nested(types, type_, repeats=repeats), None)


def _nested(types: Types, type_: Type, *, repeats: bool) -> Iterator[str]:
    for found in alternatives(types, type_):
        match found:
            case ListOf(item):
                yield from (f"{kind} in an array" for kind in _containers(types, item))
            case MapOf(value):
                yield from (f"{what} in an object" for what in _members(types, value, repeats=repeats))
            case Model():
                yield from _of_model(types, found, repeats=repeats)


def _of_model(types: Types, model: Model, *, repeats: bool) -> Iterator[str]:
    for field in model.fields:
        if not field.read_only:
            yield from (f"{what} in `{field.wire}`" for what in _members(types, field.type, repeats=repeats))
    if model.additional is not None:
        yield from (f"{what} in an object" for what in _members(types, model.additional, repeats=repeats))


def _members(types: Types, type_: Type, *, repeats: bool) -> Iterator[str]:
    """Yield what a member of an object may be that has no form there."""
    if not repeats:
        yield from _containers(types, type_)
        return
    for found in alternatives(types, type_):
        if isinstance(found, ListOf):
            yield from (f"arrays of {kind}" for kind in _containers(types, found.item))
        elif "object" in kinds_of((found,)):
            yield _WORDS["object"]


def _containers(types: Types, type_: Type) -> Iterator[str]:
    kinds = kinds_of(alternatives(types, type_))
    return (word for kind, word in _WORDS.items() if kind in kinds)

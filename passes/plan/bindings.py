"""How the arguments of a method fill its call: parameters, body, what leads to the next page; and what calls share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from compiler.ir.node import Id
from compiler.ir.plan import Argument, Binding, TypeName
from compiler.ir.types import Declaration, model_behind
from compiler.ir.wire import Answer, Payload, Place, WireOperation

Key = tuple[Place, str]


def bindings(operation: WireOperation, arguments: Iterable[Argument]) -> tuple[Binding, ...]:
    """Return the parameters of an operation with what fills them."""
    given = {(item.place, item.wire): item for item in arguments}
    found = []
    for parameter in operation.parameters:
        argument = given.get((parameter.place, parameter.wire))
        renamed = argument is not None and argument.ident != parameter.wire
        found.append(Binding(parameter, argument, argument.ident if argument is not None and renamed else None))
    return tuple(found)


def body_argument(arguments: Iterable[Argument]) -> Argument | None:
    """Return the argument that is the body."""
    return next((item for item in arguments if item.place is Place.BODY), None)


def paged_idents(
    operation: WireOperation,
    arguments: Iterable[Argument],
    types: Mapping[Id, Declaration],
    names: Mapping[Id, TypeName],
) -> dict[Key, str]:
    """Return what the inputs of pages are called: arguments, and properties of the body."""
    pages = operation.pages
    if pages is None:
        return {}
    idents = {(item.place, item.wire): item.ident for item in arguments}
    members = _members(operation.body, types, names)
    inputs = {(item.place, item.wire) for item in pages.advances} | {(item.place, item.wire) for item in pages.stops}
    return {
        (place, wire): members.get(wire, wire) if place is Place.BODY else idents.get((place, wire), wire)
        for place, wire in inputs
        if place is not None
    }


def _members(body: Payload | None, types: Mapping[Id, Declaration], names: Mapping[Id, TypeName]) -> Mapping[str, str]:
    model = model_behind(body.type, types) if body is not None else None
    return names[model.id].members if model is not None else {}


def shared_answers(operations: Iterable[WireOperation], number: Callable[[Answer], int]) -> tuple[Answer, ...]:
    """Return the errors that several operations declare alike, one of each number, in the order they are met."""
    errors = [answer for operation in operations for answer in operation.answers if answer.error]
    counts = Counter(map(number, errors))
    return tuple(answer for at, answer in {number(answer): answer for answer in errors}.items() if counts[at] > 1)

"""How a method's arguments fill its call: parameters, body, pagination; and the values that all calls share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.naming import numbered
from compiler.ir.node import Id
from compiler.ir.types import Declaration, model_behind
from compiler.ir.wire import Answer, Payload, Place, WireOperation
from compiler.plan.plan import Binding, TypeName

if TYPE_CHECKING:
    from passes.plan.surface.arguments import Call

Key = tuple[Place, str]


def bindings(operation: WireOperation, call: Call) -> tuple[Binding, ...]:
    """Return the parameters of an operation with what fills them.

    What stands beside an object that has a member of its name is found by that and its place.
    """
    given = {(item.place, item.wire): item for item in call.arguments}
    members = {item.ident for item in call.arguments if not item.positional}
    found = []
    for parameter in operation.parameters:
        argument = given.get((parameter.place, parameter.wire))
        ident = argument.ident if argument is not None else parameter.wire
        if argument is not None and argument.positional and ident in members:
            ident = numbered(f"{ident}_{parameter.place.value}", members)
        found.append(Binding(parameter, argument, ident if ident != parameter.wire else None))
    return tuple(found)


def paged_idents(
    operation: WireOperation,
    call: Call,
    types: Mapping[Id, Declaration],
    names: Mapping[Id, TypeName],
) -> dict[Key, str]:
    """Return what the inputs of pages are called: arguments, and properties of a body that is one of these."""
    pages = operation.pages
    if pages is None:
        return {}
    idents = {(item.place, item.wire): item.ident for item in call.arguments}
    members = _members(operation.body, types, names)
    inputs = {(item.place, item.wire) for item in pages.advances} | {(item.place, item.wire) for item in pages.stops}
    return {
        (place, wire): idents.get((place, wire), members.get(wire, wire) if place is Place.BODY else wire)
        for place, wire in inputs
        if place is not None
    }


def _members(body: Payload | None, types: Mapping[Id, Declaration], names: Mapping[Id, TypeName]) -> Mapping[str, str]:
    model = model_behind(body.type, types) if body is not None else None
    return names[model.id].members if model is not None else {}


def shared_answers(operations: Iterable[WireOperation], number: Callable[[Answer], int]) -> tuple[Answer, ...]:
    """Return the errors that several operations declare identically, one of each number, in order of occurrence."""
    errors = [answer for operation in operations for answer in operation.answers if answer.error]
    counts = Counter(map(number, errors))
    return tuple(answer for at, answer in {number(answer): answer for answer in errors}.items() if counts[at] > 1)

"""Give parameters their names in one target (D3.9).

Before, for the target `tame`::

    parameter "q" query { name-in "tame" "search" name-in "wild" "seek" }

After::

    parameter "q" query { name-in "tame" "search" name-in "wild" "seek" name "search" origin=override }

The names of methods, types and the rest in a target are resolved where their identifiers are made.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Parameter, Sdk
from compiler.ir.types import Name, Origin, name_of
from passes.context import Context
from passes.support.change import change_each, change_values, changed
from passes.support.names.arguments import RANK, report_equal_names, words_of
from passes.support.names.distinct import name_key


def run(sdk: Sdk, context: Context) -> Sdk:
    """Set ``name`` of parameters that the target calls otherwise. Reports CG0708 (two of one place and one name)."""

    def operation(item: Operation) -> Operation:
        if not any(one.names_in for one in item.parameters):
            return item
        named = [_name_parameter(one, context) for one in item.parameters]
        return replace(item, parameters=_tell_apart(named, item.id, context))

    operations = change_values(sdk.operations, operation)
    shared = change_each(sdk.global_parameters, lambda item: _name_parameter(item, context))
    return changed(sdk, operations=operations, global_parameters=shared)


def _name_parameter(parameter: Parameter, context: Context) -> Parameter:
    name = name_of(parameter.name, parameter.names_in, context.target)
    return parameter if name is parameter.name else replace(parameter, name=name)


def _tell_apart(parameters: Sequence[Parameter], owner: Id, context: Context) -> tuple[Parameter, ...]:
    """Put its place behind a name that one of an earlier place has (D4.6)."""
    taken: dict[str, Parameter] = {}
    found = list(parameters)
    for index, item in sorted(enumerate(parameters), key=lambda pair: RANK[pair[1].place]):
        text = words_of(item)
        other = taken.get(name_key(text, context.vocabulary))
        if other is None:
            taken[name_key(text, context.vocabulary)] = item
        elif other.place is not item.place:
            found[index] = replace(item, name=Name(f"{text} {item.place.value}", Origin.COLLISION))
        elif item.names_in or other.names_in:
            report_equal_names(item, other, owner, context)
    return tuple(found)

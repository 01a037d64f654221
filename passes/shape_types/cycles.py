"""Finds unions and aliases that lead back to themselves through unions and aliases only.

A value of ``Self = Self | string`` is a string: that it may be a ``Self`` adds nothing, and no language has such types.
A type that holds itself in a property, in items or in a map is not such a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.node import Id, replace
from compiler.ir.references import components
from compiler.ir.types import ANY, Alias, Case, Declaration, Ref, Type, Union
from passes.support.components import is_component


def without_circles(types: Mapping[Id, Declaration]) -> Iterator[tuple[Id, Declaration]]:
    """Yield what stands in a circle as it is without.

    All of a circle are one type: one of them has the cases of all, and the others are called after it.
    """
    led = {at: targets for at, item in types.items() if (targets := list(_targets(item)))}
    edges = {at: tuple(to for to in targets if to in led) for at, targets in led.items()}
    for circle in components(edges):
        if len(circle) > 1 or circle[0] in edges[circle[0]]:
            yield from _opened(types, dict.fromkeys(circle))


def _targets(item: Declaration) -> Iterator[Id]:
    parts = [case.type for case in item.cases] if isinstance(item, Union) else []
    for type_ in [item.type] if isinstance(item, Alias) else parts:
        if isinstance(type_, Ref):
            yield type_.target


def _opened(types: Mapping[Id, Declaration], circle: dict[Id, None]) -> Iterator[tuple[Id, Declaration]]:
    unions = [at for at in circle if isinstance(types[at], Union)]
    first = next((at for at in unions if is_component(at)), unions[0] if unions else next(iter(circle)))
    cases: dict[str, Case] = {}
    for at in [first, *circle]:
        for case in _cases(types[at]):
            if not isinstance(case.type, Ref) or case.type.target not in circle:
                cases.setdefault(repr(case.type), case)
    item = types[first]
    if isinstance(item, Union) and len(cases) > 1:
        yield first, replace(item, cases=tuple(cases.values()))
    else:
        yield first, _alias(item, next((case.type for case in cases.values()), ANY))
    for at in circle:
        if at != first:
            yield at, _alias(types[at], Ref(first))


def _cases(item: Declaration) -> tuple[Case, ...]:
    return item.cases if isinstance(item, Union) else ()


def _alias(item: Declaration, type_: Type) -> Alias:
    return Alias(
        id=item.id,
        type=type_,
        name=item.name,
        title=item.title,
        description=item.description,
        deprecated=item.deprecated,
        deprecation_message=item.deprecation_message,
        examples=item.examples,
    )

"""References between declared types: finding them, and redirecting them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from compiler.ir.graph import Graph
from compiler.ir.headers import ResponseHeader
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Content, Header, Parameter
from compiler.ir.references import closure
from compiler.ir.types import Alias, Case, Declaration, Field, ListOf, MapOf, Model, Nullable, Ref, Type, Union
from compiler.ir.wire import Decode, EventData, Part, PartHeader, Payload
from passes.support.change import change_each, changed

Typed = TypeVar(
    "Typed",
    Parameter,
    Content,
    Header,
    Payload,
    Part,
    PartHeader,
    Decode,
    EventData,
    ResponseHeader,
    Field,
    Case,
    Alias,
)
"""Nodes that have a type expression."""


def referrers(graph: Graph, types: Mapping[Id, Declaration], targets: Iterable[Id]) -> set[Id]:
    """Return the types that lead to one of the targets, these included."""
    back: dict[Id, list[Id]] = {}
    for at, held in graph.adjacency(types).items():
        for target in held:
            back.setdefault(target, []).append(at)
    return closure(back, targets)


def redirected(type_: Type, to: Mapping[Id, Id]) -> Type:
    """Return a type expression with references redirected; itself if none is."""
    match type_:
        case Ref(target):
            return Ref(to[target]) if target in to else type_
        case ListOf(item, _):
            inner = redirected(item, to)
            return type_ if inner is item else replace(type_, item=inner)
        case MapOf(value, _):
            inner = redirected(value, to)
            return type_ if inner is value else replace(type_, value=inner)
        case Nullable(held):
            inner = redirected(held, to)
            return type_ if inner is held else Nullable(inner)
        case _:
            return type_


def redirected_holder(holder: Typed, to: Mapping[Id, Id]) -> Typed:
    """Return a node that has a type with its references redirected; itself if none is."""
    if holder.type is None:
        return holder
    if isinstance(holder, Content | Decode) and holder.events:
        events = change_each(holder.events, lambda item: redirected_holder(item, to))
        return changed(holder, type=redirected(holder.type, to), events=events)
    type_ = redirected(holder.type, to)
    return holder if type_ is holder.type else replace(holder, type=type_)


def redirected_declaration(item: Declaration, to: Mapping[Id, Id]) -> Declaration:
    """Return a declaration with its references redirected; itself if none is."""

    def typed(holder: Typed) -> Typed:
        return redirected_holder(holder, to)

    match item:
        case Model():
            fields: tuple[Field, ...] = change_each(item.fields, typed)
            extra = redirected(item.additional, to) if item.additional is not None else None
            if fields is item.fields and extra is item.additional:
                return item
            return replace(item, fields=fields, additional=extra)
        case Union():
            cases: tuple[Case, ...] = change_each(item.cases, typed)
            default = redirected(item.default, to) if item.default is not None else None
            return item if cases is item.cases else replace(item, cases=cases, default=default)
        case Alias():
            changed: Alias = typed(item)
            return changed
        case _:
            return item

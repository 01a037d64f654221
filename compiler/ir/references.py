"""What types refer to, and graphs of these references: cycles, and reachability."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import assert_never

from compiler.ir.node import Id
from compiler.ir.types import (
    Alias,
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
    core,
)


def type_ref(type_: Type | None) -> Id | None:
    """Return the identity that a type expression refers to; it refers to one at most."""
    while True:
        if type(type_) is Ref:
            return type_.target
        if type(type_) is Scalar or type_ is None:
            return None
        match type_:
            case ListOf(item, _):
                type_ = item
            case MapOf(value, _):
                type_ = value
            case Nullable(inner):
                type_ = inner
            case _:
                return None


def type_refs(type_: Type | None) -> tuple[Id, ...]:
    """Return the identity a type expression refers to, if any."""
    target = type_ref(type_)
    return () if target is None else (target,)


def parts_of(declaration: Declaration) -> list[Type]:
    """Return the types that the values of a declaration are made of."""
    match declaration:
        case Model():
            found = [field.type for field in declaration.fields]
            return found if declaration.additional is None else [*found, declaration.additional]
        case Union():
            found = [case.type for case in declaration.cases]
            return found if declaration.default is None else [*found, declaration.default]
        case Alias():
            return [declaration.type]
        case Enum():
            return [declaration.base]
    assert_never(declaration)


def declaration_refs(declaration: Declaration) -> list[Id]:
    """Return the identities a declaration refers to directly."""
    return [target for type_ in parts_of(declaration) if (target := type_ref(type_)) is not None]


def holding(
    parts: Mapping[Id, Iterable[Type]], first: Iterable[Id] = (), holds: Callable[[Type], bool] | None = None
) -> set[Id]:
    """Return the ``first`` declarations, those with a part that ``holds``, and those that refer to any of these."""
    found = set(first)
    holders: dict[Id, list[Id]] = {}
    for at, types in parts.items():
        for type_ in types:
            target = None if type(type_) is Scalar else type_ref(type_)
            if target is not None:
                holders.setdefault(target, []).append(at)
            elif holds is not None and holds(core(type_)):
                found.add(at)
    return closure(holders, found)


def is_held(type_: Type, kinds: Container[Kind], declared: Container[Id]) -> bool:
    """Tell whether a type is, or is a list or map of, values of some kinds or of some declared types."""
    inner = type_ if type(type_) is Scalar else core(type_)
    if type(inner) is Scalar:
        return inner.kind in kinds
    return isinstance(inner, Ref) and inner.target in declared


# --------------------------------------------------------------------------- circles


def components(edges: Mapping[Id, Iterable[Id]]) -> list[list[Id]]:
    """Return the strongly connected components of a graph, each sorted; a component follows those it leads to.

    This is Tarjan's algorithm with an explicit stack: a chain of types may be deeper than Python's stack.
    """
    low: dict[Id, int] = {}
    """Tarjan's low link of each node visited: the index of the first visited node that it leads back to."""
    pending: dict[Id, int] = {}
    """Nodes visited that have no component yet, with their index."""
    found: list[list[Id]] = []
    for root in edges:
        path: list[tuple[Id, Iterator[Id]]] = [] if root in low else [(root, iter(edges[root]))]
        while path:
            at, targets = path[-1]
            if at not in low:
                low[at] = pending[at] = len(low)
            new = next((target for target in targets if _is_new(at, target, low, pending, edges)), None)
            if new is not None:
                path.append((new, iter(edges[new])))
                continue
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[at])
            if low[at] == pending[at]:
                found.append(_take_component(pending, at))
    return found


def end(links: Mapping[Id, Id], at: Id) -> Id:
    """Return the end of a chain of pure references; a cycle is followed once."""
    seen: set[Id] = set()
    while at in links and at not in seen:
        seen.add(at)
        at = links[at]
    return at


def names_of_root(links: Mapping[Id, Id]) -> dict[Id, Id]:
    """Return the root document's components that are aliases of something in another file, by their target."""
    ends = {at: end(links, at) for at in sorted(links, reverse=True) if at.rpartition("/")[0] == "schemas"}
    return {target: at for at, target in ends.items() if "#" in target}


def closure(edges: Mapping[Id, Iterable[Id]], starts: Iterable[Id]) -> set[Id]:
    """Return all nodes that are reachable from some nodes, these included."""
    found = set(starts)
    waiting = list(found)
    for at in waiting:  # which grows meanwhile
        for target in edges.get(at, ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def in_circles(edges: Mapping[Id, Iterable[Id]]) -> set[Id]:
    """Return the nodes that lead back to themselves."""
    return {at for group in components(edges) for at in group if len(group) > 1 or at in edges[at]}


def _is_new(at: Id, target: Id, low: dict[Id, int], pending: Mapping[Id, int], edges: Mapping[Id, object]) -> bool:
    """Whether a node is met for the first time; one that waits for its component is where ``at`` leads back to."""
    if target in pending:
        low[at] = min(low[at], pending[target])
    return target in edges and target not in low


def _take_component(pending: dict[Id, int], first: Id) -> list[Id]:
    """Take a component off what is pending: the node met first, and all after it."""
    component = []
    while first in pending:
        component.append(pending.popitem()[0])
    return sorted(component)

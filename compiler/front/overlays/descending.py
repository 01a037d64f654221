"""The JSONPath steps of nearly all overlays, evaluated without the library's nodes and contexts.

`$..name`, `$.paths.*.*` and `$..[?@.name == 'text']` come by every value of a document, a tenth of a microsecond each:
the library takes ten times as long. The library evaluates all other forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from jsonpath_rfc9535 import JSONPathNode
from jsonpath_rfc9535.filter_expressions import (
    ComparisonExpression,
    Expression,
    FilterExpression,
    LogicalExpression,
    PrefixExpression,
    RelativeFilterQuery,
    StringLiteral,
)
from jsonpath_rfc9535.segments import JSONPathChildSegment, JSONPathRecursiveDescentSegment, JSONPathSegment
from jsonpath_rfc9535.selectors import FilterSelector, IndexSelector, JSONPathSelector, NameSelector, WildcardSelector

if TYPE_CHECKING:
    from compiler.source import Json

Members: TypeAlias = "Iterable[tuple[int | str, Json]]"
Choose: TypeAlias = "Callable[[Json], Members]"
"""What a selector chooses of a container's members, with their keys or indices."""
Holds: TypeAlias = "Callable[[Json], bool]"
DEEPEST = 100
"""Levels below which `..` does not look, as in the library."""


def plain(segment: JSONPathSegment) -> Sequence[Choose] | None:
    """Return what the selectors of a segment choose; None where one of them is for the library."""
    if not isinstance(segment, JSONPathChildSegment | JSONPathRecursiveDescentSegment):
        return None
    found = [choose for selector in segment.selectors if (choose := _chooser(selector)) is not None]
    return found if len(found) == len(segment.selectors) else None


def descend(
    segment: JSONPathSegment, choosers: Sequence[Choose], nodes: Iterable[JSONPathNode], look: Callable[[int], None]
) -> Iterator[JSONPathNode]:
    """Yield what a segment selects, in the library's order; ``look`` is told how many values are looked at."""
    deep = isinstance(segment, JSONPathRecursiveDescentSegment)
    each = 1 + sum(isinstance(selector, FilterSelector) for selector in segment.selectors)
    for node in nodes:
        for value, location in _below(node) if deep else ((node.value, node.location),):
            if isinstance(value, dict | list):
                look(1 + each * len(value))
                for choose in choosers:
                    for token, child in choose(value):
                        yield JSONPathNode(value=child, location=(*_path(location), token), parent=None, root=node.root)


class _Step(NamedTuple):
    """A place as the one above it and a token, so that only what is chosen has a path."""

    above: object
    token: int | str


def _path(location: object) -> tuple[int | str, ...]:
    tokens: list[int | str] = []
    while isinstance(location, _Step):
        tokens.append(location.token)
        location = location.above
    assert isinstance(location, tuple)
    return (*location, *reversed(tokens))


def _below(node: JSONPathNode) -> Iterator[tuple[Json, object]]:
    """Yield a node and all containers below it, each before what is in it."""
    waiting: list[tuple[Json, object, int]] = [(node.value, node.location, 1)]  # type: ignore[list-item]
    while waiting:
        value, location, depth = waiting.pop()
        if depth > DEEPEST:
            raise RecursionError
        yield value, location
        found = _members(value)
        inner = [(child, _Step(location, token), depth + 1) for token, child in found if isinstance(child, dict | list)]
        waiting.extend(reversed(inner))


# --------------------------------------------------------------------------- selectors


def _chooser(selector: JSONPathSelector) -> Choose | None:
    match selector:
        case NameSelector():
            name = selector.name
            return lambda value: ((name, value[name]),) if isinstance(value, dict) and name in value else ()
        case IndexSelector():
            return _indexed(selector.index)
        case WildcardSelector():
            return _members
        case FilterSelector():
            holds = _test(selector.expression)
            if holds is not None:
                test: Holds = holds
                return lambda value: [(token, child) for token, child in _members(value) if test(child)]
    return None


def _members(value: Json) -> Members:
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()


def _indexed(index: int) -> Choose:
    def choose(value: Json) -> Members:
        if not isinstance(value, list) or not -len(value) <= index < len(value):
            return ()
        return ((index + len(value) if index < 0 else index, value[index]),)

    return choose


# --------------------------------------------------------------------------- filters


def _test(expression: Expression) -> Holds | None:
    """Return a test of names and texts; None for any other filter."""
    match expression:
        case FilterExpression():
            return _test(expression.expression)
        case PrefixExpression(operator="!"):
            inner = _test(expression.right)
            return None if inner is None else lambda value: not inner(value)
        case LogicalExpression(operator="&&" | "||"):
            left, right = _test(expression.left), _test(expression.right)
            if left is None or right is None:
                return None
            if expression.operator == "&&":
                return lambda value: left(value) and right(value)
            return lambda value: left(value) or right(value)
        case ComparisonExpression(operator="==" | "!="):
            return _comparison(expression)
        case RelativeFilterQuery():
            names = _names(expression)
            return None if names is None else lambda value: _at(value, names) is not _NOTHING
    return None


_NOTHING = object()


def _comparison(expression: ComparisonExpression) -> Holds | None:
    left, right = expression.left, expression.right
    if isinstance(left, StringLiteral):
        left, right = right, left
    names = _names(left)
    if names is None or not isinstance(right, StringLiteral):
        return None
    text, wanted = right.value, expression.operator == "=="
    return lambda value: (_at(value, names) == text) is wanted


def _names(query: Expression) -> tuple[str, ...] | None:
    """Return the names that a query of one node consists of."""
    if not isinstance(query, RelativeFilterQuery):
        return None
    names = []
    for segment in query.query.segments:
        selector = segment.selectors[0] if len(segment.selectors) == 1 else None
        if not isinstance(segment, JSONPathChildSegment) or not isinstance(selector, NameSelector):
            return None
        names.append(selector.name)
    return tuple(names)


def _at(value: object, names: tuple[str, ...]) -> object:
    for name in names:
        if not isinstance(value, dict) or name not in value:
            return _NOTHING
        value = value[name]
    return value

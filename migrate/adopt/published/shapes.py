"""Shapes: what a type has in JSON, said alike for schemas of a document and for published types.

A shape is plain data that can be compared: an object's keys with the shapes of their values, the texts of an enum, the
members of a union. Null, formats of texts and kinds of numbers are no part of it, since languages write them in
different ways, as they do keys. `depth` says how many objects inside each other are told; what is deeper is an object
and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from migrate.adopt.published.published import folded
from migrate.adopt.published.type_texts import (
    ANY,
    BOOLEAN,
    NUMBER,
    TEXT,
    Either,
    Listed,
    Literal,
    Mapped,
    Named,
    parsed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from migrate.adopt.published.published import Key, PublishedType
    from migrate.adopt.published.schemas import Schemas
    from migrate.adopt.published.type_texts import Written

Shape = tuple[object, ...]
_SCALARS: dict[str, Shape] = {
    "string": (TEXT,),
    "integer": (NUMBER,),
    "number": (NUMBER,),
    "boolean": (BOOLEAN,),
}
_OPAQUE: Shape = (ANY,)
OBJECT, ENUM, UNION, LIST, MAP = "object", "enum", "union", "list", "map"
_CIRCLE = 30


class SchemaShapes:
    """The shapes of a document's schemas, by JSON pointer."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._known: dict[tuple[str, int], Shape] = {}

    def of(self, at: str, depth: int) -> Shape:
        """Return the shape of what a pointer leads to."""
        return self._of(at, depth, 0)

    def _of(self, at: str, depth: int, circle: int) -> Shape:
        at = self._schemas.behind(at)
        key = (at, depth)
        if key not in self._known:
            if circle > _CIRCLE:
                return _OPAQUE
            self._known[key] = _OPAQUE  # circles
            self._known[key] = self._shape(at, depth, circle + 1)
        return self._known[key]

    def _shape(self, at: str, depth: int, circle: int) -> Shape:
        value = self._schemas.value(at)
        if not isinstance(value, dict):
            return _OPAQUE
        texts = self._schemas.texts(at)
        if texts:
            return (ENUM, frozenset(texts))
        members = list(self._schemas.members(at))
        merged = "allOf" in value
        properties = self._schemas.properties(at)
        if properties and (merged or "properties" in value or len(members) < 2):
            if not depth:
                return (OBJECT,)
            return (
                OBJECT,
                frozenset((folded(wire), self._of(at, depth - 1, circle)) for wire, at in properties.items()),
            )
        if members:
            return either(self._of(member, depth, circle) for member in members)
        if isinstance(value.get("items"), dict):
            return (LIST, self._of(f"{at}/items", depth, circle))
        if isinstance(value.get("additionalProperties"), dict):
            return mapped(self._of(f"{at}/additionalProperties", depth, circle))
        kinds = value.get("type")
        listed = [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if kind != "null"]
        return either(_SCALARS.get(str(kind), _OPAQUE) for kind in listed)


class TypeShapes:
    """The shapes of published types; `meant` finds the type that a word means in one."""

    def __init__(self, meant: Callable[[str, Key], PublishedType | None]) -> None:
        self._meant = meant
        self._known: dict[tuple[str, str, int, int], Shape] = {}

    def of(self, type_: PublishedType, depth: int) -> Shape:
        """Return the shape of a type; (ANY,) of one of which no more than the name is known."""
        return self._of(type_, depth, 0)

    def _of(self, type_: PublishedType, depth: int, circle: int) -> Shape:
        key = (*type_.key, depth)
        if key not in self._known:
            if circle > _CIRCLE:
                return _OPAQUE
            self._known[key] = _OPAQUE  # circles
            self._known[key] = self._shape(type_, depth, circle + 1)
        return self._known[key]

    def _shape(self, type_: PublishedType, depth: int, circle: int) -> Shape:
        near = type_.key
        if type_.fields is None:
            return self._shape_of(parsed(type_.text), near, depth, circle) if type_.text else _OPAQUE
        if not depth:
            return (OBJECT,)
        fields = {field.wire: parsed(field.type) for field in type_.fields}
        inside = ((folded(wire), self._shape_of(written, near, depth - 1, circle)) for wire, written in fields.items())
        return (OBJECT, frozenset(inside))

    def _shape_of(self, written: Written, near: Key, depth: int, circle: int) -> Shape:
        match written:
            case Literal(text=text):
                return (ENUM, frozenset((text,)))
            case Listed(inner=inner):
                return (LIST, self._shape_of(inner, near, depth, circle))
            case Mapped(inner=inner):
                return mapped(self._shape_of(inner, near, depth, circle))
            case Either(members=members):
                return either(self._shape_of(member, near, depth, circle) for member in members)
            case Named(name=name):
                found = self._meant(name, near)
                return self._of(found, depth, circle) if found is not None else _OPAQUE
            case str():
                return (written,)


def mapped(inner: Shape) -> Shape:
    """Return the shape of a map; of anything, it is an object of which nothing is told."""
    return _OPAQUE if inner == _OPAQUE else (MAP, inner)


def either(shapes: Iterable[Shape]) -> Shape:
    """Return the shape of a union: the texts of several enums together, and nothing around a single member."""
    members: set[Shape] = set()
    texts: set[object] = set()
    for shape in _flat(shapes):
        if shape[0] == ENUM:
            assert isinstance(shape[1], frozenset)
            texts |= shape[1]
        else:
            members.add(shape)
    if texts:
        members -= {(TEXT,), _OPAQUE}  # what else may come
        members.add((ENUM, frozenset(texts)))
    if len(members) == 1:
        return members.pop()
    return (UNION, frozenset(members)) if members else _OPAQUE


def _flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if shape[0] == UNION:
            assert isinstance(shape[1], frozenset)
            yield from shape[1]
        else:
            yield shape


def tagged(shape: Shape) -> Shape:
    """Return the keys of an object with their constants alone; other shapes as they are."""
    if shape[0] != OBJECT or len(shape) < 2:
        return shape
    assert isinstance(shape[1], frozenset)
    return (OBJECT, frozenset((wire, inner if _is_constant(inner) else _OPAQUE) for wire, inner in shape[1]))


def constants(shape: Shape) -> dict[object, Shape | None]:
    """Return the keys of an object with their constants, None for others."""
    inside = shape[1] if len(shape) > 1 and shape[0] == OBJECT else frozenset()
    assert isinstance(inside, frozenset)
    return {wire: inner if _is_constant(inner) else None for wire, inner in inside}


def is_telling(shape: Shape) -> bool:
    """Whether a shape says enough to know a type by it: texts, a constant, several keys, or members."""
    if shape[0] not in (OBJECT, ENUM, UNION) or len(shape) < 2:
        return False
    assert isinstance(shape[1], frozenset)
    if shape[0] == ENUM:
        return len(shape[1]) > 1  # a single text is a constant, of which no class is made
    if shape[0] == UNION:
        return any(item[0] != ANY for item in shape[1])
    return len(shape[1]) > 1 or any(_is_constant(inner) for _, inner in shape[1])


def _is_constant(shape: Shape) -> bool:
    return shape[0] == ENUM and isinstance(shape[1], frozenset) and len(shape[1]) == 1

"""How much a published type and a schema have in common, by their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from migrate.adopt.published.shapes import (
    ENUM,
    LIST,
    MAP,
    OBJECT,
    UNION,
    SchemaShapes,
    TypeShapes,
    constants,
    is_telling,
    tagged,
)
from migrate.adopt.published.type_texts import ANY

if TYPE_CHECKING:
    from migrate.adopt.published.published import Key, PublishedType
    from migrate.adopt.published.schemas import Schemas
    from migrate.adopt.published.shapes import Shape

_LEVELS = (3, 2, 1, 0)
"""How deep shapes are compared; 0: keys and constants alone."""
_NEAR, _AGREEING, _MEETING = 0.6, 0.4, 0.25


class Likeness:
    """Compares published types with the schemas of a document."""

    def __init__(self, schemas: Schemas, meant: Callable[[str, Key], PublishedType | None]) -> None:
        self._schemas = schemas
        self._of_schemas, self._of_types = SchemaShapes(schemas), TypeShapes(meant)
        self._known: dict[Key, tuple[int, Sequence[str]]] = {}

    def is_opaque(self, type_: PublishedType) -> bool:
        """Whether no more than the name of a type is known."""
        return type_.fields is None and not type_.text

    def is_unread(self, type_: PublishedType) -> bool:
        """Whether it was not understood what a type is."""
        return self._of_types.of(type_, 1)[0] == ANY

    def exact(self, type_: PublishedType) -> Sequence[str]:
        """Return the schemas that have the shape of a type, as deep as any has it; none where it says too little."""
        if type_.key not in self._known:
            self._known[type_.key] = self._exact(type_)
        return self._known[type_.key][1]

    def is_deep(self, type_: PublishedType) -> bool:
        """Whether the schemas with the shape of a type have it further down, too."""
        return bool(self.exact(type_)) and self._known[type_.key][0] > 1

    def _exact(self, type_: PublishedType) -> tuple[int, Sequence[str]]:
        for level in _LEVELS if not self.is_opaque(type_) else ():
            shape = self._type(type_, level)
            if (is_telling(shape) or shape[0] == LIST) and shape in self._index[level]:
                return level, self._index[level][shape]
        return 0, ()

    def is_exact(self, type_: PublishedType, at: str) -> bool:
        """Whether a schema has the shape of a type, keys and constants at least."""
        at = self._schemas.behind(at)
        return at in self.exact(type_) or (
            not self.is_opaque(type_) and any(self._type(type_, level) == self._schema(at, level) for level in _LEVELS)
        )

    def whole(self, at: str) -> str:
        """Return what a class is made of: the union around a schema whose other members add nothing, as the text beside
        an enum; what a reference leads to that stands beside null.
        """
        members = list(self._schemas.members(at))
        if (
            len(members) == 1
            and not self._schemas.has_properties(at)
            and self._schemas.behind(members[0]) != members[0]
        ):
            return self.whole(self._schemas.behind(members[0]))
        above, _, last = at.rpartition("/")
        around, _, key = above.rpartition("/")
        is_member = last.isdigit() and key in ("anyOf", "oneOf", "allOf")
        return self.whole(around) if is_member and self._schema(around, 1) == self._schema(at, 1) else at

    def are_alike(self, one: PublishedType, other: PublishedType) -> bool:
        """Whether two types have one shape."""
        return self._of_types.of(one, 1) == self._of_types.of(other, 1)

    def agrees(self, type_: PublishedType, at: str, *, met: bool = False) -> bool:
        """Whether nothing speaks against it that a type was made from a schema, of another day perhaps.

        Less in common is enough where the walk `met` both at one place.
        """
        if self.is_opaque(type_):
            return True
        one, other = self._of_types.of(type_, 1), self._of_schemas.of(at, 1)
        if met and one[0] == other[0] == UNION:
            return True
        if met and one[0] == other[0] == ENUM:
            return _common(one, other) > 0
        return _common(one, other) >= (_MEETING if met else _AGREEING)

    def exists(self, type_: PublishedType) -> bool:
        """Whether any schema has the shape of a type, however little that says."""
        shape = self._of_types.of(type_, 1)
        return shape in self._index[1] and shape[0] in (OBJECT, ENUM, UNION, LIST, MAP)

    def nearest(self, type_: PublishedType) -> str | None:
        """Return the schema that has most in common with a type, if that is much."""
        shape = self._of_types.of(type_, 1)
        if not is_telling(shape):
            return None
        found = max(((_common(shape, other), at) for other, at in self._shallow.items()), default=(0.0, ""))
        return found[1] if found[0] >= _NEAR else None

    @cached_property
    def _shallow(self) -> Mapping[Shape, str]:
        return {shape: places[0] for shape, places in self._index[1].items() if is_telling(shape)}

    @cached_property
    def _index(self) -> Mapping[int, Mapping[Shape, list[str]]]:
        found: dict[int, dict[Shape, list[str]]] = {level: {} for level in _LEVELS}
        for at in self._schemas.all():
            for level in _LEVELS:
                found[level].setdefault(self._schema(at, level), []).append(at)
        return found

    @cached_property
    def by_parts(self) -> Mapping[tuple[str, frozenset[str]], list[str]]:
        """The lists and unions by the schemas that they are of."""
        schemas = self._schemas
        found: dict[tuple[str, frozenset[str]], list[str]] = {}
        for at in schemas.all():
            members = list(schemas.members(at))
            if schemas.is_list(at):
                found.setdefault((LIST, frozenset((schemas.behind(f"{at}/items"),))), []).append(at)
            elif len(members) > 1 and not schemas.is_joined(at) and not schemas.has_properties(at):
                found.setdefault((UNION, frozenset(map(schemas.behind, members))), []).append(at)
        return found

    def _type(self, type_: PublishedType, level: int) -> Shape:
        return self._of_types.of(type_, level) if level else tagged(self._of_types.of(type_, 1))

    def _schema(self, at: str, level: int) -> Shape:
        return self._of_schemas.of(at, level) if level else tagged(self._of_schemas.of(at, 1))


def _common(one: Shape, other: Shape) -> float:
    """Return which part of two shapes is in both; 0 where a constant differs."""
    if ANY in (one[0], other[0]):
        return 1.0 if one == other else 0.0
    if OBJECT in (one[0], other[0]):
        if one[0] != other[0]:
            return 0.0
        first, second = constants(one), constants(other)
        if any(first[key] != second[key] for key in first.keys() & second.keys() if first[key] and second[key]):
            return 0.0
        return _part(frozenset(first), frozenset(second))
    if one[0] == other[0] and one[0] in (ENUM, UNION):
        assert isinstance(one[1], frozenset) and isinstance(other[1], frozenset)
        return (
            _part(frozenset(map(tagged, one[1])), frozenset(map(tagged, other[1])))
            if one[0] == UNION
            else _part(one[1], other[1])
        )
    return 1.0 if one == other else 0.0


def _part(one: frozenset[object], other: frozenset[object]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0

"""One version of a document as comparisons read it: raw values, their places, and what references lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from compiler.front.reading.refs import MAX_CHAIN, Resolver, Target
from compiler.ir.identity import child, locate

if TYPE_CHECKING:
    from compiler.front.reading.documents import File, Library
    from compiler.ir.node import Id
    from compiler.source import Json, Loc


class Spot(NamedTuple):
    """A value of the document, its identity, and the file it stands in."""

    raw: Any
    id: Id
    file: File

    def below(self, *tokens: str | int) -> Spot:
        """Return a member, whose value is None where there is none."""
        value: Any = self.raw
        for token in tokens:
            if isinstance(value, dict):
                value = value.get(token)
            elif isinstance(value, list) and isinstance(token, int) and token < len(value):
                value = value[token]
            else:
                value = None
        return Spot(value, child(self.id, *tokens), self.file)

    def get(self, key: str, default: Json = None) -> Any:
        """Return the value of a member, or a default."""
        return self.raw.get(key, default) if isinstance(self.raw, dict) else default

    @property
    def is_object(self) -> bool:
        """Whether the value is an object."""
        return isinstance(self.raw, dict)

    def members(self, *, named: bool = False) -> Iterator[tuple[str, Spot]]:
        """Yield the members of an object that are no extensions; all if its keys are names, such as of headers."""
        for name in self.raw if isinstance(self.raw, dict) else ():
            if named or not name.startswith("x-"):
                yield name, self.below(name)

    def items(self) -> Iterator[Spot]:
        """Yield the items of an array."""
        for index in range(len(self.raw) if isinstance(self.raw, list) else 0):
            yield self.below(index)


class View:
    """A version of a document, Swagger 2.0 as OpenAPI 3.0 (D1.1)."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._resolver = Resolver(library)
        self.root = Spot(library.root.root, "", None)
        version = self.root.get("openapi")
        self.is_30 = library.is_swagger or (isinstance(version, str) and version.startswith("3.0"))

    def loc(self, spot: Spot) -> Loc:
        """Return the place of a value."""
        return locate(spot.id, self._library.root.file)

    def target(self, spot: Spot) -> Spot | None:
        """Return what the `$ref` of an object leads to; None if it has none, or it leads nowhere."""
        ref = spot.get("$ref")
        if not isinstance(ref, str):
            return None
        found = self._resolver.resolve(ref, spot.file, spot.id)
        return Spot(found.raw, found.id, found.file) if isinstance(found, Target) else None

    def meant(self, spot: Spot) -> Spot:
        """Return the schema that a schema without a word of its own refers to; else the schema itself."""
        for _ in range(MAX_CHAIN):
            found = self.target(spot) if self.is_30 or (spot.is_object and len(spot.raw) == 1) else None
            if found is None:
                return spot
            spot = found
        return spot

    def follow(self, spot: Spot) -> Spot:
        """Return what a Reference Object leads to, through all references; the value itself if it is none."""
        for _ in range(MAX_CHAIN):
            found = self.target(spot)
            if found is None:
                return spot
            spot = found
        return spot

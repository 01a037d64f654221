"""Parts of a Swagger document, and the new objects that are made of them."""

from __future__ import annotations

from typing import NamedTuple

from compiler.diagnostics import Diagnostics
from compiler.front.documents import File, Library
from compiler.front.refs import Resolver, Target
from compiler.ir.context import beside, locate, short
from compiler.source import Json, Loc, Origins

_MAX_CHAIN = 20


class Part(NamedTuple):
    """An object of the document, or of another file that it refers to, and where it is written."""

    raw: dict[str, Json]
    loc: Loc
    file: File = None

    def object(self, *tokens: str | int) -> Part | None:
        """Return a member that is an object."""
        value: Json = self.raw
        for token in tokens:
            value = value[token]  # type: ignore[index]
        return Part(value, self.loc.at(*tokens), self.file) if isinstance(value, dict) else None

    def loc_for(self, holder: Part | None) -> Loc:
        """Return the place of what a holder refers to; its own where that stands elsewhere in the same document.

        What moves is found by its place: a name for it must not be taken for the thing.
        """
        return self.loc if holder is None or self.file is not None else holder.loc


class New:
    """An object in the making."""

    def __init__(self, origins: Origins) -> None:
        self.value: dict[str, Json] = {}
        self._places: dict[str, Loc] = {}
        self._origins = origins
        origins.keep(self.value, self._places)

    def put(self, key: str, value: Json, loc: Loc) -> None:
        """Add a member that was written at ``loc``."""
        self.value[key] = value
        self._places[key] = loc

    def array(self, key: str, items: list[tuple[Json, Loc]], loc: Loc) -> None:
        """Add an array of items, each with its place."""
        values = [value for value, _ in items]
        self._origins.keep(values, {str(index): place for index, (_, place) in enumerate(items)})
        self.put(key, values, loc)


class Source:
    """The document that is rewritten: makes new objects, follows references."""

    def __init__(self, library: Library, diagnostics: Diagnostics) -> None:
        self.origins = Origins()
        self.diagnostics = diagnostics
        self._library = library
        self._resolver = Resolver(library)

    def new(self) -> New:
        """Return an object without members."""
        return New(self.origins)

    def follow(self, part: Part) -> Part | None:
        """Return what a part is a reference to, else the part itself; None where it leads to no object."""
        for _ in range(_MAX_CHAIN):
            if not isinstance(part.raw.get("$ref"), str):
                return part
            found = self._target(part)
            if found is None or not isinstance(found.raw, dict):
                return None
            pointer = locate(found.id, "").pointer
            shown = self._library.root.file if found.file is None else beside(self._library.root.file, found.file)
            part = Part(found.raw, Loc(shown, pointer), found.file)
        return None

    def kept(self, part: Part) -> Json:
        """Return a reference into the root document as that would write it; None for what is no such reference."""
        found = self._target(part)
        return self.rebase(part.raw, part.file) if found is not None and found.file is None else None

    def taken(self, part: Part) -> Part | None:
        """Return what is rewritten for a part: itself, or what it refers to elsewhere; None where it stays as it is."""
        return self.follow(part) if self.kept(part) is None else None

    def _target(self, part: Part) -> Target | None:
        """Return what a part directly refers to; None for what is no reference, or leads nowhere."""
        ref = part.raw.get("$ref")
        if not isinstance(ref, str):
            return None
        found = self._resolver.resolve(ref, part.file, short(part.file, part.loc.pointer))
        return found if isinstance(found, Target) else None

    def rebase(self, value: Json, file: File) -> Json:
        """Return a value of another file with its references as the root document would write them."""
        if file is None:
            return value
        if isinstance(value, list):
            return [self.rebase(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: self.rebase(item, file) for key, item in value.items()}
        ref = value.get("$ref")
        if isinstance(ref, str):
            path, sep, fragment = ref.partition("#")
            copy["$ref"] = (self._library.join(file, path) or "" if path else file) + sep + fragment
        return copy

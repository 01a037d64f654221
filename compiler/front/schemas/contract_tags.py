"""Discriminators in contracts: which tag chooses which member, and whether every value has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.ir.node import Id
from compiler.ir.tags import Told, tags_of
from compiler.source import Json, as_text

if TYPE_CHECKING:
    from compiler.front.schemas.contracts import ContractWriter

_ONE_WAY = frozenset({"readOnly", "writeOnly"})


class Place(NamedTuple):
    """Where a schema stands that is written."""

    id: Id
    file: File


class TagWriter:
    """Writes the tags of a union into its contract; what schemas say is asked of the writer of contracts."""

    def __init__(self, writer: ContractWriter) -> None:
        self.writer = writer

    def tag(self, made: dict[str, Any], schema: dict[str, Json], place: Place) -> None:
        """Let the tag choose the member, where all members are references; of one member there is nothing to choose."""
        raw = schema["discriminator"]
        name = raw.get("propertyName") if isinstance(raw, dict) else raw
        key = next((word for word in ("oneOf", "anyOf") if word in made), None)
        members = [] if key is None else made[key]
        several = len(members) > 1 and all(_is_reference(item) for item in members)
        if key is None or not isinstance(name, str) or not several:
            return
        tags = self._tags(raw, name, members, place)
        if tags is None:
            return
        del made[key]
        made["tagged"] = [name, tags]
        made.setdefault("type", ["object", "null"] if any(map(self._is_nullable, members)) else ["object"])
        if not self.writer.is_closed(schema):
            made["open"] = True
        if all(self._requires(self.writer.target(item["$ref"]), name, set()) for item in members):
            made["required"] = list(dict.fromkeys([*made.get("required", ()), name]))
        elif key == "anyOf" or (isinstance(raw, dict) and "defaultMapping" in raw):
            made["many"] = True

    def _tags(
        self, raw: Json, name: str, members: list[dict[str, Any]], place: Place
    ) -> dict[str, dict[str, Any]] | None:
        """Return the member of each tag; None where tags do not tell all of them."""
        mapping = raw.get("mapping") if isinstance(raw, dict) else None
        tags: dict[str, Any] = {}
        for tag, written in mapping.items() if isinstance(mapping, dict) else ():
            component = self.writer.session.references.component("schemas", str(written))
            found = self.writer.end(component) if component else self.writer.followed(str(written), place)
            if found is not None:
                self.writer.wait(found.id, found)
                tags[tag] = {"$ref": found.id}
        told = [self._tell_member(item, name, tags) for item in members]
        for item, own in zip(members, tags_of(told), strict=True):
            if not own or any(tags.setdefault(tag, item) != item for tag in own):
                return None
        return tags

    def _tell_member(self, item: dict[str, Any], name: str, mapped: dict[str, Any]) -> Told:
        target = self.writer.target(item["$ref"])
        held = None if target is None else self._property(target, name)
        values = None if held is None else _constants(held)
        kinds = None if held is None else held.get("type")
        return Told(
            mapped=tuple(tag for tag, found in mapped.items() if found == item),
            values=values,
            text=kinds is None or kinds == "string" or (isinstance(kinds, list) and "string" in kinds),
            name=self.writer.called(item["$ref"]),
        )

    def _property(self, target: Target, name: str) -> dict[str, Json] | None:
        """Return what a schema, or a part of its allOf, says of a property."""
        seen: set[Id] = set()
        waiting = [target]
        while waiting:
            target = waiting.pop()
            raw = target.raw
            if target.id in seen or not isinstance(raw, dict):
                continue
            seen.add(target.id)
            properties = raw.get("properties")
            found = properties.get(name) if isinstance(properties, dict) else None
            if isinstance(found, dict):
                ref = found.get("$ref")
                named = self.writer.followed(ref, Place(target.id, target.file)) if isinstance(ref, str) else None
                return named.raw if named is not None and isinstance(named.raw, dict) else found
            waiting += reversed([*self._parts(target, raw)])
        return None

    def _parts(self, target: Target, raw: dict[str, Json]) -> Iterator[Target]:
        """Yield the parts of a schema's allOf, references followed."""
        parts = raw.get("allOf")
        for index, part in enumerate(parts if isinstance(parts, list) else ()):
            ref = part.get("$ref") if isinstance(part, dict) else None
            inline = Target(f"{target.id}/allOf/{index}", part, target.file)
            below = (
                self.writer.session.references.resolver.resolve(ref, target.file, target.id)
                if isinstance(ref, str)
                else inline
            )
            if isinstance(below, Target):
                yield below

    def _requires(self, target: Target | None, name: str, seen: set[Id]) -> bool:
        """Whether a schema, or a part of its allOf, has a property for requests and answers both, and requires it."""
        raw = target.raw if target is not None else None
        if target is None or not isinstance(raw, dict):
            return False
        seen.add(target.id)
        properties, required = raw.get("properties"), raw.get("required")
        found = properties.get(name) if isinstance(properties, dict) else None
        one_way = isinstance(found, dict) and not _ONE_WAY.isdisjoint(found)
        if isinstance(required, list) and name in required and not one_way:
            return True
        return any(self._requires(part, name, seen) for part in self._parts(target, raw) if part.id not in seen)

    def _is_nullable(self, member: dict[str, Any]) -> bool:
        """Whether a component says of itself that it may be null."""
        target = self.writer.target(member["$ref"])
        raw = target.raw if target is not None and isinstance(target.raw, dict) else {}
        kinds = raw.get("type")
        file = target.file if target is not None else None
        return self.writer.adds_null(raw, file) or (isinstance(kinds, list) and "null" in kinds)


def _is_reference(schema: Json) -> bool:
    return isinstance(schema, dict) and schema.keys() == {"$ref"}


def _constants(held: dict[str, Json]) -> frozenset[str] | None:
    """Return the texts of the values that a property lists; None where it lists none."""
    listed = [held["const"]] if "const" in held else held.get("enum")
    if not isinstance(listed, list):
        return None
    return frozenset(as_text(value) for value in listed if isinstance(value, str | int)) or None

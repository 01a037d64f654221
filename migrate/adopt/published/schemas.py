"""The schemas of a document by JSON pointer: what references, unions and `allOf` come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.source import Json, escape_token

if TYPE_CHECKING:
    from migrate.adopt.api import Api

COMPONENTS = "/components/schemas"
_DEEP = 40
_MEMBERS = ("oneOf", "anyOf", "allOf")


class Schemas:
    """Follows pointers in one document."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._behind: dict[str, str] = {}

    def value(self, at: str) -> Json:
        """Return what stands at a pointer; None if that is nothing."""
        return self._api.value(at)

    def components(self) -> Iterator[tuple[str, str]]:
        """Yield the names and the pointers of all components."""
        yield from children(self.value(COMPONENTS), COMPONENTS)

    def behind(self, at: str) -> str:
        """Follow references."""
        known = self._behind.get(at)
        if known is None:
            known = at
            for _ in range(_DEEP):
                value = self._api.value(known)
                ref = value.get("$ref") if isinstance(value, dict) else None
                if not isinstance(ref, str) or not ref.startswith("#/"):
                    break
                known = ref[1:]
            self._behind[at] = known
        return known

    def through(self, at: str) -> str:
        """Go through lists and maps, and unions of one member beside null, to what types are named after."""
        for _ in range(_DEEP):
            value = self.value(at)
            if not isinstance(value, dict) or "properties" in value or "enum" in value:
                return at
            listed = [key for key in ("items", "additionalProperties") if isinstance(value.get(key), dict)]
            members = list(self.members(at))
            if listed:
                at = self.behind(f"{at}/{listed[0]}")
            elif len(members) == 1:
                inside = self.through(self.behind(members[0]))
                return at if inside == members[0] else inside  # null beside a class is no class of its own
            else:
                return at
        return at

    def members(self, at: str) -> Iterator[str]:
        """Yield the pointers of the members of a union or of `allOf`, null left out."""
        value = self.value(at)
        for key in _MEMBERS:
            for index, item in enumerate(as_list(value.get(key) if isinstance(value, dict) else None)):
                if isinstance(item, dict) and item.get("type") != "null" and item.keys() != {"nullable"}:
                    yield f"{at}/{key}/{index}"

    def properties(self, at: str) -> Mapping[str, str]:
        """Return the pointers of properties, those that allOf and references bring along included."""
        return dict(self._properties(at, 0))

    def _properties(self, at: str, depth: int) -> Iterator[tuple[str, str]]:
        at = self.behind(at)
        value = self.value(at)
        if not isinstance(value, dict) or depth > _DEEP:
            return
        yield from children(value.get("properties"), f"{at}/properties")
        for index, _ in enumerate(as_list(value.get("allOf"))):
            yield from self._properties(f"{at}/allOf/{index}", depth + 1)
        members = [] if "allOf" in value else list(self.members(at))
        if len(members) == 1:
            yield from self._properties(members[0], depth + 1)

    def texts(self, at: str) -> list[str]:
        """Return the texts of an enum or a constant."""
        value = self.value(self.behind(at))
        if not isinstance(value, dict):
            return []
        found = as_list(value.get("enum")) if "enum" in value else [value.get("const")]
        return [item for item in found if isinstance(item, str)]

    def constant(self, at: str) -> str | None:
        """Return the only text that a schema allows."""
        texts = self.texts(at)
        return texts[0] if len(texts) == 1 else None

    def is_list(self, at: str) -> bool:
        """Whether a schema is a list."""
        value = self.value(self.behind(at))
        return isinstance(value, dict) and "items" in value

    def is_joined(self, at: str) -> bool:
        """Whether a schema is several others at once."""
        value = self.value(at)
        return isinstance(value, dict) and "allOf" in value

    def has_properties(self, at: str) -> bool:
        """Whether a schema lists properties itself."""
        value = self.value(at)
        return isinstance(value, dict) and "properties" in value

    def is_declared(self, at: str) -> bool:
        """Whether a schema becomes a type of its own: an object, several values, a union."""
        value = self.value(at)
        if not isinstance(value, dict):
            return False
        several = len(as_list(value.get("enum"))) > 1
        return "properties" in value or "allOf" in value or several or any(self.members(at))

    def all(self) -> Iterator[str]:
        """Yield the pointers of all schemas that stand in the document itself, components first."""
        for _, at in self.components():
            yield from self._schema_tree(at, self.value(at))
        for section in ("paths", "webhooks", "components"):
            root = self._api.root.get(section)
            for key, item in children(root, f"/{section}"):
                if (section, key) != ("components", "schemas"):
                    yield from self._schemas_within(item, self.value(item))

    def _schemas_within(self, at: str, value: Json) -> Iterator[str]:
        """Yield the schemas of what is no schema itself."""
        items = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
        for key, item in items:
            place = f"{at}/{escape_token(str(key))}"
            if key in ("schema", "itemSchema"):
                yield from self._schema_tree(place, item)
            elif key not in ("example", "examples") and isinstance(item, dict | list):
                yield from self._schemas_within(place, item)

    def _schema_tree(self, at: str, value: Json) -> Iterator[str]:
        """Yield a schema, and those in it; no references."""
        if not isinstance(value, dict) or "$ref" in value:
            return
        yield at
        for _, place in children(value.get("properties"), f"{at}/properties"):
            yield from self._schema_tree(place, self.value(place))
        for key in (*_MEMBERS, "prefixItems"):
            for index, item in enumerate(as_list(value.get(key))):
                found = self._schema_tree(f"{at}/{key}/{index}", item)
                if key == "allOf":
                    next(found, None)  # a part of this schema
                yield from found
        for key in ("items", "additionalProperties"):
            yield from self._schema_tree(f"{at}/{key}", value.get(key))


def is_component_at(at: str) -> bool:
    """Whether a pointer of a schema is that of a component, and of nothing within one."""
    return at.rpartition("/")[0] == COMPONENTS


def children(value: Json, at: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of an object with the pointers of their values."""
    for name in value if isinstance(value, dict) else ():
        yield name, f"{at}/{escape_token(name)}"


def as_list(value: Json) -> list[Json]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else []

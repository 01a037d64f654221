"""The document as adoption sees it: its operations, and where each key of another vendor stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from compiler.adopt.facts import METHODS, Endpoint
from compiler.base.frozen import frozen
from compiler.base.source import Json, Loc, escape_token, split_pointer
from compiler.base.source.location import NOTHING, child_of
from compiler.front.keys.extensions import Where

if TYPE_CHECKING:
    from compiler.base.source import Document

_MAPS: Mapping[Where | str, Where | str] = {
    Where.PATHS: Where.PATH_ITEM,
    "webhooks": "webhook item",
    "callbacks": Where.CALLBACK,
    Where.CALLBACK: "callback item",
    "responses": Where.RESPONSE,
    "parameters": Where.PARAMETER,
    "bodies": Where.BODY,
    "headers": Where.HEADER,
    "contents of a response": Where.RESPONSE_CONTENT,
    "contents of a request": Where.REQUEST_CONTENT,
    "contents": Where.CONTENT,
    "schemas": Where.SCHEMA,
    "properties": Where.PROPERTY,
    "security schemes": Where.SECURITY_SCHEME,
    "path items": Where.PATH_ITEM,
    "servers": Where.SERVER,
    "tags": Where.TAG,
    "encodings": Where.ENCODING,
}
"""Objects and arrays whose members are alike, with what these are."""
_METHODS = {
    Where.PATH_ITEM: Where.OPERATION,
    "webhook item": Where.WEBHOOK,
    "callback item": Where.CALLBACK_OPERATION,
}
_SCHEMA: Mapping[str, Where | str] = {
    "properties": "properties",
    "patternProperties": "schemas",
    "$defs": "schemas",
    "definitions": "schemas",
    "dependentSchemas": "schemas",
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), "schemas"),
    **dict.fromkeys(
        ("items", "additionalProperties", "not", "if", "then", "else", "propertyNames", "contains"), Where.SCHEMA
    ),
}
_MEMBERS: Mapping[Where | str, Mapping[str, Where | str]] = {
    Where.ROOT: {
        "paths": Where.PATHS,
        "x-ms-paths": Where.PATHS,
        "webhooks": "webhooks",
        "x-webhooks": "webhooks",
        "components": "components",
        "servers": "servers",
        "tags": "tags",
        "info": "info",
        "definitions": "schemas",
        "parameters": "parameters",
        "responses": "responses",
        "securityDefinitions": "security schemes",
    },
    "components": {
        "schemas": "schemas",
        "parameters": "parameters",
        "responses": "responses",
        "requestBodies": "bodies",
        "headers": "headers",
        "securitySchemes": "security schemes",
        "pathItems": "path items",
        "callbacks": "callbacks",
    },
    Where.OPERATION: {
        "parameters": "parameters",
        "requestBody": Where.BODY,
        "responses": "responses",
        "callbacks": "callbacks",
        "servers": "servers",
    },
    Where.BODY: {"content": "contents of a request"},
    Where.RESPONSE: {"content": "contents of a response", "headers": "headers", "schema": Where.SCHEMA},
    Where.PARAMETER: {"schema": Where.SCHEMA, "content": "contents", "items": Where.SCHEMA},
    Where.HEADER: {"schema": Where.SCHEMA, "content": "contents"},
    Where.REQUEST_CONTENT: {"schema": Where.SCHEMA, "encoding": "encodings"},
    Where.RESPONSE_CONTENT: {"schema": Where.SCHEMA},
    Where.CONTENT: {"schema": Where.SCHEMA},
    Where.SCHEMA: _SCHEMA,
    Where.PROPERTY: _SCHEMA,
}
"""What the members of each kind of object are; all else holds no keys that anyone reads."""


@frozen
class Keyed:
    """A key of another vendor: the object that has it, which kind of object that is, and the value."""

    at: str
    where: Where | str
    key: str
    value: Json
    holder: Mapping[str, Json]
    loc: Loc

    @property
    def endpoint(self) -> Endpoint | None:
        """Return the operation, if it stands on one."""
        if self.where is not Where.OPERATION:
            return None
        steps = split_pointer(self.at)
        return Endpoint(steps[-1].upper(), steps[-2])


@frozen
class Called:
    """An operation of the document with its raw form."""

    endpoint: Endpoint
    at: str
    raw: Mapping[str, Json]
    loc: Loc

    @property
    def operation_id(self) -> str:
        """Its operationId, else the one made from method and path (D1.4)."""
        given = self.raw.get("operationId")
        return given if isinstance(given, str) and given else f"{self.endpoint.method.lower()} {self.endpoint.path}"

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        tags = self.raw.get("tags")
        return tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


class Api:
    """A document: operations, and all keys that begin with `x-`, each with its place."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.root: Mapping[str, Json] = document.root if isinstance(document.root, dict) else {}

    def loc(self, pointer: str) -> Loc:
        """Return the place of a pointer."""
        return Loc(self.document.file, pointer)

    def value(self, pointer: str) -> Json:
        """Return what a pointer leads to; None if that is nothing."""
        found: Json = self.document.root
        for token in split_pointer(pointer):
            next_ = child_of(found, token, NOTHING)
            if next_ is NOTHING:
                return None
            found = next_  # type: ignore[assignment]
        return found

    def resolved(self, value: Json) -> Json:
        """Return what a reference within the document leads to; other values as they are."""
        for _ in range(20):
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str) or not ref.startswith("#/"):
                return value
            value = self.value(ref[1:])
        return value

    @cached_property
    def operations(self) -> Mapping[Endpoint, Called]:
        """All operations of `paths` that stand in this document."""
        found: dict[Endpoint, Called] = {}
        for section in ("paths", "x-ms-paths"):
            paths = self.root.get(section)
            for path, item in paths.items() if isinstance(paths, dict) else ():
                at = f"/{section}/{escape_token(path)}"
                ref = item.get("$ref") if isinstance(item, dict) else None
                if isinstance(ref, str) and ref.startswith("#/"):
                    at, item = ref[1:], self.resolved(item)
                for method in METHODS:
                    raw = item.get(method) if isinstance(item, dict) else None
                    if isinstance(raw, dict):
                        endpoint = Endpoint(method.upper(), path)
                        found[endpoint] = Called(endpoint, f"{at}/{method}", raw, self.loc(f"{at}/{method}"))
        return found

    @cached_property
    def keyed(self) -> list[Keyed]:
        """All keys that begin with `x-`, from the root down."""
        return list(_keyed(self.document.root, "", Where.ROOT, self))

    def keys_of(self, *prefixes: str) -> list[Keyed]:
        """Return the keys that begin with one of some prefixes."""
        return [item for item in self.keyed if item.key.startswith(prefixes)]


def _keyed(value: Json, at: str, where: Where | str, api: Api) -> Iterator[Keyed]:
    if isinstance(value, list):
        inner = _MAPS.get(where)
        for index, item in enumerate(value) if inner is not None else ():
            yield from _keyed(item, f"{at}/{index}", inner or "", api)
        return
    if not isinstance(value, dict):
        return
    for key, child in value.items():
        place = f"{at}/{escape_token(key)}"
        if key.startswith("x-") and where not in ("properties", "schemas", "headers"):
            yield Keyed(at, where, key, child, value, api.loc(place))
        inner = _inner(where, key)
        if inner is not None:
            yield from _keyed(child, place, inner, api)


def _inner(where: Where | str, key: str) -> Where | str | None:
    """Return what a member of an object is; None if nothing below it counts."""
    if where in _MAPS:
        return _MAPS[where] if not key.startswith("x-") or where in ("properties", "schemas", "headers") else None
    if where in _METHODS:
        if key in METHODS:
            return _METHODS[where]
        return {"parameters": "parameters", "servers": "servers"}.get(key)
    if where in (Where.WEBHOOK, Where.CALLBACK_OPERATION):
        where = Where.OPERATION
    return _MEMBERS.get(where, {}).get(key)

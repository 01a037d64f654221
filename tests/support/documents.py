"""Words for the documents that tests write inline: what every operation, body and schema repeats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from tests.support.places import ROOT

Object = dict[str, Any]
NOTHING: Object = {"204": {"description": "done"}}
"""The responses of an operation that answers nothing."""


def document(title: str, paths: Mapping[str, Any], schemas: Mapping[str, Any] | None = None, **more: Any) -> Object:
    """A document of OpenAPI 3.1; ``more`` is what stands beside its paths, or in their place."""
    made = {"openapi": "3.1.0", "info": {"title": title, "version": "1.0.0"}, "paths": paths}
    return made | ({} if schemas is None else {"components": {"schemas": schemas}}) | more


def text_of(path: str) -> str:
    """The text of a document of some length, which stands in a file below tests/."""
    return (ROOT / "tests" / path).read_text("utf-8")


def document_of(path: str) -> Object:
    """The same, read."""
    return yaml.safe_load(text_of(path))  # type: ignore[no-any-return]


def ref(name: str) -> Object:
    """A reference to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def object_of(*required: str, **properties: Any) -> Object:
    """The schema of an object, whose properties are schemas or the names of types."""
    named = {name: {"type": item} if isinstance(item, str) else item for name, item in properties.items()}
    return {"type": "object", **({"required": [*required]} if required else {}), "properties": named}


def list_of(items: Any) -> Object:
    """The schema of a list."""
    return {"type": "array", "items": items}


def content(schema: Any, media_type: str = "application/json", **more: Any) -> Object:
    """The content of a body or a response."""
    return {"content": {media_type: {"schema": schema, **more}}}


def answers(schema: Any, media_type: str = "application/json", **more: Any) -> Object:
    """The responses of an operation that answers a value with status 200."""
    return {"200": {"description": "ok", **content(schema, media_type, **more)}}


def operation(name: str, responses: Any = NOTHING, **more: Any) -> Object:
    """An operation by its operationId."""
    return {"operationId": name, "responses": responses, **more}


def sends(name: str, schema: Any, media_type: str = "application/json", **more: Any) -> Object:
    """An operation that takes a body."""
    return operation(name, requestBody={"required": True, **content(schema, media_type)}, **more)


def parameter(name: str, place: str = "query", schema: Any = None, **more: Any) -> Object:
    """A parameter, a text where nothing else is said; one of a path is required."""
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, "schema": schema or {"type": "string"}, **more}

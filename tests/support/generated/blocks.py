"""Parts of documents that all who generate some put together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
Schema = dict[str, Any]
Document = dict[str, Any]

JSON, FORM, MULTIPART = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
TEXT: Schema = {"type": "string"}
DONE: dict[str, Any] = {"responses": {"204": {"description": "done"}}}
"""What an operation has at least."""


def ref(name: int | str, kind: str = "schemas/S") -> Schema:
    """Refer to a component; those in great number are S0, S1 and on."""
    return {"$ref": f"#/components/{kind}{name}"}


def content(schema: Any, media_type: str = JSON) -> dict[str, Any]:
    return {media_type: {"schema": schema}}


def body(schema: Any, media_type: str = JSON) -> dict[str, Any]:
    return {"required": True, "content": content(schema, media_type)}


def response(schema: Any, media_type: str = JSON, description: str = "ok") -> dict[str, Any]:
    return {"description": description, "content": content(schema, media_type)}


def having(names: Iterable[str], schema: Schema = TEXT, **more: Any) -> Schema:
    """Return an object with properties, each of which may be changed."""
    return {"type": "object", "properties": {name: {**schema} for name in names}, **more}


def each(count: int, make: Callable[[int], Any], name: str = "S") -> dict[str, Any]:
    return {f"{name}{n}": make(n) for n in range(count)}


def line(count: int, make: Callable[[int], Schema], end: Schema = TEXT) -> dict[str, Schema]:
    """Return schemas that lead to one another: each is made of the number of the next."""
    return each(count, lambda n: make(n + 1)) | {f"S{count}": end}


def document(
    operation: Mapping[str, Any] = DONE, *, method: str = "get", title: str = "Much", **members: Any
) -> Document:
    """Return a document with one operation, or with other members."""
    info = {"title": title, "version": "1.0.0"}
    return {"openapi": "3.1.0", "info": info, "paths": {"/a": {method: operation}}, **members}


def operations(count: int, make: Callable[[int], Mapping[str, Any]], method: str = "get", **members: Any) -> Document:
    return document(paths={f"/a{n}": {method: {**DONE, **make(n)}} for n in range(count)}, **members)


def answers(schema: Schema, **schemas: Schema) -> Document:
    return document({"responses": {"200": response(schema)}}, components={"schemas": schemas})


def sends(schema: Schema, media_type: str = JSON, encoding: Any = None, **schemas: Schema) -> Document:
    sent = body(schema, media_type)
    if encoding is not None:
        sent["content"][media_type]["encoding"] = encoding
    return document({**DONE, "requestBody": sent}, method="post", components={"schemas": schemas})


def swagger(title: str = "Much", **members: Any) -> Document:
    info = {"title": title, "version": "1.0.0"}
    return {
        "swagger": "2.0",
        "info": info,
        "host": f"{title.lower()}.example",
        "paths": {"/a": {"get": DONE}},
        **members,
    }


def dumps(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def renamed_refs(value: Json, change: Callable[[str], str]) -> Json:
    """Return a value with other references, those of discriminators among them."""
    if isinstance(value, list):
        return [renamed_refs(item, change) for item in value]
    if not isinstance(value, Mapping):
        return value
    made: dict[str, Json] = {}
    for key, item in value.items():
        if key == "$ref" and isinstance(item, str):
            made[key] = change(item)
        elif key == "mapping" and isinstance(item, Mapping):
            made[key] = {
                tag: change(at if at.startswith("#") else f"#/components/schemas/{at}") for tag, at in item.items()
            }
        else:
            made[key] = renamed_refs(item, change)
    return made

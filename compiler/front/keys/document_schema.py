"""The JSON Schema of documents, for editors and validators: OpenAPI's own, extended by the `x-codegen-*` keys.

Ours walks the objects of a document in its own definitions and says of each which of our keys it may have, and with
which values (:data:`~compiler.front.keys.extensions.EXTENSIONS`); it says nothing of OpenAPI's keys. The OpenAPI
Initiative's schemas (`openapi/`, Apache-2.0) stand beside it, without identifiers, anchors and remote references, so
that editors need no network and no support for these.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.front.keys.extensions import EXTENSIONS, PREFIX, Where
from compiler.front.keys.object_keys import METHODS
from compiler.front.keys.shape_schema import shape_schema

_Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
VERSIONS = ("3.0", "3.1", "3.2")
_POINTER = lazy_pattern(r"^#/(?:\$defs|definitions)/")
_DROPPED = ("$schema", "$id", "id", "$dynamicAnchor", "$comment")


def keys_schema() -> str:
    """Return the schema of the `x-codegen-*` keys alone, to be used beside another schema of OpenAPI."""
    head = {"$schema": DIALECT, "title": "The x-codegen-* keys of an OpenAPI document", "$ref": "#/$defs/document"}
    return _write_schema(head | {"$defs": _definitions()})


def openapi_schema() -> str:
    """Return the schema of OpenAPI 3.0, 3.1 and 3.2 documents with the `x-codegen-*` keys."""
    definitions, choices = _definitions(), []
    for version in VERSIONS:
        definitions |= _official(version)
        matching = {"required": ["openapi"], "properties": {"openapi": {"pattern": rf"^{version[0]}\.{version[2]}\."}}}
        choices.append({"if": matching, "then": {"$ref": f"#/$defs/openapi-{version}"}})
    head = {
        "$schema": DIALECT,
        "title": "An OpenAPI document with the keys of codegen",
        "type": "object",
        "anyOf": [{"required": ["openapi"]}, {"required": ["swagger"]}],
        "allOf": [{"$ref": "#/$defs/document"}, *choices],
    }
    return _write_schema(head | {"$defs": definitions})


def _write_schema(schema: _Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


# --------------------------------------------------------------------------- our keys, object by object


def _definitions() -> dict[str, _Schema]:
    contents = {
        "schema": _ref("schema"),
        "itemSchema": _ref("schema"),
        "encoding": _map("encoding"),
        "examples": _map("other"),
    }
    described = {"schema": _ref("schema"), "content": _map("content"), "examples": _map("other")}
    definitions = {
        "document": _object(
            Where.ROOT,
            info=_ref("info"),
            servers=_list("server"),
            tags=_list("tag"),
            externalDocs=_ref("other"),
            paths=_table(Where.PATHS, "path-item"),
            webhooks=_map("webhook"),
            components=_ref("components"),
        ),
        "components": _object(
            Where.ELSEWHERE,
            schemas=_map("schema"),
            responses=_map("response"),
            parameters=_map("parameter"),
            examples=_map("other"),
            requestBodies=_map("request-body"),
            headers=_map("header"),
            securitySchemes=_map("security-scheme"),
            links=_map("other"),
            callbacks=_map("callback"),
            pathItems=_map("path-item"),
        ),
        "info": _object(Where.ELSEWHERE, contact=_ref("other"), license=_ref("other")),
        "other": _object(Where.ELSEWHERE),
        "server": _object(Where.SERVER, variables=_map("other")),
        "tag": _object(Where.TAG, externalDocs=_ref("other")),
        "callback": _table(Where.CALLBACK, "callback-item"),
        "parameter": _object(Where.PARAMETER, **described),
        "header": _object(Where.HEADER, **described),
        "request-body": _object(Where.BODY, content=_map("request-content")),
        "response": _object(
            Where.RESPONSE, content=_map("response-content"), headers=_map("header"), links=_map("other")
        ),
        "content": _object(Where.CONTENT, **contents),
        "request-content": _object(Where.REQUEST_CONTENT, **contents),
        "response-content": _object(Where.RESPONSE_CONTENT, **contents),
        "encoding": _object(Where.ENCODING, headers=_map("header")),
        "security-scheme": _object(Where.SECURITY_SCHEME, flows=_ref("other")),
        "schema": _object(Where.SCHEMA, **_subschemas()),
        "property": _object(Where.PROPERTY, **_subschemas()),
    }
    for item, operation, where in (
        ("path-item", "operation", Where.OPERATION),
        ("webhook", "webhook-operation", Where.WEBHOOK),
        ("callback-item", "callback-operation", Where.CALLBACK_OPERATION),
    ):
        methods = dict.fromkeys((*METHODS, "query"), _ref(operation))
        definitions[item] = _object(
            Where.PATH_ITEM,
            parameters=_list("parameter"),
            servers=_list("server"),
            additionalOperations=_map(operation),
            **methods,
        )
        definitions[operation] = _object(
            where,
            parameters=_list("parameter"),
            requestBody=_ref("request-body"),
            responses=_table(Where.ELSEWHERE, "response"),
            callbacks=_map("callback"),
            servers=_list("server"),
            externalDocs=_ref("other"),
        )
    return definitions


def _subschemas() -> dict[str, _Schema]:
    one = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
    several = ("allOf", "anyOf", "oneOf", "prefixItems")
    named = ("patternProperties", "dependentSchemas", "$defs", "definitions")
    return {
        "properties": _map("property"),
        **dict.fromkeys(one, _ref("schema")),
        **dict.fromkeys(several, _list("schema")),
        **dict.fromkeys(named, _map("schema")),
        **dict.fromkeys(("xml", "externalDocs", "discriminator"), _ref("other")),
    }


def _ref(name: str) -> _Schema:
    return {"$ref": f"#/$defs/{name}"}


def _map(name: str) -> _Schema:
    return {"additionalProperties": _ref(name)}


def _list(name: str) -> _Schema:
    return {"items": _ref(name)}


def _object(where: Where, /, **members: _Schema) -> _Schema:
    """Return what is said of an object: its members, our keys, and that it may have no others of ours."""
    ours = {
        f"{PREFIX}{extension.key}": {"description": _described(extension.summary, shape.wanted), **shape_schema(shape)}
        for extension in EXTENSIONS.values()
        if (shape := extension.places.get(where)) is not None
    }
    return {"properties": {**members, **ours}, "patternProperties": _refused(where)}


def _described(summary: str, wanted: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}: {wanted}."


def _refused(where: Where) -> _Schema:
    allowed = "|".join(key for key, extension in EXTENSIONS.items() if where in extension.places)
    return {f"^{PREFIX}(?!(?:{allowed})$)" if allowed else f"^{PREFIX}": False}


def _table(where: Where, entry: str) -> _Schema:
    """Return what is said of a map that extensions may stand in, too."""
    found = _object(where)
    others: _Schema = {"^x-(?!codegen-)": {}}
    return found | {"patternProperties": found["patternProperties"] | others, "additionalProperties": _ref(entry)}


# --------------------------------------------------------------------------- OpenAPI's own


def _official(version: str) -> dict[str, _Schema]:
    """Return the definitions of the OpenAPI Initiative's schema under names of the version."""
    text = resources.files("compiler.front.keys").joinpath("openapi", f"{version}.json").read_text("utf-8")
    schema = json.loads(text)
    named = schema.pop("$defs", None) or schema.pop("definitions")
    made = {f"openapi-{version}": schema, **{f"openapi-{version}-{name}": one for name, one in named.items()}}
    return {name: _flat(one, version) for name, one in made.items()}


def _flat(value: Any, version: str) -> Any:
    """Rewrite a part of a schema of draft 4 or 2020-12 for the place where it stands now."""
    if isinstance(value, list):
        return [_flat(item, version) for item in value]
    if not isinstance(value, dict):
        return value
    flat: _Schema = {}
    for key, item in value.items():
        if key == "$ref" and isinstance(item, str):
            flat[key] = _POINTER.sub(f"#/$defs/openapi-{version}-", item)
        elif key == "$dynamicRef":
            flat["$ref"] = f"#/$defs/openapi-{version}-schema"
        elif key in ("exclusiveMinimum", "exclusiveMaximum") and item is True:
            flat[key] = flat.pop(key[9:].lower())
        elif key not in _DROPPED or not isinstance(item, str):  # else a property of this name
            flat[key] = _flat(item, version)
    patterns = flat.get("patternProperties", {})
    if any(re.search(pattern, name) for pattern in patterns for name in flat.get("properties", {})):
        flat.setdefault("allOf", []).append({"patternProperties": flat.pop("patternProperties")})  # as Ajv wants it
    return flat

"""Documents with explicit defaults: every default of OpenAPI and JSON Schema is written down (3.0 and 3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.generated.blocks import Json

_ANYWHERE = {"parameters": "parameter", "responses": "response", "callbacks": "callback"}
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_HELD: Mapping[str, Mapping[str, str]] = {
    "document": {"paths": "path", "webhooks": "path", "components": "one components", "servers": "server"},
    "components": _ANYWHERE | {"schemas": "schema", "headers": "header", "requestBodies": "body"},
    "path": {"parameters": "parameter", **dict.fromkeys(_METHODS, "one operation")},
    "operation": _ANYWHERE | {"requestBody": "one body"},
    "parameter": {"schema": "one schema", "content": "media"},
    "header": {"schema": "one schema", "content": "media"},
    "body": {"content": "media"},
    "response": {"headers": "header", "content": "media"},
    "media": {"schema": "one schema"},
    "schema": dict.fromkeys(("allOf", "oneOf", "anyOf", "properties"), "schema")
    | dict.fromkeys(("items", "additionalProperties"), "one schema"),
}
"""What lies in what: a table or a list of them, or ``one``."""
_TEXTS = {"summary": "", "description": ""}
_OPTIONAL = {"required": False, "deprecated": False}
_DEFAULTS: Mapping[str, Mapping[str, Json]] = {
    "document": {"tags": [], "security": [], "components": {}},
    "components": {key: {} for key in (*_HELD["components"], "examples", "links", "securitySchemes")},
    "server": {"variables": {}},
    "path": {"parameters": []},
    "operation": {"deprecated": False, "tags": [], "parameters": [], "callbacks": {}, **_TEXTS},
    "parameter": _OPTIONAL | {"description": ""},
    "header": _OPTIONAL,
    "body": {"required": False, "description": ""},
    "response": {"headers": {}, "content": {}, "links": {}},
    "media": {"schema": {}},
    "schema": {"readOnly": False, "writeOnly": False, "deprecated": False, "title": "", "description": ""},
    # of one version
    "document 3.1": {"webhooks": {}, "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base"},
    "schema 3.0": {"nullable": False},
    "schema 3.1": {key: {} for key in ("$defs", "patternProperties", "dependentRequired", "dependentSchemas")}
    | {"examples": [], "$comment": ""},
    # of schemas of a type
    "string": {"minLength": 0},
    "array": {"minItems": 0, "uniqueItems": False},
    "object": {"minProperties": 0, "required": [], "properties": {}},
}
_STYLES = {"query": "form", "cookie": "form"}


def spell_out_defaults(document: Json) -> Json:
    """Return a copy of a document in which every default is written down."""
    return _spell("document", document, "3.0" if document["openapi"].startswith("3.0") else "3.1")


def _spell(kind: str, value: Json, version: str) -> Json:
    if not isinstance(value, Mapping) or "$ref" in value:
        return value
    if kind == "callback":
        return _each(value, "path", version)
    made = dict(value)
    for key, held in _HELD.get(kind, {}).items():
        if key in made:
            one = held.removeprefix("one ")
            made[key] = _each(made[key], held, version) if held == one else _spell(one, made[key], version)
    return made | {key: item for key, item in _defaults(kind, value, version).items() if key not in made}


def _each(values: Json, kind: str, version: str) -> Json:
    if isinstance(values, list):
        return [_spell(kind, item, version) for item in values]
    return {key: item if key.startswith("x-") else _spell(kind, item, version) for key, item in values.items()}


def _defaults(kind: str, value: Mapping[str, Json], version: str) -> dict[str, Json]:
    found = {**_DEFAULTS[kind], **_DEFAULTS.get(f"{kind} {version}", {})}
    if kind in ("parameter", "media") and "example" not in value:
        found["examples"] = {}
    if kind in ("parameter", "header") and "schema" in value:
        style = value.get("style", _STYLES.get(value.get("in", "header"), "simple"))
        found |= {"style": style, "explode": style == "form"}
        if value.get("in") == "query":
            found |= {"allowReserved": False, "allowEmptyValue": False}
    if kind == "schema":
        found |= _DEFAULTS.get(value["type"], {}) if isinstance(value.get("type"), str) else {}
        found |= {"exclusiveMinimum": False} if version == "3.0" and "minimum" in value else {}
    return found

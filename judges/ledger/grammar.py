"""The members of the objects of OpenAPI 3.0 to 3.2, and which of them an SDK does not show, with the rule.

It is written from the specification and not from the front end: an independent description for the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A member that is read as a whole: a scalar, an array of scalars, or any data."""


@dataclass(frozen=True, slots=True)
class One:
    """A member that is an object of a kind, or a reference to one."""

    kind: str


@dataclass(frozen=True, slots=True)
class Many:
    """A member that is an array of objects of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Table:
    """A member that is a map from names to objects of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """A member that nothing of an SDK is made from, by a rule."""

    rule: str


METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

Member = Value | One | Many | Table | Ignored

CHECKED_BY_VALIDATION = "JSON Schema's conditions shape no type"
LINKS = "links make no method"
EXAMPLES = "one example is shown"
ONLY_TEXT = "for readers of the document"
DEFINITIONS = "read where a reference leads to it"
SIMPLE_HEADERS = "headers of responses have one style"
VENDOR = "another vendor's key (D2)"
NO_OPERATIONS = "a path without operations makes nothing"
RECEIVED = "what is received has no group, credentials or servers"
XML = "XML is sent and read as text (D7.3)"


def _values(names: str) -> dict[str, Member]:
    return dict.fromkeys(names.split(), Value())


_MEDIA: dict[str, Member] = {"schema": One("schema"), "example": Value(), "examples": Table("example")}
_ABOUT = _values("summary description")
_DOCS: dict[str, Member] = {"externalDocs": One("docs")}

_PATH_ITEM: dict[str, Member] = {
    "$ref": Value(),
    **_ABOUT,
    "servers": Many("server"),
    "parameters": Many("parameter"),
    "query": One("operation"),
    "additionalOperations": Table("operation"),
}
_OPERATION: dict[str, Member] = {
    **_values("operationId tags deprecated security"),
    **_ABOUT,
    **_DOCS,
    "parameters": Many("parameter"),
    "requestBody": One("body"),
    "responses": Table("response"),
    "callbacks": Table("callback"),
    "servers": Many("server"),
}

GRAMMAR: Mapping[str, Mapping[str, Member]] = {
    "root": {
        **_values("openapi security"),
        "$self": Ignored(ONLY_TEXT),
        "jsonSchemaDialect": Ignored(ONLY_TEXT),
        "info": One("info"),
        "servers": Many("server"),
        "paths": Table("path item"),
        "webhooks": Table("event item"),
        "x-webhooks": Table("event item"),
        "components": One("components"),
        "tags": Many("tag"),
        **_DOCS,
    },
    "info": {
        **_values("title version summary description termsOfService"),
        "contact": One("contact"),
        "license": One("licence"),
    },
    "contact": _values("name url email"),
    "licence": {"name": Value(), "identifier": Ignored(ONLY_TEXT), "url": Ignored(ONLY_TEXT)},
    "docs": {"url": Value(), "description": Ignored(ONLY_TEXT)},
    "tag": {
        **_values("name description"),
        "summary": Value(),
        "externalDocs": Ignored(ONLY_TEXT),
        "parent": Ignored(ONLY_TEXT),
        "kind": Ignored(ONLY_TEXT),
    },
    "server": {**_values("url description"), "name": Ignored(ONLY_TEXT), "variables": Table("variable")},
    "variable": _values("enum default description"),
    "components": {
        "schemas": Table("schema"),
        "parameters": Table("parameter"),
        "responses": Table("response"),
        "requestBodies": Table("body"),
        "headers": Table("header"),
        "securitySchemes": Table("scheme"),
        "examples": Ignored(DEFINITIONS),
        "links": Ignored(LINKS),
        "callbacks": Ignored(DEFINITIONS),
        "pathItems": Ignored(DEFINITIONS),
        "mediaTypes": Ignored(DEFINITIONS),
    },
    "scheme": {
        **_values("type description name in scheme openIdConnectUrl"),
        "bearerFormat": Ignored(ONLY_TEXT),
        "oauth2MetadataUrl": Ignored(ONLY_TEXT),
        "deprecated": Ignored(ONLY_TEXT),
        "flows": One("flows"),
    },
    "flows": dict.fromkeys(
        ("implicit", "password", "clientCredentials", "authorizationCode", "deviceAuthorization"), One("flow")
    ),
    "flow": {**_values("authorizationUrl tokenUrl refreshUrl scopes"), "deviceAuthorizationUrl": Ignored(ONLY_TEXT)},
    "path item": {**_PATH_ITEM, **dict.fromkeys(METHODS, One("operation"))},
    "operation": _OPERATION,
    "callback": {"*": One("event item")},
    "event item": {**_PATH_ITEM, "servers": Ignored(RECEIVED), **dict.fromkeys(METHODS, One("event"))},
    "event": {
        **_OPERATION,
        **dict.fromkeys(("tags", "security", "servers", "externalDocs", "callbacks"), Ignored(RECEIVED)),
    },
    "parameter": {
        **_values("name in description required deprecated allowEmptyValue style explode allowReserved"),
        "content": Table("content"),
        **_MEDIA,
    },
    "header": {
        **_values("description required deprecated"),
        **dict.fromkeys(("allowEmptyValue", "style", "explode", "allowReserved"), Ignored(SIMPLE_HEADERS)),
        "example": Ignored(EXAMPLES),
        "examples": Ignored(EXAMPLES),
        "schema": One("schema"),
        "content": Table("content"),
    },
    "body": {**_values("description required"), "content": Table("content")},
    "content": {
        **_MEDIA,
        "encoding": Table("encoding"),
        "itemSchema": One("schema"),
        "prefixEncoding": Many("encoding"),
        "itemEncoding": One("encoding"),
    },
    "encoding": {
        **_values("contentType style explode allowReserved"),
        "headers": Table("header"),
        "encoding": Table("encoding"),
        "prefixEncoding": Many("encoding"),
        "itemEncoding": One("encoding"),
    },
    "response": {
        "summary": Ignored(ONLY_TEXT),
        "description": Value(),
        "headers": Table("header"),
        "content": Table("content"),
        "links": Ignored(LINKS),
    },
    "example": {
        **_values("value dataValue"),
        "summary": Ignored(EXAMPLES),
        "description": Ignored(EXAMPLES),
        "externalValue": Ignored(EXAMPLES),
        "serializedValue": Ignored(EXAMPLES),
    },
    "schema": {
        **_values("$ref $anchor type format title description readOnly writeOnly deprecated nullable required enum"),
        **_values("const default example examples minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
        **_values("minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties"),
        **_values("contentEncoding contentMediaType $dynamicRef $recursiveRef"),
        "properties": Table("schema"),
        "patternProperties": Table("schema"),
        "additionalProperties": One("schema"),
        "unevaluatedProperties": One("schema"),
        "items": One("schema"),
        "prefixItems": Many("schema"),
        "allOf": Many("schema"),
        "oneOf": Many("schema"),
        "anyOf": Many("schema"),
        "discriminator": One("discriminator"),
        **dict.fromkeys(
            (
                *("not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames"),
                *("dependentSchemas", "dependentRequired", "dependencies", "unevaluatedItems", "additionalItems"),
            ),
            Ignored(CHECKED_BY_VALIDATION),
        ),
        "contentSchema": Ignored(CHECKED_BY_VALIDATION),
        "$defs": Ignored(DEFINITIONS),
        "definitions": Ignored(DEFINITIONS),
        **dict.fromkeys(
            ("$id", "$schema", "$dynamicAnchor", "$recursiveAnchor", "$comment", "$vocabulary"), Ignored(ONLY_TEXT)
        ),
        "externalDocs": Ignored(ONLY_TEXT),
        "xml": Ignored(XML),
    },
    "discriminator": _values("propertyName mapping defaultMapping"),
}
"""Kind of object to its members; ``*`` stands for every key that is not `x-*`."""

REFERABLE = frozenset(
    {
        *(
            "path item",
            "operation",
            "event item",
            "event",
            "parameter",
            "body",
            "response",
            "callback",
            "header",
            "example",
            "schema",
        ),
        *("scheme", "content"),
    }
)
"""Kinds that may stand behind a `$ref`."""

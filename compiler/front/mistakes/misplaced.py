"""Keys and words that belong elsewhere: habits from Swagger 2.0 or other notations, and lines indented too little.

"Did you mean ...?" is for misspelt keys; these are spelt correctly, but must move to another place.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from compiler.base.patterns import lazy_pattern
from compiler.base.similar import Names
from compiler.front.mistakes.wording import TOKEN_SIGNS, did_you_mean, nearest
from compiler.ir.credentials import HTTP_SCHEMES
from compiler.ir.identity import COMPONENT_KINDS
from compiler.source import Json, escape_token

_COMPONENTS = ("schemas", "responses", "parameters", "requestBodies", "securitySchemes", "headers", "callbacks")
OF_SCHEMAS = frozenset({"type", "format", "items", "properties", "enum", "minimum", "maximum", "pattern", "default"})
OF_SCHEMAS |= {"allOf", "oneOf", "anyOf", "nullable", "minLength", "maxLength", "additionalProperties", "$ref"}
"""Keywords of schemas that are written where a `schema` should hold them."""
_SERVERS = "write `servers: [{url: https://host/basePath}]`"
_BY_KIND = {
    "an OpenAPI document": {
        "definitions": "move its members to `components.schemas`",
        "securityDefinitions": "move its members to `components.securitySchemes`",
        **dict.fromkeys(("host", "basePath", "schemes"), _SERVERS),
        **{name: f"indent it below `components`, as `components.{name}`" for name in _COMPONENTS},
    },
    "a response": {"schema": "put it below a media type: `content: {application/json: {schema: ...}}`"},
    "a request body": {"schema": "put it below a media type: `content: {application/json: {schema: ...}}`"},
    "a path item": dict.fromkeys(
        ("requestBody", "responses", "operationId", "tags", "security", "deprecated", "callbacks"),
        "indent it below a method, such as `post`",
    ),
    "an operation": {
        "consumes": "name the media types in `requestBody.content`",
        "produces": "name the media types in the `content` of each response",
        "requestBodies": "write `requestBody`, of which there is one",
        "schema": "indent it below a parameter, or below a media type of `requestBody` or a response",
    },
}


def instead(what: str, key: str, known: Collection[str]) -> str | None:
    """Return the help for an unknown key of an object; None where it can only be taken away."""
    if key in _BY_KIND.get(what, ()):
        return _BY_KIND[what][key]
    if what == "an OpenAPI document" and key.startswith("/"):
        return "indent it below `paths`"
    if what in ("a parameter", "a header", "a media type") and key in OF_SCHEMAS:
        return f"put it into the schema: `schema: {{{key}: ...}}`"
    if what in ("a request body", "a response") and "/" in key:
        return "put it below `content`"
    extension = key.lower().replace("_", "-")
    if extension.startswith(("x-codegen-", "codegen-")):
        return f"write `x-{extension.removeprefix('x-')}`"
    return did_you_mean(key, known)


_KEYWORDS = {
    "optional": "remove it: a property is optional where `required` of its object does not name it",
    "values": "write `enum`",
    "options": "write `enum`",
    "fields": "write `properties`",
    "extends": "write `allOf`",
    "union": "write `anyOf`",
    "element": "write `items`",
    "regex": "write `pattern`",
    "min": "write `minimum`",
    "max": "write `maximum`",
}
"""Keywords of other notations, by what JSON Schema calls them."""
_OF_OBJECTS = frozenset({"properties", "patternProperties", "items", "additionalProperties", "discriminator", "$ref"})


def keyword_instead(key: str, value: Json, known: Collection[str]) -> str | None:
    """Return the help for a key that no schema has: what it is called, or that it is a property."""
    if key in _KEYWORDS:
        return _KEYWORDS[key]
    near = nearest(key, known)
    if near not in _OF_OBJECTS and isinstance(value, dict) and not OF_SCHEMAS.isdisjoint(value):
        return "indent it below `properties`, where the properties of an object belong"
    return f"did you mean `{near}`?" if near is not None else None


_MEDIA_TYPES = {
    "*": "*/*",
    "binary": "application/octet-stream",
    "csv": "text/csv",
    "form": "application/x-www-form-urlencoded",
    "form-data": "multipart/form-data",
    "html": "text/html",
    "json": "application/json",
    "multipart": "multipart/form-data",
    "pdf": "application/pdf",
    "text": "text/plain",
    "xml": "application/xml",
}


_TYPE = lazy_pattern(f"[{TOKEN_SIGNS}]+/[{TOKEN_SIGNS}]+[ \\t]*(;.*)?\\Z", re.DOTALL)


@lru_cache(maxsize=1_000)
def is_media_type(name: str) -> bool:
    """Whether a text is a media type: a type and a subtype, and what parameters it has (RFC 9110 8.3.1)."""
    return _TYPE.match(name.strip()) is not None


def media_type_instead(name: str) -> str | None:
    """Return the help for a key of `content` that is no media type."""
    if name in ("schema", "example", "examples", "encoding") or name in OF_SCHEMAS:
        return f"put it below a media type: `application/json: {{{name}: ...}}`"
    known = _MEDIA_TYPES.get(name.lower())
    return f"write `{known}`" if known is not None else None


TYPES = frozenset({"string", "number", "integer", "object", "array", "boolean", "null"})
_READ = Names(
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/event-stream", "text/plain"]
)
"""Media types that are read and written in a way of their own."""
_LONGEST = 40
"""Names of more characters are like none of them."""
_LIKE_THEM = frozenset(
    {"application/bson", "application/cson", "application/hjson", "application/json5", "application/jsonc"}
    | {
        "application/json-seq",
        "application/jsonl",
        "application/ndjson",
        "application/geojson",
        "application/json-patch",
    }
    | {"application/x-json", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines"}
    | {"application/x-ndjson", "application/ndjson", "application/json-lines", "application/x-bson", "text/x-plain"}
)
"""Other media types of nearly their names."""


@lru_cache(maxsize=1_000)
def media_type_meant(name: str) -> str | None:
    """Return the media type that a misspelt one most likely is meant as: it would be sent and read as bytes."""
    plain = name.partition(";")[0].strip().lower()
    if plain in _LIKE_THEM or "+" in plain or "*" in plain or len(plain) > _LONGEST:
        return None
    found = _READ.closest(plain, 0.88)
    return None if found == plain else found


_STRINGS = {
    **{name: name for name in ("date", "uuid", "email", "uri", "hostname", "password", "binary", "byte", "time")},
    **dict.fromkeys(("datetime", "date-time", "timestamp"), "date-time"),
    "url": "uri",
    "guid": "uuid",
    "file": "binary",
    "bytes": "binary",
}
"""Formats of strings, by what stands for the type."""
_TYPES = {
    "int": "`type: integer`",
    "int32": "`type: integer` with `format: int32`",
    **dict.fromkeys(("int64", "long", "bigint"), "`type: integer` with `format: int64`"),
    "float": "`type: number` with `format: float`",
    "double": "`type: number` with `format: double`",
    "decimal": "`type: number`",
    "bool": "`type: boolean`",
    "text": "`type: string`",
    "enum": "`type: string` beside `enum`",
    "list": "`type: array`",
    **dict.fromkeys(("map", "dict", "dictionary", "hash"), "`type: object` with `additionalProperties`"),
    "json": "`type: object`",
}


def type_instead(name: str) -> str | None:
    """Return the help for a `type` that other notations have; None where it is none of them."""
    if name in ("any", "mixed", "unknown"):
        return "leave `type` out: any value is meant then"
    name = name.lower()
    several = [word.strip() for word in re.split(r"[|,]", name.removesuffix("?"))] + ["null"] * name.endswith("?")
    if len(several) > 1 and TYPES.issuperset(several):
        listed = ", ".join(several).replace("null", '"null"')
        return f"write a list: `[{listed}]`"
    if name in _TYPES:
        return f"write {_TYPES[name]}"
    return f"write `type: string` with `format: {_STRINGS[name]}`" if name in _STRINGS else None


_FORMATS = frozenset(
    {"int32", "int64", "float", "double", "byte", "binary", "date", "date-time", "password", "email", "idn-email"}
    | {"hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uuid", "regex"}
    | {"uri-template", "json-pointer", "relative-json-pointer", "time", "duration", "decimal"}
)
_OTHERS = frozenset({"int8", "int16", "uint8", "uint16", "uint32", "uint64", "float32", "float64"})
"""Formats of other registries, which are near to ours and no mistakes."""
_SPELLED = Names(_FORMATS)


def format_instead(name: str) -> str | None:
    """Return the help for a format that is a misspelt one; None for one that is known, or its author's own."""
    if name in _FORMATS or name in _OTHERS:
        return None
    found = _SPELLED.closest(name, 0.85) or _SPELLED.respelled(name)
    return f"did you mean `{found}`?" if found is not None else None


def scheme_instead(name: str) -> str | None:
    """Return the help for a scheme that is a misspelt one; None for its author's own."""
    found = Names(HTTP_SCHEMES).closest(name, 0.75)
    return f"did you mean `{found}`?" if found is not None else None


_CHOICES = {
    ("in", "body"): "write a `requestBody` beside `parameters`",
    ("in", "formData"): "write a `requestBody` with `application/x-www-form-urlencoded` or `multipart/form-data`",
    ("type", "bearer"): "write `type: http` with `scheme: bearer`",
    ("type", "jwt"): "write `type: http` with `scheme: bearer`",
    ("type", "basic"): "write `type: http` with `scheme: basic`",
}


def word_instead(key: str, value: str) -> str | None:
    """Return the help for a word that one of a few was expected for; None where it is no habit."""
    return _CHOICES.get((key, value))


_COMPONENT = lazy_pattern(r"#/components/(\w+)/")
_SIGNS = lazy_pattern(r"[/\\#\u2018\u2019\u201c\u201d\"'\s]+")
"""What stands between the steps of a reference, or around it, where it is written amiss."""


def place_instead(ref: str, token: str, names: Collection[str], root: Json) -> str | None:
    """Return the help for a reference that leads nowhere: what is misspelt in it, or there, else a component."""
    found = nearest(token, names)
    if found is None:
        return component_instead(ref, root)
    if token == "components" or (token in COMPONENT_KINDS and ref.startswith("#/components/")):
        return f"write `{token}` where the document has `{found}`"
    return f"did you mean `{found}`?"


_OLD_PLACES = {"schemas": "definitions", "requestBodies": "parameters", "securitySchemes": "securityDefinitions"}


def as_swagger(help_: str | None) -> str | None:
    """Return a help with the references to components as Swagger 2.0 writes them."""
    return help_ and _COMPONENT.sub(lambda found: f"#/{_OLD_PLACES.get(found[1], found[1])}/", help_)


def component_instead(ref: str, root: Json) -> str | None:
    """Return the help for a reference whose last word is a component of the ``root`` document it stands in."""
    meant = component_meant(ref, root)
    return f"write `{meant}`" if meant is not None else None


def component_meant(ref: str, root: Json) -> str | None:
    """Return the reference to the component that a text ends with the name of."""
    name = next((word for word in reversed(_SIGNS.split(ref)) if word), "")
    name = re.sub(r"\.(ya?ml|json)\Z", "", name)
    components = root.get("components") if isinstance(root, dict) else None
    for kind, table in components.items() if isinstance(components, dict) else ():
        if isinstance(table, dict) and name in table:
            return f"#/components/{kind}/{escape_token(name)}"
    return None

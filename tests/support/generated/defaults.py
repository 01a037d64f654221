"""Documents with explicit defaults: every default of OpenAPI and JSON Schema is written down (3.0 and 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tests.support.generated.blocks import Json

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_SCHEMAS = {
    **dict.fromkeys(("allOf", "oneOf", "anyOf", "properties"), "schema"),
    **dict.fromkeys(("items", "additionalProperties"), "one schema"),
}
_ANYWHERE = {"parameters": "parameter", "responses": "response", "callbacks": "callback"}
_SHARED = {"schemas": "schema", "parameters": "parameter", "headers": "header", "requestBodies": "body"}
_HELD: dict[str, dict[str, str]] = {
    "document": {"paths": "path", "webhooks": "path", "components": "one components", "servers": "server"},
    "components": _SHARED | _ANYWHERE,
    "path": {"parameters": "parameter", **dict.fromkeys(_METHODS, "one operation")},
    "operation": _ANYWHERE | {"requestBody": "one body"},
    "parameter": {"schema": "one schema", "content": "media"},
    "header": {"schema": "one schema", "content": "media"},
    "body": {"content": "media"},
    "response": {"headers": "header", "content": "media"},
    "media": {"schema": "one schema"},
    "schema": _SCHEMAS,
    "server": {},
}
"""What lies in what: a table or a list of them, or ``one``."""
_STYLES = {"query": "form", "cookie": "form", "header": "simple", "path": "simple"}


def spell_out_defaults(document: Json) -> Json:
    """Return a copy of a document in which every default is written down."""
    says = _Defaults(is_30=str(document["openapi"]).startswith("3.0"))
    made: Json = says.spell("document", document)
    return made


class _Defaults:
    def __init__(self, *, is_30: bool) -> None:
        self.is_30 = is_30

    def spell(self, kind: str, value: Json) -> Json:
        if not isinstance(value, Mapping) or "$ref" in value:
            return value
        if kind == "callback":
            return self._each(value, "path")
        made = dict(value)
        for key, held in _HELD[kind].items():
            if key in made:
                one = held.removeprefix("one ")
                made[key] = self._each(made[key], held) if held == one else self.spell(one, made[key])
        says: Callable[[Mapping[str, Json]], Iterable[tuple[str, Json]]] = getattr(self, f"_{kind}", lambda _: ())
        for key, default in says(value):
            made.setdefault(key, default)
        return made

    def _each(self, values: Json, kind: str) -> Json:
        if isinstance(values, list):
            return [self.spell(kind, item) for item in values]
        return {key: item if key.startswith("x-") else self.spell(kind, item) for key, item in values.items()}

    def _document(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("tags", []), ("security", []), ("components", {}))
        if not self.is_30:
            yield from (("webhooks", {}), ("jsonSchemaDialect", "https://spec.openapis.org/oas/3.1/dialect/base"))

    def _components(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from ((key, {}) for key in (*_HELD["components"], "examples", "links", "securitySchemes"))

    def _server(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield "variables", {}

    def _path(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield "parameters", []

    def _operation(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("deprecated", False), ("tags", []), ("parameters", []), ("callbacks", {}))
        yield from (("summary", ""), ("description", ""))

    def _parameter(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("required", False), ("deprecated", False), ("description", ""))
        if "example" not in value:
            yield "examples", {}
        place = value["in"]
        if "schema" in value:
            style = value.get("style", _STYLES[place])
            yield from (("style", style), ("explode", style == "form"))
            if place == "query":
                yield from (("allowReserved", False), ("allowEmptyValue", False))

    def _header(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("required", False), ("deprecated", False))
        if "schema" in value:
            yield from (("style", "simple"), ("explode", False))

    def _body(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("required", False), ("description", ""))

    def _response(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from (("headers", {}), ("content", {}), ("links", {}))

    def _media(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield "schema", {}
        if "example" not in value:
            yield "examples", {}

    def _schema(self, value: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
        yield from ((key, False) for key in ("readOnly", "writeOnly", "deprecated"))
        yield from (("title", ""), ("description", ""))
        kind = value.get("type")
        if self.is_30:
            yield "nullable", False
            if "minimum" in value:
                yield "exclusiveMinimum", False
        else:
            yield from (("$defs", {}), ("examples", []), ("$comment", ""), ("patternProperties", {}))
            yield from (("dependentRequired", {}), ("dependentSchemas", {}))
        if kind == "string":
            yield "minLength", 0
        elif kind == "array":
            yield from (("minItems", 0), ("uniqueItems", False))
        elif kind == "object":
            yield from (("minProperties", 0), ("required", []), ("properties", {}))

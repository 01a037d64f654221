"""A document with a hostile text in every slot that a document has (issue 5, part 4).

Each slot is a small operation, component or webhook of its own, so that a refused one hides no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.canary.payloads import fill

Object = dict[str, Any]
STRING: Object = {"type": "string"}


@dataclass
class Canaries:
    """The document under construction, and what was placed: the slot of each word."""

    document: Object
    words: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """The whole text by its word."""

    def place(self, slot: str, number: int, payload: str) -> str:
        """Return the payload with a word of its own."""
        word = f"zz{_letters(len(self.words))}{slot.replace(' ', '')}q{number}"
        self.words[word], self.texts[word] = slot, fill(payload, word)
        return self.texts[word]

    def operation(self, path: str, method: str = "get", **more: Any) -> Object:
        """Add an operation."""
        made: Object = {"operationId": f"op{len(self.document['paths'])}", "responses": {"204": {"description": "ok"}}}
        made |= more
        self.document["paths"].setdefault(path, {})[method] = made
        return made


def _letters(number: int) -> str:
    text = ""
    while number:
        number, rest = divmod(number, 26)
        text += chr(97 + rest)
    return text or "a"


def canary_document(payloads: Sequence[str], share: int = 1, slots: Mapping[str, Slot] | None = None) -> Canaries:
    """Return a document in which each slot holds every ``share``-th payload; every payload is in some slots."""
    made = Canaries(
        {
            "openapi": "3.1.0",
            "info": {"title": "Canary", "version": "1.0.0"},
            "servers": [{"url": "https://api.example.com"}],
            "paths": {},
            "webhooks": {},
            "tags": [],
            "components": {"schemas": {}, "securitySchemes": {}, "parameters": {}},
        }
    )
    for turn, (slot, fill_slot) in enumerate((SLOTS if slots is None else slots).items()):
        for number, payload in enumerate(payloads):
            if (number + turn) % share == 0:
                fill_slot(made, number, made.place(slot, number, payload))
    return made


def roots(payloads: Iterable[str]) -> Iterable[Canaries]:
    """Yield small documents with a text in each slot that a document has once."""
    for number, payload in enumerate(payloads):
        made = canary_document(())
        said = {key: made.place(key, number, payload) for key in ("title", "version", "summary", "description", "url")}
        made.document["info"] = {
            **{key: said[key] for key in ("title", "version", "summary", "description")},
            "termsOfService": said["url"],
            "contact": {"name": said["title"], "url": said["url"], "email": said["url"]},
            "license": {"name": said["title"], "url": said["url"]},
        }
        made.document["externalDocs"] = {"url": said["url"], "description": said["description"]}
        made.document["x-codegen-webhooks"] = {
            "security": {"type": "signature", "headerName": "X-Sign", "algorithm": "hmac-sha256", "encoding": "hex"}
            | {"prefix": made.place("prefix", number, payload)}
            | {"signed": "{body}" + made.place("signed", number, _without_braces(payload))}
        }
        made.document["webhooks"] = {"ping": {"post": {"operationId": "ping", **_body(STRING)}}}
        made.operation("/a", description=said["description"], summary=said["summary"])
        yield made


def _without_braces(payload: str) -> str:
    """Return a payload for a template, in which every brace but that of the word is refused."""
    return "{x}".join(_without("{}", part) for part in payload.split("{x}"))


def _body(schema: Object, media: str = "application/json", **more: Any) -> Object:
    content = {media: {"schema": schema, **more}}
    return {"requestBody": {"required": True, "content": content}, "responses": {"200": {"description": "ok"}}}


def _answer(schema: Object, media: str = "application/json", **more: Any) -> Object:
    return {"responses": {"200": {"description": "ok", "content": {media: {"schema": schema, **more}}}}}


def _query(**more: Any) -> Object:
    return {"in": "query", "schema": STRING, **more}


def _takes(*parameters: Object) -> Object:
    return {"parameters": [*parameters]}


def _component(made: Canaries, name: str, schema: Object) -> None:
    made.document["components"]["schemas"][name] = schema
    made.operation(f"/schemas/{name}", "post", **_body({"$ref": f"#/components/schemas/{name}"}))


def _path_key(made: Canaries, number: int, text: str) -> None:
    made.operation("/" + _without("{}", text))


def _path_parameter(made: Canaries, number: int, text: str) -> None:
    name = _without("{}/", text)
    made.operation(
        f"/named/{number}/{{{name}}}", parameters=[{"name": name, "in": "path", "required": True} | {"schema": STRING}]
    )


def _without(signs: str, text: str) -> str:
    """Return a text that has other signs in the place of these, which mean something where it goes."""
    return text.translate({ord(sign): other for sign, other in zip(signs, "()|", strict=False)})


def _prose(text: str) -> Object:
    parameter = _query(name="q", description=text, deprecated=True) | {"x-codegen-deprecation-message": text}
    return {
        "summary": text,
        "description": text,
        "deprecated": True,
        "externalDocs": {"url": text, "description": text},
        "parameters": [parameter],
        "responses": {status: {"description": text} for status in ("200", "404", "default")},
        "x-codegen-deprecation-message": text,
    }


def _tag(made: Canaries, number: int, text: str) -> None:
    made.document["tags"].append({"name": text, "description": text, "x-displayName": text})
    made.operation(f"/tags/{number}", tags=[text])


def _parameter_values(text: str) -> Object:
    schema = {"type": "string", "default": text, "examples": [text], "pattern": text, "format": text}
    either = {"enum": [text, "b"]}
    examples = {text: {"value": text, "summary": text}}
    return _takes(_query(name="a", schema=schema, example=text), _query(name="b", schema=either, examples=examples))


def _encoding(made: Canaries, number: int, text: str) -> None:
    schema = {"type": "object", "properties": {text: STRING, "file": {"type": "string", "format": "binary"}}}
    parts = {text: {"contentType": f"text/{text}", "headers": {text: {"schema": STRING, "description": text}}}}
    made.operation(f"/parts/{number}", "post", **_body(schema, "multipart/form-data", encoding=parts))
    made.operation(f"/forms/{number}", "post", **_body(schema, "application/x-www-form-urlencoded"))


def _answer_header(text: str) -> Object:
    headers = {text: {"schema": STRING, "description": text}}
    return {"responses": {"200": {"description": "ok", "headers": headers}}}


def _property(made: Canaries, number: int, text: str) -> None:
    schema = {"type": "object", "required": [text], "properties": {text: {"type": "string", "description": text}}}
    _component(made, f"Property{number}", schema)


def _schema_prose(made: Canaries, number: int, text: str) -> None:
    field_ = {"type": "integer", "description": text, "title": text, "deprecated": True, "default": 1}
    schema = {"type": "object", "title": text, "description": text, "externalDocs": {"url": text}, "example": text}
    schema |= {"properties": {"a": field_ | {"x-codegen-deprecation-message": text}}, "deprecated": True}
    _component(made, f"Prose{number}", schema)
    made.operation(f"/inline/{number}", **_answer({"type": "object", "title": text, "properties": {"a": STRING}}))


def _schema_values(made: Canaries, number: int, text: str) -> None:
    properties: Object = {
        "a": {"type": "string", "default": text, "examples": [text, {text: text}]},
        "b": {"const": text},
        "c": {"type": "string", "pattern": text, "format": text, "contentMediaType": text, "contentEncoding": text},
        "d": {"type": "object", "default": {text: [text]}, "additionalProperties": STRING},
        "e": {"type": "array", "items": {"enum": [text, 1]}, "default": [text]},
        "f": {"type": "object", "patternProperties": {text: STRING}},
    }
    _component(made, f"Values{number}", {"type": "object", "properties": properties, "examples": [{"a": text}]})


def _enum(made: Canaries, number: int, text: str) -> None:
    schema = {"type": "string", "enum": [text, f"{text} ", "x"], "description": text}
    _component(made, f"Enum{number}", schema | {"x-enum-descriptions": [text]})


def _enum_names(made: Canaries, number: int, text: str) -> None:
    _component(made, f"Names{number}", {"type": "string", "enum": ["a", "b"], "x-codegen-enums": [text, "other"]})


def _class_override(made: Canaries, number: int, text: str) -> None:
    field_ = {"type": "string", "x-codegen-name-override": text}
    schema = {"type": "object", "properties": {"a": field_}, "x-codegen-name-override": text}
    _component(made, f"Override{number}", schema)


def _component_name(made: Canaries, number: int, text: str) -> None:
    made.document["components"]["schemas"][text] = {"type": "object", "properties": {"a": STRING}}
    pointer = text.replace("~", "~0").replace("/", "~1").replace("%", "%25").replace("#", "%23").replace('"', "%22")
    made.operation(f"/components/{number}", **_answer({"$ref": f"#/components/schemas/{pointer}"}))


def _bounds(made: Canaries, number: int, text: str) -> None:
    checks = ("minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength", "maxItems", "minProperties")
    for check in checks:
        made.operation(
            f"/bounds/{check}/{number}", parameters=[_query(name="a", schema={"type": "integer", check: text})]
        )


def _discriminator(made: Canaries, number: int, text: str) -> None:
    schemas = made.document["components"]["schemas"]
    for name in ("Left", "Right"):
        schemas[f"{name}{number}"] = {"type": "object", "required": [text], "properties": {text: STRING, name: STRING}}
    mapping = {text: f"#/components/schemas/Left{number}", f"{text}.": f"#/components/schemas/Right{number}"}
    refs = [{"$ref": f"#/components/schemas/{name}{number}"} for name in ("Left", "Right")]
    _component(made, f"Tagged{number}", {"oneOf": refs, "discriminator": {"propertyName": text, "mapping": mapping}})


def _server(made: Canaries, number: int, text: str) -> None:
    variables = {"region": {"default": text, "enum": [text], "description": text}}
    server = {"url": f"https://{{region}}.example/{_without('{}', text)}", "description": text}
    made.operation(f"/servers/{number}", servers=[server | {"variables": variables, "x-codegen-server-id": text}])


def _server_variable(made: Canaries, number: int, text: str) -> None:
    name = _without("{}", text)
    server = {"url": f"https://x.example/{{{name}}}", "variables": {name: {"default": "v"}}}
    made.operation(f"/variables/{number}", servers=[server])


def _scheme(made: Canaries, number: int, text: str) -> None:
    schemes = made.document["components"]["securitySchemes"]
    schemes[text] = {"type": "apiKey", "in": "header", "name": text, "description": text}
    key = {"type": "apiKey", "in": "query", "name": text}
    schemes[f"key{number}"] = {**key, "x-codegen-name-override": f"other {text}"}
    schemes[f"http{number}"] = {"type": "http", "scheme": text, "bearerFormat": text}
    schemes[f"open{number}"] = {"type": "openIdConnect", "openIdConnectUrl": text, "description": text}
    flow = {"tokenUrl": text, "refreshUrl": text, "scopes": {text: text}}
    schemes[f"oauth{number}"] = {"type": "oauth2", "flows": {"clientCredentials": flow}, "description": text}
    for at, name in enumerate((text, f"key{number}", f"http{number}", f"open{number}")):
        made.operation(f"/secured/{number}/{at}", security=[{name: []}])
    made.operation(f"/scoped/{number}", security=[{f"oauth{number}": [text]}])


def _webhook(made: Canaries, number: int, text: str) -> None:
    hook = _body({"type": "object", "properties": {text: STRING}}, description=text)
    made.document["webhooks"][text] = {"post": {"operationId": text, "summary": text, "description": text, **hook}}


def _callback(made: Canaries, number: int, text: str) -> None:
    inner = {"post": {**_body(STRING), "description": text}}
    made.operation(f"/callbacks/{number}", "post", callbacks={text: {"{$request.query.url}": inner}})
    key = f"https://x.example/{{$request.query.u}}?{_without('{}', text)}"
    made.operation(f"/keys/{number}", "post", callbacks={f"c{number}": {key: inner}})


def _pagination(made: Canaries, number: int, text: str) -> None:
    items = {"type": "object", "properties": {text: {"type": "array", "items": STRING}, "next": STRING}}
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    for at, path in enumerate((f"$['{quoted}']", f"$.{text}", text)):
        rule = {"type": "cursor", "inputs": [{"name": text, "in": "parameters", "type": "cursor"}]}
        rule |= {"outputs": {"nextCursor": "$.next", "results": path}}
        more = {**_answer(items), "x-codegen-pagination": rule, "parameters": [_query(name=text)]}
        made.operation(f"/pages/{number}/{at}", **more)


def _keys(made: Canaries, number: int, text: str) -> None:
    made.operation(f"/idempotency/{number}", "post", **{"x-codegen-idempotency": {"header": text}})
    made.operation(f"/sentinel/{number}", **_answer(STRING, "text/event-stream"), **{"x-codegen-sse-sentinel": text})
    made.operation(f"/retries/{number}", **{"x-codegen-retries": {"strategy": "backoff", "statusCodes": [text]}})
    made.operation(f"/errors/{number}", **{"x-codegen-errors": {"statusCodes": [text]}})
    made.operation(f"/unknown/{number}", **{f"x-codegen-{text}": text, f"x-{text}": {text: text}})
    made.operation(f"/ignore/{number}", **{"x-codegen-ignore": text})
    made.operation(f"/limit/{number}", **{"x-codegen-max-method-params": text})


def _operations(make: Callable[[str], Mapping[str, Object]]) -> Slot:
    """Return what adds operations by the first parts of their paths, those with a body as POST."""

    def fill_slot(made: Canaries, number: int, text: str) -> None:
        for path, more in make(text).items():
            made.operation(f"/{path}/{number}", "post" if "requestBody" in more else "get", **more)

    return fill_slot


Slot = Callable[[Canaries, int, str], None]
SLOTS: dict[str, Slot] = {
    "path key": _path_key,
    "path parameter": _path_parameter,
    "operation id": _operations(lambda text: {"ids": {"operationId": text}}),
    "prose": _operations(lambda text: {"prose": _prose(text)}),
    "tag": _tag,
    "group": _operations(lambda text: {"groups": {"x-codegen-group": text}}),
    "method override": _operations(lambda text: {"overrides": {"x-codegen-name-override": text}}),
    "query name": _operations(
        lambda text: {
            "queries": _takes(_query(name=text)),
            "renamed": _takes(_query(name="q", **{"x-codegen-name-override": text})),
        }
    ),
    "header name": _operations(lambda text: {"headers": _takes(_query(name=text) | {"in": "header"})}),
    "cookie name": _operations(lambda text: {"cookies": _takes(_query(name=text) | {"in": "cookie"})}),
    "parameter values": _operations(lambda text: {"values": _parameter_values(text)}),
    "parameter media type": _operations(
        lambda text: {"content": _takes({"name": "a", "in": "query", "content": {text: {"schema": STRING}}})}
    ),
    "request media type": _operations(
        lambda text: {"media": _body(STRING, text), "subtype": _body(STRING, f"application/{text}")}
    ),
    "answer media type": _operations(
        lambda text: {"answers": _answer(STRING, f"application/{text}+json", example=text)}
    ),
    "encoding": _encoding,
    "answer header": _operations(lambda text: {"metadata": _answer_header(text)}),
    "property": _property,
    "schema prose": _schema_prose,
    "schema values": _schema_values,
    "enum": _enum,
    "enum names": _enum_names,
    "class override": _class_override,
    "component name": _component_name,
    "numeric bounds": _bounds,
    "discriminator": _discriminator,
    "server": _server,
    "server variable": _server_variable,
    "security scheme": _scheme,
    "webhook": _webhook,
    "callback": _callback,
    "pagination": _pagination,
    "extension values": _keys,
    "status": _operations(
        lambda text: {"statuses": {"responses": {"200": {"description": "ok"}, text: {"description": "x"}}}}
    ),
}
"""Every slot by its name in the report."""

REFERENCE: dict[str, Slot] = {
    "reference": _operations(
        lambda text: {
            "refs": _answer({"$ref": text}),
            "files": _answer({"$ref": f"{text}.yaml#/{text}"}),
            "anchors": _answer({"$anchor": text, "$id": text, "type": "object", "properties": {"a": STRING}}),
        }
    )
}
"""A slot whose texts mostly stop the build: nothing outside of the root folder is read (D1.3)."""

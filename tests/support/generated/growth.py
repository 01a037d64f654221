"""Documents with a given number of one thing, for each thing that a document can repeat.

Four times as many must take about four times as long (D1.5): ``bench/growth.py`` measures this for all,
``tests/suites/test_growth.py`` for those that once took longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.generated.blocks import (
    DONE,
    FORM,
    MULTIPART,
    TEXT,
    Document,
    Schema,
    answers,
    content,
    document,
    each,
    having,
    line,
    operations,
    ref,
    response,
    sends,
    swagger,
)


def _in_line(count: int, make: Callable[[int], Schema]) -> Document:
    return answers(ref(0), **line(count, make))


def circle(count: int, make: Callable[[int], Schema]) -> Document:
    return answers(ref(0), **each(count, lambda n: make((n + 1) % count)))


def responds(**members: Any) -> Document:
    return document({"responses": {"200": {"description": "ok", **members}}})


def schemas(count: int, make: Callable[[int], Schema]) -> Document:
    return document(components={"schemas": each(count, make)})


def named(count: int, name: str = "p") -> list[str]:
    return [f"{name}{n}" for n in range(count)]


def parameters(count: int, place: str = "query", **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "in": place, "schema": TEXT, **more} for name in named(count)]


def described(text: str) -> Document:
    return document(components={"schemas": {"S": {**TEXT, "description": text}}})


def keys(count: int, **more: Any) -> dict[str, Any]:
    key = {"type": "apiKey", "in": "header", **more}
    return {"securitySchemes": each(count, lambda n: {**key, "name": f"X-{n}"})}


def tagged(name: str, *, kind: bool = True) -> Schema:
    return having([name, "kind"], required=["kind"]) if kind else having([name], required=[name])


def _union(count: int, member: Callable[[int], Schema], **more: Any) -> Document:
    return answers({"oneOf": [ref(n) for n in range(count)], **more}, **each(count, member))


def _paged(number: int) -> dict[str, Any]:
    page = [{"name": "page", "in": "query", "schema": {"type": "integer"}}]
    inputs, outputs = [{"name": "page", "in": "parameters", "type": "page"}], {"results": "$.data"}
    rule = {"type": "offsetLimit", "inputs": inputs, "outputs": outputs}
    items = {"properties": {"data": {"type": "array", "items": TEXT}}}
    return {"parameters": page, "x-codegen-pagination": rule, "responses": {"200": response(items)}}


def _media(count: int, shapes: int = 1 << 30) -> dict[str, Any]:
    """Return content in so many media types of JSON, of so many shapes."""
    return {f"application/x{i}+json": {"schema": having([f"p{i % shapes}"])} for i in range(count)}


def _signs(number: int) -> str:
    return "-_. "[number % 4] * (number // 4 % 40) + "x" * (number // 160)


def _braces(count: int) -> str:
    return "/".join(f"{{{name}}}" for name in named(count))


def _files(count: int) -> list[dict[str, str]]:
    return [{"name": name, "in": "formData", "type": "file"} for name in named(count)]


_VIEWS = {"r": {**TEXT, "readOnly": True}, "w": {**TEXT, "writeOnly": True}}

SLOTS: dict[str, Callable[[int], Document]] = {
    # operations
    "operations": lambda n: operations(n // 2, lambda _: {}),
    "operations of a tag": lambda n: operations(n // 2, lambda i: {"tags": ["t"], "operationId": f"o{i}"}),
    "operations called alike": lambda n: operations(n // 2, lambda _: {"operationId": "same"}),
    "operationIds that differ by signs": lambda n: operations(n // 2, lambda i: {"operationId": "o" + _signs(i)}),
    "tags": lambda n: operations(min(n // 4, 4_900), lambda i: {"tags": [f"t{i}"]}),
    "tags of an operation": lambda n: document({**DONE, "tags": named(n)}),
    "errors": lambda n: operations(n // 4, lambda i: {"responses": {"400": response(having([f"p{i}"]))}}),
    "pages": lambda n: operations(n // 4, _paged),
    "streams": lambda n: operations(
        n // 4, lambda _: {"responses": {"200": response(having(["data"]), "text/event-stream")}}
    ),
    "retries": lambda n: operations(n // 4, lambda i: {"x-codegen-retries": {"strategy": "none"}}),
    "servers of operations": lambda n: operations(n // 4, lambda i: {"servers": [{"url": f"https://a{i}.b"}]}),
    "credentials in one place": lambda n: operations(
        1,
        lambda _: {"security": [{f"S{i}": [] for i in range(n)}]},
        components={"securitySchemes": each(n, lambda _: {"type": "http", "scheme": "bearer"})},
    ),
    "credentials of operations": lambda n: operations(
        n // 4, lambda i: {"security": [{f"S{i}": []}]}, components=keys(n // 4)
    ),
    "webhooks": lambda n: document(
        webhooks=each(n // 4, lambda _: {"post": {**DONE, "requestBody": {"content": content(TEXT)}}})
    ),
    "callbacks": lambda n: document(
        {**DONE, "callbacks": each(n // 2, lambda _: {"{$request.body#/u}": {"post": DONE}})}
    ),
    "path items behind references": lambda n: document(
        paths={f"/a{i}": ref(i, "pathItems/S") for i in range(n // 4)},
        components={"pathItems": each(n // 4, lambda _: {"get": DONE})},
    ),
    "bodies behind references": lambda n: operations(
        n // 4,
        lambda i: {"requestBody": ref(i, "requestBodies/S")},
        method="post",
        components={"requestBodies": each(n // 4, lambda _: {"content": content(having(["a"]))})},
    ),
    "names that are overridden": lambda n: {
        **operations(n // 4, lambda i: {"operationId": f"o{i}"}),
        "x-codegen-name-override": [{"operationId": f"^o{i}$", "methodNameOverride": f"n{i}"} for i in range(n // 40)],
    },
    "operations that are ignored": lambda n: operations(n, lambda _: {"x-codegen-ignore": True}),
    # parameters, responses, bodies
    "query parameters": lambda n: document({**DONE, "parameters": parameters(n)}),
    "headers": lambda n: document({**DONE, "parameters": parameters(n, "header")}),
    "cookies": lambda n: document({**DONE, "parameters": parameters(n, "cookie")}),
    "required parameters": lambda n: document({**DONE, "parameters": parameters(n, required=True)}),
    "enums of parameters": lambda n: document({**DONE, "parameters": parameters(n, schema={"enum": ["a", "b"]})}),
    "parameters behind references": lambda n: document(
        {**DONE, "parameters": [ref(i, "parameters/S") for i in range(n)]},
        components={"parameters": each(n, lambda i: {"name": f"p{i}", "in": "query", "schema": TEXT})},
    ),
    "parameters that are listed again": lambda n: document({**DONE, "parameters": parameters(1) * n}),
    "parameters of the client": lambda n: {
        **document({**DONE, "parameters": parameters(n)}),
        "x-codegen-globals": {"parameters": parameters(n)},
    },
    "examples": lambda n: document(
        {**DONE, "parameters": parameters(1, examples=each(n, lambda i: {"value": str(i)}))}
    ),
    "media types of a body": lambda n: document({**DONE, "requestBody": {"content": _media(n // 4)}}, method="post"),
    "media types of JSON with one schema": lambda n: responds(content=_media(n // 2, 9)),
    "media types of a response": lambda n: responds(content=_media(n // 2)),
    "headers of a response": lambda n: responds(headers=each(n, lambda _: {"schema": TEXT})),
    "fields of a form": lambda n: sends(having(named(n)), FORM),
    "required fields of a form": lambda n: sends(having(named(n), required=named(n)), FORM),
    "files": lambda n: sends(having(named(n), {**TEXT, "format": "binary"}), MULTIPART),
    "encodings": lambda n: sends(having(named(n)), MULTIPART, {key: {"contentType": "text/plain"} for key in named(n)}),
    "encodings of nothing": lambda n: sends(
        having(named(n)), MULTIPART, {key: {"contentType": "text/plain"} for key in named(n, "q")}
    ),
    # servers and credentials
    "servers": lambda n: document(servers=[{"url": f"https://a{i}.b"} for i in range(n)]),
    "variables of a server": lambda n: document(
        servers=[{"url": f"https://a.b/{_braces(n)}", "variables": {key: {"default": "a"} for key in named(n)}}]
    ),
    "credentials": lambda n: document(components=keys(n // 2), security=[{name: []} for name in named(n // 2, "S")]),
    "credentials together": lambda n: document(
        components=keys(n // 2), security=[{key: [] for key in named(n // 2, "S")}]
    ),
    # schemas
    "schemas": lambda n: schemas(n, lambda _: having(["a"])),
    "schemas called alike": lambda n: document(
        components={"schemas": {f"S{'_' * (i % 60)}{'-' * (i // 60)}": having(["a"]) for i in range(n)}}
    ),
    "schemas of one title": lambda n: answers(
        having(["a"]), **each(n, lambda i: having(["a"], {**having([f"p{i}"]), "title": "Same"}))
    ),
    "enums": lambda n: schemas(n, lambda _: {"enum": ["a", "b"]}),
    "types": lambda n: schemas(n, lambda _: {"type": ["string", "integer", "null"]}),
    "references in a line": lambda n: _in_line(n, lambda i: having(["a"], ref(i))),
    "references in a circle": lambda n: circle(n, lambda i: having(["a", "b"], ref(i))),
    "lists of lists": lambda n: _in_line(n, lambda i: {"type": "array", "items": ref(i)}),
    "maps of maps": lambda n: _in_line(n, lambda i: {"type": "object", "additionalProperties": ref(i)}),
    "null or another": lambda n: _in_line(n, lambda i: {"anyOf": [ref(i), {"type": "null"}]}),
    "one of two, again and again": lambda n: _in_line(n // 2, lambda i: {"anyOf": [ref(i), having([f"p{i}"])]}),
    "allOf of allOf": lambda n: _in_line(n // 20, lambda i: {"allOf": [ref(i)]}),
    "views of both sides": lambda n: operations(
        n // 8,
        lambda i: {"requestBody": {"content": content(ref(i))}, "responses": {"200": response(ref(i))}},
        method="post",
        components={"schemas": each(n // 8, lambda i: {"properties": {**_VIEWS, "b": ref((i + 1) % (n // 8))}})},
    ),
    "schemas with $id": lambda n: answers(
        ref(0),
        **each(n, lambda i: {"$id": f"https://a.b/s{i}", **having(["a"], {"$ref": f"https://a.b/s{(i + 1) % n}"})}),
    ),
    "anchors": lambda n: answers(
        ref(0), **each(n, lambda i: {"$anchor": f"s{i}", **having(["a"], {"$ref": f"#s{(i + 1) % n}"})})
    ),
    "references to nothing": lambda n: answers(
        {"properties": {f"p{i}": ref(f"{i}x") for i in range(n)}}, **each(n, lambda _: TEXT)
    ),
    # members of a schema
    "properties": lambda n: answers(having(named(n))),
    "required properties": lambda n: sends(having(named(n), required=named(n))),
    "required properties that are missing": lambda n: sends(having(named(n), required=named(n, "q"))),
    "objects without a name": lambda n: answers(having(named(n), having(["a"]))),
    "enums without a name": lambda n: answers(having(named(n), {"enum": ["a", "b"]})),
    "unions without a name": lambda n: answers(having(named(n), {"anyOf": [TEXT, {"type": "integer"}]})),
    "defaults": lambda n: sends(having(named(n), {**TEXT, "default": "a"})),
    "properties that may be null": lambda n: {
        **answers(having(named(n), {"nullable": True, "allOf": [ref(0)]}), S0=having(["a"])),
        "openapi": "3.0.3",
    },
    "values of an enum": lambda n: answers({"enum": named(n)}),
    "numbers of an enum": lambda n: answers({"enum": list(range(n))}),
    "values of several types": lambda n: answers({"enum": [i if i % 2 else f"v{i}" for i in range(n)]}),
    "values that differ by signs": lambda n: answers({"enum": ["a" + "-" * i for i in range(n // 8)]}),
    "constants": lambda n: answers({"oneOf": [{"const": name} for name in named(n)]}),
    "constants that are objects": lambda n: answers({"oneOf": [{"const": {"a": i}} for i in range(n)]}),
    "two enums at once": lambda n: answers({"allOf": [{"enum": named(n)}, {"enum": named(n)[::-1]}]}),
    "parts of an allOf": lambda n: answers({"allOf": [having([name]) for name in named(n)]}),
    "parts that require": lambda n: answers(
        {"allOf": [having([p], required=[p], patternProperties={f"^{p}": TEXT}) for p in named(n)]}
    ),
    "references of an allOf": lambda n: answers(
        {"allOf": [ref(i) for i in range(n)]}, **each(n, lambda i: having([f"p{i}"]))
    ),
    "members of a union": lambda n: _union(n // 2, lambda i: tagged(f"k{i}", kind=False)),
    "members that are called": lambda n: _union(
        n // 2, lambda i: tagged(f"k{i}"), discriminator={"propertyName": "kind"}
    ),
    "members that are mapped": lambda n: _union(
        n // 2,
        lambda i: tagged(f"k{i}"),
        discriminator={"propertyName": "kind", "mapping": {f"m{i}": f"S{i}" for i in range(n // 2)}},
    ),
    "members with a constant": lambda n: _union(
        n // 2, lambda i: {"properties": {"kind": {"const": f"k{i}"}}, "required": ["kind"]}
    ),
    "heirs": lambda n: answers(
        ref("B"),
        SB={**tagged("a"), "discriminator": {"propertyName": "kind"}},
        **each(n // 2, lambda _: {"allOf": [ref("B"), having(["b"])]}),
    ),
    "unions of unions": lambda n: answers(
        {"oneOf": [{"oneOf": [tagged(f"a{i}_{j}", kind=False) for j in range(20)]} for i in range(n // 80)]}
    ),
    "items of a tuple": lambda n: answers({"type": "array", "prefixItems": [TEXT, {"type": "integer"}] * (n // 2)}),
    "patterns of properties": lambda n: answers({"type": "object", "patternProperties": each(n, lambda _: TEXT, "^p")}),
    "conditions": lambda n: sends(
        {"allOf": [{"if": having(["a"], {"const": i}), "then": {"required": [f"p{i}"]}} for i in range(n // 2)]}
    ),
    "what is not": lambda n: sends({"not": {"anyOf": [{"required": [name]} for name in named(n)]}}),
    "$defs": lambda n: answers(
        ref("X"),
        SX={
            "$defs": each(n, lambda _: having(["a"])),
            "properties": {f"p{i}": ref(f"X/$defs/S{i}") for i in range(n)},
        },
    ),
    # words
    "letters of other scripts": lambda n: document(
        components={"schemas": {f"ж{chr(0x430 + i % 32)}{i}": having([f"ü{i}"]) for i in range(n)}}
    ),
    "unknown keys": lambda n: document({**DONE, **each(n, lambda _: 1, "respons")}),
    "extensions": lambda n: document({**DONE, **each(n, lambda _: 1, "x-codegen-a"), **each(n, lambda _: 1, "x-b")}),
    "descriptions": lambda n: schemas(n, lambda _: {**TEXT, "description": "some *text*, `code` and <b>\n\n* a\n* b"}),
    "words": lambda n: described("word *a* `b` [c](http://x.y) <d> | " * n),
    "lines": lambda n: described("line\n" * n),
    "paragraphs": lambda n: described("line\n\n" * n),
    "items of a list": lambda n: described("* line\n" * n),
    "links": lambda n: described("[a](http://x.y/" * n),
    "links without an end": lambda n: described(("[a](http://x.y/" * 120 + "a ") * (n // 120)),
    "backticks": lambda n: described("".join("`" * (i % 9 + 1) + "a " for i in range(n))),
    "fences": lambda n: described("".join("`" * (i % 9 + 3) + "a\n" for i in range(n))),
    "quotes": lambda n: described('\\"\'\'\'"""*/ ' * n),
    "tags of HTML": lambda n: described("<a href='x'><b>t</b></a>" * n),
    "tags without an end": lambda n: described("<a" * n),
    "brackets": lambda n: described("[" * n + "](" * n),
    "rows of a table": lambda n: described("| a | b |\n" * n),
    # Swagger 2.0
    "definitions of 2.0": lambda n: swagger(
        definitions=each(n, lambda i: having(["a"], {"$ref": f"#/definitions/S{(i + 1) % n}"}))
    ),
    "parameters of 2.0": lambda n: swagger(
        paths={"/a": {"get": {**DONE, "parameters": [{"name": p, "in": "query", **TEXT} for p in named(n)]}}}
    ),
    "files of 2.0": lambda n: swagger(
        paths={"/a": {"post": {**DONE, "consumes": [MULTIPART], "parameters": _files(n)}}}
    ),
}
"""What there is much of, and the document that holds it; of what costs more there is less."""

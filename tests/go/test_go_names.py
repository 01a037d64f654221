"""Names that are legal in OpenAPI and hostile in Go: the SDK compiles, and names on the wire are unchanged."""

from __future__ import annotations

import json
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from tests.support.go_things import Driver, go, print_go, unformatted
from tests.support.recorder import Reply

HOSTILE = [
    "type", "func", "range", "select", "map", "chan", "go", "interface", "package", "import", "init", "main", "_",
    "string", "error", "nil", "any", "len", "int", "true", "make", "new", "append", "byte", "iota",
    "constructor", "__proto__", "toString", "Error", "error_", "String", "MarshalJSON", "UnmarshalJSON", "Extra",
    "Rest",
    "ctx", "context", "options", "request", "body", "c", "g", "page", "do", "doPage", "settings", "time", "json", "io",
    "id", "ID", "Id", "url", "URL", "api_key", "apiKey", "APIKey", "httpURL", "userIds", "9lives", "+1", "-1", "",
    "a,b", 'quo"te', "back`tick", "back\\slash", "new\nline", "-", "$ref", "@type", "x.y", "x/y", "a b", "%", "é", "ß",
    "\u0627\u0633\u0645", "\u0939\u093f\u0928\u094d\u0926\u0940", "\u540d\u524d", "\U0001f600", "\u200b", "test",
    "Test",
    "tEST", "windows", "linux", "amd64", "Option", "File", "Page", "Date", "New", "APIError", "Opt", "Some", "With",
    "n" * 300, "select\u2028case",
]  # fmt: skip
"""Keywords, names of the runtime, scripts without capitals, signs, and names that differ in case only."""

STRING = {"type": "string"}


def hostile_document() -> dict[str, Any]:
    """Every hostile name as a property, parameter, enum member, schema, operation, tag and webhook."""
    properties = dict.fromkeys(HOSTILE, STRING)
    parts = {name: {"$ref": f"#/components/schemas/{pointer(name)}"} for name in HOSTILE if name}
    schemas: dict[str, Any] = {
        name: {"type": "object", "required": list(properties)[at : at + 3], "properties": properties}
        for at, name in enumerate(HOSTILE)
        if name
    }
    schemas["Everything"] = {"type": "object", "properties": parts}
    schemas["Values"] = {"type": "string", "enum": HOSTILE}
    schemas["AnyOf"] = {"anyOf": [STRING, {"type": "integer"}, *list(parts.values())[:5]]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hostile", "version": "1", "description": COMMENT},
        "components": {"schemas": schemas},
        "paths": {f"/{at}": {"get": operation(at, name)} for at, name in enumerate(HOSTILE)},
        "webhooks": {name: {"post": event()} for name in HOSTILE if name},
    }


COMMENT = """*/ // A comment that wants out \u2028 of its line
# A heading
Not a heading
- one
  - two

  1. three

        code
```go
func main() { panic("`") }

# not a comment
```
* four
[link]: https://example.com ``quoted'' \x00 \ufeff
+build ignore
//go:build ignore

Deprecated things

[1]: /a/guide
[2]: https://example.com
"""


def pointer(name: str) -> str:
    return urllib.parse.quote(name.replace("~", "~0").replace("/", "~1"))


def operation(at: int, name: str) -> dict[str, Any]:
    query = [{"name": other or "empty", "in": "query", "schema": STRING} for other in HOSTILE[at : at + 3]]
    found = {
        "operationId": name or "empty",
        "summary": COMMENT.split("\n")[at % 12],
        "description": COMMENT,
        "parameters": [*{item["name"]: item for item in query}.values()],
        "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": result(at)}}}},
    }
    return found | ({"tags": [name]} if at % 2 and name else {})


def result(at: int) -> dict[str, Any]:
    names = ("Everything", "Values", "AnyOf")
    return {"$ref": f"#/components/schemas/{names[at % 3]}"}


def event() -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Everything"}}}
    return {"requestBody": {"content": content}, "responses": {"200": {"description": "ok"}}}


@pytest.mark.slow
def test_what_is_printed_compiles(tmp_path: Path) -> None:
    """Hostile names compile, also as file names, and comments stay comments."""
    sdk = print_go(hostile_document(), "hostile", tmp_path)
    assert unformatted(sdk.folder) == ""
    go("vet", "./...", folder=sdk.folder)
    names = [path.name.lower() for path in sdk.folder.iterdir()]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_the_wire_name_is_untouched(tmp_path: Path) -> None:
    """D3.1: a hostile property comes back under its own name."""
    content = {"content": {"application/json": {"schema": thing()}}}
    echo = {"operationId": "echo", "requestBody": {"required": True} | content}
    echo["responses"] = {"200": {"description": "ok"} | content}
    document = {"openapi": "3.1.0", "info": {"title": "Echo", "version": "1"}, "paths": {"/echo": {"post": echo}}}
    value = {name: f"value of {at}" for at, name in enumerate(HOSTILE)}
    reply = Reply(200, {"Content-Type": "application/json"}, json.dumps(value).encode())
    result, request = Driver(document, "echo").call("echo", {}, value, reply)
    assert result == value
    assert json.loads(request.body) == value


def thing() -> dict[str, Any]:
    return {"type": "object", "title": "Thing", "properties": dict.fromkeys(HOSTILE, STRING)}


def test_options_of_two_schemes(tmp_path: Path) -> None:
    """A scheme may be called as another's option for one of its flows: the scheme's own name goes before."""
    flow = {"tokenUrl": "https://zoo.example/token", "scopes": {}}
    schemes = {
        "oauth2": {"type": "oauth2", "flows": {"clientCredentials": flow, "password": flow}},
        "oauth2_clientCredentials": {"type": "oauth2", "flows": {"clientCredentials": flow}},
        "oauth2Source": {"type": "http", "scheme": "bearer"},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": "1"},
        "security": [{name: []} for name in schemes],
        "paths": {"/a": {"get": {"operationId": "getA", "responses": {"204": {"description": "ok"}}}}},
        "components": {"securitySchemes": schemes},
    }
    printed = print_go(document, "schemes", tmp_path)
    go("vet", "./...", folder=printed.folder)
    text = (printed.folder / "client.go").read_text()
    assert "func WithOauth2ClientCredentials(token string)" in text
    assert "func WithOauth2ClientCredentials_(credentials ClientCredentials)" in text
    assert "func WithOauth2Source(token string)" in text
    assert "func WithOauth2Password(credentials PasswordCredentials)" in text

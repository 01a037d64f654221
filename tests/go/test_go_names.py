"""Names that are legal in OpenAPI and hostile in Go: the SDK compiles, and names on the wire are unchanged."""

from __future__ import annotations

import json
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, content, document, object_of, operation, parameter, ref, sends
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

THING = object_of(**dict.fromkeys(HOSTILE, "string"))


def hostile_document() -> dict[str, Any]:
    """Every hostile name as a property, parameter, enum member, schema, operation, tag and webhook."""
    parts = {name: ref(pointer(name)) for name in HOSTILE if name}
    schemas: dict[str, Any] = {
        name: {**THING, "required": HOSTILE[at : at + 3]} for at, name in enumerate(HOSTILE) if name
    }
    schemas["Everything"] = object_of(**parts)
    schemas["Values"] = {"type": "string", "enum": HOSTILE}
    schemas["AnyOf"] = {"anyOf": [{"type": "string"}, {"type": "integer"}, *list(parts.values())[:5]]}
    hook = {"post": {"requestBody": content(ref("Everything")), "responses": {"200": {"description": "ok"}}}}
    paths = {f"/{at}": {"get": call(at, name)} for at, name in enumerate(HOSTILE)}
    made = document("Hostile", paths, schemas, webhooks={name: hook for name in HOSTILE if name})
    made["info"]["description"] = COMMENT
    return made


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


def call(at: int, name: str) -> dict[str, Any]:
    return operation(
        name or "empty",
        answers(ref(("Everything", "Values", "AnyOf")[at % 3])),
        summary=COMMENT.split("\n")[at % 12],
        description=COMMENT,
        parameters=[parameter(other or "empty") for other in HOSTILE[at : at + 3]],
        tags=[name] if at % 2 and name else [],
    )


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
    thing = {**THING, "title": "Thing"}
    made = document("Echo", {"/echo": {"post": sends("echo", thing, responses=answers(thing))}})
    value = {name: f"value of {at}" for at, name in enumerate(HOSTILE)}
    reply = Reply(200, {"Content-Type": "application/json"}, json.dumps(value).encode())
    result, request = Driver(made, "echo").call("echo", {}, value, reply)
    assert result == value
    assert json.loads(request.body) == value


def test_options_of_two_schemes(tmp_path: Path) -> None:
    """A scheme may be called as another's option for one of its flows: the scheme's own name goes before."""
    flow = {"tokenUrl": "https://zoo.example/token", "scopes": {}}
    schemes = {
        "oauth2": {"type": "oauth2", "flows": {"clientCredentials": flow, "password": flow}},
        "oauth2_clientCredentials": {"type": "oauth2", "flows": {"clientCredentials": flow}},
        "oauth2Source": {"type": "http", "scheme": "bearer"},
    }
    security = [{name: []} for name in schemes]
    made = document("Zoo", {"/a": {"get": operation("getA")}}, security=security)
    printed = print_go(made | {"components": {"securitySchemes": schemes}}, "schemes", tmp_path)
    go("vet", "./...", folder=printed.folder)
    text = (printed.folder / "client.go").read_text()
    assert "func WithOauth2ClientCredentials(token string)" in text
    assert "func WithOauth2ClientCredentials_(credentials ClientCredentials)" in text
    assert "func WithOauth2Source(token string)" in text
    assert "func WithOauth2Password(credentials PasswordCredentials)" in text

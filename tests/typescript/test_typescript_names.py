"""Names that are legal in OpenAPI and hostile in TypeScript: the SDK compiles, and names on the wire are unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.printed import Printed
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import call_of, drive, print_typescript
from tests.support.typescript_tools import check_format, check_types, require_tools

HOSTILE = [
    "class", "delete", "default", "function", "await", "constructor", "__proto__", "prototype", "toString", "then",
    "init", "_", "__", "HTTPServer", "id", "ID", "Id", "9lives", "+1", "-1", "", " ", "a-b", "a.b", "a/b", "a\"b",
    "a'b", "a`b${c}", "a\\b", "*/", "//", "<script>", "مرحبا", "日本", "😀", "é", "x" * 300, "core", "options",
    "request", "body", "arguments", "Promise", "Array", "Record", "string", "undefined", "null", "newOrder", "NewOrder",
]  # fmt: skip


def document() -> dict[str, Any]:
    """Every hostile name as a schema, property, parameter, operation, tag, enum value and webhook."""
    schemas: dict[str, Any] = {
        f"S{index}": {"title": name, "type": "object", "properties": {name: {"type": "string"}}}
        for index, name in enumerate(HOSTILE)
    }
    legal = [
        name for name in HOSTILE if name and all(char.isascii() and (char.isalnum() or char in "._-") for char in name)
    ]
    schemas |= {
        name: {"type": "object", "description": f"*/ {name} @ts-ignore"} for name in legal if name not in schemas
    }
    everything = {"type": "object", "properties": {name: {"type": "string", "description": name} for name in HOSTILE}}
    schemas["Everything"] = everything
    schemas["Values"] = {"type": "string", "enum": [*HOSTILE]}
    paths: dict[str, Any] = {}
    for index, name in enumerate(HOSTILE):
        parameters = [
            {"name": name or "empty", "in": place, "schema": {"type": "string"}} for place in ("query", "header")
        ]
        paths[f"/p{index}"] = {
            "get": {
                "operationId": name or "empty-id",
                "tags": [name or "empty-tag"],
                "description": f"{name} */ `x` ${{y}}",
                "parameters": parameters if name.isascii() and name.isalnum() else parameters[:1],
                "responses": {"200": _json(f"S{index}")},
            }
        }
    paths["/everything"] = {
        "post": {
            "operationId": "sendEverything",
            "requestBody": {"required": True, "content": _json("Everything")["content"]},
            "responses": {"200": _json("Everything")},
        },
        "get": {
            "operationId": "askEverything",
            "parameters": [{"name": name, "in": "query", "schema": {"type": "string"}} for name in HOSTILE if name],
            "responses": {"204": {"description": "ok"}},
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hostile */ names", "version": "1.0.0"},
        "paths": paths,
        "webhooks": {
            name or "empty": {"post": _hook(name)} for name in ("constructor", "fetch", "a-b", "9lives", "مرحبا")
        },
        "components": {"schemas": schemas},
    }


def _json(name: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"description": "ok", "content": {"application/json": {"schema": schema}}}


def _hook(name: str) -> dict[str, Any]:
    return {
        "operationId": f"on {name}",
        "requestBody": {"required": True, "content": _json("Everything")["content"]},
        "responses": {"200": {"description": "ok"}},
    }


@pytest.fixture(scope="module", params=[None, 0, 99], ids=["by name", "request objects", "arguments"])
def sdk(request: pytest.FixtureRequest) -> Printed:
    require_tools()
    section = {} if request.param is None else {"maxMethodParams": request.param}
    return print_typescript(document(), f"hostile_{request.param}".lower(), **section)


def test_it_compiles(sdk: Printed) -> None:
    """tsc accepts every name, and prettier has nothing to do."""
    assert check_types(sdk.folder) == ""
    assert check_format(sdk.folder) == ""


def test_files_differ_beyond_case(sdk: Printed) -> None:
    """D10.2: no two paths are one where the file system does not see case."""
    paths = [str(path).lower() for path in sdk.folder.rglob("*") if path.is_file()]
    assert len(paths) == len(set(paths))


def test_the_wire_keeps_its_names(sdk: Printed) -> None:
    """D3.1: what is sent and what comes back carries the names of the document."""
    path, method = sdk.find("sendEverything", None)
    declared = next(at for at, name in sdk.plan.surface.types.items() if name.ident == "Everything")
    members = sdk.plan.surface.types[declared].members
    assert [members[name] for name in ("id", "ID", "Id")] == ["id", "ID", "Id"], "as on the wire, case alone apart"
    body = {members[name]: name for name in HOSTILE}
    wanted = {name: name for name in HOSTILE}
    with Recorder() as server:
        server.script(Reply(headers={"Content-Type": "application/json"}, body=json.dumps(wanted).encode()))
        answer = drive(sdk, path=path, args=call_of(sdk.plan, method, {}, wanted), options={"baseUrl": server.origin})
        assert "error" not in answer, answer
        assert json.loads(server.requests[0].body) == wanted
        assert answer["result"] == body


def test_every_method_can_be_called(sdk: Printed) -> None:
    """Each operation is reached by its group and method, and asks for its own path."""
    with Recorder() as server:
        for path, method, operation in sdk.methods():
            if operation.operation_id.endswith("Everything"):
                continue
            server.script(Reply(headers={"Content-Type": "application/json"}, body=b"{}"))
            answer = drive(sdk, path=path, args=[], options={"baseUrl": server.origin})
            assert "error" not in answer, (path, method.ident, answer)
            assert server.requests[0].target == operation.path


def test_lines_that_a_name_fills() -> None:
    """Where a name leaves no room on its line, prettier breaks what follows in ways of its own."""
    require_tools()
    ways = ["GRADIENT_ANGULAR", "GRADIENT_DIAMOND", "GRADIENT_LINEAR", "GRADIENT_RADIAL"]
    schemas: dict[str, Any] = {
        "DocServiceDocumentUploadInline": {
            "type": "object",
            "properties": {"file": {"type": "string", "contentEncoding": "base64"}},
        },
        "Solid": {"type": "object", "required": ["type"], "properties": {"type": {"const": "SOLID"}}},
        "Gradient": {"type": "object", "required": ["type"], "properties": {"type": {"type": "string", "enum": ways}}},
        "Paint": {
            "oneOf": [{"$ref": "#/components/schemas/Solid"}, {"$ref": "#/components/schemas/Gradient"}],
            "discriminator": {
                "propertyName": "type",
                "mapping": {"SOLID": "Solid", **dict.fromkeys(ways, "Gradient")},
            },
        },
    }
    body = {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DocServiceDocumentUploadInline"}}}
    }
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Paint"}}}, "description": "ok"}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A service whose title is a rather long one", "version": "1"},
        "paths": {"/a": {"put": {"operationId": "put", "requestBody": body, "responses": {"200": answer}}}},
        "components": {"schemas": schemas},
    }
    sdk = print_typescript(document, "filled").folder
    assert "extends ClientOptions,\n" in (sdk / "src" / "client.ts").read_text()
    assert "Codec: Codec = /* @__PURE__ */ model(\n" in (sdk / "src" / "codecs.ts").read_text()
    assert "      type:\n        | " in "".join(path.read_text() for path in (sdk / "src" / "models").glob("*.ts"))
    assert check_types(sdk) == "" and check_format(sdk) == ""


@pytest.mark.parametrize(("title", "operation"), [("API", "list"), ("Zoo", "api"), ("API", "api"), ("DOCS", "docs")])
def test_constants_stand_aside(title: str, operation: str) -> None:
    """The constants of a file, which nobody sees, take no name of its classes and not each other's."""
    require_tools()
    paths = {"/a": {"get": {"operationId": operation, "responses": {"204": {"description": "ok"}}}}}
    sdk = print_typescript({"openapi": "3.1.0", "info": {"title": title, "version": "1"}, "paths": paths}, "constants")
    assert sdk.plan.surface.client == title
    assert check_types(sdk.folder) == "" and check_format(sdk.folder) == ""
    with Recorder() as server:
        server.script(Reply(status=204))
        (path, _, _) = next(iter(sdk.methods()))
        assert "error" not in drive(sdk, path=path, args=[], options={"baseUrl": server.origin})
        assert server.requests[0].target == "/a"

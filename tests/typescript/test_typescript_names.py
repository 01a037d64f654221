"""Names that are legal in OpenAPI and hostile in TypeScript: the SDK compiles, and names on the wire are unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.documents import answers, content, document, object_of, operation, parameter, ref
from tests.support.printed import Printed
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import call_of, drive, print_typescript
from tests.support.typescript_tools import check_format, check_types

HOSTILE = [
    "class", "delete", "default", "function", "await", "constructor", "__proto__", "prototype", "toString", "then",
    "init", "_", "__", "HTTPServer", "id", "ID", "Id", "9lives", "+1", "-1", "", " ", "a-b", "a.b", "a/b", "a\"b",
    "a'b", "a`b${c}", "a\\b", "*/", "//", "<script>", "مرحبا", "日本", "😀", "é", "x" * 300, "core", "options",
    "request", "body", "arguments", "Promise", "Array", "Record", "string", "undefined", "null", "newOrder", "NewOrder",
]  # fmt: skip


def hostile() -> dict[str, Any]:
    """Every hostile name as a schema, property, parameter, operation, tag, enum value and webhook."""
    schemas: dict[str, Any] = {
        f"S{index}": {"title": name, **object_of(**{name: "string"})} for index, name in enumerate(HOSTILE)
    }
    for name in HOSTILE:
        if name and name not in schemas and all(char.isascii() and (char.isalnum() or char in "._-") for char in name):
            schemas[name] = {"type": "object", "description": f"*/ {name} @ts-ignore"}
    texts = {name: {"type": "string", "description": name} for name in HOSTILE}
    schemas |= {"Everything": object_of(**texts), "Values": {"type": "string", "enum": [*HOSTILE]}}
    everything = {"requestBody": {"required": True, **content(ref("Everything"))}}
    paths = {f"/p{index}": {"get": _get(index, name)} for index, name in enumerate(HOSTILE)}
    paths["/everything"] = {
        "post": operation("sendEverything", answers(ref("Everything")), **everything),
        "get": operation("askEverything", parameters=[parameter(name) for name in HOSTILE if name]),
    }
    hooks = {
        name: {"post": operation(f"on {name}", {"200": {"description": "ok"}}, **everything)}
        for name in ("constructor", "fetch", "a-b", "9lives", "مرحبا")
    }
    return document("Hostile */ names", paths, schemas, webhooks=hooks)


def _get(index: int, name: str) -> dict[str, Any]:
    places = ("query", "header") if name.isascii() and name.isalnum() else ("query",)
    return operation(
        name or "empty-id",
        answers(ref(f"S{index}")),
        tags=[name or "empty-tag"],
        description=f"{name} */ `x` ${{y}}",
        parameters=[parameter(name or "empty", place) for place in places],
    )


@pytest.fixture(scope="module", params=[None, 0, 99], ids=["by name", "request objects", "arguments"])
def sdk(request: pytest.FixtureRequest) -> Printed:
    section = {} if request.param is None else {"maxMethodParams": request.param}
    return print_typescript(hostile(), f"hostile_{request.param}".lower(), **section)


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
        for path, method, wire in sdk.methods():
            if wire.operation_id.endswith("Everything"):
                continue
            server.script(Reply(headers={"Content-Type": "application/json"}, body=b"{}"))
            answer = drive(sdk, path=path, args=[], options={"baseUrl": server.origin})
            assert "error" not in answer, (path, method.ident, answer)
            assert server.requests[0].target == wire.path


def test_lines_that_a_name_fills() -> None:
    """Where a name leaves no room on its line, prettier breaks what follows in ways of its own."""
    ways = ["GRADIENT_ANGULAR", "GRADIENT_DIAMOND", "GRADIENT_LINEAR", "GRADIENT_RADIAL"]
    mapping = {"SOLID": "Solid", **dict.fromkeys(ways, "Gradient")}
    schemas = {
        "DocServiceDocumentUploadInline": object_of(file={"type": "string", "contentEncoding": "base64"}),
        "Solid": object_of("type", type={"const": "SOLID"}),
        "Gradient": object_of("type", type={"type": "string", "enum": ways}),
        "Paint": {
            "oneOf": [ref("Solid"), ref("Gradient")],
            "discriminator": {"propertyName": "type", "mapping": mapping},
        },
    }
    body = content(ref("DocServiceDocumentUploadInline"))
    paths = {"/a": {"put": operation("put", answers(ref("Paint")), requestBody=body)}}
    filled = document("A service whose title is a rather long one", paths, schemas)
    sdk = print_typescript(filled, "filled").folder
    assert "extends ClientOptions,\n" in (sdk / "src" / "client.ts").read_text()
    assert "Codec: Codec = /* @__PURE__ */ model(\n" in (sdk / "src" / "codecs.ts").read_text()
    assert "      type:\n        | " in "".join(path.read_text() for path in (sdk / "src" / "models").glob("*.ts"))
    assert check_types(sdk) == "" and check_format(sdk) == ""


@pytest.mark.parametrize(("title", "called"), [("API", "list"), ("Zoo", "api"), ("API", "api"), ("DOCS", "docs")])
def test_constants_stand_aside(title: str, called: str) -> None:
    """The constants of a file, which nobody sees, take no name of its classes and not each other's."""
    sdk = print_typescript(document(title, {"/a": {"get": operation(called)}}), "constants")
    assert sdk.plan.surface.client == title
    assert check_types(sdk.folder) == "" and check_format(sdk.folder) == ""
    with Recorder() as server:
        server.script(Reply(status=204))
        (path, _, _) = next(iter(sdk.methods()))
        assert "error" not in drive(sdk, path=path, args=[], options={"baseUrl": server.origin})
        assert server.requests[0].target == "/a"

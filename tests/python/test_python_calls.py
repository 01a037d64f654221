"""How methods are called in Python, with the defaults and with the two keys of gen.yaml (D4.9-D4.12)."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.printed import Printed, print_sdk
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply
from tests.support.run import codegen

TEXT: Mapping[str, Any] = {"type": "string"}
DONE = {"204": {"description": "done"}}
ID = {"name": "id", "in": "path", "required": True, "schema": TEXT}


def put(
    schema: Mapping[str, Any], *parameters: Mapping[str, Any], required: bool = True, **more: Any
) -> dict[str, Any]:
    body = {"required": required, "content": {"application/json": {"schema": schema}}}
    return {"requestBody": body, "parameters": list(parameters), "responses": DONE, **more}


def document(**operations: Mapping[str, Any]) -> dict[str, Any]:
    """A document of one operation per name, each a PUT at `/NAME`, or at `/NAME/{id}` where it has an id."""
    paths = {}
    for name, operation in operations.items():
        path = f"/{name}/{{id}}" if ID in operation.get("parameters", ()) else f"/{name}"
        paths[path] = {"put": {"operationId": name, **operation}}
    return {"openapi": "3.1.0", "info": {"title": "Calls", "version": "1.0.0"}, "paths": paths}


def objects(required: list[str] | None = None, **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": required} if required else {})}


MAIL = objects(
    ["from", "to", "kind", "version"],
    subject={"type": ["string", "null"]},
    to={"type": "array", "items": TEXT},
    kind={"const": "mail"},
    version={"type": "string", "enum": ["v1"]},
    price={"type": "string", "format": "decimal"},
    **{"from": TEXT},
)
QUERY = {"name": "dry-run", "in": "query", "schema": {"type": "boolean"}}
TRACE = {"name": "X-Trace", "in": "header", "required": True, "schema": TEXT}
DOCUMENT = document(
    send=put(MAIL),
    update=put(objects(name={"type": ["string", "null"]}, size={"type": "integer"}), ID, QUERY, TRACE),
    maybe=put(objects(["content"], content=TEXT, ttl={"type": "integer"}), ID, required=False),
    whole=put({"oneOf": [objects(["u"], u=TEXT), objects(["v"], v=TEXT)]}),
    nullable=put({**objects(x=TEXT), "type": ["object", "null"]}),
    labels=put({**objects(x=TEXT), "additionalProperties": TEXT}),
    anything={"responses": DONE},
    fixed=put(objects(["kind"], kind={"const": "ping"})),
    met=put(
        objects(id=TEXT, options=TEXT, self=TEXT, next=TEXT, request=TEXT, body=TEXT, userId=TEXT, user_id=TEXT), ID
    ),
)


@pytest.fixture(scope="module")
def printed() -> Printed:
    return package_of(DOCUMENT, "python_calls")


@pytest.fixture
def client(printed: Printed, server: Recorder) -> Iterator[Any]:
    with printed.module.Calls(base_url=server.origin) as client:
        server.script(*[Reply(204)] * 5)
        yield client


def parameters(method: Any) -> tuple[list[str], list[str]]:
    """What may be given by position, and what by name alone."""
    found = inspect.signature(method).parameters.values()
    alone = [item.name for item in found if item.kind is inspect.Parameter.KEYWORD_ONLY]
    return [item.name for item in found if item.name not in alone], alone


def sent(server: Recorder) -> Any:
    return json.loads(server.requests[-1].body)


# --------------------------------------------------------------------------- signatures


@pytest.mark.parametrize(
    ("name", "by_position", "by_name"),
    [
        ("send", [], ["from_", "to", "subject", "version", "price"]),
        ("update", ["id"], ["x_trace", "dry_run", "name", "size"]),
        ("maybe", ["id"], ["content", "ttl"]),
        ("whole", [], ["body"]),
        ("nullable", [], ["body"]),
        ("labels", [], ["body"]),
        ("anything", [], []),
        ("fixed", [], []),
    ],
)
def test_what_a_method_takes(printed: Printed, name: str, by_position: list[str], by_name: list[str]) -> None:
    """D4.9: path by position, all else by name, required first; D4.10: of an object its properties, constants aside."""
    for kind in ("Calls", "AsyncCalls"):
        found = parameters(getattr(printed.module, kind)(base_url="http://localhost:1").__getattribute__(name))
        assert (found[0], set(found[1])) == (by_position, {*by_name, "options"})


def test_names_that_meet(printed: Printed) -> None:
    """D4.10: a field gives way to another argument and to `options`; `body` and `request` are free without such."""
    by_position, by_name = parameters(printed.module.Calls(base_url="http://localhost:1").met)
    assert by_position == ["id"]
    assert by_name[:6] == ["id_body", "options_body", "self_", "next", "request", "body"]
    assert sorted(by_name[6:8]) == ["user_id", "user_id2"]


# --------------------------------------------------------------------------- what is sent


def test_fields_make_the_body(client: Any, server: Recorder) -> None:
    client.send(from_="a", to=["b"], subject=None, price="1.50")
    wanted = {"from": "a", "to": ["b"], "subject": None, "kind": "mail", "version": "v1", "price": "1.50"}
    assert sent(server) == wanted
    client.send(from_="a", to=["b"], version="v1")
    assert "subject" not in sent(server)
    client.update("f/1", x_trace="t", dry_run=True, size=0, name=None)
    assert server.requests[-1].target == "/update/f%2F1?dry-run=true" and sent(server) == {"size": 0, "name": None}
    client.fixed()
    assert sent(server) == {"kind": "ping"}
    client.met("p", id_body="b", options_body="o", self_="s", user_id="u")
    assert sent(server) == {"id": "b", "options": "o", "self": "s", "user_id": "u"}


def test_asyncio_sends_the_same(printed: Printed, server: Recorder) -> None:
    async def call() -> None:
        async with printed.module.AsyncCalls(base_url=server.origin) as client:
            await client.update("f", x_trace="t", size=1)
            await client.maybe("f", options={"body": {"content": "c"}})

    server.script(*[Reply(204)] * 2)
    asyncio.run(call())
    assert [json.loads(item.body) for item in server.requests] == [{"size": 1}, {"content": "c"}]


def test_a_required_body_of_which_nothing_is_given(printed: Printed, client: Any, server: Recorder) -> None:
    """spec 2.6.2, 7.3: whatever its schema requires."""
    for call in (
        client.send,
        lambda: client.update("f", x_trace="t"),
        lambda: client.update("f", x_trace="t", size=None),
    ):
        with pytest.raises(printed.module.MissingBodyError):
            call()
    with pytest.raises(printed.module.MissingArgumentError, match="to"):
        client.send(from_="a")
    assert server.requests == []


def test_an_optional_body(printed: Printed, client: Any, server: Recorder) -> None:
    """D4.10: nothing given sends none; of what the schema requires all is needed where anything is given."""
    client.maybe("f")
    assert server.requests[-1].body == b"" and server.requests[-1].header("Content-Type") is None
    with pytest.raises(printed.module.MissingArgumentError, match="content"):
        client.maybe("f", ttl=1)
    assert len(server.requests) == 1


def test_the_whole_body_by_an_option(printed: Printed, client: Any, server: Recorder) -> None:
    """D4.10: a model or a dictionary, the empty object among them; anything beside it is an error."""
    module = printed.module
    client.send(options={"body": module.models.SendRequest(from_="a", to=["b"], kind="mail", version="v1")})
    assert sent(server) == {"from": "a", "to": ["b"], "kind": "mail", "version": "v1"}
    client.update("f", x_trace="t", options={"body": {}})
    assert sent(server) == {}
    client.whole(body={"u": "1"})
    client.labels(body={"x": "1", "y": "2"})
    with pytest.raises(module.InvalidArgumentError, match="not by both"):
        client.update("f", x_trace="t", size=1, options={"body": {}})
    with pytest.raises(module.InvalidArgumentError, match="not as both"):
        client.labels(body={"x": "1"}, options={"body": {}})
    with pytest.raises(module.InvalidArgumentError, match="sends no body: omit the option 'body'"):
        client.anything(options={"body": {}})
    assert len(server.requests) == 4


# --------------------------------------------------------------------------- gen.yaml, limits, the lock


def names_of(section: Mapping[str, Any], folder: Path, **operations: Any) -> dict[str, Any]:
    sdk = print_sdk(document(**operations), "python", folder, section)
    return {item.operation_id or "": method for _, method, item in sdk.methods()}


def idents(method: Any, *, positional: bool) -> list[str]:
    return [item.ident for item in method.arguments if item.positional is positional]


TWO = {"name": "user", "in": "path", "required": True, "schema": TEXT}


@pytest.mark.parametrize(
    ("key", "first", "rest"),
    [("positional", ["user", "id"], ["x"]), ("last-first", ["id"], ["user", "x"]), ("object", [], ["user", "id", "x"])],
)
def test_path_arguments(key: str, first: list[str], rest: list[str], tmp_path: Path) -> None:
    """D4.12: in the order of the path, whatever the order of the document."""
    made = document(a={}) | {
        "paths": {"/u/{user}/{id}": {"put": {"operationId": "a", **put(objects(x=TEXT), ID, TWO)}}}
    }
    sdk = print_sdk(made, "python", tmp_path, {"packageName": "path_arguments", "pathArguments": key})
    method = sdk.find("a", None)[1]
    assert idents(method, positional=True) == first
    assert sorted(idents(method, positional=False)) == sorted(rest)


def test_a_body_that_is_one_argument_everywhere(tmp_path: Path) -> None:
    """D4.10: `body: argument`."""
    found = names_of({"packageName": "one_body", "body": "argument"}, tmp_path, a=put(objects(x=TEXT), ID))
    assert idents(found["a"], positional=False) == ["body"] and found["a"].fields is None


@pytest.mark.parametrize(("limit", "taken"), [(0, ["id", "body"]), (1, ["id", "body"]), (2, ["id", "body"])])
def test_a_limit_holds_to_the_letter(limit: int, taken: list[str], tmp_path: Path) -> None:
    """D4.11: the body counts as one and is one."""
    found = names_of({"packageName": "limited", "maxMethodParams": limit}, tmp_path, a=put(objects(x=TEXT), ID))
    assert [item.ident for item in found["a"].arguments] == taken
    assert (found["a"].request is not None) == (limit < 2)


@pytest.mark.parametrize(("count", "spread"), [(100, True), (101, False)])
def test_how_many_fields_are_arguments(count: int, spread: bool, tmp_path: Path) -> None:
    """D4.10: at most a hundred."""
    many = objects(**{f"f{number}": TEXT for number in range(count)})
    assert (names_of({"packageName": f"many{count}"}, tmp_path, a=put(many))["a"].fields is not None) is spread


ANY_OF = [{"required": ["x"]}, {"required": ["y"], "title": "Y"}, {"not": {"required": ["x", "y"]}}]
PARTS = {"allOf": [objects(["x"], x=TEXT), {"$ref": "#/components/schemas/Y"}]}


@pytest.mark.parametrize(
    "schema", [{**objects(x=TEXT, y=TEXT), "anyOf": ANY_OF}, {**objects(x=TEXT, y=TEXT), "oneOf": ANY_OF}, PARTS]
)
def test_what_is_one_object_after_all(schema: Mapping[str, Any], tmp_path: Path) -> None:
    """D4.10: allOf is merged, and members that hold only `required`, titles or `not` make no union."""
    made = document(a=put(schema)) | {"components": {"schemas": {"Y": objects(["y"], y=TEXT)}}}
    method = print_sdk(made, "python", tmp_path, {"packageName": "after_all"}).find("a", None)[1]
    assert idents(method, positional=False) == ["x", "y"]


def test_the_lock_keeps_forms_and_names(tmp_path: Path) -> None:
    """D4.10, D10.1: a union that became an object stays one argument, and a field keeps its name beside a new one."""

    def build(first: Mapping[str, Any], *second: Mapping[str, Any]) -> str:
        (tmp_path / "gen.yaml").write_text("configVersion: 2.0.0\npython: {packageName: kept}\n")
        made = document(a=put(first), b=put(objects(size=TEXT), *second))
        (tmp_path / "openapi.json").write_text(json.dumps(made))
        assert codegen("build", "openapi.json", cwd=tmp_path).returncode == 0
        return (tmp_path / "sdk" / "python" / "kept" / "_client.py").read_text()

    size = {"name": "size", "in": "query", "schema": TEXT}
    assert "body: models" in build({"oneOf": [objects(["u"], u=TEXT), objects(["v"], v=TEXT)]})
    again = build(objects(u=TEXT), size)
    assert "body: models" in again
    assert 'Query("size", "size_query")' in again and "fields=Fields()" in again
    (tmp_path / "codegen.lock").unlink()
    fresh = build(objects(u=TEXT), size)
    assert "body: models" not in fresh
    assert 'wire={"size_body": "size"}' in fresh
    assert 'wire={"size_body": "size"}' in build(objects(u=TEXT))

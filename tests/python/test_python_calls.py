"""How methods are called in Python, with the defaults and with the two keys of gen.yaml (D4.9-D4.12)."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.both_clients import enter, settle
from tests.support.documents import NOTHING, content, document, list_of, object_of, parameter, ref
from tests.support.printed import Printed, print_sdk
from tests.support.python_things import package_of
from tests.support.recorder import Recorder, Reply
from tests.support.run import build_sdks

TEXT: Mapping[str, Any] = {"type": "string"}
NULLABLE = {"type": ["string", "null"]}
ID = parameter("id", "path")


def put(schema: Mapping[str, Any], *parameters: Mapping[str, Any], required: bool = True) -> dict[str, Any]:
    body = {"required": required, **content(schema)}
    return {"requestBody": body, "parameters": [*parameters], "responses": NOTHING}


def calls(**operations: Mapping[str, Any]) -> dict[str, Any]:
    """A document of one operation per name, each a PUT at `/NAME`, or at `/NAME/{id}` where it has an id."""
    paths = {
        f"/{name}/{{id}}" if ID in made.get("parameters", ()) else f"/{name}": {"put": {"operationId": name, **made}}
        for name, made in operations.items()
    }
    return document("Calls", paths)


UNION = {"oneOf": [object_of("u", u="string"), object_of("v", v="string")]}
MAIL = object_of(
    *("from", "to", "kind", "version"),
    subject=NULLABLE,
    to=list_of(TEXT),
    kind={"const": "mail"},
    version={"type": "string", "enum": ["v1"]},
    price={"type": "string", "format": "decimal"},
    **{"from": TEXT},
)
QUERY, TRACE = parameter("dry-run", schema={"type": "boolean"}), parameter("X-Trace", "header", required=True)
MET = object_of(**dict.fromkeys(("id", "options", "self", "next", "request", "body", "userId", "user_id"), TEXT))
DOCUMENT = calls(
    send=put(MAIL),
    update=put(object_of(name=NULLABLE, size="integer"), ID, QUERY, TRACE),
    maybe=put(object_of("content", content="string", ttl="integer"), ID, required=False),
    whole=put(UNION),
    nullable=put({**object_of(x="string"), "type": ["object", "null"]}),
    labels=put({**object_of(x="string"), "additionalProperties": TEXT}),
    anything={"responses": NOTHING},
    fixed=put(object_of("kind", kind={"const": "ping"})),
    met=put(MET, ID),
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


@pytest.mark.parametrize("name", ["Calls", "AsyncCalls"])
async def test_fields_make_the_body(printed: Printed, name: str, server: Recorder) -> None:
    server.script(*[Reply(204)] * 6)
    async with enter(getattr(printed.module, name)(base_url=server.origin)) as client:
        await settle(client.send(from_="a", to=["b"], subject=None, price="1.50"))
        wanted = {"from": "a", "to": ["b"], "subject": None, "kind": "mail", "version": "v1", "price": "1.50"}
        assert sent(server) == wanted
        await settle(client.send(from_="a", to=["b"], version="v1"))
        assert "subject" not in sent(server)
        await settle(client.update("f/1", x_trace="t", dry_run=True, size=0, name=None))
        assert server.requests[-1].target == "/update/f%2F1?dry-run=true" and sent(server) == {"size": 0, "name": None}
        await settle(client.fixed())
        assert sent(server) == {"kind": "ping"}
        await settle(client.met("p", id_body="b", options_body="o", self_="s", user_id="u"))
        assert sent(server) == {"id": "b", "options": "o", "self": "s", "user_id": "u"}
        await settle(client.maybe("f", options={"body": {"content": "c"}}))
        assert sent(server) == {"content": "c"}


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
    sdk = print_sdk(calls(**operations), "python", folder, section)
    return {item.operation_id or "": method for _, method, item in sdk.methods()}


def idents(method: Any, *, positional: bool) -> list[str]:
    return [item.ident for item in method.arguments if item.positional is positional]


TWO = parameter("user", "path")


@pytest.mark.parametrize(
    ("key", "first", "rest"),
    [("positional", ["user", "id"], ["x"]), ("last-first", ["id"], ["user", "x"]), ("object", [], ["user", "id", "x"])],
)
def test_path_arguments(key: str, first: list[str], rest: list[str], tmp_path: Path) -> None:
    """D4.12: in the order of the path, whatever the order of the document."""
    operation = {"operationId": "a", **put(object_of(x="string"), ID, TWO)}
    sdk = print_sdk(
        document("Calls", {"/u/{user}/{id}": {"put": operation}}),
        "python",
        tmp_path,
        {"packageName": "path_arguments", "pathArguments": key},
    )
    method = sdk.find("a", None)[1]
    assert idents(method, positional=True) == first
    assert sorted(idents(method, positional=False)) == sorted(rest)


def test_a_body_that_is_one_argument_everywhere(tmp_path: Path) -> None:
    """D4.10: `body: argument`."""
    found = names_of({"packageName": "one_body", "body": "argument"}, tmp_path, a=put(object_of(x="string"), ID))
    assert idents(found["a"], positional=False) == ["body"] and found["a"].fields is None


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_a_limit_holds_to_the_letter(limit: int, tmp_path: Path) -> None:
    """D4.11: the body counts as one and is one."""
    found = names_of({"packageName": "limited", "maxMethodParams": limit}, tmp_path, a=put(object_of(x="string"), ID))
    assert [item.ident for item in found["a"].arguments] == ["id", "body"]
    assert (found["a"].request is not None) == (limit < 2)


@pytest.mark.parametrize(("count", "spread"), [(100, True), (101, False)])
def test_how_many_fields_are_arguments(count: int, spread: bool, tmp_path: Path) -> None:
    """D4.10: at most a hundred."""
    many = object_of(**{f"f{number}": TEXT for number in range(count)})
    assert (names_of({"packageName": f"many{count}"}, tmp_path, a=put(many))["a"].fields is not None) is spread


ANY_OF = [{"required": ["x"]}, {"required": ["y"], "title": "Y"}, {"not": {"required": ["x", "y"]}}]
PARTS = {"allOf": [object_of("x", x="string"), ref("Y")]}
BOTH = object_of(x="string", y="string")


@pytest.mark.parametrize("schema", [BOTH | {"anyOf": ANY_OF}, BOTH | {"oneOf": ANY_OF}, PARTS])
def test_what_is_one_object_after_all(schema: Mapping[str, Any], tmp_path: Path) -> None:
    """D4.10: allOf is merged, and members that hold only `required`, titles or `not` make no union."""
    made = calls(a=put(schema)) | {"components": {"schemas": {"Y": object_of("y", y="string")}}}
    method = print_sdk(made, "python", tmp_path, {"packageName": "after_all"}).find("a", None)[1]
    assert idents(method, positional=False) == ["x", "y"]


def test_the_lock_keeps_forms_and_names(tmp_path: Path) -> None:
    """D4.10, D10.1: a union that became an object stays one argument, and a field keeps its name beside a new one."""

    def build(first: Mapping[str, Any], *second: Mapping[str, Any]) -> str:
        made = calls(a=put(first), b=put(object_of(size="string"), *second))
        return (build_sdks(tmp_path, made, "python: {packageName: kept}\n") / "python/kept/_client.py").read_text()

    size = parameter("size")
    assert "body: models" in build(UNION)
    again = build(object_of(u="string"), size)
    assert "body: models" in again
    assert 'Query("size", "size_query")' in again and "fields=Fields()" in again
    (tmp_path / "codegen.lock").unlink()
    fresh = build(object_of(u="string"), size)
    assert "body: models" not in fresh
    assert 'wire={"size_body": "size"}' in fresh
    assert 'wire={"size_body": "size"}' in build(object_of(u="string"))

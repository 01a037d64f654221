"""Reference pages of hand-made plans: colliding names, anchors, links, the content of each page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from backends import Backend, Language
from backends.reference import BACKEND
from compiler.ir.plan import Argument, EventName, Group, Method, Plan, Surface, TypeName, in_order
from compiler.ir.types import STRING, Enum, Field, ListOf, Member, Model, Nullable, Ref, Type, Union
from compiler.ir.types import Case as UnionCase
from compiler.ir.wire import Answer, BodyKind, Decode, EventData, Payload, Place, Wire, WireEvent, WireOperation
from passes.plan.schemas.requests import DocumentSchemas
from tests.support.rendered import anchors, check_pages, links
from tests.support.run import codegen

TRIP = Ref("schemas/Trip")


def make_plan(wire: Wire, root: Group, types: Mapping[str, TypeName] | None = None, **rest: object) -> Plan:
    surface = Surface("reference", "Trains", "trains", "1.0.0", in_order(root), types or {}, **rest)  # type: ignore[arg-type]
    return Plan(wire, surface, DocumentSchemas(wire))


def group(*methods: Method, path: tuple[str, ...] = (), groups: tuple[Group, ...] = ()) -> Group:
    return Group(path, path[-1] if path else "", "T", "m", methods, groups)


def call(at: str, path: str = "/x", **rest: object) -> WireOperation:
    return WireOperation(id=at, operation_id=at, method="GET", path=path, **rest)  # type: ignore[arg-type]


def answer(kind: Type, status: str = "200", *, error: bool = False) -> Answer:
    return Answer(status, error, (Decode("application/json", BodyKind.JSON, kind),), description="It | is <b>so</b>.")


def model(at: str, *fields: Field, **rest: object) -> Model:
    return Model(id=at, fields=fields, **rest)  # type: ignore[arg-type]


def test_a_method_section_tells_request_arguments_answers_and_errors() -> None:
    operation = call(
        "list", "/trips", summary="List trips", answers=(answer(ListOf(TRIP)), answer(TRIP, "4XX", error=True))
    )
    argument = Argument("page", Place.QUERY, "page", Nullable(STRING), False, description="Which <i>page</i>")
    trip = model("schemas/Trip", Field("id", STRING, required=True), description="A *trip*.")
    wire = Wire("T", "1", operations={"list": operation}, types={"schemas/Trip": trip})
    root = group(groups=(group(Method("list", "list", ("trips",), (argument,)), path=("trips",)),))
    pages = BACKEND.emit(make_plan(wire, root, {"schemas/Trip": TypeName("Trip", "trip")}), [])
    check_pages(pages)
    text = pages["groups/trips.md"]
    assert "## `list`\n\n`GET /trips`\n\nList trips\n" in text
    assert "| `page` | query | string or null | no | Which &lt;i>page&lt;/i> |" in text
    assert "| `200` | `application/json` | list of [`Trip`](../types/Trip.md) | It \\| is &lt;b>so&lt;/b>. |" in text
    assert "**Errors**\n\n| Status | Media type | Body | Description |\n| --- | --- | --- | --- |\n| `4XX` |" in text
    assert pages["types/Trip.md"].endswith(
        "| `id` | string | yes |\n\nUsed by:\n\n- [`trips.list`](../groups/trips.md#list)\n"
    )


def test_files_are_unique_where_case_does_not_count_and_keep_off_reserved_names() -> None:
    """D10.2: also for webhooks, whose names are case-sensitive (D9.2)."""
    types = {f"schemas/{name}": model(f"schemas/{name}") for name in ("Readme", "Con", "trip", "Trip")}
    names = {at: TypeName(at[8:], "m") for at in types}
    events = {f"webhooks/{wire}": WireEvent(id=f"webhooks/{wire}", wire=wire) for wire in ("newOrder", "NewOrder")}
    wire = Wire("T", "1", types=types, events=events)
    spoken = {at: EventName("NewOrder", "new_order") for at in events}
    pages = BACKEND.emit(make_plan(wire, group(), names, events=spoken), [])
    check_pages(pages)
    assert {path for path in pages if path.startswith("types/")} == {
        "types/README.md",
        "types/Readme2.md",
        "types/Con2.md",
        "types/Trip.md",
        "types/trip2.md",
    }
    assert {"webhooks/new-order.md", "webhooks/new-order2.md"} < set(pages)


def test_methods_of_one_page_have_anchors_of_their_own() -> None:
    operations = {name: call(name) for name in ("trips", "newOrder", "NewOrder", "a/b", "ab")}
    methods = [Method(name, name, ("trips",), ()) for name in operations]
    wire = Wire("T", "1", operations=operations)
    pages = BACKEND.emit(make_plan(wire, group(groups=(group(*methods, path=("trips",)),))), [])
    check_pages(pages)
    assert [link for link in links(pages["README.md"]) if "#" in link] == [
        "groups/trips.md#trips-1",
        "groups/trips.md#neworder",
        "groups/trips.md#neworder-1",
        "groups/trips.md#ab",
        "groups/trips.md#ab-1",
    ]
    assert anchors(pages["groups/trips.md"]) == {"trips", "trips-1", "neworder", "neworder-1", "ab", "ab-1"}


def test_names_with_markup_stay_names() -> None:
    name = "<script>`|](javascript:x)"
    fields = (Field(name, TRIP), Field("ok", STRING))
    types = {
        "schemas/Trip": model("schemas/Trip", *fields),
        "schemas/E": Enum(id="schemas/E", members=(Member(name), Member(None), Member(1))),
        "schemas/U": Union(id="schemas/U", cases=(UnionCase(TRIP, tags=(name,)),), tag=name),
    }
    names = {at: TypeName(at[8:], "m") for at in types}
    operation = call("a", f"/{name}", summary=name, description=name, external_docs=name)
    argument = Argument(name, Place.HEADER, name, STRING, True, description=name)
    wire = Wire(name, name, name, name, {"a": operation}, types)
    root = group(groups=(group(Method("a", name, (name,), (argument,)), path=(name,)),))
    pages = BACKEND.emit(make_plan(wire, root, names), [])
    check_pages(pages)
    assert '| ``"<script>`\\|](javascript:x)"`` |' in pages["types/E.md"]


class Snake(Backend):
    target = "snake"
    title = "Snake"

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        return {}


def test_languages_show_their_own_names_signature_and_example() -> None:
    operation = call("list", "/trips")
    argument = Argument("tripId", Place.QUERY, "tripId", STRING, True)
    wire = Wire(
        "T", "1", operations={"list": operation}, types={"schemas/Trip": model("schemas/Trip", Field("aB", STRING))}
    )
    names = {"schemas/Trip": TypeName("Trip", "m")}
    plan = make_plan(wire, group(Method("list", "list", (), (argument,))), names)
    spoken = Argument("trip_id", Place.QUERY, "tripId", STRING, True)
    theirs = Plan(
        wire,
        Surface(
            "snake",
            "Trains",
            "trains",
            "1",
            in_order(group(Method("list", "list_", (), (spoken,)))),
            {"schemas/Trip": TypeName("trip_t", "m", {"aB": "a_b"})},
        ),
        DocumentSchemas(wire),
    )
    language = Language(Snake(), theirs, lambda plan, method: f"call {method.ident}", lambda *_: "def")
    pages = BACKEND.emit(plan, [language])
    check_pages(pages)
    text = pages["groups/trains.md"]
    assert "```snake\ndef\n```" in text
    assert '**Example**\n\n```snake title="Snake"\ncall list_\n```' in text
    assert "| Name | Snake | In | Type | Required |\n| --- | --- | --- | --- | --- |\n| `tripId` | `trip_id` |" in text
    assert "Snake: `trip_t`." in pages["types/Trip.md"]
    assert "| `aB` | `a_b` | string | no |" in pages["types/Trip.md"]
    both = BACKEND.emit(plan, [language, language])["groups/trains.md"]
    assert '```snake title="Snake"\ncall list_\n```' in both


def test_a_webhook_page_tells_payloads_and_answers_owed_with_the_default() -> None:
    """D9.1, spec 2.8: the answers are what the receiver owes."""
    payload = Payload("application/json", BodyKind.JSON, TRIP, True, id="p")
    event = WireEvent(
        id="webhooks/w",
        wire="w",
        payloads=(payload,),
        answers=(Answer("200"), Answer("default", True, description="Anything else")),
        failure="503",
    )
    types = {"schemas/Trip": model("schemas/Trip")}
    wire = Wire("T", "1", types=types, events={"webhooks/w": event})
    names = {"schemas/Trip": TypeName("Trip", "m")}
    pages = BACKEND.emit(make_plan(wire, group(), names, events={"webhooks/w": EventName("W", "w")}), [])
    check_pages(pages)
    text = pages["webhooks/w.md"]
    assert "**Payload**\n\n`application/json`: [`Trip`](../types/Trip.md), required." in text
    assert "| `default` | no body | Anything else |" in text
    assert "or a handler that fails, answers `503`." in text


def test_names_that_stand_between_dots_are_of_one_piece(tmp_path: Path) -> None:
    """A tag of two words and a method that had to become longer: nobody can type `Pay runs.start form`."""
    kinds = ("application/json", "application/x-www-form-urlencoded")
    bodies = {kind: {"schema": {"type": "object", "properties": {kind[-1]: {}}}} for kind in kinds}
    post = {"operationId": "start_run", "tags": ["Pay runs"], "requestBody": {"content": bodies}, "responses": {}}
    document = {"openapi": "3.1.0", "info": {"title": "Pay", "version": "1"}, "paths": {"/runs": {"post": post}}}
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    assert codegen("build", "openapi.json", "-t", "reference", cwd=tmp_path).returncode == 0
    pages = tmp_path / "sdk" / "reference"
    assert "[`PayRuns.start_run_form`](groups/pay-runs.md#start_run_form)" in (pages / "README.md").read_text()
    assert "## `start_run_form`" in (pages / "groups" / "pay-runs.md").read_text()


def test_options_of_the_client_are_told_as_each_language_calls_them(tmp_path: Path) -> None:
    """A scheme and a global are arguments in one language, and functions that make options in another."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pay", "version": "1"},
        "security": [{"api_key": []}],
        "x-codegen-globals": {"parameters": [{"name": "X-Tenant", "in": "header", "schema": {"type": "string"}}]},
        "paths": {"/runs": {"get": {"parameters": [{"name": "X-Tenant", "in": "header"}], "responses": {}}}},
        "components": {"securitySchemes": {"api_key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
    }
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    targets = [word for target in ("python", "typescript", "go") for word in ("-t", target)]
    assert codegen("build", "openapi.json", *targets, cwd=tmp_path).returncode == 0
    page = (tmp_path / "sdk" / "reference" / "README.md").read_text()
    assert "| `api_key` | `api_key` | `apiKey` | `WithAPIKey` | `PAY_API_KEY` | API key" in page
    assert "| `X-Tenant` | `x_tenant` | `xTenant` | `WithXTenant` | header |" in page
    options = (tmp_path / "sdk" / "go" / "client.go").read_text()
    assert "func WithAPIKey(" in options and "func WithXTenant(" in options


def test_events_are_told_by_their_names() -> None:
    """D13.2: the name of an event decides what its data are."""
    events = (EventData("note", type=STRING, text=True), EventData("trip", type=TRIP), EventData(type=STRING))
    stream = Answer("200", decodes=(Decode("text/event-stream", BodyKind.SSE, TRIP, events=events),))
    wire = Wire(
        "T", "1", operations={"watch": call("watch", answers=(stream,))}, types={"schemas/Trip": model("schemas/Trip")}
    )
    root = group(groups=(group(Method("watch", "watch", ("trips",), ()), path=("trips",)),))
    pages = BACKEND.emit(make_plan(wire, root, {"schemas/Trip": TypeName("Trip", "trip")}), [])
    check_pages(pages)
    rows = ["| `200` | `note` | string as text |", "| `200` | `trip` | [`Trip`](../types/Trip.md) |"]
    assert "\n".join(["| Status | Event | Data |", "| --- | --- | --- |", *rows, ""]) in pages["groups/trips.md"]
    assert "| `200` | others | string |" in pages["groups/trips.md"]

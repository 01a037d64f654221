"""Reference pages of hand-made plans: colliding names, anchors, links, the content of each page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from backends import Backend, Language
from backends.reference import BACKEND
from compiler.ir.types import STRING, Case, Enum, Field, ListOf, Member, Model, Ref, Type, Union
from compiler.ir.wire import Answer, BodyKind, Decode, EventData, Place, Wire, WireEvent, WireOperation
from compiler.plan.plan import Argument, EventName, Group, Method, Plan, Surface, TypeName, in_order
from passes.plan.schemas.requests import DocumentSchemas
from tests.support.documents import document, operation
from tests.support.rendered import anchors, check_pages, links
from tests.support.run import build_sdks

TRIP = Ref("schemas/Trip")


def make_plan(wire: Wire, root: Group, target: str = "reference", **rest: Any) -> Plan:
    """A plan whose schemas are called as in the document, unless it says otherwise."""
    types = {at: TypeName(at.removeprefix("schemas/"), "m") for at in wire.types}
    surface = Surface(target, "Trains", "trains", "1", in_order(root), **{"types": types, **rest})
    return Plan(wire, surface, DocumentSchemas(wire))


def emit(wire: Wire, root: Group, *languages: Language, **rest: Any) -> Mapping[str, str]:
    """The pages of a plan, which hold together."""
    pages = BACKEND.emit(make_plan(wire, root, **rest), languages)
    check_pages(pages)
    return pages


def group(*methods: Method, path: tuple[str, ...] = (), groups: tuple[Group, ...] = ()) -> Group:
    return Group(path, path[-1] if path else "", "T", "m", methods, groups)


def call(at: str, path: str = "/x", **rest: Any) -> WireOperation:
    return WireOperation(id=at, operation_id=at, method="GET", path=path, **rest)


def answer(kind: Type, **rest: Any) -> Answer:
    return Answer("200", decodes=(Decode("application/json", BodyKind.JSON, kind),), **rest)


def model(at: str, *fields: Field) -> Model:
    return Model(id=at, fields=fields)


def test_files_are_unique_where_case_does_not_count_and_keep_off_reserved_names() -> None:
    """D10.2: also for webhooks, whose names are case-sensitive (D9.2)."""
    types = {f"schemas/{name}": model(f"schemas/{name}") for name in ("Readme", "Con", "trip", "Trip")}
    events = {f"webhooks/{wire}": WireEvent(id=f"webhooks/{wire}", wire=wire) for wire in ("newOrder", "NewOrder")}
    spoken = {at: EventName("NewOrder", "new_order") for at in events}
    pages = emit(Wire("T", "1", types=types, events=events), group(), events=spoken)
    names = {path.removeprefix("types/") for path in pages if path.startswith("types/")}
    assert names == {"README.md", "Readme2.md", "Con2.md", "Trip.md", "trip2.md"}
    assert {"webhooks/new-order.md", "webhooks/new-order2.md"} < set(pages)


def test_methods_of_one_page_have_anchors_of_their_own() -> None:
    operations = {name: call(name) for name in ("trips", "newOrder", "NewOrder", "a/b", "ab")}
    methods = [Method(name, name, ("trips",), ()) for name in operations]
    pages = emit(Wire("T", "1", operations=operations), group(groups=(group(*methods, path=("trips",)),)))
    found = ["trips-1", "neworder", "neworder-1", "ab", "ab-1"]
    assert [link for link in links(pages["README.md"]) if "#" in link] == [f"groups/trips.md#{at}" for at in found]
    assert anchors(pages["groups/trips.md"]) == {"trips", *found}


def test_names_with_markup_stay_names() -> None:
    name = "<script>`|](javascript:x)"
    fields = (Field(name, TRIP), Field("ok", STRING))
    types = {
        "schemas/Trip": model("schemas/Trip", *fields),
        "schemas/E": Enum(id="schemas/E", members=(Member(name), Member(None), Member(1))),
        "schemas/U": Union(id="schemas/U", cases=(Case(TRIP, tags=(name,)),), tag=name),
    }
    texts = {"summary": name, "description": name, "external_docs": name}
    operations = {"a": call("a", f"/{name}", answers=(answer(TRIP, description=name),), **texts)}
    argument = Argument(name, Place.HEADER, name, STRING, True, description=name)
    method = Method("a", name, (name,), (argument,))
    pages = emit(Wire(name, name, name, name, operations, types), group(groups=(group(method, path=(name,)),)))
    assert '| ``"<script>`\\|](javascript:x)"`` |' in pages["types/E.md"]


class Snake(Backend):
    target = "snake"
    title = "Snake"

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        return {}


def test_languages_show_their_own_names_signature_and_example() -> None:
    types = {"schemas/Trip": model("schemas/Trip", Field("aB", STRING))}
    wire = Wire("T", "1", operations={"list": call("list", answers=(answer(ListOf(TRIP)),))}, types=types)
    ours, spoken = (Argument(ident, Place.QUERY, "tripId", STRING, True) for ident in ("tripId", "trip_id"))
    names = {"schemas/Trip": TypeName("trip_t", "m", {"aB": "a_b"})}
    theirs = make_plan(wire, group(Method("list", "list_", (), (spoken,))), "snake", types=names)
    language = Language(Snake(), theirs, lambda plan, method: f"call {method.ident}", lambda *_: "def")
    root = group(Method("list", "list", (), (ours,)))
    pages = emit(wire, root, language)
    text = pages["groups/trains.md"]
    assert "```snake\ndef\n```" in text
    assert '**Example**\n\n```snake title="Snake"\ncall list_\n```' in text
    assert "| Name | Snake | In | Type | Required |\n| --- | --- | --- | --- | --- |\n| `tripId` | `trip_id` |" in text
    assert "| `200` | `application/json` | list of [`Trip`](../types/Trip.md) |" in text
    assert "Snake: `trip_t`." in pages["types/Trip.md"]
    assert "| `aB` | `a_b` | string | no |" in pages["types/Trip.md"]
    both = emit(wire, root, language, language)["groups/trains.md"]
    assert '```snake title="Snake"\ncall list_\n```' in both


def test_names_that_stand_between_dots_are_of_one_piece(tmp_path: Path) -> None:
    """A tag of two words and a method that had to become longer: nobody can type `Pay runs.start form`."""
    kinds = ("application/json", "application/x-www-form-urlencoded")
    bodies = {kind: {"schema": {"type": "object", "properties": {kind[-1]: {}}}} for kind in kinds}
    run = operation("start_run", tags=["Pay runs"], requestBody={"content": bodies})
    pages = build_sdks(tmp_path, document("Pay", {"/runs": {"post": run}}), "reference: {}\n") / "reference"
    assert "[`PayRuns.start_run_form`](groups/pay-runs.md#start_run_form)" in (pages / "README.md").read_text()
    assert "## `start_run_form`" in (pages / "groups" / "pay-runs.md").read_text()


def test_options_of_the_client_are_told_as_each_language_calls_them(tmp_path: Path) -> None:
    """A scheme and a global are arguments in one language, and functions that make options in another."""
    paths = {"/runs": {"get": {"parameters": [{"name": "X-Tenant", "in": "header"}], "responses": {}}}}
    tenant = {"name": "X-Tenant", "in": "header", "schema": {"type": "string"}}
    made = document("Pay", paths, security=[{"api_key": []}], **{"x-codegen-globals": {"parameters": [tenant]}})
    made["components"] = {"securitySchemes": {"api_key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}
    sdk = build_sdks(tmp_path, made)
    page = (sdk / "reference" / "README.md").read_text()
    assert "| `api_key` | `api_key` | `apiKey` | `WithAPIKey` | `PAY_API_KEY` | API key" in page
    assert "| `X-Tenant` | `x_tenant` | `xTenant` | `WithXTenant` | header |" in page
    options = (sdk / "go" / "client.go").read_text()
    assert "func WithAPIKey(" in options and "func WithXTenant(" in options


def test_events_are_told_by_their_names() -> None:
    """D13.2: the name of an event decides what its data are."""
    events = (EventData("note", type=STRING, text=True), EventData("trip", type=TRIP), EventData(type=STRING))
    stream = Answer("200", decodes=(Decode("text/event-stream", BodyKind.SSE, TRIP, events=events),))
    types = {"schemas/Trip": model("schemas/Trip")}
    wire = Wire("T", "1", operations={"watch": call("watch", answers=(stream,))}, types=types)
    pages = emit(wire, group(groups=(group(Method("watch", "watch", ("trips",), ()), path=("trips",)),)))
    assert pages["types/Trip.md"].endswith("\nUsed by:\n\n- [`trips.watch`](../groups/trips.md#watch)\n")
    rows = ["| `200` | `note` | string as text |", "| `200` | `trip` | [`Trip`](../types/Trip.md) |"]
    assert "\n".join(["| Status | Event | Data |", "| --- | --- | --- |", *rows, ""]) in pages["groups/trips.md"]
    assert "| `200` | others | string |" in pages["groups/trips.md"]

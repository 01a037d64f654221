"""D10.1: names never move. Edits of real documents rename nothing that stays, in any language (issue 5, part 3).

Documents are edited and planned for Python, TypeScript and Go; a name that differs afterwards is a fault. Edits
that force a collision need codegen.lock, which keeps the old name; the new one is reported.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.documents import FAST, SPECS, find_document
from compiler.lock.lock import Lock
from tests.support.documents import answers, content, document, object_of, operation, parameter, ref, sends
from tests.support.generated.edits import EDITS, FORCED, edit_document, give_titles
from tests.support.generated.names import Names, moved, names_in_place, names_of, names_of_file, reports_of, reread
from tests.support.generated.real_documents import document_names, documents
from tests.support.run import build, build_sdks

SEEDS = st.integers(0, 2**32)
DOCUMENTS = document_names()

pytestmark = pytest.mark.slow


@functools.cache
def before(document: str) -> tuple[Names, Lock]:
    lock = Lock()
    return names_of(documents()[document], lock), reread(lock)


Changes = list[tuple[str, int]]
"""Edits: a name and a seed each."""


def check_without_a_lock(document: str, changes: Changes) -> None:
    """What is added, copied, deleted or moved has no part in what the rest is called."""
    assert moved(before(document)[0], names_of(edit_document(documents()[document], changes))) == {}


def check_with_a_lock(document: str, changes: Changes) -> None:
    """Nothing is renamed, not even where what is new wishes for a name that is taken."""
    names, lock = before(document)
    assert moved(names, names_of(edit_document(documents()[document], changes), lock)) == {}


def check_copies(document: str, changes: Changes) -> None:
    """Without a lock, an exact copy of a property may wish for the names of the first's inline types. Whichever of the
    two is there alone has the short name, so one must move; but no name comes to mean another type."""
    names = before(document)[0]
    after = names_of(edit_document(documents()[document], changes))
    changed = {key: old for key, (old, _) in moved(names, after).items() if key[1] == "type"}
    now = {(key[0], name) for key, name in after.items() if key[1] == "type"}
    assert [(key, name) for key, name in changed.items() if (key[0], name) in now] == []


RULES: dict[str, tuple[Callable[[str, Changes], None], list[str]]] = {
    "without a lock": (check_without_a_lock, sorted(EDITS)),
    "with a lock": (check_with_a_lock, sorted({**EDITS, **FORCED})),
    "copies": (check_copies, ["force_copy", "insert_property", "reorder"]),
}
EACH = [(rule, number, edit) for rule, (_, edits) in RULES.items() for number, edit in enumerate(edits)]


@pytest.mark.parametrize(("rule", "number", "edit"), EACH, ids=[f"{rule}: {edit}" for rule, _, edit in EACH])
def test_an_edit_renames_nothing_else(rule: str, number: int, edit: str) -> None:
    """Each edit five times in one of the documents."""
    RULES[rule][0](DOCUMENTS[number % len(DOCUMENTS)], [(edit, seed) for seed in range(5)])


@pytest.mark.hunt
@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_edits_by_chance_rename_nothing_else(rule: str, data: st.DataObject) -> None:
    """Up to ten edits of any kinds; ``judges.names`` makes ten thousand."""
    check, edits = RULES[rule]
    changes = st.lists(st.tuples(st.sampled_from(edits), SEEDS), min_size=1, max_size=10)
    check(data.draw(st.sampled_from(DOCUMENTS)), data.draw(changes))


@pytest.mark.parametrize("document", DOCUMENTS[::3])
def test_with_a_lock_titles_rename_nothing(document: str) -> None:
    """Those of members of unions and of what these hold, new ones and others; nor does the lack of a change."""
    lock = Lock()
    names = names_in_place(documents()[document], lock)
    for other in (give_titles(documents()[document]), documents()[document]):
        lock = lock.next()
        assert moved(names, names_in_place(other, lock)) == {}


@pytest.mark.parametrize("document", ["openapi", "shared", DOCUMENTS[1]])
def test_the_order_of_paths_and_components_names_nothing(document: str) -> None:
    whole = documents()[document]
    components = {kind: dict(reversed(table.items())) for kind, table in reversed(whole["components"].items())}
    turned = {**whole, "paths": dict(reversed(whole["paths"].items())), "components": components}
    assert moved(before(document)[0], names_of(turned)) == {}


LONG = "configurationOfThePassengerSeats"


def _nested(*path: str) -> dict[str, Any]:
    """An object within objects, and an enum at the end."""
    inner: dict[str, Any] = {"enum": ["a", "b"]}
    for name in reversed(path):
        inner = object_of(**{name: inner})
    return inner


def test_two_deep_copies_both_get_longer_and_the_lock_keeps_the_first() -> None:
    """D10.1: the case itself, which chance seldom makes."""
    window = _nested("window", "settings", "mode")
    first, both = _document({LONG: window}), _document({LONG: window, f"{LONG}Twice": window})
    at = ("python", "type", f"schemas/Trip/properties/{LONG}/properties/window/properties/settings/properties/mode")
    lock = Lock()
    names = names_of(first, lock)
    assert names[at] == "TripSettingsMode"
    longer = names_of(both)
    assert longer[at] != names[at] and names[at] not in longer.values()
    assert moved(names, names_of(both, lock.next())) == {}


def test_no_third_takes_the_name_that_two_gave_up() -> None:
    """TripUpLowDeck is the last two steps of two types and the last three of a third, which others push to it."""
    two = {"a": _nested("upLow", "deck"), "b": _nested("upLow", "deck")}
    others = {"c": _nested("up", "low", "deck"), "d": _nested("other", "low", "deck")}
    alone = names_of(_document({LONG: object_of(**others)}))
    assert "TripUpLowDeck" in alone.values()
    names = names_of(_document({LONG: object_of(**two, **others)}))
    assert [key for key, name in names.items() if name == "TripUpLowDeck" and key[1] == "type"] == []


def test_a_scheme_is_called_the_same_whoever_uses_another_of_its_name() -> None:
    """Telnyx has `bearerAuth` and `BearerAuth`; deleting the last operation with one of them renames no option."""
    document = _document({"x": {"type": "string"}})
    schemes = {name: {"type": "http", "scheme": "bearer"} for name in ("bearerAuth", "BearerAuth")}
    document["components"]["securitySchemes"] = schemes
    for path, name in zip(("/first", "/second"), schemes, strict=True):
        document["paths"][path] = {"get": {"operationId": path[1:], "responses": {}, "security": [{name: []}]}}
    names = names_of(document)
    del document["paths"]["/first"]
    assert moved(names, names_of(document)) == {}
    assert {"bearerAuth", "BearerAuth"} == {key[2] for key in names if key[1] == "schemes"}


def test_the_names_that_are_compared_are_all_there_are() -> None:
    """The test would pass without names: each kind of them is in some document."""
    kinds = {key[1] for document in DOCUMENTS for key in before(document)[0]}
    wanted = {"type", "member", "method", "argument", "group", "class", "module", "schemes", "package", "client"}
    assert wanted | {"request", "event", "handler", "server_variables", "derived"} <= kinds


# --------------------------------------------------------------------------- collisions, one by one


def _document(properties: dict[str, Any], **schemas: Any) -> dict[str, Any]:
    answer = object_of(next=object_of(x="string"))
    made = sends("listTrips", ref("Trip"), responses=answers(answer), tags=["trips"])
    made["parameters"] = [parameter("page-size", "header")]
    return document(
        "Trains", {"/trips": {"post": made}}, {"Trip": {"type": "object", "properties": properties}, **schemas}
    )


TEXT = {"type": "string"}
BASE = _document({"tripId": TEXT, "state": {"enum": ["On", "Off"]}}, SeatMap=object_of(a="string"))
BASE["paths"]["/trips"]["post"]["responses"]["409"] = {"description": "taken", **content(ref("SeatMap"))}
BASE["webhooks"] = {"tripMade": {"post": {"requestBody": content(ref("SeatMap")), "responses": {"204": {}}}}}


def _with(*path: str, **more: Any) -> dict[str, Any]:
    made = copy.deepcopy(BASE)
    owner = functools.reduce(lambda at, key: at[key], path, made)
    owner.update(more)
    return made


def _more_parameters(name: str, place: str) -> dict[str, Any]:
    made = copy.deepcopy(BASE)
    made["paths"]["/trips"]["post"]["parameters"].insert(0, {"name": name, "in": place, "schema": TEXT})
    return made


SCHEMAS = ("components", "schemas")
COLLISIONS = {
    "a property": (_with(*SCHEMAS, "Trip", "properties", trip_id=TEXT), "CG1404"),
    "an enum's value": (_with(*SCHEMAS, "Trip", "properties", "state", enum=["ON", "On", "Off"]), "CG1404"),
    "a component": (_with(*SCHEMAS, **{"SEAT-MAP": {"type": "object", "properties": {"b": TEXT}}}), "CG0512"),
    **{
        f"a component named like {what}": (_with(*SCHEMAS, **{name: object_of(b="string")}), "CG1404")
        for what, name in {
            "an inline type": "ListTripsResponse",
            "a request object": "ListTripsParams",
            "an error's class": "SeatMapError",
            "a model's dictionary": "TripParam",
            "a constant of an enum": "TripStateOn",
            "the client's options": "TrainsOptions",
            "what a webhook carries": "TripMadePayload",
            "the type of a webhook": "TripMadeEvent",
        }.items()
    },
    "a parameter of another place": (_more_parameters("page_size", "query"), "CG1404"),
    "a parameter of the same place": (_more_parameters("page--size", "header"), "CG1404"),
    "an operation": (
        _with("paths", **{"/other": {"get": {"operationId": "trips/list_trips", "tags": ["trips"], "responses": {}}}}),
        "CG0606",
    ),
}


@pytest.mark.parametrize("case", COLLISIONS)
def test_a_new_collision_leaves_the_old_name_and_tells_of_the_new_one(case: str) -> None:
    larger, code = COLLISIONS[case]
    lock = Lock()
    names = names_of(BASE, lock)
    assert moved(names, names_of(larger)) != {} or code == "CG0606", "no collision: the case shows nothing"
    remembered = lock.next()
    after = names_of(larger, remembered)
    assert moved(names, after) == {}
    assert len(after) > len(names)
    assert code in reports_of(larger, lock.next())

    # and the name that the new one got stays when the old one goes
    second = remembered.next()
    assert moved(after, names_of(larger, second)) == {}


READ_ONLY = {"type": "object", "properties": {"id": {"type": "string", "readOnly": True}, "name": TEXT}}


@pytest.mark.parametrize("first", ["get", "post"])
def test_what_is_used_the_other_way_too_keeps_its_name(first: str) -> None:
    """D7.4, D10.1: a schema becomes two types when another operation reads, or writes, it; who used it sees nothing."""
    both = {"get": operation("readBerth", answers(ref("Berth"))), "post": sends("makeBerth", ref("Berth"))}
    larger = _document({"a": TEXT}, Berth=READ_ONLY)
    larger["paths"]["/berths"] = both
    smaller = copy.deepcopy(larger)
    smaller["paths"]["/berths"] = {first: both[first]}
    lock = Lock()
    alone = names_of(smaller, lock)
    assert "Berth" in alone.values() and not {"BerthInput", "BerthOutput"} & set(alone.values())
    locks = [lock.next()]
    together = names_of(larger, locks[0])
    other = "BerthInput" if first == "get" else "BerthOutput"
    assert moved(alone, together) == {} and {"Berth", other} <= set(together.values())
    locks.append(locks[0].next())
    other_alone = copy.deepcopy(larger)
    del other_alone["paths"]["/berths"][first]
    assert moved(together, names_of(other_alone, locks[1])) == {}
    assert moved(together, names_of(larger, locks[1].next())) == {}
    assert moved(alone, names_of(smaller, locks[1])) == {}
    alike = copy.deepcopy(larger)
    del alike["components"]["schemas"]["Berth"]["properties"]["id"]
    assert moved(together, names_of(alike, locks[1])) == {}


def test_a_number_stays_when_its_reason_goes() -> None:
    """D10.1: deleting one of two does not rename the other."""
    both = _with(*SCHEMAS, "Trip", "properties", trip_id=TEXT)
    lock = Lock()
    names = names_of(both, lock)
    without = copy.deepcopy(both)
    del without["components"]["schemas"]["Trip"]["properties"]["trip_id"]
    key = ("python", "member", "schemas/Trip", "tripId")
    assert names[key] == "trip_id2"
    assert names_of(without)[key] == "trip_id"
    assert names_of(without, lock.next())[key] == "trip_id2"


def test_the_lock_is_the_same_after_a_build_that_changed_nothing(tmp_path: Path) -> None:
    """--locked passes on the next build; one target alone keeps what the lock says of the others."""
    build_sdks(tmp_path, _with(*SCHEMAS, "Trip", "properties", trip_id=TEXT))
    lock = (tmp_path / "codegen.lock").read_text()
    assert '"schemas/Trip#go:trip_id"' in lock and '"schemas/Trip#python:tripId"' in lock
    build(tmp_path, "openapi.yaml", "--locked")
    build(tmp_path, "openapi.yaml", "-t", "python")
    assert (tmp_path / "codegen.lock").read_text() == lock


@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize("name", FAST[::3])
def test_a_second_build_of_a_real_document_names_nothing_anew(name: str) -> None:
    """D10.1: codegen.lock is read as it was written, whatever stands in lists; ``judges.names`` takes all of them."""
    document, lock = find_document(name), Lock()
    before = names_of_file(document.path, lock, document.prefix)
    assert moved(before, names_of_file(document.path, reread(lock), document.prefix)) == {}


VIEWED = _document({"a": TEXT}, Berth=READ_ONLY)
VIEWED["paths"]["/berths"] = {
    method: sends(f"{method}Berth", ref("Berth"), responses=answers(ref("Berth"))) for method in ("post", "put")
}


@pytest.mark.parametrize("new", ["component", "property"])
def test_the_name_of_a_view_is_not_to_be_had(new: str) -> None:
    """D7.4, D10.1: what a type is called where it is sent is in the lock too, and what is new stands aside."""
    larger = copy.deepcopy(VIEWED)
    schemas = larger["components"]["schemas"]
    thing = {"type": "object", "properties": {"b": TEXT}}
    if new == "component":
        schemas["BerthInput"] = thing
    else:
        schemas["Berth"]["properties"]["input"] = thing
    lock = Lock()
    names = names_of(VIEWED, lock)
    assert names["python", "type", "schemas/Berth#write"] == "BerthInput"
    assert moved(names, names_of(larger)) != {}, "no collision: the case shows nothing"
    remembered = lock.next()
    after = names_of(larger, remembered)
    assert moved(names, after) == {}
    assert ("CG1404" in reports_of(larger, lock.next())) == (new == "component")
    assert moved(after, names_of(larger, remembered.next())) == {}


def test_two_that_are_new_say_nothing_of_what_was_there() -> None:
    """CG1404 is true: nobody was called so before."""
    larger = _with(*SCHEMAS, "Trip", "properties", seatNo=TEXT, seat_no=TEXT)
    lock = Lock()
    names = names_of(BASE, lock)
    assert moved(names, names_of(larger, lock.next())) == {}
    assert "CG1404" not in reports_of(larger, lock.next())


def test_after_a_merge_it_is_told_who_lost_the_name() -> None:
    """D10.1: each of two had it on its branch; that one must move is told once, and then it stays."""
    locks = []
    for name in ("seatNo", "seat_no"):
        lock = Lock()
        names_of(_with(*SCHEMAS, "Trip", "properties", **{name: TEXT}), lock)
        locks.append(lock.next())
    members = {
        at: locks[0].members.get(at, frozenset()) | locks[1].members.get(at, frozenset())
        for at in locks[0].members.keys() | locks[1].members.keys()
    }
    merged = Lock({**locks[0].kept, **locks[1].kept}, members=members)
    both = _with(*SCHEMAS, "Trip", "properties", seatNo=TEXT, seat_no=TEXT)
    assert {"CG1404", "CG1406"} & reports_of(both, merged) == {"CG1406"}
    names = names_of(both, merged)
    after = merged.next()
    assert {"CG1404", "CG1406"} & reports_of(both, after) == set()
    assert moved(names, names_of(both, after)) == {}


def test_a_new_title_renames_no_client() -> None:
    """D10.1: of 18 public APIs some got another title within a few years, with a version in it or without."""
    lock = Lock()
    names = names_of(BASE, lock)
    other = _with("info", title="Trains REST API 2026")
    assert names_of(other)["python", "client"] != names["python", "client"]
    after = names_of(other, lock.next())
    assert moved(names, after) == {}
    assert "CG1409" in reports_of(other, lock.next())


def test_values_that_become_one_name_are_told_apart_by_themselves() -> None:
    """D10.1: Twilio has `GET` and `get` in one enum; which has the number does not depend on which stands first."""
    names = names_of(_with(*SCHEMAS, "Trip", "properties", "state", enum=["get", "GET", "Get"]))
    assert moved(names, names_of(_with(*SCHEMAS, "Trip", "properties", "state", enum=["Get", "GET", "get"]))) == {}
    assert names["python", "member", "schemas/Trip/properties/state", "'GET'"] == "GET"

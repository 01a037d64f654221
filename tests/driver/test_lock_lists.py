"""D10.1: codegen.lock identifies list items by content and not by index, so that no name moves to a neighbour."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.documents import answers, document, ref
from tests.support.run import build, configure, tree, write

Object = dict[str, Any]


def _member(*names: str, **more: Any) -> Object:
    return {**more, "type": "object", "properties": {name: {"type": "string"} for name in names}}


def _document(members: list[Object], parameters: list[Object] | None = None) -> Object:
    responses = answers(ref("Stop"))
    operation = {"operationId": "getStop", "tags": ["stops"], "parameters": parameters or [], "responses": responses}
    return document("Stops", {"/stop": {"get": operation}}, {"Stop": {"oneOf": members}})


def _build(folder: Path, document: Object, target: str = "python") -> Object:
    """Build, and return codegen.lock."""
    write(folder, "openapi.yaml", yaml.safe_dump(document, sort_keys=False))
    configure(folder, f"{target}: {{}}\n")
    build(folder, "openapi.yaml")
    lock: Object = json.loads((folder / "codegen.lock").read_text("utf-8"))
    return lock


def _printed(folder: Path) -> str:
    """Return the printed types, of Python or Go."""
    files = sorted([*folder.glob("sdk/python/stops/_models/*.py"), *folder.glob("sdk/go/*_models.go")])
    return "\n".join(path.read_text("utf-8") for path in files)


def _attributes(folder: Path, name: str) -> set[str]:
    """Return what a printed class holds."""
    body = re.split(r"\n    def |\nclass ", _printed(folder).partition(f"\nclass {name}(")[2])[0]
    return set(re.findall(r"^    (\w+)(?=:| =)", body, re.MULTILINE))


@pytest.mark.parametrize("titles", [("Berth", "Seat"), (None, None)], ids=["titles", "properties"])
def test_a_member_that_is_put_in_front_takes_no_name(tmp_path: Path, titles: tuple[str | None, str | None]) -> None:
    """As in descriptions of events: the new one stands among the old, and all numbers behind it are others'."""
    members = [
        _member(name, **({"title": title} if title else {}))
        for name, title in zip(("berth", "seat"), titles, strict=True)
    ]
    before = _build(tmp_path, _document(members))["names"]
    names = {name: at for at, name in before.items() if "/oneOf/" in at}
    meant = {name: _attributes(tmp_path, name) for name in names}
    assert {frozenset(meaning) for meaning in meant.values()} == {frozenset({"berth"}), frozenset({"seat"})}
    after = _build(tmp_path, _document([_member("table", title="Table" if titles[0] else ""), *members]))["names"]
    assert {name: _attributes(tmp_path, name) for name in names} == meant
    assert before.items() <= after.items()


def test_a_parameter_that_is_put_in_front_takes_no_name(tmp_path: Path) -> None:
    listed = [
        {"name": name, "in": "query", "schema": {"enum": [f"{name}_a", f"{name}_b"]}} for name in ("order", "state")
    ]
    before = _build(tmp_path, _document([_member("seat")], listed))
    assert before["names"]["paths/~1stop/get/parameters/query-state/schema"] == "StopGetState"
    new = {"name": "kind", "in": "query", "schema": {"enum": ["kind_a", "kind_b"]}}
    after = _build(tmp_path, _document([_member("seat")], [new, *reversed(listed)]))
    assert before["names"].items() <= after["names"].items()
    for name in ("order", "state", "kind"):
        values = f'Literal["{name}_a", "{name}_b"]'
        assert f"\nStopGet{name.capitalize()}: TypeAlias = {values} | UnknownValue\n" in _printed(tmp_path)


def test_numbers_of_an_earlier_lock_follow_what_was_put_in_front(tmp_path: Path) -> None:
    """Where one type's name says that its parameter has moved, what looks alike has, too; what went leaves no name."""

    def listed(name: str, key: str, kind: str = "string") -> Object:
        return {"name": name, "in": "query", "schema": {"type": "object", "properties": {key: {"type": kind}}}}

    kept = [listed("state", "on"), listed("x", "a"), listed("y", "a", "integer")]
    text = json.dumps(_build(tmp_path, _document([_member("seat")], [listed("gone", "b"), *kept])))
    for number, (wire, name) in enumerate(
        (("gone", "Gone"), ("state", "StopGetState"), ("x", "First"), ("y", "Second"))
    ):
        text = text.replace(f"query-{wire}", str(number)).replace(f"StopGet{wire.capitalize()}", name)
    write(tmp_path, "codegen.lock", text)
    document = _document([_member("seat")], [listed("kind", "c"), listed("other", "d"), *kept])
    names = _build(tmp_path, document)["names"]
    found = [names[f"paths/~1stop/get/parameters/query-{wire}/schema"] for wire in ("kind", "other", "state", "x", "y")]
    assert found == ["StopGetKind", "StopGetOther", "StopGetState", "First", "Second"]


def test_a_member_is_known_by_its_properties_when_its_title_changes(tmp_path: Path) -> None:
    """A title is text for people: with a lock its change moves no name, nor a line."""
    before = _build(tmp_path, _document([_member("berth", "deck", title="Berth"), _member("seat", title="Seat")]))
    after = _build(tmp_path, _document([_member("seat", title="Seat"), _member("berth", "car", title="A bed")]))
    assert after["names"] == before["names"]
    assert _attributes(tmp_path, "Berth") >= {"berth", "car"}


def test_an_inline_part_of_all_of_keeps_its_names_behind_another_part(tmp_path: Path) -> None:
    part = {"type": "object", "properties": {"state": {"enum": ["on", "off"]}}}
    document = _document([_member("seat")])
    document["components"]["schemas"] |= {"Base": _member("id"), "Stop": {"allOf": [part]}}
    before = _build(tmp_path, document)["names"]
    document["components"]["schemas"]["Stop"]["allOf"].insert(0, {"$ref": "#/components/schemas/Base"})
    assert _build(tmp_path, document)["names"] == before
    assert before["schemas/Stop/allOf/part/properties/state"] == "StopState"


def test_one_of_a_kind_beside_another_is_told_by_what_it_holds(tmp_path: Path) -> None:
    """Unions within unions, in keys of members too: nothing in the lock moves when everything changes places."""

    def inner(name: str) -> Object:
        return {"title": f"In {name}", "oneOf": [_member(f"{name}_a"), _member(f"{name}_b"), {"type": "array"}]}

    before = _build(tmp_path, _document([inner("x"), inner("y")]))
    other = [{**item, "oneOf": item["oneOf"][::-1]} for item in (inner("y"), inner("x"))]
    assert _build(tmp_path, _document(other)) == before


def test_of_two_inline_parts_of_all_of_each_keeps_its_names(tmp_path: Path) -> None:
    """The lock lists nothing of parts, since they are no types: what is not told apart stays in its order."""
    parts = [_member("id"), {"type": "object", "properties": {"state": {"enum": ["on", "off"]}}}]
    document = _document([_member("seat")])
    document["components"]["schemas"]["Stop"] = {"allOf": parts}
    before = _build(tmp_path, document)
    assert before["names"]["schemas/Stop/allOf/part~2/properties/state"] == "StopState"
    document["paths"]["/stop"]["get"]["summary"] = "Anything else"
    assert _build(tmp_path, document) == before


def test_members_of_a_union_within_all_of_keep_their_names(tmp_path: Path) -> None:
    """The union of `allOf: [{anyOf: ...}, ...]` is made by a pass, and is called by what stands in it, too."""
    names = ("berth", "seat")
    schemas = {f"In {name}": {**_member(name), "required": [name]} for name in (*names, "table")}
    members = [{"$ref": f"#/components/schemas/In {name}"} for name in names]
    document = _document([])
    document["components"]["schemas"] |= {**schemas, "Stop": {"allOf": [{"anyOf": members}, _member("stream")]}}
    before = _build(tmp_path, document)["names"]
    assert before["schemas/Stop/oneOf/In-berth"] == "StopInBerth"
    members.insert(0, {"$ref": "#/components/schemas/In table"})
    after = _build(tmp_path, document)["names"]
    assert before.items() <= after.items()
    assert _attributes(tmp_path, "StopInSeat") >= {"seat", "stream"}


def test_a_list_is_known_by_what_it_holds_when_it_gets_a_title(tmp_path: Path) -> None:
    """A title is text for people, for what is no type itself, too: nothing moves, though three are alike."""
    listed = [{"type": "array", "items": _member(name)} for name in ("berth", "seat", "table")]
    mapped = {"type": "object", "additionalProperties": _member("deck")}
    either = {"type": "array", "items": {"anyOf": [_member("a"), _member("b")]}}
    members: list[Object] = [*listed, mapped, either]
    before = _build(tmp_path, _document(members))
    names = {name for at, name in before["names"].items() if "/oneOf/" in at}
    meant = {name: _attributes(tmp_path, name) for name in names}
    for new in (1, 0, 3, 4):
        members[new] = {**members[new], "title": f"Some title {new}"}
        assert _build(tmp_path, _document(members))["names"] == before["names"]
    assert _build(tmp_path, _document(members[::-1]))["names"] == before["names"]
    assert {name: _attributes(tmp_path, name) for name in names} == meant


PLAIN: list[Object] = [
    {"type": "string"},
    {"type": "integer", "minimum": 1},
    {"type": "array", "items": {"type": "string"}},
    {"type": "array", "items": _member("berth")},
    {"type": "object", "additionalProperties": {"type": "boolean"}},
]
"""Members that are no types of their own: Go has a wrapper for each."""
WRAPPERS = {"StopString", "StopInteger", "StopStringList", "StopItemList", "StopBooleanMap"}


def _wrappers(folder: Path) -> set[str]:
    """Return what implements the union in Go."""
    return set(re.findall(r"^func \((\w+)\) isStop\(\)", _printed(folder), re.MULTILINE))


def _titled(members: list[Object], word: str) -> list[Object]:
    return [
        {**item, "title": f"{word} {number}"}
        | ({"items": {**item["items"], "title": "Thing"}} if "items" in item else {})
        for number, item in enumerate(members)
    ]


def test_a_title_does_not_rename_what_is_no_type_itself(tmp_path: Path) -> None:
    """Nor does its bound, or the place: with a lock all stay until an override asks for another name."""
    lock = _build(tmp_path, _document(PLAIN), "go")
    assert _wrappers(tmp_path) == WRAPPERS
    for members in (_titled(PLAIN, "Some"), _titled(PLAIN, "Other")[::-1], PLAIN):
        assert _build(tmp_path, _document(members), "go")["names"] == lock["names"]
        assert _wrappers(tmp_path) == WRAPPERS
    titled = _titled(PLAIN, "Some")
    titled[1]["minimum"] = 2
    titled[2] |= {"x-codegen-name-override": "Labels", "maxItems": 3}
    _build(tmp_path, _document(titled), "go")
    assert _wrappers(tmp_path) == WRAPPERS - {"StopStringList"} | {"StopLabels"}


def test_a_title_stays_the_name_of_a_member_that_had_it_first(tmp_path: Path) -> None:
    """In a new lock, and with one of earlier versions, which do not tell by what title a member was called."""
    lock = _build(tmp_path, _document(_titled(PLAIN, "Some")), "go")
    wrappers = {f"StopSome{number}" for number in range(len(PLAIN))}
    assert _wrappers(tmp_path) == wrappers
    old = {key: name for key, name in lock["names"].items() if "#title:" not in key}
    assert len(old) == len(lock["names"]) - len(PLAIN)
    write(tmp_path, "codegen.lock", {**lock, "names": old})
    build(tmp_path, "openapi.yaml", "--locked")
    assert _build(tmp_path, _document(_titled(PLAIN, "Some")), "go") == lock
    for members in (_titled(PLAIN, "Other"), PLAIN):
        assert _build(tmp_path, _document(members), "go") == lock
        assert _wrappers(tmp_path) == wrappers


def test_a_title_does_not_rename_a_constant(tmp_path: Path) -> None:
    """A union of constants is an enum, whose members go by titles: by those that they had first."""

    def named(*titles: str, **more: str) -> set[str]:
        members: list[Object] = [
            {"const": number, **({"title": title} if title else {}), **(more if title == "Third" else {})}
            for number, title in enumerate(titles, 1)
        ]
        document = _document([{"type": "object", "properties": {"rank": {"oneOf": members}}}, {"type": "null"}])
        _build(tmp_path, document, "go")
        return set(re.findall(r"^\tStopRank(\w+) +StopRank += \d$", _printed(tmp_path), re.MULTILINE))

    names = {"First", "Second", "Value3"}
    assert named("First", "Second", "") == names
    assert named("Prime", "", "Third") == names
    assert named("Prime", "Two", "Third", **{"x-codegen-name-override": "Last"}) == {"First", "Second", "Last"}


def _alike(count: int) -> list[Object]:
    """Return members that nothing but their place tells apart."""
    return [{"type": "object", "properties": {"stop": {"enum": [f"a{at}", f"b{at}"]}}} for at in range(count)]


def _made_of(*names: str) -> Object:
    return {"allOf": [{"$ref": f"#/components/schemas/In {name}"} for name in names]}


@pytest.mark.parametrize(
    "members",
    [_alike(12), [*_alike(1), {"type": "string"}, *_alike(1)], [_made_of(name, "base") for name in "abcdefghijklm"]],
    ids=["alike", "beside-text", "all-of"],
)
def test_a_build_that_changed_nothing_names_nothing_anew(tmp_path: Path, members: list[Object]) -> None:
    """Nor does one that has a member more.

    Not by the order of codegen.lock, in which a tenth stands before the second, nor by a lock with numbers.
    """
    document = _document(members)
    document["components"]["schemas"] |= {f"In {name}": _member(name) for name in (*"abcdefghijklm", "base")}
    before = _build(tmp_path, document)
    assert len([at for at in before["names"] if "/oneOf/" in at]) >= len(
        [item for item in members if "type" not in item]
    )
    printed = tree(tmp_path / "sdk")
    assert _build(tmp_path, document) == before
    assert tree(tmp_path / "sdk") == printed
    document["components"]["schemas"]["Stop"]["oneOf"] = [_member("seat"), *members]
    assert before["names"].items() <= _build(tmp_path, document)["names"].items()


def test_members_that_are_made_of_others_are_known_by_these(tmp_path: Path) -> None:
    members = [_made_of(name, "base") for name in ("berth", "seat")]
    document = _document(members)
    schemas = {f"In {name}": _member(name) for name in ("base", "berth", "seat", "table")}
    document["components"]["schemas"] |= schemas
    before = _build(tmp_path, document)["names"]
    document["components"]["schemas"]["Stop"]["oneOf"] = [_made_of("table", "base"), *members[::-1]]
    assert before.items() <= _build(tmp_path, document)["names"].items()

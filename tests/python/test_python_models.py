"""Printed models: reading, unknown properties, writing, comparison, and the results of validation (D7.5, D11)."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import sys
import weakref
from abc import ABC
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar, get_args

import pytest

from tests.support.documents import document
from tests.support.places import SHARED
from tests.support.printed import print_python
from tests.support.python_things import copies, printed_models

T = TypeVar("T")
NAUGHTY = SHARED / "suites" / "naughty-strings" / "blns.json"


@pytest.fixture(scope="module")
def package() -> ModuleType:
    return printed_models().module


@pytest.fixture(params=["orjson", "json"])
def models(package: ModuleType, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    if request.param == "pydantic":
        pytest.importorskip("pydantic")
        return printed_models("pydantic").module.models
    if request.param == "orjson":
        pytest.importorskip("orjson")
    else:
        monkeypatch.setattr("printed_models._runtime.jsonio._orjson", None)
    return package.models


EVERY = pytest.mark.parametrize("models", ["orjson", "json", "pydantic"], indirect=True)
"""What pydantic's models do as well; where they differ, test_python_pydantic.py has tests of its own."""


@pytest.fixture
def unset(models: Any) -> Any:
    return sys.modules[models.__name__.partition(".")[0]].UNSET


def everything(models: Any, **fields: Any) -> Any:
    return models.Everything.from_dict({"id": "id", "kind": "thing", **fields})


@EVERY
def test_unknown_fields_are_kept_and_written_again(models: Any) -> None:
    """D11.1"""
    data = {"id": "id", "kind": "thing", "new": {"deep": [1, None]}}
    thing = models.Everything.from_dict(data)
    assert thing.model_extra == {"new": {"deep": [1, None]}}
    assert thing.to_dict() == data
    thing.model_extra["more"] = date(2026, 1, 31)
    del thing.model_extra["new"]
    assert thing.to_dict() == {"id": "id", "kind": "thing", "more": "2026-01-31"}


@pytest.mark.parametrize("text", ["18446744073709551615", "18446744073709551616", "-9223372036854775809", "9" * 400])
def test_no_digit_of_an_integer_is_lost(models: Any, text: str) -> None:
    """sdk 13: a wrong type is "not silently changed"; orjson makes floats of integers beyond 64 bits."""
    number = int(text)
    for spaces in ("", " ", "  "):
        thing = models.Everything.from_json(f'{{"kind":"thing","id":"id","n":{spaces}[{text}],"m":{spaces}{text}}}')
        assert (thing.model_extra["n"], thing.model_extra["m"]) == ([number], number)
        assert str(number) in thing.to_json()
    jsonio = importlib.import_module("printed_models._runtime.jsonio")
    assert jsonio.loads(text) == jsonio.loads(text.encode()) == number
    assert jsonio.loads(f'{{"a": "{text}", "b": 1.{"3" * 20}}}') == {"a": text, "b": 4 / 3}


def test_a_number_that_is_no_json_is_told(models: Any) -> None:
    """orjson would make null of it."""
    for number in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="JSON"):
            everything(models, n=[None, number]).to_json()


def test_absent_null_and_default_are_three_things(models: Any, unset: Any) -> None:
    """D7.5: a default is documented, not filled in and not sent."""
    absent, null = everything(models), everything(models, note=None)
    assert absent.note is null.note is absent.count is None
    assert "note" in null and "note" not in absent and "count" not in absent and "nothing" not in absent
    assert null.model_fields_set == {"id", "kind", "note"} and absent.model_fields_set == {"id", "kind"}
    assert (absent.given("note"), null.given("note"), null.given("id")) == (unset, None, "id")
    assert not unset
    assert "note" not in absent.to_dict() and null.to_dict()["note"] is None
    assert "count" not in models.Everything(id="id").to_dict()
    assert absent != null


@pytest.mark.parametrize("fields", [{}, {"note": None}, {"count": None}, {"note": None, "parts": None, "new": None}])
def test_what_came_absent_or_null_goes_back_so(models: Any, fields: dict[str, Any]) -> None:
    """D11.5; also null where none may be, of what was read or asked for its unknown fields before."""
    for asked in (False, True):
        thing = everything(models, **fields)
        if asked:
            assert thing.model_extra == {name: None for name in fields if name == "new"}
        for same in [thing, *copies(thing)]:
            assert same == thing and same.to_dict() == {"id": "id", "kind": "thing", **fields}
            assert repr(same) == repr(thing)
            assert all(name in same for name in fields) and ("note" in same) is ("note" in fields)
            assert same.note is same.count is same.parts is None


@EVERY
def test_a_field_is_made_absent(models: Any, unset: Any) -> None:
    """D11.5: by ``del``, and by None where null cannot be."""
    whole = {"note": None, "count": 3, "parts": [{"name": "x"}], "X-Rate": 1}
    thing = everything(models, **whole)
    del thing.note, thing.id
    thing.count = thing.parts = thing.x_rate = None
    for same in [thing, *copies(thing)]:
        assert same.to_dict() == {"kind": "thing"} and same == thing and same.note is same.id is None
        assert same.model_fields_set == {"kind"} and "X-Rate" not in same
    thing.note = None
    assert thing.to_dict() == {"kind": "thing", "note": None}
    assert models.Everything(id="id", note=unset, count=None, tree=None).to_dict() == {"id": "id", "kind": "thing"}
    changed = everything(models, **whole, value=None).copy(note=unset, count=None, parts=None, value=None)
    assert changed.to_dict() == {"id": "id", "kind": "thing", "X-Rate": 1}


@EVERY
def test_what_is_given_passes_on(models: Any, unset: Any) -> None:
    """D11.5: a field that may be null and absent, as an argument takes it; by the attribute or the name on the wire."""
    thing = everything(models, **{"X-Rate": 1, "new": 2})
    assert (thing.given("x_rate"), thing.given("X-Rate"), thing.given("new")) == (1, 1, 2)
    for said in (everything(models), everything(models, note=None), everything(models, note="x")):
        passed = models.Everything(id=said.id, note=said.given("note"), count=said.count, parts=said.parts)
        assert passed.to_dict() == said.to_dict()
    with pytest.raises(AttributeError, match="nothing"):
        thing.given("nothing")
    with pytest.raises(AttributeError, match="nothing"):
        _ = thing.nothing
    assert not hasattr(thing, "__len__") and getattr(thing, "nothing", 5) == 5


@EVERY
def test_constants_need_not_be_said(models: Any) -> None:
    assert models.Everything(id="id").to_dict() == {"id": "id", "kind": "thing"}


@pytest.mark.parametrize(
    "fields",
    [
        {"id": 5, "count": "7", "parts": {"a": 1}, "by_name": [1], "colour": 3, "level": "high", "note": [1]},
        {"at": "yesterday", "date": "2026-13-01", "price": "dear", "data": "???", "pet": 5, "shape": None},
        {"at": 5, "date": None, "price": True, "data": {}, "value": [1], "tree": {"a": 1}, "parts": [1, None, "x"]},
    ],
)
def test_wrong_types_are_tolerated_and_not_changed(models: Any, fields: dict[str, Any]) -> None:
    """D11.1: drift in a response is never an error, and shows."""
    thing = everything(models, **fields)
    assert thing.to_dict() == {"id": "id", "kind": "thing", **fields}
    assert type(thing) is models.Everything


@EVERY
def test_a_missing_required_field_is_none_and_said_by_validate(models: Any) -> None:
    """D11.5: it goes back absent."""
    thing = models.Everything.from_dict({})
    assert thing.id is None and "id" not in thing and thing.to_dict() == {}
    assert models.Everything.from_dict({"id": None}).to_dict() == {"id": None}
    found = {(item.pointer, item.rule) for item in thing.validate()}
    assert found == {("/id", "required"), ("/kind", "required")}


def test_a_long_list_reads_as_each_of_its_items(models: Any) -> None:
    """Models read long lists in one loop: also the items that are no objects, and those that lack a required field."""
    decode_list = importlib.import_module("printed_models._runtime.convert").decode_list
    whole, lacking = {"id": "k", "next": {"id": "l", "new": 1}}, {"next": {"id": "l"}}
    for items in ([whole] * 20, [whole, None, lacking, "x", [1]] * 4, [lacking, whole] * 10):
        new: list[Any] = [type("Knot", (models.Knot,), {}) for _ in range(2)]  # of which no object lacked a field
        each = [new[0].__decode__(item) for item in items]
        together = decode_list(items, new[1].__decode__)
        for found, cls in zip((each, together), new, strict=True):
            assert [type(one) is cls for one in found] == [isinstance(item, dict) for item in items]
            assert [one.to_dict() if isinstance(one, cls) else one for one in found] == items


def test_objects_that_all_lack_a_field_are_not_read_over_and_over(models: Any) -> None:
    """An object is read again when it lacks a required field, and its members that were read are not."""
    code = models.Knot.__read__.__code__
    calls = [0]

    def count(frame: Any, event: str, _: Any) -> None:
        calls[-1] += event == "call" and frame.f_code is code

    depth = 150
    data: dict[str, Any] = {}
    for _ in range(depth - 1):
        data = {"next": data}
    sys.setprofile(count)
    try:
        knot = models.Knot.from_dict(data)
        calls.append(0)
        again = models.Knot.from_dict(data)
    finally:
        sys.setprofile(None)
    assert knot.id is knot.next.id is None and knot.to_dict() == data
    assert depth <= calls[0] <= 2 * depth and calls[1] == depth
    assert again.to_dict() == data


def test_classes_may_be_inherited_from_as_any_class(package: ModuleType, models: Any) -> None:
    """A printed class has a slot for each field and no dictionary; what inherits from it is as its author writes it."""

    class Named(models.Part, ABC, Generic[T]):  # type: ignore[misc]
        nick = "nobody"

        def __init__(self, *, name: str, age: int = 3) -> None:
            super().__init__(name=name)
            self.age = age

    assert type(models.Part) is type and models.Part.__base__ is package.Model
    assert models.Part.__slots__ == ("name", "made_on", "parent") and not hasattr(models.Part(name="x"), "__dict__")
    named = Named[int](name="x")
    assert (named.name, named.nick, named.age, named.to_dict()) == ("x", "nobody", 3, {"name": "x"})
    weak = weakref.ref(named)
    assert weak() is named


@pytest.mark.parametrize("slots", [(), ("seen",)])
def test_what_inherits_with_slots_of_its_own_keeps_its_fields(models: Any, slots: tuple[str, ...]) -> None:
    """Its own slots are no fields: the API knows none of them."""
    small = type("Small", (models.Part,), {"__slots__": slots})
    part = small.from_dict({"name": "x", "new": 1})
    if slots:
        part.seen = True
    assert not hasattr(part, "__dict__") and part.to_dict() == {"name": "x", "new": 1}
    assert repr(part) == "Small(name='x', model_extra={'new': 1})"
    assert part != small(name="y") and part == part.copy() and part.copy(name="y").name == "y"
    assert part.copy().model_extra == {"new": 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-01-31T12:00:00Z", datetime(2026, 1, 31, 12, tzinfo=UTC)),
        ("2026-01-31T12:00:00.250+02:00", datetime(2026, 1, 31, 12, 0, 0, 250000, timezone(timedelta(hours=2)))),
        ("2026-01-31T12:00:00", datetime(2026, 1, 31, 12, tzinfo=UTC)),
    ],
)
def test_times_are_aware(models: Any, text: str, value: datetime) -> None:
    """D11.3"""
    found = everything(models, at=text).at
    assert found == value and found.utcoffset() == value.utcoffset()
    assert everything(models, at=value).to_dict()["at"] == value.isoformat().replace("+00:00", "Z")


def test_a_time_that_came_without_zone_goes_without_one(models: Any) -> None:
    came = "2026-01-31T12:00:00"
    found = everything(models, at=came)
    for copied in (found, copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert copied.to_dict()["at"] == came
    found.at = found.at + timedelta(minutes=5)
    assert found.to_dict()["at"] == "2026-01-31T12:05:00"


@pytest.mark.parametrize("value", [datetime(2026, 6, 1, 12), {"a"}, float("nan"), "\ud800"])
def test_what_json_cannot_hold_is_refused_with_its_pointer(models: Any, value: object) -> None:
    """D11.1, D11.3: a time without a zone is among it."""
    with pytest.raises(ValueError, match=r"(needs a zone|is not JSON|surrogate).*, at /at/0$"):
        models.Everything(id="id", at=[value]).to_json()


@EVERY
def test_exact_numbers_and_bytes_survive(models: Any) -> None:
    """D11.3"""
    fields = {"count": 2**60 + 1, "price": "49.90", "data": "AAH/", "url_data": "-_8", "date": "2026-01-31"}
    thing = everything(models, **fields)
    assert thing.price == Decimal("49.90") and str(thing.price) == "49.90"
    assert (thing.data, thing.url_data, thing.date) == (b"\x00\x01\xff", b"\xfb\xff", date(2026, 1, 31))
    assert models.Everything.from_json(thing.to_json()) == thing
    assert thing.to_dict() == {"id": "id", "kind": "thing", **fields}
    assert everything(models, weight=0.1).weight == Decimal("0.1")
    assert models.Everything(id="id", weight=Decimal("2.50")).to_dict()["weight"] == 2.5
    long = models.Everything(id="id", weight=Decimal("12345678901234567890.120"))
    assert '"weight":12345678901234567890.120' in long.to_json()
    assert json.loads(json.dumps(long.to_dict())) == json.loads(long.to_json()), "near, where others write"
    assert not long.validate()
    for text in ('{"id":"a","price":1.10}', '{"id":"a","price":"NaN"}', '{"id":"a","price":"1_0"}'):
        kept = models.Everything.from_json(text)  # D11.1: what is no decimal stays what it is
        assert json.loads(kept.to_json()) == json.loads(text)


def test_names_that_python_or_the_model_needs(models: Any) -> None:
    """D10.5"""
    wire = {"self": "a", "copy": "b", "class": "c", "X-Rate": 1, "__private": "p", "list": ["x"], "date": "2026-01-31"}
    thing = everything(models, **wire)
    assert (thing.self_, thing.copy_, thing.class_, thing.x_rate) == ("a", "b", "c", 1)
    assert thing.to_dict() == {"id": "id", "kind": "thing", **wire}
    assert thing.model_extra == {}


def test_comparing_copying_pickling(models: Any) -> None:
    thing = everything(models, parts=[{"name": "x", "parent": {"name": "y"}}], new=1)
    for other in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing), thing.copy()):
        assert other == thing and other is not thing
    changed = thing.copy(id="other")
    assert changed.id == "other" and changed != thing and changed.parts is thing.parts
    assert thing.__replace__(id="other") == changed
    with pytest.raises(TypeError, match="nothing"):
        thing.copy(nothing=1)
    with pytest.raises(AttributeError):
        thing.nothing = 1
    with pytest.raises(TypeError):
        hash(thing)
    assert repr(models.Part(name="x")) == "Part(name='x')"
    assert thing != "thing"


def test_reading_and_its_aliases(models: Any) -> None:
    data = {"id": "id", "kind": "thing"}
    thing = models.Everything.model_validate(data)
    assert models.Everything.model_validate(thing) is thing
    assert thing.model_dump() == data and models.Everything.from_json(thing.model_dump_json()) == thing
    with pytest.raises(TypeError, match="mapping"):
        models.Everything.from_dict([])
    with pytest.raises(ValueError):
        models.Everything.from_json("{")


@EVERY
def test_what_is_read_is_not_shared_with_the_caller(models: Any) -> None:
    data: dict[str, Any] = {"id": "id", "kind": "thing", "list": ["a"], "new": [1]}
    thing = models.Everything.from_dict(data)
    data["list"].append("b")
    data["new"].append(2)
    assert thing.list == ["a"] and thing.model_extra == {"new": [1]}


@EVERY
def test_dictionaries_stand_in_for_models(models: Any) -> None:
    """A dictionary is the JSON that is sent; Python values may stand in it."""
    given = {"id": "id", "at": datetime(2026, 1, 31, tzinfo=UTC), "parts": ({"name": "x"}, models.Part(name="y"))}
    written = models.Everything.__encode__(given)
    assert written == {"id": "id", "at": "2026-01-31T00:00:00Z", "parts": [{"name": "x"}, {"name": "y"}]}


def test_what_a_model_may_hold_in_place_of_what_it_reads(models: Any, unset: Any) -> None:
    """Dictionaries with what only the schema says how to write, times for dates, iterables for lists, absent values."""
    day = datetime(2026, 1, 31, 12, tzinfo=UTC)
    parts = ({"name": name, "made_on": day, "parent": unset} for name in "ab")
    thing = models.Everything(id="id", date=day, parts=parts, list=iter(["x"]), whatever={"on": day, "not": unset})
    dated = [{"name": name, "made_on": "2026-01-31"} for name in "ab"]
    whatever = {"on": "2026-01-31T12:00:00Z"}
    wanted = {"id": "id", "kind": "thing", "date": "2026-01-31", "parts": dated, "whatever": whatever, "list": ["x"]}
    assert thing.to_dict() == wanted
    assert set(models.PartParam.__annotations__) == {"name", "made_on", "parent"}


def test_what_a_union_or_a_further_property_holds_is_written_as_the_schema_says(models: Any) -> None:
    """D11.3: bytes in the base64 of the member, a decimal as the number it is, a time as the date it is given for."""
    day = datetime(2026, 1, 31, 12, tzinfo=UTC)
    given = {"seal": b"\xfb\xff", "price": Decimal("1.5"), "day": day, "when": day, "more": [b"\xfb\xff"]}
    wanted = {"seal": "-_8", "price": 1.5, "day": "2026-01-31", "when": "2026-01-31T12:00:00Z", "more": ["-_8"]}
    assert models.Sealed.__encode__(given) == wanted
    assert models.Sealed(**{name: given[name] for name in ("seal", "price", "day", "when")}).to_dict() == {
        name: wanted[name] for name in ("seal", "price", "day", "when")
    }
    read = models.Sealed.from_dict(wanted)
    assert (read.seal, read.day, read.when, read.model_extra) == (
        b"\xfb\xff",
        date(2026, 1, 31),
        day,
        {"more": [b"\xfb\xff"]},
    )
    assert read.to_dict() == wanted
    branch = {"branch": [[b"\xfb\xff"], b"\xfb\xff"], "leaf": [b"\xfb\xff"]}
    assert models.Sealed(**branch).to_dict() == {"branch": [["-_8"], "-_8"], "leaf": ["-_8"]}
    assert models.Everything(id="id", sealed=given).to_dict()["sealed"] == wanted


def test_classes_are_those_of_the_public_module(models: Any) -> None:
    assert models.Everything.__module__ == models.Part.__module__ == "printed_models.models"
    assert models.Everything.__doc__ == "One of each."
    assert "Everything" in dir(models)
    with pytest.raises(AttributeError, match="Nothing"):
        _ = models.Nothing


def test_what_is_documented_about_a_type_stands_there_alone(package: ModuleType) -> None:
    """A text stands once: that of a field's own type at the field (D11.6); a dictionary's is the model's."""
    files = sorted(Path(package.__path__[0]).glob("_*/*.py"))
    text = "\n".join(file.read_text() for file in files)
    assert package.models.PartParam.__doc__ is None
    assert text.count("How big it is.") == 1
    assert '    size: EverythingSize | None\n    """How big it is.\n\n    Default: "m".\n    """\n' in text


@EVERY
def test_violations_have_pointers(models: Any) -> None:
    """D11.1: constraints are checked on demand, all at once."""
    thing = everything(
        models, id="x", kind="other", count=2**60, at="soon", parts=[{"name": "A/B"}, {}], by_name={"a/b": {"name": 1}},
        pet={"lives": 1}, value=1.5,
    )  # fmt: skip
    found = {(item.pointer, item.rule) for item in thing.validate()}
    assert found == {
        ("/id", "minLength"),
        ("/kind", "const"),
        ("/count", "maximum"),
        ("/at", "format"),
        ("/parts/0/name", "pattern"),
        ("/parts/1/name", "required"),
        ("/by_name/a~1b/name", "type"),
        ("/value", "anyOf"),
    } | {item for item in found if item[0].startswith("/pet")}
    assert everything(models, parts=[{"name": "a"}], count=1, tree=["a"]).validate() == []


@EVERY
def test_further_properties(models: Any) -> None:
    assert [item.pointer for item in models.Closed.from_dict({"a": 1, "b": 2}).validate()] == ["/b"]
    typed = models.Typed.from_dict({"a": 1, "on": "2026-01-31"})
    assert typed.model_extra == {"on": date(2026, 1, 31)}
    assert typed.to_dict() == {"a": 1, "on": "2026-01-31"}


def test_models_have_their_json_schema(models: Any, package: ModuleType) -> None:
    """Issue 29, part 9: as bodies of FastAPI, which asks pydantic so; validators of JSON Schema read it."""
    pydantic = pytest.importorskip("pydantic")
    part = pydantic.TypeAdapter(models.Part).json_schema()
    definition = {
        "title": "Part",
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z]+$"},
            "made_on": {"type": "string", "format": "date"},
            "parent": {"$ref": "#/$defs/Part"},
        },
    }
    assert part == {"$ref": "#/$defs/Part", "$defs": {"Part": definition}}
    for mode in ("validation", "serialization"):
        whole = pydantic.TypeAdapter(models.Everything).json_schema(mode=mode)
        held = whole["properties"]
        assert whole["required"] == ["id", "kind"] and held["kind"] == {"const": "thing"}
        assert held["note"] == {"type": ["string", "null"]} and held["X-Rate"] == {"type": "integer"}
        names = whole["$defs"]
        assert names["Part"] == definition and names["Colour"]["enum"] == ["red", "green"]
        assert names["EverythingLevel"] == {"title": "EverythingLevel", "type": "integer", "enum": [1, 2, 3]}
        pet = names["Pet"]
        assert pet["oneOf"] == [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]
        assert pet["discriminator"] == {"propertyName": "type", "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"}}
        assert names["Dog"]["properties"]["friend"] == {"$ref": "#/$defs/Pet"}
    found, several = pydantic.json_schema.models_json_schema(
        [(pydantic.create_model("A", part=(models.Part, ...)), "validation"),
         (pydantic.create_model("B", things=(list[models.Everything], ...)), "validation")],
        ref_template="#/components/schemas/{model}",
    )  # fmt: skip
    assert len(found) == 2 and {"A", "B", "Part", "Everything", "Pet"} <= set(several["$defs"])
    assert several["$defs"]["A"]["properties"]["part"] == {"$ref": "#/components/schemas/Part"}
    assert "known" not in json.dumps(several) and '"open"' not in json.dumps(several)


def test_naughty_strings_everywhere(tmp_path: Path) -> None:
    """Whatever they are called, fields and values come and go; test_canaries looks for what became code."""
    if not NAUGHTY.exists():
        pytest.skip(f"needs {NAUGHTY.relative_to(NAUGHTY.parents[3])}")
    texts = [text for text in json.loads(NAUGHTY.read_text()) if isinstance(text, str)] + ['"""', "\\", "a\nb", "'''"]
    fields = {text: {"type": "string", "description": text, "default": text, "title": text} for text in texts}
    schemas = {
        "Fields": {"type": "object", "description": "\n".join(texts), "properties": fields, "required": texts[:50]},
        "Values": {"type": "string", "enum": sorted(set(texts)), "description": texts[7]},
    }
    printed = print_python(document("Naughty", {}, schemas), "naughty_models", tmp_path)
    models = printed.module.models
    data = {text: text for text in texts}
    fields_read = models.Fields.from_dict(data)
    assert fields_read.to_dict() == data and fields_read.model_extra == {}
    assert set(get_args(get_args(models.Values)[0])) == set(texts)
    for path in (tmp_path / "python" / "naughty_models").rglob("*.py"):
        importlib.import_module(".".join(path.relative_to(tmp_path / "python").with_suffix("").parts))

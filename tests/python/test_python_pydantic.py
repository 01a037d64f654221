"""``models: pydantic``: the same SDK over pydantic models, whose wire vectors are in tests/wire/test_wire_python.py.

What plain models do as well is in test_python_models.py; here is what differs: absent fields, checks of arguments,
pydantic's own reading.
"""

from __future__ import annotations

import importlib
import json
import types
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from tests.support.documents import document
from tests.support.python_things import TRAINS, copies, package_of, printed_models, run_python, write_program
from tests.support.type_checkers import Diagnostic, Programs, mistaken_lines, run_mypy

pydantic = pytest.importorskip("pydantic")


# --------------------------------------------------------------------------- decode cases


def package() -> types.ModuleType:
    return printed_models("pydantic").module


@pytest.fixture
def models() -> Any:
    return package().models


def adapters() -> Any:
    """The module that holds the readers of responses; only packages with pydantic models have it."""
    return importlib.import_module(f"{package().__name__}._runtime.adapters")


CASES: list[dict[str, Any]] = [
    {"id": "id", "kind": "thing"},
    {"id": "id", "kind": "thing", "note": None, "new": {"deep": [1, None]}},
    {"id": "id", "kind": "thing", "at": "2026-01-31T12:00:00Z", "date": "2026-01-31", "price": "49.90", "weight": 0.1},
    {
        "id": "id",
        "kind": "thing",
        "at": "2026-01-31T12:00:00+02:00",
        "count": 2**60 + 1,
        "data": "AAH/",
        "url_data": "-_8",
    },
    {"id": "id", "kind": "thing", "colour": "red", "level": 2, "pet": {"type": "cat", "born": "2020-02-29"}},
    {"id": "id", "kind": "thing", "colour": "blue", "level": 9, "pet": {"type": "cow", "milk": 1}},
    {"id": "id", "kind": "thing", "value": 5, "shape": {"side": 1.5}, "tree": ["a", ["b", []]]},
    {"id": "id", "kind": "thing", "value": {"name": "x"}, "shape": {"radius": 1}, "parts": [{"name": "x"}]},
    {"id": "id", "kind": "thing", "at": "1700000000", "date": "1767225600", "price": "dear", "data": "???"},
    {"id": "id", "kind": "thing", "pet": {"type": "cat", "born": 5}, "X-Rate": 1, "x_rate": 2, "copy": "b", "copy_": 3},
    {"id": "id", "kind": "thing", "x_rate": 2},
    {"id": 5, "kind": "other", "count": "7", "parts": {"a": 1}, "by_name": [1], "note": [1]},
    {"kind": "thing"},
    {"at": 5, "date": None, "price": True, "data": {}, "value": [1], "tree": {"a": 1}, "parts": [1, None, "x"]},
]


@pytest.mark.parametrize("data", CASES, ids=str)
def test_a_response_reads_the_same_whole_and_field_by_field(models: Any, data: dict[str, Any]) -> None:
    """D11.1: pydantic reads what fits; what does not is read leniently, and both give equal models that write what
    was read."""
    content = json.dumps(data).encode()
    reader = adapters().TypedJson(models.Everything.__decode__, models.Everything)
    found, lenient = reader.value(content, "utf-8"), models.Everything.from_dict(data)
    assert type(found) is models.Everything and found == lenient and found.model_fields_set == lenient.model_fields_set
    assert found.to_dict() == data and repr(found) == repr(lenient)
    assert models.Everything.from_json(found.to_json()) == found


def test_what_fits_is_read_whole(models: Any) -> None:
    """Without drift a response never reaches the slower reader, which is not there in this test."""
    reader = adapters().TypedJson(None, list[models.Everything])
    found = reader.value(json.dumps(CASES[:8]).encode(), "utf-8")
    assert [item.to_dict() for item in found] == CASES[:8]
    assert reader.value(json.dumps(CASES[-2:]).encode(), "utf-8") == CASES[-2:]


@pytest.mark.parametrize("fields", [{}, {"note": None}, {"count": None}, {"note": None, "parts": None, "new": None}])
def test_what_came_absent_or_null_goes_back_so(models: Any, fields: dict[str, Any]) -> None:
    """D11.5, however it is read: whole, leniently, as pydantic validates."""
    data = {"id": "id", "kind": "thing", **fields}
    reader = adapters().TypedJson(None, models.Everything)
    read = [models.Everything.from_dict(data), reader.value(json.dumps(data).encode(), "utf-8")]
    for thing in [*read, models.Everything.model_validate(data), *copies(read[0]), *copies(read[1])]:
        assert thing.to_dict() == data and thing == read[0]
        assert all(name in thing for name in data) and ("note" in thing) is ("note" in fields)
        assert thing.model_fields_set - {"new", "kind"} == data.keys() - {"new", "kind"}


def test_it_is_a_pydantic_model(models: Any) -> None:
    """What is made or validated by a program is checked, as pydantic does."""
    assert issubclass(models.Everything, pydantic.BaseModel)
    with pytest.raises(pydantic.ValidationError):
        models.Everything(id=5)
    with pytest.raises(pydantic.ValidationError):
        models.Everything.model_validate({"id": "id", "at": "yesterday"})
    with pytest.raises(pydantic.ValidationError, match="pet"):
        models.Everything.model_validate({"id": "id", "pet": {"type": "cow"}})
    thing = models.Everything.model_validate(
        {"id": "id", "at": "2026-01-31T12:00:00", "price": "1.50", "data": "AAH/", "colour": "red", "X-Rate": 1}
    )
    assert (thing.at, thing.price, thing.data) == (
        datetime(2026, 1, 31, 12, tzinfo=UTC),
        Decimal("1.50"),
        b"\x00\x01\xff",
    )
    assert thing.colour == "red" and thing.x_rate == 1
    made = models.Everything(id="id", data=b"\x00\x01\xff", x_rate=1, colour="blue", level=9)
    assert (type(made.colour), type(made.level)) == (package().UnknownValue, package().UnknownNumber)
    assert models.Everything(id="id", colour=made.colour).colour == "blue"
    assert json.loads(made.model_dump_json(include={"colour", "level"})) == {"colour": "blue", "level": 9}
    dumped = json.loads(thing.model_dump_json(exclude_unset=True))
    assert {**dumped, "kind": "thing"} == thing.to_dict()
    assert models.Everything.model_validate_json(thing.model_dump_json()).to_dict().items() >= dumped.items()


def test_it_has_a_json_schema(models: Any) -> None:
    schema = models.Everything.model_json_schema()
    assert {"id", "X-Rate", "pet", "date"} <= set(schema["properties"]) and schema["required"] == ["id"]


def test_it_is_a_field_of_other_models(models: Any) -> None:
    class Holder(pydantic.BaseModel):
        part: models.Part
        pet: models.Pet | None = None

    held = Holder.model_validate({"part": {"name": "x", "made_on": "2026-01-31"}, "pet": {"type": "cat"}})
    assert held.part == models.Part(name="x", made_on=date(2026, 1, 31)) and type(held.pet) is models.Cat


def test_comparing_and_copying(models: Any) -> None:
    thing = models.Everything.from_dict({"id": "id", "kind": "thing", "parts": [{"name": "x"}], "new": 1})
    for other in copies(thing):
        assert other == thing and other is not thing and other.to_dict() == thing.to_dict()
    assert thing.copy(id="other").id == "other"
    with pytest.raises(TypeError, match="nothing"):
        thing.copy(nothing=1)


def test_names_that_python_or_pydantic_needs() -> None:
    """D10.5: no property of a document hides a member of BaseModel, a type of an annotation, or becomes private."""
    names = [
        "json", "schema", "dict", "model_config", "model_fields", "model_x", "_id", "id", "9lives", "_", "list", "str",
        "int", "date", "datetime", "self", "validate", "construct", "none", "True", "cls", "get", "data", "Field", "",
    ]  # fmt: skip
    kinds = [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}, {"type": "string", "format": "date"}]
    fields = {name: kinds[index % 3] for index, name in enumerate(names)}
    other = {"Field": {"type": "object", "properties": {"Field": {"$ref": "#/components/schemas/Field"}}}}
    schemas = {"Thing": {"type": "object", "required": ["list", "id"], "properties": fields}, **other}
    printed = package_of(document("N", {}, schemas), "pydantic_names", models="pydantic")
    values = {"string": "2026-01-31", "array": [1]}
    data = {name: values[str(field["type"])] for name, field in fields.items()}
    models = printed.module.models
    for thing in (models.Thing.from_dict(data), models.Thing.model_validate(data, strict=True)):
        assert thing.to_dict() == data and thing.model_extra == {}
    field = next(name for name in dir(models) if name.startswith("Field"))
    assert getattr(models, field).model_validate({"Field": {"Field": {}}}).to_dict() == {"Field": {"Field": {}}}
    run_python(printed.folder, "-W", "error", "-c", "from pydantic_names.models import Thing; Thing.from_dict({})")


CONSUMER = """
from typing import assert_type

from pydantic_trains import Page, TrainTravel
from pydantic_trains.models import Booking, BookingInput, BookingPage, Card, SeatKind

client = TrainTravel(bearer_auth="t")
assert_type(client.bookings.get("b"), Booking)
assert_type(client.bookings.list(), Page[BookingPage, Booking])
body = BookingInput(trip_id="t", passenger_name="a", seat=SeatKind(kind="window"), pay_with=Card(number="1"))
assert_type(client.bookings.create(**body.to_dict()), Booking)
assert_type(client.bookings.create(trip_id="t", passenger_name="a", pay_with=Card(number="1")), Booking)
assert_type(body.bicycle, bool | None)
"""

MISTAKES = """from pydantic_trains.models import BookingInput
BookingInput(trip_id="t")
BookingInput(trip_id=5, passenger_name="a")
BookingInput(trip_id="t", passenger_name="a").seats
"""


def consumer() -> Programs:
    package = package_of(TRAINS, "pydantic_trains", models="pydantic")
    return write_program(package, "consumer.py", CONSUMER, "pydantic_trains/_models")


@pytest.mark.slow
@pytest.mark.pyright(make=consumer)
def test_type_checkers_know_the_models(pyright: list[Diagnostic]) -> None:
    """mypy and pyright in strict mode find nothing in the package, and what is wrong in a program."""
    assert pyright == []
    folder = consumer().folder
    (folder / "mistakes.py").write_text(MISTAKES)
    text = run_mypy(folder, "--strict", "pydantic_trains/_models", "consumer.py", "mistakes.py")
    assert mistaken_lines(text, "mistakes.py") == {2, 3, 4} and text.count("error:") == 3, text

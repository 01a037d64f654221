"""D11.4: unions narrow by their tags, by `match` and by `isinstance`; enums accept their literals and no others.

Programs are checked by mypy and pyright in their strict modes: both report an error for each line that ends in
``# error``, and for no other line.
"""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import pydantic
import pytest

from tests.support.documents import text_of
from tests.support.printed import Printed
from tests.support.python_things import KINDS, package_of, write_program
from tests.support.type_checkers import Diagnostic, Programs, misjudged

DOCUMENT = text_of("python/shop.yaml")

PROGRAM = """
from typing import assert_never

from PACKAGE import Shop, UnknownMember, UnknownValue, models, unknown, unknown_tag


def by_tag(event: models.Event) -> str:
    if event.type == "order.created":
        return event.by
    if event.type == "order.paid":
        return str(event.cents + 1)
    if event.type == "order.payed":  # error
        return ""
    if event.type == "order.closed" or event.type == "order.voided":
        ended: models.Ended = event
        return ended.type
    return event.type


def by_case(event: models.Event) -> str:
    match event.type:
        case "order.created":
            return event.by
        case "order.paid":
            return str(event.cents)
        case "order.closed" | "order.voided":
            return event.type
        case _:
            return unknown_tag(event) or "none"


def by_class(event: models.Event) -> str:
    match event:
        case models.Created(by=by):
            return by
        case models.Paid() | models.Ended():
            return event.type
        case UnknownMember():
            return str(event.to_dict())
        case _:
            assert_never(event)


def by_instance(event: models.Event) -> str:
    if isinstance(event, models.Created):
        return event.by
    elif isinstance(event, (models.Paid, models.Ended)):
        return event.type
    else:
        return str(unknown_tag(event))


def without_a_discriminator(part: models.Part) -> str:
    if part.object == "text":
        return part.text
    if part.object == "image":
        return part.url
    return unknown_tag(part) or str(part.data)


def of_reserved_names(sort: models.Sort, box: models.Box) -> str:
    if sort.class_ == "First":
        return str(sort.a)
    if box.data == "Small":
        return str(box.a)
    if sort.class_ == "Second" and box.data == "Large":
        return str((sort.b, box.b))
    return ""


def all_statuses(status: models.Status) -> str:
    match status:
        case "open":
            return "o"
        case models.StatusValues.PAID:
            return "p"
        case UnknownValue():
            return status.upper()
        case _:
            assert_never(status)


def pass_on(client: Shop, order: models.Order) -> None:
    client.update_order("1", status=order.status)
    client.update_order("1", status="paid", rank=2)
    client.update_order("1", status=models.StatusValues.OPEN, rank=unknown(7))
    client.update_order("1", status=unknown("lost"))
    client.update_order("1", status="payd")  # error
    client.update_order("1", rank=3)  # error
    if order.status == "new":  # which an unknown value may be
        print(order)
    print(models.Order(status="paid", lamp="on"), models.Ended(type="order.voided"))
    print(models.Ended(type="order.paid"))  # error
    print(models.Order(status="paid", lamp=unknown("dim")))  # error


def send(client: Shop, parts: list[models.Part]) -> None:
    client.update_order("1", parts=[{"object": "text", "text": "x"}, *parts])
    client.update_order("1", parts=[{"object": "txt", "text": "x"}])  # error
"""


def shop(kind: str) -> Printed:
    return package_of(DOCUMENT, f"shop_{kind}", models=kind)


def program(kind: str) -> Programs:
    return write_program(shop(kind), "program.py", PROGRAM)


@pytest.fixture(scope="module", params=KINDS)
def package(request: pytest.FixtureRequest) -> ModuleType:
    return shop(request.param).module


def order(package: ModuleType, **more: Any) -> Any:
    return package.models.Order.from_dict({"status": "open", **more})


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.pyright(make=program)
def test_checkers_narrow_and_find_typos(kind: str, pyright: list[Diagnostic]) -> None:
    assert misjudged(program(kind), pyright) == {"mypy": set(), "pyright": set()}


TAGS = [({"type": "order.lost"}, "order.lost"), ({"type": 7}, "7"), ({"type": 7.0}, "7"), ({"type": True}, "true"),
        ({"type": None}, None), ({}, None), ({"type": ["x"]}, None), ({"type": {}}, None)]  # fmt: skip


@pytest.mark.parametrize(("data", "tag"), TAGS)
def test_an_unknown_member_has_its_tag_as_it_came(package: ModuleType, data: dict[str, Any], tag: str | None) -> None:
    """A number, null or nothing at all are no reason to fail; `unknown_tag` gives text."""
    (event,) = order(package, events=[data]).events
    assert isinstance(event, package.UnknownMember)
    assert event.type == data.get("type") and type(event.type) is type(data.get("type"))
    assert package.unknown_tag(event) == tag
    assert event.data == event.to_dict() == data
    assert order(package, events=[event]).to_dict()["events"] == [data]
    for again in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
        assert again == event and again.type == event.type


def test_what_is_no_object_is_kept_as_it_came(package: ModuleType) -> None:
    assert order(package, events=["x", None, [1]]).events == ["x", None, [1]]


def test_a_tag_is_told_where_nothing_but_constants_tell_members_apart(package: ModuleType) -> None:
    text, lost = order(package, parts=[{"object": "text", "text": "x"}, {"object": "video"}]).parts
    assert (text.object, text.text, lost.object, package.unknown_tag(lost)) == ("text", "x", "video", "video")


def test_a_tag_of_a_reserved_name(package: ModuleType) -> None:
    """`class` is a keyword; `data` is what every unknown member has: there it is the tag, and the JSON stays."""
    thing = order(package, sorts=[{"class": "Third"}, {"class": "First"}], boxes=[{"data": "Huge", "x": 1}])
    assert [sort.class_ for sort in thing.sorts] == ["Third", "First"]
    (box,) = thing.boxes
    assert (box.data, package.unknown_tag(box), box.to_dict()) == ("Huge", "Huge", {"data": "Huge", "x": 1})


def test_values_that_an_enum_does_not_list(package: ModuleType) -> None:
    """Each kind of value of an open enum is told; those of a closed one are what they are (D11.1)."""
    thing = order(package, status="lost", rank=9, lamp="dim", mixed="more", choice="lost")
    assert [type(value) for value in (thing.status, thing.rank, thing.lamp, thing.mixed, thing.choice)] == [
        package.UnknownValue, package.UnknownNumber, str, package.UnknownValue, package.UnknownValue,
    ]  # fmt: skip
    assert thing.to_dict() == {"status": "lost", "rank": 9, "lamp": "dim", "mixed": "more", "choice": "lost"}
    assert {type(value) for value in thing.to_dict().values()} == {str, int}
    assert [item.pointer for item in thing.validate()] == ["/lamp"]
    for again in (order(package, **thing.to_dict()), pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
        assert again == thing and repr(again) == repr(thing)
    assert repr((thing.status, thing.rank)) == "(unknown('lost'), unknown(9))"
    assert (thing.status, thing.rank) == (package.unknown("lost"), package.unknown(9))
    assert f"{thing.status} {thing.rank}" == f"{thing.status!s} {thing.rank!s}" == "lost 9"
    made = package.models.Order(status=package.unknown("lost"), rank=package.unknown(9))
    assert made.to_dict() == {"status": "lost", "rank": 9}
    known = order(package, status="paid", rank=1, lamp="on", mixed=1, choice="open")
    kinds = [type(value) for value in (known.status, known.rank, known.lamp, known.mixed, known.choice)]
    assert kinds == [str, int, str, int, str]
    odd = order(package, status=5, rank="1", mixed=None, lamp=[])
    assert (odd.status, odd.rank, odd.mixed, odd.lamp) == (5, "1", None, [])
    assert type(odd.status) is int and type(odd.rank) is str


def test_names_of_values_are_values(package: ModuleType) -> None:
    assert (package.models.StatusValues.OPEN, package.models.StatusValues.PAID) == ("open", "paid")
    assert not hasattr(package.models, "ClosedValues")


def test_the_type_of_an_enum_is_a_field_of_pydantic_models(package: ModuleType) -> None:
    """And so of FastAPI, with models of either kind: what it lists, and what it does not."""
    adapter = pydantic.TypeAdapter(package.models.Status)
    assert [type(adapter.validate_python(value)) for value in ("open", "lost")] == [str, package.UnknownValue]
    assert type(adapter.validate_python(package.unknown("lost"))) is package.UnknownValue
    assert adapter.dump_json(package.unknown("lost")) == b'"lost"'
    assert adapter.json_schema()["anyOf"] == [{"enum": ["open", "paid"], "type": "string"}, {"type": "string"}]
    closed = pydantic.TypeAdapter(package.models.Closed)
    with pytest.raises(pydantic.ValidationError):
        closed.validate_python("dim")

"""A document's examples are shown if they match their type, without properties that the type does not have."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.ir.fit import case_of
from compiler.ir.types import (
    Alias,
    Case,
    Const,
    Declaration,
    Enum,
    Field,
    Kind,
    ListOf,
    MapOf,
    Member,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    Value,
)
from compiler.ir.wire import Place
from compiler.plan.plan import Argument
from passes.plan.documentation.sample import argument_sample, sample

TEXT, WHOLE, WHEN = Scalar(Kind.STRING), Scalar(Kind.INTEGER), Scalar(Kind.DATE_TIME)
DOG = Model(id="Dog", fields=(Field("bark", TEXT, required=True), Field("age", WHOLE)))
CAT = Model(id="Cat", fields=(Field("purr", Nullable(TEXT), required=True),), additional=WHOLE)
PET = Union(id="Pet", cases=(Case(Ref("Dog")), Case(Ref("Cat")), Case(ListOf(Ref("Pet")))))
SIZE = Enum(id="Size", members=(Member("s"), Member("m")))
LOOP = Union(id="Loop", cases=(Case(Ref("Again")), Case(TEXT)))
TYPES = {item.id: item for item in (DOG, CAT, PET, SIZE, LOOP, Alias(id="Again", type=Ref("Loop")))}


def shown(type_: Type, example: Any) -> Any:
    argument = Argument("x", Place.QUERY, "x", type_, True, example=Value(example))
    return argument_sample(argument, TYPES)


@pytest.mark.parametrize(
    ("type_", "example"),
    [
        (WHOLE, 3),
        (Scalar(Kind.NUMBER), 3),
        (WHEN, "2026-01-31T12:30:00Z"),
        (Ref("Size"), "m"),
        (Ref("Dog"), {"bark": "wuff", "age": 3}),
        (Ref("Cat"), {"purr": None, "lives": 9}),
        (Ref("Pet"), [{"bark": "wuff"}, [{"purr": "rrr"}]]),
        (Ref("Loop"), "text"),
        (MapOf(WHOLE), {"a": 1}),
        (Const("x"), "x"),
        (Scalar(Kind.ANY), {"anything": [None]}),
    ],
)
def test_an_example_of_its_type_is_shown(type_: Type, example: Any) -> None:
    assert shown(type_, example) == example


@pytest.mark.parametrize(
    ("type_", "example"),
    [
        (WHOLE, "3"),
        (WHOLE, True),
        (WHOLE, 3.5),
        (TEXT, 3),
        (WHEN, "yesterday"),
        (Scalar(Kind.DATE), "2026-02-30"),
        (Ref("Size"), "xl"),
        (Ref("Dog"), {"age": 3}),
        (Ref("Dog"), '{"bark": "wuff"}'),
        (Ref("Pet"), 5),
        (Ref("Loop"), 5),
        (MapOf(WHOLE), {"a": "b"}),
        (ListOf(WHOLE), [1, "b"]),
    ],
)
def test_an_example_of_another_type_gives_way_to_a_value_that_is_made(type_: Type, example: Any) -> None:
    made = shown(type_, example)
    assert made == sample(type_, TYPES, "x")
    assert repr(made) != repr(example)


def test_what_the_type_has_no_place_for_is_left_out() -> None:
    """A write view has no `id`; an optional property of another type would not compile."""
    assert shown(Ref("Dog"), {"id": 1, "bark": "wuff", "age": "old"}) == {"bark": "wuff"}


def test_a_union_takes_the_member_that_has_all_of_a_value() -> None:
    union = Union(id="Both", cases=(Case(Ref("Dog")), Case(Ref("Cat"))))
    found = case_of(union, {"bark": "wuff", "purr": "rrr", "lives": 9}, TYPES)
    assert found is not None and found.type == Ref("Dog")  # the first that has a part
    found = case_of(union, {"purr": "rrr", "lives": 9}, TYPES)
    assert found is not None and found.type == Ref("Cat")


def test_unions_of_unions_are_looked_through_once() -> None:
    """A value as deep as this would be held to 3 ** 40 members, were each looked at anew."""
    cases = tuple(Case(Ref(name)) for name in ("A", "B", "C"))
    node = {name: Model(id=name, fields=(Field("u", Ref("U"), required=True),)) for name in ("A", "B", "C")}
    types: dict[str, Declaration] = {"U": Union(id="U", cases=cases), **node}
    value: Any = {"u": 1}
    for _ in range(40):
        value = {"u": value}
    assert argument_sample(Argument("x", Place.QUERY, "x", Ref("U"), True, example=Value(value)), types) != value

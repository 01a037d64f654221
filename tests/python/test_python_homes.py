"""Files of Python models may refer to each other in cycles, and load only the types that a value holds (D10.7)."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest

from tests.support.documents import answers, document, list_of, object_of, operation, ref
from tests.support.python_things import KINDS, package_of

CAR = {"oneOf": [ref("Diner"), ref("Sleeper")], "discriminator": {"propertyName": "kind"}}
SCHEMAS = {
    "Train": object_of("kind", kind={"const": "train"}, cars=ref("Rake"), twin=ref("Train")),
    "Rake": list_of(ref("Car")),
    "Car": CAR,
    "Diner": object_of("kind", kind={"const": "diner"}, of=ref("Train"), mood=ref("Mood")),
    "Sleeper": object_of("kind", kind={"const": "sleeper"}, of=ref("Train"), next=ref("Car")),
    "Mood": {"type": "string", "enum": ["merry", "sad"]},
}
DOCUMENT = document("Rails", {"/train": {"get": operation("getTrain", answers(ref("Train")))}}, SCHEMAS)
"""A train has cars, a car is of two kinds, and each knows its train; an alias stands for such a list."""


def _types(package: str, models: str) -> Any:
    return importlib.import_module(f"{package_of(DOCUMENT, package, models=models).module.__name__}.models")


def _loaded(package: str) -> set[str]:
    start = f"{package}._models."
    return {name.removeprefix(start) for name in sys.modules if name.startswith(start)}


@pytest.mark.parametrize("models", KINDS)
def test_what_is_read_loads_what_is_in_it(models: str) -> None:
    package = f"rails_{models}"
    types = _types(package, models)
    assert _loaded(package) == set()
    train = types.Train.from_dict({"kind": "train", "twin": {"kind": "train"}})
    assert train.twin.kind == "train" and _loaded(package) == {"train"}
    train = types.Train.from_dict({"kind": "train", "cars": [{"kind": "sleeper", "of": {"kind": "train"}}]})
    assert type(train.cars[0]).__name__ == "Sleeper" and type(train.cars[0].of) is types.Train
    assert _loaded(package) == {"train", "car", "sleeper"}
    diner = types.Train.from_dict({"kind": "train", "cars": [{"kind": "diner", "mood": "sad"}, {"kind": "x"}]}).cars[0]
    assert diner.mood == "sad"
    assert train.to_dict()["cars"] == [{"kind": "sleeper", "of": {"kind": "train"}}]


def test_an_alias_is_a_type_when_it_is_asked_for() -> None:
    """It is a text in its file, since the classes it stands for may not be there yet."""
    types = _types("rails_alias", "plain")
    assert isinstance(types.Diner(kind="diner"), types.Car)
    assert not isinstance("diner", types.Car)
    assert types.Rake == list[types.Car]


def test_pydantic_checks_a_union_of_other_files() -> None:
    import pydantic

    types = _types("rails_checked", "pydantic")
    train = types.Train.model_validate({"kind": "train", "cars": [{"kind": "diner", "mood": "merry"}]})
    assert type(train.cars[0]) is types.Diner and train.cars[0].mood == "merry"
    with pytest.raises(pydantic.ValidationError):
        types.Train.model_validate({"kind": "train", "cars": [{"kind": "engine"}]})

"""Files of Python models may refer to each other in cycles, and load only the types that a value holds (D10.7)."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.printed import print_sdk

Document = dict[str, Any]


def _ref(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}


def _model(**properties: Document) -> Document:
    return {"type": "object", "required": ["kind"], "properties": properties}


def _document() -> Document:
    """A train has cars, a car is of two kinds, and each knows its train; an alias stands for such a list."""
    car = {"oneOf": [_ref("Diner"), _ref("Sleeper")], "discriminator": {"propertyName": "kind"}}
    schemas = {
        "Train": _model(kind={"const": "train"}, cars=_ref("Rake"), twin=_ref("Train")),
        "Rake": {"type": "array", "items": _ref("Car")},
        "Car": car,
        "Diner": _model(kind={"const": "diner"}, of=_ref("Train"), mood=_ref("Mood")),
        "Sleeper": _model(kind={"const": "sleeper"}, of=_ref("Train"), next=_ref("Car")),
        "Mood": {"type": "string", "enum": ["merry", "sad"]},
    }
    answer = {"description": "ok", "content": {"application/json": {"schema": _ref("Train")}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rails", "version": "1.0.0"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {"/train": {"get": {"operationId": "getTrain", "responses": {"200": answer}}}},
        "components": {"schemas": schemas},
    }


def _types(folder: Path, package: str, models: str) -> Any:
    printed = print_sdk(_document(), "python", folder, {"packageName": package, "models": models})
    return importlib.import_module(f"{printed.module.__name__}.models")


def _loaded(package: str) -> set[str]:
    start = f"{package}._models."
    return {name.removeprefix(start) for name in sys.modules if name.startswith(start)}


@pytest.mark.parametrize("models", ["plain", "pydantic"])
def test_what_is_read_loads_what_is_in_it(models: str, tmp_path: Path) -> None:
    package = f"rails_{models}"
    types = _types(tmp_path, package, models)
    assert _loaded(package) == set()
    train = types.Train.from_dict({"kind": "train", "twin": {"kind": "train"}})
    assert train.twin.kind == "train" and _loaded(package) == {"train"}
    train = types.Train.from_dict({"kind": "train", "cars": [{"kind": "sleeper", "of": {"kind": "train"}}]})
    assert type(train.cars[0]).__name__ == "Sleeper" and type(train.cars[0].of) is types.Train
    assert _loaded(package) == {"train", "car", "sleeper"}
    diner = types.Train.from_dict({"kind": "train", "cars": [{"kind": "diner", "mood": "sad"}, {"kind": "x"}]}).cars[0]
    assert diner.mood == "sad"
    assert train.to_dict()["cars"] == [{"kind": "sleeper", "of": {"kind": "train"}}]


def test_an_alias_is_a_type_when_it_is_asked_for(tmp_path: Path) -> None:
    """It is a text in its file, since the classes it stands for may not be there yet."""
    types = _types(tmp_path, "rails_alias", "plain")
    assert isinstance(types.Diner(kind="diner"), types.Car)
    assert not isinstance("diner", types.Car)
    assert types.Rake == list[types.Car]


def test_pydantic_checks_a_union_of_other_files(tmp_path: Path) -> None:
    import pydantic

    types = _types(tmp_path, "rails_checked", "pydantic")
    train = types.Train.model_validate({"kind": "train", "cars": [{"kind": "diner", "mood": "merry"}]})
    assert type(train.cars[0]) is types.Diner and train.cars[0].mood == "merry"
    with pytest.raises(pydantic.ValidationError):
        types.Train.model_validate({"kind": "train", "cars": [{"kind": "engine"}]})

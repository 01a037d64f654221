"""Discriminators in unusual forms, and how validators treat their unions (D11.2)."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.printed import print_python


def _ref(name: str, folder: str = "components/schemas") -> dict[str, str]:
    return {"$ref": f"#/{folder}/{name}"}


def _object(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": [*required], "properties": properties}


TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
PET: dict[str, Any] = {"type": "object", "properties": {"kind": {"type": "string", "enum": ["Dog", "Cat"]}}}
SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "info": {"title": "Kennel", "version": "1.0.0"},
    "host": "kennel.example",
    "definitions": {
        "Pet": {**PET, "discriminator": "kind"},
        "Dog": {"allOf": [_ref("Pet", "definitions"), _object(bark=TEXT)]},
        "Cat": {"allOf": [_ref("Pet", "definitions"), _object(meow=TEXT)]},
        "Tiger": {"allOf": [_ref("Cat", "definitions"), _object("stripes", stripes=WHOLE)]},
    },
    "paths": {
        "/pets": {
            "get": {
                "operationId": "pets",
                "produces": ["application/json"],
                "responses": {
                    "200": {"description": "ok", "schema": {"type": "array", "items": _ref("Pet", "definitions")}}
                },
            }
        }
    },
}
UNIONS: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Messages", "version": "1.0.0"},
    "components": {
        "schemas": {
            "Plain": _object("type", "text", type={"const": "message"}, text=TEXT),
            "Parted": _object("type", "parts", type={"const": "message"}, parts={"type": "array", "items": TEXT}),
            "Call": _object("type", "name", type={"const": "call"}, name=TEXT),
            "Input": {
                "oneOf": [_ref("Plain"), _ref("Parted"), _ref("Call")],
                "discriminator": {"propertyName": "type"},
            },
            "Kinds": _object("kind", kind={"enum": ["Oak", "Elm"]}),
            "Oak": {"allOf": [_ref("Kinds"), _object("acorns", acorns=WHOLE)]},
            "Elm": {"allOf": [_ref("Kinds"), _object("seeds", seeds=WHOLE)]},
            "Tree": {
                "oneOf": [_ref("Oak"), _ref("Elm")],
                "discriminator": {"propertyName": "kind"},
            },
            "Look": _object("look", look=TEXT),
            "Wood": _object(
                trees={"type": "array", "items": _ref("Tree")},
                input=_ref("Input"),
                found={"oneOf": [{"type": "array", "items": _ref(name)} for name in ("Look", "Oak")]},
            ),
        }
    },
    "paths": {
        "/wood": {
            "post": {
                "operationId": "send",
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Wood")}}},
                "responses": {"204": {"description": "ok"}},
            }
        }
    },
}


def test_swagger(tmp_path: Path) -> None:
    """The name of a definition is its tag, also where another lists the names; one that is not listed has none."""
    models = print_python(SWAGGER, "kennel_python", tmp_path).module.models
    assert not hasattr(models, "PetBase")  # no pet is called Pet
    assert models.Dog(bark="a").to_dict() == {"kind": "Dog", "bark": "a"}
    assert models.Cat.from_dict({"kind": "Cat"}).kind == "Cat"
    assert models.Tiger(stripes=3).to_dict() == {"stripes": 3}


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"input": {"type": "message", "text": "a"}}, []),
        ({"input": {"type": "message", "parts": ["a"]}}, []),
        ({"input": {"type": "message", "parts": "a"}}, ["/input"]),
        ({"input": {"type": "call"}}, ["/input/name"]),
        ({"trees": [{"kind": "Oak", "acorns": 1}, {"kind": "Elm", "seeds": 1}]}, []),
        ({"trees": [{"kind": "Elm", "acorns": 1}]}, ["/trees/0/seeds"]),
    ],
)
def test_validators(value: dict[str, Any], wrong: list[str]) -> None:
    """Of several members of one tag a value fits one; a list of tags that members share tells none of them."""
    wood = _models().Wood.from_dict(value)
    assert [found.pointer for found in wood.validate()] == wrong


def test_lists() -> None:
    """What a union reads its items by takes no name of the document."""
    models = _models()
    found = models.Wood.from_dict({"found": [{"kind": "Oak", "acorns": 1}]}).found
    assert found == [models.Oak(acorns=1)]
    assert models.Wood.from_dict({"found": [{"look": "a"}, None]}).found == [models.Look(look="a"), None]
    assert models.Wood.from_dict({"found": [{"look": "a"}, 1]}).found.data == [{"look": "a"}, 1]


@functools.cache
def _models() -> Any:
    return print_python(UNIONS, "messages_python", Path(tempfile.mkdtemp(prefix="messages"))).module.models

"""The printed package as its users' tools see it: mypy and pyright in their strict modes, and ruff's format."""

from __future__ import annotations

import ast
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.python.test_python_models import DOCUMENT
from tests.support.places import ROOT
from tests.support.printed import print_python, print_sdk

EXAMPLE = ROOT / "examples" / "trains" / "openapi.yaml"

CONSUMER = """
from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from checked_models import UnknownMember, UnknownValue, unknown
from checked_models.models import Cat, Colour, Dog, Everything, EverythingParam, Part, PartParam


def narrow(thing: Everything) -> None:
    text: str = thing.id
    if thing.count is not None:
        number: int = thing.count + 1
        print(number)
    if thing.note is None:
        print("null")
    elif thing.note:
        print(thing.note.upper())
    if isinstance(thing.at, datetime):
        print(thing.at.tzinfo)
    price: Decimal = thing.price or Decimal(0)
    colour = thing.colour
    if isinstance(colour, UnknownValue):
        print(colour.upper())
    elif colour is not None:
        listed: Literal["red", "green"] = colour
        print(listed)
        given: Colour = colour
        print(Everything(id="id", colour=given), Everything(id="id", colour=unknown("pink")))
    pet = thing.pet
    if pet is None:
        print("no pet")
    elif isinstance(pet, UnknownMember):
        print(pet.data)
    elif isinstance(pet, Cat):
        print(pet.lives)
    else:
        dog: Dog = pet
        print(dog)
    print(text, price)


def send_back(thing: Everything) -> EverythingParam:
    return {"id": "other", "kind": "thing", "pet": thing.pet or {"type": "cat"}, "parts": thing.parts or []}


part: PartParam = {"name": "x", "made_on": date(2026, 1, 31), "parent": Part(name="y")}
narrow(Everything(id="id", parts=[Part(name="x")], colour="red", at=datetime.now()))
"""

MISTAKES = """
from checked_models.models import Everything, PartParam, Nothing

Everything()
Everything("id")
Everything(id=5)
Everything(id="id", colr="red")
bad: PartParam = {"nam": "x"}
Everything(id="id").count + 1
Everything(id="id", colour="blue")
Everything(id="id").colour == "blue"
"""


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return print_python(yaml.safe_load(EXAMPLE.read_text()), "checked_example", tmp_path_factory.mktemp("e")).folder


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = print_python(yaml.safe_load(DOCUMENT), "checked_models", tmp_path_factory.mktemp("m")).folder
    (folder / "consumer.py").write_text(CONSUMER)
    (folder / "mistakes.py").write_text(MISTAKES)
    return folder


def run(folder: Path, *command: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def pyright(folder: Path, *paths: str) -> tuple[int, str]:
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "venvPath": sys.prefix, "include": list(paths)}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    return run(folder, "pyright", "--pythonpath", sys.executable)


@pytest.mark.parametrize("which", ["example", "models"])
def test_ruff_would_change_nothing(which: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(which)
    code, text = run(folder, "ruff", "format", "--isolated", "--line-length=100", "--diff", f"checked_{which}")
    assert code == 0, text[:5000]


def test_printed_classes_are_those_written_by_hand(example: Path) -> None:
    written = (ROOT / "examples" / "handwritten" / "python" / "models.py").read_text()
    printed = [path.read_text() for path in example.glob("checked_example/_*/*.py")]
    parts = ast.parse(written).body
    wanted = [
        ast.get_source_segment(written, part) or ""
        for part in parts
        if not isinstance(part, ast.Import | ast.ImportFrom) and part is not parts[0]
    ]
    assert len(wanted) == 11
    assert [text for text in wanted if not any(text in file for file in printed)] == []


def test_mypy_strict(example: Path) -> None:
    code, text = run(example, "mypy", "--strict", "--no-incremental", "checked_example")
    assert code == 0, text


def test_pyright_strict(example: Path) -> None:
    code, text = pyright(example, "checked_example")
    assert code == 0, text


HIDDEN = """
openapi: 3.1.0
info: {title: Hidden, version: "1"}
paths:
  /:
    post:
      operationId: post
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}
      responses: {"204": {description: done}}
components:
  schemas:
    A:
      type: object
      required: [str]
      properties:
        str: {type: string}
        date: {type: string, format: date}
        datetime: {type: string, format: date-time}
        int: {type: integer}
        list: {type: array, items: {type: string}}
        dict: {type: object, additionalProperties: {type: integer}}
"""

HIDING = """
openapi: 3.1.0
info: {title: Hiding, version: "1"}
x-codegen-max-method-params: 0
paths:
  /:
    post:
      operationId: post
      parameters:
        - {name: date, in: query, description: The first., schema: {type: string, format: date}}
        - {name: models, in: query, description: The second., schema: {$ref: "#/components/schemas/Colour"}}
        - {name: other, in: query, description: The third., schema: {type: string, format: date}}
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/All"}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/All"}}}}
        '400': {description: no, content: {application/json: {schema: {$ref: "#/components/schemas/Few"}}}}
components:
  schemas:
    Colour: {type: string, enum: [red, green]}
    All:
      type: object
      required: [date]
      additionalProperties: {type: string, format: date}
      properties:
        date: {description: The first., type: string, format: date}
        other: {description: The second., type: [string, 'null'], format: date}
        datetime: {description: The third., type: array, items: {type: string, format: date-time}}
        str: {description: The fourth., type: string}
        dict: {description: The fifth., type: object, additionalProperties: {type: string, format: byte}}
        bytes: {description: The sixth., type: string, format: byte}
        dt: {description: The seventh., const: date}
        builtins: {description: The eighth., type: boolean}
        staticmethod: {description: The ninth., type: number}
        classmethod: {description: The tenth., type: string}
    Few:
      type: object
      properties: {date: {description: The first., type: string}}
"""
"""Attributes that are called as types, beside others of these types."""


def test_every_type_is_known(example: Path, tmp_path: Path) -> None:
    """``pyright --verifytypes`` is satisfied wholly, fields called like their own types included."""
    hidden = print_python(yaml.safe_load(HIDDEN), "hidden_names", tmp_path).folder
    for folder, package in ((example, "checked_example"), (hidden, "hidden_names")):
        command = ("pyright", "--pythonpath", sys.executable, "--verifytypes", package, "--ignoreexternal")
        done = subprocess.run(
            [sys.executable, "-m", *command],
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Type completeness score: 100%" in done.stdout, done.stdout


@pytest.mark.parametrize("kind", ["plain", "pydantic"])
def test_attributes_called_as_types_are_documented_where_they_stand(tmp_path: Path, kind: str) -> None:
    """Plaid has a `date` in 28 schemas; a class that declares it must not take it for the type of what is below."""
    package = f"hiding_{kind}"
    folder = print_sdk(yaml.safe_load(HIDING), "python", tmp_path, {"packageName": package, "models": kind}).folder
    files = [*folder.glob("*/_models/*.py"), *folder.glob("*/_requests/*.py")]
    classes = [item for path in files for item in ast.parse(path.read_text()).body if isinstance(item, ast.ClassDef)]
    found = {declared.name: documented(declared) for declared in classes}
    names = ["date", "other", "datetime", "str", "dict", "bytes", "dt", "builtins", "staticmethod", "classmethod"]
    numbers = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    assert [name.strip("_") for name in found["All"]] == names  # pydantic has a `dict` of its own
    assert list(found["All"].values()) == [f"The {number}." for number in numbers]
    assert found["Few"] == {"date": "The first."}
    assert list(found["PostParams"])[:3] == ["date", "models", "other"]
    assert list(found["PostParams"].values())[:3] == ["The first.", "The second.", "The third."]
    code, text = run(folder, "mypy", "--strict", "--no-incremental", package)
    assert code == 0, text
    code, text = run(folder, "ruff", "check", "--isolated", "--select=F401,F821", package)
    assert code == 0, text
    told = {"date": "2026-01-31", "str": "x", "extra": "2026-02-01"}
    (folder / "program.py").write_text(
        f"from {package}.models import All\nassert All.from_dict({told}).to_dict() == {told}\n"
    )
    assert run(folder, "program") == (0, "")
    code, text = pyright(folder, package)
    assert code == 0, text


def documented(declared: ast.ClassDef) -> dict[str, str]:
    """Map what a class declares to the text below it."""
    texts = {}
    for item, after in itertools.pairwise([*declared.body, ast.Pass()]):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            held = after.value if isinstance(after, ast.Expr) else None
            texts[item.target.id] = str(held.value) if isinstance(held, ast.Constant) else ""
    return texts


def test_type_checkers_narrow(models: Path) -> None:
    code, text = run(models, "mypy", "--strict", "--no-incremental", "consumer.py")
    assert code == 0, text
    code, text = pyright(models, "consumer.py", "checked_models")
    assert code == 0, text


def test_type_checkers_see_mistakes(models: Path) -> None:
    """No typo type-checks: neither of a name of the module, nor of a field, nor of a key."""
    _, text = run(models, "mypy", "--strict", "--no-incremental", "mistakes.py")
    lines = {
        int(line.split(":")[1]) for line in text.splitlines() if line.startswith("mistakes.py") and "error" in line
    }
    assert lines == {2, 4, 5, 6, 7, 8, 9, 10}, text

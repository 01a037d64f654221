"""Models in other libraries: bodies and responses of FastAPI (issue 29, part 9), and libraries for dataclasses."""

from __future__ import annotations

import dataclasses
import inspect
import pprint
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.support.documents import text_of
from tests.support.printed import Printed
from tests.support.python_things import package_of, run_python, write_program
from tests.support.type_checkers import Diagnostic, Programs, run_mypy

DOCUMENT = text_of("python/libraries.yaml")
FULL = {"name": "rex", "from": "here", "born": "2026-01-31", "owner": {"id": "o"}, "kind": "pet", "further": [1]}

PROGRAM = """
import dataclasses
from typing import Any

from zoo_records.models import Pet


def shown(pet: Pet) -> dict[str, Any]:
    names = [field.name for field in dataclasses.fields(Pet)]
    return {name: dataclasses.asdict(dataclasses.replace(pet, name="x"))[name] for name in names}
"""


@pytest.fixture
def plain() -> Printed:
    return package_of(DOCUMENT, "zoo_records")


def program() -> Programs:
    return write_program(package_of(DOCUMENT, "zoo_records"), "program.py", PROGRAM)


def as_json(schema: dict[str, Any]) -> Any:
    return schema["content"]["application/json"]["schema"]


def test_models_are_bodies_and_answers_as_they_stand(plain: Printed) -> None:
    models = plain.module.models
    pet, app = models.Pet, FastAPI()

    def add(path: str, answer: Any, default: Any = inspect.Parameter.empty, **takes: Any) -> None:
        def handle(**given: Any) -> Any:
            return next(iter(given.values()))

        names = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
            for name, kind in takes.items()
        ]
        handle.__signature__ = inspect.Signature(names, return_annotation=answer)  # type: ignore[attr-defined]
        app.post(path)(handle)

    add("/one", pet, pet=pet)
    add("/many", list[pet], pets=list[pet])
    add("/maybe", pet | None, None, pet=pet | None)
    add("/two", pet, pet=pet, owner=models.Owner)
    add("/animal", models.Animal, animal=models.Animal)
    with TestClient(app) as client:
        told = client.get("/openapi.json").json()
        answers = {
            path: client.post(path, json=body)
            for path, body in {
                "/one": FULL,
                "/many": [{"name": "a"}, FULL],
                "/maybe": None,
                "/two": {"pet": {"name": "a"}, "owner": {"id": "b"}},
                "/animal": {"type": "Cat", "lives": 9},
            }.items()
        }
        refused = client.post("/one", json=5)
    bodies = {path: item["post"].get("requestBody") for path, item in told["paths"].items()}
    refer = {"$ref": "#/components/schemas/Pet"}
    assert as_json(bodies["/one"]) == refer and bodies["/one"]["required"]
    assert as_json(bodies["/many"])["items"] == refer
    assert as_json(bodies["/maybe"])["anyOf"] == [refer, {"type": "null"}]
    assert as_json(told["paths"]["/two"]["post"]["responses"]["200"]) == refer
    assert all("parameters" not in item["post"] for item in told["paths"].values())
    found = told["components"]["schemas"]["Pet"]
    assert found["required"] == ["name"] and found["properties"]["name"]["pattern"] == "^[a-z]+$"
    assert {"from", "born"} < set(found["properties"]) and "Owner" in told["components"]["schemas"]
    assert {path: answer.json() for path, answer in answers.items()} == {
        "/one": FULL,
        "/many": [{"name": "a"}, FULL],
        "/maybe": None,
        "/two": {"name": "a"},
        "/animal": {"type": "Cat", "lives": 9},
    }
    assert refused.status_code == 422


class TestDataclasses:
    def test_fields_are_those_of_the_constructor(self, plain: Printed) -> None:
        pet = plain.module.models.Pet
        found = {field.name: (field.type, field.default, field.kw_only) for field in dataclasses.fields(pet)}
        assert found == {
            "name": ("str", dataclasses.MISSING, True),
            "from_": ("str | None", None, True),
            "born": ("date | None", None, True),
            "owner": ("Owner | None", plain.module.UNSET, True),
            "kind": ("Literal['pet'] | None", None, True),
        }
        assert dataclasses.is_dataclass(pet) and dataclasses.is_dataclass(pet(name="a"))

    def test_what_is_absent_stays_out(self, plain: Printed) -> None:
        models = plain.module.models
        pet = models.Pet.from_dict({"name": "a", "from": "b", "owner": {"id": "o"}})
        assert dataclasses.asdict(pet) == {"name": "a", "from_": "b", "owner": {"id": "o"}}
        assert dataclasses.astuple(pet) == ("a", "b", ("o",))
        assert [field.name for field in dataclasses.fields(pet)] == ["name", "from_", "owner"]
        assert dataclasses.asdict(models.Pet(name="a", owner=None)) == {"name": "a", "owner": None}

    def test_replace_makes_another(self, plain: Printed) -> None:
        models = plain.module.models
        pet = models.Pet(name="a", owner=None)
        changed = dataclasses.replace(pet, born=None, from_="x")
        assert changed.to_dict() == {"name": "a", "owner": None, "from": "x"}
        assert pet.to_dict() == {"name": "a", "owner": None}
        with pytest.raises(TypeError, match="nam"):
            dataclasses.replace(pet, nam="b")

    def test_a_class_of_the_users_own(self, plain: Printed) -> None:
        class Mine(plain.module.models.Pet):  # type: ignore[misc]
            pass

        assert [field.name for field in dataclasses.fields(Mine)] == ["name", "from_", "born", "owner", "kind"]
        assert dataclasses.asdict(Mine(name="a")) == {"name": "a"}

    def test_printers_show_what_repr_shows(self, plain: Printed) -> None:
        pet = plain.module.models.Pet(name="a")
        assert pprint.pformat(pet) == repr(pet) == "Pet(name='a')"

    def test_nothing_is_loaded_until_one_asks(self, plain: Printed) -> None:
        code = (
            "import sys, zoo_records.models as m; p = m.Pet.from_dict({'name': 'a'}); p.to_json(); p == p; repr(p)\n"
            "assert 'zoo_records._runtime.records' not in sys.modules\n"
        )
        run_python(plain.folder, "-c", code)

    @pytest.mark.pyright(make=program)
    def test_checkers_know_it(self, pyright: list[Diagnostic]) -> None:
        assert pyright == []
        assert run_mypy(program().folder, "--strict", "program.py").startswith("Success")

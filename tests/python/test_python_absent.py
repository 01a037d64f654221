"""Results are passed on as arguments (D11.5): absent properties are not sent, null is sent as null."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import text_of
from tests.support.printed import Printed
from tests.support.python_things import KINDS, package_of, run_python, write_program
from tests.support.recorder import Recorder, Reply
from tests.support.type_checkers import Diagnostic, Programs, mistaken_lines, run_mypy

DOCUMENT = text_of("python/absent.yaml")

PROGRAM = """
import sys
from PACKAGE import Pets
from PACKAGE.models import Home, Pet


def send_back(url: str) -> Pet:
    client = Pets(base_url=url)
    pet = client.get_pet("p")
    home = pet.home and Home(town=pet.home.town, street=pet.home.street)
    client.update_pet(
        "p", note=pet.name, kinds=pet.tags, name=pet.name, tags=pet.tags, born=pet.born, home=home, homes=pet.homes,
        status=pet.status, owner=pet.given("owner"), chip=pet.chip,
    )
    copied = Pet(
        id=pet.id, chip=pet.chip, name=pet.name, tags=pet.tags, born=pet.born, home=pet.home, homes=pet.homes,
        status=pet.status, owner=pet.given("owner"),
    )
    if "owner" in pet and pet.model_fields_set >= {"owner"}:
        del pet.owner
    return copied


if __name__ == "__main__":
    sys.stdout.write(send_back(sys.argv[1]).to_json())
"""

MISTAKES = """
from PACKAGE import UNSET, Pets
from PACKAGE.models import Pet

client = Pets(base_url="")
client.update_pet("p", name=UNSET)
client.update_pet("p", tags=5)
Pet(id="x", chip=None, name=UNSET)
Pet(id="x", chip=UNSET)
client.get_pet("p").nam
client.get_pet("p").name.upper()
"""


def pets(kind: str) -> Printed:
    return package_of(DOCUMENT, f"pets_{kind}", models=kind)


def program(kind: str) -> Programs:
    return write_program(pets(kind), "program.py", PROGRAM)


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(kind: str) -> Path:
    return program(kind).folder


@pytest.mark.pyright(make=program)
def test_checkers_take_results_as_arguments(folder: Path, pyright: list[Diagnostic]) -> None:
    assert pyright == []
    assert run_mypy(folder, "--strict", "program.py").startswith("Success")


def test_checkers_see_mistakes(kind: str, folder: Path) -> None:
    """UNSET is taken where null is a value, and there alone."""
    (folder / "mistakes.py").write_text(MISTAKES.replace("PACKAGE", f"pets_{kind}"))
    text = run_mypy(folder, "--strict", "mistakes.py")
    assert mistaken_lines(text, "mistakes.py") == {6, 7, 8, 9, 10, 11}, text


WHOLE = {"name": "Rex", "owner": "Ada", "tags": ["a"], "born": "2020-02-29", "home": {"town": "Ulm", "street": "x"}}


@pytest.mark.parametrize(
    ("came", "target"),
    [
        ({}, "/pets/p"),
        ({"owner": None, "home": {"town": "Ulm"}}, "/pets/p"),
        ({**WHOLE, "homes": [{"town": "Ulm"}], "status": "gone"}, "/pets/p?note=Rex&kinds=a"),
        ({"status": "lost", "tags": []}, "/pets/p"),
    ],
    ids=["absent", "null", "whole", "unknown"],
)
def test_what_is_absent_is_not_sent(folder: Path, came: dict[str, Any], target: str) -> None:
    with Recorder() as server:
        server.script(Reply(body=json.dumps({"id": "p", "chip": None, **came}).encode()), Reply(204))
        text = run_python(folder, "program.py", server.origin)
        assert json.loads(text) == {"id": "p", "chip": None, **came}
        assert json.loads(server.requests[1].body) == {"chip": None, **came}
        assert server.requests[1].target == target


def test_properties_called_as_members_of_models(kind: str, folder: Path) -> None:
    """D10.5: those take an underscore, and are asked for by their names on the wire."""
    said = (
        f"from pets_{kind}.models import Pet\n"
        "pet = Pet(id='p', chip=None, given_='g', model_fields_set_='m', keys='k')\n"
        "assert 'given' in pet and pet.given('given_') == pet.given('given') == 'g' and 'given_' not in pet\n"
        "assert pet.model_fields_set == {'id', 'chip', 'given_', 'model_fields_set_', 'keys'}\n"
        "assert pet.to_dict() == {'id': 'p', 'chip': None, 'given': 'g', 'model_fields_set': 'm', 'keys': 'k'}\n"
    )
    assert run_python(folder, "-c", said) == ""


def test_help_says_what_may_be_left_out(kind: str, folder: Path) -> None:
    said = f"import inspect, pets_{kind} as pets; print(inspect.signature(pets.Pets.update_pet))"
    text = run_python(folder, "-c", said)
    assert "name: 'str | None' = None" in text and text.count("UNSET") == 2, text

"""The printed package as its users' tools see it: mypy and pyright in their strict modes, and ruff's format."""

from __future__ import annotations

import ast
import itertools
import sys

import pytest
import yaml

from tests.support.documents import document_of, text_of
from tests.support.places import ROOT
from tests.support.python_things import KINDS, TRAINS, package_of, printed_models, run_python, trains, write_program
from tests.support.type_checkers import Diagnostic, Programs, mistaken_lines, run_mypy

CONSUMER = """
from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from printed_models.models import Everything, EverythingParam, Part, PartParam


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
    print(text, price)


def send_back(thing: Everything) -> EverythingParam:
    return {"id": "other", "kind": "thing", "pet": thing.pet or {"type": "cat"}, "parts": thing.parts or []}


part: PartParam = {"name": "x", "made_on": date(2026, 1, 31), "parent": Part(name="y")}
narrow(Everything(id="id", parts=[Part(name="x")], colour="red", at=datetime.now()))
"""

MISTAKES = """
from printed_models.models import Everything, PartParam, Nothing

Everything()
Everything("id")
Everything(id=5)
Everything(id="id", colr="red")
bad: PartParam = {"nam": "x"}
Everything(id="id").count + 1
Everything(id="id", colour="blue")
Everything(id="id").colour == "blue"
"""


PACKAGES = {"example": trains, "models": printed_models}


@pytest.mark.parametrize("which", PACKAGES)
def test_ruff_would_change_nothing(which: str) -> None:
    sdk = PACKAGES[which]()
    run_python(
        sdk.folder, "-m", "ruff", "format", "--isolated", "--line-length=100", "--diff", sdk.plan.surface.package
    )


def test_printed_classes_are_those_written_by_hand() -> None:
    written = (ROOT / "examples" / "handwritten" / "python" / "models.py").read_text()
    printed = [path.read_text() for path in trains().folder.glob("train_travel/_*/*.py")]
    parts = ast.parse(written).body
    wanted = [
        ast.get_source_segment(written, part) or ""
        for part in parts
        if not isinstance(part, ast.Import | ast.ImportFrom) and part is not parts[0]
    ]
    assert len(wanted) == 11
    assert [text for text in wanted if not any(text in file for file in printed)] == []


def example() -> Programs:
    return Programs(trains().folder, ["train_travel"])


@pytest.mark.pyright(make=example)
def test_type_checkers_find_nothing(pyright: list[Diagnostic]) -> None:
    assert pyright == []
    assert run_mypy(trains().folder, "--strict", "train_travel").startswith("Success")


def test_every_type_is_known() -> None:
    """``pyright --verifytypes`` is satisfied wholly, fields called like their own types included."""
    document, hidden = yaml.safe_load(TRAINS), document_of("python/hiding.yaml")
    document["paths"] |= hidden["paths"]
    document["components"]["schemas"] |= hidden["components"]["schemas"]
    command = ("pyright", "--pythonpath", sys.executable, "--verifytypes", "known_types", "--ignoreexternal")
    folder = package_of(document, "known_types").folder
    text = run_python(folder, "-m", *command, PYTHONPATH=str(folder))
    assert "Type completeness score: 100%" in text, text


def hiding(kind: str) -> Programs:
    package = f"hiding_{kind}"
    return Programs(package_of(text_of("python/hiding.yaml"), package, models=kind).folder, [package])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.pyright(make=hiding)
def test_attributes_called_as_types_are_documented_where_they_stand(kind: str, pyright: list[Diagnostic]) -> None:
    """Plaid has a `date` in 28 schemas; a class that declares it must not take it for the type of what is below."""
    programs, package = hiding(kind), f"hiding_{kind}"
    folder = programs.folder
    files = [*folder.glob("*/_models/*.py"), *folder.glob("*/_requests/*.py")]
    classes = [item for path in files for item in ast.parse(path.read_text()).body if isinstance(item, ast.ClassDef)]
    found = {declared.name: documented(declared) for declared in classes}
    properties = document_of("python/hiding.yaml")["components"]["schemas"]["All"]["properties"]
    shown = [(name.strip("_"), text) for name, text in found["All"].items()]  # pydantic has a `dict` of its own
    assert shown == [(name, item["description"]) for name, item in properties.items()]
    assert found["Few"] == {"date": "The first."}
    assert list(found["PostParams"])[:3] == ["date", "models", "other"]
    assert list(found["PostParams"].values())[:3] == ["The first.", "The second.", "The third."]
    assert run_mypy(folder, "--strict", package).startswith("Success")
    run_python(folder, "-m", "ruff", "check", "--isolated", "--select=F401,F821", package)
    told = {"date": "2026-01-31", "str": "x", "extra": "2026-02-01"}
    code = f"from {package}.models import All\nassert All.from_dict({told}).to_dict() == {told}\n"
    assert run_python(folder, "-c", code) == ""
    assert pyright == []


def documented(declared: ast.ClassDef) -> dict[str, str]:
    """Map what a class declares to the text below it."""
    texts = {}
    for item, after in itertools.pairwise([*declared.body, ast.Pass()]):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            held = after.value if isinstance(after, ast.Expr) else None
            texts[item.target.id] = str(held.value) if isinstance(held, ast.Constant) else ""
    return texts


def consumer() -> Programs:
    return write_program(printed_models(), "consumer.py", CONSUMER, "printed_models")


@pytest.mark.pyright(make=consumer)
def test_type_checkers_narrow(pyright: list[Diagnostic]) -> None:
    assert pyright == []
    assert run_mypy(consumer().folder, "--strict", "consumer.py").startswith("Success")


def test_type_checkers_see_mistakes() -> None:
    """No typo type-checks: neither of a name of the module, nor of a field, nor of a key."""
    folder = printed_models().folder
    (folder / "mistakes.py").write_text(MISTAKES)
    text = run_mypy(folder, "--strict", "mistakes.py")
    assert mistaken_lines(text, "mistakes.py") == {2, 4, 5, 6, 7, 8, 9, 10}, text

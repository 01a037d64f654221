"""`codegen adopt --prove`: a published SDK beside the one that codegen prints, symbol by symbol."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adopt import packages
from tests.support.run import Run, codegen

pytest.importorskip("griffe")


def run(tmp_path: Path, files: dict[str, str], *more: str) -> Run:
    packages.write(tmp_path, {"openapi.yaml": packages.DOCUMENT})
    packages.write(tmp_path / "old", files)
    return codegen("adopt", "openapi.yaml", "--prove", "old", "-o", "new", *more, cwd=tmp_path)


def proof(tmp_path: Path, files: dict[str, str], *more: str) -> dict[str, Any]:
    done = run(tmp_path, files, "--format", "json", *more)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)["proof"]
    return found


def rows(found: dict[str, Any], kind: str, verdict: str) -> list[tuple[str, str]]:
    return [
        (row.get("old", ""), row.get("new", ""))
        for row in found["symbols"]
        if (row["kind"], row["verdict"]) == (kind, verdict)
    ]


class TestPython:
    def test_without_adopting_names_differ(self, tmp_path: Path) -> None:
        found = proof(tmp_path, packages.STAINLESS_PYTHON)
        assert ("pack.members.create", "dogs.add_dog") in rows(found, "methods", "renamed")
        assert rows(found, "methods", "outside") == [("pack.members.groom", "")]
        assert ("pack.members.wait", "") in rows(found, "methods", "runtime")
        assert found["kinds"]["methods"]["percent"] == 0.0

    def test_after_adopting_all_is_the_same(self, tmp_path: Path) -> None:
        found = proof(tmp_path, packages.STAINLESS_PYTHON, "--from", "old")
        assert found["kinds"]["methods"]["percent"] == 100.0
        assert rows(found, "methods", "same") == [
            (f"pack.members.{name}",) * 2 for name in ("create", "retrieve", "fetch", "list", "walk")
        ]
        assert found["kinds"]["arguments"]["percent"] == 100.0
        renamed = dict(rows(found, "fields", "renamed"))
        assert renamed["Walk.length"].endswith(".minutes"), "by its key in JSON"

    def test_types_are_named_as_they_were(self, tmp_path: Path) -> None:
        found = proof(tmp_path, packages.STAINLESS_PYTHON)
        assert sorted(rows(found, "types", "renamed")) == [("Dog", "DogOut"), ("Walk", "WalkOut")]
        found = proof(tmp_path, packages.STAINLESS_PYTHON, "--from", "old", "--force")
        assert rows(found, "types", "renamed") == []
        assert ("Dog", "Dog") in rows(found, "types", "same")
        assert ("Kennel", "Kennel") in rows(found, "types", "same"), "the client"

    def test_types_of_properties_and_of_unions(self, tmp_path: Path) -> None:
        document = (
            packages.DOCUMENT
            + """\
        mood: {type: string, enum: [glad, sad]}
        way:
          anyOf:
            - {$ref: '#/components/schemas/RoadOut'}
            - {$ref: '#/components/schemas/PathOut'}
    RoadOut: {type: object, properties: {kind: {const: road}}}
    PathOut: {type: object, properties: {kind: {const: path}}}
"""
        )
        document = document.replace(
            "properties: {id: {type: string}, minutes: {type: integer}}",
            "properties:\n        id: {type: string}\n        minutes: {type: integer}",
        )
        walk = """\
from typing import Optional, Union
from typing_extensions import Literal, TypeAlias
from .._models import BaseModel
class Road(BaseModel):
    kind: Literal["road"]
class Path(BaseModel):
    kind: Optional[Literal["path"]] = None
Mood: TypeAlias = Literal["glad", "sad"]
Way: TypeAlias = Union[Path, Road]
class Walk(BaseModel):
    id: Optional[str] = None
    mood: Optional[Mood] = None
    way: Optional[Way] = None
"""
        init = "from .dog import Dog\nfrom .walk import Walk, Road, Path, Mood, Way\n"
        files = {**packages.STAINLESS_PYTHON, "src/kennel/types/walk.py": walk, "src/kennel/types/__init__.py": init}
        packages.write(tmp_path, {"openapi.yaml": document})
        packages.write(tmp_path / "old", files)
        arguments = ("adopt", "openapi.yaml", "--from", "old", "--prove", "old", "-o", "new", "--format", "json")
        done = codegen(*arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
        assert {old for old, _ in rows(json.loads(done.stdout)["proof"], "types", "same")} == {
            *("Kennel", "Dog", "Walk", "Road", "Path", "Mood", "Way")
        }
        overlay = (tmp_path / "new" / "adopted.overlay.yaml").read_text()
        assert "x-codegen-type-name: Mood" in overlay, "the property keeps its name"

    def test_require(self, tmp_path: Path) -> None:
        done = run(tmp_path, packages.STAINLESS_PYTHON, "--require", "100")
        assert done.returncode == 1
        assert "0 % of the methods are the same, and --require asks for 100 %" in done.stderr
        assert "methods, renamed\n  pack.members.create -> dogs.add_dog\n" in done.stdout
        assert "counted apart: 1 whose operation is not in the document" in done.stdout
        done = run(tmp_path, packages.STAINLESS_PYTHON, "--from", "old", "--require", "100", "--force")
        assert done.returncode == 0, done.stdout


class TestOtherLanguages:
    @pytest.mark.parametrize(
        ("files", "language"),
        [
            (packages.STAINLESS_TYPESCRIPT, "typescript"),
            (packages.SPEAKEASY_TYPESCRIPT, "typescript"),
            (packages.STAINLESS_GO, "go"),
            (packages.SPEAKEASY_GO, "go"),
            (packages.SPEAKEASY_PYTHON, "python"),
            (packages.FERN_PYTHON, "python"),
            (packages.OPENAPI_GENERATOR_PYTHON, "python"),
        ],
    )
    def test_adopted_methods_are_the_same(self, tmp_path: Path, files: dict[str, str], language: str) -> None:
        found = proof(tmp_path, files, "--from", "old")
        assert found["language"] == language
        assert found["kinds"]["methods"]["same"] > 0
        assert found["kinds"]["methods"]["percent"] == 100.0

    def test_declarations_without_bodies_are_compared_by_name(self, tmp_path: Path) -> None:
        files = {
            "package.json": '{"name": "kennel"}',
            "client.d.ts": 'import { Dogs } from "./dogs.js";\nexport declare class Kennel {\n    dogs: Dogs;\n}\n',
            "dogs.d.ts": "export declare class Dogs {\n    addDog(): Promise<void>;\n    groom(): Promise<void>;\n}\n",
        }
        found = proof(tmp_path, files)
        assert rows(found, "methods", "same") == [("dogs.addDog", "dogs.addDog")]
        assert rows(found, "methods", "missing") == [("dogs.groom", "")]

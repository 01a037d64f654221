"""`codegen adopt --prove`: a published SDK beside the one that codegen prints, symbol by symbol."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.adopt import packages
from tests.adopt.support import Adopted, adopt_sdk
from tests.support.documents import object_of, ref
from tests.support.run import codegen

pytest.importorskip("griffe")


def prove(folder: Path, files: dict[str, str], *more: str, document: str = packages.DOCUMENT) -> Adopted:
    return adopt_sdk(folder, files, "--prove", "old", "--force", *more, document=document)


def percent(found: Adopted, kind: str) -> float:
    return float(found.report["proof"]["kinds"][kind]["percent"])


class TestPython:
    def test_without_adopting_names_differ(self, tmp_path: Path) -> None:
        found = prove(tmp_path, packages.STAINLESS_PYTHON)
        assert ("pack.members.create", "dogs.add") in found.symbols("methods", "renamed")
        assert found.symbols("methods", "outside") == [("pack.members.groom", "POST /dogs/{}/groom")]
        assert "pack.members.wait" in dict(found.symbols("methods", "runtime"))
        assert percent(found, "methods") == 0.0

    def test_after_adopting_all_is_the_same(self, tmp_path: Path) -> None:
        found = prove(tmp_path, packages.STAINLESS_PYTHON, "--from", "old")
        assert percent(found, "methods") == 100.0
        assert found.symbols("methods", "same") == [
            (f"pack.members.{name}",) * 2 for name in ("create", "retrieve", "fetch", "list", "walk")
        ]
        assert percent(found, "arguments") == 100.0
        report = (tmp_path / "adopted.txt").read_text()
        assert "pack.members.wait()" in report and "pack.members.groom() (POST /dogs/{}/groom)" in report
        renamed = dict(found.symbols("fields", "renamed"))
        assert renamed["Walk.length"].endswith(".minutes"), "by its key in JSON"

    def test_types_are_named_as_they_were(self, tmp_path: Path) -> None:
        found = prove(tmp_path, packages.STAINLESS_PYTHON)
        assert sorted(found.symbols("types", "renamed")) == [("Dog", "DogOut"), ("Walk", "WalkOut")]
        found = prove(tmp_path, packages.STAINLESS_PYTHON, "--from", "old")
        assert found.symbols("types", "renamed") == []
        assert ("Dog", "Dog") in found.symbols("types", "same")
        assert ("Kennel", "Kennel") in found.symbols("types", "same"), "the client"

    def test_options_modules_and_exports(self, tmp_path: Path) -> None:
        """What the package has besides methods is told, and credentials keep their names and variables."""
        document = packages.kennel()
        document["components"]["securitySchemes"] = {"ApiKeyAuth": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"ApiKeyAuth": []}]
        files = {**packages.STAINLESS_PYTHON, "src/kennel/pagination.py": "class DogPage: ...\n"}
        found = prove(tmp_path, files, "--from", "old", document=json.dumps(document))
        assert found.updates["$.components.securitySchemes.ApiKeyAuth"] == {
            "x-codegen-env": "KENNEL_KEY",
            "x-codegen-name-override": "api_key",
        }
        assert found.symbols("options", "same") == [("api_key", "api_key"), ("base_url", "base_url")]
        assert found.symbols("options", "renamed") == [("max_retries", "retries")]
        assert found.symbols("options", "missing") == [("tail", "")]
        assert ("types", "models") in [(old, new) for old, new in found.symbols("modules", "renamed")]
        assert found.symbols("modules", "missing") == [("pagination", "DogPage")]
        assert found.symbols("exports", "same") == [("AsyncKennel", "AsyncKennel"), ("Kennel", "Kennel")]

    def test_a_stream_is_no_alias_of_what_answers_at_once(self, tmp_path: Path) -> None:
        """`bark_stream` of a second published method is codegen's own name; under another one it is renamed."""
        bark = {"text/event-stream": {"schema": ref("DogOut")}, "application/json": {"schema": ref("DogOut")}}
        document = packages.kennel()
        document["paths"]["/dogs/bark"] = {
            "post": {
                "operationId": "bark",
                "tags": ["Dogs"],
                "x-codegen-stream-switch": "loud",
                "requestBody": {"content": {"application/json": {"schema": object_of(loud="boolean")}}},
                "responses": {"200": {"description": "ok", "content": bark}},
            }
        }
        members = (
            packages.STAINLESS_PYTHON["src/kennel/resources/pack/members.py"]
            + """
    def bark(self) -> Dog:
        return self._post("/dogs/bark", cast_to=Dog)

    def bark_stream(self) -> Iterator[Dog]:
        return self._post("/dogs/bark", cast_to=Dog)

    def howl(self) -> typing.Iterator[Dog]:
        return self._post("/dogs/bark", cast_to=Dog)
"""
        )
        files = {**packages.STAINLESS_PYTHON, "src/kennel/resources/pack/members.py": members}
        found = prove(tmp_path, files, "--from", "old", document=json.dumps(document))
        assert ("pack.members.bark_stream",) * 2 in found.symbols("methods", "same")
        assert found.symbols("methods", "renamed") == [("pack.members.howl", "pack.members.bark_stream")]

    def test_a_form_that_alone_has_the_arguments_takes_the_name(self, tmp_path: Path) -> None:
        """`image` is of the form, `url` of the JSON beside it; `note` is in both, so that JSON stays."""
        photo, note = object_of(image="string", note="string"), object_of(url="string", note="string")
        document = packages.kennel()
        for name in ("photo", "memo"):
            document["paths"][f"/dogs/{name}"] = {
                "post": {
                    "tags": ["Dogs"],
                    "requestBody": {
                        "content": {"multipart/form-data": {"schema": photo}, "application/json": {"schema": note}}
                    },
                    "responses": {"204": {"description": "ok"}},
                }
            }
        members = (
            packages.STAINLESS_PYTHON["src/kennel/resources/pack/members.py"]
            + """
    def photo(self, *, image: str) -> None:
        return self._post("/dogs/photo", body={"image": image}, cast_to=NoneType)

    def memo(self, *, note: str) -> None:
        return self._post("/dogs/memo", body={"note": note}, cast_to=NoneType)
"""
        )
        files = {**packages.STAINLESS_PYTHON, "src/kennel/resources/pack/members.py": members}
        found = prove(tmp_path, files, "--from", "old", document=json.dumps(document))
        assert found.overlay.count("x-codegen-ignore: true") == 1
        same = [old for old, _ in found.symbols("arguments", "same")]
        assert {"pack.members.photo(image)", "pack.members.memo(note)"} <= {*same}

    def test_types_of_properties_and_of_unions(self, tmp_path: Path) -> None:
        document = packages.kennel(RoadOut=object_of(kind={"const": "road"}), PathOut=object_of(kind={"const": "path"}))
        document["components"]["schemas"]["WalkOut"]["properties"] |= {
            "mood": {"type": "string", "enum": ["glad", "sad"]},
            "way": {"anyOf": [ref("RoadOut"), ref("PathOut")]},
        }
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
        found = prove(tmp_path, files, "--from", "old", document=json.dumps(document))
        assert found.types("same").keys() == {"Kennel", "Dog", "Walk", "Road", "Path", "Mood", "Way"}
        assert "x-codegen-type-name: Mood" in found.overlay, "the property keeps its name"

    def test_require(self, tmp_path: Path) -> None:
        prove(tmp_path, packages.STAINLESS_PYTHON, "--from", "old", "--require", "100")
        asked = ("--prove", "old", "--force", "--require", "100")
        done = codegen("adopt", "openapi.yaml", *asked, cwd=tmp_path)
        assert done.returncode == 1
        assert "0 % of the methods are the same, and --require asks for 100 %" in done.stderr
        assert "methods, renamed\n  pack.members.create -> dogs.add\n" in done.stdout
        assert "counted apart: 1 whose operation is not in the document" in done.stdout


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
        homes = [name.removeprefix("src/") for name, text in files.items() if "export class Kennel" in text]
        index = "".join(f'export {{ Kennel }} from "./{home.removesuffix(".ts")}";\n' for home in homes)
        found = prove(tmp_path, {**files, "src/index.ts": index}, "--from", "old")
        assert found.report["proof"]["language"] == language
        assert found.symbols("methods", "same")
        assert percent(found, "methods") == 100.0
        if language != "python":
            assert [name for name, _ in found.symbols("exports", "same")], "the client at least"

    def test_declarations_without_bodies_are_compared_by_name(self, tmp_path: Path) -> None:
        files = {
            "package.json": '{"name": "kennel"}',
            "client.d.ts": 'import { Dogs } from "./dogs.js";\nexport declare class Kennel {\n    dogs: Dogs;\n}\n',
            "dogs.d.ts": "export declare class Dogs {\n    add(): Promise<void>;\n    groom(): Promise<void>;\n}\n",
        }
        found = prove(tmp_path, files)
        assert found.symbols("methods", "same") == [("dogs.add", "dogs.add")]
        assert found.symbols("methods", "missing") == [("dogs.groom", "no method is called so")]

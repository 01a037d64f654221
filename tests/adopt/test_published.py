"""What published SDKs say: their surface by language and maker."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from migrate.adopt.published.find import UnreadableSdkError, read_published
from migrate.adopt.published.published import Published
from tests.adopt import packages
from tests.adopt.support import adopt, adopt_sdk
from tests.support.documents import answers, content, object_of, operation, ref
from tests.support.documents import document as plain_document
from tests.support.run import write as write_file

pytest.importorskip("griffe")


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        write_file(folder, name, text)
    return folder


def read(tmp_path: Path, files: dict[str, str]) -> Published:
    return read_published(write(tmp_path / "sdk", files), tmp_path / "scratch")


def calls(published: Published) -> dict[str, str]:
    """Return the request of each method by its name; "" where it sends none."""
    shapes = {item.path: item.request.shape if item.request else ("", "") for item in published.methods}
    return {path: " ".join(shape).strip() for path, shape in shapes.items()}


class TestPython:
    def test_resources_are_found_through_properties(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.STAINLESS_PYTHON)
        assert (published.maker, published.client) == ("stainless", "Kennel")
        assert calls(published) == {
            "pack.members.create": "POST /dogs",
            "pack.members.retrieve": "GET /dogs/{}",
            "pack.members.fetch": "GET /dogs/{}",
            "pack.members.list": "GET /dogs",
            "pack.members.walk": "GET /dogs/{}/walks/{}",
            "pack.members.groom": "POST /dogs/{}/groom",
            "pack.members.wait": "",
        }
        arguments = {item.name: (item.arguments, item.positional) for item in published.methods}
        assert arguments["create"] == (("name",), ())
        assert arguments["walk"] == (("walk_id", "dog_id"), ("walk_id",))
        assert published.runtime["AsyncKennel"] == "another client with the same methods"
        assert published.runtime["DogCreateParams"] == "a dictionary beside a model"
        fields = {item.name: item.fields for item in published.types}
        assert [(item.name, item.wire) for item in fields["Walk"] or ()] == [("id", "id"), ("length", "minutes")]

    def test_requests_with_keywords(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.SPEAKEASY_PYTHON)
        assert published.maker == "speakeasy"
        assert calls(published) == {"pack.adopt": "POST /dogs", "pack.show": "GET /dogs/{}"}
        adopt = published.methods[0]
        assert (adopt.operation_id, adopt.arguments) == ("addDog", ("name",)), "the members of `request`"
        assert published.runtime["pack.adopt_async"] == "another way to call the same method"

    def test_raw_clients_behind(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.FERN_PYTHON)
        assert published.maker == "fern"
        assert calls(published) == {"add": "POST /dogs", "pack.get": "GET /dogs/{}"}

    def test_a_class_for_each_tag(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.OPENAPI_GENERATOR_PYTHON)
        assert published.maker == "openapi-generator"
        assert calls(published) == {"dogs.add_dog": "POST /dogs"}
        assert "dogs.add_dog_with_http_info" in published.runtime


class TestTypeScript:
    def test_sources_with_their_bodies(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.STAINLESS_TYPESCRIPT)
        assert (published.name, published.client, published.maker) == ("kennel", "Kennel", "stainless")
        assert calls(published) == {
            "pack.members.create": "POST /dogs",
            "pack.members.retrieve": "GET /dogs/{}",
            "pack.members.list": "GET /dogs",
            "pack.members.walk": "GET /dogs/{}/walks/{}",
        }
        walk = published.methods[-1]
        assert (walk.positional, walk.arguments, walk.result) == (
            ("walkID",),
            ("dog_id",),
            "APIPromise<PackAPI.Dog.Walk>",
        )
        fields = {item.name: item.fields for item in published.types}
        assert [item.name for item in fields["Dog"] or ()] == ["id", "name", "last_walk"]
        assert [item.name for item in fields["Dog.Walk"] or ()] == ["id", "minutes"]
        assert published.runtime == {
            "withOptions": "of the client itself",
            "OtherKennel": "another client with the same methods",
        }

    def test_functions_that_methods_call(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.SPEAKEASY_TYPESCRIPT)
        assert calls(published) == {"pack.adopt": "POST /dogs"}
        assert (published.methods[0].arguments, published.methods[0].operation_id) == (("name",), "addDog")

    def test_declarations_alone(self, tmp_path: Path) -> None:
        files = {
            "package.json": '{"name": "kennel"}',
            "client.d.ts": """\
import { Pack } from "./resources/pack.js";
export declare class Kennel {
    pack: Pack;
}
""",
            "resources/pack.d.ts": """\
export declare class Pack extends APIResource {
    create(body: DogCreateParams, options?: RequestOptions): APIPromise<Dog>;
    private secret;
}
export interface DogCreateParams {
    name: string;
}
""",
        }
        published = read(tmp_path, files)
        assert calls(published) == {"pack.create": ""}
        assert published.methods[0].arguments == ("name",)


class TestGo:
    def test_services(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.STAINLESS_GO)
        assert published.name == "example.com/kennel-go/v3"
        assert calls(published) == {
            "Pack.Members.New": "POST /dogs",
            "Pack.Members.Get": "GET /dogs/{}",
            "Pack.Members.List": "GET /dogs",
        }
        assert published.runtime["Pack.Members.ListAutoPaging"] == "another way to call the same method"
        fields = {item.name: item.fields for item in published.types}
        assert [(item.name, item.wire) for item in fields["Dog"] or ()][:2] == [("ID", "id"), ("Name", "name")]
        new = published.methods[0]
        assert (new.arguments, new.result) == (("Name",), "*Dog")

    def test_types_of_other_packages(self, tmp_path: Path) -> None:
        published = read(tmp_path, packages.SPEAKEASY_GO)
        assert calls(published) == {"Pack.Adopt": "POST /dogs"}
        assert published.methods[0].arguments == ("Name",)


class TestApiMd:
    def test_lines_are_methods_or_told(self, tmp_path: Path) -> None:
        folder = write(tmp_path, packages.API_MD_PYTHON)
        published = read_published(folder / "api.md", tmp_path / "scratch")
        assert (published.maker, published.client) == ("stainless", ""), "no line says what the client is called"
        assert calls(published) == {
            "pack.members.create": "POST /dogs",
            "pack.members.retrieve": "GET /dogs/{}",
            "pack.members.cats": "GET /cats",
            "pack.members.wait": "",
            "walks.retrieve": "GET /dogs/{}/walks/{}",
        }
        assert [item.name for item in published.types] == ["Dog", "DogList", "Walk"]
        assert [(text, place.line) for text, place in published.unread] == [
            ("`This line is no method.` is no method and no type", 26),
            ("src/kennel/resources/gone/api.md is not there: its methods and types are left out", 30),
        ]

    @pytest.mark.parametrize(
        ("line", "language", "path"),
        [
            ('<a href="./src/resources/dogs.ts">create</a>({ ...params }) -> Dog', "typescript", "dogs.create"),
            (
                '<a href="https://pkg.go.dev/example.com/k#DogService.New">New</a>(ctx <a href="https://pkg.go.dev/context">'
                'context</a>.Context, body kennel.DogNewParams) (\\*kennel.Dog, <a href="https://pkg.go.dev/builtin#error">'
                "error</a>)",
                "go",
                "dogs.New",
            ),
        ],
    )
    def test_other_languages(self, tmp_path: Path, line: str, language: str, path: str) -> None:
        text = f'# Dogs\n\nMethods:\n\n- <code title="post /dogs">client.dogs.{line}</code>\n'
        published = read_published(write(tmp_path, {"api.md": text}) / "api.md", tmp_path / "scratch")
        assert published.language == language
        assert calls(published) == {path: "POST /dogs"}
        assert published.methods[0].result.lstrip("*").rpartition(".")[2] == "Dog"


class TestFinding:
    def test_archives_are_unpacked(self, tmp_path: Path) -> None:
        folder = write(tmp_path / "sdk", packages.SPEAKEASY_PYTHON)
        with zipfile.ZipFile(tmp_path / "kennel-1.0-py3-none-any.whl", "w") as wheel:
            for path in sorted((folder / "src").rglob("*.py")):
                wheel.write(path, path.relative_to(folder / "src"))
        published = read_published(tmp_path / "kennel-1.0-py3-none-any.whl", tmp_path / "one")
        assert "pack.adopt" in calls(published)
        folder = write(tmp_path / "npm" / "package", packages.SPEAKEASY_TYPESCRIPT)
        with tarfile.open(tmp_path / "kennel-1.0.tgz", "w:gz") as packed:
            packed.add(folder, "package")
        assert calls(read_published(tmp_path / "kennel-1.0.tgz", tmp_path / "two")) == {"pack.adopt": "POST /dogs"}

    def test_an_installed_package_by_its_path(self, tmp_path: Path) -> None:
        folder = write(tmp_path / "site-packages", packages.SPEAKEASY_PYTHON)
        assert "pack.adopt" in calls(read_published(folder / "src" / "kennel", tmp_path / "scratch"))

    @pytest.mark.parametrize(
        ("files", "path", "problem"),
        [
            ({"readme.txt": "hello"}, ".", "neither a Python package"),
            ({"api.md": "# Nothing\n"}, "api.md", "no line of a method"),
            ({"go.mod": "module example.com/empty\n"}, ".", "no client with methods"),
            ({"kennel.whl": "no archive"}, "kennel.whl", "cannot be unpacked"),
            ({"kennel.exe": ""}, "kennel.exe", "neither a folder, nor a wheel"),
        ],
    )
    def test_what_is_no_sdk(self, tmp_path: Path, files: dict[str, str], path: str, problem: str) -> None:
        folder = write(tmp_path / "sdk", files)
        with pytest.raises(UnreadableSdkError, match=problem):
            read_published(folder / path, tmp_path / "scratch")


class TestAdopting:
    def test_go_has_names_of_its_own(self, tmp_path: Path) -> None:
        write(tmp_path / "go", packages.STAINLESS_GO)
        overlay = adopt_sdk(tmp_path, packages.STAINLESS_PYTHON, "--from", "old", "--from", "go").overlay
        assert "go: New" in overlay
        assert "create" in overlay

    def test_mistakes(self, tmp_path: Path) -> None:
        files = {"api.md": "# Nothing\n"}
        adopted = adopt(tmp_path, packages.DOCUMENT, files, "--from", "api.md", "--prove", "gone")
        assert adopted.run.returncode == 3
        assert [item["code"] for item in adopted.report["diagnostics"]] == ["CG1806", "CG1806"]


def test_a_type_that_no_method_shows_is_the_component_of_its_name(tmp_path: Path) -> None:
    """Capitals apart: lines of `api.md` name more types than results and bodies lead to."""
    text = (
        "# Pack\n\nTypes:\n\n```python\nfrom kennel.types import Doglist\n```\n\nMethods:\n\n"
        '- <code title="get /cats">client.pack.<a href="./src/kennel/resources/pack.py">cats</a>() -> object</code>\n'
    )
    adopted = adopt_sdk(tmp_path, {"api.md": text}, "--from", "old/api.md")
    assert "x-codegen-name-override: Doglist" in adopted.overlay


def test_the_type_of_a_stream_is_that_of_its_events(tmp_path: Path) -> None:
    text = (
        "# Pack\n\nTypes:\n\n```python\nfrom kennel.types import Bark, BarkChunk\n```\n\nMethods:\n\n"
        '- <code title="post /barks">client.pack.<a href="./src/kennel/resources/pack.py">bark</a>(**params)'
        " -> Bark | Stream[BarkChunk]</code>\n"
    )
    answer = answers(ref("Sound"))
    answer["200"]["content"] |= content(ref("SoundEvent"), "text/event-stream")["content"]
    document = plain_document(
        "Kennel",
        {"/barks": {"post": operation("bark", answer)}},
        {"Sound": object_of(text="string"), "SoundEvent": object_of(part="string")},
    )
    overlay = adopt_sdk(tmp_path, {"api.md": text}, "--from", "old/api.md", document=json.dumps(document)).overlay
    assert re.findall(r"schemas\W+(\w+)\W+update:\s*\{?x-codegen-name-override: (\w+)", overlay) == [
        ("Sound", "Bark"), ("SoundEvent", "BarkChunk")
    ], overlay  # fmt: skip


def test_a_type_that_no_method_shows_is_the_component_of_its_constant(tmp_path: Path) -> None:
    """As those of webhooks; where several components have the constant, none is taken."""
    files = packages.STAINLESS_PYTHON | {
        "src/kennel/types/barked_event.py": (
            "from typing import Literal\nfrom .._models import BaseModel\n\n\n"
            "class BarkedEvent(BaseModel):\n    type: Literal['dog.barked']\n\n\n"
            "class SleptEvent(BaseModel):\n    type: Literal['dog.slept']\n"
        )
    }
    types = next(name for name in files if name.endswith("types/__init__.py"))
    files[types] += "from .barked_event import BarkedEvent as BarkedEvent, SleptEvent as SleptEvent\n"
    events = {"OnBark": "dog.barked", "OnSleep": "dog.slept", "OnNap": "dog.slept"}
    document = packages.kennel(**{name: object_of(type={"const": said}) for name, said in events.items()})
    document["webhooks"] = {"dog": {"post": {"requestBody": content({"anyOf": [*map(ref, events)]})}}}
    overlay = adopt_sdk(tmp_path, files, "--from", "old", document=json.dumps(document)).overlay
    assert "BarkedEvent" in overlay and "SleptEvent" not in overlay

"""Printed Python packages as a whole: type checkers' view of them, example calls, files around the code."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.version import InvalidVersion, Version

from backends.python import BACKEND
from backends.python.profile import PROFILE
from compiler.plan.plan import Method
from tests.support.documents import (
    answers,
    document,
    list_of,
    object_of,
    operation,
    parameter,
    ref,
    sends,
)  # fmt: skip
from tests.support.places import ROOT
from tests.support.printed import Printed, print_python
from tests.support.python_things import KINDS, package_of, run_python, things, trains, write_program
from tests.support.type_checkers import Diagnostic, Programs, mistaken_lines, run_mypy

CONSUMER = """
from typing import assert_type

import httpx2
from sdk_things import APIError, AsyncPage, AsyncThings, File, Page, Problem, RawResponse, Stream, Things, models
from sdk_things.models import Thing, ThingList

client = Things(token=lambda: "t", region="eu", timeout=None, retries=3, http_client=httpx2.Client())
assert_type(client.things.get("a"), Thing)
assert_type(client.things.touch("a", needed=1, options={"timeout": 1.5, "retries": 0}), None)
page = client.things.list(state="on")
assert_type(page, Page[ThingList, Thing])
assert_type(page.next(), Page[ThingList, Thing] | None)
for item in page:
    assert_type(item, Thing)
assert_type(client.things.with_raw_response.get("a"), RawResponse[Thing])
with client.things.with_streaming_response.get("a") as response:
    assert_type(response.parse(), Thing)
assert_type(client.streams.events(), Stream[Thing])
client.things.create(id="a")
client.files.form(file=File(b"", name="a"), n=1)
try:
    client.ping()
except Problem as error:
    assert_type(error.error, models.Problem)
except APIError as error:
    assert_type(error.status, int)


async def main() -> None:
    async with AsyncThings(http_client=httpx2.AsyncClient()) as client:
        assert_type(await client.things.get("a"), Thing)
        assert_type(await client.things.list(), AsyncPage[ThingList, Thing])
        async for item in client.things.list():
            assert_type(item, Thing)
        assert_type(await client.things.with_raw_response.get("a"), RawResponse[Thing])
        async with client.things.with_streaming_response.get("a") as response:
            assert_type(await response.parse(), Thing)
"""

MISTAKES = """from sdk_things import Thing, Things
client = Things(tokn="t")
client.thing
client.things.get()
client.things.get(id=5)
client.things.list(stat="on")
client.things.create(idd="a")
client.ping(options={"timeot": 1})
client.things.with_raw_response.get(5)
"""


def methods(printed: Printed) -> Iterator[Method]:
    return (method for _, method, _ in printed.methods())


def consumer() -> Programs:
    return write_program(things(), "consumer.py", CONSUMER)


@pytest.mark.pyright(make=consumer)
def test_type_checkers_know_results(pyright: list[Diagnostic]) -> None:
    """sdk 2: results, pages, whole responses and errors are typed."""
    assert pyright == []
    assert run_mypy(consumer().folder, "--strict", "consumer.py").startswith("Success")


def test_type_checkers_see_mistakes() -> None:
    """No typo type-checks: neither of a name, nor of an argument, an option or a key."""
    folder = things().folder
    (folder / "mistakes.py").write_text(MISTAKES)
    text = run_mypy(folder, "--strict", "mistakes.py")
    assert mistaken_lines(text, "mistakes.py") == set(range(1, 10)), text


@pytest.mark.parametrize("models", KINDS)
def test_what_is_given_as_text_type_checks(models: str) -> None:
    """A component that is a date, or holds dates, takes a date and its text, as printed examples and tests give it."""
    day = {"type": "string", "format": "date"}
    schemas: dict[str, Any] = {
        "Day": day,
        "Days": list_of(ref("Day")),
        "Feasts": {"type": "object", "additionalProperties": day},
        "When": {"oneOf": [day, {"type": "integer"}]},
    }
    wishes = {name.lower(): ref(name) for name in schemas}
    wish = sends("wish", object_of(*wishes, **wishes), parameters=[parameter("since", schema=day, required=True)])
    made = document("Wishes", {"/wishes": {"post": wish}}, schemas)
    sdk = package_of(made, f"sdk_texts_{models}", models=models)
    program = f"""from datetime import date
from sdk_texts_{models} import Wishes
day = date(2026, 1, 31)
with Wishes() as client:
    client.wish(since="2026-01-31", day="2026-01-31", days=["2026-01-31"], feasts={{"new": "2026-01-01"}}, when="2026-01-31")
    client.wish(since=day, day=day, days=[day], feasts={{"new": day}}, when=day)
    client.wish(since=5, day=5, days=[5], feasts={{"new": 5}}, when=None)
"""  # noqa: E501
    (sdk.folder / "program.py").write_text(program)
    text = run_mypy(sdk.folder, "--strict", "program.py", "tests")
    assert mistaken_lines(text, "program.py") == {7} and text.count("error: ") == 5, text


@pytest.mark.parametrize("printed", [things, trains])
def test_example_calls_are_calls(printed: Any) -> None:
    """The example call of every method fits its signature and gets as far as the wire."""
    sdk = printed().module

    class OnTheWireError(Exception):
        pass

    class Transport:
        def send(self, request: Any) -> Any:
            raise OnTheWireError

    client = getattr(sdk, printed().plan.surface.client)(http_client=Transport())
    for method in methods(printed()):
        call = BACKEND.render_call(printed().plan, method)
        with pytest.raises(OnTheWireError):
            eval(call, {"client": client, "models": sdk.models})


def test_signatures_are_python() -> None:
    for method in methods(trains()):
        text = BACKEND.render_signature(trains().plan, method)
        (function,) = ast.parse(text).body
        assert isinstance(function, ast.FunctionDef) and function.name == method.ident


@pytest.mark.parametrize("printed", [things, trains])
def test_files_around_the_code(printed: Any) -> None:
    """sdk 10: pyproject.toml and py.typed; test_readme runs the code of READMEs."""
    folder, surface = printed().folder, printed().plan.surface
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert (project["name"], project["version"]) == (surface.package.replace("_", "-"), surface.version)
    assert (folder / surface.package / "py.typed").exists()


def test_printed_methods_are_those_written_by_hand() -> None:
    written = (ROOT / "examples" / "handwritten" / "python" / "fares.py").read_text()
    printed = (trains().folder / "train_travel" / "_groups" / "trips_fares.py").read_text()
    wanted = [
        ast.get_source_segment(written, part) or ""
        for part in ast.parse(written).body[1:]
        if not isinstance(part, ast.Import | ast.ImportFrom | ast.If)
    ]
    assert [text for text in wanted if text not in printed] == []


def test_every_file_ends_its_last_line_and_python_says_what_it_is() -> None:
    """sdk 11: the file header."""
    for path, text in BACKEND.emit(trains().plan, ()).items():
        assert text == "" or text.endswith("\n"), path
        assert not path.endswith(".py") or text.startswith("# Code generated by codegen. DO NOT EDIT.\n"), path


@pytest.mark.parametrize("title", ["Page API", "Hooks", "Settings"])
def test_a_client_hides_no_name_of_the_runtime(title: str, tmp_path: Path) -> None:
    """D10.5: the class of the client takes ``_`` where the package exports or imports its name."""
    printed = print_python(document(title, {}), "hidden_" + title.split()[0].lower(), tmp_path)
    name = printed.plan.surface.client
    assert name == title.split()[0] + "_"
    assert getattr(printed.module, name)(base_url="https://h.example").__class__.__name__ == name


def test_the_runtime_of_a_package_is_what_it_uses(tmp_path: Path) -> None:
    """A module of the runtime is there for an SDK that needs it, and then with all that it imports."""
    scheme = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://a.example/token", "scopes": {}}}}
    plain = document("T", {"/": {"get": operation("ask")}})
    secured = plain | {"components": {"securitySchemes": {"o": scheme}}, "security": [{"o": []}]}
    found = {}
    for package, given in (("runs_little", plain), ("runs_more", secured)):
        runtime = print_python(given, package, tmp_path / package).folder / package / "_runtime"
        found[package] = {path.stem for path in runtime.glob("*.py")}
        imports = "".join(f"import {package}._runtime.{name}\n" for name in sorted(found[package]))
        run_python(runtime.parents[1], "-c", imports)
    assert {"client", "oauth2", "schemas"} < found["runs_more"]
    assert found["runs_more"] - found["runs_little"] == {"oauth2"}
    assert not {"callbacks", "webhooks", "requests", "adapters"} & found["runs_more"]


def test_groups_called_async_hide_no_twin(tmp_path: Path) -> None:
    """D10.5: the class of the group `Async Jobs` is not the asynchronous one of `Jobs`, nor `async`'s the runtime's."""
    paths = {
        f"/{number}": {"get": operation("list", tags=[tag])}
        for number, tag in enumerate(["Jobs", "Async Jobs", "async"])
    }
    printed = print_python(document("Twins", paths), "sdk_twins", tmp_path)
    found = {group.ident: group.type_ident for group in printed.plan.surface.root.groups}
    assert found == {"jobs": "JobsGroup", "async_jobs": "AsyncJobsGroup_", "async_": "AsyncGroup_"}
    client = printed.module.AsyncTwins(base_url="https://h.example")
    assert client.async_.list.__code__.co_flags & inspect.CO_COROUTINE


def test_names_that_a_client_may_not_have_are_listed() -> None:
    """D10.5: the closed list holds what a package exports and what its files of methods import."""
    package = trains().folder / "train_travel"
    files = [package / "__init__.py", package / "_client.py", *(package / "_groups").glob("*.py")]
    imported = {
        alias.name
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and ("_runtime" in (node.module or "") or not node.level)
        for alias in node.names
    }
    around = {"Client", "AsyncClient"}  # of the runtime, which is imported by another name where a client has it
    assert {name for name in imported if name[0].isupper() and not name.isupper()} <= PROFILE.taken["client"] | around


@pytest.mark.parametrize("models", KINDS)
def test_a_schema_may_be_called_like_what_files_import_and_like_classes_of_python(models: str) -> None:
    """D10.6: ``acme.models`` has the names of the document alone."""
    names = ("Any", "Field", "Literal", "Model", "Reads", "TimeoutError", "Warning")
    own = {name: object_of("next", next=ref("Warning"), any={}) for name in names}
    own["Unions"] = {"oneOf": [ref("Model"), ref("TimeoutError"), {"type": "string"}]}
    made = document("Named", {"/unions": {"get": operation("listUnions", answers(ref("Unions")))}}, own)
    sdk = package_of(made, f"sdk_named_{models}", models=models)
    assert set(names) <= set(sdk.module.models.__all__)
    assert issubclass(sdk.module.models.Model, sdk.module.Model)
    text = run_mypy(sdk.folder, "--strict", f"sdk_named_{models}")
    assert text.startswith("Success"), text


def test_an_api_without_pages_has_no_code_for_them() -> None:
    """What no method needs is neither copied nor public; the arguments of a path stand in the path alone."""
    both = [parameter("id", "path"), parameter("name", "path")]
    made = document("Small", {"/a/{id}/b/{name}": {"get": operation("getB", parameters=both)}})
    printed = package_of(made, "small_api")
    folder = printed.folder / "small_api"
    assert not [path.name for path in folder.glob("_runtime/pag*.py")]
    assert "Page" not in (folder / "__init__.py").read_text() and hasattr(trains().module, "Page")
    assert 'Operation("getB", "GET", "/a/{id}/b/{name}"' in (folder / "_client.py").read_text()
    code = "from small_api._client import _get_b; print([param.arg for param in _get_b().params])"
    assert run_python(printed.folder, "-c", code).strip() == "['id', 'name']"


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "1.0.0",
        "3.10",
        "1.0.0-beta.2",
        "1.0.0RC1",
        "1.0a",
        "1.0.post2",
        "1.0-1",
        "1.dev3",
        "1!2.0",
        "1.0.0-oas3",
        "1.0.0-SNAPSHOT",
        "1.0.0.Final",
        "1.0 beta",
        "2024-01-01",
        "1..0",
        "1.0foo",
        "1.0-",
        "",
    ],
)
def test_versions_of_documents_are_taken_where_installers_take_them(text: str) -> None:
    """D15: what PEP 440 does not know stops `pip install`, so the version is 0.1.0 there."""
    try:
        Version(text)
        known = True
    except InvalidVersion:
        known = False
    assert bool(re.fullmatch(PROFILE.version_pattern, text)) is known

"""The tests that are printed with SDKs: they pass unchanged, and fail if the SDK does not do what the plan says."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support import trains
from tests.support.documents import answers, content, document, list_of, object_of, operation, parameter, ref, sends
from tests.support.drift import LANGUAGES
from tests.support.go_things import ENV, unformatted
from tests.support.run import build_sdks, run_program
from tests.support.toolchain import tool
from tests.support.type_checkers import run_mypy
from tests.support.typescript_tools import check_format

FILE = {"type": "string", "format": "binary"}
EITHER = content(ref("Files"))["content"] | content(ref("Files"), "multipart/form-data")["content"]
DOCUMENT = document(
    "Odd Things",
    {
        "/things/{id}": {
            "parameters": [parameter("id", "path")],
            "post": sends(
                "changeThing",
                object_of("name", "tags", name="string", tags=list_of({"type": "string"})),
                "application/x-www-form-urlencoded",
                parameters=[
                    parameter("X-Mode", "header", {"enum": ["a", "b"]}, required=True),
                    parameter("filter", schema=object_of("n", n="integer"), required=True, style="deepObject"),
                ],
                responses=answers({"oneOf": [ref("Cat"), ref("Dog")]}),
            ),
        },
        "/void": {"delete": operation("empty")},
        "/moved/[all]": {"get": operation("moved", {"302": {"description": "elsewhere"}})},
        "/numbers": {"get": operation("numbers", answers(list_of({"type": "integer", "format": "int64"})))},
        "/lines": {"get": operation("lines", answers(ref("Cat"), "application/jsonl"))},
        "/events": {"get": operation("events", answers(ref("Cat"), "text/event-stream"))},
        "/file": {
            "post": sends(
                "sendFile",
                object_of("file", file=FILE, note="string"),
                "multipart/form-data",
                responses=answers({}, "image/png"),
            )
        },
        "/impossible": {"post": sends("impossible", ref("Files"))},
        "/possible": {"post": sends("possible", ref("Files"), "multipart/form-data")},
        "/either": {"post": operation("either", requestBody={"required": True, "content": EITHER})},
    },
    security=[{"key": [], "token": []}],
    components={
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "token": {"type": "http", "scheme": "bearer"},
        },
        "schemas": {
            "Files": object_of("files", files=list_of(FILE)),
            "Cat": object_of(
                "kind",
                "born_at",
                "price",
                "mother",
                kind={"const": "cat"},
                born_at={"type": "string", "format": "date-time"},
                price={"type": "string", "format": "decimal"},
                mother={"oneOf": [ref("Cat"), {"type": "null"}]},
            ),
            "Dog": object_of("kind", kind={"const": "dog"}),
        },
    },
)
"""What the example does not have: unions, bytes, empty answers, redirects, and a call that cannot be made."""
SECTIONS: Mapping[str, Mapping[str, Any]] = {
    "python": {"python": {"packageName": "odd"}},
    "python-pydantic": {"python": {"packageName": "odd", "models": "pydantic", "maxMethodParams": 0}},
    "typescript": {"typescript": {"packageName": "odd"}},
    "typescript-camel": {
        "typescript": {"packageName": "odd", "propertyCase": "camel", "dates": "Date", "int64": "bigint"}
    },
    "go": {"go": {"modulePath": "example.com/odd"}},
    "go-request": {"go": {"modulePath": "example.com/odd", "maxMethodParams": 0}},
}  # fmt: skip


@functools.cache
def odd(case: str) -> Path:
    """The SDK of a case, which is only read."""
    return print_odd(Path(tempfile.mkdtemp(prefix="odd-")), case)


def print_odd(folder: Path, case: str, document: Mapping[str, Any] = DOCUMENT, **more: Any) -> Path:
    return build_sdks(folder, document, {**more, **SECTIONS[case]}) / case.partition("-")[0]


def run(folder: Path, tests: str = "") -> tuple[int, str, dict[str, int]]:
    """Run the tests of an SDK as its user would, or some; gives the exit code, the output, and how many passed."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "NODE_OPTIONS": "--test-reporter=tap"} | ENV
    if folder.name == "python":
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests.split()]
        patterns = {word: rf"(\d+) {word}" for word in ("passed", "skipped", "failed")}
    elif folder.name == "go":
        command = ["go", "test", "-v", "./...", *(["-run", tests] if tests else [])]
        patterns = {word: rf"^--- {word[:4].upper()}" for word in ("passed", "skipped", "failed")}
    else:
        command = ["node", "--test", *tests.split()] if tests else ["npm", "test", "--silent"]
        patterns = {word: rf"^# {word[:4]}\w* (\d+)" for word in ("passed", "skipped", "failed")}
    tool(command[0])
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    found = {word: re.findall(pattern, done.stdout, re.MULTILINE) for word, pattern in patterns.items()}
    is_counted = folder.name == "go"
    counts = {word: len(hits) if is_counted else sum(map(int, hits)) for word, hits in found.items()}
    return done.returncode, done.stdout + done.stderr, counts


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = (trains.TRAINS / "gen.yaml").read_text("utf-8").replace("trains.example/", "example.com/")
    return build_sdks(tmp_path_factory.mktemp("trains"), trains.DOCUMENT, config.replace("configVersion: 2.0.0\n", ""))


@pytest.mark.slow
@pytest.mark.parametrize("target", LANGUAGES)
def test_every_method_of_the_example_is_called(target: str, example: Path) -> None:
    code, text, counts = run(example / target)
    assert (code, counts) == (0, {"passed": 25, "skipped": 0, "failed": 0}), text


@pytest.mark.slow
@pytest.mark.parametrize("case", SECTIONS)
def test_odd_methods_are_called(case: str) -> None:
    """In every form of call; what cannot be called is skipped by its name, with the reason. Where a file may be sent in
    another media type than JSON, it is."""
    code, text, counts = run(odd(case))
    assert (code, counts) == (0, {"passed": 9, "skipped": 1, "failed": 0}), text
    tests = {"python": "tests/test_client.py", "typescript": "tests/client.test.js", "go": "client_api_test.go"}
    assert "JSON cannot hold the file of its body" in (odd(case) / tests[odd(case).name]).read_text()


BROKEN = {
    "python": ("odd/_groups/numbers.py", '"/numbers"', '"/letters"', "tests/test_numbers.py tests/test_void.py"),
    "typescript": (
        "dist/esm/operations.js", '"/numbers"', '"/letters"', "tests/numbers.test.js tests/void.test.js",
    ),
    "go": ("numbers_api.go", 'path: "/numbers"', 'path: "/letters"', "Numbers|Void"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("target", LANGUAGES)
def test_they_fail_where_the_sdk_is_wrong(target: str, tmp_path: Path) -> None:
    """One that sends something else, of two."""
    folder = print_odd(tmp_path, target)
    path, right, wrong, tests = BROKEN[target]
    file = folder / path
    assert right in file.read_text()
    file.write_text(file.read_text().replace(right, wrong))
    code, text, counts = run(folder, tests)
    assert code and counts == {"passed": 1, "skipped": 0, "failed": 1}, text
    assert "/letters is not GET /numbers" in text, text


@pytest.mark.parametrize("target", LANGUAGES)
def test_they_are_left_out_where_gen_yaml_says_so(target: str, tmp_path: Path) -> None:
    folder = print_odd(tmp_path, target, generation={"tests": False})
    assert list(_tests(folder)) == (["example_test.go"] if target == "go" else [])


@pytest.mark.parametrize("target", LANGUAGES)
def test_a_method_more_changes_its_own_file_and_a_line_of_the_exchanges(target: str, tmp_path: Path) -> None:
    """D10.7."""
    before = _tests(odd(target))
    ping = {"/ping": {"get": operation("ping")}}
    after = _tests(print_odd(tmp_path, target, DOCUMENT | {"paths": DOCUMENT["paths"] | ping}))
    changed = {name for name in after if before.get(name) != after[name]}
    names = {"python": "test_ping.py", "typescript": "ping.test.js", "go": "ping_api_test.go"}
    assert changed == {names[target], "exchanges.json"}
    assert len(after["exchanges.json"].splitlines()) == len(before["exchanges.json"].splitlines()) + 1


def _tests(folder: Path) -> dict[str, str]:
    files = [*folder.glob("tests/*"), *folder.glob("*_test.go"), *folder.glob("testdata/*")]
    return {path.name: path.read_text() for path in files if path.is_file()}


@pytest.mark.slow
def test_they_are_laid_out_and_typed() -> None:
    """As the formatter of each language leaves them; mypy finds nothing."""
    run_program([sys.executable, "-m", "ruff", "format", "--check", "tests"], odd("python"))
    said = run_mypy(odd("python"), "--strict", "tests")
    assert said.startswith("Success"), said
    assert unformatted(odd("go")) == ""
    assert check_format(odd("typescript")) == ""

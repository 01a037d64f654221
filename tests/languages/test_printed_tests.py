"""The tests that are printed with SDKs: they pass unchanged, and fail if the SDK does not do what the plan says.

`python -m tests.languages.test_printed_tests DOCUMENT...` counts them for whole documents, such as those of
../shared/specs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.go_things import unformatted
from tests.support.places import ROOT
from tests.support.run import codegen
from tests.support.typescript_tools import check_format, require_tools

TRAINS = ROOT / "examples" / "trains"
LANGUAGES = ("python", "typescript", "go")


def _sending(name: str, *kinds: str) -> dict[str, Any]:
    """An operation that sends files in one of the media types."""
    content = {kind: {"schema": {"$ref": "#/components/schemas/Files"}} for kind in kinds}
    return {
        "operationId": name,
        "requestBody": {"required": True, "content": content},
        "responses": {"204": {"description": "d"}},
    }


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Odd Things", "version": "1.0.0"},
    "security": [{"key": [], "token": []}],
    "paths": {
        "/things/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "post": {
                "operationId": "changeThing",
                "parameters": [
                    {"name": "X-Mode", "in": "header", "required": True, "schema": {"enum": ["a", "b"]}},
                    {"name": "filter", "in": "query", "required": True, "style": "deepObject",
                     "schema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
                ],
                "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": {
                    "type": "object", "required": ["name", "tags"],
                    "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
                }}}},
                "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {"oneOf": [
                    {"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"},
                ]}}}}},
            },
        },
        "/void": {"delete": {"operationId": "empty", "responses": {"204": {"description": "d"}}}},
        "/moved": {"get": {"operationId": "moved", "responses": {"302": {"description": "elsewhere"}}}},
        "/numbers": {"get": {"operationId": "numbers", "responses": {"200": {"description": "d", "content": {
            "application/json": {"schema": {"type": "array", "items": {"type": "integer", "format": "int64"}}}}}}}},
        "/lines": {"get": {"operationId": "lines", "responses": {"200": {"description": "d", "content": {
            "application/jsonl": {"schema": {"$ref": "#/components/schemas/Cat"}}}}}}},
        "/events": {"get": {"operationId": "events", "responses": {"200": {"description": "d", "content": {
            "text/event-stream": {"schema": {"$ref": "#/components/schemas/Cat"}}}}}}},
        "/file": {"post": {
            "operationId": "sendFile",
            "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": {
                "type": "object", "required": ["file"],
                "properties": {"file": {"type": "string", "format": "binary"}, "note": {"type": "string"}},
            }}}},
            "responses": {"200": {"description": "d", "content": {"image/png": {}}}},
        }},
        "/impossible": {"post": _sending("impossible", "application/json")},
        "/possible": {"post": _sending("possible", "multipart/form-data")},
        "/either": {"post": _sending("either", "application/json", "multipart/form-data")},
    },
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "token": {"type": "http", "scheme": "bearer"},
        },
        "schemas": {
            "Files": {"type": "object", "required": ["files"], "properties": {
                "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
            }},
            "Cat": {"type": "object", "required": ["kind", "born_at", "price", "mother"], "properties": {
                "kind": {"const": "cat"}, "born_at": {"type": "string", "format": "date-time"},
                "price": {"type": "string", "format": "decimal"},
                "mother": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "null"}]},
            }},
            "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "dog"}}},
        },
    },
}  # fmt: skip
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


def build(folder: Path, section: Mapping[str, Any], document: Mapping[str, Any] = DOCUMENT) -> Path:
    """Print an SDK; gives its folder."""
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "gen.yaml").write_text(json.dumps({"configVersion": "2.0.0", **section}))
    done = codegen("build", "openapi.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "sdk" / next(target for target in LANGUAGES if target in section)


def run(folder: Path) -> tuple[int, str, dict[str, int]]:
    """Run the tests of an SDK as its user would; gives the exit code, the output, and how many passed."""
    if folder.name == "python":
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        patterns = {word: rf"(\d+) {word}" for word in ("passed", "skipped", "failed")}
    elif folder.name == "go":
        command = ["go", "test", "-v", "./..."]
        patterns = {word: rf"^--- {word[:4].upper()}" for word in ("passed", "skipped", "failed")}
    else:
        command = ["npm", "test", "--silent"]
        patterns = {word: rf"^# {word[:4]}\w* (\d+)" for word in ("passed", "skipped", "failed")}
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    quiet = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "NODE_OPTIONS": "--test-reporter=tap"}
    done = subprocess.run(command, cwd=folder, env=os.environ | quiet, capture_output=True, text=True, check=False)
    found = {word: re.findall(pattern, done.stdout, re.MULTILINE) for word, pattern in patterns.items()}
    is_counted = folder.name == "go"
    counts = {word: len(hits) if is_counted else sum(map(int, hits)) for word, hits in found.items()}
    return done.returncode, done.stdout + done.stderr, counts


@pytest.mark.slow
@pytest.mark.parametrize("target", LANGUAGES)
def test_every_method_of_the_example_is_called(target: str, tmp_path: Path) -> None:
    done = codegen(
        "build", str(TRAINS / "openapi.yaml"), "-c", str(TRAINS / "gen.yaml"), "-o", ".", "-t", target, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    code, text, counts = run(tmp_path / target)
    assert (code, counts) == (0, {"passed": 25, "skipped": 0, "failed": 0}), text


@pytest.mark.slow
@pytest.mark.parametrize("case", SECTIONS)
def test_odd_methods_are_called(case: str, tmp_path: Path) -> None:
    """In every form of call; what cannot be called is skipped by its name, with the reason. Where a file may be sent in
    another media type than JSON, it is."""
    folder = build(tmp_path, SECTIONS[case])
    code, text, counts = run(folder)
    assert (code, counts) == (0, {"passed": 9, "skipped": 1, "failed": 0}), text
    tests = {"python": "tests/test_client.py", "typescript": "tests/client.test.js", "go": "client_api_test.go"}
    assert "JSON cannot hold the file of its body" in (folder / tests[folder.name]).read_text()


BROKEN = {
    "python": ("odd/_groups/numbers.py", '"/numbers"', '"/letters"'),
    "typescript": ("dist/esm/operations.js", '"/numbers"', '"/letters"'),
    "go": ("numbers_api.go", 'path: "/numbers"', 'path: "/letters"'),
}


@pytest.mark.slow
@pytest.mark.parametrize("target", LANGUAGES)
def test_they_fail_where_the_sdk_is_wrong(target: str, tmp_path: Path) -> None:
    """One that sends something else."""
    folder = build(tmp_path, SECTIONS[target])
    path, right, wrong = BROKEN[target]
    file = folder / path
    assert right in file.read_text()
    file.write_text(file.read_text().replace(right, wrong))
    code, text, counts = run(folder)
    assert code and counts["failed"] == 1 and "/letters is not GET /numbers" in text, text


@pytest.mark.parametrize("target", LANGUAGES)
def test_they_are_left_out_where_gen_yaml_says_so(target: str, tmp_path: Path) -> None:
    folder = build(tmp_path, {"generation": {"tests": False}, **SECTIONS[target]})
    assert list(_tests(folder)) == (["example_test.go"] if target == "go" else [])


@pytest.mark.parametrize("target", LANGUAGES)
def test_a_method_more_changes_its_own_file_and_a_line_of_the_exchanges(target: str, tmp_path: Path) -> None:
    """D10.7."""
    before = _tests(build(tmp_path, SECTIONS[target]))
    ping = {"/ping": {"get": {"operationId": "ping", "responses": {"204": {"description": "d"}}}}}
    after = _tests(build(tmp_path, SECTIONS[target], DOCUMENT | {"paths": DOCUMENT["paths"] | ping}))
    changed = {name for name in after if before.get(name) != after[name]}
    names = {"python": "test_ping.py", "typescript": "ping.test.js", "go": "ping_api_test.go"}
    assert changed == {names[target], "exchanges.json"}
    assert len(after["exchanges.json"].splitlines()) == len(before["exchanges.json"].splitlines()) + 1


def _tests(folder: Path) -> dict[str, str]:
    files = [*folder.glob("tests/*"), *folder.glob("*_test.go"), *folder.glob("testdata/*")]
    return {path.name: path.read_text() for path in files}


@pytest.mark.slow
def test_they_are_laid_out_and_typed(tmp_path: Path) -> None:
    """As the formatter of each language leaves them; mypy finds nothing."""
    folder = build(tmp_path, {**SECTIONS["python"], **SECTIONS["typescript"], **SECTIONS["go"]}).parent
    for command in (["ruff", "format", "--check", "tests"], ["mypy", "--strict", "tests"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder / "python", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
    assert unformatted(folder / "go") == ""
    require_tools()
    assert check_format(folder / "typescript") == ""


def main(documents: list[str]) -> None:
    """Count for each document and language what passes."""
    import tempfile

    for document in documents:
        for target in LANGUAGES:
            with tempfile.TemporaryDirectory(prefix="printed-tests") as name:
                done = codegen("build", str(Path(document).resolve()), "-t", target, "-q", cwd=Path(name))
                assert done.returncode == 0, done.stderr
                code, text, counts = run(Path(name) / "sdk" / target)
                print(Path(document).stem, target, counts, "" if code == 0 else text[-3000:], flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

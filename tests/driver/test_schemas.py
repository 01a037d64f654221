"""`codegen schema`: validators read the schemas, and allow what codegen takes (D14, D15)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from backends.keys import TARGET_KEYS
from compiler.config.keys import GENERATION
from compiler.config.schema import SCHEMA_NAME
from compiler.diagnostics import Diagnostics
from compiler.front.keys.document_schema import keys_schema, openapi_schema
from compiler.front.keys.extensions import EXTENSIONS, Extension, Where
from compiler.front.keys.shape_schema import shape_schema
from compiler.front.keys.value_shapes import Shape
from compiler.source import Limits, load_text
from tests.support import building
from tests.support.places import ROOT
from tests.support.run import build, codegen
from tests.support.typescript_tools import require_node

PINS = ROOT / "tests" / "tools" / "schemas"
TOOLS = ROOT / "build" / "tools" / "schemas"
TRAINS = ROOT / "examples" / "trains"
Judge = Callable[[Sequence[Any], Sequence[Any]], list[list[str]]]


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Validate values by schemas with Ajv: what is wrong with each value, by schema."""
    node = require_node()
    done = TOOLS / "node_modules" / ".done"
    if not done.exists() or done.read_bytes() != (PINS / "package-lock.json").read_bytes():
        TOOLS.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(PINS / name, TOOLS)
        npm = [shutil.which("npm") or "npm", "ci", "--no-audit", "--no-fund"]
        if subprocess.run(npm, cwd=TOOLS, capture_output=True, check=False).returncode:
            pytest.skip("Ajv cannot be installed")
        shutil.copy(PINS / "package-lock.json", done)

    def told(schemas: Sequence[Any], values: Sequence[Any]) -> list[list[str]]:
        script = ROOT / "tests" / "tools" / "validate_schemas.cjs"
        ran = subprocess.run(
            [node, script], input=json.dumps({"schemas": schemas, "values": values}), capture_output=True, text=True,
            env={**os.environ, "NODE_PATH": str(TOOLS / "node_modules")}, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        found: list[list[str]] = json.loads(ran.stdout)
        return found

    return told


def documents(paths: Sequence[Path]) -> Iterator[tuple[Path, Any]]:
    """Yield the documents that are JSON, without circles of aliases and mistakes of YAML."""
    for path in paths:
        try:
            value = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
            if isinstance(value, dict) and ("openapi" in value or "swagger" in value):
                yield path, json.loads(json.dumps(value, default=str, allow_nan=False))
        except (yaml.YAMLError, ValueError, RecursionError, UnicodeError):
            continue


# --------------------------------------------------------------------------- gen.yaml

TEXTS = [
    *("acme", "Acme SDK", "class", "A_B", "a" * 101, "v1", "\u00e9", "\u00c9coleX", "OpenAI", "openai", "A", "oA"),
    *("1.0.0", "1.0", "1.0.0-rc.1", "1.0.0rc1", "1!2.0+local.1", "1.0.0-oas3", "01.2.3", "\u0661.0.0", "MIT", "MIT "),
    *("MIT OR Apache-2.0", "MIT License", "(MIT AND ISC)", "@acme/sdk", "@acme", "github.com/acme/go", "acme/../x"),
    *("https://a.test", "https://a.test/b?c#d", 'https://a.test/"', "http:/a", "ftp://a.test", "https://a b"),
    *("python/README.md", "*/LICENSE", "../README.md", "/etc/passwd", "C:/x", "a\\b", "a/..", "docs/logo.svg", "a'b"),
    *("#fff", "#a1B2c3", "#12345", "ACME_", "ACME", "x-acme-", " ", "\n"),
]


def test_ajv_takes_the_schema_of_gen_yaml(judge: Judge) -> None:
    """And the file of the example; it refuses an unknown key and wrong values."""
    schema = json.loads(codegen("schema", cwd=ROOT).stdout)
    read = load_text((TRAINS / "gen.yaml").read_text("utf-8"), "gen.yaml", Limits(), Diagnostics())
    assert read is not None and isinstance(read.root, dict)  # by YAML 1.2, as editors do: `off` is a text
    good = read.root
    bad: list[Any] = [
        {},
        good | {"pyton": {}},
        good | {"python": {"maxMethodParams": -1}},
        good | {"python": {"models": "dataclass"}},
        good | {"generation": {"diagnostics": {"CG0203": "loud"}}},
        good | {"generation": {"diagnostics": {"CG203": "off"}}},
    ]
    right, *wrong = judge([schema], [good, *bad])[0]
    assert right == ""
    assert "" not in wrong


def test_patterns_mean_to_ajv_what_they_mean_to_us(judge: Judge) -> None:
    schema = json.loads(codegen("schema", cwd=ROOT).stdout)["properties"]
    sections = {"generation": (schema["generation"], GENERATION)} | {
        name: (schema[name]["anyOf"][0], made.keys) for name, made in TARGET_KEYS.items()
    }
    keys = [
        (f"{name}.{key.name}", key, found["properties"][key.name])
        for name, (found, listed) in sections.items()
        for key in listed
        if key.pattern
    ]
    assert len(keys) > 15
    for (name, key, _), told in zip(keys, judge([found for _, _, found in keys], TEXTS), strict=True):
        taken = [text for text in TEXTS if key.accepts(text)]
        assert [text for text, wrong in zip(TEXTS, told, strict=True) if not wrong] == taken, name
        assert len(taken) < len(TEXTS), name


# --------------------------------------------------------------------------- documents

PLACES = [
    pytest.param(extension, where, shape, id=f"{extension.key}, {where.value}")
    for extension in EXTENSIONS.values()
    for where, shape in extension.places.items()
]
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 4, -1, 0.5, 99, 429, 600, 2**31, "", " ", "\n", "true", " No ", "on", "1", "python, go"),
    *("get", "get.a.b", "a" + ".b" * 20, "!", "\u00e9", "a\nb", "429", "5XX", "6XX", "ACME_KEY", "1A", "[DONE]"),
    *("x-acme-a", "x-", "X-Tenant", "a b", "/meta/id", "/a~2", "meta", "allow", "{timestamp}.{body}", "{x}"),
    *([], ["a"], [""], [1], ["a", "!"], [429, "5XX"], ["429", 42], {}, {"python": "a"}, {"python": ["a", "b"]}),
    *({"python": []}, {"python": 1}, {"header": "X-A"}, {"header": "a b"}, {"header": "X-A", "more": 1}, {"x-a": 1}),
    *({"username": "A", "password": "B"}, {"username": "a b"}, {"statusCodes": [429]}, {"statusCodes": "429"}),
    *({"statusCodes": ["5XX"], "override": True}, {"strategy": "none"}, {"strategy": "never"}, {"strategy": None}),
    {"strategy": "backoff", "statusCodes": [429], "backoff": {"initialInterval": 5, "exponent": 1.5}},
    {"strategy": "backoff", "backoff": {"exponent": 0}},
    *({"type": "url"}, {"type": "page"}, {"type": "url", "outputs": {"nextUrl": "$.next"}}, {"type": "url", "x": 1}),
    {"type": "cursor", "inputs": [{"name": "after", "in": "parameters", "type": "cursor"}], "outputs": {}},
    {"type": "cursor", "inputs": [{"name": "after", "in": "query", "type": "cursor"}]},
    {"type": "cursor", "inputs": [{"name": "after", "in": "parameters"}]},
    [{"operationId": "^list", "type": "url"}],
    [{"type": "url"}],
    [{"operationId": "^get", "methodNameOverride": "get"}],
    [{"operationId": "^get", "methodNameOverride": {"go": ["a", "b"]}}],
    [{"parameterName": "^a", "parameterNameOverride": "!"}],
    *({"security": {"type": "signature"}}, {"security": {}}, {"eventId": "/id"}, {"eventId": "id"}),
    {"security": {"type": "signature", "signed": "{timestamp}.{body}", "prefix": "", "encoding": "hex"}},
    {"security": {"type": "signature", "signed": "{time}"}},
    *({"x-codegen-ignore": "x-acme-a"}, {"x-codegen-ignore": "hidden"}, {"parameters": [{}]}, {"parameters": 1}),
]


def test_each_value_is_allowed_where_codegen_takes_it(judge: Judge) -> None:
    """The shapes of the table, read by us and written for Ajv, in each place: the same values are right."""
    shapes: list[tuple[str, Shape]] = [(str(one.id), one.values[2]) for one in PLACES]
    told = judge([shape_schema(shape) for _, shape in shapes], VALUES)
    for (name, shape), found in zip(shapes, told, strict=True):
        wrong: list[Any] = []
        for value in VALUES:
            said: list[str] = []
            shape.read(value, "", lambda _, problem, said=said: said.append(problem))  # type: ignore[misc]
            wrong += [value] if said else []
        assert [value for value, problem in zip(VALUES, found, strict=True) if problem] == wrong, name
        assert len(wrong) < len(VALUES), name


def test_the_examples_of_the_table_are_right(judge: Judge) -> None:
    def shown(extension: Extension, where: Where) -> list[Any]:
        text = extension.of_root if where is Where.ROOT and extension.of_root else extension.example
        return [yaml.safe_load(part) for part in re.split("` or `", text)]

    first = [(extension, *next(iter(extension.places.items()))) for extension in EXTENSIONS.values()]
    values = [shown(extension, where) for extension, where, _ in first]
    told = judge([shape_schema(shape) for *_, shape in first], [one for some in values for one in some])
    at = 0
    for (extension, *_), some, found in zip(first, values, told, strict=True):
        assert found[at : at + len(some)] == [""] * len(some), extension.key
        at += len(some)


def test_documents_of_ours_are_right(judge: Judge) -> None:
    """The example and what shows each key in each place, by OpenAPI's schemas and ours; all others by ours."""
    found = dict(documents([*ROOT.glob("examples/**/*.yaml"), *ROOT.glob("tests/**/*.yaml")]))
    assert len(found) > 5
    told, whole = judge([json.loads(keys_schema()), json.loads(openapi_schema())], [*found.values()])
    assert [path for path, problem in zip(found, told, strict=True) if problem] == []
    right = {path for path, problem in zip(found, whole, strict=True) if not problem}
    assert {TRAINS / "openapi.yaml", ROOT / "tests" / "languages" / "keys.yaml"} <= right


MISTAKES = ("CG0320", "CG0321", "CG0322", "CG0323", "CG0371", "CG0376")
"""Unknown keys of ours, wrong places and values, keys of other notations, names without a letter."""
BEYOND = ("CG0320", "CG0323-root-pagination", "CG0371")
"""What the schema does not tell: a prefix of another vendor, what one key wants of another."""


def test_mistakes_are_found_and_nothing_else_is(judge: Judge) -> None:
    """The documents of the diagnostics: those of our keys are refused by the schema of the keys, all others are not."""
    found = dict(documents(sorted((ROOT / "golden" / "diagnostics").glob("*/openapi.yaml"))))
    assert len(found) > 300
    told = judge([json.loads(keys_schema())], [*found.values()])[0]
    refused = {path.parent.name for path, problem in zip(found, told, strict=True) if problem}
    wanted = {path.parent.name for path in found if path.parent.name.startswith(MISTAKES)}
    assert wanted - refused <= {*BEYOND}
    assert refused <= wanted
    assert len(refused) >= 9


def test_what_openapi_says_is_said_too(judge: Judge) -> None:
    """Each version by its own schema: a key of 3.1 in 3.0, a parameter without `in`; Swagger 2.0 is let alone."""
    operation = {"responses": {"200": {"description": "ok"}}, "parameters": [{"name": "a", "schema": {}}]}
    wrong: list[tuple[Any, bool]] = [({"swagger": "2.0", "paths": {"/a": {"get": operation}}}, False)]
    wrong.append(({"paths": {}}, True))
    for version in ("3.0.3", "3.1.0", "3.2.0"):
        good: dict[str, Any] = {"openapi": version, "info": {"title": "A", "version": "1"}, "paths": {}}
        wrong += [
            (good, False),
            (good | {"webhooks": {}}, version == "3.0.3"),
            (good | {"paths": {"/a": {"get": operation}}}, True),
            ({key: value for key, value in good.items() if key != "info"}, True),
        ]
    told = judge([json.loads(openapi_schema())], [value for value, _ in wrong])[0]
    assert [(value, bool(problem)) for (value, _), problem in zip(wrong, told, strict=True)] == wrong


ALL_AT_ONCE = """
import json, sys
from check_jsonschema import main
codes = []
for arguments in json.load(sys.stdin):
    try:
        main(arguments)
    except SystemExit as end:
        codes.append(end.code)
json.dump(codes, sys.stderr)
"""


@pytest.mark.slow
def test_check_jsonschema_takes_all_schemas(tmp_path: Path) -> None:
    names = ("config", "openapi", "keys")
    for name in names:
        (tmp_path / f"{name}.json").write_text(codegen("schema", name, cwd=ROOT).stdout, "utf-8")
    right = [
        ["--check-metaschema", *(f"{name}.json" for name in names)],
        ["--schemafile", "openapi.json", TRAINS / "openapi.yaml"],
        ["--schemafile", "keys.json", TRAINS / "openapi.yaml"],
        # Python reads our patterns as JavaScript does
        ["--schemafile", "config.json", "--regex-variant", "default", TRAINS / "gen.yaml"],
        ["--schemafile", "config.json", "--regex-variant", "python", TRAINS / "gen.yaml"],
    ]
    wrong = ["--schemafile", "openapi.json", ROOT / "golden" / "diagnostics" / "CG0322" / "openapi.yaml"]
    python = Path(building.python_program("check-jsonschema")).with_name("python")
    asked = json.dumps([[str(word) for word in words] for words in (*right, wrong)])
    done = subprocess.run([python, "-c", ALL_AT_ONCE], cwd=tmp_path, input=asked, capture_output=True, text=True)
    assert json.loads(done.stderr) == [0] * len(right) + [1], done.stdout


# --------------------------------------------------------------------------- codegen init


def test_init_leads_editors_to_the_schema(tmp_path: Path) -> None:
    """It stands beside gen.yaml, so that no network is asked, and no path of this machine is in the file."""
    shutil.copy(TRAINS / "openapi.yaml", tmp_path)
    assert codegen("init", "-t", "python", cwd=tmp_path).returncode == 0
    first = (tmp_path / "gen.yaml").read_text("utf-8").splitlines()[0]
    assert first == f"# yaml-language-server: $schema=./{SCHEMA_NAME}"
    assert (tmp_path / SCHEMA_NAME).read_text("utf-8") == codegen("schema", cwd=tmp_path).stdout
    build(tmp_path, "-t", "python")


def test_init_replaces_its_own_schema_and_no_other(tmp_path: Path) -> None:
    shutil.copy(TRAINS / "openapi.yaml", tmp_path)
    schema = tmp_path / SCHEMA_NAME
    schema.write_text("{}", "utf-8")
    done = codegen("init", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        3, "codegen init: gen.schema.json exists and is not codegen's; --force replaces it\n"
    )  # fmt: skip
    assert schema.read_text("utf-8") == "{}"
    assert not (tmp_path / "gen.yaml").exists()
    schema.write_text('{"title": "gen.yaml of codegen", "type": "object"}', "utf-8")
    assert codegen("init", cwd=tmp_path).returncode == 0
    assert len(schema.read_text("utf-8")) > 10_000

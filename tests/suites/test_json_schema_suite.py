"""The public suites of JSON Schema: references resolve correctly, valid instances are read and written unchanged.

Every schema of the 2020-12 suite is a component of one document, and the body of an operation; it is compiled once, and
its remote schemas are served on loopback. Validators of the three languages judge every instance as the suite does, and
report the same violations.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import Diagnostics
from compiler.front.reading.documents import Library, LoadOptions
from compiler.front.reading.refs import Resolver, Target
from compiler.front.reading.uris import normalized
from compiler.source import Limits, load_text
from tests.support.documents import document, object_of, ref, sends
from tests.support.go_things import go
from tests.support.places import SHARED
from tests.support.run import build, configure, write
from tests.support.typescript_tools import check_types, require_node, run

SUITES = SHARED / "suites"
SUITE = SUITES / "json-schema-test-suite"
FILES = sorted((SUITE / "tests/draft2020-12").glob("*.json"))
REFERENCES = sorted((SUITES / "referencing-suite/json-schema-draft-2020-12").glob("*.json"))
META = "https://json-schema.org/draft/2020-12/"
DIALECT = files("jsonschema_specifications") / "schemas/draft202012"

Cases = list[tuple[str, dict[str, Any]]]
"""Every group of the suite with its file."""
Compiled = tuple[Path, Cases]

needs_suite = pytest.mark.skipif(not FILES, reason="../shared/suites/json-schema-test-suite is not here")


@dataclass
class Group:
    """A schema of the suite with its instances, and the model that holds it."""

    file: str
    about: str
    tests: list[dict[str, Any]]
    model: Any


class _Remotes(BaseHTTPRequestHandler):
    """Serves the schemas that the suite expects at http://localhost:1234/, and those of the dialect."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        name = self.path.lstrip("/")
        path = SUITE / "remotes" / name
        if name.startswith("draft/2020-12/"):
            own = name.removeprefix("draft/2020-12/").replace("meta/", "vocabularies/")
            path = DIALECT / ("metaschema.json" if own == "schema" else own)
        body = b""
        if path.is_file():
            text = _moved(path.read_text("utf-8"), self.server.server_port)  # type: ignore[attr-defined]
            body = json.dumps(_closed(json.loads(text))).encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _moved(text: str, port: int) -> str:
    text = text.replace("localhost:1234", f"127.0.0.1:{port}")
    return text.replace(META, f"http://127.0.0.1:{port}/draft/2020-12/")


def _load(port: int) -> tuple[dict[str, Any], Cases]:
    """Return the components of the document, and every group with its file."""
    schemas: dict[str, Any] = {}
    groups = []
    for path in FILES:
        for group in json.loads(_moved(path.read_text("utf-8"), port)):
            schema = group["schema"]
            if isinstance(schema, dict):
                schema = {key: value for key, value in schema.items() if key != "$schema"}
                schema.setdefault("$id", f"https://suite.test/{len(groups)}")
            schemas[f"Schema{len(groups)}"] = _closed(schema)
            schemas[f"Group{len(groups)}"] = object_of("value", value=ref(f"Schema{len(groups)}"))
            groups.append((path.stem, group))
    return schemas, groups


def _closed(schema: Any) -> Any:
    """Close every enum: unknown words of an open one are no mistake (D11.1)."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: value if key == "const" else _closed(value) for key, value in schema.items()}
    return {**closed, "x-codegen-unknown-values": "disallow"} if isinstance(schema.get("enum"), list) else closed


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The suite in each language: no reference leads nowhere, nothing is left out."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Remotes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tmp_path_factory.mktemp("json-schema")
    schemas, found = _load(server.server_port)
    paths = {f"/{n}": {"post": sends(f"sendGroup{n}", ref(f"Group{n}"))} for n in range(len(found))}
    write(folder, "suite.json", document("Suite", paths, schemas))
    configure(
        folder,
        "reference: false\npython: {packageName: json_schema_suite}\ntypescript: {packageName: suite}\n"
        "go: {modulePath: example.com/suite}\n",
    )
    build(folder, "-q", "suite.json", "-o", ".", "-c", "gen.yaml", "--allow-remote", "127.0.0.1")
    server.shutdown()
    return folder, found


@pytest.fixture(scope="module")
def groups(compiled: Compiled) -> Iterator[list[Group]]:
    """Every group of the suite with its model in Python."""
    folder, found = compiled
    sys.path.insert(0, str(folder / "python"))
    models = import_module("json_schema_suite.models")
    yield [
        Group(file, group["description"], group["tests"], getattr(models, f"Group{number}"))
        for number, (file, group) in enumerate(found)
    ]
    sys.path.remove(str(folder / "python"))


@needs_suite
@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_instances_are_read_and_judged(path: Path, groups: list[Group]) -> None:
    """spec 2.6: a model and the validator of requests take every valid instance, and refuse every invalid one.

    What a schema allows comes back as it was, whatever the schema says; a response that breaks it is data and no
    exception (D11.1).
    """
    wrong = []
    for group in (group for group in groups if group.file == path.stem):
        for test in group.tests:
            value = {"value": test["data"]}
            model = group.model.from_dict(value)
            found = [bool(model.validate()), bool(_violations(group, value))]
            if test["valid"]:
                again = json.loads(group.model.from_json(json.dumps(value)).to_json())
                found.append(json.dumps(again, sort_keys=True) != json.dumps(value, sort_keys=True))
            if test["valid"] in found:
                wrong.append((group.about, test["description"], found))
    assert wrong == []


def _violations(group: Group, value: Any) -> Any:
    return import_module("json_schema_suite").validate_request(f"send{group.model.__name__}", body=value)


def _said(violations: Any) -> list[tuple[str, str, str]]:
    return sorted((one["pointer"], one["rule"], one["message"]) for one in violations or ())


def _differing(judged: Iterable[Any], groups: list[Group]) -> list[Any]:
    """The instances of which a validator does not say what that of Python says."""
    tests = [(group, test) for group in groups for test in group.tests]
    found = []
    for (group, test), listed in zip(tests, judged, strict=True):
        wanted = _said(one._asdict() for one in _violations(group, {"value": test["data"]}))
        if _said(listed) != wanted:
            found.append((group.about, test["description"], _said(listed), wanted))
    return found


@needs_suite
@pytest.mark.slow
def test_typescript_says_the_same(compiled: Compiled, groups: list[Group], tmp_path: Path) -> None:
    """Places, keywords and words of every violation are those of Python."""
    node = require_node()
    cases = [
        [f"sendGroup{n}", {"value": test["data"]}]
        for n, (_, group) in enumerate(compiled[1])
        for test in group["tests"]
    ]
    write(tmp_path, "cases.json", json.dumps(cases))
    validators = (compiled[0] / "typescript/dist/esm/validators.js").as_uri()
    script = (
        f'import {{ validateRequest }} from "{validators}"; import {{ readFileSync }} from "node:fs";'
        'const cases = JSON.parse(readFileSync("cases.json", "utf8"));'
        "console.log(JSON.stringify(cases.map(([name, body]) => validateRequest(name, { body }))));"
    )
    write(tmp_path, "judge.mjs", script)
    done = run([node, "judge.mjs"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert _differing(json.loads(done.stdout), groups) == []


@needs_suite
@pytest.mark.slow
def test_go_reads_and_writes_every_instance(compiled: Compiled, groups: list[Group]) -> None:
    """D11.1: valid or not, what was read is written again; validators say of it what those of Python say."""
    folder, found = compiled
    module = folder / "go"
    lines = [
        json.dumps(
            {"Type": f"Group{number}", "Value": {"value": test["data"]}, "About": f"{file}: {test['description']}"}
        )
        for number, (file, group) in enumerate(found)
        for test in group["tests"]
    ]
    (module / "cases.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    types = "".join(f'\t"Group{number}": roundTrip[Group{number}],\n' for number in range(len(found)))
    table = f"\nvar types = map[string]func([]byte) (string, bool){{\n{types}}}\n"
    text = Path(__file__).with_name("go_suite_test.go").read_text("utf-8").replace("package sdk", "package suite", 1)
    (module / "suite_test.go").write_text(text + table, encoding="utf-8")
    go("test", "-run", "TestSuite", ".", folder=module)
    judged = (module / "violations.jsonl").read_text("utf-8").splitlines()
    assert _differing(map(json.loads, judged), groups) == []


@needs_suite
@pytest.mark.slow
def test_typescript_types_of_every_schema_are_sound(compiled: Compiled) -> None:
    assert check_types(compiled[0] / "typescript", "--noEmit") == ""


# --------------------------------------------------------------------------- the referencing suite

LENIENT = {
    "multiple-lookup-external-absolute-uri-with-different-id-anchor",  # an anchor is found by its file's name, too
    "unknown-keyword",  # `$id` counts also under keywords that nobody knows
}
"""Cases that want an error where we find something."""


@pytest.mark.skipif(not REFERENCES, reason="../shared/suites/referencing-suite is not here")
@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_the_referencing_suite(path: Path) -> None:
    """D1.4: base URIs, `$id`, anchors, pointers, URIs that are spelled differently."""
    case = json.loads(path.read_text("utf-8"))
    diagnostics = Diagnostics()
    root = load_text("openapi: 3.1.0", "openapi.yaml", Limits(), diagnostics)
    assert root is not None
    library = Library(root, LoadOptions(), diagnostics)
    for uri, content in case.get("registry", {}).items():
        library.add(normalized(uri.rstrip("#")), load_text(json.dumps(content), uri, Limits(), diagnostics))
    resolver = Resolver(library)
    for test in case["tests"]:
        _follow(resolver, test, None, path.stem in LENIENT)


def _follow(resolver: Resolver, test: dict[str, Any], base: Target | None, lenient: bool) -> None:
    if "base_uri" in test:
        found = resolver.resolve(test["base_uri"], None, "")
        base = found if isinstance(found, Target) else None
    found = resolver.resolve(test["ref"], base.file if base else None, base.id if base else "")
    if "target" in test:
        assert isinstance(found, Target), test["ref"]
        assert found.raw == test["target"]
        if "then" in test:
            _follow(resolver, test["then"], found, lenient)
    else:
        assert isinstance(found, Target) == lenient, test["ref"]

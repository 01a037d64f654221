"""A document may use every name of a runtime: profiles reserve those that collide in printed files (D10.5)."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from backends.go.profile import PROFILE
from backends.python.profile import PROFILE as PYTHON
from backends.typescript.profile import PROFILE as TYPESCRIPT
from backends.typescript.profile import PUBLIC
from tests.support.documents import answers, document, object_of, operation, parameter, ref
from tests.support.go_things import go, print_go
from tests.support.places import ROOT
from tests.support.printed import print_sdk
from tests.support.type_checkers import run_mypy
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types

TOOL = ROOT / "tests" / "tools" / "go_declared" / "main.go"
MADE = re.compile(r"(op|union)[A-Z_]")
"""How variables begin that printed files have beside the runtime's."""
ALSO_PRINTED = {"New", "NewWebhookReceiver", "CallbackURL", "Request"}
"""Functions that are printed and not copied."""


@pytest.fixture(scope="module")
def declared() -> set[str]:
    """What Go's runtime declares; members stand behind their type and a dot."""
    files = sorted(path for path in (ROOT / "backends/go/runtime").glob("*.go") if not path.stem.endswith("_test"))
    return set(go("run", str(TOOL), "--", *map(str, files), folder=ROOT).splitlines())


def test_every_name_of_gos_runtime_is_taken_and_nothing_else(declared: set[str]) -> None:
    top = {name for name in declared if "." not in name}
    assert {name for name in top if name[0].isupper()} | ALSO_PRINTED == PROFILE.taken["type"]
    assert {name for name in top if MADE.match(name)} | {"newClient"} == PROFILE.taken["internal"]
    assert {name for name in top if re.match("do([A-Z]|$)", name)} <= PROFILE.taken["argument"]


def test_members_of_what_models_embed_are_no_fields_of_theirs(declared: set[str]) -> None:
    assert {name.partition(".")[2] for name in declared if name.startswith("Rest.")} <= PROFILE.taken["field"]


def named(names: list[str]) -> dict[str, Any]:
    """Every name as a union, an operation and arguments."""
    schemas = {name: {"oneOf": [object_of("k", k={"const": tag}) for tag in "ab"]} for name in names}
    given = {name: [parameter(name), parameter(f"op {name}")] for name in names}
    paths = {f"/{name}": {"get": operation(name, answers(ref(name)), parameters=given[name])} for name in names}
    return document("Names", paths, schemas)


def test_unions_operations_and_arguments_may_be_called_after_what_is_not_exported(tmp_path: Path) -> None:
    """A union `Of` has a variable, as `unionOf` is a type of the runtime; an argument may be `opGet` of `get`."""
    names = ["Of", "Member", "Table", "Operation", "Each", "settings", "do", "Read", "IsOf", "open"]
    sdk = print_go(named(names), "names", tmp_path)
    go("vet", "./...", folder=sdk.folder)


def members(text: str, head: str) -> set[str]:
    """The members that a class or an interface declares in TypeScript, but for its own constructor."""
    body = text.partition(head)[2].partition("\n}\n")[0]
    return set(re.findall(r"^  (?:(?:protected|readonly|async|get) )*([A-Za-z]\w*)\??[(:]", body, re.MULTILINE))


def test_options_and_handlers_of_typescript_hide_nothing_of_the_runtime() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in (ROOT / "backends/typescript/runtime").glob("*.ts")}
    options = members(texts["core"], "interface ClientOptions") | members(texts["hooks"], "interface Observers")
    assert len(options) > 8 and options <= TYPESCRIPT.taken["option"]
    receiver = members(texts["webhooks"], "class Receiver")
    assert len(receiver) > 5 and receiver <= TYPESCRIPT.taken["receiver"]
    assert {"hasOwnProperty", "toString"} <= TYPESCRIPT.taken["option"] & TYPESCRIPT.taken["receiver"]


def test_options_and_handlers_of_python_hide_nothing_of_the_runtime(tmp_path: Path) -> None:
    hook = {"post": {"responses": {"200": {"description": "ok"}}}}
    module = print_sdk(
        named(["Of"]) | {"webhooks": {"ping": hook}}, "python", tmp_path, {"packageName": "taken"}
    ).module
    receiver = {name for name in dir(module.WebhookReceiver) if not name.startswith("_")} - {"ping"}
    assert len(receiver) > 5 and receiver <= PYTHON.taken["receiver"]
    options = set(inspect.signature(module.Names).parameters)
    assert len(options) > 8 and options <= PYTHON.taken["option"]


@pytest.mark.slow
def test_types_of_a_document_go_before_the_names_of_pythons_runtime(tmp_path: Path) -> None:
    """D10.5: they are in `models`, and what a file of them takes of the runtime has another name there."""
    null = {"type": ["string", "null"]}
    types = {name: object_of(at=null, own=ref(name)) for name in sorted(PYTHON.taken["client"] - {"Unset"})}
    of_group = operation("send", answers(ref("AsyncGroup")), tags=["async"], parameters=[parameter("q", schema=null)])
    given = document("Names", {"/async": {"get": of_group}}, types)
    printed = print_sdk(given, "python", tmp_path, {"packageName": "before_runtime"})
    assert {name.ident for name in printed.plan.surface.types.values()} >= types.keys()
    assert run_mypy(printed.folder, "--strict", "before_runtime").startswith("Success")
    models = printed.module.models
    assert [models.UNSET().to_dict(), models.UNSET(at=None).to_dict()] == [{}, {"at": None}]


@pytest.mark.slow
def test_types_of_a_document_go_before_the_names_of_typescripts_runtime() -> None:
    """D10.5: the package exports the document's `Page`, and the runtime's as `NamesPage`; globals give types a word."""
    sdk = print_typescript(named(sorted({*PUBLIC, "Array", "Map", "Promise", "Record"})), "names")
    types = {name.ident for name in sdk.plan.surface.types.values()}
    assert types >= PUBLIC | {"ArrayUnion", "Map", "PromiseUnion", "RecordUnion"}
    assert check_types(sdk.folder) == ""
    values = 'Object.keys(all).filter((name) => name.startsWith("Names") && name.endsWith("Error")).length'
    for read in ('import * as all from "./dist/esm/index.js"', 'import all from "./dist/cjs/index.js"'):
        said = in_node(sdk.folder, f"{read};\nconsole.log({values});\n")
        assert int(said) == len([name for name in PUBLIC if name.endswith("Error")])

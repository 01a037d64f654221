"""The invariants of the repository, as far as a test can check them; ARCHITECTURE.md gives the reason of each."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any

import pytest

import backends.grains as printers
import compiler.ir.nodes  # noqa: F401  (registers the nodes)
from compiler.diagnostics import Diagnostics
from compiler.engine.recall import SETTINGS
from compiler.front import LoadOptions, lower_document
from compiler.ir.node import NODES
from compiler.ir.read import load
from compiler.ir.text import dump
from compiler.ir.types import Name, Origin
from compiler.ir.verify import verify
from compiler.source import Limits, load_text
from passes import PIPELINE, TARGET_PIPELINE
from passes.context import Context
from passes.grains import GRAINS
from tests.support.lowering import compiled
from tests.support.modules import (
    PACKAGES,
    below,
    imported_by,
    imports,
    nodes,
    paths,
    stands_in,
    statements,
    statements_of,
)
from tests.support.places import ROOT
from tests.support.run import build, configure, simple, write

SPECS = ROOT.parent / "shared" / "specs"
TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"
LAYERS = (
    ("codegen_sdk", 8),
    ("migrate", 7),
    ("fleet", 6),
    ("compiler.commands", 6),
    ("compiler.__main__", 6),
    ("compiler.driver", 5),
    ("backends", 4),
    ("compiler.engine", 4),
    ("passes", 3),
    ("compiler.front", 2),
    ("compiler.lock", 2),
    ("compiler.surface", 2),
    ("compiler.plan", 1),
    ("compiler.ir", 1),
    ("compiler.config", 0),
    ("compiler.output", 0),
    ("compiler.diagnostics", 0),
    ("compiler.source", 0),
    ("compiler.base", 0),
)
"""The folder gives a module's layer; imports only go down or stay."""

_IR = ("credentials", "wire", "servers", "headers", "events", "types", "references", "tags", "node")
PLAN = (
    "compiler.plan",
    *(f"compiler.ir.{name}" for name in _IR),
    "compiler.base.naming",
    "compiler.base.markdown",
    "compiler.base.patterns",
    "compiler.base.spans",
    "compiler.base.grain",
)
"""All that a backend may see of the compiler, besides what backends share."""


def layer(module: str) -> int:
    return next(number for package, number in LAYERS if stands_in(module, package))


def offenders(modules: Iterable[str], is_wrong: Callable[[str, str], bool]) -> list[tuple[str, str]]:
    """Return the modules with what each imports and may not."""
    return [(name, seen) for name in modules for seen in sorted(imports(name)) if is_wrong(name, seen)]


# --------------------------------------------------------------------------- invariants 1 and 4: who knows whom


def test_imports_only_go_down() -> None:
    assert offenders(paths(), lambda module, seen: layer(seen) > layer(module)) == []


ROOMS = (
    ("mistakes", "keys", "reading", "overlays", "swagger", "rewriting"),
    ("session",),
    ("objects",),
    ("schemas",),
    ("operations",),
    ("checks",),
)
"""The rooms of the front end; each imports those before it."""


def test_rooms_of_the_front_end_import_those_before_them() -> None:
    floors = {room: number for number, rooms in enumerate(ROOMS) for room in rooms}

    def floor(name: str) -> int:
        return floors.get(name.split(".")[2], len(ROOMS))

    front = {name for name in below("compiler.front") if name != "compiler.front"}
    assert offenders(sorted(front), lambda module, seen: seen in front and floor(seen) > floor(module)) == []


def test_every_module_stands_in_the_folder_of_its_layer() -> None:
    assert {path.name for path in (ROOT / "compiler").glob("*.py")} == {"__init__.py", "__main__.py"}


PASSES = sorted({f"passes.{step.name}" for step in (*PIPELINE, *TARGET_PIPELINE)})
STAGES = ["passes.linting", "passes.page_suggestions", "passes.plan"]
"""What stands behind the pipeline, or beside it. A stage may use another; the driver uses them."""


def room(module: str) -> str:
    """Return the pass, the stage or the part of the compiler that a module belongs to: the first two words."""
    return ".".join(module.split(".")[:2])


def test_a_pass_imports_no_pass() -> None:
    """Its rooms are its own: what another pass or a stage needs, too, stands in `passes/support`."""
    assert offenders(below("passes"), lambda module, seen: room(seen) in PASSES and room(seen) != room(module)) == []


def test_the_folder_of_passes_holds_passes_and_stages() -> None:
    held = {path.stem for path in (ROOT / "passes").iterdir() if (path / "__init__.py").exists() or path.suffix}
    assert held == {name.removeprefix("passes.") for name in (*PASSES, *STAGES)} | {
        "__init__",
        "context",
        "grains",
        "support",
    }


def test_passes_and_printers_know_no_memory() -> None:
    """What a process that stays recalls is its engine's concern: they neither import that nor are given it."""
    engine = ("compiler.engine", "compiler.base.memory")
    modules = [*below("passes"), *below("backends"), *below("compiler.plan")]
    assert {name: seen for name in modules for seen in imports(name) if seen.startswith(engine)} == {}
    assert {*Context.__match_args__} == {*SETTINGS, "diagnostics", "lock", "graph", "found"}
    for grain in (*GRAINS, *printers.GRAINS):
        function = getattr(import_module(grain.module), grain.function)
        assert {*grain.through} <= {*inspect.signature(function).parameters}


def test_support_holds_what_two_passes_or_stages_use() -> None:
    """What one alone uses stands in its folder. The driver counts as a stage."""
    users: dict[str, set[str]] = {name: set() for name in below("passes.support") if name != "passes.support"}
    waiting = [(room(name), seen) for name in paths() if name not in users for seen in imports(name)]
    while waiting:
        user, seen = waiting.pop()
        if seen in users and user not in users[seen]:
            users[seen].add(user)
            waiting += [(user, used) for used in imports(seen)]
    rooms = {name for name in users if any(other.startswith(name + ".") for other in users)}
    assert {name: found for name, found in users.items() if len(found) < 2 and name not in rooms} == {}


def test_a_backend_sees_the_plan_only() -> None:
    shared = ("writer", "keys", "constraints", "texts", "words", "records", "readme", "exchanges", "publishing")
    allowed = (*PLAN, *(f"backends.{name}" for name in (*shared, "licences")))
    packages = ("backends", "compiler.base", "compiler.ir")

    def is_strange(module: str, seen: str) -> bool:
        if module in ("backends.keys", "backends.installed") and stands_in(seen, "compiler.config"):
            return False  # they hand the targets' keys to the configuration
        return seen not in packages and not stands_in(seen, *allowed, room(module))

    assert offenders([name for name in below("backends") if name != "backends"], is_strange) == []


def test_a_test_stands_in_a_room_and_a_helper_in_support() -> None:
    tests = ROOT / "tests"
    assert {path.name for path in tests.glob("*.py")} == {"__init__.py", "conftest.py"}
    assert [path.name for path in (tests / "support").rglob("test_*.py")] == []


def imports_of_tests(wanted: str) -> Iterator[tuple[str, str]]:
    """Yield what modules below tests/ and bench/ import that matches, with their paths."""
    pattern = re.compile(wanted)
    line = re.compile(rf"^\s*(from|import) +({wanted})\b", re.MULTILINE)  # programs in texts have such lines, too
    for path in sorted(path for room in ("tests", "bench", "judges") for path in (ROOT / room).rglob("*.py")):
        text = path.read_text("utf-8")
        if line.search(text):
            found = imported_by(statements_of(ast.parse(text)))
            yield from ((path.relative_to(ROOT).as_posix(), name) for name in sorted(found) if pattern.fullmatch(name))


def test_tests_import_from_the_root_of_the_repository() -> None:
    """`from tests.support.run import codegen`, and by no other name, which would load a module twice."""
    folders = [(ROOT / "tests" / "support").rglob("*.py"), (ROOT / "tests").rglob("test_*.py")]
    helpers = {path.stem for files in folders for path in files} - {"server"}  # of the example, too
    assert list(imports_of_tests("|".join(map(re.escape, sorted(helpers))))) == []


def test_no_module_imports_a_test_module() -> None:
    """What two tests need stands in tests/support."""
    found = imports_of_tests(r"tests\.(?!support\b)\w+(\.\w+)*")
    assert [(path, name) for path, name in found if ".test_" in name] == []


def test_lines_of_vectors_can_be_read() -> None:
    lines = [
        (path.name, number, len(line))
        for path in (ROOT / "tests" / "wire").rglob("*.yaml")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]
    assert [(name, number) for name, number, length in lines if length > 300] == []


def test_few_modules_know_libcst() -> None:
    """It judges printed Python and reads programs; nothing is printed through it, and no build imports it by itself."""
    folders = ("backends", "bench", "codegen_sdk", "compiler", "docs", "fleet", "judges", "migrate", "passes", "tests")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    knowing = [
        path for path in paths if re.search(r"^\s*(import|from) libcst\b", path.read_text("utf-8"), re.MULTILINE)
    ]
    names = {path.relative_to(ROOT).as_posix() for path in knowing}
    assert {name for name in names if not name.startswith("migrate/upgrade/python/")} == {
        "backends/python/judge/reading.py"
    }


LANGUAGE = re.compile(
    r"\b(python|typescript|javascript|golang|java|kotlin|swift|rust|ruby|php|csharp)\b", re.IGNORECASE
)


def test_no_language_is_named_below_the_backends() -> None:
    """Names and strings; prose may compare."""
    modules = [name for name in paths() if layer(name) < 4]
    assert {name: found for name in modules if (found := languages_named(name))} == {}


def languages_named(module: str) -> list[str]:
    if not LANGUAGE.search(paths()[module].read_text("utf-8")):
        return []
    prose = {id(node.value) for node in nodes(module) if isinstance(node, ast.Expr)}
    said = [
        node.value if isinstance(node, ast.Constant) else node.id
        for node in nodes(module)
        if isinstance(node, ast.Name)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose)
    ]
    return [text for text in said if LANGUAGE.search(text) and not text.startswith("application/")]


# --------------------------------------------------------------------------- invariants 2 and 3: the IR


def round_trip(path: Path, prefix: str | None = None) -> None:
    """Run the pipeline pass by pass; after each the dump reads back to the same value, and the verifier is content.

    A pass changes nothing in what it is given: the dump of that is the same before and after."""
    diagnostics = Diagnostics()
    text = load_text(path.read_bytes(), path.name, Limits(), diagnostics)
    assert text is not None
    lowering = lower_document(text, diagnostics, LoadOptions(str(path.parent)), extension_prefix=prefix)
    assert lowering is not None, [item.message for item in diagnostics.errors]
    context = Context(diagnostics, lowering.files)
    sdk, made = lowering.sdk, {"lowered"}
    given = dump(sdk)
    assert load(given) == sdk
    for step in PIPELINE:
        after = step.load()(sdk, context)
        assert dump(sdk) == given, step.name
        sdk, given = after, dump(after)
        made.update(step.makes)
        verify(sdk, step.name, frozenset(made))
        assert load(given) == sdk, step.name


def test_the_text_of_the_ir_reads_back_after_every_pass() -> None:
    round_trip(TRAINS)


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")
@pytest.mark.parametrize("name", ["museum.yaml", "readme-parameters-style.yaml"])
def test_the_text_of_real_documents_reads_back_after_every_pass(name: str) -> None:
    round_trip(SPECS / name)


# --------------------------------------------------------------------------- invariant 7: plan and output


def test_every_operation_of_the_plan_is_printed_by_every_target(tmp_path: Path) -> None:
    build(tmp_path, str(TRAINS), "-t", "python", "-t", "reference", "-q", "-o", ".")
    pages = {path: path.read_text("utf-8") for path in (tmp_path / "reference" / "groups").glob("*.md")}
    methods = sum(line.startswith("## ") for text in pages.values() for line in text.splitlines())
    calls = re.findall(r"\*\*Example\*\*\n\n```python title=\"Python\"\nclient\.([\w.]+)\(", "\n".join(pages.values()))
    assert methods == len(calls) == len(set(calls))
    source = "\n".join(path.read_text("utf-8") for path in (tmp_path / "python").rglob("*.py"))
    for call in calls:
        assert f"def {call.rpartition('.')[2]}(" in source, call


# --------------------------------------------------------------------------- style


def test_no_module_grows_beyond_what_one_reads_at_a_sitting() -> None:
    long = {}
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        lines = len(path.read_text("utf-8").splitlines())
        if lines > 600:
            long[path.relative_to(ROOT).as_posix()] = lines
    assert long == {}


def test_functions_are_short() -> None:
    """The median stays under ten lines, the 95th of a hundred under forty."""
    lengths = sorted(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for module in paths()
        for node in statements(module)
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 95 // 100] < 40


def declared(kinds: type | UnionType, *but: str) -> Iterator[tuple[str, Any]]:
    """Yield the functions or classes of the compiler and of what stands beside it, each with its place."""
    for room in {"bench", "judges", *PACKAGES}.difference(but):
        for path in (ROOT / room).rglob("*.py"):
            at = path.relative_to(ROOT).as_posix()
            if "/runtime/" not in at:
                yield from (
                    (f"{at}: {node.name}", node)
                    for node in statements_of(ast.parse(path.read_text("utf-8")))
                    if isinstance(node, kinds)
                )


def test_classes_are_short() -> None:
    """A part with a reason of its own has a class of its own. The one is overridden in parts, for pydantic's fields and
    for groups: its hints and codecs look through one set of facts."""
    long = {at for at, node in declared(ast.ClassDef) if node.end_lineno - node.lineno >= 250}
    assert long == {"backends/python/types.py: Types"}


BARE = re.compile(
    "_*(told|said|named|held|given|apart|beside|around|listed|shown|inside|settle|outside|taken|kept|asked|noted"
    "|written|made)_*"
)


def test_functions_are_called_by_a_verb_with_its_object_or_by_a_noun() -> None:
    """What was `told` or `kept`, and to whom? `tell_row` and `kept_reference` say it."""
    found = declared(ast.FunctionDef | ast.AsyncFunctionDef, "backends")
    assert {at for at, node in found if BARE.fullmatch(node.name)} == set()


def test_nodes_are_dataclasses_with_documented_classes() -> None:
    for word, node in NODES.items():
        assert dataclasses.is_dataclass(node) and node.__doc__, word


# --------------------------------------------------------------------------- names and licence


def test_a_rename_does_not_touch_the_identity() -> None:
    """D10.4; D10.3: every name tells whether it is from the place, from the document or from an override."""
    operation = "paths: {/a: {get: {%s, responses: {'204': {description: Done}}}}}\n"
    rule = "x-codegen-name-override: [{operationId: ^get.*, methodNameOverride: get}]\n"
    for text, name, origin in (
        (operation % "summary: a", "get", Origin.INFERRED),
        (rule + operation % "operationId: getTest", "get", Origin.ROOT_OVERRIDE),
        (operation % "operationId: getTest, x-codegen-name-override: other", "other", Origin.OPERATION_OVERRIDE),
    ):
        found = compiled(text).sdk.operations
        assert {at: item.name for at, item in found.items()} == {"paths/~1a/get": Name(name, origin)}


def test_what_is_printed_belongs_to_the_user(tmp_path: Path) -> None:
    """D12.1: LICENSE's reach is told in README; printed files name the user's licence, none by default."""
    assert "belongs to you without conditions" in (ROOT / "README.md").read_text("utf-8")
    write(tmp_path, "openapi.yaml", simple())
    for licence in (None, "MIT"):
        section = f"{{licence: {licence}}}" if licence else "{}"
        configure(tmp_path, f"generation: {section}\npython: {{}}\n")
        build(tmp_path, "openapi.yaml", "-q", "-o", "out")
        for path in (*(tmp_path / "out").rglob("*.py"), *(tmp_path / "out" / "reference").rglob("*.md")):
            head = path.read_text("utf-8")[:300]
            assert "Code generated by codegen. DO NOT EDIT." in head, path
            assert "Apache" not in head, path
            assert (f"SPDX-License-Identifier: {licence}" in head) == (licence is not None), path

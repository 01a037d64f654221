"""Modules hold no state: the results of a compilation are in its session, its context or its snapshot (D12.2).

Two documents that one process compiles must not affect each other. Caches of functions of texts, enums and classes are
not state: they return what the function would. One test searches the sources for state, the other compiles two
documents and compares the content of the modules.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

from tests.support.modules import below, paths, stands_in, tree
from tests.support.places import ROOT
from tests.support.run import codegen

TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"

STATELESS = (
    "passes",
    "compiler.front",
    "compiler.ir",
    "compiler.lock",
    "compiler.base.markdown",
    "compiler.base.naming",
)
REGISTRY = {("compiler.ir.node", "NODES")}
"""Filled by a decorator while modules are imported, and by nothing later."""
CACHES = frozenset({"cache", "lru_cache"})
VALUES = frozenset({"frozenset", "str", "int", "bool", "None", "Id", "Kind", "Checks", "Case", "Vocabulary"})
"""What caches may be asked with: texts, members of enums, values without references. Never a node of a document."""
CLASSES = frozenset({"cls"})
"""Parameters that are classes of nodes, of which there are as many as the sources define."""
CHANGING = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"}
    | {"setdefault", "sort", "update"}
)
"""Methods that change what they are called on."""


def names_of_module(tree: ast.Module) -> set[str]:
    """Return the names that a module binds at its top, and its classes in their bodies, to something but a function."""
    found: set[str] = set()
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for node in (node for body in bodies for node in body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {item.id for target in targets if target for item in ast.walk(target) if isinstance(item, ast.Name)}
    return found


def imported(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Yield the names that a module has from another: what it calls them, the module, and their names there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in paths():
            yield from ((item.asname or item.name, node.module, item.name) for item in node.names)


def owner(node: ast.expr) -> str | None:
    """Return the name whose value an expression is, or is a member of: `a`, `a[b]`, `Some.a`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id[:1].isupper():
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def local_names(function: ast.FunctionDef) -> set[str]:
    """Return what is bound inside of a function."""
    arguments = [item.arg for item in ast.walk(function.args) if isinstance(item, ast.arg)]
    stored = [item.id for item in ast.walk(function) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)]
    return {*arguments, *stored}


def changes(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Yield the names whose values a function changes, with the line."""
    for node in ast.walk(function):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            changed = [node.func.value]
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            changed = [node.value]
        yield from ((node.lineno, name) for item in changed if (name := owner(item)) is not None)


def state_of(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield what of a module is state: names that functions change, and caches that may hold a document."""
    own = {name: (module, name) for name in names_of_module(tree)}
    own |= {name: (source, there) for name, source, there in imported(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"{module}:{node.lineno} global {', '.join(node.names)}"
        if not isinstance(node, ast.FunctionDef):
            continue
        inside = local_names(node)
        for line, name in changes(node):
            if name in own and name not in inside and own[name] not in REGISTRY:
                yield f"{module}:{line} {node.name} changes {name}"
        if any(CACHES & {item.id for item in ast.walk(at) if isinstance(item, ast.Name)} for at in decorators(node)):
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                kinds = {item.id for item in ast.walk(argument) if isinstance(item, ast.Name)}
                if argument.arg not in CLASSES and (not kinds or kinds - VALUES):
                    yield f"{module}:{node.lineno} {node.name} caches by {ast.unparse(argument)}"


def decorators(function: ast.FunctionDef) -> list[ast.expr]:
    """Return decorators so that `functools.cache` and `cache` are names alike."""
    return [
        ast.Name(at.attr) if isinstance(at, ast.Attribute) else at
        for item in function.decorator_list
        for at in [item.func if isinstance(item, ast.Call) else item]
    ]


def test_no_module_holds_what_changes() -> None:
    assert [found for name in below(*STATELESS) for found in state_of(name, tree(name))] == []


@pytest.mark.parametrize(
    "source",
    [
        "_last = []\ndef run(sdk):\n    _last[:] = [sdk]",
        "_seen = set()\ndef run(sdk):\n    _seen.add(sdk)",
        "_words = ()\ndef keep(own):\n    global _words\n    _words = own",
        "class Memo:\n    found = {}\ndef run(sdk):\n    Memo.found[sdk] = 1",
        "class Memo: ...\n_memo = Memo()\ndef run(sdk):\n    _memo.sdk = sdk",
        "from functools import cache\n@cache\ndef run(sdk: Sdk) -> Sdk:\n    return sdk",
        "import functools\n@functools.lru_cache(maxsize=5)\ndef run(sdk) -> int:\n    return 1",
    ],
)
def test_state_is_found(source: str) -> None:
    assert len(list(state_of("passes.some", ast.parse(source)))) == 1


def test_state_is_told_from_what_a_function_makes() -> None:
    plain = "TABLE = {}\ndef run(sdk):\n    TABLE = {}\n    TABLE[sdk] = 1\n    made = []\n    made.append(TABLE)"
    cached = "from functools import cache\n@cache\ndef words(text: str) -> str:\n    return text"
    assert [*state_of("passes.some", ast.parse(plain)), *state_of("passes.some", ast.parse(cached))] == []


# --------------------------------------------------------------------------- what modules hold after a build

OTHER = """
openapi: 3.1.0
info: {title: The RailRoad API, version: '1'}
security: [{key: []}]
paths:
  /railRoadTrips/{tripId}:
    parameters: [{name: tripId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getRailRoadTrip
      responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/RailRoadTrip'}}}}}
    put:
      operationId: putRailRoadTrip
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/RailRoadTrip'}}}}
      responses: {'204': {}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    RailRoadTrip:
      type: object
      properties: {id: {type: string, readOnly: true}, next: {$ref: '#/components/schemas/RailRoadTrip'}}
"""
TARGETS = [flag for target in ("python", "typescript", "go", "reference") for flag in ("-t", target)]


def held(value: object, seen: frozenset[int] = frozenset()) -> object:
    """Return what a value holds, so that two are equal if nothing in it was changed; what cannot change is itself."""
    if id(value) in seen:
        return "..."
    seen |= {id(value)}
    if isinstance(value, dict):
        return {repr(key): held(item, seen) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [held(item, seen) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    if isinstance(value, FunctionType):
        return [held(cell.cell_contents, seen) for cell in value.__closure__ or ()]
    own = (value if isinstance(value, type) else type(value)).__module__
    if not stands_in(own, *STATELESS):
        return id(value)
    slots = [name for name in getattr(type(value), "__slots__", ()) if hasattr(value, name)]
    return {name: held(item, seen) for name, item in (*vars_of(value), *((at, getattr(value, at)) for at in slots))}


def vars_of(value: object) -> Iterator[tuple[str, object]]:
    """Yield the attributes of an object or class, without what every class has."""
    for name, item in getattr(value, "__dict__", {}).items():
        if not name.startswith("__"):
            yield name, item


def test_a_build_leaves_nothing_in_modules(tmp_path: Path) -> None:
    """The second document finds the modules as the first one found them."""
    (tmp_path / "openapi.yaml").write_text(OTHER, "utf-8")
    assert codegen("build", str(TRAINS), *TARGETS, "-q", "-o", "one", cwd=tmp_path).returncode == 0
    before = {name: dict(vars_of(sys.modules[name])) for name in below(*STATELESS) if name in sys.modules}
    was = {name: held(listed) for name, listed in before.items()}
    run = codegen("build", "openapi.yaml", *TARGETS, "-q", "-o", "two", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    for name, listed in before.items():
        now = held({key: item for key, item in vars_of(sys.modules[name]) if key in listed})
        assert now == was[name], name

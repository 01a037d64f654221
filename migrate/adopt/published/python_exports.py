"""What a Python package exports: the arguments of its client, its public modules with their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import griffe

from migrate.adopt.published.exports import Exports
from migrate.adopt.published.python_names import Names, modules_of
from migrate.adopt.published.python_requests import Bodies


def read_exports(folder: Path, name: str, client: str) -> Exports:
    """Read the package of this name in a folder."""
    package = griffe.load(name, search_paths=[folder], allow_inspection=False, resolve_aliases=False)
    assert isinstance(package, griffe.Module)
    return exports_of(package, Names(package), Bodies(), client)


def exports_of(package: griffe.Module, names: Names, bodies: Bodies, client: str) -> Exports:
    """Return what a package exports; `client` is the class that programs begin with."""
    cls = next((item for item in names.classes.values() if item.name == client), None)
    listed = [cls, *names.ancestors(cls)] if cls is not None else []
    start = next((made for item in listed if isinstance(made := item.members.get("__init__"), griffe.Function)), None)
    modules = {}
    for module in modules_of(package):
        inside = module.path.partition(".")[2]
        if "_" not in {part[:1] for part in inside.split(".")} and (module.is_init_module or "." not in inside):
            modules[inside] = frozenset(_names_of(module, names))  # what is further in, packages pass on
    return Exports(dict(_options(start, bodies)) if start is not None else {}, modules)


def _options(start: griffe.Function, bodies: Bodies) -> Iterator[tuple[str, str]]:
    node = bodies.node(start)
    read = dict(_variables(node)) if node is not None else {}
    for item in start.parameters:
        usual = item.kind is not None and "var" not in item.kind.value and item.name != "self"
        if usual and not item.name.startswith("_"):
            yield item.name, read.get(item.name, "")


def _variables(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the arguments that a constructor reads from the environment where they are not given."""
    for argument, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        yield from ((argument.arg, text) for text in _read(value))
    for item in ast.walk(node):
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
            yield from ((item.targets[0].id, text) for text in _read(item.value))


def _read(value: ast.expr | None) -> Iterator[str]:
    match value:
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]) if name in (
            "get",
            "getenv",
        ):
            yield text


def _names_of(module: griffe.Module, names: Names) -> Iterator[str]:
    """Yield what a module lists, else what it declares; a package besides what it passes on."""
    if module.exports:
        yield from map(str, module.exports)
        return
    for name, member in module.members.items():
        if not name.startswith("_") and (module.is_init_module or not isinstance(member, griffe.Alias)):
            found = names.behind(member)
            if found is not None and not isinstance(found, griffe.Module):
                yield name

"""The compiler's modules as trees: each is parsed once a process, when a test asks for it, and by no import."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.support.places import ROOT

PACKAGES = ("codegen_sdk", "compiler", "passes", "backends", "migrate", "fleet")


@functools.cache
def paths() -> Mapping[str, Path]:
    """Return the compiler's own modules by name; runtimes that are copied into SDKs are no part of it."""
    found: dict[str, Path] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            at = path.relative_to(ROOT)
            if "runtime" not in at.parts:
                found[".".join(at.with_suffix("").parts).removesuffix(".__init__")] = path
    del found["compiler"]
    return found


def stands_in(name: str, *packages: str) -> bool:
    """Whether a module is one of these packages, or in one."""
    return (name + ".").startswith(tuple(f"{package}." for package in packages))


def below(*packages: str) -> list[str]:
    """Return the names of the modules of these packages."""
    return [name for name in paths() if stands_in(name, *packages)]


@functools.cache
def tree(name: str) -> ast.Module:
    """Return the tree of a module."""
    return ast.parse(paths()[name].read_text("utf-8"))


@functools.cache
def nodes(name: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module."""
    return tuple(ast.walk(tree(name)))


@functools.cache
def statements(name: str) -> tuple[ast.AST, ...]:
    """Return what stands in a module as a statement, at any depth: a tenth of its nodes."""
    return tuple(statements_of(tree(name)))


@functools.cache
def imports(name: str) -> frozenset[str]:
    """Return the modules that a module imports, wherever it does so; of ``from a import b`` both a and a.b."""
    return imported_by(statements(name)) & paths().keys()


def statements_of(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a tree, and what holds some: handlers of exceptions, cases."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        yield (node := waiting.pop())
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, field, ())


def imported_by(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return all that may be a module of what is imported by these."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return frozenset(found)

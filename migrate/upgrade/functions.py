"""Functions beside methods (D3.8), which programs import from the module of a group, and where each is now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from compiler.base.frozen import frozen
from compiler.surface.surface import Symbol

_PARAMETER = re.compile(r"\{[^}]*\}")
_ROOT = "client"
"""The module of the functions that stand for methods of the client itself."""


@frozen
class Functions:
    """``methods``: the paths of the old methods by the names of their functions. ``homes``: the modules that have a
    function, or a class of arguments, now, by its old name. ``modules``: the same for the modules of old groups; None
    where their functions went to several."""

    methods: Mapping[str, str] = field(default_factory=dict)
    homes: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, str | None] = field(default_factory=dict)


def functions_of(old: Iterable[Symbol], new: Iterable[Symbol]) -> Functions:
    """Pair the modules of functions by the operations of these."""
    sides = [_homes(old), _homes(new)]
    functions = _functions(old)
    if not functions:
        return Functions()
    paths = {(identity(item.at), item.path.rpartition(".")[2]): item.path.removeprefix("client.")
             for item in old if item.kind == "method"}  # fmt: skip
    methods, homes = {}, {}
    for name, (at, alias) in functions.items():
        found = [path for (other, own), path in paths.items() if other == at and own == (alias or own)]
        if found:
            methods[name] = found[0]
        if at in sides[1]:
            homes[name] = sides[1][at]
    for item in old:
        if item.kind == "type" and item.rest == ": arguments" and identity(item.at) in sides[1]:
            homes[item.path] = sides[1][identity(item.at)]
    went: dict[str, set[str]] = {}
    for at, module in sides[0].items():
        went.setdefault(module, set()).update({sides[1][at]} if at in sides[1] else ())
    modules = {module: next(iter(places)) if len(places) == 1 else None
               for module, places in went.items() if module != _ROOT}  # fmt: skip
    return Functions(methods, homes, modules)


def identity(at: str) -> str:
    """Return an identity without the names of path parameters, which are no part of the path."""
    return _PARAMETER.sub("{}", at)


def _functions(side: Iterable[Symbol]) -> dict[str, tuple[str, str]]:
    """Return the operation of each function, and the second name of the method that it may stand for."""
    found = {}
    for item in side:
        words = item.rest.removeprefix(": ").split(" ")
        if item.kind == "derived" and words[0] == "function" and len(words) > 2:
            found[item.path] = (identity(words[2]), words[3] if len(words) > 3 else "")
    return found


def _homes(side: Iterable[Symbol]) -> dict[str, str]:
    """Return the module of each operation's function."""
    modules = {item.path: f"groups/{item.filled()['module']}" for item in side
               if item.kind == "group" and "module" in item.filled()}  # fmt: skip
    return {identity(item.at): modules.get(item.path.rpartition(".")[0], _ROOT)
            for item in side if item.kind == "method"}  # fmt: skip

"""Modules whose names are imported when they are first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from threading import local
from typing import Any, ForwardRef


def homes(names: Iterable[str], firsts: Mapping[str, str]) -> dict[str, str]:
    """Map names to their modules: each module is listed by its first name."""
    module = ""
    return {name: (module := firsts.get(name, module)) for name in names}


class _Names(dict[str, Any]):
    """Names in the text of an alias: from its file, and public names of other files."""

    def __init__(
        self, names: Mapping[str, Any], homes: Mapping[str, str], find: Callable[[str], Any]
    ) -> None:
        super().__init__()
        self.names, self.homes, self.find = names, homes, find

    def __missing__(self, name: str) -> Any:
        if name in self.homes:
            return self.find(name)
        value = self.names[name]
        # A type with the name of a builtin has another name in files: `_TimeoutError`.
        return self.find(name[1:]) if type(value).__name__ in ("str", "Later") else value


class _Evaluating(local):
    """The aliases that a thread is evaluating."""

    def __init__(self) -> None:
        self.names: set[str] = set()


_evaluating = _Evaluating()


def _evaluated(name: str, text: str, names: _Names) -> Any:
    """Evaluate the text of an alias, which may name types of other files.

    A recursive alias is referred to by name.
    """
    if name in _evaluating.names:
        return ForwardRef(name)
    _evaluating.names.add(name)
    try:
        return eval(text, {}, names)
    finally:
        _evaluating.names.discard(name)


def lazy(
    module: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make ``__getattr__`` and ``__dir__`` of a module.

    ``homes`` maps each name to its module, relative to the package.
    """
    package = sys.modules[module].__package__

    def find(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            text = f"module {module!r} has no attribute {name!r}"
            # Python names the nearest name by itself.
            raise AttributeError(text, name=name, obj=sys.modules[module])
        found = importlib.import_module(home, package)
        value = found if home == f".{name}" else getattr(found, name)
        if isinstance(value, str) and not home.startswith(
            "._params."
        ):  # these are for type checkers
            value = _evaluated(name, value, _Names(vars(found), homes, find))
        elif hasattr(value, "__value__"):  # pydantic evaluates it in its file
            from .later import settle

            settle(vars(found))
        setattr(sys.modules[module], name, value)
        return value

    def names() -> list[str]:
        special = (name for name in vars(sys.modules[module]) if name.startswith("__"))
        return sorted({*special, *homes})

    return find, names

"""Types that share a name with an attribute of the class: annotations beside it would mean the attribute, so they are
spelled with their module, ``dt.date`` and ``builtins.str``, or, for types of the document, with another name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from typing import TYPE_CHECKING

from backends.python.code import Expr, Imports, raw
from compiler.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from backends.python.scope import Scope

_BUILTINS = frozenset({"bool", "bytes", "classmethod", "dict", "float", "int", "list", "staticmethod", "str"})
SHADOWS = _BUILTINS | {"date", "datetime"}
"""Names of types that attributes may have."""
_WORDS = lazy_pattern(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^\W\d](?:[\w.]|[^\x00-\x7f])*")
"""Texts and dotted names, so that neither a text nor the end of a name is taken for a type."""


def hiding(members: Collection[str], types: Set[str]) -> Collection[str]:
    """Return the attributes of a class if one of them has the name of a type, of Python's or of ``types``."""
    return () if SHADOWS.isdisjoint(members) and types.isdisjoint(members) else members


def respelled(kind: Expr, other: Callable[[str], str]) -> Expr:
    """Replace each name in a type by what ``other`` returns for it."""
    return raw(_WORDS.sub(lambda match: other(match[0]), kind.text))


def visible(kind: Expr, members: Collection[str], scope: Scope) -> Expr:
    """Spell builtins and the document's own types so that none is mistaken for an attribute of the class."""

    def other(name: str) -> str:
        if name not in members:
            return name
        own = name not in _BUILTINS
        return scope.again("", name).text if own else f"{_module('builtins', members, scope)}.{name}"

    return respelled(kind, other) if members else kind


def visible_time(name: str, members: Collection[str], scope: Imports) -> Expr:
    """Spell a type of ``datetime`` in the same way."""
    return raw(f"{_module('datetime', members, scope, 'dt')}.{name}")


def _module(module: str, members: Collection[str], scope: Imports, alias: str = "") -> str:
    """Import a module by a name that no attribute has."""
    alias = alias or module
    while alias in members:
        alias = f"_{alias}"
    scope.use(module if alias == module else f"{module} as {alias}")
    return alias

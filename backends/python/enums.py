"""Prints enums: a class whose members are strings or integers, or the types of values of other and mixed kinds."""

from __future__ import annotations

from collections.abc import Iterator

from backends.python.code import (
    Class,
    Doc,
    Expr,
    Stmt,
    Subscript,
    assign,
    declare,
    identifier,
    literal,
    raw,
    union,
)
from backends.python.docs import type_text
from backends.python.scope import Scope
from backends.python.types import EnumForm, Types, enum_form
from compiler.ir.node import Id, Json
from compiler.ir.types import Enum
from compiler.markdown import to_plain

_BASES = {EnumForm.TEXT: "TextEnum", EnumForm.NUMBER: "NumberEnum"}


def enum_statements(types: Types, scope: Scope, at: Id, enum: Enum) -> Iterator[Stmt]:
    """Print one enum."""
    form = enum_form(enum)
    name = identifier(types.surface[at].ident)
    if form is EnumForm.LITERAL:
        yield declare(name, scope.use("typing", "TypeAlias"), _literals(scope, enum), apart=True)
        text = type_text(enum)
        if text is not None:
            yield Doc(text)
        return
    base = scope.runtime("enums", _BASES[form])
    yield Class(name, [base], list(_members(types, at, enum)), doc=type_text(enum))


def _members(types: Types, at: Id, enum: Enum) -> Iterator[Stmt]:
    names = types.surface[at].members
    for index, member in enumerate(enum.members):
        yield assign(identifier(names[str(index)]), literal(member.value))
        if member.description:
            yield Doc(to_plain(member.description))


def _literals(scope: Scope, enum: Enum) -> Expr:
    """Print the values; what ``Literal`` cannot hold widens to its type, and so does all of an open enum (D11.1)."""
    values = [member.value for member in enum.members]
    if enum.open and not any(isinstance(value, list | dict) for value in values):
        return union([raw(name) for name in _builtins(values)])
    exact = [literal(value) for value in values if isinstance(value, str | int) and value is not None]
    parts: list[Expr] = [Subscript(scope.use("typing", "Literal"), exact)] if exact else []
    if any(isinstance(value, float) for value in values):
        parts.append(raw("float"))
    if None in values:
        parts.append(raw("None"))
    if any(isinstance(value, list | dict) for value in values) or not parts:
        parts.append(scope.use("typing", "Any"))
    return union(parts)


def _builtins(values: list[Json]) -> Iterator[str]:
    """Name the types that values of an enum have; whole numbers are floats, too, where there are floats."""
    number = "float" if any(isinstance(value, float) for value in values) else "int"
    names = ("bool" if isinstance(value, bool) else "str" if isinstance(value, str) else number for value in values)
    yield from dict.fromkeys(names)

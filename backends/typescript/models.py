"""Prints the types of the document: erased interfaces, unions of literals, unions and aliases, a file per module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from backends.typescript.docs import field_text, type_text
from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.text import INDENT, alternatives, comment, key, lay, literal
from backends.typescript.types import Types, distinct
from backends.writer import Doc
from compiler.ir.node import Id
from compiler.ir.types import Alias, Enum, Field, Kind, Model, Scalar, Union


def model_files(types: Types) -> Iterator[tuple[str, File]]:
    """Print the files of types, and the one that exports all of them."""
    modules: dict[str, list[Id]] = {}
    for at, name in types.names.items():
        modules.setdefault(name.module, []).append(at)
    index = File(Scope("models/index"))
    for module, members in sorted(modules.items()):
        scope = Scope(f"models/{module}")
        file = File(scope)
        for at in sorted(members, key=lambda at: types.names[at].ident):
            file.types(_declaration(types, at, scope))
        index.types(f'export type * from "./{module}.js";\n')
        yield f"models/{module}", file
    index.ts, index.dts = ["".join(index.ts)], ["".join(index.dts)]
    yield "models/index", index


def _declaration(types: Types, at: Id, scope: Scope) -> str:
    declared, name = types.declared[at], types.names[at]
    said = comment(type_text(declared))
    match declared:
        case Model():
            return said + _interface(types, declared, at, scope)
        case Enum():
            return said + _alias(name.ident, _enum(declared))
        case Union():
            found = _expanded(types, at, scope)
            return said + _alias(name.ident, found)
        case Alias():
            return said + _alias(name.ident, _expanded(types, at, scope))
    assert_never(declared)


def _expanded(types: Types, at: Id, scope: Scope) -> list[Doc]:
    """Print the members of a union or an alias, which may hold itself."""
    declared, sent = types.declared[at], types.names[at].requested
    types.expanded = True
    found: list[Doc] = []
    if isinstance(declared, Union):
        for case in declared.cases:
            found += types.case_members(declared, case, scope, sent=sent)
        if declared.default is not None:
            found += types.members(declared.default, scope, sent=sent)
    elif isinstance(declared, Alias):
        found = types.members(declared.type, scope, sent=sent)
    types.expanded = False
    return distinct(found) or ["never"]


def _alias(ident: str, members: list[Doc]) -> str:
    if len(members) == 1:
        return lay([f"export type {ident} = ", members[0], ";"]) + "\n"
    return lay([f"export type {ident} =", " " if _short(ident, members) else "", alternatives(members), ";"]) + "\n"


def _short(ident: str, members: list[Doc]) -> bool:
    """Tell whether a union stands on the line of its name."""
    return "\n" not in lay([f"export type {ident} = ", alternatives(members), ";"])


def _enum(enum: Enum) -> list[Doc]:
    found = distinct([literal(member.value) for member in enum.members])
    if not enum.open:
        return found or ["never"]
    base = enum.base
    is_text = isinstance(base, Scalar) and base.kind in (Kind.STRING, Kind.ANY)
    return [*found, "(string & {})" if is_text else "(number & {})"]


def _interface(types: Types, model: Model, at: Id, scope: Scope) -> str:
    name = types.names[at]
    lines = [field_line(types, field, name.members[field.wire], scope, sent=name.requested) for field in model.fields]
    if model.additional is not None:
        lines.append(f"{INDENT}[key: string]: unknown;\n")
    return (
        f"export interface {name.ident} {{\n{''.join(lines)}}}\n" if lines else f"export interface {name.ident} {{}}\n"
    )


def field_line(types: Types, field: Field, ident: str, scope: Scope, *, sent: bool) -> str:
    """Print a property of an interface."""
    said = comment(field_text(field), 1)
    return said + property_line(ident, field.required, types.members(field.type, scope, sent=sent))


def property_line(ident: str, required: bool, members: Iterable[Doc], *, readonly: bool = False) -> str:
    """Print a property's name and type."""
    head = f"{'readonly ' if readonly else ''}{key(ident)}{'' if required else '?'}:"
    found = distinct(list(members))
    one = lay([head, " ", alternatives(found) if len(found) == 1 else _flat(found), ";"], 1)
    if len(found) == 1 or ("\n" not in one and len(one) <= 80):
        return one + "\n"
    return lay([head, alternatives(found), ";"], 1) + "\n"


def _flat(members: list[Doc]) -> Doc:
    parts: list[Doc] = []
    for member in members:
        parts += [" | ", member] if parts else [member]
    return parts

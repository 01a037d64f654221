"""Prints the types of the document: erased interfaces, unions of literals, unions and aliases, a file per module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from backends.typescript.docs import field_text, type_text
from backends.typescript.files import File
from backends.typescript.scope import Scope
from backends.typescript.text import comment, key, literal, obj
from backends.typescript.types import Types, distinct
from backends.writer import Doc
from backends.writer.prettier import INDENT, broken_union, fits, flat_union, is_reference_or_null, lay
from compiler.ir.node import Id
from compiler.ir.types import Alias, Enum, Field, Kind, Model, Union

ANY_TEXT = "(string & {})"
"""Any text, beside texts that editors complete: they complete none that stands beside `string` itself."""


def model_file(types: Types, module: str, members: Sequence[Id]) -> File:
    """Print a file of types."""
    scope = Scope(f"models/{module}")
    scope.named = types.idents
    file = File(scope)
    for at in sorted(members, key=lambda at: types.names[at].ident):
        file.types(_declaration(types, at, scope))
        declared = types.whole[at]
        if isinstance(declared, Enum) and declared.has_names():
            _names_of(file, declared, types.names[at].ident, types.within(at))
    return file


def model_index(modules: Iterable[str]) -> File:
    """Print the file that exports all types."""
    index = File(Scope("models/index"))
    exports = "".join(f'export type * from "./{module}.js";\n' for module in modules)
    index.types(exports or "export {};\n")  # a file without exports is no module
    return index


def named_enums(types: Types) -> dict[str, list[str]]:
    """Find the enums that are also objects, since the document names their members: their names, by file."""
    found: dict[str, list[str]] = {}
    for at, declared in types.plan.wire.all_but_models.items():
        if isinstance(declared, Enum) and declared.has_names():
            name = types.names[at]
            found.setdefault(f"models/{name.module}", []).append(name.ident)
    return {module: sorted(idents) for module, idents in sorted(found.items())}


def _names_of(file: File, enum: Enum, ident: str, names: Mapping[str, str]) -> None:
    values = [(names[str(index)], literal(member.value)) for index, member in enumerate(enum.members)]
    said = comment(f"The values of {{@link {ident}}} by name.")
    value = obj(values)
    ts = lay([f"export const {ident} = ", value, " as const;"]) + "\n"
    js = lay([f"const {ident} = ", value, ";"]) + "\n"
    lines = "".join(f"{INDENT}readonly {key(name)}: {lay(item)};\n" for name, item in values)
    file.value(said + ts, js, f"{said}export declare const {ident}: {{\n{lines}}};\n", ident)


def _declaration(types: Types, at: Id, scope: Scope) -> str:
    declared, name = types.whole[at], types.names[at]
    said = comment(type_text(declared))
    match declared:
        case Model():
            return said + _interface(types, declared, at, scope)
        case Enum():
            return said + alias_line(name.ident, _enum(declared, scope))
        case Union():
            found = _expanded(types, at, scope)
            return said + alias_line(name.ident, found)
        case Alias():
            return said + alias_line(name.ident, _expanded(types, at, scope))
    assert_never(declared)


def _expanded(types: Types, at: Id, scope: Scope) -> list[Doc]:
    """Print the members of a union or an alias, which may hold itself."""
    declared, sent = types.declared[at], types.names[at].requested
    types.expanded = True
    found: list[Doc] = []
    if isinstance(declared, Union):
        for case in declared.cases:
            found += types.case_members(declared, case, scope, sent=sent)
        found += types.other_members(declared, scope, sent=sent)
    elif isinstance(declared, Alias):
        found = types.members(declared.type, scope, sent=sent)
    types.expanded = False
    return distinct(found) or ["never"]


def alias_line(ident: str, members: list[Doc]) -> str:
    """Print an exported alias of a type or a union."""
    head = f"export type {ident} ="
    texts = [item for item in members if isinstance(item, str)]
    if len(texts) == len(members):
        line = f"{head} {' | '.join(texts)};"  # the same result as the layout
    else:
        line = lay([head, " ", flat_union(members), ";"])
    if fits(line):
        return line + "\n"
    if not fits(head + " "):
        return f"{head}\n{_below(members)}"
    if len(members) > 1 and not is_reference_or_null(members):
        return _broken(head, members, 0)
    if isinstance(members[0], str):
        return f"{head}\n{INDENT}{lay(flat_union(members))};\n"
    return line + "\n"


def _below(members: list[Doc]) -> str:
    """Print the value below a name that fills its line: prettier leaves an empty line before a union."""
    line = lay([flat_union(members), ";"], 1)
    if len(members) == 1 or is_reference_or_null(members) or fits(line):
        return line + "\n"
    return "\n" + "\n".join(f"{INDENT * 2}| {lay(item)}" for item in members) + ";\n"


def _enum(enum: Enum, scope: Scope) -> list[Doc]:
    """Print the named values; an open enum also has unknown values, typed as such (D11.4)."""
    values = [member.value for member in enum.members]
    found = distinct([literal(value) for value in values])
    if not enum.open:
        return found or ["never"]
    if enum.kind is Kind.BOOLEAN:
        return ["boolean"]
    numbers = any(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    if numbers:
        found.append(scope.runtime_type("UnknownNumber"))
    if enum.free:
        found.append(ANY_TEXT)
    elif not numbers or any(isinstance(value, str) for value in values):
        found.append(scope.runtime_type("UnknownValue"))
    return found


def _interface(types: Types, model: Model, at: Id, scope: Scope) -> str:
    name, members = types.names[at], types.within(at)
    lines = [field_line(types, field, members[field.wire], scope, sent=name.requested) for field in model.fields]
    if model.additional is not None:
        lines.append(f"{INDENT}[key: string]: unknown;\n")
    return (
        f"export interface {name.ident} {{\n{''.join(lines)}}}\n" if lines else f"export interface {name.ident} {{}}\n"
    )


def field_line(types: Types, field: Field, ident: str, scope: Scope, *, sent: bool) -> str:
    """Print a property of an interface."""
    said = comment(field_text(field), 1)
    members = types.members(field.type, scope, sent=sent)
    if sent and not field.required:
        members = or_undefined(members)
    return said + property_line(ident, field.required, members)


def or_undefined(members: list[Doc]) -> list[Doc]:
    """Add undefined to the type of an optional argument, for callers with ``exactOptionalPropertyTypes``."""
    return members if "unknown" in members else [*members, "undefined"]


def property_line(ident: str, required: bool, members: Sequence[Doc], *, readonly: bool = False) -> str:
    """Print a property's name and type."""
    head = f"{'readonly ' if readonly else ''}{key(ident)}{'' if required else '?'}:"
    if len(members) == 1 and isinstance(members[0], str):
        return f"{INDENT}{head} {members[0]};\n"  # as most are
    found = distinct(members)
    texts = [item for item in found if isinstance(item, str)]
    if len(texts) == len(found):
        line = f"{INDENT}{head} {' | '.join(texts)};"  # the same result as the layout
    else:
        line = lay([head, " ", flat_union(found), ";"], 1)
    if len(found) == 1 or is_reference_or_null(found) or fits(line):
        return line + "\n"
    return _broken(head, found, 1)


def _broken(head: str, members: Sequence[Doc], level: int) -> str:
    """Print a type with one member of its union per line."""
    texts = [item for item in members if isinstance(item, str)]
    if len(texts) < len(members):
        return lay([head, broken_union(members), ";"], level) + "\n"
    lines = "".join([f"\n{INDENT * (level + 1)}| {text}" for text in texts])
    return f"{INDENT * level}{head}{lines};\n"  # the same result as the layout

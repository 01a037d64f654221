"""Prints enums: the type of their values, one line, and, where the document names these, a class of constants.

::

    Cabin: TypeAlias = Literal["first", "second"] | UnknownValue
    decode_cabin: Codec = known(Cabin)

One type serves arguments and results (D11.4). The reader turns values that are not listed into unknown ones (D11.1).
A list that does not fit on a line is printed once in a file: further enums of the same values refer to the one whose
name comes first, whatever their order in the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from backends.python import code as py
from backends.python.docs import type_text
from backends.python.scope import Scope
from backends.python.types import Types, is_whole, unknown_values
from compiler.ir.node import Id, Json
from compiler.ir.types import Enum, Kind, Ref


def shared_lists(types: Types, values: Mapping[Id, py.Expr]) -> dict[Id, Id]:
    """Give the enum of a file that prints the values of another, for each enum with a long list."""
    found: dict[str, list[Id]] = {}
    for at, listed in values.items():
        if len(listed.text) > py.LINE:
            found.setdefault(listed.text, []).append(at)
    return {at: min(same, key=lambda one: types.surface[one].ident) for same in found.values() for at in same}


def enum_statements(types: Types, scope: Scope, at: Id, enum: Enum, values: py.Expr) -> Iterator[py.Stmt]:
    """Print one enum; ``values`` is the list of its values, or the name of an enum above it that has the same."""
    name, alias = py.identifier(types.surface[at].ident), scope.use("typing", "TypeAlias")
    yield py.Sure(f"{name.text}: {alias.text} = ", values)
    text = type_text(enum)
    if text is not None:
        yield py.Doc(text)
    if types.has_codec(Ref(at)):
        reader, kind = py.Call(scope.runtime("enums", "known"), [name]), scope.runtime("convert", "Codec")
        yield py.Sure(f"{py.identifier(types.names.decoder(at)).text}: {kind.text} = ", reader)
    if enum.has_names():
        doc = f"The values of {name.text} by name."
        yield py.Class(py.identifier(types.names.constants(at)), [], list(_constants(types, scope, at, enum)), doc=doc)


def enum_values(scope: Scope, enum: Enum) -> py.Expr:
    """Print the type of the values; one that ``Literal`` cannot hold widens to its type, as do integers beside it."""
    values = [member.value for member in enum.members]
    if enum.kind is Kind.STRING:  # as in most
        parts: list[py.Expr] = [py.Subscript(scope.use("typing", "Literal"), list(map(py.string, values)))]
    else:
        parts = _of_kinds(scope, values)
    if enum.open and enum.free:
        parts.append(py.raw("str"))
    parts += [scope.runtime("kinds", name) for name in unknown_values(enum)]
    return py.union(parts)


def _of_kinds(scope: Scope, values: Sequence[Json]) -> list[py.Expr]:
    broken = any(isinstance(value, float) for value in values)
    exact = [py.literal(value) for value in values if isinstance(value, str | bool) or (is_whole(value) and not broken)]
    parts: list[py.Expr] = [py.Subscript(scope.use("typing", "Literal"), exact)] if exact else []
    if broken:
        parts.append(py.raw("float"))
    if None in values:
        parts.append(py.raw("None"))
    if any(isinstance(value, list | dict) for value in values) or not parts:
        parts.append(scope.use("typing", "Any"))
    return parts


def _constants(types: Types, scope: Scope, at: Id, enum: Enum) -> Iterator[py.Stmt]:
    names = types.members(at)
    for index, member in enumerate(enum.members):
        yield py.declare(py.identifier(names[str(index)]), scope.use("typing", "Final"), py.literal(member.value))
        if member.description:
            yield py.Doc(member.description)

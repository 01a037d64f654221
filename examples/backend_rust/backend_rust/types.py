"""Types in Rust: structs, enums for enums and for unions, names of other types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.ir.node import Id
from compiler.ir.types import (
    Alias,
    Const,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    is_long_number,
    kind_of,
)
from compiler.plan.plan import Plan
from compiler.plan.type_facts import Presence, circular_aliases, circular_types, shape_of, slot_of

_SCALARS = {
    Kind.ANY: "Json",
    Kind.NULL: "()",
    Kind.BOOLEAN: "bool",
    Kind.INTEGER: "i64",
    Kind.INT32: "i32",
    Kind.INT64: "i64",
    Kind.UINT64: "u64",
    Kind.NUMBER: "f64",
    Kind.DECIMAL: "Decimal",
    Kind.STRING: "String",
    Kind.DATE: "Date",
    Kind.DATE_TIME: "DateTime",
    Kind.BASE64: "Vec<u8>",
    Kind.BYTES: "File",
}
_DERIVE = "#[derive(Clone, Debug)]"


def comment(text: str | None) -> list[str]:
    """Return the lines of a text that may stand in a comment."""
    return [" ".join(line.split()) for line in (text or "").splitlines()]


class Types:
    """Prints the types of a plan; ``home`` leads to those that are declared."""

    def __init__(self, plan: Plan, home: str = "") -> None:
        self._home, self.declared, self.names = home, plan.wire.types, plan.surface.types
        self._boxed, self._wrapped = circular_types(self.declared), circular_aliases(self.declared)

    def text(self, type_: Type, *, boxed: bool = False) -> str:
        """Print a type; ``boxed``: it stands in a type that may hold itself."""
        match type_:
            case Scalar(kind):
                return "Digits" if is_long_number(type_) else _SCALARS[kind]
            case Const(value):
                return _SCALARS[kind_of(value)]
            case ListOf(item):
                return f"Vec<{self.text(item)}>"
            case MapOf(value):
                return f"BTreeMap<String, {self.text(value)}>"
            case Nullable(inner):
                return f"Option<{self.text(inner, boxed=boxed)}>"
            case Ref(target):
                name = f"{self._home}{self.names[target].ident}"
                return f"Box<{name}>" if boxed and target in self._boxed else name

    def slot(self, type_: Type, required: bool, *, nullable: bool = False, boxed: bool = False) -> str:
        """Print the type of a value that may be absent, null, or both."""
        held = slot_of(type_, required, self.declared, nullable=nullable)
        text = self.text(held.type, boxed=boxed)
        match held.presence:
            case Presence.ALWAYS:
                return text
            case Presence.ABSENT_OR_NULL if held.beside:
                return f"Opt<{text}>"
            case Presence.NULL if not held.beside:
                return text
        return f"Option<{text}>"

    def declaration(self, at: Id) -> str:
        """Print a declared type."""
        item, name, boxed = self.declared[at], self.names[at], at in self._boxed
        head = "".join(f"/// {line}\n" for line in comment(item.description))
        match item:
            case Model():
                return f"{head}{_DERIVE}\npub struct {name.ident} {{\n{_lines(self._fields(at, item, boxed))}}}\n"
            case Enum():
                return f"{head}{_DERIVE}\npub enum {name.ident} {{\n{_lines(self._members(at, item))}}}\n"
            case Union():
                return f"{head}{_DERIVE}\npub enum {name.ident} {{\n{_lines(self._cases(at, item, boxed))}}}\n"
            case Alias() if at in self._wrapped:
                return f"{head}{_DERIVE}\npub struct {name.ident}(pub {self.text(item.type, boxed=boxed)});\n"
            case Alias():
                return f"{head}pub type {name.ident} = {self.text(item.type, boxed=boxed)};\n"

    def _fields(self, at: Id, model: Model, boxed: bool) -> Iterator[str]:
        for field in model.fields:
            yield from (f"/// {line}" for line in comment(field.description))
            ident = self.names[at].members[field.wire]
            yield f"pub {ident}: {self.slot(field.type, field.required, boxed=boxed)},"
        rest = "Json" if model.additional is None else self.text(model.additional)
        yield f"pub rest: BTreeMap<String, {rest}>,"

    def _members(self, at: Id, enum: Enum) -> Iterator[str]:
        for index, member in enumerate(enum.members):
            yield f"/// {' '.join(ascii(member.value).split())}"
            yield f"{self.names[at].members[str(index)]},"
        if enum.open:
            yield f"Unknown({_SCALARS[enum.kind]}),"

    def _cases(self, at: Id, union: Union, boxed: bool) -> Iterator[str]:
        for index, case in enumerate(union.cases):
            null = shape_of(case.type, self.declared).is_null
            held = "" if null else f"({self.text(case.type, boxed=boxed)})"
            yield f"{self.names[at].members[str(index)]}{held},"
        if union.open:
            yield "Unknown(Json),"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)

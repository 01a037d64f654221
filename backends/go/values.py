"""Writes example values as Go of their type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeGuard, assert_never

from backends.go.names import Names
from backends.go.source import File
from backends.go.text import qualify, scalar, string
from backends.go.types import Types, enum_base, is_plain
from backends.writer import Doc
from backends.writer.gofmt import address, composite, elided, keyed, wrapped
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.types import Const, Enum, Kind, Model, Nullable, Ref, Scalar, Type, Union, behind
from compiler.plan import examples as example
from compiler.plan.plan import Argument
from compiler.plan.type_facts import is_null

_PACKAGE = lazy_pattern(r"(?<![\w.])(\w+)\.")
_NOON = datetime(2026, 1, 31, 12, 30, tzinfo=UTC)


class Values:
    """Writes example values as Go of their type."""

    def __init__(self, types: Types, names: Names, package: str, file: File) -> None:
        self.types, self.names, self.package, self.file = types, names, package, file

    def nothing(self, item: Argument, printed: str) -> str:
        """Write the value that means that none is given."""
        if not item.whole_body and not printed.startswith("Opt[") and self.types.is_blank(item.type):
            return '""'
        return f"{self._qualified(printed)}{{}}" if printed.startswith("Opt[") else "nil"

    def _qualified(self, printed: str) -> str:
        for package in _PACKAGE.findall(printed):
            self.file.use({"time": "time", "json": "encoding/json", "io": "io"}[package])
        return qualify(printed, self.package)

    def argument(self, item: Argument, value: example.ExampleValue) -> Doc:
        """Write an argument."""
        if item.required and not item.nullable and not item.whole_body:
            return self.held(value)
        if not item.whole_body and not item.nullable and self.types.is_blank(item.type):
            return self.held(value)  # whose empty string would mean that it is absent
        return self._optional(value, item.nullable)

    def _optional(self, value: example.ExampleValue, nullable: bool = False, sent: bool = True) -> Doc:
        """Write a value whose type allows absence; ``sent``: its null is not absence."""
        while isinstance(value, example.Maybe) or self._names_nullable(value):
            nullable |= isinstance(value, example.Maybe)
            value = value.value
        held, type_ = self.held(value), value.type
        if self.types.is_any(type_):
            return held
        nullable = nullable and sent
        if self.types.is_interface(type_):
            return wrapped(f"{self.package}Some[{self._type(type_)}]", held) if nullable else held
        is_model = self.types.model(type_) is not None
        if held == "nil":
            return "nil" if self.types.has_nil(type_) or is_model else self._null(type_)
        if is_model or self.types.has_nil(type_):
            held = address(held) if is_model else held
            return wrapped(f"{self.package}Some", held) if nullable else held
        typed = f"[{self._type(type_)}]" if self._untyped(type_) else ""
        return wrapped(f"{self.package}Some{typed}", held)

    def _names_nullable(self, value: example.ExampleValue) -> TypeGuard[example.Aliased]:
        return isinstance(value, example.Aliased) and isinstance(behind(value.type, self.types.declared), Nullable)

    def _untyped(self, type_: Type) -> bool:
        base = behind(type_, self.types.declared)
        return isinstance(base, Scalar) and base.kind in (Kind.INT64, Kind.UINT64, Kind.NUMBER, Kind.DECIMAL)

    def _type(self, type_: Type) -> str:
        return self._qualified(self.types.held(type_, self.file))

    def _named(self, target: Id) -> str:
        return f"{self.package}{self.types.name(target)}"

    def _null(self, type_: Type) -> str:
        return f"{self.package}Null[{self._type(type_)}]()"

    def held(self, value: example.ExampleValue) -> Doc:
        """Write a value that is present; the zero value if it does not match the type."""
        match value:
            case example.Plain(type_, plain):
                return self._plain(type_, plain)
            case example.Content(type_, text) | example.Encoded(type_, text):
                return self._scalar(type_, text)
            case example.Items(type_, items):
                held = self._type(type_.item)
                return composite(f"[]{held}", [elided(held, self._element(item)) for item in items])
            case example.Entries(type_, entries):
                held = self._type(type_.value)
                shown = [keyed(string(name), elided(held, self._element(item))) for name, item in entries]
                return composite(f"map[string]{held}", shown)
            case example.Maybe():
                return self._element(value)
            case example.Aliased(type_, inner):
                return self._zero(type_) if type_.target in self.types.recursive_aliases else self.held(inner)
            case example.MemberOf(type_, index, plain):
                if self.types.is_any(type_):
                    return self._any(plain)
                return f"{self.package}{self.names.member(type_.target, index)}"
            case example.CaseOf():
                return self._case(value)
            case example.Object(type_, properties):
                return composite(self._named(type_.target), list(self._fields(type_, properties)))
        assert_never(value)

    def _element(self, value: example.ExampleValue) -> Doc:
        """Write an item of a list, which may be null."""
        if not isinstance(value, example.Maybe):
            return self.held(value)
        inner = value.type.inner
        if value.null:
            return self._zero(value.type)
        held = self.held(value.value)
        if self.types.is_interface(inner):
            return held
        if self.types.model(inner) is not None:
            return address(held)
        return wrapped(f"{self.package}Some[{self._type(inner)}]", held)

    def _fields(self, type_: Ref, properties: Iterable[example.Property]) -> Iterator[Doc]:
        """Write the fields of a model, in its order; required constants are filled in."""
        model, sent = self.types.declared[type_.target], self.types.surface[type_.target].requested
        known = {item.place: item for item in properties}
        for place, field in enumerate(model.fields if isinstance(model, Model) else ()):
            if place in known and not (field.required and isinstance(field.type, Const)):
                value = known[place].value
                written = self._required(value) if field.required else self._absentable(value, sent)
                yield keyed(known[place].ident, written)

    def _required(self, value: example.ExampleValue) -> Doc:
        """Write a field that is always there, perhaps as null."""
        printed = self.types.required(value.type, File("", None))  # which prints nothing, and imports nothing
        inner = value.value if isinstance(value, example.Maybe) else value
        shown = self.held(inner)
        if printed.startswith("*") and printed != "*File":
            return "nil" if example.is_null(value) or shown == "nil" else address(shown)
        if printed.startswith("Opt[") and isinstance(value, example.Maybe):
            return self._null(inner.type) if example.is_null(value) else self._optional(inner)
        return shown

    def _absentable(self, value: example.ExampleValue, sent: bool) -> Doc:
        """Write an optional field: an enum needs no wrapper, since its empty string means absent."""
        inner = value.type.inner if isinstance(value, example.Maybe) else value.type
        if example.is_null(value) and self.types.is_any(inner):
            return self._null(inner)
        return self.held(value) if self.types.is_blank(value.type) else self._optional(value, sent=sent)

    def _case(self, value: example.CaseOf) -> Doc:
        inner = value.value.value if isinstance(value.value, example.Maybe) else value.value
        if is_null(inner.type, self.types.declared):
            return "nil"
        held = self.held(inner)
        if self.types.model(inner.type) is not None:
            return address(held)
        if held == "nil":
            return held
        name = f"{self.package}{self.names.case(value.type.target, value.index)}"
        return wrapped(name, held) if is_plain(self.types, inner.type) else composite(name, [keyed("Value", held)])

    # ------------------------------------------------------------------ scalars

    def _plain(self, type_: Type, value: Any) -> Doc:
        match type_:
            case Scalar():
                return self._scalar(type_, value)
            case Const(known):
                return _constant(known)
            case Ref() if self.types.is_any(type_):  # an enum whose values have several types or none
                return self._any(value)
        return self._zero(type_)

    def _zero(self, type_: Type) -> Doc:
        base = behind(type_, self.types.declared)
        match base:
            case Scalar():
                return self._scalar(base, None)
            case Const(known):
                return _constant(known)
            case Ref(target):
                declared = self.types.declared[target]
                if isinstance(declared, Enum):
                    return {"string": '""', "any": "nil"}.get(enum_base(declared), "0")
                return "nil" if isinstance(declared, Union) else f"{self._named(target)}{{}}"
            case Nullable(inner):
                return "nil" if self.types.is_interface(inner) or self.types.model(inner) else self._null(inner)
            case _:
                return f"{self._type(type_)}{{}}"

    def _scalar(self, type_: Scalar, value: Any) -> Doc:
        match type_.kind:
            case Kind.BOOLEAN:
                return "true" if value is True else "false"
            case Kind.INTEGER | Kind.INT32 | Kind.INT64 | Kind.UINT64:
                lowest, end = (0, 2**64) if type_.kind is Kind.UINT64 else (1 - 2**63, 2**63)
                fits = isinstance(value, int) and not isinstance(value, bool) and lowest <= value < end
                return str(value) if fits else "1"
            case Kind.NUMBER:
                return _number(value) if isinstance(value, int | float) and not isinstance(value, bool) else "1.5"
            case Kind.STRING:
                return string(value if isinstance(value, str) else "text")
            case Kind.DECIMAL:
                return string(str(value) if value is not None else "1.50")
            case Kind.DATE:
                day = _moment(value)
                return f"{self.package}Date{{Year: {day.year}, Month: {day.month}, Day: {day.day}}}"
            case Kind.DATE_TIME:
                time, at = self.file.use("time"), _moment(value)
                clock = f"{at.hour}, {at.minute}, {at.second}, {at.microsecond * 1000}"
                return f"{time}.Date({at.year}, {at.month}, {at.day}, {clock}, {time}.UTC)"
            case Kind.BASE64:
                return f'{self._type(type_)}("hello")'
            case Kind.BYTES:
                return f'{self.package}FileOf([]byte("..."))'
            case Kind.ANY | Kind.NULL:
                return self._any(value)

    def _any(self, value: Any) -> Doc:
        match value:
            case None:
                return "nil"
            case dict():
                return composite("map[string]any", [keyed(string(key), self._any(one)) for key, one in value.items()])
            case list() | tuple():
                return composite("[]any", [self._any(one) for one in value])
            case int() if abs(value) >= 2**63:  # a bool is not a number
                return f'{self.file.use("encoding/json")}.Number("{value}")'
            case _:
                return scalar(value)


def _constant(value: object) -> str:
    return scalar(value) if isinstance(value, str | bool | int | float) else "nil"


def _number(value: float) -> str:
    """Write a number whose type is known."""
    return str(int(value)) if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15) else repr(value)


def _moment(text: object) -> datetime:
    """Read a date, or a time as UTC; anything else becomes the time that samples have."""
    with suppress(ValueError, OverflowError):
        found = datetime.fromisoformat(str(text))
        return found.astimezone(UTC) if found.tzinfo else found
    return _NOON

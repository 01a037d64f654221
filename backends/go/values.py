"""Writes JSON values of examples as Go of their type."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from backends.go.names import Names
from backends.go.source import File
from backends.go.text import scalar, string
from backends.go.types import URL_BYTES, Types, denull, enum_base, is_plain, is_url_bytes
from backends.writer import Doc
from backends.writer.gofmt import address, composite, elided, keyed, wrapped
from compiler.ir.plan import Argument
from compiler.ir.sample import argument_sample, fitting_case
from compiler.ir.types import Alias, Const, Enum, Kind, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union
from compiler.ir.wire import Place

_DEEPEST = 50
"""Types within one another; a union may be its own member."""
_NOON = datetime(2026, 1, 31, 12, 30, tzinfo=UTC)


class Values:
    """Writes JSON values as Go of their type."""

    def __init__(self, types: Types, names: Names, package: str, file: File) -> None:
        self.types, self.names, self.package, self.file = types, names, package, file

    def nothing(self, item: Argument, printed: str) -> str:
        """Write the value that says that there is none."""
        if item.place is not Place.BODY and not printed.startswith("Opt[") and self.types.is_blank(item.type):
            return '""'
        return f"{self._qualified(printed)}{{}}" if printed.startswith("Opt[") else "nil"

    def _qualified(self, printed: str) -> str:
        out, word = "", ""
        for char in printed + "\0":
            if char.isalnum() or char == "_" or char == ".":
                word += char
                continue
            local = word[:1].isupper() and "." not in word
            if "." in word:
                self.file.use({"time": "time", "json": "encoding/json", "io": "io"}[word.partition(".")[0]])
            out += (self.package if local else "") + word + char
            word = ""
        return out.rstrip("\0")

    def argument(self, item: Argument) -> Doc:
        """Write an argument."""
        made = argument_sample(item, self.types.declared)
        if item.place is not Place.BODY and not item.nullable:
            return self.held(item.type, made, 0)
        return self.optional(item.type, made, item.nullable)

    def optional(self, type_: Type, value: Any, nullable: bool = False, depth: int = 0) -> Doc:
        """Write a value where it could be absent."""
        inner, was_null = denull(type_)
        base = self.types.base(inner)
        if isinstance(base, Nullable):
            inner, was_null = base.inner, True
        held = self.held(inner, value, depth)
        if self.types.is_any(inner):
            return held
        if self.types.is_interface(inner):
            null = nullable or was_null
            return wrapped(f"{self.package}Some[{self._type(inner)}]", held) if null else held
        if held == "nil":
            return "nil" if self.types.has_nil(inner) or self.types.model(inner) else self._none(inner)
        if self.types.model(inner) is not None:
            held = address(held)
            return wrapped(f"{self.package}Some", held) if nullable or was_null else held
        if self.types.has_nil(inner):
            return wrapped(f"{self.package}Some", held) if nullable or was_null else held
        typed = f"[{self._type(inner)}]" if self._untyped(inner) else ""
        return wrapped(f"{self.package}Some{typed}", held)

    def _untyped(self, type_: Type) -> bool:
        base = self.types.base(type_)
        return isinstance(base, Scalar) and base.kind in (Kind.INT64, Kind.NUMBER, Kind.DECIMAL)

    def _type(self, type_: Type) -> str:
        return self._qualified(self.types.held(type_, self.file))

    def _none(self, type_: Type) -> str:
        return f"{self.package}Null[{self._type(type_)}]()"

    def held(self, type_: Type, value: Any, depth: int) -> Doc:
        """Write a value that is there; one that is not of the type is the type's zero."""
        if depth > _DEEPEST:
            return self._zero(type_)
        match type_:
            case Scalar():
                return self._scalar(type_, value)
            case Const(known):
                return _constant(known)
            case ListOf(item):
                items, held = value if isinstance(value, list) else [], self._type(item)
                return composite(f"[]{held}", [elided(held, self._element(item, one, depth)) for one in items])
            case MapOf(item):
                pairs, held = value.items() if isinstance(value, dict) else (), self._type(item)
                shown = [keyed(string(key), elided(held, self._element(item, one, depth))) for key, one in pairs]
                return composite(f"map[string]{held}", shown)
            case Nullable(inner):
                return self._element(type_, value, depth) if not isinstance(inner, Nullable) else "nil"
            case Ref(target):
                return self._declared(target, value, depth)

    def _element(self, type_: Type, value: Any, depth: int) -> Doc:
        """Write an item of a list, where null has its own form."""
        inner, nullable = denull(type_)
        if not nullable:
            return self.held(type_, value, depth + 1)
        if value is None:
            is_nil = self.types.is_interface(inner) or self.types.model(inner) is not None
            return "nil" if is_nil else self._none(inner)
        held = self.held(inner, value, depth + 1)
        if self.types.is_interface(inner):
            return held
        if self.types.model(inner) is not None:
            return address(held)
        return wrapped(f"{self.package}Some[{self._type(inner)}]", held)

    def _declared(self, target: str, value: Any, depth: int) -> Doc:
        declared = self.types.declared[target]
        match declared:
            case Alias():
                if target in self.types.recursive_aliases:
                    return f"{self.package}{self.types.name(target)}{{}}"
                return self.held(declared.type, value, depth + 1)
            case Enum():
                for index, member in enumerate(declared.members):
                    if enum_base(declared) != "any" and member.value == value and type(member.value) is type(value):
                        return f"{self.package}{self.names.member(target, index)}"
                return self._any(value) if enum_base(declared) == "any" else self._zero(Ref(target))
            case Union():
                return self._union(target, declared, value, depth)
            case Model():
                return self._model(target, declared, value, depth)

    def _model(self, target: str, model: Model, value: Any, depth: int) -> Doc:
        members = self.types.surface[target].members
        parts: list[Doc] = []
        for field in model.fields:
            if not isinstance(value, dict) or field.wire not in value or isinstance(field.type, Const):
                continue
            if not field.required:
                parts.append(keyed(members[field.wire], self._absentable(field.type, value[field.wire], depth + 1)))
                continue
            inner, nullable = denull(field.type)
            printed = self.types.required(field.type, self.file)
            shown = self.held(inner, value[field.wire], depth + 1)
            if printed.startswith("*") and printed != "*File":
                shown = "nil" if value[field.wire] is None or shown == "nil" else address(shown)
            elif printed.startswith("Opt[") and nullable:
                shown = (
                    self.optional(inner, value[field.wire], depth=depth + 1)
                    if value[field.wire] is not None
                    else self._none(inner)
                )
            parts.append(keyed(members[field.wire], shown))
        return composite(f"{self.package}{self.types.name(target)}", parts)

    def _absentable(self, type_: Type, value: Any, depth: int) -> Doc:
        """Write an optional field: an enum is held as it is, since an empty string says that it is absent."""
        inner, nullable = denull(type_)
        if value is None and self.types.is_any(inner):
            return self._none(inner)
        blank = self.types.is_blank(inner) and not nullable
        return self.held(inner, value, depth) if blank else self.optional(type_, value, depth=depth)

    def _union(self, target: str, union: Union, value: Any, depth: int) -> Doc:
        if not union.cases or value is None:
            return "nil"
        case = fitting_case(union, value, self.types.declared) or union.cases[0]
        inner, _ = denull(case.type)
        if self.types.model(inner) is not None:
            return address(self.held(inner, value, depth + 1))
        if self.types.is_null(inner):
            return "nil"
        name = f"{self.package}{self.names.case(target, union.cases.index(case))}"
        held = self.held(inner, value, depth + 1)
        if held == "nil":
            return held
        return wrapped(name, held) if is_plain(self.types, inner) else composite(name, [keyed("Value", held)])

    # ------------------------------------------------------------------ scalars

    def _zero(self, type_: Type) -> Doc:
        base = self.types.base(type_)
        match base:
            case Scalar():
                return self._scalar(base, None)
            case Const(known):
                return _constant(known)
            case Ref(target):
                declared = self.types.declared[target]
                if isinstance(declared, Enum):
                    return {"string": '""', "any": "nil"}.get(enum_base(declared), "0")
                return "nil" if isinstance(declared, Union) else f"{self.package}{self.types.name(target)}{{}}"
            case Nullable(inner):
                return "nil" if self.types.is_interface(inner) or self.types.model(inner) else self._none(inner)
            case _:
                return f"{self._type(type_)}{{}}"

    def _scalar(self, type_: Scalar, value: Any) -> Doc:
        match type_.kind:
            case Kind.BOOLEAN:
                return "true" if value is True else "false"
            case Kind.INTEGER | Kind.INT32 | Kind.INT64:
                return (
                    str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else "1"
                )
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
                held = f"{self.package}{URL_BYTES}" if is_url_bytes(type_) else "[]byte"
                return f'{held}("hello")'
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
            case int() if abs(value) >= 2**63:  # a bool is none
                return f'{self.file.use("encoding/json")}.Number("{value}")'
            case _:
                return scalar(value)


def _constant(value: object) -> str:
    return scalar(value) if isinstance(value, str | bool | int | float) else "nil"


def _number(value: float) -> str:
    """Write a number whose type is known."""
    return str(int(value)) if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15) else repr(value)


def _moment(text: object) -> datetime:
    """Read a date, or a time as that of UTC; what is neither becomes the time that samples have."""
    with suppress(ValueError, OverflowError):
        found = datetime.fromisoformat(str(text))
        return found.astimezone(UTC) if found.tzinfo else found
    return _NOON

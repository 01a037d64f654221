"""Prints codecs: for the few types whose values are not the same on the wire and in the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import assert_never

from backends.records import Table
from backends.typescript.files import File
from backends.typescript.scope import HOMES, Scope
from backends.typescript.text import literal, obj, string
from backends.typescript.types import LONGS, Types
from backends.writer import Doc, bracketed
from backends.writer.prettier import call
from compiler.ir.node import Id, Json
from compiler.ir.types import (
    Alias,
    Case,
    Const,
    Enum,
    Kind,
    ListOf,
    Look,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    constants,
    models_in,
)

HOME = "codecs"
_PURE = "/* @__PURE__ */ "
_SCALARS = {Kind.DATE: "DateCodec", Kind.DATE_TIME: "DateTimeCodec"}


class Codecs:
    """The codecs of one plan; types that need none have none."""

    def __init__(self, types: Types) -> None:
        self.types, self.plan = types, types.plan

    def codec(self, type_: Type, scope: Scope) -> Doc | None:
        """Print the codec of a type; None where its JSON is its value."""
        return self.reader(type_, scope) if self.types.coded(type_) else None

    def reader(self, type_: Type, scope: Scope) -> Doc | None:
        """Print the codec by which JSON is read: integers beyond a number are bigints only where their type says so."""
        if not (self.types.coded(type_) or self.types.is_long(type_)):
            return None
        match type_:
            case Scalar():
                return scope.runtime(self._scalar(type_))
            case ListOf(item, _):
                return call(_PURE + scope.runtime("list"), [self.reader(item, scope) or ""])
            case MapOf(value, _):
                return call(_PURE + scope.runtime("map"), [self.reader(value, scope) or ""])
            case Nullable(inner):
                return self.reader(inner, scope)
            case Ref(target):
                return self._named(target, scope)
            case Const():
                return scope.runtime("LongCodec")
        assert_never(type_)

    def _scalar(self, type_: Scalar) -> str:
        if type_.kind in _SCALARS:
            return _SCALARS[type_.kind]
        if type_.kind is Kind.BASE64:
            return "Base64UrlCodec" if type_.format == "base64url" else "Base64Codec"
        kinds = {"bigint": "BigIntCodec", "string": "DigitsCodec"}
        return kinds.get(self.types.int64, "LongCodec") if type_.kind in LONGS else "LongCodec"

    def _named(self, target: Id, scope: Scope) -> Doc:
        name = self.names[target]
        if scope.home != HOME:
            return scope.value(HOME, name)
        return call(_PURE + scope.runtime("lazy"), [f"() => {name}"])

    @cached_property
    def names(self) -> dict[Id, str]:
        """The constants, by type."""
        taken = {*HOMES, *(name.ident for name in self.types.names.values())}
        found: dict[Id, str] = {}
        for target in sorted(self.types.coded_types | self.types.long_types):
            name = self.types.names[target].ident + "Codec"
            while name in taken:
                name += "_"
            taken.add(name)
            found[target] = name
        return found

    def file(self) -> File | None:
        """Print the file of codecs; None where no type needs one."""
        if not self.names:
            return None
        file = File(Scope(HOME))
        for target, name in self.names.items():
            file.constant(name, "Codec", self._declaration(target, file.scope), "")
        file.scope.runtime_type("Codec")
        return file

    def _declaration(self, target: Id, scope: Scope) -> Doc:
        made = self._shape(target, scope)
        declared = self.types.declared[target]
        kin = declared.type if isinstance(declared, Alias) else declared  # the codecs of names and scalars are enough
        alone = isinstance(kin, Enum | Scalar | Ref | Const) or target in self.types.coded_types
        return made if alone else call(_PURE + scope.runtime("longs"), [made])

    def _shape(self, target: Id, scope: Scope) -> Doc:
        declared = self.types.declared[target]
        match declared:
            case Model():
                return self._model(declared, target, scope)
            case Union():
                return self._union(declared, scope)
            case Alias():
                return self.reader(declared.type, scope) or ""
            case Enum():
                return scope.runtime("LongCodec")
        assert_never(declared)

    def _model(self, model: Model, target: Id, scope: Scope) -> Doc:
        members = self.types.within(target)
        pairs: list[tuple[str, Doc]] = []
        rest = self.reader(model.additional, scope) if model.additional is not None else None
        for field in model.fields:
            facts: list[tuple[str, Doc]] = []
            if members[field.wire] != field.wire:
                facts.append(("name", string(members[field.wire])))
            codec = self.reader(field.type, scope)
            if codec is not None:
                facts.append(("codec", codec))
            if facts or rest is not None:  # unlisted ones are read like additional properties
                pairs.append((field.wire, obj(facts)))
        arguments: list[Doc] = [obj(pairs)]
        return call(_PURE + scope.runtime("model"), arguments if rest is None else [*arguments, rest])

    def _union(self, union: Union, scope: Scope) -> Doc:
        cases: list[Doc] = [obj(self._case(case, scope)) for case in union.cases]
        arguments: list[Doc] = [bracketed("[", cases, "]")]
        other = self.reader(union.default, scope) if union.default is not None else None
        if union.tag is not None or other is not None:
            arguments += ["undefined" if union.tag is None else string(union.tag)]
            arguments += [string(self.types.tag_name(union)) if union.tag is not None else "undefined"]
        return call(_PURE + scope.runtime("union"), arguments if other is None else [*arguments, other])

    def _case(self, case: Case, scope: Scope) -> Iterator[tuple[str, Doc]]:
        codec = self.reader(case.type, scope)
        if codec is not None:
            yield "codec", codec
        if case.tags:
            yield "tags", literal(list(case.tags))
        yield from self._looks(case, self._wires(case.type), scope)

    def _wires(self, type_: Type) -> dict[str, str]:
        """Return the program's names of the properties of a type, or of the models that it holds."""
        found: dict[str, str] = {}
        for target in models_in(type_, self.types.declared):
            found |= self.types.within(target)
        return found

    def _looks(self, look: Case | Look, members: Mapping[str, str], scope: Scope) -> Iterator[tuple[str, Doc]]:
        """Print the features of values; ``members``: the program's names of properties."""
        yield from _LOOK.facts(look)
        form = self._form(look.form, scope) if look.form is not None else None
        if form is not None:
            yield "form", form
        if look.items:
            items: list[Doc] = [obj(self._looks(item, members, scope)) for item in look.items]
            yield "items", bracketed("[", items, "]")
        named = [*look.keys, *look.constants()]
        names: list[tuple[str, Doc]] = [
            (wire, string(members[wire])) for wire in named if members.get(wire, wire) != wire
        ]
        if names:
            yield "names", obj(names)

    def _form(self, form: str, scope: Scope) -> Doc | None:
        """Print the codec of strings in a format; None where they stay strings."""
        return self.reader(Scalar(Kind.BASE64, form) if form == "base64url" else Scalar(Kind(form)), scope)


def _consts(consts: tuple[tuple[str, Json], ...]) -> Doc:
    return literal({key: one[0] if len(one) == 1 else one for key, one in constants(consts).items()})


_LOOK = Table(Look, "kinds keys consts rest values", literal, consts=_consts)

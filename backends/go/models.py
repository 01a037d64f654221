"""Prints declared types: models as structs, enums, unions as sealed interfaces, aliases.

::

    type Fare struct {
        ID    string      `json:"id"`
        Price Opt[string] `json:"price,omitzero"`

        Rest[any]
    }
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import assert_never

from backends.go.docs import NIL, an, field_doc, joined, own_text, plain, type_doc
from backends.go.names import Names
from backends.go.openings import opening_of
from backends.go.results import declare_wrapper
from backends.go.source import File
from backends.go.tags import tag
from backends.go.text import comment, literal, pairs, scalar, string, strings
from backends.go.types import Types, denull, enum_base, is_plain, text_constants
from backends.records import Table
from backends.writer import Doc
from backends.writer.gofmt import block, function, inline, row, stacked
from compiler.ir.node import Id, Json
from compiler.ir.types import (
    Alias,
    Case,
    Declaration,
    Enum,
    Field,
    Kind,
    Look,
    Model,
    Ref,
    Scalar,
    Type,
    Union,
    is_sent_untold,
    own_form,
)
from compiler.plan.type_facts import shape_of

_Key = tuple[Kind | Id, str | None, bool, bool, bool]
"""What the type of a field depends on: kind or target, format, whether it is required, may be null, may be sent."""
_BESIDE_REST = frozenset({"Extra_", "Unread_"})
"""Fields whose names without `_` a model has already, by the `Rest` that it embeds."""


class ModelPrinter:
    """Prints the types of one file."""

    def __init__(self, types: Types, names: Names, file: File) -> None:
        self.types, self.names, self.file = types, names, file
        self._known: dict[_Key, str] = {}

    def declare(self, at: Id) -> None:
        """Print one type."""
        declared = self.types.whole[at]
        name = self.types.name(at)
        match declared:
            case Model():
                self._model(at, name, declared)
            case Enum():
                self._enum(at, name, declared)
            case Union():
                self._union(at, name, declared)
            case Alias():
                joint = " " if at in self.types.recursive_aliases else " = "
                held = self.types.held(declared.type, self.file)
                self.file.declare(*self._doc(at, name, declared), f"type {name}{joint}{held}")
                self._further_names(at, own_form(declared, self.types.whole))
            case _:
                assert_never(declared)
        error = self.types.plan.errors.get(at)
        if error is not None:
            doc = comment(f"{error.ident} is an API error whose Value is of type [{name}].")
            self.file.declare(*doc, f"type {error.ident} = ErrorOf[{self.types.held(Ref(at), self.file)}]")

    def _doc(self, at: Id, name: str, declared: Declaration, more: str = "", members: str = "") -> Sequence[str]:
        if own_text(name, declared):
            return type_doc(name, declared, "", more, f"It is {members}." if members else "")
        opening = opening_of(at, declared, self.types)
        if members:
            opening = f"{opening}: {members}" if opening else f"is {members}"
        return type_doc(name, declared, opening, more)

    def _further_names(self, at: Id, declared: Declaration) -> None:
        """Print the names that an inline type which is equal to another gives to its members (D10.1)."""
        name = self.types.name(at)
        if isinstance(declared, Enum) and enum_base(declared) != "any":
            self._values(at, name, declared)
        whole = self.types.whole[at]
        target = whole.type.target if isinstance(whole, Alias) and isinstance(whole.type, Ref) else at
        for index, case in enumerate(declared.cases if isinstance(declared, Union) else ()):
            if shape_of(case.type, self.types.declared).is_wrapped:
                own, other = self.names.case(at, index), self.names.case(target, index)
                self.file.declare(*comment(f"{own} is {other}."), f"type {own} = {other}")

    # ------------------------------------------------------------------ models

    def _model(self, at: Id, name: str, model: Model) -> None:
        names = self.types.plan.surface.types[at]
        rows = [
            line
            for field in model.fields
            for line in self._lines(field, names.members[field.wire], sent=names.requested)
        ]
        extra = self.types.held(model.additional, self.file) if model.additional is not None else "any"
        rows += ["", f"Rest[{extra}]"] if rows else [f"Rest[{extra}]"]
        self.file.declare(*self._doc(at, name, model), block(f"type {name} struct {{", rows))
        written = function(f"func (m {name}) MarshalJSON() ([]byte, error)", "return encode(m)")
        self._constants(at, name, model)
        self.file.declare("// MarshalJSON implements json.Marshaler.", written)
        read = function(f"func (m *{name}) UnmarshalJSON(data []byte) error", "return decode(data, m)")
        self.file.declare("// UnmarshalJSON implements json.Unmarshaler.", read)
        if "String" not in names.members.values():
            shown = function(f"func (m {name}) String() string", "return jsonOf(m)")
            self.file.declare("// String is its JSON.", shown)

    def _constants(self, at: Id, name: str, model: Model) -> None:
        """Print the tags of a model, and other texts that are always the same, as constants."""
        for wire, value in text_constants(model):
            ident = self.names.constant(at, wire, value)
            self.file.declare(*comment(f"{ident} is the {wire} of every [{name}]."), f"const {ident} = {string(value)}")

    def _lines(self, field: Field, ident: str, *, sent: bool) -> Sequence[str]:
        inner, nullable = denull(field.type)
        held = self._held(field, inner, nullable, sent)
        if not field.required:
            nullable = self.types.is_lost_null(field.type, held)
        notes = [NIL] if not field.required and self.types.is_any(inner) else []
        if ident in _BESIDE_REST:
            notes.append(f"The property {field.wire} of the API: {ident[:-1]} is what [Rest] of every model has.")
        doc = field_doc(field, joined(*notes))
        constant = json.dumps(field.type.value, ensure_ascii=False) if is_sent_untold(field.type) else None
        return [
            *doc,
            row(ident, held, tag(field.wire, held, required=field.required, nullable=nullable, constant=constant)),
        ]

    def _held(self, field: Field, inner: Type, nullable: bool, sent: bool) -> str:
        if type(inner) is Scalar:
            key: _Key = (inner.kind, inner.format, field.required, nullable, sent)
        elif type(inner) is Ref:
            key = (inner.target, None, field.required, nullable, sent)
        else:
            return self._new(field, nullable, sent)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._new(field, nullable, sent)
        return known

    def _new(self, field: Field, nullable: bool, sent: bool) -> str:
        if field.required:
            return self.types.required(field.type, self.file)
        return self.types.optional(field.type, nullable, self.file, sent=sent)

    # ------------------------------------------------------------------ enums

    def _enum(self, at: Id, name: str, enum: Enum) -> None:
        base = enum_base(enum)
        if base == "any":
            self.file.declare(*self._doc(at, name, enum), f"type {name} = any")
            return
        more = "Values that the API does not document are kept." if enum.open else ""
        self.file.declare(*self._doc(at, name, enum, more), f"type {name} {base}")
        self._values(at, name, enum)

    def _values(self, at: Id, name: str, enum: Enum) -> None:
        rows: list[str] = []
        for index, member in enumerate(enum.members):
            rows += comment(plain(member.description))
            rows.append(row(self.names.member(at, index), name, f"= {scalar(member.value)}"))
        self.file.declare(*comment(f"Values of [{name}]."), block("const (", rows, ")"))

    # ------------------------------------------------------------------ unions

    def _union(self, at: Id, name: str, union: Union) -> None:
        members = [self._member(at, index, case) for index, case in enumerate(union.cases)]
        found = dict.fromkeys(member for member in members if member)
        shown = ", ".join(f"[{member}]" for member in [*found, "*UnknownMember"])
        doc = self._doc(at, name, union, members=f"one of {shown}")
        marker = f"is{name}"
        self.file.declare(*doc, block(f"type {name} interface {{", [f"{marker}()"]))
        for member in [*found, "*UnknownMember"]:
            self.file.declare(function(f"func ({member}) {marker}()"))
        self._register(name, union, members)

    def _member(self, at: Id, index: int, case: Case) -> str:
        """Print the type of a case, unless it is a model; return the type's name, "" for null."""
        shape = shape_of(case.type, self.types.declared)
        if shape.is_null:
            return ""
        if shape.model is not None:
            return f"*{self.types.name(shape.model)}"
        name = self.names.case(at, index)
        held = self.types.held(shape.type, self.file)
        union = self.types.name(at)
        if is_plain(self.types, shape.type):
            self.file.declare(*comment(f"{name} is {an(held)} as a [{union}]."), f"type {name} {held}")
        else:
            declare_wrapper(self.file, comment(f"{name} holds a value as a [{union}]."), name, held)
        return name

    def _register(self, name: str, union: Union, members: list[str]) -> None:
        tag = f", tag: {string(union.tag)}" if union.tag is not None else ""
        both = zip(union.cases, members, strict=True)
        known = [inline("", self._facts(member, case)) for case, member in both if member]
        opening = f"var {self.names.union(name)} = &unionOf{{of: {_nil(name)}{tag}, members: "
        listed = stacked("[]unionMember", known) if known else "[]unionMember{}"
        self.file.declare([opening, listed, f"{self._fallback(union, members)}}}"])

    def _fallback(self, union: Union, members: list[str]) -> str:
        for case, member in zip(union.cases, members, strict=True):
            if union.default is not None and case.type == union.default and member:
                return f", fallback: &unionMember{{of: {_nil(member)}}}"
        return ""

    def _facts(self, member: str, case: Case) -> Iterator[str]:
        yield f"of: {_nil(member)}"
        if case.tags:
            yield f"tags: {strings(case.tags)}"
        if case.written is not None:
            yield f"written: {string(json.dumps(case.written.json, ensure_ascii=False))}"
        look = _looks(case) if not case.tags or case.keys or case.consts or case.rest else "{}"
        if look != "{}":
            yield f"look: look{look}"


def _looks(look: Case | Look) -> str:
    """Print what values look like."""
    return inline("", pairs(_LOOK.facts(look)))


def _consts(consts: Sequence[tuple[str, Json]]) -> str:
    return inline("[]constant", (inline("", [string(key), string(_json(value))]) for key, value in consts))


_json = json.JSONEncoder(ensure_ascii=False).encode
_LOOK = Table(
    Look,
    "kinds keys consts rest values items",
    literal,
    consts=_consts,
    values=lambda values: strings(map(_json, values)),
    items=lambda items: inline("[]look", map(_looks, items)),
)


def _nil(printed: str) -> str:
    """Print a nil pointer that carries a type as data."""
    return f"(*{printed})(nil)"


def union_table(types: Types, names: Names) -> Doc:
    """Print the list of all unions."""
    found = [names.union(types.name(at)) for at, item in types.declared.items() if isinstance(item, Union)]
    return stacked("var unionTable = []*unionOf", sorted(found)) if found else "var unionTable []*unionOf"

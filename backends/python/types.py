"""Type expressions in Python: annotations, and the functions that read and write values of a type.

An annotation has two sides: the type that an attribute or a result holds (``Trip``, ``list[Trip]``), and the type that
an argument accepts (``Trip | TripParam``, ``Iterable[Trip | TripParam]``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum as PythonEnum
from functools import cached_property
from typing import Any, assert_never

from backends.python.code import Call, Expr, Subscript, attribute, call, literal, raw, union
from backends.python.forms import Forms
from backends.python.names import Names, is_file
from backends.python.scope import Scope
from backends.python.unknown import HOME
from compiler.ir.node import Id, Json
from compiler.ir.references import holding, is_held, parts_of
from compiler.ir.tags import listed_tags
from compiler.ir.types import (
    STRING,
    Alias,
    Case,
    Const,
    Declaration,
    Enum,
    Field,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
    model_of,
    takes_null,
)
from compiler.plan.plan import Plan

_PLAIN: Mapping[Kind, Expr] = {
    Kind.NULL: raw("None"),
    Kind.BOOLEAN: raw("bool"),
    Kind.INTEGER: raw("int"),
    Kind.INT32: raw("int"),
    Kind.INT64: raw("int"),
    Kind.UINT64: raw("int"),
    Kind.NUMBER: raw("float"),
    Kind.STRING: raw("str"),
    Kind.BASE64: raw("bytes"),
}
_IMPORTED = {
    Kind.ANY: ("typing", "Any"),
    Kind.DATE: ("datetime", "date"),
    Kind.DATE_TIME: ("datetime", "datetime"),
    Kind.DECIMAL: ("decimal", "Decimal"),
}
_CODECS = {Kind.DATE: "date", Kind.DATE_TIME: "datetime", Kind.DECIMAL: "decimal", Kind.BASE64: "base64"}
"""Kinds that JSON has no words for, and the name of their functions in the runtime."""

_TEXTS = {Kind.DATE, Kind.DATE_TIME, Kind.DECIMAL, Kind.BASE64}
"""Kinds that a dictionary may also hold as the text that is sent."""


class Side(PythonEnum):
    """Which values an annotation describes."""

    HELD = "held"
    """Attributes of models, results."""
    GIVEN = "given"
    """Arguments, and values of dictionaries given as arguments."""


def unknown_values(enum: Enum) -> tuple[str, ...]:
    """Name the classes of unlisted values of an open enum: one for each kind of its listed values.

    Other floats are floats as those listed; what holds lists or objects is anything. Where any text is as good as those
    listed, none is unknown.
    """
    if not enum.open or enum.free:
        return ()
    if enum.kind is Kind.STRING:
        return ("UnknownValue",)  # as in most
    values = [member.value for member in enum.members]
    if any(isinstance(value, list | dict) for value in values):
        return ()
    texts = any(isinstance(value, str) for value in values)
    whole = any(is_whole(value) for value in values) and not any(isinstance(value, float) for value in values)
    return (*(("UnknownValue",) if texts else ()), *(("UnknownNumber",) if whole else ()))


def is_whole(value: Json) -> bool:
    """Tell whether a value is an integer, and not a boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


class Types:
    """Prints type expressions of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.pydantic: bool = plan.surface.options["models"] == "pydantic"
        self.whole: Mapping[Id, Declaration] = plan.wire.types
        """The declared types with their texts, for what prints them."""
        self.declared = plan.wire.shapes
        self._named = plan.wire.unions_and_aliases
        self._null: dict[Id, bool] = {}
        self.surface = plan.surface.type_heads
        """The names of the declared types; :meth:`members` has those within."""
        self._members = plan.surface.types
        self.names = Names(plan)
        self.forms = Forms(self)
        """Which values do not determine how they are written."""

    # ------------------------------------------------------------------ annotations

    def annotation(self, type_: Type, scope: Scope, *, sent: bool = False) -> Expr:
        """Print the type that an attribute or a result holds; ``sent``: no response holds it, so bytes are files."""
        return self._hint(type_, scope, Side.GIVEN if sent and is_file(type_) else Side.HELD)

    def takes_null(self, type_: Type) -> bool:
        """Tell whether null is a value of a type; cached for declared types, to which many fields may refer."""
        if not isinstance(type_, Ref):
            return takes_null(type_, self.declared)
        if type_.target not in self._null:
            self._null[type_.target] = takes_null(type_, self.declared)
        return self._null[type_.target]

    def members(self, at: Id) -> Mapping[str, str]:
        """Return the names within a declared type."""
        return self._members[at].members

    def is_sent(self, at: Id) -> bool:
        """Tell whether a declared type occurs in requests only."""
        return self.surface[at].requested and not self.surface[at].answered

    def argument(self, type_: Type, scope: Scope) -> Expr:
        """Print the type that an argument accepts: models or dictionaries, any iterable for a list."""
        return self._hint(type_, scope, Side.GIVEN)

    def _hint(self, type_: Type, scope: Scope, side: Side) -> Expr:
        match type_:
            case Ref(target):
                return self._ref(target, scope, side)
            case Scalar(kind):
                return self._scalar(kind, scope, side)
            case Const(value):
                return self.constant(value, scope)
            case ListOf(item):
                return Subscript(self._list(item, scope, side), [self._hint(item, scope, side)])
            case MapOf(value):
                base = raw("dict") if side is Side.HELD else scope.use("collections.abc", "Mapping")
                return Subscript(base, [raw("str"), self._hint(value, scope, side)])
            case Nullable(inner):
                return union([self._hint(inner, scope, side), raw("None")])
        assert_never(type_)

    def _list(self, item: Type, scope: Scope, side: Side) -> Expr:
        if side is Side.HELD:
            return raw("list")
        # Without a codec the list is sent as it is, so it has to be a list; a bare iterable is not enough.
        return scope.use("collections.abc", "Iterable" if self.has_codec(item) else "Sequence")

    def _scalar(self, kind: Kind, scope: Scope, side: Side) -> Expr:
        if kind is Kind.BYTES:
            return raw("bytes") if side is Side.HELD else scope.hint("_runtime.files", "FileInput")
        plain = _PLAIN[kind] if kind in _PLAIN else scope.use(*_IMPORTED[kind])
        return union([plain, raw("str")]) if side is Side.GIVEN and kind in _TEXTS else plain

    @staticmethod
    def constant(value: Any, scope: Scope) -> Expr:
        """Print the type of a constant."""
        if value is None:
            return raw("None")
        if isinstance(value, str | bool | int):
            return Subscript(scope.use("typing", "Literal"), [literal(value)])
        return raw("float") if isinstance(value, float) else scope.use("typing", "Any")

    def _ref(self, target: Id, scope: Scope, side: Side) -> Expr:
        declared = self.declared[target]
        match declared:
            case Enum():
                return self._enum(target, scope)
            case Model():
                held = self.name(target, scope)
                return union([held, self.param(target, scope)]) if side is Side.GIVEN else held
            case Union() | Alias():
                if side is Side.GIVEN and self.names.has_param(target):
                    return self.param(target, scope)
                if side is Side.GIVEN and target in self._texted:
                    return self._or_text(declared, scope)
                return self.name(target, scope)
        assert_never(declared)

    def _or_text(self, declared: Union | Alias, scope: Scope) -> Expr:
        """Print a type whose values may also be given as the text that is sent: its name, or a list of such values."""
        name = self.name(declared.id, scope)
        if isinstance(declared, Union):
            return name if any(case.type == STRING for case in declared.cases) else union([name, raw("str")])
        inner = declared.type.inner if isinstance(declared.type, Nullable) else declared.type
        if isinstance(inner, ListOf | MapOf):
            return self._hint(declared.type, scope, Side.GIVEN)
        return union([name, raw("str")])

    @cached_property
    def _texted(self) -> set[Id]:
        """The aliases and unions of which values are given as texts, too, as a component that is a date."""
        return holding(self._parts(), (), lambda type_: is_held(type_, _TEXTS, ()))

    def _parts(self) -> dict[Id, tuple[Type, ...]]:
        """Return what each alias and union is made of."""
        return {at: tuple(parts_of(item)) for at, item in self._named.items()}

    def _enum(self, target: Id, scope: Scope) -> Expr:
        return self.name(target, scope)

    # ------------------------------------------------------------------ names

    def module(self, target: Id) -> str:
        """Return the file of a declared type, as a path within the package."""
        return f"_models.{self.surface[target].module}"

    def name(self, target: Id, scope: Scope) -> Expr:
        """Print a declared type's name for annotations."""
        return scope.hint(self.module(target), self.surface[target].ident)

    def param(self, target: Id, scope: Scope) -> Expr:
        """Print the name of the dictionary that may be given for a model."""
        return scope.hint(f"_params.{self.surface[target].module}", self.names.param(target))

    def keeps_unknown(self, union: Union) -> bool:
        """Tell whether an object or list that matches no member is kept as an unknown member (D11.1)."""
        return union.open and any(self.is_model(case.type) or self._may_not_fit(case) for case in union.cases)

    def _may_not_fit(self, case: Case) -> bool:
        """Tell whether the content of an object, or of a list of decoded values, may rule out a member."""
        return bool(case.items) and ("object" in case.kinds or self.has_codec(case.type))

    def is_model(self, type_: Type) -> bool:
        """Tell whether a type is a model, or one that may be null."""
        while isinstance(type_, Nullable):
            type_ = type_.inner
        return model_of(type_, self.declared) is not None

    # ------------------------------------------------------------------ tags

    @cached_property
    def tags(self) -> Mapping[tuple[Id, str], tuple[Json, ...]]:
        """The values of discriminators whose members have several tags, by member and property."""
        return listed_tags(self.declared)

    def tag(self, at: Id, field: Field, scope: Scope) -> Expr | None:
        """Print the type of the field that identifies its model in a union: one of the model's tags there (D11.4)."""
        tags = self.tags.get((at, field.wire))
        if tags is None:
            return None
        told = Subscript(scope.use("typing", "Literal"), [literal(tag) for tag in tags])
        return union([told, raw("None")]) if isinstance(field.type, Nullable) else told

    def unknown(self, union: Union, scope: Scope, *, checked: bool = False) -> Expr:
        """Print the class of unknown members of a union; ``checked``: only type checkers need it."""
        use = scope.hint if checked else scope.local
        tag = self.names.unknown.tag(union)
        if tag is None:
            return use("_runtime.unions", "UnknownMember")
        return use(HOME, self.names.unknown.named[tag])

    # ------------------------------------------------------------------ codecs

    def has_codec(self, type_: Type) -> bool:
        """Tell whether JSON has to be converted into values of the type."""
        return is_held(type_, _CODECS, self._coded)

    @cached_property
    def _coded(self) -> set[Id]:
        """The declared types whose JSON has to be converted: models, open enums, and types that hold such values."""
        others = dict(self.plan.wire.all_but_models.items())
        read = {at for at in self.declared if at not in others or self._is_read(others[at])}
        return holding(self._parts(), read, lambda type_: is_held(type_, _CODECS, ()))

    def _is_read(self, declared: Declaration) -> bool:
        """Tell whether a type besides models has a reader of its own; an enum has one for values that it does not list.

        Those come from servers: what only requests hold stays as it is given.
        """
        return isinstance(declared, Enum) and bool(unknown_values(declared)) and not self.is_sent(declared.id)

    def decoder(self, type_: Type, scope: Scope) -> Expr | None:
        """Print the function that reads a value from JSON; None where JSON is the value."""
        return self._codec(type_, scope, _DECODE)

    def encoder(self, type_: Type, scope: Scope) -> Expr | None:
        """Print the function that writes a value as JSON; None where the value is JSON."""
        return self._codec(type_, scope, _ENCODE)

    def reads(self, type_: Type, scope: Scope) -> Expr | None:
        """Print how a value is read, for what takes a class for its own reader."""
        return _named(self._codec(type_, scope, _DECODE), _DECODE)

    def writes(self, type_: Type, scope: Scope) -> Expr | None:
        """Print how a value is written, for what takes a class for its own writer."""
        return _named(self._codec(type_, scope, _ENCODE), _ENCODE)

    def sends(self, type_: Type, scope: Scope) -> Expr | None:
        """Print how an argument is written: as :meth:`writes` does, but a text in place of a list is refused."""
        seen = self.seen_through(type_)
        if isinstance(seen, ListOf):
            item = self.sends(seen.item, scope)
            return call(scope.runtime("convert", "items_of"), *([] if item is None else [item]))
        if isinstance(seen, MapOf):
            item = self.sends(seen.value, scope)
            return None if item is None else call(scope.runtime("convert", "values"), item)
        return self.writes(type_, scope)

    def _codec(self, type_: Type, scope: Scope, words: _Direction) -> Expr | None:
        if not self.has_codec(type_):
            return None
        match type_:
            case Scalar(kind, form):
                return scope.runtime("convert", f"{words.verb}_{_codec_word(kind, form)}")
            case ListOf(inner):
                return self._nested(inner, scope, words, words.list_word)
            case MapOf(inner):
                return self._nested(inner, scope, words, words.map_word)
            case Nullable(inner):
                return self._codec(inner, scope, words)
            case Ref(target):
                return self._ref_codec(target, scope, words)
            case Const():
                raise AssertionError(type_)
        assert_never(type_)

    def _nested(self, inner: Type, scope: Scope, words: _Direction, word: str) -> Expr | None:
        item = _named(self._codec(inner, scope, words), words)
        return None if item is None else call(scope.runtime("convert", word), item)

    def _ref_codec(self, target: Id, scope: Scope, words: _Direction) -> Expr | None:
        match self.declared[target]:
            case Enum() if words is _ENCODE:
                return None
            case Model():
                base = scope.local(self.module(target), self.surface[target].ident)
                return attribute(base, raw(words.method))
            case Alias(type=inner) if not self.names.recursive(target):
                return self._codec(inner, scope, words)
            case (Union() | Alias()) as declared if words is _ENCODE:
                return self._choosing_encoder(target, declared, scope)
        return scope.local(self.module(target), self.names.decoder(target))

    def _choosing_encoder(self, target: Id, declared: Union | Alias, scope: Scope) -> Expr | None:
        """Print the encoder of values of several types; most values determine which of the types they have."""
        if not self.forms.is_hidden(Ref(target), given=self.surface[target].requested):
            return scope.runtime("convert", "encode_any")
        if isinstance(declared, Alias):
            return self._codec(declared.type, scope, _ENCODE)
        return attribute(scope.local(self.module(target), self.names.decoder(target)), raw(_ENCODE.method))

    def decoded(self, type_: Type, value: Expr, scope: Scope) -> Expr:
        """Print the expression that reads a value: for a list or map, a call that makes no reader first."""
        if type(type_) is Scalar and not self.has_codec(type_):
            return value  # true of most
        type_ = self.seen_through(type_)
        if isinstance(type_, ListOf | MapOf):
            item = self.decoder(type_.item if isinstance(type_, ListOf) else type_.value, scope)
            if item is None:
                return value
            suffix = "list" if isinstance(type_, ListOf) else "map"
            return call(scope.runtime("convert", f"decode_{suffix}"), value, item)
        decode = self.decoder(type_, scope)
        return value if decode is None else Call(decode, [value])

    def seen_through(self, type_: Type) -> Type:
        """See through null and aliases, which read and write as what they name."""
        while True:
            if type(type_) is Nullable:
                type_ = type_.inner
                continue
            declared = self._named.get(type_.target) if type(type_) is Ref else None
            if type(type_) is not Ref or type(declared) is not Alias or self.names.recursive(type_.target):
                return type_
            type_ = declared.type


def _codec_word(kind: Kind, form: str | None) -> str:
    """Name the kind that a codec reads or writes; a decimal may also be a JSON number, and base64 may be base64url."""
    if kind is Kind.DECIMAL and form == "number":
        return "number"
    return "base64url" if form == "base64url" and kind is Kind.BASE64 else _CODECS[kind]


def _named(codec: Expr | None, words: _Direction) -> Expr | None:
    """Print a class in place of its own reader or writer."""
    owner = "" if codec is None else codec.text.removesuffix(f".{words.method}")
    is_class = codec is not None and owner != codec.text and not owner.startswith("decode_")
    return raw(owner) if is_class else codec


class _Direction:
    """The words of reading or of writing."""

    def __init__(self, verb: str, list_word: str, map_word: str) -> None:
        self.verb, self.list_word, self.map_word = verb, list_word, map_word
        self.method = f"__{verb}__"


_DECODE = _Direction("decode", "list_of", "map_of")
_ENCODE = _Direction("encode", "each", "values")

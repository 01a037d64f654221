"""Prints model classes: typed attributes with their documentation, ``__init__``, reading and writing.

::

    class Fare(Model):
        id: str
        price: Decimal

        def __init__(self, *, id: str, price: Decimal) -> None: ...

        def __read__(self, o: Any) -> None: ...

        @staticmethod
        def __writers__() -> dict[str, Codec]: ...

Most values show by themselves how they are written, so most classes have no writers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from backends.python.cst import (
    CLS,
    SELF,
    STAR,
    Call,
    Class,
    Collection,
    Doc,
    Expr,
    Function,
    Laid,
    Pair,
    Param,
    Stmt,
    Subscript,
    assign,
    attribute,
    declare,
    expression,
    identifier,
    raw,
    returns,
    string,
)
from backends.python.docs import field_text, type_text
from backends.python.fields import OBJECT, FieldCode, FieldPrinter
from backends.python.forms import Forms
from backends.python.scope import Scope
from compiler.ir.node import Id
from compiler.ir.types import Model, Type

_SHADOWS = frozenset(
    {"Any", "bool", "bytes", "classmethod", "date", "datetime", "dict", "float", "int", "list", "object", "str"}
)
"""Names that annotations in a class use. An attribute of such a name is declared by ``__init__`` alone, or the
annotations below it would mean the attribute."""

_WORD = re.compile(r"\w+")
_HOMES = {"date": "dt", "datetime": "dt", "Any": "typing"}

_SELF = raw("self")
_TAKE = raw("self.__take__(locals())")
_FEW = 2
"""So many arguments ``__init__`` sets one by one; more are shorter to hand over."""


class ModelPrinter:
    """Prints one model; ``scope`` collects what its file imports."""

    def __init__(self, forms: Forms, printer: FieldPrinter, scope: Scope, at: Id, model: Model) -> None:
        types = forms.types
        self.forms, self.types, self.scope, self.model = forms, types, scope, model
        self.printer = printer
        self.surface, self.sent = types.surface[at], types.is_sent(at)
        members = self.surface.members
        self.fields = [(field, members[field.wire]) for field in model.fields]

    @cached_property
    def codes(self) -> list[FieldCode]:
        """What is printed of the fields, in their order."""
        sent = self.sent
        return [self.printer.code(field, name, self.scope, sent=sent) for field, name in self.fields]

    def statement(self) -> Class:
        """Print the class."""
        return Class(identifier(self.surface.ident), [self._base()], list(self._body()), doc=type_text(self.model))

    def _base(self) -> Expr:
        """Print the base class, which makes slots of the arguments of ``__init__``."""
        self.scope.runtime("model", "Slotted as Model")
        return raw("Model")

    def _body(self) -> Iterator[Stmt]:
        renamed = [Pair(string(name), string(field.wire)) for field, name in self.fields if name != field.wire]
        if renamed:
            yield assign(raw("_renamed"), Collection("{", renamed, "}"))
        yield from self._attributes()
        if self.fields:
            yield self._init()
            yield self._read()
        yield from self._extra()
        yield from self._writers()

    # ------------------------------------------------------------------ attributes

    def _attributes(self) -> Iterator[Stmt]:
        first = True
        for code, field in zip(self.codes, self.model.fields, strict=True):
            if code.name.text in _SHADOWS:
                continue
            yield Laid(code.attribute, apart=first)
            first = False
            text = field_text(field, self.types.declared)
            if text is not None:
                yield Doc(text)

    def _init(self) -> Function:
        params = [SELF, STAR, *[code.param for code in self.codes]]
        one_by_one = len(self.fields) <= _FEW or any(name == "locals" for _, name in self.fields)
        body = list(self._settings() if one_by_one else [*self._late_attributes(), expression(_TAKE)])
        return Function(raw("__init__"), params, raw("None"), body)

    def _settings(self) -> Iterator[Stmt]:
        """Set each attribute; one that the class does not declare is declared here."""
        for code in self.codes:
            target = attribute(_SELF, code.name)
            late = code.name.text in _SHADOWS
            yield declare(target, self._qualified(code.annotation), code.name) if late else assign(target, code.name)

    def _late_attributes(self) -> Iterator[Stmt]:
        """Declare the attributes that the class does not declare."""
        for code in self.codes:
            if code.name.text in _SHADOWS:
                yield declare(attribute(_SELF, code.name), self._qualified(code.annotation))

    def _qualified(self, kind: Expr) -> Expr:
        """Spell a type without the bare names of the arguments beside it: ``dt.date`` for ``date``."""
        hidden = {name for _, name in self.fields} & _SHADOWS
        for name in sorted(hidden.intersection(_WORD.findall(kind.text))):
            home = _HOMES.get(name, "builtins")
            self.scope.use("datetime as dt" if home == "dt" else home)
            kind = raw(re.sub(rf"\b{name}\b", f"{home}.{name}", kind.text))
        return kind

    # ------------------------------------------------------------------ reading and writing

    def _read(self) -> Stmt:
        body = [Laid(code.read) for code in self.codes]
        return Function(raw("__read__"), [SELF, Param(OBJECT.text, self._any())], raw("None"), body)

    def _extra(self) -> Iterator[Stmt]:
        """Read and write further properties where the document types them."""
        additional, value = self.model.additional, raw("value")
        if additional is None:
            return
        if self.types.has_codec(additional):
            yield self._of_extra("__decode_extra__", self.types.decoded(additional, value, self.scope))
        if self._is_hidden(additional):
            yield self._of_extra("__encode_extra__", Call(self._encoder(additional), [value]))

    def _of_extra(self, name: str, value: Expr) -> Stmt:
        params = [CLS, Param("value", self._any())]
        return Function(raw(name), params, self._any(), [returns(value)], decorators=[raw("classmethod")])

    def _is_hidden(self, type_: Type) -> bool:
        return self.forms.is_hidden(type_, given=self.surface.requested)

    def _encoder(self, type_: Type) -> Expr:
        return self.types.encoder(type_, self.scope) or self.scope.runtime("convert", "keep")

    def _writers(self) -> Iterator[Stmt]:
        """Print the writers of fields whose values do not show by themselves how they are written."""
        pairs = [
            Pair(string(field.wire), self._encoder(field.type))
            for field, _ in self.fields
            if self._is_hidden(field.type)
        ]
        if pairs:
            result = Subscript(raw("dict"), [raw("str"), self.scope.runtime("convert", "Codec")])
            body = [returns(Collection("{", pairs, "}"))]
            yield Function(raw("__writers__"), [], result, body, decorators=[raw("staticmethod")])

    def _any(self) -> Expr:
        return self.scope.use("typing", "Any")

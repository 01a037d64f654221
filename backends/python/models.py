"""Prints model classes: typed attributes with their documentation, ``__init__``, reading and writing.

::

    class Fare(Model):
        id: str
        price: Decimal

        def __init__(self, *, id: str, price: Decimal) -> None: ...

        def __read__(self, o: Any) -> None: ...

        @staticmethod
        def __writers__() -> dict[str, Codec]: ...

The types of most values determine how they are written, so most classes have no writers. A class that no response
holds is seldom read: it has a table of readers in place of the faster statements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from backends.python import code as py
from backends.python.docs import text_of_field, type_text
from backends.python.fields import CLASS, METHOD, OBJECT, FieldCode, FieldPrinter
from backends.python.forms import Forms
from backends.python.hidden import hiding, visible
from backends.python.scope import Scope
from compiler.ir.node import Id
from compiler.ir.types import Field, Model, Type
from compiler.plan.type_facts import Presence

_TAKE = py.raw("self.__take__(locals())")
_FEW = 2
"""Up to this many arguments are set one by one in ``__init__``; more are passed on together."""


def _set(code: FieldCode) -> py.Stmt:
    """Print how ``__init__`` sets a field from its argument."""
    given = py.Sure(f"self.{code.name.text} = ", code.name)
    return (
        py.when(py.Chain("is not", [code.name, code.param.default]), [given])
        if code.kind.presence is Presence.ABSENT_OR_NULL and code.param.default is not None
        else given
    )


class ModelPrinter:
    """Prints one model; ``scope`` collects what its file imports."""

    def __init__(self, forms: Forms, printer: FieldPrinter, scope: Scope, at: Id, model: Model) -> None:
        types = forms.types
        self.forms, self.types, self.scope, self.at, self.model = forms, types, scope, at, model
        self.printer = printer
        self.surface, self.sent = types.surface[at], types.is_sent(at)
        self.fast = self.surface.answered
        members = types.members(at)
        self.fields = [(field, members[field.wire]) for field in model.fields]
        self.tags = [(tag, members[tag.wire]) for tag in model.tags if len(tag.values) == 1]
        self.hiding = hiding([name for _, name in [*self.fields, *self.tags]], types.names.uncased)

    @cached_property
    def codes(self) -> list[FieldCode]:
        """The printed parts of the fields, in their order."""
        tags, code = self.types.tags, self.printer.code
        return [
            self._beside(field, name)
            if self.hiding or (self.at, field.wire) in tags
            else code(field, name, self.scope, sent=self.sent, reads=self.fast)
            for field, name in self.fields
        ]

    def _beside(self, field: Field, name: str) -> FieldCode:
        return self.printer.beside(self.hiding, self.at, field, name, self.scope, sent=self.sent, reads=self.fast)

    def statement(self) -> py.Class:
        """Print the class."""
        return py.Class(
            py.identifier(self.surface.ident), [self._base()], list(self._body()), doc=type_text(self.model)
        )

    def _base(self) -> py.Expr:
        """Print the base class, which makes slots from the arguments of ``__init__``."""
        return self.scope.runtime("model", "Slotted as Model")

    def _body(self) -> Iterator[py.Stmt]:
        renamed = {name: field.wire for field, name in self.fields if name != field.wire}
        if renamed:
            yield py.Sure("_renamed = ", py.literal(renamed))
        yield from self._nullable()
        yield from self._union_tags()
        yield from self._attributes()
        if self.fields:
            yield self._init()
            yield from [self._read()] if self.fast else self._readers()
        yield from self._extra()
        yield from self._writers()

    def _nullable(self) -> Iterator[py.Stmt]:
        """Print which attributes may be null: for the others, None means absent (D11.5).

        An optional attribute whose argument defaults to UNSET is known to be one of them.
        """
        names = self._null_names()
        if names:
            yield py.Sure("__nullable__ = ", py.Words(names))

    def _null_names(self) -> list[str]:
        return [code.name.text for code in self.codes if code.kind.presence is Presence.NULL]

    # ------------------------------------------------------------------ attributes

    def _union_tags(self) -> Iterator[py.Stmt]:
        """Print the tags that unions write: they narrow, and are no fields (D11.2, D11.4)."""
        for tag, name in self.tags:
            (value,) = tag.values
            kind = py.Subscript(self.scope.use("typing", "ClassVar"), [self.types.constant(value, self.scope)])
            yield py.declare(py.identifier(name), self._visible(kind), py.literal(value))
        if self.model.tags:
            yield py.Sure("__tags__ = ", py.literal({tag.wire: tuple(tag.values) for tag in self.model.tags}))

    def _attributes(self) -> Iterator[py.Stmt]:
        lines: list[str] = []
        for code, field in zip(self.codes, self.model.fields, strict=True):
            lines.append(code.attribute)
            text = text_of_field(field, code.kind.asked)
            if text is not None:
                lines.append(py.documented(text, CLASS))
        if lines:
            yield py.Laid(py.laid_lines(lines, CLASS), apart=True)

    def _init(self) -> py.Stmt:
        params = [py.SELF, py.STAR, *[code.param for code in self.codes]]
        names = [code.name.text for code in self.codes]
        one_by_one = len(names) <= _FEW or "locals" in names
        body = [_set(code) for code in self.codes] if one_by_one else [py.expression(_TAKE)]
        init = py.Function(py.raw("__init__"), params, py.raw("None"), body)
        if len(set(names)) == len(names) and all(code.kind.parsed for code in self.codes):
            return init.repeated()
        for code in self.codes:
            code.kind.parsed = True
        return init

    # ------------------------------------------------------------------ reading and writing

    def _read(self) -> py.Stmt:
        lines = [code.read for code in self.codes]
        body = py.Laid(py.laid_lines(lines, METHOD))
        read = py.Function(py.raw("__read__"), [py.SELF, py.Param(OBJECT.text, self._any())], py.raw("None"), [body])
        return read.repeated() if py.is_sure(body.text) else read

    def _readers(self) -> Iterator[py.Stmt]:
        """Print the readers of fields whose JSON is not the value."""
        types = self.types
        found = [(field.wire, types.decoder(types.seen_through(field.type), self.scope)) for field, _ in self.fields]
        yield from self._table("__readers__", [(wire, reader) for wire, reader in found if reader is not None])

    def _extra(self) -> Iterator[py.Stmt]:
        """Read and write further properties where the document types them."""
        additional, value = self.model.additional, py.raw("value")
        if additional is None:
            return
        if self.types.has_codec(additional):
            yield self._of_extra("__decode_extra__", self.types.decoded(additional, value, self.scope))
        if self._is_hidden(additional):
            yield self._of_extra("__encode_extra__", py.Call(self._encoder(additional), [value]))

    def _of_extra(self, name: str, value: py.Expr) -> py.Stmt:
        params = [py.CLS, py.Param("value", self._any())]
        decorators = [self._visible(py.raw("classmethod"))]
        return py.Function(py.raw(name), params, self._any(), [py.returns(value)], decorators=decorators)

    def _is_hidden(self, type_: Type) -> bool:
        return self.forms.is_hidden(type_, given=self.surface.requested)

    def _encoder(self, type_: Type) -> py.Expr:
        return self.types.encoder(type_, self.scope) or self.scope.runtime("convert", "keep")

    def _writers(self) -> Iterator[py.Stmt]:
        """Print the writers of fields whose values do not determine how they are written."""
        hidden = self._hidden_fields()
        yield from self._table("__writers__", [(field.wire, self._encoder(field.type)) for field in hidden])

    def _hidden_fields(self) -> list[Field]:
        given = self.surface.requested
        return [field for field, code in zip(self.model.fields, self.codes, strict=True) if code.kind.hidden[given]]

    def _table(self, name: str, codecs: Sequence[tuple[str, py.Expr]]) -> Iterator[py.Stmt]:
        """Print a table of functions by name on the wire, if there are any."""
        if not codecs:
            return
        result = py.Subscript(py.raw("dict"), [py.raw("str"), self.scope.runtime("convert", "Codec")])
        body = [py.returns(py.dict_of(codecs))]
        decorators = [self._visible(py.raw("staticmethod"))]
        yield py.Function(py.raw(name), [], self._visible(result), body, decorators=decorators)

    def _visible(self, kind: py.Expr) -> py.Expr:
        """Spell a type so that it is not mistaken for an attribute of the class."""
        return visible(kind, self.hiding, self.scope)

    def _any(self) -> py.Expr:
        return self.scope.use("typing", "Any")

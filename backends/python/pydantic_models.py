"""Prints models as pydantic models (``models: pydantic``): fields with their types, and their form in the API's JSON.

::

    class Fare(Model):
        id: str
        price: Annotated[Decimal, DECIMAL] | None = None

        @staticmethod
        def __read__(get: Get) -> dict[str, Any]: ...

``__read__`` and ``__writers__`` have the content of those of plain classes: a response is read by the same functions.
"""

from __future__ import annotations

from collections.abc import Collection as Names
from collections.abc import Iterator

from backends.python import code as py
from backends.python.docs import field_text, type_text
from backends.python.fields import FieldPrinter
from backends.python.forms import Forms
from backends.python.hidden import SHADOWS, respelled
from backends.python.models import ModelPrinter
from backends.python.names import is_file
from backends.python.scope import Scope
from backends.python.types import Side, Types
from backends.python.unions import UnionPrinter
from compiler.ir.node import Id
from compiler.ir.types import (
    Alias,
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
    is_long_number,
    is_sent_untold,
)

_GET = py.raw("get")
_MARKS = {Kind.DATE: "DATE", Kind.DATE_TIME: "DATE_TIME"}
_TIMES = {Kind.DATE: "date", Kind.DATE_TIME: "datetime"}


class FieldTypes(Types):
    """Prints annotations that pydantic evaluates: every name exists at run time, and forms in JSON are marked."""

    def annotation(self, type_: Type, scope: Scope, *, sent: bool = False) -> py.Expr:
        """Print the type that an attribute or a result holds; pydantic does not check files."""
        if not sent or not is_file(type_):
            return super().annotation(type_, scope)
        return py.Subscript(
            scope.use("typing", "Annotated"), [_files(type_, scope), scope.runtime("adapters", "FILES")]
        )

    def _scalar(self, kind: Kind, scope: Scope, side: Side) -> py.Expr:
        return super()._scalar(kind, scope, side) if side is Side.GIVEN else self._marked(Scalar(kind), scope)

    def _hint(self, type_: Type, scope: Scope, side: Side) -> py.Expr:
        if side is Side.HELD and isinstance(type_, Scalar):
            return self._marked(type_, scope)
        return super()._hint(type_, scope, side)

    hidden: Names[str] = ()
    """Names of types that the class being printed has attributes of."""

    def _marked(self, scalar: Scalar, scope: Scope) -> py.Expr:
        if is_long_number(scalar):
            return py.union([py.raw("int"), py.raw("float")])  # pydantic turns integers into a bare float (D11.3)
        plain = self._time(scalar.kind, scope) or super()._scalar(scalar.kind, scope, Side.HELD)
        mark = _mark(scalar)
        if mark is None:
            return plain
        return py.Subscript(scope.use("typing", "Annotated"), [plain, scope.runtime("adapters", mark)])

    def _time(self, kind: Kind, scope: Scope) -> py.Expr | None:
        name = _TIMES.get(kind)
        return _alias(name, scope) if name in self.hidden and name else None

    def _enum(self, target: Id, scope: Scope) -> py.Expr:
        plain = super()._enum(target, scope)
        if not self.has_codec(Ref(target)):
            return plain
        reads = scope.local(self.module(target), self.names.decoder(target))
        marked = py.Call(scope.runtime("adapters", "Reads"), [reads])
        return py.Subscript(scope.use("typing", "Annotated"), [plain, marked])

    def name(self, target: Id, scope: Scope) -> py.Expr:
        """Print a declared type's name: pydantic needs it at run time."""
        return scope.local(self.module(target), self.surface[target].ident)


def _files(type_: Type, scope: Scope) -> py.Expr:
    if isinstance(type_, Nullable):
        return py.union([_files(type_.inner, scope), py.raw("None")])
    if isinstance(type_, ListOf):
        return py.Subscript(scope.use("collections.abc", "Sequence"), [_files(type_.item, scope)])
    if isinstance(type_, MapOf):
        return py.Subscript(scope.use("collections.abc", "Mapping"), [py.raw("str"), _files(type_.value, scope)])
    return scope.runtime("files", "FileInput")


def _alias(name: str, scope: Scope) -> py.Expr:
    """Import a type by another name, for a class that has an attribute of its own name."""
    scope.use("datetime" if name in _TIMES.values() else "builtins", f"{name} as {name}_type")
    return py.raw(f"{name}_type")


def _mark(scalar: Scalar) -> str | None:
    match scalar.kind:
        case Kind.DECIMAL:
            return "NUMBER" if scalar.format == "number" else "DECIMAL"
        case Kind.BASE64:
            return "BASE64URL" if scalar.format == "base64url" else "BASE64"
    return _MARKS.get(scalar.kind)


class PydanticPrinter(ModelPrinter):
    """Prints one model; its attributes are its constructor."""

    def __init__(self, forms: Forms, printer: FieldPrinter, scope: Scope, at: Id, model: Model) -> None:
        types = forms.types
        assert isinstance(types, FieldTypes)
        types.hidden = SHADOWS.intersection(types.members(at).values())
        super().__init__(forms, printer, scope, at, model)
        self.hidden = types.hidden
        self.own = types.names.uncased.intersection(types.members(at).values())

    def _base(self) -> py.Expr:
        return self.scope.runtime("model", "Model")

    def _body(self) -> Iterator[py.Stmt]:
        yield from self._nullable()
        yield from self._union_tags()
        yield from self._attributes()
        yield from self._extra_type()
        if self.fields:
            yield self._read()
        yield from self._extra()
        yield from self._writers()

    def _attributes(self) -> Iterator[py.Stmt]:
        for index, (field, name) in enumerate(self.fields):
            kind = self._visible(self._annotation(field))
            yield py.declare(py.identifier(name), kind, self._default(field, name), apart=index == 0)
            text = field_text(field)
            if text is not None:
                yield py.Doc(text)

    def _null_names(self) -> list[str]:
        return [name for field, name in self.fields if self.types.takes_null(field.type)]

    def _hidden_fields(self) -> list[Field]:
        return [field for field in self.model.fields if self._is_hidden(field.type)]

    def _extra_type(self) -> Iterator[py.Stmt]:
        """Print the type of additional properties with a form of their own in JSON, where pydantic looks for it."""
        additional = self.model.additional
        if additional is None or not self.types.has_codec(additional):
            return
        held = self.types.annotation(additional, self.scope)
        if held.text != self.types.names.anything:
            kind = self._visible(py.Subscript(py.raw("dict"), [py.raw("str"), held]))
            self.scope.use("typing", "TYPE_CHECKING")  # type checkers know that of the base class
            yield py.Block(
                ("if", py.raw("not TYPE_CHECKING"), [py.declare(py.raw("__pydantic_extra__"), kind)]), apart=True
            )

    def _visible(self, kind: py.Expr) -> py.Expr:
        """Print a type by another name if an attribute of the class has its name and would hide it."""

        def other(name: str) -> str:
            if name in self.hidden:
                return _alias(name, self.scope).text
            head, dot, rest = name.partition(".")
            return f"{self.scope.again('', head).text}{dot}{rest}" if head in self.own else name

        return respelled(kind, other) if self.hidden or self.own else kind

    def _annotation(self, field: Field) -> py.Expr:
        told = self.types.tag(self.at, field, self.scope)
        held = told or self.types.annotation(field.type, self.scope, sent=self.sent)
        if field.required or held.text == self.types.names.anything or isinstance(field.type, Nullable):
            return held
        return py.union([held, py.raw("None")])

    def _default(self, field: Field, name: str) -> py.Expr | None:
        default: py.Expr | None = None
        if not field.required:
            default = py.raw("None")
        elif is_sent_untold(field.type):
            default = py.literal(field.type.value)
        if name == field.wire:
            return default
        given = [] if default is None else [py.Keyword("default", default)]
        wire = py.string(field.wire)
        names = [py.Keyword("validation_alias", wire), py.Keyword("serialization_alias", wire)]
        return py.Call(self.scope.use("pydantic", "Field"), [*given, *names])

    def _read(self) -> py.Stmt:
        values = []
        for field, name in self.fields:
            value = self.types.decoded(field.type, py.call(_GET, py.string(field.wire)), self.scope)
            values.append(py.Pair(py.string(name), value))
        body = [py.returns(py.Collection("{", values, "}"))]
        result = self._visible(py.Subscript(py.raw("dict"), [py.raw("str"), self._any()]))
        get = py.Param(_GET.text, self.scope.runtime("model", "Get"))
        return py.Function(py.raw("__read__"), [get], result, body, decorators=[self._visible(py.raw("staticmethod"))])


class PydanticUnions(UnionPrinter):
    """Prints unions that pydantic reads as the SDK does: the reader comes first, and the type refers to it."""

    def statements(self, at: Id, declared: Union | Alias) -> Iterator[py.Stmt]:
        """Print the reader and the type."""
        recursive = self.types.names.recursive(at)
        reads = self.types.has_codec(Ref(at)) and (isinstance(declared, Union) or recursive)
        if reads:
            yield self._reader_statement(at, declared)
        self.done.add(at)
        value = self._plain_type(at, declared)
        plain = value
        if reads and value.text != self.types.names.anything:
            chooses = py.call(self.scope.runtime("adapters", "Chooses"), py.raw(self.types.names.decoder(at)))
            value = py.Subscript(self.scope.use("typing", "Annotated"), [value, chooses])
        ident = self.types.surface[at].ident
        alias = self.scope.use("typing", "TypeAlias")
        if self.types.names.quoted(at):
            yield self._evaluated_later(ident, value, py.declare(py.raw(ident), alias, py.string(plain.text)))
        else:
            yield py.declare(py.identifier(ident), alias, value, apart=True)
        text = type_text(declared)
        if text is not None:
            yield py.Doc(text)

    def _evaluated_later(self, ident: str, value: py.Expr, checked: py.Stmt) -> py.Stmt:
        """Print a type that holds itself, or types of other files: evaluated when it is needed, and as type checkers
        understand it."""
        self.scope.use("typing", "TYPE_CHECKING")
        made = py.call(self.scope.use("typing_extensions", "TypeAliasType"), py.string(ident), py.string(value.text))
        return py.Block(
            ("if", py.raw("TYPE_CHECKING"), [checked]), ("else", None, [py.assign(py.raw(ident), made)]), apart=True
        )

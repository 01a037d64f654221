"""Prints fields of model classes: the attribute, the parameter of ``__init__``, and the line that reads the field.

Fields that have the same name and type are printed once: in a large document, two in three fields are such.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from backends.constraints import constraint_text
from backends.python import code as py
from backends.python.forms import Forms
from backends.python.hidden import visible
from backends.python.names import is_file
from backends.python.scope import Scope, Uses
from compiler.ir.node import Id, mutable
from compiler.ir.types import Const, Field, ListOf, MapOf, Nullable, Ref, Scalar, Type, is_sent_untold
from compiler.plan.type_facts import Presence

OBJECT = py.raw("o")
_GET = py.raw("o.get")
_NONE = py.raw("None")
CLASS, METHOD = 1, 2
"""How deep the statements of a class and of its methods stand."""


@mutable
class FieldType:
    """The printed parts of a field's type, and the names that they use."""

    annotation: py.Expr
    """Of the attribute, which is None where the field is absent."""
    given: py.Expr
    """Of the argument of ``__init__``: where None is a value, what is absent is UNSET (D11.5)."""
    presence: Presence
    """Where it may be absent or null, it is absent as UNSET."""
    hidden: tuple[bool, bool]
    """Whether its values do not determine how they are written: those that are held, those that are given."""
    asked: str | None
    """Its constraints in words."""
    uses: Uses
    reading: Uses
    """The names that reading it uses."""
    parsed: bool
    """Whether its annotation is made of names alone, or a signature that holds it was parsed."""
    read: bool = False
    """Whether a line that reads it was parsed."""
    scopes: dict[bool, Scope] = field(default_factory=dict)
    """The file that it was printed in last, with what reads it or without."""

    def tell(self, scope: Scope, *, reads: bool) -> None:
        """Use all its names in a file; with ``reads``, those of the reading statement too."""
        self.scopes[reads] = scope
        self.uses.tell(scope)
        if reads:
            self.reading.tell(scope)


@mutable
class FieldCode:
    """The printed parts of a field, without its documentation; ``attribute`` and ``read`` are already laid out."""

    name: py.Expr
    kind: FieldType
    param: py.Param
    attribute: str
    read: str

    def told(self) -> FieldCode:
        """Return the parts for further files: the line that reads the field is parsed in the first one."""
        read = py.sure(self.read)
        return self if read == self.read else FieldCode(self.name, self.kind, self.param, self.attribute, read)


class FieldPrinter:
    """Prints the fields of one plan's models."""

    def __init__(self, forms: Forms) -> None:
        self._forms, self._types = forms, forms.types
        self._of_types: dict[tuple[int, bool], FieldType] = {}
        self._of_files: dict[tuple[int, bool], FieldType] = {}
        self._equal: dict[tuple[Type | Id, bool], FieldType] = {}
        self._codes: dict[tuple[str, str, int, bool], FieldCode] = {}

    def code(self, field: Field, ident: str, scope: Scope, *, sent: bool = False, reads: bool = True) -> FieldCode:
        """Print a field as the attribute ``ident``; ``scope`` collects what the file imports.

        ``sent``: only requests hold the class, so files may be given for bytes. ``reads``: the line that reads the
        field is printed.
        """
        if sent and is_file(field.type):
            kind = self._file(field)
        else:
            kind = self._of_types.get((id(field.type), field.required)) or self._known(field)
        key = (field.wire, ident, id(kind), reads)
        found = self._codes.get(key)
        if found is None:
            found = self._code(field, py.identifier(ident), kind, reads)
            self._codes[key] = found.told()
        if kind.scopes.get(reads) is not scope:
            kind.tell(scope, reads=reads)
        return found

    def beside(
        self,
        members: Collection[str],
        at: Id,
        field: Field,
        ident: str,
        scope: Scope,
        *,
        sent: bool = False,
        reads: bool = True,
    ) -> FieldCode:
        """Print a field of a class where types have the names of attributes, or whose type only this class uses."""
        kind = self._of_type(field, at, sent=sent and is_file(field.type), hiding=members)
        kind.annotation = visible(kind.annotation, members, kind.uses)
        kind.given = visible(kind.given, members, kind.uses)
        found = self._code(field, py.identifier(ident), kind, reads)
        kind.tell(scope, reads=reads)
        return found

    def _known(self, field: Field) -> FieldType:
        """Return the printed parts of an equal type."""
        type_ = field.type
        key = (type_.target if type(type_) is Ref else type_, field.required)
        told = type(type_) is Ref or _told_by_equality(type_)
        found = self._equal.get(key) if told else None
        if found is None:
            found = self._of_type(field)
            if told:
                self._equal[key] = found
        self._of_types[id(type_), field.required] = found
        return found

    def _file(self, field: Field) -> FieldType:
        key = (id(field.type), field.required)
        if key not in self._of_files:
            self._of_files[key] = self._of_type(field, sent=True)
        return self._of_files[key]

    def _of_type(self, field: Field, at: Id = "", *, sent: bool = False, hiding: Collection[str] = ()) -> FieldType:
        uses = Uses(hiding, self._types.names.own)
        held = given = self._types.tag(at, field, uses) or self._types.annotation(field.type, uses, sent=sent)
        presence = Presence.of(field.required, self._types.takes_null(field.type))
        anything = self._types.names.anything
        if not field.required and held.text != anything:
            held = given = py.union([held, _NONE], anything)
            if presence is Presence.ABSENT_OR_NULL:
                given = py.union([held, uses.runtime("unset", "Unset")], anything)
        hidden, asked = self._forms.hidden(field.type), constraint_text(field.type, "``")
        reading = Uses(hiding, self._types.names.own)
        return FieldType(held, given, presence, hidden, asked, uses, reading, py.is_of_names(held.text))

    def _code(self, field: Field, name: py.Expr, kind: FieldType, reads: bool) -> FieldCode:
        # The signature of __init__ says the same as the attribute, and is parsed.
        attribute = py.Sure(f"{name.text}: ", kind.annotation).code(CLASS)
        param = py.Param(name.text, kind.given, _default(field, kind))
        return FieldCode(name, kind, param, attribute, self._reading(field, name, kind) if reads else "")

    def _reading(self, field: Field, name: py.Expr, kind: FieldType) -> str:
        """Print how a field is read: one that may be null and absent is read only where it is present (D11.5).

        The runtime reads again if a required field is absent.
        """
        wire = py.string(field.wire)
        found = py.Call(_GET, [wire]) if kind.presence is Presence.ABSENT else py.Subscript(OBJECT, [wire])
        read = self._types.decoded(field.type, found, kind.reading)
        is_sure, kind.read = read is found or kind.read or py.is_of_names(_reader(read)), True
        target = f"self.{name.text} = "
        if kind.presence is not Presence.ABSENT_OR_NULL:
            return (py.Sure if is_sure else py.Line)(target, read).code(METHOD)
        text = py.when(py.Chain("in", [wire, OBJECT]), [py.Line(target, read)]).code(METHOD)
        return py.sure(text) if is_sure else text


def _reader(read: py.Expr) -> str:
    """Return the function that reads a value, with its arguments behind the value."""
    return ", ".join([read.func.text, *[item.text for item in read.args[1:]]]) if isinstance(read, py.Call) else ""


def _default(field: Field, kind: FieldType) -> py.Expr | None:
    if not field.required:
        return kind.uses.runtime("unset", "UNSET") if kind.presence is Presence.ABSENT_OR_NULL else _NONE
    if is_sent_untold(field.type):
        return py.literal(field.type.value)
    return None


def _told_by_equality(type_: Type) -> bool:
    """Tell whether equal types are printed alike: 1 is equal to True and to 1.0, and some constants have no hash."""
    match type_:
        case Const():
            return False
        case Scalar(_, _, checks):
            return checks is None
        case ListOf(item, checks):
            return checks is None and _told_by_equality(item)
        case MapOf(inner, checks):
            return checks is None and _told_by_equality(inner)
        case Nullable(inner):
            return _told_by_equality(inner)
        case Ref():
            return True

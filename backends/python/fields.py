"""Prints fields of model classes: the attribute, the parameter of ``__init__``, and the line that reads it.

Fields that have the same name and type are printed once: of a large document's, two in three are such.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from backends.python.code import Expr, Line, Param, Subscript, Sure, call, identifier, literal, raw, string, sure, union
from backends.python.hidden import visible
from backends.python.names import is_file
from backends.python.scope import Scope, Uses
from backends.python.types import Types
from compiler.ir.node import Id
from compiler.ir.types import Const, Field, Type, core, is_sent_untold

OBJECT = raw("o")
_GET = raw("o.get")
_UNSET = raw("UNSET")
_CLASS, _METHOD = 1, 2
"""How deep the statements of a class and of its methods stand."""


@dataclass(slots=True)
class FieldType:
    """What is printed of the type of a field, and the names that this uses."""

    annotation: Expr
    uses: Uses
    scope: Scope | None = None
    """The file that it was printed in last."""


@dataclass(slots=True)
class FieldCode:
    """What is printed of a field, besides its documentation; ``attribute`` and ``read`` are laid out."""

    name: Expr
    annotation: Expr
    param: Param
    attribute: str
    read: str


class FieldPrinter:
    """Prints the fields of one plan's models."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._of_types: dict[tuple[int, bool], FieldType] = {}
        self._of_files: dict[tuple[int, bool], FieldType] = {}
        self._equal: dict[tuple[Type, bool], FieldType] = {}
        self._codes: dict[tuple[str, str, int], FieldCode] = {}

    def code(self, field: Field, ident: str, scope: Scope, *, sent: bool = False) -> FieldCode:
        """Print a field that its class has as ``ident``; ``scope`` collects what the file imports.

        ``sent``: requests alone have the class, so files may be given for bytes.
        """
        if sent and is_file(field.type):
            kind = self._file(field)
        else:
            kind = self._of_types.get((id(field.type), field.required)) or self._known(field)
        key = (field.wire, ident, id(kind))
        found = self._codes.get(key)
        if found is None:
            found = self._code(field, identifier(ident), kind)
            told = FieldCode(found.name, found.annotation, found.param, found.attribute, sure(found.read))
            self._codes[key] = told  # it is parsed in the first file that has it
        if kind.scope is not scope:
            kind.scope = scope
            kind.uses.tell(scope)
        return found

    def beside(
        self, members: Collection[str], at: Id, field: Field, ident: str, scope: Scope, *, sent: bool = False
    ) -> FieldCode:
        """Print a field of a class where types have the names of attributes, or whose type is of this class alone."""
        kind = self._of_type(field, at, sent=sent and is_file(field.type), hiding=members)
        kind.annotation = visible(kind.annotation, members, kind.uses)
        found = self._code(field, identifier(ident), kind)
        kind.uses.tell(scope)
        return found

    def _known(self, field: Field) -> FieldType:
        """Find what is printed of an equal type."""
        found = self._equal.get((field.type, field.required)) if _told_by_equality(field.type) else None
        if found is None:
            found = self._of_type(field)
            if _told_by_equality(field.type):
                self._equal[field.type, field.required] = found
        self._of_types[id(field.type), field.required] = found
        return found

    def _file(self, field: Field) -> FieldType:
        key = (id(field.type), field.required)
        if key not in self._of_files:
            self._of_files[key] = self._of_type(field, sent=True)
        return self._of_files[key]

    def _of_type(self, field: Field, at: Id = "", *, sent: bool = False, hiding: Collection[str] = ()) -> FieldType:
        uses = Uses(hiding, self._types.names.own)
        held = self._types.tag(at, field, uses) or self._types.annotation(field.type, uses, sent=sent)
        if not field.required and held.text != self._types.names.anything:
            held = union([held, uses.runtime("unset", "Unset")])
        return FieldType(held, uses)

    def _code(self, field: Field, name: Expr, kind: FieldType) -> FieldCode:
        value = _found(field, kind.uses)
        read = self._types.decoded(field.type, value, kind.uses)
        reading = (Sure if read is value else Line)(f"self.{name.text} = ", read)
        # The signature of __init__ says the same as the attribute, and is parsed.
        attribute = Sure(f"{name.text}: ", kind.annotation)
        param = Param(name.text, kind.annotation, _default(field))
        return FieldCode(name, kind.annotation, param, attribute.code(_CLASS), reading.code(_METHOD))


def _found(field: Field, uses: Uses) -> Expr:
    """Print how a field is looked up; the runtime looks again where a required one is absent."""
    wire = string(field.wire)
    return Subscript(OBJECT, [wire]) if field.required else call(_GET, wire, uses.runtime("unset", "UNSET"))


def _default(field: Field) -> Expr | None:
    if not field.required:
        return _UNSET
    if is_sent_untold(field.type):
        return literal(field.type.value)
    return None


def _told_by_equality(type_: Type) -> bool:
    """Tell whether equal types are printed alike: 1 and True are equal constants, and others have no hash."""
    return not isinstance(core(type_), Const)

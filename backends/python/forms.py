"""Finds the values whose Python type does not determine how they are written, so that a schema has to say it.

A model, an enum, a time and bytes determine it; a ``Decimal``, which is a number, does not show that it is sent as a
string, nor bytes that they are sent as base64url, nor a model the tag that only its union has. In requests a date may
be given as a time, and a model as a dictionary: there a model hides what it holds, and bytes may be those of a file,
which are sent as they are. A union hides what its members hide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from compiler.ir.node import Id
from compiler.ir.references import holding
from compiler.ir.tags import written_tags
from compiler.ir.types import Alias, Case, Declaration, Enum, Kind, ListOf, MapOf, Model, Ref, Scalar, Type, Union

if TYPE_CHECKING:
    from backends.python.types import Types

_HIDING = {Kind.DECIMAL: None, Kind.BASE64: "base64url"}
"""Kinds of values that do not show that they have this format."""
_SAID = {*_HIDING, Kind.DATE, Kind.BYTES}


class Forms:
    """Tells for the types of one plan whether their values show how they are written."""

    def __init__(self, types: Types) -> None:
        self.types, self.plan = types, types.plan
        self._known: dict[int, tuple[Type, tuple[bool, bool]]] = {}  # keeps the types alive: an id may be used again

    def is_hidden(self, type_: Type, *, given: bool) -> bool:
        """Tell whether the schema has to say how a value is written; ``given``: the value is part of a request."""
        return self.hidden(type_)[given]

    def hidden(self, type_: Type) -> tuple[bool, bool]:
        """Tell the same for values that are held, and for values that are given."""
        if type(type_) is Scalar and type_.kind not in _SAID:
            return False, False  # true of most
        known = self._known.get(id(type_))
        if known is None:
            known = self._known[id(type_)] = type_, self._hidden(type_)
        return known[1]

    def says(self, union: Union, case: Case, *, given: bool) -> bool:
        """Tell whether a member of a union has to say how its values are written."""
        return not _is_beside_time(union, case) and self.is_hidden(case.type, given=given)

    def _hidden(self, type_: Type) -> tuple[bool, bool]:
        match self._innermost(type_):
            case Scalar() as scalar:
                return _hides(scalar, given=False), _hides(scalar, given=True)
            case Ref(target):
                return target in self._held, target in self._given
        return False, False

    @cached_property
    def _given(self) -> set[Id]:
        return self._hiding(self._given_parts, given=True)

    @cached_property
    def _held(self) -> set[Id]:
        named = self.plan.wire.unions_and_aliases  # a model that is no dictionary hides nothing
        return self._hiding({at: self._seen_in(item, given=False) for at, item in named.items()}, given=False)

    @cached_property
    def _writing(self) -> set[Id]:
        """The unions that write tags, and the models that may come with such a tag, which goes nowhere else (D11.2)."""
        declared = self.types.declared
        return {
            at
            for at, item in declared.items()
            if (isinstance(item, Model) and item.tags) or (isinstance(item, Union) and written_tags(item, declared))
        }

    @cached_property
    def _given_parts(self) -> dict[Id, tuple[Type, ...]]:
        return {at: self._seen_in(item, given=True) for at, item in self.types.declared.items()}

    def _seen_in(self, item: Declaration, *, given: bool) -> tuple[Type, ...]:
        """Return what a type hides and what may be hidden: types, and values that do not show their format."""
        seen = map(self._innermost, self._parts(item, given))
        return tuple(one for one in seen if not isinstance(one, Scalar) or _hides(one, given))

    def _hiding(self, parts: Mapping[Id, tuple[Type, ...]], *, given: bool) -> set[Id]:
        """Find the types that hold such values, and those that hold these, and so on."""
        return holding(parts, self._writing, lambda type_: isinstance(type_, Scalar) and _hides(type_, given))

    def _parts(self, item: Declaration, given: bool) -> Iterator[Type]:
        """Yield the types that a type hides: a model that is not a dictionary hides none."""
        match item:
            case Model() as model if given:
                for field in model.fields:
                    if type(field.type) is not Scalar or field.type.kind in _SAID:
                        yield field.type
                if model.additional is not None:
                    yield model.additional
            case Union() as union:
                yield from (case.type for case in union.cases if not _is_beside_time(union, case))
                if union.default is not None:
                    yield union.default
            case Alias(type=inner) if self.types.names.recursive(item.id):
                yield inner
            case Model() | Alias() | Enum():
                pass

    def _innermost(self, type_: Type) -> Type:
        """See through lists, maps, null and aliases."""
        if type(type_) is Scalar:
            return type_  # true of most
        type_ = self.types.seen_through(type_)
        while True:
            if type(type_) is ListOf:
                type_ = self.types.seen_through(type_.item)
            elif type(type_) is MapOf:
                type_ = self.types.seen_through(type_.value)
            else:
                return type_


class FieldForms(Forms):
    """The same for the types of fields that pydantic evaluates."""


def _is_beside_time(union: Union, case: Case) -> bool:
    """Tell whether a member is a date beside times: a date may be given as a time."""
    if not isinstance(case.type, Scalar) or case.type.kind is not Kind.DATE:
        return False
    return any(isinstance(one.type, Scalar) and one.type.kind is Kind.DATE_TIME for one in union.cases)


def _hides(scalar: Scalar, given: bool) -> bool:
    if scalar.kind in (Kind.DATE, Kind.BYTES):
        return given
    return scalar.kind in _HIDING and _HIDING[scalar.kind] == scalar.format

"""Finds the values that do not show by themselves how they are written, so that a schema has to say it.

A model, an enum, a time, or bytes do; a ``Decimal`` does not show that it is a JSON number, nor bytes that they are
sent in the base64 of URLs. In requests a date may be given as a time, and a model as a dictionary: there a model
hides what it holds, and bytes may be those of a file, which are sent as they are.
"""

from __future__ import annotations

from functools import cached_property

from backends.python.types import Types
from compiler.ir.node import Id
from compiler.ir.types import Kind, ListOf, MapOf, Model, Ref, Scalar, Type, closure

_HIDING = {Kind.DECIMAL: "number", Kind.BASE64: "base64url"}
"""Kinds of values that do not show that they have this format."""
_SAID = {*_HIDING, Kind.DATE, Kind.BYTES}


class Forms:
    """Tells of the types of one plan whether their values show how they are written."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self._known: dict[tuple[int, bool], bool] = {}

    def is_hidden(self, type_: Type, *, given: bool) -> bool:
        """Tell whether the schema has to say how a value is written; ``given`` is one that requests hold."""
        if isinstance(type_, Scalar) and type_.kind not in _SAID:
            return False  # as nearly all are
        key = (id(type_), given)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._is_hidden(type_, given)
        return known

    def _is_hidden(self, type_: Type, given: bool) -> bool:
        match self._innermost(type_):
            case Scalar(Kind.DATE | Kind.BYTES):
                return given
            case Scalar(kind, form):
                return kind in _HIDING and form == _HIDING[kind]
            case Ref(target):
                return given and target in self._models
        return False

    @cached_property
    def _models(self) -> set[Id]:
        """Find the models that hold such values, and those that hold these, and so on."""
        models = {at: item for at, item in self.types.declared.items() if isinstance(item, Model)}
        found: set[Id] = set()
        holders: dict[Id, list[Id]] = {}
        for at, item in models.items():
            for field in item.fields:
                held = self._innermost(field.type)
                if isinstance(held, Ref):
                    holders.setdefault(held.target, []).append(at)
                elif isinstance(held, Scalar) and held.kind in _SAID and self.is_hidden(field.type, given=True):
                    found.add(at)
        return closure(holders, found)

    def _innermost(self, type_: Type) -> Type:
        """See through lists, maps, null and aliases."""
        if isinstance(type_, Scalar):
            return type_  # as most are
        type_ = self.types.seen_through(type_)
        while isinstance(type_, ListOf | MapOf):
            type_ = self.types.seen_through(type_.item if isinstance(type_, ListOf) else type_.value)
        return type_

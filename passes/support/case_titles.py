"""Titles of members of unions that are no declared types: codegen.lock keeps what these are called (D10.1)."""

from __future__ import annotations

from collections import Counter

from compiler.ir.context import Lock
from compiler.ir.node import replace
from compiler.ir.text import format_type
from compiler.ir.types import Case, ListOf, MapOf, Name, Nullable, Origin, Ref, Scalar, Type, Union


def with_kept_titles(union: Union, lock: Lock) -> Union:
    """Let the members of a union go by the titles that they had when they were first named, or by none.

    A title is text for people: with a lock a new one renames nothing. Overrides do, and are not kept.
    """
    keys = _keys(union)
    cases = tuple(_with_kept_title(case, keys.get(index), lock) for index, case in enumerate(union.cases))
    return union if cases == union.cases else replace(union, cases=cases)


def _with_kept_title(case: Case, key: str | None, lock: Lock) -> Case:
    if key is None or (case.name is not None and case.name.origin is Origin.OVERRIDE):
        return case
    wanted = case.name.text if case.name is not None else ""
    title = lock.choose(key, wanted)
    if title == wanted:
        return case
    return replace(case, name=Name(title, Origin.LOCK) if title else None)


def _keys(union: Union) -> dict[int, str]:
    """Return what codegen.lock calls the members, by their places: by their types, as short as tells them apart."""
    plain = {index: _plain(case.type) for index, case in enumerate(union.cases) if not isinstance(case.type, Ref)}
    again = Counter(plain.values())
    kinds = {index: type_ if again[type_] == 1 else union.cases[index].type for index, type_ in plain.items()}
    return {index: f"{union.id}#title:{format_type(type_)}" for index, type_ in kinds.items()}


def _plain(type_: Type) -> Type:
    """Return a type without what bounds its values, which may change and leaves the name as it is."""
    match type_:
        case Scalar():
            return Scalar(type_.kind)
        case ListOf():
            return ListOf(_plain(type_.item))
        case MapOf():
            return MapOf(_plain(type_.value))
        case Nullable():
            return Nullable(_plain(type_.inner))
    return type_

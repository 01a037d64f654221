"""Titles of union members that are not declared types: codegen.lock keeps the names of these members (D10.1).

A title is text for people: with a lock a new one renames nothing. Overrides do, and are not kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, replace
from compiler.ir.text import format_type
from compiler.ir.types import Case, ListOf, MapOf, Member, Name, Nullable, Origin, Ref, Scalar, Type, Union
from compiler.lock.lock import Lock
from passes.support.names.english import folded


def with_kept_titles(union: Union, lock: Lock, vocabulary: Vocabulary) -> Union:
    """Let the members of a union go by the titles that they had when they were first named, or by none."""
    keys = _keys(union)
    titles = Counter(folded(words(case.name.text, vocabulary)) for case in union.cases if case.name is not None)
    cases = tuple(
        _with_kept_title(_telling(case, titles, vocabulary), keys[index], lock) if index in keys else case
        for index, case in enumerate(union.cases)
    )
    return union if cases == union.cases else replace(union, cases=cases)


def _telling(case: Case, titles: Mapping[str, int], vocabulary: Vocabulary) -> Case:
    """Leave out a title that another member has too: the types tell such members apart, and no number (D10.6)."""
    if (
        case.name is None
        or case.name.origin is Origin.OVERRIDE
        or titles[folded(words(case.name.text, vocabulary))] == 1
    ):
        return case
    return replace(case, name=None)


def members_with_kept_titles(at: Id, members: Iterable[Member], lock: Lock) -> tuple[Member, ...]:
    """Do the same for the constants of a union, which are the members of an enum."""
    return tuple(_with_kept_title(member, f"{at}#title:{_json(member.value)}", lock) for member in members)


_json = json.JSONEncoder(ensure_ascii=False).encode
_Titled = TypeVar("_Titled", Case, Member)


def _with_kept_title(item: _Titled, key: str, lock: Lock) -> _Titled:
    if item.name is not None and item.name.origin is Origin.OVERRIDE:
        return item
    wanted = item.name.text if item.name is not None else ""
    title = lock.choose(key, wanted)
    if title == wanted:
        return item
    return replace(item, name=Name(title, Origin.LOCK) if title else None)


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

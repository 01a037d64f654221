"""The words that properties of models and members of enums are named after; nearly all are the same in all targets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import attrgetter

from compiler.ir.node import Id, frozen
from compiler.ir.types import Declaration, Enum, Model, Name, Origin, Union, name_of, own_form
from compiler.lock.lock import Lock


@frozen
class MemberWords:
    """The members of a model or an enum, ``keys``, and the words of each; the tags of a model are members, too.

    ``values``: what codegen.lock calls the members of an enum, whose keys are indices.
    """

    owner: Id
    keys: tuple[str, ...]
    texts: tuple[str, ...]
    values: Mapping[str, str] | None = None


Named = MemberWords | Union | None
"""What names the parts of a type: a union's cases are called after their types, some of which have no words."""


def list_named(types: Mapping[Id, Declaration]) -> dict[Id, Named]:
    """Return what names the parts of each type, where no target has others."""
    return {at: named_in(item, types, None) for at, item in types.items()}


def named_in(item: Declaration, types: Mapping[Id, Declaration], target: str | None) -> Named:
    """Return what names the parts of a type in a target."""
    form = own_form(item, types)
    return form if isinstance(form, Union) else member_words(form, target)


def member_words(item: Declaration, target: str | None = None) -> MemberWords | None:
    """Return the words of the members that something has in a target; None where it has none to name."""
    if isinstance(item, Model):
        names = [name_of(field.name, field.names_in, target) for field in item.fields]
        keys = tuple([field.wire for field in item.fields])
        texts = tuple([name.text if name else key for key, name in zip(keys, names, strict=True)])
        tags = tuple(tag.wire for tag in item.tags)
        return (
            MemberWords(item.id, keys + tags, texts + tags) if tags or any(names) else MemberWords(item.id, keys, keys)
        )
    if isinstance(item, Enum):
        names = [name_of(member.name, member.names_in, target) for member in item.members]
        keys = tuple(map(str, range(len(names))))
        words = [name.text if name else str(member.value) for member, name in zip(item.members, names, strict=True)]
        values = {key: _json(member.value) for key, member in zip(keys, item.members, strict=True)}
        return MemberWords(item.id, keys, tuple(words), values)
    return None


_json = json.JSONEncoder().encode  # json.dumps checks its options in each call


def differ_by_target(item: Declaration) -> bool:
    """Whether something, or a member of it, is called otherwise in some target."""
    members = item.fields if isinstance(item, Model) else item.members if isinstance(item, Enum) else ()
    return bool(item.names_in) or any(map(_NAMES_IN, members))


_NAMES_IN = attrgetter("names_in")


def origin_in(item: Declaration, target: str | None) -> Origin:
    """Return where the name of something comes from in a target."""
    return origin_of(name_of(item.name, item.names_in, target))


def origin_of(name: Name | None) -> Origin:
    """Return where a name comes from; what has none is named after its place."""
    return name.origin if name else Origin.INFERRED


def list_members(found: Mapping[Id, Named], lock: Lock) -> None:
    """Write down what is in types; it is the same in all targets."""
    for at, words in found.items():
        if isinstance(words, MemberWords):
            listed = words.keys if words.values is None else words.values.values()
            lock.listed.setdefault(at, set()).update(listed)

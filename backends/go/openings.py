"""What is said of a type of which the document says nothing: where it stands, else what it has.

Its own pointer says where: who else uses it does not change its comment (D10.7). No operation is named, since a
document in several files has other pointers there.
"""

from __future__ import annotations

import json
from typing import assert_never

from backends.go.docs import an
from backends.go.source import File
from backends.go.types import Types, enum_base
from compiler.ir.node import Id
from compiler.ir.types import Alias, Const, Declaration, Enum, ListOf, MapOf, Model, Ref, Type, Union

FEW = 4
"""So many values of an enum, or properties of a model, are named; of more, the first ones."""
_WITHIN = {"items": "an item", "additionalProperties": "a value"}


def opening_of(at: Id, declared: Declaration, types: Types) -> str:
    """Say what a type is, behind its name; "" of a union that no one else names: its members follow."""
    return _place(at, types) or _form(declared, types)


def _place(at: Id, types: Types) -> str:
    """Say where in another type one stands that has no name of its own in the document."""
    end = len(at)
    while (end := at.rfind("/", 0, end)) > 0:
        owner, behind = at[:end], at[end + 1 :].split("/")
        if owner in types.surface:
            return _of_type(behind, f"[{types.name(owner)}]")
    return ""


def _of_type(behind: list[str], owner: str) -> str:
    steps = iter(zip(behind, [*behind[1:], ""], strict=True))
    words: list[str] = []
    for step, name in steps:
        if step == "properties":
            words.append(f"the property {_plain(name)}")
            next(steps, None)
        elif step in _WITHIN:
            words.append(_WITHIN[step])
    return f"is {' of '.join([*reversed(words), owner])}" if words else ""


def _form(declared: Declaration, types: Types) -> str:
    match declared:
        case Model(fields=fields):
            told = next((item for item in fields if item.required and isinstance(item.type, Const)), None)
            if told is not None and isinstance(told.type, Const):
                return f"is the model whose {told.wire} is {_shown(told.type.value)}"
            names = [item.wire for item in fields]
            return f"is an object with {_named(names, 'properties')}" if names else "is an object of any properties"
        case Enum(members=members):
            kind = "text" if enum_base(declared) == "string" else "value"
            return f"is a {kind}: {_named([_shown(item.value) for item in members], f'{kind}s', 'or')}"
        case Alias(type=type_):
            return f"is {_type(type_, types)}"
        case Union():
            return ""
    assert_never(declared)


def _type(type_: Type, types: Types) -> str:
    if isinstance(type_, Ref):
        return f"[{types.name(type_.target)}] by another name"
    inner = type_.item if isinstance(type_, ListOf) else type_.value if isinstance(type_, MapOf) else None
    if isinstance(inner, Ref):
        return f"a {'list' if isinstance(type_, ListOf) else 'map'} of [{types.name(inner.target)}]"
    return f"{an(types.held(type_, File('', None)))} by another name"


def _named(names: list[str], what: str, joint: str = "and") -> str:
    """Name the first ones, and count the rest."""
    more = len(names) - FEW
    parts = [*names[:FEW], f"{more} more {what}"] if more > 1 else names
    return f" {joint} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _plain(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")

"""The body of a method: its properties on two levels, the second level folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from backends import Language
from backends.reference.commonmark import code
from backends.reference.models import fields_table, union_text
from backends.reference.page import titled
from backends.reference.parts import payload_text
from backends.reference.site import Path, Site
from compiler.ir.node import Id
from compiler.ir.types import Alias, ListOf, MapOf, Model, Nullable, Ref, Type, Union
from compiler.ir.wire import Payload
from compiler.plan.plan import Method

_DEEPEST = 20
"""Names of types within one another that are looked through."""
_MOST_CASES = 6
"""Types of a union whose properties are shown where it stands; those of larger ones have pages."""


def body_section(site: Site, payload: Payload, spoken: Sequence[tuple[Language, Method]], path: Path) -> str:
    """Return the section of a body: media type, description, its properties and theirs, or the types it may have."""
    target = _behind(site, payload.type)
    inside = "" if target is None or payload.parts else "\n\n".join(_inside(site, target, spoken, path))
    return payload_text(site, payload, path, inside=inside)


def _inside(site: Site, target: Id, spoken: Sequence[tuple[Language, Method]], path: Path) -> Iterator[str]:
    declared = site.plan.wire.types[target]
    if isinstance(declared, Model):
        names = [(language.title, _names(language, said, target, declared)) for language, said in spoken]
        yield _fields(site, declared, [item for item in names if item[1]], path)
        below = [(field.wire, _behind(site, field.type)) for field in declared.fields]
        title = "Fields of {}"
    elif isinstance(declared, Union):
        yield from union_text(site, declared, path)
        below = [(_name(site, at), at) for case in declared.cases if (at := _behind(site, case.type)) is not None]
        title = "If it is {}"
    else:
        return
    seen = {target}
    for name, at in below:
        if at is not None and (text := _short(site, at, path)) and not (at in seen and title.startswith("If")):
            seen.add(at)
            yield fold(title.format(name), text)


def _short(site: Site, at: Id, path: Path) -> str:
    """Return the second level: the properties of a model, or the types of a union with the properties of its models."""
    declared = site.plan.wire.types[at]
    if isinstance(declared, Model):
        return _fields(site, declared, [], path)
    if not isinstance(declared, Union):
        return ""
    parts = [*union_text(site, declared, path)]
    for case in declared.cases if len(declared.cases) <= _MOST_CASES else ():
        target = _behind(site, case.type)
        if target is not None and isinstance(model := site.plan.wire.types[target], Model):
            parts.append(titled(code(_name(site, target)), _fields(site, model, [], path)))
    return "\n\n".join(parts)


def _fields(site: Site, model: Model, names: Sequence[tuple[str, Mapping[str, str]]], path: Path) -> str:
    """Return the table of properties that a caller may give."""
    return fields_table(site, (field for field in model.fields if not field.read_only), names, path)


def _names(language: Language, method: Method, at: Id, model: Model) -> Mapping[str, str]:
    """Return a language's names of the properties, or of their arguments; {} for the names on the wire."""
    if method.fields is not None:
        found: Mapping[str, str] = {item.wire: item.ident for item in method.fields.arguments}
    else:
        name = language.plan.surface.types.get(at)
        found = name.members if name is not None else {}
    return found if any(found.get(field.wire, field.wire) != field.wire for field in model.fields) else {}


def _behind(site: Site, type_: Type) -> Id | None:
    """Return the model or union that a type is, or that its items or values are."""
    for _ in range(_DEEPEST):
        match type_:
            case Nullable(inner) | ListOf(inner) | MapOf(inner):
                type_ = inner
            case Ref(target):
                declared = site.plan.wire.types.get(target)
                if isinstance(declared, Alias):
                    type_ = declared.type
                    continue
                return target if isinstance(declared, Model | Union) else None
            case _:
                return None
    return None


def _name(site: Site, at: Id) -> str:
    name = site.plan.surface.type_heads.get(at)
    return name.ident if name is not None else at.rpartition("/")[2]


def fold(title: str, text: str) -> str:
    """Return text that is folded until somebody opens it; the title contains nothing that a reader takes for markup."""
    shown = re.sub(r"[^\w .,:/-]|_", lambda sign: f"&#{ord(sign[0])};", title)
    return f"<details>\n<summary>{shown}</summary>\n\n{text}\n\n</details>" if text else ""

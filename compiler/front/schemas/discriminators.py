"""The Discriminator Object: which schema each value of the property selects."""

from __future__ import annotations

from compiler.base.patterns import lazy_pattern
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.wording import a_kind
from compiler.front.objects.entry import Entry
from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.front.session.session import Session
from compiler.ir.identity import last_token
from compiler.ir.node import Id
from compiler.ir.nodes import Discriminator
from compiler.source import Json

_NAME = lazy_pattern(r"[A-Za-z0-9._-]+\Z")
_NOWHERE = ("CG0401", "CG0402")
"""Codes of references to a missing part of a file, or to a missing file."""


def lower_discriminator(session: Session, raw: dict[str, Json], schema: Id, file: File) -> Discriminator | None:
    """Lower the discriminator of the schema at ``schema``; None after an error.

    A value of `mapping` is the name of a component, or a reference; what looks like a name is one where there is such
    a component.
    """
    entry = Entry(session, raw, f"{schema}/discriminator", file)
    entry.open(object_keys.DISCRIMINATOR, Where.ELSEWHERE)
    name = entry.text("propertyName", needed=True)
    if name is None:
        entry.missing("propertyName", "a discriminator")
        return None
    mapping = []
    table = entry.object("mapping")
    for value, raw_target in table.raw.items() if table is not None else ():
        assert table is not None
        if raw_target is None:
            session.reports.tell_empty(table.at(value))
            continue
        target = _target(session, raw_target, table.at(value), file)
        if target is not None:
            mapping.append((value, target))
    default = raw.get("defaultMapping")
    selected = None if default is None else _target(session, default, entry.at("defaultMapping"), file)
    return Discriminator(name, tuple(mapping), selected)


def _target(session: Session, value: Json, at: Id, file: File) -> Id | None:
    if isinstance(value, str) and _NAME.match(value):
        component = session.references.component("schemas", value)
        if component is not None:
            session.references.need("schemas", component, at)
            return component.id
        if "." not in value:
            value = f"#/components/schemas/{value}"
    if not isinstance(value, str):
        session.reports.add("CG0406", at, found=a_kind(value))
        return None
    found = session.references.resolver.resolve(value, file, at)
    if isinstance(found, Target):
        return found.id if session.references.need("schemas", found, at) else None
    if found.code in _NOWHERE:  # one value less is known; the union, or the base, is read as without it (D1.4, D11.1)
        session.reports.add("CG0412", at, help=found.help, notes=found.notes, tag=last_token(at), ref=value)
    else:
        session.references.report_broken(found, at)
    return None

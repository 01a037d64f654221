"""Checks components that nothing refers to: nothing is generated for them, but they must be valid OpenAPI.

Schemas, parameters, responses, bodies and headers are lowered as components in any case; callbacks, path items and
media types are lowered where they are used, and here if they are not used.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Note
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.wording import KINDS, and_of
from compiler.front.objects.entry import Entry
from compiler.front.operations.contents import lower_content
from compiler.front.operations.http_names import is_left_out
from compiler.front.operations.operations import lower_callback, lower_operations
from compiler.front.session.session import Session
from compiler.ir.identity import child, short
from compiler.ir.nodes import Body, Event, EventKind, Parameter
from compiler.ir.wire import Place

_NAME = lazy_pattern(r"[A-Za-z0-9._-]+\Z")


def check_names(components: Entry) -> None:
    """Report CG0359 for each name of a component that OpenAPI does not allow."""
    session = components.session
    if session.library.is_swagger:  # 2.0 allows any
        return
    for kind, what in KINDS.items():
        table = components.raw.get(kind)
        for name in table if isinstance(table, dict) else ():
            if not _NAME.match(name) and not name.startswith("x-"):
                signs = dict.fromkeys(sign for sign in name if not _NAME.match(sign))
                problem = f"it contains {and_of(signs)}" if signs else "it is empty"
                at = child("components", kind, name)
                session.reports.add("CG0359", at, at_key=True, kind=what.partition(" ")[2], name=name, problem=problem)


def check_twice(session: Session) -> None:
    """Report CG0421 for each `$id` and `$anchor` that stands twice in a document."""
    for file, key, name, pointer, first in session.references.resolver.twice():
        notes = (Note("the first", session.reports.loc(child(short(file, first), key))),)
        session.reports.add("CG0421", child(short(file, pointer), key), notes=notes, key=key, name=name)


def check_unused(
    root: Entry, schemes: dict[str, Any], bodies: dict[str, Body], parameters: dict[str, Parameter]
) -> None:
    """Look at the callbacks, path items and media types that nothing refers to, and at parts that can be none."""
    components = root.object("components")
    session = root.session
    if components is None:
        return
    with session.aside():
        for name, entry in components.members("callbacks"):
            if entry.id not in session.found.reached:
                with session.reports.on_behalf_of(entry.id):
                    base = Event(entry.id, EventKind.CALLBACK, name)
                    deque(lower_callback(base, entry, schemes), maxlen=0)
        for _, entry in components.members("pathItems"):
            if entry.id not in session.found.reached:
                deque(lower_operations(session, "", entry, schemes), maxlen=0)
        for name, entry in components.members("mediaTypes"):
            if entry.id not in session.found.reached:
                lower_content(name, entry, Where.CONTENT)
    for at, parameter in parameters.items():
        if parameter.ref is None and parameter.place is Place.HEADER and at not in session.found.reached:
            is_left_out(session, child(at, "name"), parameter.wire)
    for at, body in bodies.items():
        if body.ref is None and not body.contents and at not in session.found.reached:
            session.reports.tally("CG0357", at, what=object_keys.BODY.what, key="content", at_key=True)

"""Checks that need all lowered operations: path templates, operationIds, parameters given twice."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from functools import partial
from typing import TypeVar

from compiler.base.naming import letters
from compiler.base.patterns import lazy_pattern
from compiler.base.similar import Names
from compiler.diagnostics import Note
from compiler.front.mistakes.wording import and_of, did_you_mean, show_sign
from compiler.front.objects.entry import Entry
from compiler.front.operations.http_names import actual_of, carried_parameters, check_operation, encoded_path
from compiler.front.session.session import Session
from compiler.ir.identity import child, last_token
from compiler.ir.node import Id
from compiler.ir.nodes import Event, Operation, Parameter, Schema, Sdk
from compiler.ir.path_templates import NESTED, is_several_segments, plain_name
from compiler.ir.wire import Place, Style
from compiler.source import Loc, Nothing, value_at

Caller = TypeVar("Caller", Operation, Event)

_TEMPLATE = lazy_pattern(r"\{([^{}]*)\}")
_ANGLED = lazy_pattern(r"<(\w+)>")
"""A parameter as Flask and others write it."""
_TAGS = 200
"""So many tags that are not declared are looked at for misspelt ones: documents have tens."""
_COLON = lazy_pattern(r"/:([A-Za-z_]\w*)(?=/|\Z)")
"""A parameter as Express and others write it; `/trips:search` is none."""


def check_operations(session: Session, sdk: Sdk) -> Sdk:
    """Check every operation against its path and against the others; parameters given twice are left out."""
    _check_operation_ids(session, sdk)
    _check_tags(session, sdk)
    operations = {}
    for at, operation in sdk.operations.items():
        with session.reports.on_behalf_of(at):
            operations[at] = _without_twins(session, operation, sdk.parameters)
            operations[at], several = _checked_path(session, operations[at], sdk.parameters)
            operations[at] = _declare_path(session, operations[at], sdk.parameters)
            operations[at] = _with_slashes(operations[at], several, sdk.parameters)
            _check_trace(session, operation, sdk)
            operations[at] = check_operation(session, operations[at], sdk)
    events = {at: _checked_event(session, event, sdk) for at, event in sdk.events.items()}
    if all(operations[at] is operation for at, operation in sdk.operations.items()) and all(
        events[at] is event for at, event in sdk.events.items()
    ):
        return sdk
    return dataclasses.replace(sdk, operations=operations, events=events)


def _checked_event(session: Session, event: Event, sdk: Sdk) -> Event:
    """Check the parameters of a webhook or callback, as those of an operation are."""
    with session.reports.on_behalf_of(event.id):
        event = _without_twins(session, event, sdk.parameters)
        for parameter in event.parameters:
            actual = actual_of(parameter, sdk.parameters)
            if (
                actual is not None
                and actual.place is Place.PATH
                and f"{{{actual.wire}}}" not in (event.expression or "")
            ):
                what, help_ = "it is left out", "remove it: webhooks and callbacks have no path parameters"
                session.reports.add("CG0334", parameter.id, help=help_, name=actual.wire, what=what)
        kept = carried_parameters(session, event, sdk)
    return event if kept is event.parameters else dataclasses.replace(event, parameters=kept)


def check_paths(root: Entry) -> None:
    """Check the keys of `paths` on their own and against each other."""
    table, session = root.raw.get("paths"), root.session
    first: dict[str, str] = {}
    for path in table if isinstance(table, dict) else ():
        if path.startswith("x-"):
            continue
        at = child("paths", path)
        if not path.startswith("/"):
            session.reports.add("CG0331", at, at_key=True, path=path)
        names = _TEMPLATE.findall(path)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            session.reports.add("CG0366", at, at_key=True, name=twice)
        other = first.setdefault(_TEMPLATE.sub("{}", path), path)
        if other != path:
            notes = (Note("the other one is here", session.reports.loc(child("paths", other)), True),)
            session.reports.add("CG0360", at, at_key=True, notes=notes, path=path, other=other)


def _check_trace(session: Session, operation: Operation, sdk: Sdk) -> None:
    """Refuse TRACE with credentials, which a server would send back to whoever listens (D1.4, RFC 9110 9.3.8)."""
    needed = sdk.security if operation.security is None else operation.security
    if operation.method == "TRACE" and needed and all(alternative.needs for alternative in needed):
        session.reports.add("CG1106", operation.id, at_key=True, path=operation.path)


def _check_operation_ids(session: Session, sdk: Sdk) -> None:
    seen: dict[str, Id] = {}
    for at, operation in sdk.operations.items():
        name = operation.operation_id
        if name is None:
            continue
        first = seen.setdefault(name, at)
        if first != at:
            notes = (Note("first used here", session.reports.loc(_id_place(session, first))),)
            with session.reports.on_behalf_of(at):
                session.reports.add("CG0329", _id_place(session, at), notes=notes, name=name)
    _check_event_ids(session, sdk, seen)
    _check_links(session, {*seen, *(event.operation_id for event in sdk.events.values() if event.operation_id)})


def _check_event_ids(session: Session, sdk: Sdk, seen: dict[str, Id]) -> None:
    """Tell of operationIds of webhooks and callbacks that something else has; a component may be used again."""
    for at, event in sdk.events.items():
        name = event.operation_id
        if name is None or not _stands(session, session.reports.loc(child(at, "operationId"))):
            continue
        first = seen.setdefault(name, at)
        if first != at:
            notes = (Note("first used here", session.reports.loc(_id_place(session, first))),)
            session.reports.add("CG0329", child(at, "operationId"), notes=notes, name=name)


def _stands(session: Session, place: Loc) -> bool:
    """Whether a place is one of the root document's text, and not behind a reference."""
    return not isinstance(value_at(session.library.root.root, place.pointer), Nothing)


def _check_links(session: Session, names: Collection[str]) -> None:
    for at, name in session.found.linked:
        if name not in names:
            session.reports.add("CG0416", at, help=did_you_mean(name, names), ref=name)


def _check_tags(session: Session, sdk: Sdk) -> None:
    """Tell of tags that are nearly the name of a declared one: each tag makes a group of methods."""
    declared = {tag.tag for tag in sdk.tags}
    names = Names(declared)
    meant: dict[str, str | None] = {}
    for at, operation in sdk.operations.items():
        for index, tag in enumerate(operation.tags):
            if tag in declared or at in session.found.referred:
                continue
            if tag not in meant:
                near = names.closest(tag, 0.8) if len(meant) < _TAGS else None
                meant[tag] = near if near is not None and _is_misspelt(tag, near) else None
            if (name := meant[tag]) is not None:
                session.reports.tally("CG0613", child(at, "tags", index), tag=tag, help=f"did you mean `{name}`?")


def _is_misspelt(tag: str, near: str) -> bool:
    """Whether a tag has as many words as another, and not the same: a group is known by its letters alone."""
    return len(tag.split()) == len(near.split()) and letters(tag) != letters(near)


def _id_place(session: Session, at: Id) -> Id:
    """Return where an operation has its operationId from: its `$ref`, beside which none counts (D1.4)."""
    return child(at, "$ref" if at in session.found.referred else "operationId")


def _without_twins(session: Session, caller: Caller, table: Mapping[Id, Parameter]) -> Caller:
    """Leave out what a list of parameters gives twice, and the first of two where only the second is required."""
    kept: list[Parameter] = []
    seen: dict[tuple[str, Place, bool], tuple[Parameter, str]] = {}
    for parameter in caller.parameters:
        actual = actual_of(parameter, table)
        if actual is not None:
            wire = actual.wire.lower() if actual.place is Place.HEADER else actual.wire
            first, name = seen.setdefault((wire, actual.place, parameter.inherited), (parameter, actual.wire))
            if first is not parameter:
                former = actual_of(first, table)
                _tell_twins(session, parameter.id, actual, former, session.reports.loc(first.id), name)
                if actual.wire != name and actual.required and former is not None and not former.required:
                    kept[kept.index(first)] = parameter
                continue
        kept.append(parameter)
    return caller if len(kept) == len(caller.parameters) else dataclasses.replace(caller, parameters=tuple(kept))


def _tell_twins(session: Session, at: Id, actual: Parameter, former: Parameter | None, first: Loc, other: str) -> None:
    """Report a parameter that is given twice: an error where two types are said of it."""
    notes = (Note("first given here", first),)
    if actual.wire == other:
        session.reports.add("CG0330", at, notes=notes, name=other, place=actual.place.value)
    else:
        agree = former is not None and _agree(actual.schema, former.schema)
        session.reports.add("CG0381" if agree else "CG0369", at, notes=notes, name=actual.wire, other=other)


def _agree(one: Schema | None, other: Schema | None) -> bool:
    """Whether two schemas say one type, whatever else they say of its values."""
    if one is None or other is None:
        return one is other
    return (
        one.ref == other.ref
        and one.types == other.types
        and one.format == other.format
        and _agree(one.items, other.items)
        and not any((one.properties, other.properties, one.any_of, other.any_of, one.one_of, other.one_of))
    )


def _encoded(written: str, sent: str) -> str:
    """Return the first sign of a path that is sent as another one: a `%` becomes `%25`, which begins with it."""
    pairs = enumerate(zip(written, sent, strict=False))
    at = next((index for index, (one, other) in pairs if one != other), len(written))
    return "%" if written[:at].endswith("%") and sent.startswith("25", at) else written[at]


def _checked_path(
    session: Session, operation: Operation, table: Mapping[Id, Parameter]
) -> tuple[Operation, frozenset[str]]:
    """Return the operation with a path in which parameters stand by their names alone, and tell of what is none.

    Besides, the names of parameters whose values may be several segments.
    """
    several: set[str] = set()
    path = operation.id.rpartition("/")[0]
    written = last_token(path)
    declared = {actual.wire for one in operation.parameters if (actual := actual_of(one, table)) is not None}
    for whole in dict.fromkeys(found[0] for found in NESTED.finditer(written)):
        plain = None if whole[1:-1] in declared else plain_name(whole[1:-1])
        if plain is not None:
            what = f"it is read as `{{{plain}}}`" if plain else "what begins a query is left out"
            if is_several_segments(whole[1:-1]):
                several.add(plain)
                what += ", whose value may contain `/`"
            help_ = f"write `{{{plain}}}`" if plain else "describe the query by parameters"
            session.reports.add("CG0332", path, at_key=True, help=help_, sign=f"`{whole}`", what=what)
            written = written.replace(whole, f"{{{plain}}}" if plain else "")
    if written != last_token(path):
        operation = dataclasses.replace(operation, path=encoded_path(written.partition("#")[0]))
    _check_path(session, operation, path, written)
    return operation, frozenset(several)


def _with_slashes(operation: Operation, several: Collection[str], table: Mapping[Id, Parameter]) -> Operation:
    """Return the operation with these parameters of its path sent with their `/` (RFC 6570 3.2.3)."""
    if not several:
        return operation

    def is_meant(parameter: Parameter) -> bool:
        actual = actual_of(parameter, table)
        return actual is not None and actual.place is Place.PATH and (parameter.wire or actual.wire) in several

    parameters = (
        dataclasses.replace(one, allow_reserved=True) if is_meant(one) else one for one in operation.parameters
    )
    return dataclasses.replace(operation, parameters=tuple(parameters))


def _check_path(session: Session, operation: Operation, path: Id, written: str) -> None:
    """Check that a path is one, and can be sent as it is written."""
    if operation.path != written.partition("#")[0]:
        sign = _encoded(written, operation.path)
        named = _ANGLED.search(written)
        what = "not allowed in a URL, so it is sent percent-encoded"
        help_ = f"write `{{{named[1]}}}` for a parameter" if named is not None else "write it percent-encoded"
        if sign in "{}":
            help_ = "write a parameter between `{` and `}`: one of the two is missing"
        session.reports.add("CG0332", path, at_key=True, help=help_, sign=show_sign(sign), what=what)
    colon = _COLON.search(operation.path)
    if colon is not None:
        what, help_ = "it is sent as it is, and is not a parameter", f"write `{{{colon[1]}}}` for a parameter"
        session.reports.add("CG0332", path, at_key=True, help=help_, sign=f"`:{colon[1]}`", what=what)
    if "?" in operation.path:
        session.reports.add("CG0332", path, at_key=True, sign="`?`", what="a query, which is sent as it is")
    elif "#" in written:
        help_ = "remove it, unless it tells two operations of one path apart"
        session.reports.add("CG0332", path, at_key=True, help=help_, sign="`#`", what="a fragment, which is not sent")


def _declare_path(session: Session, operation: Operation, table: Mapping[Id, Parameter]) -> Operation:
    """Hold a path's template to the path parameters; one that nobody declares is a required string (D4.5)."""
    in_path = dict.fromkeys(_TEMPLATE.findall(operation.path))
    found = [(parameter, actual_of(parameter, table)) for parameter in operation.parameters]
    if operation.id in session.found.unread or any(actual is None for _, actual in found):
        return operation
    if "" in in_path:
        session.reports.add("CG0364", operation.id.rpartition("/")[0], at_key=True, what="parameter of the path")
        return operation
    named = [(parameter, actual.wire) for parameter, actual in found if actual and actual.place is Place.PATH]
    missing = in_path.keys() - {name for _, name in named}
    idle = {name: parameter for parameter, name in named if name not in in_path}
    if not missing and not idle:
        return operation
    read = {
        parameter.id: _read_as(session, operation, parameter, name, [one for one in in_path if one in missing])
        for name, parameter in idle.items()
    }
    parameters = [new for one in operation.parameters if (new := read.get(one.id, one)) is not None]
    declared = {name: parameter for parameter, name in named if parameter.id not in read}
    declared |= {one.wire: one for one in read.values() if one is not None}
    told = [name for name in in_path if name not in declared]
    if told:
        _tell_undeclared(session, operation, told, [actual for _, actual in found if actual is not None])
    operation = dataclasses.replace(operation, parameters=tuple(parameters))
    return dataclasses.replace(operation, parameters=_with_implied(session, operation, [*in_path], declared))


def _read_as(
    session: Session, operation: Operation, parameter: Parameter, name: str, missing: list[str]
) -> Parameter | None:
    """Return a path parameter that is not in its path as the one there of the same letters, else None (D1.4)."""
    meant = [one for one in missing if letters(one) == letters(name)]
    notes = (Note("the path is here", session.reports.loc(operation.id.rpartition("/")[0]), True),)
    what, help_ = "it is left out", partial(did_you_mean, name, missing, _idle_help(name))
    if len(meant) == 1:
        what, help_ = f"it is read as `{{{meant[0]}}}`", partial(str, f"call it `{meant[0]}`")
    session.reports.add("CG0334", parameter.id, notes=notes, help=help_, name=name, what=what)
    return dataclasses.replace(parameter, wire=meant[0]) if len(meant) == 1 else None


def _idle_help(name: str) -> str:
    return f"add `{{{name}}}` to the path, or remove the parameter"


def _tell_undeclared(session: Session, operation: Operation, names: list[str], others: list[Parameter]) -> None:
    name = names[0]
    help_ = f"add `{{name: {name}, in: path, required: true, schema: ...}}`"
    elsewhere = next((one for one in others if one.wire == name), None)
    if elsewhere is not None:
        help_ = f"write `in: path` for the parameter `{name}`, which is `in: {elsewhere.place.value}`"
    like = did_you_mean(name, [one.wire for one in others if one.place is Place.PATH], help_)
    listed = and_of(f"{{{one}}}" for one in names)
    what = "a required string" if len(names) == 1 else "required strings"
    session.reports.tally("CG0333", operation.id, path=operation.path, names=listed, what=what, help=like, at_key=True)


def _with_implied(
    session: Session, operation: Operation, in_path: list[str], declared: dict[str, Parameter]
) -> tuple[Parameter, ...]:
    """Return the parameters with those that the path alone has, each behind what stands before it in the path."""
    found = list(operation.parameters)
    index = 0
    for name in in_path:
        known = declared.get(name)
        if known is None:
            found.insert(index, _implied(operation.id, name))
            index += 1
        else:
            index = max(index, found.index(known) + 1)
    return tuple(found)


def _implied(operation: Id, name: str) -> Parameter:
    """Return the parameter that a path has and nobody declares."""
    at = child(operation, "parameters", f"{{{name}}}")
    schema = Schema(types=("string",), id=child(at, "schema"))
    return Parameter(name, Place.PATH, required=True, style=Style.SIMPLE, schema=schema, id=at)

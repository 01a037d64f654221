"""Lowers path items to operations and events.

An operation's or event's identity is the place where it is used (``paths/~1test/get``), also if the path item
or the operation is referenced: two paths may share one path item. The identity of their parts is their own
place.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from compiler.diagnostics import Note
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.wording import a_kind
from compiler.front.objects.entry import Entry
from compiler.front.objects.extensions import NONE, Extensions
from compiler.front.objects.name_overrides import override_of
from compiler.front.operations.behaviour import (
    check_security,
    docs_url,
    lower_idempotency,
    lower_retries,
    lower_security,
    lower_sentinel,
    lower_servers,
    lower_switch,
    statuses,
    tell_twice,
)
from compiler.front.operations.contents import lower_body, lower_responses, opened
from compiler.front.operations.http_names import encoded_path
from compiler.front.operations.parameters import lower_parameter
from compiler.front.reading.refs import MAX_CHAIN
from compiler.front.schemas.extension_hints import deprecation_message, ignored_for
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id, Json
from compiler.ir.nodes import Body, ErrorStatuses, Event, EventKind, Operation, Pagination, Parameter
from compiler.ir.servers import Server


class Item(NamedTuple):
    """A path item where it is used: its parts (its own object, then what its `$ref` leads to), and its extensions."""

    at: Id
    parts: tuple[Entry, ...]
    extensions: tuple[Extensions, ...]

    def extension(self, key: str) -> Json:
        """Return the value of an extension, the nearest part's first."""
        return next((found.values[key] for found in self.extensions if key in found.values), None)

    def prose(self, entry: Entry, key: str) -> str | None:
        """Return a text of an operation; if it has none, the path item's, which applies to all its operations."""
        texts = [holder.prose(key) for holder in (entry, *self.parts)]
        return next((text for text in texts if text), None)


class Lowered(NamedTuple):
    """An operation together with the callbacks that it starts."""

    operation: Operation
    events: tuple[Event, ...]


# --------------------------------------------------------------------------- path items


def open_item(entry: Entry) -> Item:
    """Read a path item; beside a `$ref` its own members come first, as OpenAPI leaves it open."""
    parts, at, seen = [entry], entry.id, {entry.id}
    while "$ref" in entry:
        target = entry.session.references.resolve(entry.raw["$ref"], entry.file, entry.id)
        if target is None or entry.session.references.refuses(target, entry.id):
            break
        if not isinstance(target.raw, dict):
            entry.session.reports.add("CG0405", entry.at("$ref"), wanted="a path item", found=a_kind(target.raw))
            break
        if target.id in seen or len(seen) > MAX_CHAIN:
            entry.session.reports.add("CG0407", entry.at("$ref"), ref=entry.raw["$ref"])
            break
        entry = Entry(entry.session, target.raw, target.id, target.file)
        seen.add(target.id)
        parts.append(entry)
    return Item(at, tuple(parts), tuple(part.open(object_keys.PATH_ITEM, Where.PATH_ITEM) for part in parts))


class Found(NamedTuple):
    """An operation where it is used: the object there, and if that is a `$ref`, the chain of its targets."""

    method: str
    at: Id
    links: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """The operation itself."""
        return self.links[-1]

    def prose(self, key: str, item: Item) -> str | None:
        """Return a text: the one beside a `$ref` counts (D1.4), else the operation's, else the path item's."""
        beside = (reference.prose(key) for reference in self.links[:-1])
        return next((text for text in beside if text), None) or item.prose(self.entry, key)

    def open(self, where: Where) -> tuple[Extensions, Pagination | None]:
        """Return the extensions, those beside a `$ref` first, and the pagination among them."""
        return opened(self.links, object_keys.OPERATION, where)


def methods(item: Item) -> Iterator[Found]:
    """Yield each operation of a path item, in document order."""
    done: dict[str, Entry] = {}
    for part in item.parts:
        session = part.session
        for key in part.raw:
            at = child(item.at, key)
            if key in done:
                _hidden(key, done[key], part)
            elif key in object_keys.METHODS:
                done[key] = part
                with session.reports.on_behalf_of(at):
                    written = part.opened(key)
                    links = _links(written, at) if written is not None else ()
                if links:
                    yield Found(key.upper(), at, links)
            elif key in ("query", "additionalOperations"):
                _unsupported(part, key, at)


def _hidden(key: str, first: Entry, behind: Entry) -> None:
    """Tell of an operation that another one hides: it stands behind a `$ref`, the other one beside it."""
    notes = (Note("this one is not", behind.session.reports.loc(behind.at(key)), True),)
    first.session.reports.add("CG0415", first.at(key), at_key=True, notes=notes, key=key)


def _links(entry: Entry, at: Id) -> tuple[Entry, ...]:
    """Read an operation by `$ref`, which OpenAPI does not know and many documents use (D1.4)."""
    if "$ref" in entry:
        entry.session.found.referred.add(at)
        entry.session.reports.tally("CG0409", entry.at("$ref"))
    return entry.links()


def _unsupported(part: Entry, key: str, at: Id) -> None:
    session = part.session
    if key == "query":
        with session.reports.on_behalf_of(at):
            session.reports.add("CG1302", part.at(key), at_key=True)
        return
    for method, entry in part.members(key):
        with session.reports.on_behalf_of(child(at, method)):
            session.reports.add("CG1303", entry.id, at_key=True, method=method)


def _parameters(item: Item, entry: Entry) -> tuple[Parameter, ...]:
    """Lower parameters, the path item's first; resolve_refs lets the operation's replace them (D4.4)."""
    found: list[Parameter | None] = []
    for part in item.parts:
        inherited = list(part.objects("parameters"))
        part.session.counts.repeat(len(inherited), part.id)
        found += [lower_parameter(parameter, inherited=True) for parameter in inherited]
    found += [lower_parameter(parameter) for parameter in entry.objects("parameters")]
    unread = any(not isinstance(part.raw.get("parameters", []), list) for part in (*item.parts, entry))
    if (unread or None in found) and entry.session.reports.subject is not None:
        entry.session.found.unread.add(entry.session.reports.subject)
    return tuple(parameter for parameter in found if parameter is not None)


def _body(entry: Entry) -> Body | None:
    body = entry.object("requestBody")
    return lower_body(body) if body is not None else None


# --------------------------------------------------------------------------- operations


def lower_operations(
    session: Session, path: str, entry: Entry, schemes: dict[str, Json], around: Extensions = NONE
) -> Iterator[Lowered]:
    """Lower the operations of a path item, each with its callbacks; ``around`` are the keys of `paths`."""
    with session.reports.on_behalf_of(entry.id):
        item = open_item(entry)
    found = list(methods(item))
    if not found:
        _look_at(item)
    for operation in found:
        with session.reports.on_behalf_of(operation.at):
            yield _operation(item, operation, path, schemes, around)


def _look_at(item: Item) -> None:
    """Look at what operations of a path item would have, where it has none."""
    for part in item.parts:
        with part.session.aside(), part.session.reports.on_behalf_of(item.at):
            for parameter in part.objects("parameters"):
                lower_parameter(parameter)
            lower_servers(part)


def _operation(item: Item, written: Found, path: str, schemes: dict[str, Json], around: Extensions) -> Lowered:
    at, entry = written.at, written.entry
    entry.session.counts.declare(at)
    found, pagination = written.open(Where.OPERATION)
    override = override_of(found)
    events = tuple(_callbacks(entry, at, schemes))
    deprecated = entry.flag("deprecated")
    operation = Operation(
        at,
        written.method,
        encoded_path(path.partition("#")[0]),  # a fragment tells operations apart and is never sent
        operation_id=_operation_id(entry),
        override=override.text,
        aliases=override.aliases,
        names_in=override.names_in,
        groups=_groups(found),
        tags=_tags(entry),
        ignore=_ignore(item, found),
        summary=written.prose("summary", item),
        description=written.prose("description", item),
        external_docs=docs_url(entry),
        deprecated=deprecated,
        deprecation_message=deprecation_message(entry.session, entry.id, found, deprecated=deprecated),
        usage_example=found.get("usage-example", False),
        max_method_params=found.get("max-method-params"),
        parameters=_parameters(item, entry),
        body=_body(entry),
        responses=lower_responses(entry),
        security=lower_security(entry, schemes),
        servers=_servers(item, entry),
        paginations=(pagination,) if pagination is not None else (),
        retries=lower_retries(found),
        timeout=found.get("timeout"),
        idempotency=lower_idempotency(found),
        errors=_errors(found, item, around),
        sentinel=lower_sentinel(found),
        switch=lower_switch(found),
        events=tuple(event.id for event in events),
    )
    return Lowered(operation, events)


def _operation_id(entry: Entry) -> str | None:
    """Read the operationId; an empty one is none, as if it were not there."""
    found = entry.text("operationId")
    if found == "":
        entry.session.reports.tell_empty(entry.at("operationId"))
    return found or None


def _tags(entry: Entry) -> tuple[str, ...]:
    tags = entry.texts("tags")
    if entry.session.versions.is_swagger(entry.file):  # later versions have no such rule
        tell_twice(entry, "tags", tags)
    return tags


def _groups(found: Extensions) -> tuple[str, ...] | None:
    value = found.get("group")
    return (value,) if isinstance(value, str) else value


def _ignore(item: Item, found: Extensions, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the targets that leave the operation out; its own word counts before the path item's (D5.2)."""
    if "ignore" in found.values:
        return ignored_for(found)
    return next((ignored_for(outer) for outer in item.extensions if "ignore" in outer.values), default)


def _servers(item: Item, entry: Entry) -> tuple[Server, ...]:
    found = [lower_servers(holder) for holder in (entry, *item.parts)]
    return next((servers for servers in found if servers), ())


def _errors(found: Extensions, item: Item, around: Extensions) -> ErrorStatuses | None:
    """Join the operation's `x-codegen-errors` with those of its path item and of `paths`; an override ends the row."""
    rows = [row for row in (found.get("errors"), item.extension("errors"), around.get("errors")) if row is not None]
    if not rows:
        return None
    last = next((index for index, row in enumerate(rows) if row.get("override", False)), len(rows))
    codes = [code for row in reversed(rows[: last + 1]) for code in statuses(row["statusCodes"])]
    own = found.get("errors")
    return ErrorStatuses(tuple(dict.fromkeys(codes)), own is not None and own.get("override", False))


# --------------------------------------------------------------------------- events


def _callbacks(entry: Entry, operation: Id, schemes: dict[str, Json]) -> Iterator[Event]:
    for name, reference in entry.members("callbacks"):
        at = child(operation, "callbacks", name)
        yield from lower_callback(Event(at, EventKind.CALLBACK, name, operation=operation), reference, schemes)


def lower_callback(base: Event, reference: Entry, schemes: dict[str, Json]) -> Iterator[Event]:
    """Lower a callback or a reference to one: the events of each of its expressions, which are like ``base``."""
    session = reference.session
    with session.reports.on_behalf_of(base.id):
        callback, beside = reference.follow(Where.CALLBACK)
    if callback is None:
        return
    expressions = object_keys.Keys("a callback", frozenset(key for key in callback.raw if not key.startswith("x-")))
    ignore = ignored_for(beside.over(callback.open(expressions, Where.CALLBACK)))
    for expression, path_item in callback.entries(opened=True):
        if not expression.startswith("x-"):
            event = dataclasses.replace(base, id=child(base.id, expression), expression=expression)
            yield from _events(path_item, event, ignore, Where.CALLBACK_OPERATION, schemes)


def lower_webhook(name: str, entry: Entry, schemes: dict[str, Json]) -> Iterator[Event]:
    """Lower a webhook: one event for each method of its path item."""
    yield from _events(entry, Event(entry.id, EventKind.WEBHOOK, name), (), Where.WEBHOOK, schemes)


def _events(
    entry: Entry, base: Event, ignore: tuple[str, ...], where: Where, schemes: dict[str, Json]
) -> Iterator[Event]:
    session = entry.session
    with session.reports.on_behalf_of(base.id):
        item = open_item(entry)._replace(at=base.id)
    if all(key not in part for part in item.parts for key in (*object_keys.METHODS, "query", "additionalOperations")):
        what = "the webhook" if where is Where.WEBHOOK else "the callback"
        session.reports.add("CG0367", entry.id, at_key=True, what=f"{what} `{base.wire}`")
    for part in item.parts:
        _look_at_servers(part)
    for operation in methods(item):
        with session.reports.on_behalf_of(operation.at):
            yield _event(item, operation, base, ignore, where, schemes)


def _look_at_servers(entry: Entry) -> None:
    """Look at servers of what is received, of which nothing is made."""
    for server in entry.objects("servers"):
        server.open(object_keys.SHOWN_SERVER, Where.ELSEWHERE)


def _event(
    item: Item, written: Found, base: Event, ignore: tuple[str, ...], where: Where, schemes: dict[str, Json]
) -> Event:
    entry = written.entry
    found, _ = written.open(where)
    _look_at_servers(entry)
    check_security(entry, schemes)
    docs_url(entry)
    entry.texts("tags")
    entry.session.counts.declare(written.at)
    override = override_of(found)
    return dataclasses.replace(
        base,
        id=written.at,
        method=written.method,
        operation_id=_operation_id(entry),
        override=override.text,
        names_in=override.names_in,
        ignore=_ignore(item, found, ignore),
        summary=written.prose("summary", item),
        description=written.prose("description", item),
        deprecated=entry.flag("deprecated"),
        parameters=_parameters(item, entry),
        body=_body(entry),
        responses=lower_responses(entry, received=True),
    )

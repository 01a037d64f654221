"""Give requests and responses types of their own if readOnly or writeOnly makes them differ (D7.4).

Before::

    model @schemas/Booking { field "id" type=string read-only; field "code" type=string write-only }
    operation @... { payload ... type=@schemas/Booking; answer "200" { decode ... @schemas/Booking } }

After::

    model @schemas/Booking view="read" { name "Booking"; field "id" ... }
    model @schemas/Booking#write base=@schemas/Booking view="write" { name "BookingInput"; field "code" ... }
    operation @... { payload ... type=@schemas/Booking#write; answer "200" { decode ... @schemas/Booking } }

Only a type with such properties that is used both ways is split, and with it the types that hold it both ways. One
that is used one way only loses the properties that do not apply there. For events it is reversed: their payload
is what the SDK reads, their answers are what it writes.

What was only written so far keeps its name when it comes to be read, too, as codegen.lock tells: then it is the read
view that gets another, ``BookingOutput`` (D10.1). And what was split stays so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.base.naming import words
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Body, Event, Operation, Parameter, Response, Sdk
from compiler.ir.references import type_refs
from compiler.ir.types import Declaration, Model, Name, Origin
from compiler.ir.wire import Answer, JsonField, Part, Payload
from compiler.lock.lock import Lock
from passes.context import Context
from passes.support.caller_references import caller_references
from passes.support.change import change_each, change_values, changed
from passes.support.names.english import folded
from passes.support.type_references import Typed, redirected, redirected_declaration, redirected_holder, referrers

READ, WRITE = "read", "write"
SUFFIXES = {READ: ("Output", "Read", "ReadOutput"), WRITE: ("Input", "Write", "WriteInput")}
"""What the name of the view ends with that has not the type's own; the first that makes a name that none has."""


def run(sdk: Sdk, context: Context) -> Sdk:
    """Split types into views, and let requests refer to the write views."""
    directed = {at for at, item in sdk.types.items() if isinstance(item, Model) and _is_directed(item)}
    split_before = _remembered(sdk.types, context.lock)
    if not directed and not split_before:
        return sdk
    read, written = _used(sdk, context)
    leading = referrers(context.graph, sdk.types, directed) | split_before
    views = {at: f"{at}#{WRITE}" for at in leading & read & written}
    types = dict(_views(sdk.types, views, read, _Namer(sdk.types, leading & (read | written), context)))
    writer = _Writer(views)
    return replace(
        sdk,
        types=types,
        operations=change_values(sdk.operations, writer.operation),
        events=change_values(sdk.events, writer.event),
        global_parameters=change_each(sdk.global_parameters, writer.parameter),
    )


def _remembered(types: Mapping[Id, Declaration], lock: Lock) -> set[Id]:
    """Return the types with two names, which stay two without such properties, too (D10.1)."""
    ends = tuple(f"#{side}" for side in SUFFIXES)
    return {at for key in lock.kept if key.endswith(ends) and (at := key.rpartition("#")[0]) in types}


def _is_directed(model: Model) -> bool:
    return any(field.read_only or field.write_only for field in model.fields)


def _used(sdk: Sdk, context: Context) -> tuple[set[Id], set[Id]]:
    """Return the types that are read and those that are written."""
    found = caller_references(sdk)
    reads, writes = [*found.read()], [*found.sent()]
    for parameter in sdk.global_parameters:
        writes.extend(type_refs(parameter.type))
    return context.graph.reachable(sdk.types, reads), context.graph.reachable(sdk.types, writes)


def _views(
    types: Mapping[Id, Declaration], views: Mapping[Id, Id], read: set[Id], namer: _Namer
) -> Iterable[tuple[Id, Declaration]]:
    """Yield every declaration as it is used, a write view after the read view it belongs to."""
    for at, item in types.items():
        if at in views:
            reading, writing = namer.of_both(item)
            yield at, _name_view(_read_view(item), reading, item)
            yield views[at], _write_view(item, views, writing)
        elif at in namer.leading:
            side = READ if at in read else WRITE
            view = _side(_name_view(item, namer.of_one(item, side), item), side)
            yield at, view if side == READ else redirected_declaration(view, views)
        else:
            yield at, item


class _Namer:
    """Names views: one has the name of its type, and the other another."""

    def __init__(self, types: Mapping[Id, Declaration], leading: set[Id], context: Context) -> None:
        self.leading = leading
        """Types in use that have such properties, or lead to one."""
        self._lock, self._vocabulary = context.lock, context.vocabulary
        self._taken = {folded(words(item.name.text, self._vocabulary)) for item in types.values() if item.name}

    def of_both(self, item: Declaration) -> tuple[Name | None, Name | None]:
        """Name the read view and the write view: what was there first has the type's name."""
        if self._was_written(item):
            return self._other(item, READ), item.name
        return item.name, self._other(item, WRITE)

    def of_one(self, item: Declaration, side: str) -> Name | None:
        """Name a type that is used one way; one that had another name beside the other view keeps that."""
        first = self._was_written(item)
        if f"{item.id}#{side}" in self._lock.kept:
            return self._other(item, side)
        if side == WRITE and not first:
            self._lock.seen[f"{item.id}#view"] = WRITE
        return item.name

    def _was_written(self, item: Declaration) -> bool:
        """Tell whether the type's own name is that of what is written, and keep that."""
        key = f"{item.id}#view"
        found = self._lock.kept.get(key) == WRITE
        if found:
            self._lock.seen[key] = WRITE
        return found

    def _other(self, item: Declaration, side: str) -> Name | None:
        """Return the name of the view that has not the type's own, which no other type has."""
        if item.name is None:
            return None
        at = f"{item.id}#{side}"
        kept = self._lock.kept.get(at)
        wanted = ([kept] if kept else []) + [f"{item.name.text}{suffix}" for suffix in SUFFIXES[side]]
        text = next((text for text in wanted if folded(words(text, self._vocabulary)) not in self._taken), wanted[-1])
        self._taken.add(folded(words(text, self._vocabulary)))
        self._lock.seen[at] = text
        return Name(text, Origin.LOCK if text == kept and text != wanted[1] else Origin.INFERRED)


def _side(item: Declaration, side: str) -> Declaration:
    """Return a model without the properties that have no place on one side."""
    if not isinstance(item, Model) or not _is_directed(item):
        return item
    fields = tuple(field for field in item.fields if not (field.read_only if side == WRITE else field.write_only))
    return item if len(fields) == len(item.fields) else replace(item, fields=fields, view=side)


def _read_view(item: Declaration) -> Declaration:
    view = _side(item, READ)
    return replace(view, view=READ) if isinstance(view, Model) else view


def _write_view(item: Declaration, views: Mapping[Id, Id], name: Name | None) -> Declaration:
    view = _name_view(redirected_declaration(_side(item, WRITE), views), name, item)
    if isinstance(view, Model):
        return replace(view, id=views[item.id], base=item.id, view=WRITE)
    return replace(view, id=views[item.id])


def _name_view(view: Declaration, name: Name | None, item: Declaration) -> Declaration:
    """Give a view its name; in targets where the type is called otherwise, with the same end."""
    if name is item.name or name is None or item.name is None:
        return replace(view, name=name)
    end = name.text.removeprefix(item.name.text)
    names_in = tuple(replace(one, text=f"{one.text} {end}") for one in item.names_in)
    return replace(view, name=name, names_in=names_in)


@frozen
class _Writer:
    """Lets what we write refer to the write views."""

    views: Mapping[Id, Id]

    def operation(self, operation: Operation) -> Operation:
        return changed(
            operation,
            parameters=change_each(operation.parameters, self.parameter),
            body=self.body(operation.body) if operation.body else None,
            payload=self.payload(operation.payload) if operation.payload else None,
        )

    def event(self, event: Event) -> Event:
        return changed(
            event,
            responses=change_each(event.responses, self.response),
            answers=change_each(event.answers, self.answer),
        )

    def parameter(self, parameter: Parameter) -> Parameter:
        return self._typed(parameter)

    def body(self, body: Body) -> Body:
        return changed(body, contents=change_each(body.contents, self._typed))

    def payload(self, payload: Payload) -> Payload:
        parts = change_each(payload.parts, self.part)
        rest = self.part(payload.rest) if payload.rest else None
        others = change_each(payload.others, self.payload)
        fields = change_each(payload.json_fields, self.json_field)
        return changed(self._typed(payload), parts=parts, rest=rest, others=others, json_fields=fields)

    def json_field(self, item: JsonField) -> JsonField:
        types = tuple(redirected(type_, self.views) for type_ in item.types)
        return item if types == item.types else replace(item, types=types)

    def part(self, part: Part) -> Part:
        return changed(self._typed(part), headers=change_each(part.headers, self._typed))

    def response(self, response: Response) -> Response:
        contents = change_each(response.contents, self._typed)
        return changed(response, contents=contents, headers=change_each(response.headers, self._typed))

    def answer(self, answer: Answer) -> Answer:
        decodes = change_each(answer.decodes, self._typed)
        return changed(answer, decodes=decodes, headers=change_each(answer.headers, self._typed))

    def _typed(self, holder: Typed) -> Typed:
        return redirected_holder(holder, self.views)

"""Leave out what `x-codegen-ignore` excludes: for all targets, or for the current target (spec 2.4, D5).

Before::

    operation @"paths/~1trips/get" GET "/trips" {
      parameter "limit" query type=integer
      parameter "channel" query required type=string ignore=["*"]
    }

After::

    operation @"paths/~1trips/get" GET "/trips" { parameter "limit" query type=integer }

The pass runs once for `true` (``*``), then for each target with the lists that name it. An operation takes its
callbacks with it; a body or response with no media types left has no content. A path
parameter cannot be left out of the URL: its schema's const or default is sent, as ``fixed`` (D5.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from compiler.base.frozen import mutable
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Body, Content, Event, Operation, Parameter, Response, Sdk
from compiler.ir.types import Alias, Const, Declaration, Enum, Field, Model, Ref, Type, Value
from compiler.ir.wire import Place
from passes.context import Context
from passes.support.answers.decoding import decode
from passes.support.change import change_each, change_values, changed
from passes.support.pagination.ignored import without_broken_pages
from passes.support.places import base_id, extension, nearest
from passes.support.type_queries import Types, alternatives

Caller = TypeVar("Caller", Operation, Event)


def run(sdk: Sdk, context: Context) -> Sdk:
    """Drop what is ignored.

    Reports CG0701 (an ignored path parameter without a value), CG0702 (an unknown target in a list), CG0703 and
    CG0704 (an ignored input of, or property on a path of, a pagination).
    """
    if context.target is None:
        _check_targets(_lists(sdk, context), context)
        sdk = without_broken_pages(sdk, context)
        return _Ignorer(context, sdk.types, "*").sdk(sdk)
    if context.target not in context.once("ignoring targets", sdk, lambda: _names_in(_lists(sdk, context))):
        return sdk
    return _Ignorer(context, sdk.types, context.target).sdk(sdk)


@mutable
class _Ignorer:
    context: Context
    types: Types
    target: str
    """The target whose lists count now; ``*`` in the shared run."""

    def sdk(self, sdk: Sdk) -> Sdk:
        types = change_values(sdk.types, self.declaration)
        self.types = types
        operations = change_values(sdk.operations, self.operation)
        if self.target != "*":
            operations = _promote(operations, sdk.operations)
        if types is not sdk.types:
            operations = change_values(operations, self.without_parts)
        kept = frozenset(operations)
        events = change_values(sdk.events, lambda event: self.event(event, kept))
        shared = change_each(sdk.global_parameters, lambda item: None if self.holds(item.ignore) else item)
        return changed(sdk, types=types, operations=operations, events=events, global_parameters=shared)

    def holds(self, ignore: tuple[str, ...]) -> bool:
        return bool(ignore) and self.target in ignore

    def declaration(self, item: Declaration) -> Declaration:
        if not isinstance(item, Model) or not any(map(attrgetter("ignore"), item.fields)):
            return item
        fields = change_each(item.fields, self.field)
        return item if fields is item.fields else replace(item, fields=fields)

    def field(self, field: Field) -> Field | None:
        return None if self.holds(field.ignore) else field

    def operation(self, operation: Operation) -> Operation | None:
        if self.holds(operation.ignore):
            return None
        changed = self._members(operation)
        if changed.payload is not None and changed.body is None:
            return replace(changed, payload=None) if operation.variant is None else None
        if changed.responses is not operation.responses and operation.answers:
            return decode(changed, self.types)
        return changed

    def event(self, event: Event, operations: frozenset[Id]) -> Event | None:
        orphan = event.operation is not None and event.operation not in operations
        if orphan or self.holds(event.ignore):
            return None
        changed = self._members(event)
        if changed.body is not event.body and event.payloads:
            left = {content.id for content in changed.body.contents} if changed.body else set()
            return replace(changed, payloads=tuple(item for item in event.payloads if item.id in left))
        return changed

    def _members(self, caller: Caller) -> Caller:
        parameters = change_each(caller.parameters, lambda item: self.parameter(item, caller.id))
        body = self.body(caller.body) if caller.body is not None else None
        responses = change_each(caller.responses, self.response)
        if parameters is caller.parameters and body is caller.body and responses is caller.responses:
            return caller
        return replace(caller, parameters=parameters, body=body, responses=responses)

    def parameter(self, parameter: Parameter, owner: Id) -> Parameter | None:
        if not self.holds(parameter.ignore):
            return parameter
        if parameter.place is not Place.PATH:
            return None
        value = _only_value(self.types, parameter.type) or parameter.default
        if value is None:
            self.context.diagnostics.report(
                "CG0701", extension(self.context, parameter.id, "ignore"), subject=owner, name=parameter.wire
            )
        return replace(parameter, fixed=value)

    def body(self, body: Body) -> Body | None:
        contents = change_each(body.contents, self.content)
        if contents is body.contents:
            return body
        return replace(body, contents=contents) if contents else None

    def response(self, response: Response) -> Response | None:
        if self.holds(response.ignore):
            return None
        contents = change_each(response.contents, self.content)
        return response if contents is response.contents else replace(response, contents=contents)

    def content(self, content: Content) -> Content | None:
        return None if self.holds(content.ignore) else content

    def without_parts(self, operation: Operation) -> Operation:
        """Drop the parts of properties that are ignored for the target; earlier than that there are none."""
        payload = operation.payload
        if payload is None or not payload.parts:
            return operation
        models = [item for item in alternatives(self.types, payload.type) if isinstance(item, Model)]
        known = {field.wire for model in models for field in model.fields}
        parts = tuple(part for part in payload.parts if part.wire in known)
        if len(parts) == len(payload.parts):
            return operation
        return replace(operation, payload=replace(payload, parts=parts))


def _check_targets(lists: Iterable[tuple[Id, tuple[str, ...]]], context: Context) -> None:
    """Warn of targets in ignore lists that nobody knows (D5.1)."""
    known = context.targets
    if not known:
        return
    for at, ignore in lists:
        unknown = [target for target in dict.fromkeys(ignore) if target != "*" and target not in known]
        if unknown:
            first, *more = unknown
            context.diagnostics.report(
                "CG0702",
                extension(context, at, "ignore"),
                notes=[f"nor is there a target `{target}`{nearest(target, known)}" for target in more],
                target=first,
                hint=nearest(first, known),
                known=", ".join(sorted(known)),
            )


def _names_in(lists: Iterable[tuple[Id, tuple[str, ...]]]) -> frozenset[str]:
    """Return what the lists name."""
    return frozenset(target for _, ignore in lists for target in ignore)


def _lists(sdk: Sdk, context: Context) -> Iterator[tuple[Id, tuple[str, ...]]]:
    """Yield every ignore list with the identity of what it stands on."""
    for declared in sdk.types.values():
        yield from _of_fields(declared)
    yield from ((parameter.id, parameter.ignore) for parameter in sdk.global_parameters)
    for caller in chain[Operation | Event](sdk.operations.values(), sdk.events.values()):
        yield from _of_caller(caller)


def _of_fields(declared: Declaration) -> tuple[tuple[Id, tuple[str, ...]], ...]:
    if not isinstance(declared, Model) or not any(map(attrgetter("ignore"), declared.fields)):
        return ()
    return tuple((field.id, field.ignore) for field in declared.fields if field.ignore)


def _of_caller(caller: Operation | Event) -> tuple[tuple[Id, tuple[str, ...]], ...]:
    parts: tuple[Operation | Event | Parameter | Response | Content, ...] = (
        *(caller, *caller.parameters, *caller.responses, *_contents(caller)),
    )
    return tuple((part.id, part.ignore) for part in parts if part.ignore)


def _contents(caller: Operation | Event) -> Iterator[Content]:
    if caller.body is not None:
        yield from caller.body.contents
    for response in caller.responses:
        yield from response.contents


def _promote(operations: Mapping[Id, Operation], before: Mapping[Id, Operation]) -> Mapping[Id, Operation]:
    """Let the first variant that is left take the method of an operation whose own media type is ignored."""
    bare = {at for at, item in operations.items() if item.payload is None and before[at].payload is not None}
    if not bare:
        return operations
    heirs: dict[Id, Operation] = {}
    for item in operations.values():
        if item.variant is not None and item.payload is not None and base_id(item) in bare:
            heirs.setdefault(base_id(item), item)
    risen = {item.id: item for item in heirs.values()}
    return {
        at: replace(heirs[at], id=at, variant=None) if at in heirs else _follow(item, risen)
        for at, item in operations.items()
        if at not in risen
    }


def _follow(operation: Operation, risen: Mapping[Id, Operation]) -> Operation:
    """Return the stream variant of a variant that became the method: the stream of the method now."""
    leader = risen.get(operation.id.rpartition(",")[0])
    if leader is None or operation.variant is None:
        return operation
    return replace(operation, variant=operation.variant.removeprefix(f"{leader.variant} "))


def _only_value(types: Types, type_: Type | None) -> Value | None:
    """Return the one value that a schema allows, if it allows just one."""
    while isinstance(type_, Ref):
        declared = types.get(type_.target)
        if isinstance(declared, Enum) and len(declared.members) == 1:
            return Value(declared.members[0].value)
        if not isinstance(declared, Alias):
            return None
        type_ = declared.type
    return Value(type_.value) if isinstance(type_, Const) else None

"""Replace references by the components they lead to, so that operations and events need no lookup.

Before::

    parameter @parameters/Page "page" query { schema types=["integer"] }
    operation @"paths/~1trips/get" GET "/trips" {
      parameter "" query ref=@parameters/Page
    }

After::

    operation @"paths/~1trips/get" GET "/trips" {
      parameter "page" query shared at=@parameters/Page { schema types=["integer"] }
    }

Parameters, bodies, responses and headers are resolved; siblings of a `$ref` take precedence over its target, at
each link of a chain of references (D1.4). Parameters of the path item come first, and the operation's
replace those of the same name and place (D4.4). A pagination on the 200 response (else 2XX), its JSON media type or
schema, or on a schema which that one refers to, joins the operation's own (D6.1). Schemas keep their references, but a
chain of them that never ends is cut here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeVar

from compiler.base.frozen import mutable
from compiler.ir.media import essence
from compiler.ir.node import Id, replace
from compiler.ir.nodes import (
    Body,
    Content,
    Encoding,
    Event,
    Header,
    Operation,
    Pagination,
    Parameter,
    Response,
    Schema,
    Sdk,
)
from compiler.ir.wire import Place
from passes.context import Context
from passes.resolve_refs.misplaced_paginations import report_idle_pages, successes
from passes.resolve_refs.reference_chains import cut_chains
from passes.support.change import change_each, changed

Referable = TypeVar("Referable", Parameter, Body, Response, Header)
Caller = TypeVar("Caller", Operation, Event)
T = TypeVar("T")


def run(sdk: Sdk, context: Context) -> Sdk:
    """Resolve every reference outside schemas; the component tables end empty.

    Reports CG0501 (references in a circle), CG0514 (chains that are too long), CG0921 (paginations that never count).
    """
    resolver = _Resolver(sdk, context)
    shared = change_each(sdk.global_parameters, resolver.parameter)
    resolver.globals.update((item.wire.lower(), item.wire) for item in shared if item.place is Place.HEADER)
    schemas = cut_chains(_cut_circles(sdk.schemas, context), context)
    operations = {at: resolver.operation(operation) for at, operation in sdk.operations.items()}
    report_idle_pages(operations.values(), schemas, context)
    return replace(
        sdk,
        operations=operations,
        events={at: resolver.event(event) for at, event in sdk.events.items()},
        global_parameters=shared,
        schemas=schemas,
        parameters={},
        bodies={},
        responses={},
        headers={},
    )


@mutable
class _Resolver:
    sdk: Sdk
    context: Context
    globals: dict[str, str] = field(default_factory=dict)
    """Headers that the client has for all calls, by their names without capitals."""

    def operation(self, operation: Operation) -> Operation:
        resolved = self._caller(operation)
        paginations = tuple(self._paginations(resolved))
        if paginations:
            return replace(resolved, paginations=resolved.paginations + paginations)
        return resolved

    def event(self, event: Event) -> Event:
        return self._caller(event)

    def _caller(self, caller: Caller) -> Caller:
        parameters = _merged(change_each(caller.parameters, self.parameter))
        if self.globals:  # a header is the same however it is spelled
            parameters = change_each(parameters, self._as_shared)
        body = self.body(caller.body) if caller.body else None
        responses = change_each(caller.responses, self.response)
        if parameters is caller.parameters and body is caller.body and responses is caller.responses:
            return caller
        return replace(caller, parameters=parameters, body=body, responses=responses)

    def parameter(self, parameter: Parameter) -> Parameter | None:
        if parameter.ref is None:
            return parameter
        links = self._links(parameter, self.sdk.parameters)
        if not links:
            return None
        named = next((link for link in links if link.override is not None or link.names_in), links[-1])
        return changed(
            links[-1],
            wire=_first(link.wire for link in links) or "",
            allow_reserved=any(link.allow_reserved for link in links),
            inherited=parameter.inherited,
            shared=True,
            description=_first(link.description for link in links),
            override=named.override,
            names_in=named.names_in,
            ignore=_first(link.ignore for link in links) or (),
        )

    def _as_shared(self, parameter: Parameter) -> Parameter:
        known = self.globals.get(parameter.wire.lower()) if parameter.place is Place.HEADER else None
        return parameter if known is None else changed(parameter, wire=known)

    def body(self, body: Body) -> Body | None:
        links = self._links(body, self.sdk.bodies)
        if not links:
            return None
        return changed(
            links[-1],
            shared=body.ref is not None,
            description=_first(link.description for link in links),
            contents=change_each(links[-1].contents, self.content),
        )

    def response(self, response: Response) -> Response | None:
        links = self._links(response, self.sdk.responses)
        if not links:
            return None
        return changed(
            links[-1],
            status=response.status,
            shared=response.ref is not None,
            description=_first(link.description for link in links),
            ignore=_first(link.ignore for link in links) or (),
            pagination=_first(link.pagination for link in links),
            headers=change_each(links[-1].headers, self.header),
            contents=change_each(links[-1].contents, self.content),
        )

    def header(self, header: Header) -> Header | None:
        if header.ref is None:
            return header
        links = self._links(header, self.sdk.headers)
        if not links:
            return None
        return changed(links[-1], wire=header.wire, shared=True, description=_first(link.description for link in links))

    def content(self, content: Content) -> Content:
        encodings = change_each(content.encodings, self._encoding)
        return content if encodings is content.encodings else replace(content, encodings=encodings)

    def _encoding(self, encoding: Encoding) -> Encoding:
        headers = change_each(encoding.headers, self.header)
        return encoding if headers is encoding.headers else replace(encoding, headers=headers)

    def _links(self, placeholder: Referable, components: Mapping[Id, Referable]) -> list[Referable]:
        """Return a thing and what its references lead to in turn; [] where one leads nowhere, which was reported."""
        links = [placeholder]
        seen: list[Id] = []
        while (ref := links[-1].ref) is not None:
            if ref in seen:
                _report_circle(self.context, placeholder.id, [*seen, ref])
                return []
            seen.append(ref)
            found = components.get(ref)
            if found is None:
                return []
            links.append(found)
        return links

    def _paginations(self, operation: Operation) -> Iterator[Pagination]:
        for response in successes(operation.responses):
            if response.pagination is not None:
                yield response.pagination
            for content in response.contents:
                if content.pagination is not None:
                    yield content.pagination
                if content.schema is not None and _is_json(content.media_type):
                    yield from self._of_schema(content.schema)

    def _of_schema(self, schema: Schema) -> Iterator[Pagination]:
        """Yield the pagination of a schema and of those it refers to or is composed of, each once.

        What a schema says itself hides what its parts in allOf say.
        """
        seen: set[Id] = set()
        waiting = [schema]
        while waiting:
            schema = waiting.pop()
            if schema.pagination is not None:
                yield schema.pagination
            else:
                waiting.extend(reversed(schema.all_of))
            if schema.ref is not None and schema.ref not in seen:
                seen.add(schema.ref)
                target = self.sdk.schemas.get(schema.ref)
                waiting.extend(() if target is None else (target,))


def _first(values: Iterable[T | None]) -> T | None:
    """Return the first of the links' values that says something; the last one's where none does."""
    value = None
    for value in values:
        if value:
            break
    return value


def _merged(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Let the operation's parameters replace the path item's of the same name and place (D4.4)."""
    merged: dict[tuple[str, Place], Parameter] = {}
    for parameter in parameters:
        key = (_folded(parameter), parameter.place)
        before = merged.get(key)
        if before is None or before.inherited != parameter.inherited:
            merged[key] = parameter  # one that stands twice in a list counts once: lowering has told
    return parameters if len(merged) == len(parameters) else tuple(merged.values())


def _folded(parameter: Parameter) -> str:
    return parameter.wire.lower() if parameter.place is Place.HEADER else parameter.wire


def _is_json(media_type: str) -> bool:
    plain = essence(media_type)
    return plain == "application/json" or plain.endswith("+json")


def _cut_circles(schemas: Mapping[Id, Schema], context: Context) -> Mapping[Id, Schema]:
    """Report chains of references that come back to their start; what is in one becomes any value."""
    cut: dict[Id, Schema] = {}
    walked: set[Id] = set()
    for at in schemas:
        chain: dict[Id, None] = {}
        current: Id | None = at
        while current is not None and current in schemas and current not in chain and current not in walked:
            chain[current] = None
            current = schemas[current].ref
        walked.update(chain)  # `|=` with the keys of a dict copies the set
        if current is not None and current in chain:
            followed = list(chain)
            circle = followed[followed.index(current) :]
            _report_circle(context, circle[0], [*circle, circle[0]])
            cut.update((member, Schema(always=True, id=member)) for member in circle)
    return {at: cut.get(at, schema) for at, schema in schemas.items()} if cut else schemas


def _report_circle(context: Context, at: Id, circle: list[Id]) -> None:
    shown = " -> ".join(circle)
    context.diagnostics.report("CG0501", context.loc(at), subject=circle[0], circle=shown)

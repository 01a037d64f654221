"""Where inferred names begin: the operation, event or component that an inline schema stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler.ir.node import Id, unescape
from compiler.ir.nodes import Content, Event, Header, Operation, Parameter, Response, Sdk
from compiler.naming import words
from passes._components import component_name, is_component
from passes._words import status_words

Words = tuple[str, ...]

VARIABLE = re.compile(r"\{[^}]*\}")

MEDIA = {
    "json": ("json",),
    "x-www-form-urlencoded": ("form",),
    "form-data": ("multipart",),
    "xml": ("xml",),
    "plain": ("text",),
    "event-stream": ("event",),
    "octet-stream": ("binary",),
}


@dataclass(frozen=True, slots=True)
class Root:
    """The beginning of names.

    ``short`` is what is said first, ``longer`` what tells two of one short name apart, the shortest first.
    ``titled``: a title at this place names it (D10.1).
    """

    short: Words
    longer: tuple[Words, ...] = ()
    titled: bool = False


def operation_words(operation: Operation) -> Words:
    """Return the words of an operation: its operationId, else its method and path (D1.4)."""
    return words(operation.operation_id or f"{operation.method.lower()} {operation.path}")


def event_words(event: Event) -> Words:
    """Return the words of a webhook or callback: its operationId, else its name."""
    return words(event.operation_id or event.wire)


def roots(sdk: Sdk) -> dict[Id, Root]:
    """Return every place at which names begin, by the identity that those below it start with."""
    found: dict[Id, Root] = {}
    for at in sdk.types:
        if is_component(at):
            name = words(component_name(at))
            found[at] = Root(name)
    for operation in sdk.operations.values():
        _of_caller(found, operation, operation_words(operation), "Request", "Response")
    for event in sdk.events.values():
        _of_caller(found, event, event_words(event), "Payload", "Response")
    for parameter in sdk.global_parameters:
        found.setdefault(parameter.id, _of_parameter(parameter, "", ()))
    return found


def _of_caller(found: dict[Id, Root], caller: Operation | Event, owner: Words, sent: str, answered: str) -> None:
    for parameter in caller.parameters:
        if parameter.id not in found:
            found[parameter.id] = _of_parameter(parameter, caller.id, owner)
    if caller.body is not None:
        for content in caller.body.contents:
            name = _component_words(content.id, "requestBodies", sent) or (*owner, sent)
            found.setdefault(content.id, Root(name, (_within(name, _media_words(content)),), titled=True))
            for encoding in content.encodings:
                found.update(_of_headers(encoding.headers, owner))
    for response in caller.responses:
        found.update(_of_response(response, owner, answered))


def _of_response(response: Response, owner: Words, role: str) -> Iterator[tuple[Id, Root]]:
    status = status_words(response.status)
    success = response.status[:1] == "2"
    for content in response.contents:
        shared = _component_words(content.id, "responses", role)
        name = shared or ((*owner, role) if success else (*owner, *status, role))
        told = _within(name, status) if success and not shared else name
        yield content.id, Root(name, (told, _within(told, _media_words(content))), titled=True)
    yield from _of_headers(response.headers, owner)


def _within(name: Words, more: Words) -> Words:
    """Put words before the last one, the role."""
    return (*name[:-1], *more, name[-1])


def _of_headers(headers: tuple[Header, ...], owner: Words) -> Iterator[tuple[Id, Root]]:
    for header in headers:
        name = (*owner, *words(header.wire))
        if header.id.startswith("headers/"):
            name = words(header.id.partition("/")[2])
        yield header.id, Root(name, ((*name, "Header"),))


def _of_parameter(parameter: Parameter, caller: Id, owner: Words) -> Root:
    if parameter.id.startswith(caller):
        name = (*owner, *words(parameter.wire))
    else:
        head, _, rest = parameter.id.partition("/")
        name = words(parameter.wire)
        if head == "parameters":
            name = words(rest)
        elif head == "paths":  # the path item's own
            fixed = VARIABLE.sub("/", unescape(rest.partition("/")[0]))
            name = (*(words(fixed) if fixed.strip("/") else ()), *name)
    return Root(name, ((*name, "Parameter"),))


def _component_words(at: Id, kind: str, role: str) -> Words:
    """Return the name that a component's content is called by, with its role; () where it is no component's."""
    _, sep, rest = at.rpartition(f"{kind}/") if f"{kind}/" in at and not at.startswith("paths/") else ("", "", "")
    if not sep:
        return ()
    name = words(unescape(rest.partition("/")[0]))
    return name if name[-1].lower() == role.lower() else (*name, role)


def _media_words(content: Content) -> Words:
    essence = content.media_type.partition(";")[0].strip().lower()
    subtype = essence.rpartition("/")[2]
    return MEDIA.get(subtype) or words(subtype.rpartition("+")[2] or subtype)

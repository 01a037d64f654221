"""Roots of inferred names: the operation, event or component that contains an inline schema."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.identity import component_name
from compiler.ir.media import essence
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Body, Content, Event, Header, Operation, Parameter, Response, Sdk
from compiler.ir.types import Declaration, Origin, Ref
from passes.support.components import is_component
from passes.support.names.english import folded, status_words
from passes.support.names.error_names import says_error
from passes.support.names.type_frames import BODY, unframed
from passes.support.unions.members import stripped

Words = tuple[str, ...]

STATUS = lazy_pattern(r"[1-5](\d\d|XX)", re.IGNORECASE)
"""The name of a response that is called as its status."""
NO_LETTER = lazy_pattern(r"\W")
VARIABLE = lazy_pattern(r"\{[^}]*\}")

MEDIA = {
    "json": ("json",),
    "x-www-form-urlencoded": ("form",),
    "form-data": ("multipart",),
    "xml": ("xml",),
    "plain": ("text",),
    "event-stream": ("event",),
    "octet-stream": ("binary",),
}


@frozen
class Root:
    """The beginning of names.

    ``short`` is what is said first, ``longer`` what tells two of one short name apart, the shortest first.
    ``titled``: a title at this place names it (D10.1).
    """

    short: Words
    longer: tuple[Words, ...] = ()
    titled: bool = False


def operation_words(operation: Operation, vocabulary: Vocabulary) -> Words:
    """Return the words that types of an operation begin with: of its operationId, or its inferred name (D3.5)."""
    return words(
        operation.called or operation.operation_id or f"{operation.method.lower()} {operation.path}", vocabulary
    )


def event_words(event: Event, vocabulary: Vocabulary) -> Words:
    """Return the words of a webhook or callback: its operationId, else its name."""
    return words(event.operation_id or event.wire, vocabulary)


def roots(sdk: Sdk, vocabulary: Vocabulary) -> dict[Id, Root]:
    """Return every place at which names begin, by the identity that those below it start with."""
    found: dict[Id, Root] = {}
    for at, declared in sdk.types.items():
        if is_component(at):
            name, own = declared.name, words(component_name(at), vocabulary)
            if name is None:
                found[at] = Root(*_parted((*unframed(component_name(at), vocabulary), own)))
            else:
                found[at] = (
                    Root(own) if name.origin is not Origin.OVERRIDE else Root(words(name.text, vocabulary), (own,))
                )
    components = {folded(root.short) for root in found.values()}
    for operation in sdk.operations.values():
        inside: dict[Id, Root] = {}
        _of_caller(inside, operation, operation_words(operation, vocabulary), "Request", "Response", vocabulary)
        found |= {at: _make_room(root, components) for at, root in inside.items() if at not in found}
    for at, body in _framed_bodies(sdk).items():
        found[at] = Root(*_parted((found[body].short, *found[body].longer, found[at].short)))
    for event in sdk.events.values():
        _of_caller(found, event, event_words(event, vocabulary), "Payload", "Response", vocabulary)
    for parameter in sdk.global_parameters:
        found.setdefault(parameter.id, _of_parameter(parameter, (), "", vocabulary))
    return found


def _parted(names: Sequence[Words]) -> tuple[Words, tuple[Words, ...]]:
    return names[0], tuple(names[1:])


def _framed_bodies(sdk: Sdk) -> dict[Id, Id]:
    """Return the components that FastAPI called after the operation that takes them, with the content of its body.

    Who made operationIds shorter afterwards left the components as they were.
    """
    found: dict[Id, Id] = {}
    for operation in sdk.operations.values():
        called = operation.operation_id or ""
        whole = f"{called}{NO_LETTER.sub('_', operation.path)}_{operation.method.lower()}"
        for content in operation.body.contents if operation.body is not None else ():
            held = stripped(content.type) if content.type is not None else None
            if not isinstance(held, Ref) or not is_component(held.target) or sdk.types[held.target].name is not None:
                continue
            if component_name(held.target) in (BODY + called, BODY + whole):
                found.setdefault(held.target, content.id)
    return found


def _make_room(root: Root, components: Collection[str]) -> Root:
    """Let a request or an answer that a component is called as take `Call` before its role (D3.5)."""
    if not root.titled or folded(root.short) not in components:
        return root
    return replace(root, longer=(_within(root.short, ("Call",)), *root.longer))


def overridden_names(sdk: Sdk, vocabulary: Vocabulary) -> dict[Id, Words]:
    """Return the inline types that have an override, from which the names of what they hold go on."""
    found = {at: _overridden(declared) for at, declared in sdk.types.items() if not is_component(at)}
    return {at: words(name, vocabulary) for at, name in found.items() if name is not None}


def errors(sdk: Sdk, vocabulary: Vocabulary) -> dict[Id, Words]:
    """Return the overridden types that errors carry, with the name of the error's class: no inline type takes it."""
    found: dict[Id, Words] = {}
    for operation in sdk.operations.values():
        for response in operation.responses:
            for content in response.contents if response.status[:1] not in "23" else ():
                held = stripped(content.type) if content.type is not None else None
                name = (
                    _overridden(sdk.types[held.target]) if isinstance(held, Ref) and held.target in sdk.types else None
                )
                if isinstance(held, Ref) and name is not None and not says_error(name):
                    found[held.target] = (*words(name, vocabulary), "Error")
    return found


def _overridden(declared: Declaration) -> str | None:
    name = declared.name
    return name.text if name is not None and name.origin is Origin.OVERRIDE else None


def _of_caller(
    found: dict[Id, Root], caller: Operation | Event, owner: Words, sent: str, answered: str, vocabulary: Vocabulary
) -> None:
    for parameter in caller.parameters:
        if parameter.id not in found:
            found[parameter.id] = _of_parameter(
                parameter, owner, caller.path if isinstance(caller, Operation) else "", vocabulary
            )
    if caller.body is not None:
        _of_body(found, caller.body, owner, sent, vocabulary)
    for response in caller.responses:
        found.update(_of_response(response, owner, answered, vocabulary))


def _of_body(found: dict[Id, Root], body: Body, owner: Words, role: str, vocabulary: Vocabulary) -> None:
    name = _with_role(_called(body.id, vocabulary), role) if body.shared else (*owner, role)
    owner = _called(body.id, vocabulary) if body.shared else owner
    for content in body.contents:
        found.setdefault(content.id, Root(name, (_within(name, _media_words(content, vocabulary)),), titled=True))
        for encoding in content.encodings:
            found.update(_of_headers(encoding.headers, owner, vocabulary))


def _of_response(response: Response, owner: Words, role: str, vocabulary: Vocabulary) -> Iterator[tuple[Id, Root]]:
    status = status_words(response.status, vocabulary)
    if response.shared:
        owner = _called(response.id, vocabulary)
        name = told = _with_role(owner, role)
    else:
        name = (*owner, role) if response.status[:1] == "2" else (*owner, *status, role)
        told = _within(name, status) if response.status[:1] == "2" else name
    for content in response.contents:
        yield content.id, Root(name, (told, _within(told, _media_words(content, vocabulary))), titled=True)
    yield from _of_headers(response.headers, owner, vocabulary)


def _within(name: Words, more: Words) -> Words:
    """Put words before the last one, the role."""
    return (*name[:-1], *more, name[-1])


def _of_headers(headers: tuple[Header, ...], owner: Words, vocabulary: Vocabulary) -> Iterator[tuple[Id, Root]]:
    for header in headers:
        name = (
            words(component_name(header.id), vocabulary) if header.shared else (*owner, *words(header.wire, vocabulary))
        )
        yield header.id, Root(name, ((*name, "Header"),))


def _of_parameter(parameter: Parameter, owner: Words, path: str, vocabulary: Vocabulary) -> Root:
    if parameter.shared:
        name = words(component_name(parameter.id), vocabulary)
    elif parameter.inherited:  # the path item's own, which its operations share
        fixed = VARIABLE.sub("/", path)
        name = (*(words(fixed, vocabulary) if fixed.strip("/") else ()), *words(parameter.wire, vocabulary))
    else:
        name = (*owner, *words(parameter.wire, vocabulary))
    return Root(name, ((*name, "Parameter"),))


def _called(at: Id, vocabulary: Vocabulary) -> Words:
    """Return what a shared body or response is called; one that is called as a status, by its reason."""
    key = component_name(at)
    return status_words(key, vocabulary) if STATUS.fullmatch(key) else words(key, vocabulary)


def _with_role(name: Words, role: str) -> Words:
    """Return the name with its role at the end, once."""
    return name if name[-1].lower() == role.lower() else (*name, role)


def _media_words(content: Content, vocabulary: Vocabulary) -> Words:
    subtype = essence(content.media_type).rpartition("/")[2]
    return MEDIA.get(subtype) or words(subtype.rpartition("+")[2] or subtype, vocabulary)

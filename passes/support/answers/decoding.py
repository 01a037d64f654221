"""How responses are read: the decode table, the result types and the `Accept` header (D13)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.headers import ResponseHeader
from compiler.ir.media import WILDCARDS, essence, is_xml, kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Content, Operation, Response
from compiler.ir.types import ANY, BYTES, NULL, STRING, Const, Enum, Kind, ListOf, MapOf, Model, Scalar, Type
from compiler.ir.wire import Answer, BodyKind, Decode, Payload, StreamSwitch
from passes.support.answers.event_data import is_text, with_events
from passes.support.answers.stream_switch import switch_field
from passes.support.answers.text_answers import as_it_comes, is_mere_text
from passes.support.answers.text_answers import is_file as gives_file
from passes.support.type_queries import Concrete, Types, alternatives, is_file, kinds_of, same_shape

RANK = (BodyKind.JSON, BodyKind.SSE, BodyKind.JSONL, BodyKind.TEXT, BodyKind.BYTES)
"""The order in which media types of one response are preferred (D13)."""
LIVE = (BodyKind.SSE, BodyKind.JSONL)
"""Kinds of bodies whose values arrive one by one."""
STREAMS = (*LIVE, BodyKind.BYTES)
FOLLOWED = frozenset({"301", "302", "303", "307", "308"})
REDIRECTS = FOLLOWED | {"3XX"}
EMPTY = frozenset({"204", "205", "304"})
"""Statuses whose responses have no body, whatever the document says (RFC 9110)."""


@frozen
class Reading:
    """The results of an operation, and how they are requested."""

    answers: tuple[Answer, ...]
    results: tuple[Type, ...]
    accept: tuple[str, ...]
    stream: BodyKind | None


def decode(operation: Operation, types: Types) -> Operation:
    """Fill an operation's answers from its responses, and say what its body sends to switch streaming (D13.2).

    A stream variant asks for the stream.
    """
    streams = is_stream_variant(operation)
    reading = read(operation, types, offered_stream(operation, types) if streams else None)
    return replace(
        operation,
        payload=_with_switch(operation, types, streams=streams),
        answers=reading.answers,
        results=reading.results,
        accept=reading.accept,
        stream=reading.stream,
    )


def is_stream_variant(operation: Operation) -> bool:
    """Tell whether this is the method that streams what its sibling returns at once (D13)."""
    return operation.variant is not None and operation.id.endswith(tuple(STREAM_IDS.values()))


EVENT_STREAM = "text/event-stream"
STREAM_IDS = {BodyKind.SSE: EVENT_STREAM, BodyKind.JSONL: "stream"}
"""The suffix of an operation's identity for its variant that streams."""


def stream_ids(operation: Operation) -> Iterator[Id]:
    """Yield what the variant may be called that streams what an operation returns at once."""
    return (stream_id(operation, kind) for kind in STREAM_IDS)


def stream_id(operation: Operation, kind: BodyKind) -> Id:
    """Return the identity of the variant of an operation that streams."""
    return f"{operation.id}{',' if operation.variant else '#'}{STREAM_IDS[kind]}"


def _with_switch(operation: Operation, types: Types, *, streams: bool) -> Payload | None:
    payload = operation.payload
    if payload is None:
        return None
    field = switch_field(operation, types) if offered_stream(operation, types) is not None else None
    switch = None
    if field is not None:
        switch = StreamSwitch(field.wire, True if streams else False if field.required else None)
    return payload if switch == payload.switch else replace(payload, switch=switch)


def read(operation: Operation, types: Types, wanted: BodyKind | None) -> Reading:
    """Return how an operation's responses are read.

    Args:
        operation: with its responses.
        types: the declared types.
        wanted: SSE or JSONL for a stream variant; then success answers keep the streams alone. None keeps streams only
            where there is no JSON beside them.
    """
    answers = [_answer(response, operation, types) for response in operation.responses]
    offered = offered_stream(operation, types)
    if offered is not None:
        answers = [answer if answer.error else _one_side(answer, offered, wanted) for answer in answers]
    answers = [as_it_comes(answer, operation, types) for answer in answers]
    if _leads_elsewhere(operation):
        answers.append(Answer("2XX", decodes=(Decode("*/*", BodyKind.BYTES, BYTES),)))
    answers = [with_events(answer, types) for answer in _unify([_ranked(answer) for answer in answers], types)]
    successes = [answer for answer in answers if not answer.error]
    chosen = [answer.decodes[0] for answer in successes if answer.decodes]
    results, stream = _results(successes), _stream(chosen)
    return Reading(tuple(answers), results, _accept(successes, results, stream), stream)


def files_as_text(operation: Operation, types: Types) -> Iterator[Response]:
    """Yield the responses that are files, and declared as JSON that is a text."""
    for response in operation.responses:
        has_text = any(content.type is not None and is_mere_text(types, content.type) for content in response.contents)
        if has_text and gives_file(_answer(response, operation, types), operation, types):
            yield response


def offered_stream(operation: Operation, types: Types) -> BodyKind | None:
    """Return what a success offers beside JSON, as a method of its own: server-sent events, else lines of JSON where a
    property of the body switches them (D13.1, D13.2)."""
    kinds = [
        {kind_of(content.media_type) for content in response.contents}
        for response in operation.responses
        if len(response.contents) > 1 and _succeeds(response.status, operation)
    ]
    both = [kind for kind in LIVE if any({BodyKind.JSON, kind} <= found for found in kinds)]
    if both == [BodyKind.JSONL] and switch_field(operation, types) is None:
        return None
    return both[0] if both else None


def _one_side(answer: Answer, offered: BodyKind, wanted: BodyKind | None) -> Answer:
    decodes = tuple(item for item in answer.decodes if (item.kind is offered) is (wanted is offered))
    return replace(answer, decodes=decodes or answer.decodes)


def _answer(response: Response, operation: Operation, types: Types) -> Answer:
    bodyless = operation.method == "HEAD" or response.status in EMPTY
    contents = () if bodyless else response.contents
    return Answer(
        response.status,
        error=not _succeeds(response.status, operation),
        decodes=tuple(_decode(content, operation, types) for content in contents),
        headers=tuple(_headers(response)),
        description=response.description,
    )


def _headers(response: Response) -> Iterator[ResponseHeader]:
    """Yield the declared headers; OpenAPI ignores a Content-Type among them."""
    for header in response.headers:
        if header.wire.lower() != "content-type":
            yield ResponseHeader(
                header.wire,
                header.type or STRING,
                header.required,
                header.description,
                header.explode,
                header.media_type,
            )


def _succeeds(status: str, operation: Operation) -> bool:
    """Tell whether a status is a success; `default` is one only where nothing else tells of success (D13)."""
    errors = operation.errors
    if errors is not None and any(_covers(pattern, status) for pattern in errors.status_codes):
        return False
    if errors is not None and errors.override and status[:1] in "45":
        return True
    if status == "default":
        return not any(other.status[:1] == "2" or other.status in REDIRECTS for other in operation.responses)
    if status in REDIRECTS and _only_redirects(operation.responses):
        return any(other.status == status and other.contents for other in operation.responses)
    return status[:1] == "2"


def _covers(pattern: str, status: str) -> bool:
    pattern, status = pattern.upper(), status.upper()
    return pattern == status or (pattern.endswith("XX") and pattern[:1] == status[:1])


def _only_redirects(responses: tuple[Response, ...]) -> bool:
    """Tell whether what a redirect leads to is all that the document says of success."""
    statuses = [response.status for response in responses]
    return any(status in REDIRECTS for status in statuses) and not any(status[:1] == "2" for status in statuses)


def _leads_elsewhere(operation: Operation) -> bool:
    """Tell whether the result is what redirects lead to, as bytes: they stand alone, and have no body (D16.6)."""
    if operation.method == "HEAD" or not _only_redirects(operation.responses):
        return False
    return any(item.status in REDIRECTS and not _succeeds(item.status, operation) for item in operation.responses)


def _decode(content: Content, operation: Operation, types: Types) -> Decode:
    kind, type_ = reading_of(content, types)
    if kind is not BodyKind.SSE:
        return Decode(content.media_type, kind, type_, example=content.example)
    sentinel = operation.sentinel if content.sentinel is None else content.sentinel
    text = is_text(types, type_) and not any(item.json for item in content.events)
    return Decode(
        content.media_type,
        kind,
        type_,
        sentinel or None,
        done=sentinel is None and not text,
        text=text,
        example=content.example,
        events=content.events,
    )


def reading_of(content: Content, types: Types) -> tuple[BodyKind, Type]:
    """Return how a body of this media type is read, and its type: of the whole, or of one event or line of a stream."""
    kind, type_ = kind_of(content.media_type), content.type
    found = alternatives(types, type_) if type_ is not None else []
    if essence(content.media_type) in WILDCARDS:
        kind = wildcard_kind(found)
    match kind:
        case BodyKind.JSON if not is_file(found):
            return kind, type_ or ANY
        case BodyKind.SSE:
            return kind, type_ or STRING
        case BodyKind.JSONL:
            return kind, line_type(types, type_)
        case BodyKind.TEXT if not is_file(found):
            return _text_reading(types, type_, content.media_type)
        case _:
            return BodyKind.BYTES, BYTES


def wildcard_kind(found: list[Concrete]) -> BodyKind:
    """Return what ``*/*`` stands for: JSON where the schema has structure, text for strings, else bytes (D8.3)."""
    if not found or any(isinstance(item, Scalar) and item.kind in (Kind.BYTES, Kind.ANY) for item in found):
        return BodyKind.BYTES
    plain = all(isinstance(item, Scalar) and item.kind is Kind.STRING for item in found)
    return BodyKind.TEXT if plain else BodyKind.JSON


def line_type(types: Types, type_: Type | None) -> Type:
    """Return the type of a line of JSONL: a root array, or a file, is the whole, else the schema is a line (D13)."""
    if type_ is None:
        return ANY
    found = alternatives(types, type_)
    if len(found) == 1 and isinstance(found[0], ListOf):
        return found[0].item
    return ANY if is_file(found) else type_


def _text_reading(types: Types, type_: Type | None, media_type: str) -> tuple[BodyKind, Type]:
    """Return how a text is read: numbers, booleans, objects and arrays as JSON has them; what may be a text, too, stays
    one."""
    if type_ is not None and _is_json_as_text(alternatives(types, type_), media_type):
        return BodyKind.JSON, type_
    single = text_type(types, type_, media_type)
    kinds = kinds_of(alternatives(types, single))
    if "string" not in kinds:
        return BodyKind.JSON, single
    return BodyKind.TEXT, single if kinds == {"string"} else STRING


def _is_json_as_text(found: list[Concrete], media_type: str) -> bool:
    """Tell whether a text can only be JSON: plain text of which the schema says that it is an object or an array."""
    return essence(media_type) == "text/plain" and bool(found) and all(map(is_structure, found))


def is_structure(item: Concrete) -> bool:
    """Tell whether a value is an object or an array."""
    return isinstance(item, Model | MapOf | ListOf)


def text_type(types: Types, type_: Type | None, media_type: str) -> Type:
    """Return the type of a text: what its schema says of a single value, a string where it has structure or is XML."""
    if type_ is None or is_xml(media_type):
        return STRING
    found = alternatives(types, type_)
    return type_ if found and all(_is_text_value(item) for item in found) else STRING


def _is_text_value(item: Concrete) -> bool:
    match item:
        case Scalar(kind):
            return kind not in (Kind.ANY, Kind.BYTES)
        case Const(value):
            return value is not None
        case _:
            return isinstance(item, Enum)


def _ranked(answer: Answer) -> Answer:
    """Put what is asked for first, JSON before texts that are read as JSON; the document's order decides ties."""
    decodes = tuple(sorted(answer.decodes, key=lambda item: (RANK.index(item.kind), _is_plain(item))))
    return answer if decodes == answer.decodes else replace(answer, decodes=decodes)


def _is_plain(decode: Decode) -> bool:
    return decode.kind is BodyKind.JSON and kind_of(decode.media_type) is BodyKind.TEXT


def _unify(answers: list[Answer], types: Types) -> list[Answer]:
    """Let success bodies of one shape share one type, so that the results are distinct (D13)."""
    known: list[Type] = []
    return [answer if answer.error else _with_known(answer, known, types) for answer in answers]


def _with_known(answer: Answer, known: list[Type], types: Types) -> Answer:
    """Give bodies the types of ``known`` that are of their shape; what is asked for first is known from now on."""
    decodes: list[Decode] = []
    for decode in answer.decodes:
        twin = next((item for item in known if same_shape(types, item, decode.type)), None)
        if twin is None and not decodes:
            known.append(decode.type)
        decodes.append(decode if twin is None or twin == decode.type else replace(decode, type=twin))
    return answer if tuple(decodes) == answer.decodes else replace(answer, decodes=tuple(decodes))


def _results(successes: list[Answer]) -> tuple[Type, ...]:
    found = tuple(dict.fromkeys(answer.decodes[0].type for answer in successes if answer.decodes))
    silent = any(not answer.decodes for answer in successes)
    return (*found, NULL) if found and silent else found


def _accept(successes: list[Answer], results: tuple[Type, ...], stream: BodyKind | None) -> tuple[str, ...]:
    """Return all media types that the method can read as a result, those first that it is made for (D7.3)."""
    chosen = [answer.decodes[0] for answer in successes if answer.decodes]
    others = [item for answer in successes for item in answer.decodes[1:] if _is_readable(item, results, stream)]
    ranked = [*sorted(chosen, key=_rank), *sorted(others, key=_rank)]
    return tuple(dict.fromkeys(item.media_type for item in ranked))


def _is_readable(decode: Decode, results: tuple[Type, ...], stream: BodyKind | None) -> bool:
    """Tell whether a body is a result of a method: a value, or what its stream consists of."""
    fits = decode.kind not in LIVE if stream is None else decode.kind is stream
    return fits and decode.type in results


def _rank(decode: Decode) -> int:
    return RANK.index(decode.kind)


def _stream(chosen: list[Decode]) -> BodyKind | None:
    kinds = {item.kind for item in chosen}
    only = kinds.pop() if len(kinds) == 1 else None
    return only if only in STREAMS else None

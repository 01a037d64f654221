"""The wire half of the plan: what is sent and received, in a small closed vocabulary, the same for every target.

Its classes are IR nodes too: passes attach them to operations, and dumps show them. Models in ``Wire.types`` have
wire names; types are those of :mod:`compiler.ir.types`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from compiler.ir.credentials import Alternative, CredentialKind, Flow, Grant
from compiler.ir.events import EventBody, Reply, Signature
from compiler.ir.headers import ResponseHeader
from compiler.ir.node import Id, TextKind, arg, block, blocks, flag, frozen, ident, key, node, text, word
from compiler.ir.servers import UNSAFE_METHODS, Retries, Server
from compiler.ir.types import Contract, Declaration, NameIn, Type, Value
from compiler.ir.views import Views

# --------------------------------------------------------------------------- places and styles


class Place(StrEnum):
    """Where an argument is sent; the order breaks ties of equal names (D4.6)."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"


class Style(StrEnum):
    """OpenAPI serialization styles (D8.2, D8.6)."""

    SIMPLE = "simple"
    LABEL = "label"
    MATRIX = "matrix"
    FORM = "form"
    SPACE_DELIMITED = "space-delimited"
    PIPE_DELIMITED = "pipe-delimited"
    DEEP_OBJECT = "deep-object"


class Writing(StrEnum):
    """How the value of a parameter becomes text (D8.6).

    ``STYLE``: by its style. ``JSON``: as JSON, in one piece. ``TEXT``: as plain text, in one piece.
    """

    STYLE = "style"
    JSON = "json"
    TEXT = "text"


@node("argument")
class WireParameter:
    """A parameter as it is sent.

    ``writing``: how its value becomes text; ``style`` and ``explode`` count for STYLE alone, and ``explode`` where a
    value may have ``parts``, as an array or an object has. ``usual``: the style is the default of the place, if the
    document names none. ``fixed`` is always sent in its place and is not an argument
    of the method (an ignored path parameter, D5.4). ``media_type`` is that of a parameter described by ``content``.
    """

    wire: str = arg()
    place: Place = arg()
    type: Type = key()
    required: bool = flag()
    writing: Writing = key(Writing.STYLE)
    style: Style = key(Style.FORM)
    usual: bool = flag()
    parts: bool = flag()
    explode: bool = flag()
    allow_reserved: bool = flag()
    media_type: str | None = key()
    fixed: Value | None = block("fixed")
    default: Value | None = block("default")
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    id: Id = ident()


# --------------------------------------------------------------------------- bodies


class BodyKind(StrEnum):
    """How a body is written or read (D7.3, D13)."""

    JSON = "json"
    FORM = "form"
    MULTIPART = "multipart"
    TEXT = "text"
    BYTES = "bytes"
    SSE = "sse"
    JSONL = "jsonl"


class Encode(StrEnum):
    """How one property of a form or multipart body becomes text or bytes (D8.1, D8.2).

    ``STYLE``: like a query parameter by style, explode, allow_reserved. ``JSON``: its JSON text. ``TEXT``: its
    plain text. ``BYTES``: as it is.
    """

    STYLE = "style"
    JSON = "json"
    TEXT = "text"
    BYTES = "bytes"


@node("part-header")
class PartHeader:
    """A header sent with a multipart part: ``value`` (const or default), else what the caller gives (D8.4).

    ``text`` is the value as it is sent. ``media_type``: of a header that `content` describes; other headers have style
    simple, to which ``explode`` applies.
    """

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    value: Value | None = block("value")
    text: str | None = key()
    explode: bool = flag()
    media_type: str | None = key()
    description: str | None = key(text=TextKind.PROSE)


@node("part")
class Part:
    """One property of a form or multipart body.

    ``repeated``: an array that is sent as one part (or pair) per item under the same name, each encoded by
    ``encode``. ``content_types``: multipart only; the allowed content types. ``sent``: the type of a part that is
    not a file, if there is a choice; the caller chooses the type of a file among these (D8.3).
    ``declared``: the Encoding Object names the content types, so that one is sent even if it is the default.
    ``anything``: bytes that may be any other value, which is sent as its text.
    ``objects`` and ``texts``: multipart only; content types of the other values of a union (D8.1): objects and arrays,
    which are written as JSON, and strings, numbers and booleans, which are written as text.

    ``json_only``: which of them, ``objects`` or ``texts``, are sent only as JSON, in bodies without files (D7.3).

    The plan adds ``types``, those of the content types that have to be said; ``extensions``, by which a file without a
    type gets one of several; ``fixed``, the headers with a known value, as they are sent; ``needs``, the required ones
    that callers give with it (D8.4); and ``plain``: it is plain text, and has no other settings.
    """

    wire: str = arg()
    encode: Encode = arg()
    type: Type = key()
    required: bool = flag()
    repeated: bool = flag()
    content_types: tuple[str, ...] = key(())
    sent: str | None = key()
    declared: bool = flag()
    anything: bool = flag()
    objects: str | None = key()
    texts: str | None = key()
    json_only: tuple[str, ...] = key(())
    style: Style = key(Style.FORM)
    explode: bool = flag()
    allow_reserved: bool = flag()
    headers: tuple[PartHeader, ...] = blocks("header")
    description: str | None = key(text=TextKind.PROSE)
    types: tuple[str, ...] = key(())
    extensions: tuple[tuple[str, str], ...] = key(())
    fixed: tuple[tuple[str, str], ...] = key(())
    needs: tuple[str, ...] = key(())
    plain: bool = flag()


@node("switch")
class StreamSwitch:
    """The property of a body that makes the response a stream (D13.2), and the value sent for it; None: not sent."""

    wire: str = arg()
    value: bool | None = key()


@node("json-field")
class JsonField:
    """A property whose type is shared with multipart, where it may be a file; in JSON it is of ``types`` (D7.3)."""

    wire: str = arg()
    types: tuple[Type, ...] = key(())
    nullable: bool = flag()


@node("payload")
class Payload:
    """A request body in one media type; ``type`` is the argument's type.

    ``parts``: properties of FORM and MULTIPART; ``rest``: how others are written; ``json``: its media type without
    files (D7.3); ``json_needs`` and ``file_needs``: properties required only without files, or only with files.
    """

    media_type: str = arg()
    kind: BodyKind = arg()
    type: Type = key()
    required: bool = flag()
    nullable: bool = flag()
    parts: tuple[Part, ...] = blocks()
    rest: Part | None = block("rest")
    json: str | None = key()
    json_needs: tuple[str, ...] = key(())
    file_needs: tuple[str, ...] = key(())
    json_fields: tuple[JsonField, ...] = blocks("json")
    """What validators check such properties against if the body is JSON."""
    description: str | None = key(text=TextKind.PROSE)
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    declared: str | None = key()
    """The media type in the document, if that is a range (``text/*``) and ``media_type`` is what is sent."""
    content_types: tuple[str, ...] = key(())
    """Its media types in the document, if there are several (D7.3)."""
    types: tuple[str, ...] = key(())
    extensions: tuple[tuple[str, str], ...] = key(())
    """Set by the plan, as in :class:`Part`, if a file has one of several types."""
    switch: StreamSwitch | None = block("switch")
    others: tuple[Payload, ...] = blocks("other")
    """The body in media types that are never sent: those of forms beside JSON, of one shape (D7.3)."""
    id: Id = ident()


# --------------------------------------------------------------------------- responses


@node("event-data")
class EventData:
    """The data of the events with one name; if the name is None, of the events that no other record names.

    ``schema`` describes the data until it is shaped as ``type``: that of the whole stream, or of a case of its union.
    ``json``: the data are always JSON; ``text``: they are the text itself (decode_responses decides).
    """

    name: str | None = key()
    schema: Id | None = key()
    type: Type | None = key()
    json: bool = flag()
    text: bool = flag()


@node("decode")
class Decode:
    """How a response of one media type is read. ``type``: of the whole value, or of one event or line of a stream.

    ``sentinel`` ends an SSE stream; ``done``: `[DONE]` in place of JSON does, too (D13.2). ``text``: events hold the
    text itself, not JSON; or the JSON is a string, and ``text/plain`` that is not JSON is that string (D11.1).
    ``events``: the name of an event decides the type of its data; data of a name without a record are kept as they are.
    The plan adds ``essence``, the media type as it is compared: in lower case, without parameters; and ``contract``,
    the schema that says more than ``type`` of a value, if there is one (:class:`compiler.ir.types.Contract`).
    """

    media_type: str = arg()
    kind: BodyKind = arg()
    type: Type = key()
    sentinel: str | None = key()
    done: bool = flag()
    text: bool = flag()
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    essence: str = key("")
    events: tuple[EventData, ...] = blocks()
    contract: Id | None = key()


@node("answer")
class Answer:
    """The responses of one status: ``200``, ``2XX``, ``default``. ``error``: methods raise it.

    The plan adds two facts of errors: ``carries``, the declared type of the JSON body, and ``message``, its
    property with the message (D14 ``error-message``). Errors of one document that are read the same
    way have the same ``number``, whatever their descriptions; and the same ``kin``, ignoring media type parameters.
    """

    status: str = arg()
    error: bool = flag()
    decodes: tuple[Decode, ...] = blocks()
    headers: tuple[ResponseHeader, ...] = blocks("header")
    description: str | None = key(text=TextKind.PROSE)
    carries: Id | None = key()
    message: str | None = key()
    number: int = key(0)
    kin: int = key(0)


# --------------------------------------------------------------------------- pagination


@node("step")
class Step:
    """One step of a lowered JSONPath: a property (str), an index (int, negative from the end), or ``each``."""

    property: str | None = key()
    index: int | None = key()
    each: bool = flag()


@node("source")
class Source:
    """Where a response has a value: in the body at ``steps``, or in a header.

    ``header`` alone is the header's value; with ``rel`` the target of the Link entry of that relation (D6.11).
    """

    steps: tuple[Step, ...] = blocks()
    header: str | None = key()
    rel: str | None = key()


class AdvanceKind(StrEnum):
    """What ``next()`` does to an argument (D6.4)."""

    INCREMENT = "increment"
    ADD_COUNT = "add-count"
    SET_FROM = "set-from"


@node("advance")
class Advance:
    """One change that leads to the next page.

    INCREMENT adds 1; ADD_COUNT adds the number of results; SET_FROM takes the value at ``source``, which with
    ``nested`` may be an array or an object. ``wire`` and ``place`` name the argument (BODY: a top-level property of the
    body). ``start``: the value an absent argument stands for (D6.3). ``text``: the number is sent as a string (D6.7).
    """

    kind: AdvanceKind = arg()
    wire: str = key("")
    place: Place | None = key()
    start: int | None = key()
    text: bool = flag()
    nested: bool = flag()
    source: Source | None = block()


class StopKind(StrEnum):
    """When ``next()`` is null (D6.4); any of the configured rules suffices (D6.2)."""

    MISSING = "missing"
    EMPTY = "empty"
    SHORT = "short"
    PAST = "past"
    NO_MORE = "no-more"


@node("stop")
class Stop:
    """One rule that ends the pagination.

    MISSING: no value, null, an empty or blank string, or an array or object at ``source``; with ``nested`` these lead
    on if they are not empty, since the argument accepts them. EMPTY: no array, or an empty one, at the
    results. SHORT: fewer results than the argument ``wire``, when the caller gives it (D6.3). PAST: the incremented
    page ``wire`` exceeds the number at ``source``, or there is no number. NO_MORE: the value at ``source`` is not true,
    or, in a header, not the text `true` (D6.14).
    """

    kind: StopKind = arg()
    source: Source | None = block()
    wire: str = key("")
    place: Place | None = key()
    start: int | None = key()
    nested: bool = key(False)


@node("pages")
class Pages:
    """How an operation is paged: all ``advance`` apply, unless one of ``stops`` holds.

    ``url``: where the response has the URL of the next page, requested in place of the operation's. ``results``
    finds the items; ``item`` is their type; both are None if the items are not known, so that pages have no items.
    """

    kind: str = arg()
    advances: tuple[Advance, ...] = blocks()
    stops: tuple[Stop, ...] = blocks()
    url: Source | None = block("url")
    results: Source | None = block("results")
    item: Type | None = key()

    @property
    def has_items(self) -> bool:
        """Whether iteration yields items; else it yields only pages (D6.10)."""
        return self.results is not None


# --------------------------------------------------------------------------- behaviour


@node("security-scheme")
class SecurityScheme:
    """A security scheme; ``kind`` is OpenAPI's type: apiKey, http, oauth2, openIdConnect, mutualTLS.

    The plan adds ``credential``; ``prefix``, written before a token; ``grants``, flows that a client runs itself.
    """

    scheme: str = arg()
    kind: str = arg()
    place: Place | None = key()
    wire: str | None = key()  # apiKey: the header, query parameter or cookie
    http: str | None = (
        key()
    )  # http: ``basic``, ``bearer`` or another registered scheme in lower case; else as it is written
    flows: tuple[Flow, ...] = blocks()
    openid_url: str | None = key()
    description: str | None = key(text=TextKind.PROSE)
    name: str | None = key()
    """Words of the client option, if they differ from ``scheme``."""
    names_in: tuple[NameIn, ...] = blocks()
    """The same, by target."""
    variables: tuple[tuple[str, str], ...] = key(())
    """Environment variables by the words for their value (`x-codegen-env`, D3.9)."""
    credential: CredentialKind = key(CredentialKind.BEARER)
    prefix: str = key("")
    grants: tuple[Grant, ...] = key(())
    id: Id = ident()

    def flow(self, grant: Grant) -> Flow:
        """Return the flow that is one of ``grants``."""
        return next(flow for flow in self.flows if flow.kind == grant)


# --------------------------------------------------------------------------- operations and events


class Returns(StrEnum):
    """What a method returns: a value (or nothing, or a body of bytes to read), a page, or a stream of values."""

    VALUE = "value"
    PAGE = "page"
    STREAM = "stream"


@node("call")
class WireOperation:
    """The facts of one method for the runtime. Two methods for one OpenAPI operation (a second media type, a stream)
    are two wire operations: ``create`` and ``create_multipart`` (D7.3, D13)."""

    id: Id = ident()
    operation_id: str = arg("")
    method: str = word("GET")
    path: str = arg("/")  # the template as documented, ``/trips/{tripId}``
    route: str = key("/")
    """The path without a query."""
    query: str = key("")
    """The query that the path has after a ``?``."""
    parameters: tuple[WireParameter, ...] = blocks()
    body: Payload | None = block("body")
    answers: tuple[Answer, ...] = blocks()
    results: tuple[Type, ...] = key(())
    """The distinct success types (D13); empty if no success has a body; includes null if some have none."""
    values: tuple[Type, ...] = key(())
    """The results that are not null; for a stream, the types of its values."""
    headers: tuple[ResponseHeader, ...] = blocks("header")
    """The declared headers of all success responses."""
    stream: BodyKind | None = key()
    """SSE, JSONL or BYTES if the result is a stream."""
    returns: Returns = key(Returns.VALUE)
    accept: str | None = key()
    pages: Pages | None = block()
    security: tuple[Alternative, ...] = blocks()
    """Alternatives in document order; empty: no credentials."""
    servers: tuple[Server, ...] = blocks()  # only where they differ from the document's
    retries: Retries | None = block()  # only where they differ from the document's, as the timeout
    timeout: int | None = key()
    idempotency: str | None = key()
    """The header of the idempotency key, if the API takes one (D16.5)."""
    error_statuses: tuple[str, ...] = key(())  # `x-codegen-errors`
    odd_statuses: tuple[str, ...] = key(())
    """Statuses that differ from their class: 2XX that are errors, 4XX and 5XX that are not."""
    events: tuple[Id, ...] = key(())  # callbacks that the operation starts
    heading: str | None = key(text=TextKind.PROSE)
    """A summary that only spells the name of the function behind it: FastAPI's `Read Items` of `read_items`."""
    summary: str | None = key(text=TextKind.PROSE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    usage_example: bool = flag()
    external_docs: str | None = key(text=TextKind.LINE)

    @property
    def label(self) -> str:
        """The name in logs, hooks and validators: the operationId, else method and path, which no other has."""
        return self.operation_id or f"{self.method} {self.path}"

    @property
    def paged(self) -> Pages | None:
        """How pages follow each other, if the method returns them."""
        return self.pages if self.returns is Returns.PAGE else None

    @property
    def is_unsafe(self) -> bool:
        """Whether a request sent twice may do its work twice, unless an idempotency key prevents it (D16.5)."""
        return self.method in UNSAFE_METHODS

    @property
    def sends_key(self) -> bool:
        """Whether every call carries an idempotency key, so that it may be retried (D16.5)."""
        return self.idempotency is not None and self.is_unsafe

    @property
    def is_doubtful(self) -> bool:
        """Whether a retry may do the work twice (D16.5)."""
        return self.idempotency is None and self.is_unsafe

    @property
    def needs_body(self) -> bool:
        """Whether a call without a body is an error (D7.1)."""
        return self.body is not None and self.body.required


@node("expression-part")
class ExpressionPart:
    """A piece of a callback URL (D9.4): literal text, or a runtime expression lowered to its parts.

    ``root``: url, method, statusCode, request or response; ``part``: header, query, path or body; ``name``: the
    header's, query's or path's name; ``pointer``: tokens into the body.
    """

    text: str | None = key()
    root: str | None = key()
    part: str | None = key()
    name: str | None = key()
    pointer: tuple[str, ...] = key(())


@node("occurrence")
class WireEvent:
    """A webhook or callback as its receiver sees it (D9)."""

    id: Id = ident()
    wire: str = arg("")
    """The webhook's or callback's key in the document."""
    name: str = key("")
    """The unique name under which the event is received."""
    short: str = key("")
    """A callback's key alone, by which it is found too, if no other event has this name."""
    callback: bool = flag()
    operation: Id | None = key()
    """For a callback: the operation that starts it."""
    method: str = key("POST")
    url: tuple[ExpressionPart, ...] = blocks("url")
    expression: str | None = key()
    parameters: tuple[WireParameter, ...] = blocks()
    payloads: tuple[Payload, ...] = blocks()
    required: bool = flag()
    """Whether the event always has a payload."""
    bodies: tuple[EventBody, ...] = blocks("body")
    """How the payloads are read, in document order."""
    answers: tuple[Answer, ...] = blocks()
    replies: tuple[Reply, ...] = blocks()
    success: str = key("200")
    """The status of a handler that returns nothing."""
    failure: str = key("500")
    """The status if reading, verifying or handling fails: the declared 5XX, else default's, else 500."""
    tag: str | None = key()
    """The property of the payload that distinguishes the document's webhooks, if there is one."""
    tags: tuple[str, ...] = key(())
    """The value of that property for this webhook."""
    summary: str | None = key(text=TextKind.PROSE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which the event is found."""
        return (self.name, self.short) if self.short else (self.name,)


@frozen
class Wire(Views):
    """What is sent and received, the same for every target."""

    title: str
    version: str
    summary: str | None = text()
    description: str | None = text()
    operations: Mapping[Id, WireOperation] = field(default_factory=dict)
    types: Mapping[Id, Declaration] = field(default_factory=dict)
    events: Mapping[Id, WireEvent] = field(default_factory=dict)
    schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    security: tuple[Alternative, ...] = ()
    undeclared: tuple[Alternative, ...] = ()  # of a request to an endpoint that is not in the document (D16.3)
    servers: tuple[Server, ...] = ()
    retries: Retries | None = None
    timeout: int | None = None
    global_parameters: tuple[WireParameter, ...] = ()
    signature: Signature | None = None
    event_id: tuple[str, ...] = ()
    strict_formats: bool = False  # validators check times and durations as RFC 3339 does
    contracts: Mapping[Id, Contract] = field(default_factory=dict)  # by the identity of a schema
    tags: Mapping[str, str] = field(default_factory=dict)  # their descriptions
    terms_of_service: str | None = None
    contact: str | None = None
    licence: str | None = None
    external_docs: str | None = text(of=TextKind.LINE)

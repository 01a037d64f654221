"""The wire half of the plan: what goes over the wire, in a small closed vocabulary, the same for every target.

Its words are IR nodes too: passes attach them to operations, and they print in dumps. Models in ``Wire.types`` carry
wire names; types are those of :mod:`compiler.ir.types`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from compiler.ir.events import EventBody, Reply
from compiler.ir.node import Id, arg, block, blocks, flag, frozen, ident, key, node, word
from compiler.ir.types import Contract, Declaration, Type, Value

# --------------------------------------------------------------------------- places and styles


class Place(StrEnum):
    """Where an argument travels; the order breaks ties of equal names (D4.6)."""

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
    value may have ``parts``, as an array or an object has. ``fixed`` is sent in its place always and is no argument
    of the method (an ignored path parameter, D5.4). ``media_type`` is that of a parameter described by ``content``.
    """

    wire: str = arg()
    place: Place = arg()
    type: Type = key()
    required: bool = flag()
    writing: Writing = key(Writing.STYLE)
    style: Style = key(Style.FORM)
    parts: bool = flag()
    explode: bool = flag()
    allow_reserved: bool = flag()
    media_type: str | None = key()
    fixed: Value | None = block("fixed")
    default: Value | None = block("default")
    example: Value | None = block("example")
    description: str | None = key()
    deprecated: bool = flag()
    deprecation_message: str | None = key()
    id: Id = ident()


# --------------------------------------------------------------------------- bodies


class BodyKind(StrEnum):
    """How a body is made or read (D7.3, D13)."""

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

    ``text`` is the value as it is sent. ``media_type``: of a header that `content` describes; others are of style
    simple, which ``explode`` counts for.
    """

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    value: Value | None = block("value")
    text: str | None = key()
    explode: bool = flag()
    media_type: str | None = key()
    description: str | None = key()


@node("part")
class Part:
    """One property of a form or multipart body.

    ``repeated``: an array that is sent as one part (or pair) per item under the same name, each encoded by
    ``encode``. ``content_types``: multipart only; one concrete type is sent; with several or a wildcard the
    caller's file decides, else the first concrete one, else ``application/octet-stream`` (D8.3).
    ``declared``: the Encoding Object names the content type, so it is sent even where it is a default.
    ``objects`` and ``texts``: multipart only; content types of the other values of a union (D8.1): objects and arrays,
    which are written as JSON, and strings, numbers and booleans, which are written as text.
    """

    wire: str = arg()
    encode: Encode = arg()
    type: Type = key()
    required: bool = flag()
    repeated: bool = flag()
    content_types: tuple[str, ...] = key(())
    declared: bool = flag()
    objects: str | None = key()
    texts: str | None = key()
    style: Style = key(Style.FORM)
    explode: bool = flag()
    allow_reserved: bool = flag()
    headers: tuple[PartHeader, ...] = blocks("header")
    description: str | None = key()


@node("payload")
class Payload:
    """A request body in one media type.

    ``type`` is the argument's type; ``parts`` describes its properties for FORM and MULTIPART of an object
    (empty with ``rest`` set for a map). ``rest``: how properties that are not in ``parts`` are written.
    """

    media_type: str = arg()
    kind: BodyKind = arg()
    type: Type = key()
    required: bool = flag()
    nullable: bool = flag()
    parts: tuple[Part, ...] = blocks()
    rest: Part | None = block("rest")
    description: str | None = key()
    example: Value | None = block("example")
    declared: str | None = key()
    """The media type as the document has it, where that is a range (``text/*``) and ``media_type`` what is sent."""
    id: Id = ident()


# --------------------------------------------------------------------------- responses


@node("response-header")
class ResponseHeader:
    """A declared response header: typed metadata (D13)."""

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    description: str | None = key()


@node("decode")
class Decode:
    """How a response of one media type is read. ``type`` is the whole value, or one event or line of a stream.

    ``sentinel`` ends an SSE stream (``[DONE]``); ``text`` says that its events hold the text itself and not JSON.
    """

    media_type: str = arg()
    kind: BodyKind = arg()
    type: Type = key()
    sentinel: str | None = key()
    text: bool = flag()
    example: Value | None = block("example")


@node("answer")
class Answer:
    """The responses of one status: ``200``, ``2XX``, ``default``. ``error`` says that it is raised.

    The plan adds what an error is told by: ``carries``, the declared type of its JSON body, and ``message``, the
    property of that which says what went wrong (D14 ``error-message``).
    """

    status: str = arg()
    error: bool = flag()
    decodes: tuple[Decode, ...] = blocks()
    headers: tuple[ResponseHeader, ...] = blocks("header")
    description: str | None = key()
    carries: Id | None = key()
    message: str | None = key()


# --------------------------------------------------------------------------- pagination


@node("step")
class Step:
    """One step of a lowered JSONPath: a property (str), an index (int, negative from the end), or ``each``."""

    property: str | None = key()
    index: int | None = key()
    each: bool = flag()


@node("source")
class Source:
    """Where a value of a response is found: in the body by ``steps``, or in a header.

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
    GOTO = "goto"


@node("advance")
class Advance:
    """One change that leads to the next page.

    INCREMENT adds 1; ADD_COUNT adds the number of results; SET_FROM takes the value at ``source``; GOTO requests
    the URL at ``source``. ``wire`` and ``place`` name the argument (none for GOTO; place BODY: a top-level
    property of the body). ``start``: the value an absent argument stands for (D6.3). ``text``: the number is sent
    as a string (D6.7).
    """

    kind: AdvanceKind = arg()
    wire: str | None = key()
    place: Place | None = key()
    start: int | None = key()
    text: bool = flag()
    source: Source | None = block()


class StopKind(StrEnum):
    """When ``next()`` is null (D6.4); all configured rules add up (D6.2)."""

    MISSING = "missing"
    EMPTY = "empty"
    SHORT = "short"
    PAST = "past"


@node("stop")
class Stop:
    """One rule that ends the pages.

    MISSING: no value, null, an empty or blank string, or an array or object at ``source``; with ``nested`` these lead
    on where they are not empty, since the argument takes such. EMPTY: no array, or an empty one, at the
    results. SHORT: fewer results than the argument ``wire``, when it has a value (``start``: the schema's default).
    PAST: the incremented page exceeds the number at ``source``, or there is no number.
    """

    kind: StopKind = arg()
    source: Source | None = block()
    wire: str | None = key()
    place: Place | None = key()
    start: int | None = key()
    nested: bool = key(False)


@node("pages")
class Pages:
    """How an operation is paged: all ``advance`` apply, unless one of ``stops`` holds.

    ``results`` finds the items; ``item`` is their type; both None where the configuration names no results.
    """

    kind: str = arg()
    advances: tuple[Advance, ...] = blocks()
    stops: tuple[Stop, ...] = blocks()
    results: Source | None = block("results")
    item: Type | None = key()


# --------------------------------------------------------------------------- behaviour


@node("need")
class Need:
    """A security scheme that a request must carry, with OAuth scopes."""

    scheme: str = arg()
    scopes: tuple[str, ...] = key(())


@node("alternative")
class Alternative:
    """Security needs that hold together; an empty one means that no credentials are needed."""

    needs: tuple[Need, ...] = blocks()


@node("flow")
class Flow:
    """An OAuth2 flow: clientCredentials, password ...; relative URLs are resolved against the client's base URL."""

    kind: str = arg()
    token_url: str | None = key()
    refresh_url: str | None = key()
    authorization_url: str | None = key()
    scopes: tuple[str, ...] = key(())


@node("security-scheme")
class SecurityScheme:
    """A security scheme; ``kind`` is OpenAPI's type: apiKey, http, oauth2, openIdConnect, mutualTLS."""

    scheme: str = arg()
    kind: str = arg()
    place: Place | None = key()
    wire: str | None = key()  # apiKey: the header, query parameter or cookie
    http: str | None = key()  # http: ``basic``, ``bearer`` or another scheme in lower case
    flows: tuple[Flow, ...] = blocks()
    """oauth2: those that are declared; a client can run clientCredentials and password by itself."""
    openid_url: str | None = key()
    description: str | None = key()
    name: str | None = key()
    """Words of the client option, where they differ from ``scheme``."""
    id: Id = ident()


@node("server-variable")
class ServerVariable:
    """A variable of a server's URL."""

    wire: str = arg()
    default: str = key("")
    values: tuple[str, ...] = key(())
    description: str | None = key()


@node("server")
class Server:
    """A server; the URL may be relative, then the caller must give a base URL (sdk.md)."""

    url: str = arg()
    server_id: str | None = key()
    description: str | None = key()
    variables: tuple[ServerVariable, ...] = blocks("variable")


@node("retries")
class Retries:
    """`x-codegen-retries` (D14); times in milliseconds."""

    strategy: str = arg("backoff")
    status_codes: tuple[str, ...] = key(("429", "500", "502", "503", "504"))
    initial_interval: int = key(500)
    max_interval: int = key(8_000)
    max_elapsed_time: int = key(60_000)
    exponent: float = key(2.0)
    connection_errors: bool = key(True)


# --------------------------------------------------------------------------- operations and events


class Returns(StrEnum):
    """What a method returns: a value (or nothing, or a body of bytes to read), a page, or a stream of values."""

    VALUE = "value"
    PAGE = "page"
    STREAM = "stream"


@node("call")
class WireOperation:
    """One method's facts for the runtime. Two methods for one OpenAPI operation (a second media type, a stream)
    are two of these: ``create`` and ``create_multipart`` (D7.3, D13)."""

    id: Id = ident()
    operation_id: str = arg("")
    method: str = word("GET")
    path: str = arg("/")  # the template as documented, ``/trips/{tripId}``
    parameters: tuple[WireParameter, ...] = blocks()
    body: Payload | None = block("body")
    answers: tuple[Answer, ...] = blocks()
    results: tuple[Type, ...] = key(())
    """The distinct success types (D13); empty where no success has a body; null among them where some have none."""
    stream: BodyKind | None = key()
    """SSE, JSONL or BYTES where the result is a stream."""
    returns: Returns = key(Returns.VALUE)
    accept: tuple[str, ...] = key(())
    pages: Pages | None = block()
    security: tuple[Alternative, ...] = blocks()
    """Alternatives in document order; empty: no credentials."""
    servers: tuple[Server, ...] = blocks()  # only where they differ from the document's
    retries: Retries | None = block()
    timeout: int | None = key()
    idempotency: str | None = key()  # the header's name; None where it is switched off
    error_statuses: tuple[str, ...] = key(())  # `x-codegen-errors`
    events: tuple[Id, ...] = key(())  # callbacks that it starts
    summary: str | None = key()
    description: str | None = key()
    deprecated: bool = flag()
    deprecation_message: str | None = key()
    usage_example: bool = flag()
    external_docs: str | None = key()


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
    """What it is received under: no two events have one."""
    callback: bool = flag()
    operation: Id | None = key()
    """For a callback: the operation that starts it."""
    method: str = key("POST")
    url: tuple[ExpressionPart, ...] = blocks("url")
    expression: str | None = key()
    parameters: tuple[WireParameter, ...] = blocks()
    payloads: tuple[Payload, ...] = blocks()
    required: bool = flag()
    """Whether there is always a payload."""
    bodies: tuple[EventBody, ...] = blocks("body")
    """How the payloads are read, in their order."""
    answers: tuple[Answer, ...] = blocks()
    replies: tuple[Reply, ...] = blocks()
    success: str = key("200")
    """The status of a handler that returns nothing."""
    failure: str = key("500")
    """The status where reading, verifying or handling fails: the declared 5XX, else default's, else 500."""
    tag: str | None = key()
    """The property of the payload that tells the document's webhooks apart, where there is one."""
    tags: tuple[str, ...] = key(())
    """What stands there for this webhook."""
    summary: str | None = key()
    description: str | None = key()
    deprecated: bool = flag()


USUAL_EVENT = WireEvent()
"""What a receiver takes an event for where nothing else is said."""


class SignatureKind(StrEnum):
    """What a signature is made of: what the document says, or what Standard Webhooks says."""

    SIGNATURE = "signature"
    STANDARD = "standard-webhooks"


@node("signature")
class Signature:
    """How webhook signatures are verified (`x-codegen-webhooks.security`, D9.3)."""

    kind: SignatureKind = arg(SignatureKind.SIGNATURE)
    header: str = key("webhook-signature")
    algorithm: str = key("hmac-sha256")
    encoding: str = key("hex")
    prefix: str = key("")
    signed: str = key("{body}")
    timestamp_key: str | None = key()
    signature_key: str | None = key()
    tolerance_seconds: int | None = key()


@frozen
class Wire:
    """What goes over the wire, for every target."""

    title: str
    version: str
    summary: str | None = None
    description: str | None = None
    operations: Mapping[Id, WireOperation] = field(default_factory=dict)
    types: Mapping[Id, Declaration] = field(default_factory=dict)
    events: Mapping[Id, WireEvent] = field(default_factory=dict)
    schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    security: tuple[Alternative, ...] = ()
    servers: tuple[Server, ...] = ()
    retries: Retries | None = None
    timeout: int | None = None
    global_parameters: tuple[WireParameter, ...] = ()
    signature: Signature | None = None
    contracts: Mapping[Id, Contract] = field(default_factory=dict)  # by the identity of a schema
    tags: Mapping[str, str] = field(default_factory=dict)  # their descriptions
    terms_of_service: str | None = None
    contact: str | None = None
    licence: str | None = None
    external_docs: str | None = None

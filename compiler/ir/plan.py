"""The plan: all that a backend may see, with nothing left to decide (design.md, "Plan").

It has two halves. :class:`Wire`, one per document, says what goes over the wire in a small closed vocabulary; its words
are IR nodes too, which passes attach to operations, and print in dumps. :class:`Surface`, one per target, says which
operations are visible and what everything is called there. Models in ``wire.types`` carry wire names, ``surface.types``
the identifiers; types are those of :mod:`compiler.ir.types`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from compiler.ir.node import Id, Json, arg, block, blocks, flag, frozen, ident, key, node, word
from compiler.ir.types import Contract, Declaration, Origin, Type, Value

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


@node("argument")
class WireParameter:
    """A parameter as it is sent.

    ``media_type`` is set for a parameter described by ``content`` (then style and explode do not count).
    ``fixed`` is sent in its place always and is no argument of the method (an ignored path parameter, D5.4).
    """

    wire: str = arg()
    place: Place = arg()
    type: Type = key()
    required: bool = flag()
    style: Style = key(Style.FORM)
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
    """A header sent with a multipart part: ``value`` (const or default), else what the caller gives (D8.4)."""

    wire: str = arg()
    type: Type = key()
    required: bool = flag()
    value: Value | None = block("value")
    description: str | None = key()


@node("part")
class Part:
    """One property of a form or multipart body.

    ``repeated``: an array that is sent as one part (or pair) per item under the same name, each encoded by
    ``encode``. ``content_types``: multipart only; one concrete type is sent; with several or a wildcard the
    caller's file decides, else the first concrete one, else ``application/octet-stream`` (D8.3).
    ``declared``: the Encoding Object names the content type, so it is sent even where it is a default.
    """

    wire: str = arg()
    encode: Encode = arg()
    type: Type = key()
    required: bool = flag()
    repeated: bool = flag()
    content_types: tuple[str, ...] = key(())
    declared: bool = flag()
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

    ``sentinel`` ends an SSE stream (``[DONE]``).
    """

    media_type: str = arg()
    kind: BodyKind = arg()
    type: Type = key()
    sentinel: str | None = key()
    example: Value | None = block("example")


@node("answer")
class Answer:
    """The responses of one status: ``200``, ``2XX``, ``default``. ``error`` says that it is raised."""

    status: str = arg()
    error: bool = flag()
    decodes: tuple[Decode, ...] = blocks()
    headers: tuple[ResponseHeader, ...] = blocks("header")
    description: str | None = key()


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

    MISSING: no value, null, or an empty or blank string at ``source``. EMPTY: no array, or an empty one, at the
    results. SHORT: fewer results than the argument ``wire``, when it has a value (``start``: the schema's default).
    PAST: the incremented page exceeds the number at ``source``, or there is no number.
    """

    kind: StopKind = arg()
    source: Source | None = block()
    wire: str | None = key()
    place: Place | None = key()
    start: int | None = key()


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
    callback: bool = flag()
    operation: Id | None = key()
    """For a callback: the operation that starts it."""
    method: str = key("POST")
    url: tuple[ExpressionPart, ...] = blocks("url")
    expression: str | None = key()
    parameters: tuple[WireParameter, ...] = blocks()
    payloads: tuple[Payload, ...] = blocks()
    answers: tuple[Answer, ...] = blocks()
    success: str = key("200")
    """The status of a handler that returns nothing."""
    failure: str = key("500")
    """The status where reading, verifying or handling fails: the declared 5XX, else default's, else 500."""
    summary: str | None = key()
    description: str | None = key()
    deprecated: bool = flag()


@node("signature")
class Signature:
    """How webhook signatures are verified (`x-codegen-webhooks.security`, D9.3)."""

    kind: str = arg()
    """``signature`` or ``standard-webhooks``."""
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


# --------------------------------------------------------------------------- surface


@frozen
class Argument:
    """An argument of a method, or a field of its request object.

    ``place`` and ``wire`` name the parameter it fills; a body has place BODY and wire "".
    """

    ident: str
    place: Place
    wire: str
    type: Type
    required: bool
    nullable: bool = False
    description: str | None = None
    default: Value | None = None
    deprecated: bool = False
    deprecation_message: str | None = None
    example: Value | None = None


@frozen
class RequestObject:
    """The class of the single ``request`` argument (D4.2); ``required`` when something in it is."""

    ident: str
    required: bool
    id: Id = ""


@frozen
class Method:
    """A method of a group. With ``request`` it takes one object whose fields are ``arguments``, else those
    arguments themselves. ``arguments`` stand in the final order (D4.4)."""

    operation: Id
    ident: str
    group: tuple[str, ...]
    arguments: tuple[Argument, ...]
    request: RequestObject | None = None
    origin: Origin = Origin.SPEC


@frozen
class Group:
    """A namespace of methods; the root group, the client itself, has the path ``()``.

    ``ident`` is the attribute on its parent, ``type_ident`` its class, ``module`` a file stem.
    """

    path: tuple[str, ...]
    ident: str
    type_ident: str
    module: str
    methods: tuple[Method, ...]
    groups: tuple[Group, ...] = ()
    description: str | None = None
    title: str = ""
    """As the document writes it, for headings."""


@frozen
class TypeName:
    """Identifiers of a declared type.

    ``members``: for a model the field identifiers by wire name; for an enum the member identifiers in order, keyed
    by index as text; for a union the case identifiers, keyed by index as text. ``module``: a file stem
    shared by types of one cluster (a strongly connected component, else the group that uses it).
    """

    ident: str
    module: str
    members: Mapping[str, str] = field(default_factory=dict)
    origin: Origin = Origin.SPEC
    requested: bool = False
    """Reachable from a request: arguments of this type occur."""
    answered: bool = False
    """Reachable from a response or an event."""


@frozen
class EventName:
    """Identifiers of a webhook or callback: ``ident`` the payload's type stem, ``handler`` its function name."""

    ident: str
    handler: str
    origin: Origin = Origin.SPEC


@frozen
class Surface:
    """What one target calls things."""

    target: str
    client: str
    package: str
    version: str
    root: Group
    types: Mapping[Id, TypeName] = field(default_factory=dict)
    events: Mapping[Id, EventName] = field(default_factory=dict)
    schemes: Mapping[str, str] = field(default_factory=dict)
    """Client option per security scheme."""
    server_variables: Mapping[str, str] = field(default_factory=dict)  # client option per variable of a URL
    global_parameters: Mapping[str, str] = field(default_factory=dict)
    """Client option per global parameter, by its wire name (D14 ``globals``)."""
    options: Mapping[str, Json] = field(default_factory=dict)
    """The target's own section of gen.yaml (author, description, models: plain ...)."""
    licence: str | None = None
    environment: str = "API"  # what the environment variables of clients begin with, the same in every target


@frozen
class Plan:
    """Both halves, as a backend receives them."""

    wire: Wire
    surface: Surface

"""IR nodes: lowering makes them from a document, and the passes transform them.

Every node is a value (frozen; tuples, and maps that are never changed). Declarations are in the flat tables of
:class:`Sdk`; members are nested; a reference is an identity, never an object. Each node's ``id`` is its place
(:data:`compiler.ir.node.Id`), from which a diagnostic finds file, line and column.

Stages, in the order of the pipeline:

* lowered: ``schemas`` holds components and reference targets as :class:`Schema` trees; ``parameters``, ``bodies``,
  ``responses``, ``headers`` hold other components; members may be ``ref`` placeholders;
* after resolve_refs: no placeholders outside schemas, the component tables are empty;
* after shape_types: ``schemas`` is empty and every ``schema`` member None; ``types`` holds declarations, ``type``
  members hold expressions;
* after encode_bodies and decode_responses: operations carry ``payload`` and ``answers``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from compiler.ir.credentials import Alternative
from compiler.ir.events import Signature
from compiler.ir.node import (
    Id,
    Json,
    TextKind,
    arg,
    block,
    blocks,
    flag,
    ident,
    key,
    node,
    optional_blocks,
    table,
    word,
)
from compiler.ir.servers import Retries, Server
from compiler.ir.types import Checks, Contract, Declaration, Name, NameIn, Type, Value
from compiler.ir.wire import (
    Answer,
    BodyKind,
    EventData,
    ExpressionPart,
    JsonField,
    Pages,
    Payload,
    Place,
    SecurityScheme,
    Style,
)

# --------------------------------------------------------------------------- schemas


@node("hints")
class Hints:
    """`x-codegen-*` keys of a schema or a property (D14)."""

    name: str | None = key()
    """name-override."""
    names_in: tuple[NameIn, ...] = blocks()
    """The same as a map by language (D3.9)."""
    type_name: str | None = key()
    """type-name: what the class of a property is called, whatever the property is."""
    ignore: tuple[str, ...] = key(())
    """Targets that leave it out; ``("*",)`` for ``true`` (D5.1)."""
    open: bool | None = key()
    """unknown-values: allow (True) or disallow (False)."""
    members: tuple[tuple[Json, str], ...] = key(())
    """enums: pairs of value and member name."""
    error_message: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)


@node("discriminator")
class Discriminator:
    """OpenAPI's discriminator: the property, and the schema each value selects."""

    property: str = arg()
    mapping: tuple[tuple[str, Id], ...] = key(())
    default: Id | None = key()
    names: tuple[tuple[str, Id], ...] = key(())
    """The names that the document gives to members made from its components."""


@node("input")
class PaginationInput:
    """An entry of `x-codegen-pagination.inputs` (spec 2.5)."""

    name: str = arg()
    place: str = arg()
    """``parameters`` or ``requestBody``."""
    kind: str = arg()
    """``page``, ``offset``, ``limit`` or ``cursor``."""
    id: Id = ident()


@node("output")
class PaginationOutput:
    """An entry of `x-codegen-pagination.outputs`: a JSONPath, or a runtime expression on a header (D6.11)."""

    key: str = arg()
    path: str = arg()
    id: Id = ident()


@node("pagination")
class Pagination:
    """`x-codegen-pagination` as written; ``off`` is ``{}`` (D6.1)."""

    kind: str = arg("")
    off: bool = flag()
    inputs: tuple[PaginationInput, ...] = blocks(segment="inputs/{i}")
    outputs: tuple[PaginationOutput, ...] = blocks(segment="outputs/{key}")
    id: Id = ident()


@node("property")
class Property:
    """A property of a schema, as written."""

    wire: str = arg()
    required: bool = flag()
    schema: Schema = block(segment="")
    id: Id = ident()


@node("pattern-property")
class PatternProperty:
    """An entry of patternProperties."""

    pattern: str = arg()
    schema: Schema = block(segment="")
    id: Id = ident()


@node("schema")
class Schema:
    """A JSON Schema (3.1 dialect) as written, one to one; nested schemas are nested nodes.

    ``ref`` is the identity of the target, canonical for every spelling (D1.4); sibling keywords apply.
    ``always``/``never`` are the boolean schemas.
    """

    types: tuple[str, ...] = key(())
    """JSON types as written (``type: [string, "null"]``); empty: any."""
    format: str | None = key()
    ref: Id | None = key()
    always: bool = flag()
    never: bool = flag()
    title: str | None = key(text=TextKind.TITLE)
    description: str | None = key(text=TextKind.PROSE)
    read_only: bool = flag()
    write_only: bool = flag()
    deprecated: bool = flag()
    required: tuple[str, ...] = key(())
    """Names of required properties, including those that are not in ``properties``."""
    properties: tuple[Property, ...] = blocks(segment="properties/{wire}")
    patterns: tuple[PatternProperty, ...] = blocks(segment="patternProperties/{pattern}")
    additional: Schema | None = block("additional", segment="additionalProperties")
    closed: bool = flag()
    """additionalProperties (or unevaluatedProperties) false."""
    items: Schema | None = block("items", segment="items")
    prefix_items: tuple[Schema, ...] = blocks("prefix-item", segment="prefixItems/{i}")
    all_of: tuple[Schema, ...] = blocks("all-of", segment="allOf/{i}")
    one_of: tuple[Schema, ...] = blocks("one-of", segment="oneOf/{i}")
    any_of: tuple[Schema, ...] = blocks("any-of", segment="anyOf/{i}")
    negated: bool = flag()
    """The schema has `not`, if/then/else, dependent* or contains: assertions that types do not express."""
    discriminator: Discriminator | None = block()
    enum: tuple[Value, ...] = blocks("enum-value")
    const: Value | None = block("const")
    default: Value | None = block("default")
    examples: tuple[Value, ...] = blocks("example", text=TextKind.EXAMPLE)
    checks: Checks | None = block()
    content_encoding: str | None = key()
    content_media_type: str | None = key()
    hints: Hints | None = block()
    pagination: Pagination | None = block(segment="x-codegen-pagination")
    anchor: str | None = key()
    """`$anchor`, which names an inline schema (D10.1)."""
    id: Id = ident()


# --------------------------------------------------------------------------- requests and responses


@node("parameter")
class Parameter:
    """A parameter object; ``ref`` marks a placeholder for a component.

    ``inherited``: it is declared on the path item. ``ignore``: see :attr:`Hints.ignore`.
    """

    wire: str = arg("")
    place: Place = arg(Place.QUERY)
    ref: Id | None = key()
    required: bool = flag()
    inherited: bool = flag()
    shared: bool = flag()
    """A component, or a part of another file, which operations refer to; set by resolve_refs."""
    style: Style = key(Style.FORM)
    explode: bool = flag()
    allow_reserved: bool = flag()
    allow_empty: bool = flag()
    media_type: str | None = key()
    schema: Schema | None = block(segment="schema")
    type: Type | None = key()
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    default: Value | None = block("default")
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    fixed: Value | None = block("fixed")
    """The value that is always sent; the parameter is not an argument (D5.4). Set by apply_ignores."""
    override: str | None = key()
    names_in: tuple[NameIn, ...] = blocks()
    """See :attr:`Hints.names_in`."""
    name: Name | None = block()
    ignore: tuple[str, ...] = key(())
    id: Id = ident()


@node("header")
class Header:
    """A header object of a response or of an encoding."""

    wire: str = arg()
    ref: Id | None = key()
    shared: bool = flag()
    """See :attr:`Parameter.shared`."""
    required: bool = flag()
    schema: Schema | None = block(segment="schema")
    type: Type | None = key()
    default: Value | None = block("default")
    """The schema's const, else its default."""
    explode: bool = flag()
    media_type: str | None = key()
    """Of a header that `content` describes."""
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    id: Id = ident()


@node("encoding")
class Encoding:
    """An Encoding Object (spec 2.7); None means not given, which matters (D8.2)."""

    wire: str = arg()
    content_type: str | None = key()
    headers: tuple[Header, ...] = blocks(segment="headers/{wire}")
    style: Style | None = key()
    explode: bool | None = key()
    allow_reserved: bool | None = key()
    id: Id = ident()


@node("content")
class Content:
    """A Media Type Object under its media type."""

    media_type: str = arg()
    schema: Schema | None = block(segment="schema")
    type: Type | None = key()
    events: tuple[EventData, ...] = blocks()
    """The data of each kind of event, if `itemSchema` describes a stream of events."""
    encodings: tuple[Encoding, ...] = blocks(segment="encoding/{wire}")
    example: Value | None = block("example", text=TextKind.EXAMPLE)
    ignore: tuple[str, ...] = key(())
    pagination: Pagination | None = block(segment="x-codegen-pagination")
    sentinel: str | None = key()
    """`x-codegen-sse-sentinel`; ``""`` means that the stream has no sentinel."""
    switch: str | None = key()
    """`x-codegen-stream-switch`, of a request; ``""`` means that the request has no switch."""
    hollow: bool = flag()
    """Its schema is an object that may have no properties (D7.2); set by shape_types."""
    needs: tuple[str, ...] = key(())
    json_only: tuple[tuple[str, str], ...] = key(())
    json_fields: tuple[JsonField, ...] = blocks("json")
    """If it shares its type: what only it requires, and what its properties may not be; set by join_bodies."""
    id: Id = ident()


@node("body")
class Body:
    """A Request Body Object (spec 2.6)."""

    ref: Id | None = key()
    shared: bool = flag()
    """See :attr:`Parameter.shared`."""
    required: bool = flag()
    optional: bool = flag()
    """The document says `required: false`, and does not only leave it out (D4.10)."""
    description: str | None = key(text=TextKind.PROSE)
    contents: tuple[Content, ...] = blocks(segment="content/{media_type}")
    id: Id = ident()


@node("response")
class Response:
    """A Response Object under its status (``200``, ``2XX``, ``default``)."""

    status: str = arg("")
    ref: Id | None = key()
    shared: bool = flag()
    """See :attr:`Parameter.shared`."""
    description: str | None = key(text=TextKind.PROSE)
    headers: tuple[Header, ...] = blocks(segment="headers/{wire}")
    contents: tuple[Content, ...] = blocks(segment="content/{media_type}")
    ignore: tuple[str, ...] = key(())
    pagination: Pagination | None = block(segment="x-codegen-pagination")
    id: Id = ident()


# --------------------------------------------------------------------------- declarations


class EventKind(StrEnum):
    """The two kinds of events (spec 2.8)."""

    WEBHOOK = "webhook"
    CALLBACK = "callback"


@node("errors")
class ErrorStatuses:
    """`x-codegen-errors` (D14)."""

    status_codes: tuple[str, ...] = key(())
    override: bool = flag()


class CallForm(StrEnum):
    """How a method takes its arguments.

    ARGUMENTS: each by itself, the body as one of them (spec 2.2). REQUEST: all in one request object (D4.2). NAMED:
    path parameters by position, all others by name (D4.9).
    """

    ARGUMENTS = "arguments"
    REQUEST = "request"
    NAMED = "named"


@node("operation")
class Operation:
    """An Operation Object; after some passes also one of its variants (a second media type, a stream)."""

    id: Id = ident()
    method: str = word("GET")
    path: str = arg("/")
    operation_id: str | None = key()
    override: str | None = key()
    """name-override."""
    aliases: tuple[str, ...] = key(())
    """The names after the first one of a list (D3.9); after rename also those of the root's list."""
    named_by: Id | None = key()
    """The root entry that its aliases, or its names in single targets, come from; set by rename."""
    names_in: tuple[NameIn, ...] = blocks()
    """See :attr:`Hints.names_in`."""
    name: Name | None = block()
    groups: tuple[str, ...] | None = key()
    """`x-codegen-group` as written (D2.3), one dotted path per place, None where it is not given; from infer_names on
    those that the method stands in."""
    called: str | None = key()
    """The words for the names of its request and response types, if these are not the operationId's (D3.5)."""
    tags: tuple[str, ...] = key(())
    ignore: tuple[str, ...] = key(())
    summary: str | None = key(text=TextKind.PROSE)
    description: str | None = key(text=TextKind.PROSE)
    external_docs: str | None = key(text=TextKind.LINE)
    deprecated: bool = flag()
    deprecation_message: str | None = key(text=TextKind.LINE)
    usage_example: bool = flag()
    max_method_params: int | None = key()
    parameters: tuple[Parameter, ...] = blocks(segment="parameters/{i}")
    body: Body | None = block(segment="requestBody")
    responses: tuple[Response, ...] = blocks(segment="responses/{status}")
    security: tuple[Alternative, ...] | None = optional_blocks()
    servers: tuple[Server, ...] = blocks()
    paginations: tuple[Pagination, ...] = blocks(segment="x-codegen-pagination")
    """The operation's own, and after resolve_refs those of its 200 response, media type and schema (D6.1)."""
    retries: Retries | None = block()
    timeout: int | None = key()
    idempotency: str | None = key()
    """Header name; ``""`` switches it off."""
    errors: ErrorStatuses | None = block()
    sentinel: str | None = key()
    """See :attr:`Content.sentinel`."""
    switch: str | None = key()
    """See :attr:`Content.switch`."""
    events: tuple[Id, ...] = key(())
    form: CallForm | None = key()
    """Set by group_params: how the method takes its arguments; None until a target decides."""
    spread: bool = flag()
    """Set by group_params: the properties of the body are arguments (D4.10)."""
    # filled by encode_bodies, decode_responses, attach_pagination
    variant: str | None = key()
    """The words that the method of this variant adds to the operation's name (``multipart``, ``stream``)."""
    payload: Payload | None = block(segment="requestBody")
    answers: tuple[Answer, ...] = blocks()
    results: tuple[Type, ...] = key(())
    accept: tuple[str, ...] = key(())
    stream: BodyKind | None = key()
    pages: Pages | None = block()


@node("event")
class Event:
    """A webhook or a callback of one operation (spec 2.8, D9)."""

    id: Id = ident()
    kind: EventKind = arg(EventKind.WEBHOOK)
    wire: str = arg("")
    method: str = word("POST")
    expression: str | None = key()
    """A callback's key as written."""
    operation: Id | None = key()
    """A callback's operation."""
    operation_id: str | None = key()
    override: str | None = key()
    names_in: tuple[NameIn, ...] = blocks()
    """See :attr:`Hints.names_in`."""
    name: Name | None = block()
    ignore: tuple[str, ...] = key(())
    summary: str | None = key(text=TextKind.PROSE)
    description: str | None = key(text=TextKind.PROSE)
    deprecated: bool = flag()
    parameters: tuple[Parameter, ...] = blocks(segment="parameters/{i}")
    body: Body | None = block(segment="requestBody")
    responses: tuple[Response, ...] = blocks(segment="responses/{status}")
    # filled by collect_webhooks
    url: tuple[ExpressionPart, ...] = blocks("url")
    payloads: tuple[Payload, ...] = blocks(segment="requestBody/content/{media_type}")
    answers: tuple[Answer, ...] = blocks()
    success: str = key("200")
    failure: str = key("500")
    tag: str | None = key()
    tags: tuple[str, ...] = key(())


@node("rename")
class RenameRule:
    """An entry of the root's `x-codegen-name-override` (D3.2)."""

    pattern: str = arg()
    to: str = key("")
    """Empty if the entry has names for single languages only."""
    aliases: tuple[str, ...] = key(())
    names_in: tuple[NameIn, ...] = blocks()
    parameters: bool = flag()
    """The rule matches parameter names instead of operationIds."""
    id: Id = ident()


@node("page-rule")
class PageRule:
    """An entry of the root's `x-codegen-pagination` (D6.14)."""

    pattern: str = arg()
    pagination: Pagination = block(segment="")
    id: Id = ident()


@node("tag")
class Tag:
    """A tag and its description."""

    tag: str = arg()
    description: str | None = key(text=TextKind.PROSE)
    display: str | None = key()


@node("info")
class Info:
    """The fields of the Info Object that the output shows."""

    summary: str | None = key(text=TextKind.PROSE)
    description: str | None = key(text=TextKind.PROSE)
    terms_of_service: str | None = key()
    contact: str | None = key()
    licence: str | None = key()
    external_docs: str | None = key(text=TextKind.LINE)


@node("sdk")
class Sdk:
    """The whole document."""

    title: str = arg("")
    version: str = arg("")
    info: Info | None = block()
    names: str = key("")
    """The source of groups and method names: ``path`` or ``operationId`` (D3.8); empty until infer_names."""
    max_method_params: int | None = key()
    timeout: int | None = key()
    idempotency: str | None = key()
    retries: Retries | None = block()
    signature: Signature | None = block()
    event_id: tuple[str, ...] = key(())
    """Tokens of the JSON pointer to the id of an event (`x-codegen-webhooks.eventId`, D9.2)."""
    security: tuple[Alternative, ...] = blocks()
    servers: tuple[Server, ...] = blocks()
    tags: tuple[Tag, ...] = blocks()
    renames: tuple[RenameRule, ...] = blocks()
    page_rules: tuple[PageRule, ...] = blocks()
    global_parameters: tuple[Parameter, ...] = blocks("global")
    schemes: Mapping[Id, SecurityScheme] = table()
    parameters: Mapping[Id, Parameter] = table()
    bodies: Mapping[Id, Body] = table()
    responses: Mapping[Id, Response] = table()
    headers: Mapping[Id, Header] = table()
    schemas: Mapping[Id, Schema] = table()
    types: Mapping[Id, Declaration] = table()
    unused: tuple[Id, ...] = key(())
    """Components that nothing in the document as written refers to; they are kept (D5.3)."""
    operations: Mapping[Id, Operation] = table()
    events: Mapping[Id, Event] = table()
    contracts: Mapping[Id, Contract] = table()

"""CG11xx: security, servers, retries, timeouts, streams."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1101",
        "warning",
        "there is no security scheme `{name}`; {reading} ({times})",
        "",
        """\
The names in `security` are those of `components.securitySchemes`. Of one that nobody declares, a name that says
`bearer`, `jwt` or `basic` is taken for that scheme of HTTP authentication: for the declared one, if there is one of
that kind. Any other asks for nothing: the calls are sent without it, and what a server wants can be given as a header.

    security: [{bearer: []}]
    components: {securitySchemes: {bearerAuth: {type: http, scheme: bearer}}}

    security: [{bearerAuth: []}]
""",
    ),
    Code(
        "CG1102",
        "error",
        "the server's URL has a variable `{name}` that is not declared",
        "declare it under `variables` with a default",
        """\
Each `{name}` in the URL of a server is a variable with a default.

    {url: "https://{region}.example.com"}
    {url: "https://{region}.example.com", variables: {region: {default: eu}}}
""",
    ),
    Code(
        "CG1103",
        "warning",
        "the server variable `{name}` does not occur in the URL",
        "remove it, or use it",
        """\
A variable that the URL does not contain has no effect.

    {url: "https://example.com", variables: {region: {default: eu}}}
    {url: "https://{region}.example.com", variables: {region: {default: eu}}}
""",
    ),
    Code(
        "CG1104",
        "warning",
        "the default `{default}` is not among the values {values}",
        "use one of the values as the default",
        """\
Where a server variable lists its values, the default is one of them.

    {default: us, enum: [eu, uk]}
    {default: eu, enum: [eu, uk]}
""",
    ),
    Code(
        "CG1105",
        "error",
        "the signature of webhooks needs `{key}`: {why}",
        "add `{key}`",
        """\
To verify a signature, a receiver must know where it finds each part.

    {type: signature, headerName: Signature, signed: "{timestamp}.{body}"}
    {type: signature, headerName: Signature, signed: "{timestamp}.{body}", timestampKey: t, signatureKey: v1}
""",
    ),
    Code(
        "CG1106",
        "error",
        "the TRACE of {path} must not carry credentials",
        "give the operation `security: []`",
        """\
A server answers TRACE with the request it received, credentials included, so they would be shown to anybody who can see
the response (RFC 9110 9.3.8).

    trace: {security: [{apiKey: []}]}
    trace: {security: []}
""",
    ),
    Code(
        "CG1108",
        "warning",
        "{what} contains {sign}, which is not allowed in a URL",
        "percent-encode it, or remove it",
        """\
HTTP libraries refuse or change such a URL; a client then needs another one, as its base URL or with its credentials.
Only URLs of servers have variables.

    servers: [{url: "https://api.example.com/my trains"}]
    servers: [{url: "https://api.example.com/my%20trains"}]
""",
    ),
    Code(
        "CG1109",
        "warning",
        "{what} cannot be used: it {problem}",
        "",
        """\
A client cannot send requests there: it uses http and https, appends the path of an operation to the URL of a server,
and requests tokens from the token URL of the flows clientCredentials and password by itself. A caller can still give
another base URL, or another token URL with the credentials.

    servers: [{url: "api.example.com/v1"}]
    servers: [{url: "https://api.example.com/v1"}]
""",
    ),
    Code(
        "CG1111",
        "warning",
        "`{key}` has no effect on the signature: {why}",
        "remove it",
        """\
A key that nothing reads is a mistake, or a leftover of one (D2.2, D9.3).

    {type: standard-webhooks, headerName: X-Signature}
    {type: signature, headerName: X-Signature, toleranceSeconds: 60}

    {type: standard-webhooks, toleranceSeconds: 60}
    {type: signature, headerName: X-Signature}
""",
    ),
    Code(
        "CG1112",
        "warning",
        "`{key}` has no meaning for a security scheme of type `{type}`: only those of type `{owner}` have it",
        "remove it, or correct the type",
        """\
Each type of security scheme has keys of its own, and those of another type change nothing.

    {type: http, scheme: bearer, in: header, name: X-Token}

    {type: http, scheme: bearer}
    {type: apiKey, in: header, name: X-Token}
""",
    ),
    Code(
        "CG1113",
        "warning",
        "`x-codegen-sse-sentinel` has no effect: {operation} has no event stream here",
        "remove it, or describe the stream as `text/event-stream`",
        """\
The sentinel is the data of the event that ends a stream of server-sent events (D14); other media types have none.

    "200": {content: {application/json: {schema: {type: object}, x-codegen-sse-sentinel: '[DONE]'}}}

    "200": {content: {text/event-stream: {schema: {type: object}, x-codegen-sse-sentinel: '[DONE]'}}}
""",
    ),
    Code(
        "CG1114",
        "warning",
        "another server is already called `{name}`, so this one cannot be chosen by its name",
        "give each server a name of its own",
        """\
A client chooses a server by the name that `x-codegen-server-id` gives it; of two with one name it takes the first.

    servers:
      - {url: "https://api.example.com", x-codegen-server-id: main}
      - {url: "https://test.example.com", x-codegen-server-id: main}

    servers:
      - {url: "https://api.example.com", x-codegen-server-id: main}
      - {url: "https://test.example.com", x-codegen-server-id: test}
""",
    ),
    Code(
        "CG1115",
        "warning",
        "a request has one {place} `{wire}`, so it cannot carry {names} together: one of them is used",
        "write them as alternatives: `security: [{{a: []}}, {{b: []}}]`",
        """\
The schemes of one entry of `security` apply together, those of several are alternatives. Two that are sent in the same
place cannot apply together: they are read as alternatives, of which a client takes the first that it has all
credentials for.

    security: [{basic: [], bearer: []}]

    security: [{basic: []}, {bearer: []}]
""",
    ),
    Code(
        "CG1116",
        "info",
        "the method requests `{asked}` and has its type; responses in {others} are read, but as other types ({times})",
        "leave out media types that nobody requests, by `x-codegen-ignore: true` beside their `schema`",
        """\
Of several media types of a successful response, the client requests one: JSON before events, lines of JSON, text and
bytes; of two of a kind the first (D13). If the server answers in another one anyway, the response is read by the schema
of that one, and the method returns a value that its type does not show.

    "200":
      content:
        application/json: {schema: {$ref: "#/components/schemas/Trip"}}
        text/csv: {schema: {type: string}}

    "200":
      content:
        application/json: {schema: {$ref: "#/components/schemas/Trip"}}
""",
    ),
    Code(
        "CG1117",
        "warning",
        "`{scheme}` is not a known scheme of HTTP authentication; credentials are sent after that word",
        "write a scheme of IANA's registry, such as `bearer`",
        """\
The scheme is the first word of the header Authorization. A server that does not know it refuses the request.

    {type: http, scheme: baerer}
    {type: http, scheme: bearer}
""",
    ),
    Code(
        "CG1118",
        "warning",
        "no SDK computes credentials of the scheme `{scheme}`; what the caller gives is sent after that word",
        "describe what the header holds: `type: apiKey` with `in: header` and `name: Authorization`, or use `bearer`",
        """\
`basic` and `bearer` are sent as they are given. Other schemes, such as `digest`, answer a challenge of the server with
credentials that are computed for each request, which the caller has to do.

    {type: http, scheme: digest}
    {type: http, scheme: basic}
""",
    ),
    Code(
        "CG1119",
        "warning",
        "the scheme has no flow, so nothing says where tokens come from; the caller provides them",
        "describe a flow, such as `clientCredentials` with its `tokenUrl` and `scopes`",
        """\
`flows` of an oauth2 scheme has an entry for each way to get a token.

    {type: oauth2, flows: {}}
    {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://auth.example.com/token", scopes: {}}}}
""",
    ),
    Code(
        "CG1121",
        "warning",
        "there is no security scheme `{name}`; this `security` is ignored",
        "declare it under `components.securitySchemes`, or remove it",
        """\
The names in `security` are those of `components.securitySchemes`, in webhooks and callbacks, too.

    webhooks: {tripBooked: {post: {security: [{baerer: []}]}}}
    webhooks: {tripBooked: {post: {security: [{bearer: []}]}}}
""",
    ),
    Code(
        "CG1122",
        "info",
        "a POST or PATCH without an idempotency key is only retried after 429, or where nothing was sent ({times})",
        "declare a header `Idempotency-Key` or name one by `x-codegen-idempotency`; `unsafe: true` retries all",
        """\
A POST that is sent twice may take effect twice, so it is only retried where it certainly had no effect: after a status
that says so, or where no connection was made. An idempotency key tells the server that it is the same request.

    x-codegen-retries: {strategy: backoff, statusCodes: [429, 5XX]}
    paths: {/trips: {post: {operationId: bookTrip}}}

    x-codegen-retries: {strategy: backoff, statusCodes: [429, 5XX]}
    x-codegen-idempotency: {header: Idempotency-Key}
    paths: {/trips: {post: {operationId: bookTrip}}}
""",
    ),
    Code(
        "CG1123",
        "error",
        "`x-codegen-stream-switch` names `{name}`, which {problem}",
        "name a boolean property of the body, or write `false` if none switches streaming",
        """\
A property such as `stream` makes the response a stream (D13.2): the method that streams sends true, the other one omits
it. It must be a boolean property of a JSON, form or multipart body that is an object.

    application/json:
      x-codegen-stream-switch: mode
      schema: {type: object, properties: {mode: {enum: [live, whole]}, live: {type: boolean}}}

    application/json:
      x-codegen-stream-switch: live
      schema: {type: object, properties: {mode: {enum: [live, whole]}, live: {type: boolean}}}
""",
    ),
    Code(
        "CG1124",
        "warning",
        "`x-codegen-stream-switch` has no effect here: {operation} declares no stream beside JSON",
        "declare the stream: `text/event-stream` or a media type for lines of JSON beside `application/json`",
        """\
A property can only switch between a value and a stream where a 2xx response declares both (D13.2).

    "200": {content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}}

    "200":
      content:
        application/json: {schema: {$ref: '#/components/schemas/Answer'}}
        text/event-stream: {schema: {$ref: '#/components/schemas/Piece'}}
""",
    ),
    Code(
        "CG1125",
        "info",
        "the schema is read as that of whole events: the values of the stream are their `data`",
        "if the data of each event is such an object itself, add `additionalProperties: true`",
        """\
The schema of `text/event-stream` describes the data of an event. Many documents describe the whole event instead, by an
object that has only the fields of an event, `data`, `event`, `id` and `retry`, as OpenAPI 3.2 does with `itemSchema`.

    text/event-stream:
      schema: {type: object, properties: {data: {$ref: '#/components/schemas/Piece'}}}

    text/event-stream:
      schema: {$ref: '#/components/schemas/Piece'}
""",
    ),
    Code(
        "CG1127",
        "info",
        "`itemSchema` has {what}",
        "describe the fields of an event: `properties: {{data: ...}}`",
        """\
The `itemSchema` of `text/event-stream` describes an event by its fields: `data`, `event`, `id` and `retry`. An object
that has none of them is read as the data of an event. What else stands beside `data` never arrives, and is left out.

    text/event-stream:
      itemSchema: {$ref: '#/components/schemas/Piece'}

    text/event-stream:
      itemSchema: {properties: {data: {contentSchema: {$ref: '#/components/schemas/Piece'}}}}
""",
    ),
    Code(
        "CG1126",
        "info",
        "`{name}` asks {operation} for a stream, but no 2xx response declares one",
        "declare `text/event-stream` beside `application/json`, with the schema of the data of an event",
        """\
A boolean `stream` in the body makes many servers answer with events. A client reads them where the response declares
them: as a method of its own, `create_stream`, which sends true (D13.2). Otherwise the client cannot read the response.
`codegen lint` reports where this may happen. `x-codegen-stream-switch: false` says that the property is something else.

    "200": {content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}}

    "200":
      content:
        application/json: {schema: {$ref: '#/components/schemas/Answer'}}
        text/event-stream: {schema: {$ref: '#/components/schemas/Piece'}}
""",
    ),
    Code(
        "CG1120",
        "warning",
        "the scheme `{name}` has no scope `{scope}` ({times})",
        "declare it under `scopes` of a flow, or correct the name",
        """\
The scopes that an operation requires must be declared by a flow of its scheme. Schemes of other types have none before
3.1, where they may name roles.

    security: [{oauth: [trips:raed]}]
    security: [{oauth: [trips:read]}]
""",
    ),
)

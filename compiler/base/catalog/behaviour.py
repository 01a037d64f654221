"""CG11xx: security, servers, retries, timeouts, streams."""

from __future__ import annotations

from compiler.base.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1101",
        "error",
        "there is no security scheme `{name}`",
        "",
        """\
The names in `security` are those of `components.securitySchemes`.

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
A variable that the URL does not hold changes nothing.

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
A server answers TRACE with the request it received, credentials included, so they would be shown to whoever can see the
answer (RFC 9110 9.3.8).

    trace: {security: [{apiKey: []}]}
    trace: {security: []}
""",
    ),
    Code(
        "CG1108",
        "warning",
        "{what} holds {sign}, which is no sign of URLs",
        "percent-encode it, or remove it",
        """\
Such a URL is refused or changed by what sends requests; a client needs another then, given as its base URL or with its
credentials. Only URLs of servers have variables.

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
A client cannot send requests there: it speaks http and https, puts the path of an operation behind the URL of a server,
and asks the token URL of the flows clientCredentials and password by itself. A caller can still give another base URL,
or another token URL with the credentials.

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
A key that nothing reads is a mistake, or the rest of one (D2.2, D9.3).

    {type: standard-webhooks, headerName: X-Signature}
    {type: signature, headerName: X-Signature, toleranceSeconds: 60}

    {type: standard-webhooks, toleranceSeconds: 60}
    {type: signature, headerName: X-Signature}
""",
    ),
    Code(
        "CG1112",
        "warning",
        "`{key}` means nothing for a security scheme of type `{type}`: only one of `{owner}` has it",
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
        "`x-codegen-sse-sentinel` has no effect here: {operation} has no such stream of events",
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
        "another server is called `{name}` already, so this one cannot be chosen by its name",
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
        "a request has one {place} `{wire}`, so it cannot carry {names} together: one of them is taken",
        "write them as alternatives: `security: [{{a: []}}, {{b: []}}]`",
        """\
The schemes of one entry of `security` hold together, those of several are alternatives. Two that stand in the same
place cannot hold together: they are read as alternatives, of which a client takes the first that it has all
credentials for.

    security: [{basic: [], bearer: []}]

    security: [{basic: []}, {bearer: []}]
""",
    ),
    Code(
        "CG1116",
        "info",
        "the method asks for `{asked}` and has its type; answers in {others} are read, but of another type ({times})",
        "leave out what nobody asks for by `x-codegen-ignore: true` beside its `schema`",
        """\
Of several media types of a success one is asked for: JSON before events, lines of JSON, text and bytes; of two that are
alike the first (D13). A server that answers in another one all the same is understood by the schema of that one, and
the method returns a value that its type does not show.

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
        "`{scheme}` is no known scheme of HTTP authentication; credentials are sent behind that word",
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
        "no SDK computes credentials of the scheme `{scheme}`; what the caller gives is sent behind that word",
        "describe what the header holds: `type: apiKey` with `in: header` and `name: Authorization`, or use `bearer`",
        """\
`basic` and `bearer` are sent as they are given. Other schemes, such as `digest`, answer a challenge of the server by
credentials that are computed anew for each request, which is left to the caller.

    {type: http, scheme: digest}
    {type: http, scheme: basic}
""",
    ),
    Code(
        "CG1119",
        "warning",
        "the scheme has no flow, so that nothing says where tokens come from; the caller gives them",
        "describe a flow, such as `clientCredentials` with its `tokenUrl` and `scopes`",
        """\
`flows` of an oauth2 scheme has an entry for each way to a token.

    {type: oauth2, flows: {}}
    {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://auth.example.com/token", scopes: {}}}}
""",
    ),
    Code(
        "CG1121",
        "warning",
        "there is no security scheme `{name}`; nothing is made of the security of what is received",
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
        "a POST or PATCH without an idempotency key is tried again only after 429, or where nothing was sent ({times})",
        "declare a header `Idempotency-Key` or name one by `x-codegen-idempotency`; `unsafe: true` tries all again",
        """\
Who sends a POST twice may have its work done twice, so retries come down to what is certain: a status that says that
nothing was done, and a connection that never was. An idempotency key tells the server that it is the same request.

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
        "name a boolean property of the body, or write `false` where none switches streaming",
        """\
A property such as `stream` makes the answer a stream (D13.2): the method that streams sends true, and the other one
nothing. It has to be a property of a body that is an object, as JSON, a form or multipart, and a boolean.

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
        "the schema is read as that of whole events, so that the values of the stream are their `data`",
        "if the data of each event are such objects themselves, say `additionalProperties: true`",
        """\
The schema of `text/event-stream` is that of the data of an event. Many documents describe the event instead, by an
object that has nothing but fields of one, `data`, `event`, `id` and `retry`, as OpenAPI 3.2 does with `itemSchema`.

    text/event-stream:
      schema: {type: object, properties: {data: {$ref: '#/components/schemas/Piece'}}}

    text/event-stream:
      schema: {$ref: '#/components/schemas/Piece'}
""",
    ),
    Code(
        "CG1126",
        "info",
        "`{name}` asks {operation} for a stream, and no 2xx declares one",
        "declare `text/event-stream` beside `application/json`, with the schema of the data of an event",
        """\
A boolean `stream` in the body makes many servers answer with events. A client reads them where the response declares
them: as a method of its own, `create_stream`, which sends true (D13.2). Else the answer is none that it can read.
`codegen lint` tells where that may be so. `x-codegen-stream-switch: false` says that the property is something else.

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
The scopes that an operation asks for are those of the flows of its scheme. Schemes of other types have none before 3.1,
where they may name roles.

    security: [{oauth: [trips:raed]}]
    security: [{oauth: [trips:read]}]
""",
    ),
)

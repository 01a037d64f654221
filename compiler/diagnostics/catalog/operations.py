"""CG0329 to CG0350: operationIds, paths, names of headers, patterns, and documents as a whole."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0329",
        "warning",
        "the operationId `{name}` is used twice",
        "give each operation an operationId of its own",
        """\
An operationId must be unique in the document. Where it is not, words of the HTTP method and path are added to the
method's name.

    paths: {/a: {get: {operationId: list}}, /b: {get: {operationId: list}}}
    paths: {/a: {get: {operationId: listA}}, /b: {get: {operationId: listB}}}
""",
    ),
    Code(
        "CG0330",
        "warning",
        "the {place} parameter `{name}` is declared twice; the first is used",
        "remove one of them",
        """\
The pair of name and location must be unique in one list of parameters.

    parameters: [{name: q, in: query, schema: {}}, {name: q, in: query, schema: {}}]
    parameters: [{name: q, in: query, schema: {}}]
""",
    ),
    Code(
        "CG0331",
        "warning",
        "the path `{path}` does not begin with a slash; it is appended to the server's URL as it is",
        "begin it with `/`",
        """\
The keys of `paths` begin with a slash.

    paths: {trips: {}}
    paths: {/trips: {}}
""",
    ),
    Code(
        "CG0332",
        "warning",
        "the path holds {sign}: {what}",
        "declare query parameters instead",
        """\
A path in OpenAPI has no query and no fragment. Documents use them to tell operations of one path apart.

    paths: {"/items?type=draft": {}}
    paths: {/items: {}}           # with a query parameter `type`
""",
    ),
    Code(
        "CG0333",
        "warning",
        "no parameter declares {names} of the path `{path}`: read as {what} ({times})",
        "declare it with `in: path`",
        """\
Each `{name}` in a path stands for a path parameter of the operation or of its path item. One that is not declared is
still a required string and an argument of the method (D4.5).

    paths: {"/pets/{petId}": {get: {}}}

    paths: {"/pets/{petId}": {get: {parameters: [{name: petId, in: path, required: true, schema: {type: string}}]}}}
""",
    ),
    Code(
        "CG0334",
        "warning",
        "the path parameter `{name}` does not occur in the path; {what}",
        "",
        """\
A path parameter replaces its `{name}` in the path. One that the path does not contain cannot be sent, so it does not
become an argument; where the path contains its name with other capitals or separators, that one is meant.

    paths: {/pets: {get: {parameters: [{name: petId, in: path, required: true, schema: {type: string}}]}}}
    paths: {"/pets/{petId}": {get: {parameters: [{name: petId, in: path, required: true, schema: {type: string}}]}}}
""",
    ),
    Code(
        "CG0335",
        "warning",
        "`{key}` must be a string, not {found}; it is left out",
        "write the text itself",
        """\
Texts for readers are strings. Some tools include the text of another file by a `$ref`, which OpenAPI does not allow.

    description: {$ref: introduction.md}
    description: Everything about trains.
""",
    ),
    Code(
        "CG0336",
        "warning",
        "`$ref` is not a property: {what}",
        "refer to a whole schema",
        """\
A map of properties cannot be referred to; `$ref` would be the name of a property.

    {type: object, properties: {$ref: "#/components/schemas/Pet/properties"}}
    {$ref: "#/components/schemas/Pet"}
""",
    ),
    Code(
        "CG0337",
        "warning",
        "`{key}` has no value; it is read {what} ({times})",
        "remove it, or write its value",
        """\
A key without a value is null in YAML, where OpenAPI requires an object, an array or a string. It is read as an empty
one.

    content: {application/json: }
    content: {application/json: {}}
""",
    ),
    Code(
        "CG0338",
        "warning",
        "a path parameter lacks `required: true`; it is required anyway ({times})",
        "add `required: true`",
        """\
Without a value for it the URL cannot be built, so OpenAPI requires every path parameter to say that it is required.

    {name: id, in: path, schema: {type: string}}
    {name: id, in: path, required: true, schema: {type: string}}
""",
    ),
    Code(
        "CG0339",
        "warning",
        "`allowReserved` has no meaning in a header; it is left out",
        "remove it",
        """\
`allowReserved` keeps reserved characters from being percent-encoded in URLs. Headers are not percent-encoded.

    {name: X-Range, in: header, allowReserved: true, schema: {type: string}}
    {name: X-Range, in: header, schema: {type: string}}
""",
    ),
    Code(
        "CG0340",
        "warning",
        "the document has no `paths`, `webhooks` or `components`: there is nothing to compile",
        "add `paths` with the operations of the API",
        """\
A description lists operations under `paths`, events under `webhooks`, or at least definitions for other files under
`components`.

    openapi: 3.1.0
    info: {title: Trains, version: 1.0.0}

    openapi: 3.1.0
    info: {title: Trains, version: 1.0.0}
    paths: {/trips: {get: {responses: {"200": {description: trips}}}}}
""",
    ),
    Code(
        "CG0341",
        "error",
        "`{name}` cannot be {what}: {problem}",
        "",
        """\
The head of a request allows few characters: header names and authentication schemes consist of letters, digits and
!#$%&'*+-.^_`|~, media types of ASCII, header values of one line. HTTP libraries refuse anything else at each call, or
send something else.

    {name: "X Trip", in: header, required: true, schema: {type: string}}
    {name: X-Trip, in: header, required: true, schema: {type: string}}
""",
    ),
    Code(
        "CG0342",
        "warning",
        "`{name}` is not a valid header name: {problem}; it is left out",
        "header names consist of letters, digits and !#$%&'*+-.^_`|~",
        """\
HTTP does not allow such names, so no request or response can have the header. A header that a call needs is an error
(CG0341).

    headers: {"X Total": {schema: {type: integer}}}
    headers: {X-Total: {schema: {type: integer}}}
""",
    ),
    Code(
        "CG0343",
        "info",
        "a pattern with {what} is not checked in every language ({times})",
        "write the pattern without it, or check such strings yourself",
        """\
JSON Schema's regular expressions are those of ECMAScript. The engines of some languages guarantee linear time, so they
have no lookaround and no backreferences; some have no Unicode property escapes. There such a `pattern` is documented
but not checked.

    {type: string, pattern: "^(?!con$)[a-z]+$"}
    {type: string, pattern: "^[a-z]+$", not: {const: con}}
""",
    ),
    Code(
        "CG0344",
        "warning",
        "`{pattern}` is not a regular expression: {reason}",
        "correct it: as it is, no validator checks it",
        """\
A `pattern` is a regular expression of ECMAScript. One that cannot be parsed is documented but not checked.

    {type: string, pattern: "^[a-z"}
    {type: string, pattern: "^[a-z]+$"}
""",
    ),
    Code(
        "CG0345",
        "warning",
        "matching `{part}` may take exponential time: it repeats a repetition",
        "let each round begin or end with what the inner repetition cannot match, as `(?:[a-z]+,)*` does",
        """\
Backtracking engines try every way to split a string, and each further character doubles their number: 40 characters
take hours. Validators in such languages match strings that anybody may send. codegen finds this form reliably, but not
all others; a `maxLength` bounds those, since longer strings are not matched.

    {type: string, pattern: "^([a-z]+ ?)*$"}
    {type: string, pattern: "^[a-z]+( [a-z]+)*$"}
""",
    ),
    Code(
        "CG0346",
        "warning",
        "only the first {limit:,} characters of `{key}` are kept",
        "write a short name here, and the rest as `description`",
        """\
The title and the version appear in the name, the metadata and the first lines of everything that is generated.

    info: {title: "Trains. This API ...", version: 1.0.0}
    info: {title: Trains, description: "This API ...", version: 1.0.0}
""",
    ),
    Code(
        "CG0347",
        "warning",
        "no text matches `{pattern}`: the slashes are a part of it",
        "write it without slashes and flags",
        """\
A `pattern` is an expression itself, not a literal of a programming language: a slash before `^` or after `$` matches
nothing, and there are no flags.

    {type: string, pattern: /^[a-z]+$/i}
    {type: string, pattern: "^[a-zA-Z]+$"}
""",
    ),
    Code(
        "CG0348",
        "warning",
        "`{key}` is used as in OpenAPI {newer}, in a document of {older} ({times}); it is read that way",
        "write it as in {older}, or `openapi: {newer}.0`",
        """\
In OpenAPI 3.0 a schema has one type, and null is not a type; exclusive bounds are booleans beside `minimum` and
`maximum`; `const`, `if`, `patternProperties`, `prefixItems`, the `examples` of a schema, `webhooks` and more do not
exist. Other tools refuse such a document, or ignore the key.

    openapi: 3.0.3
    note: {type: [string, "null"]}

    openapi: 3.0.3
    note: {type: string, nullable: true}
""",
    ),
    Code(
        "CG0349",
        "error",
        "the document says `swagger`, but `components` belong to OpenAPI 3",
        "write `openapi: 3.0.3` instead of `swagger`",
        """\
Swagger 2.0 keeps schemas in `definitions`, and has neither `components` nor request bodies. codegen does not guess
which of the two is meant.

    swagger: "2.0"
    components: {schemas: {Trip: {type: object}}}

    openapi: 3.0.3
    components: {schemas: {Trip: {type: object}}}
""",
    ),
    Code(
        "CG0350",
        "warning",
        "the operation lists no `responses`, which OpenAPI {asks} ({times})",
        'describe what it answers, if only `"204": {{description: Done.}}`',
        """\
Before OpenAPI 3.1 each operation lists at least one response. Other tools refuse a document without one.

    openapi: 3.0.3
    paths: {/trips: {post: {operationId: bookTrip}}}

    openapi: 3.0.3
    paths: {/trips: {post: {operationId: bookTrip, responses: {"201": {description: The trip is booked.}}}}}
""",
    ),
    Code(
        "CG0351",
        "warning",
        "`{key}` of OpenAPI 3 is given beside `{other}` of Swagger 2.0; `{counts}` is used",
        "keep one of the two",
        """\
In a document of Swagger 2.0, keys of OpenAPI 3 are read where no key of Swagger 2.0 says otherwise.

    swagger: "2.0"
    host: api.example.com
    servers: [{url: https://test.example.com}]

    swagger: "2.0"
    host: test.example.com
""",
    ),
    Code(
        "CG0352",
        "warning",
        "no SDK supports the scheme `{scheme}`; no server is made from it",
        "name `https` or `http`; where neither is named, `https` is used",
        """\
`schemes` of Swagger 2.0 say how `host` is reached. `ws` and `wss` beside one of the others are ignored.

    schemes: [htps]
    schemes: [https]
""",
    ),
    Code(
        "CG0353",
        "warning",
        "the items of a header that is `collectionFormat: {format}` cannot be told apart; it is read as one string",
        "use csv, or describe the header as a string",
        """\
The items of a header are separated by commas. A header in another format is passed to the caller as it is.

    X-Rooms: {type: array, items: {type: string}, collectionFormat: pipes}
    X-Rooms: {type: array, items: {type: string}}
""",
    ),
    Code(
        "CG0354",
        "warning",
        "the example of `{media_type}` is not shown: the response has no such content ({times})",
        "give the response a `schema`, and name the media type in `produces`",
        """\
`examples` of a response in Swagger 2.0 belong to the media types of `produces`, and to those alone.

    produces: [application/json]
    responses: {"200": {description: ok, schema: {type: string}, examples: {text/plain: open}}}

    produces: [application/json]
    responses: {"200": {description: ok, schema: {type: string}, examples: {application/json: open}}}
""",
    ),
    Code(
        "CG0355",
        "error",
        "the document says both `swagger` and `openapi`",
        "keep the one that it is written in",
        """\
Swagger 2.0 and OpenAPI 3 are structured differently, so the document must name only one of them.

    swagger: "2.0"
    openapi: 3.0.3

    openapi: 3.0.3
""",
    ),
    Code(
        "CG0376",
        "warning",
        "`{name}` in `{key}` is not an identifier: {problem}",
        "write the name as an identifier",
        """\
A name override is a hint for an identifier, which each language writes in its own case (D3.4): letters and digits,
with `_`, `-` or spaces between words. Other signs separate words, too.

    x-codegen-name-override: get!      # get
    x-codegen-name-override: 123abc    # _123_abc in Python, X123Abc in Go
    x-codegen-name-override: get
""",
    ),
    Code(
        "CG0377",
        "error",
        "`{key}` does not fit the security scheme: {problem}",
        "name a variable for each value that the scheme takes",
        """\
A key or a token is read from one variable. A scheme with several values names each: `username` and `password` of
basic authentication and of OAuth2's password flow, `clientId` and `clientSecret` of its client credentials, and the
`token` that a client may be given in their place (D3.9).

    basicAuth: {type: http, scheme: basic, x-codegen-env: ACME_PASSWORD}
    basicAuth:
      type: http
      scheme: basic
      x-codegen-env: {username: ACME_USER, password: ACME_PASSWORD}
""",
    ),
    Code(
        "CG0378",
        "warning",
        "`{key}` lists `{name}` twice",
        "remove one of the two",
        """\
The first name of a list is the method's, the others are aliases. They must differ in more than how their words are
joined.

    x-codegen-name-override: [retrieve, content, Content]
    x-codegen-name-override: [retrieve, content]
""",
    ),
    Code(
        "CG0379",
        "error",
        "`{name}` in `{key}` is not a language",
        "use the name of a section of gen.yaml",
        """\
A map gives a thing a name for each language; in a language that is left out it has the same name as without the map
(D3.9).

    x-codegen-name-override: {pyhton: retrieve, go: Get}
    x-codegen-name-override: {python: retrieve, go: Get}
""",
    ),
)

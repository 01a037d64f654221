"""CG0329 to CG0350: operationIds, paths, names of headers, patterns, and documents as a whole."""

from __future__ import annotations

from compiler.base.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0329",
        "warning",
        "the operationId `{name}` is used twice",
        "give each operation an operationId of its own",
        """\
OperationIds are unique in a document. Names made from one that is not get words of the method and path.

    paths: {/a: {get: {operationId: list}}, /b: {get: {operationId: list}}}
    paths: {/a: {get: {operationId: listA}}, /b: {get: {operationId: listB}}}
""",
    ),
    Code(
        "CG0330",
        "warning",
        "the {place} parameter `{name}` is given twice; the first counts",
        "remove one of them",
        """\
Name and place together are unique in one list of parameters.

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
        "describe the query by parameters",
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
Each `{name}` in a path stands for a path parameter of the operation or of its path item. One that nobody declares is a
required string all the same, and an argument of the method (D4.5).

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
A path parameter is sent in the place of its `{name}` in the path. One that the path does not have cannot be sent, so it
is no argument; where the path has its name with other capitals or signs between words, that one is meant.

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
Texts for readers are strings. Some tools put the text of another file there by a `$ref`, which OpenAPI does not know.

    description: {$ref: introduction.md}
    description: Everything about trains.
""",
    ),
    Code(
        "CG0336",
        "warning",
        "`$ref` is no property: {what}",
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
A key without a value is null in YAML, where OpenAPI wants an object, an array or a text. It is read as the empty one.

    content: {application/json: }
    content: {application/json: {}}
""",
    ),
    Code(
        "CG0338",
        "warning",
        "a path parameter lacks `required: true`; it is required all the same ({times})",
        "add `required: true`",
        """\
Without a value for it the URL cannot be built, so OpenAPI wants every path parameter to say that it is required.

    {name: id, in: path, schema: {type: string}}
    {name: id, in: path, required: true, schema: {type: string}}
""",
    ),
    Code(
        "CG0339",
        "warning",
        "`allowReserved` means nothing in a header; it is left out",
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
A description lists operations under `paths`, events under `webhooks`, or at least things for other files to refer to
under `components`.

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
What a request begins with is made of few characters: names of headers and the words before credentials of letters,
digits and !#$%&'*+-.^_`|~, media types of ASCII, values of headers of one line. Anything else would be refused by HTTP
libraries at each call, or would be sent as something else.

    {name: "X Trip", in: header, required: true, schema: {type: string}}
    {name: X-Trip, in: header, required: true, schema: {type: string}}
""",
    ),
    Code(
        "CG0342",
        "warning",
        "no header can be called `{name}`: {problem}; it is left out",
        "names of headers are made of letters, digits and !#$%&'*+-.^_`|~",
        """\
HTTP has no such names, so no response holds the header, and no request can. One that a call needs is an error (CG0341).

    headers: {"X Total": {schema: {type: integer}}}
    headers: {X-Total: {schema: {type: integer}}}
""",
    ),
    Code(
        "CG0343",
        "info",
        "a pattern with {what} is not checked in every language ({times})",
        "say it without, or check such texts yourself",
        """\
JSON Schema's expressions are those of ECMAScript. Some languages' take linear time for any text, so they know no
looking around and no references to groups; some know no properties of characters. There such a `pattern` is documented
and not checked.

    {type: string, pattern: "^(?!con$)[a-z]+$"}
    {type: string, pattern: "^[a-z]+$", not: {const: con}}
""",
    ),
    Code(
        "CG0344",
        "warning",
        "`{pattern}` is no regular expression: {reason}",
        "mend it: no validator checks it as it stands",
        """\
A `pattern` is a regular expression of ECMAScript. One that cannot be read is documented and takes any text.

    {type: string, pattern: "^[a-z"}
    {type: string, pattern: "^[a-z]+$"}
""",
    ),
    Code(
        "CG0345",
        "warning",
        "a text may keep `{part}` busy for ever: it repeats a repetition",
        "let each round begin or end with what the inner repetition cannot take, as `(?:[a-z]+,)*` does",
        """\
Engines that go back try all the ways to take a text apart, and there are twice as many for each further character: 40
of them take hours. Validators in such languages match the texts of whoever sends requests. Of the forms that behave so,
this one is found for sure; a `maxLength` keeps other ones short, since a text that breaks it is not matched.

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
The title and the version stand in the name, the metadata and the first lines of everything that is made.

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
A `pattern` is an expression itself, not a literal of a programming language: a slash before `^` or behind `$` matches
nothing, and there are no flags.

    {type: string, pattern: /^[a-z]+$/i}
    {type: string, pattern: "^[a-zA-Z]+$"}
""",
    ),
    Code(
        "CG0348",
        "warning",
        "`{key}` is used as OpenAPI {newer} has it, in a document of {older} ({times}); it is read in that way",
        "write it as {older} has it, or `openapi: {newer}.0`",
        """\
In OpenAPI 3.0 a schema has one type, and null is no type; exclusive bounds are booleans beside `minimum` and `maximum`;
`const`, `if`, `patternProperties`, `prefixItems`, the `examples` of a schema, `webhooks` and more are not known. Other
tools refuse such a document, or pass the key over.

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
        "write `openapi: 3.0.3` in the place of `swagger`",
        """\
Swagger 2.0 keeps schemas in `definitions`, and has neither `components` nor request bodies. What it is to be read as
must be said.

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
        'say what it answers, if only `"204": {{description: Done.}}`',
        """\
Before OpenAPI 3.1 each operation lists at least one response. Other tools refuse a document without.

    openapi: 3.0.3
    paths: {/trips: {post: {operationId: bookTrip}}}

    openapi: 3.0.3
    paths: {/trips: {post: {operationId: bookTrip, responses: {"201": {description: The trip is booked.}}}}}
""",
    ),
    Code(
        "CG0351",
        "warning",
        "`{key}` of OpenAPI 3 stands beside `{other}` of Swagger 2.0; `{counts}` counts",
        "keep one of the two",
        """\
A document of Swagger 2.0 with words of OpenAPI 3 in it is understood where 2.0 says nothing else.

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
        "an SDK does not speak `{scheme}`; no server is made of it",
        "name `https` or `http`; where neither is named, `https` is used",
        """\
`schemes` of Swagger 2.0 say how `host` is reached. `ws` and `wss` beside one of the others are passed over.

    schemes: [htps]
    schemes: [https]
""",
    ),
    Code(
        "CG0353",
        "warning",
        "the items of a header that is `collectionFormat: {format}` cannot be told apart; it is read as one text",
        "use csv, or describe the header as a string",
        """\
Headers list their items between commas. What a server writes in another way is given to the caller as it comes.

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
Swagger 2.0 and OpenAPI 3 are laid out in different ways, so one of them has to be said.

    swagger: "2.0"
    openapi: 3.0.3

    openapi: 3.0.3
""",
    ),
    Code(
        "CG0376",
        "warning",
        "`{name}` in `{key}` is no identifier: {problem}",
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
        "name the variables of what the scheme takes",
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
The first name of a list is the method's, those behind it are aliases. They differ in more than how their words are
joined.

    x-codegen-name-override: [retrieve, content, Content]
    x-codegen-name-override: [retrieve, content]
""",
    ),
    Code(
        "CG0379",
        "error",
        "`{name}` in `{key}` is no language",
        "write it as the sections of gen.yaml are called",
        """\
A map gives a thing a name for each language; one that is left out takes the name that it would have without the map
(D3.9).

    x-codegen-name-override: {pyhton: retrieve, go: Get}
    x-codegen-name-override: {python: retrieve, go: Get}
""",
    ),
)

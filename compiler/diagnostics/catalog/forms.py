"""CG0356 to CG0382: the form of objects, what OpenAPI asks for and forbids beside what an SDK is made of."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0356",
        "info",
        "`{key}` is {found} where OpenAPI requires a string; its text is used ({times})",
        "write it in quotes",
        """\
Where a string is required, the text of a number or a boolean is used (D1.2): `3.10` stays `3.10`. Other tools refuse
it.

    info: {title: Trains, version: 1.0}
    info: {title: Trains, version: "1.0"}
""",
    ),
    Code(
        "CG0357",
        "warning",
        "{what} has no `{key}`, which OpenAPI requires ({times})",
        "add `{key}`",
        """\
The SDK does not depend on it; other tools refuse the document.

    responses: {"204": {}}
    responses: {"204": {description: Done.}}
""",
    ),
    Code(
        "CG0358",
        "warning",
        "`{key}` must be {wanted}, not {found}; {effect}",
        "write {wanted}, or remove `{key}`",
        """\
A value that only documents the API is left out where its type is wrong.

    xml: {name: train, wrapped: "yes"}
    xml: {name: train, wrapped: true}
""",
    ),
    Code(
        "CG0359",
        "warning",
        "`{name}` is not a valid name of a {kind}: {problem}; it is used anyway",
        "names of components consist of letters, digits, `.`, `-` and `_`",
        """\
OpenAPI requires names of components to match `^[a-zA-Z0-9.\\-_]+$`; other tools refuse other names.

    components: {schemas: {"Train & Bus": {type: object}}}
    components: {schemas: {TrainAndBus: {type: object}}}
""",
    ),
    Code(
        "CG0360",
        "warning",
        "the paths `{path}` and `{other}` differ only in the names of parameters, so no server can tell them apart",
        "write the operations of both below one of them",
        """\
Templates that differ in the names of their parameters are identical, and OpenAPI forbids both in one document. codegen
makes methods of both.

    /trips/{id}: {get: {}}
    /trips/{tripId}: {delete: {}}

    /trips/{id}: {get: {}, delete: {}}
""",
    ),
    Code(
        "CG0361",
        "warning",
        "`{key}` and `{other}` exclude each other; `{counts}` is used",
        "remove one of them",
        """\
Of some keys, OpenAPI allows an object only one: `example` or `examples`, `value` or `externalValue`, the `identifier`
or the `url` of a license, the `schema` or the `content` of a header.

    license: {name: MIT, identifier: MIT, url: "https://opensource.org/licenses/MIT"}
    license: {name: MIT, identifier: MIT}
""",
    ),
    Code(
        "CG0362",
        "warning",
        "a header cannot have the style `{style}`; it is read as `simple`",
        "remove it: `simple` is the only style of a header",
        """\
The values of a header are always separated by commas.

    headers: {X-Tags: {style: matrix, schema: {type: array, items: {type: string}}}}
    headers: {X-Tags: {schema: {type: array, items: {type: string}}}}
""",
    ),
    Code(
        "CG0363",
        "warning",
        "the {thing} has {what}; it is read {read} ({times})",
        "add a `schema`",
        """\
A header declares the type of its values by a `schema`, or by one media type in `content`.

    headers: {X-Count: {description: How many there are.}}
    headers: {X-Count: {description: How many there are., schema: {type: integer}}}
""",
    ),
    Code(
        "CG0365",
        "warning",
        "`{key}` has no effect here: {why} ({times})",
        "remove it",
        """\
A key that changes nothing is a mistake, or a leftover of one.

    {name: X-Id, in: header, allowEmptyValue: true, schema: {type: string}}
    {name: X-Id, in: header, schema: {type: string}}
""",
    ),
    Code(
        "CG0366",
        "warning",
        "the path names `{name}` twice; one value is written in both places",
        "give each part of the path a name of its own",
        """\
OpenAPI allows each template expression once in a path.

    /trips/{id}/stops/{id}: {}
    /trips/{tripId}/stops/{stopId}: {}
""",
    ),
    Code(
        "CG0367",
        "warning",
        "{what} has no method, so nothing can be received for it",
        "describe the request below a method, such as `post`",
        """\
A webhook or callback is a path item: the request that the API sends is described below its method.

    webhooks: {tripBooked: {description: A trip was booked.}}
    webhooks: {tripBooked: {post: {description: A trip was booked.}}}
""",
    ),
    Code(
        "CG0368",
        "warning",
        "`{key}` lists `{value}` twice",
        "remove one of them",
        """\
The entries of these lists must be unique: the names of `tags` and `required`, the values of a server variable, the
scopes of a security requirement, the types of a schema.

    required: [id, id]
    required: [id]
""",
    ),
    Code(
        "CG0371",
        "info",
        "`{key}` is a key of {owner}, which codegen does not read ({times})",
        "rename arguments and fields with `x-codegen-name-override`",
        """\
Other programs, too, have keys that begin with `x-codegen-`. codegen ignores them.

    x-codegen-request-body-name: payload
""",
    ),
    Code(
        "CG0372",
        "warning",
        "`{key}` is not valid in Swagger 2.0: {problem}",
        "",
        """\
`host` is the name of a host, with an optional port; `basePath` begins with a slash, and `schemes` says how the host is
reached.

    host: api.example.com/v1

    host: api.example.com
    basePath: /v1
""",
    ),
    Code(
        "CG0373",
        "warning",
        "{what} has no `{key}`, which Swagger 2.0 requires ({times})",
        "add `{key}`",
        """\
codegen does not need it; other tools refuse the document.

    {in: body, schema: {$ref: "#/definitions/Trip"}}
    {in: body, name: trip, schema: {$ref: "#/definitions/Trip"}}
""",
    ),
    Code(
        "CG0374",
        "warning",
        "the `collectionFormat` of arrays in an array has no meaning here: each inner array is sent as JSON",
        "describe the parameter as a string, or as a single array",
        """\
No style of OpenAPI 3 serializes arrays in an array, and servers differ in how they read them.

    {in: query, name: ids, type: array, items: {type: array, collectionFormat: csv, items: {type: string}}}
    {in: query, name: ids, type: array, items: {type: string}}
""",
    ),
    Code(
        "CG0375",
        "warning",
        "`{key}` is not valid: {problem}",
        "write it like `https://example.com`",
        """\
URLs and addresses are shown to readers as they are written; nobody can follow an invalid one.

    contact: {email: team at example.com}
    contact: {email: team@example.com}
""",
    ),
    Code(
        "CG0380",
        "info",
        "`{prefix}*` keys mean what ours do, but are not read ({times})",
        "read them by `extensionPrefix: {prefix}` below `generation` in gen.yaml, or `--extension-prefix {prefix}`",
        """\
Keys of another generator change nothing by themselves. Those of this prefix have the names and values of
`x-codegen-*`, so they can be read as they are (D2.1).

    x-speakeasy-group: trips
    x-codegen-group: trips
""",
    ),
    Code(
        "CG0364",
        "error",
        "the {what} has no name: it is empty",
        "write the name that the server reads",
        """\
Names of parameters, of keys and of the fields of a form are sent. No server reads `?=value`, and HTTP has no header
without a name.

    {name: "", in: query, schema: {type: string}}
    {name: q, in: query, schema: {type: string}}
""",
    ),
    Code(
        "CG0369",
        "error",
        "the headers `{name}` and `{other}` are one header: HTTP ignores their case",
        "remove one of them",
        """\
A request has each header once, and only one of two types can be meant.

    parameters: [{name: X-Id, in: header, schema: {type: string}}, {name: x-id, in: header, schema: {type: integer}}]
    parameters: [{name: X-Id, in: header, schema: {type: string}}]
""",
    ),
    Code(
        "CG0381",
        "warning",
        "the headers `{name}` and `{other}` are one header: HTTP ignores their case; they are one argument",
        "remove one of them",
        """\
A request has each header once. Two parameters of one type that only capitals tell apart are one argument, which is
required if one of the two is.

    parameters: [{name: X-Id, in: header, schema: {type: string}}, {name: x-id, in: header, schema: {type: string}}]
    parameters: [{name: X-Id, in: header, schema: {type: string}}]
""",
    ),
    Code(
        "CG0370",
        "warning",
        "the headers `{name}` and `{other}` are one header: HTTP ignores their case; `{other}` is used",
        "remove one of them",
        """\
Names of headers are case-insensitive (RFC 9110 5.1).

    headers: {X-Count: {schema: {type: integer}}, x-count: {schema: {type: string}}}
    headers: {X-Count: {schema: {type: integer}}}
""",
    ),
)

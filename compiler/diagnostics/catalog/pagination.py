"""CG09xx: pagination."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0901",
        "error",
        "the operation has two different paginations",
        "keep one of them; `{{}}` on the operation switches pagination off",
        """\
A pagination may stand on the response's schema, media type or response, or on the operation; all that apply to one
operation must be equal (D6.1).

    get:
      x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}
      responses: {"200": {x-codegen-pagination: {type: url, outputs: {nextUrl: $.links.next}}}}

    get:
      x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}
""",
    ),
    Code(
        "CG0902",
        "error",
        "the operation has no path, query or header parameter `{name}`{hint}",
        "give the parameter's name on the wire, or use `in: requestBody` for a property of the body",
        """\
With `in: parameters` an input is one of the operation's parameters, those of its path item included (spec 2.5, D6.8).

    parameters: [{name: page, in: query, schema: {type: integer}}]
    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: pgae, in: parameters, type: page}]
      outputs: {results: $.data}

      inputs: [{name: page, in: parameters, type: page}]
""",
    ),
    Code(
        "CG0903",
        "error",
        "pagination of type {kind} needs {missing}",
        "add it to `inputs`",
        """\
Each type needs its inputs: cursor one of type cursor; offsetLimit one of type page or offset; numPages one of type
page (spec 2.5).

    x-codegen-pagination:
      type: cursor
      outputs: {nextCursor: $.next}

    x-codegen-pagination:
      type: cursor
      inputs: [{name: after, in: parameters, type: cursor}]
      outputs: {nextCursor: $.next}
""",
    ),
    Code(
        "CG0904",
        "error",
        "pagination of type {kind} needs {missing}",
        "add it to `outputs`",
        """\
Each type needs its outputs: cursor nextCursor; url nextUrl; offsetLimit results, or numPages with a page; an offset
always results (spec 2.5).

    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: offset, in: parameters, type: offset}]

    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: offset, in: parameters, type: offset}]
      outputs: {results: $.data}
""",
    ),
    Code(
        "CG0922",
        "warning",
        "`{pattern}` matches {count} without the inputs and outputs of this entry; they are not paged",
        "narrow the expression, or give such operations a pagination of their own; `{{}}` switches it off",
        """\
An entry of the root's `x-codegen-pagination` applies to the operations that it matches and that have what it names: its
inputs among their parameters or the properties of their body, its outputs in their response (D6.14).

    x-codegen-pagination:
      - {operationId: ., type: url, outputs: {results: $.data, nextUrl: $.links.next}}

    x-codegen-pagination:
      - {operationId: ^list, type: url, outputs: {results: $.data, nextUrl: $.links.next}}
""",
    ),
    Code(
        "CG0923",
        "warning",
        "`{pattern}` matches no operation",
        "correct the expression, or remove the entry",
        """\
The expressions of the root's `x-codegen-pagination` are matched against operationIds, case-sensitively (D6.14).

    x-codegen-pagination: [{operationId: ^lits, type: url, outputs: {results: $.data, nextUrl: $.next}}]
    x-codegen-pagination: [{operationId: ^list, type: url, outputs: {results: $.data, nextUrl: $.next}}]
""",
    ),
    Code(
        "CG0924",
        "info",
        "nothing says where the items of the pages are, so only the pages can be iterated ({times})",
        "add the output `results`, or `items` where a page before the last may be empty",
        """\
Iterating over pages yields the items at `results` or `items`. Without either, callers only have the pages themselves:
their `next()` and `pages()` (D6.10).

    outputs: {numPages: $.meta.total_pages}
    outputs: {results: $.data, numPages: $.meta.total_pages}
""",
    ),
    Code(
        "CG0905",
        "error",
        "the pagination has a second input of type {kind}",
        "keep the one that is changed from page to page",
        """\
A pagination has one input of each type (D6.2).

    inputs:
      - {name: page, in: parameters, type: page}
      - {name: pageNumber, in: parameters, type: page}

    inputs:
      - {name: page, in: parameters, type: page}
""",
    ),
    Code(
        "CG0906",
        "warning",
        "the {thing} is not used by pagination of type {kind}",
        "remove it",
        """\
What a type does not use is left out: inputs of url, and the inputs and outputs of the other types (spec 2.5, D6.2).

    x-codegen-pagination:
      type: url
      inputs: [{name: page, in: parameters, type: page}]
      outputs: {nextUrl: $.next}

    x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}
""",
    ),
    Code(
        "CG0907",
        "warning",
        "the limit `{name}` has no effect without the output results",
        "add `results`, whose items are counted against the limit",
        """\
A page with fewer results than the limit is the last one; without `results` nothing is counted (D6.2).

    inputs: [{name: page, in: parameters, type: page}, {name: limit, in: parameters, type: limit}]
    outputs: {numPages: $.meta.total_pages}

    outputs: {numPages: $.meta.total_pages, results: $.data}
""",
    ),
    Code(
        "CG0908",
        "error",
        "this is not a JSONPath: {reason}",
        "a path looks like `$.data.items` or `$.data.items[-1].id`",
        """\
Every output is a JSONPath into the response (spec 2.5, D6.8).

    outputs: {results: "$.data["}

    outputs: {results: $.data}
""",
    ),
    Code(
        "CG0926",
        "warning",
        "the path `{path}` does not begin with `$`; it is read as `{meant}`",
        "write `{meant}`",
        """\
A JSONPath begins at the response, which is `$` (spec 2.5, D6.8).

    outputs: {nextCursor: "data[-1].id"}

    outputs: {nextCursor: "$.data[-1].id"}
""",
    ),
    Code(
        "CG0909",
        "error",
        "the path has {what}, which pagination cannot follow",
        "use names, indices and, for results, `[*]`",
        """\
Paths consist of properties and indices (negative ones count from the end); filters, slices and recursive descent do not
select one value on every page (D6.9).

    outputs: {nextCursor: "$.data[?(@.last)].id"}

    outputs: {nextCursor: "$.data[-1].id"}
""",
    ),
    Code(
        "CG0910",
        "warning",
        "no declared response has a value at {path}",
        "correct the path, or describe the property; a page without a value there is the last",
        """\
The path is looked for in the JSON bodies of the successful responses (spec 2.5, D6.8). At run time no match is the end
of the pages (spec 7.1).

    schema: {type: object, properties: {data: {type: array, items: {type: string}}}}
    x-codegen-pagination: {outputs: {results: $.items}}

    x-codegen-pagination: {outputs: {results: $.data}}
""",
    ),
    Code(
        "CG0911",
        "error",
        "{key} must be of type {expected}, but the value at {path} is of type {found}",
        "correct the path, or the schema that it leads to",
        """\
`results` points at an array, `numPages` at an integer, `nextUrl` at a string (spec 2.5, D6.8).

    schema: {type: object, properties: {data: {type: object}}}
    x-codegen-pagination: {outputs: {results: $.data}}

    schema: {type: object, properties: {data: {type: array, items: {type: object}}}}
""",
    ),
    Code(
        "CG0912",
        "error",
        "the body's `{name}` is of type {wanted}, but nextCursor is of type {found}",
        "give both the same type",
        """\
The value at nextCursor is put into the property as it is, so their types must be equal; null does not count
(spec 2.5, D6.8).

    cursor: {type: integer}      # in the request body
    next: {type: string}         # in the response

    cursor: {type: string}
    next: {type: string}
""",
    ),
    Code(
        "CG0913",
        "warning",
        "the parameter `{name}` is of type {wanted}, but nextCursor is of type {found}",
        "give both the same type",
        """\
The value at nextCursor is sent as the parameter (spec 2.5, D6.8).

    parameters: [{name: after, in: query, schema: {type: integer}}]
    next: {type: string}      # in the response

    parameters: [{name: after, in: query, schema: {type: string}}]
""",
    ),
    Code(
        "CG0914",
        "error",
        "`{name}` cannot be an input in the request body: {problem}",
        "an input in the body is a top-level property of a JSON or form body that is an object",
        """\
With `in: requestBody` an input is a property of the body, which must be a simple object (spec 2.5, D6.8).

    requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}
    x-codegen-pagination:
      inputs: [{name: page, in: requestBody, type: page}]

    requestBody:
      content: {application/json: {schema: {type: object, properties: {page: {type: integer}}}}}
""",
    ),
    Code(
        "CG0915",
        "error",
        "`{name}` is an input of type {kind}, which must be an integer, but it is of type {found}",
        "a number that is sent as a string is allowed too",
        """\
Pages, offsets and limits are counted (D6.7, D6.8).

    parameters: [{name: page, in: query, schema: {type: boolean}}]

    parameters: [{name: page, in: query, schema: {type: integer}}]
""",
    ),
    Code(
        "CG0916",
        "error",
        "{problem}",
        "nextUrl reads the Link header by `$response.header.Link`; numPages may be a header that counts pages",
        """\
An output may be a runtime expression on a response header instead of a JSONPath (spec 4.2, D6.11). X-Page, X-Per-Page
and X-Total-Count count this page or all items, not the pages.

    outputs: {results: $, numPages: $response.header.X-Total-Count}

    outputs: {results: $, numPages: $response.header.X-Total-Pages}
""",
    ),
    Code(
        "CG0917",
        "warning",
        "no declared response has a header `{name}`",
        "correct its name, or describe it under `headers`",
        """\
The header is looked for in the successful responses (D6.11). At run time a missing header is the end of the pages.

    "200": {description: ok, content: {application/json: {}}}
    x-codegen-pagination: {type: url, outputs: {nextUrl: $response.header.Link}}

    "200": {description: ok, headers: {Link: {schema: {type: string}}}}
""",
    ),
    Code(
        "CG0919",
        "warning",
        "a stream has no pages",
        "remove the pagination",
        """\
Server-sent events, lines of JSON and binary downloads are read as they come; there is no next page (D13).

    "200": {content: {text/event-stream: {schema: {type: object}}}}
    x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}

    "200": {content: {application/json: {schema: {type: object, properties: {next: {type: string}}}}}}
""",
    ),
    Code(
        "CG0920",
        "error",
        "`{name}` is a global, so pages cannot change it",
        "take it out of x-codegen-globals: it then becomes an argument of the method",
        """\
A global is given once to the client and goes with all its requests (D14); an input of a pagination changes, or is
compared, from page to page (spec 2.5).

    x-codegen-globals: {parameters: [{name: page, in: query, schema: {type: integer}}]}
    x-codegen-pagination: {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {results: $}}

    x-codegen-globals: {parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}
    x-codegen-pagination: {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {results: $}}
""",
    ),
    Code(
        "CG0921",
        "warning",
        "this pagination has no effect: it stands {where}",
        "put it on the response 200 (or 2XX where there is no 200), or on the operation",
        """\
A page is the content of the response 200, else of 2XX (spec 2.5, D6.1). A pagination on another response is not read.

    "201": {x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}, content: {application/json: {}}}

    "200": {x-codegen-pagination: {type: url, outputs: {nextUrl: $.next}}, content: {application/json: {}}}
""",
    ),
    Code(
        "CG0918",
        "info",
        "{operation} looks paged, but no pagination is configured",
        "x-codegen-pagination: {configuration}",
        """\
`codegen lint` recognises the usual parameters and responses of pages (spec 4.1, 4.2): numbers, cursors, URLs. It shows
the configuration to paste; `codegen init --suggest` writes all of them into an overlay. A build never guesses (D6.12).

    parameters: [{name: page, in: query, schema: {type: integer}}]
    "200": {content: {application/json: {schema: {type: array, items: {type: string}}}}}

    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: page, in: parameters, type: page}]
      outputs: {results: $}
""",
    ),
    Code(
        "CG0925",
        "info",
        "the response of {operation} says at {path} whether there is more, but no parameter asks for it",
        "describe the parameter, in an overlay where the document is not yours",
        """\
`codegen lint` finds nothing that asks for the next page: no page, offset or cursor in the query. Where the server has
one, a pagination can be configured as soon as it is described (D6.12); where it has none, there is one page.

    "200": {content: {application/json: {schema: {$ref: "#/components/schemas/TripList"}}}}   # data, has_more

    parameters: [{name: after, in: query, schema: {type: string}}]
    "200": {content: {application/json: {schema: {$ref: "#/components/schemas/TripList"}}}}
""",
    ),
)

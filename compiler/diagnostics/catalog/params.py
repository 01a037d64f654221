"""CG07xx: parameters: ignore, styles, method limits."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0701",
        "error",
        "the path parameter `{name}` is ignored, so the URL cannot be built",
        "give its schema a `const` or a `default`, which is then sent, or do not ignore it",
        """\
A path parameter is a piece of the URL. When it is left out of the signature, the document must give its value (D5.4).

    parameters:
      - {name: version, in: path, required: true, schema: {type: string}, x-codegen-ignore: true}

    parameters:
      - {name: version, in: path, required: true, schema: {type: string, const: v1}, x-codegen-ignore: true}
""",
    ),
    Code(
        "CG0702",
        "warning",
        "there is no target `{target}`{hint}",
        "the targets are {known}",
        """\
`x-codegen-ignore` is a boolean, or a list of the targets that leave the thing out, divided by commas (D5.1).

    x-codegen-ignore: "go, pyton"

    x-codegen-ignore: "go, python"
""",
    ),
    Code(
        "CG0703",
        "error",
        "`{name}` is ignored, but a pagination needs it as an input",
        "do not ignore it, or leave it out of the pagination",
        """\
The next page is requested by changing the input, so it must be an argument (D5.4). An input in the body is also ignored
where every media type that has it is ignored.

    parameters:
      - {name: page, in: query, schema: {type: integer}, x-codegen-ignore: true}
    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: page, in: parameters, type: page}]
      outputs: {results: $.data}

    parameters:
      - {name: page, in: query, schema: {type: integer}}
""",
    ),
    Code(
        "CG0704",
        "error",
        "`{name}` is ignored, but a path of a pagination leads through it",
        "do not ignore it, or point the pagination elsewhere",
        """\
What an output of `x-codegen-pagination` points at must be in the response's type (D5.4), and at least one response or
media type that has it must not be ignored.

    properties:
      data: {type: array, items: {type: string}, x-codegen-ignore: true}
    x-codegen-pagination:
      type: offsetLimit
      inputs: [{name: page, in: parameters, type: page}]
      outputs: {results: $.data}

    properties:
      data: {type: array, items: {type: string}}
""",
    ),
    Code(
        "CG0705",
        "info",
        "the limit of {limit} parameters overrides the {configured} of gen.yaml",
        "",
        """\
The limit of an operation overrides the document's, which overrides `maxMethodParams` of gen.yaml (spec 2.3, D4.8).

    x-codegen-max-method-params: 8      # in the document
    python: {maxMethodParams: 4}        # in gen.yaml, without effect

    python: {maxMethodParams: 8}        # the same in both, or in gen.yaml alone
""",
    ),
    Code(
        "CG0706",
        "info",
        "{operation} is exactly at its limit of {count} parameters",
        "with limit 0 a request object is always used, so that parameters can be added later",
        """\
The next parameter moves all of them into a request object, which changes the method's signature (spec 2.2, D4.8).

    x-codegen-max-method-params: 2
    parameters: [{name: a, in: query}, {name: b, in: query}]

    x-codegen-max-method-params: 0
    parameters: [{name: a, in: query}, {name: b, in: query}]
""",
    ),
    Code(
        "CG0708",
        "error",
        "the {place} parameter `{wire}` gets the name `{name}`, which another {place} parameter has",
        "give one of them another x-codegen-name-override",
        """\
Parameters in different places are told apart by the place; two in the same place that an override gives one name are
not (D3.6, D4.6).

    parameters:
      - {name: page, in: query, schema: {type: integer}}
      - {name: p, in: query, schema: {type: integer}, x-codegen-name-override: page}

      - {name: p, in: query, schema: {type: integer}, x-codegen-name-override: pageNumber}
""",
    ),
    Code(
        "CG0709",
        "warning",
        "no operation has the {place} parameter `{name}`, so this global is never sent",
        "declare the parameter in the operations or path items that take it",
        """\
A global parameter is given once, to the client, and sent with the requests whose operations declare a parameter of its
name and place (D14).

    x-codegen-globals: {parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}
    paths:
      /trips: {get: {operationId: listTrips}}

    paths:
      /trips:
        parameters: [{name: X-Tenant, in: header, schema: {type: string}}]
        get: {operationId: listTrips}
""",
    ),
    Code(
        "CG0710",
        "error",
        "another global is already called `{name}`",
        "keep one of them; operations that declare the other take it as an argument",
        """\
A global parameter becomes one option of the client, which is known by the parameter's name (D14).

    x-codegen-globals:
      parameters:
        - {name: tenant, in: header, schema: {type: string}}
        - {name: tenant, in: query, schema: {type: string}}

    x-codegen-globals:
      parameters:
        - {name: tenant, in: header, schema: {type: string}}
""",
    ),
    Code(
        "CG0711",
        "warning",
        "`{name}` holds {what}, which the style {style} does not define: each is sent as JSON",
        "",
        """\
OpenAPI's styles serialize a value, an array of values, or an object of values; deeper nesting is undefined, and servers
differ in how they read it. Each such value is sent as JSON, percent-encoded where the rest is. There is no warning
where one form is usual: names in brackets by `style: deepObject`, and arrays in an exploded object, which repeat their
name.

    {name: filters, in: query, schema: {type: array, items: {type: object}}}
    {name: filters, in: query, content: {application/json: {schema: {type: array, items: {type: object}}}}}
    {name: filters, in: query, style: deepObject, schema: {type: array, items: {type: object}}}

The first is sent as `filters={...}&filters={...}`, the second as `filters=[{...},{...}]`, and the third as
`filters[0][key]=...&filters[1][key]=...`.
""",
    ),
    Code(
        "CG0707",
        "info",
        "the {place} parameter `{name}` is left out, as {why}",
        "media types and security schemes describe what these headers hold",
        """\
Header parameters called Accept, Content-Type or Authorization are ignored by OpenAPI (D4.5). A parameter that a
security scheme of the operation is sent as, such as an API key, would be sent twice: the client's option has its value.

    parameters:
      - {name: Authorization, in: header, schema: {type: string}}

    security: [{bearerAuth: []}]
""",
    ),
    Code(
        "CG0713",
        "warning",
        "`{key}` has no effect beside `maxMethodParams`",
        "remove one of the two",
        """\
With a limit the body counts as one parameter and is one argument, and 0 always means one request object; `body` and
`pathArguments` say how methods are called without a limit (D4.11).

    typescript: {maxMethodParams: 3, pathArguments: object}

    typescript: {pathArguments: object}
""",
    ),
    Code(
        "CG0714",
        "info",
        "a first parameter would change the {target} signature of {count} {methods}, such as {example}",
        "`maxMethodParams: 0` always takes one request object, so that parameters can be added later",
        """\
Where an operation has query, header or cookie parameters or a body, these are members of one object, to which more can
be added. A method without any takes no such object, and its first parameter would add one to its signature (D4.9).

    typescript: {}

    typescript: {maxMethodParams: 0}
""",
    ),
    Code(
        "CG0712",
        "warning",
        "the style {style} of `{name}` is not defined for {what}",
        "remove it, or correct the type",
        """\
`deepObject` is for objects; `spaceDelimited` and `pipeDelimited` are for arrays and objects that are not exploded.

    {name: q, in: query, style: deepObject, schema: {type: string}}
    {name: q, in: query, schema: {type: string}}
""",
    ),
)

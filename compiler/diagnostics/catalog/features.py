"""CG13xx: features that have a name but no support yet."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1301",
        "error",
        "Swagger {version} is not supported",
        "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 can be read",
        """\
The unsupported feature is named `swagger-1`. Swagger 1.x describes an API in several files of another form.

    swagger: "1.2"
    openapi: 3.1.0
""",
    ),
    Code(
        "CG1302",
        "error",
        "the method QUERY of OpenAPI 3.2 is not supported yet",
        "leave the operation out with `--keep-going`, or describe it as a POST",
        """\
The unsupported feature is named `query-method`.

    paths: {/pets: {query: {operationId: findPets}}}
    paths: {/pets: {post: {operationId: findPets}}}
""",
    ),
    Code(
        "CG1303",
        "error",
        "the method {method}, an additional operation of OpenAPI 3.2, is not supported yet",
        "leave the operation out with `--keep-going`",
        """\
The unsupported feature is named `additional-operations`.

    paths: {/pets: {additionalOperations: {COPY: {operationId: copyPets}}}}
    paths: {/pets/copies: {post: {operationId: copyPets}}}
""",
    ),
    Code(
        "CG1304",
        "error",
        "a parameter that is the whole query string (OpenAPI 3.2) is not supported yet",
        "describe the query by single parameters",
        """\
The unsupported feature is named `querystring-parameter`.

    {name: q, in: querystring, content: {application/x-www-form-urlencoded: {}}}
    {name: q, in: query, schema: {type: string}}
""",
    ),
    Code(
        "CG1305",
        "error",
        "`itemSchema` of OpenAPI 3.2 is only read for server-sent events and lines of JSON",
        "describe the whole body by `schema`",
        """\
The unsupported feature is named `item-schema`: streams of parts, or of values in other media types than
text/event-stream, application/jsonl and application/x-ndjson.

    multipart/mixed: {itemSchema: {$ref: "#/components/schemas/Event"}}
    application/jsonl: {itemSchema: {$ref: "#/components/schemas/Event"}}
""",
    ),
    Code(
        "CG1306",
        "error",
        "`{key}` of OpenAPI 3.2 is not supported yet",
        "describe the parts by `encoding`",
        """\
The unsupported feature is named `positional-encoding`: parts of a multipart body that are identified by their position,
and parts inside parts.

    multipart/mixed: {prefixEncoding: [{contentType: image/png}]}
    multipart/form-data: {encoding: {picture: {contentType: image/png}}}
""",
    ),
    Code(
        "CG1307",
        "error",
        "`{key}` is not supported here",
        "use `$dynamicRef` and `$dynamicAnchor`, which replaced it, or `$ref`",
        """\
The unsupported feature is named `recursive-ref`. `$recursiveRef` belongs to the draft of JSON Schema before the one
that OpenAPI 3.1 uses. Within a component it is read as a reference to that component, elsewhere it means nothing.

    {type: array, items: {$recursiveRef: "#"}}
    {type: array, items: {$ref: "#/components/schemas/Node"}}
""",
    ),
    Code(
        "CG1308",
        "error",
        "the style `cookie` of OpenAPI 3.2 is not supported yet",
        "use the style `form`",
        """\
The unsupported feature is named `cookie-style`: cookies that are written without percent-encoding.

    {name: session, in: cookie, style: cookie, schema: {type: string}}
    {name: session, in: cookie, style: form, schema: {type: string}}
""",
    ),
    Code(
        "CG1309",
        "error",
        "arrays as `collectionFormat: {format}` cannot be sent here",
        "use csv; a query or form can also have multi, ssv or pipes",
        """\
The unsupported feature is named `collection-format`. Swagger 2.0 writes arrays in formats that OpenAPI 3 has no style
for: tab-separated ones anywhere, and others than csv in a path or a header.

    {name: ids, in: query, type: array, items: {type: string}, collectionFormat: tsv}
    {name: ids, in: query, type: array, items: {type: string}, collectionFormat: csv}
""",
    ),
    Code(
        "CG1310",
        "info",
        "this part of OpenAPI 3.2 is not supported yet; nothing is generated from it ({times})",
        "no change is needed as long as no operation uses it",
        """\
codegen also checks parts that nothing refers to, such as the path items of `components`. Where an operation uses such a
part, this is an error.

    components: {pathItems: {Search: {query: {responses: {"200": {description: ok}}}}}}
""",
    ),
    Code(
        "CG1311",
        "error",
        "this cannot be printed for {target}: {problem}",
        "this is a bug of codegen, not of your document: please report it, with this part of the document",
        """\
codegen checks what it prints for a target before it writes it. Where a part of the document cannot be printed, a build
ends with exit code 4; with `--keep-going` it looks for the smallest operation, event or type at fault, leaves it out of
that target, and prints the rest.

    codegen build openapi.yaml      # internal error: python cannot be printed
    codegen build openapi.yaml -k   # left out paths/~1trips/get of python: CG1311
""",
    ),
)

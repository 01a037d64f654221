"""CG0301 to CG0328: the structure of the document, parameters, responses, schemas, and `x-codegen-*` keys."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0301",
        "error",
        "`{key}` must be {wanted}, not {found}",
        "write {wanted}, or remove `{key}`",
        """\
OpenAPI fixes the JSON type of each value.

    description: [a, b]        # must be a string
    description: a and b
""",
    ),
    Code(
        "CG0302",
        "error",
        "{what} needs `{key}`",
        "add `{key}`",
        """\
A key that OpenAPI requires is missing, and nothing can stand for it.

    parameters: [{in: query, schema: {type: string}}]          # which parameter?
    parameters: [{name: q, in: query, schema: {type: string}}]
""",
    ),
    Code(
        "CG0303",
        "warning",
        "{what} has no key `{key}`",
        "remove it, or begin its name with `x-`",
        """\
The key has no meaning where it stands; often it is misspelt, or indented one level too far or too little.

    requstBody: {content: {}}      # a misspelling: the operation would have no body
    requestBody: {content: {}}
""",
    ),
    Code(
        "CG0304",
        "error",
        "this is not an OpenAPI document: it is {found}",
        "an OpenAPI document is an object with `openapi`, `info` and `paths`",
        """\
The file was read, but its root is not an object.

    - openapi: 3.1.0       # a list
    openapi: 3.1.0
""",
    ),
    Code(
        "CG0305",
        "error",
        "this is not an OpenAPI document: it has no key `openapi`",
        "begin it with the version, such as `openapi: 3.1.0`",
        """\
The key `openapi` with the version of the specification marks an OpenAPI document.

    info: {title: Museum, version: "1"}
    openapi: 3.1.0
    info: {title: Museum, version: "1"}
""",
    ),
    Code(
        "CG0306",
        "warning",
        "`{key}` is used as in {older} ({times}); it is read that way",
        "write it as in OpenAPI 3.1, or delete it if it is false",
        """\
OpenAPI 3.1 dropped `nullable` and made `exclusiveMinimum` and `exclusiveMaximum` numbers. There, `false` has no effect.

    {type: string, nullable: true}
    {type: [string, "null"]}
    {type: integer, minimum: 0, exclusiveMinimum: true}
    {type: integer, exclusiveMinimum: 0}
""",
    ),
    Code(
        "CG0307",
        "warning",
        "a bare null in `{key}` is read as the type `null` ({times})",
        'write it in quotes: `"null"`',
        """\
YAML reads a bare `null` as the value null, not as the name of a type.

    type: [string, null]
    type: [string, "null"]
""",
    ),
    Code(
        "CG0308",
        "warning",
        "`{key}` is empty, so no value could fit; it is left out",
        "list what is allowed, or remove `{key}`",
        """\
`enum`, `allOf`, `oneOf` and `anyOf` need at least one entry.

    {type: string, enum: []}
    {type: string, enum: [asc, desc]}
""",
    ),
    Code(
        "CG0309",
        "warning",
        "`discriminator` is a string, as in Swagger 2.0; it is read as `propertyName`",
        "write `discriminator: {{propertyName: ...}}`",
        """\
In OpenAPI 3 the discriminator is an object.

    discriminator: kind
    discriminator: {propertyName: kind}
""",
    ),
    Code(
        "CG0310",
        "warning",
        "the parameter has neither `schema` nor `content`; it is read as a string",
        "add a `schema`",
        """\
A parameter declares its type by one of the two.

    {name: q, in: query}
    {name: q, in: query, schema: {type: string}}
""",
    ),
    Code(
        "CG0311",
        "warning",
        "the parameter has both `schema` and `content`; `content` is used",
        "remove one of them",
        """\
OpenAPI allows only one of the two.

    {name: filter, in: query, schema: {type: object}, content: {application/json: {schema: {type: object}}}}
    {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
""",
    ),
    Code(
        "CG0312",
        "warning",
        "the `content` of a {thing} must have one media type; the first is used",
        "remove the others",
        """\
A parameter is serialized in one way only.

    content: {application/json: {}, text/plain: {}}
    content: {application/json: {}}
""",
    ),
    Code(
        "CG0313",
        "warning",
        "the status `{status}` is read as `{right}`",
        "write `{right}`",
        """\
Status classes are written in upper case.

    responses: {2xx: {description: fine}}
    responses: {2XX: {description: fine}}
""",
    ),
    Code(
        "CG0314",
        "error",
        "`{status}` is not a status",
        "a status is a number such as `200`, a class such as `4XX`, or `default`",
        """\
The keys of `responses` are status codes, classes of them, or `default`.

    responses: {ok: {description: fine}}
    responses: {"200": {description: fine}}
""",
    ),
    Code(
        "CG0382",
        "warning",
        "`{status}` is read as `{right}`: a status is its number alone",
        "write `{right}`, and the words in the description",
        """\
Words behind a status say nothing to a client. Where the status stands there without words, too, that one counts.

    responses: {"204 NO_CONTENT": {description: gone}}
    responses: {"204": {description: gone}}
""",
    ),
    Code(
        "CG0315",
        "error",
        "a {place} parameter cannot have the style `{style}`",
        "",
        """\
Each place has its own styles: path simple, label, matrix; query form, spaceDelimited, pipeDelimited, deepObject;
header simple; cookie form.

    {name: id, in: path, required: true, style: form, schema: {type: string}}
    {name: id, in: path, required: true, style: simple, schema: {type: string}}
""",
    ),
    Code(
        "CG0316",
        "error",
        "`{key}` cannot be `{value}`",
        "",
        """\
Only a few words are allowed there.

    {type: strng}
    {type: string}
""",
    ),
    Code(
        "CG0317",
        "warning",
        "`{key}` beside a `$ref` is ignored ({times})",
        "move it to the object that the `$ref` leads to",
        """\
Beside the `$ref` of anything but a schema or a path item only `summary`, `description` and `x-` keys are read, also
where a reference leads to another reference.

    {$ref: "#/components/parameters/Page", required: true}
    {$ref: "#/components/parameters/Page"}
""",
    ),
    Code(
        "CG0318",
        "warning",
        "`{key}` beside a `$ref` is ignored in {version} ({times})",
        "wrap the reference in `allOf`, or move the document to OpenAPI 3.1, where it is read",
        """\
In OpenAPI 3.0 a reference replaces the whole object; only `x-codegen-*` keys are read beside it.

    {$ref: "#/components/schemas/Pet", description: The pet.}
    {allOf: [{$ref: "#/components/schemas/Pet"}], description: The pet.}
""",
    ),
    Code(
        "CG0319",
        "warning",
        "`required` of a schema is a list of property names; here it is ignored",
        "name the property in the `required` of the object that holds it",
        """\
The object says which properties are required, not the property.

    properties: {name: {type: string, required: true}}
    required: [name]
    properties: {name: {type: string}}
""",
    ),
    Code(
        "CG0320",
        "error",
        "OpenAPI {version} cannot be read",
        "write the whole version, such as `3.1.0`; 3.0, 3.1 and 3.2 can be read",
        """\
The version of the specification is unknown to this compiler.

    openapi: 4.0.0
    openapi: 3.1.0
""",
    ),
    Code(
        "CG0321",
        "warning",
        "there is no extension `{key}`",
        "remove it; `codegen explain CG0321` lists the keys",
        """\
The key begins like an extension of this compiler, but has no meaning, so it changes nothing. The keys are
`name-override`, `max-method-params`, `ignore`, `pagination`, `group`, `webhooks`, `extension-rewrite`, `retries`,
`timeout`, `idempotency`, `errors`, `error-message`, `unknown-values`, `enums`, `globals`, `server-id`,
`sse-sentinel`, `stream-switch`, `deprecation-message`, `env` and `usage-example`.

    x-codegen-paginate: {type: cursor}
    x-codegen-pagination: {type: cursor}
""",
    ),
    Code(
        "CG0322",
        "warning",
        "`{key}` has no meaning on {where}",
        "it applies to {places}",
        """\
The extension is known, but has no effect in this place.

    components: {schemas: {Pet: {x-codegen-group: pets}}}
    paths: {/pets: {get: {x-codegen-group: pets}}}
""",
    ),
    Code(
        "CG0323",
        "error",
        "`{key}{path}` {problem}",
        "`codegen docs extensions` lists what each key may hold, with an example",
        """\
The value of an extension does not have the right shape.

    x-codegen-ignore: 1
    x-codegen-ignore: true
""",
    ),
    Code(
        "CG0324",
        "error",
        "`{key}` and `{other}` are two spellings of one extension on one object",
        "remove one of them",
        """\
With `--extension-prefix` or `x-codegen-extension-rewrite` one extension has two spellings. With both on one object,
nothing says which one applies.

    {x-codegen-ignore: true, x-vendor-ignore: false}
    {x-codegen-ignore: true}
""",
    ),
    Code(
        "CG0325",
        "warning",
        "`{key}` has no meaning here: nothing is deprecated",
        "add `deprecated: true`",
        """\
A deprecation message is only shown for what is deprecated.

    {x-codegen-deprecation-message: Use listTrips.}
    {deprecated: true, x-codegen-deprecation-message: Use listTrips.}
""",
    ),
    Code(
        "CG0326",
        "error",
        "`x-codegen-enums` {problem}",
        "give each value of `enum` one name, in the same order or as a map from value to name",
        """\
The names of `x-codegen-enums` belong to the values of the `enum` beside it.

    {enum: [1, 2], x-codegen-enums: [Low]}
    {enum: [1, 2], x-codegen-enums: [Low, High]}
    {enum: [1, 2], x-codegen-enums: {1: Low, 2: High}}
""",
    ),
    Code(
        "CG0327",
        "warning",
        "`info` has no `{key}`; `{default}` is used",
        "add `info.{key}`",
        """\
The title and version of the API appear in the generated code.

    info: {title: Museum}
    info: {title: Museum, version: 1.2.0}
""",
    ),
    Code(
        "CG0328",
        "error",
        "an entry of `{key}` needs `operationId` and `methodNameOverride`, or `parameterName` and "
        "`parameterNameOverride`",
        "give the entry both keys of one pair",
        """\
An entry of the global override pairs a regular expression with a name.

    x-codegen-name-override: [{operationId: ^get.*}]
    x-codegen-name-override: [{operationId: ^get.*, methodNameOverride: get}]
""",
    ),
)

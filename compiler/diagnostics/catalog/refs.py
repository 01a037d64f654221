"""CG04xx: references and confinement."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0401",
        "error",
        "the reference `{ref}` leads nowhere: there is no `{missing}`",
        "add what it names, or correct the reference",
        """\
A step of the pointer does not exist in the document it points into. With --keep-going a schema takes any value in the
place of such a reference, and all around it stays as it is; what refers to a missing parameter, body or response is
left out, since it is not known what is sent or received.

    $ref: "#/components/schemas/Pett"
    $ref: "#/components/schemas/Pet"
""",
    ),
    Code(
        "CG0422",
        "warning",
        "the reference `{ref}` leads nowhere: there is no `{missing}`; the header is left out",
        "add what it names, or correct the reference",
        """\
Headers of answers and of parts of a form are described so that programs find them under a name. One that nothing
describes has none; all that was received can be read all the same.

    headers: {X-Count: {$ref: "#/components/headers/Cuont"}}
    headers: {X-Count: {$ref: "#/components/headers/Count"}}
""",
    ),
    Code(
        "CG0423",
        "warning",
        "{wanted} is needed here, but the reference leads to {found}; it is read as {wanted} ({times})",
        "refer to {wanted}",
        """\
A component of another kind is read as what is needed where it has that form: a request body as a response, a response
with `content` as a request body, a parameter with a schema as a header. What else it has counts there alone.

    responses: {"201": {$ref: "#/components/requestBodies/Plan"}}
    responses: {"201": {$ref: "#/components/responses/Plan"}}
""",
    ),
    Code(
        "CG0402",
        "error",
        "the reference `{ref}` leads nowhere: there is no file `{file}`",
        "add the file, or correct the reference; paths are relative to the file that refers",
        """\
Relative references are relative to the file they stand in.

    $ref: schemas/pett.yaml
    $ref: schemas/pet.yaml
""",
    ),
    Code(
        "CG0403",
        "error",
        "the reference `{ref}` leaves the folder of the document",
        "name a folder that holds all files with --ref-root",
        """\
A document may refer only to files in its own folder and below, symbolic links followed, unless a wider folder is
allowed. This keeps a document from elsewhere from reading your files.

    $ref: ../../common/pet.yaml
    codegen build api/openapi.yaml --ref-root .
""",
    ),
    Code(
        "CG0404",
        "error",
        "the reference `{ref}` leads to another host",
        "allow the host with --allow-remote, or copy the file beside the document",
        """\
Nothing is fetched over the network unless the host is named.

    $ref: https://example.com/pet.yaml
    codegen build openapi.yaml --allow-remote example.com
""",
    ),
    Code(
        "CG0405",
        "error",
        "{wanted} is needed here, but the reference leads to {found}",
        "refer to {wanted}",
        """\
A reference must lead to an object of the kind that its place requires.

    schema: {$ref: "#/components/parameters/Page"}
    schema: {$ref: "#/components/schemas/Page"}
""",
    ),
    Code(
        "CG0406",
        "error",
        "a reference must be a string, not {found}",
        "write a pointer such as `#/components/schemas/Trip`, or a file with one",
        """\
The value of `$ref` is a URI reference.

    $ref: {name: Pet}
    $ref: "#/components/schemas/Pet"
""",
    ),
    Code(
        "CG0407",
        "error",
        "the reference `{ref}` leads back to itself",
        "let one of the references lead to the object itself",
        """\
References that only refer to each other describe nothing. A chain of more than a hundred is treated as a cycle.

    components: {pathItems: {A: {$ref: "#/components/pathItems/A"}}}
""",
    ),
    Code(
        "CG0408",
        "warning",
        "the example `{ref}` cannot be found; it is left out",
        "correct the reference, or remove it",
        """\
Examples are shown in the documentation only, so one that is missing does not stop anything.

    examples: {paid: {$ref: "#/components/examples/Payed"}}
    examples: {paid: {$ref: "#/components/examples/Paid"}}
""",
    ),
    Code(
        "CG0409",
        "warning",
        "the operation is a `$ref`, which OpenAPI does not allow; it is followed ({times})",
        "put the `$ref` on the path item",
        """\
A path item may be a reference, an operation may not. Many documents have such references anyway.

    paths: {/pets: {get: {$ref: pets_list.yaml}}}
    paths: {/pets: {$ref: pets.yaml}}
""",
    ),
    Code(
        "CG0410",
        "warning",
        "a response refers to a schema; it is read as a response without a body ({times})",
        "refer to a response, or give the schema a media type under `content`",
        """\
A response is not its body: it names the media types in which a body comes.

    responses: {"429": {$ref: "#/components/schemas/Problem"}}
    responses: {"429": {description: slow down, content: {application/json: {schema: {$ref: ...}}}}}
""",
    ),
    Code(
        "CG0411",
        "error",
        "the reference `{ref}` is not a URI",
        "write a pointer such as `#/components/schemas/Trip`, or a file with one",
        """\
The value of `$ref` is a URI reference: a file or URL, and after `#` a pointer.

    $ref: "http://[pets"
    $ref: "pets.yaml#/Pet"
""",
    ),
    Code(
        "CG0412",
        "warning",
        "the discriminator maps `{tag}` to `{ref}`, which does not exist; an object with that value is read as unknown",
        "correct the reference, or remove the entry",
        """\
A mapping names the schema that each value of the discriminator selects. An entry that leads nowhere does not affect the
others: the value is kept, and the object is read as one of an unknown kind.

    discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/Kat"}}
    discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/Cat"}}
""",
    ),
    Code(
        "CG0413",
        "warning",
        "the document has no `$defs`; the reference is resolved in the schema around it ({times})",
        "move the definitions to components.schemas, and refer to them there",
        """\
A pointer begins at the root of its file. Schemas that were once documents of their own often keep their `$defs`, and
references to their former root.

    schema: {$ref: "#/$defs/Pet", $defs: {Pet: {type: object}}}
    schema: {$ref: "#/components/schemas/Pet"}
""",
    ),
    Code(
        "CG0414",
        "warning",
        "OpenAPI does not allow a reference as the value of `{key}`; the members of `{ref}` are used",
        "refer to each member by itself",
        """\
A reference stands for one object: a path item, a schema, a response. Tools that bundle several files also accept one
for a whole map, and so does codegen; others may not, or silently drop the map.

    paths: {$ref: ./paths.yaml}
    paths: {/pets: {$ref: "./paths.yaml#/~1pets"}}
""",
    ),
    Code(
        "CG0415",
        "warning",
        "`{key}` is declared beside the `$ref` and in what it leads to; the one beside it is used",
        "change the operation where it is declared, or remove one of the two",
        """\
OpenAPI does not define which operation applies where a path item has one beside its `$ref` and the referenced path item
has another. The two are not merged, so an overlay cannot change a part of an operation that is in another file.

    /pets: {$ref: pets.yaml, get: {x-codegen-name-override: list}}
    /pets: {$ref: pets.yaml}                        # and the override in pets.yaml
""",
    ),
    Code(
        "CG0416",
        "warning",
        "the link leads to `{ref}`, which cannot be found",
        "correct it, or remove the link",
        """\
Links tell readers which operation follows a response. No code is made from them, so a missing link, or a missing
operation that a link names by `operationId` or `operationRef`, does not stop the build.

    links: {driver: {$ref: "#/components/links/Diver"}}
    links: {driver: {$ref: "#/components/links/Driver"}}

    links: {driver: {operationId: getDiver}}
    links: {driver: {operationId: getDriver}}
""",
    ),
    Code(
        "CG0417",
        "error",
        "the reference leads into a document of Swagger 2.0, from which OpenAPI 3 can only use schemas",
        "write what it leads to in OpenAPI 3",
        """\
Parameters, responses and operations of Swagger 2.0 have another structure: they have no `schema`, no `content` and no
`requestBody`. Its `definitions` are schemas, and may be referred to.

    openapi: 3.1.0
    paths: {/rooms: {get: {parameters: [{$ref: "old.yaml#/parameters/Floor"}]}}}     # old.yaml says `swagger: "2.0"`

    openapi: 3.1.0
    paths: {/rooms: {get: {parameters: [{name: floor, in: query, schema: {type: integer}}]}}}
""",
    ),
    Code(
        "CG0418",
        "warning",
        "nothing binds `{ref}` here; it allows any value",
        "add a schema with that `$dynamicAnchor` to the `$defs` beside it, or to those of a schema that refers here",
        """\
A `$dynamicRef` resolves to the first `$dynamicAnchor` of its name among the schemas that lead to it, else to the one
beside it. Where there is neither, it allows any value.

    Page: {type: array, items: {$dynamicRef: "#item"}}
    Page: {type: array, items: {$dynamicRef: "#item"}, $defs: {any: {$dynamicAnchor: item}}}
""",
    ),
    Code(
        "CG0419",
        "warning",
        "this resource declares no such anchor; the one of another schema, which has an `$id`, is used ({times})",
        "write the `$id` before the `#`",
        """\
An anchor belongs to the schema with the nearest `$id` around it. From elsewhere, refer to it by that URI.

    {$ref: "#pet"}                              # Pet: {$id: https://example.com/pet, $anchor: pet}
    {$ref: "https://example.com/pet#pet"}
""",
    ),
    Code(
        "CG0421",
        "warning",
        "`{key}: {name}` appears twice in the document; the first is used",
        "give one of them another name",
        """\
An `$id` must be unique, an `$anchor` unique within its resource: otherwise references are ambiguous.

    schemas: {Pet: {$anchor: it, type: object}, Toy: {$anchor: it, type: string}}
    schemas: {Pet: {$anchor: pet, type: object}, Toy: {$anchor: toy, type: string}}
""",
    ),
    Code(
        "CG0420",
        "error",
        "the `$dynamicRef`s of this document fill in more than {limit} schemas, or schemas without end",
        "refer to the schemas that are meant by `$ref`",
        """\
A schema with `$dynamicRef`s is copied for each binding of its names. A few names that are bound in turn can make any
number of copies; no document that describes an API needs many.

    Page: {type: array, items: {$dynamicRef: "#item"}, $defs: {any: {$dynamicAnchor: item}}}
    Pets: {$ref: "#/components/schemas/Page", $defs: {pet: {$dynamicAnchor: item, $ref: "#/components/schemas/Pet"}}}
""",
    ),
)

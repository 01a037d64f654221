"""CG05xx: references between components, and schemas: allOf, unions, enums."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0501",
        "error",
        "references form a cycle: {circle}",
        "let one of them describe the schema itself",
        """\
Each of these is only a reference to the next, so none of them ever says what it is.

    Pet: {$ref: "#/components/schemas/Animal"}
    Animal: {$ref: "#/components/schemas/Pet"}      # back to Pet

    Pet: {$ref: "#/components/schemas/Animal"}
    Animal: {type: object, properties: {name: {type: string}}}

A schema that refers to itself in a property or in its items is fine.
""",
    ),
    Code(
        "CG0502",
        "warning",
        "no value is of type {types} and fits these members of the union: {members}; the type is ignored",
        "write the types in the members, and none beside the union",
        """\
Keywords beside oneOf or anyOf hold for every member. A type that a member cannot have is most likely a mistake.

    type: object
    oneOf: [{type: string}, {$ref: "#/components/schemas/Range"}]      # no object is a string

    oneOf: [{type: string}, {$ref: "#/components/schemas/Range"}]
""",
    ),
    Code(
        "CG0503",
        "warning",
        "the parts of allOf disagree on {keyword}: {first} and {second}; the later one is used",
        "make the parts agree, or take the keyword out of one of them",
        """\
A value must fit every part of allOf. Here no value can, so the compiler uses the later part.

    allOf:
      - {type: object, properties: {size: {type: integer}}}
      - {type: object, properties: {size: {type: string}}}      # no value is both

    allOf:
      - {type: object, properties: {size: {type: integer}}}
      - {type: object, properties: {size: {type: integer, minimum: 1}}}
""",
    ),
    Code(
        "CG0504",
        "error",
        "`{name}` is a part of itself through {keyword}",
        "remove the cycle from {keyword}; a property may refer back",
        """\
A schema that is one of its own parts has no end.

    Node: {allOf: [{$ref: "#/components/schemas/Node"}, {properties: {name: {type: string}}}]}

    Node: {properties: {name: {type: string}, parent: {$ref: "#/components/schemas/Node"}}}
""",
    ),
    Code(
        "CG0505",
        "info",
        "{count} unions apply at once; types show the first",
        "describe the combinations in one oneOf",
        """\
A value must fit oneOf and anyOf both, or the unions of several parts of allOf. Types show the first union; the
others are documented but not enforced.

    oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
    anyOf: [{$ref: "#/components/schemas/Big"}, {$ref: "#/components/schemas/Small"}]
""",
    ),
    Code(
        "CG0506",
        "info",
        "the members of this union cannot be told apart by their form: {members}",
        "add a discriminator, or a property that only one of them requires or gives a constant value",
        """\
A value is read as the first member that it fits. Where two members fit, the later one is never chosen.

    oneOf:
      - {type: object, properties: {name: {type: string}}}
      - {type: object, properties: {title: {type: string}}}

    oneOf:
      - {type: object, required: [name], properties: {name: {type: string}}}
      - {type: object, required: [title], properties: {title: {type: string}}}
""",
    ),
    Code(
        "CG0507",
        "warning",
        "the enum has values that are not of type {type}: {values}",
        "write the values in that type, such as `{wanted}`",
        """\
In YAML, `true`, `1` and `2020` are not strings. The value is read as the text that is written.

    type: string
    enum: [on, off, true]        # a boolean among strings

    type: string
    enum: ["on", "off", "true"]
""",
    ),
    Code(
        "CG0508",
        "warning",
        "the enum lists `{value}` twice",
        "remove one of them",
        """\
The values of an enum must be unique.

    enum: [red, green, red]
""",
    ),
    Code(
        "CG0509",
        "warning",
        "the value `{tag}` of the discriminator selects `{target}`, which is not a member of the union",
        "add the schema to the union, or take it out of the mapping",
        """\
A discriminator chooses among the members of its oneOf or anyOf.

    oneOf: [{$ref: "#/components/schemas/Cat"}]
    discriminator:
      propertyName: kind
      mapping: {cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog"}      # no Dog in oneOf
""",
    ),
    Code(
        "CG0510",
        "info",
        "`required` names `{name}`, which is not a property here{nearest}",
        "describe the property, or take its name out of `required`",
        """\
A required property without a description has no field; it is often a typing mistake.

    required: [nmae]
    properties: {name: {type: string}}
""",
    ),
    Code(
        "CG0511",
        "error",
        "the override `{name}` is also the name of {second}",
        "give it another `x-codegen-name-override`",
        """\
Names of types must differ in more than case, and an override cannot be the name that another component has, by itself
or by an override. Overrides of properties name fields, and do not clash with types.

    Booking: {type: object}
    Reservation: {type: object, x-codegen-name-override: Booking}
""",
    ),
    Code(
        "CG0512",
        "warning",
        "the components `{first}` and `{second}` differ only in case or separators; the second is called `{name}`",
        "name one of them with `x-codegen-name-override`",
        """\
Both make the same class name. The one that comes first in the alphabet keeps it.

    schemas:
      user_group: {type: object}
      UserGroup: {type: object}
""",
    ),
    Code(
        "CG0513",
        "warning",
        "other inline types are also named `{name}`; this one is called `{longer}`",
        "give them names that differ, or make one component of them",
        """\
Inline schemas that get one name by `x-codegen-name-override` are types of their own. Where they have the same
properties, words of the place of each are added to its name; otherwise it is an error (CG0511).

    responses: {"404": {content: {application/json: {schema: {type: object, x-codegen-name-override: Missing}}}}}
    responses: {"410": {content: {application/json: {schema: {type: object, x-codegen-name-override: Missing}}}}}
""",
    ),
    Code(
        "CG0514",
        "warning",
        "{why}; it allows any value instead",
        "remove references to the schema itself from allOf and from unions beside properties",
        """\
Each schema that is merged from others has further ones in its properties, which are merged in turn, without end. This
happens only where many schemas refer to one another through allOf on several levels. The code also covers a schema that
is made of a chain of more than a thousand others, by references, parts, members and items.
""",
    ),
    Code(
        "CG0515",
        "warning",
        "`{key}` has no effect on this schema: {why}",
        "write it in the component or beside the property that is meant, or remove it",
        """\
A name override of a schema names the class that is made of it; beside the `$ref` of a property it names the field
(D3.1, D3.5). Strings, numbers and arrays have no class, except that Go has a type for each member of a union; and an
override beside another reference does not rename what it leads to. Likewise, only enums and unions have values that the
document does not list.

    schema: {$ref: '#/components/schemas/trip_v2', x-codegen-name-override: Trip}

    components: {schemas: {trip_v2: {x-codegen-name-override: Trip, type: object}}}
""",
    ),
    Code(
        "CG0516",
        "warning",
        "`{name}` names both `{other}` and `{value}`, so one of them gets a number",
        "give each value a name of its own",
        """\
The names of an enum's members must differ in more than case: most languages write all of them in the same case.

    {enum: [1, 2], x-codegen-enums: [Low, low]}
    {enum: [1, 2], x-codegen-enums: [Low, Lower]}
""",
    ),
    Code(
        "CG0517",
        "warning",
        "`{value}` is not a known format: its values are kept as they are",
        "write a known format, or a name of your own that is less similar",
        """\
An unknown format has no effect; one that is spelt almost like a known format is most likely a mistake.

    departs: {type: string, format: datetime}
    departs: {type: string, format: date-time}
""",
    ),
    Code(
        "CG0518",
        "warning",
        "`{lower}` {low} is {relation} `{upper}` {high}: no value fits",
        "swap the two, or correct the one that is wrong",
        """\
Where a lower bound is above the upper one, validators refuse every value.

    {type: string, minLength: 20, maxLength: 2}
    {type: string, minLength: 2, maxLength: 20}
""",
    ),
    Code(
        "CG0519",
        "warning",
        "`{key}` is {value}, which {why}",
        "give a value that the schema allows, or change the schema",
        """\
A default or a constant must be a value of its schema, or of the schema that the `$ref` beside it leads to. Types and
documentation show it as it is, so they contradict each other, and a server that follows its schema refuses the value.

    {type: integer, maximum: 100, default: "10"}
    {type: integer, maximum: 100, default: 10}
""",
    ),
    Code(
        "CG0520",
        "info",
        "the example {value} does not fit its type, so it is not shown",
        "write an example that the schema allows",
        """\
Documentation and calls show examples only where they are values of their types: what is shown must compile. `codegen
lint` looks for others; it does not check bounds and patterns.

    seats: {type: integer, example: "two"}
    seats: {type: integer, example: 2}
""",
    ),
    Code(
        "CG0521",
        "warning",
        "`{key}` has no effect here: it does not apply to values of type {type} ({times})",
        "correct the type, or remove `{key}`; in an array or object it may belong to what is inside",
        """\
Each keyword applies to values of one type, and allows values of all others: lengths and patterns apply to strings,
bounds to numbers, `items` to arrays, `properties` and `required` to objects.

    {type: array, items: {type: string}, minLength: 3}
    {type: array, items: {type: string, minLength: 3}}
""",
    ),
    Code(
        "CG0522",
        "warning",
        "no member of the union has the property `{name}` that the discriminator reads{nearest}",
        "name a property that all members have, or describe it in each",
        """\
A discriminator tells the members of a union apart by the value of one property, which each of them has and requires. An
object without that property is read as an unknown member. This is only reported where all members have a property with
a similar name.

    Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
    Pet: {oneOf: [{$ref: "#/components/schemas/Cat"}], discriminator: {propertyName: knid}}

    Pet: {oneOf: [{$ref: "#/components/schemas/Cat"}], discriminator: {propertyName: kind}}
""",
    ),
    Code(
        "CG0523",
        "warning",
        "the property is `readOnly` and `writeOnly`, so neither requests nor responses have it",
        "remove one of the two",
        """\
What is readOnly is left out of requests, what is writeOnly out of responses (D7.4).

    token: {type: string, readOnly: true, writeOnly: true}
    token: {type: string, writeOnly: true}
""",
    ),
    Code(
        "CG0524",
        "info",
        "the array does not say what its items are, so they may be anything ({times})",
        "add `items`; if it is already there, indent it like `type`",
        """\
OpenAPI 3.0 requires `items` beside `type: array`, later versions make it optional. Indented one step too little, it
becomes a property called `items`.

    data:
      type: array
    items: {type: string}

    data:
      type: array
      items: {type: string}
""",
    ),
    Code(
        "CG0525",
        "info",
        "the example {what}, which {why}",
        "write an example that the schema allows, or correct the schema",
        """\
`codegen lint` checks the examples of media types, parameters and headers, `example` and each of `examples`, against
their schemas, nested values included, and reports the first value that does not fit. It checks types, enums and
required properties, but not bounds and patterns, and only media types whose examples are values: JSON, and objects of
forms.

    application/json:
      schema: {type: object, properties: {seats: {type: integer}}}
      example: {seats: "two"}

    application/json:
      schema: {type: object, properties: {seats: {type: integer}}}
      example: {seats: 2}
""",
    ),
    Code(
        "CG0526",
        "warning",
        "`{name}` is a member of its own {keyword}, which has no meaning; it is left out there",
        "take it out of {keyword}; a property or the items of an array may refer back",
        """\
Such a member allows nothing that the others do not allow.

    Filter: {anyOf: [{$ref: "#/components/schemas/Filter"}, {type: string}]}
    Filter: {anyOf: [{type: string}, {type: array, items: {$ref: "#/components/schemas/Filter"}}]}
""",
    ),
    Code(
        "CG0527",
        "warning",
        "the property `{name}` that the discriminator reads has no value that selects {members}; "
        "their values are told apart by their form",
        "add a `mapping`, or give the property a constant of its own in each",
        """\
A member of a union is selected by its keys in the mapping, else by a constant of its property (which no other member
shares), else by its own name. A name that the property cannot have selects nothing.

    Dog: {allOf: [{$ref: "#/components/schemas/Animal"}]}      # Animal: kind is one of `canine`, `feline`
    Pet: {oneOf: [{$ref: "#/components/schemas/Dog"}, ...], discriminator: {propertyName: kind}}

    Pet:
      oneOf: [{$ref: "#/components/schemas/Dog"}, ...]
      discriminator: {propertyName: kind, mapping: {canine: "#/components/schemas/Dog", ...}}
""",
    ),
)

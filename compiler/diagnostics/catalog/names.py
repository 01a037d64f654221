"""CG06xx: names: overrides, groups, collisions, the lock."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0604",
        "error",
        "`{pattern}` is not a regular expression: {reason}",
        "the dialect is RE2, which takes linear time and has no lookaround and no backreferences",
        """\
The expressions of the root's `x-codegen-name-override` are RE2's, and may match anywhere in the name (D3.2).

    x-codegen-name-override:
      - {operationId: "^get(", methodNameOverride: get}      # the bracket is never closed

    x-codegen-name-override:
      - {operationId: ^get, methodNameOverride: get}
""",
    ),
    Code(
        "CG0605",
        "error",
        "{operation} gets the name `{name}`, which another method of its group has",
        "give one of them another x-codegen-name-override, or another x-codegen-group",
        """\
Two methods of one group cannot have one name. Where an override is involved, the compiler does not choose (D3.6).

    x-codegen-name-override:
      - {operationId: ^get, methodNameOverride: get}      # getTest and getTests are both `get`

    paths:
      /tests:
        get: {operationId: getTests, x-codegen-name-override: list}
""",
    ),
    Code(
        "CG0606",
        "warning",
        "`{name}` is the name of several methods in {group}; this one is called `{other}`",
        "give it an operationId of its own, or an x-codegen-name-override",
        """\
Two operations of one group have the same inferred name. Where names follow from paths, the words of their operationIds
tell them apart, else the last parameter. Otherwise words of the HTTP method and path are added to each, so that neither
name depends on the order of the operations (D3.6). Where both have the same operationId, CG0329 reports them.

    paths:
      /a: {get: {operationId: list_trips}}
      /b: {get: {operationId: listTrips}}

    paths:
      /a: {get: {operationId: listA}}
      /b: {get: {operationId: listB}}
""",
    ),
    Code(
        "CG0607",
        "warning",
        "`{name}` is also the name of a group; the method is called `{other}`",
        "give the method an x-codegen-name-override, or the group another name by x-codegen-group",
        """\
A group and a method beside it would be one attribute of the client, so the method's name is prefixed with its verb
(D3.6).

    paths:
      /trips: {get: {operationId: trips}}      # client.trips(...)
      /trips/{id}: {get: {operationId: getTrip, tags: [trips]}}      # client.trips.get_trip(...)

    paths:
      /trips: {get: {operationId: listTrips}}
""",
    ),
    Code(
        "CG0608",
        "warning",
        "the group `{group}` has an empty part, which is left out",
        "write the parts of a nested group with one dot between them",
        """\
Dots separate the groups of `x-codegen-group` (D2.3).

    x-codegen-group: trips..connections

    x-codegen-group: trips.connections
""",
    ),
    Code(
        "CG0609",
        "info",
        "`{pattern}` matches nothing",
        "",
        """\
An entry of the root's `x-codegen-name-override` whose expression matches no operationId, or no parameter, has no
effect. The search is case-sensitive (D3.2).

    x-codegen-name-override:
      - {operationId: ^Get, methodNameOverride: get}      # the operations are getTest, getTests

    x-codegen-name-override:
      - {operationId: ^get, methodNameOverride: get}
""",
    ),
    Code(
        "CG0610",
        "error",
        "the {count} expressions of `x-codegen-name-override` take too long to match against all names",
        "use fewer or shorter ones; the override of a single operation can stand on the operation",
        """\
Every expression is matched against every name. Thousands of entries, or expressions that match thousands of characters,
would take minutes; the limit is a hundred times what the largest documents need.

    x-codegen-name-override:
      - {operationId: "(.?.?.?.?){1000}get", methodNameOverride: get}      # up to 4,000 characters before it

    x-codegen-name-override:
      - {operationId: "^get", methodNameOverride: get}
""",
    ),
    Code(
        "CG0611",
        "info",
        "operationIds such as `{name}` were made by a framework; {count} methods can have the names of its functions",
        "x-codegen-name-override: [...]",
        """\
FastAPI appends the path and the HTTP method to a function's name, NestJS prepends the controller, springfox appends
`UsingGET`: a method is called `read_trip_api_v1_trips__id__get`. A build uses the operationId. `codegen lint` shows the
list that gives the methods their short names; put it at the root of the document, or in an overlay (`target: $`) if a
framework exports the document. The list leaves out names that two methods of a group would share.

    paths:
      /api/v1/trips/{id}: {get: {operationId: "read_trip_api_v1_trips__id__get"}}

    x-codegen-name-override: [{operationId: "^read_trip_api_v1_trips__id__get$", methodNameOverride: read_trip}]
""",
    ),
    Code(
        "CG0612",
        "warning",
        "the property `{wire}` is given the name `{name}`, which `{other}` has; a number tells them apart",
        "give one of them another x-codegen-name-override",
        """\
The names of a class's fields must differ in more than case, in every language.

    properties:
      start: {type: string}
      starts_at: {type: string, x-codegen-name-override: start}
""",
    ),
    Code(
        "CG0613",
        "warning",
        "no tag of the document is called `{tag}`; it makes a group of its own ({times})",
        "declare it under `tags`, or write the name of a declared one",
        """\
Methods are grouped by their tags. A tag that is spelt almost like a declared one is most likely a mistake, and
separates methods that belong together.

    tags: [{name: trips}]
    paths: {/trips: {get: {tags: [trps]}}}

    tags: [{name: trips}]
    paths: {/trips: {get: {tags: [trips]}}}
""",
    ),
    Code(
        "CG0614",
        "error",
        "the alias `{name}` clashes with {other}",
        "give it another name, or leave it out",
        """\
An alias is a further name of a method, in its group. It cannot be the name of another method there, of the method's own
streaming variant (`create_stream`), or of a group below (D3.9).

    paths:
      /files: {get: {x-codegen-name-override: [list, all]}}
      /files/all: {get: {x-codegen-name-override: all}}

    paths:
      /files: {get: {x-codegen-name-override: [list, every]}}
      /files/all: {get: {x-codegen-name-override: all}}
""",
    ),
    Code(
        "CG0615",
        "error",
        "the security scheme `{scheme}` gets the option `{name}`, which another scheme has",
        "give one of them another x-codegen-name-override",
        """\
The override of a security scheme names the client's option for its credentials (D3.9); each scheme needs its own
option.

    token: {type: http, scheme: bearer, x-codegen-name-override: apiKey}
    apiKey: {type: apiKey, in: header, name: X-Key}

    token: {type: http, scheme: bearer, x-codegen-name-override: token}
    apiKey: {type: apiKey, in: header, name: X-Key}
""",
    ),
    Code(
        "CG0616",
        "info",
        "the {kind} `{name}` has the name of a member of every client, so it is called `{ident}` in {target}",
        "give it another name with `x-codegen-group` or `x-codegen-name-override`",
        """\
`request`, `withOptions`, `withRawResponse` and `close` are members of every client, in the case of each language
(D16.3). `group` is appended to the name of such a group, `_` to that of a method on the client.

    paths: {/request: {get: {tags: [request], operationId: getRequest}}}     # client.request_group.get_request()

    paths: {/request: {get: {x-codegen-group: inquiries, operationId: getRequest}}}
""",
    ),
)

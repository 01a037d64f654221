"""CG01xx: the text of input files: reading, syntax, limits."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0101",
        "error",
        "cannot read {file}: {reason}",
        "check the path and its permissions",
        """\
The file does not exist, is a folder, or may not be read.

    codegen build opneapi.yaml -t python     # no such file
    codegen build openapi.yaml -t python
""",
    ),
    Code(
        "CG0102",
        "error",
        "the file is not UTF-8 text (byte {byte})",
        "save the file as UTF-8",
        """\
Documents are read as UTF-8, with or without a byte order mark. The file holds a byte that UTF-8 does not allow
there; often it was saved in a national encoding or as UTF-16.

    iconv -f latin1 -t utf-8 openapi.yaml > openapi.utf8.yaml
""",
    ),
    Code(
        "CG0103",
        "error",
        "the file is larger than {limit:,} bytes",
        "raise the limit with --max-bytes if the file is meant to be this large",
        """\
Limits guard the compiler against broken or hostile input. A document that is really this large is read with a
higher limit:

    codegen build huge.yaml -t python --max-bytes 200000000
""",
    ),
    Code(
        "CG0104",
        "error",
        "YAML syntax: {problem}",
        "look just before this place for a tab, an unclosed quote or bracket, or unquoted text with `: ` in it",
        """\
The text is not YAML; the message is the parser's. Frequent causes are a tab used for indentation, unquoted text that
contains `: `, and a list or key that is indented less than its neighbours.

    description: Note: not for production      # a plain text must not hold ": "
    description: "Note: not for production"
""",
    ),
    Code(
        "CG0105",
        "error",
        "JSON syntax: {problem}",
        "look just before this place for an extra or missing comma, single quotes, or a comment",
        """\
The text is not JSON; the message is the parser's. Comments, single quotes and commas before a closing bracket are not
JSON. A file whose extension is not `.json` may be YAML, which allows them.

    {"openapi": "3.1.0",}
    {"openapi": "3.1.0"}
""",
    ),
    Code(
        "CG0106",
        "error",
        "the key `{key}` appears twice in one object",
        "keep one of the two, or merge their contents",
        """\
Most parsers silently drop one of the two entries, often a whole path or schema. Write several merge keys as one: `<<:
[*a, *b]`.

    /users: {get: {...}}
    /users: {post: {...}}      # the same key again

    /users:
      get: {...}
      post: {...}
""",
    ),
    Code(
        "CG0107",
        "error",
        "nesting is deeper than {limit:,} levels",
        "raise the limit with --max-depth if the nesting is meant",
        """\
Limits guard the compiler against broken or hostile input. Real documents nest about twenty to thirty levels deep.
Very deep inline schemas read better as components that refer to each other.
""",
    ),
    Code(
        "CG0108",
        "error",
        "the file holds more than {limit:,} values",
        "raise the limit with --max-nodes if the file is meant to be this large",
        """\
Limits guard the compiler against broken or hostile input. A document that is really this large is read with a
higher limit:

    codegen build huge.yaml -t python --max-nodes 20000000
""",
    ),
    Code(
        "CG0109",
        "error",
        "aliases and merge keys repeat more than {limit:,} values",
        "write shared parts as components with $ref, or raise the limit with --max-aliases",
        """\
YAML aliases repeat what they name; aliases of aliases grow without bound, in a few lines.

    a: &a [1, 1, 1, 1, 1, 1, 1, 1]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
    c: &c [*b, *b, *b, *b, *b, *b, *b, *b]     # and so on

In an OpenAPI document the common tool is a component and `$ref`.
""",
    ),
    Code(
        "CG0110",
        "error",
        "the alias `*{name}` is used inside its own anchor",
        "use a component and $ref: references may be recursive, aliases may not",
        """\
An alias stands for what its anchor names, so an alias inside it would expand without end.

    Node: &node
      properties:
        next: *node          # would never end

    Node:
      properties:
        next: {$ref: "#/components/schemas/Node"}
""",
    ),
    Code(
        "CG0111",
        "error",
        "a second YAML document begins here",
        "keep one document in the file",
        """\
A line of `---` begins a new YAML document. An input file holds exactly one.

    openapi: 3.1.0
    ---
    openapi: 3.1.0
""",
    ),
    Code(
        "CG0112",
        "warning",
        "the YAML tag `{tag}` is ignored",
        "remove the tag",
        """\
Documents are JSON values: of YAML's tags only those of the core schema (`!!str`, `!!int`, `!!float`, `!!bool`,
`!!null`, `!!map`, `!!seq`) mean something.

    created: !!timestamp 2024-01-01      # read as the string 2024-01-01
    created: 2024-01-01
""",
    ),
    Code(
        "CG0113",
        "error",
        "a key must be a scalar, not a list or an object",
        "quote the key if it is meant as text",
        """\
Documents are JSON values, whose keys are strings.

    ? [a, b]
    : 1
    {id}: 1          # a flow mapping as the key
    "{id}": 1
""",
    ),
    Code(
        "CG0114",
        "error",
        "the merge key `<<` needs an object or a list of objects",
        'write "<<" in quotes if a key of that name is meant',
        """\
    base: &base {type: object}
    Pet:
      <<: object        # not an object
    Pet:
      <<: *base
""",
    ),
    Code(
        "CG0115",
        "error",
        "`{word}` is not a JSON value",
        'write a string such as "{word}", or leave the value out',
        """\
JSON cannot express infinity or NaN, though some programs print them.

    {"default": NaN}
    {"default": null}
""",
    ),
    Code(
        "CG0116",
        "error",
        "there is no anchor `&{name}` before the alias `*{name}`",
        "quote the text if it is not an alias",
        """\
An alias needs an anchor of the same name before it. Unquoted text cannot begin with `*`.

    default: *everything
    default: "*everything"
""",
    ),
    Code(
        "CG0117",
        "error",
        "{url} is not read: the host {host} is not allowed",
        "add --allow-remote {host}",
        """\
Nothing is fetched over the network unless its host is named (D1.3). Redirects may only lead to named hosts.

    codegen build https://api.example.com/openapi.json -t python
    codegen build https://api.example.com/openapi.json -t python --allow-remote api.example.com
""",
    ),
    Code(
        "CG0118",
        "error",
        "cannot fetch {url}: {reason}",
        "try the URL with another program, or save the document and name the file",
        """\
The host was allowed, but the document could not be read from it: no connection, an error status, no answer in time,
or more bytes than the limit. Download the file by other means and give its path.
""",
    ),
    Code(
        "CG0119",
        "error",
        "`{text}` is not a value of the tag !!{tag}",
        "remove the tag or correct the value",
        """\
A tag of the core schema states the type of the value, and this text is not of that type.

    minimum: !!int five
    minimum: !!int 5
""",
    ),
    Code(
        "CG0120",
        "error",
        "the number `{word}...` has too many digits",
        "write it as a string",
        """\
Integers of any practical size are kept exactly. This one has thousands of digits, which no target language reads
as a number.
""",
    ),
    Code(
        "CG0121",
        "warning",
        "`{escape}` is half of a surrogate pair",
        "write the character itself, or both halves",
        """\
JSON writes a character beyond U+FFFF as two escapes, a surrogate pair. One without the other is not a character and
cannot be written as UTF-8, so U+FFFD takes its place, here and wherever else it happens in the file.

    "smile": "\\ud83d"
    "smile": "\\ud83d\\ude00"
""",
    ),
    Code(
        "CG0122",
        "error",
        "`{key}` has more than {limit:,} members",
        "raise the limit with --max-members if so many are meant",
        """\
Limits guard the compiler against broken or hostile input. Real schemas list some hundreds of properties or values; one
with tens of thousands is data rather than a declaration, and makes code that no editor opens.

    Station: {type: string, enum: [...]}         # 40,000 stations
    Station: {type: string, example: "8011160"}
""",
    ),
    Code(
        "CG0123",
        "error",
        "the document declares more than {limit:,} schemas and operations",
        "divide the document, or raise the limit with --max-declarations",
        """\
Limits guard the compiler against broken or hostile input. The largest real documents declare about nine thousand
types. A larger one is compiled with a higher limit, which takes time and memory in proportion:

    codegen build huge.json -t python --max-declarations 500000
""",
    ),
    Code(
        "CG0124",
        "error",
        "the document has more than {limit:,} groups of methods",
        "give related operations a common tag, or raise the limit with --max-groups",
        """\
Limits guard the compiler against broken or hostile input. Each group is a class and a page of its own, made of a tag or
of `x-codegen-group`; the largest real documents have about 150.

    tags: [trip-8011160]
    tags: [trips]
""",
    ),
    Code(
        "CG0125",
        "error",
        "references repeat more than {limit:,} parameters, fields and other parts of operations",
        "divide the document, or raise the limit with --max-repeats",
        """\
Limits guard the compiler against broken or hostile input. Parameters, headers, responses and bodies that are declared
once are printed for each operation that refers to them, so a thousand of them in a thousand operations make a million.
The largest real documents repeat some twenty thousand.

    codegen build huge.json -t python --max-repeats 500000
""",
    ),
    Code(
        "CG0126",
        "error",
        "the name is too long: the path of each member below it repeats it",
        "give it a name of a few words",
        """\
Limits guard the compiler against broken or hostile input. Every member is identified by its path, which begins with the
names of everything that contains it; a name of a hundred thousand letters with thousands of members would exhaust the
memory.

    components: {schemas: {TripTripTrip...: {properties: {...}}}}
    components: {schemas: {Trip: {properties: {...}}}}
""",
    ),
)

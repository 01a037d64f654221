"""CG02xx: gen.yaml and the use of the command line."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG0201",
        "warning",
        "configVersion is missing",
        'add the line `configVersion: "{version}"`',
        """\
`configVersion` states the format of gen.yaml, so that later versions of codegen read it correctly.

    python: {}

    configVersion: "2.0.0"
    python: {}
""",
    ),
    Code(
        "CG0202",
        "error",
        "configVersion is {said}, which is not supported",
        'write configVersion: "{supported}"',
        """\
`configVersion` is a string whose first number is 2.

    configVersion: 2
    configVersion: "2.0.0"
""",
    ),
    Code(
        "CG0203",
        "warning",
        "unknown key `{key}`",
        "remove it",
        """\
gen.yaml has no such key at this place, so it has no effect. A target's keys belong in its section.

    maxMethodParams: 4

    python:
      maxMethodParams: 4
""",
    ),
    Code(
        "CG0204",
        "error",
        "`{key}` must be {expected}, not the {actual}",
        "write {expected}, or remove `{key}`",
        """\
The value of a key of gen.yaml has the wrong type.

    python:
      maxMethodParams: "4"

    python:
      maxMethodParams: 4
""",
    ),
    Code(
        "CG0205",
        "error",
        "`{key}` must be at least {minimum}, not {value}",
        "write {minimum} or more, or remove `{key}`",
        """\
A number of parameters cannot be negative. With 0 every method takes one request object (spec 2.2); without the key the
language's own default applies.

    maxMethodParams: -1
    maxMethodParams: 0
""",
    ),
    Code(
        "CG0206",
        "error",
        '`{key}` cannot be "{value}"',
        "choose one of: {choices}",
        """\
The key has a fixed list of values.

    python: {models: dataclass}
    python: {models: plain}
""",
    ),
    Code(
        "CG0207",
        "warning",
        "no diagnostic has the code `{name}`",
        "`codegen explain` lists the codes",
        """\
`generation.diagnostics` sets the severity of single diagnostics by their code, the word in brackets of a message.

    generation:
      diagnostics: {CG203: off}

    generation:
      diagnostics: {CG0203: off}
""",
    ),
    Code(
        "CG0208",
        "error",
        "{name} is an error and cannot be set to `{severity}`",
        "correct what it reports, or leave the operation out with -k or x-codegen-ignore",
        """\
Warnings and infos can be switched off or made errors. An error means that the compiler cannot continue with what it
read.

    generation:
      diagnostics: {CG0204: off}
""",
    ),
    Code(
        "CG0209",
        "error",
        "gen.yaml must hold an object, not a {actual}",
        'begin with the line `configVersion: "2.0.0"`',
        """\
The file is a YAML object: keys at the top, sections below them.

    - python

    configVersion: "2.0.0"
    python: {}
""",
    ),
    Code(
        "CG0210",
        "error",
        "no target is named",
        "name one: {line}",
        """\
The compiler builds the targets that have a section in gen.yaml, or those that `-t` names. Reference pages are built
along with them.

    codegen build openapi.yaml
    codegen build openapi.yaml -t python
""",
    ),
    Code(
        "CG0211",
        "error",
        "there is no target `{name}`",
        "known targets: {known}",
        """\
The targets are python, typescript, go and reference, and those that installed packages provide by an entry point of the
group `codegen.backends`; `-t` may be given several times.

    codegen build openapi.yaml -t pyhton
    codegen build openapi.yaml -t python
""",
    ),
    Code(
        "CG0213",
        "error",
        '`{key}` cannot be "{value}": it must be {expected}',
        "write {expected}, or remove `{key}`",
        """\
The text is not valid for this key.

    python: {packageName: my-sdk}      # not an identifier
    python: {packageName: my_sdk}
""",
    ),
    Code(
        "CG0215",
        "error",
        "no document is named",
        "name one: codegen {command} openapi.yaml",
        """\
The OpenAPI document is given on the command line, or as `generation.source` in gen.yaml.

    generation:
      source: openapi.yaml
""",
    ),
    Code(
        "CG0216",
        "error",
        "several documents are named, but an SDK is made of one",
        "name one document, or list the documents under `apis` in gen.yaml",
        """\
An SDK is made of one document. `apis` of gen.yaml lists several, each with an SDK of its own.

    generation:
      source: [users.yaml, orders.yaml]

    apis:
      users: {source: users.yaml}
      orders: {source: orders.yaml}
""",
    ),
    Code(
        "CG0217",
        "error",
        "there are several documents here: {names}",
        "name one: codegen init {first}; or all, as several APIs: codegen init {all}",
        """\
`codegen init` without a document takes the one in the working folder: openapi or swagger with the extension .yaml, .yml
or .json, else a file with such an extension that begins like an OpenAPI document.

    codegen init
    codegen init openapi.yaml
    codegen init users.yaml orders.yaml     # several APIs in one gen.yaml
""",
    ),
    Code(
        "CG0218",
        "error",
        "{file} cannot be the logo: {reason}",
        "name a picture (.svg, .png, .jpg, .gif, .webp) of at most 256 kB, beside gen.yaml, or a URL",
        """\
`reference.logo` is a picture that every page of the site shows. Its path is relative to gen.yaml.

    reference: {logo: docs/logo.pdf}
    reference: {logo: docs/logo.svg}
""",
    ),
    Code(
        "CG0219",
        "info",
        "codegen does not have the text of {names}, so `LICENSE` only names it",
        "put the text into `LICENSE` of each SDK: the file is yours",
        """\
`generation.licence` is written into `LICENSE`, with the text of common licences, by SPDX identifier: 0BSD, Apache-2.0,
BSD-2-Clause, BSD-3-Clause, BSL-1.0, CC0-1.0, ISC, MIT, MIT-0, MPL-2.0, Unlicense and Zlib. For any other licence the
file states the identifier and the rights holder; later builds leave it alone.

    generation: {licence: LicenseRef-Acme}
    generation: {licence: Apache-2.0}
""",
    ),
    Code(
        "CG0220",
        "error",
        "the backend `{name}` of another package cannot be used: {problem}",
        "install a version of that package that fits this one, or leave the target out",
        """\
A target that is not built in is looked up among installed packages. A package provides it by an entry point of the
group `codegen.backends` that refers to a `Backend`, whose `contract` is the number of what it relies on
(`BACKEND_CONTRACT` in `backends`).

    [project.entry-points."codegen.backends"]
    curl = "backend_curl"
    curl = "backend_curl:BACKEND"
""",
    ),
    Code(
        "CG0230",
        "error",
        "`{name}` cannot be the name of an API: {reason}",
        "choose another name",
        """\
The name of an API in `apis` is a word of the command line, the default name of its output folder, and a part of the
name of its lock, `codegen.NAME.lock`. So it consists of ASCII letters, digits, `-` and `_`.

    apis:
      payments/v2: {source: payments.yaml}

    apis:
      payments-v2: {source: payments.yaml}
""",
    ),
    Code(
        "CG0231",
        "error",
        "the API `{name}` has no `source`",
        "name its document: `source: {name}.yaml`",
        """\
Each API in `apis` names its own document, relative to gen.yaml.

    apis:
      payments: {output: sdk/payments}

    apis:
      payments: {source: payments.yaml, output: sdk/payments}
""",
    ),
    Code(
        "CG0232",
        "error",
        "`generation.source` cannot stand beside `apis`",
        "give the document a name in `apis`, and remove `generation.source`",
        """\
With `apis`, each API names its own document, and the section `generation` contains what they share.

    generation: {source: users.yaml, licence: MIT}
    apis:
      payments: {source: payments.yaml}

    generation: {licence: MIT}
    apis:
      users: {source: users.yaml}
      payments: {source: payments.yaml}
""",
    ),
    Code(
        "CG0233",
        "error",
        "the output folder of `{name}`, {folder}, is {relation} of `{other}`",
        "give each API a folder of its own, or leave `output` out",
        """\
Two APIs cannot share an output folder, and none can be in another's: each build removes files that it no longer makes.

    apis:
      users: {source: users.yaml, output: sdk}
      payments: {source: payments.yaml, output: sdk/payments}

    apis:
      users: {source: users.yaml, output: sdk/users}
      payments: {source: payments.yaml, output: sdk/payments}
""",
    ),
    Code(
        "CG0234",
        "error",
        "gen.yaml has no API `{name}`",
        "its APIs are: {known}",
        """\
If gen.yaml has `apis`, the words after `codegen build` are names of APIs, or documents that are the `source` of one.

    codegen build paymnets
    codegen build payments
""",
    ),
)

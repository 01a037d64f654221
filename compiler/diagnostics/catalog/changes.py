"""CG17xx: what `codegen diff` finds between two versions."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1701",
        "error",
        "{where}: {what}",
        "keep what was valid beside it, or release it as a new major version",
        """\
`codegen diff` found a change that breaks programs written for the old version: what they send is refused, or they get
what they do not know. Requests may take more than before, and responses may hold less (docs/diff.md).

    properties: {name: {type: string}}

    properties: {name: {type: string}}
    required: [name]
""",
    ),
    Code(
        "CG1702",
        "warning",
        "{where}: {what}",
        "tell the users of the API",
        """\
`codegen diff` found a change that the contract allows, but that programs may not expect: an optional property that is
gone, a new value of a response's enum, a limit where there was none (docs/diff.md).

    enum: [open, closed]

    enum: [open, closed, archived]
""",
    ),
    Code(
        "CG1703",
        "info",
        "{where}: {what}",
        "",
        """\
`codegen diff` found a change that breaks nobody: something new, or something that is allowed more than before
(docs/diff.md).

    paths: {/trips: {}}

    paths: {/trips: {}, /stations: {}}
""",
    ),
    Code(
        "CG1704",
        "error",
        "git does not give `{name}`: {reason}",
        "write `git:REVISION:PATH`, the path from the root of the repository, or from here if it begins with `./`",
        """\
An input of `codegen diff` may be a file as it was at a revision of the git repository around the working folder.

    codegen diff git:v1.2:openapi.yaml openapi.yaml
""",
    ),
    Code(
        "CG1705",
        "error",
        "`{name}` cannot be compared: {problem}",
        "write it anew by `codegen build --surface DIR` of the same version",
        """\
`codegen diff` compares two files that `codegen build --surface` wrote, of the same target.

    codegen diff old/python.surface new/python.surface
""",
    ),
    Code(
        "CG1706",
        "info",
        "{where}: {what}",
        "",
        """\
`codegen diff` found a text that is another: a description, an example, a default that the server has, a note of what is
deprecated. No program sees it (docs/diff.md).

    description: Lists trips.

    description: Lists the trips between two stations.
""",
    ),
    Code(
        "CG1707",
        "error",
        "`{name}` cannot be compared with: {problem}",
        "name a command, a checkout, or an environment with a codegen that knows `build --surface`",
        """\
`codegen diff --compiler` runs another version of codegen, which builds the document in a folder of its own, and
compares the surfaces of its SDKs with those of this one. codegen.lock stays as it is.

    codegen diff --compiler ./old openapi.yaml

    codegen diff --compiler ./old/.venv/bin/codegen openapi.yaml
""",
    ),
)

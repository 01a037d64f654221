"""CG19xx: what `codegen upgrade-calls` says of its inputs."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1901",
        "error",
        "programs cannot be led from {old} to {new}: {problem}",
        "compare two surfaces of one target that `codegen build --surface DIR` wrote, or name documents and `-t`",
        """\
`codegen upgrade-calls` pairs the symbols of two versions by what they were made from, and never by likeness. So it
needs two surfaces of one target that say what this is, or two documents to make them from (docs/upgrade-calls.md).

    codegen upgrade-calls src --from old/python.surface --to new/python.surface
""",
    ),
    Code(
        "CG1902",
        "error",
        "`{name}` cannot be rewritten: {problem}",
        "name files and folders of the program that may be written",
        """\
`codegen upgrade-calls` rewrites files in place, all of them or none. A file that is missing, read-only or of another
language stops it before anything is written (docs/upgrade-calls.md).

    codegen upgrade-calls src tests --from git:v1.2:openapi.yaml --to openapi.yaml -t python
""",
    ),
    Code(
        "CG1903",
        "error",
        "`{name}` holds no renames: {problem}",
        "write one by `codegen upgrade-calls --from OLD --to NEW --write-renames FILE`, and edit it",
        """\
`codegen upgrade-calls --renames FILE` takes what became of names from a file, in place of two surfaces
(docs/upgrade-calls.md).

    {"format": "codegen renames 1", "target": "python", "package": ["acme", "acme"],
     "clients": {"Acme": "Acme"}, "methods": {"chat.create": "chats.create"}}
""",
    ),
    Code(
        "CG1904",
        "error",
        "programs in {target} are not rewritten: {problem}",
        "install what is missing, and try again",
        """\
`codegen upgrade-calls` rewrites programs by the tools of their language: TypeScript's compiler, which runs in Node.js,
and Go's packages for syntax and types. Python needs no tool; where pyright is installed, it tells more types
(docs/upgrade-calls.md).

    npm install --save-dev typescript
""",
    ),
)

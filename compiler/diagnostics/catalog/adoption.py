"""CG18xx: what `codegen adopt` finds in documents and configuration files of other generators."""

from __future__ import annotations

from compiler.diagnostics.catalog.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CG1801",
        "error",
        "`{name}` is nothing that `codegen adopt` reads: {problem}",
        "`codegen docs adopt` lists what it reads, and how it is recognised",
        """\
`--from` names a configuration file of another generator, a published SDK, or a folder with such files.

    codegen adopt openapi.yaml --from package.lock

    codegen adopt openapi.yaml --from .stainless/stainless.yml
""",
    ),
    Code(
        "CG1802",
        "info",
        "no counterpart for {what}, {times}: {why}",
        "",
        """\
`codegen adopt` read a key, a setting or a line for which codegen has nothing, or which does not fit the document. It
is not in the overlay or gen.yaml; what is said here tells what to do instead, if there is anything.

    x-fern-availability: beta

    deprecated: true
""",
    ),
    Code(
        "CG1803",
        "warning",
        "{what} is not called `{wanted}`, but {got}: {why}",
        "name it in the overlay by `x-codegen-name-override` or `x-codegen-group`, or leave it",
        """\
`codegen adopt` compiles the document with the overlay that it wrote, and compares every name with what was read. This
one did not become true, mostly because two methods of a group, or two types, cannot have one name.

    x-codegen-name-override: get      # on two operations of one group

    x-codegen-name-override: get_by_id
""",
    ),
    Code(
        "CG1804",
        "error",
        "`{name}` exists",
        "`--force` replaces it; `-o FOLDER` writes elsewhere; `--dry-run` only shows what would be written",
        """\
`codegen adopt` writes gen.yaml and an overlay once. Files that are there may have been edited, so it does not touch
them by itself.

    codegen adopt openapi.yaml

    codegen adopt openapi.yaml -o adopted
""",
    ),
    Code(
        "CG1805",
        "error",
        "`{name}` cannot be written: {problem}",
        "name another folder by `-o FOLDER`",
        """\
`codegen adopt` writes gen.yaml, an overlay and a report beside the document, or into the folder of `-o`.

    codegen adopt openapi.yaml -o /nowhere/adopted

    codegen adopt openapi.yaml -o adopted
""",
    ),
    Code(
        "CG1806",
        "error",
        "`{name}` cannot be read as a published SDK: {problem}",
        "give the folder of a package (with a go.mod, a package.json or an `__init__.py`), a wheel, an archive, or an "
        "`api.md`",
        """\
`codegen adopt --from` and `--prove` read published SDKs: their files as text, of which nothing is imported or run.
`codegen docs adopt` says what is found in which language, and how.

Example: a folder with compiled JavaScript alone, without declarations.

```
codegen adopt openapi.yaml --prove ./dist
```
""",
    ),
    Code(
        "CG1807",
        "error",
        "`{name}` is a Python package, which griffe reads, and griffe is not installed",
        "install codegen with the extra `adopt`: `pip install 'codegen-sdk[adopt]'`; or give the SDK's `api.md`",
        """\
The signatures of a Python package are read by griffe, without importing the package. Nothing else of codegen needs it,
so that it is an extra.

Example:

```
codegen adopt openapi.yaml --from ../acme-python
```
""",
    ),
)

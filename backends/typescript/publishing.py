"""The files around a TypeScript package: notes, workflows and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from backends.publishing import Folder, folder_files
from backends.typescript.readme import TypeScriptSpeaker, speaker
from backends.typescript.signatures import brief
from backends.writer.notice import notice
from compiler.base.patterns import lazy_pattern
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


def around(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the files around a package, by path."""
    spoken, tested = speaker(plan), plan.surface.tests
    folder = Folder(
        title="TypeScript",
        brief=brief,
        program=lambda code, lines: _program(plan, spoken, code, lines),
        example="{}.js",
        checks=("npm test",) if tested else (),
        places=(
            ("`src`", "the sources: a module for each group of methods, types by subject, the runtime"),
            (
                "`dist`",
                "the JavaScript, for `import` and `require`, with declarations: generated with the sources, not built",
            ),
            *([("`tests`", "a test for each method, against a mock of the API")] if tested else []),
        ),
        ignored=("# `dist` is generated and published: commit it.", "node_modules/", "*.tgz"),
        ci=_CI + ("      - run: npm test\n" if tested else "      - run: npm pack --dry-run\n"),
        publish=_PUBLISH.replace("PACKAGE", plan.surface.package),
    )
    return folder_files(spoken, folder)


_IMPORT = lazy_pattern(r"^import [^;]+;(?:\n|\Z)", re.MULTILINE)
"""A whole statement, over several lines where the names are many."""


def _program(plan: Plan, spoken: TypeScriptSpeaker, code: tree.Code, lines: list[str]) -> str:
    """Write a part of the README as a program: imports first, then a client if the part uses one."""
    head = f"{notice(plan.surface.licence, '//')}\n\n// @ts-check\n\n"
    if isinstance(code, tree.FirstCall):
        return head + "\n".join(lines) + "\n"
    text = "\n".join(lines)
    imports = _IMPORT.findall(text)
    own = [line for line in imports if line.endswith(f" from {spoken.module()};\n")]
    names = {name.strip() for line in own for name in line[line.index("{") + 1 : line.index("}")].split(",")} - {""}
    rest = [line.rstrip("\n") for line in imports if line not in own]
    body = _IMPORT.sub("", text).strip("\n")
    made = []
    if re.search(r"\bclient\s*\.", body):
        names.add(spoken.client)
        made = [spoken.made_as_first()]
    names |= {spoken.client} if f"new {spoken.client}(" in body else set()
    heads = [spoken.imported(*names), *rest] if names else rest
    return head + "\n".join(heads) + "\n\n" + "\n".join([*made, body]) + "\n"


_CI = """\
name: CI

on:
  push: { branches: [main] }
  pull_request:

permissions: { contents: read }

jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix: { node: [20, 24] }
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v6
        with: { node-version: "${{ matrix.node }}" }
      - run: npm install
      - run: npm run typecheck
"""

_PUBLISH = """\
#
# npm trusts this workflow once PACKAGE names it as its publisher (https://docs.npmjs.com/trusted-publishers): there is
# no token to keep, and each version records where it was built (provenance), for which package.json has to name the
# repository (`typescript.repository` in gen.yaml).
name: Publish

on:
  release: { types: [published] }

permissions: { contents: read }

jobs:
  npm:
    runs-on: ubuntu-latest
    permissions: { contents: read, id-token: write }
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v6
        with: { node-version: 24, registry-url: "https://registry.npmjs.org" }
      - run: npx --yes publint@0.3 --strict
      - run: npm publish --provenance --access public
"""

"""The files around a TypeScript package: its examples; its words have the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from backends.publishing import Folder, folder_files
from backends.typescript.readme import TypeScriptSpeaker, speaker
from backends.typescript.signatures import brief
from backends.writer.notice import notice
from compiler.base.patterns import lazy_pattern
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


def around(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the files around a package, by path."""
    spoken = speaker(plan)
    return folder_files(spoken, Folder("TypeScript", brief, partial(_program, plan, spoken), "{}.js"))


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

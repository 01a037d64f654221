"""The files around a Python package: its examples; its words have the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from backends.publishing import Folder, folder_files
from backends.python.readme import PythonSpeaker, speaker
from backends.python.signatures import brief
from backends.writer.notice import notice
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


def around(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the files around a package, by path."""
    spoken = speaker(plan)
    return folder_files(spoken, Folder("Python", brief, partial(_program, plan, spoken), "{}.py"))


def _program(plan: Plan, spoken: PythonSpeaker, code: tree.Code, lines: list[str]) -> str:
    """Write a part of the README as a program: imports first, then a client if the part uses one."""
    head = f"{notice(plan.surface.licence, '#')}\n\n"
    if isinstance(code, tree.FirstCall | tree.AwaitedCall):
        return head + "\n".join(lines) + "\n"
    start = f"from {plan.surface.package} import "
    names = {name for line in lines if line.startswith(start) for name in line.removeprefix(start).split(", ")}
    body = "\n".join(line for line in lines if not line.startswith(start)).strip("\n")
    made = []
    if re.search(r"\bclient\.", body):
        names.add(spoken.client)
        made = [f"client = {spoken.made_as_first()}"]
    names |= {spoken.client} if re.search(rf"\b{spoken.client}\(", body) else set()
    imports = [f"{start}{', '.join(sorted(names, key=_isort))}"] if names else []
    gap = "\n\n\n" if body.startswith("@") else "\n"
    text = gap.join(filter(None, ["\n".join(made), body])) if not body.startswith("@") else body
    return head + "\n".join(imports) + ("\n\n" if imports else "") + text + "\n"


def _isort(name: str) -> tuple[bool, str]:
    return not name[:1].isupper(), name

"""The files around a Python package: notes, workflows and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from backends.publishing import Folder, folder_files
from backends.python.clients import project_name
from backends.python.readme import PythonSpeaker, speaker
from backends.python.signatures import brief
from backends.writer.notice import notice
from compiler.plan import readme as tree
from compiler.plan.plan import Plan


def around(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the files around a package, by path."""
    spoken = speaker(plan)
    package, tested = plan.surface.package, plan.surface.tests
    folder = Folder(
        title="Python",
        brief=brief,
        program=lambda code, lines: _program(plan, spoken, code, lines),
        example="{}.py",
        checks=('pip install -e ".[test]"', "python -m pytest") if tested else ("pip install -e .",),
        places=(
            (f"`{package}/_groups`", "a module for each group of methods, synchronous and for asyncio"),
            (f"`{package}/_models`, `{package}/_params`", "types of results and of arguments"),
            (f"`{package}/_runtime`", "what all methods share: requests, retries, decoding"),
            *([("`tests`", "a test for each method, against a mock of the API")] if tested else []),
        ),
        ignored=(*(line for line in _IGNORED if line != f"/{package}/"),),
        ci=_CI.replace("TEST", "python -m pytest" if tested else f"python -c 'import {package}'").replace(
            "INSTALL", "pip install '.[test]'" if tested else "pip install ."
        ),
        publish=_PUBLISH.replace("PROJECT", project_name(plan)),
    )
    return folder_files(spoken, folder)


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


_IGNORED = (
    "__pycache__/", "*.py[cod]", "*.egg-info/", "/build/", "/dist/", ".venv/", ".mypy_cache/", ".pytest_cache/",
    ".ruff_cache/",
)  # fmt: skip

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
      matrix: { python: ["3.11", "3.14"] }
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-python@v6
        with: { python-version: "${{ matrix.python }}" }
      - run: INSTALL
      - run: TEST
"""

_PUBLISH = """\
#
# PyPI trusts this workflow once PROJECT names it as its publisher (https://docs.pypi.org/trusted-publishers/): there is
# no token to keep.
name: Publish

on:
  release: { types: [published] }

permissions: { contents: read }

jobs:
  pypi:
    runs-on: ubuntu-latest
    environment: pypi
    permissions: { contents: read, id-token: write }
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-python@v6
        with: { python-version: "3.14" }
      - run: pip install build twine
      - run: python -m build
      - run: twine check --strict dist/*
      - uses: pypa/gh-action-pypi-publish@release/v1
"""

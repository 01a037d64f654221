"""`codegen init --make`, `--cmake` and `--bazel`: prints how a project includes our rules for a build tool."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

FILES = {"make": "codegen.mk", "cmake": "Codegen.cmake", "bazel": "defs.bzl"}
"""The file of each build tool in `compiler/commands/init/rules`."""


def how_to_include(tool: str, form: str) -> str:
    """Return the lines that include the rules of a build tool, or the path of their file.

    The lines ask codegen for the path, so that they may be committed: it differs from machine to machine.

    Args:
        tool: a key of `FILES`.
        form: ``path`` for the path alone; "" for the lines.
    """
    path = Path(__file__).resolve().parent / "rules" / FILES[tool]
    if form == "path":
        return f"{path.as_posix()}\n"
    command = own_command()
    match tool:
        case "make":
            head = "" if command == ["codegen"] else f"CODEGEN := {shlex.join(command)}\n"
            return f"{head}include $(shell {'codegen' if not head else '$(CODEGEN)'} init --make=path)\n"
        case "cmake":
            return _CMAKE.format(command=" ".join(f'"{word}"' if " " in word else word for word in command))
        case _:
            return _BAZEL.format(path=shlex.quote(path.as_posix()))


_CMAKE = """\
execute_process(COMMAND {command} init --cmake=path OUTPUT_VARIABLE codegen_rules
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${{codegen_rules}})
"""
_BAZEL = """\
# mkdir -p tools/codegen && cp {path} tools/codegen/ && touch tools/codegen/BUILD
load("//tools/codegen:defs.bzl", "codegen_sdk")
"""


def own_command() -> list[str]:
    """Return the words that run this program: `codegen` where the shell finds it under that name."""
    found, started = shutil.which("codegen"), sys.argv[0]
    if found is not None and os.path.realpath(found) == os.path.realpath(started):
        return ["codegen"]
    if os.path.basename(started).split(".")[0] == "codegen" and os.access(started, os.X_OK):  # noqa: PTH119
        return [os.path.abspath(started)]  # noqa: PTH100
    return [sys.executable, "-m", "codegen_sdk"]

"""Parsers that keep running while many SDKs are fuzzed: they read a line of texts and write a line of objections.

Python's own parser is here. Node and Go are used if installed; texts that they have accepted once, such as the
runtime, are not parsed again.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.support.places import ROOT
from tests.support.rendered import raw_html
from tests.support.toolchain import ask_line

TOOLS = ROOT / "tests" / "tools"
TYPESCRIPT = ROOT / "build" / "tools" / "typescript" / "node_modules" / "typescript" / "package.json"
GO = Path("/usr/local/go/bin/go")
SUFFIXES = {"typescript": (".ts", ".js", ".mjs", ".cjs"), "go": (".go",)}
OURS = "<!-- This file is yours"
"""How a changelog begins, which users write."""

_accepted: set[tuple[str, int]] = set()


class Lines:
    """A program that answers a line of JSON with a line of JSON."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return what the program objects to, by file."""
        found: dict[str, str] = json.loads(ask_line(self.process, json.dumps(texts)))
        return found


def objections(target: str, files: Mapping[str, str]) -> dict[str, str]:
    """Return what the parsers of a target's files object to."""
    new = {path: text for path, text in files.items() if (target, hash(text)) not in _accepted}
    found = {path: said for path, text in new.items() if (said := _objection(path, text))}
    if target in SUFFIXES:
        asked = {path: text for path, text in new.items() if path.endswith(SUFFIXES[target])}
        program = _program(target)
        found |= program.ask(asked) if program is not None and asked else {}
    _accepted.update((target, hash(text)) for path, text in new.items() if path not in found)
    return found


def _objection(path: str, text: str) -> str:
    if path.endswith(".py"):
        try:
            ast.parse(text)
        except SyntaxError as error:
            return str(error)
    elif path.endswith(".json"):
        json.loads(text)
    elif path.endswith(".md"):
        return "; ".join(html for html in raw_html(text) if not html.startswith(OURS))
    return ""


def _program(target: str) -> Lines | None:
    """Return the parser of a language; None where the machine lacks it, or does not have it yet."""
    if target not in _programs:
        program = _start(target)
        if program is None:
            return None
        _programs[target] = program
    return _programs[target]


_programs: dict[str, Lines] = {}


def _start(target: str) -> Lines | None:
    if target == "typescript":
        node = shutil.which("node")
        script = str(TOOLS / "parse_typescript_lines.mjs")
        return Lines([node, script, str(TYPESCRIPT)]) if node and TYPESCRIPT.exists() else None
    go = shutil.which("go") or (str(GO) if GO.exists() else None)
    if go is None:
        return None
    binary = Path(tempfile.mkdtemp(prefix="codegen-go-parse-")) / "parse"
    environment = os.environ | {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    command = [go, "build", "-o", str(binary), str(TOOLS / "go_parse" / "main.go")]
    subprocess.run(command, cwd=binary.parent, env=environment, check=True)
    return Lines([str(binary)])

"""Rewrites the Go files of a program, by Go's own packages for syntax and types."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from migrate.upgrade.edits import Edits, Told
from migrate.upgrade.moves import moves_as_json
from migrate.upgrade.programs import ToolError
from migrate.upgrade.renames import Renames
from migrate.upgrade.report import Outcome

_SOURCES = ("rewrite.go", "groups.go", "embedded.go", "forms.go", "held.go", "writing.go")
_CLAUSE = re.compile(rb"^package\s+(\w+)", re.MULTILINE)


def rewrite_go(files: Mapping[Path, bytes], renames: Renames, folders: Sequence[str]) -> Outcome:
    """Rewrite files; those that cannot be parsed are told and left alone. Raises `ToolError`."""
    go = shutil.which("go")
    if go is None:
        raise ToolError("Go is not installed")
    names = {str(path.resolve()): path for path in files}
    modules: dict[Path, list[str]] = {}
    for name in names:
        modules.setdefault(_module(Path(name)), []).append(name)
    made: dict[Path, bytes] = {}
    told: list[Told] = []
    left: dict[Path, str] = {}
    with tempfile.TemporaryDirectory(prefix="codegen-go-") as folder:
        program = Path(folder) / "rewrite"
        for name in _SOURCES:
            shutil.copy(Path(__file__).with_name(name), Path(folder) / name)
        _run([go, "build", "-o", str(program), *_SOURCES], Path(folder))
        for module, inside in modules.items():
            packages = _packages(inside, {name: files[names[name]] for name in inside})
            exports = _exports(go, module, renames.package[0], folders, Path(folder))
            asked = {"packages": packages, "exports": exports, **moves_as_json(renames)}
            found = json.loads(_run([str(program)], module, json.dumps(asked)))
            for name, edits in found["edits"].items():
                if name in names:
                    text = files[names[name]]
                    made[names[name]] = _with_imports(text, _applied(text, edits or ()), renames.package, found["name"])
            left |= {names[name]: problem for name, problem in found["left"].items() if name in names}
            told += [Told(str(names[item["file"]]), item["line"], item["text"])
                     for item in found["told"] or () if item["file"] in names]  # fmt: skip
    return Outcome(made, tuple(told), left)


def _applied(text: bytes, found: Sequence[Mapping[str, Any]]) -> bytes:
    edits = Edits(text)
    for item in found:
        parts = item.get("parts") or [item["text"]]
        edits.replace((item["start"], item["end"]), *(part.encode() if isinstance(part, str) else (part[0], part[1])
                                                      for part in parts))  # fmt: skip
    return edits.result()


def _module(path: Path) -> Path:
    """Return the folder of the module that a file belongs to."""
    for folder in path.parents:
        if (folder / "go.mod").is_file():
            return folder
    raise ToolError(f"{path} is in no module: there is no go.mod above it")


def _packages(names: Sequence[str], texts: Mapping[str, bytes]) -> list[list[str]]:
    """Return the files of each package: a folder may hold one and its tests from outside."""
    found: dict[tuple[str, bytes], list[str]] = {}
    for name in names:
        clause = _CLAUSE.search(texts[name])
        found.setdefault((str(Path(name).parent), clause[1] if clause is not None else b""), []).append(name)
    for (folder, package), inside in found.items():
        for path in sorted(Path(folder).glob("*.go")):  # what is not rewritten is read for its types
            other = _CLAUSE.search(path.read_bytes())
            if other is not None and other[1] == package and str(path) not in texts:
                inside.append(str(path))
    return list(found.values())


def _exports(go: str, module: Path, package: str, folders: Sequence[str], scratch: Path) -> dict[str, str]:
    """Return the compiled packages that a module uses, by their import paths. Raises `ToolError`."""
    words = [go, "list", "-e", "-export", "-deps", "-test", "-json=ImportPath,Export", "./..."]
    if folders:
        copy = scratch / "with-sdk.mod"
        shutil.copy(module / "go.mod", copy)
        if (module / "go.sum").is_file():
            shutil.copy(module / "go.sum", scratch / "with-sdk.sum")
        folder = str(Path(folders[0]).resolve())
        _run([go, "mod", "edit", f"-require={package}@v0.0.0", f"-replace={package}={folder}", str(copy)], module)
        words[2:2] = [f"-modfile={copy}", "-mod=mod"]
    text = _run(words, module)
    decoder, at, found = json.JSONDecoder(), 0, {}
    while at < len(text):
        item, at = decoder.raw_decode(text, at)
        found[item["ImportPath"]] = item.get("Export", "")
        at += len(text[at:]) - len(text[at:].lstrip())
    if not found.get(package):
        raise ToolError(f"the module of {module} cannot use {package}: `go build` there says why, or name it by --sdk")
    return found


def _run(words: Sequence[str], folder: Path, given: str = "") -> str:
    env = {**os.environ, "GOWORK": "off", "GOFLAGS": ""}
    done = subprocess.run(words, input=given, capture_output=True, text=True, check=False, cwd=folder, env=env)
    if done.returncode:
        raise ToolError(
            f"{Path(words[0]).name} {words[1] if len(words) > 1 else ''} fails: {done.stderr.strip()[:400]}"
        )
    return done.stdout


# --------------------------------------------------------------------------- the import of the SDK

_ALIEN = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
"""Comments and texts, which use nothing."""
_BLOCK = re.compile(rb"^import \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
_ONE = re.compile(rb'^import ((?:\w+ |\. )?"[^"]*")\n', re.MULTILINE)
_PACKAGE = re.compile(rb"^package \w+[^\n]*\n", re.MULTILINE)


def _with_imports(before: bytes, after: bytes, package: tuple[str, str], name: str) -> bytes:
    """Return a rewritten file with the import that it needs; ``name``: what files call the package by default."""
    if before == after:
        return after
    imported = [re.search(rb'^(?:import|\t)[ \t]*((?:\w+ )?)"' + re.escape(path.encode()) + rb'"', text, re.MULTILINE)
                for path, text in zip(package, (before, after), strict=True)]  # fmt: skip
    if imported[0] is None:
        return after if not _uses(after, name) or _uses(before, name) else _added(after, package[1].encode())
    alias = imported[0][1].decode().strip() or name
    if imported[1] is None or alias == "_" or not _uses(before, alias) or _uses(after, alias):
        return after
    return _removed(after, imported[1].start())


def _uses(text: bytes, name: str) -> bool:
    return re.search(rb"(?<![\w.])" + re.escape(name.encode()) + rb"\.\w", _ALIEN.sub(b" ", text)) is not None


def _added(text: bytes, path: bytes) -> bytes:
    """Import a package: beside others of its kind in the last group, else in a group of its own, as gofmt sorts it."""
    line = b'\t"' + path + b'"\n'
    block = _BLOCK.search(text)
    if block is not None:
        groups = block[1].split(b"\n\n")
        if b"." in _path(groups[-1].splitlines()[-1]).partition(b"/")[0]:
            lines: list[bytes] = [*groups[-1].splitlines(keepends=True), line]
            lines.sort(key=lambda one: _path(one))
            groups[-1] = b"".join(lines)
        else:
            groups[-1] = groups[-1].rstrip(b"\n")
            groups.append(line)
        return text[: block.start(1)] + b"\n\n".join(groups) + text[block.end(1) :]
    one = _ONE.search(text)
    if one is not None:
        made = b"import (\n\t" + one[1] + b"\n\n" + line + b")\n"
        return text[: one.start()] + made + text[one.end() :]
    clause = _PACKAGE.search(text)
    at = clause.end() if clause is not None else 0
    return text[:at] + b"\nimport " + line.lstrip() + text[at:]


def _removed(text: bytes, at: int) -> bytes:
    """Take away the line of an import, and its group if it stood alone in it."""
    end = text.index(b"\n", at) + 1
    before, behind = text[:at], text[end:]
    if before.endswith(b"\n\n") and behind.startswith((b")", b"\n")):
        before = before[:-1]
    made = before + behind
    return re.sub(rb'^import \(\n\t((?:\w+ )?"[^"]*")\n\)', rb"import \1", made, flags=re.MULTILINE) \
        if _ONE.search(text) is None else made  # fmt: skip


def _path(line: bytes) -> bytes:
    found = re.search(rb'"([^"]*)"', line)
    return found[1] if found is not None else b""

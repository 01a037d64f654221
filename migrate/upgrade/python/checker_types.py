"""Types that pyright tells: `reveal_type` around expressions, in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from migrate.upgrade.edits import Edits, Span
from migrate.upgrade.python.rewriting import Question
from migrate.upgrade.python.value import CLIENT, Value
from migrate.upgrade.renames import Renames

_REVEALED = re.compile(r'Type of ".*" is "(.*)"\Z', re.DOTALL)
_UNKNOWN = re.compile(r"(?:Unknown|Any|Never|<.*>|(Async|Magic|NonCallable)*Mock)\Z")
_BEFORE = b"reveal_type("
_CONTAINERS = {"list": "list", "List": "list", "Sequence": "list", "Iterator": "list", "Iterable": "list",
               "Page": "pages", "AsyncPage": "pages", "Stream": "stream", "AsyncStream": "stream"}  # fmt: skip


def find_pyright() -> str | None:
    """Return the program of pyright: beside this Python, else on the path."""
    beside = Path(sys.executable).with_name("pyright")
    return str(beside) if beside.is_file() else shutil.which("pyright")


def ask(
    program: str,
    files: Mapping[Path, bytes],
    questions: Mapping[Path, Sequence[Question]],
    renames: Renames,
    folders: Sequence[str],
    python: str | None,
    heirs: Mapping[str, str],
) -> dict[Path, dict[Span, Value]] | None:
    """Return the types of expressions by their places; None if pyright fails.

    ``folders``: where packages are found, besides those that ``python`` (an interpreter) has. ``heirs``: the classes of
    the program that inherit from some of the SDK.
    """
    root = Path(os.path.commonpath([path.resolve().parent for path in files]))
    with tempfile.TemporaryDirectory(prefix="codegen-types-") as folder:
        copy = Path(folder).resolve()
        places: dict[Path, dict[tuple[int, int], Span]] = {}
        for path, text in files.items():
            at = copy / path.resolve().relative_to(root)
            at.parent.mkdir(parents=True, exist_ok=True)
            asked = [item.span for item in questions.get(path, ())]
            revealed, starts = _revealed(text, asked)
            at.write_bytes(revealed)
            if asked:
                places[at] = starts
        settings: dict[str, Any] = {
            "include": [str(at.relative_to(copy)) for at in places],
            "extraPaths": [*(str(Path(item).resolve()) for item in folders), str(root), str(Path.cwd())],
            "typeCheckingMode": "off",
            "exclude": [],
        }
        (copy / "pyrightconfig.json").write_text(json.dumps(settings))
        words = [program, "--outputjson", "--project", str(copy), "--pythonpath", python or _python()]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=copy)
        try:
            told = json.loads(done.stdout)["generalDiagnostics"]
        except (ValueError, KeyError):
            return None
    found: dict[Path, dict[Span, Value]] = {path: {} for path in files}
    back = {copy / path.resolve().relative_to(root): path for path in files}
    for item in told:
        match = _REVEALED.match(item["message"])
        at, start = Path(item["file"]), item.get("range", {}).get("start", {})
        span = places.get(at, {}).get((start.get("line", -1), start.get("character", -1)))
        if match is not None and span is not None:
            value = value_of(match[1], renames, heirs)
            if value is not None:
                found[back[at]][span] = value
    return found


def _python() -> str:
    environment = os.environ.get("VIRTUAL_ENV")
    beside = Path(environment, "bin/python") if environment else None
    return str(beside) if beside is not None and beside.is_file() else sys.executable


def _revealed(text: bytes, spans: Sequence[Span]) -> tuple[bytes, dict[tuple[int, int], Span]]:
    """Put `reveal_type` around expressions; return where the argument of each begins: line and UTF-16 column."""
    edits = Edits(text)
    for start, end in spans:
        edits.wrap((start, end), _BEFORE, b")")
    revealed = edits.result()
    starts = {}
    for span in spans:
        # All that opens at the place or before it stands before the argument, the outer ones first.
        opened = [item for item in spans if item[0] < span[0] or (item[0] == span[0] and item[1] >= span[1])]
        closed = [item for item in spans if item[1] <= span[0]]
        at = span[0] + len(_BEFORE) * len(set(opened)) + len(set(closed))
        line = revealed[:at].count(b"\n")
        before = revealed[revealed.rfind(b"\n", 0, at) + 1 : at].decode(errors="replace")
        starts[line, len(before.encode("utf-16-le")) // 2] = span
    return revealed, starts


def value_of(text: str, renames: Renames, heirs: Mapping[str, str]) -> Value | None:
    """Return what pyright's text of a type says; None if it does not know."""
    parts = [part.strip() for part in _parted(text)]
    kept = [part for part in parts if part != "None"]
    mark = "?" if len(kept) < len(parts) else ""
    if any(_UNKNOWN.match(part) or heirs.get(_bare(part)) == "" for part in kept):
        return None
    found = {_one(part, renames, heirs) for part in kept}
    if len(found) != 1:
        return Value("other", f"value{mark}")
    value = found.pop()
    return Value(value.kind, value.text + mark) if value.kind in ("typed", "other") else value


def _bare(text: str) -> str:
    return text.removeprefix("Self@").removesuffix("*")


def _one(text: str, renames: Renames, heirs: Mapping[str, str]) -> Value:
    clients = {name for old in renames.clients for name in (old, f"Async{old}")}
    text = _bare(text)
    name, _, inner = heirs.get(text, text).partition("[")
    if name in clients:
        return CLIENT
    for known in (name, name.removeprefix("Async")):
        if known in renames.classes:
            return Value("group", renames.classes[known])
        mirror = re.sub(r"With(Raw|Streaming)Response\Z", "", known)
        if mirror != known and mirror in renames.classes:
            return Value("mirror", renames.classes[mirror])
    if name in _CONTAINERS and inner:
        item = _one(list(_parted(inner[:-1], ","))[-1].strip(), renames, heirs)
        return Value("typed", f"{_CONTAINERS[name]}<{item.text}>") if item.kind == "typed" else Value("other", "value")
    if name.startswith("type["):
        return Value("class", inner[:-1])
    return Value("typed", name) if name in renames.types else Value("other", "value")


def _parted(text: str, by: str = "|") -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "[(") - (sign in "])")
        if sign == by and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts

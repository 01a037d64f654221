"""The names of an API's official SDK as an overlay.

They are told by a file with a line for each method (the HTTP method, the path, the group and the name, between tabs) or
by a folder whose ``api.md`` files have the same facts. Each operation of the document that is in it gets
``x-codegen-group`` and ``x-codegen-name-override``; of several names the first one counts and the others are aliases.
The names of path parameters do not matter, but the query after ``?`` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.driver.options import InputOptions
from compiler.source import load_file

_LINE = re.compile(r'<code title="(\w+) ([^"]+)">client\.([\w.]+)\.<a [^>]*>(\w+)</a>')
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Published:
    """A method as an SDK has it."""

    method: str
    path: str
    group: str
    name: str


def read_names(source: Path) -> list[Published]:
    """Return the methods of a list, or of the ``api.md`` files in a folder, the outermost first."""
    if not source.is_dir():
        return [Published(*line.split("\t")) for line in source.read_text("utf-8").splitlines() if line]
    pages = sorted(source.rglob("api.md"), key=lambda page: (len(page.parts), page))
    found = (match for page in pages for match in _LINE.finditer(page.read_text("utf-8")))
    return [Published(match[1].upper(), *match.group(2, 3, 4)) for match in found]


def read_document(path: Path) -> dict[str, Any]:
    """Return a document as it is written."""
    loaded = load_file(path, str(path), InputOptions(document=str(path)).limits, Diagnostics())
    if loaded is None or not isinstance(loaded.root, dict):
        raise SystemExit(f"{path} cannot be read")
    return loaded.root


def names_overlay(
    published: list[Published],
    document: Mapping[str, Any],
    parameters: Mapping[str, str] = {},
    *,
    files: bool = False,
) -> dict[str, Any]:
    """Return the overlay.

    Args:
        published: What methods are called.
        document: What the overlay is for.
        parameters: Names of parameters, by their names on the wire; brackets behind one are not part of its name.
        files: Whether a body is given in no other way where it can be given as ``multipart/form-data``.
    """
    names: dict[tuple[str, str], list[Published]] = {}
    for item in published:
        names.setdefault((item.method.lower(), _shape(item.path)), []).append(item)
    actions: list[dict[str, Any]] = []
    for target, operation, found in _operations(document, names):
        groups = list(dict.fromkeys(item.group for item in found))
        update = {"x-codegen-group": groups, "x-codegen-name-override": [item.name for item in found]}
        actions.append({"target": target, "update": update})
        for place, parameter in enumerate(operation.get("parameters", ())):
            wire = parameter.get("name", "")
            if (name := parameters.get(wire, wire.removesuffix("[]"))) != wire:
                at = f"{target}.parameters[{place}]"
                actions.append({"target": at, "update": {"x-codegen-name-override": name}})
        content = operation.get("requestBody", {}).get("content", {})
        if files and _JSON in content and "multipart/form-data" in content:
            at = f"{target}.requestBody.content['{_JSON}']"
            actions.append({"target": at, "update": {"x-codegen-ignore": True}})
    return {"overlay": "1.0.0", "info": {"title": "Published names", "version": "1"}, "actions": actions}


def _operations(
    document: Mapping[str, Any], names: Mapping[tuple[str, str], list[Published]]
) -> Iterator[tuple[str, dict[str, Any], list[Published]]]:
    """Yield the operations that have names: where each stands, what it is, and the names."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if found := names.get((method, _shape(path))):
                yield f"$.paths[{json.dumps(path)}].{method}", operation, found


def _shape(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)

"""Diagnostics for programs: JSON, SARIF 2.1.0, and annotations for GitHub Actions."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from compiler.diagnostics.catalog import CODES
from compiler.diagnostics.sink import Diagnostic, Diagnostics, Place
from compiler.source.location import Json, Loc

_SARIF_LEVEL = {"error": "error", "warning": "warning", "info": "note"}
_GITHUB_LEVEL = {"error": "error", "warning": "warning", "info": "notice"}


def render_json(diagnostics: Diagnostics, more: Mapping[str, Json]) -> str:
    """Return `{"diagnostics": [...]}`, each with its file, line, column and pointer; `more` stands behind them."""
    items: list[Json] = [_as_json(item, diagnostics) for item in diagnostics.items]
    return json.dumps({"diagnostics": items, **more}, indent=2, ensure_ascii=False) + "\n"


def render_several(named: Mapping[str, Diagnostics], facts: Mapping[str, Json], form: str) -> str:
    """Return one report of several sinks in a format: of APIs by name, and of "" for what is about all of them.

    In JSON each diagnostic has its `api`, and `facts` are what else there is to say; in SARIF it is a property.
    """
    match form:
        case "json":
            items = [
                _as_json(item, diagnostics) | {"api": name or None}
                for name, diagnostics in named.items()
                for item in diagnostics.items
            ]
            return json.dumps({"diagnostics": items, "apis": facts}, indent=2, ensure_ascii=False) + "\n"
        case "sarif":
            found = [item for diagnostics in named.values() for item in diagnostics.items]
            results = [
                _sarif_result(item, diagnostics) | ({"properties": {"api": name}} if name else {})
                for name, diagnostics in named.items()
                for item in diagnostics.items
            ]
            return _sarif(found, results)
        case _:
            return "".join(map(render_github, named.values()))


def _as_json(item: Diagnostic, diagnostics: Diagnostics) -> dict[str, Json]:
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        "place": place_as_json(item.loc, item.at_key, diagnostics),
        "notes": [
            {"text": note.text, "place": place_as_json(note.loc, note.at_key, diagnostics)} for note in item.notes
        ],
        "help": item.help or None,
    }


def place_as_json(place: Place | None, at_key: bool, diagnostics: Diagnostics) -> Json:
    """Return a place with file, line, column and pointer; null for none."""
    if place is None:
        return None
    line, column, _ = diagnostics.locate(place, at_key=at_key) or (None, None, 1)
    pointer = place.pointer if isinstance(place, Loc) else None
    return {"file": place.file, "line": line, "column": column, "pointer": pointer}


def render_sarif(diagnostics: Diagnostics) -> str:
    """Return a SARIF log of one run; its rules are the codes that occur."""
    items = diagnostics.items
    return _sarif(items, [_sarif_result(item, diagnostics) for item in items])


def _sarif(items: Sequence[Diagnostic], results: Sequence[Json]) -> str:
    driver: dict[str, Json] = {"name": "codegen", "rules": _rules(items)}
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [*results],
    }
    log: dict[str, Json] = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rules(items: Sequence[Diagnostic]) -> list[Json]:
    codes = sorted({item.code for item in items})
    return [
        {"id": code, "shortDescription": {"text": CODES[code].title}, "help": {"text": CODES[code].uncited_explanation}}
        for code in codes
    ]


def _sarif_result(item: Diagnostic, diagnostics: Diagnostics) -> dict[str, Json]:
    text = f"{item.message} ({item.help})" if item.help else item.message
    result: dict[str, Json] = {
        "ruleId": item.code,
        "level": _SARIF_LEVEL[item.severity],
        "message": {"text": text},
    }
    if item.loc is not None:
        result["locations"] = [_sarif_location(item.loc, item.at_key, diagnostics)]
    related: list[Json] = [
        {"message": {"text": note.text}, **_sarif_location(note.loc, note.at_key, diagnostics)}
        for note in item.notes
        if note.loc is not None
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _sarif_location(place: Place, at_key: bool, diagnostics: Diagnostics) -> dict[str, Json]:
    physical: dict[str, Json] = {"artifactLocation": {"uri": _uri(place.file)}}
    found = diagnostics.locate(place, at_key=at_key)
    if found is not None:
        line, column, width = found
        physical["region"] = {"startLine": line, "startColumn": column, "endColumn": column + width}
    return {"physicalLocation": physical}


def _uri(file: str) -> str:
    """Write a file's name as SARIF requires: a URI reference, with a scheme if the path is absolute (RFC 8089)."""
    if "://" in file:
        return file
    path = quote(file.replace("\\", "/"), safe="/:@!$&'()*+,;=~")
    if re.match(r"[A-Za-z]:/", path):
        return f"file:///{path}"
    return f"file://{path}" if path.startswith("/") else path.replace(":", "%3A")


def render_github(diagnostics: Diagnostics) -> str:
    """Return GitHub workflow commands, one line for each diagnostic."""
    return "".join(_annotation(item, diagnostics) + "\n" for item in diagnostics.items)


def _annotation(item: Diagnostic, diagnostics: Diagnostics) -> str:
    properties = {"title": item.code}
    if item.loc is not None:
        properties["file"] = _in_workspace(item.loc.file)
        found = diagnostics.locate(item.loc, at_key=item.at_key)
        if found is not None:
            properties |= {"line": str(found[0]), "col": str(found[1])}
    listed = ",".join(f"{name}={_escape(value, ':,')}" for name, value in properties.items())
    text = f"{item.message}; {item.help}" if item.help else item.message
    return f"::{_GITHUB_LEVEL[item.severity]} {listed}::{_escape(text)}"


def _in_workspace(file: str) -> str:
    """Return a file's path from the checkout's root, as annotations require, also if a step runs in a subfolder."""
    root, path = os.environ.get("GITHUB_WORKSPACE"), Path(file)
    if not root or not path.exists() or not path.resolve().is_relative_to(Path(root).resolve()):
        return file
    return path.resolve().relative_to(Path(root).resolve()).as_posix()


def _escape(text: str, more: str = "") -> str:
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text

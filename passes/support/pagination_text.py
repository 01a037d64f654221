"""A pagination as text: the line of YAML to paste, and a sentence that says what it does."""

from __future__ import annotations

import json
import re

from compiler.ir.nodes import Pagination

_PLAIN = re.compile(r"[$A-Za-z_][A-Za-z0-9_$.-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""What YAML reads as other things than texts, in one version or another."""


def flow(pagination: Pagination) -> str:
    """Return the value of `x-codegen-pagination` on one line."""
    parts = [f"type: {pagination.kind}"]
    if pagination.inputs:
        listed = (f"{{name: {plain(i.name)}, in: {i.place}, type: {i.kind}}}" for i in pagination.inputs)
        parts.append(f"inputs: [{', '.join(listed)}]")
    paths = ", ".join(f"{item.key}: {plain(item.path)}" for item in pagination.outputs)
    return f"{{{', '.join(parts)}, outputs: {{{paths}}}}}"


def plain(text: str) -> str:
    """Write a text as YAML has it inside of braces; JSON is YAML, and only plain words go without quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text)


def sentence(pagination: Pagination) -> str:
    """Say how the next page is found, and what ends the pages."""
    outputs = {item.key: item.path for item in pagination.outputs}
    inputs = {item.kind: item.name for item in pagination.inputs}
    return f"{_way(inputs, outputs)}; {_end(outputs)}"


def _way(inputs: dict[str, str], outputs: dict[str, str]) -> str:
    if "nextUrl" in outputs:
        where = outputs["nextUrl"]
        return "the header Link has the next URL" if where.startswith("$response") else f"{where} is the next URL"
    if "cursor" in inputs:
        return f"`{inputs['cursor']}` takes {outputs['nextCursor']}"
    if "page" in inputs:
        return f"`{inputs['page']}` is counted up"
    return f"`{inputs['offset']}` grows by the items"


def _end(outputs: dict[str, str]) -> str:
    if "hasMore" in outputs:
        return f"{outputs['hasMore']} ends the pages"
    if "numPages" in outputs:
        return f"{outputs['numPages']} is the last page"
    if "results" in outputs:
        return "an empty page ends them"
    return "without one the pages end"

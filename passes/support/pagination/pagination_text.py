"""A pagination as text: the line of YAML to paste, and a sentence that says what it does."""

from __future__ import annotations

import json

from compiler.base.patterns import lazy_pattern
from compiler.ir.nodes import Pagination

_PLAIN = lazy_pattern(r"[$A-Za-z_][A-Za-z0-9_$.-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""Words that some version of YAML does not read as strings."""


def flow(pagination: Pagination) -> str:
    """Return the value of `x-codegen-pagination` on one line."""
    return f"{{{', '.join(lines_of(pagination))}}}"


def lines_of(pagination: Pagination) -> list[str]:
    """Return the same as a block, a key on each line."""
    lines = [f"type: {pagination.kind}"]
    if pagination.inputs:
        listed = (f"{{name: {plain(i.name)}, in: {i.place}, type: {i.kind}}}" for i in pagination.inputs)
        lines.append(f"inputs: [{', '.join(listed)}]")
    paths = ", ".join(f"{item.key}: {plain(item.path)}" for item in pagination.outputs)
    return [*lines, f"outputs: {{{paths}}}"]


def plain(text: str) -> str:
    """Write a text as YAML has it inside of braces; JSON is YAML, and only plain words go without quotes."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _WORDS else quoted(text)


def quoted(text: str) -> str:
    """Write a text as a string of JSON that YAML reads, too: what cannot be printed is escaped."""
    shown = (char if char.isprintable() else _escaped(char) for char in json.dumps(text, ensure_ascii=False))
    return "".join(shown)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def sentence(pagination: Pagination) -> str:
    """Say how the next page is found, and what ends the pages."""
    outputs = {item.key: item.path for item in pagination.outputs}
    inputs = {item.kind: item.name for item in pagination.inputs}
    if "numPages" in outputs:
        return f"`{inputs['page']}` is counted up to {outputs['numPages']}"
    return f"{_way(inputs, outputs)}, {_end(outputs)}"


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
        return f"until {outputs['hasMore']} is false"
    return "until a page is empty" if "results" in outputs else "until there is none"

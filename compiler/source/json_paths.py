"""Writes JSONPaths (RFC 9535), as overlays have them."""

from __future__ import annotations

import json

from compiler.base.patterns import lazy_pattern
from compiler.source.location import Json, child_of, split_pointer

_PLAIN = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


def quoted(name: str) -> str:
    """Return a name as a JSONPath has it in brackets."""
    text = json.dumps(name, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{text}'"


def json_path(pointer: str, root: Json) -> str:
    """Return the JSONPath of a JSON pointer into a document; its lists decide what is an index."""
    found, node = "$", root
    for token in split_pointer(pointer):
        if isinstance(node, list):
            found += f"[{token}]"
        else:
            found += f".{token}" if _PLAIN.fullmatch(token) else f"[{quoted(token)}]"
        node = child_of(node, token)
    return found

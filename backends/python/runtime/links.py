"""The Link header (RFC 8288)."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TARGET = re.compile(r"[\s,]*<([^>]*)>")
_PARAMETER = re.compile(r"""\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?""")


def find_link(fields: Iterable[str], relation: str) -> str | None:
    """Find the target of the first link with a relation, in all Link fields of a response."""
    wanted = relation.lower()
    for field in fields:
        position = 0
        while target := _TARGET.match(field, position):
            relations, position = _relations(field, target.end())
            if wanted in relations:
                return target[1]
    return None


def _relations(field: str, position: int) -> tuple[list[str], int]:
    """Read the parameters of one entry; only its first ``rel`` counts."""
    relations: list[str] | None = None
    while parameter := _PARAMETER.match(field, position):
        position = parameter.end()
        if parameter[1].lower() == "rel" and relations is None:
            value = parameter[2] if parameter[2] is not None else parameter[3]
            relations = (value or "").lower().split()
    return relations or [], position

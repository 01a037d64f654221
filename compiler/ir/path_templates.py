"""Parameters of paths that are written with more than their names, as RFC 6570 and routers write them.

`{+path}`, `{path=**}`, `{name=projects/*}`, `{path:path}` and `{proxy+}` are values of several segments, in which `/`
stays; `{ids*}` and `{id:[0-9]+}` are not.
"""

from __future__ import annotations

import re

from compiler.base.patterns import lazy_pattern

NESTED = lazy_pattern(r"\{(?:[^{}]|\{[^{}]*\})*\}")
"""A parameter, in whose pattern there may be braces."""
_MORE = lazy_pattern(r"([+;./]|\*{1,2})?\s*([A-Za-z_][\w.-]*)\s*([*+]|[:=].*)?")
_ANYTHING = frozenset({"path", ".*", ".+"})
"""What follows the colon of a parameter that takes any segments: a converter, or an expression."""


def plain_name(inner: str) -> str | None:
    """Return the name of a parameter by what stands between its braces, "" of a query; None where it is a name."""
    if inner.startswith(("?", "&")):
        return ""
    found = _MORE.fullmatch(inner)
    return found[2] if found is not None and found[2] != inner else None


def is_several_segments(inner: str) -> bool:
    """Whether a value may hold `/` as it is (RFC 6570 3.2.3), by what stands between the braces."""
    found = _MORE.fullmatch(inner)
    if found is None:
        return False
    before, more = found[1] or "", found[3] or ""
    pattern = more[1:].strip()
    if more.startswith("="):
        return "/" in pattern or "**" in pattern
    return before in ("+", "*", "**") or more == "+" or (more.startswith(":") and pattern in _ANYTHING)


def named_path(path: str) -> str:
    """Return a path as names are made of it: `/v1/{name=ops/*}:stop` says `/v1/ops/{name}:stop`."""
    return NESTED.sub(_segments, path) if "{" in path else path


def _segments(found: re.Match[str]) -> str:
    inner = found[0][1:-1]
    name = plain_name(inner)
    if not name:
        return found[0]
    pattern = inner.partition("=")[2].strip()
    parts = pattern.split("/") if "/" in pattern else ["*"]
    return "/".join(f"{{{name}}}" if "*" in part else part for part in parts if part)

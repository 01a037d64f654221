"""Nodes that the JSONPaths of overlays select (RFC 9535), in time that no query can make endless (D1.5).

The library evaluates; two of its habits are not for strangers' queries. It keeps a node once for each way that leads
to it, and `$..*..*..*` has endless ways: here each node is kept once after every step. And its regular expressions may
go back: here RE2 judges them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathNode
from jsonpath_rfc9535.function_extensions import Match, Search

if TYPE_CHECKING:
    from compiler.source import Json


def select(query: str, root: Json) -> list[tuple[int | str, ...]]:
    """Return the places that a query selects, each once, in the order in which they are found.

    Raises:
        JSONPathError: the query is none.
        RecursionError: the query, or what it looks at, nests too deeply.
    """
    compiled = _environment().compile(query)
    nodes: Iterable[JSONPathNode] = [JSONPathNode(value=root, location=(), parent=None, root=root)]
    for segment in compiled.segments:
        found: dict[tuple[int | str, ...], JSONPathNode] = {}
        for node in segment.resolve(nodes):
            found.setdefault(node.location, node)
        nodes = list(found.values())
    return [node.location for node in nodes]


class _Match(Match):
    """`match`: the whole string."""

    def __call__(self, string: str, pattern: object) -> bool:
        return _fits(string, pattern, whole=True)


class _Search(Search):
    """`search`: a part of the string."""

    def __call__(self, string: str, pattern: object) -> bool:
        return _fits(string, pattern, whole=False)


@functools.cache
def _environment() -> JSONPathEnvironment:
    made = JSONPathEnvironment()
    made.function_extensions |= {"match": _Match(), "search": _Search()}
    return made


def _fits(string: Any, pattern: Any, *, whole: bool) -> bool:
    """Whether a text fits an I-Regexp (RFC 9485); what is none fits nothing."""
    compiled = _pattern(pattern) if isinstance(pattern, str) and isinstance(string, str) else None
    if compiled is None:
        return False
    return (compiled.fullmatch(string) if whole else compiled.search(string)) is not None


_PARTS = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\.", re.DOTALL)
"""What is escaped, a class of characters, a dot."""


@functools.lru_cache(maxsize=256)
def _pattern(pattern: str) -> Any:
    """Return an I-Regexp for RE2; None for what is none. A dot is neither of the two ends of a line."""
    import re2  # type: ignore[import-untyped]
    from iregexp_check import check

    if not check(pattern):
        return None
    try:
        return re2.compile(_PARTS.sub(lambda found: r"[^\r\n]" if found[0] == "." else found[0], pattern))
    except re2.error:
        return None

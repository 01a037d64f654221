"""Selects nodes by the JSONPaths of overlays (RFC 9535), in bounded time for every query (D1.5).

The library evaluates them, but three of its habits are unsafe for untrusted queries. It keeps a node for each way
to it, and `$..*..*..*` has too many ways: here each node is kept once after every step. It evaluates a filter's queries
again for every candidate, and `$..[?$..*..*]` has many: here visited values are counted and limited. And its
regular expressions may backtrack: ours do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathError, JSONPathNode, JSONPathQuery
from jsonpath_rfc9535.filter_expressions import FilterQuery
from jsonpath_rfc9535.function_extensions import Match, Search

from compiler.base.patterns import lazy_pattern
from compiler.base.regex import RegexError, Searcher, parse
from compiler.front.overlays.descending import descend, plain

if TYPE_CHECKING:
    from compiler.source import Json

MAX_LOOKS = 1_000_000
"""How many values one query may look at: `..` comes by each value of a document once."""


MAX_STEPS = 5_000_000
"""Steps of all queries of a document, besides two for each of its bytes: `..` takes one or two for each value."""
_LOOK, _KEPT, _CHOSEN = 4, 5, 50
"""Steps of a look of the library, of a value from which a query goes on, and of one with which something is done."""


_NAMED = 100
"""So many objects are asked for their names where a query ends."""


_EXPRESSIONS = 100
"""So many are kept for further texts."""


class Steps:
    """The steps that the queries of a document of so many bytes may still take."""

    def __init__(self, size: int = 0) -> None:
        self._left = MAX_STEPS + 2 * size
        self._expressions: dict[tuple[str, bool], Searcher | None] = {}

    def spend(self, count: int) -> None:
        """Take some."""
        self._left -= count
        if self._left < 0:
            raise JSONPathError("the targets of all actions together look at too many values")

    def expression(self, pattern: str, whole: bool) -> Searcher | None:
        """Return an I-Regexp to search with, the same for the same one; None for what is none."""
        key = pattern, whole
        if key not in self._expressions:
            if len(self._expressions) >= _EXPRESSIONS:
                self._expressions.clear()
            found = self._expressions[key] = _compiled(pattern, whole)
            self.spend(len(pattern) + (found.states if found else 0))
        return self._expressions[key]


def select(query: str, root: Json, steps: Steps | None = None) -> list[tuple[int | str, ...]]:
    """Return the places that a query selects, each once, in the order in which they are found.

    Raises:
        JSONPathError: the query is none, or it looks at too many values, alone or with those before it.
        RecursionError: the query, or what it looks at, nests too deeply.
    """
    spent = steps or Steps()
    found: list[JSONPathNode] = []
    for nodes in _walk(query, root, spent):
        found = nodes
    spent.spend(_CHOSEN * len(found))
    return [node.location for node in found]


def reference_on_the_way(query: str, root: Json, steps: Steps) -> str | None:
    """Return the `$ref` at which a query that selects nothing ends, where there is one."""
    last: list[JSONPathNode] = []
    for nodes in _walk(query, root, steps):
        last = nodes or last
    refs = [node.value["$ref"] for node in last if isinstance(node.value, dict) and "$ref" in node.value]
    return next((ref for ref in refs if isinstance(ref, str)), None)


def missing_name(query: str, root: Json, steps: Steps) -> tuple[str | None, list[str]]:
    """Return the name at which a query that selects nothing ends, None where it is none, and those that are there."""
    last: list[JSONPathNode] = []
    taken = -1
    for nodes in _walk(query, root, steps):
        if not nodes:
            break
        last, taken = nodes, taken + 1
    segments = JSONPathEnvironment().compile(query).segments
    chosen = segments[taken].selectors if taken < len(segments) else ()
    name = getattr(chosen[0], "name", None) if len(chosen) == 1 else None
    keys = {key: None for node in last[:_NAMED] if isinstance(node.value, dict) for key in node.value}
    return name if isinstance(name, str) else None, list(keys)


def _walk(query: str, root: Json, spent: Steps) -> Iterator[list[JSONPathNode]]:
    """Yield what is selected before the first segment of a query, and after each."""
    environment = _Environment(spent)
    compiled = environment.compile(query)
    _count_filters(compiled, environment)
    nodes = [JSONPathNode(value=root, location=(), parent=None, root=root)]
    yield nodes
    for segment in compiled.segments:
        found: dict[tuple[int | str, ...], JSONPathNode] = {}
        choosers = plain(segment)
        if choosers is None:
            chosen = environment.counted(segment.resolve(nodes))
        else:
            chosen = descend(segment, choosers, nodes, spent.spend)
        for node in chosen:
            found.setdefault(node.location, node)
        spent.spend(_KEPT * len(found))
        nodes = list(found.values())
        yield nodes


class _Match(Match):
    """`match`: the whole string."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def __call__(self, string: str, pattern: object) -> bool:
        return _fits(string, pattern, self._steps, whole=True)


class _Search(Search):
    """`search`: a part of the string."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def __call__(self, string: str, pattern: object) -> bool:
        return _fits(string, pattern, self._steps, whole=False)


class _Environment(JSONPathEnvironment):
    """What one query is evaluated in: it counts the values that are looked at."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self._steps = steps
        self.function_extensions |= {"match": _Match(steps), "search": _Search(steps)}
        self._looks = 0

    def look(self) -> None:
        """Count a value."""
        self._looks += 1
        self._steps.spend(_LOOK)
        if self._looks > MAX_LOOKS:
            raise JSONPathError(f"it looks at more than {MAX_LOOKS:,} values")

    def counted(self, nodes: Iterable[JSONPathNode]) -> Iterator[JSONPathNode]:
        """Count what a step selects."""
        for node in nodes:
            self.look()
            yield node

    @property
    def max_recursion_depth(self) -> int:  # type: ignore[override]
        """The library asks for this at each value that `..` comes by."""
        self.look()
        return 100


class _CountedQuery(JSONPathQuery):
    """A query within a filter."""

    __slots__ = ()

    def finditer(self, value: Json) -> Iterable[JSONPathNode]:
        assert isinstance(self.env, _Environment)
        nodes: Iterable[JSONPathNode] = [JSONPathNode(value=value, location=(), parent=None, root=value)]
        for segment in self.segments:
            nodes = self.env.counted(segment.resolve(nodes))
        return nodes


def _count_filters(query: JSONPathQuery, environment: _Environment) -> None:
    """Let all queries within a query's filters count what they look at."""
    waiting: list[object] = [query]
    while waiting:
        item = waiting.pop()
        if isinstance(item, FilterQuery):
            item.query = _CountedQuery(env=environment, segments=item.query.segments)
        if isinstance(item, list | tuple):
            waiting.extend(item)
        else:
            parts = ("segments", "selectors", "expression", "left", "right", "args", "query")
            waiting.extend(getattr(item, name) for name in parts if hasattr(item, name))


def _fits(string: Any, pattern: Any, steps: Steps, *, whole: bool) -> bool:
    """Whether a text fits an I-Regexp (RFC 9485); what is none fits nothing."""
    compiled = steps.expression(pattern, whole) if isinstance(pattern, str) and isinstance(string, str) else None
    return compiled is not None and bool(compiled.search(string, steps.spend))


_PARTS = lazy_pattern(r"\\.|\[(?:\\.|[^\]\\])*\]|\.", re.DOTALL)
"""What is escaped, a class of characters, a dot."""


def _compiled(pattern: str, whole: bool) -> Searcher | None:
    """Return an I-Regexp to search with; None for what is none. A dot is neither of the two ends of a line."""
    from iregexp_check import check

    if not check(pattern):
        return None
    try:
        tree = parse(_PARTS.sub(lambda found: r"[^\r\n]" if found[0] == "." else found[0], pattern))
        return Searcher([tree], whole=whole)
    except RegexError:
        return None

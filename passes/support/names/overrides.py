"""Lists of the root that match names (D3.2, D6.14): expressions in RE2's dialect, searched in order, the last wins.

Each is linear in time, but thousands of them in thousands of names are not: one pass over a name finds all that match
it, and what the steps of all passes might add up to is counted, and limited (D1.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from compiler.ir.node import frozen
from compiler.ir.nodes import PageRule, RenameRule
from passes.context import Context

MAX_STEPS = 300_000_000
"""Letters of names times instructions of expressions: a thousand entries for a thousand operations take a tenth."""
_SET_MEMORY = 16 * 1024 * 1024
_SET_SIZE = 50_000
"""Instructions of expressions that are searched at once: with more, RE2 might run out of that memory."""
Rule = TypeVar("Rule", RenameRule, PageRule)
Entries = Sequence[tuple[Any, Any]]


@dataclass(slots=True)
class Rules(Generic[Rule]):
    """The entries for one kind of name; ``used`` collects those that matched something."""

    entries: Sequence[tuple[Any, Rule]]
    context: Context
    used: set[int] = field(default_factory=set)
    _found: dict[str, Rule | None] = field(default_factory=dict)
    _size: int = field(init=False)
    _steps: int = 0
    _parts: list[_Part] = field(init=False)

    def __post_init__(self) -> None:
        self._size = sum(pattern.programsize for pattern, _ in self.entries)
        self._parts = [_Part(range(*ends), _together(self.entries[slice(*ends)])) for ends in _ends(self.entries)]

    def find(self, name: str) -> Rule | None:
        """Return the last entry whose expression matches anywhere in the name.

        Reports CG0610 (no end of searching), after which nothing is found.
        """
        if name not in self._found:
            self._found[name] = self._search(name) if self.entries and self._may(name) else None
        return self._found[name]

    def unused(self) -> Iterable[Rule]:
        """Return the entries that did not match."""
        if self._steps > MAX_STEPS:
            return []
        return [rule for index, (_, rule) in enumerate(self.entries) if index not in self.used]

    def _may(self, name: str) -> bool:
        before, self._steps = self._steps, self._steps + len(name) * self._size
        if before <= MAX_STEPS < self._steps:
            rule = self.entries[0][1]
            self.context.diagnostics.report("CG0610", self.context.loc(rule.id), count=len(self.entries))
        return self._steps <= MAX_STEPS

    def _search(self, name: str) -> Rule | None:
        matched = [index for part in self._parts for index in part.matching(name, self.entries)]
        self.used.update(matched)
        return self.entries[max(matched)][1] if matched else None


@frozen
class _Part:
    """Some of the entries, and a set of RE2 that searches for all of them at once."""

    indexes: range
    together: Any

    def matching(self, name: str, entries: Entries) -> Iterable[int]:
        """Return the indexes of the entries that match."""
        found = self.together.Match(name) or () if self.together is not None else ()
        if len(self.indexes) in found:  # what matches everything: else the memory was short
            return [self.indexes[index] for index in found if index < len(self.indexes)]
        return [index for index in self.indexes if entries[index][0].search(name)]


def compile_rules(rules: Iterable[Rule], context: Context, key: str) -> Rules[Rule]:
    """Compile entries, of which ``key`` holds the expression.

    Reports CG0604 (no regular expression).
    """
    compiled = [(pattern, rule) for rule in rules if (pattern := _compile(rule, context, key)) is not None]
    return Rules(compiled, context)


def _compile(rule: RenameRule | PageRule, context: Context, key: str) -> Any:
    import re2  # type: ignore[import-untyped]

    try:
        return re2.compile(rule.pattern, _options())
    except re2.error as error:
        context.diagnostics.report("CG0604", context.loc(rule.id).at(key), pattern=rule.pattern, reason=_reason(error))
        return None


def _ends(entries: Entries) -> Iterator[tuple[int, int]]:
    """Divide the entries into parts that fit into the memory of a set."""
    start = size = 0
    for index, (pattern, _) in enumerate(entries):
        if size and size + pattern.programsize > _SET_SIZE:
            yield start, index
            start, size = index, 0
        size += pattern.programsize
    if size:
        yield start, len(entries)


def _together(entries: Entries) -> Any:
    """Return expressions as one set, and after them one that matches everything; None where they are too large."""
    import re2

    options = _options()
    options.max_mem = _SET_MEMORY
    made = re2.Set.SearchSet(options)
    try:
        for _, rule in entries:
            made.Add(rule.pattern)
        made.Add("")
        made.Compile()
    except re2.error:
        return None
    return made


def _options() -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    return options


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else error
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)

"""Lists of the root that match names (D3.2, D6.14): expressions in RE2's dialect, searched in order, the last wins.

Each is linear in time, but thousands of them in thousands of names are not: one pass over a name finds all that match
it, and the steps of all passes are counted, and limited (D1.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from compiler.ir.nodes import PageRule, RenameRule
from passes.context import Context

if TYPE_CHECKING:
    from compiler.base.regex import Searcher, Tree

MAX_STEPS = 5_000_000
"""States of expressions that are visited, in all names, some seconds: a thousand entries for a thousand operations
take half at most."""
MAX_STATES = 500_000
"""States of all expressions of a list: a thousand entries for a thousand operations have a tenth at most."""
Rule = TypeVar("Rule", RenameRule, PageRule)


class _TooManyError(Exception):
    """The limit is reached."""


@dataclass(slots=True)
class Rules(Generic[Rule]):
    """The entries for one kind of name; ``used`` collects those that matched something."""

    entries: Sequence[tuple[Tree, Rule]]
    context: Context
    used: set[int] = field(default_factory=set)
    _found: dict[str, Rule | None] = field(default_factory=dict)
    _searcher: Searcher | None = None
    _left: int = MAX_STEPS

    def find(self, name: str) -> Rule | None:
        """Return the last entry whose expression matches anywhere in the name.

        Reports CG0610 (no end of searching), after which nothing is found.
        """
        if name not in self._found:
            self._found[name] = self._search(name) if self.entries and self._left >= 0 else None
        return self._found[name]

    def unused(self) -> Iterable[Rule]:
        """Return the entries that did not match."""
        if self._left < 0:
            return []
        return [rule for index, (_, rule) in enumerate(self.entries) if index not in self.used]

    def _search(self, name: str) -> Rule | None:
        from compiler.base.regex import Searcher

        self._searcher = self._searcher or Searcher([tree for tree, _ in self.entries])
        try:
            matched = self._searcher.search(name, self._spend)
        except _TooManyError:
            rule = self.entries[0][1]
            self.context.diagnostics.report("CG0610", self.context.loc(rule.id), count=len(self.entries))
            return None
        self.used |= matched
        return self.entries[max(matched)][1] if matched else None

    def _spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise _TooManyError


def compile_rules(rules: Iterable[Rule], context: Context, key: str) -> Rules[Rule]:
    """Compile entries, of which ``key`` holds the expression.

    Reports CG0604 (no regular expression), CG0610 (together they are too large; there are no entries then).
    """
    listed, entries, states = list(rules), [], 0
    for rule in listed:
        tree, size = _compile(rule, context, key)
        states += size
        if states > MAX_STATES:
            context.diagnostics.report("CG0610", context.loc(listed[0].id), count=len(listed))
            return Rules((), context)
        if tree is not None:
            entries.append((tree, rule))
    return Rules(entries, context)


def _compile(rule: RenameRule | PageRule, context: Context, key: str) -> tuple[Tree | None, int]:
    """Return an expression and the number of its states; reports what is none."""
    from compiler.base.regex import RegexError, Searcher, parse

    try:
        tree = parse(rule.pattern)
        return tree, Searcher([tree]).states
    except RegexError as error:
        context.diagnostics.report("CG0604", context.loc(rule.id).at(key), pattern=rule.pattern, reason=str(error))
        return None, 0

"""The root's name overrides: regular expressions in RE2's dialect, searched in order, the last match wins (D3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from compiler.ir.context import Context
from compiler.ir.nodes import RenameRule


@dataclass(slots=True)
class Rules:
    """The entries for one kind of name; ``used`` collects those that matched something."""

    entries: tuple[tuple[Any, RenameRule], ...]
    used: set[int] = field(default_factory=set)

    def find(self, name: str) -> RenameRule | None:
        """Return the last entry whose expression matches anywhere in the name."""
        found = None
        for index, (pattern, rule) in enumerate(self.entries):
            if pattern.search(name):
                self.used.add(index)
                found = rule
        return found

    def unused(self) -> Iterable[RenameRule]:
        """Return the entries that matched nothing."""
        return [rule for index, (_, rule) in enumerate(self.entries) if index not in self.used]


def compile_rules(renames: Iterable[RenameRule], context: Context, *, parameters: bool) -> Rules:
    """Compile the entries for parameters, or those for operations.

    Reports CG0604 (no regular expression).
    """
    compiled = [
        (pattern, rule)
        for rule in renames
        if rule.parameters == parameters and (pattern := _compile(rule, context)) is not None
    ]
    return Rules(tuple(compiled))


def _compile(rule: RenameRule, context: Context) -> Any:
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(rule.pattern, options)
    except re2.error as error:
        key = "parameterName" if rule.parameters else "operationId"
        context.diagnostics.report("CG0604", context.loc(rule.id).at(key), pattern=rule.pattern, reason=_reason(error))
        return None


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else error
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)

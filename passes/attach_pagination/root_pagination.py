"""The root's pagination rules for operations that match (D6.14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from compiler.diagnostics import Diagnostics, Note
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, PageRule
from compiler.ir.wire import Pages
from passes.context import Context
from passes.support.names.methods import operation_id
from passes.support.names.overrides import Rules, compile_rules
from passes.support.pagination.ignored import lacks_ignored
from passes.support.pagination.outputs import UNSHOWN, check_paths
from passes.support.pagination.shape import check_shape
from passes.support.type_queries import Types

_SHOWN = 3
"""How many of the operations that an entry skips are noted."""
Attach = Callable[[Operation, Context], Pages | None]


@dataclass(slots=True)
class GeneralPages:
    """The root's entries; ``skipped`` collects the operations that have not what their entry needs."""

    entries: Sequence[PageRule]
    types: Types
    context: Context
    attach: Attach
    skipped: dict[Id, list[Operation]] = field(default_factory=dict)
    _rules: Rules[PageRule] | None = None
    _sound: dict[Id, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.entries:
            self._rules = compile_rules(self.entries, self.context, "operationId")

    def find(self, operation: Operation) -> Pages | None:
        """Return how the last entry that matches pages an operation; None where it does not."""
        rule = self._rules.find(operation_id(operation)) if self._rules is not None else None
        if rule is None or rule.pagination.off or operation.stream is not None or not self._is_sound(rule):
            return None
        asked = replace(operation, paginations=(rule.pagination,))
        aside = replace(self.context, diagnostics=Diagnostics())
        pages = None if lacks_ignored(operation, rule.pagination, self.types, aside) else self.attach(asked, aside)
        if pages is None or any(map(aside.diagnostics.has_any, UNSHOWN)):
            if operation.variant is None:
                self.skipped.setdefault(rule.id, []).append(operation)
            return None
        return pages

    def _is_sound(self, rule: PageRule) -> bool:
        """Tell whether an entry has what its type needs, and paths that can be followed; reports what it has not."""
        sound = self._sound.get(rule.id)
        if sound is None:
            used = check_shape(rule.pagination, self.context, None)
            sound = self._sound[rule.id] = used is not None and check_paths(used, self.context)
        return sound

    def report(self) -> None:
        """Report CG0922 (an entry that operations have not what it needs for) and CG0923 (one that matches nothing)."""
        rules = [] if self._rules is None else [rule for _, rule in self._rules.entries]
        unused = set() if self._rules is None else {rule.id for rule in self._rules.unused()}
        for rule in rules:
            operations, place = self.skipped.get(rule.id, []), self.context.loc(rule.id)
            notes = [Note("this one", self.context.loc(item.id), at_key=True) for item in operations[:_SHOWN]]
            if operations:
                self.context.diagnostics.report(
                    "CG0922", place, notes=notes, pattern=rule.pattern, count=_count(operations)
                )
            elif rule.id in unused:
                self.context.diagnostics.report("CG0923", place.at("operationId"), pattern=rule.pattern)


def _count(operations: Sequence[Operation]) -> str:
    return "an operation" if len(operations) == 1 else f"{len(operations)} operations"

"""Prints what methods return."""

from __future__ import annotations

from backends.python.code import Expr, Subscript, raw, union
from backends.python.group_scope import GroupScope, GroupTypes
from compiler.ir.node import Id
from compiler.ir.types import ANY, Type
from compiler.ir.wire import Returns, WireOperation
from compiler.plan.type_facts import Outcome, outcome_of

_NONE = raw("None")


class Results:
    """Prints types of results."""

    def __init__(self, types: GroupTypes, scope: GroupScope) -> None:
        self.types, self.scope = types, scope
        self._known: dict[tuple[Id, bool], Expr] = {}

    def result(self, operation: WireOperation) -> Expr:
        """Print the type of the decoded body."""
        if not operation.results:
            return _NONE
        key = operation.id, self.scope.hides_list
        known = self._known.get(key)
        if known is None:
            known = union([self.types.annotation(item, self.scope) for item in operation.results])
            self._known[key] = known
        return known

    def value(self, operation: WireOperation) -> Expr:
        """Print the type of the result, or of one value of a stream."""
        if operation.returns is not Returns.STREAM:
            return self.result(operation)
        return union([self.types.annotation(item, self.scope) for item in operation.values])

    def paged(self, operation: WireOperation) -> list[Expr]:
        """Print the types of a page: of its body, and of an item where it has items."""
        assert operation.pages is not None
        item: Type = operation.pages.item or ANY
        items = [self.types.annotation(item, self.scope)] if operation.pages.has_items else []
        return [self.result(operation), *items]

    def returned(self, operation: WireOperation, asynchronous: bool) -> Expr:
        """Print what a method returns: a pager, a stream, the decoded body."""
        if operation.returns is Returns.PAGE:
            plain = "Plain" if outcome_of(operation) is Outcome.PLAIN_PAGE else ""
            kind = self.scope.hint("_runtime.pages", f"Async{plain}Pager" if asynchronous else f"{plain}Page")
            return Subscript(kind, self.paged(operation))
        if operation.returns is Returns.STREAM:
            name = "AsyncStream" if asynchronous else "Stream"
            return Subscript(self.scope.hint("_runtime.streams", name), [self.value(operation)])
        return self.result(operation)

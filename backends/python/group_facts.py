"""Prints the facts of a group's operations: functions above its classes."""

from __future__ import annotations

from functools import cached_property

from backends.python.code import Call, Expr, Function, Stmt, Subscript, raw, returns
from backends.python.facts import Facts, class_of_facts
from backends.python.group_scope import GroupScope, GroupTypes
from backends.python.results import Results
from compiler.base.naming import numbered
from compiler.plan.plan import Group, Method, Plan

_NONE = raw("None")


class GroupFacts:
    """Prints the functions that return facts, and knows their names."""

    def __init__(self, plan: Plan, types: GroupTypes, scope: GroupScope, group: Group, results: Results) -> None:
        self.plan, self.scope, self.group = plan, scope, group
        self._facts, self._results = Facts(plan, types, scope), results

    @cached_property
    def names(self) -> dict[str, Expr]:
        """The functions that return the operations' facts, by method."""
        return {method.ident: raw(f"_{method.ident}") for method in self.group.methods}

    def statements(self) -> list[Stmt]:
        """Print the facts: responses that several operations share, then the operations.

        They are functions, so that a model is loaded only when an operation that needs it is called.
        """
        hidden, self.scope.hides_list = self.scope.hides_list, False
        found = self._all_facts()
        self.scope.hides_list = hidden
        return found

    def _all_facts(self) -> list[Stmt]:
        used = {name.text for name in self.names.values()}
        names = {item.number: raw(numbered(f"_on_{item.status.lower()}", used)) for item in self.group.shared}
        answers = {number: Call(name, []) for number, name in names.items()}
        kind = self.scope.runtime("responses", "Answer") if names else _NONE
        found = [self._fact(names[item.number], kind, self._facts.answer(item)) for item in self.group.shared]
        for method in self.group.methods:
            fact = self._facts.operation(method, answers)
            found.append(self._fact(self.names[method.ident], self._fact_type(method), fact))
        return found

    def _fact(self, name: Expr, kind: Expr, value: Expr) -> Stmt:
        cache = self.scope.use("functools", "cache")
        late = self.scope.late_imports(value)
        result = returns(value)
        result.apart = bool(late)
        return Function(name, [], kind, [*late, result], decorators=[cache])

    def _fact_type(self, method: Method) -> Expr:
        operation = self.plan.wire.operations[method.operation]
        held = self._results.paged(operation) if operation.paged is not None else [self._results.value(operation)]
        return Subscript(class_of_facts(operation, self.scope), held)

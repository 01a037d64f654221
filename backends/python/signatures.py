"""Writes signatures of methods, for reference pages."""

from __future__ import annotations

from backends.python.group_scope import GroupScope, GroupTypes
from backends.python.groups import GroupPrinter
from compiler.plan.per_plan import per_plan
from compiler.plan.plan import Method, Plan


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method, without ``self``."""
    return _printers(plan).of(method).stub(method).code(0)


def brief(plan: Plan, method: Method) -> str:
    """Write a method's required arguments and its result on one line; ``...`` stands for optional arguments."""
    name = ".".join(("client", *plan.surface.path(method)))
    return name + _printers(plan).of(method).brief(method)


class _Printers:
    """Printers of the groups of the plan that is being rendered: its methods are requested one by one."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._types, self._scope = GroupTypes(plan), GroupScope("_client")
        self._known: dict[tuple[str, ...], GroupPrinter] = {}

    def of(self, method: Method) -> GroupPrinter:
        """Return a printer for a method: no signature depends on other methods of the group."""
        path = method.group
        if path not in self._known:
            group = self.plan.surface.group_heads[path]
            self._known[path] = GroupPrinter(self.plan, self._types, self._scope, group)
        return self._known[path]


_printers = per_plan(_Printers)

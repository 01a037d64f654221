"""Prints the parameters of methods."""

from __future__ import annotations

from collections.abc import Sequence

from backends.python.code import SELF, STAR, Expr, Param, identifier, raw, union
from backends.python.group_scope import GroupScope, GroupTypes
from compiler.plan.plan import Argument, Method

_NONE = raw("None")


class Parameters:
    """Prints parameters."""

    def __init__(self, types: GroupTypes, scope: GroupScope) -> None:
        self.types, self.scope = types, scope

    def of(self, method: Method) -> list[Param]:
        """Print the parameters of a method."""
        if method.request is not None:
            return [SELF, self._request_param(method), STAR, self._options_param()]
        if method.switch is None:
            return self.listed(method.arguments)
        name = identifier(method.switch.argument.ident).text
        return self.listed(method.arguments, Param(name, union([raw("bool"), _NONE]), _NONE))

    def listed(self, arguments: Sequence[Argument], switch: Param | None = None) -> list[Param]:
        """Print parameters: ``switch`` follows those of its kind, required or not."""
        first = [self.argument(item) for item in arguments if item.positional]
        named = [self.argument(item) for item in arguments if not item.positional]
        if switch is not None:
            needed = sum(item.required for item in arguments if not item.positional)
            named.insert(needed if switch.default is None else len(named), switch)
        return [SELF, *first, STAR, *named, self._options_param()]

    def argument(self, item: Argument) -> Param:
        """Print an argument; many methods have the same ones."""
        key = (id(item.type), item.ident, item.required, item.nullable)
        known = self.scope.arguments.get(key)
        if known is None:
            known = self.scope.arguments[key] = item.type, self._argument(item)  # an id is not used again while it is
        return known[1]

    def _argument(self, item: Argument) -> Param:
        return argument_param(item, self.types.argument(item.type, self.scope), self.scope, later=not item.required)

    def _request_param(self, method: Method) -> Param:
        assert method.request is not None
        kind = self.scope.hint("_requests.", method.request.ident)
        if method.request.required:
            return Param("request", kind)
        return Param("request", union([kind, _NONE]), _NONE)

    def _options_param(self) -> Param:
        kind = self.scope.hint("_runtime.options", "RequestOptions")
        return Param("options", union([kind, _NONE]), _NONE)


def argument_param(item: Argument, held: Expr, scope: GroupScope, *, later: bool) -> Param:
    """Print an argument; ``later``: it may be left out here. Its default is None, or UNSET where None is a value."""
    name = identifier(item.ident).text
    if item.nullable or later:
        held = union([held, _NONE])
    if item.nullable and later:
        return Param(name, union([held, scope.runtime("unset", "Unset")]), scope.runtime("unset", "UNSET"))
    return Param(name, held, _NONE if later else None)

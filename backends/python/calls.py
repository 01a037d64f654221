"""Writes example calls and signatures of methods, for reference pages and the README."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backends.per_plan import per_plan
from backends.python.cst import Call, Expr, Keyword, Stmt, assign, expression, identifier, literal, raw
from backends.python.group_scope import GroupScope, GroupTypes
from backends.python.groups import GroupPrinter, by_position
from compiler.ir.node import Id
from compiler.ir.plan import Argument, Method, Plan
from compiler.ir.sample import argument_sample, fitting_case, shown_arguments
from compiler.ir.types import Alias, Declaration, Kind, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    return _statement(expression(_call(plan, method)))


def render_expression(plan: Plan, method: Method, options: str = "", through: str = "", name: str = "") -> str:
    """Write a call with what a README shows of it.

    Args:
        plan: the plan.
        method: the method.
        options: the ``options=`` of the call, as code.
        through: the wrapper it is called through, ``with_raw_response``.
        name: what its result is called; it is awaited where this ends in ``await``.
    """
    call = _call(plan, method, through)
    if options:
        call = Call(call.func, [*call.args, Keyword("options", raw(options))])
    if name.endswith("await"):
        return f"{name} {_statement(expression(call))}"
    return _statement(assign(raw(name), call) if name else expression(call))


def render_value(plan: Plan, item: Argument) -> str:
    """Write what an example gives for an argument."""
    return _argument(plan, item, positional=True).text


def _call(plan: Plan, method: Method, through: str = "") -> Call:
    wrapper = [through] if through else []
    target = ".".join(["client", *plan.surface.groups[method.group].idents, *wrapper, method.ident])
    return Call(raw(target), [*_arguments(plan, method)])


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method, without ``self``."""
    return _statement(_printers(plan).of(method.group).stub(method))


def _statement(stmt: Stmt) -> str:
    return stmt.code(0)


class _Printers:
    """Printers of the groups of the plan that is being rendered: its methods are asked for one by one."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._types = GroupTypes(plan)
        self._known: dict[tuple[str, ...], GroupPrinter] = {}

    def of(self, path: tuple[str, ...]) -> GroupPrinter:
        """Give the printer of a group."""
        if path not in self._known:
            group = self.plan.surface.groups[path]
            scope = GroupScope(f"_groups.{group.module}" if group.module else "_client")
            self._known[path] = GroupPrinter(self.plan, self._types, scope, group)
        return self._known[path]


_printers = per_plan(_Printers)


# --------------------------------------------------------------------------- arguments


def _arguments(plan: Plan, method: Method) -> list[Expr]:
    shown = shown_arguments(method, plan.wire.types)
    if method.request is None:  # by position first, as in signatures: the document may have a header before a path
        ordered = sorted(shown, key=lambda item: not by_position(item))
        return [_argument(plan, item, positional=by_position(item)) for item in ordered]
    if not shown and not method.request.required:
        return []
    inner = [_argument(plan, item, positional=False) for item in shown]
    return [Call(raw(f"models.{method.request.ident}"), inner)]


def _argument(plan: Plan, item: Argument, *, positional: bool) -> Expr:
    types = plan.wire.types
    printed = literal(_given(argument_sample(item, types), item.type, types))
    return printed if positional else Keyword(identifier(item.ident).text, printed)


def _given(value: Any, type_: Type, types: Mapping[Id, Declaration]) -> Any:
    """Make what Python is given for a sample: bytes are no text; a sample goes no deeper than its types."""
    match type_:
        case Scalar(Kind.BYTES):
            return b"..."
        case Nullable(inner) if value is not None:
            return _given(value, inner, types)
        case ListOf(item) if isinstance(value, list):
            return [_given(one, item, types) for one in value]
        case MapOf(item) if isinstance(value, dict):
            return {name: _given(one, item, types) for name, one in value.items()}
        case Ref(target):
            return _declared(value, types[target], types)
    return value


def _declared(value: Any, declared: Declaration, types: Mapping[Id, Declaration]) -> Any:
    match declared:
        case Alias():
            return _given(value, declared.type, types)
        case Union():
            case = fitting_case(declared, value, types)
            return value if case is None else _given(value, case.type, types)
        case Model() if isinstance(value, dict):
            known = {field.wire: field.type for field in declared.fields}
            return {name: _given(one, known[name], types) if name in known else one for name, one in value.items()}
    return value

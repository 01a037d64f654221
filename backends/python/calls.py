"""Writes example calls and signatures of methods, for reference pages and the README."""

from __future__ import annotations

from typing import Any, assert_never

import libcst as cst

from backends.python.cst import Call, Expr, Keyword, Stmt, assign, expression, identifier, literal, raw
from backends.python.errors import Errors
from backends.python.group_scope import GroupScope, GroupTypes
from backends.python.groups import GroupPrinter
from compiler.ir.plan import Argument, Group, Method, Place, Plan
from compiler.ir.types import Alias, Const, Enum, Kind, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union

_DEEPEST = 4
_SAMPLES: dict[Kind, Any] = {
    Kind.ANY: {},
    Kind.NULL: None,
    Kind.BOOLEAN: True,
    Kind.INTEGER: 1,
    Kind.INT32: 1,
    Kind.INT64: 1,
    Kind.NUMBER: 1.5,
    Kind.DECIMAL: "1.50",
    Kind.STRING: "text",
    Kind.DATE: "2030-01-31",
    Kind.DATE_TIME: "2030-01-31T12:00:00Z",
    Kind.BASE64: "dGV4dA==",
    Kind.BYTES: b"...",
}
_FORMATS = {
    "uri": "https://example.com",
    "email": "someone@example.com",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}


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


def _call(plan: Plan, method: Method, through: str = "") -> Call:
    wrapper = [through] if through else []
    target = ".".join(["client", *_idents(plan, method.group), *wrapper, method.ident])
    return Call(raw(target), [*_arguments(plan, method)])


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method, without ``self``."""
    types, errors = _kept(plan)
    group = _group(plan, method.group)
    scope = GroupScope(f"_groups.{group.module}" if group.module else "_client")
    printer = GroupPrinter(plan, types, errors, scope, group)
    return _statement(printer.stub(method))


def _statement(stmt: Stmt) -> str:
    return cst.Module([stmt.lay(0, [])]).code.rstrip("\n")


def _idents(plan: Plan, path: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    group = plan.surface.root
    for depth in range(1, len(path) + 1):
        group = next(item for item in group.groups if item.path == path[:depth])
        found.append(group.ident)
    return found


def _group(plan: Plan, path: tuple[str, ...]) -> Group:
    group = plan.surface.root
    for depth in range(1, len(path) + 1):
        group = next(item for item in group.groups if item.path == path[:depth])
    return group


def _kept(plan: Plan) -> tuple[GroupTypes, Errors]:
    """Keep what the plan that is being rendered needs: its methods are asked for one by one."""
    if not _KEPT or _KEPT[0] is not plan:
        types = GroupTypes(plan)
        _KEPT[:] = [plan, types, Errors(plan, types, ())]
    return _KEPT[1], _KEPT[2]


_KEPT: list[Any] = []


# --------------------------------------------------------------------------- arguments


def _arguments(plan: Plan, method: Method) -> list[Expr]:
    shown = [item for item in method.arguments if item.required]
    if method.request is None:
        return [_argument(plan, item, positional=item.place is Place.PATH) for item in shown]
    if not shown and not method.request.required:
        return []
    inner = [_argument(plan, item, positional=False) for item in shown]
    return [Call(raw(f"models.{method.request.ident}"), inner)]


def _argument(plan: Plan, item: Argument, *, positional: bool) -> Expr:
    value = item.example.json if item.example is not None else sample(plan, item.type)
    printed = literal(value)
    return printed if positional else Keyword(identifier(item.ident).text, printed)


def sample(plan: Plan, type_: Type, depth: int = 0) -> Any:
    """Make a value of a type that is as small as it may be: only what is required."""
    match type_:
        case Scalar(kind, form):
            return _FORMATS.get(form or "", _SAMPLES[kind]) if kind is Kind.STRING else _SAMPLES[kind]
        case Const(value):
            return value
        case ListOf(item):
            return [] if depth > _DEEPEST else [sample(plan, item, depth + 1)]
        case MapOf():
            return {}
        case Nullable(inner):
            return sample(plan, inner, depth)
        case Ref(target):
            return _sample_of(plan, target, depth)
    assert_never(type_)


def _sample_of(plan: Plan, target: str, depth: int) -> Any:
    declared = plan.wire.types[target]
    match declared:
        case Enum():
            return declared.members[0].value if declared.members else "text"
        case Union():
            return sample(plan, declared.cases[0].type, depth + 1) if declared.cases and depth <= _DEEPEST else None
        case Model():
            return _sample_model(plan, declared, depth)
        case Alias():
            return sample(plan, declared.type, depth + 1) if depth <= _DEEPEST else None
    assert_never(declared)


def _sample_model(plan: Plan, model: Model, depth: int) -> dict[str, Any]:
    if depth > _DEEPEST:
        return {}
    found = {}
    for field in model.fields:
        if field.required:
            given = field.example or field.default
            found[field.wire] = given.json if given is not None else sample(plan, field.type, depth + 1)
    return found

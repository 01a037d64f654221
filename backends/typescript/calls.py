"""Writes example calls and signatures of methods, for reference pages and the README."""

from __future__ import annotations

from typing import Any

from backends.group_path import group_at, group_idents
from backends.per_plan import per_plan
from backends.typescript.facts import is_paged
from backends.typescript.groups import new_sdk, signature
from backends.typescript.text import call, key, lay, literal, string
from backends.writer import Doc, bracketed
from compiler.ir.plan import Argument, Method, Plan
from compiler.ir.sample import argument_sample, fitting_case, shown_arguments
from compiler.ir.types import Alias as Named
from compiler.ir.types import Enum, Kind, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    paged = is_paged(plan.wire.operations[method.operation])
    name = "page" if paged else "result"
    return lay([f"const {name} = await ", call(_target(plan, method), _arguments(plan, method)), ";"])


def render_expression(plan: Plan, method: Method, options: str = "") -> str:
    """Write a call alone, with the options of the call as code."""
    arguments = _arguments(plan, method)
    if options:
        left_out = len(method.arguments) if method.request is None else 1
        arguments += ["undefined" if method.request is None else "{}"] * (left_out - len(arguments))
        arguments.append(options)
    return lay([call(_target(plan, method), arguments)])


def render_value(plan: Plan, item: Argument) -> str:
    """Write what an example gives for an argument."""
    return lay([_value(plan, item)])


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method."""
    return signature(_sdk(plan), group_at(plan, method.group), method)


def _target(plan: Plan, method: Method) -> str:
    return ".".join(["client", *group_idents(plan, method.group), method.ident])


_sdk = per_plan(new_sdk)


def _arguments(plan: Plan, method: Method) -> list[Doc]:
    shown = shown_arguments(method, plan.wire.types)
    if method.request is None:
        named = {item.ident for item in shown}
        until = max((at for at, item in enumerate(method.arguments, 1) if item.ident in named), default=0)
        return [_value(plan, item) if item.ident in named else "undefined" for item in method.arguments[:until]]
    if not shown and not method.request.required:
        return []
    return [_braces([(item.ident, _value(plan, item)) for item in shown])]


def _value(plan: Plan, item: Argument) -> Doc:
    return _typed(plan, item.type, argument_sample(item, plan.wire.types))


def _typed(plan: Plan, type_: Type, value: Any) -> Doc:
    """Write a JSON value as a value of its type: with the names it has here, and files as files."""
    match type_:
        case Scalar(Kind.BYTES):
            return call("new Blob", [bracketed("[", [string(str(value))], "]")])
        case Scalar(Kind.BASE64):
            return call("new Uint8Array", [bracketed("[", ["1", "2", "3"], "]")])
        case Nullable(inner) if value is not None:
            return _typed(plan, inner, value)
        case ListOf(item) if isinstance(value, list):
            return bracketed("[", [_typed(plan, item, one) for one in value], "]")
        case MapOf(item) if isinstance(value, dict):
            return _braces([(name, _typed(plan, item, one)) for name, one in value.items()])
        case Ref(target):
            return _declared(plan, target, value)
        case _:
            return literal(value)


def _declared(plan: Plan, target: str, value: Any) -> Doc:
    declared = plan.wire.types[target]
    match declared:
        case Model() if isinstance(value, dict):
            members = plan.surface.types[target].members
            known = {field.wire: field.type for field in declared.fields}
            pairs = [
                (members.get(w, w), _typed(plan, known[w], v) if w in known else literal(v)) for w, v in value.items()
            ]
            return _braces(pairs)
        case Union():
            case = fitting_case(declared, value, plan.wire.types)
            return literal(value) if case is None else _typed(plan, case.type, value)
        case Named():
            return _typed(plan, declared.type, value)
        case Model() | Enum():
            return literal(value)


def _braces(pairs: list[tuple[str, Doc]]) -> Doc:
    return bracketed("{", [[f"{key(name)}: ", value] for name, value in pairs], "}", padding=" ")

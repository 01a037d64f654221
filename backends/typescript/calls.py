"""Writes example calls and signatures of methods, for reference pages and the README."""

from __future__ import annotations

from typing import Any

from backends.per_plan import per_plan
from backends.typescript.groups import new_sdk, signature
from backends.typescript.text import array, awaited, call, field, key, lay, literal, string, weight
from backends.writer import SOFTLINE, Doc, Group, Indent, bracketed
from compiler.ir.plan import Argument, Method, Plan
from compiler.ir.sample import argument_sample, fitting_case, shown_arguments
from compiler.ir.types import Alias as Named
from compiler.ir.types import Enum, Kind, ListOf, MapOf, Model, Nullable, Ref, Scalar, Type, Union
from compiler.ir.wire import Returns


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    paged = plan.wire.operations[method.operation].returns is Returns.PAGE
    name = "page" if paged else "result"
    return lay(awaited(name, _target(plan, method), arguments(plan, method)))


def expression(plan: Plan, method: Method, options: str = "", then: str = "") -> Doc:
    """Write a call alone.

    Args:
        plan: the plan.
        method: the method.
        options: the options of the call, as code.
        then: the method of its promise that is called, ``withResponse``.
    """
    given = arguments(plan, method)
    if options:
        left_out = len(method.arguments) if method.request is None else 1
        given += ["undefined" if method.request is None else "{}"] * (left_out - len(given))
        given.append(options)
    if not then:
        return call(_target(plan, method), given)
    owner, _, name = _target(plan, method).rpartition(".")
    return Group([owner, Indent([SOFTLINE, call(f".{name}", given), SOFTLINE, f".{then}()"])])


def render_value(plan: Plan, item: Argument) -> str:
    """Write what an example gives for an argument."""
    return lay([_value(plan, item)])


def render_signature(plan: Plan, method: Method) -> str:
    """Write the signature of a method."""
    return signature(_sdk(plan), plan.surface.groups[method.group], method)


def _target(plan: Plan, method: Method) -> str:
    return ".".join(("client", *plan.surface.path(method)))


_sdk = per_plan(new_sdk)


def arguments(plan: Plan, method: Method) -> list[Doc]:
    """Write what an example call gives."""
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
            return array([_typed(plan, item, one) for one in value], [weight(one) for one in value])
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
    return bracketed("{", [field(key(name), value) for name, value in pairs], "}", padding=" ")

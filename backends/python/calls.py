"""Writes example calls of methods, for docstrings, reference pages and the README."""

from __future__ import annotations

from typing import Any, assert_never

from backends.python.code import Call, Expr, Keyword, Stmt, assign, expression, identifier, literal, raw
from compiler.ir.types import Kind, Scalar
from compiler.plan import examples as example
from compiler.plan.plan import Argument, Method, Plan

_DEPTH = 2
"""How deep the docstring of a method stands."""


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    return call_text(plan.shown.call(method))


def call_text(shown: example.ExampleCall, options: str = "", through: str = "", name: str = "") -> str:
    """Write a call with what a README shows of it.

    Args:
        shown: the call.
        options: the ``options=`` of the call, as code.
        through: the wrapper it is called through, ``with_raw_response``.
        name: the start of the statement, such as ``result =``; the call is awaited if this ends in ``await``.
    """
    if name.endswith("await"):
        return f"{name} {_statement(call_statement(shown, options, through))}"
    return _statement(call_statement(shown, options, through, name))


def call_statement(shown: example.ExampleCall, options: str = "", through: str = "", name: str = "") -> Stmt:
    """Write a call as a statement, like :func:`call_text`, for a block at any depth."""
    *owner, method = shown.target
    arguments = [*_arguments(shown), *([Keyword("options", raw(options))] if options else [])]
    call = Call(raw(".".join([*owner, *([through] if through else []), method])), arguments)
    return assign(raw(name), call) if name else expression(call)


def shown_call(shown: example.ExampleCall, head: str = "") -> str:
    """Write a call as code of Markdown for the docstring of a method; ``head`` stands before it."""
    code = call_statement(shown).code(_DEPTH).replace("\n" + "    " * _DEPTH, "\n")
    return f"```python\n{head}{code}\n```"


def _statement(stmt: Stmt) -> str:
    return stmt.code(0)


# --------------------------------------------------------------------------- arguments


def _arguments(shown: example.ExampleCall) -> list[Expr]:
    given, request = shown.passed_arguments(), shown.method.request
    if request is None:
        return [_spelled(value) if item.positional else _keyword(item, value) for item, value in given]
    return [] if shown.bare else [Call(raw(f"models.{request.ident}"), [_keyword(*pair) for pair in given])]


def _keyword(item: Argument, value: example.ExampleValue) -> Expr:
    return Keyword(identifier(item.ident).text, _spelled(value))


def value_text(value: example.ExampleValue) -> str:
    """Write an example value."""
    return _spelled(value).text


def _spelled(value: example.ExampleValue) -> Expr:
    return literal(_plain(value))


def _plain(value: example.ExampleValue) -> Any:
    """Return a value as Python data: dictionaries with the names on the wire, and files as bytes."""
    match value:
        case example.Plain(Scalar(Kind.DECIMAL), int() | float() as number):
            return str(number)  # a float could not keep the digits that somebody wrote
        case example.Plain(value=plain) | example.MemberOf(value=plain) | example.Encoded(text=plain):
            return plain
        case example.Content():
            return b"..."
        case example.Items(items=items):
            return [_plain(item) for item in items]
        case example.Entries(entries=entries):
            return {name: _plain(item) for name, item in entries}
        case example.Object(properties=properties):
            return {item.wire: _plain(item.value) for item in properties}
        case example.Maybe(null=True):
            return None
        case example.Maybe(value=held) | example.Aliased(value=held) | example.CaseOf(value=held):
            return _plain(held)
    assert_never(value)

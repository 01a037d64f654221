"""Writes example calls of methods, for documentation comments, reference pages and the README."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from backends.typescript.text import key, literal, string, weight
from backends.writer import Doc, bracketed
from backends.writer.prettier import array, awaited, braced, call, chained, field, lay, statement
from compiler.ir.types import Kind, Scalar
from compiler.plan import examples as example
from compiler.plan.plan import Method, Plan


def render_call(plan: Plan, method: Method) -> str:
    """Write a call with its required arguments."""
    return call_text(plan.shown.call(method))


def call_text(shown: example.ExampleCall) -> str:
    """Write a call that assigns its result."""
    return lay(awaited(result_name(shown), ".".join(shown.target), arguments(shown)))


def result_name(shown: example.ExampleCall) -> str:
    """Name the result of a call."""
    return "page" if shown.gives is example.Gives.PAGE else "result"


def awaited_call(shown: example.ExampleCall, head: str = "", options: Sequence[str] = ()) -> Doc:
    """Write the statement that awaits a call; ``options`` are those of the call, as code."""
    given = arguments(shown)
    if options:
        alone = len(shown.method.alone)
        given += ["undefined"] * (alone - len(given))
        given += ["{}"] * (alone + (shown.method.request is not None) - len(given))
        given.append(braced(options))
    return statement(f"{head}await ", ".".join(shown.target), given)


def expression(shown: example.ExampleCall, then: str = "") -> Doc:
    """Write only the call; ``then`` is a method to call on its promise, such as ``withResponse``."""
    given = arguments(shown)
    if not then:
        return call(".".join(shown.target), given)
    *owner, name = shown.target
    return chained(".".join(owner), call(f".{name}", given), f".{then}()")


def arguments(shown: example.ExampleCall) -> list[Doc]:
    """Write the arguments of an example call."""
    request = shown.method.request
    alone = [item.value for item in shown.arguments if request is None or item.argument.positional]
    until = max((at for at, value in enumerate(alone, 1) if value is not None), default=0)
    given: list[Doc] = ["undefined" if value is None else spelled(value) for value in alone[:until]]
    packed = (
        [] if request is None else [(item, value) for item, value in shown.passed_arguments() if not item.positional]
    )
    if packed or (request is not None and request.required):
        given.append(_braces((item.ident, value) for item, value in packed))
    return given


def spelled(value: example.ExampleValue) -> Doc:
    """Write an example value: with the program's names, and files as files."""
    match value:
        case example.Plain(Scalar(Kind.NUMBER | Kind.DECIMAL), int() as digits):
            return str(digits)  # never a bigint, however many digits
        case example.Plain(value=plain) | example.MemberOf(value=plain):
            return literal(plain)
        case example.Content(text=text):
            return call("new Blob", [bracketed("[", [string(str(text))], "]")])
        case example.Encoded():
            return call("new Uint8Array", [bracketed("[", ["1", "2", "3"], "]")])
        case example.Items(items=items):
            return array([spelled(item) for item in items], [_weight(item) for item in items])
        case example.Entries(entries=entries):
            return _braces(entries)
        case example.Object(properties=properties):
            return _braces((item.ident, item.value) for item in properties)
        case example.Maybe(null=True):
            return "null"
        case example.Maybe(value=held) | example.Aliased(value=held) | example.CaseOf(value=held):
            return spelled(held)
    assert_never(value)


def _weight(value: example.ExampleValue) -> int:
    """Tell how many members an item of a list has, as :func:`weight` does."""
    match value:
        case example.Items(items=members) | example.Entries(entries=members) | example.Object(properties=members):
            return min(len(members), 2)
        case example.Aliased(value=held) | example.CaseOf(value=held) | example.Maybe(value=held):
            return _weight(held)
        case example.Plain(value=plain) | example.MemberOf(value=plain):
            return weight(plain)
    return 0


def _braces(pairs: Iterable[tuple[str, example.ExampleValue]]) -> Doc:
    return braced(field(key(name), spelled(value)) for name, value in pairs)

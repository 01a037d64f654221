"""Runtime expressions, parsed by OpenAPI's grammar and lowered to their parts (D9.4, D6.11)."""

from __future__ import annotations

import functools
from typing import Any

from compiler.ir.wire import ExpressionPart


class ExpressionError(ValueError):
    """The text holds no runtime expression, or a broken one; the message says where."""


@functools.lru_cache(maxsize=4096)
def parse_expression(text: str) -> tuple[ExpressionPart, ...]:
    """Return the parts of a callback's key: literal text and expressions in braces, or one bare expression.

    Raises:
        ExpressionError: it does not parse.
    """
    import lark

    bare = text.startswith("$")
    if not text:
        raise ExpressionError("at its end")
    try:
        tree = _parser().parse(text, start="bare" if bare else "template")
    except lark.exceptions.UnexpectedInput as error:
        column = getattr(error, "column", None)
        ended = getattr(getattr(error, "token", None), "type", None) == "$END"  # has the place of the token before
        at = f"at character {column}" if isinstance(column, int) and column > 0 and not ended else "at its end"
        raise ExpressionError(at) from error
    return tuple(_part(child) for child in tree.children)


@functools.cache
def _parser() -> Any:
    from importlib.resources import files

    import lark

    grammar = files("passes.support").joinpath("runtime_expressions.lark").read_text("utf-8")
    return lark.Lark(grammar, parser="lalr", start=["template", "bare"], maybe_placeholders=False)


def _part(node: Any) -> ExpressionPart:
    if not hasattr(node, "data"):
        return ExpressionPart(text=str(node))
    root = {"status_code": "statusCode"}.get(str(node.data), str(node.data))
    if not node.children:
        return ExpressionPart(root=root)
    source = node.children[0]
    value = str(source.children[0]) if source.children else ""
    if source.data == "body":
        return ExpressionPart(root=root, part="body", pointer=_tokens(value))
    return ExpressionPart(root=root, part=str(source.data), name=value)


def _tokens(pointer: str) -> tuple[str, ...]:
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])

"""JSONPath, parsed once and lowered to the steps that the runtimes evaluate (D6.9).

jsonpath-ng parses (its ext grammar); properties, indices and ``[*]`` become :class:`~compiler.ir.wire.Step`; anything
else a path may say (filters, slices, recursive descent) has no step and is refused by its name.
"""

from __future__ import annotations

import functools
import warnings
from typing import Any

from compiler.base.patterns import lazy_pattern
from compiler.ir.wire import Step

LENGTH_MINUS = lazy_pattern(r"\[\s*\(\s*@\.length\s*-\s*(\d+)\s*\)\s*\]")
"""The old spelling of an index from the end: ``[(@.length-1)]``."""

UNSUPPORTED = {
    "Descendants": "recursive descent (..)",
    "Filter": "a filter ([?...])",
    "Slice": "a slice ([start:end])",
    "Union": "a union (|)",
    "Intersect": "an intersection (&)",
    "Where": "a condition (where)",
    "Parent": "a parent step",
    "Len": "a function",
}


class PathSyntaxError(ValueError):
    """The text is not a JSONPath."""


class PathUnsupportedError(ValueError):
    """The path uses something that steps cannot express; the message names it."""


@functools.lru_cache(maxsize=4096)
def lower_path(text: str) -> tuple[Step, ...]:
    """Return the steps of a JSONPath; ``$`` has none.

    Raises:
        PathSyntaxError: it does not parse.
        PathUnsupportedError: steps cannot express it.
    """
    try:
        tree = _parse(LENGTH_MINUS.sub(r"[-\1]", text.strip()))
    except Exception as error:  # jsonpath-ng raises bare Exception for some mistakes
        raise PathSyntaxError(_reason(str(error))) from error
    return tuple(_steps(tree))


_AT = lazy_pattern(r"(?:Parse error )?at 1:(\d+) near token (.+?)(?: \(\S+\))?\Z")


def _reason(text: str) -> str:
    """Say what a parser says of its tokens in the words of who wrote the path."""
    found = _AT.search(text)
    if found is not None:
        return f"`{found[2]}` is not allowed at character {int(found[1]) + 1}"
    return "it ends too early" if text.startswith("Parse error near the end") else text


def _parse(text: str) -> Any:
    from jsonpath_ng.ext.parser import parse

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return parse(text)


def _steps(tree: Any) -> list[Step]:
    match type(tree).__name__:
        case "Root" | "This":
            return []
        case "Child":
            return _steps(tree.left) + _steps(tree.right)
        case "Fields" if len(tree.fields) == 1:
            return [Step(each=True) if tree.fields[0] == "*" else Step(property=tree.fields[0])]
        case "Index" if len(tree.indices) == 1:
            return [Step(index=tree.indices[0])]
        case "Wildcard":
            return [Step(each=True)]
        case "Fields" | "Index":
            raise PathUnsupportedError("several names or indices in one step")
        case other:
            raise PathUnsupportedError(UNSUPPORTED.get(other, f"{other.lower()} expressions"))

"""The signature of a method as a surface writes it, read back."""

from __future__ import annotations

import re

from compiler.base.frozen import frozen
from compiler.commands.diff.surface_types import parted

_ARGUMENT = re.compile(r"([^\s:?]+)(\??): (.*)\Z")


@frozen
class SignedArgument:
    """An argument as a surface writes it."""

    name: str
    optional: bool
    type: str
    by_name: bool


def parse_signature(rest: str) -> tuple[list[SignedArgument], str]:
    """Return the arguments and the result of a method."""
    inside, _, result = rest.rpartition(") -> ")
    found = []
    by_name = False
    for text in parted(inside.removeprefix("("), ", "):
        if text == "*":
            by_name = True
        elif (match := _ARGUMENT.match(text)) is not None:
            found.append(SignedArgument(match[1], bool(match[2]), match[3], by_name))
    return found, result

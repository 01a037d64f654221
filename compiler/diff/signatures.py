"""The signature of a method as a surface writes it, read back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.base.frozen import frozen

_ARGUMENT = re.compile(r"(\w+)(\??): (.*)\Z")


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
    for text in _parted(inside.removeprefix("(")):
        if text == "*":
            by_name = True
        elif (match := _ARGUMENT.match(text)) is not None:
            found.append(SignedArgument(match[1], bool(match[2]), match[3], by_name))
    return found, result


def _parted(text: str) -> Iterator[str]:
    """Part arguments at the commas between them, and not at those inside of types and strings."""
    depth, start, quoted = 0, 0, False
    for index, sign in enumerate(text):
        if sign == '"' and text[index - 1 : index] != "\\":
            quoted = not quoted
        elif not quoted and sign in "<(":
            depth += 1
        elif not quoted and sign in ">)":
            depth -= 1
        elif not quoted and depth == 0 and text.startswith(", ", index):
            yield text[start:index]
            start = index + 2
    if text[start:]:
        yield text[start:]

"""Prints the struct tags from which the runtime knows how fields map to JSON objects."""

from __future__ import annotations

import functools

from backends.go.text import string
from compiler.base.patterns import lazy_pattern

_SIMPLE = lazy_pattern(r'[^,"`\\\x00-\x1f\x7f]+')


@functools.lru_cache(maxsize=20_000)
def tag(wire: str, held: str, *, required: bool, nullable: bool = False, constant: str | None = None) -> str:
    """Print the tag of a field.

    Args:
        wire: the property.
        held: the printed type.
        required: whether the field is always written.
        nullable: whether nil is written as null; of a field that may be absent, whether it was null if it was read so.
        constant: the JSON that is sent if the field is left empty.
    """
    rule = rule_of(held, required=required)
    if wire.isidentifier() and constant is None and not nullable:
        return f'`json:"{wire}{rule}"`'
    parts: list[str] = []
    words: list[str] = []
    if _SIMPLE.fullmatch(wire) and wire != "-":
        parts.append(f"json:{string(wire + rule)}")
    else:
        parts.append(f"wire:{string(wire)}")
        words += [] if required else ["optional"]
    words += ["null"] if nullable else []
    if words:
        parts.append(f'sdk:"{",".join(words)}"')
    if constant is not None:
        parts.append(f"const:{string(constant)}")
    return quoted(" ".join(parts))


def quoted(text: str) -> str:
    """Print a tag as a literal."""
    return string(text) if "`" in text else f"`{text}`"


def rule_of(held: str, *, required: bool) -> str:
    """Print the tag's rule for when a field is left out."""
    return "" if required else ",omitzero" if held.startswith("Opt[") else ",omitempty"

"""How a language holds values that may be absent or null: Go has ``Opt[string]`` for one and ``string`` for another.

A value that goes from an argument into a field of a body, or back, may be held otherwise there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.commands.diff.pairs import types_of
from compiler.commands.diff.signatures import parse_signature
from migrate.upgrade.aliases import with_aliases

if TYPE_CHECKING:
    from compiler.plan.breaks import Breaks
    from compiler.surface.surface import Symbol

Held = Mapping[str, Mapping[str, str]]
"""How arguments are held, by the paths of methods and their names, and fields, by the names of models and theirs."""


def holding_rules(symbols: Iterable[Symbol], breaks: Breaks) -> Held:
    """Return how values are held; nothing for a language that has one type for all that a value may be."""
    if breaks.held is None:
        return {}
    symbols = list(symbols)
    types = types_of(symbols, breaks, {})
    found: dict[str, dict[str, str]] = {}

    def add(owner: str, name: str, type_: str, missing: bool) -> None:
        inner = type_.removesuffix("?")
        assert breaks.held is not None
        found.setdefault(owner, {})[name] = str(breaks.held(types.kind(inner), missing, inner != type_, True))

    for item in symbols:
        if item.kind == "field":
            owner, _, name = item.path.partition(".")
            missing, _, type_ = item.rest.partition(": ")
            add(owner, name, type_, missing == "?")
        elif item.kind == "method":
            for argument in parse_signature(item.rest)[0]:
                absent = argument.optional or argument.type.endswith("?")  # one that may be null is held like it
                add(item.path.removeprefix("client."), argument.name, argument.type, absent)
    return with_aliases(found, symbols)

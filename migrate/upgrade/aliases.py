"""Types that are another one under a second name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compiler.surface.surface import Symbol

_ALIAS = re.compile(r": alias of (\w+)(?: \(|\Z)")


def with_aliases(owned: Mapping[str, dict[str, str]], side: Iterable[Symbol]) -> dict[str, dict[str, str]]:
    """Return what types own, that of their aliases, too: programs and results call a type by either name."""
    aliases = {item.path: found[1] for item in side if item.kind == "type" and (found := _ALIAS.match(item.rest))}
    ends = {name: name for name in owned}
    for name in aliases:
        end = name
        while end in aliases:
            end = aliases[end]
        ends[name] = end
    return {name: owned[end] for name, end in ends.items() if end in owned}

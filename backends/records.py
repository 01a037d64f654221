"""Records of the plan as facts of a runtime, by tables.

One walk over the members of a record leaves out those that have their default. A language lists what its runtime is
told, in the order in which that is printed, and how values are spelled::

    PART = Table(Part, "encode:as repeated json_only fixed:headers", literal, fixed=pairs)

A key that is not that of the member follows it; others have its name, in the case of the language. What is more than
spelling stays code.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

Code = TypeVar("Code", covariant=True)


class Scoped(NamedTuple):
    """How a value is spelled by what the file around it imports."""

    spell: Callable[[Any, Any], Any]


class Table(Generic[Code]):
    """What a runtime is told of the records of a class.

    Args:
        of: the class.
        members: their names, each with the key of the runtime if that is another word.
        usual: how values are spelled.
        spelled: how values of some members are spelled.
        camel: whether keys are in camel case.
    """

    def __init__(
        self,
        of: type[Any],
        members: str,
        usual: Callable[[Any], Code],
        *,
        camel: bool = False,
        **spelled: Callable[[Any], Code] | Scoped,
    ) -> None:
        defaults = {item.name: item.default for item in dataclasses.fields(of)}
        whole = None if dataclasses.MISSING in defaults.values() else of()
        self._rows: list[tuple[str, str, Callable[[Any], Code] | Scoped, Any]] = []
        for listed in members.split():
            member, _, key = listed.partition(":")
            default = getattr(whole, member, defaults.get(member, dataclasses.MISSING))
            self._rows.append((member, key or _key(member, camel), spelled.get(member, usual), default))

    def facts(self, record: object, scope: object = None) -> Iterator[tuple[str, Code]]:
        """Yield the keys and values of a record; what has no default is left out where it is empty."""
        for member, key, spell, default in self._rows:
            value = getattr(record, member)
            if value != default and (default is not dataclasses.MISSING or value):
                yield key, spell.spell(value, scope) if isinstance(spell, Scoped) else spell(value)


def _key(member: str, camel: bool) -> str:
    first, *more = member.split("_")
    return first + "".join(map(str.capitalize, more)) if camel else member

"""What programs that use all of an SDK have in common: values of each type, arguments of each method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from compiler.commands.diff.signatures import SignedArgument, parse_signature
from compiler.commands.diff.surface_types import uses_of
from compiler.surface.surface import Symbol

_DEEP = 4
"""How deep values hold optional parts."""


class Program(ABC):
    NULLABLE, LIST, MAP, CONSTANT, NAMED, MAP_VALUE = ("",) * 6
    """How the language writes what may be null, a list, a map, a constant, a type of the SDK, a map with a value."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.symbols = symbols
        self.types = {item.path: item.rest.removeprefix(": ") for item in symbols if item.kind == "type"}
        self.members: dict[str, list[Symbol]] = {}
        for item in symbols:
            if item.kind in ("field", "member", "case"):
                self.members.setdefault(item.path.partition(".")[0], []).append(item)

    @abstractmethod
    def scalar(self, text: str) -> str:
        """Return the type of a scalar."""

    @abstractmethod
    def plain(self, text: str) -> str:
        """Return a value of a scalar."""

    @abstractmethod
    def literal(self, text: str) -> str:
        """Return a JSON value."""

    def type_of(self, text: str) -> str:
        if text.endswith("?"):
            return self.NULLABLE.format(self.type_of(text[:-1]))
        if text.startswith("list<"):
            return self.LIST.format(self.type_of(text[5:-1]))
        if text.startswith("map<"):
            return self.MAP.format(self.type_of(text[4:-1]))
        if text.startswith("const<"):
            return self.CONSTANT.format(self.literal(text[6:-1]))
        return self.NAMED.format(text) if text in self.types else self.scalar(text)

    @abstractmethod
    def object_of(self, name: str, given: Sequence[tuple[str, str]]) -> str:
        """Return a model with values of its fields."""

    def value(self, text: str, depth: int = 0) -> str:
        if text.endswith("?"):
            return self.value(text[:-1], depth)
        if text.startswith("list<"):
            return f"[{self.value(text[5:-1], depth + 1)}]" if depth < _DEEP else "[]"
        if text.startswith("map<"):
            return self.MAP_VALUE % self.value(text[4:-1], depth + 1) if depth < _DEEP else "{}"
        if text.startswith("const<"):
            return self.literal(text[6:-1])
        if text not in self.types:
            return self.plain(text)
        said, members = uses_of(self.types[text])[0], self.members.get(text, [])
        if said.startswith("alias of "):
            return self.value(said.removeprefix("alias of "), depth + 1)
        if said.endswith("enum"):
            return self.literal(members[0].rest.removeprefix(" = "))
        if said.endswith("union"):
            return self.value(members[0].path.partition(".")[2], depth + 1)
        return self.model(text, whole=depth < 2, depth=depth + 1)

    def model(self, name: str, *, whole: bool, depth: int = 0) -> str:
        given = [
            (item.path.partition(".")[2], item.rest.partition(": ")[2])
            for item in self.members.get(name, [])
            if not item.rest.startswith("?") or (whole and depth < _DEEP)
        ]
        return self.object_of(name, [(key, self.value(type_, depth)) for key, type_ in given])

    def arguments(self, item: Symbol) -> tuple[list[SignedArgument], list[SignedArgument], str, bool]:
        """Return the arguments of a method by position and by name, its result, and whether one object takes all."""
        found, result = parse_signature(item.rest)
        requests = [one for one in found if self.types.get(one.type, "").startswith("arguments")]
        alone = [one for one in found if not one.by_name and one not in requests]
        return alone, [one for one in found if one.by_name], result, bool(requests)

"""The declarations made so far, and what was noted of schemas on the way."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from compiler.ir.node import Id, frozen
from compiler.ir.nodes import Discriminator
from compiler.ir.types import Declaration, Type

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Layer(MutableMapping[K, V]):
    """A table in which some work writes, over one that it reads."""

    __slots__ = ("_below", "own")

    def __init__(self, below: Mapping[K, V]) -> None:
        self._below = below
        self.own: dict[K, V] = {}
        """What was written."""

    def __getitem__(self, key: K) -> V:
        return self.own[key] if key in self.own else self._below[key]

    def get(self, key: K, default: Any = None) -> Any:
        """Return an entry, or a default."""
        return self.own[key] if key in self.own else self._below.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self.own or key in self._below

    def __setitem__(self, key: K, value: V) -> None:
        self.own[key] = value

    def __delitem__(self, key: K) -> None:
        del self.own[key]

    def __iter__(self) -> Iterator[K]:
        return iter({**self._below, **self.own})

    def __len__(self) -> int:
        return len({**self._below, **self.own})


@frozen
class Made:
    """What some work made of schemas."""

    types: Mapping[Id, Declaration]
    inline: Mapping[Id, Type]
    told: Mapping[Id, bool]
    discriminators: Mapping[Id, Discriminator]
    subjects: Mapping[Id, Id | None]
    late: tuple[Id, ...]
    named: frozenset[Id]
    free: frozenset[Id]


@dataclass(slots=True)
class Drafts:
    """What a shaper has made."""

    types: MutableMapping[Id, Declaration] = field(default_factory=dict)
    inline: MutableMapping[Id, Type] = field(default_factory=dict)
    """Types of inline schemas that several places share by inheritance, or that are referred to."""
    told: MutableMapping[Id, bool] = field(default_factory=dict)
    """Schemas whose hints say nothing."""
    discriminators: dict[Id, Discriminator] = field(default_factory=dict)
    subjects: dict[Id, Id | None] = field(default_factory=dict)
    """The component, operation or event that each union sits in."""
    late: list[Id] = field(default_factory=list)
    """Referred inline schemas that are declared when all else is."""
    named: set[Id] = field(default_factory=set)
    """Schemas of the data of events that are told apart by their names."""
    free: set[Id] = field(default_factory=set)
    """Enums beside which any other text may stand, somewhere in the document."""

    def collect(self, types: Mapping[Id, Declaration], inline: Mapping[Id, Type], told: Mapping[Id, bool]) -> Made:
        """Return what was made; of the tables that lie on those of others, only what is its own."""
        late, named, free = tuple(self.late), frozenset(self.named), frozenset(self.free)
        return Made(types, inline, told, self.discriminators, self.subjects, late, named, free)

    def take(self, made: Made) -> None:
        """Add what some other work made."""
        self.types.update(made.types)
        self.inline.update(made.inline)
        self.told.update(made.told)
        self.discriminators.update(made.discriminators)
        self.subjects.update(made.subjects)
        self.late.extend(made.late)
        self.named.update(made.named)
        self.free.update(made.free)

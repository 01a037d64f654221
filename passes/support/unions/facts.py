"""Common facts of a type's values, which distinguish the members of a union (D11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from compiler.ir.node import Id, Json, frozen
from compiler.ir.types import (
    Alias,
    Const,
    Declaration,
    Enum,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nullable,
    Ref,
    Scalar,
    Type,
    Union,
)
from passes.support.type_queries import Types, json_type

KINDS = {
    Kind.ANY: ("any",),
    Kind.NULL: ("null",),
    Kind.BOOLEAN: ("boolean",),
    Kind.INTEGER: ("integer",),
    Kind.INT32: ("integer",),
    Kind.INT64: ("integer",),
    Kind.UINT64: ("integer",),
    Kind.NUMBER: ("integer", "number"),
}
"""JSON types of the scalars that are not strings."""
FORMS = (Kind.DATE, Kind.DATE_TIME, Kind.DECIMAL, Kind.BASE64)
"""Kinds of texts that not every text can be read as."""


@frozen
class Facts:
    """The common facts of all values of a type.

    ``known``: properties some of them may have; ``required``: properties they all have, in order, those of requests or
    answers alone behind the others; ``constants``: properties that hold one of few values, of which the ``loose`` may
    be null instead; ``values``: the scalars of which each is one, where they are listed; ``form``: what they are as
    texts; ``items``: the types of what lists, or maps, hold, where they are nothing else.
    """

    kinds: frozenset[str]
    known: frozenset[str] = frozenset()
    required: tuple[str, ...] = ()
    constants: Mapping[str, frozenset[Json]] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    values: frozenset[Json] | None = None
    form: str | None = None
    items: tuple[Type, ...] = ()


class Knowledge:
    """Finds the facts of the types of a document."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.known: dict[Id, Facts] = {}

    def facts(self, type_: Type) -> Facts:
        """Return the common facts of a type's values."""
        match type_:
            case Ref(target):
                return self._declared(target)
            case Nullable(inner):
                return self.facts(inner)
            case ListOf(item):
                return Facts(frozenset({"array"}), items=(item,))
            case MapOf(value):
                return Facts(frozenset({"object"}), items=(value,))
            case Const(value):
                values = frozenset({value}) if isinstance(value, str | int | float) else None
                return Facts(frozenset({json_type(value)}), values=values)
            case Scalar(kind=Kind.DECIMAL, format="number"):
                return Facts(frozenset({"integer", "number"}))
            case Scalar(kind, format=form):
                url = kind is Kind.BASE64 and form == "base64url"
                said = "base64url" if url else kind.value if kind in FORMS else None
                return Facts(frozenset(KINDS.get(kind, ("string",))), form=said)

    def alternatives(self, types: Sequence[Type]) -> list[Facts]:
        """Return the facts of each type that a value of one of these may be of: unions and names are seen through."""
        return list(self._alternatives(types, set()))

    def _alternatives(self, types: Sequence[Type], seen: set[Id]) -> Iterator[Facts]:
        for type_ in types:
            inner = type_.inner if isinstance(type_, Nullable) else type_
            declared = self.types.get(inner.target) if isinstance(inner, Ref) else None
            if isinstance(inner, Ref):
                if inner.target in seen:
                    continue
                seen.add(inner.target)
            if isinstance(declared, Alias):
                yield from self._alternatives((declared.type,), seen)
            elif isinstance(declared, Union):
                yield from self._alternatives([case.type for case in declared.cases], seen)
            else:
                yield self.facts(inner)

    def _declared(self, target: Id) -> Facts:
        found = self.known.get(target)
        if found is None:
            self.known[target] = Facts(frozenset())  # what a union says of itself adds nothing
            found = self.known[target] = self._of(self.types.get(target))
        return found

    def _of(self, declared: Declaration | None) -> Facts:
        match declared:
            case Model():
                return self._of_model(declared)
            case Enum():
                values = [member.value for member in declared.members]
                return Facts(frozenset(map(json_type, values)), values=frozenset(values))
            case Union():
                return united([self.facts(case.type) for case in declared.cases])
            case Alias():
                return self.facts(declared.type)
            case None:
                return Facts(frozenset({"any"}))

    def _of_model(self, model: Model) -> Facts:
        constants = {item.wire: values for item in model.fields if (values := self.constants(item.type))}
        needed = [item for item in model.fields if item.required]
        return Facts(
            frozenset({"object"}),
            frozenset(item.wire for item in model.fields),
            tuple(item.wire for item in sorted(needed, key=lambda item: item.read_only or item.write_only)),
            constants,
            frozenset(item.wire for item in model.fields if isinstance(item.type, Nullable)) & constants.keys(),
        )

    def constants(self, type_: Type) -> frozenset[Json]:
        """Return the listed values of a type; none if they are not listed."""
        found = self._behind(type_)
        if isinstance(found, Const) and isinstance(found.value, str | int | float):
            return frozenset({found.value})
        return frozenset(member.value for member in found.members) if isinstance(found, Enum) else frozenset()

    def is_text(self, type_: Type) -> bool:
        """Whether a type has texts among its values."""
        return not self.facts(type_).kinds.isdisjoint({"string", "any"})

    def _behind(self, type_: Type) -> Type | Declaration | None:
        """Return what stands behind null and other names."""
        seen: set[Id] = set()
        found: Type | Declaration | None = type_
        while isinstance(found, Nullable | Ref | Alias):
            if isinstance(found, Ref):
                if found.target in seen:
                    return None
                seen.add(found.target)
                found = self.types.get(found.target)
            else:
                found = found.inner if isinstance(found, Nullable) else found.type
        return found


def united(facts: list[Facts]) -> Facts:
    """Return the common facts of the values of several types."""
    facts = [fact for fact in facts if fact.kinds]
    if not facts:
        return Facts(frozenset())
    shared = set.intersection(*(set(fact.constants) for fact in facts))
    alike = len({fact.kinds for fact in facts}) == 1 and all(fact.items for fact in facts)
    listed = [fact.values for fact in facts if fact.values is not None]
    return Facts(
        frozenset().union(*(fact.kinds for fact in facts)),
        frozenset().union(*(fact.known for fact in facts)),
        tuple(name for name in facts[0].required if all(name in fact.required for fact in facts)),
        {name: frozenset().union(*(fact.constants[name] for fact in facts)) for name in shared},
        frozenset().union(*(fact.loose for fact in facts)),
        frozenset().union(*listed) if len(listed) == len(facts) else None,
        facts[0].form if len({fact.form for fact in facts}) == 1 else None,
        tuple(type_ for fact in facts for type_ in fact.items) if alike else (),
    )

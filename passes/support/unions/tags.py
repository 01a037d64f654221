"""The tags of the members of unions: as a discriminator maps them, else as members name or list them (D11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.ir.identity import component_name
from compiler.ir.node import Id
from compiler.ir.nodes import Discriminator
from compiler.ir.references import end
from compiler.ir.tags import Told
from compiler.ir.tags import tags_of as tags_in
from compiler.ir.types import Alias, Model, Ref, Type, Union
from compiler.source import as_text
from passes.support.components import is_component
from passes.support.type_queries import Types
from passes.support.unions.facts import Knowledge


def links_of(types: Types) -> dict[Id, Id]:
    """Return what aliases lead to."""
    aliases = ((at, item.type) for at, item in types.items() if isinstance(item, Alias))
    return {at: type_.target for at, type_ in aliases if isinstance(type_, Ref)}


class Tags:
    """Finds the tags of members, each union's once."""

    def __init__(
        self, types: Types, discriminators: Mapping[Id, Discriminator], links: Mapping[Id, Id], knowledge: Knowledge
    ) -> None:
        """``links``: what the aliases among the types lead to."""
        self.types, self.discriminators, self.links, self.knowledge = types, discriminators, links, knowledge
        self.found: dict[Id, list[tuple[Type, tuple[str, ...]]]] = {}

    def holders(self, union: Union) -> dict[Id, int]:
        """Return the member that each type leads to which a mapping may name: those of unions in the union, too."""
        ends = [self.end(target_of(case.type)) for case in union.cases]
        found = {at: index for index, at in enumerate(ends) if at is not None}
        waiting = list(found.items())
        while waiting:
            at, index = waiting.pop()
            declared = self.types.get(at)
            for case in declared.cases if isinstance(declared, Union) else ():
                below = self.end(target_of(case.type))
                if below is not None and below not in found:
                    found[below] = index
                    waiting.append((below, index))
        return found

    def tags_of(self, union: Union, discriminator: Discriminator) -> list[tuple[Type, tuple[str, ...]]]:
        """Return the members with their tags; a union that is inside of itself adds none there."""
        if union.id not in self.found:
            self.found[union.id] = []
            tags = tags_in(self.member_tags(union, discriminator))
            self.found[union.id] = list(zip((case.type for case in union.cases), tags, strict=True))
        return self.found[union.id]

    def member_tags(self, union: Union, discriminator: Discriminator) -> list[Told]:
        """Return what is told of the tags of members."""
        holders = self.holders(union)
        mapped: dict[int, list[str]] = {}
        for tag, target in discriminator.mapping:
            index = holders.get(self.end(target) or "")
            if index is not None:
                mapped.setdefault(index, []).append(tag)
        for tag, index in self._tags_below(union, discriminator, holders):
            mapped.setdefault(index, []).append(tag)
        names = {target: name for name, target in discriminator.names}
        return [
            self._of_member(case.type, discriminator.property, tuple(dict.fromkeys(mapped.get(index, ()))), names)
            for index, case in enumerate(union.cases)
        ]

    def _tags_below(
        self, union: Union, discriminator: Discriminator, holders: Mapping[Id, int]
    ) -> Iterator[tuple[str, int]]:
        """Yield the tags of unions in a union, of their members that it neither maps nor has itself."""
        named = {self.end(target) for _, target in discriminator.mapping}
        for index, case in enumerate(union.cases):
            below = self.types.get(self.end(target_of(case.type)) or "")
            found = self.discriminators.get(below.id) if isinstance(below, Union) else None
            if not isinstance(below, Union) or found is None or below.id in named:
                continue
            if found.property == discriminator.property:
                for inner, tags in self.tags_of(below, found):
                    at = self.end(target_of(inner))
                    if at not in named and holders.get(at or "", index) == index:
                        yield from ((tag, index) for tag in tags)

    def _of_member(self, type_: Type, name: str, mapped: tuple[str, ...], names: Mapping[Id, str]) -> Told:
        fact, target, field = self.knowledge.facts(type_), target_of(type_), self._field_type(type_, name)
        values = fact.constants.get(name, frozenset())
        listed = frozenset(as_text(value) for value in values if isinstance(value, str | int))
        return Told(
            mapped=mapped,
            values=listed if values and len(listed) == len(values) else None,
            text=field is None or self.knowledge.is_text(field),
            name=names.get(target or "", _name_of(target)) if "object" in fact.kinds else None,
        )

    def _field_type(self, type_: Type, name: str) -> Type | None:
        """Return the type of the discriminator's property in a member that declares it."""
        target = self.end(target_of(type_))
        model = self.types.get(target) if target is not None else None
        fields = model.fields if isinstance(model, Model) else ()
        return next((field.type for field in fields if field.wire == name), None)

    def end(self, at: Id | None) -> Id | None:
        """Return what a type leads to through components that only name another: a mapping may name either."""
        return None if at is None else end(self.links, at)


def target_of(type_: Type) -> Id | None:
    """Return what a reference leads to; None for any other type."""
    return type_.target if isinstance(type_, Ref) else None


def _name_of(target: Id | None) -> str | None:
    """Return the name of a schema that may be a tag: a component, or a definition."""
    if target is None or not (is_component(target) or target.rpartition("/")[0].endswith(("$defs", "definitions"))):
        return None
    return component_name(target)

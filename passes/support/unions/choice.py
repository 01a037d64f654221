"""How a value of a union is recognised: by tag, by JSON type, by shape, else as the first that decodes (D11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from compiler.ir.identity import component_name
from compiler.ir.node import Id, Json, replace
from compiler.ir.nodes import Discriminator
from compiler.ir.tags import Told
from compiler.ir.types import Case, Choice, Const, ListOf, Look, MapOf, Model, Nullable, Ref, Scalar, Type, Union
from compiler.source import as_text
from passes.context import Context
from passes.support.components import is_component
from passes.support.places import nearest
from passes.support.type_queries import Types
from passes.support.unions.facts import Facts, Knowledge
from passes.support.unions.looks import Looks, has_distinct_texts
from passes.support.unions.tags import Tags, links_of, target_of

MANY = 6
"""How many members a message names."""


class Chooser:
    """Decides for each union how its cases are distinguished."""

    def __init__(
        self,
        types: Types,
        context: Context,
        discriminators: Mapping[Id, Discriminator],
        *,
        links: Mapping[Id, Id] | None = None,
    ) -> None:
        """``links``: what the aliases among the types lead to, where that is known."""
        self.types = types
        self.context = context
        self.discriminators = discriminators
        self.knowledge = Knowledge(types)
        self.looks = Looks(self.knowledge.alternatives)
        self.links = links_of(types) if links is None else links
        self.tags = Tags(types, discriminators, self.links, self.knowledge)

    def facts(self, type_: Type) -> Facts:
        """Return the common facts of a type's values."""
        return self.knowledge.facts(type_)

    def tables(self) -> tuple[Mapping[Id, Any], ...]:
        """Return the tables that deciding reads."""
        return self.types, self.discriminators, self.links

    def open_aside(self, context: Context, types: Any, discriminators: Any, links: Any) -> Chooser:
        """Return one that decides by views of these tables."""
        return Chooser(types, context, discriminators, links=links)

    def entries(self) -> None:
        """Return nothing: what was decided is a result."""

    def add_entries(self, written: None) -> None:
        """Do nothing."""

    def decide(self, union: Union, subject: Id | None, *, by_name: bool = False) -> Union:
        """Return the union with its choice, and with what selects each case.

        ``by_name``: something beside the value tells its members apart, the name of an event.
        Reports CG0506 (cases that cannot be told apart), CG0509 (a mapping to no member), CG0522 (a property that no
        member has) and CG0527 (members whose names are no values of the property).
        """
        facts = [self.facts(case.type) for case in union.cases]
        discriminator = self.discriminators.get(union.id)
        tagged = self._tagged(union, discriminator, facts, subject) or self._by_constant(union, facts)
        if tagged is not None:
            return tagged
        overlap = _overlap(facts)
        if not overlap:
            return replace(union, choice=Choice.KINDS, cases=tuple(_by_kinds(union, facts)))
        order, found = self.looks.ordered(facts)
        told = all(one.sure for one in found)
        if not told and overlap & {"object", "array"} and not by_name:
            self._tell_alike(union, union.cases, subject)
        cases = [_case(union.cases[index], found[index].look) for index in order]
        return replace(union, choice=Choice.SHAPE if told else Choice.FIRST, cases=tuple(cases))

    def _tell_alike(self, union: Union, cases: Sequence[Case], subject: Id | None) -> None:
        at = self.context.loc(union.id)
        self.context.diagnostics.report("CG0506", at, subject=subject, members=self._cases_text(cases))

    def _cases_text(self, cases: Sequence[Case]) -> str:
        """Return how a message calls members."""
        return ", ".join(self.shown_name(case.type) for case in cases[:MANY]) + (", ..." if len(cases) > MANY else "")

    # ------------------------------------------------------------------ by tag

    def _by_constant(self, union: Union, facts: list[Facts]) -> Union | None:
        """Choose by a property that holds other constants in each case, as if it were a discriminator."""
        if any(fact.kinds != {"object"} for fact in facts):
            return None
        name = next((name for name in facts[0].constants if has_distinct_texts(name, facts)), None)
        if name is None:
            return None
        cases = [
            replace(case, tags=tuple(sorted(map(str, fact.constants[name]))))
            for case, fact in zip(_by_kinds(union, facts), facts, strict=True)
        ]
        return replace(union, choice=Choice.TAGGED, tag=name, cases=self._without(name, cases, facts))

    def _without(self, name: str, cases: list[Case], facts: list[Facts]) -> tuple[Case, ...]:
        """Mark the cases that an object without the tag may be of: those that may leave their constant out."""
        optional = [
            index for index, (case, fact) in enumerate(zip(cases, facts, strict=True)) if _leaves_out(case, name, fact)
        ]
        left = [_without_constant(name, facts[index]) for index in optional]
        order, found = self.looks.ordered(left)
        if order != sorted(order) or not all(one.sure for one in found):
            return tuple(cases)
        for index, one in zip(optional, found, strict=True):
            look, case = one.look, cases[index]
            keys = tuple(dict.fromkeys([*case.keys, *(look.keys or facts[index].required)]))
            cases[index] = replace(case, keys=keys, rest=True)
        return tuple(cases)

    def _tagged(
        self, union: Union, discriminator: Discriminator | None, facts: list[Facts], subject: Id | None
    ) -> Union | None:
        """Choose by the discriminator; None where it tells no case."""
        if discriminator is None:
            return None
        self._check_property(union, discriminator, facts, subject)
        self._check_mapping(union, discriminator, subject)
        name = discriminator.property
        told = self.tags.member_tags(union, discriminator)
        tags = [own for _, own in self.tags.tags_of(union, discriminator)]
        self._check_names(union, discriminator, told, tags, subject)
        if not any(tags):
            return None
        chosen = self.tags.end(discriminator.default)
        default = next((case.type for case in union.cases if self.tags.end(target_of(case.type)) == chosen), None)
        return replace(
            union,
            choice=Choice.TAGGED,
            tag=name,
            cases=self._sharing(union, name, tags, facts, subject),
            default=default if discriminator.default else None,
        )

    def _check_mapping(self, union: Union, discriminator: Discriminator, subject: Id | None) -> None:
        """Tell of keys of the mapping that select no member."""
        holders = self.tags.holders(union)
        for tag, target in discriminator.mapping:
            if self.tags.end(target) not in holders:
                at = self.context.loc(union.id).at("discriminator", "mapping", tag)
                self.context.diagnostics.report("CG0509", at, subject=subject, tag=tag, target=component_name(target))

    def _check_names(
        self,
        union: Union,
        discriminator: Discriminator,
        told: list[Told],
        tags: list[tuple[str, ...]],
        subject: Id | None,
    ) -> None:
        """Tell of members whose names are none of the values that they list for the property."""
        pairs = zip(union.cases, told, tags, strict=True)
        left = [case for case, one, found in pairs if not found and one.name is not None]
        if left:
            at = self.context.loc(union.id).at("discriminator")
            self.context.diagnostics.report(
                "CG0527", at, subject=subject, name=discriminator.property, members=self._cases_text(left)
            )

    def _sharing(
        self, union: Union, name: str, tags: list[tuple[str, ...]], facts: list[Facts], subject: Id | None
    ) -> tuple[Case, ...]:
        """Return the cases with their tags; those that share one, and those without, are told apart by shape."""
        listed = {
            case.type: fact.constants.get(name, frozenset()) for case, fact in zip(union.cases, facts, strict=True)
        }
        facts = _without_tags(name, tags, facts)
        cases = [replace(case, tags=own) for case, own in zip(_by_kinds(union, facts), tags, strict=True)]
        for group in _groups(tags):
            order, found = self.looks.ordered([facts[index] for index in group])
            if not all(one.sure for one in found):
                self._tell_alike(union, [union.cases[index] for index in group], subject)
            told = [_case(cases[group[index]], found[index].look) for index in order]
            for index, case in zip(group, told, strict=True):
                cases[index] = case
        known = dict(zip((case.type for case in union.cases), facts, strict=True))
        cases = [case if case.tags else _by_values(case, name, known[case.type], listed[case.type]) for case in cases]
        return self._without(name, cases, [known[case.type] for case in cases])

    def _check_property(
        self, union: Union, discriminator: Discriminator, facts: list[Facts], subject: Id | None
    ) -> None:
        """Tell of a discriminator whose property is a misspelt one of all members.

        A property that they do not describe is none: it is implied.
        """
        name = discriminator.property
        if not facts or any(name in fact.known for fact in facts):
            return
        near = str(nearest(name, sorted(frozenset.intersection(*(fact.known for fact in facts)))))
        if near:
            at = self.context.loc(union.id).at("discriminator", "propertyName")
            self.context.diagnostics.report("CG0522", at, subject=subject, name=name, nearest=near)

    def shown_name(self, type_: Type) -> str:
        """Return the name of a type in messages."""
        match type_:
            case Ref(target):
                declared = self.types.get(target)
                if is_component(target) or declared is None:
                    return component_name(target)
                if declared.title:
                    return declared.title
                if isinstance(declared, Model):
                    return f"{{{', '.join(field.wire for field in declared.fields[:3])}}}"
                return type(declared).__name__.lower()
            case ListOf(item):
                return f"list of {self.shown_name(item)}"
            case MapOf(value):
                return f"map of {self.shown_name(value)}"
            case Nullable(inner):
                return self.shown_name(inner)
            case Const(value):
                return repr(value)
            case Scalar(kind):
                return kind.value


def _by_kinds(union: Union, facts: list[Facts]) -> list[Case]:
    return [_case(case, Look(kinds=tuple(sorted(fact.kinds)))) for case, fact in zip(union.cases, facts, strict=True)]


def _without_tags(name: str, tags: list[tuple[str, ...]], facts: list[Facts]) -> list[Facts]:
    """Return facts of which those of members without a tag leave the tags of others out of the property's values."""
    taken = {tag for own in tags for tag in own}

    def left(fact: Facts) -> Facts:
        values = frozenset(value for value in fact.constants.get(name, ()) if as_text(value) not in taken)
        kept = _without_constant(name, fact)
        return replace(kept, constants={**kept.constants, name: values}) if values else kept

    return [fact if own else left(fact) for own, fact in zip(tags, facts, strict=True)]


def _leaves_out(case: Case, name: str, fact: Facts) -> bool:
    """Whether an object of a case need not have the property that is a constant of its own."""
    return bool(case.tags) and not case.rest and name in fact.constants and name not in fact.required


def _without_constant(name: str, fact: Facts) -> Facts:
    return replace(fact, constants={key: values for key, values in fact.constants.items() if key != name})


def _by_values(case: Case, name: str, fact: Facts, every: frozenset[Json]) -> Case:
    """Return a member without a tag with the values that its property lists: an object with another is none of it.

    ``every``: what it lists where all of that are tags of others.
    """
    if case.consts or fact.kinds != {"object"}:
        return case
    values = sorted(fact.constants.get(name, every), key=as_text)
    if not values:
        return replace(case, keys=case.keys or fact.required)
    return replace(case, consts=tuple((name, value) for value in values), rest=name not in fact.required)


def _overlap(facts: list[Facts]) -> set[str]:
    """Return the JSON types that values of two cases have."""
    seen: set[str] = set()
    twice: set[str] = set()
    for fact in facts:
        kinds = fact.kinds or {"object"}
        twice |= seen & kinds
        seen |= kinds
    return twice


def _groups(tags: Iterable[tuple[str, ...]]) -> list[list[int]]:
    """Return the members that a tag, or none, does not tell from one another, each group as it stands."""
    leader: list[int] = []
    holders: dict[str | None, int] = {}
    for index, own in enumerate(tags):
        before = {_first(leader, holders[tag]) for tag in own or (None,) if tag in holders}
        leader.append(min(before, default=index))
        for other in before:
            leader[other] = leader[index]
        holders |= dict.fromkeys(own or (None,), index)
    found: dict[int, list[int]] = {}
    for index in range(len(leader)):
        found.setdefault(_first(leader, index), []).append(index)
    return [group for group in found.values() if len(group) > 1]


def _first(leader: list[int], index: int) -> int:
    while leader[index] != index:
        index = leader[index]
    return index


def _case(case: Case, look: Look) -> Case:
    return replace(
        case,
        kinds=look.kinds,
        keys=look.keys,
        consts=look.consts,
        rest=look.rest,
        values=look.values,
        items=look.items,
    )

"""Distributes the keywords beside a union over its members."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from compiler.ir.identity import component_name
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Discriminator, Hints, Schema
from compiler.ir.types import Value
from passes.merge_all_of.intersection import Meet
from passes.support.schemas import annotations_of, is_null, is_object, is_structural, null_schema, union_of

DEEP = 5
"""Through so many unions of unions keywords are distributed."""


@frozen
class Distribution:
    """Distributes keywords over unions.

    ``look`` gives the flat content of a reference, ``flat`` that of a schema, which
    may still be a union beside other keywords; ``meet`` meets two flat schemas;
    ``exclude`` tells of a type beside a union that leaves no value for some members, ``give_up`` of a union that is
    among its own members or has too many; ``goes_on`` counts the members of unions that are members themselves, since
    these multiply.
    """

    look: Callable[[Id], Schema]
    flat: Callable[[Schema], Schema]
    meet: Meet
    exclude: Callable[[Id, str, str], None]
    give_up: Callable[[Id], Schema]
    goes_on: Callable[[], bool]

    def distribute_union(self, schema: Schema, through: frozenset[Id] = frozenset()) -> Schema:
        """Return the schema with either a union or other structural keywords, not both.

        ``through``: the unions that led here, which are not entered again.
        """
        members = union_of(schema)
        plain = replace(schema, one_of=(), any_of=())
        if self.only_asserts(members, plain):
            return replace(plain, negated=True)
        core = _core(plain)
        if not is_structural(core):
            return schema
        nullable = "null" in core.types and core.types != ("null",)
        if nullable:
            core = replace(core, types=tuple(name for name in core.types if name != "null"))
        core = self._without_wrong_type(core, members, schema.id)
        mapping: dict[Id, Id] = {}
        spread = tuple(
            self._member(member, core, f"{schema.id}/{place}", mapping, through) for place, member in _places(schema)
        )
        if nullable and not any(map(is_null, spread)):
            spread += (null_schema(f"{schema.id}/type"),)
        discriminator = _remapped(schema.discriminator, mapping)
        union = Schema(discriminator=discriminator, **annotations_of(schema))
        return replace(union, one_of=spread) if schema.one_of else replace(union, any_of=spread)

    def _branches(self, member: Schema) -> Iterator[Schema]:
        """Yield what a member comes to: itself, or what it refers to, or the members of the union that it is."""
        waiting, seen = [member], set()
        while waiting:
            content = waiting.pop()
            if content.ref is not None:
                if content.ref in seen:
                    continue
                seen.add(content.ref)
                content = self.look(content.ref)
            if union_of(content) or content.ref is not None:
                waiting.extend(union_of(content) or (content,))
            elif not is_null(content):
                yield content

    def fits(self, member: Schema, plain: Schema) -> bool:
        """Whether a value can fit a member and the keywords beside its union, as far as types and values tell."""
        if is_null(member):
            return not plain.types or "null" in plain.types
        return any(_fits(content, plain) for content in self._branches(member))

    def _without_wrong_type(self, core: Schema, members: tuple[Schema, ...], at: Id) -> Schema:
        """Drop a type that contradicts the members it stands beside: the members are what is meant."""
        if not core.types or is_structural(replace(core, types=())):
            return core
        plain = Schema(types=core.types)
        wrong = [member for member in members if not is_null(member) and not self.fits(member, plain)]
        if not wrong:
            return core
        names = ", ".join(
            component_name(member.ref) if member.ref else " or ".join(member.types) for member in wrong[:4]
        )
        self.exclude(at, ", ".join(core.types), names)
        return replace(core, types=())

    def only_asserts(self, members: tuple[Schema, ...], plain: Schema) -> bool:
        """Whether the members only require or bound what the other keywords already describe."""
        if not is_structural(plain) and any(member.properties or member.types for member in members):
            return False
        return all(_asserts(member, plain) for member in members)

    def _member(self, member: Schema, core: Schema, at: Id, mapping: dict[Id, Id], through: frozenset[Id]) -> Schema:
        if is_null(member):
            return member
        if through and not self.goes_on():
            return self.give_up(at)
        flat = member if member.ref is not None else self.flat(member)
        if flat.ref is None:
            if not union_of(flat):
                return self._met(core, flat, at, through)
            if member.id in through or len(through) > DEEP:
                return self.give_up(at)
            return self._met(core, flat, at, through | {member.id})
        if flat.ref in through or len(through) > DEEP or self._implied(core, flat):
            return flat
        component = self.look(flat.ref)
        content = _unnamed(component)
        if union_of(content):
            return self._met(core, content, at, through | {flat.ref})
        mapping[flat.ref] = at
        name = (component.hints and component.hints.name) or component_name(flat.ref)
        title = flat.title or content.title or name
        return replace(self._met(core, content, at, through), title=title)

    def _met(self, core: Schema, content: Schema, at: Id, through: frozenset[Id]) -> Schema:
        if not union_of(content):
            return replace(self.meet(core, content, at=at), id=at)
        inner = self.meet(core, replace(content, one_of=(), any_of=()), at=at)
        return self.distribute_union(replace(inner, one_of=content.one_of, any_of=content.any_of, id=at), through)

    def _implied(self, core: Schema, member: Schema) -> bool:
        """Whether a member says all that the keywords beside the union say."""
        return all(_implies(content, core) for content in self._branches(member))


def _fits(content: Schema, plain: Schema) -> bool:
    if content.types and plain.types and not _common_type(content.types, plain.types):
        return False
    values, others = _values(content), _values(plain)
    return values is None or others is None or any(value in others for value in values)


def _implies(content: Schema, core: Schema) -> bool:
    kinds = set(content.types) - {"null"} or ({"object"} if is_object(content) else set())
    if core.types and not kinds <= set(core.types):
        return False
    if is_structural(replace(core, types=(), properties=(), required=(), closed=False, additional=None)):
        return False
    known = {entry.wire for entry in content.properties}
    return all(entry.wire in known for entry in core.properties)


def _places(schema: Schema) -> list[tuple[str, Schema]]:
    word = "oneOf" if schema.one_of else "anyOf"
    return [(f"{word}/{i}", member) for i, member in enumerate(union_of(schema))]


def _core(plain: Schema) -> Schema:
    """Return the keywords beside a union, without what describes the union as a whole."""
    return replace(
        plain,
        title=None,
        description=None,
        default=None,
        examples=(),
        hints=None,
        pagination=None,
        anchor=None,
        discriminator=None,
        deprecated=False,
        read_only=False,
        write_only=False,
    )


def _unnamed(content: Schema) -> Schema:
    """Return the content of a component without the override of its name, which what is made of it does not have."""
    hints = content.hints
    if hints is None or not (hints.name or hints.names_in):
        return content
    others = replace(hints, name=None, names_in=())
    return replace(content, hints=None if others == Hints() else others)


def _common_type(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    numeric = {"integer", "number"}
    return not set(first).isdisjoint(second) or bool(numeric & set(first) and numeric & set(second))


def _values(schema: Schema) -> list[Value] | None:
    """Return the only values a schema allows, where it lists them."""
    return [schema.const] if schema.const is not None else list(schema.enum) or None


def _asserts(member: Schema, plain: Schema) -> bool:
    if not is_structural(member):
        return True
    if member.ref or member.all_of or member.enum or member.const or member.format or member.content_encoding:
        return False
    if member.items or member.prefix_items or member.additional or member.patterns or member.never:
        return False
    if member.types and member.types != plain.types:
        return False
    if not all(_asserts(inner, plain) for inner in union_of(member)):
        return False
    known = {entry.wire for entry in plain.properties}
    return all(entry.wire in known and _unspecific(entry.schema) for entry in member.properties)


def _unspecific(schema: Schema) -> bool:
    return not is_structural(replace(schema, types=()))


def _remapped(discriminator: Discriminator | None, copies: dict[Id, Id]) -> Discriminator | None:
    """Let tags select the copies that stand for the members they named."""
    if discriminator is None or not copies:
        return discriminator
    called = {target: name for name, target in discriminator.names}
    kept = tuple((name, target) for name, target in discriminator.names if target not in copies)
    names = (*kept, *((called.get(at) or component_name(at), copy) for at, copy in copies.items()))
    mapping = tuple((tag, copies.get(target, target)) for tag, target in discriminator.mapping)
    default = discriminator.default and copies.get(discriminator.default, discriminator.default)
    return replace(discriminator, mapping=mapping, default=default, names=names)

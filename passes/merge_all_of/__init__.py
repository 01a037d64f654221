"""Flatten allOf: every schema becomes one object, one union or one reference.

Before::

    schema @schemas/Base types=["object"] required=["id"] { property "id" required { schema types=["string"] } }
    schema @schemas/Trip {
      all-of ref=@schemas/Base
      all-of types=["object"] { property "to" { schema types=["string"] } }
    }

After::

    schema @schemas/Trip types=["object"] required=["id"] {
      property "id" required at=@schemas/Base/properties/id { schema types=["string"] ... }
      property "to" at=@schemas/Trip/allOf/1/properties/to { schema types=["string"] ... }
    }

A single reference that only gets annotations stays a reference. An inline schema that comes from a base keeps its
identity, so that base and derived share its type. The schemas of one property in two parts are intersected;
if they contradict, the later counts, with a report (D11.2). A union beside other keywords is distributed over its
members, unless they only assert something (``anyOf: [{required: [a]}, ...]``). A schema with a discriminator from
which others derive by allOf becomes the union of those, and of itself under the identity ``...#base``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from compiler.ir.identity import component_name
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Content, Header, Hints, Parameter, Schema, Sdk
from compiler.lock.lists import lists_in
from passes.context import Context
from passes.merge_all_of.distribution import Distribution
from passes.merge_all_of.inheritance import Family, discriminator_of
from passes.merge_all_of.intersection import Meet
from passes.merge_all_of.limits import DEEP, NESTED, Limits
from passes.support.schemas import (
    annotated,
    annotations_of,
    bare,
    is_leaf,
    is_null,
    is_object,
    is_structural,
    map_children,
    null_schema,
    only_says_object,
    says_form,
    union_of,
)
from passes.support.walk import Holders

Holder = TypeVar("Holder", Parameter, Header, Content)


def run(sdk: Sdk, context: Context) -> Sdk:
    """Flatten every schema of the document.

    Reports CG0502 (a type that excludes members of its union), CG0503 (parts disagree), CG0504 (a schema that is
    part of itself), CG0505 (several unions at once) and CG0514 (an entanglement without end).
    """
    merger = _Merger(sdk.schemas, context)
    schemas = merger.components()
    made = [schema for at, schema in schemas.items() if schema is not sdk.schemas.get(at)]

    def holder(holder: Holder) -> Holder:
        if holder.schema is None:
            return holder
        flat = merger.flatten(holder.schema)
        if flat is holder.schema:
            return holder
        made.append(flat)
        return replace(holder, schema=flat)

    holders = Holders(holder, holder, holder, merger.limits.enter)
    flat = holders.rewrite(sdk)
    made += merger.hoisted.values()
    context.lock.place(lists_in(made))
    merger.end()
    return replace(flat, schemas=schemas | merger.hoisted)


@dataclass(slots=True)
class _Merger:
    """Flattens schemas.

    The level of a component itself is flattened on demand (``base``), what lies below it only afterwards: so a
    schema may hold itself in a property, but may not be a part of itself.
    """

    schemas: Mapping[Id, Schema]
    context: Context
    nesting: int = 0
    limits: Limits = field(init=False)
    hoisted: dict[Id, Schema] = field(default_factory=dict)
    """Inline schemas that hold themselves, which makes them declarations."""
    family: Family = field(init=False)
    meet: Meet = field(init=False)
    distribution: Distribution = field(init=False)
    bases: dict[Id, Schema] = field(default_factory=dict)
    opened: list[Id] = field(default_factory=list)
    done: dict[int, tuple[Schema, Schema]] = field(default_factory=dict)
    """What was flattened, by the object's identity: heirs share the schemas of their base."""
    active: dict[frozenset[Id], Id] = field(default_factory=dict)
    """Parts whose meet is being flattened, and the identity it gets."""

    def __post_init__(self) -> None:
        self.limits = limits = Limits(self.context)
        self.family = Family(self.schemas)
        self.meet = Meet(limits.report_conflict, self._join)
        self.distribution = Distribution(
            self.base, self._unsettled, self.meet, limits.report_excluded, limits.give_up, limits.goes_on
        )

    def end(self) -> None:
        """Let go of what refers back here, which nothing else frees: the collector is off while a build runs."""
        del self.meet, self.distribution

    def components(self) -> dict[Id, Schema]:
        """Return all components flattened, each followed by its separate base where it is a union of its heirs."""
        for parent in self.family.parents():
            self.limits.subject = parent
            self.base(parent)
        flat: dict[Id, Schema] = {}
        for at, schema in self.schemas.items():
            self.limits.subject = at
            union = self.family.union(at)
            flat[at] = self.flatten(schema) if union is None else union
            base = self.family.separate_base(at)
            if base is not None:
                flat[base] = map_children(replace(self.base(at), id=base, hints=None), self.flatten)
        return flat

    def flatten(self, schema: Schema) -> Schema:
        """Return the schema and all below it without allOf."""
        if is_leaf(schema):
            return schema
        known = self.done.get(id(schema))
        if known is not None:
            return known[1]
        flat = self._merged_below(schema) if _merges(schema) else map_children(schema, self.flatten)
        self.done[id(schema)] = (schema, flat)
        return flat

    def _merged_below(self, schema: Schema) -> Schema:
        """Flatten a schema that is merged of several; one that comes up again within itself is a reference there."""
        parts = frozenset(part.id for part in schema.all_of) or frozenset({schema.id})
        around = self.active.get(parts)
        if around is not None:
            self.hoisted.setdefault(around, Schema(always=True, id=around))
            return Schema(ref=around, id=schema.id)
        if len(self.active) > DEEP:
            self.limits.budget -= 1
            if self.limits.budget < 0:
                return self.limits.give_up(schema.id)
        self.active[parts] = schema.id
        flat = map_children(self._level(schema), self.flatten)
        del self.active[parts]
        if schema.id not in self.hoisted:
            return flat
        self.hoisted[schema.id] = flat
        return Schema(ref=schema.id, id=schema.id)

    def base(self, at: Id) -> Schema:
        """Return the form of a component's own level, references followed: what it contributes to its heirs."""
        found = self.bases.get(at)
        if found is not None:
            return found
        if at in self.opened:
            circle = self.opened[self.opened.index(at) :]
            first = next(one for one in self.schemas if one in circle)  # as lowering has told
            self.limits.report("CG0504", first, name=component_name(first), keyword="allOf")
            return Schema(id=at)
        schema = self.schemas.get(at)
        if schema is None:
            return Schema(id=at)
        self.opened.append(at)
        nesting, self.nesting = self.nesting, 0  # what is found once for each component ends by itself
        level = self._level(self.family.without_heirs(schema))
        found = level if level.ref is None else annotated(self.base(level.ref), level)
        self.nesting = nesting
        self.opened.pop()
        self.bases[at] = found
        return found

    def _level(self, schema: Schema) -> Schema:
        """Return the schema without allOf on its own level, and with a union or other keywords, not both."""
        schema = self._unsettled(schema)
        if not union_of(schema):
            return schema
        self.nesting += 1
        self.limits.budget -= self.nesting > NESTED
        endless = self.limits.budget < 0 or self.nesting >= 4 * NESTED
        settled = self.limits.give_up(schema.id) if endless else self.distribution.distribute_union(schema)
        self.nesting -= 1
        return settled

    def _unsettled(self, schema: Schema) -> Schema:
        """Return the schema without allOf on its own level, and with one union at most."""
        if schema.all_of or schema.ref is not None:
            schema = self._merged(schema)
        if schema.one_of and schema.any_of:
            schema = self._one_union(schema, [schema.one_of, schema.any_of])
        return schema

    def _merged(self, schema: Schema) -> Schema:
        """Meet the parts of allOf, a reference beside other keywords among them."""
        if not schema.all_of and not says_form(schema):
            return schema
        own = replace(schema, all_of=(), ref=None)
        parts = list(schema.all_of)
        if schema.ref is not None:
            parts.insert(0, Schema(ref=schema.ref, id=schema.id))
        for part in parts:
            if not is_structural(part):
                own = annotated(own, replace(part, **_own_annotations(own)))
        solid = [part for part in parts if is_structural(part)]
        levels = [self._level(part) for part in solid]
        if len(solid) == 1 and not self.family.stands_for(solid[0].ref, schema.id):
            alone = self._alone(levels[0], own)
            if alone is not None:
                return alone
        return self._met(levels, own)

    def _alone(self, part: Schema, own: Schema) -> Schema | None:
        """Return the only part with the annotations around it; None where the keywords around it say more."""
        if not is_structural(own):
            return annotated(part, own)
        if part.ref is None or not self._implied(own, part.ref):
            return None
        kept = annotated(part, own)
        if "null" not in own.types or self._nullable(part.ref):
            return kept
        alone = Schema(ref=part.ref, id=f"{own.id}/anyOf/0")
        return replace(kept, ref=None, any_of=(alone, null_schema(f"{own.id}/anyOf/1")))

    def _met(self, levels: list[Schema], own: Schema) -> Schema:
        contents = [*map(self._content, levels), own]
        united = [content for content in contents if union_of(content)]
        discriminator = next(filter(None, (content.discriminator for content in (own, *united, *contents))), None)
        plain = (replace(content, one_of=(), any_of=(), discriminator=None) for content in contents)
        met = self.meet(Schema(id=own.id), *plain, at=own.id)
        if "null" in own.types and "null" not in met.types:
            met = replace(met, types=(*met.types, "null"))
        met = replace(met, id=own.id, discriminator=discriminator)
        return self._one_union(met, [self._fitting(union_of(content), met) for content in united]) if united else met

    def _fitting(self, members: tuple[Schema, ...], plain: Schema) -> tuple[Schema, ...]:
        """Return the members of a part's union that the other parts leave possible; all if none is."""
        left = tuple(member for member in members if self.distribution.fits(member, plain))
        return left or members

    def _content(self, level: Schema) -> Schema:
        if level.ref is None:
            return level
        target = self.base(level.ref)
        discriminator = discriminator_of(self.schemas[level.ref]) if union_of(target) else None
        # what the values of an enum are called stays with them; what a class is called does not
        named = Hints(members=target.hints.members) if target.hints is not None and target.hints.members else None
        return replace(bare(target), discriminator=discriminator, hints=named, id=level.id)

    def _one_union(self, schema: Schema, unions: list[tuple[Schema, ...]]) -> Schema:
        """Keep of several unions the first that says more than the other keywords."""
        plain = replace(schema, one_of=(), any_of=())
        telling = [members for members in unions if not self.distribution.only_asserts(members, plain)]
        if len(telling) > 1:
            self.limits.report("CG0505", schema.id, count=len(telling))
        return replace(plain, one_of=telling[0]) if telling else replace(plain, negated=True)

    def _implied(self, own: Schema, target: Id) -> bool:
        """Whether keywords beside a reference say no more than the type of what it refers to."""
        if is_structural(replace(own, types=())):
            return False
        if own.types == ("null",):  # meant as `nullable`
            return True
        content = self.base(target)
        kinds = set(content.types) or ({"object"} if is_object(content) else set())
        return kinds - {"null"} <= set(own.types)

    def _nullable(self, target: Id) -> bool:
        content = self.base(target)
        return "null" in content.types or any(map(is_null, union_of(content)))

    def _join(self, first: Schema, second: Schema, at: Id) -> Schema:
        """Return what fits both schemas of one place; they are met when the walk comes there."""
        if not is_structural(second):
            return annotated(first, replace(second, id=first.id))
        if not is_structural(first) or replace(first, id=second.id) == second:
            return second
        if first.ref is not None and second.ref is not None:
            if first.ref == second.ref or self.family.derives(second.ref, first.ref):
                return second
            if self.family.derives(first.ref, second.ref):
                return first
        for loose, exact in ((first, second), (second, first)):  # `data: {type: object}` of an envelope, made a Trip
            if exact.ref is not None and only_says_object(loose) and self.family.has_objects(exact.ref):
                return annotated(replace(exact, **annotations_of(loose)), exact)
        parts = {part.id: part for part in (*_joined(first), *_joined(second))}
        return Schema(all_of=tuple(parts.values()), id=at)


def _merges(schema: Schema) -> bool:
    """Whether a schema is not flat on its own level."""
    return bool(schema.all_of or schema.ref is not None or schema.one_of or schema.any_of)


def _joined(schema: Schema) -> tuple[Schema, ...]:
    """Return the parts of a schema that was only joined, else the schema itself."""
    pure = len(schema.all_of) > 1 and schema == Schema(all_of=schema.all_of, id=schema.id)
    return schema.all_of if pure else (schema,)


def _own_annotations(own: Schema) -> dict[str, Any]:
    """Return the annotations that stand already, which a further part does not replace."""
    kept = {name: getattr(own, name) for name in ("title", "description", "default", "hints")}
    return {"id": own.id} | {name: value for name, value in kept.items() if value}

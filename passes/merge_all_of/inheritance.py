"""Inheritance by allOf: which schemas derive from which, and which bases become the union of those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import is_

from compiler.ir.identity import component_name
from compiler.ir.node import Id, Json, replace
from compiler.ir.nodes import Discriminator, Schema
from compiler.ir.references import components, end, names_of_root
from passes.support.schemas import says_form, union_of


class Family:
    """The components that derive from others: those that name them in allOf."""

    def __init__(self, schemas: Mapping[Id, Schema]) -> None:
        self.schemas = schemas
        self.links = {at: ref for at, schema in schemas.items() if (ref := _only_reference(schema))}
        """Components that only name what stands elsewhere, as those of documents in several files do."""
        self.names = names_of_root(self.links)
        self.children: dict[Id, list[Id]] = {}
        for at, schema in schemas.items():
            for parent in dict.fromkeys(_parents(schema)):
                if parent != at:
                    self.children.setdefault(end(self.links, parent), []).append(at)

    def parents(self) -> Iterator[Id]:
        """Yield the components that others are made of, each behind those that it is made of itself.

        So a chain of them, however long, is walked without a frame of the stack for each link.
        """
        made_of = {
            at: tuple(part for part in dict.fromkeys(_merged_components(schema)) if part in self.schemas)
            for at, schema in self.schemas.items()
        }
        needed = {part for parts in made_of.values() for part in parts}
        yield from (at for circle in components(made_of) for at in circle if at in needed)

    def naming_component(self, at: Id) -> Id:
        """Return the component that gives a schema its name in the root document, else the schema."""
        at = end(self.links, at)
        return self.names.get(at, at)

    def heirs(self, parent: Id) -> tuple[Id, ...]:
        """Return all that derive from a component, in the order of the document."""
        found: dict[Id, None] = {}
        parent = end(self.links, parent)
        waiting = list(reversed(self.children.get(parent, ())))
        while waiting:
            at = waiting.pop()
            if at not in found and at != parent:
                found[at] = None
                waiting.extend(reversed(self.children.get(at, ())))
        return tuple(found)

    def derives(self, child: Id, parent: Id) -> bool:
        """Whether ``child`` derives from ``parent``."""
        return end(self.links, parent) in self.children and end(self.links, child) in self.heirs(parent)

    def has_objects(self, at: Id) -> bool:
        """Whether all values of a component are objects, as far as it says so itself or by its parts."""
        seen: set[Id] = set()

        def is_object(schema: Schema) -> bool:
            if schema.ref is not None:
                if schema.ref in seen or schema.ref not in self.schemas:
                    return False
                seen.add(schema.ref)
                return is_object(self.schemas[schema.ref])
            if schema.types or not (schema.all_of or union_of(schema)):
                return schema.types == ("object",) or (not schema.types and bool(schema.properties))
            members = union_of(schema)
            return any(map(is_object, schema.all_of)) or (bool(members) and all(map(is_object, members)))

        return is_object(Schema(ref=at))

    def without_heirs(self, schema: Schema) -> Schema:
        """Return what heirs inherit: not the union in which the parent lists them, nor its discriminator."""
        members = union_of(schema)
        if members and schema.id in self.children:
            heirs = self.heirs(schema.id)
            if any(member.ref and end(self.links, member.ref) in heirs for member in members):
                schema = replace(schema, one_of=(), any_of=())
        return without_discriminator(schema)

    def union(self, parent: Id) -> Schema | None:
        """Return the union that a parent with a discriminator stands for; None where it is a plain schema.

        Without a mapping, the parent itself is a member under its own name, as OpenAPI has it; not where it lists the
        values of the property, and its name is none of them.
        """
        schema = self.schemas[parent]
        discriminator = self._discriminator(schema)
        if discriminator is None or _has_union(schema):
            return None
        members = tuple(self._members(schema, discriminator))
        if not any(member != parent for member in members):
            return None
        base = separate(parent)
        targets = [base if member == parent else self.naming_component(member) for member in members]
        return Schema(
            one_of=tuple(Schema(ref=at, id=f"{parent}/oneOf/{i}") for i, at in enumerate(targets)),
            discriminator=self._mapped(discriminator, parent, parent in members),
            title=schema.title,
            description=schema.description,
            deprecated=schema.deprecated,
            hints=schema.hints,
            id=parent,
        )

    def stands_for(self, parent: Id | None, child: Id) -> bool:
        """Whether a parent is a union in which ``child``, which derives from it, is a member: no other name of it."""
        parent = end(self.links, parent) if parent is not None else None
        if parent is None or parent not in self.schemas or child not in self.children.get(parent, ()):
            return False
        members = union_of(self.schemas[parent])
        named = any(member.ref is not None and end(self.links, member.ref) == child for member in members)
        return named or self.union(parent) is not None

    def separate_base(self, parent: Id) -> Id | None:
        """Return the identity of a parent's own model, where it is a member of its union."""
        schema = self.schemas[parent]
        discriminator = self._discriminator(schema)
        if discriminator is None or self.union(parent) is None:
            return None
        return separate(parent) if parent in set(self._members(schema, discriminator)) else None

    def _members(self, schema: Schema, discriminator: Discriminator) -> Iterator[Id]:
        targets = dict.fromkeys(end(self.links, target) for _, target in discriminator.mapping)
        yield from targets
        own = discriminator_of(schema)
        mapped = schema.id in targets or (own is not None and own.mapping)
        if not mapped and self._may_be_itself(schema, discriminator.property):
            yield schema.id
        inner = set(self._heirs_within(targets, discriminator.property))
        for heir in self.heirs(schema.id):
            if heir not in targets and heir not in inner:
                yield heir

    def _heirs_within(self, targets: Iterable[Id], name: str) -> Iterator[Id]:
        """Yield the heirs of mapped members that these tell apart themselves, by another property: they have the tag
        of the member that they derive from, unless they list a value of their own (D11.2)."""
        for target in targets:
            found = self._discriminator(self.schemas[target]) if target in self.schemas else None
            if found is not None and found.property != name and self.union(target) is not None:
                values = next(self._values(self.schemas[target], name), None)
                for heir in self.heirs(target):
                    if next(self._values(self.schemas[heir], name), None) == values:
                        yield heir

    def _discriminator(self, schema: Schema) -> Discriminator | None:
        """Return a parent's discriminator; its own parents' mapping counts for what its own does not name."""
        own = discriminator_of(schema)
        if own is None or not schema.all_of:
            return own
        family = {schema.id, *self.heirs(schema.id)} - {end(self.links, target) for _, target in own.mapping}
        mapping = {tag: target for tag, target in self._mapping_above(schema, own.property) if target in family}
        return replace(own, mapping=(*mapping.items(), *own.mapping)) if mapping else own

    def _mapping_above(self, schema: Schema, name: str) -> Iterator[tuple[str, Id]]:
        """Yield what the discriminators of a schema's parents, theirs and so on map by a property."""
        seen: set[Id] = set()
        waiting = list(schema.all_of)
        while waiting:
            part = waiting.pop()
            above = self.schemas.get(end(self.links, part.ref)) if part.ref is not None else None
            if above is not None and above.id not in seen:
                seen.add(above.id)
                found = discriminator_of(above)
                if found is not None and found.property == name:
                    yield from ((tag, end(self.links, target)) for tag, target in found.mapping)
                waiting += above.all_of

    def _may_be_itself(self, parent: Schema, name: str) -> bool:
        """Whether the property of a parent's discriminator can hold the parent's own name."""
        values = next(self._values(parent, name), None)
        return values is None or component_name(self.naming_component(parent.id)) in values

    def _values(self, schema: Schema, name: str) -> Iterator[set[Json]]:
        """Yield the values that a schema, then its parts and theirs, list for a property, references followed."""
        seen: set[Id] = set()
        waiting = [schema]
        while waiting:
            schema = waiting.pop()
            if schema.ref is not None:
                waiting += [self.schemas[at] for at in (end(self.links, schema.ref),) if at in self.schemas]
            if schema.id in seen:
                continue
            seen.add(schema.id)
            for entry in schema.properties:
                held = self.schemas.get(end(self.links, entry.schema.ref or ""), entry.schema)
                if entry.wire == name and (held.enum or held.const is not None):
                    yield {value.json for value in (held.const, *held.enum) if value is not None}
            waiting += reversed(schema.all_of)

    def _mapped(self, discriminator: Discriminator, parent: Id, own: bool) -> Discriminator:
        """Let the parent's own tags select its separate model."""
        base = separate(parent)

        def member(target: Id) -> Id:
            return base if end(self.links, target) == parent else self.naming_component(target)

        mapping = tuple((tag, member(target)) for tag, target in discriminator.mapping)
        names = ((component_name(self.naming_component(parent)), base),) if own else ()
        default = discriminator.default and member(discriminator.default)
        return replace(discriminator, mapping=mapping, default=default, names=names)


def _merged_components(schema: Schema) -> Iterator[Id]:
    """Yield the components that a schema is merged of, on its own level."""
    waiting = [schema]
    while waiting:
        schema = waiting.pop()
        if schema.ref is not None:
            yield schema.ref
        waiting += schema.all_of


def _only_reference(schema: Schema) -> Id | None:
    return schema.ref if schema.ref is not None and schema == Schema(ref=schema.ref, id=schema.id) else None


def _parents(schema: Schema) -> Iterator[Id]:
    """Yield what a schema derives from: what it refers to in allOf, in parts of it, or beside keywords of its own."""
    if schema.ref is not None and says_form(schema):
        yield schema.ref
    for part in schema.all_of:
        if part.ref is not None:
            yield part.ref
        else:
            yield from _parents(part)


def discriminator_of(schema: Schema) -> Discriminator | None:
    """Return a schema's discriminator, wherever it stands in it: in a part of allOf, too."""
    inline = (part for part in schema.all_of if part.ref is None)
    return next(filter(None, (schema.discriminator, *map(discriminator_of, inline))), None)


def _has_union(schema: Schema) -> bool:
    """Whether a schema lists members, itself or in a part of allOf."""
    return bool(union_of(schema)) or any(_has_union(part) for part in schema.all_of if part.ref is None)


def without_discriminator(schema: Schema) -> Schema:
    """Return a schema without its discriminator, wherever that stands."""
    parts = tuple(part if part.ref is not None else without_discriminator(part) for part in schema.all_of)
    if schema.discriminator is None and all(map(is_, parts, schema.all_of)):
        return schema
    return replace(schema, discriminator=None, all_of=parts)


def separate(parent: Id) -> Id:
    """Return the identity of a parent's own properties, apart from the union it stands for: a role of the parent."""
    return f"{parent}#base"

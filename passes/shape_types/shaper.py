"""Turns schemas into types: the walk of pass shape_types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from compiler.base.memory import Layer
from compiler.ir.node import Id, Json, frozen, replace
from compiler.ir.nodes import Discriminator, Hints, Property, Schema
from compiler.ir.types import (
    ANY,
    NULL,
    STRING,
    Const,
    Declaration,
    Enum,
    Field,
    Kind,
    ListOf,
    MapOf,
    Member,
    Model,
    Name,
    Origin,
    Ref,
    Scalar,
    Type,
    Union,
)
from passes.context import Context
from passes.shape_types.cycles import without_circles
from passes.shape_types.declarations import NO_HINTS, alias, declaration_fields, enum, example, is_named, union
from passes.shape_types.enums import base_type, from_constants, is_enum_of_text, members, read_values
from passes.shape_types.implied_tags import implied_tags, tags_of_unions
from passes.shape_types.inherited_keywords import Lookups
from passes.shape_types.scalars import WIDE, inferred_type, is_wide, of_wide, scalar, text
from passes.support.components import is_component
from passes.support.names.kept_titles import members_with_kept_titles
from passes.support.places import extension, nearest
from passes.support.remembered import remembered
from passes.support.schemas import is_null, text_of, union_of
from passes.support.unions.choice import Chooser, links_of
from passes.support.unions.members import Option, distinct, flat_members, is_any_text, or_null, split_types, stripped

EVERY_TYPE = 5
"""A value that may be of so many JSON types may be any value."""
CHAIN = 100
"""Through so many references to inline schemas types are made at once; what lies behind is declared on its own."""


T = TypeVar("T")


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
class Shaper:
    """Makes types of schemas, and the declarations these need."""

    schemas: Mapping[Id, Schema]
    context: Context
    types: MutableMapping[Id, Declaration] = field(default_factory=dict)
    discriminators: dict[Id, Discriminator] = field(default_factory=dict)
    subjects: dict[Id, Id | None] = field(default_factory=dict)
    """The component, operation or event that each union sits in."""
    inline: MutableMapping[Id, Type] = field(default_factory=dict)
    """Types of inline schemas that several places share by inheritance, or that are referred to."""
    entered: set[Id] = field(default_factory=set)
    """Referred inline schemas whose type is being made."""
    late: list[Id] = field(default_factory=list)
    """Referred inline schemas that are declared when all else is."""
    told: MutableMapping[Id, bool] = field(default_factory=dict)
    """Schemas whose hints say nothing."""
    subject: Id | None = None
    """The component, operation or event that is being shaped, for diagnostics."""
    files: Mapping[Id, bool] = field(default_factory=dict)
    """The schemas with identities that other bodies than JSON reach; asked where a file is declared."""
    home: Id | None = None
    """The schema with an identity that is being shaped; else ``in_json`` tells whether JSON holds what is."""
    in_json: bool = False
    named: set[Id] = field(default_factory=set)
    """Schemas of the data of events that are told apart by their names."""
    free: set[Id] = field(default_factory=set)
    """Enums beside which any other text may stand, somewhere in the document."""
    lookups: Lookups = field(init=False)

    def __post_init__(self) -> None:
        self.lookups = Lookups(self.schemas)

    # ------------------------------------------------------------------ components

    def declare_components(self) -> None:
        """Declare every component, and what else is referred to."""
        for at, schema in self.schemas.items():
            self.trace_work(at, schema, partial(Shaper.declare, at=at, schema=schema))
        self.subject = self.home = None

    def declare(self, at: Id, schema: Schema) -> None:
        """Declare a component, or an inline schema that is referred to."""
        self.subject = self.home = at
        if is_component(at):
            self._declare_component(at, schema)
        else:
            self._referred(at)

    def trace_work(self, at: Id, inputs: object, work: Callable[[Shaper], T]) -> T:
        """Do some work with a shaper of its own, or take what it made in the build before.

        What it reads of schemas, and of what other work made, is noted; what it makes is added here.
        """
        if not self.context.memory.keeps:
            return work(self)

        def shape_anew(
            context: Context, schemas: Any, types: Any, inline: Any, told: Any, files: Any
        ) -> tuple[T, Made]:
            layers: Any = Layer(types), Layer(inline), Layer(told)
            shaper = Shaper(schemas, context, layers[0], inline=layers[1], told=layers[2], files=files)
            found = work(shaper)
            types, inline, told = (layer.own for layer in layers)
            return found, Made(
                types,
                inline,
                told,
                shaper.discriminators,
                shaper.subjects,
                tuple(shaper.late),
                frozenset(shaper.named),
                frozenset(shaper.free),
            )

        tables = (self.schemas, self.types, self.inline, self.told, self.files)
        found, own = remembered(self.context, ("shape", at), (inputs,), tables, shape_anew)
        self._take(own)
        return found

    def _take(self, made: Made) -> None:
        self.types.update(made.types)
        self.inline.update(made.inline)
        self.told.update(made.told)
        self.discriminators.update(made.discriminators)
        self.subjects.update(made.subjects)
        self.late.extend(made.late)
        self.named.update(made.named)
        self.free.update(made.free)

    def _declare_component(self, at: Id, schema: Schema) -> None:
        type_ = stripped(self._shape(schema, named=True))
        if at not in self.types:
            self.types[at] = alias(schema, ANY if type_ == Ref(at) else type_)
        self._tell_unused(schema, self.types[at])

    def _referred(self, at: Id) -> Type:
        """Return the type of an inline schema that something refers to; a declaration only where it must be one."""
        found = self.inline.get(at)
        if found is not None:
            return found
        if at in self.entered:  # it holds itself, in a list or map
            self.inline[at] = Ref(at)
            return Ref(at)
        if len(self.entered) >= CHAIN:
            self.late.append(at)
            self.inline[at] = Ref(at)
            return Ref(at)
        self.entered.add(at)
        home, self.home = self.home, at
        type_ = stripped(self._shape(self.schemas[at]))
        self.home = home
        self.entered.discard(at)
        if type_ == Ref(at) and at not in self.types:
            type_ = ANY  # it is nothing but itself
        if self.inline.get(at) == Ref(at) and type_ != Ref(at):
            self.types[at] = alias(self.schemas[at], type_)
            return Ref(at)
        self.inline[at] = type_
        return type_

    def _is_in_json(self) -> bool:
        """Tell whether what is being shaped is JSON, which has no bytes: a file is a text there."""
        return self.in_json if self.home is None else self.home not in self.files

    def _declare_late(self) -> None:
        """Declare what stands at the end of long chains of references: each level would take frames of the stack."""
        while self.late:
            at = self.subject = self.home = self.late.pop()
            self._declare_component(at, self.schemas[at])
        self.subject = self.home = None

    def decided(self) -> Mapping[Id, Declaration]:
        """Return the declarations, with how the cases of each union are told apart."""
        self._declare_late()
        self.types.update(list(without_circles(self.types)))
        for at in self.free:
            declared = self.types.get(at)
            if isinstance(declared, Enum) and declared.open:
                self.types[at] = replace(declared, free=True)
        links = links_of(self.types)
        chooser = Chooser(self.types, self.context, self.discriminators, links=links, named=self.named)
        for at, declared in self.types.items():
            if isinstance(declared, Union):
                self.types[at] = self._decided(declared, chooser)
        mapped = {at: {tag for tag, _ in (*one.mapping, *one.names)} for at, one in self.discriminators.items()}
        self.types.update({model.id: model for model in implied_tags(self.types, mapped, links)})
        self.types.update({item.id: item for item in list(tags_of_unions(self.types, links))})
        return self.types

    def _decided(self, union: Union, chooser: Chooser) -> Union:
        """Return a union with how its cases are told apart, or what was decided in the build before."""
        at, subject = union.id, self.subjects.get(union.id)
        if not self.context.memory.keeps:
            return chooser.decide(union, subject)
        named = frozenset({at} & self.named)

        def decide(context: Context, types: Any, links: Any, discriminators: Any) -> Union:
            return Chooser(types, context, discriminators, links=links, named=named).decide(union, subject)

        tables = (self.types, chooser.links, self.discriminators)
        return remembered(self.context, ("choice", at), (union, subject, named), tables, decide)

    # ------------------------------------------------------------------ expressions

    def shape(self, schema: Schema) -> Type:
        """Return the type of an inline schema; its declarations are made on the way."""
        found = self._inline(schema)
        if schema.hints is not None:
            self._tell_unused(schema, self._declared(schema, found))
        return found

    def _inline(self, schema: Schema) -> Type:
        if schema.ref is not None:
            return self._refer(schema.ref)
        found = self.inline.get(schema.id)
        if found is None:
            found = self._shape(schema)
            if isinstance(stripped(found), Ref):
                self.inline[schema.id] = found
        return found

    def _declared(self, schema: Schema, type_: Type) -> Declaration | None:
        """Return the declaration that was made of a schema of a type, if any was."""
        own = schema.ref is None and stripped(type_) == Ref(schema.id)
        return self.types.get(schema.id) if own else None

    def _tell_unused(self, schema: Schema, declared: Declaration | None, *, named: bool = False) -> None:
        """Warn of hints that say nothing of the declaration that was made of a schema, if any was (D2.2).

        ``named``: it is a member of a union, which its name says.
        """
        hints = schema.hints
        if hints is None or schema.id in self.told:
            return
        if is_named(hints) and declared is None and not named:
            self._tell(schema, "name-override", "no class is made of it")
        listed = schema.enum or schema.const is not None or isinstance(declared, Enum | Union)
        if hints.open is not None and not listed:
            self._tell(schema, "unknown-values", "it is neither an enum nor a union")

    def _tell(self, schema: Schema, key: str, why: str) -> None:
        self.told[schema.id] = True
        place = extension(self.context, schema.id, key)
        self.context.diagnostics.report("CG0515", place, at_key=True, key=f"x-codegen-{key}", why=why)

    def _refer(self, target: Id) -> Type:
        if target not in self.schemas:
            return ANY  # dangling: lowering has told
        type_ = Ref(target) if is_component(target) else self._referred(target)
        return or_null(type_, self.lookups.is_nullable(target))

    def _shape(self, schema: Schema, named: bool = False) -> Type:
        """Return the type of a schema that is no reference; ``named``: a component, whose enum may have one value."""
        if schema.ref is not None:
            return self._refer(schema.ref)
        if schema.always or schema.never:
            return ANY
        if schema.const is not None:
            return self._constant(schema.const.json)
        if schema.enum:
            return self._enum(schema, named)
        if union_of(schema):
            return self._union(schema, list(flat_members(schema)))
        types = schema.types
        if "null" in types:
            types = tuple(name for name in types if name != "null")
        if len(types) > 1:
            return self._several(schema, types)
        if not types and schema.types:
            return NULL
        type_ = types[0] if types else inferred_type(schema)
        return or_null(self._of_type(schema, type_), "null" in schema.types)

    def _several(self, schema: Schema, types: tuple[str, ...]) -> Type:
        if set(types) == {"integer", "number"}:
            return or_null(scalar("number", schema), "null" in schema.types)
        if len(types) >= EVERY_TYPE:
            return ANY
        return or_null(self._union(schema, list(split_types(schema))), "null" in schema.types)

    def _of_type(self, schema: Schema, type_: str | None) -> Type:
        match type_:
            case "object":
                return self._object(schema)
            case "array":
                return ListOf(self._items(schema), schema.checks)
            case None:
                return ANY
            case _:
                found = scalar(type_, schema)
                return found if found.kind is not Kind.BYTES or not self._is_in_json() else text(schema)

    def _items(self, schema: Schema) -> Type:
        if not schema.prefix_items:
            return ANY if schema.items is None else self.shape(schema.items)
        listed = list(schema.prefix_items)
        if schema.items is not None and not schema.items.never:
            listed.append(schema.items)
        return self._union(Schema(id=f"{schema.id}/prefixItems"), listed)

    # ------------------------------------------------------------------ objects

    def _object(self, schema: Schema) -> Type:
        values = self._values(schema)
        if not schema.properties and not (schema.closed and values is None):  # patterns alone make a map
            return MapOf(ANY if values is None else values, schema.checks)
        self.types[schema.id] = model = Model(id=schema.id)  # holds its place in the order
        self._check_required(schema)
        required = frozenset(schema.required)
        fields = tuple(self._field(item, required) for item in schema.properties if not item.schema.never)
        self.types[schema.id] = replace(
            model,
            fields=fields,
            additional=values,
            closed=schema.closed and values is None,
            checks=schema.checks,
            unnamed=not is_component(schema.id),
            **declaration_fields(schema),
        )
        return Ref(schema.id)

    def _values(self, schema: Schema) -> Type | None:
        """Return the type of properties without a name of their own."""
        listed = [entry.schema for entry in schema.patterns]
        if schema.additional is not None and not schema.additional.never:
            listed.append(schema.additional)
        if len(listed) < 2:
            return self.shape(listed[0]) if listed else None
        return self._union(Schema(id=f"{schema.id}/patternProperties"), listed)

    def _check_required(self, schema: Schema) -> None:
        if not schema.properties:
            return
        known = {item.wire for item in schema.properties}
        for name in schema.required:
            if name not in known:
                self.context.diagnostics.report(
                    "CG0510",
                    self.context.loc(schema.id).at("required"),
                    subject=self.subject,
                    name=name,
                    nearest=nearest(name, known),
                )

    def _field(self, item: Property, required: frozenset[str]) -> Field:
        schema = item.schema
        hints = schema.hints
        if hints is None:
            hints = NO_HINTS
            type_ = self._inline(replace(schema, deprecated=False) if schema.deprecated else schema)
        else:
            type_ = self._hinted(schema, hints)
        read_only, write_only, default = self.lookups.property_facts(schema)
        return Field(
            wire=item.wire,
            type=type_,
            required=item.required or item.wire in required,
            read_only=read_only,
            write_only=write_only,
            deprecated=schema.deprecated,
            error_message=hints.error_message,
            deprecation_message=hints.deprecation_message,
            title=schema.title,
            description=text_of(schema),
            default=default,
            example=example(schema),
            name=None if hints.name is None else Name(hints.name, Origin.OVERRIDE),
            names_in=hints.names_in,
            ignore=hints.ignore,
            listed=bool(schema.enum) and isinstance(type_, Const),
            id=item.id,
        )

    def _hinted(self, schema: Schema, hints: Hints) -> Type:
        """Return the type of a property with hints: what it is called, and that it is deprecated, is said of the field,
        not of its class (D3.5)."""
        plain = replace(schema, hints=_class_hints(hints), deprecated=False) if _speaks_of_field(schema) else schema
        type_ = self.shape(plain)
        if hints.type_name is not None:
            if schema.ref is not None or not self._name_class(schema.id, type_, Hints(name=hints.type_name)):
                self._tell(schema, "type-name", "no class is made of it")
        elif schema.ref is None and is_named(hints):
            self._name_class(schema.id, type_, hints)
        return type_

    def _name_class(self, at: Id, type_: Type, hints: Hints) -> bool:
        """Give the class that is made of a property alone, null aside, the name of the property's override (D3.1).

        Returns whether there is such a class.
        """
        found = stripped(type_)
        declared = self.types.get(found.target) if isinstance(found, Ref) else None
        if (
            declared is not None
            and f"{declared.id}/".startswith(f"{at}/")
            and declared.name is None
            and not declared.names_in
        ):
            name = Name(hints.name, Origin.OVERRIDE) if hints.name is not None else None
            self.types[declared.id] = replace(declared, name=name, names_in=hints.names_in)
            return True
        return False

    @staticmethod
    def _constant(value: Json) -> Type:
        if value is None:
            return NULL
        return of_wide([value]) or WIDE if is_wide(value) else Const(value)

    # ------------------------------------------------------------------ enums

    def _enum(self, schema: Schema, named: bool) -> Type:
        values = read_values(schema, self.context, self.subject)
        if values.opaque:
            return self._shape(replace(schema, enum=()))
        return or_null(self._of_values(schema, values.plain, named), values.nullable)

    def _of_values(self, schema: Schema, values: tuple[Json, ...], named: bool) -> Type:
        if not values:
            return NULL
        if all(isinstance(value, bool) for value in values):
            return Const(values[0]) if len(values) == 1 else Scalar(Kind.BOOLEAN)
        if any(map(is_wide, values)):
            return of_wide(values) or ANY
        listed = members(values, schema.hints)
        if len(values) == 1 and not named and listed[0].name is None:
            return Const(values[0])
        return self._declare_enum(schema, listed)

    def _declare_enum(self, schema: Schema, listed: tuple[Member, ...]) -> Type:
        self.types[schema.id] = enum(schema, listed)
        return Ref(schema.id)

    # ------------------------------------------------------------------ unions

    def _union(self, schema: Schema, listed: list[Schema]) -> Type:
        """Shape the members of a union; a single one that is left stands for all, unless a discriminator says that
        others may come (D11.2)."""
        nullable = any(map(is_null, union_of(schema)))
        if not listed:
            return NULL if nullable else ANY
        if len(listed) == 1 and schema.discriminator is None:
            return or_null(self._alone(schema, listed[0]), nullable)
        as_enum = self._as_enum(schema, listed)
        if as_enum is not None:
            return or_null(as_enum, nullable)
        options = [Option(member, self._inline(member)) for member in listed]
        nullable = nullable or any(option.type != stripped(option.type) for option in options)
        left = distinct(replace(option, type=stripped(option.type)) for option in options)
        left = self._without_text(left)
        named = {option.schema.id for option in left if option.name is not None} if len(left) > 1 else ()
        for option in options:
            declared = self._declared(option.schema, option.type)
            self._tell_unused(option.schema, declared, named=option.schema.id in named)
        if len(left) == 1 and schema.discriminator is None:
            return or_null(left[0].type, nullable)
        return or_null(self._declare_union(schema, left), nullable)

    def _alone(self, schema: Schema, member: Schema) -> Type:
        """Shape the only member in the place of the union, which then is not seen in names."""
        if member.ref is not None:
            return self._refer(member.ref)
        inner = replace(
            member,
            id=schema.id,
            title=schema.title or member.title,
            description=schema.description or member.description,
            deprecated=schema.deprecated or member.deprecated,
            examples=schema.examples or member.examples,
            hints=schema.hints or member.hints,
        )
        return self._shape(inner, named=is_component(schema.id))

    def _as_enum(self, schema: Schema, listed: list[Schema]) -> Type | None:
        """Read a union of constants, or of an enum and any other text, as the enum that it is."""
        constants = from_constants(listed)
        if constants is not None and len({member.value for member in constants}) == len(constants):
            return self._declare_enum(schema, members_with_kept_titles(schema.id, constants, self.context.lock))
        texts = [member for member in listed if is_any_text(member)]
        values = [member for member in listed if not is_any_text(member)]
        if not texts or not values:
            return None
        self.free.add(schema.id)
        if len(values) == 1 and values[0].enum and values[0].ref is None and len(values[0].enum) > 1:
            hints = schema.hints or values[0].hints
            found = read_values(values[0], self.context, self.subject)
            if found.opaque or base_type(values[0], found.plain) != STRING:
                return None
            return or_null(self._declare_enum(schema, members(found.plain, hints)), found.nullable)
        constants = from_constants(values)
        if constants is None or not all(isinstance(member.value, str) for member in constants):
            return None
        return self._declare_enum(schema, members_with_kept_titles(schema.id, constants, self.context.lock))

    def _without_text(self, options: list[Option]) -> list[Option]:
        """Drop any text beside an enum component that keeps unknown text anyhow."""
        if len(options) != 2 or not any(option.type == STRING for option in options):
            return options
        enums = [option for option in options if self._is_open_text(option.type)]
        if len(enums) != 1:
            return options
        self.free |= {option.type.target for option in enums if isinstance(option.type, Ref)}
        return enums

    def _is_open_text(self, type_: Type) -> bool:
        if not isinstance(type_, Ref):
            return False
        declared = self.types.get(type_.target)
        if declared is not None:
            return is_enum_of_text(declared)
        schema = self.schemas.get(type_.target)
        if schema is None or not schema.enum or (schema.hints and schema.hints.open is False):
            return False
        return all(isinstance(value.json, str) or value.json is None for value in schema.enum)

    def _declare_union(self, schema: Schema, options: list[Option]) -> Type:
        if schema.discriminator is not None:
            self.discriminators[schema.id] = schema.discriminator
        self.subjects[schema.id] = self.subject
        self.types[schema.id] = union(schema, options)
        return Ref(schema.id)


def _speaks_of_field(schema: Schema) -> bool:
    hints = schema.hints
    return schema.deprecated or (hints is not None and (is_named(hints) or hints.type_name is not None))


def _class_hints(hints: Hints) -> Hints | None:
    if hints == NO_HINTS:
        return None
    return replace(hints, name=None, names_in=(), type_name=None, deprecation_message=None)

"""Turns schemas into types: the walk of pass shape_types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.ir.node import Id, Json
from compiler.ir.nodes import Schema
from compiler.ir.types import (
    ANY,
    NULL,
    Const,
    Declaration,
    Enum,
    Kind,
    ListOf,
    Ref,
    Type,
    Union,
)
from passes.context import Context
from passes.shape_types.choices import ChoiceShaper
from passes.shape_types.declarations import alias, is_named
from passes.shape_types.drafts import Drafts, Layer, Made
from passes.shape_types.inherited_keywords import Lookups
from passes.shape_types.objects import ObjectShaper
from passes.shape_types.scalars import WIDE, inferred_type, is_wide, of_wide, scalar, text
from passes.support.components import is_component
from passes.support.places import extension
from passes.support.schemas import union_of
from passes.support.unions.members import flat_members, or_null, split_types, stripped

EVERY_TYPE = 5
"""A value that may be of so many JSON types may be any value."""
CHAIN = 100
"""Through so many references to inline schemas types are made at once; what lies behind is declared on its own."""


@dataclass(slots=True)
class Shaper:
    """Makes types of schemas, and the declarations these need."""

    schemas: Mapping[Id, Schema]
    context: Context
    files: Mapping[Id, bool] = field(default_factory=dict)
    """The schemas with identities that other bodies than JSON reach; asked where a file is declared."""
    drafts: Drafts = field(default_factory=Drafts)
    entered: set[Id] = field(default_factory=set)
    """Referred inline schemas whose type is being made."""
    subject: Id | None = None
    """The component, operation or event that is being shaped, for diagnostics."""
    home: Id | None = None
    """The schema with an identity that is being shaped; else ``in_json`` tells whether JSON holds what is."""
    in_json: bool = False
    lookups: Lookups = field(init=False)

    def __post_init__(self) -> None:
        self.lookups = Lookups(self.schemas)

    # ------------------------------------------------------------------ components

    def declare_components(self) -> None:
        """Declare every component, and what else is referred to."""
        for at, schema in self.schemas.items():
            declare_schema(at, schema, self)
        self.subject = self.home = None

    def declare(self, at: Id, schema: Schema) -> None:
        """Declare a component, or an inline schema that is referred to."""
        self.subject = self.home = at
        if is_component(at):
            self._declare_component(at, schema)
        else:
            self._referred(at)

    def tables(self) -> tuple[Mapping[Id, Any], ...]:
        """Return the tables that shaping reads."""
        drafts = self.drafts
        return self.schemas, self.files, drafts.types, drafts.inline, drafts.told

    def open_aside(self, context: Context, schemas: Any, files: Any, *drafts: Any) -> Shaper:
        """Return a shaper that reads views of these tables, and writes down apart what it makes."""
        types, inline, told = map(Layer, drafts)
        return Shaper(schemas, context, files, Drafts(types, inline, told))

    def entries(self) -> Made:
        """Return what a shaper has made that stands aside."""
        drafts: Any = self.drafts
        return self.drafts.collect(drafts.types.own, drafts.inline.own, drafts.told.own)

    def add_entries(self, made: Made) -> None:
        """Add what another has made."""
        self.drafts.take(made)

    def _declare_component(self, at: Id, schema: Schema) -> None:
        type_ = stripped(self.shape_plain(schema, named=True))
        if at not in self.drafts.types:
            self.drafts.types[at] = alias(schema, ANY if type_ == Ref(at) else type_)
        self.tell_unused(schema, self.drafts.types[at])

    def _referred(self, at: Id) -> Type:
        """Return the type of an inline schema that something refers to; a declaration only where it must be one."""
        found = self.drafts.inline.get(at)
        if found is not None:
            return found
        if at in self.entered:  # it holds itself, in a list or map
            self.drafts.inline[at] = Ref(at)
            return Ref(at)
        if len(self.entered) >= CHAIN:
            self.drafts.late.append(at)
            self.drafts.inline[at] = Ref(at)
            return Ref(at)
        self.entered.add(at)
        home, self.home = self.home, at
        type_ = stripped(self.shape_plain(self.schemas[at]))
        self.home = home
        self.entered.discard(at)
        if type_ == Ref(at) and at not in self.drafts.types:
            type_ = ANY  # it is nothing but itself
        if self.drafts.inline.get(at) == Ref(at) and type_ != Ref(at):
            self.drafts.types[at] = alias(self.schemas[at], type_)
            return Ref(at)
        self.drafts.inline[at] = type_
        return type_

    def _is_in_json(self) -> bool:
        """Tell whether what is being shaped is JSON, which has no bytes: a file is a text there."""
        return self.in_json if self.home is None else self.home not in self.files

    def declare_late(self) -> None:
        """Declare what stands at the end of long chains of references: each level would take frames of the stack."""
        while self.drafts.late:
            at = self.subject = self.home = self.drafts.late.pop()
            self._declare_component(at, self.schemas[at])
        self.subject = self.home = None

    # ------------------------------------------------------------------ expressions

    def shape(self, schema: Schema) -> Type:
        """Return the type of an inline schema; its declarations are made on the way."""
        found = self.shape_quietly(schema)
        if schema.hints is not None:
            self.tell_unused(schema, self.declared_of(schema, found))
        return found

    def shape_quietly(self, schema: Schema) -> Type:
        """Return the type of an inline schema; whoever asks tells of hints that say nothing."""
        if schema.ref is not None:
            return self.refer(schema.ref)
        found = self.drafts.inline.get(schema.id)
        if found is None:
            found = self.shape_plain(schema)
            if isinstance(stripped(found), Ref):
                self.drafts.inline[schema.id] = found
        return found

    def declared_of(self, schema: Schema, type_: Type) -> Declaration | None:
        """Return the declaration that was made of a schema of a type, if any was."""
        own = schema.ref is None and stripped(type_) == Ref(schema.id)
        return self.drafts.types.get(schema.id) if own else None

    def tell_unused(self, schema: Schema, declared: Declaration | None, *, named: bool = False) -> None:
        """Warn of hints that say nothing of the declaration that was made of a schema, if any was (D2.2).

        ``named``: it is a member of a union, which its name says.
        """
        hints = schema.hints
        if hints is None or schema.id in self.drafts.told:
            return
        if is_named(hints) and declared is None and not named:
            self.tell(schema, "name-override", "no class is made of it")
        listed = schema.enum or schema.const is not None or isinstance(declared, Enum | Union)
        if hints.open is not None and not listed:
            self.tell(schema, "unknown-values", "it is neither an enum nor a union")

    def tell(self, schema: Schema, key: str, why: str) -> None:
        """Warn of a hint that says nothing of a schema."""
        self.drafts.told[schema.id] = True
        place = extension(self.context, schema.id, key)
        self.context.diagnostics.report("CG0515", place, at_key=True, key=f"x-codegen-{key}", why=why)

    def refer(self, target: Id) -> Type:
        """Return the type of what a reference leads to."""
        if target not in self.schemas:
            return ANY  # dangling: lowering has told
        type_ = Ref(target) if is_component(target) else self._referred(target)
        return or_null(type_, self.lookups.is_nullable(target))

    def shape_plain(self, schema: Schema, named: bool = False) -> Type:
        """Return the type of a schema that is no reference; ``named``: a component, whose enum may have one value."""
        if schema.ref is not None:
            return self.refer(schema.ref)
        if schema.always or schema.never:
            return ANY
        if schema.const is not None:
            return self._constant(schema.const.json)
        if schema.enum:
            return ChoiceShaper(self).shape_enum(schema, named)
        if union_of(schema):
            return ChoiceShaper(self).shape_union(schema, list(flat_members(schema)))
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
        return or_null(ChoiceShaper(self).shape_union(schema, list(split_types(schema))), "null" in schema.types)

    def _of_type(self, schema: Schema, type_: str | None) -> Type:
        match type_:
            case "object":
                return ObjectShaper(self).shape(schema)
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
        return ChoiceShaper(self).shape_union(Schema(id=f"{schema.id}/prefixItems"), listed)

    @staticmethod
    def _constant(value: Json) -> Type:
        if value is None:
            return NULL
        return of_wide([value]) or WIDE if is_wide(value) else Const(value)


def declare_schema(at: Id, schema: Schema, shaper: Shaper) -> None:
    """Declare a component, or an inline schema that is referred to."""
    shaper.declare(at, schema)

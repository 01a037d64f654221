"""Shapes schemas whose values are one of several: enums and unions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.ir.node import Json, frozen, replace
from compiler.ir.nodes import Schema
from compiler.ir.types import ANY, NULL, STRING, Const, Kind, Member, Ref, Scalar, Type
from passes.shape_types.declarations import enum, union
from passes.shape_types.enums import base_type, from_constants, is_enum_of_text, members, read_values
from passes.shape_types.scalars import is_wide, of_wide
from passes.support.components import is_component
from passes.support.names.kept_titles import members_with_kept_titles
from passes.support.schemas import is_null, union_of
from passes.support.unions.members import Option, distinct, is_any_text, or_null, stripped

if TYPE_CHECKING:
    from passes.shape_types.shaper import Shaper


@frozen
class ChoiceShaper:
    """Makes enums and unions; what the members of a union are is asked of the :class:`Shaper`."""

    shaper: Shaper

    def shape_enum(self, schema: Schema, named: bool) -> Type:
        """Shape the values of `enum`; ``named``: one alone is an enum, too."""
        values = read_values(schema, self.shaper.context, self.shaper.subject)
        if values.opaque:
            return self.shaper.shape_plain(replace(schema, enum=()))
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
        self.shaper.drafts.types[schema.id] = enum(schema, listed)
        return Ref(schema.id)

    def shape_union(self, schema: Schema, listed: list[Schema]) -> Type:
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
        options = [Option(member, self.shaper.shape_quietly(member)) for member in listed]
        nullable = nullable or any(option.type != stripped(option.type) for option in options)
        left = distinct(replace(option, type=stripped(option.type)) for option in options)
        left = self._without_text(left)
        named = {option.schema.id for option in left if option.name is not None} if len(left) > 1 else ()
        for option in options:
            declared = self.shaper.declared_of(option.schema, option.type)
            self.shaper.tell_unused(option.schema, declared, named=option.schema.id in named)
        if len(left) == 1 and schema.discriminator is None:
            return or_null(left[0].type, nullable)
        return or_null(self._declare_union(schema, left), nullable)

    def _alone(self, schema: Schema, member: Schema) -> Type:
        """Shape the only member in the place of the union, which then is not seen in names."""
        if member.ref is not None:
            return self.shaper.refer(member.ref)
        inner = replace(
            member,
            id=schema.id,
            title=schema.title or member.title,
            description=schema.description or member.description,
            deprecated=schema.deprecated or member.deprecated,
            examples=schema.examples or member.examples,
            hints=schema.hints or member.hints,
        )
        return self.shaper.shape_plain(inner, named=is_component(schema.id))

    def _as_enum(self, schema: Schema, listed: list[Schema]) -> Type | None:
        """Read a union of constants, or of an enum and any other text, as the enum that it is."""
        constants = from_constants(listed)
        if constants is not None and len({member.value for member in constants}) == len(constants):
            return self._declare_enum(schema, members_with_kept_titles(schema.id, constants, self.shaper.context.lock))
        texts = [member for member in listed if is_any_text(member)]
        values = [member for member in listed if not is_any_text(member)]
        if not texts or not values:
            return None
        self.shaper.drafts.free.add(schema.id)
        if len(values) == 1 and values[0].enum and values[0].ref is None and len(values[0].enum) > 1:
            hints = schema.hints or values[0].hints
            found = read_values(values[0], self.shaper.context, self.shaper.subject)
            if found.opaque or base_type(values[0], found.plain) != STRING:
                return None
            return or_null(self._declare_enum(schema, members(found.plain, hints)), found.nullable)
        constants = from_constants(values)
        if constants is None or not all(isinstance(member.value, str) for member in constants):
            return None
        return self._declare_enum(schema, members_with_kept_titles(schema.id, constants, self.shaper.context.lock))

    def _without_text(self, options: list[Option]) -> list[Option]:
        """Drop any text beside an enum component that keeps unknown text anyhow."""
        if len(options) != 2 or not any(option.type == STRING for option in options):
            return options
        enums = [option for option in options if self._is_open_text(option.type)]
        if len(enums) != 1:
            return options
        self.shaper.drafts.free |= {option.type.target for option in enums if isinstance(option.type, Ref)}
        return enums

    def _is_open_text(self, type_: Type) -> bool:
        if not isinstance(type_, Ref):
            return False
        declared = self.shaper.drafts.types.get(type_.target)
        if declared is not None:
            return is_enum_of_text(declared)
        schema = self.shaper.schemas.get(type_.target)
        if schema is None or not schema.enum or (schema.hints and schema.hints.open is False):
            return False
        return all(isinstance(value.json, str) or value.json is None for value in schema.enum)

    def _declare_union(self, schema: Schema, options: list[Option]) -> Type:
        if schema.discriminator is not None:
            self.shaper.drafts.discriminators[schema.id] = schema.discriminator
        self.shaper.drafts.subjects[schema.id] = self.shaper.subject
        self.shaper.drafts.types[schema.id] = union(schema, options)
        return Ref(schema.id)

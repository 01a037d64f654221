"""Shapes schemas of objects: models with their fields, and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Hints, Property, Schema
from compiler.ir.types import ANY, Const, Field, MapOf, Model, Name, Origin, Ref, Type
from passes.shape_types.choices import ChoiceShaper
from passes.shape_types.declarations import NO_HINTS, declaration_fields, example, is_named
from passes.support.components import is_component
from passes.support.places import nearest
from passes.support.schemas import text_of
from passes.support.unions.members import stripped

if TYPE_CHECKING:
    from passes.shape_types.shaper import Shaper


@frozen
class ObjectShaper:
    """Makes models and maps; what their members are is asked of the :class:`Shaper`."""

    shaper: Shaper

    def shape(self, schema: Schema) -> Type:
        """Return a model, or the map that an object without properties is."""
        values = self._values(schema)
        if not schema.properties and not (schema.closed and values is None):  # patterns alone make a map
            return MapOf(ANY if values is None else values, schema.checks)
        self.shaper.drafts.types[schema.id] = model = Model(id=schema.id)  # holds its place in the order
        self._check_required(schema)
        required = frozenset(schema.required)
        fields = tuple(self._field(item, required) for item in schema.properties if not item.schema.never)
        self.shaper.drafts.types[schema.id] = replace(
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
            return self.shaper.shape(listed[0]) if listed else None
        return ChoiceShaper(self.shaper).shape_union(Schema(id=f"{schema.id}/patternProperties"), listed)

    def _check_required(self, schema: Schema) -> None:
        if not schema.properties:
            return
        known = {item.wire for item in schema.properties}
        for name in schema.required:
            if name not in known:
                self.shaper.context.diagnostics.report(
                    "CG0510",
                    self.shaper.context.loc(schema.id).at("required"),
                    subject=self.shaper.subject,
                    name=name,
                    nearest=nearest(name, known),
                )

    def _field(self, item: Property, required: frozenset[str]) -> Field:
        schema = item.schema
        hints = schema.hints
        if hints is None:
            hints = NO_HINTS
            type_ = self.shaper.shape_quietly(replace(schema, deprecated=False) if schema.deprecated else schema)
        else:
            type_ = self._hinted(schema, hints)
        read_only, write_only, default = self.shaper.lookups.property_facts(schema)
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
        type_ = self.shaper.shape(plain)
        if hints.type_name is not None:
            if schema.ref is not None or not self._name_class(schema.id, type_, Hints(name=hints.type_name)):
                self.shaper.tell(schema, "type-name", "no class is made of it")
        elif schema.ref is None and is_named(hints):
            self._name_class(schema.id, type_, hints)
        return type_

    def _name_class(self, at: Id, type_: Type, hints: Hints) -> bool:
        """Give the class that is made of a property alone, null aside, the name of the property's override (D3.1).

        Returns whether there is such a class.
        """
        found = stripped(type_)
        declared = self.shaper.drafts.types.get(found.target) if isinstance(found, Ref) else None
        if (
            declared is not None
            and f"{declared.id}/".startswith(f"{at}/")
            and declared.name is None
            and not declared.names_in
        ):
            name = Name(hints.name, Origin.OVERRIDE) if hints.name is not None else None
            self.shaper.drafts.types[declared.id] = replace(declared, name=name, names_in=hints.names_in)
            return True
        return False


def _speaks_of_field(schema: Schema) -> bool:
    hints = schema.hints
    return schema.deprecated or (hints is not None and (is_named(hints) or hints.type_name is not None))


def _class_hints(hints: Hints) -> Hints | None:
    if hints == NO_HINTS:
        return None
    return replace(hints, name=None, names_in=(), type_name=None, deprecation_message=None)

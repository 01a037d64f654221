"""Texts of docstrings, made of the document's own descriptions."""

from __future__ import annotations

import json
from collections.abc import Mapping

from backends import texts
from backends.constraints import constraint_text
from backends.texts import Ageing, default_said, default_text, field_said, joined, type_said
from compiler.ir.node import Id
from compiler.ir.types import Alias, Declaration, Enum, Field, Model, Nullable, Ref, Union


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type; None where nothing is."""
    return joined([type_said(declared), *_members(declared), deprecation(declared)])


def _members(declared: Model | Enum | Union | Alias) -> list[str]:
    """Write what is documented about the values of an enum, a line each."""
    if not isinstance(declared, Enum):
        return []
    lines = [
        f"- ``{json.dumps(one.value, ensure_ascii=False)}``: {' '.join(one.description.split())}"
        for one in declared.members
        if one.description
    ]
    return ["\n".join(lines)] if lines else []


def field_text(field: Field, declared: Mapping[Id, Declaration]) -> str | None:
    """Write what is documented about a field; None where nothing is, or all of it stands at the type it names."""
    told = field_said(field)
    if told and told == _named_text(field, declared):
        told = None
    asked = constraint_text(field.type, "``")
    default = default_text(default_said(field))
    noted = deprecation(field)
    if asked is None and default is None and noted is None:
        return (told.strip() or None) if told else None  # nine of ten
    return joined([told, " ".join(filter(None, (asked, default))), noted])


def _named_text(field: Field, declared: Mapping[Id, Declaration]) -> str | None:
    """Give what the documentation of a field's own type begins with; None where the type has no name."""
    held = field.type.inner if isinstance(field.type, Nullable) else field.type
    return declared[held.target].description if isinstance(held, Ref) else None


def deprecation(item: Ageing) -> str | None:
    """Write the note of what is deprecated, with the reason the document gives."""
    return texts.deprecation(item, "Deprecated: {}", "Deprecated.")

"""Texts of docstrings, made of the document's own descriptions."""

from __future__ import annotations

import json
from collections.abc import Mapping

from backends.constraints import constraint_text, default_said, field_said
from compiler.ir.node import Id
from compiler.ir.types import Alias, Declaration, Enum, Field, Model, Nullable, Ref, Union


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type; None where nothing is. A title of one word is only its name again."""
    title = declared.title if " " in (declared.title or "").strip() else None
    parts = [declared.description or title, deprecation(declared.deprecated, declared.deprecation_message)]
    return joined(parts)


def field_text(field: Field, declared: Mapping[Id, Declaration]) -> str | None:
    """Write what is documented about a field; None where nothing is, or all of it stands at the type it names."""
    told = field_said(field)
    if told and told == _named_text(field, declared):
        told = None
    asked = constraint_text(field.type, "``")
    default = default_said(field)
    noted = deprecation(field.deprecated, field.deprecation_message)
    if asked is None and default is None and noted is None:
        return (told.strip() or None) if told else None  # nine of ten
    given = None if default is None else f"Default: {json.dumps(default.json, ensure_ascii=False)}."
    return joined([told, " ".join(filter(None, (asked, given))), noted])


def _named_text(field: Field, declared: Mapping[Id, Declaration]) -> str | None:
    """Give what the documentation of a field's own type begins with; None where the type has no name."""
    held = field.type.inner if isinstance(field.type, Nullable) else field.type
    return declared[held.target].description if isinstance(held, Ref) else None


def deprecation(deprecated: bool, message: str | None) -> str | None:
    """Write the note of what is deprecated, with the reason the document gives."""
    if not deprecated and not message:
        return None
    return f"Deprecated: {message}" if message else "Deprecated."


def joined(parts: list[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    found = [part.strip() for part in parts if part and part.strip()]
    return "\n\n".join(found) or None

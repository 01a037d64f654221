"""Texts of docstrings, made of the document's own descriptions."""

from __future__ import annotations

import json

from backends.constraints import constraint_text
from compiler.ir.types import Alias, Enum, Field, Model, Union


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type; None where nothing is. A title of one word is only its name again."""
    title = declared.title if " " in (declared.title or "").strip() else None
    parts = [declared.description or title, deprecation(declared.deprecated, declared.deprecation_message)]
    return joined(parts)


def field_text(field: Field) -> str | None:
    """Write what is documented about a field; None where nothing is."""
    default = None
    if field.default is not None:
        default = f"Default: {json.dumps(field.default.json, ensure_ascii=False)}."
    noted = deprecation(field.deprecated, field.deprecation_message)
    return joined([field.description or field.title, constraint_text(field.type, "``"), default, noted])


def deprecation(deprecated: bool, message: str | None) -> str | None:
    """Write the note of what is deprecated, with the reason the document gives."""
    if not deprecated and not message:
        return None
    return f"Deprecated: {message}" if message else "Deprecated."


def joined(parts: list[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    found = [part.strip() for part in parts if part and part.strip()]
    return "\n\n".join(found) or None

"""Texts of docstrings, from the document's own descriptions."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from backends import texts, words
from backends.constraints import constraint_text
from backends.texts import Ageing, default_said, default_text, field_said, is_plain, joined, type_said
from compiler.base.markdown import to_plain
from compiler.ir.types import Alias, Enum, Field, Model, Union

say = partial(words.section, Path(__file__).parent)
"""Write a section of the words."""


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type; None where nothing is, or if its property already says all of it."""
    told = "" if _is_of_property(declared) else to_plain(type_said(declared) or "")
    return joined([told, *_members(declared), deprecation(declared)])


def _members(declared: Model | Enum | Union | Alias) -> list[str]:
    """Write what is documented about the values of an enum, one line per value."""
    if not isinstance(declared, Enum):
        return []
    lines = [
        f"- ``{json.dumps(one.value, ensure_ascii=False)}``: {' '.join(to_plain(one.description).split())}"
        for one in declared.members
        if one.description
    ]
    return ["\n".join(lines)] if lines else []


def _is_of_property(declared: Model | Enum | Union | Alias) -> bool:
    """Tell whether a type is written inline in a property whose documentation says the same (D11.6)."""
    return (
        not isinstance(declared, Alias) and declared.unnamed and declared.id.rpartition("/")[0].endswith("/properties")
    )


def field_text(field: Field) -> str | None:
    """Write what is documented about a field; None where nothing is."""
    return text_of_field(field, constraint_text(field.type, "``"))


def text_of_field(field: Field, asked: str | None) -> str | None:
    """Write the same; ``asked`` are the constraints of its type."""
    told = field.description or field_said(field)
    if asked is None and is_plain(field):
        return (to_plain(told).strip() or None) if told else None
    default = default_text(default_said(field))
    return joined([to_plain(told or ""), " ".join(filter(None, (asked, default))), deprecation(field)])


def deprecation(item: Ageing) -> str | None:
    """Write a deprecation note, with the reason that the document gives."""
    return texts.deprecation(item, "Deprecated: {}", "Deprecated.")

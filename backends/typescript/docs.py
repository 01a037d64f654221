"""Texts of documentation comments, from the document's own descriptions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from backends import texts, words
from backends.constraints import constraint_text
from backends.texts import (
    Ageing,
    MethodComment,
    default_said,
    default_text,
    field_said,
    is_plain,
    joined,
    returned_said,
    said_once,
    type_said,
)
from compiler.ir.types import Alias, Enum, Field, Model, Union
from compiler.ir.wire import WireOperation
from compiler.plan.plan import Argument, Method

say = partial(words.section, Path(__file__).parent)
"""Write a section of the words."""


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type."""
    return joined([type_said(declared), *_members(declared), deprecation(declared)])


def _members(declared: Model | Enum | Union | Alias) -> list[str]:
    if not isinstance(declared, Enum):
        return []
    described = [member for member in declared.members if member.description]
    lines = [f"- `{member.value}`: {' '.join((member.description or '').split())}" for member in described]
    return ["\n".join(lines)] if lines else []


def field_text(field: Field) -> str | None:
    """Write what is documented about a property."""
    told = field.description or (field_said(field) if field.title else None)
    asked = constraint_text(field.type, "`")
    if asked is None and is_plain(field):
        return (told.strip() or None) if told else None
    return joined([told, asked, default_text(default_said(field), "`"), deprecation(field)])


def argument_text(argument: Argument) -> str | None:
    """Write what is documented about an argument."""
    asked, default = constraint_text(argument.type, "`"), default_text(argument.default, "`")
    return joined([argument.description, asked, default, deprecation(argument)])


def operation_text(
    operation: WireOperation,
    throws: Iterable[tuple[str, str]] = (),
    arguments: Iterable[Argument] = (),
    example: str | None = None,
) -> str:
    """Write what is documented about a method: ``arguments`` are the positional ones, ``example`` is code."""
    given = [(item.ident, " ".join((argument_text(item) or "").split())) for item in arguments]
    told = "; ".join(returned_said(operation.answers))
    doc = MethodComment(
        text=said_once(operation.summary, operation.description) or [f"`{operation.method} {operation.path}`"],
        arguments="\n".join(f"@param {name} - {text}" for name, text in given if text),
        returns=f"@returns {told}" if told else "",
        errors="\n".join(f"@throws {{{name}}} {text}".rstrip() for name, text in throws),
        deprecation=deprecation(operation),
        see=f"@see {operation.external_docs}" if operation.external_docs else "",
        call=f"@example\n```ts\n{example}\n```" if example else "",
    )
    return joined([*doc.text, "\n".join(doc.notes())]) or ""


def alias_text(method: Method, operation: WireOperation) -> str:
    """Write what is documented about a further name of a method."""
    return joined([f"Another name of `{method.ident}`.", deprecation(operation)]) or ""


def deprecation(item: Ageing) -> str | None:
    """Write the ``@deprecated`` tag."""
    note = texts.deprecation(item, "@deprecated {}", "@deprecated")
    return None if note is None else " ".join(note.split())

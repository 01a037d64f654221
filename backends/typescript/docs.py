"""Texts of documentation comments, made of the document's own descriptions."""

from __future__ import annotations

import json
from collections.abc import Iterable

from backends.constraints import constraint_text, default_said, field_said, said_once
from compiler.ir.plan import Argument
from compiler.ir.types import Alias, Enum, Field, Model, Union, Value
from compiler.ir.wire import Answer, WireOperation


def type_text(declared: Model | Enum | Union | Alias) -> str | None:
    """Write what is documented about a type. A title of one word is only its name again."""
    note = deprecation(declared.deprecated, declared.deprecation_message)
    title = declared.title if " " in (declared.title or "").strip() else None
    return joined([declared.description or title, *_members(declared), note])


def _members(declared: Model | Enum | Union | Alias) -> list[str]:
    if not isinstance(declared, Enum):
        return []
    described = [member for member in declared.members if member.description]
    lines = [f"- `{member.value}`: {' '.join((member.description or '').split())}" for member in described]
    return ["\n".join(lines)] if lines else []


def field_text(field: Field) -> str | None:
    """Write what is documented about a property."""
    told, asked = field_said(field), constraint_text(field.type, "`")
    default = _default(default_said(field))
    note = deprecation(field.deprecated, field.deprecation_message)
    if asked is None and default is None and note is None:
        return (told.strip() or None) if told else None  # nine of ten
    return joined([told, asked, default, note])


def argument_text(argument: Argument) -> str | None:
    """Write what is documented about an argument."""
    note = deprecation(argument.deprecated, argument.deprecation_message)
    default = _default(argument.default)
    return joined([argument.description, constraint_text(argument.type, "`"), default, note])


def _default(value: Value | None) -> str | None:
    return None if value is None else f"Default: `{json.dumps(value.json, ensure_ascii=False)}`."


def operation_text(operation: WireOperation, throws: Iterable[tuple[str, str]] = ()) -> str:
    """Write what is documented about a method."""
    parts = said_once(operation.summary, operation.description) or [f"`{operation.method} {operation.path}`"]
    parts += [f"See {operation.external_docs}"] if operation.external_docs else []
    tags = [*_returned(operation.answers), *(f"@throws {{{name}}} {text}".rstrip() for name, text in throws)]
    note = deprecation(operation.deprecated, operation.deprecation_message)
    return joined([*parts, "\n".join(tags), note]) or ""


def _returned(answers: Iterable[Answer]) -> Iterable[str]:
    texts = [" ".join(answer.description.split()) for answer in answers if not answer.error and answer.description]
    usual = ("ok", "success", "successful response")
    told = dict.fromkeys(text for text in texts if text and text.lower() not in usual)
    if told:
        yield f"@returns {'; '.join(told)}"


def deprecation(deprecated: bool, message: str | None) -> str | None:
    """Write the tag of what is deprecated."""
    if not deprecated and not message:
        return None
    return f"@deprecated {' '.join(message.split())}" if message else "@deprecated"


def joined(parts: Iterable[str | None]) -> str | None:
    """Join paragraphs; None where there are none."""
    parts = list(filter(None, parts))
    if not parts:
        return None
    return "\n\n".join([bare for part in parts if part and (bare := part.strip())]) or None

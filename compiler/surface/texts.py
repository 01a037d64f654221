"""What the documentation of a symbol says, by what of it is described: changes of it alone break nobody."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen

if TYPE_CHECKING:
    from compiler.ir.types import Declaration, Field, Value
    from compiler.ir.wire import WireEvent, WireOperation
    from compiler.plan.plan import Argument, Method

Table = Mapping[str, str]


@frozen
class Said:
    """The texts of a symbol, and what of it is deprecated with the message of each."""

    texts: Table
    deprecated: Table


def of_method(method: Method, operation: WireOperation) -> Said:
    """Return the documentation of a method and of its arguments."""
    texts = {
        "summary": operation.summary,
        "description": operation.description,
        "link": operation.external_docs,
        **{f"description of {answer.status}": answer.description for answer in operation.answers},
    }
    whole = [] if method.whole_body is None or method.whole_body in method.arguments else [method.whole_body]
    arguments = {item.ident: item for item in (*method.arguments, *whole)}
    for name, item in arguments.items():
        texts |= {f"{what} of `{name}`": text for what, text in _of_argument(item).items()}
    deprecated = {"": operation.deprecation_message or ""} if operation.deprecated else {}
    return Said(_drop_empty(texts), deprecated | _deprecated(arguments))


def of_declaration(item: Declaration) -> Said:
    """Return the documentation of a type, without that of its members."""
    texts = {"title": item.title, "description": item.description, "examples": _values(item.examples)}
    return Said(_drop_empty(texts), {"": item.deprecation_message or ""} if item.deprecated else {})


def of_field(item: Field) -> Said:
    """Return the documentation of a field."""
    texts = {
        "title": item.title,
        "description": item.description,
        "default": _value(item.default),
        "example": _value(item.example),
    }
    return Said(_drop_empty(texts), {"": item.deprecation_message or ""} if item.deprecated else {})


def of_event(item: WireEvent) -> Said:
    """Return the documentation of an event."""
    texts = {"summary": item.summary, "description": item.description}
    return Said(_drop_empty(texts), {"": ""} if item.deprecated else {})


def of_text(text: str | None) -> Said:
    """Return what has a description and nothing else."""
    return Said(_drop_empty({"description": text}), {})


def _of_argument(item: Argument) -> dict[str, str | None]:
    return {"description": item.description, "default": _value(item.default), "example": _value(item.example)}


def _deprecated(arguments: Mapping[str, Argument]) -> dict[str, str]:
    return {name: item.deprecation_message or "" for name, item in arguments.items() if item.deprecated}


def _drop_empty(texts: Mapping[str, str | None]) -> dict[str, str]:
    return {what: text for what, text in texts.items() if text}


def _value(value: Value | None) -> str | None:
    return json.dumps(value.json, ensure_ascii=False, default=str) if value is not None else None


def _values(values: Iterable[Value]) -> str | None:
    return "\n".join(_value(item) or "" for item in values)

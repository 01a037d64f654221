"""What the documentation of a symbol says, by what of it is described: changes of it alone break nobody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.ir.node import TextKind, texts_of

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
        **_texts_of(operation),
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
    return Said(_drop_empty(_texts_of(item)), {"": item.deprecation_message or ""} if item.deprecated else {})


def of_field(item: Field) -> Said:
    """Return the documentation of a field."""
    texts = _texts_of(item, item.default)
    return Said(_drop_empty(texts), {"": item.deprecation_message or ""} if item.deprecated else {})


def of_event(item: WireEvent) -> Said:
    """Return the documentation of an event."""
    return Said(_drop_empty(_texts_of(item)), {"": ""} if item.deprecated else {})


def of_text(text: str | None) -> Said:
    """Return what has a description and nothing else."""
    return Said(_drop_empty({"description": text}), {})


def _of_argument(item: Argument) -> dict[str, str | None]:
    return _texts_of(item, item.default)


def _texts_of(item: object, default: Value | None = None) -> dict[str, str | None]:
    """Return the texts of a part by their names, its default before its examples; but no message and no link."""
    texts, examples = (
        {name: _text(getattr(item, name)) for name in texts_of(type(item), *kinds)}
        for kinds in ((TextKind.PROSE, TextKind.TITLE), (TextKind.EXAMPLE,))
    )
    return texts | {"default": _value(default)} | examples


def _deprecated(arguments: Mapping[str, Argument]) -> dict[str, str]:
    return {name: item.deprecation_message or "" for name, item in arguments.items() if item.deprecated}


def _drop_empty(texts: Mapping[str, str | None]) -> dict[str, str]:
    return {what: text for what, text in texts.items() if text}


def _text(value: str | Value | tuple[Value, ...] | None) -> str | None:
    if isinstance(value, tuple):
        return "\n".join(_value(item) or "" for item in value)
    return value if isinstance(value, str) else _value(value)


def _value(value: Value | None) -> str | None:
    return json.dumps(value.json, ensure_ascii=False, default=str) if value is not None else None

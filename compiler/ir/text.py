"""The IR's text form: ``dump`` writes any node, :func:`compiler.ir.read.load` reads it back.

Each node is a line: its word, positional values, flags, ``key=value`` pairs, and a block for nested nodes; a block of
one short child stays on the line. The form is generic: the annotations of :mod:`compiler.ir.node` say how a
field is written. Values equal to their default are left out, and so is an identity that follows from the parent's.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, escape
from compiler.ir.types import Checks, Const, ListOf, MapOf, Nullable, Ref, Scalar

BARE_ID = lazy_pattern(r"[A-Za-z0-9_][A-Za-z0-9_/.~$-]*\Z")
BARE_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
TYPES = (Scalar, Const, ListOf, MapOf, Ref, Nullable)
WIDTH = 110


@frozen
class FieldForm:
    """How one field of a node class is written."""

    name: str
    form: str
    default: Any
    word: str | None
    segment: str | None
    bare: bool
    is_id: bool


@functools.cache
def forms(cls: Any) -> tuple[FieldForm, ...]:
    """Return the written fields of a node class, in order."""
    return tuple(_form(field) for field in dataclasses.fields(cls) if "form" in field.metadata)


def _form(field: dataclasses.Field[Any]) -> FieldForm:
    default = field.default
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    meta = field.metadata
    annotation = str(field.type)
    is_id = annotation in ("Id", "Id | None", "tuple[Id, ...]", "frozenset[Id]")
    return FieldForm(
        field.name,
        meta["form"],
        default,
        meta.get("word"),
        meta.get("segment"),
        meta.get("bare", False),
        is_id,
    )


def dump(node: Any, parent: Id = "", only: str | None = None) -> str:
    """Write a node as text that ends in a newline.

    Args:
        node: any instance of a class made by :func:`compiler.ir.node.node`.
        parent: the identity from which the node's own may be derived.
        only: for a whole document: write only the declarations whose identity starts with this.
    """
    if only is not None:
        return "".join(line + "\n" for item in _selected(node, only) for line in _lines(item, "", None, ""))
    return "".join(line + "\n" for line in _lines(node, parent, None, ""))


def _selected(sdk: Any, prefix: str) -> Iterator[Any]:
    for form in forms(sdk.__class__):
        if form.form == "table":
            for at, item in getattr(sdk, form.name).items():
                if at == prefix or at.startswith((prefix + "/", prefix + "#")):
                    yield item


def _lines(node: Any, derived: Id, word: str | None, indent: str) -> Iterator[str]:
    head = f"{indent}{word or node.WORD}{_parts(node, derived)}"
    at: Id = getattr(node, "id", derived)
    children = list(_children(node, at, indent + "  "))
    if not children:
        yield head
    elif len(children) == 1 and len(head) + len(children[0]) < WIDTH:
        yield f"{head} {{ {children[0].strip()} }}"
    else:
        yield head + " {"
        yield from children
        yield indent + "}"


def _parts(node: Any, derived: Id) -> str:
    out: list[str] = []
    declared = derived == ""
    at = ""
    for form in forms(node.__class__):
        value = getattr(node, form.name)
        if form.form == "id":
            if value and declared:
                out.insert(0, " " + format_id(value))
            elif value != derived:
                at = " at=" + format_id(value)
        elif form.form == "arg":
            bare = form.bare and isinstance(value, str) and BARE_NAME.match(value)
            out.append(" " + (value if bare else _value(value, form)))
        elif form.form == "flag":
            if value:
                out.append(" " + form.name.replace("_", "-"))
        elif (form.form == "key" and value != form.default) or (form.form == "blocks" and _is_empty(value, form)):
            out.append(f" {form.name}={_value(value, form)}")
    return "".join(out) + at


def _is_empty(value: Any, form: FieldForm) -> bool:
    return form.default is None and value == ()


def _children(node: Any, at: Id, indent: str) -> Iterator[str]:
    for form in forms(node.__class__):
        value = getattr(node, form.name)
        if form.form == "block" and value is not None:
            yield from _lines(value, _derive(form, at, value, 0), form.word, indent)
        elif form.form == "blocks" and value:
            for index, child in enumerate(value):
                yield from _lines(child, _derive(form, at, child, index), form.word, indent)
        elif form.form == "table":
            for child in value.values():
                yield from _lines(child, "", form.word, indent)


@functools.cache
def _slots(segment: str) -> tuple[str, str | None]:
    before, brace, rest = segment.partition("{")
    return before, rest[:-1] if brace else None


def derive(segment: str | None, at: Id, child: Any, index: int) -> Id:
    """Return the identity a child has by its parent's block: the parent's plus the segment, filled in."""
    if segment is None or not at:
        return "-"
    if not segment:
        return at
    before, slot = _slots(segment)
    if slot is None:
        return f"{at}/{before}"
    filled = str(index) if slot == "i" else escape(str(getattr(child, slot)))
    return f"{at}/{before}{filled}"


def _derive(form: FieldForm, at: Id, child: Any, index: int) -> Id:
    return derive(form.segment, at, child, index)


def format_id(at: Id) -> str:
    """Write an identity: ``@schemas/Test``, quoted if it holds other characters."""
    return "@" + (at if BARE_ID.match(at) else json.dumps(at, ensure_ascii=False))


def _value(value: Any, form: FieldForm) -> str:
    if form.is_id:
        if isinstance(value, str):
            return format_id(value)
        return "[" + ", ".join(map(format_id, value)) + "]"
    return format_value(value)


def format_value(value: Any) -> str:
    """Write a positional or keyed value."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, TYPES):
        return format_type(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(format_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def format_type(type_: Any) -> str:
    """Write a type expression: ``list<string:uuid(min_length=3)>?``."""
    match type_:
        case Scalar(kind, fmt, checks):
            colon = "" if fmt is None else ":" + (fmt if BARE_NAME.match(fmt) else json.dumps(fmt))
            return f"{kind.value}{colon}{_checks(checks)}"
        case Const(value):
            return f"const<{json.dumps(value, ensure_ascii=False)}>"
        case ListOf(item, checks):
            return f"list<{format_type(item)}>{_checks(checks)}"
        case MapOf(value, checks):
            return f"map<{format_type(value)}>{_checks(checks)}"
        case Ref(target):
            return format_id(target)
        case Nullable(inner):
            return format_type(inner) + "?"
    raise TypeError(f"not a type: {type_!r}")


def _checks(checks: Checks | None) -> str:
    if checks is None:
        return ""
    cls: Any = checks.__class__
    pairs = [(form, getattr(checks, form.name)) for form in forms(cls)]
    shown = [
        form.name.replace("_", "-") if form.form == "flag" else f"{form.name}={_value(value, form)}"
        for form, value in pairs
        if value != form.default
    ]
    return "(" + ", ".join(shown) + ")"

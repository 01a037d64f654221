"""Checks whether examples of media types and parameters fit their schemas, down to their inner values.

Only `codegen lint` does this. As for examples of properties (CG0520), only these count: types, listed
values, and required properties. Bounds and patterns do not: the author of an example knows better what a
server accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from compiler.front.mistakes.wording import a_kind
from compiler.front.schemas.value_agreement import Fit, Misfit, mended
from compiler.front.session.session import Session
from compiler.ir.fit import is_time
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.types import Value
from compiler.source import Json, as_json, as_text

_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
_JSON = frozenset({"application/json", "text/json", "application/x-json"})
_LINES = "application/stream+json"
_TIMES: Mapping[str | None, type[date]] = {"date": date, "date-time": datetime}
_LONGEST = 60
_PARTS = 20
"""So many parts of a property are asked whether it goes in one direction; more than a few are a circle."""


def is_value(value: Json, media_type: str) -> bool:
    """Whether an example shows the value itself, which its schema describes, and not the text that is sent."""
    plain = media_type.partition(";")[0].strip().lower()
    if plain.endswith("+json"):
        return plain != _LINES
    return plain in _JSON or (plain in _FORMS and isinstance(value, dict))


def check_examples(session: Session, schemas: Mapping[Id, Schema]) -> None:
    """Report CG0525 for the first value of each example that its schema does not allow."""
    fit = _Fit(schemas)
    held: set[tuple[Id, Id]] = set()
    for schema, at, value in session.found.examples:
        pair = (session.found.aliases.get(schema.id, schema.id), at)  # components are shared by many
        if pair not in held:
            held.add(pair)
            found = fit.misfit(value, schema, set(), 0)
            if found is not None:
                _report(session, at, value, found)


def _report(session: Session, at: Id, value: Json, found: Misfit) -> None:
    for token in found.path:
        value = value[token]  # type: ignore[index]
    key = f"{found.path[-1]}" if found.path else "example"
    shown = a_kind(value) if isinstance(value, dict | list) else _short(as_json(value))
    what = f"has {shown}" if found.path else f"is {shown}"
    help_ = mended(value, key, found.why)
    session.reports.add("CG0525", child(at, *found.path), help=help_, what=what, why=found.why)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


class _Fit(Fit):
    """Says why an example does not fit."""

    def misfit(self, value: Json, schema: Schema, seen: set[Id], depth: int, key: str = "") -> Misfit | None:
        if isinstance(value, dict) and len(value) == 1 and isinstance(value.get("$ref"), str):
            return None  # means what it leads to, as some tools have it
        return super().misfit(value, schema, seen, depth, key)

    def refused(self, value: Json, schema: Schema) -> str | None:
        if schema.enum and not _is_listed(value, schema):
            return "`enum` does not list"
        if isinstance(value, str) and schema.format in _TIMES and not is_time(value, _TIMES[schema.format]):
            return f"is not a valid {schema.format}"
        return self._lacking(value, schema) if isinstance(value, dict) else None

    def _lacking(self, value: dict[str, Json], schema: Schema) -> str | None:
        """Return what an object lacks; requests have no readOnly properties, responses no writeOnly ones (D7.4)."""
        missing = [name for name in schema.required if name not in value]
        if not missing:
            return None
        known = {entry.wire: entry.schema for entry in schema.properties}
        name = next((name for name in missing if name in known and not self._one_way(known[name])), None)
        return None if name is None else f"lacks the property `{name}`"

    def _one_way(self, schema: Schema) -> bool:
        """Whether a property goes in one direction alone, as it says itself or what it is made of; so it may be."""
        parts = [schema]
        for _ in range(_PARTS):
            if not parts:
                return False
            part = parts.pop()
            if part.read_only or part.write_only:
                return True
            refs = [self.schemas[part.ref]] if part.ref is not None and part.ref in self.schemas else []
            parts += [*part.all_of[:_PARTS], *refs]
        return True


def _is_listed(value: Json, schema: Schema) -> bool:
    """Whether `enum` lists a value; among texts, what YAML reads as another type is its text (CG0507)."""
    if Value(value) in schema.enum:
        return True
    texts = isinstance(value, str) and "string" in schema.types
    return texts and any(as_text(one.json) == value for one in schema.enum if isinstance(one.json, bool | int | float))

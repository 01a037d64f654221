"""The meaning of type and format in a schema without structure (D11.3)."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from compiler.ir.media import is_json, is_of_file
from compiler.ir.node import Json
from compiler.ir.nodes import Schema
from compiler.ir.types import Checks, Kind, Scalar

INTEGERS = {"int32": Kind.INT32, "int64": Kind.INT64, "long": Kind.INT64, "uint64": Kind.UINT64}
STRINGS = {
    "date": Kind.DATE,
    "date-time": Kind.DATE_TIME,
    "datetime": Kind.DATE_TIME,
    "byte": Kind.BASE64,
    "base64": Kind.BASE64,
    "binary": Kind.BYTES,
    "decimal": Kind.DECIMAL,
}
WIDE = Scalar(Kind.DECIMAL, "number")
"""Numbers with all their digits: integers of more than 64 bits are constants of few languages, and read so by all."""


def is_wide(value: Json) -> bool:
    """Tell whether a value is an integer of more than 64 bits, with its sign."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def of_wide(values: Iterable[Json]) -> Scalar | None:
    """Return the type of values some of which are wide; None where some are no numbers."""
    listed = list(values)
    if all(isinstance(value, int) and 0 <= value < 2**64 for value in listed):
        return Scalar(Kind.UINT64)
    return WIDE if all(isinstance(value, int | float) for value in listed) else None


NUMERIC_FORMATS = frozenset({"int32", "int64", "uint64", "float", "double", "number", "integer", "long"})
"""Formats from which a missing type is inferred; all others make a string."""

NUMERIC = ("minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of")
TEXTUAL = ("min_length", "max_length", "pattern")


def scalar(type_: str, schema: Schema) -> Scalar:
    """Return the scalar of a JSON type, as format and content keywords refine it.

    The format stays only where the kind does not say it. A decimal that is a JSON number has the format ``number``.
    """
    if schema.checks is None and schema.content_encoding is None and schema.content_media_type is None:
        return _usual(type_, schema.format)
    return _scalar(type_, schema)


@functools.lru_cache(maxsize=1_000)
def _usual(type_: str, form: str | None) -> Scalar:
    """Return one value for all places: a large document has 40,000."""
    return _scalar(type_, Schema(format=form))


def _scalar(type_: str, schema: Schema) -> Scalar:
    checks, form = schema.checks, schema.format
    match type_:
        case "string":
            return _string(schema)
        case "integer":
            kind = INTEGERS.get(form or "")
            return _by_bounds(form, checks) if kind is None else Scalar(kind, None, checks)
        case "number":
            if form == "decimal":
                return Scalar(Kind.DECIMAL, "number", checks)
            if form in INTEGERS:
                return Scalar(INTEGERS[form], None, checks)
            return Scalar(Kind.NUMBER, form, checks)
        case "boolean":
            return Scalar(Kind.BOOLEAN)
        case "null":
            return Scalar(Kind.NULL)
        case _:
            return Scalar(Kind.ANY)


_EXACT = 2**53
"""All integers up to this one are numbers of every language (D11.3)."""
_HIGHEST = 9_223_372_036_854_776_000
"""The highest int64, as languages round it that have no such numbers."""


def _by_bounds(form: str | None, checks: Checks | None) -> Scalar:
    """Return the type of integers whose format does not tell it: of 64 bits where a bound is beyond 53 (D11.3).

    Where a bound is beyond 64 bits, the format says that not all of them have so many.
    """
    if checks is None:
        return Scalar(Kind.INTEGER, form)
    lower = [value for value in (checks.minimum, checks.exclusive_minimum) if value is not None]
    upper = [value for value in (checks.maximum, checks.exclusive_maximum) if value is not None]
    if all(abs(value) <= _EXACT for value in (*lower, *upper)):
        return Scalar(Kind.INTEGER, form, checks)
    if all(abs(value) <= _HIGHEST for value in (*lower, *upper)):
        return Scalar(Kind.INT64, None, checks)
    if any(value >= 0 for value in lower) and all(value <= 2 * _HIGHEST for value in upper):
        return Scalar(Kind.UINT64, None, checks)
    return Scalar(Kind.INT64, "integer", checks)


def _string(schema: Schema) -> Scalar:
    encoding = (schema.content_encoding or "").lower()
    if encoding in ("base64", "base64url"):
        return Scalar(Kind.BASE64, "base64url" if encoding == "base64url" else None, schema.checks)
    if encoding == "binary" or (not encoding and is_of_file(schema.content_media_type)):
        return Scalar(Kind.BYTES, None, schema.checks)
    kind = STRINGS.get(schema.format or "")
    if kind is not None:
        return Scalar(kind, None, schema.checks)
    return text(schema)


def text(schema: Schema) -> Scalar:
    """Return the scalar of a string whose format is documented and no more."""
    return Scalar(Kind.STRING, schema.format, schema.checks)


def inferred_type(schema: Schema) -> str | None:
    """Return the type that the keywords of a schema without `type` speak of; None where any value may stand."""
    if schema.properties or schema.patterns or schema.additional or schema.closed or schema.required:
        return "object"
    if schema.items or schema.prefix_items:
        return "array"
    if schema.format in NUMERIC_FORMATS:
        return "integer" if schema.format in INTEGERS or schema.format == "integer" else "number"
    if schema.format or schema.content_encoding:
        return "string"
    if schema.content_media_type:  # the JSON that it says may be any, and no text that holds it
        return None if is_json(schema.content_media_type) else "string"
    return None if schema.checks is None else _type_of_checks(schema.checks)


def _type_of_checks(checks: Checks) -> str | None:
    if any(getattr(checks, name) is not None for name in TEXTUAL):
        return "string"
    if any(getattr(checks, name) is not None for name in NUMERIC):
        return "number"
    if checks.min_items is not None or checks.max_items is not None or checks.unique_items:
        return "array"
    if checks.min_properties is not None or checks.max_properties is not None:
        return "object"
    return None

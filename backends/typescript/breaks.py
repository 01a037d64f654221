"""What breaks programs that use a TypeScript SDK: data for `codegen diff`."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.plan.breaks import Breaks, Kinds

_LONG = {"bigint": ("bigint",), "string": ("string",)}


def _kinds(settings: Mapping[str, str]) -> Kinds:
    date = ("Date",) if settings.get("dates") == '"Date"' else ("string",)
    long = _LONG.get(settings.get("int64", "").strip('"'), ("number", "bigint"))
    return {
        "integer": ("number",),
        "int32": ("number",),
        "int64": long,
        "uint64": long,
        "number/int64": ("number", "bigint"),
        "decimal": ("string",),
        "decimal/number": ("number",),
        "date": date,
        "date-time": date,
        "base64": ("Uint8Array",),
    }


BREAKS = Breaks(settings=("dates", "int64"), kinds=_kinds)

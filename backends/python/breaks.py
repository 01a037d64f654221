"""What breaks programs that use a Python SDK: data for `codegen diff`."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.plan.breaks import Breaks, Kinds


def _kinds(settings: Mapping[str, str]) -> Kinds:
    whole = dict.fromkeys(("integer", "int32", "int64", "uint64"), ("int",))
    return {**whole, "number": ("float",), "base64": ("bytes",)}


BREAKS = Breaks(
    names_positional=True,
    options_behind=False,
    settings=("models",),
    kinds=_kinds,
    within={"int": ("float",), "boolean": ("int", "float")},
    absent="null",
    exact_items=True,
)

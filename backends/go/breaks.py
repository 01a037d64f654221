"""What breaks programs that use a Go SDK: data for `codegen diff`."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.plan.breaks import Breaks, Kinds

_NIL = frozenset({"list", "map", "enum", "base64", "bytes"})
"""What has a nil, which means absent, and whose null is something else (:mod:`backends.go.types`)."""
_ANY = frozenset({"any", "null"})


def held(what: str, missing: bool, null: bool, sent: bool) -> str:
    """Return how a value is held, by what it is, whether it may be missing, may be null, and is of a type that is sent.

    It follows ``optional`` and ``required`` of :class:`backends.go.types.Types`.
    """
    if what in _ANY:
        return ""
    if what == "model":
        return ("Opt[*]" if null and sent else "*") if missing else "*" if null else ""
    if what == "union" or what in _NIL:
        return "Opt" if missing and null and sent else ""
    if what == "text enum" and not null:
        return ""
    return "Opt" if missing or null else ""


def _kinds(settings: Mapping[str, str]) -> Kinds:
    plain = {"integer": "int", "int32": "int", "null": "any", "number": "float64", "decimal/number": "json.Number"}
    return {**{kind: (type_,) for kind, type_ in plain.items()}, "base64/base64url": ("Base64URL",)}


def _incomparable(what: str, missing: bool) -> bool:
    return what in ("list", "map", "base64") or (what == "model" and not missing)


BREAKS = Breaks(
    object_first=True,
    options_behind=False,
    needs_fields=False,
    exhaustive=False,
    kinds=_kinds,
    held=held,
    must_be_given=_NIL | _ANY | {"union", "text enum"},
    incomparable=_incomparable,
)

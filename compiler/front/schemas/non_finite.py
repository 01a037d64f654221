"""Numbers that JSON does not have: infinity, numbers beyond all floats, and `.nan`; they become texts, as written."""

from __future__ import annotations

from math import isfinite

from compiler.front.schemas.draft import Draft
from compiler.ir.identity import child
from compiler.ir.types import Value
from compiler.source import Json, as_text


def tell_endless(draft: Draft, key: str, value: Json) -> bool:
    """Report CG0358 for a limit that is such a number; returns whether it is one."""
    if not _is_endless(value):
        return False
    at, found = child(draft.id, key), f"`{as_text(value)}`"
    effect = "it limits nothing"
    draft.session.reports.add("CG0358", at, key=key, wanted="a number of JSON", found=found, effect=effect)
    return True


def _is_endless(value: Json) -> bool:
    return isinstance(value, float) and not isfinite(value)


def in_json(value: Json) -> Value:
    """Return a value as JSON holds it."""
    return Value(_plain(value, {}) if isinstance(value, float | dict | list) else value)


def _plain(value: Json, known: dict[int, Json]) -> Json:
    """Return a value without such numbers, itself where it has none; what aliases repeat is looked at once."""
    if not isinstance(value, (dict, list)):
        return as_text(value) if _is_endless(value) else value
    if id(value) not in known:
        known[id(value)] = value
        found = [_plain(item, known) for item in (value.values() if isinstance(value, dict) else value)]
        items = value.values() if isinstance(value, dict) else value
        if any(new is not old for new, old in zip(found, items, strict=True)):
            known[id(value)] = dict(zip(value, found, strict=True)) if isinstance(value, dict) else found
    return known[id(value)]

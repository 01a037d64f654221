"""Checks whether a schema's keywords apply to the values of its `type`, and finds wrong indentation.

JSON Schema applies a keyword to values of one type and ignores others, so that a keyword of another type has
no effect, without any notice.
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.patterns import lazy_pattern
from compiler.front.schemas.draft import Draft
from compiler.ir.identity import child

_NUMBERS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_OWN: Mapping[str, frozenset[str]] = {
    "string": frozenset({"minLength", "maxLength", "pattern"}),
    "integer": _NUMBERS,
    "number": _NUMBERS,
    "array": frozenset({"items", "minItems", "maxItems", "uniqueItems"}),
    "object": frozenset({"properties", "required", "additionalProperties", "minProperties", "maxProperties"}),
    "boolean": frozenset(),
    "null": frozenset(),
}
_ALL = frozenset[str]().union(*_OWN.values())
_FOREIGN = {name: _ALL - own for name, own in _OWN.items()}
"""By type, the keywords that apply to values of another type."""
_LISTING = frozenset({"items", "prefixItems", "contains", "allOf", "oneOf", "anyOf", "enum", "const", "$ref", "not"})
"""What may say of which values an array consists."""
_BESIDE = lazy_pattern(r"/(allOf|anyOf|oneOf)/\d+|/(if|then|else|not)(/|\Z)")
"""Places of schemas beside which another one may say the rest."""


def check_agreement(draft: Draft) -> None:
    """Report CG0521 (keywords of another type), CG0523 (nobody has a property) and CG0524 (items that nobody names)."""
    raw, fields, session = draft.raw, draft.fields, draft.session
    type_ = raw.get("type")
    if isinstance(type_, str) and not (found := _FOREIGN.get(type_, _ALL)).isdisjoint(raw) and type_ in _OWN:
        for key in sorted(found.intersection(raw)):
            if key != "required" or not isinstance(raw[key], bool):  # CG0319 tells of `required: true`
                session.reports.tally("CG0521", child(draft.id, key), key=key, type=type_)
    if type_ == "array" and _LISTING.isdisjoint(raw) and not _BESIDE.search(draft.id):
        session.reports.tally("CG0524", child(draft.id, "type"))
    if fields.get("read_only") and fields.get("write_only"):
        session.reports.add("CG0523", child(draft.id, "writeOnly"))

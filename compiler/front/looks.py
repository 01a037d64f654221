"""Keywords of schemas that types do not show, but for what validators check: they are looked at."""

from __future__ import annotations

from compiler.front.applicators import DRAFTS, Keyword, strict
from compiler.front.drafts import Draft
from compiler.ir.types import Value
from compiler.source import Json, as_json, as_text


def strict_count(draft: Draft, key: str, value: Json) -> None:
    """Read a count that types do not show, and that validators check."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != int(value):
        draft.wrong(key, "an integer that is not negative", value)
    else:
        strict(draft)


def older(keyword: Keyword, cure: str) -> Keyword:
    """Read a keyword of drafts before 2020-12, which OpenAPI 3.1 does not know."""

    def read(draft: Draft, key: str, value: Json) -> None:
        draft.session.tally("CG0306", draft.session.child(draft.id, key), key=key, older=DRAFTS, help=cure)
        keyword(draft, key, value)

    return read


def words(draft: Draft, key: str, value: Json) -> None:
    """Look at a text of JSON Schema that says nothing about values."""
    if not isinstance(value, str):
        draft.wrong(key, "a string", value)


def table(draft: Draft, key: str, value: Json) -> None:
    """Look at the schemas of a table from which those that are referred to are read."""
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    with draft.session.aside():
        for name, raw in value.items():
            draft.nested(raw, key, name)


def tell_twice(draft: Draft, values: tuple[Value, ...]) -> None:
    """Report CG0508 for each value of an enum that stood before."""
    known: set[Value] = set()
    for index, value in enumerate(values):
        if value in known:
            at = draft.session.child(draft.id, "enum", index)
            draft.session.report("CG0508", at, value=as_json(value.json) if _is_nested(value) else as_text(value.json))
        known.add(value)


def _is_nested(value: Value) -> bool:
    return isinstance(value.json, dict | list)

"""Checks schema keywords that types do not express; some are kept for validators."""

from __future__ import annotations

from compiler.base.patterns import lazy_pattern
from compiler.front.mistakes.misplaced import is_media_type, media_type_instead
from compiler.front.mistakes.wording import show_sign
from compiler.front.schemas.applicators import DRAFTS, Keyword, strict
from compiler.front.schemas.draft import Draft
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.types import Value
from compiler.source import Json, as_json, as_text


def strict_count(draft: Draft, key: str, value: Json) -> None:
    """Read a count that types do not express, and that validators check."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != int(value):
        draft.wrong(key, "an integer that is not negative", value)
    else:
        strict(draft)


def older(keyword: Keyword, cure: str) -> Keyword:
    """Read a keyword of drafts before 2020-12, which OpenAPI 3.1 does not know."""

    def read(draft: Draft, key: str, value: Json) -> None:
        draft.session.reports.tally("CG0306", child(draft.id, key), key=key, older=DRAFTS, help=cure)
        keyword(draft, key, value)

    return read


def words(draft: Draft, key: str, value: Json) -> None:
    """Check a text of JSON Schema that is not an assertion about values."""
    if not isinstance(value, str):
        draft.wrong(key, "a string", value)


_ANCHOR = lazy_pattern(r"[A-Za-z_][-A-Za-z0-9._]*\Z")
_NO_URI = lazy_pattern(r"[\x00-\x20<>\"{}|\\^`]|#(?!\Z)")


def anchor(draft: Draft, key: str, value: Json) -> None:
    """Check the name by which references find a schema."""
    words(draft, key, value)
    if isinstance(value, str) and not _ANCHOR.match(value):
        at = child(draft.id, key)
        help_ = "an anchor begins with a letter or `_`, then come letters, digits, `.`, `-` and `_`"
        draft.session.reports.add(
            "CG0341", at, help=help_, name=value, what="an anchor", problem="references cannot name it"
        )


def own_uri(draft: Draft, key: str, value: Json) -> None:
    """Check the URI of a schema, to which its references are relative."""
    words(draft, key, value)
    found = _NO_URI.search(value) if isinstance(value, str) else None
    if found is not None:
        problem = (
            "it has a fragment"
            if found[0] == "#"
            else f"it contains {show_sign(found[0])}, which is not allowed in a URL"
        )
        help_ = "write the name after the `#` as `$anchor`" if found[0] == "#" else None
        draft.session.reports.add("CG0375", child(draft.id, key), help=help_, key=key, problem=problem)


def check_media_type(session: Session, at: Id, name: str, *, at_key: bool = True) -> bool:
    """Report CG0817 for an invalid media type; return whether it is valid."""
    if not name.isascii() or is_media_type(name):  # what no header can hold is told of elsewhere (CG0341)
        return True
    session.reports.add("CG0817", at, at_key=at_key, help=media_type_instead(name), name=name)
    return False


def table(draft: Draft, key: str, value: Json) -> None:
    """Check the schemas of a table; those that are referred to are read from it."""
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    with draft.session.aside():
        for name, raw in value.items():
            draft.nested(raw, key, name)


def tell_twice(draft: Draft, values: tuple[Value, ...]) -> None:
    """Report CG0508 for each repeated value of an enum."""
    known: set[Value] = set()
    for index, value in enumerate(values):
        if value in known:
            at = child(draft.id, "enum", index)
            draft.session.reports.add(
                "CG0508", at, value=as_json(value.json) if _is_nested(value) else as_text(value.json)
            )
        known.add(value)


def _is_nested(value: Value) -> bool:
    return isinstance(value.json, dict | list)

"""Keywords that make properties depend on others: `dependentRequired`, `dependentSchemas` and `dependencies`.

Their meaning is kept as a contract (:mod:`compiler.front.schemas.contracts`); here their form is checked.
"""

from __future__ import annotations

from compiler.front.mistakes.wording import a_kind
from compiler.front.schemas.draft import Draft
from compiler.ir.identity import child
from compiler.source import Json


def check_dependents(draft: Draft, key: str, value: Json) -> None:
    """Report values that are not a table, a list of names, or a schema."""
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    for name, item in value.items():
        if isinstance(item, list) and key != "dependentSchemas":
            check_names(draft, item, key, name)
        elif key == "dependentRequired":
            _wrong(draft, "an array of names", item, key, name)
        elif not isinstance(item, dict | bool):
            _wrong(draft, "a schema" if key == "dependentSchemas" else "a schema or an array of names", item, key, name)


def check_names(draft: Draft, names: list[Json], *tokens: str) -> None:
    """Report items of a list that are not names, or are repeated."""
    if len(names) == len(set(map(repr, names))) and all(isinstance(item, str) for item in names):
        return
    known: set[str] = set()
    for index, item in enumerate(names):
        if isinstance(item, str):
            if item in known:
                key = next(token for token in reversed(tokens) if isinstance(token, str))
                draft.session.reports.add("CG0368", child(draft.id, *tokens, index), key=key, value=item)
            known.add(item)
        elif item is None:
            draft.session.reports.tell_empty(child(draft.id, *tokens, index))
        else:
            _wrong(draft, "a string", item, *tokens, index)


def _wrong(draft: Draft, wanted: str, value: Json, *tokens: str | int) -> None:
    place = child(draft.id, *tokens)
    *_, last = tokens
    key = f"{tokens[-2]}[{last}]" if isinstance(last, int) else last
    draft.session.reports.add("CG0301", place, key=key, wanted=wanted, found=a_kind(value))

"""Reads `x-codegen-*` keys of schemas into :class:`Hints`; other objects share some of the code."""

from __future__ import annotations

from functools import partial

from compiler.base.naming import Case, join, words
from compiler.base.naming.vocabulary import PLAIN
from compiler.front.mistakes.wording import did_you_mean
from compiler.front.objects.extensions import Extensions
from compiler.front.objects.name_overrides import NO_OVERRIDE, override_of
from compiler.front.objects.pagination import lower_pagination
from compiler.front.schemas.draft import Draft
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.nodes import Hints
from compiler.source import Json, as_text


def add_hints(draft: Draft, found: Extensions) -> None:
    """Add the extensions of a schema to its draft."""
    pagination = found.get("pagination")
    if pagination is not None:
        at = child(draft.id, found.spelled("pagination"))
        draft.fields["pagination"] = lower_pagination(pagination, at)
    message = deprecation_message(draft.session, draft.id, found, deprecated=bool(draft.fields.get("deprecated")))
    override, type_name = override_of(found), found.get("type-name", NO_OVERRIDE)
    hints = Hints(
        name=override.text,
        names_in=override.names_in,
        type_name=type_name.text,
        ignore=ignored_for(found),
        open=found.get("unknown-values") == "allow" if "unknown-values" in found.values else None,
        members=_members(draft, found),
        error_message=found.get("error-message", False),
        deprecation_message=message,
    )
    if hints != Hints():
        draft.fields["hints"] = hints


def deprecation_message(session: Session, at: Id, found: Extensions, *, deprecated: bool) -> str | None:
    """Return what to use instead of something deprecated; a message on something that is not is left out, and told."""
    message: str | None = found.get("deprecation-message")
    if deprecated or message is None:
        return message
    key = found.spelled("deprecation-message")
    session.reports.add("CG0325", child(at, key), at_key=True, key=key)
    return None


def ignored_for(found: Extensions) -> tuple[str, ...]:
    """Return the targets of `x-codegen-ignore`: ``("*",)`` for all, () for none (D5.1)."""
    value = found.get("ignore", False)
    if isinstance(value, bool):
        return ("*",) if value else ()
    return tuple(name for part in value.split(",") if (name := part.strip()))


def _members(draft: Draft, found: Extensions) -> tuple[tuple[Json, str], ...]:
    """Pair the values of an enum with the names of `x-codegen-enums`, a list in the same order or a map."""
    names = found.get("enums")
    if names is None:
        return ()
    values = draft.raw.get("enum")
    at = child(draft.id, found.spelled("enums"))
    if not isinstance(values, list):
        draft.session.reports.add("CG0326", at, at_key=True, problem="names members, but there is no `enum` beside it")
        return ()
    if isinstance(names, dict):
        by_text = {as_text(value): value for value in values if not isinstance(value, dict | list)}
        for text in names.keys() - by_text.keys():
            help_ = partial(did_you_mean, text, by_text)
            problem = f"names `{text}`, which `enum` does not list"
            draft.session.reports.add("CG0326", child(at, text), at_key=True, help=help_, problem=problem)
        return _read_values(draft, at, [(text, by_text[text], name) for text, name in names.items() if text in by_text])
    if len(names) != len(values):
        problem = f"does not name each of the {len(values)} values of `enum`"
        draft.session.reports.add("CG0326", at, at_key=True, problem=problem)
    pairs = zip(values, names, strict=False)
    return _read_values(draft, at, [(index, value, name) for index, (value, name) in enumerate(pairs)])


def _read_values(draft: Draft, at: Id, named: list[tuple[str | int, Json, str]]) -> tuple[tuple[Json, str], ...]:
    """Return values with names, and warn of a name that stands for two of them, whatever its case."""
    first: dict[str, Json] = {}
    for key, value, name in named:
        other = first.setdefault(join(words(name, PLAIN), Case.SNAKE), value)
        if as_text(other) != as_text(value):
            here = child(at, key)
            draft.session.reports.add("CG0516", here, name=name, value=as_text(value), other=as_text(other))
    return tuple((value, name) for _, value, name in named)

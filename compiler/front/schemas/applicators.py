"""The keywords of schemas that hold other schemas: applicators, as JSON Schema calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.front.keys.extensions import Where
from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.front.schemas.dependent_properties import check_dependents
from compiler.front.schemas.draft import Draft
from compiler.front.schemas.patterns import check_pattern
from compiler.front.schemas.upgrade import without_null
from compiler.ir.identity import child
from compiler.ir.node import Id, escape
from compiler.ir.nodes import PatternProperty, Property, Schema
from compiler.source import Json

Keyword = Callable[[Draft, str, Any], None]
"""Reads a keyword's value into a draft, or reports what is wrong with it."""

DRAFTS = "JSON Schema before 2020-12"
UNIONS = frozenset({"oneOf", "anyOf"})
FORM = frozenset(
    {"properties", "required", "additionalProperties", "allOf", "enum", "const", "items", "not", "if", "pattern"}
    | {"minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems"}
    | {"maxItems", "uniqueItems", "minProperties", "maxProperties", "unevaluatedProperties"}
)
"""Keywords that types do not express beside a reference or a union."""


def strict(draft: Draft, key: str = "", value: Json = None) -> None:
    """Note that types do not express all of a schema (:mod:`compiler.front.schemas.contracts`)."""
    draft.session.found.strict.add(draft.id)


def required_names(value: Json) -> tuple[str, ...]:
    """Return the names of `required`, each once."""
    names = value if isinstance(value, list) else []
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def properties(draft: Draft, key: str, value: Json) -> None:
    """Read `properties`, whose members are required or not."""
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    at = f"{draft.id}/properties"
    draft.session.counts.hold(len(value), draft.id, key)
    found = _read_properties(draft, value, at, draft.file)
    if isinstance(value.get("$ref"), str):
        found += [item for item in _behind_reference(draft, value["$ref"], at) if item.wire not in value]
    draft.fields["properties"] = tuple(found)


def _read_properties(draft: Draft, table: dict[str, Json], at: Id, file: File) -> list[Property]:
    session = draft.session
    required = frozenset(required_names(draft.raw.get("required")))
    found = []
    for name, raw in table.items():
        if name != "$ref" or not isinstance(raw, str):
            place = f"{at}/{escape(name)}"
            schema = draft.member(session, raw, place, file, Where.PROPERTY)
            found.append(Property(name, name in required, schema, place))
    return found


def _behind_reference(draft: Draft, ref: Json, at: Id) -> list[Property]:
    """Read `properties: {$ref: ...}`, which OpenAPI does not know, as the properties that it leads to."""
    session = draft.session
    target = session.references.resolver.resolve(str(ref), draft.file, at)
    if not isinstance(target, Target) or not isinstance(target.raw, dict) or target.id in session.found.tables:
        session.reports.add("CG0336", child(at, "$ref"), what="it leads to no properties and is left out")
        return []
    session.reports.add("CG0336", child(at, "$ref"), what="the properties that it leads to are read")
    session.found.tables.add(target.id)  # a table may lead back to itself
    try:
        return _read_properties(draft, target.raw, target.id, target.file)
    finally:
        session.found.tables.discard(target.id)


def patterns(draft: Draft, key: str, value: Json) -> None:
    """Read `patternProperties`."""
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
    if not isinstance(value, dict) or not value:
        return
    strict(draft)
    draft.session.counts.hold(len(value), draft.id, key)
    for pattern in value:
        check_pattern(draft.session, pattern, child(draft.id, key, pattern))
    draft.fields["patterns"] = tuple(
        PatternProperty(pattern, schema, schema.id)
        for pattern, raw in value.items()
        for schema in (draft.nested(raw, key, pattern),)
    )


_CONDITIONAL = frozenset({"if", "dependentSchemas", "dependencies"})
"""Keywords whose properties are evaluated too, which types do not show."""


def additional(draft: Draft, key: str, value: Json) -> None:
    """Read `additionalProperties`, or `unevaluatedProperties` as what it mostly means."""
    if key == "unevaluatedProperties" or ("allOf" in draft.raw and value is not True):
        strict(draft)
    if key == "unevaluatedProperties" and not _CONDITIONAL.isdisjoint(draft.raw):
        look_at(draft, key, value)
        return
    if value is False:
        draft.fields["closed"] = True
        draft.session.found.closed.add(draft.id)
    elif "additional" not in draft.fields or key == "additionalProperties":
        draft.fields["additional"] = draft.nested(value, key)


def items(draft: Draft, key: str, value: Json) -> None:
    """Read `items`."""
    if isinstance(value, list):  # a tuple, as drafts before 2020-12 wrote it
        draft.session.reports.tally("CG0306", child(draft.id, key), key=key, older=DRAFTS, help="write `prefixItems`")
        strict(draft)
        draft.fields["prefix_items"] = tuple(draft.nested(raw, key, i) for i, raw in enumerate(value))
    else:
        draft.fields["items"] = draft.nested(value, key)


def schemas(field: str) -> Keyword:
    """Read a list of schemas into a field of the draft."""

    def read(draft: Draft, key: str, value: Json) -> None:
        if not isinstance(value, list):
            draft.wrong(key, "an array", value)
            return
        if not value:
            draft.session.reports.add("CG0308", child(draft.id, key), key=key)
        draft.session.counts.hold(len(value), draft.id, key)
        if key in UNIONS and None in value:
            value = _with_null_types(draft, key, value)
        made = tuple(draft.nested(raw, key, i) for i, raw in enumerate(value))
        if key != "prefixItems" and len(kept := without_null(value)) < len(made):
            draft.nullable = draft.raw.get("nullable") is not False
            if key != "allOf":  # in which it changes nothing else, and may describe the whole
                made = tuple(made[index] for index in kept)
        draft.fields[field] = made
        if key == "allOf":
            draft.session.found.derived.extend((draft.id, schema.ref) for schema in made if schema.ref is not None)
            if any(map(_only_bounds, made)):
                strict(draft)
        elif key == "prefixItems" or _is_more_than_union(draft.raw, value, made):
            strict(draft)

    return read


def _with_null_types(draft: Draft, key: str, members: list[Json]) -> list[Json]:
    """Return the members of a union with the type `null` for each bare null, as in `type` (CG0307)."""
    for index, member in enumerate(members):
        if member is None:
            draft.session.reports.tally("CG0307", child(draft.id, key, index), key=key)
    return [{"type": "null"} if member is None else member for member in members]


def _is_more_than_union(raw: dict[str, Json], listed: list[Json], members: tuple[Schema, ...]) -> bool:
    """Whether a union has other keywords beside it, another union in it, or a member that takes all."""
    if not FORM.isdisjoint(raw) or raw.keys() >= UNIONS or True in listed or {} in listed:
        return True
    kinds = [kind for member in members for kind in member.types]
    return any(
        member.one_of or member.any_of or ((member.format or member.checks) and _is_shared(member, kinds))
        for member in members
    )


def _is_shared(member: Schema, kinds: list[str]) -> bool:
    """Whether another member of a union has a type of this one: as types, both are one."""
    return any(kinds.count(kind) > 1 for kind in member.types)


def _only_bounds(part: Schema) -> bool:
    """Whether a part of allOf says nothing but bounds, which are lost where types are merged."""
    plain = part.checks is not None and not (part.types or part.ref or part.enum or part.const)
    return plain and not (part.properties or part.items or part.additional or part.format)


def negated(draft: Draft, key: str, value: Json) -> None:
    """Note a schema that values may not fit, or that only some must."""
    if not isinstance(value, dict | bool):
        draft.wrong(key, "a schema", value)
        return
    look_at(draft, key, value)
    draft.fields["negated"] = True
    strict(draft)


def look_at(draft: Draft, key: str, value: Json) -> None:
    """Check a schema that types do not express."""
    with draft.session.aside():
        draft.nested(value, key)


def unshown(draft: Draft, key: str, value: Json) -> None:
    """Check a schema that types do not express, and that validators check."""
    look_at(draft, key, value)
    strict(draft)


def dependents(draft: Draft, key: str, value: Json) -> None:
    """Note what a property requires."""
    check_dependents(draft, key, value)
    for name, item in value.items() if isinstance(value, dict) else ():
        if isinstance(item, dict):
            with draft.session.aside():
                draft.nested(item, key, name)
    if value:
        draft.fields["negated"] = True
        strict(draft)

"""The keywords of schemas: one small function each, looked up in :data:`KEYWORDS`."""

from __future__ import annotations

from functools import partial

from compiler.base.patterns import lazy_pattern
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import format_instead, type_instead
from compiler.front.mistakes.wording import a_kind, did_you_mean, one_of
from compiler.front.objects.entry import Entry
from compiler.front.objects.members import LEFT
from compiler.front.schemas.applicators import (
    FORM,
    UNIONS,
    Keyword,
    additional,
    dependents,
    items,
    look_at,
    negated,
    patterns,
    properties,
    required_names,
    schemas,
    strict,
    unshown,
)
from compiler.front.schemas.checked_keywords import (
    anchor,
    check_media_type,
    older,
    own_uri,
    strict_count,
    table,
    tell_twice,
    words,
)
from compiler.front.schemas.dependent_properties import check_names
from compiler.front.schemas.discriminators import lower_discriminator
from compiler.front.schemas.draft import Draft
from compiler.front.schemas.non_finite import in_json, tell_endless
from compiler.front.schemas.patterns import check_pattern
from compiler.ir.identity import child
from compiler.source import Json, as_text

TYPES = ("string", "number", "integer", "object", "array", "boolean", "null")

FROM_NOTHING = frozenset({"minLength", "minItems", "minProperties"})
"""Counts for which 0 has no effect."""
PART_OF_ALL = lazy_pattern(r"/allOf/\d+\Z")
_MEMBER = lazy_pattern(r"/(allOf|anyOf|oneOf)/\d+\Z")


def _ref(draft: Draft, key: str, value: Json) -> None:
    found = draft.fields["ref"] = draft.session.references.refer("schemas", value, draft.file, draft.id)
    if found is not None and _stands_alone(draft):
        draft.session.found.aliases[draft.id] = found
    elif found is not None:
        draft.session.found.derived.append((draft.id, found))
        if not FORM.isdisjoint(draft.raw) or not UNIONS.isdisjoint(draft.raw):
            strict(draft)


def _stands_alone(draft: Draft) -> bool:
    """Whether nothing counts beside a reference; of 3.0 that is all but extensions (D1.4)."""
    if len(draft.raw) == 1:
        return True
    return draft.session.versions.is_30(draft.file) and not any(key.startswith("x-") for key in draft.raw)


def _text(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, str):
            draft.fields[field] = value
        elif isinstance(value, dict | list) or value is None:
            draft.wrong(key, "a string", value)
        else:
            draft.session.reports.tell_text(child(draft.id, key), value)
            draft.fields[field] = as_text(value)

    return read


def _prose(field: str) -> Keyword:
    """Read a text for people; an empty one is none, and does not hide that of another part of allOf."""

    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, str):
            draft.fields[field] = value or None
        elif isinstance(value, dict | list):
            at = child(draft.id, key)
            draft.session.reports.add("CG0335", at, key=key, found=a_kind(value))
        elif value is None:
            draft.wrong(key, "a string", value)
        else:
            draft.session.reports.tell_text(child(draft.id, key), value)
            draft.fields[field] = as_text(value)

    return read


_read_format = _text("format")
_FORMATS = 500
"""How many formats are checked for spelling: documents have tens."""


def _format(draft: Draft, key: str, value: Json) -> None:
    _read_format(draft, key, value)
    if not isinstance(value, str):
        return
    meant = draft.session.found.formats.get(value)
    if meant is None and len(draft.session.found.formats) < _FORMATS:
        meant = draft.session.found.formats[value] = format_instead(value) or ""
    if meant:
        draft.session.reports.add("CG0517", child(draft.id, key), help=meant, value=value)


def _flag(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, bool):
            draft.fields[field] = value
        else:
            draft.wrong(key, "a boolean", value)

    return read


def _tell_newer(draft: Draft, key: str) -> None:
    cure = "write `nullable: true` beside one type, or `openapi: 3.1.0`"
    draft.session.versions.tell_newer(key, child(draft.id, key), draft.file, cure)


def _newer(keyword: Keyword, cure: str) -> Keyword:
    """Read a keyword that 3.0 does not know; its documents are told of it."""

    def read(draft: Draft, key: str, value: Json) -> None:
        draft.session.versions.tell_newer(key, child(draft.id, key), draft.file, cure, at_key=True)
        keyword(draft, key, value)

    return read


def _anchor(draft: Draft, key: str, value: Json) -> None:
    anchor(draft, key, value)
    if isinstance(value, str):
        draft.fields["anchor"] = value


_read_media_type = _text("content_media_type")


def _media_type(draft: Draft, key: str, value: Json) -> None:
    _read_media_type(draft, key, value)
    if isinstance(value, str):
        check_media_type(draft.session, child(draft.id, key), value, at_key=False)


_ONE_TYPE = {name: (name,) for name in TYPES}


def _type(draft: Draft, key: str, value: Json) -> None:
    one = _ONE_TYPE.get(value) if isinstance(value, str) else None
    if one is not None:
        draft.fields["types"] = one
        if value == "null":
            _tell_newer(draft, key)
        return
    if value is None:
        draft.wrong(key, "a string", value)
        return
    if isinstance(value, list):
        _tell_newer(draft, key)
        if not value:
            draft.session.reports.add("CG0308", child(draft.id, key), key=key)
    names = value if isinstance(value, list) else [value]
    types = []
    for index, name in enumerate(names):
        at = child(draft.id, key, index) if names is value else child(draft.id, key)
        if name is None:
            draft.session.reports.tally("CG0307", at, key=key)
            name = "null"
        if not isinstance(name, str):
            draft.session.reports.add("CG0301", at, key=key, wanted="a string", found=a_kind(name))
        elif name not in TYPES:
            help_ = type_instead(name) or partial(did_you_mean, name, TYPES, f"it can be {one_of(TYPES)}")
            draft.session.reports.add("CG0316", at, help=help_, key=key, value=name)
        elif name in types:
            draft.session.reports.add("CG0368", at, key=key, value=name)
        else:
            types.append(name)
    draft.fields["types"] = tuple(types)


def _nullable(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, bool):
        draft.wrong(key, "a boolean", value)
        return
    if not draft.session.versions.is_30(draft.file):
        cure = 'write `type: [string, "null"]`, with the type that the schema has' if value else "delete it"
        draft.session.reports.tally("CG0306", child(draft.id, key), key=key, older="OpenAPI 3.0", help=cure)
    draft.nullable = value


def _required(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, bool):
        draft.session.reports.add("CG0319", child(draft.id, key))
    elif not isinstance(value, list):
        draft.wrong(key, "an array", value)
    else:
        if not value:
            older = "write `openapi: 3.1.0`, or remove it"
            draft.session.versions.tell_newer("required: []", child(draft.id, key), draft.file, older)
        draft.fields["required"] = names = required_names(value)
        check_names(draft, value, key)
        known = draft.raw.get("properties")
        whole = isinstance(known, dict) and known.keys() >= set(names)
        if not whole and "allOf" not in draft.raw and not _MEMBER.search(draft.id):
            strict(draft)


def _enum(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, list):
        draft.wrong(key, "an array", value)
        return
    if not value:
        draft.session.reports.add("CG0308", child(draft.id, key), key=key)
        strict(draft)
        return
    draft.session.counts.hold(len(value), draft.id, key)
    draft.fields["enum"] = values = tuple(map(in_json, value))
    if len(set(values)) < len(values):
        tell_twice(draft, values)
    if any(isinstance(item, dict | list) for item in value):
        strict(draft)


def _value(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        draft.fields[field] = in_json(value)

    return read


def _example(draft: Draft, key: str, value: Json) -> None:
    if "examples" not in draft.fields:
        draft.fields["examples"] = (in_json(value),)


def _examples(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, list):
        at = child(draft.id, key)
        if value is None:
            draft.session.reports.tell_empty(at)
            return
        effect = "its values are read" if isinstance(value, dict) else "it is read as one of them"
        draft.session.reports.add("CG0358", at, key=key, wanted="an array", found=a_kind(value), effect=effect)
    if isinstance(value, dict):  # as media types have it
        value = [item.get("value", item) if isinstance(item, dict) else item for item in value.values()]
    if not isinstance(value, list):
        value = [value]
    if value:
        draft.fields["examples"] = tuple(map(in_json, value))


def _number(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            draft.wrong(key, "a number", value)
        elif key == "multipleOf" and value <= 0:
            draft.wrong(key, "a number above zero", value)
        elif not tell_endless(draft, key, value):
            draft.checks[field] = value

    return read


def _count(field: str) -> Keyword:
    """Read a limit of a length, where it says something."""

    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            draft.wrong(key, "an integer that is not negative", value)
        elif value or key not in FROM_NOTHING:
            draft.checks[field] = int(value)

    return read


def _pattern(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, str):
        draft.checks["pattern"] = value
        check_pattern(draft.session, value, child(draft.id, key))
    else:
        draft.wrong(key, "a string", value)


def _unique(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, bool):
        draft.wrong(key, "a boolean", value)
    elif value:
        draft.checks["unique_items"] = True


def _note(draft: Draft, key: str, value: Json) -> None:
    """Look at an object that types do not show."""
    at = child(draft.id, key)
    if isinstance(value, dict):
        entry = Entry(draft.session, value, at, draft.file)
        entry.open(object_keys.XML if key == "xml" else object_keys.DOCS, Where.ELSEWHERE)
        for old in ("attribute", "wrapped"):
            entry.exclude(old, "nodeType", counts="nodeType")
    elif value is None:
        draft.session.reports.tell_empty(at)
    else:
        draft.session.reports.add("CG0358", at, key=key, wanted="an object", found=a_kind(value), effect=LEFT)


def _recursive(draft: Draft, key: str, value: Json) -> None:
    """Read `$recursiveRef` of the draft before 2020-12: the component that it stands in."""
    if value == "#" and draft.session.declared is not None:
        draft.fields["ref"] = draft.session.declared
    else:
        draft.session.reports.add("CG1307", child(draft.id, key), key=key)


def _discriminator(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, str):  # as Swagger 2.0 has it
        if not draft.session.versions.is_swagger(draft.file):
            draft.session.reports.add("CG0309", child(draft.id, key))
        value = {"propertyName": value}
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    found = lower_discriminator(draft.session, value, draft.id, draft.file)
    if found is not None:
        draft.fields["discriminator"] = found


KEYWORDS: dict[str, Keyword] = {
    "$ref": _ref,
    "type": _type,
    "format": _format,
    "$anchor": _anchor,
    "title": _prose("title"),
    "description": _prose("description"),
    "readOnly": _flag("read_only"),
    "writeOnly": _flag("write_only"),
    "deprecated": _flag("deprecated"),
    "nullable": _nullable,
    "required": _required,
    "properties": properties,
    "patternProperties": patterns,
    "additionalProperties": additional,
    "unevaluatedProperties": additional,
    "items": items,
    "prefixItems": schemas("prefix_items"),
    "allOf": schemas("all_of"),
    "oneOf": schemas("one_of"),
    "anyOf": schemas("any_of"),
    "discriminator": _discriminator,
    "enum": _enum,
    "const": _newer(_value("const"), "write `enum` with this one value, or `openapi: 3.1.0`"),
    "default": _value("default"),
    "example": _example,
    "examples": _newer(_examples, "write one of them as `example`, or `openapi: 3.1.0`"),
    "minimum": _number("minimum"),
    "maximum": _number("maximum"),
    "exclusiveMinimum": _number("exclusive_minimum"),
    "exclusiveMaximum": _number("exclusive_maximum"),
    "multipleOf": _number("multiple_of"),
    "minLength": _count("min_length"),
    "maxLength": _count("max_length"),
    "pattern": _pattern,
    "minItems": _count("min_items"),
    "maxItems": _count("max_items"),
    "uniqueItems": _unique,
    "minProperties": _count("min_properties"),
    "maxProperties": _count("max_properties"),
    "contentEncoding": _text("content_encoding"),
    "contentMediaType": _media_type,
    **dict.fromkeys(("not", "if", "then", "else", "contains"), negated),
    **dict.fromkeys(("dependentSchemas", "dependentRequired", "dependencies"), dependents),
    **dict.fromkeys(("externalDocs", "xml"), _note),
    "$dynamicRef": _ref,  # what is left of them after settle_dynamic_refs means its own anchor
    "$recursiveRef": _recursive,
    **dict.fromkeys(("propertyNames", "unevaluatedItems"), unshown),
    **dict.fromkeys(("minContains", "maxContains"), strict_count),
    "additionalItems": older(unshown, "write `items`, beside `prefixItems`"),
    "contentSchema": look_at,
    **dict.fromkeys(("$defs", "definitions"), table),
    **dict.fromkeys(("$schema", "$comment"), words),
    "$dynamicAnchor": anchor,
    "$id": own_uri,
}
"""The function of each keyword of a schema."""

_NOT_IN_30 = (
    "$anchor", "if", "then", "else", "contains", "minContains", "maxContains", "patternProperties", "prefixItems",
    "propertyNames", "dependentSchemas", "dependentRequired", "unevaluatedProperties", "unevaluatedItems",
    "contentEncoding", "contentMediaType", "contentSchema", "$id", "$schema", "$comment", "$defs", "$dynamicAnchor",
    "$dynamicRef",
)  # fmt: skip
KEYWORDS |= {key: _newer(KEYWORDS[key], "write `openapi: 3.1.0`") for key in _NOT_IN_30}

IGNORED = frozenset({"$recursiveAnchor", "$vocabulary"})
"""Keywords that types do not express."""

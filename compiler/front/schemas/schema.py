"""Lowers Schema Objects to :class:`Schema`.

A document holds tens of thousands of schemas, so this is the part of lowering that has to be quick: one walk over
the members of an object, a function per keyword, no work for keywords that are not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from compiler.base.patterns import lazy_pattern
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import keyword_instead
from compiler.front.mistakes.wording import a_kind
from compiler.front.mistakes.wrong_types import cure_schema
from compiler.front.objects.extension_reader import read_extension
from compiler.front.objects.extensions import Extensions
from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.front.schemas.draft import Draft
from compiler.front.schemas.extension_hints import add_hints
from compiler.front.schemas.keywords import IGNORED, KEYWORDS, PART_OF_ALL
from compiler.front.schemas.upgrade import make_nullable, newer_bounds, old_bounds, upgrade_bounds
from compiler.front.schemas.value_agreement import check_bounds
from compiler.front.session.reports import ANYTHING
from compiler.front.session.session import Session
from compiler.ir.identity import child, last_token
from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.types import Checks
from compiler.source import Json, as_text

_TYPED = frozenset(
    {"properties", "items", "required", "additionalProperties", "format", "pattern", "minLength", "maxLength"}
    | {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"}
    | {"uniqueItems", "minProperties", "maxProperties", "contentMediaType", "contentEncoding"}
)
"""Keywords that apply to values of one type."""
_OF_EXTRA = ("/additionalProperties", "/unevaluatedProperties")
"""Places of schemas that are booleans in every version; the second is told of by its name."""
_DECLARING = frozenset({"properties", "enum", "oneOf", "anyOf"})
"""Keywords of schemas that are types with a name wherever they stand."""
_TOLD = frozenset({"$ref", "allOf", "enum", "const"})

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


def lower_schema(session: Session, raw: Json, at: Id, file: File, where: Where = Where.SCHEMA) -> Schema:
    """Lower a schema, together with those inside it.

    Types that JSON Schema does not know are errors with the nearest name; what cannot be read is left out after its
    diagnostic.
    """
    if isinstance(raw, bool):
        if not raw:
            session.found.strict.add(at)
        if not at.endswith(_OF_EXTRA):
            session.versions.tell_newer(
                f"{last_token(at)}: {as_text(raw)}", at, file, "write `{}`" if raw else "write `not: {}`"
            )
        return Schema(id=at, always=raw, never=not raw)
    if raw is None:
        session.reports.tell_empty(at, ANYTHING)
        return Schema(id=at)
    if not isinstance(raw, dict):
        holder, _, key = at.rpartition("/")
        root = session.library.root.root if file is None else None
        help_ = cure_schema(key, raw, KEYWORDS.keys(), root, is_property=holder.endswith("/properties"))
        session.reports.add("CG0301", at, help=help_, key=key, wanted="a schema", found=a_kind(raw))
        return Schema(id=at)
    session.counts.hold(len(raw), at)
    if "exclusiveMinimum" in raw or "exclusiveMaximum" in raw:
        raw = _with_bounds(session, raw, at, file)
    if "type" not in raw and not _TYPED.isdisjoint(raw) and _TOLD.isdisjoint(raw) and not PART_OF_ALL.search(at):
        session.found.strict.add(at)  # other types pass
    draft = Draft(session, raw, at, file, lower_member)
    if "$ref" in raw and session.versions.is_30(file):
        _read_30_reference(draft, where)
    else:
        _read_keywords(draft, where)
    return _finish(draft)


def _with_bounds(session: Session, raw: dict[str, Json], at: Id, file: File) -> dict[str, Json]:
    """Read exclusive bounds as both versions have them, and tell of those of the other one (D1.1)."""
    if not session.versions.is_30(file):
        for key, cure in old_bounds(raw):
            session.reports.tally("CG0306", child(at, key), key=key, older="OpenAPI 3.0", help=cure)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if raw.get(exclusive) is True and bound not in raw:
            why = f"there is no `{bound}` beside it"
            session.reports.tally("CG0365", child(at, exclusive), key=exclusive, why=why, at_key=True)
    for key, cure in newer_bounds(raw):
        session.versions.tell_newer(key, child(at, key), file, cure)
    return upgrade_bounds(raw)


def lower_member(session: Session, raw: Json, at: Id, file: File, where: Where = Where.SCHEMA) -> Schema:
    """Lower a schema inside another thing; one that is referred to is a declaration, and a reference here."""
    session.found.nested.add(at)
    if at in session.hoisted:
        session.references.need("schemas", Target(at, raw, file), at)  # who refers to it may stand inside it alone
        return Schema(ref=at, id=at)
    if isinstance(raw, dict) and not _DECLARING.isdisjoint(raw):
        session.counts.declare(at)
    return lower_schema(session, raw, at, file, where)


def _read_keywords(draft: Draft, where: Where) -> None:
    for key, value in draft.raw.items():
        keyword = KEYWORDS.get(key)
        if keyword is not None:
            keyword(draft, key, value)
        elif key.startswith("x-"):
            _extension(draft, key, value, where)
        elif key not in IGNORED:
            help_ = partial(keyword_instead, key, value, KEYWORDS.keys())
            place = child(draft.id, key)
            draft.session.reports.add("CG0303", place, at_key=True, help=help_, what="a schema", key=key)


def _read_30_reference(draft: Draft, where: Where) -> None:
    """Read a reference of 3.0, beside which only `x-codegen-*` counts (D1.4)."""
    for key, value in draft.raw.items():
        if key == "$ref":
            KEYWORDS[key](draft, key, value)
        elif key.startswith("x-"):
            _extension(draft, key, value, where)
        else:
            draft.session.versions.tally_sibling(key, child(draft.id, key), draft.file)


def _extension(draft: Draft, key: str, value: Json, where: Where) -> None:
    if key == "x-nullable" and draft.session.versions.is_swagger(
        draft.file
    ):  # 2.0 has no word for it, and this one is common
        KEYWORDS["nullable"](draft, key, value)
        return
    if draft.extensions is None:
        draft.extensions = Extensions()
    read_extension(draft.session, draft.extensions, draft.id, key, value, where)


def _finish(draft: Draft) -> Schema:
    fields = draft.fields
    if draft.checks:
        fields["checks"] = Checks(**draft.checks)
        if len(draft.checks) > 1:
            check_bounds(draft.session, draft.checks, draft.id)
    if draft.extensions is not None and draft.extensions.values:
        add_hints(draft, draft.extensions)
    check_agreement(draft)
    schema = Schema(**fields)
    schema = make_nullable(schema) if draft.nullable else schema
    if "default" in fields or "const" in fields:
        draft.session.found.valued.append(schema)
    return schema


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

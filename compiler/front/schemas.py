"""Schema Objects to :class:`Schema`: one small function per keyword, looked up in :data:`KEYWORDS`.

A document holds tens of thousands of schemas, so this is the part of lowering that has to be quick: one walk over
the members of an object, no work for keywords that are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.front.documents import File
from compiler.front.extensions import Extensions, Where, read_extension
from compiler.front.paginations import lower_pagination
from compiler.front.refs import Target
from compiler.front.session import Session
from compiler.front.upgrade import is_old, make_nullable, upgrade_bounds
from compiler.front.words import a_kind, did_you_mean
from compiler.ir.node import Id, escape
from compiler.ir.nodes import Discriminator, Hints, PatternProperty, Property, Schema
from compiler.ir.types import Checks, Value
from compiler.source import Json, as_text

TYPES = ("string", "number", "integer", "object", "array", "boolean", "null")


class Draft:
    """A schema in the making: the arguments of the nodes that it becomes."""

    __slots__ = ("checks", "extensions", "fields", "file", "id", "nullable", "raw", "required", "session")

    def __init__(self, session: Session, raw: dict[str, Json], at: Id, file: File) -> None:
        self.session = session
        self.raw = raw
        self.id = at
        self.file = file
        self.fields: dict[str, Any] = {"id": at}
        self.checks: dict[str, Any] = {}
        self.required: tuple[str, ...] = ()
        self.extensions: Extensions | None = None
        self.nullable = False

    def wrong(self, key: str, wanted: str, value: Json) -> None:
        """Report a keyword whose value has the wrong type."""
        place = self.session.child(self.id, key)
        self.session.report("CG0301", place, key=key, wanted=wanted, found=a_kind(value))

    def nested(self, raw: Json, *tokens: str | int) -> Schema:
        """Lower a member schema."""
        at = self.id
        for token in tokens:
            at = f"{at}/{escape(token) if isinstance(token, str) else token}"
        return lower_member(self.session, raw, at, self.file)


Keyword = Callable[[Draft, str, Any], None]


def lower_schema(session: Session, raw: Json, at: Id, file: File, where: Where = Where.SCHEMA) -> Schema:
    """Lower a schema, together with those inside it.

    Types that JSON Schema does not know are errors with the nearest name; what cannot be read is left out after its
    diagnostic.
    """
    if isinstance(raw, bool):
        return Schema(id=at, always=raw, never=not raw)
    if not isinstance(raw, dict):
        session.report("CG0301", at, key=at.rpartition("/")[2], wanted="a schema", found=a_kind(raw))
        return Schema(id=at)
    if is_old(raw):
        if not session.is_30(file):
            session.tally("CG0306", at, key="exclusiveMinimum")
        raw = upgrade_bounds(raw)
    draft = Draft(session, raw, at, file)
    if "$ref" in raw and session.is_30(file):
        _read_30_reference(draft, where)
    else:
        _read_keywords(draft, where)
    return _finish(draft)


def lower_member(session: Session, raw: Json, at: Id, file: File, where: Where = Where.SCHEMA) -> Schema:
    """Lower a schema inside another thing; one that is referred to is a declaration, and a reference here."""
    session.nested.add(at)
    if at in session.hoisted:
        return Schema(ref=at, id=at)
    return lower_schema(session, raw, at, file, where)


def _read_keywords(draft: Draft, where: Where) -> None:
    for key, value in draft.raw.items():
        keyword = KEYWORDS.get(key)
        if keyword is not None:
            keyword(draft, key, value)
        elif key.startswith("x-"):
            _extension(draft, key, value, where)
        elif key not in _IGNORED:
            help_ = did_you_mean(key, KEYWORDS.keys())
            place = draft.session.child(draft.id, key)
            draft.session.report("CG0303", place, at_key=True, help=help_, what="a schema", key=key)


def _read_30_reference(draft: Draft, where: Where) -> None:
    """Read a reference of 3.0, beside which only `x-codegen-*` counts (D1.4)."""
    for key, value in draft.raw.items():
        if key == "$ref":
            _ref(draft, key, value)
        elif key.startswith("x-"):
            _extension(draft, key, value, where)
        else:
            draft.session.tally("CG0318", draft.session.child(draft.id, key), key=key)


def _extension(draft: Draft, key: str, value: Json, where: Where) -> None:
    if draft.extensions is None:
        draft.extensions = Extensions()
    read_extension(draft.session, draft.extensions, draft.id, key, value, where)


def _finish(draft: Draft) -> Schema:
    fields = draft.fields
    if draft.checks:
        fields["checks"] = Checks(**draft.checks)
    if draft.extensions is not None and draft.extensions.values:
        _add_hints(draft, draft.extensions)
    schema = Schema(**fields)
    return make_nullable(schema) if draft.nullable else schema


def _add_hints(draft: Draft, found: Extensions) -> None:
    pagination = found.get("pagination")
    if pagination is not None:
        at = draft.session.child(draft.id, found.spelled("pagination"))
        draft.fields["pagination"] = lower_pagination(pagination, at)
    message = found.get("deprecation-message")
    if message is not None and not draft.fields.get("deprecated"):
        report_needless_message(draft.session, draft.id, found)
    hints = Hints(
        name=found.get("name-override"),
        ignore=ignored_for(found),
        open=found.get("unknown-values") == "allow" if "unknown-values" in found.values else None,
        members=_members(draft, found),
        error_message=found.get("error-message", False),
        deprecation_message=message,
    )
    if hints != Hints():
        draft.fields["hints"] = hints


def report_needless_message(session: Session, at: Id, found: Extensions) -> None:
    """Warn of a deprecation message on something that is not deprecated."""
    key = found.spelled("deprecation-message")
    session.report("CG0325", session.child(at, key), at_key=True, key=key)


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
    at = draft.session.child(draft.id, found.spelled("enums"))
    if not isinstance(values, list):
        draft.session.report("CG0326", at, at_key=True, problem="names members, but there is no `enum` beside it")
        return ()
    if isinstance(names, dict):
        by_text = {as_text(value): value for value in values if not isinstance(value, dict | list)}
        for text in names.keys() - by_text.keys():
            help_ = did_you_mean(text, by_text)
            problem = f"names `{text}`, which `enum` does not list"
            draft.session.report("CG0326", draft.session.child(at, text), at_key=True, help=help_, problem=problem)
        return tuple((by_text[text], name) for text, name in names.items() if text in by_text)
    if len(names) != len(values):
        problem = f"has {len(names)} names for the {len(values)} values of `enum`"
        draft.session.report("CG0326", at, at_key=True, problem=problem)
    return tuple(zip(values, names, strict=False))


# --------------------------------------------------------------------------- keywords


def _ref(draft: Draft, key: str, value: Json) -> None:
    draft.fields["ref"] = draft.session.refer("schemas", value, draft.file, draft.id)


def _text(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, str):
            draft.fields[field] = value
        elif isinstance(value, dict | list):
            draft.wrong(key, "a string", value)
        elif value is not None:
            draft.fields[field] = as_text(value)

    return read


def _prose(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, str):
            draft.fields[field] = value
        elif isinstance(value, dict | list):
            at = draft.session.child(draft.id, key)
            draft.session.report("CG0335", at, key=key, found=a_kind(value))
        elif value is not None:
            draft.fields[field] = as_text(value)

    return read


def _flag(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, bool):
            draft.fields[field] = value
        elif value is not None:
            draft.wrong(key, "a boolean", value)

    return read


def _type(draft: Draft, key: str, value: Json) -> None:
    names = value if isinstance(value, list) else [value]
    types = []
    for index, name in enumerate(names):
        at = draft.session.child(draft.id, key, index) if names is value else draft.session.child(draft.id, key)
        if name is None:
            draft.session.tally("CG0307", at)
            name = "null"
        if not isinstance(name, str):
            draft.session.report("CG0301", at, key=key, wanted="a string", found=a_kind(name))
        elif name not in TYPES:
            help_ = did_you_mean(name, TYPES)
            draft.session.report("CG0316", at, help=help_, key=key, value=name)
        elif name not in types:
            types.append(name)
    draft.fields["types"] = tuple(types)


def _nullable(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, bool):
        draft.wrong(key, "a boolean", value)
        return
    if not draft.session.is_30(draft.file):
        draft.session.tally("CG0306", draft.session.child(draft.id, key), key=key)
    draft.nullable = value


def _required(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, bool):
        draft.session.report("CG0319", draft.session.child(draft.id, key))
    elif not isinstance(value, list):
        draft.wrong(key, "an array", value)
    else:
        draft.fields["required"] = required_names(value)


def required_names(value: Json) -> tuple[str, ...]:
    """Return the names of `required`, each once."""
    names = value if isinstance(value, list) else []
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def _properties(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    at = f"{draft.id}/properties"
    found = _listed(draft, value, at, draft.file)
    if isinstance(value.get("$ref"), str):
        found += _behind_reference(draft, value["$ref"], at)
    draft.fields["properties"] = tuple(found)


def _listed(draft: Draft, table: dict[str, Json], at: Id, file: File) -> list[Property]:
    session = draft.session
    required = frozenset(required_names(draft.raw.get("required")))
    found = []
    for name, raw in table.items():
        if name != "$ref" or not isinstance(raw, str):
            place = f"{at}/{escape(name)}"
            schema = lower_member(session, raw, place, file, Where.PROPERTY)
            found.append(Property(name, name in required, schema, place))
    return found


def _behind_reference(draft: Draft, ref: Json, at: Id) -> list[Property]:
    """Read `properties: {$ref: ...}`, which OpenAPI does not know, as the properties that it leads to."""
    target = draft.session.resolver.resolve(str(ref), draft.file, at)
    good = isinstance(target, Target) and isinstance(target.raw, dict)
    what = "the properties that it leads to are read" if good else "it leads to no properties and is left out"
    draft.session.report("CG0336", draft.session.child(at, "$ref"), what=what)
    if isinstance(target, Target) and isinstance(target.raw, dict):
        return _listed(draft, target.raw, target.id, target.file)
    return []


def _patterns(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    draft.fields["patterns"] = tuple(
        PatternProperty(pattern, schema, schema.id)
        for pattern, raw in value.items()
        for schema in (draft.nested(raw, key, pattern),)
    )


def _additional(draft: Draft, key: str, value: Json) -> None:
    if value is False:
        draft.fields["closed"] = True
    elif "additional" not in draft.fields or key == "additionalProperties":
        draft.fields["additional"] = draft.nested(value, key)


def _items(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, list):  # a tuple, as drafts before 2020-12 wrote it
        draft.fields["prefix_items"] = tuple(draft.nested(raw, key, i) for i, raw in enumerate(value))
    else:
        draft.fields["items"] = draft.nested(value, key)


def _schemas(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if not isinstance(value, list):
            draft.wrong(key, "an array", value)
            return
        if not value:
            draft.session.report("CG0308", draft.session.child(draft.id, key), key=key)
        draft.fields[field] = tuple(draft.nested(raw, key, i) for i, raw in enumerate(value))

    return read


def _enum(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, list):
        draft.wrong(key, "an array", value)
        return
    if not value:
        draft.session.report("CG0308", draft.session.child(draft.id, key), key=key)
        return
    draft.fields["enum"] = tuple(map(Value, value))


def _value(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        draft.fields[field] = Value(value)

    return read


def _example(draft: Draft, key: str, value: Json) -> None:
    if "examples" not in draft.fields:
        draft.fields["examples"] = (Value(value),)


def _examples(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, dict):  # as media types have it
        value = [item.get("value", item) if isinstance(item, dict) else item for item in value.values()]
    if not isinstance(value, list):
        value = [value]
    if value:
        draft.fields["examples"] = tuple(map(Value, value))


def _number(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            draft.wrong(key, "a number", value)
        else:
            draft.checks[field] = value

    return read


def _count(field: str) -> Keyword:
    def read(draft: Draft, key: str, value: Json) -> None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            draft.wrong(key, "an integer that is not negative", value)
        else:
            draft.checks[field] = int(value)

    return read


def _pattern(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, str):
        draft.checks["pattern"] = value
    else:
        draft.wrong(key, "a string", value)


def _unique(draft: Draft, key: str, value: Json) -> None:
    if not isinstance(value, bool):
        draft.wrong(key, "a boolean", value)
    elif value:
        draft.checks["unique_items"] = True


def _negated(draft: Draft, key: str, value: Json) -> None:
    draft.fields["negated"] = True


def _dynamic(draft: Draft, key: str, value: Json) -> None:
    """Read `$dynamicRef` where it can mean one schema only."""
    anchor = value.removeprefix("#") if isinstance(value, str) else ""
    if draft.session.resolver.is_static(anchor, draft.file):
        _ref(draft, key, value)
    else:
        draft.session.report("CG1307", draft.session.child(draft.id, key), key=key)


def _recursive(draft: Draft, key: str, value: Json) -> None:
    """Read `$recursiveRef` of the draft before 2020-12: the component that it stands in."""
    if value == "#" and draft.session.declared is not None:
        draft.fields["ref"] = draft.session.declared
    else:
        draft.session.report("CG1307", draft.session.child(draft.id, key), key=key)


def _discriminator(draft: Draft, key: str, value: Json) -> None:
    if isinstance(value, str):  # as Swagger 2.0 has it
        draft.session.report("CG0309", draft.session.child(draft.id, key))
        value = {"propertyName": value}
    if not isinstance(value, dict):
        draft.wrong(key, "an object", value)
        return
    from compiler.front.discriminators import lower_discriminator

    found: Discriminator | None = lower_discriminator(draft.session, value, draft.id, draft.file)
    if found is not None:
        draft.fields["discriminator"] = found


KEYWORDS: dict[str, Keyword] = {
    "$ref": _ref,
    "type": _type,
    "format": _text("format"),
    "title": _prose("title"),
    "description": _prose("description"),
    "readOnly": _flag("read_only"),
    "writeOnly": _flag("write_only"),
    "deprecated": _flag("deprecated"),
    "nullable": _nullable,
    "required": _required,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _additional,
    "unevaluatedProperties": _additional,
    "items": _items,
    "prefixItems": _schemas("prefix_items"),
    "allOf": _schemas("all_of"),
    "oneOf": _schemas("one_of"),
    "anyOf": _schemas("any_of"),
    "discriminator": _discriminator,
    "enum": _enum,
    "const": _value("const"),
    "default": _value("default"),
    "example": _example,
    "examples": _examples,
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
    "contentMediaType": _text("content_media_type"),
    **dict.fromkeys(
        ("not", "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies", "contains"), _negated
    ),
    "$dynamicRef": _dynamic,
    "$recursiveRef": _recursive,
}
"""What each keyword of a schema does."""

_IGNORED = frozenset(
    {
        "$id",
        "$schema",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$comment",
        "$defs",
        "definitions",
        "$vocabulary",
        "xml",
        "externalDocs",
        "minContains",
        "maxContains",
        "propertyNames",
        "unevaluatedItems",
        "additionalItems",
        "contentSchema",
    }
)
"""Keywords that types do not show."""

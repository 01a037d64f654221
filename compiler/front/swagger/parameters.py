"""Parameters of Swagger 2.0: those of the URL and headers, and those that are a body or fields of a form."""

from __future__ import annotations

from dataclasses import field

from compiler.base.frozen import mutable
from compiler.diagnostics import Note
from compiler.front.mistakes.misplaced import instead
from compiler.front.mistakes.wording import did_you_mean
from compiler.front.swagger.parts import New, Part, Source
from compiler.front.swagger.styles import QUERY_STYLES, UNKNOWN_STYLE
from compiler.source import Json, Loc

_SCHEMA_KEYS = frozenset(
    {"type", "format", "items", "default", "enum", "pattern", "multipleOf", "uniqueItems", "x-nullable"}
    | {"maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"}
    | {"maxLength", "minLength", "maxItems", "minItems"}
)
_OF_SCHEMA = ("-enums", "-unknown-values")
"""Ends of the vendor keys that speak of values: in 3.0 they stand in the schema."""

_NO_ARRAY = "remove it, or write `type: array` with `items`"
_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data"


_BODY_KEYS = ("name", "in", "description", "required", "schema")
_FIELD_KEYS = _SCHEMA_KEYS | {"name", "in", "description", "required", "allowEmptyValue", "collectionFormat"}
"""Keys of a parameter in `formData`; that it may be empty needs no word in 3.0."""
_EXAMPLES = ("x-example", "example")
"""2.0 knows none; the first is what many documents have, the second what 3.0 has."""


@mutable
class Parameters:
    """The parameters of an operation or a path item, sorted by what they become."""

    plain: list[tuple[Json, Loc]] = field(default_factory=list)
    body: Part | None = None
    shared_body: Json = None
    """A reference to the body if that is a component."""
    form: dict[str, Part] = field(default_factory=dict)

    def below(self, outer: Parameters) -> Parameters:
        """Return the bodies and fields that hold for an operation of a path item with ``outer`` ones."""
        own = self if self.body is not None else outer
        return Parameters(self.plain, own.body, own.shared_body, {**outer.form, **self.form})


def sort_parameters(source: Source, holder: Part) -> Parameters:
    """Sort the `parameters` of an operation or a path item; those that stay parameters are rewritten."""
    found = Parameters()
    items = holder.raw.get("parameters")
    for index, raw in enumerate(items if isinstance(items, list) else []):
        at = holder.loc.at("parameters", index)
        item = holder.object("parameters", index)
        part = source.follow(item) if item is not None else None
        kept = source.kept_reference(item) if item is not None else None
        if part is None:  # reported when it is lowered
            found.plain.append((source.rebase(raw, holder.file), at))
        elif part.raw.get("in") == "body" and found.body is not None:
            source.report("CG0820", part.loc_for(item), name=part.raw.get("name"))
        elif part.raw.get("in") == "body":
            found.body = part
            found.shared_body = _shared_body(kept)
        elif part.raw.get("in") == "formData":
            _add_field(source, found.form, part, at)
        elif kept is not None:
            found.plain.append((kept, at))
        else:
            found.plain.append((rewrite_parameter(source, part), part.loc_for(item)))
    return found


def _add_field(source: Source, form: dict[str, Part], part: Part, at: Loc) -> None:
    name = source.text(part, "name")
    if name is None:
        source.report("CG0302", part.loc, what="a parameter in `formData`", key="name")
    elif name in form:
        notes = (Note("first given here", form[name].loc),)
        source.report("CG0330", at, notes=notes, name=name, place="form")
    else:
        form[name] = part


def _shared_body(kept: Json) -> Json:
    """Return what becomes of a reference to one of the shared parameters, of which bodies are components."""
    place, _, name = str(kept["$ref"]).rpartition("/") if isinstance(kept, dict) else ("", "", "")
    return {"$ref": f"#/components/requestBodies/{name}"} if place == "#/parameters" else None


def rewrite_parameter(source: Source, part: Part) -> Json:
    """Return a parameter of 3.0: its type stands in a schema, its `collectionFormat` is a style."""
    new = without_schema(source, part)
    _add_style(source, new, part, in_query=part.raw.get("in") == "query")
    return new.value


def without_schema(source: Source, part: Part) -> New:
    """Return a parameter or a header of 3.0 that still has no style: its type stands in a schema."""
    new = source.new()
    for key, value in part.raw.items():
        if key == "x-example":
            new.put("example", value, part.loc.at(key))
        elif key not in _SCHEMA_KEYS and key != "collectionFormat" and not _of_schema(key):
            new.put(key, source.rebase(value, part.file), part.loc.at(key))
    own = next((key for key in part.raw if key in _SCHEMA_KEYS), None)
    if own is not None and part.raw.get("type") is None and "schema" not in part.raw and "items" not in part.raw:
        source.tally("CG0373", part.loc, what="a parameter or header", key="type")
    if "schema" not in part.raw and own is not None:  # without either, lowering tells of it
        new.put("schema", schema_of(source, part), part.loc)
    elif own is not None:
        source.report_newer_key(part, "schema", own, counts="schema")
    return new


def schema_of(source: Source, part: Part) -> Json:
    """Return the schema that the keys of a parameter, a header or a field make."""
    new = source.new()
    for key, value in part.raw.items():
        if key in _SCHEMA_KEYS or _of_schema(key):
            if key == "items" and isinstance(value, dict) and "collectionFormat" in value:
                source.report("CG0374", part.loc.at("items", "collectionFormat"), at_key=True)
            items = _without_format(source.rebase(value, part.file)) if key == "items" else value
            new.put(key, items, part.loc.at(key))
    if part.raw.get("type") == "file":
        new.put("type", "string", part.loc.at("type"))
        new.put("format", "binary", part.loc.at("type"))
    return new.value


def _of_schema(key: str) -> bool:
    return key.startswith("x-") and key.endswith(_OF_SCHEMA)


def _without_format(items: Json) -> Json:
    """Return a copy of `items` without the `collectionFormat` of arrays in arrays, which no style can tell."""
    if not isinstance(items, dict) or "collectionFormat" not in items:
        return items
    return {key: _without_format(value) for key, value in items.items() if key != "collectionFormat"}


def is_array(part: Part) -> bool:
    """Whether a parameter or header is an array: `items` says so, too, and a schema as 3.0 has it."""
    raw = part.raw
    schema = raw.get("schema")
    if isinstance(schema, dict):
        return schema.get("type") == "array"
    return raw.get("type") == "array" or ("items" in raw and "type" not in raw)


def _add_style(source: Source, new: New, part: Part, *, in_query: bool) -> None:
    """Say `collectionFormat` in the words of 3.0; what says `style` or `explode` already speaks of 3.0's defaults."""
    at = part.loc.at("collectionFormat")
    newer = next((key for key in ("style", "explode", "schema", "content") if key in part.raw), None)
    if "collectionFormat" not in part.raw and newer is not None:
        return
    if not is_array(part):
        if "collectionFormat" in part.raw:
            what = "a parameter that is not an array"
            source.report("CG0303", at, at_key=True, help=_NO_ARRAY, what=what, key="collectionFormat")
        return
    if newer in ("style", "explode"):
        source.report_newer_key(part, newer, "collectionFormat", counts="collectionFormat")
    name = part.raw.get("collectionFormat", "csv")
    if not in_query and name == "csv":  # the default of paths and headers
        return
    style, explode = QUERY_STYLES.get(str(name), ("", False)) if in_query else ("", False)
    new.put("style", style or f"{UNKNOWN_STYLE}{name}", at)
    new.put("explode", explode, at)


# --------------------------------------------------------------------------- bodies


def rewrite_body(source: Source, part: Part, media_types: list[str]) -> Json:
    """Return the request body that a parameter in `body` is; its type stands in a schema (CG0303)."""
    new = source.new()
    typed = not _SCHEMA_KEYS.isdisjoint(part.raw)  # CG0303 says where that belongs
    _ask(source, part, "a parameter in `body`", ("name",) if typed else ("name", "schema"))
    for key, value in part.raw.items():
        if key in ("description", "required") or key.startswith("x-"):
            new.put(key, value, part.loc.at(key))
        elif key not in ("name", "in", "schema"):
            help_ = instead("a parameter", key, _BODY_KEYS)
            source.report("CG0303", part.loc.at(key), at_key=True, help=help_, what="a parameter in `body`", key=key)
    content = source.new()
    for media_type in media_types or ["application/json"]:
        entry = source.new()
        if "schema" in part.raw:
            entry.put("schema", source.rebase(part.raw["schema"], part.file), part.loc.at("schema"))
        content.put(media_type, entry.value, part.loc)
    new.put("content", content.value, part.loc)
    return new.value


def _ask(source: Source, part: Part, what: str, keys: tuple[str, ...]) -> None:
    for key in keys:
        if part.raw.get(key) is None:
            source.tally("CG0373", part.loc, what=what, key=key)
        elif key == "name":
            source.text(part, key)


def rewrite_form(source: Source, fields: dict[str, Part], media_types: list[str], at: Loc) -> Json:
    """Return the request body of which the parameters in `formData` are the fields."""
    schema, properties, encoding = source.new(), source.new(), source.new()
    for name, part in fields.items():
        properties.put(name, _field(source, part), part.loc)
        style = source.new()
        if part.raw.get("collectionFormat") != "multi" or not is_array(part):
            _add_style(source, style, part, in_query=True)
        if style.value:
            encoding.put(name, style.value, part.loc)
    required = [(name, part.loc.at("required")) for name, part in fields.items() if source.flag(part, "required")]
    schema.put("type", "object", at)
    if required:
        schema.array("required", list(required), at)
    schema.put("properties", properties.value, at)
    entry, content, new = source.new(), source.new(), source.new()
    entry.put("schema", schema.value, at)
    if encoding.value:
        entry.put("encoding", encoding.value, at)
    content.put(_form_type(fields, media_types), entry.value, at)
    if required:
        new.put("required", True, at)
    new.put("content", content.value, at)
    return new.value


def _field(source: Source, part: Part) -> Json:
    """Return the property that a field of a form is (CG0303)."""
    schema = schema_of(source, part)
    assert isinstance(schema, dict)
    new = source.new()
    if not schema and "schema" not in part.raw:
        source.report("CG0310", part.loc, help="add a `type`")
        new.put("type", "string", part.loc)
    for key in schema:
        new.put(key, schema[key], source.origins.of(schema)[key])
    if "schema" in part.raw:  # as 3.0 has it
        if schema:
            source.report_newer_key(part, "schema", next(iter(schema)), counts="schema")
        new = source.new()
        new.array("allOf", [(source.rebase(part.raw["schema"], part.file), part.loc.at("schema"))], part.loc)
    for key, value in part.raw.items():
        if key in _EXAMPLES:
            new.put("example", value, part.loc.at(key))
        elif key == "description" or (key.startswith("x-") and key not in new.value):
            new.put(key, value, part.loc.at(key))
        elif key not in _FIELD_KEYS and key not in new.value and key != "schema":
            help_ = did_you_mean(key, _FIELD_KEYS)
            what = "a parameter in `formData`"
            source.report("CG0303", part.loc.at(key), at_key=True, help=help_, what=what, key=key)
    return new.value


def _form_type(fields: dict[str, Part], media_types: list[str]) -> str:
    """Return the media type of a form: files need multipart, else the first form type that is declared."""
    if any(part.raw.get("type") == "file" for part in fields.values()):
        return next((name for name in media_types if name.startswith("multipart/")), _MULTIPART)
    return next((name for name in media_types if name == _FORM or name.startswith("multipart/")), _FORM)

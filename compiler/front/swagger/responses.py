"""Responses of Swagger 2.0: one schema for all media types, headers that are their own schemas."""

from __future__ import annotations

from compiler.front.swagger.parameters import schema_of
from compiler.front.swagger.parts import Part, Source
from compiler.source import Json


def rewrite_responses(source: Source, holder: Part, media_types: list[str]) -> Json:
    """Return the `responses` of an operation, or the table of shared ones."""
    new = source.new()
    for status in holder.raw:
        part = holder.object(status)
        if part is None or status.startswith("x-"):
            new.put(status, holder.raw[status], holder.loc.at(status))
            continue
        target = source.taken(part)
        if target is None:
            new.put(status, source.rebase(part.raw, part.file), part.loc)
        else:
            new.put(status, _response(source, target, media_types), target.loc_for(part))
    return new.value


def _response(source: Source, part: Part, media_types: list[str]) -> Json:
    new = source.new()
    for key, value in part.raw.items():
        if key not in ("schema", "headers", "examples"):
            new.put(key, value, part.loc.at(key))
    headers = part.object("headers") if "headers" in part.raw else None
    if headers is not None:
        new.put("headers", _headers(source, headers), headers.loc)
    if "schema" in part.raw:
        new.put("content", _content(source, part, media_types), part.loc)
    return new.value


def _content(source: Source, part: Part, media_types: list[str]) -> Json:
    schema, at = part.raw["schema"], part.loc.at("schema")
    is_file = isinstance(schema, dict) and schema.get("type") == "file"
    given = part.raw.get("examples")
    examples = given if isinstance(given, dict) else {}
    content = source.new()
    for media_type in media_types or ["application/octet-stream" if is_file else "application/json"]:
        entry = source.new()
        if is_file:
            body = source.new()
            body.put("type", "string", at.at("type"))
            body.put("format", "binary", at.at("type"))
            entry.put("schema", body.value, at)
        else:
            entry.put("schema", source.rebase(schema, part.file), at)
        if media_type in examples:
            entry.put("example", examples[media_type], part.loc.at("examples", media_type))
        content.put(media_type, entry.value, part.loc)
    return content.value


def _headers(source: Source, holder: Part) -> Json:
    new = source.new()
    for name in holder.raw:
        part = holder.object(name)
        if part is None:
            new.put(name, holder.raw[name], holder.loc.at(name))
            continue
        header = source.new()
        if "description" in part.raw:
            header.put("description", part.raw["description"], part.loc.at("description"))
        header.put("schema", schema_of(source, part), part.loc)
        new.put(name, header.value, part.loc)
    return new.value

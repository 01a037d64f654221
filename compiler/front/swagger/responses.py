"""Responses of Swagger 2.0: one schema for all media types, headers that are their own schemas."""

from __future__ import annotations

from compiler.front.swagger.parameters import is_array, without_schema
from compiler.front.swagger.parts import Part, Source
from compiler.source import Json, Loc


def rewrite_responses(source: Source, holder: Part, media_types: list[str]) -> Json:
    """Return the `responses` of an operation, or the table of shared ones."""
    new = source.new()
    for status in holder.raw:
        part = holder.object(status)
        if part is None or status.startswith("x-"):
            new.put(status, holder.raw[status], holder.loc.at(status))
            continue
        target = source.rewritten_part(part)
        if target is None:
            new.put(status, source.rebase(part.raw, part.file), part.loc)
        else:
            new.put(status, _response(source, target, media_types), target.loc_for(part))
    return new.value


def _response(source: Source, part: Part, media_types: list[str]) -> Json:
    new = source.new()
    headers = part.object("headers") if "headers" in part.raw else None
    examples = part.object("examples") if "examples" in part.raw else None
    for key, value in part.raw.items():
        if key == "headers" and headers is not None:
            new.put(key, _headers(source, headers), headers.loc)
        elif key != "schema" and (key != "examples" or examples is None):
            new.put(key, source.rebase(value, part.file), part.loc.at(key))
    if "schema" in part.raw:
        if "content" in part.raw:
            source.report_newer_key(part, "content", "schema", counts="schema")
        new.put("content", _content(source, part, media_types), part.loc)
    content = new.value.get("content")
    for media_type in examples.raw if examples is not None else ():
        if not isinstance(content, dict) or all(_essence(name) != _essence(media_type) for name in content):
            source.tally("CG0354", part.loc.at("examples", media_type), media_type=media_type)
    return new.value


def _essence(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def _content(source: Source, part: Part, media_types: list[str]) -> Json:
    schema, at = part.raw["schema"], part.loc.at("schema")
    is_file = isinstance(schema, dict) and schema.get("type") == "file"
    given = part.raw.get("examples")
    examples = {_essence(key): key for key in given} if isinstance(given, dict) else {}
    content = source.new()
    for media_type in media_types or ["application/octet-stream" if is_file else "application/json"]:
        entry = source.new()
        if is_file and isinstance(schema, dict):
            entry.put("schema", _file(source, schema, at), at)
        else:
            entry.put("schema", source.rebase(schema, part.file), at)
        shown = media_type if isinstance(given, dict) and media_type in given else examples.get(_essence(media_type))
        if isinstance(given, dict) and shown is not None:
            entry.put("example", given[shown], part.loc.at("examples", shown))
        content.put(media_type, entry.value, part.loc)
    return content.value


def _file(source: Source, schema: dict[str, Json], at: Loc) -> Json:
    body = source.new()
    for key, value in schema.items():
        body.put(key, value, at.at(key))
    body.put("type", "string", at.at("type"))
    body.put("format", "binary", at.at("type"))
    return body.value


def _headers(source: Source, holder: Part) -> Json:
    new = source.new()
    for name in holder.raw:
        part = holder.object(name)
        if part is None:
            new.put(name, holder.raw[name], holder.loc.at(name))
            continue
        header = without_schema(source, part)
        if not _has_commas(source, part):
            header.put("schema", {"type": "string"}, part.loc)
        new.put(name, header.value, part.loc)
    return new.value


def _has_commas(source: Source, part: Part) -> bool:
    """Whether a header is none whose items stand between other signs than commas, which 3.0 has no word for (CG0353).

    Fields that are repeated (`multi`) are the same as commas, as HTTP says (RFC 9110, 5.3).
    """
    name = part.raw.get("collectionFormat", "csv")
    if not is_array(part) or name in ("csv", "multi"):
        return True
    source.report("CG0353", part.loc.at("collectionFormat"), format=name)
    return False

"""`itemSchema` of OpenAPI 3.2: what one value of a stream looks like (D13)."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.front.entry import Entry
from compiler.front.refs import Target
from compiler.front.schemas import lower_member
from compiler.ir.media import LINES
from compiler.ir.nodes import Schema
from compiler.source import Json

EVENTS = "text/event-stream"
_MAX_DEPTH = 10


def lower_items(media_type: str, entry: Entry) -> Schema | None:
    """Lower the `itemSchema` of a media type as the schema of what its stream yields; None after an error.

    A line of JSON is an item. An event is an object with the fields `data`, `event`, `id` and `retry`: the schema of
    its data counts, that of the text (`contentSchema`) before that of the field.
    """
    plain = media_type.partition(";")[0].strip().lower()
    at, raw = entry.at("itemSchema"), entry.raw["itemSchema"]
    if plain in LINES:
        item = lower_member(entry.session, raw, at, entry.file)
        return Schema(types=("array",), items=item, id=entry.at("schema")) if "array" in item.types else item
    if plain != EVENTS:
        entry.session.report("CG1305", at, at_key=True)
        return None
    found = [
        lower_member(entry.session, target.raw, target.id, target.file)
        for target in _data(entry, Target(at, raw, entry.file), 0)
    ]
    if len(found) < 2:
        return found[0] if found else Schema(types=("string",), id=at)
    return Schema(one_of=tuple(found), id=at)


def _data(entry: Entry, event: Target, depth: int) -> Iterator[Target]:
    """Yield the schemas of the data of an event, or of all events that it may be."""
    session = entry.session
    if not isinstance(event.raw, dict) or depth > _MAX_DEPTH:
        return
    if isinstance(event.raw.get("$ref"), str):
        found = session.resolve(event.raw["$ref"], event.file, event.id)
        if found is not None:
            yield from _data(entry, found, depth + 1)
    data = _member(event, "properties", "data")
    if data is not None:
        text = _member(data, "contentSchema")
        yield data if text is None else text
        return
    for key in ("oneOf", "anyOf", "allOf"):
        members = event.raw.get(key)
        for index, _ in enumerate(members if isinstance(members, list) else ()):
            member = _member(event, key, index)
            if member is not None:
                yield from _data(entry, member, depth + 1)


def _member(target: Target, *tokens: str | int) -> Target | None:
    value: Json = target.raw
    at = target.id
    for token in tokens:
        if isinstance(token, int):
            value = value[token] if isinstance(value, list) else None
        else:
            value = value.get(token) if isinstance(value, dict) else None
        at = f"{at}/{token}"
    return Target(at, value, target.file) if isinstance(value, dict) else None

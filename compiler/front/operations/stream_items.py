"""`itemSchema` of OpenAPI 3.2, and its substitutes in earlier versions: the schema of a stream's values (D13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from compiler.front.mistakes.wording import and_of
from compiler.front.objects.entry import Entry
from compiler.front.reading.documents import File
from compiler.front.reading.refs import Target
from compiler.front.schemas.schema import lower_member
from compiler.ir.media import LINES, kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Schema
from compiler.ir.wire import BodyKind, EventData
from compiler.source import Json

EVENTS = "text/event-stream"
_MAX_DEPTH = 10
_MOST = 10_000
"""The most kinds of events that are distinguished."""
_SAYS = frozenset({"type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf"})
"""Keywords that say what data is; what has others alone narrows what an outer schema says."""

_CONTENT = {"contentSchema", "contentMediaType"}


class _Place(NamedTuple):
    """A schema that is an object, and where it stands."""

    id: Id
    raw: dict[str, Json]
    file: File


@frozen
class _Event:
    """One kind of events: the names it may have, None for any, and its data, what is nearest last.

    ``required``: it has a name; else it may also be a `message`, as events without one are.
    """

    names: tuple[str, ...] | None = None
    required: bool = False
    data: tuple[_Place, ...] = ()


_FIELDS = frozenset({"data", "event", "id", "retry"})
"""The fields of an event."""


def lower_events(media_type: str, entry: Entry) -> tuple[Schema, tuple[EventData, ...]] | None:
    """Lower the `schema` of server-sent events where it describes whole events, as an `itemSchema` does; else None.

    Before 3.2 documents say so by an object that has the fields of an event, `data` among them, and no other property.
    Reports CG1125: an object with properties of such names may be the data itself.
    """
    raw = entry.raw.get("schema")
    if media_type.partition(";")[0].strip().lower() != EVENTS or not isinstance(raw, dict):
        return None
    place = _Place(entry.at("schema"), raw, entry.file)
    if not _describes_events(entry, place, 0):
        return None
    entry.session.reports.add("CG1125", place.id, at_key=True)
    return _items(entry, place)


def _describes_events(entry: Entry, place: _Place, depth: int) -> bool:
    place = _followed(entry, place)
    properties = place.raw.get("properties", {})
    if depth > _MAX_DEPTH or not isinstance(properties, dict) or not properties.keys() <= _FIELDS:
        return False
    if place.raw.get("additionalProperties", False) is not False:
        return False
    members = [*_members(place, "oneOf"), *_members(place, "anyOf")]
    if members:
        return all(_describes_events(entry, member, depth + 1) for member in members)
    return "data" in properties


def lower_items(media_type: str, entry: Entry) -> tuple[Schema, tuple[EventData, ...]] | None:
    """Lower the `itemSchema` of a media type as the schema of what its stream yields; None after an error.

    Reports CG1127: a schema of events without `data` is read as that of the data; properties beside it are left out.

    A line of JSON is an item. An event is an object with the fields `data`, `event`, `id` and `retry`: the schema of
    its data counts, that of the text (`contentSchema`) before that of the field. The name of an event decides what its
    data is.
    """
    plain = media_type.partition(";")[0].strip().lower()
    at, raw = entry.at("itemSchema"), entry.raw["itemSchema"]
    if plain in LINES:
        item = lower_member(entry.session, raw, at, entry.file)
        return (Schema(types=("array",), items=item, id=entry.at("schema")) if "array" in item.types else item), ()
    if plain != EVENTS:
        entry.session.reports.add("CG1305", at, at_key=True)
        return None
    event = _Place(at, raw if isinstance(raw, dict) else {}, entry.file)
    names = _properties(entry, event)
    others = [name for name in names if name not in _FIELDS]
    if "data" not in names and (others or not (names or _SAYS.isdisjoint(event.raw))):
        what = "no `data`: it is read as what the data of an event is"
        entry.session.reports.add("CG1127", at, at_key=True, what=what)
        return lower_member(entry.session, raw, at, entry.file), ()
    if others:
        what = f"{and_of(others)} beside `data`, which no event has: left out"
        entry.session.reports.add("CG1127", at, at_key=True, what=what)
    return _items(entry, event)


def _properties(entry: Entry, event: _Place) -> list[str]:
    """Return the names of properties that a schema of events has, also in what it refers to and in its alternatives."""
    found: dict[str, None] = {}
    waiting, seen = [event], set[Id]()
    while waiting:
        place = _followed(entry, waiting.pop())
        if place.id not in seen:
            seen.add(place.id)
            properties = place.raw.get("properties")
            found |= dict.fromkeys(properties if isinstance(properties, dict) else ())
            waiting += [member for key in ("allOf", "oneOf", "anyOf") for member in _members(place, key)]
    return list(found)


def _items(entry: Entry, event: _Place) -> tuple[Schema, tuple[EventData, ...]]:
    """Lower a schema of events as that of their data, and what these are by the names of the events."""
    found: dict[str, Schema] = {}
    events = tuple(_lowered(entry, _events(entry, event, 0), found))
    members = tuple(found.values())
    if len(members) < 2:
        return (members[0] if members else Schema(types=("string",), id=event.id)), events
    return Schema(one_of=members, id=event.id), events


def _lowered(entry: Entry, events: list[_Event], found: dict[str, Schema]) -> Iterator[EventData]:
    """Yield what the data of each name is; its schemas are added to what is ``found``."""
    for event in events:
        data = _nearest(entry, event.data)
        if data is None:
            continue
        place, is_json = data
        if place.id not in found:
            found[place.id] = lower_member(entry.session, place.raw, place.id, place.file)
        record = EventData(schema=place.id, json=is_json)
        if event.names is None:
            yield record
            continue
        names = dict.fromkeys(event.names if event.required else (*event.names, "message"))
        yield from (replace(record, name=name) for name in names)


def _nearest(entry: Entry, data: tuple[_Place, ...]) -> tuple[Target, bool] | None:
    """Return what describes the data of an event, and whether it says that the text is JSON."""
    for part in reversed(data):
        inner = part if _CONTENT & part.raw.keys() else _followed(entry, part)
        media_type = inner.raw.get("contentMediaType")
        is_json = kind_of(media_type) is BodyKind.JSON if isinstance(media_type, str) else "contentSchema" in inner.raw
        if is_json:
            return Target(f"{inner.id}/contentSchema", inner.raw.get("contentSchema", True), inner.file), True
        if isinstance(media_type, str):
            return Target(part.id, part.raw, part.file), False
    said = (part for part in reversed(data) if not _SAYS.isdisjoint(part.raw))
    found = next(said, data[-1] if data else None)
    return None if found is None else (Target(found.id, found.raw, found.file), False)


# --------------------------------------------------------------------------- kinds of events


def _events(entry: Entry, event: _Place, depth: int) -> list[_Event]:
    """Return the kinds of events that a schema allows: what it says itself, with each of its alternatives."""
    if depth > _MAX_DEPTH:
        return [_Event()]
    fields = _member(event, "properties")
    data = _member(fields, "data") if fields is not None else None
    name = _member(fields, "event") if fields is not None else None
    own = _Event(
        _names(entry, name) if name is not None else None,
        "event" in _as_list(event.raw.get("required")),
        (data,) if data is not None else (),
    )
    behind = _referred(entry, event)
    parts = [_events(entry, part, depth + 1) for part in (*((behind,) if behind else ()), *_members(event, "allOf"))]
    for key in ("oneOf", "anyOf"):
        choices = [
            kind if kind.names is not None else replace(kind, names=tags, required=kind.required or tags is not None)
            for part in _members(event, key)
            for tags in (_tags(event, part),)
            for kind in _events(entry, part, depth + 1)
        ]
        parts += [choices] if choices else []
    made = [own]
    for part in parts:
        made = [_both(*pair) for pair in islice(product(made, part), _MOST)]
    return made


def _both(outer: _Event, inner: _Event) -> _Event:
    names = outer.names if inner.names is None else inner.names
    return _Event(names, outer.required or inner.required, (*outer.data, *inner.data))


def _tags(event: _Place, member: _Place) -> tuple[str, ...] | None:
    """Return the names that a discriminator gives to a member: the keys of its mapping, else that of the component."""
    discriminator, ref = event.raw.get("discriminator"), member.raw.get("$ref")
    if not isinstance(discriminator, dict) or discriminator.get("propertyName") != "event" or not isinstance(ref, str):
        return None
    mapping, name = discriminator.get("mapping"), ref.rpartition("/")[2]
    named = mapping.items() if isinstance(mapping, dict) else ()
    return tuple(key for key, value in named if value in (ref, name)) or (name,)


def _names(entry: Entry, event: _Place, depth: int = 0) -> tuple[str, ...] | None:
    """Return the names that the `event` of an event may be; None where it may be any. An empty one is `message`."""
    event = _followed(entry, event)
    raw = event.raw
    listed = [raw["const"]] if "const" in raw else _as_list(raw.get("enum"))
    names = tuple(name or "message" for name in listed if isinstance(name, str))
    if names or depth > _MAX_DEPTH:
        return names or None
    inner = {key: [_names(entry, part, depth + 1) for part in _members(event, key)] for key in ("oneOf", "anyOf")}
    chosen = next((found for found in inner.values() if found and None not in found), [])
    parts = [_names(entry, part, depth + 1) for part in _members(event, "allOf")]
    return tuple(name for found in (*chosen, *parts) if found for name in found) or None


def _followed(entry: Entry, place: _Place) -> _Place:
    """Return what a schema refers to, and what that refers to in turn; itself where it is no reference."""
    for _ in range(_MAX_DEPTH):
        found = _referred(entry, place)
        if found is None:
            break
        place = found
    return place


def _referred(entry: Entry, place: _Place) -> _Place | None:
    ref = place.raw.get("$ref")
    found = entry.session.references.resolve(ref, place.file, place.id) if isinstance(ref, str) else None
    return _Place(found.id, found.raw, found.file) if found is not None and isinstance(found.raw, dict) else None


def _members(place: _Place, key: str) -> Iterator[_Place]:
    for index, member in enumerate(_as_list(place.raw.get(key))):
        if isinstance(member, dict):
            yield _Place(f"{place.id}/{key}/{index}", member, place.file)


def _member(place: _Place, key: str) -> _Place | None:
    value = place.raw.get(key)
    return _Place(f"{place.id}/{key}", value, place.file) if isinstance(value, dict) else None


def _as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []

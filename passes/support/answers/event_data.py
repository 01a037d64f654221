"""The data of server-sent events: the name of an event decides the type of its data (D13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.ir.node import replace
from compiler.ir.types import Nullable, Type, Union, declared_behind
from compiler.ir.wire import Answer, Decode, EventData
from passes.support.type_queries import Types, alternatives, is_file, is_nullable, kinds_of


def is_text(types: Types, type_: Type) -> bool:
    """Whether every value is a string: events hold it as it is, without the quotes of JSON."""
    found = alternatives(types, type_)
    return kinds_of(found) == {"string"} and not is_file(found) and not is_nullable(types, type_)


def with_events(answer: Answer, types: Types) -> Answer:
    """Decide what the data of each event are by its name; without names the stream's type says it for all."""
    if not any(item.events for item in answer.decodes):
        return answer
    return replace(answer, decodes=tuple([_decided(item, types) for item in answer.decodes]))


def _decided(decode: Decode, types: Types) -> Decode:
    if all(item.name is None for item in decode.events):
        return replace(decode, events=())
    cases = _cases(decode.type, types)
    records = (_record(item, decode.type, cases, types) for item in decode.events)
    return replace(decode, events=tuple(_merged(records, decode.type)))


def _cases(type_: Type, types: Types) -> set[Type]:
    """Return the types that values of a stream may be read as by name: it itself, and the cases of its union."""
    at = declared_behind(type_, types)
    union = types[at] if at is not None else None
    return {type_, *(case.type for case in union.cases)} if isinstance(union, Union) else {type_}


def _record(item: EventData, whole: Type, cases: set[Type], types: Types) -> EventData:
    type_ = whole if item.type is None else item.type
    text = not item.json and is_text(types, type_)
    case = type_.inner if isinstance(type_, Nullable) and type_ not in cases else type_
    return EventData(item.name, type=case if case in cases else whole, text=text)


def _merged(records: Iterable[EventData], whole: Type) -> Iterator[EventData]:
    """Yield a record for each name: of several types the stream's, none where texts and JSON cannot be told apart."""
    by_name: dict[str | None, list[EventData]] = {}
    for item in records:
        by_name.setdefault(item.name, []).append(item)
    for name, found in by_name.items():
        if len({item.text for item in found}) == 1:
            type_ = found[0].type if len({item.type for item in found}) == 1 else whole
            yield replace(found[0], name=name, type=type_)

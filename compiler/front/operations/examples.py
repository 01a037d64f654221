"""Examples of parameters and media types: the one that documentation shows."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.objects.entry import Entry
from compiler.front.schemas.example_agreement import is_value
from compiler.front.schemas.non_finite import in_json
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.types import Value
from compiler.source import Json

_VALUES = frozenset({"value", "externalValue", "dataValue", "serializedValue"})
"""Keys of an Example Object that hold an example, the last two from 3.2 on."""


def first_example(entry: Entry, schema: Schema | None = None, media_type: str = "") -> Value | None:
    """Return the value of `example`, else of the first entry of `examples` that has one.

    Where `codegen lint` asks, all of them are noted together with the ``schema`` that they are to fit.
    """
    given = list(_example_values(entry))
    if schema is not None and entry.session.library.options.examples:
        noted = given or list(_of_schema(entry, schema))
        entry.session.found.examples.extend(
            (schema, at, value) for at, value in noted if not media_type or is_value(value, media_type)
        )
    return in_json(given[0][1]) if given else None


def _of_schema(entry: Entry, schema: Schema) -> Iterator[tuple[Id, Json]]:
    """Yield the example of an inline schema: what has none itself is shown by it."""
    raw = entry.raw.get("schema")
    if isinstance(raw, dict) and schema.ref is None:
        yield from _schema_examples(Entry(entry.session, raw, schema.id, entry.file))


def _schema_examples(entry: Entry) -> Iterator[tuple[Id, Json]]:
    """Yield the examples of a schema: `examples` is an array there."""
    examples = entry.raw.get("examples", ())
    if "example" in entry.raw:
        yield entry.at("example"), entry.raw["example"]
    elif isinstance(examples, list):
        yield from ((child(entry.id, "examples", index), value) for index, value in enumerate(examples))


def _example_values(entry: Entry) -> Iterator[tuple[Id, Json]]:
    """Yield the values with their places."""
    if "example" in entry.raw:
        entry.exclude("examples", "example", counts="example")
        yield from _schema_examples(entry)
        return
    if isinstance(entry.raw.get("examples"), list):  # as schemas have it
        at, effect = entry.at("examples"), "its items are read"
        entry.session.reports.add("CG0358", at, key="examples", wanted="an object", found="an array", effect=effect)
        yield from _schema_examples(entry)
        return
    for _, example in entry.members("examples"):
        if "$ref" not in example:
            check_example(example)
        yield from _values(example)


def check_example(example: Entry) -> None:
    """Check the keys of an Example Object."""
    if _VALUES.isdisjoint(example.raw):
        example.refuse_extensions()
        example.session.reports.tally("CG0819", example.id)
        return
    example.open(object_keys.EXAMPLE, Where.ELSEWHERE)
    held = [key for key in ("value", "dataValue", "serializedValue", "externalValue") if key in example]
    if len(held) > 1 and held != ["dataValue", "serializedValue"] and held != ["dataValue", "externalValue"]:
        example.exclude(held[-1], held[0], counts=held[0])


def _values(example: Entry) -> Iterator[tuple[Id, Json]]:
    target = example.shown_target("CG0408")
    if target is not None and isinstance(target.raw, dict):
        keys = (key for key in ("value", "dataValue") if key in target.raw)
        yield from ((child(target.id, key), target.raw[key]) for key in keys)

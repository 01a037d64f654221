"""Examples of parameters and media types: the one that documentation shows."""

from __future__ import annotations

from compiler.front.entry import Entry
from compiler.ir.types import Value

_VALUES = frozenset({"value", "externalValue", "dataValue", "serializedValue"})
"""Keys of an Example Object that hold an example, the last two from 3.2 on."""


def first_example(entry: Entry) -> Value | None:
    """Return the value of `example`, else of the first entry of `examples` that has one."""
    if "example" in entry.raw:
        return Value(entry.raw["example"])
    examples = entry.raw.get("examples")
    if isinstance(examples, list):  # as schemas have it
        return Value(examples[0]) if examples else None
    found = None
    for _, example in entry.members("examples"):
        if "$ref" not in example:
            example.refuse_extensions()
            if _VALUES.isdisjoint(example.raw):
                entry.session.tally("CG0819", example.id)
        value = _value(example)
        found = found if found is not None else value
    return found


def _value(example: Entry) -> Value | None:
    target = example.shown("CG0408")
    raw = target.raw if target is not None else None
    given = [raw[key] for key in ("value", "dataValue") if key in raw] if isinstance(raw, dict) else []
    return Value(given[0]) if given else None

"""Examples of parameters and media types: the one that documentation shows."""

from __future__ import annotations

from compiler.front.entry import Entry
from compiler.front.extensions import Where
from compiler.front.refs import Target
from compiler.ir.types import Value
from compiler.source import Json

_MAX_CHAIN = 20
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
    raw = _follow(example)
    given = [raw[key] for key in ("value", "dataValue") if key in raw] if isinstance(raw, dict) else []
    return Value(given[0]) if given else None


def _follow(example: Entry) -> Json:
    """Return an example, also one behind a `$ref`; None after a warning."""
    target = example.as_target()
    for _ in range(_MAX_CHAIN):
        if not isinstance(target.raw, dict) or not isinstance(ref := target.raw.get("$ref"), str):
            return target.raw
        Entry(example.session, target.raw, target.id, target.file).siblings(Where.ELSEWHERE)
        found = example.session.resolver.resolve(ref, target.file, target.id)
        if not isinstance(found, Target):
            at = example.session.child(target.id, "$ref")
            example.session.report("CG0408", at, notes=found.notes, ref=ref)
            return None
        target = found
    return None

"""Examples of parameters and media types: the one that documentation shows."""

from __future__ import annotations

from compiler.front.entry import Entry
from compiler.ir.nodes import Value


def first_example(entry: Entry) -> Value | None:
    """Return the value of `example`, else of the first entry of `examples` that has one."""
    if "example" in entry.raw:
        return Value(entry.raw["example"])
    examples = entry.raw.get("examples")
    if isinstance(examples, list):  # as schemas have it
        return Value(examples[0]) if examples else None
    for _, example in entry.members("examples"):
        found = example.follow()
        if found is not None:
            for key in ("value", "dataValue"):
                if key in found.raw:
                    return Value(found.raw[key])
    return None

"""Checks whether a schema contradicts itself: bounds that leave no value, a `default` or `const` that does not fit.

Only certain mistakes are reported: null if the type may be null, objects that lack properties and texts that do not
match a pattern pass. The check runs when all schemas are lowered, since a default may be beside a reference.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from compiler.base.patterns import lazy_pattern
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.ir.nodes import Schema
from compiler.ir.types import KEYWORDS, Checks, Value
from compiler.source import Json, as_json, as_text

_COUNTS = (("min_length", "max_length"), ("min_items", "max_items"), ("min_properties", "max_properties"))
_LOWER, _UPPER = ("minimum", "exclusive_minimum"), ("maximum", "exclusive_maximum")
_PAIRS = (*_COUNTS, *((low, high) for low in _LOWER for high in _UPPER))
_MEMBER = lazy_pattern(r"/(anyOf|oneOf)/\d+\Z")
_OTHER_TYPE = "is not of type"
_DEEPEST = 20
_MOST_ITEMS = 20
_LOOKS = 200_000
"""How many schemas are visited for all values of a document; real ones take a few thousand."""


def check_bounds(session: Session, checks: Mapping[str, Any], at: Id) -> None:
    """Report CG0518 for a lower bound above the upper one, once for a schema."""
    for low, high in _PAIRS:
        if low not in checks or high not in checks:
            continue
        exclusive = low == "exclusive_minimum" or high == "exclusive_maximum"
        if checks[low] > checks[high] or (exclusive and checks[low] == checks[high]):
            told: dict[str, Any] = {"low": as_text(checks[low]), "high": as_text(checks[high])}
            told |= {"lower": KEYWORDS[low], "upper": KEYWORDS[high]}
            told["relation"] = "above" if checks[low] > checks[high] else "the same as"
            session.reports.add("CG0518", child(at, KEYWORDS[low]), **told)
            return


def check_values(session: Session, schemas: Mapping[Id, Schema]) -> None:
    """Report CG0519 for each default and constant that the schema it stands in, or refers to, does not take."""
    fit = Fit(schemas)
    for schema in session.found.valued:
        if schema.default is not None and schema.default.json is None and _MEMBER.search(schema.id):
            continue  # it is meant for the whole union
        for key, value in (("default", schema.default), ("const", schema.const)):
            found = None if value is None else fit.misfit(value.json, schema, set(), 0, key)
            if value is not None and found is not None:
                at, why = child(schema.id, key), found.message
                shown = as_json(value.json)
                session.reports.add("CG0519", at, help=mended(value.json, key, why), key=key, value=shown, why=why)


def mended(value: Json, key: str, why: str) -> str | None:
    """Return the fix for a value that does not fit; None if only its author knows."""
    if value is None:
        return f"let `type` have `null` too (in 3.0 `nullable: true`), or remove `{key}`"
    if not why.startswith(_OTHER_TYPE):
        return None
    if why == "is not of type string" and not isinstance(value, dict | list):
        return f'write `"{as_text(value)}"`'
    if isinstance(value, str) and _is_literal(value, why.rpartition(" ")[2]):
        return f"write `{value}` without quotes"
    if why == "is not of type array":
        return f"write it as an array: `[{as_json(value)}]`"
    return None


def _is_literal(text: str, type_: str) -> bool:
    try:
        return _is(json.loads(text), type_)
    except (ValueError, RecursionError):
        return False


_CLASSES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def _is(value: Json, type_: str) -> bool:
    if not isinstance(value, _CLASSES[type_]) or (isinstance(value, bool) and type_ != "boolean"):
        return False
    return type_ != "integer" or not isinstance(value, float) or value.is_integer()


class Misfit(NamedTuple):
    """A part of a value that does not fit: the tokens that lead to it, and why."""

    path: tuple[str | int, ...]
    why: str

    @property
    def message(self) -> str:
        """The message for the whole value."""
        steps = (f"an item {token}" if isinstance(token, int) else f"a property `{token}`" for token in self.path)
        return "".join(f"has {step} that " for step in steps) + self.why

    def below(self, token: str | int) -> Misfit:
        """Return the misfit as a part of the value around it."""
        return Misfit((token, *self.path), self.why)


class Fit:
    """Finds why a value does not fit; each schema is checked once for a value, however often it is referred to."""

    def __init__(self, schemas: Mapping[Id, Schema]) -> None:
        self.schemas = schemas
        self.left = _LOOKS
        self.known: dict[tuple[Id, type, Json], Misfit | None] = {}

    def misfit(self, value: Json, schema: Schema, seen: set[Id], depth: int, key: str = "") -> Misfit | None:
        """Return why a value does not fit; None if it does, or if that is not certain."""
        if schema.id in seen or depth > _DEEPEST or self.left <= 0:
            return None
        self.left -= 1 + (len(schema.enum) + len(schema.properties) + len(schema.required)) // 16
        seen.add(schema.id)
        if schema.types and not any(_is(value, type_) for type_ in schema.types):
            return Misfit((), f"{_OTHER_TYPE} {' or '.join(schema.types)}")
        if value is None and schema.types:
            return None
        if schema.const is not None and key != "const" and Value(value) != schema.const:
            return Misfit((), "is not the value of `const`")
        if (why := self.refused(value, schema)) is not None:
            return Misfit((), why)
        return self._applied(value, schema, seen, depth) or self._inner(value, schema, depth)

    def refused(self, value: Json, schema: Schema) -> str | None:
        """Return why the schema's own keywords refuse a value of its type."""
        if schema.enum and Value(value) not in schema.enum:
            return "`enum` does not list"
        return None if schema.checks is None else _beyond(value, schema.checks)

    def _applied(self, value: Json, schema: Schema, seen: set[Id], depth: int) -> Misfit | None:
        """Hold a value to the schemas that are about the same value."""
        for part in schema.all_of:
            if (found := self.misfit(value, part, seen, depth + 1)) is not None:
                return found
        target = None if schema.ref is None else self.schemas.get(schema.ref)
        if target is not None and (found := self._referred(value, target, seen, depth)) is not None:
            return found
        for word, members in (("oneOf", schema.one_of), ("anyOf", schema.any_of)):
            if members and (found := self._member(value, members, seen, depth)) is not None:
                return found if found.why else Misfit((), f"fits no member of `{word}`")
        return None

    def _referred(self, value: Json, target: Schema, seen: set[Id], depth: int) -> Misfit | None:
        """Hold a value to a schema that is referred to: once, for a plain value that many references give."""
        if depth > 0 or isinstance(value, list | dict):
            return self.misfit(value, target, seen, depth + 1)
        key = target.id, type(value), value
        if key not in self.known:
            self.known[key] = self.misfit(value, target, seen, depth + 1)
        return self.known[key]

    def _member(self, value: Json, members: Sequence[Schema], seen: set[Id], depth: int) -> Misfit | None:
        """Return why a value fits no member: the only one that it might be tells what is wrong inside."""
        found = []
        for member in members:
            why = self.misfit(value, member, seen, depth + 1)
            if why is None:
                return None
            found.append(why)
        near = [why for why in found if why.path or not why.why.startswith(_OTHER_TYPE)]
        return near[0] if len(near) == 1 else Misfit((), "")

    def _inner(self, value: Json, schema: Schema, depth: int) -> Misfit | None:
        if isinstance(value, list) and schema.items is not None and not schema.prefix_items:
            for index, item in enumerate(value[:_MOST_ITEMS]):
                if (found := self.misfit(item, schema.items, set(), depth + 1)) is not None:
                    return found.below(index)
        if isinstance(value, dict):
            for entry in schema.properties:
                if entry.wire in value:
                    found = self.misfit(value[entry.wire], entry.schema, set(), depth + 1)
                    if found is not None:
                        return found.below(entry.wire)
        return None


def _beyond(value: Json, checks: Checks) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _out_of_bounds(value, checks)
    for kind, sizes in ((str, _COUNTS[0]), (list, _COUNTS[1]), (dict, _COUNTS[2])):
        if isinstance(value, kind):
            assert isinstance(value, str | list | dict)
            low, high = (getattr(checks, name) for name in sizes)
            if low is not None and len(value) < low:
                return f"is less than `{KEYWORDS[sizes[0]]}` {low} asks for"
            if high is not None and len(value) > high:
                return f"is more than `{KEYWORDS[sizes[1]]}` {high} allows"
    return None


def _out_of_bounds(value: float, checks: Checks) -> str | None:
    for name in (*_LOWER, *_UPPER):
        bound = getattr(checks, name)
        if bound is None:
            continue
        lower, exclusive = name in _LOWER, name.startswith("exclusive")
        if value < bound if lower else value > bound:
            return f"is {'below' if lower else 'above'} `{KEYWORDS[name]}` {as_text(bound)}"
        if exclusive and value == bound:
            return f"is not {'above' if lower else 'below'} `{KEYWORDS[name]}` {as_text(bound)}"
    step = checks.multiple_of
    if isinstance(step, int) and isinstance(value, int) and step > 0 and value % step:
        return f"is not a multiple of {step}"
    return None

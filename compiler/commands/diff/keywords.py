"""Compares the keywords of schemas that hold no schemas: types, enums, limits, texts, and what is said beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from compiler.commands.diff.places import (
    BREAK,
    NOTE,
    RISK,
    Place,
    Report,
    Side,
    few_values,
    kebab,
    name_alternatives,
    one,
    types_text,
)
from compiler.commands.diff.shapes import LOWER, STABILITY, UPPER, Parts, Shape, shape_of

_WIDER_FORMATS = {
    *(("int32", "int64"), ("uint32", "int64"), ("uint32", "uint64")),
    *(("float", "double"), ("int32", "double"), ("int32", "float")),
}
"""Formats of which the second has all values of the first."""
_SCALARS = frozenset({"boolean", "number", "integer", "null"})


class Keywords:
    """Compares the keywords of two schemas; ``accepts`` tells whether one takes all that another did."""

    def __init__(self, report: Report, accepts: Callable[[Parts, Parts, Place], bool]) -> None:
        self._report = report
        self._accepts = accepts

    def compare(self, before: Shape, after: Shape, place: Place) -> None:
        """Report what changed between them."""
        self._types(before, after, place)
        self._values(before, after, place)
        self._bounds(before, after, place)
        self._texts(before, after, place)
        self.compare_flags(before, after, place)

    def _types(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        old, new = before.types, after.types
        had, has = "null" in old and before.typed, "null" in new and after.typed
        if before.typed and after.typed and had != has:
            (report.narrowed if had else report.widened)(
                "became-not-nullable" if had else "became-nullable", before, after, place,
                "null is no longer a value" if had else "null is a new value",
            )  # fmt: skip
            old, new = old - {"null"}, new - {"null"}
        text = f"type {types_text(before)} became {types_text(after)}"
        if place.text:
            old, new = self._as_text(before, after, place), self._as_text(after, before, place)
        if old != new:
            if old < new:
                report.widened("type-generalized", before, after, place, text)
            elif new < old:
                report.narrowed("type-changed", before, after, place, text)
            else:
                report.say("type-changed", BREAK, before, after, place, text)
        if before.formats != after.formats and (old == new or (before.formats and after.formats)):
            self._formats(before, after, place)

    def _as_text(self, shape: Shape, other: Shape, place: Place) -> frozenset[str]:
        """Return the types whose values a text can be read as: all scalars are strings, and one item is an array."""
        types = shape.types
        listed = place.listed and "array" in types - other.types and shape.items
        if listed and (shape.old or self._accepts((other.spot,), shape.items, replace(place, listed=False))):
            types |= shape_of(shape.items, self._report.views[0 if shape.old else 1]).types
        free = not shape.formats and not shape.patterns and shape.values is None
        return types | _SCALARS if "string" in types and free else types

    def _formats(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        old, new = before.formats, after.formats
        text = f"format {name_alternatives(old)} became {name_alternatives(new)}"
        if new < old or (len(old) == len(new) == 1 and (*old, *new) in _WIDER_FORMATS):
            report.widened("type-generalized", before, after, place, text)
        elif old < new or (len(old) == len(new) == 1 and (*new, *old) in _WIDER_FORMATS):
            report.narrowed("type-changed", before, after, place, text)
        else:
            report.say("type-changed", BREAK, before, after, place, text)

    def _values(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        old, new = before.values, after.values
        if old is None and new is not None:
            report.narrowed("became-enum", before, after, place, f"only {few_values(new)} are valid now")
        elif old is not None and new is None:
            report.widened("enum-removed", before, after, place, "any value is valid now", RISK)
        elif old is not None and new is not None:
            gone = [value for value in old if value not in new]
            added = [value for value in new if value not in old]
            if gone:
                report.narrowed("enum-value-removed", before, after, place, f"{few_values(gone)} is no value any more")
            if added:
                report.widened("enum-value-added", before, after, place, f"{few_values(added)} is a new value", RISK)
        self._extensible(before, after, place)
        if "const" not in before.plain and "const" in after.plain:
            report.narrowed(
                "const-added", before, after, place, f"only {few_values([after.plain['const']])} is valid now"
            )
        elif "const" in before.plain and "const" not in after.plain:
            report.widened("const-removed", before, after, place, "other values are valid now")
        elif before.plain.get("const") != after.plain.get("const"):
            report.say(
                "const-changed", BREAK, before, after, place, f"the value is {few_values([after.plain['const']])} now"
            )

    def _extensible(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        key = "x-extensible-enum"
        old, new = before.extensions.get(key), after.extensions.get(key)
        if isinstance(old, list) and isinstance(new, list) and (gone := [value for value in old if value not in new]):
            report.narrowed(f"{key}-value-removed", before, after, place, f"{few_values(gone)} is no value any more")

    def _bounds(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        for key in (*LOWER, *UPPER):
            old, new = before.bounds.get(key), after.bounds.get(key)
            if old == new:
                continue
            was, now = "not set" if old is None else old, "not set" if new is None else new
            text = f"{key} was {was}, is {now} now"
            rule = kebab(key)
            if old is None:
                report.narrowed(f"{rule}-set", before, after, place, text, RISK)
            elif new is None:
                report.widened(f"{rule}-unset", before, after, place, text)
            elif (new > old) == (key in LOWER):
                report.narrowed(f"{rule}-{'increased' if new > old else 'decreased'}", before, after, place, text)
            else:
                report.widened(f"{rule}-{'increased' if new > old else 'decreased'}", before, after, place, text)
        low, high = before.contains, after.contains
        if "contains" in before.assertions and "contains" in after.assertions and low != high:
            self._contained(before, after, place)

    def _contained(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        for index, key, none in ((0, "minContains", 1), (1, "maxContains", float("inf"))):
            old, new = (none if shape.contains[index] is None else shape.contains[index] for shape in (before, after))
            assert old is not None and new is not None
            if old == new:
                continue
            change = "increased" if new > old else "decreased"
            tell = report.narrowed if (new > old) == (index == 0) else report.widened
            tell(f"{kebab(key)}-{change}", before, after, place, f"{key} was {old}, is {new} now")

    def _texts(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        old, new = before.patterns, after.patterns
        if old != new:
            if old < new and not old:
                report.narrowed(
                    "pattern-added", before, after, place, f"values must match {name_alternatives(new)} now"
                )
            elif new < old:
                report.widened("pattern-removed", before, after, place, "any text is valid now", NOTE)
            elif new <= {".*", "^.*$"}:
                report.widened("pattern-generalized", before, after, place, "any text is valid now", NOTE)
            else:
                report.narrowed(
                    "pattern-changed", before, after, place, f"values must match {name_alternatives(new)} now", RISK
                )
        for key in ("contentEncoding", "contentMediaType"):
            if before.plain.get(key) != after.plain.get(key):
                text = f"{key} {before.plain.get(key)} became {after.plain.get(key)}"
                report.say(f"{kebab(key)}-changed", BREAK, before, after, place, text)
        if before.plain.get("default") != after.plain.get("default"):
            was, now = "default" in before.plain, "default" in after.plain
            change = "added" if not was else "changed" if now else "removed"
            level = BREAK if place.what == "request-parameter" and not place.needed else NOTE
            text = f"the default {one(before.plain, 'default')} became {one(after.plain, 'default')}"
            report.say(f"default-value-{change}", level, before, after, place, text)

    def compare_flags(self, before: Shape, after: Shape, place: Place) -> None:
        """Report what became read-only, write-only or deprecated, or is that no more."""
        report = self._report
        for flag, word in (("readOnly", "read-only"), ("writeOnly", "write-only"), ("deprecated", "deprecated")):
            was, now = flag in before.flags, flag in after.flags
            if was != now:
                rule = ("became-" if now else "became-not-") + word
                level = NOTE
                if flag == "writeOnly" and was and place.side is Side.RESPONSE:
                    level = RISK
                report.say(rule, level, before, after, place, f"it is {word if now else f'not {word} any more'}")
        promised = after.extensions.get("x-stability-level", STABILITY[-1])
        if promised not in STABILITY:
            report.say("invalid-stability-level", BREAK, before, after, place, f"`{promised}` is no level of stability")
        if "x-stability-level" in before.extensions and _stability(after) < _stability(before):
            report.say("stability-decreased", BREAK, before, after, place, "its stability is a lesser one")
        if before.extensions.get("x-sunset") and not after.extensions.get("x-sunset") and "deprecated" in after.flags:
            report.say("sunset-deleted", BREAK, before, after, place, "the date of its end is gone")


def _stability(shape: Shape) -> int:
    level = shape.extensions.get("x-stability-level", STABILITY[-1])
    return STABILITY.index(level) if level in STABILITY else len(STABILITY) - 1

"""Compares the properties of two objects: which there are, which are required, which others are valid."""

from __future__ import annotations

from collections.abc import Callable

from compiler.commands.diff.places import BREAK, NOTE, RISK, Place, Report, Side
from compiler.commands.diff.shapes import Parts, Shape, shape_of


class Properties:
    """Compares properties; their schemas are compared by ``compare``."""

    def __init__(self, report: Report, compare: Callable[[Parts, Parts, Place], None]) -> None:
        self._report, self._compare = report, compare

    def compare(self, before: Shape, after: Shape, place: Place) -> None:
        """Find what changed of the properties of an object."""
        report = self._report
        for name in dict.fromkeys((*before.properties, *after.properties)):
            old, new = before.properties.get(name), after.properties.get(name)
            inner = place.below(f".{name}" if place.path else name)
            if old is not None and new is not None:
                self._compare(old, new, inner)
                self._required(before, after, inner, name)
            elif old is not None:
                self._removed(before, after, inner, name)
            elif new is not None:
                self._added(before, after, inner, name)
        for name in sorted((before.required ^ after.required) - before.properties.keys() - after.properties.keys()):
            self._required(before, after, place.below(f".{name}" if place.path else name), name)
        self._pattern_properties(before, after, place)
        if before.closed != after.closed:
            if after.closed:
                report.narrowed(
                    "additional-properties-forbidden", before, after, place, "no other properties are valid now", RISK
                )
            else:
                report.widened(
                    "additional-properties-allowed", before, after, place, "other properties are valid now", NOTE
                )
        if before.additional is not None and after.additional is not None:
            self._compare(before.additional, after.additional, place.below(".*" if place.path else "*"))

    def _required(self, before: Shape, after: Shape, place: Place, name: str) -> None:
        report = self._report
        was, now = name in before.required, name in after.required
        if was == now:
            return
        was_at, now_at = (shape.properties.get(name, (shape.spot,))[0] for shape in (before, after))
        flags = self._flags_of(after, name) | self._flags_of(before, name)
        if now:
            default = any(
                "default" in spot.raw for spot in after.properties.get(name, ()) if isinstance(spot.raw, dict)
            )
            level = NOTE if "readOnly" in flags else BREAK
            rule = "became-required-with-default" if default else "became-required"
            report.narrowed(rule, was_at, now_at, place, "it is required now", level)
        else:
            level = NOTE if "writeOnly" in flags else BREAK
            report.widened("became-optional", was_at, now_at, place, "it may be missing now", level)

    def _flags_of(self, shape: Shape, name: str) -> frozenset[str]:
        parts = shape.properties.get(name)
        view = self._report.views[0 if shape.old else 1]
        return shape_of(parts, view).flags if parts else frozenset()

    def _removed(self, before: Shape, after: Shape, place: Place, name: str) -> None:
        report = self._report
        parts = before.properties[name]
        shape = shape_of(parts, self._report.views[0])
        ignored = "writeOnly" if place.side is Side.RESPONSE else "readOnly"
        if place.side is Side.REQUEST:
            level = NOTE if ignored in shape.flags or "deprecated" in shape.flags else RISK
            report.say("removed", level, parts[0], after, place, "it is gone")
        else:
            needed = name in before.required and ignored not in shape.flags
            kind = "required" if name in before.required else "optional"
            level = NOTE if ignored in shape.flags else BREAK if needed else RISK
            report.say(f"{kind}-removed", level, parts[0], after, place, "it is gone")

    def _added(self, before: Shape, after: Shape, place: Place, name: str) -> None:
        report = self._report
        parts = after.properties[name]
        shape = shape_of(parts, self._report.views[1])
        if place.side is Side.RESPONSE:
            report.say("added", NOTE, before, parts[0], place, "it is new")
            return
        if name in after.required and "readOnly" not in shape.flags:  # a default is what is read, and sends nothing
            report.say("new-required", BREAK, before, parts[0], place, "it is new and required")
        else:
            report.say("new-optional", NOTE, before, parts[0], place, "it is new")

    def _pattern_properties(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        for name in dict.fromkeys((*before.pattern_properties, *after.pattern_properties)):
            old, new = before.pattern_properties.get(name), after.pattern_properties.get(name)
            inner = place.below(f".<{name}>" if place.path else f"<{name}>")
            if old is None:
                report.narrowed(
                    "pattern-property-added", before, after, inner, "names that match it are restricted now"
                )
            elif new is None:
                report.widened(
                    "pattern-property-removed", before, after, inner, "names that match it are not restricted"
                )
            else:
                self._compare(old, new, inner)

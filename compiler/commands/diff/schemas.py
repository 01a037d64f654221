"""Compares what two schemas ask of a value, as those see it who send it (requests) or get it (responses).

A request may be widened and a response narrowed: what programs send is still taken, and what they get is still what
they know (contravariance and covariance).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compiler.commands.diff.alternatives import branch_name, is_named, paired, unshared
from compiler.commands.diff.findings import Finding, Findings
from compiler.commands.diff.keywords import Keywords
from compiler.commands.diff.places import BODIES, BREAK, NOTE, RISK, Place, Report, Side, kebab
from compiler.commands.diff.properties import Properties
from compiler.commands.diff.shapes import SUBSCHEMAS, Parts, Shape, shape_of

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot
    from compiler.source import Json

_DEEPEST = 60
"""How deep properties are followed: deeper ones are those of schemas that contain themselves by copies."""

_Pair = tuple[frozenset[str], frozenset[str], Side]


def _pair(old: Parts, new: Parts, side: Side) -> _Pair:
    return frozenset(spot.id for spot in old), frozenset(spot.id for spot in new), side


class Schemas:
    """Compares schemas of two versions, each pair once for each side of an operation."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._keywords = Keywords(report, self.accepts)
        self._properties = Properties(report, self.compare)
        self._open: set[_Pair] = set()
        self._done: dict[_Pair, list[Finding]] = {}
        self._accepted: dict[tuple[object, ...], bool] = {}

    def compare(self, old: Parts, new: Parts, place: Place) -> None:
        """Find what changed between the schemas of a value."""
        old, new = (tuple(map(view.meant, parts)) for view, parts in zip(self._report.views, (old, new), strict=True))
        key = _pair(old, new, place.side)
        if key in self._open or place.path.count(".") > _DEEPEST:
            return
        if (known := self._done.get(key)) is not None and place.what in BODIES:
            for finding in known:
                self._report.findings.uses[finding][place.where] = None
            return
        self._open.add(key)
        start = len(self._report.findings.items)
        before, after = shape_of(old, self._report.views[0]), shape_of(new, self._report.views[1])
        before.old = True
        if place.side is Side.REQUEST and "readOnly" in after.flags:  # nobody has to send it
            self._keywords.compare_flags(before, after, place)
        else:
            self._keywords.compare(before, after, place)
            self._assertions(before, after, place)
            self._properties.compare(before, after, place)
            self._items(before, after, place)
            self._groups(before, after, place)
        self._open.discard(key)
        self._done[key] = self._report.findings.items[start:]

    def accepts(self, old: Parts, new: Parts, place: Place) -> bool:
        """Whether a change from one schema to another breaks nobody on a side."""
        key = (*_pair(old, new, place.side), place.text)
        if key not in self._accepted:
            trial = Schemas(Report(*self._report.views, Findings()))
            trial._open, trial._accepted = set(self._open), self._accepted
            trial.compare(old, new, place)
            self._accepted[key] = trial._report.findings.worst < BREAK
        return self._accepted[key]

    def _assertions(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        for key in dict.fromkeys((*before.assertions, *after.assertions)):
            old, new = before.assertions.get(key, []), after.assertions.get(key, [])
            rule = kebab(key)
            if [spot.raw for spot in old] == [spot.raw for spot in new] or (
                key in ("then", "else") and "if" not in before.assertions and "if" not in after.assertions
            ):
                continue
            if key == "multipleOf" and old and new:
                self._multiples(before, after, place, old[0].raw, new[0].raw)
            elif not old:
                report.narrowed(f"{rule}-added", before, after, place, f"`{key}` restricts the value now")
            elif not new:
                report.widened(f"{rule}-removed", before, after, place, f"`{key}` does not restrict the value any more")
            elif key == "dependentRequired":
                self._dependent(before, after, place)
            elif key in SUBSCHEMAS and len(old) == len(new) == 1:
                inner = place if key != "not" else place.turned
                self.compare((old[0],), (new[0],), inner.below(f"<{key}>"))
            else:
                report.narrowed(f"{rule}-changed", before, after, place, f"`{key}` is another", RISK)
        for name in dict.fromkeys((*before.dependents, *after.dependents)):
            one, other = before.dependents.get(name), after.dependents.get(name)
            if one is None:
                report.narrowed("dependent-schema-added", before, after, place, f"`{name}` asks for more now")
            elif other is None:
                report.widened("dependent-schema-removed", before, after, place, f"`{name}` asks for less now")
            else:
                self.compare(one, other, place.below(f"<with {name}>"))

    def _multiples(self, before: Shape, after: Shape, place: Place, old: Any, new: Any) -> None:
        report = self._report
        numbers = all(isinstance(value, int | float) and value for value in (old, new))
        text = f"multipleOf was {old}, is {new} now"
        if numbers and old % new == 0:
            report.widened("multiple-of-decreased", before, after, place, text)
        else:
            report.narrowed("multiple-of-changed", before, after, place, text)

    def _dependent(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        was, now = (_joined(shape.assertions["dependentRequired"]) for shape in (before, after))
        if any(name not in was or was[name] != now[name] for name in now):
            report.narrowed("dependent-required-added", before, after, place, "`dependentRequired` asks for more now")
        if was.keys() - now.keys():
            report.widened("dependent-required-removed", before, after, place, "`dependentRequired` asks for less now")

    def _items(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        if before.items and after.items:
            self.compare(before.items, after.items, place.below("[]"))
        elif bool(before.items) != bool(after.items) and "array" in before.types & after.types:
            anything = all(spot.raw in ({}, True) for spot in before.items or after.items)
            if not anything and after.items:
                report.narrowed("items-added", before, after, place, "the items are restricted now")
            elif not anything:
                report.widened("items-removed", before, after, place, "the items are not restricted any more")
        old, new = before.prefix_items, after.prefix_items
        for index, (one, other) in enumerate(zip(old, new, strict=False)):
            self.compare(one, other, place.below(f"[{index}]"))
        if len(new) > len(old):
            report.widened("prefix-items-added", before, after, place, "there are more first items")
        elif len(new) < len(old):
            report.narrowed("prefix-items-removed", before, after, place, "there are fewer first items")

    # ------------------------------------------------------------------ oneOf and anyOf

    def _groups(self, before: Shape, after: Shape, place: Place) -> None:
        report = self._report
        if len(before.groups) == len(after.groups):
            for old, new in zip(before.groups, after.groups, strict=True):
                self._branches(old, new, before, after, place)
            return
        gone, came = unshared(before.groups, after.groups)
        for word, branches in came:
            rule = f"{kebab(word)}-added"
            whole = (before.spot,)
            if any(self.accepts(whole, (branch,), place) for branch in branches) and place.side is Side.REQUEST:
                report.say(rule, NOTE, before, after, place, f"`{word}` has what was valid, and more")
            elif place.side is Side.RESPONSE and not all(self.accepts(whole, (branch,), place) for branch in branches):
                report.say(rule, BREAK, before, after, place, f"`{word}` makes new values possible")
            else:
                report.narrowed(rule, before, after, place, f"the value must be one of `{word}` now")
        for word, branches in gone:
            rule = f"{kebab(word)}-removed"
            whole = (after.spot,)
            if all(self.accepts((branch,), whole, place) for branch in branches):
                report.say(rule, NOTE, before, after, place, f"what `{word}` asked for is covered")
            elif place.side is Side.RESPONSE and any(self.accepts((branch,), whole, place) for branch in branches):
                report.say(rule, NOTE, before, after, place, f"one of `{word}` is all that is left")
            else:
                report.say(rule, BREAK, before, after, place, f"`{word}` is gone")

    def _branches(
        self,
        old: tuple[str, tuple[Spot, ...]],
        new: tuple[str, tuple[Spot, ...]],
        before: Shape,
        after: Shape,
        place: Place,
    ) -> None:
        report = self._report
        word = kebab(new[0])
        pairs, gone, came = paired(old[1], new[1])
        for one, other in pairs:
            self.compare((one,), (other,), place.below(branch_name(one, other)))
        for branch in gone:
            if (
                place.side is Side.REQUEST
                and not is_named(branch)
                and any(self.accepts((branch,), (other,), place) for other in new[1])
            ):
                continue
            report.say(f"{word}-removed", BREAK if place.side is Side.REQUEST else NOTE, branch, after, place,
                      f"{branch_name(branch, branch)} is no alternative any more")  # fmt: skip
        for branch in came:
            taken = (self.accepts((other,), (branch,), place) for other in old[1])
            if place.side is Side.RESPONSE and not is_named(branch) and any(taken):
                continue
            name, level = branch_name(branch, branch), BREAK if place.side is Side.RESPONSE else NOTE
            twice = self._taken_twice(branch, old[1], place) if new[0] == "oneOf" and level == NOTE else None
            if twice is not None:
                text = f"{name} is a new alternative that takes what {branch_name(twice, twice)} takes: it fits two now"
                report.say(f"{word}-overlaps", BREAK, before, branch, place, text)
            else:
                report.say(f"{word}-added", level, before, branch, place, f"{name} is a new alternative")

    def _taken_twice(self, branch: Spot, old: tuple[Spot, ...], place: Place) -> Spot | None:
        """Return the alternative of which a new one takes all values; objects are told apart by what they have."""
        if "object" in shape_of((branch,), self._report.views[1]).types:
            return None
        return next((other for other in old if self.accepts((other,), (branch,), place)), None)


def _joined(values: list[Spot]) -> dict[str, Json]:
    return {name: value for item in values if isinstance(item.raw, dict) for name, value in item.raw.items()}

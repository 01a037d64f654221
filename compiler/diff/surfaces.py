"""Compares the public surfaces of two versions of an SDK, by the rules of its language."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from compiler.diff.findings import Finding, Findings, Level
from compiler.diff.signatures import SignedArgument, parse_signature
from compiler.diff.surface import Symbol

if TYPE_CHECKING:
    from compiler.base.source import Loc
    from compiler.ir.breaks import Breaks

BREAK, RISK, NOTE = Level.BREAK, Level.RISK, Level.NOTE
_USES = re.compile(r" \((sent)?(?:, )?(received)?\)\Z")


Place = Callable[[str], "Loc | None"]
"""The place of an identity in a version of the document."""


def compare_surfaces(
    target: str, old: list[Symbol], new: list[Symbol], breaks: Breaks, places: tuple[Place, Place]
) -> Findings:
    """Return what changed for the programs of a target."""
    findings = Findings()
    _Surfaces(target, old, new, breaks, places, findings).run()
    return findings


class _Surfaces:
    def __init__(
        self,
        target: str,
        old: list[Symbol],
        new: list[Symbol],
        breaks: Breaks,
        places: tuple[Place, Place],
        findings: Findings,
    ) -> None:
        self._target, self._breaks, self._places, self._findings = target, breaks, places, findings
        self._old = {(item.kind, item.path): item for item in old}
        self._new = {(item.kind, item.path): item for item in new}

    def run(self) -> None:
        for key, item in self._old.items():
            other = self._new.get(key)
            if other is None:
                self._gone(item)
            elif item.rest != other.rest:
                self._changed(item, other)
        for key, item in self._new.items():
            if key not in self._old:
                self._came(item)

    def _say(self, rule: str, level: Level, old: Symbol | None, new: Symbol | None, text: str) -> None:
        places = [
            place(symbol.at) if symbol is not None else None
            for place, symbol in zip(self._places, (old, new), strict=True)
        ]
        self._findings.add(Finding(f"{self._target}-{rule}", level, self._target, text, *places))

    # ------------------------------------------------------------------ symbols

    def _gone(self, item: Symbol) -> None:
        if item.kind in ("field", "member", "case") and ("type", item.path.partition(".")[0]) not in self._new:
            return  # the type is told
        if item.kind == "package":
            self._say("package-renamed", BREAK, item, None, f"package {item.path} is gone")
            return
        level = NOTE if item.kind == "derived" and item.path.startswith("_") else BREAK
        if item.kind == "case":
            level = BREAK if self._used(item)[0] else NOTE
        self._say(f"{item.kind}-removed", level, item, None, f"{item.kind} {item.path} is gone")

    def _came(self, item: Symbol) -> None:
        level = NOTE
        owner = item.path.partition(".")[0]
        known = ("type", owner) in self._old
        if item.kind in ("field", "member", "case") and not known:
            return  # the type is told
        sent, received = self._used(item)
        if item.kind == "field" and sent and not item.rest.startswith("?") and self._breaks.needs_fields:
            level = BREAK
        if item.kind in ("member", "case"):
            open_ = self._new["type", owner].rest.startswith(": open")
            level = BREAK if received and not open_ and self._breaks.exhaustive else NOTE
        what = "required field" if level is BREAK and item.kind == "field" else item.kind
        self._say(f"{item.kind}-added", level, None, item, f"{what} {item.path} is new")

    def _used(self, item: Symbol) -> tuple[bool, bool]:
        """Return whether the type of a member is sent, and whether it is received."""
        owner = item.path.partition(".")[0]
        found = [table["type", owner].rest for table in (self._old, self._new) if ("type", owner) in table]
        uses = [match for rest in found if (match := _USES.search(rest)) is not None]
        return any(match[1] for match in uses), any(match[2] for match in uses)

    def _changed(self, old: Symbol, new: Symbol) -> None:
        match old.kind:
            case "method":
                self._method(old, new)
            case "field":
                self._field(old, new)
            case "type":
                self._type(old, new)
            case "member":
                self._say("member-value-changed", BREAK, old, new, f"{old.path}{old.rest} became{new.rest}")
            case _:
                self._say(f"{old.kind}-changed", BREAK if old.kind != "derived" else NOTE, old, new,
                          f"{old.path}{old.rest} became {new.path}{new.rest}")  # fmt: skip

    def _type(self, old: Symbol, new: Symbol) -> None:
        before, after = _USES.sub("", old.rest), _USES.sub("", new.rest)
        if before == after:
            self._say("type-use-changed", NOTE, old, new, f"{old.path} is used otherwise{new.rest.removeprefix(after)}")
        elif before.replace(": open ", ": ") == after.replace(": open ", ": "):
            opened = after.startswith(": open ")
            level = BREAK if opened and self._breaks.exhaustive and self._used(new)[1] else RISK
            rule = "type-opened" if opened else "type-closed"
            self._say(rule, level, old, new, f"{old.path}{before} became{after[1:]}")
        else:
            self._say("type-changed", BREAK, old, new, f"{old.path}{before} became{after[1:]}")

    def _field(self, old: Symbol, new: Symbol) -> None:
        was, now = old.rest.startswith("?"), new.rest.startswith("?")
        before, after = (item.rest.removeprefix("?").removeprefix(": ") for item in (old, new))
        sent, received = self._used(new)
        if before != after:
            wider = after in (f"{before}?", "any")
            narrower = before in (f"{after}?", "any")
            fits = (wider and not received) or (narrower and not sent)
            level = NOTE if fits and not self._breaks.optional_types else BREAK
            self._say("field-type-changed", level, old, new, f"{old.path}: {before} became {after}")
        if was and not now:
            level = BREAK if (sent and self._breaks.needs_fields) or self._breaks.optional_types else NOTE
            self._say("field-became-required", level, old, new, f"{old.path} is required now")
        if now and not was:
            level = BREAK if received or self._breaks.optional_types else NOTE
            self._say("field-became-optional", level, old, new, f"{old.path} may be missing now")

    # ------------------------------------------------------------------ methods

    def _method(self, old: Symbol, new: Symbol) -> None:
        (before, result), (after, other) = parse_signature(old.rest), parse_signature(new.rest)
        if result != other:
            self._say("result-changed", BREAK, old, new, f"{old.path} returns {other}, and not {result}")
        ordered, now = ([item for item in side if not item.by_name] for side in (before, after))
        for index, item in enumerate(ordered):
            if index >= len(now):
                self._say("argument-removed", BREAK, old, new, f"{old.path}: argument {item.name} is gone")
            else:
                self._positional(old, new, item, now[index])
        for item in now[len(ordered) :]:
            level = NOTE if item.optional and self._breaks.names_positional else BREAK
            self._say("argument-added", level, old, new, f"{old.path}: argument {item.name} is new, by its position")
        self._named(old, new, before, after)

    def _positional(self, old: Symbol, new: Symbol, was: SignedArgument, now: SignedArgument) -> None:
        if was.name != now.name and (self._breaks.names_positional or was.type != now.type):
            self._say("argument-renamed", BREAK, old, new, f"{old.path}: argument {was.name} is {now.name} now")
        self._argument(old, new, was, now)

    def _named(self, old: Symbol, new: Symbol, before: list[SignedArgument], after: list[SignedArgument]) -> None:
        was = {item.name: item for item in before if item.by_name}
        now = {item.name: item for item in after if item.by_name}
        if bool(was) != bool(now) and (self._breaks.object_first or self._breaks.options_behind):
            level = BREAK if self._breaks.object_first else RISK
            text = "has its first argument by name" if now else "has no argument by name any more"
            self._say("object-added" if now else "object-removed", level, old, new, f"{old.path} {text}")
        for name, item in was.items():
            if name in now:
                self._argument(old, new, item, now[name])
            else:
                self._say("argument-removed", BREAK, old, new, f"{old.path}: argument {name} is gone")
        for name, item in now.items():
            if name not in was:
                needed = not item.optional and self._breaks.needs_fields
                text = f"{old.path}: {'required ' if not item.optional else ''}argument {name} is new"
                self._say("argument-added", BREAK if needed else NOTE, old, new, text)

    def _argument(self, old: Symbol, new: Symbol, was: SignedArgument, now: SignedArgument) -> None:
        if was.type != now.type:
            wider = now.type in (f"{was.type}?", "any") and not self._breaks.optional_types
            text = f"{old.path}: argument {now.name}: {was.type} became {now.type}"
            self._say("argument-type-changed", NOTE if wider else BREAK, old, new, text)
        if was.optional and not now.optional:
            text = f"{old.path}: argument {now.name} is required now"
            self._say("argument-became-required", BREAK, old, new, text)
        if now.optional and not was.optional:
            level = BREAK if self._breaks.optional_types and now.by_name else NOTE
            self._say("argument-became-optional", level, old, new, f"{old.path}: argument {now.name} is optional now")

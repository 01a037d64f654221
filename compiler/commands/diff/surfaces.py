"""Compares the public surfaces of two versions of an SDK, by the rules of its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from compiler.commands.diff.findings import Cause, Finding, Findings, Level
from compiler.commands.diff.methods import compare_methods
from compiler.commands.diff.pairs import Pairs, paired
from compiler.commands.diff.surface_types import level_of, uses_of
from compiler.surface.surface import Symbol

if TYPE_CHECKING:
    from compiler.plan.breaks import Breaks
    from compiler.source import Loc

BREAK, RISK, NOTE, DOCS = Level.BREAK, Level.RISK, Level.NOTE, Level.DOCS


Place = Callable[[str], "Loc | None"]
"""The place of an identity in a version of the document."""
Reasons = Callable[[str, "Symbol | None", "Symbol | None", str], tuple[Cause, ...]]
"""Why there is a change: by its rule, the symbol before and after, and the argument that it is about, if any."""


def compare_surfaces(
    target: str,
    old: list[Symbol],
    new: list[Symbol],
    breaks: Breaks,
    places: tuple[Place, Place],
    reasons: Reasons = lambda rule, old, new, part: (),
) -> Findings:
    """Return what changed for the programs of a target."""
    surfaces = _Surfaces(target, paired(old, new), breaks, places, reasons)
    surfaces.run()
    return surfaces.findings


_WORDS = {"derived": "name", "raises": "class of the error", "case": "alternative"}
"""What a kind is called in messages, if it is not its own word."""


def _called(item: Symbol) -> str:
    return f"{_WORDS.get(item.kind, item.kind)} {item.path}"


class _Surfaces:
    def __init__(
        self, target: str, pairs: Pairs, breaks: Breaks, places: tuple[Place, Place], reasons: Reasons
    ) -> None:
        self._target, self._pairs, self._breaks = target, pairs, breaks
        self._places, self._reasons, self.findings = places, reasons, Findings()
        self._old, self._new = pairs.types(breaks)

    def run(self) -> None:
        for old, new in self._pairs.both:
            if self._pairs.is_renamed(old, new):
                self._say(
                    f"{old.kind}-renamed", BREAK, old, new, f"{old.path} is {new.path} now", f"write `{new.path}`"
                )
            if old.rest != new.rest:
                self._changed(old, new)
            self._documented(old, new)
        for item in self._pairs.gone:
            self._gone(item)
        for item in self._pairs.came:
            self._came(item)

    def _say(
        self, rule: str, level: Level, old: Symbol | None, new: Symbol | None, text: str, advice: str = "",
        part: str = "",
    ) -> None:  # fmt: skip
        """Add a finding; ``part``: the argument that it is about."""
        before, after = (
            place(symbol.parts.get(part, symbol.at)) if symbol is not None else None
            for place, symbol in zip(self._places, (old, new), strict=True)
        )
        why = self._reasons(rule, old, new, part)
        advice = advice if level >= RISK else ""
        self.findings.add(Finding(f"{self._target}-{rule}", level, self._target, text, before, after, why, advice))

    # ------------------------------------------------------------------ symbols

    def _gone(self, item: Symbol) -> None:
        if not self._pairs.has_owner(item):
            return  # which is told
        if item.kind == "package":
            self._say("package-renamed", BREAK, item, None, f"package {item.path} is gone")
            return
        if item.kind == "derived" and item.rest.startswith((": member ", ": error ")):
            return  # as which it is told
        level, advice = BREAK, f"do without `{item.path}`"
        if item.kind == "derived" and item.path.startswith("_"):
            level = NOTE
        elif item.kind == "case":
            level = BREAK if self._used(item)[0] or self._breaks.held is not None else NOTE
        elif item.kind == "member":
            level, advice = self._lost_member(item), f"do not give or expect `{item.rest.removeprefix(' = ')}`"
        elif item.kind == "raises":
            advice = f"catch the general error of {item.path.rpartition('.')[2]}"
        elif item.kind == "header" and item.rest.startswith("?"):
            level, advice = RISK, "expect it to be missing"
        elif item.kind == "type" and item.rest == ": arguments" and self._breaks.held is None:
            advice = "give no object of arguments"
        self._say(f"{item.kind}-removed", level, item, None, f"{_called(item)} is gone", advice)

    def _lost_member(self, item: Symbol) -> Level:
        """Return how much it matters that an enum has a value no more: of one that takes any others, what arrives may
        be compared with it."""
        sent, _ = self._used(item)
        is_open = self._old.what[item.path.partition(".")[0]].startswith("open")
        return RISK if is_open and not sent and self._breaks.exhaustive else BREAK

    def _came(self, item: Symbol) -> None:
        if not self._pairs.had_owner(item):
            return  # which is told
        level, advice, what = NOTE, "", _WORDS.get(item.kind, item.kind)
        sent, received = self._used(item)
        if item.kind == "field" and sent and not item.rest.startswith("?") and self._breaks.needs_fields:
            level, advice, what = BREAK, f"give `{item.path.partition('.')[2]}`", "required field"
        if item.kind in ("member", "case"):
            owner = item.path.partition(".")[0]
            open_ = self._new.what[owner].startswith("open")
            level = BREAK if received and not open_ and self._breaks.exhaustive else NOTE
            advice = f"handle `{item.path}`"
        self._say(f"{item.kind}-added", level, None, item, f"{what} {item.path} is new", advice)

    def _used(self, item: Symbol) -> tuple[bool, bool]:
        """Return whether the type of a member is sent, and whether it is received, in either version."""
        owner = item.path.partition(".")[0]
        names = {owner, self._pairs.moved.get(owner, owner)}
        found = [uses_of(types.what[name]) for types in (self._old, self._new) for name in names if name in types.what]
        return any(sent for _, sent, _ in found), any(received for _, _, received in found)

    def _changed(self, old: Symbol, new: Symbol) -> None:
        match old.kind:
            case "method":
                compare_methods(self._old, self._new, old, new, self._say)
            case "field":
                self._field(old, new)
            case "type":
                self._type(old, new)
            case "member":
                text = f"{old.path}{old.rest} became{new.rest}"
                self._say("member-value-changed", BREAK, old, new, text, f"write `{new.rest.removeprefix(' = ')}`")
            case "setting":
                text = f"`{old.path}` of gen.yaml{old.rest} became{new.rest}: types are others"
                self._say("setting-changed", BREAK, old, new, text)
            case "header":
                self._header(old, new)
            case _:
                if self._old.meaning(old.rest[2:]) == self._new.meaning(new.rest[2:]):
                    return  # a type that is renamed, which is told
                level = BREAK if old.kind != "derived" else NOTE
                self._say(
                    f"{old.kind}-changed", level, old, new,
                    f"{old.path}{old.rest} became {new.path}{new.rest}", f"expect `{new.rest[2:]}`",
                )  # fmt: skip

    def _type(self, old: Symbol, new: Symbol) -> None:
        before, after = uses_of(old.rest)[0], uses_of(new.rest)[0]
        sent, received = self._used(new)
        text = f"{old.path}: {before} became {after}"
        if before == after:  # it is used elsewhere, which is told there
            self._held_otherwise(old, new)
            return
        if before.removeprefix("open ") == after.removeprefix("open "):
            if after.startswith("open "):
                level = BREAK if self._breaks.exhaustive and received else NOTE
                self._say("type-opened", level, old, new, text, "handle values that are not listed")
            else:
                self._say("type-closed", BREAK if sent and self._breaks.exhaustive else NOTE, old, new, text)
        elif before.startswith("model") and after.startswith("model"):
            level = RISK if self._breaks.held is None else BREAK
            self._say("type-changed", level, old, new, text, "expect further properties of that type")
        else:
            aliases = before.startswith("alias of ") and after.startswith("alias of ")
            level = self.level_of((old.path, False), (new.path, False), sent, received)
            level = level if aliases or self._breaks.held is None else BREAK  # another declaration of one name
            self._say("type-changed", level, old, new, text, f"expect {after}")

    def _held_otherwise(self, old: Symbol, new: Symbol) -> None:
        """Tell of fields that a language holds otherwise because the type of their owner is sent, or no more."""
        sent = uses_of(new.rest)[1]
        if self._breaks.held is None or sent == uses_of(old.rest)[1]:
            return
        fields = sorted({*self._old.held_as_sent(old.path)} & {*self._new.held_as_sent(new.path)})
        if fields:
            why = "is sent now" if sent else "is sent no more"
            text = f"{new.path} {why}: {', '.join(fields)}, which may be missing and null, became other types"
            self._say("type-changed", BREAK, old, new, text, "tell null from missing" if sent else "take nil as both")

    def _field(self, old: Symbol, new: Symbol) -> None:
        (was, before), (now, after) = ((item.rest.startswith("?"), item.rest.partition(": ")[2]) for item in (old, new))
        sent, received = self._used(new)
        name = old.path.partition(".")[2]
        whole = self.level_of((before, was), (after, now), sent, received)
        if self._old.now(before) != after:
            own = self.level_of((before, now), (after, now), sent, received)
            level = min(whole, own) if was != now else whole
            text, advice = f"{old.path}: {before} became {after}", f"expect `{after}` as `{name}`"
            self._say("field-type-changed", level, old, new, text, advice)
        level = min(whole, self.level_of((after, was), (after, now), sent, received))
        if was and not now:
            self._say(
                "field-became-required", max(level, NOTE), old, new, f"{old.path} is required now", f"give `{name}`"
            )
        if now and not was:
            advice = f"expect `{name}` to be missing"
            self._say("field-became-optional", max(level, NOTE), old, new, f"{old.path} may be missing now", advice)

    def _header(self, old: Symbol, new: Symbol) -> None:
        if not old.rest or not new.rest:
            return  # one is of the format before
        (was, before), (now, after) = ((item.rest.startswith("?"), item.rest.partition(": ")[2]) for item in (old, new))
        level = self.level_of((before, was), (after, now), sent=False, received=True)
        told = [f"optional {type_}" if missing else type_ for missing, type_ in ((was, before), (now, after))]
        text = f"header {new.path}: {' became '.join(told)}"
        self._say("header-changed", level, old, new, text, f"expect `{after}`{' or nothing' if now else ''}")

    def level_of(self, old: tuple[str, bool], new: tuple[str, bool], sent: bool, received: bool) -> Level:
        """Return what it means that a type, and whether a value may be missing, are others."""
        return level_of(self._old, self._new, old, new, sent, received)

    # ------------------------------------------------------------------ documentation

    def _documented(self, old: Symbol, new: Symbol) -> None:
        """Tell which texts of a symbol are others, and what is deprecated now."""
        if old.texts is None or new.texts is None:
            return
        for part, message in new.deprecated.items():
            if part not in old.deprecated:
                what = f"{new.path}: argument {part}" if part else f"{new.kind} {new.path}"
                self._say("deprecated", NOTE, old, new, f"{what} is deprecated{message and f': {message}'}", part=part)
        before, after = old.texts, new.texts
        changed = [what for what in dict.fromkeys((*before, *after)) if before.get(what) != after.get(what)]
        if any(new.deprecated.get(part) != message for part, message in old.deprecated.items()):
            changed.append("deprecation")
        if changed:
            self._say("docs-changed", DOCS, old, new, f"documentation of {new.path}: {', '.join(changed)}")

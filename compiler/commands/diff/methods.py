"""Compares two versions of a method: its arguments, how it takes them, and what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from compiler.commands.diff.findings import Level
from compiler.commands.diff.signatures import SignedArgument as Argument
from compiler.commands.diff.signatures import parse_signature
from compiler.commands.diff.surface_types import level_of

if TYPE_CHECKING:
    from compiler.commands.diff.surface_types import Types
    from compiler.surface.surface import Symbol

BREAK, RISK, NOTE, DOCS = Level.BREAK, Level.RISK, Level.NOTE, Level.DOCS


class Say(Protocol):
    """Reports a change; ``part`` is the argument that it is about."""

    def __call__(  # noqa: D102
        self, rule: str, level: Level, old: Symbol | None, new: Symbol | None, text: str, advice: str = "",
        part: str = "",
    ) -> None: ...  # fmt: skip


def compare_methods(old_types: Types, new_types: Types, old: Symbol, new: Symbol, say: Say) -> None:
    """Report what changed of a method."""
    _Methods(old_types, new_types, old, new, say).run()


class _Methods:
    def __init__(self, old_types: Types, new_types: Types, old: Symbol, new: Symbol, say: Say) -> None:
        self._old_types, self._new_types, self._old, self._new = old_types, new_types, old, new
        self._breaks, self._report = old_types.breaks, say

    def _say(self, rule: str, level: Level, text: str, advice: str = "", part: str = "") -> None:
        self._report(rule, level, self._old, self._new, f"{self._new.path}{text}", advice, part)

    def run(self) -> None:
        (before, result), (after, other) = parse_signature(self._old.rest), parse_signature(self._new.rest)
        if self._old_types.now(result) != other:
            level = self._level((result, False), (other, False), sent=False)
            if result == "none" and self._breaks.held is None:
                level = NOTE  # nobody reads what is nothing
            self._say("result-changed", level, f" returns {other}, and not {result}", f"expect `{other}`")
        if self._objects(before, after):
            return
        ordered, now = ([item for item in side if not item.by_name] for side in (before, after))
        for index, item in enumerate(ordered):
            if index < len(now):
                self._positional(item, now[index])
            else:
                self._removed(item)
        for item in now[len(ordered) :]:
            harmless = item.optional and self._breaks.names_positional
            level = NOTE if harmless else BREAK
            text = f": argument {item.name} is new, by its position"
            self._say("argument-added", level, text, f"give `{item.name}`", item.name)
        self._compare_named(
            {item.name: item for item in before if item.by_name}, {item.name: item for item in after if item.by_name}
        )

    def _objects(self, before: list[Argument], after: list[Argument]) -> bool:
        """Tell that arguments move into one object, or out of it (D4.2), and what else there is of them."""
        was, now = (
            {item.name: item for item in side if not _is_object(item, types)}
            for side, types in ((before, self._old_types), (after, self._new_types))
        )
        if (len(was) < len(before)) == (len(now) < len(after)):
            return False
        text = (
            " takes its arguments in one object now" if len(now) < len(after) else " takes its arguments one by one now"
        )
        self._say("form-changed", BREAK, text, "write its calls anew")
        self._by_name(was, now)
        return True

    def _positional(self, was: Argument, now: Argument) -> None:
        if was.name != now.name and (self._breaks.names_positional or was.type != now.type):
            advice = f"give it as `{now.name}`"
            self._say("argument-renamed", BREAK, f": argument {was.name} is {now.name} now", advice, now.name)
        self._argument(was, now)

    def _compare_named(self, was: dict[str, Argument], now: dict[str, Argument]) -> None:
        if bool(was) != bool(now) and (self._breaks.object_first or self._breaks.options_behind):
            level = BREAK if self._breaks.object_first else RISK
            text = " has its first argument by name" if now else " has no argument by name any more"
            advice = "give an object of arguments before the options" if now else "give no object of arguments"
            self._say("object-added" if now else "object-removed", level, text, advice, next(iter(now or was)))
        self._by_name(was, now)

    def _by_name(self, was: dict[str, Argument], now: dict[str, Argument]) -> None:
        renamed = self._renamed(was, now)
        for name, item in was.items():
            if name in now:
                self._argument(item, now[name])
            elif name in renamed:
                other = renamed[name]
                text = f": argument {name} is {other} now"
                self._say("argument-renamed", BREAK, text, f"give it as `{other}`", other)
                self._argument(item, now[other])
            else:
                self._removed(item)
        new = [item for name, item in now.items() if name not in was and name not in renamed.values()]
        for item in new:
            self._added(item)
        if was and now:
            self._compared(was, new)

    def _renamed(self, was: dict[str, Argument], now: dict[str, Argument]) -> dict[str, str]:
        """Return the arguments by name that are made from the same thing and have another name."""
        before, after = self._old.filled(), self._new.filled()
        gone = {before[name]: name for name in was if name not in now and name in before}
        return {
            gone[source]: name for name, source in after.items() if name in now and name not in was and source in gone
        }

    def _removed(self, item: Argument) -> None:
        text = f": argument {item.name} is gone"
        self._say("argument-removed", BREAK, text, f"leave `{item.name}` out", item.name)

    def _added(self, item: Argument) -> None:
        """Tell of a new argument by name."""
        needed = not item.optional and (
            self._breaks.needs_fields or self._new_types.kind(item.type.removesuffix("?")) in self._breaks.must_be_given
        )
        text = f": {'required ' if not item.optional else ''}argument {item.name} is new"
        self._say("argument-added", BREAK if needed else NOTE, text, f"give `{item.name}`", item.name)

    def _compared(self, was: dict[str, Argument], new: list[Argument]) -> None:
        """Tell that objects of the arguments can be compared no more, in a language where others can be."""
        before = any(self._incomparable(item, self._old_types) for item in was.values())
        first = next((item for item in new if self._incomparable(item, self._new_types)), None)
        if first is not None and not before:
            text = f": its arguments cannot be compared by `==` any more, since {first.name} is among them"
            self._say("arguments-not-comparable", RISK, text, "compare their fields", first.name)

    def _incomparable(self, item: Argument, types: Types) -> bool:
        return self._breaks.incomparable(types.kind(item.type.removesuffix("?")), item.optional)

    def _argument(self, was: Argument, now: Argument) -> None:
        whole = self._level((was.type, was.optional), (now.type, now.optional))
        if self._old_types.now(was.type) != now.type:
            level = self._level((was.type, now.optional), (now.type, now.optional))
            level = min(level, whole) if was.optional != now.optional else whole
            text, advice = f": argument {now.name}: {was.type} became {now.type}", f"give `{now.type}` as `{now.name}`"
            if self._is_sent_now(was, now):
                level, text, advice = max(level, RISK), f"{text}, so that null is sent", f"leave `{now.name}` out"
            self._say("argument-type-changed", level, text, advice, now.name)
        if was.optional and not now.optional:
            text = f": argument {now.name} is required now"
            self._say("argument-became-required", BREAK, text, f"give `{now.name}` in every call", now.name)
        if now.optional and not was.optional:
            level = max(NOTE, min(whole, self._level((now.type, False), (now.type, True))))
            if not now.by_name and self._breaks.held is not None:
                level = max(level, whole)
            text = f": argument {now.name} is optional now"
            self._say("argument-became-optional", level, text, f"give `{now.name}` as what may be missing", now.name)

    def _is_sent_now(self, was: Argument, now: Argument) -> bool:
        """Tell whether what stood for an argument that is not there is a value now (D11.5)."""
        null = self._breaks.absent == "null" and self._breaks.held is None
        return null and was.optional and now.optional and now.type.endswith("?") and not was.type.endswith("?")

    def _level(self, before: tuple[str, bool], after: tuple[str, bool], *, sent: bool = True) -> Level:
        return level_of(self._old_types, self._new_types, before, after, sent, not sent)


def _is_object(item: Argument, types: Types) -> bool:
    return types.what.get(item.type, "").startswith("arguments")

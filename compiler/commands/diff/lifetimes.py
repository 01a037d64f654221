"""Compares what a document says of the ends of operations and parameters, and of their stability."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING

from compiler.commands.diff.findings import Level
from compiler.commands.diff.places import BREAK, NOTE
from compiler.commands.diff.shapes import STABILITY

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot

Say = Callable[[str, Level, str, str, "Spot | None", "Spot | None"], None]


class Lifetimes:
    """Says, by `deprecated`, `x-sunset` and `x-stability-level`, whether an end was announced; ``today`` decides."""

    def __init__(self, say: Say, today: datetime.date) -> None:
        self._say, self._today = say, today

    def report_end(self, rule: str, where: str, operation: Spot) -> None:
        """Tell of an operation that is gone, and whether that was announced."""
        if is_unstable(operation):
            self._say(f"{rule}-while-unstable", NOTE, where, "it is gone; it was not stable yet", operation, None)
        elif operation.get("deprecated") is not True:
            self._say(f"{rule}-without-deprecation", BREAK, where, "it is gone", operation, None)
        elif not self.ends_early(rule, where, "it", operation, None):
            self._say(f"{rule}-with-deprecation", NOTE, where, "it is gone; it was deprecated", operation, None)

    def ends_early(self, rule: str, where: str, shown: str, gone: Spot, now: Spot | None) -> bool:
        """Tell of something deprecated that is gone before its announced end, or whose end is no date."""
        sunset = gone.get("x-sunset") if gone.get("deprecated") is True else None
        date = _date(sunset)
        if date is None and sunset is not None:
            self._say(f"{rule}-sunset-parse", BREAK, where, f"`x-sunset` is no date: {sunset}", gone, now)
            return True
        if date is None or date <= self._today:
            return False
        text = f"{shown} is gone before {date}, its announced end"
        self._say(f"{rule}-before-sunset", BREAK, where, text, gone, now)
        return True

    def compare(self, what: str, where: str, was: Spot, now: Spot) -> None:
        """Compare what is said of an operation's or a parameter's end, and of its stability."""
        old, new = stability_of(was), stability_of(now)
        unknown = next((level for level in (old, new) if level not in STABILITY), None)
        if unknown is not None:
            self._say(
                f"{what}-invalid-stability-level", BREAK, where, f"`{unknown}` is no level of stability", was, now
            )
        elif STABILITY.index(new) < STABILITY.index(old):
            self._say(f"{what}-stability-decreased", BREAK, where, f"stability {old} became {new}", was, now)
        before, after = was.get("deprecated") is True, now.get("deprecated") is True
        if before and not after:
            self._say(f"{what}-reactivated", NOTE, where, "it is not deprecated any more", was, now)
        if after and not before:
            self._say(f"{what}-deprecated", NOTE, where, "it is deprecated", was, now)
        if after:
            self._sunset(what, where, was, now, before)

    def _sunset(self, what: str, where: str, was: Spot, now: Spot, before: bool) -> None:
        old, new = was.get("x-sunset"), now.get("x-sunset")
        date, earlier = _date(new), _date(old)
        if new is not None and date is None:
            self._say(f"{what}-sunset-parse", BREAK, where, f"`x-sunset` is no date: {new}", was, now)
        elif old is not None and earlier is None:
            self._say(f"{what}-sunset-parse", BREAK, where, f"`x-sunset` was no date: {old}", was, now)
        elif before and old is not None and new is None:
            self._say(f"{what}-sunset-deleted", BREAK, where, "the date of its end is gone", was, now)
        elif before and date is not None and earlier is not None and date < earlier:
            self._say(f"{what}-sunset-date-changed", BREAK, where, f"it ends on {date}, before {earlier}", was, now)


def is_unstable(spot: Spot) -> bool:
    """Whether nothing is promised of an operation."""
    return stability_of(spot) in STABILITY[:2]


def stability_of(spot: Spot) -> str:
    """Return the level of stability that an operation or a parameter says."""
    return str(spot.get("x-stability-level", STABILITY[-1]))


def _date(value: object) -> datetime.date | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.date.fromisoformat(value[:10])
    except ValueError:
        return None

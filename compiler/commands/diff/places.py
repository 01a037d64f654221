"""Where a compared value stands, who sends it, and how changes of it are reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.commands.diff.findings import Finding, Findings, Level
from compiler.commands.diff.shapes import Shape

if TYPE_CHECKING:
    from compiler.commands.diff.view import Spot, View
    from compiler.source import Json

BREAK, RISK, NOTE = Level.BREAK, Level.RISK, Level.NOTE
BODIES = ("request-body", "response-body", "request-property", "response-property")


class Side(Enum):
    """Who sends a value: the program (REQUEST) or the server (RESPONSE)."""

    REQUEST = "request"
    RESPONSE = "response"


@frozen
class Place:
    """Where a value stands: ``what`` it is (``request-body``), in which operation, and its path there."""

    side: Side
    what: str
    where: str
    path: str = ""
    text: bool = False
    """It is written as text, as parameters are: each value of it is a string on the wire."""
    listed: bool = False
    """Several values are written one after the other, so that a list of one is that one."""
    needed: bool = False
    """It is always there, so that a default has no effect."""

    def below(self, part: str) -> Place:
        """Return the place of a part of the value: of a property, ``request-property``."""
        what = f"{self.side.value}-property" if self.what in BODIES else self.what
        return Place(self.side, what, self.where, f"{self.path}{part}", self.text)

    @property
    def turned(self) -> Place:
        """The same place where more asked for means fewer values: below `not`."""
        return replace(self, side=Side.RESPONSE if self.side is Side.REQUEST else Side.REQUEST)

    @property
    def wording(self) -> str:
        """The place in words."""
        return f"{self.what.replace('-', ' ')} `{self.path}`" if self.path else self.what.replace("-", " ")


class Report:
    """Takes changes of one comparison, with their level for the side that they concern."""

    def __init__(self, old: View, new: View, findings: Findings) -> None:
        self.views = old, new
        self.findings = findings

    def say(self, rule: str, level: Level, before: Shape | Spot, after: Shape | Spot, place: Place, text: str) -> None:
        """Report a change of a level."""
        old, new = (item.spot if isinstance(item, Shape) else item for item in (before, after))
        views = self.views
        self.findings.add(
            Finding(
                f"{place.what}-{rule}",
                level,
                place.where,
                f"{place.wording}: {text}",
                views[0].loc(old),
                views[1].loc(new),
            )
        )

    def narrowed(
        self, rule: str, before: Shape | Spot, after: Shape | Spot, place: Place, text: str, level: Level = BREAK
    ) -> None:
        """Report that fewer values are valid: that breaks who sends them."""
        self.say(rule, level if place.side is Side.REQUEST else NOTE, before, after, place, text)

    def widened(
        self, rule: str, before: Shape | Spot, after: Shape | Spot, place: Place, text: str, level: Level = BREAK
    ) -> None:
        """Report that more values are valid: that breaks who gets them."""
        self.say(rule, level if place.side is Side.RESPONSE else NOTE, before, after, place, text)


def kebab(key: str) -> str:
    """Return a keyword as rules spell it: ``min-length``."""
    key = {
        "minimum": "min",
        "maximum": "max",
        "exclusiveMinimum": "exclusiveMin",
        "exclusiveMaximum": "exclusiveMax",
    }.get(key, key)
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in key)


def types_text(shape: Shape) -> str:
    """Return the types of a schema for a message."""
    if not shape.typed:
        return "any"
    types = shape.types - {"integer"} if "number" in shape.types else shape.types
    return name_alternatives(types)


def name_alternatives(names: frozenset[str]) -> str:
    """Return names as alternatives."""
    return " or ".join(f"`{name}`" for name in sorted(names)) or "none"


def one(values: dict[str, Json], key: str) -> str:
    """Return the value of a keyword for a message."""
    return f"`{values[key]}`" if key in values else "none"


def few_values(values: list[Json]) -> str:
    """Return a few values for a message."""
    texts = list(_texts_of(values))
    return ", ".join(texts[:5]) + (f" and {len(texts) - 5} more" if len(texts) > 5 else "")


def _texts_of(values: list[Json]) -> Iterator[str]:
    for value in values:
        yield f"`{value}`"

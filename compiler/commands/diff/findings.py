"""What a comparison of two versions finds, and how much it matters."""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen, mutable

if TYPE_CHECKING:
    from compiler.source import Loc


class Level(IntEnum):
    """How much a change matters to those who use the old version.

    BREAK: what was right is wrong now. RISK: something that programs may rely on is different, but the contract allows
    it. NOTE: nothing that worked stops working. DOCS: only the documentation is another.
    """

    DOCS = 0
    NOTE = 1
    RISK = 2
    BREAK = 3


@frozen
class Cause:
    """Why a change of a surface is one: in words, the pass that decided it, the key that made it do so, its place."""

    text: str
    by: str = ""
    key: str = ""
    place: Loc | None = None


@frozen
class Finding:
    """One change: its rule, its level, the operation (``POST /trips``, "" for the whole document), and in words.

    ``why``: what made it, of a surface; ``advice``: what to change in a program, "" if nothing.
    """

    rule: str
    level: Level
    where: str
    message: str
    old: Loc | None = None
    new: Loc | None = None
    why: tuple[Cause, ...] = ()
    advice: str = ""


@mutable
class Findings:
    """Collects changes, each once: what operations share is compared for each of them."""

    items: list[Finding] = field(default_factory=list)
    uses: dict[Finding, dict[str, None]] = field(default_factory=dict)
    """The operations that a change concerns, in order."""

    def add(self, finding: Finding) -> None:
        """Add a change unless it is there."""
        if finding not in self.uses:
            self.uses[finding] = {finding.where: None}
            self.items.append(finding)

    @property
    def worst(self) -> Level:
        """The highest level found; NOTE if nothing is."""
        return max((item.level for item in self.items), default=Level.NOTE)

"""The verdicts of the ledger: a node of a document is read, ignored by a rule, reported, or missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.diagnostics import Diagnostics
from compiler.ir.identity import locate
from compiler.ir.node import Id
from compiler.source import Loc
from judges.ledger.walk import Node, Walk
from judges.ledger.watch import Notes

LEAVES_OUT = ("CG0303", "CG0317", "CG0318", "CG0335")
"""Warnings that leave out what they point at, beside errors: unknown keys, siblings of `$ref`, texts that are none."""


@dataclass(slots=True)
class Ledger:
    """One document's nodes by verdict."""

    read: int = 0
    ignored: Counter[str] = field(default_factory=Counter)
    """By rule."""
    reported: Counter[str] = field(default_factory=Counter)
    """By diagnostic code."""
    missing: list[Node] = field(default_factory=list)
    """Read by nothing, excused by nothing: the compiler dropped these silently."""
    operations: tuple[Id, ...] = ()
    events: tuple[Id, ...] = ()

    @property
    def nodes(self) -> int:
        """How many nodes were judged."""
        return self.read + self.ignored.total() + self.reported.total() + len(self.missing)


def judge(walk: Walk, notes: Notes, diagnostics: Diagnostics) -> Ledger:
    """Walk a document that was lowered and give each of its nodes a verdict."""
    reported = _reported(walk.root, notes, diagnostics)
    gone = {place for place, (code, severity) in reported.items() if severity == "error" or code in LEAVES_OUT}
    ledger = Ledger()
    for node in walk.nodes():
        place = (node.file, node.pointer)
        if node.rule:
            ledger.ignored[node.rule] += 1
        elif place in reported:
            ledger.reported[reported[place][0]] += 1
        elif node.read:
            ledger.read += 1
        elif inside := _reported_parent(node, gone):
            ledger.reported[reported[inside][0]] += 1
        else:
            ledger.missing.append(node)
    ledger.operations, ledger.events = tuple(walk.operations), tuple(walk.events)
    return ledger


def _reported_parent(node: Node, gone: set[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the parent of the node that was reported and left out together with what it holds."""
    pointer = node.pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        if (node.file, pointer) in gone:
            return node.file, pointer
    return None


def _reported(root: str, notes: Notes, diagnostics: Diagnostics) -> Mapping[tuple[str, str], tuple[str, str | None]]:
    """Return code and severity of what was reported, by place."""
    found: dict[tuple[str, str], tuple[str, str | None]] = {}
    for code, at in notes.tallied:
        loc = locate(at, root)
        found[loc.file, loc.pointer] = code, diagnostics.severity(code)
    for item in diagnostics.items:
        if isinstance(item.loc, Loc):
            found[item.loc.file, item.loc.pointer] = item.code, item.severity
    return found

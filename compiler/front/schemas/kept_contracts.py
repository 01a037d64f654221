"""Contracts of the build before, for schemas of which nothing changed that their contracts are made of."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import mutable
from compiler.front.reading.refs import Target

if TYPE_CHECKING:
    from collections.abc import Callable

    from compiler.front.reading.notes import Notes
    from compiler.front.session.recalling import Recalling
    from compiler.front.session.session import Session
    from compiler.ir.node import Id
    from compiler.ir.types import Contract


@mutable
class Asked:
    """What writing a contract asked of the document besides its schema, and what it left to be written later."""

    targets: list[tuple[Id, Target | None]] = field(default_factory=list)
    waits: list[tuple[Id, Id]] = field(default_factory=list)
    """Identities of contracts, with those of their schemas."""
    notes: Notes | None = None


class KeptContracts:
    """Hands out contracts."""

    def __init__(
        self,
        session: Session,
        recalling: Recalling,
        look: Callable[[Id], Target | None],
        wait: Callable[[Id, Target], None],
    ) -> None:
        """``look`` returns what stands at an identity, ``wait`` lets a contract be written later."""
        self.session, self.memory, self.look, self.wait = session, recalling.memory, look, wait
        self.asked: Asked | None = None
        """By the contract that is being written."""
        found = session.found
        declared = frozenset(at for at, kind in found.targets.items() if kind == "schemas")
        facts = frozenset(found.cut), declared, dict(found.aliases), recalling.inputs
        self.facts = self.memory.same("facts of contracts", facts)
        """What contracts read of the session besides the schemas."""

    def contract(self, at: Id, target: Target, decides: bool, write: Callable[[], Contract]) -> Contract:
        """Return the contract that ``write`` writes, or that of the build before."""
        memory = self.memory
        what, inputs = ("contract", at), (target.raw, target.id, target.file, decides, self.facts)
        kept: tuple[Contract, Asked] | None = memory.find(what, inputs)
        if kept is not None and self._repeat(kept[1]):
            return kept[0]
        asked = self.asked = Asked(notes=(notes := self.session.begin_notes()))
        count = self.session.reports.diagnostics.count
        try:
            made = write()
        finally:
            self.session.end_notes()
            self.asked = None
        made = memory.same(("made", at), made)  # later steps have the former one
        if self.session.reports.diagnostics.count == count and not notes.lost:
            memory.keep(what, inputs, (made, asked))
        return made

    def _repeat(self, asked: Asked) -> bool:
        """Do what writing a contract did; False, and nothing is done, if it would be something else now."""
        references, notes = self.session.references, asked.notes
        assert notes is not None
        now: dict[Id, Target] = {}
        for (ref, file, at), before, _ in notes.resolved:
            found = references.resolver.resolve(ref, file, at)
            if not isinstance(found, Target) or not _are_one(found, before):
                return False
            now[found.id] = found
        for (kind, name), known in notes.components:
            component = references.component(kind, name)
            if (component is not None) is not known:
                return False
            if component is not None:
                now[component.id] = component
        for at, former in asked.targets:
            target = self.look(at)
            if target is None or former is None or not _are_one(target, former):
                return False
            now[target.id] = target
        if any(of not in now for _, of in asked.waits):
            return False
        for at, of in asked.waits:
            self.wait(at, now[of])
        return True


def _are_one(target: Target, former: Target) -> bool:
    return target.id == former.id and target.file == former.file and target.raw is former.raw

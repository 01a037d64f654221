"""Lowers the parts of a document that changed since the build before, and takes the others as they were lowered then.

A part is a path item, a webhook or a component. What lowering it does to the session is noted, and done again in the
place of the work: what was found, which references lead where, tallies, counts. A part is lowered anew if its text
is another, if one of its references leads elsewhere, or if anything was reported of it, since reports may name what
stands elsewhere in the document.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Hashable
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.base.frozen import mutable
from compiler.base.memory import identical
from compiler.front.reading.refs import Target
from compiler.front.session.references import component_kind

if TYPE_CHECKING:
    from compiler.base.memory import Memory
    from compiler.front.reading.notes import Notes
    from compiler.front.session.session import Session
    from compiler.ir.node import Id
    from compiler.source import Json

T = TypeVar("T")

_FOUND = (
    *("nested", "strict", "closed", "derived", "aliases", "valued", "linked"),
    *("unread", "referred", "examples", "reached"),
)
"""Members of :class:`compiler.front.session.found.Found` that lowering adds to and does not read."""
_TABLES = ("paths", "webhooks", "x-webhooks")


@mutable
class _Effects:
    """What lowering a part did to the session."""

    found: dict[str, Any]
    uses: dict[Id, set[Id]]
    held: int
    declared: int
    notes: Notes


@mutable
class Recalling:
    """Lowers parts of one document in one session; ``inputs`` are all that lowering reads besides a part."""

    session: Session
    memory: Memory
    inputs: tuple[object, ...] = ()
    targets: dict[Id, Target] = field(default_factory=dict)
    """What the references of remembered parts lead to now."""

    def lower(self, what: Hashable, raw: object, make: Callable[[], T]) -> T:
        """Return what ``make`` lowers the part to, whose value is ``raw``, or the same from the build before."""
        inputs = (raw, *self.inputs)
        kept: tuple[T, _Effects] | None = self.memory.find(what, inputs)
        if kept is not None and self._repeat(kept[1]):
            self.memory.keep(what, inputs, kept)
            return kept[0]
        made, effects = self._note_effects(make)
        if effects is not None:
            self.memory.keep(what, inputs, (made, effects))
        return made

    def _note_effects(self, make: Callable[[], T]) -> tuple[T, _Effects | None]:
        """Do the work, and return what it did to the session; None if it reported anything."""
        session = self.session
        found, counts, reports = session.found, session.counts, session.reports
        before = {name: getattr(found, name) for name in _FOUND}
        for name, value in before.items():
            setattr(found, name, type(value)())
        uses, reported = reports.take_uses(), reports.diagnostics.count
        held, declared = counts.held, counts.declared
        notes = session.begin_notes()
        try:
            made = make()
        finally:
            session.end_notes()
            own = {name: getattr(found, name) for name in _FOUND}
            own_uses = reports.take_uses()
            for name, value in before.items():
                setattr(found, name, value)
                _add(value, own[name])
            reports.add_uses(uses)
            reports.add_uses(own_uses)
        if reports.diagnostics.count != reported or notes.lost:
            return made, None
        return made, _Effects(own, own_uses, counts.held - held, counts.declared - declared, notes)

    def _repeat(self, effects: _Effects) -> bool:
        """Do to the session what lowering a part did; False, and nothing is done, if it would be something else now."""
        session, notes = self.session, effects.notes
        if not self._leads_the_same(notes) or not session.counts.allows(effects.held, effects.declared, notes.repeated):
            return False
        targets = session.found.targets
        for kind, target in notes.needed:
            if (targets.get(target.id) or component_kind(target.id) or kind) != kind:
                return False
        for kind, target in notes.needed:
            if target.id not in targets:
                targets[target.id] = kind
                session.found.queue.append((kind, self.targets.get(target.id, target)))
        for name, value in effects.found.items():
            _add(getattr(session.found, name), value)
        session.reports.add_uses(effects.uses)
        for code, at, params in notes.tallied:
            session.reports.tally(code, at, **params)
        session.counts.add(effects.held, effects.declared, notes.repeated)
        return True

    def _leads_the_same(self, notes: Notes) -> bool:
        references = self.session.references
        for (ref, file, at), target, reads in notes.resolved:
            found = references.resolver.resolve(ref, file, at)
            if not isinstance(found, Target) or found.id != target.id or (reads and found.raw is not target.raw):
                return False
            self.targets[found.id] = found
        for (kind, name), known in notes.components:
            component = references.component(kind, name)
            if (component is None) is known:
                return False
            if component is not None:
                self.targets[component.id] = component
        return True


def _add(into: Any, more: Any) -> None:
    """Add to a list, a set or a dictionary."""
    if more:
        (into.extend if isinstance(into, list) else into.update)(more)


# --------------------------------------------------------------------------- parts of the text


def with_known_parts(raw: dict[str, Json], memory: Memory) -> dict[str, Json]:
    """Return a root whose parts are the objects of the build before where nothing in them changed."""
    made = dict(raw)
    for key, value in raw.items():
        if key in _TABLES and isinstance(value, dict):
            made[key] = _known_table(key, value, memory)
        elif key == "components" and isinstance(value, dict):
            made[key] = {
                kind: _known_table(f"components/{kind}", table, memory) if isinstance(table, dict) else table
                for kind, table in value.items()
            }
        else:
            made[key] = _known(key, value, memory)
    return made


def _known_table(key: str, table: dict[str, Json], memory: Memory) -> dict[str, Json]:
    return {name: _known((key, name), value, memory) for name, value in table.items()}


def _known(what: Hashable, value: Json, memory: Memory) -> Json:
    if not isinstance(value, dict | list):
        return value
    kept: tuple[Json, Json, object] | None = memory.find(("raw", what), ())
    if kept is None or kept[1] is not value:
        written = _exact_key(value)
        known = kept[0] if kept is not None and identical(kept[2], written) else value
        kept = known, value, written
    memory.keep(("raw", what), (), kept)
    return kept[0]


def _exact_key(value: Json) -> object:
    """Return a key that no other value has: bytes, which are quickly made and compared."""
    try:
        return marshal.dumps(value, 2)  # of the second version, in which equal values are equal bytes
    except ValueError:  # a number that is not spelled as Python spells it
        return value

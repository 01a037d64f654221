"""The objects of a document: their members, their keys and extensions, and what they refer to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import instead
from compiler.front.mistakes.wording import a_kind
from compiler.front.objects.extension_reader import read_extension
from compiler.front.objects.extensions import NONE, Extensions
from compiler.front.objects.members import Members
from compiler.front.reading.refs import MAX_CHAIN, Target
from compiler.front.session.reports import EMPTY
from compiler.ir.identity import child
from compiler.ir.node import Id

if TYPE_CHECKING:
    from compiler.front.keys.object_keys import Keys


class Entry(Members):
    """An object of a document and where it stands: its keys, and what it refers to."""

    __slots__ = ()

    def as_target(self) -> Target:
        """Return the entry as something that was referred to."""
        return Target(self.id, self.raw, self.file)

    def members(self, key: str) -> Iterator[tuple[str, Entry]]:
        """Yield name and object of each member of a map of objects; `x-` keys are passed over."""
        table = self.object(key)
        return table.entries() if table is not None else iter(())

    def entries(self, *, opened: bool = False) -> Iterator[tuple[str, Entry]]:
        """Yield name and object of each member of a map; an empty value is an empty object.

        Vendor keys that are no objects are passed over. Ours have no meaning in a map (D2.2), unless it was ``opened``
        as an object that has some.
        """
        self.session.counts.hold(len(self.raw), self.id)
        for name, value in self.raw.items():
            if name.startswith("x-") and self.session.spelling.key(name) is not None:
                if not opened:
                    read_extension(self.session, Extensions(), self.id, name, value, Where.ELSEWHERE)
            elif isinstance(value, dict):
                yield name, Entry(self.session, value, self.at(name), self.file)
            elif name.startswith("x-"):
                continue
            elif value is None:
                self.session.reports.tell_empty(self.at(name), EMPTY)
                yield name, Entry(self.session, {}, self.at(name), self.file)
            else:
                self.wrong(name, "an object", value)

    # ------------------------------------------------------------------ keys

    def open(self, keys: Keys, where: Where) -> Extensions:
        """Check the keys of the object and return its extensions; unknown keys are warned of (D1.4)."""
        rest = () if self.raw.keys() <= keys.known else self.raw.keys() - keys.known
        if keys.checks and not keys.checks.isdisjoint(self.raw):
            self._look(keys)
        if not keys.needed <= self.raw.keys():
            for key in sorted(keys.needed - self.raw.keys()):
                self.session.reports.tally("CG0357", self.id, what=keys.what, key=key, at_key=True)
        if not rest:
            return NONE
        self.session.counts.hold(len(rest), self.id)
        found = Extensions()
        for key in self.raw:  # in document order, which a set has not
            if key not in rest:
                continue
            if key.startswith("x-"):
                read_extension(self.session, found, self.id, key, self.raw[key], where)
            else:
                help_ = partial(instead, keys.what, key, keys.known)
                self.session.reports.add("CG0303", self.at(key), at_key=True, help=help_, what=keys.what, key=key)
        return found

    def _look(self, keys: Keys) -> None:
        """Look at members that nothing is made of, and tell of those that a later version has."""
        for key, kind in keys.shown.items():
            if key in self.raw:
                self.check_kind(key, kind)
        for key in keys.newer.keys() & self.raw.keys():
            self.session.versions.tell_newer(key, self.at(key), self.file, newer=keys.newer[key], at_key=True)

    def refuse_extensions(self) -> None:
        """Warn of our keys on an object that nothing of the SDK is made from (D2.2)."""
        for key, value in self.raw.items():
            if key.startswith("x-"):
                read_extension(self.session, Extensions(), self.id, key, value, Where.ELSEWHERE)

    def idle(self, key: str, why: str) -> None:
        """Tell of a member that changes nothing."""
        self.session.reports.tally("CG0365", self.at(key), key=key, why=why, at_key=True)

    def exclude(self, key: str, other: str, *, counts: str) -> None:
        """Tell of two members of which an object may have one."""
        if key in self.raw and other in self.raw:
            self.session.reports.add("CG0361", self.at(key), at_key=True, key=key, other=other, counts=counts)

    def missing(self, key: str, what: str) -> None:
        """Report that a required key is not given."""
        self.session.reports.add("CG0302", self.id, what=what, key=key)

    # ------------------------------------------------------------------ references

    def links(self) -> tuple[Entry, ...]:
        """Return this object and what its `$ref` leads to in turn, the thing itself last; () after a reported error."""
        if "$ref" not in self.raw:
            return (self,)
        found: tuple[Entry, ...] = ()
        for target in self.session.references.follow(self.as_target()):
            if not isinstance(target.raw, dict):
                before = found[-1]
                self.session.reports.add("CG0405", before.at("$ref"), wanted="an object", found=a_kind(target.raw))
                return ()
            found = (*found, Entry(self.session, target.raw, target.id, target.file))
        return found

    def follow(self, where: Where) -> tuple[Entry | None, Extensions]:
        """Return the thing itself, None after a reported error, and the extensions beside the references to it."""
        links, found = self.links(), NONE
        for reference in links[:-1]:
            found = found.over(reference.siblings(where))
        return links[-1] if links else None, found

    def siblings(self, where: Where) -> Extensions:
        """Return the extensions beside a `$ref`; all else there but texts for readers is warned of (D1.4)."""
        found = Extensions()
        for key, value in self.raw.items():
            if key.startswith("x-"):
                read_extension(self.session, found, self.id, key, value, where)
            elif key not in ("$ref", "summary", "description"):
                self.session.reports.tally("CG0317", self.at(key), key=key)
        return found

    def reference(self, kind: str, where: Where) -> tuple[Id | None, Extensions]:
        """Read a Reference Object to a thing with a table of its own: the target, and extensions beside `$ref`."""
        found = self.siblings(where)
        return self.session.references.refer(kind, self.raw["$ref"], self.file, self.id), found

    def shown_target(self, code: str) -> Target | None:
        """Return a thing that is only shown, also one behind a `$ref`; None after the warning ``code``."""
        target = self.as_target()
        for _ in range(MAX_CHAIN):
            if not isinstance(target.raw, dict) or not isinstance(ref := target.raw.get("$ref"), str):
                return target
            Entry(self.session, target.raw, target.id, target.file).siblings(Where.ELSEWHERE)
            found = self.session.references.resolver.resolve(ref, target.file, target.id)
            if not isinstance(found, Target):
                at = child(target.id, "$ref")
                self.session.reports.add(code, at, help=found.help, notes=found.notes, ref=ref)
                return None
            target = found
        self.session.reports.add(code, self.at("$ref"), ref=self.raw["$ref"])  # it leads back to itself
        return None

"""Typed access to the objects of a document: every JSON type is checked where it is read.

A value of the wrong type is reported once, at its place, and read as absent: lowering goes on without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import as_swagger, instead, word_instead
from compiler.front.mistakes.wording import a_kind, did_you_mean, one_of
from compiler.front.mistakes.wrong_types import cure, cure_name
from compiler.front.objects.extension_reader import read_extension
from compiler.front.objects.extensions import NONE, Extensions
from compiler.front.reading.documents import File
from compiler.front.reading.refs import MAX_CHAIN, Target
from compiler.front.session.reports import EMPTY
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.source import Json, as_text

if TYPE_CHECKING:
    from compiler.front.keys.object_keys import Keys

LEFT = "it is left out"
_WANTED: Mapping[type, str] = {bool: "a boolean", dict: "an object", list: "an array"}


class Entry:
    """An object of a document and where it stands."""

    __slots__ = ("file", "id", "raw", "session")

    def __init__(self, session: Session, raw: dict[str, Json], at: Id, file: File) -> None:
        self.session = session
        self.raw = raw
        self.id = at
        self.file = file

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def at(self, key: str | int) -> Id:
        """Return the identity of a member."""
        return child(self.id, key)

    def as_target(self) -> Target:
        """Return the entry as something that was referred to."""
        return Target(self.id, self.raw, self.file)

    # ------------------------------------------------------------------ typed members

    def wrong(self, key: str | int, wanted: str, value: Json) -> None:
        """Report that a member is not what it has to be."""
        root = self.session.library.root.root if self.file is None else None
        named = cure_name(wanted, value, root)
        help_ = cure(str(key), wanted, value) or (as_swagger(named) if self.session.library.is_swagger else named)
        self.session.reports.add("CG0301", self.at(key), help=help_, key=key, wanted=wanted, found=a_kind(value))

    def text(self, key: str, *, needed: bool = False) -> str | None:
        """Return a string; the source text of a number or boolean counts as one (D1.2), null as absent.

        Where it is ``needed``, the caller tells of null as of what is missing.
        """
        value = self.raw.get(key)
        if isinstance(value, str):
            return value
        if value is None:
            if not needed:
                self._tell_empty(key)
            return None
        if isinstance(value, dict | list):
            self.wrong(key, "a string", value)
            return None
        self.session.reports.tell_text(self.at(key), value)
        return as_text(value)

    def _tell_empty(self, key: str) -> None:
        if key in self.raw:
            self.session.reports.tell_empty(self.at(key))

    def prose(self, key: str) -> str | None:
        """Return a text for readers; where it is none it is left out with a warning."""
        value = self.raw.get(key)
        if isinstance(value, dict | list):
            self.session.reports.add("CG0335", self.at(key), key=key, found=a_kind(value))
            return None
        return self.text(key)

    def maybe(self, key: str) -> bool | None:
        """Return a boolean, None where it is not given."""
        value = self.raw.get(key)
        if isinstance(value, bool):
            return value
        if value is None:
            self._tell_empty(key)
        else:
            self.wrong(key, "a boolean", value)
        return None

    def flag(self, key: str) -> bool:
        """Return a boolean that is false where it is not given."""
        return self.maybe(key) or False

    def choice(self, key: str, names: tuple[str, ...]) -> str | None:
        """Return one of a few words."""
        value = self.text(key)
        if value is None or value in names:
            return value
        help_ = word_instead(key, value) or partial(did_you_mean, value, names, f"it can be {one_of(names)}")
        self.session.reports.add("CG0316", self.at(key), help=help_, key=key, value=value)
        return None

    def list(self, key: str) -> list[Json]:
        """Return an array, empty where it is not given."""
        value = self.raw.get(key)
        if isinstance(value, list):
            self.session.counts.hold(len(value), self.id, key)
            return value
        if value is None:
            self._tell_empty(key)
        else:
            self.wrong(key, "an array", value)
        return []

    def texts(self, key: str) -> tuple[str, ...]:
        """Return an array of strings."""
        found = []
        for index, item in enumerate(self.list(key)):
            if isinstance(item, str):
                found.append(item)
                continue
            at = child(self.id, key, index)
            if item is None:
                self.session.reports.tell_empty(at)
            elif isinstance(item, dict | list):
                self.session.reports.add("CG0301", at, key=f"{key}[{index}]", wanted="a string", found=a_kind(item))
            else:
                self.session.reports.tally("CG0356", at, key=f"{key}[]", found=a_kind(item))
                found.append(as_text(item))
        return tuple(found)

    def object(self, key: str) -> Entry | None:
        """Return a member that is an object."""
        value = self.raw.get(key)
        if isinstance(value, dict):
            return Entry(self.session, value, self.at(key), self.file)
        if value is None:
            self._tell_empty(key)
        else:
            self.wrong(key, "an object", value)
        return None

    def shown_object(self, key: str) -> Entry | None:
        """Return a member that is an object and for readers alone; what is none is left out with a warning (D1.4)."""
        if key in self.raw:
            self._kind(key, dict)
        value = self.raw.get(key)
        return Entry(self.session, value, self.at(key), self.file) if isinstance(value, dict) else None

    def opened(self, key: str) -> Entry | None:
        """Return a member that is an object; without a value it is an empty one (D1.4)."""
        if key in self.raw and self.raw[key] is None:
            self.session.reports.tell_empty(self.at(key), EMPTY)
            return Entry(self.session, {}, self.at(key), self.file)
        return self.object(key)

    def objects(self, key: str) -> Iterator[Entry]:
        """Yield the items of an array of objects."""
        at = self.at(key)
        for index, item in enumerate(self.list(key)):
            place = f"{at}/{index}"
            if isinstance(item, dict):
                yield Entry(self.session, item, place, self.file)
            elif item is None:
                self.session.reports.tell_empty(place)
            else:
                name, wanted = f"{key}[{index}]", "an object"
                help_ = cure(name, wanted, item)
                self.session.reports.add("CG0301", place, help=help_, key=name, wanted=wanted, found=a_kind(item))

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
                self._kind(key, kind)
        for key in keys.newer.keys() & self.raw.keys():
            self.session.versions.tell_newer(key, self.at(key), self.file, newer=keys.newer[key], at_key=True)

    def _kind(self, key: str, kind: type) -> None:
        """Tell of a member that only readers see and that is of the wrong type; it is left out (D1.4)."""
        value = self.raw[key]
        if kind is str:
            self.prose(key)
        elif value is None:
            self.session.reports.tell_empty(self.at(key))
        elif not isinstance(value, kind):
            self.session.reports.add(
                "CG0358", self.at(key), key=key, wanted=_WANTED[kind], found=a_kind(value), effect=LEFT
            )

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

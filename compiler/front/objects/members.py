"""Members of the objects of a document by their types: every JSON type is checked where it is read.

A value of the wrong type is reported once, at its place, and read as absent: lowering goes on without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Self

from compiler.front.mistakes.misplaced import as_swagger, word_instead
from compiler.front.mistakes.wording import a_kind, did_you_mean, one_of
from compiler.front.mistakes.wrong_types import cure, cure_name
from compiler.front.reading.documents import File
from compiler.front.session.reports import EMPTY
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.source import Json, as_text

LEFT = "it is left out"
_WANTED: Mapping[type, str] = {bool: "a boolean", dict: "an object", list: "an array"}


class Members:
    """An object whose members are read by their types."""

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

    def below(self, value: dict[str, Json], key: str) -> Self:
        """Return an object that is a member."""
        return type(self)(self.session, value, self.at(key), self.file)

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

    def object(self, key: str) -> Self | None:
        """Return a member that is an object."""
        value = self.raw.get(key)
        if isinstance(value, dict):
            return self.below(value, key)
        if value is None:
            self._tell_empty(key)
        else:
            self.wrong(key, "an object", value)
        return None

    def shown_object(self, key: str) -> Self | None:
        """Return a member that is an object and for readers alone; what is none is left out with a warning (D1.4)."""
        if key in self.raw:
            self.check_kind(key, dict)
        value = self.raw.get(key)
        return self.below(value, key) if isinstance(value, dict) else None

    def opened(self, key: str) -> Self | None:
        """Return a member that is an object; without a value it is an empty one (D1.4)."""
        if key in self.raw and self.raw[key] is None:
            self.session.reports.tell_empty(self.at(key), EMPTY)
            return self.below({}, key)
        return self.object(key)

    def objects(self, key: str) -> Iterator[Self]:
        """Yield the items of an array of objects."""
        at = self.at(key)
        for index, item in enumerate(self.list(key)):
            place = f"{at}/{index}"
            if isinstance(item, dict):
                yield type(self)(self.session, item, place, self.file)
            elif item is None:
                self.session.reports.tell_empty(place)
            else:
                name, wanted = f"{key}[{index}]", "an object"
                help_ = cure(name, wanted, item)
                self.session.reports.add("CG0301", place, help=help_, key=name, wanted=wanted, found=a_kind(item))

    def check_kind(self, key: str, kind: type) -> None:
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

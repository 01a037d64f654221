"""A configuration file, part by part: what has the wrong type, and what nobody asked for, is told with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.naming import words
from compiler.base.naming.vocabulary import vocabulary
from compiler.base.similar import did_you_mean
from compiler.front.mistakes.wording import a_kind
from migrate.adopt.facts import Setting, Unmatched

if TYPE_CHECKING:
    from compiler.source import Document, Json, Loc
    from migrate.adopt.facts import Facts


@frozen
class Part:
    """A value of a file, with its place and its path in words; ``source`` is what the report calls the file."""

    value: Json
    loc: Loc
    path: str
    source: str
    facts: Facts

    def under(self, key: str) -> Part:
        """Return the part at a key; its value is None if there is none."""
        inner = self.value.get(key) if isinstance(self.value, dict) else None
        return Part(inner, self.loc.at(key), f"{self.path}.{key}" if self.path else key, self.source, self.facts)

    def parts(self) -> Iterator[tuple[str, Part]]:
        """Yield the members of an object by their keys; tells a value of another type."""
        if self._is(dict, "an object") and isinstance(self.value, dict):
            for key in self.value:
                yield str(key), self.under(str(key))

    def items(self) -> Iterator[Part]:
        """Yield the items of a list; tells a value of another type."""
        if self._is(list, "a list") and isinstance(self.value, list):
            for index, item in enumerate(self.value):
                yield Part(item, self.loc.at(index), f"{self.path}[{index}]", self.source, self.facts)

    def text(self, key: str) -> str | None:
        """Return the text at a key; tells a value of another type."""
        part = self.under(key)
        return part.value if part._is(str, "a text") and isinstance(part.value, str) and part.value else None

    def has(self, key: str) -> bool:
        """Whether there is a value at a key."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def _is(self, kind: type, expected: str) -> bool:
        if self.value is not None and not isinstance(self.value, kind):
            self.report_unmatched(f"it must be {expected}, not {a_kind(self.value)}")
        return isinstance(self.value, kind)

    def report_unmatched(self, why: str) -> None:
        """Tell that this has no counterpart."""
        self.facts.add(Unmatched(self.path, why, self.loc, self.source))

    def set(self, key: str, value: Json) -> None:
        """Add a setting of gen.yaml that this says."""
        self.facts.add(Setting(key, value, self.loc, self.source))

    def take(self, key: str, setting: str) -> None:
        """Add a setting of gen.yaml that the text at a key says as it is."""
        text = self.text(key)
        if text:
            self.under(key).set(setting, text)

    def take_client(self, key: str) -> None:
        """Add the name of the client, whose words are at a key."""
        name = self.text(key)
        if name:
            joined = "".join(word[:1].upper() + word[1:] for word in words(name, vocabulary()))
            self.under(key).set("generation.sdkClassName", joined)

    def tell_rest(self, known: Collection[str], why: Mapping[str, str]) -> None:
        """Tell all keys but those that are known; ``why`` says why a key of the format has no counterpart."""
        for key, part in self.parts():
            if key in known:
                continue
            hint = did_you_mean(key, [*known, *why]) if key not in why else None
            part.report_unmatched(why.get(key) or f"codegen does not know this key{f'; {hint}' if hint else ''}")


def whole(document: Document, source: str, facts: Facts) -> Part:
    """Return the root of a file."""
    from compiler.source import Loc as Place

    return Part(document.root, Place(document.file), "", source, facts)

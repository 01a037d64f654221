"""How a document spells our keys (D2.1)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.naming import letters
from compiler.base.similar import Names
from compiler.front.keys.extensions import EXTENSIONS, PREFIX

SAME_KEYS = ("x-speakeasy-",)
"""Prefixes of other vendors whose keys are ours word for word (D2.1)."""


class Spelling:
    """How a document spells our keys: prefixes and rewritten names (D2.1)."""

    def __init__(self, prefix: str | None, rewrites: Mapping[str, str]) -> None:
        self._prefixes = (PREFIX, prefix) if prefix and prefix != PREFIX else (PREFIX,)
        self._names = {theirs: ours.removeprefix(PREFIX) for ours, theirs in rewrites.items()}
        self._misspelt: dict[str, str | None] = {}
        self._foreign: dict[str, str | None] = {}

    def own(self, written: str) -> str:
        """Return a key without our prefix, or the other vendor's that counts too."""
        return next((written[len(p) :] for p in self._prefixes if written.startswith(p)), written)

    def key(self, written: str) -> str | None:
        """Return our name, without the prefix, for a key as written; None where it is not ours.

        Names are kept: one document writes the same few keys thousands of times.
        """
        if written in self._names:
            return self._names[written] or None
        ours = next((written[len(p) :] for p in self._prefixes if written.startswith(p)), "")
        self._names[written] = ours
        return ours or None

    def foreign(self, written: str) -> str | None:
        """Return the prefix of a key that is ours but for the prefix of a vendor whose keys mean the same."""
        if written not in self._foreign:
            prefix = next((prefix for prefix in SAME_KEYS if written.startswith(prefix)), None)
            ours = prefix is not None and written.removeprefix(prefix) in EXTENSIONS
            self._foreign[written] = prefix if ours else None
        return self._foreign[written]

    def misspelt(self, written: str) -> str | None:
        """Return our name of a key whose prefix alone is misspelt: `x-codgen-group`; None where it is another's.

        So is `x-codegenGroup`, whose words are joined in another way.
        """
        if written not in self._misspelt:
            word, _, name = written.removeprefix("x-").partition("-")
            near = Names([PREFIX[2:-1]]).closest(word.lower(), 0.8) if name in EXTENSIONS else None
            self._misspelt[written] = PREFIX + name if near else _without_hyphens(written)
        return self._misspelt[written]


def _without_hyphens(written: str) -> str | None:
    """Return our name of a key that differs in case and in the signs between its words."""
    plain = letters(written)
    if not plain.startswith(letters(PREFIX)):
        return None
    return next((PREFIX + name for name in EXTENSIONS if plain == letters(PREFIX + name)), None)

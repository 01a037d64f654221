"""Which types share a file: those of one subject, which a type's own pointer tells (D10.7).

The home of a component is the first word of its name: ``Batch``, ``BatchError`` and ``CreateBatchRequest`` lie with
``batch``. Verbs of the rows of D3.10 at its beginning are left out; a word of :data:`QUALIFIERS` takes the word behind
it along, and ``webhook`` all words behind it. What an operation declares in place lies with the first static segment of
its path, what a webhook declares with ``webhook``. What is inside of something lies with it. Who else uses a type, and
what other types there are, changes no home; codegen.lock keeps it, whatever this rule comes to be.

A file may refer to any other: printers must not need types of other files before all are declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from compiler.ir.context import component_name
from compiler.ir.node import Id, unescape
from compiler.naming import Profile, unique, words
from passes.support.path_names import address
from passes.support.verbs import ROW_OF, singular

if TYPE_CHECKING:
    from compiler.ir.context import Lock

HOME = "#home"
"""What codegen.lock says of a component or an operation: the home of its types."""
CLIENT = "client"
"""The home of what paths of parameters alone declare."""
EVENTS = "webhook"
QUALIFIERS = frozenset({"alpha", "api", "beta", "deleted", "nullable"})
"""Words that tell of a kind of things and not of a subject; so do versions."""
_VERSION = re.compile(r"v?\d+")
_HOME = re.compile(r"\w[\w ]*")


@lru_cache(maxsize=100_000)
def root_of(at: Id) -> Id:
    """Return the component, operation, path or event that declares a type in place; a component is its own."""
    file, sep, pointer = at.partition("#")
    if sep and pointer[:1] in ("", "/"):
        return "/".join([f"{file}#", *_root(pointer.partition("#")[0].split("/")[1:])]) if pointer else f"{file}#"
    return "/".join(_root(file.split("/")))


def _root(tokens: list[str]) -> list[str]:
    if tokens[0] == "components" and len(tokens) > 2:
        return tokens[:3]
    inside = tokens[2:3]
    return tokens[:3] if tokens[0] in ("paths", "webhooks") and inside != ["parameters"] else tokens[:2]


@lru_cache(maxsize=100_000)
def home_of(root: Id) -> str:
    """Return the words of the home that follows from a pointer."""
    file, sep, pointer = root.partition("#")
    tokens = (pointer[1:] if sep else file).split("/")
    if tokens[0] == "paths" and len(tokens) > 1:
        static = address(unescape(tokens[1])).static
        return _subject(static[0] if static else CLIENT, ())
    if tokens[0] in ("webhooks", "x-webhooks"):
        return EVENTS
    return _subject(component_name(root), ROW_OF)


def _subject(name: str, verbs: Iterable[str]) -> str:
    listed = [word.lower() for word in words(name)] or [CLIENT]
    while len(listed) > 1 and listed[0] in verbs:
        del listed[0]
    first = singular(listed[0])
    if first == EVENTS:  # each is a subject of its own, and may be large
        return " ".join([first, *listed[1:]])
    qualified = first in QUALIFIERS or _VERSION.fullmatch(first)
    return " ".join(map(singular, listed[: 2 if qualified else 1]))


def assign_modules(types: Iterable[Id], profile: Profile, lock: Lock) -> dict[Id, str]:
    """Return the file stem of every type; codegen.lock keeps the homes that they had first."""
    roots = {at: root_of(at) for at in types}
    kept = {root: _kept(root, lock) for root in sorted(set(roots.values()))}
    stems = _stems(set(kept.values()), profile)
    return {at: stems[kept[root]] for at, root in roots.items()}


def _kept(root: Id, lock: Lock) -> str:
    key = f"{root}{HOME}"
    found = lock.kept.get(key)
    home = found if found is not None and _HOME.fullmatch(found) else home_of(root)
    lock.seen[key] = home
    return home


def _stems(homes: Iterable[str], profile: Profile) -> Mapping[str, str]:
    """Return the stems of files: homes, or the letters they begin with where a target has few files."""
    if not profile.few_files:
        return unique({home: profile.identifier("module", home) for home in homes})
    return {home: profile.identifier("module", _letter(home)) for home in homes}


def _letter(home: str) -> str:
    return home[0] if home[0].isascii() and home[0].isalpha() else "other"

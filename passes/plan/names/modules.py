"""Assigns types to files: types of one subject, which follows from a type's own pointer, share a file (D10.7).

The home of a component is the first word of its name, its packages aside: ``Batch``, ``BatchError`` and
``CreateBatchRequest`` lie with ``batch``. Verbs of the rows of D3.10 at its beginning are left out; a word of
:data:`QUALIFIERS` takes the word behind it along, and ``webhook`` all words behind it. What an operation declares in
place lies with the first static segment of its path, what a webhook declares with ``webhook``; path items and
callbacks that stand elsewhere, with the path that refers to them, for their own pointer tells none. What is inside of
something lies with it, in whichever file it stands. Who else uses a type, and what other types there are, changes no
home; codegen.lock keeps it, whatever this rule comes to be.

A file may refer to any other: printers must not need types of other files before all are declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from compiler.base.naming import Files, Profile, unique, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.identity import component_name
from compiler.ir.node import Id, unescape
from compiler.ir.nodes import Body, Parameter, Response
from compiler.lock.lock import HOME
from passes.support.components import KEYWORDS
from passes.support.names.paths import address
from passes.support.names.type_frames import unframed
from passes.support.names.verbs import ROW_OF, singular

if TYPE_CHECKING:
    from compiler.ir.nodes import Event, Operation, Sdk
    from compiler.lock.lock import Lock

CLIENT = "client"
"""The home of types from paths that consist of parameters only."""
EVENTS = "webhook"
QUALIFIERS = frozenset({"alpha", "api", "beta", "deleted", "nullable"})
"""Words that name a kind and not a subject; versions do, too."""
_VERSION = lazy_pattern(r"v?\d+")
_HOME = lazy_pattern(r"\w[\w ]*")
_PART = lazy_pattern(r"((?:.*#|callbacks/|pathItems/).*)/(?:parameters/\d+|requestBody|responses/[^/]+)")
"""A part of an operation, or of a path item, that is not in a path of the root document."""
WHOLE = frozenset({"allOf", "anyOf", "contentSchema", "itemSchema", "oneOf", "patternProperties", "prefixItems"})
WHOLE |= KEYWORDS | {"content", "headers", "properties", "unevaluatedProperties"}
"""Members at the top of a file that is a schema, a parameter, a response or the like."""
SECTIONS = frozenset({"$defs", "definitions", "parameters", "requestBodies", "responses", "schemas"})
"""Members at the top of a file that hold definitions by their names."""


@lru_cache(maxsize=100_000)
def root_of(at: Id) -> Id:
    """Return the component, operation, path or event that declares a type in place; a component is its own."""
    file, sep, pointer = at.partition("#")
    if sep and pointer[:1] in ("", "/", "#"):
        tokens = pointer.partition("#")[0].split("/")[1:]
        return "/".join([f"{file}#", *_root_in_file(tokens)])
    return "/".join(_root(file.split("/")))


def _root_in_file(tokens: list[str]) -> list[str]:
    """Return what declares a type in another file: one like the root document, of definitions, or of one thing."""
    first, second = [*tokens, "", ""][:2]
    if first in ("components", "paths", "webhooks", "x-webhooks"):
        return _root(tokens)
    if first in SECTIONS and second and not (first == "parameters" and second.isdecimal()):
        return tokens[:2]
    if first in KEYWORDS or (first in WHOLE and second):
        return []
    return tokens[:1]


def _root(tokens: list[str]) -> list[str]:
    if tokens[0] == "components" and len(tokens) > 2:
        return tokens[:3]
    inside = tokens[2:3]
    return tokens[:3] if tokens[0] in ("paths", "webhooks") and inside != ["parameters"] else tokens[:2]


@lru_cache(maxsize=100_000)
def home_of(root: Id, vocabulary: Vocabulary) -> str:
    """Return the words of the home that a pointer determines."""
    file, sep, pointer = root.partition("#")
    tokens = (pointer[1:] if sep else file).split("/")
    if tokens[0] == "paths" and len(tokens) > 1:
        return _home_of_path(unescape(tokens[1]), vocabulary)
    if tokens[0] in ("webhooks", "x-webhooks"):
        return EVENTS
    name = component_name(root)
    return _subject(" ".join(next(unframed(name, vocabulary), (name,))), ROW_OF, vocabulary)


def _home_of_path(path: str, vocabulary: Vocabulary) -> str:
    static = address(path).static
    return _subject(static[0] if static else CLIENT, (), vocabulary)


def _subject(name: str, verbs: Iterable[str], vocabulary: Vocabulary) -> str:
    listed = [word.lower() for word in words(name, vocabulary)] or [CLIENT]
    while len(listed) > 1 and listed[0] in verbs:
        del listed[0]
    first = singular(listed[0])
    if first == EVENTS:  # each is a subject of its own, and may be large
        return " ".join([first, *listed[1:]])
    qualified = first in QUALIFIERS or _VERSION.fullmatch(first)
    return " ".join(map(singular, listed[: 2 if qualified else 1]))


def path_items(sdk: Sdk, vocabulary: Vocabulary) -> dict[Id, str]:
    """Return the homes of path items that say nothing of paths, in other files or components: those of their users."""
    found: dict[Id, str] = {}
    callers: list[tuple[str, Operation | Event]] = [(item.path, item) for item in sdk.operations.values()]
    for event in sdk.events.values():
        if (of := sdk.operations.get(event.operation or "")) is not None:
            callers.append((of.path, event))
        else:
            found |= dict.fromkeys(_items(event), EVENTS)
    for path, caller in sorted(callers, key=itemgetter(0), reverse=True):
        found |= dict.fromkeys(_items(caller), _home_of_path(path, vocabulary))
    return found


def _items(caller: Operation | Event) -> Iterator[Id]:
    """Yield the path items, of other files or components, that an operation's own parts stand in."""
    parts: list[Parameter | Response | Body] = [
        *caller.parameters,
        *caller.responses,
        *([caller.body] if caller.body is not None else []),
    ]
    for part in parts:
        if found := _part_match(part):
            inherited = isinstance(part, Parameter) and part.inherited
            yield found[1] if inherited else found[1].rpartition("/")[0]


def _part_match(part: Parameter | Response | Body) -> re.Match[str] | None:
    return None if part.shared else _PART.fullmatch(part.id)


def path_parts(operation: Operation) -> tuple[tuple[Parameter, ...], Body | None, tuple[Response, ...]]:
    """Return the parts of an operation that :func:`path_items` looks at: parameters, body and responses."""
    body = operation.body if operation.body is not None and _part_match(operation.body) else None
    return tuple(filter(_part_match, operation.parameters)), body, tuple(filter(_part_match, operation.responses))


class Homes:
    """What declares each type, and the home that follows: the same in all targets."""

    def __init__(self, types: Iterable[Id], items: Mapping[Id, str], vocabulary: Vocabulary) -> None:
        """Find the homes of types; ``items``: see :func:`path_items`."""
        found = {at: _declaring(at, items, vocabulary) for at in types}
        self.roots = {at: root for at, (root, _) in found.items()}
        """What declares each type."""
        self.of_root = dict(sorted(set(found.values())))
        """The home of what is in each of these."""


def assign_modules(homes: Homes, idents: Mapping[Id, str], profile: Profile, lock: Lock) -> dict[Id, str]:
    """Return the file stem of every type; codegen.lock keeps the homes that they had first."""
    if profile.files is Files.ONE_A_TYPE:
        return unique({at: profile.identifier("module", idents[at]) for at in homes.roots})
    kept = {root: _kept_home(root, home, lock) for root, home in homes.of_root.items()}
    stems = _stems(set(kept.values()), profile)
    return {at: stems[kept[root]] for at, root in homes.roots.items()}


def _declaring(at: Id, items: Mapping[Id, str], vocabulary: Vocabulary) -> tuple[Id, str]:
    """Return what declares a type, and the home that follows."""
    for end in re.finditer("/", at) if items else ():
        item = at[: end.start()]
        if item in items:
            inside = at[end.end() :].partition("/")[0]
            return item if inside == "parameters" else f"{item}/{inside}", items[item]
    root = root_of(at)
    return root, home_of(root, vocabulary)


def _kept_home(root: Id, wanted: str, lock: Lock) -> str:
    key = f"{root}{HOME}"
    found = lock.kept.get(key)
    home = found if found is not None and _HOME.fullmatch(found) else wanted
    lock.seen[key] = home
    return home


def _stems(homes: Iterable[str], profile: Profile) -> Mapping[str, str]:
    """Return the stems of files: homes, or the letters they begin with."""
    if profile.files is Files.BY_LETTER:
        return {home: profile.identifier("module", _letter(home)) for home in homes}
    return unique({home: profile.identifier("module", home) for home in homes})


def _letter(home: str) -> str:
    return home[0] if home[0].isascii() and home[0].isalpha() else "other"

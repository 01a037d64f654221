"""What a build would change in codegen.lock, as text for reviewers (D10.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import unescape
from compiler.lock.lock import DOCUMENT_TITLE, NAMES_MODE, TITLE_WORDS

if TYPE_CHECKING:
    from compiler.lock.lock import Lock

_NO_NAMES = frozenset({DOCUMENT_TITLE, NAMES_MODE, TITLE_WORDS})
_HELPING = lazy_pattern(r"^readme#|#(title:|inferred$|params$|home$)")
"""Entries that are not names: titles that names replace, names before overrides, homes of types, README choices."""
_SHOWN = 3
"""How many of each kind are listed."""


@frozen
class Changes:
    """Keys of changed names, with both names; keys of new entries, and of removed ones."""

    renamed: tuple[tuple[str, str, str], ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.renamed or self.new or self.gone)

    def __str__(self) -> str:
        """Say how many there are of each kind, and list the first."""
        renamed = [f"{called(key)} from `{old}` to `{new}`" for key, old, new in self.renamed]
        kinds = (("renamed", renamed), ("new", map(called, self.new)), ("gone", map(called, self.gone)))
        return ", ".join(text for kind, items in kinds if (text := _some(kind, items)))


def _some(kind: str, items: Iterable[str]) -> str:
    listed = list(dict.fromkeys(items))
    shown = "; ".join(listed[:_SHOWN]) + ("; ..." if len(listed) > _SHOWN else "")
    return f"{len(listed):,} {kind} ({shown})" if listed else ""


def changes_of(lock: Lock) -> Changes:
    """Compare what the lock held with what it will hold; titles that names were kept against are no names."""
    kept, seen = _names(lock.kept), _names(lock.seen)
    before = {(at, name) for at, names in lock.members.items() for name in names}
    after = {(at, name) for at, names in lock.listed.items() for name in names}
    new, gone = seen.keys() - kept.keys(), kept.keys() - seen.keys()
    return Changes(
        renamed_in(lock),
        tuple(sorted({*new, *_members(after - before, lock.members, seen)})),
        tuple(sorted({*gone, *_members(before - after, lock.listed, kept)})),
    )


def _names(entries: Mapping[str, str]) -> dict[str, str]:
    return {key: name for key, name in entries.items() if key not in _NO_NAMES and not _HELPING.search(key)}


def renamed_in(lock: Lock) -> tuple[tuple[str, str, str], ...]:
    """Return keys of changed names, with both names."""
    seen = lock.seen
    return tuple(sorted((key, old, seen[key]) for key, old in _names(lock.kept).items() if seen.get(key, old) != old))


def _members(pairs: Iterable[tuple[str, str]], scopes: Collection[str], names: Collection[str]) -> Iterable[str]:
    """Yield what scopes hold that have no name of its own; of a scope that is not in the other lock that alone."""
    for at, name in pairs:
        if f"{at}:{name}" not in names:
            yield name if at == "schemas" else f"{at}:{name}" if at in scopes else at


def called(key: str) -> str:
    """Return a method as its HTTP method and path, and anything else as its key."""
    if key == "info/title#client":
        return "the client"
    at, _, role = key.rpartition("#")
    folder, _, rest = at.partition("/")
    path, _, verb = rest.partition("/")
    role, _, target = role.partition(":")
    if folder != "paths" or "/" in verb or role not in ("method", "group", "form", "aliases"):
        return key
    method = f"{verb.upper()} {unescape(path)}" + (f" in {target}" if target else "")
    return method if role == "method" else f"the {role} of {method}"

"""The content of codegen.lock while a document is compiled (D10.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any, cast

from compiler.ir.node import Id, frozen, replace
from compiler.lock.labels import Lists, Seats

DOCUMENT_TITLE = "info/title#title"
"""The key of the title that was last ignored for the name of the client."""
TITLE_WORDS = "info/title#words"
"""The key of the title's words that are not split in names (D3.9)."""
NAMES_MODE = "paths#names"
"""The key of the source of method names (D3.8)."""

FORM = "#form"
"""The role of an operation's entry for the form of its call."""
HOME = "#home"
"""The role of an entry for the home of a component's or operation's types (D10.7)."""


def form_key(operation: Id, target: str = "") -> str:
    """Return the key of an operation's form; that of one target ends as its other names do."""
    return f"{operation}{FORM}:{target}" if target else f"{operation}{FORM}"


@frozen
class Lock:
    """Names and choices of an earlier build (`codegen.lock`, D10.1).

    ``kept`` maps an identity (``id`` or ``id#role``) to what was chosen; ``seen`` collects this build's choices and
    becomes the next lock. ``members`` says what was there in a scope (a type's properties, a method's parameters), so
    that what is new does not take a name from it; ``listed`` is that of this build. ``kept`` and ``members`` are as in
    the file until :meth:`placed` makes their keys identities of the document at hand; ``seats`` tells the two apart.
    """

    kept: dict[str, str] = field(default_factory=dict)
    seen: dict[str, str] = field(default_factory=dict)
    members: dict[str, frozenset[str]] = field(default_factory=dict)
    listed: dict[str, set[str]] = field(default_factory=dict)
    seats: Seats = field(default_factory=Seats)

    def placed(self, lists: Lists) -> Lock:
        """Return the lock for a document with these lists."""
        self.seats.clear()  # both locks write what is seen
        lock = replace(self, kept=dict(self.kept), members=dict(self.members))
        lock.place(lists)
        return lock

    def place(self, lists: Lists) -> None:
        """Take what the file calls by labels for the things in these lists, which a pass may have made."""
        names = self.seats.match(lists, self.kept, self.members)
        if names is not None:
            kept = dict(zip(names(self.kept), self.kept.values(), strict=True))
            listed = [frozenset(names(inside)) for inside in self.members.values()]
            members = dict(zip(names(self.members), listed, strict=True))
            self.kept.clear()
            self.kept.update(kept)
            self.members.clear()
            self.members.update(members)

    def choose(self, key: str, wanted: str) -> str:
        """Return the choice of an earlier build for ``key``, else ``wanted``, and remember it."""
        chosen = self.kept.get(key, wanted)
        self.seen[key] = chosen
        return chosen

    def form(self, operation: Id, wanted: str, forms: Collection[str], target: str = "") -> str:
        """Return the form of an operation's call, as it was first printed (D4.9, D4.10), if it is one of ``forms``.

        ``target``: where it is that of one target alone. What its arguments are called stands in the scope
        ``<operation>#arguments``: ``members`` says which were there before, ``kept`` what is not called as it wishes.
        """
        key = form_key(operation, target)
        self.seen[key] = found = kept if (kept := self.kept.get(key, wanted)) in forms else wanted
        return found

    def tables(self) -> tuple[Mapping[str, Any], ...]:
        """Return what is read."""
        return self.kept, self.members

    def open_aside(self, kept: Mapping[str, str], members: Mapping[str, frozenset[str]]) -> Lock:
        """Return a lock that reads views of these tables, and writes down choices of its own, to be added later."""
        return replace(self, kept=cast("Any", kept), seen={}, members=cast("Any", members), listed={})

    def entries(self) -> tuple[Mapping[str, str], Mapping[str, set[str]]] | None:
        """Return the choices that were written down, if any were."""
        return (self.seen, self.listed) if self.seen or self.listed else None

    def add_entries(self, written: tuple[Mapping[str, str], Mapping[str, set[str]]]) -> None:
        """Add the choices that another lock wrote down."""
        seen, listed = written
        self.seen.update(seen)
        for scope, names in listed.items():
            self.listed.setdefault(scope, set()).update(names)

    def copy(self) -> Lock:
        """Return a copy with the same entries, which records names of its own."""
        listed = {scope: set(names) for scope, names in self.listed.items()}
        return replace(self, kept=dict(self.kept), seen=dict(self.seen), members=dict(self.members), listed=listed)

    def next(self) -> Lock:
        """Return the lock for the next build."""
        lasting = self.seats.lasting
        kept = dict(zip(lasting(self.seen), self.seen.values(), strict=True))
        scopes = zip(lasting(self.listed), self.listed.values(), strict=True)
        return Lock(kept, members={scope: frozenset(lasting(names)) for scope, names in scopes})

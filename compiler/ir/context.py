"""What a pass may know besides the IR: the diagnostics sink, configured limits, names kept from earlier builds."""

from __future__ import annotations

import posixpath
from collections.abc import Collection
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.ir.graph import Graph
from compiler.ir.node import Id, frozen, replace, to_pointer, unescape
from compiler.ir.seats import Lists, Seats
from compiler.source import Loc

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.naming import Profile


DOCUMENT_TITLE = "info/title#title"
"""Where codegen.lock has the title that the client was last not called after."""
TITLE_WORDS = "info/title#words"
"""Where codegen.lock has the words of the title that stay one in every name (D3.9)."""
NAMES_MODE = "paths#names"
"""Where codegen.lock has what names of methods follow from (D3.8)."""


FORM = "#form"
"""What codegen.lock says of an operation: the form of its call."""


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
        """Return what an earlier build chose for ``key``, else ``wanted``; either is remembered."""
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

    def copy(self) -> Lock:
        """Return one that says the same, and takes names of its own."""
        listed = {scope: set(names) for scope, names in self.listed.items()}
        return replace(self, kept=dict(self.kept), seen=dict(self.seen), members=dict(self.members), listed=listed)

    def next(self) -> Lock:
        """Return the lock that the next build finds."""
        lasting = self.seats.lasting
        kept = dict(zip(lasting(self.seen), self.seen.values(), strict=True))
        scopes = zip(lasting(self.listed), self.listed.values(), strict=True)
        return Lock(kept, members={scope: frozenset(lasting(names)) for scope, names in scopes})


@frozen
class Context:
    """The surroundings of one run of the pipeline.

    ``target`` is opaque: passes compare it with ignore lists and never know a language. It is None in the shared
    part of the pipeline. ``max_method_params`` is gen.yaml's value for the target (None: not configured), ``body`` and
    ``path_arguments`` what it says of calls without a limit (D4.10, D4.12).
    """

    diagnostics: Diagnostics
    files: tuple[str, ...] = ("openapi.yaml",)
    """The documents as shown to the user; the first is the root document, to which bare identities belong."""
    target: str | None = None
    targets: frozenset[str] = frozenset()
    """Every known target, for lists that name targets (D5.1)."""
    profile: Profile | None = None
    max_method_params: int | None = None
    body: str = "fields"
    path_arguments: str = "positional"
    names: str = "auto"
    """gen.yaml's ``generation.names`` (D3.8)."""
    words: tuple[str, ...] = ()
    """The document's own words that stay one in every name (D3.9)."""
    docs_url: str | None = None
    """Where the vendor's pages are that relative links of texts belong to (D11.6)."""
    lock: Lock = field(default_factory=Lock)
    graph: Graph = field(default_factory=Graph)
    """What refers to what; all targets of a document share it."""

    def loc(self, at: Id) -> Loc:
        """Return the place of an identity: file and JSON pointer."""
        return locate(at, self.files[0])


def locate(at: Id, root: str) -> Loc:
    """Turn an identity into a place: ``schemas/Test`` is ``#/components/schemas/Test`` of the ``root`` document.

    The file of an identity is relative to the folder of the root document, so that identities do not depend on the
    working folder; the place has it as shown to the user. A role (``schemas/Test#write``) is left out.
    """
    file, sep, rest = at.partition("#")
    if sep and rest[:1] in ("", "/", "#"):
        return Loc(beside(root, file), to_pointer(rest.partition("#")[0]))
    pointer = to_pointer(file)
    if pointer.partition("/")[0] in COMPONENT_KINDS:
        return Loc(root, "/components/" + pointer)
    return Loc(root, "/" + pointer if pointer else "")


def beside(root: str, file: str) -> str:
    """Return how a file is shown to the user that an identity names relative to the folder of ``root``."""
    folder = posixpath.dirname(root)
    if not folder or "://" in file:
        return file
    return posixpath.normpath(posixpath.join(folder, file))


def short(file: str | None, pointer: str) -> Id:
    """Return the identity of a JSON pointer (``/components/schemas/Test``) in a file; None: the root document."""
    pointer = pointer.replace("%", "%25").replace("#", "%23")
    if file is not None:
        return f"{file}#{pointer}"
    if pointer.startswith("/components/"):
        rest = pointer[12:]
        if rest.partition("/")[0] in COMPONENT_KINDS:
            return rest
    return pointer[1:]


def last_token(at: Id) -> str:
    """Return the last token of an identity, unescaped: the component's name, the property's name."""
    return unescape(at.rpartition("/")[2])


def component_name(at: Id) -> str:
    """Return the name that the document gives a component: its key, or the stem of its file."""
    file, sep, pointer = at.partition("#")
    return file_stem(file) if sep and not pointer else last_token(at)


def file_stem(file: str) -> str:
    """Return the name of a file without what only tells its kind: ``Trips.Ticket`` of ``Trips.Ticket.schema.yaml``."""
    path = file.partition("?")[0] if "://" in file else file
    stem = posixpath.splitext(posixpath.basename(path))[0]
    named, dot, kind = stem.rpartition(".")
    return named if dot and named and kind.lower() in FILE_KINDS else stem


FILE_KINDS = frozenset({"schema", "model", "openapi", "oas", "swagger"})
"""What may stand before the extension of a file, and is no part of its name."""
COMPONENT_KINDS = frozenset(
    {
        "schemas",
        "parameters",
        "responses",
        "requestBodies",
        "headers",
        "examples",
        "securitySchemes",
        "links",
        "callbacks",
        "pathItems",
    }
)

__all__ = [
    "COMPONENT_KINDS",
    "DOCUMENT_TITLE",
    "FORM",
    "NAMES_MODE",
    "TITLE_WORDS",
    "Context",
    "Lock",
    "beside",
    "component_name",
    "file_stem",
    "form_key",
    "last_token",
    "locate",
    "short",
]

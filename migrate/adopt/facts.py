"""What a team already has, whatever said it: the names of its calls and types, keys of ours, settings of gen.yaml.

Sources (``migrate.adopt.sources``, ``migrate.adopt.published``) read facts, and know nothing of overlays. Each fact
has its origin, so that a report can say where it was read.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen, mutable
from compiler.source import escape_token

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compiler.source import Json, Loc
    from compiler.source.location import TextPlace

    Place = Loc | TextPlace

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The keys of a path item that are operations."""
REQUEST, RESPONSE, PARAMS = "request", "response", "params"
"""The roles of types that operations have: the body, the result, and the object of all arguments."""


@frozen
class Endpoint:
    """An operation: HTTP method in capitals, path as the document has it."""

    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def at(self) -> str:
        """Its identity in the IR where it stands in the root document itself."""
        return f"paths/{escape_token(self.path)}/{self.method.lower()}"


@frozen
class Call:
    """How users call an operation.

    ``groups`` are the dotted namespaces that the method stands in, "" for the client itself; None where the source
    says nothing about them. So is ``name``. ``language`` is the target that this is true for; None: all.
    """

    endpoint: Endpoint
    groups: tuple[str, ...] | None
    name: str | None
    origin: Place
    aliases: tuple[str, ...] = ()
    language: str | None = None
    source: str = ""


@frozen
class TypeName:
    """What a type is called; ``at`` is the JSON pointer of its schema, or an operation with a role, as REQUEST."""

    at: str | tuple[Endpoint, str]
    name: str
    origin: Place
    language: str | None = None
    source: str = ""
    theirs: str = ""
    """The vendor's key, if one of the document says it."""
    another: bool = False
    """Whether it is one more name: the schema has its own, or is one that no class is made of."""


@frozen
class Placed:
    """One of our keys, without its prefix (``ignore``), with its value, at a place of the document.

    ``theirs`` is the vendor's key that says the same at the same place; "" where there is none.
    """

    at: str
    key: str
    value: Json
    origin: Place
    theirs: str = ""
    source: str = ""


@frozen
class Change:
    """A part of the document that is to be merged into the object at ``at``, since only a vendor's key has it.

    ``copies`` has the pointer of what is copied by the pointer, below ``at``, of where it goes.
    """

    at: str
    update: Mapping[str, Json]
    copies: Mapping[str, str]
    origin: Place
    source: str = ""


@frozen
class Setting:
    """A key of gen.yaml (``python.packageName``) with its value."""

    key: str
    value: Json
    origin: Place
    source: str = ""


@frozen
class Unmatched:
    """What was read and has no counterpart, or means nothing here: ``why`` says what to do instead, if anything."""

    what: str
    why: str
    origin: Place
    source: str = ""


Fact = Call | TypeName | Placed | Change | Setting | Unmatched


@mutable
class Facts:
    """All facts, in the order in which they were read: of two about one thing, the later one counts."""

    calls: list[Call] = field(default_factory=list)
    types: list[TypeName] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    unmatched: list[Unmatched] = field(default_factory=list)

    def add(self, *facts: Fact) -> None:
        """Add facts of any kind."""
        for fact in facts:
            getattr(self, _LISTS[type(fact)]).append(fact)

    def sources(self) -> Sequence[str]:
        """Return the sources, in the order in which they were read."""
        every = (fact.source for kind in _LISTS.values() for fact in getattr(self, kind))
        return list(dict.fromkeys(filter(None, every)))


_LISTS: Mapping[type[Fact], str] = {
    Call: "calls",
    TypeName: "types",
    Placed: "placed",
    Change: "changes",
    Setting: "settings",
    Unmatched: "unmatched",
}

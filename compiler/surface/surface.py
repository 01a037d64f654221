"""The public surface of a target: what programs can name of its SDK, as sorted text with one symbol a line.

``method client.bookings.create(trip_id: string, *, passengers: list<Passenger>, seat?: Seat) -> Booking``

Types are written in one notation for all targets; names are the target's own. Docstrings, comments and whatever begins
with an underscore are no part of it. Behind tabs stand the identity of what a symbol was made from, which no renaming
touches, and for a method the source of each argument:
``paths/~1trips~1{tripId}~1bookings/post`` and ``trip_id=path/tripId passengers=body/passengers seat=body/seat``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from compiler.base.frozen import frozen
from compiler.ir.node import Id

FORMAT = "codegen surface 2"
"""The first words of a surface as text; another number is another format."""
_PLAIN = "codegen surface 1"
"""The format without identities, which is still read."""
LATER = frozenset({"raises", "setting"})
"""Kinds of symbols that the format before does not have."""
_LINE = re.compile(r"([a-z]+) ([^\s(:=?]+)([^\t]*)(?:\t([^\t]*))?(?:\t([^\t]*))?\Z")
_HEAD = re.compile(rf"(?:{FORMAT}|{_PLAIN}) (\S+)(?: (\S+))??(?: by codegen (\S+))?\Z")


class FormatError(ValueError):
    """A text is no surface, or one of another version; the message says so."""


@frozen
class Symbol:
    """One thing that programs can name: its kind, its path, what else is said of it, and what it was made from.

    ``sources``: what the arguments of a method, or an option of the client, fill: ``limit=query/limit body=body``, with
    quoted spaces; for a group, the module that has its functions. What follows is no part of the text. ``parts``: the
    identities of what its arguments were made from.
    ``origin``: where its name comes from (:class:`compiler.ir.types.Origin`). ``texts``: its documentation, by what of
    it is described, None if that is not known; ``deprecated``: the same for what is deprecated of it, with the message.
    """

    kind: str
    path: str
    rest: str = ""
    at: Id = ""
    sources: str = ""
    parts: Mapping[str, Id] = field(default_factory=dict)
    origin: str = ""
    texts: Mapping[str, str] | None = None
    deprecated: Mapping[str, str] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The symbol as text."""
        return f"{self.kind} {self.path}{self.rest}\t{self.at}\t{self.sources}".rstrip("\t")

    def filled(self) -> dict[str, str]:
        """Return what each argument of a method fills."""
        return dict(source.split("=", 1) for source in self.sources.split(" ") if "=" in source)


def surface_text(target: str, symbols: Iterable[Symbol], version: str = "", compiler: str = "") -> str:
    """Return a surface as text; ``version`` is that of the package, ``compiler`` that of this compiler."""
    head = f"{FORMAT} {target}{version and f' {version}'}{compiler and f' by codegen {compiler}'}"
    return "".join(f"{line}\n" for line in (head, *(symbol.line for symbol in symbols)))


def read_surface(text: str) -> tuple[str, list[Symbol]]:
    """Return the target and the symbols of a surface. Raises `FormatError`."""
    _, *lines = text.splitlines() or [""]
    target, _, _ = read_head(text)
    found = []
    for number, line in enumerate(lines, 2):
        match = _LINE.match(line)
        if match is None:
            raise FormatError(f"line {number} is no symbol: `{line}`")
        found.append(Symbol(match[1], match[2], match[3], match[4] or "", match[5] or ""))
    return target, found


def is_plain(text: str) -> bool:
    """Tell whether a surface is of the format before, which has neither types of headers nor the kinds `LATER`."""
    return text.startswith(f"{_PLAIN} ")


def read_head(text: str) -> tuple[str, str, str]:
    """Return the target of a surface, the version of its package, and that of the compiler; "" for what is not said.

    Raises `FormatError`.
    """
    head = (text.splitlines() or [""])[0]
    if not head.startswith("codegen surface "):
        raise FormatError("it does not begin with `codegen surface`")
    match = _HEAD.match(head)
    if match is None:
        raise FormatError(f"it is of another version: `{head}`, and not `{FORMAT}`")
    return match[1], match[2] or "", match[3] or ""

"""Types as Python, TypeScript and Go write them, read into one form: `Optional[List[X]]`, `Array<X> | null`, `*[]X`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from compiler.base.frozen import frozen

ANY, TEXT, NUMBER, BOOLEAN = "any", "text", "number", "boolean"
_NOTHING = "nothing"
_TOKEN = re.compile(
    r"""[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|"[^"]*"|'[^']*'|\[\]|[\[\]<>(){}|&,:*=?]|-?\d[\w.]*|\S"""
)
_SCALARS = {
    TEXT: "str string bytes datetime date Date time.Time datetime.datetime datetime.date dt.datetime dt.date UUID"
    " StrictStr FileTypes Uploadable Blob",
    NUMBER: "int float number int64 int32 float64 float32 bigint Decimal StrictInt StrictFloat",
    BOOLEAN: "bool boolean StrictBool",
    ANY: "object Any any unknown interface typing.Any",
    _NOTHING: "None null undefined nil NoneType UnsetType Unset void",
}
_WORDS = {word: kind for kind, words in _SCALARS.items() for word in words.split()}
_LISTS = frozenset(("List", "list", "Sequence", "Iterable", "Array", "ReadonlyArray", "Set", "SequenceNotStr", "Tuple"))
_MAPS = frozenset(("Dict", "dict", "Mapping", "Record", "map", "Map"))
_AROUND = frozenset(
    ("Union", "Optional", "Nullable", "OptionalNullable", "Opt", "Required", "NotRequired", "Partial", "Promise")
)
_OPEN = {"[": "]", "<": ">"}


@frozen
class Named:
    """A type by its name."""

    name: str


@frozen
class Literal:
    """One text."""

    text: str


@frozen
class Listed:
    """A list."""

    inner: Written


@frozen
class Mapped:
    """A map from texts."""

    inner: Written


@frozen
class Either:
    """A union without null."""

    members: tuple[Written, ...]


Written = Named | Literal | Listed | Mapped | Either | str


@lru_cache(10_000)
def parsed(text: str) -> Written:
    """Return a type as written in any of the languages; ANY for what is not understood."""
    return _Reader(_TOKEN.findall(text)).union() or ANY


class _Reader:
    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next
        self._at += 1
        return token

    def union(self) -> Written | None:
        """Read members between `|`; None if all of them are null."""
        found = [self._both()]
        while self._next == "|":
            self._take()
            found.append(self._both())
        return _either(found)

    def _both(self) -> Written | None:
        """Read what stands between `&`: the first, since the others say more of it (`string & {}`)."""
        first = self._one()
        while self._next == "&":
            self._take()
            self._one()
        return first

    def _one(self) -> Written | None:
        token = self._take()
        inner: Written | None
        if token == "*":
            return self._one()
        if token == "[]":
            return Listed(self._one() or ANY)
        if token == "|":
            return self._one()
        if token == "(":
            inner = self.union()
            self._until(")")
        elif token == "{":
            inner = self._object()
        elif token[:1] in ("'", '"'):
            inner = Literal(token[1:-1])
        elif token[:1].isdigit() or token[:1] == "-":
            inner = NUMBER
        elif token in ("true", "false", "True", "False"):
            inner = BOOLEAN
        else:
            inner = self._read_named(token)
        while self._next == "[]":
            self._take()
            inner = Listed(inner or ANY)
        return inner

    def _read_named(self, token: str) -> Written | None:
        last = token.rpartition(".")[2]
        arguments = self._arguments() if self._next in _OPEN else []
        if last == "map" and len(arguments) == 1:  # Go writes the values behind
            return Mapped(self._one() or ANY)
        if last in _LISTS:
            return Listed((arguments[0] if arguments else ANY) or ANY)
        if last in _MAPS:
            return Mapped((arguments[-1] if arguments else ANY) or ANY)
        if last == "Annotated":
            return arguments[0] if arguments else ANY
        if last in _AROUND or last == "Literal":
            return _either(arguments)
        kind = _WORDS.get(token, _WORDS.get(last) if "." in token else None)
        if kind is not None:
            return None if kind == _NOTHING else kind
        return Named(token) if token[:1].isalpha() or token.startswith(("_", "$")) else ANY

    def _arguments(self) -> list[Written | None]:
        close = _OPEN[self._take()]
        found: list[Written | None] = []
        while self._next not in (close, ""):
            found.append(self.union())
            if self._next not in (",", close):  # what follows a type in `Annotated[...]`, as `Field(alias=...)`
                self._skip(close)
            if self._next == ",":
                self._take()
        self._take()
        return found

    def _object(self) -> Written:
        """Read an object type that is written in place: a map, or something of which no more is told."""
        inner: Written | None = ANY
        if self._next == "[":
            self._take()
            self._until("]")
            if self._next == ":":
                self._take()
                inner = self.union()
        self._until("}")
        return Mapped(inner or ANY)

    def _skip(self, close: str) -> None:
        """Go to the next comma, or to what closes."""
        depth = 0
        while self._next and (depth or self._next not in (",", close)):
            depth += (self._next in "([{<") - (self._next in ")]}>")
            self._take()

    def _until(self, close: str) -> None:
        depth = 0
        while self._next:
            token = self._take()
            if token == close and not depth:
                return
            depth += (token in "([{<") - (token in ")]}>")


def _either(found: Sequence[Written | None]) -> Written | None:
    members = [item for item in found if item is not None]
    return Either(tuple(members)) if len(members) > 1 else members[0] if members else None

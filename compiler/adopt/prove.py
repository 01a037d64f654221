"""Compares the surface of a published SDK with that of the SDK that codegen prints, symbol by symbol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from compiler.adopt.facts import Endpoint
from compiler.adopt.published.correspondence import corresponding, folded
from compiler.adopt.published.matching import Operations, grouped, one_call
from compiler.adopt.published.published import PYTHON
from compiler.base.frozen import frozen
from compiler.base.source import unescape_token
from compiler.diff.signatures import parse_signature

if TYPE_CHECKING:
    from compiler.adopt.api import Api
    from compiler.adopt.published.published import Published, PublishedMethod, PublishedType
    from compiler.base.source.location import TextPlace
    from compiler.diff.surface import Symbol


STREAM = "stream"
"""The argument by which a method streams, for which ours has an overload (D13.2)."""


_AROUND = ("Request", "Response", "Security", "Globals")


class Kind(StrEnum):
    """What a symbol is."""

    METHOD = "methods"
    ARGUMENT = "arguments"
    TYPE = "types"
    FIELD = "fields"


class Verdict(StrEnum):
    """What became of a symbol."""

    SAME = "same"
    RENAMED = "renamed"
    MISSING = "missing"
    NEW = "new"
    OUTSIDE = "not in the document"
    RUNTIME = "of the maker's runtime"


@frozen
class Row:
    """A symbol: its name in the published SDK and in the printed one, and the reason where there is one to tell."""

    kind: Kind
    verdict: Verdict
    old: str
    new: str = ""
    why: str = ""
    origin: TextPlace | None = None


@frozen
class Proof:
    """All symbols of both."""

    language: str
    name: str
    maker: str
    rows: Sequence[Row]

    def of(self, kind: Kind, verdict: Verdict) -> list[Row]:
        """Return the rows of a kind with a verdict."""
        return [row for row in self.rows if row.kind is kind and row.verdict is verdict]

    def counts(self, kind: Kind) -> Mapping[Verdict, int]:
        """Return how many rows of a kind have each verdict."""
        return {verdict: len(self.of(kind, verdict)) for verdict in Verdict}

    def percent(self, kind: Kind) -> float:
        """Return how many of a hundred symbols are the same, rounded down: of those that the document can give."""
        counts = self.counts(kind)
        whole = counts[Verdict.SAME] + counts[Verdict.RENAMED] + counts[Verdict.MISSING]
        return 100.0 if not whole else counts[Verdict.SAME] * 1000 // whole / 10


def prove(published: Published, symbols: Sequence[Symbol], api: Api) -> Proof:
    """Compare a published SDK with the surface that a build prints for the same language."""
    comparison = _Comparison(published, symbols, api)
    rows = [*comparison.methods(), *comparison.client(), *comparison.types(), *_runtime(published)]
    return Proof(published.language, published.name, published.maker, rows)


def _runtime(published: Published) -> Iterator[Row]:
    for name, why in published.runtime.items():
        yield Row(Kind.TYPE if name[:1].isupper() and "." not in name else Kind.METHOD, Verdict.RUNTIME, name, "", why)


class _Comparison:
    def __init__(self, published: Published, symbols: Sequence[Symbol], api: Api) -> None:
        self._published = published
        self._api = api
        self._methods = {item.path.removeprefix("client."): item for item in symbols if item.kind == "method"}
        self._streamed = {
            _operation(item.at) for item in self._methods.values() if "#" in item.at and "-> stream<" in item.rest
        }
        """The operations of which a second method streams, so that the first one has overloads."""
        self._of: dict[str, list[Symbol]] = {}
        for item in self._methods.values():
            self._of.setdefault(_operation(item.at), []).append(item)
        self._client = next((item.path for item in symbols if item.kind == "client"), "")
        kinds = ("type", "error", "derived")
        self._types = {item.path: item.at for item in symbols if item.kind in kinds}
        self._named = {item.at: item.path for item in symbols if item.kind == "type" and item.rest != ": arguments"}
        self._fields: dict[str, dict[str, str]] = {}
        for item in symbols:
            if item.kind == "field":
                type_, _, name = item.path.rpartition(".")
                self._fields.setdefault(type_, {})[name] = unescape_token(item.at.rpartition("/")[2].partition("#")[0])

    # ----------------------------------------------------------------------- methods

    def methods(self) -> Iterator[Row]:
        """Yield the methods with their arguments."""
        operations = Operations(self._api)
        sends = any(method.request is not None for method in self._published.methods)
        wanted = {
            id(method): (endpoint, method in one_call(methods))
            for endpoint, methods in grouped(self._published, operations).items()
            for method in methods
        }
        met = set()
        for method in self._published.methods:
            endpoint, plain = wanted.get(id(method), (None, True))
            found, row = self._method(method, endpoint, plain, sends)
            yield row
            if found is not None:
                met.add(_operation(found.at))
                yield from self._arguments(method, found)
        for path, symbol in self._methods.items():
            if _operation(symbol.at) not in met:
                yield Row(Kind.METHOD, Verdict.NEW, "", path)

    def _method(
        self, method: PublishedMethod, endpoint: Endpoint | None, plain: bool, sends: bool
    ) -> tuple[Symbol | None, Row]:
        """Return what a method is now, if anything, and its row."""
        same = self._methods.get(method.path)
        at = endpoint.at if endpoint is not None else ""
        ours = self._of.get(at, [])
        if same is not None and (endpoint is None or _operation(same.at) == at):
            return same, Row(Kind.METHOD, Verdict.SAME, method.path, method.path, "", method.origin)
        if not plain or (method.request is None and sends):
            why = "written by hand beside what is generated"
            return None, Row(Kind.METHOD, Verdict.RUNTIME, method.path, "", why, method.origin)
        if ours:
            why = f"this name calls {_shown(same.at)} now" if same is not None else ""
            new = ours[0].path.removeprefix("client.")
            return ours[0], Row(Kind.METHOD, Verdict.RENAMED, method.path, new, why, method.origin)
        if endpoint is None and method.request is not None:
            said = f"{method.request.method} /{method.request.path.lstrip('/')}"
            return None, Row(Kind.METHOD, Verdict.OUTSIDE, method.path, "", said, method.origin)
        why = f"{endpoint} is not in the SDK" if endpoint is not None else "no method is called so"
        return None, Row(Kind.METHOD, Verdict.MISSING, method.path, "", why, method.origin)

    def _arguments(self, method: PublishedMethod, symbol: Symbol) -> Iterator[Row]:
        """Yield what callers write in a call: names, and in languages without named arguments places."""
        ours, _ = parse_signature(symbol.rest)
        wires = dict(said.split("=", 1) for said in symbol.sources.split(" ") if "=" in said)
        everything = [item.name for item in ours]
        by_place = [item.name for item in ours if not item.by_name]
        if self._published.language == PYTHON:
            by_name = everything
        else:  # an object that is given by place has its members by name
            objects = [self._fields.get(item.type.rstrip("?"), {}) for item in ours if not item.by_name]
            by_name = [item.name for item in ours if item.by_name] + [name for fields in objects for name in fields]
        near = {folded(wires.get(name, "").rpartition("/")[2] or name): name for name in everything}
        near |= {folded(name): name for name in everything}
        met = set()
        for index, name in enumerate(method.positional):
            shown = f"{method.path}({name})"
            found = by_place[index] if index < len(by_place) else near.get(folded(name))
            if found is not None:
                met.add(found)
            verdict = Verdict.SAME if found in by_place else Verdict.RENAMED if found else Verdict.MISSING
            yield Row(Kind.ARGUMENT, verdict, shown, found or "", "given by place in the old one", method.origin)
        for name in method.arguments:
            if self._published.language == PYTHON and name in met and name in method.positional:
                continue  # by place and by name
            if name == STREAM and _operation(symbol.at) in self._streamed:
                yield Row(Kind.ARGUMENT, Verdict.SAME, f"{method.path}({name})", name, "an overload", method.origin)
                continue
            found = name if name in by_name else near.get(folded(name))
            packed = f"{method.packed}." if method.packed not in ("", *everything) else ""
            if found is not None:
                met.add(found)
            verdict = Verdict.SAME if found == name and name in by_name and not packed else Verdict.RENAMED
            why = "given by place now" if found in by_place and found not in by_name else ""
            yield Row(
                Kind.ARGUMENT,
                verdict if found else Verdict.MISSING,
                f"{method.path}({packed}{name})",
                found or "",
                why,
                method.origin,
            )
        for name in everything:
            if name not in met:
                yield Row(Kind.ARGUMENT, Verdict.NEW, "", f"{method.path}({name})")

    # ----------------------------------------------------------------------- types

    def client(self) -> Iterator[Row]:
        """Yield the class of the client."""
        old, new = self._published.client, self._client
        if old and new:
            verdict = Verdict.SAME if old == new else Verdict.RENAMED
            yield Row(Kind.TYPE, verdict, old, new, "the client")

    def types(self) -> Iterator[Row]:
        """Yield the types with their fields."""
        places = corresponding(self._published, self._api)
        met = set()
        for name, type_ in self._published.exported().items():
            now = self._named.get(_identity(places[name])) if name in places else None
            found = name if name in self._types else now
            if found is not None:
                met.add(found)
                verdict = Verdict.SAME if found == name else Verdict.RENAMED
                yield Row(Kind.TYPE, verdict, name, found, "", type_.origin)
                yield from self._fields_of(type_, found)
            elif name in self._published.runtime:
                continue
            elif self._is_around(type_):
                yield Row(Kind.TYPE, Verdict.RUNTIME, name, "", "an object around arguments or a result", type_.origin)
            else:
                yield Row(Kind.TYPE, Verdict.MISSING, name, "", "nothing is called so", type_.origin)
        for name in self._named.values():
            if name not in met:
                yield Row(Kind.TYPE, Verdict.NEW, "", name)

    def _is_around(self, type_: PublishedType) -> bool:
        """Whether a type is no schema, but what its maker makes for each operation."""
        if self._published.maker != "speakeasy" or not type_.name.endswith(_AROUND):
            return type_.name.endswith("Params") and self._published.maker == "stainless"
        return "/operations/" in type_.origin.file or self._published.language == PYTHON

    def _fields_of(self, type_: PublishedType, name: str) -> Iterator[Row]:
        ours = self._fields.get(name, {})
        if type_.fields is None or not ours:
            return
        by_wire = {wire: field for field, wire in ours.items()}
        met = set()
        for field in type_.fields:
            found = field.name if field.name in ours else by_wire.get(field.wire)
            if found is not None:
                met.add(found)
            verdict = Verdict.MISSING if not found else Verdict.SAME if found == field.name else Verdict.RENAMED
            new = f"{name}.{found}" if found else ""
            yield Row(Kind.FIELD, verdict, f"{type_.name}.{field.name}", new, "", type_.origin)
        for added in ours:
            if added not in met:
                yield Row(Kind.FIELD, Verdict.NEW, "", f"{name}.{added}")


def _operation(at: str) -> str:
    """Return the identity of an operation, of that for one of its streams or media types, too."""
    return at.partition("#")[0]


def _identity(pointer: str) -> str:
    """Return the identity in the IR of what a JSON pointer of the document leads to."""
    return pointer.removeprefix("/").removeprefix("components/")


def _shown(at: str) -> str:
    """Return an operation's identity as its method and path."""
    parts = at.split("/")
    return f"{parts[-1].upper()} {unescape_token(parts[1])}" if len(parts) > 2 else at

"""Compares the surface of a published SDK with that of the SDK that codegen prints, symbol by symbol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.commands.diff.signatures import parse_signature
from compiler.source import unescape_token
from migrate.adopt.facts import Endpoint
from migrate.adopt.published.correspondence import corresponding
from migrate.adopt.published.matching import Operations, grouped, one_call
from migrate.adopt.published.published import PYTHON, RUNTIME, folded

if TYPE_CHECKING:
    from compiler.source.location import TextPlace
    from compiler.surface.surface import Symbol
    from migrate.adopt.api import Api
    from migrate.adopt.published.correspondence import Correspondence, Partner
    from migrate.adopt.published.exports import Exports
    from migrate.adopt.published.likeness import Likeness
    from migrate.adopt.published.published import Published, PublishedMethod, PublishedType


STREAM = "stream"
"""The argument by which a method streams, for which ours has an overload (D13.2)."""


_ALIAS = ": alias of "
_SHOWN = 3
"""So many schemas are told of those that one type may be."""
_LIKE_OPTIONS = {
    "maxretries": "retries",
    "retryconfig": "retries",
    "defaultheaders": "headers",
    "httpxclient": "http_client",
    "serverurl": "base_url",
    "withrequesttimeout": "WithTimeout",
}
"""Options of ours that do what those of makers do, by the folded names of theirs."""
_PARAMS = lazy_pattern(r"Params(?:Base|NonStreaming|Streaming)?\Z")
_AROUND = ("Request", "Response", "Security", "Globals")


class Kind(StrEnum):
    """What a symbol is."""

    METHOD = "methods"
    ARGUMENT = "arguments"
    TYPE = "types"
    FIELD = "fields"
    OPTION = "options"
    """Of the client."""
    MODULE = "modules"
    EXPORT = "exports"
    """Names that the package itself has."""


class Verdict(StrEnum):
    """What became of a symbol."""

    SAME = "same"
    RENAMED = "renamed"
    MISSING = "missing"
    NEW = "new"
    OUTSIDE = "not in the document"
    RUNTIME = "of the maker's runtime"
    APART = "without a schema"
    SHARED = "of a name that stands for several"


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


def prove(published: Published, symbols: Sequence[Symbol], api: Api, ours: Exports) -> Proof:
    """Compare a published SDK with the surface that a build prints for the same language, and with its exports."""
    comparison = _Comparison(published, symbols, api)
    rows = [*comparison.methods(), *comparison.client(), *comparison.types(), *_runtime(published)]
    rows += _exported(published, ours)
    return Proof(published.language, published.name, published.maker, rows)


def _exported(published: Published, ours: Exports) -> Iterator[Row]:
    """Yield the options of the client, the modules that programs import, and the names that the package has."""
    theirs, homes = published.exports, _homes(ours)
    if not theirs.modules:
        return  # api.md does not show them
    for kind, old, new in (
        (Kind.OPTION, theirs.options, ours.options),
        (Kind.EXPORT, theirs.modules.get("", ()), ours.modules.get("", ())),
    ):
        near = {folded(name): name for name in new}
        for name in sorted(old):
            like = near.get(folded(_LIKE_OPTIONS.get(folded(name), name)), "")
            now = name if name in new else homes.get(name, "") if kind is Kind.EXPORT else like
            verdict = Verdict.SAME if now == name else Verdict.RENAMED if now else Verdict.MISSING
            yield Row(kind, verdict, name, now, "" if now else published.runtime.get(name, ""))
        yield from (Row(kind, Verdict.NEW, "", name) for name in sorted(set(new) - set(old)))
    for module, every in sorted(theirs.modules.items()):
        names = sorted(every - published.runtime.keys())
        counts = Counter(homes[name].rpartition(".")[0] for name in names if name in homes)
        home, count = counts.most_common(1)[0] if counts else ("", 0)
        if not module:
            continue
        if module in ours.modules:
            yield Row(Kind.MODULE, Verdict.SAME, module, module)
        elif 2 * count > len(names):
            of = f"{count} of its {len(names)} names"
            yield Row(Kind.MODULE, Verdict.RENAMED, module, home or published.name, of)
        elif not names or any(part in RUNTIME for part in module.split(".")):
            yield Row(Kind.MODULE, Verdict.RUNTIME, module, "", "modules of it")
        else:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            yield Row(Kind.MODULE, Verdict.MISSING, module, "", f"{', '.join(names[:_SHOWN])}{more}")


def _homes(ours: Exports) -> Mapping[str, str]:
    """Return the names of all modules in full; of those of several, that of the shortest one."""
    listed = sorted(ours.modules.items(), key=lambda item: -len(item[0]))
    return {name: f"{module}.{name}".lstrip(".") for module, names in listed for name in names}


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
        self._aliases = {
            item.path: item.rest.removeprefix(_ALIAS).partition(" ")[0]
            for item in symbols
            if item.kind == "type" and item.rest.startswith(_ALIAS)
        }
        """What further names of types stand for."""
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
        streamed = next((item for item in ours if "-> stream<" in item.rest), None)
        if method.streams and streamed is not None and same is not streamed:
            new, why = streamed.path.removeprefix("client."), "this name streams no more" if same is not None else ""
            return streamed, Row(Kind.METHOD, Verdict.RENAMED, method.path, new, why, method.origin)
        if same is not None and (endpoint is None or _operation(same.at) == at):
            return same, Row(Kind.METHOD, Verdict.SAME, method.path, method.path, "", method.origin)
        if not plain or (method.request is None and sends):
            why = "written by hand beside what is generated"
            return None, Row(Kind.METHOD, Verdict.RUNTIME, method.path, "", why, method.origin)
        if ours:
            why = f"this name calls {_operation_text(same.at)} now" if same is not None else ""
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
            objects = [self._members(item.type.rstrip("?")) for item in ours if not item.by_name]
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

    def _members(self, type_: str) -> Mapping[str, str]:
        """Return the fields of a type, or of the one that it is a further name of."""
        return self._fields.get(self._aliases.get(type_, type_), {})

    # ----------------------------------------------------------------------- types

    def client(self) -> Iterator[Row]:
        """Yield the class of the client."""
        old, new = self._published.client, self._client
        if old and new:
            verdict = Verdict.SAME if old == new else Verdict.RENAMED
            yield Row(Kind.TYPE, verdict, old, new, "the client")

    def types(self) -> Iterator[Row]:
        """Yield the types with their fields."""
        known = corresponding(self._published, self._api)
        met = set()
        for name, type_ in known.types.items():
            partner = known.partners.get(name)
            now = self._named.get(_identity(partner.at)) if partner is not None else None
            found = name if self._means_the_same(name, type_, partner, known) else now
            if found != name and self._is_around(type_):
                yield Row(Kind.TYPE, Verdict.RUNTIME, name, "", "an object around arguments or a result", type_.origin)
            elif found is not None:
                met.add(found)
                verdict = Verdict.SAME if found == name else Verdict.RENAMED
                why = "this name is another schema's now" if found != name and name in self._types else ""
                yield Row(Kind.TYPE, verdict, name, found, why, type_.origin)
                yield from self._fields_of(type_, now if found in self._aliases and now is not None else found)
            elif name in self._published.runtime:
                continue
            else:
                yield _without(name, type_, partner, known)
        for other, at in known.others:
            now = self._named.get(_identity(at), "") if at is not None else ""
            where = f"{other.name} in {other.module or other.origin.file}"
            yield Row(Kind.TYPE, Verdict.SHARED, where, now, "", other.origin)
        for name in self._named.values():
            if name not in met:
                yield Row(Kind.TYPE, Verdict.NEW, "", name)

    def _means_the_same(self, name: str, type_: PublishedType, partner: Partner | None, known: Correspondence) -> bool:
        """Whether a type of ours has a name, and is of the schema that the published one was made from."""
        at = self._types.get(name)
        if at is None:
            return False
        if partner is None:
            return known.likeness.agrees(type_, _pointer(at))
        places = (at, self._types.get(self._aliases.get(name, ""), at))
        if at.startswith("schemas/") and self._api.value(_pointer(at)) is None:
            return True  # the overlay added it: it refers to the schema
        return any(
            place == _identity(partner.at) or known.likeness.is_exact(type_, _pointer(place)) for place in places
        )

    def _is_around(self, type_: PublishedType) -> bool:
        """Whether a type is no schema, but what its maker makes for each operation."""
        if self._published.maker != "speakeasy" or not type_.name.endswith(_AROUND):
            return self._published.maker == "stainless" and _PARAMS.search(type_.name) is not None
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


def _without(name: str, type_: PublishedType, partner: Partner | None, known: Correspondence) -> Row:
    """Return the row of a type that is not there: it counts apart if the document has nothing like it."""
    called, met = known.components.get(folded(name)), known.met.get(type_.key, ())
    why = f"of {_identity(partner.at)}" if partner is not None else _like(type_, known.likeness)
    if not why and called is not None:
        why = f"{_identity(called)} is called so, and is not like it"
    if not why and met:
        why = f"{_identity(met[0])} stands in its place, and is not like it"
    verdict = Verdict.MISSING if why else Verdict.APART
    return Row(Kind.TYPE, verdict, name, "", why or "the document has no such schema", type_.origin)


def _like(type_: PublishedType, likeness: Likeness) -> str:
    """Return what the document has that is like a type, or why that is not known; "" if it has nothing."""
    if likeness.is_opaque(type_):
        return "nothing is called so"
    if likeness.is_unread(type_):
        return "what it stands for was not understood"
    alike = likeness.exact(type_)
    if len(alike) == 1:
        return f"{_identity(alike[0])} is like it, and has another name"
    if alike:
        return f"one of several alike: {', '.join(map(_identity, alike[:_SHOWN]))}"
    if likeness.exists(type_):
        return "a constant or a single field: it says too little to tell which schema it is"
    near = likeness.nearest(type_)
    return f"{_identity(near)} is like it, not the same" if near is not None else ""


def _operation(at: str) -> str:
    """Return the identity of an operation, of that for one of its streams or media types, too."""
    return at.partition("#")[0]


def _identity(pointer: str) -> str:
    """Return the identity in the IR of what a JSON pointer of the document leads to."""
    return pointer.removeprefix("/").removeprefix("components/")


def _pointer(identity: str) -> str:
    """Return the JSON pointer of what has an identity in the IR."""
    plain = identity.partition("#")[0]
    return f"/{plain}" if plain.startswith("paths/") else f"/components/{plain}"


def _operation_text(at: str) -> str:
    """Return an operation's identity as its method and path."""
    parts = at.split("/")
    return f"{parts[-1].upper()} {unescape_token(parts[1])}" if len(parts) > 2 else at

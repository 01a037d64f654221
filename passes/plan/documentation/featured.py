"""Chooses the methods that the README shows: one for each feature that the document uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, frozen
from compiler.ir.types import Alias, Declaration, ListOf, Model, Nullable, Ref, Type
from compiler.ir.wire import BodyKind, Encode, Place, Returns, Wire, WireOperation
from compiler.plan.plan import Method

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})


Keep = Callable[[str, Id], Id]
"""Returns the operation that an earlier build chose for a role, else the one given, and remembers it."""


_UNDOING = frozenset({"cancel", "delete", "remove", "revoke"})
_FAR = 10
"""Words that what does not create counts for."""


@frozen
class Chosen:
    """The methods that a README shows; None where the document has no such feature."""

    first: Method
    """The one the document marks, else the main act, else a paged one, else one that reads most for least input."""
    small: Method
    """A method that reads and needs few arguments: for options, errors, whole responses."""
    paged: Method | None
    streamed: Method | None
    upload: Method | None
    download: Method | None

    def all(self) -> list[Method]:
        """List the methods; one may occur twice."""
        found = (self.first, self.small, self.paged, self.streamed, self.upload, self.download)
        return [method for method in found if method is not None]


def choose(wire: Wire, methods: Iterable[Method], keep: Keep, vocabulary: Vocabulary) -> Chosen | None:
    """Choose the methods to show; None if there are none.

    What was shown before is shown again: an operation more changes no page but its own (D10.7).
    """
    simple = sorted(methods, key=_count_required)
    if not simple:
        return None
    known = {method.operation: method for method in simple}

    def choose_method(role: str, found: Method | None, fits: Callable[[WireOperation], object]) -> Method | None:
        if found is None:
            return None
        before = known.get(keep(role, found.operation), found)
        return before if fits(wire.operations[before.operation]) else found

    def find(role: str, fits: Callable[[WireOperation], object]) -> Method | None:
        return choose_method(
            role, next((method for method in simple if fits(wire.operations[method.operation])), None), fits
        )

    paged = find("paged", _is_paged)
    marked = next((method for method in simple if wire.operations[method.operation].usage_example), None)
    main = _main_act(wire, simple, vocabulary) or paged or _telling(wire, simple)
    plain = next((method for method in simple if _is_plain(wire.operations[method.operation])), None)
    small = _by_id(simple, wire.operations) or plain or marked or main
    return Chosen(
        first=marked or choose_method("first", main, bool) or main,
        small=choose_method("small", small, bool) or small,
        paged=paged,
        streamed=find("streamed", lambda item: item.returns is Returns.STREAM),
        upload=find("upload", _takes_files),
        download=find("download", _gives_bytes),
    )


def main_of(wire: Wire, methods: Iterable[Method], first: Method | None, vocabulary: Vocabulary) -> Method | None:
    """Choose the method that the documentation of a group shows, as that of all is chosen, which goes before others."""
    listed = sorted(methods, key=_count_required)
    live = [method for method in listed if not wire.operations[method.operation].deprecated] or listed
    marked = (method for method in live if wire.operations[method.operation].usage_example)
    known = (method for method in live if first is not None and method.operation == first.operation)
    if not live or (found := next(marked, None) or next(known, None)) is not None:
        return found if live else None
    paged = (method for method in live if _is_paged(wire.operations[method.operation]))
    return _main_act(wire, live, vocabulary) or next(paged, None) or _telling(wire, live)


def _is_paged(item: WireOperation) -> bool:
    return item.returns is Returns.PAGE


def _is_plain(item: WireOperation) -> bool:
    return item.pages is None and _reads(item)


def _count_required(method: Method) -> int:
    """Count what a method cannot be called without."""
    whole = method.whole_body
    needed = sum(item.required for item in method.arguments)
    return needed or int(whole is not None and whole.required)


def _main_act(wire: Wire, methods: Iterable[Method], vocabulary: Vocabulary) -> Method | None:
    """Find what the API is there for: a POST that has a stream, too, else one; of the largest group that has such.

    One whose body needs something, and no file, goes first, since it shows how that is given; of deeper groups one is
    chosen where there is none above. In a group it is what creates, with the fewest arguments.
    """
    live = [method for method in methods if not wire.operations[method.operation].deprecated]
    size = Counter(method.group for method in live)
    streams = {
        _base(method.operation) for method in live if wire.operations[method.operation].returns is Returns.STREAM
    }

    def rank(method: Method) -> tuple[bool, bool, int, int, int, int]:
        item, asked = wire.operations[method.operation], _count_required(method)
        undoes = words(method.ident, vocabulary)[0].lower() in _UNDOING
        shows = (
            not undoes
            and not _takes_files(item)
            and any(one.required for one in method.arguments if one.place is Place.BODY)
        )
        verb = words(method.ident, vocabulary)
        creates = len(verb) if verb[0].lower() == "create" else len(verb) + _FAR
        group = method.group
        return _base(method.operation) not in streams, not shows, max(len(group), 1), -size[group], creates, asked

    return min((method for method in live if _acts(wire.operations[method.operation])), key=rank, default=None)


def _acts(item: WireOperation) -> bool:
    """Tell whether something is a POST that is told something and answers a value."""
    told = item.method == "POST" and item.body is not None
    return told and item.returns is Returns.VALUE and bool(item.results) and not _gives_bytes(item)


def _base(operation: Id) -> Id:
    """Return an operation without its variant."""
    return operation.partition("#")[0]


def _reads(item: WireOperation) -> bool:
    return item.method == "GET" and item.stream is None and bool(item.results)


def _telling(wire: Wire, methods: Iterable[Method]) -> Method:
    """Find the method that tells most as a first call: one that reads, a list before a single thing.

    One that changes things without being told what comes last: a server refuses it, or does what nobody asked for.
    """

    def rank(method: Method) -> tuple[int, int, bool]:
        item, asked = wire.operations[method.operation], _count_required(method)
        kind = 0 if _reads(item) and not _gives_bytes(item) else 1 if item.method in _SAFE else 2 if asked else 3
        return kind, asked, not any(_is_list(result, wire.types) for result in item.results)

    return min(methods, key=rank)


def _is_list(type_: Type, types: Mapping[Id, Declaration]) -> bool:
    """Tell whether a result is a list, or an object around one."""
    found = types.get(type_.target) if isinstance(type_, Ref) else type_
    if isinstance(found, Model):
        return any(isinstance(field.type, ListOf) for field in found.fields)
    whole = found.type if isinstance(found, Alias) else found.inner if isinstance(found, Nullable) else found
    return isinstance(whole, ListOf)


def _by_id(methods: Iterable[Method], operations: Mapping[Id, WireOperation]) -> Method | None:
    """Find a method that reads one thing by its id: it may fail with 404, which is what examples of errors show."""
    for method in methods:
        item = operations[method.operation]
        required = [argument.place for argument in method.arguments if argument.required]
        if _reads(item) and item.pages is None and required == [Place.PATH]:
            return method
    return None


def _takes_files(item: WireOperation) -> bool:
    body = item.body
    return body is not None and body.required and any(part.encode is Encode.BYTES for part in body.parts)


def _gives_bytes(item: WireOperation) -> bool:
    decodes = [decode for answer in item.answers if not answer.error for decode in answer.decodes]
    return bool(decodes) and all(decode.kind is BodyKind.BYTES for decode in decodes)

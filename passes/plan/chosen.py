"""Which methods of an API its README shows: one for each feature that the document uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from compiler.ir.node import Id, frozen
from compiler.ir.plan import Method
from compiler.ir.sample import shown_arguments
from compiler.ir.types import Alias, Declaration, ListOf, Model, Nullable, Ref, Type
from compiler.ir.wire import BodyKind, Encode, Place, Returns, Wire, WireOperation

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})


@frozen
class Chosen:
    """The methods that a README shows; None where the document has no such feature."""

    first: Method
    """What the document marks, else something paged, else what reads most for least."""
    small: Method
    """Reads something and needs little: for options, errors, whole responses."""
    paged: Method | None
    streamed: Method | None
    upload: Method | None
    download: Method | None

    def all(self) -> list[Method]:
        """List them; one may be there twice."""
        found = (self.first, self.small, self.paged, self.streamed, self.upload, self.download)
        return [method for method in found if method is not None]


def choose(wire: Wire, methods: Iterable[Method]) -> Chosen | None:
    """Choose the methods to show; None where there are none."""
    simple = sorted(methods, key=lambda method: len(shown_arguments(method, wire.types)))
    if not simple:
        return None

    def find(fits: Callable[[WireOperation], object]) -> Method | None:
        return next((method for method in simple if fits(wire.operations[method.operation])), None)

    paged = find(lambda item: item.returns is Returns.PAGE)
    plain = find(lambda item: item.pages is None and _reads(item))
    first = find(lambda item: item.usage_example) or paged or _telling(wire, simple)
    return Chosen(
        first=first,
        small=_by_id(simple, wire.operations) or plain or first,
        paged=paged,
        streamed=find(lambda item: item.returns is Returns.STREAM),
        upload=find(_takes_files),
        download=find(_gives_bytes),
    )


def _reads(item: WireOperation) -> bool:
    return item.method == "GET" and item.stream is None and bool(item.results)


def _telling(wire: Wire, methods: Iterable[Method]) -> Method:
    """Find the method that tells most as a first call: one that reads, a list before a single thing.

    One that changes things without being told what comes last: a server refuses it, or does what nobody asked for.
    """

    def rank(method: Method) -> tuple[int, int, bool]:
        item, given = wire.operations[method.operation], shown_arguments(method, wire.types)
        kind = 0 if _reads(item) and not _gives_bytes(item) else 1 if item.method in _SAFE else 2 if given else 3
        return kind, len(given), not any(_is_list(result, wire.types) for result in item.results)

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

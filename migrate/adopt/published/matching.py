"""Which operation of the document a published method calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from migrate.adopt.facts import Endpoint
from migrate.adopt.published.published import Request

if TYPE_CHECKING:
    from migrate.adopt.api import Api
    from migrate.adopt.published.published import Published, PublishedMethod

_PREFIX = lazy_pattern(r"/(?:api/)?v\d+\w*(?=/)|/api(?=/)")
"""What servers say in one document and paths in another."""
_QUERY = "?"


class Operations:
    """The operations of a document, found by method and path whatever their parameters are called."""

    def __init__(self, api: Api) -> None:
        self._exact: dict[tuple[str, str], Endpoint] = {}
        self._plain: dict[tuple[str, str], list[Endpoint]] = {}
        self._bare: dict[tuple[str, str], list[Endpoint]] = {}
        self._by_id: dict[str, Endpoint] = {}
        for endpoint, called in api.operations.items():
            method, path = _shape(endpoint.method, endpoint.path)
            query = endpoint.path.partition("#")[0].partition(_QUERY)[2]
            self._exact.setdefault((method, f"{path}?{query}" if query else path), endpoint)
            if not query:
                self._plain.setdefault((method, path), []).append(endpoint)
                self._bare.setdefault((method, _PREFIX.sub("", path, count=1)), []).append(endpoint)
            self._by_id[called.operation_id] = endpoint

    def of(self, method: PublishedMethod) -> Endpoint | None:
        """Return the operation that a method calls; None if the document has none, or the method sends nothing.

        A path that is the same but for a prefix of version counts where only one operation has it.
        """
        if method.request is None:
            return None
        verb, path = _shape(method.request.method, method.request.path)
        query = method.request.path.partition(_QUERY)[2]
        exact = self._exact.get((verb, f"{path}?{query}" if query else path))
        if exact is not None:
            return exact
        named = self._by_id.get(method.operation_id)
        if named is not None and named.method == verb:
            return named
        if query:
            return None
        for found in (self._plain.get((verb, path)), self._bare.get((verb, _PREFIX.sub("", path, count=1)))):
            if found is not None and len(found) == 1:
                return found[0]
        return None


def _shape(method: str, path: str) -> tuple[str, str]:
    return Request(method, path.partition("#")[0]).shape


def grouped(published: Published, operations: Operations) -> Mapping[Endpoint, list[PublishedMethod]]:
    """Return the published methods of each operation, in the order in which they stand."""
    found: dict[Endpoint, list[PublishedMethod]] = {}
    for method in published.methods:
        endpoint = operations.of(method)
        if endpoint is not None:
            found.setdefault(endpoint, []).append(method)
    return found


def one_call(methods: Sequence[PublishedMethod]) -> list[PublishedMethod]:
    """Return the methods that are one call under several names: all take the same arguments.

    The name that is wanted first is that of most of them; of equals, the one that is written first.
    """
    plain = {frozenset(method.arguments) for method in methods}
    if len(plain) == 1:
        return list(methods)
    counts = [sum(set(other.arguments) == set(method.arguments) for other in methods) for method in methods]
    first = methods[_main(methods, counts)]
    return [first, *(item for item in methods if item is not first and set(item.arguments) == set(first.arguments))]


def _main(methods: Sequence[PublishedMethod], counts: Sequence[int]) -> int:
    """Return the method that was generated: what is not `parse` or `stream` beside a `create`."""
    usual = [index for index, item in enumerate(methods) if item.name.lower() not in ("parse", "stream")]
    listed = usual or range(len(methods))
    return max(listed, key=lambda index: counts[index])

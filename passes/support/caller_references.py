"""What operations and events refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.ir.graph import answer_refs, request_refs
from compiler.ir.node import Id, frozen
from compiler.ir.nodes import Event, Operation, Sdk

if TYPE_CHECKING:
    from passes.context import Context

References = Mapping[Id, tuple[Id, ...]]


@frozen
class CallerReferences:
    """The types that requests and answers of a snapshot's operations and events refer to."""

    sdk: Sdk
    requests: References
    answers: References

    def sent(self) -> Iterator[Id]:
        """Yield the types that requests refer to, and the answers to events."""
        for at in self.sdk.operations:
            yield from self.requests[at]
        for at in self.sdk.events:
            yield from self.answers[at]

    def read(self) -> Iterator[Id]:
        """Yield the types that answers refer to, and events."""
        for at in self.sdk.operations:
            yield from self.answers[at]
        for at in self.sdk.events:
            yield from self.requests[at]

    def every(self) -> Iterator[Id]:
        """Yield all of them, caller by caller."""
        for at, targets in self.requests.items():
            yield from targets
            yield from self.answers[at]


def references_of_callers(sdk: Sdk, context: Context) -> CallerReferences:
    """Return the references of a snapshot, which forms of calls do not change: once for several that ask."""
    return context.once("callers", sdk, lambda: caller_references(sdk))


def caller_references(sdk: Sdk) -> CallerReferences:
    """Return the references of a snapshot."""
    callers: dict[Id, Operation | Event] = {**sdk.operations, **sdk.events}
    requests = {at: tuple(request_refs(caller)) for at, caller in callers.items()}
    return CallerReferences(sdk, requests, {at: tuple(answer_refs(caller)) for at, caller in callers.items()})

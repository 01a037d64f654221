"""What operations and events refer to, found once for those that did not change since the build before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.base.memory import Memory
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
    return context.once("callers", sdk, lambda: caller_references(sdk, context.memory, "once"))


def caller_references(sdk: Sdk, memory: Memory, step: str) -> CallerReferences:
    """Return the references of a snapshot that ``step`` asks for."""
    callers: dict[Id, Operation | Event] = {**sdk.operations, **sdk.events}
    requests = memory.each(("references", step, "requests"), callers, _requests)
    return CallerReferences(sdk, requests, memory.each(("references", step, "answers"), callers, _answers))


def _requests(caller: Operation | Event) -> tuple[Id, ...]:
    return tuple(request_refs(caller))


def _answers(caller: Operation | Event) -> tuple[Id, ...]:
    return tuple(answer_refs(caller))

"""Say which streams of events name no event that ends them: a marker that is no JSON would be read as a value."""

from __future__ import annotations

from compiler.ir.context import Context
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.plan import BodyKind
from compiler.ir.types import Kind, Scalar
from passes.support.places import title_of


def look_for_endless_streams(sdk: Sdk, context: Context) -> None:
    """Report CG1107, an info, for every stream of JSON events without a sentinel (D14)."""
    for operation in sdk.operations.values():
        if operation.stream is BodyKind.SSE and _has_no_end(operation):
            context.diagnostics.report(
                "CG1107",
                context.loc(operation.id.partition("#")[0]),
                subject=operation.id,
                at_key=True,
                operation=title_of(operation),
            )


def _has_no_end(operation: Operation) -> bool:
    decodes = [item for answer in operation.answers if not answer.error for item in answer.decodes]
    events = [item for item in decodes if item.kind is BodyKind.SSE]
    texts = [item for item in events if isinstance(item.type, Scalar) and item.type.kind is Kind.STRING]
    return len(texts) < len(events) and all(item.sentinel is None for item in events)

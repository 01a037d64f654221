"""Find operations that can return a stream which the document does not declare (D13.2)."""

from __future__ import annotations

from compiler.ir.nodes import Operation, Sdk
from compiler.ir.wire import BodyKind
from passes.context import Context
from passes.support.answers.stream_switch import switch_field
from passes.support.places import title_of


def look_for_undeclared_streams(sdk: Sdk, context: Context) -> None:
    """Report CG1126, an info, for bodies whose boolean property asks for a stream that no success declares."""
    for operation in sdk.operations.values():
        field = switch_field(operation, sdk.types) if operation.variant is None else None
        results = {decode.kind for answer in operation.answers if not answer.error for decode in answer.decodes}
        if field is not None and results == {BodyKind.JSON} and not _is_told(operation):
            context.diagnostics.report(
                "CG1126",
                context.loc(field.id),
                subject=operation.id,
                at_key=True,
                operation=title_of(operation),
                name=field.wire,
            )


def _is_told(operation: Operation) -> bool:
    """Tell whether the property switches a stream that is declared, or CG1124 says that there is none."""
    contents = operation.body.contents if operation.body is not None else ()
    named = any(content.switch for content in contents)
    return bool(operation.switch) or named or (operation.payload is not None and operation.payload.switch is not None)

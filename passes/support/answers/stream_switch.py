"""The body property that makes the response a stream (D13.2): `stream`, or that of `x-codegen-stream-switch`."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.ir.node import Id
from compiler.ir.nodes import Content, Operation
from compiler.ir.types import Field, Kind, Model, Ref, Scalar, bare
from compiler.ir.wire import BodyKind
from passes.context import Context
from passes.support.places import base_id, extension, title_of
from passes.support.type_queries import Types

USUAL = "stream"
_KINDS = (BodyKind.JSON, BodyKind.FORM, BodyKind.MULTIPART)


def switch_field(operation: Operation, types: Types) -> Field | None:
    """Return the boolean property of a body that the document names, else that of the usual name."""
    name = _switch_name(operation)
    field = _properties(operation, types).get(USUAL if name is None else name)
    return field if field is not None and _is_boolean(field, types) else None


def report_switches(operations: Iterable[Operation], types: Types, context: Context) -> None:
    """Report CG1123 and CG1124: keys that name no such property, and those of operations that stream nothing so.

    A key of the operation counts for its bodies of all media types, of which one may have the property.
    """
    right: set[Id] = set()
    wrong: dict[Id, tuple[Operation, str]] = {}
    for operation in operations:
        keys: tuple[Operation | Content, ...] = (operation, *_contents(operation))
        for item in keys:
            if not item.switch:
                continue
            at = base_id(operation) if isinstance(item, Operation) else item.id
            if switch_field(operation, types) is None:
                wrong.setdefault(at, (operation, item.switch))
            else:
                right.add(at)
                if operation.payload is not None and operation.payload.switch is None:
                    place = extension(context, at, "stream-switch")
                    context.diagnostics.report("CG1124", place, at_key=True, operation=title_of(operation))
    for at, (operation, name) in wrong.items():
        if at not in right:
            there = name in _properties(operation, types)
            problem = "is not a boolean" if there else "is not a property of the body"
            place = extension(context, at, "stream-switch")
            context.diagnostics.report("CG1123", place, subject=operation.id, name=name, problem=problem)


def _switch_name(operation: Operation) -> str | None:
    own = next((item.switch for item in _contents(operation) if item.switch is not None), None)
    return operation.switch if own is None else own


def _contents(operation: Operation) -> tuple[Content, ...]:
    return operation.body.contents if operation.body is not None else ()


def _properties(operation: Operation, types: Types) -> dict[str, Field]:
    payload = operation.payload
    if payload is None or payload.kind not in _KINDS:
        return {}
    found = bare(payload.type, types)
    model = types.get(found.target) if isinstance(found, Ref) else None
    return {field.wire: field for field in model.fields} if isinstance(model, Model) else {}


def _is_boolean(field: Field, types: Types) -> bool:
    found = bare(field.type, types)
    return isinstance(found, Scalar) and found.kind is Kind.BOOLEAN

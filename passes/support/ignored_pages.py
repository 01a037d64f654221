"""Paginations that need what is ignored: their inputs, and the properties on their paths (D5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.ir.context import Context
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Operation, Pagination, PaginationInput, Sdk
from compiler.ir.types import Field
from compiler.ir.wire import Step
from passes.support.change import change_values
from passes.support.jsonpath import PathSyntaxError, PathUnsupportedError, lower_path
from passes.support.places import extension
from passes.support.success import json_bodies
from passes.support.types import Types, fields_along


def without_broken_pages(sdk: Sdk, context: Context) -> Sdk:
    """Report what a pagination needs and no caller sees, for whatever target, and switch such paginations off.

    Reports CG0703 and CG0704.
    """
    checker = _Checker(context, sdk.types)
    operations = change_values(sdk.operations, checker.operation)
    return sdk if operations is sdk.operations else replace(sdk, operations=operations)


@frozen
class _Checker:
    context: Context
    types: Types

    def operation(self, operation: Operation) -> Operation:
        paginations = operation.paginations
        if not paginations or "*" in operation.ignore or any(item.off for item in paginations):
            return operation
        broken = [item for item in paginations if self.breaks(operation, item)]
        return replace(operation, paginations=(replace(broken[0], off=True),)) if broken else operation

    def breaks(self, operation: Operation, pagination: Pagination) -> bool:
        found = False
        for wanted in pagination.inputs:
            for at, ignore in self.inputs(operation, wanted):
                if ignore:
                    found = True
                    self.report("CG0703", at, operation, wanted.name)
        for field in self.fields(operation, pagination):
            if field.ignore:
                found = True
                self.report("CG0704", field.id, operation, field.wire)
        return found

    def inputs(self, operation: Operation, wanted: PaginationInput) -> Iterator[tuple[Id, tuple[str, ...]]]:
        if wanted.place == "parameters":
            yield from ((item.id, item.ignore) for item in operation.parameters if item.wire == wanted.name)
        elif operation.body is not None:
            for content in operation.body.contents:
                if content.type is not None:
                    step = Step(property=wanted.name)
                    for field in fields_along(self.types, content.type, (step,)):
                        yield field.id, field.ignore

    def fields(self, operation: Operation, pagination: Pagination) -> Iterator[Field]:
        bodies = json_bodies(operation.responses)
        for output in pagination.outputs:
            for body in bodies:
                yield from fields_along(self.types, body, _steps(output.path))

    def report(self, code: str, at: Id, operation: Operation, name: str) -> None:
        place = extension(self.context, at, "ignore")
        self.context.diagnostics.report(code, place, subject=operation.id, name=name)


def _steps(path: str) -> Iterable[Step]:
    """Return the steps of a path; none of one that attach_pagination will refuse."""
    try:
        return () if path.startswith("$response.") else lower_path(path)
    except (PathSyntaxError, PathUnsupportedError):
        return ()

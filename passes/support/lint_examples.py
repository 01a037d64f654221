"""Say which examples are not of the types that stand beside them: what is made of the document does not show these."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.ir.context import Context
from compiler.ir.fit import MISFIT, fitted
from compiler.ir.node import Id, Json
from compiler.ir.nodes import Sdk
from compiler.ir.types import Model, Type
from compiler.source import as_json


def look_for_odd_examples(sdk: Sdk, context: Context) -> None:
    """Report CG0520, an info, for the example of each property and parameter that is not of its type."""
    for at, type_, value in _examples(sdk):
        if value is not None and fitted(value, type_, sdk.types) is MISFIT:
            context.diagnostics.report("CG0520", context.loc(at).at("example"), value=as_json(value))


def _examples(sdk: Sdk) -> Iterator[tuple[Id, Type, Json]]:
    for declared in sdk.types.values():
        if isinstance(declared, Model):
            for field in declared.fields:
                if field.example is not None:
                    yield field.id, field.type, field.example.json
    for operation in sdk.operations.values():
        for parameter in operation.parameters:
            if parameter.example is not None and parameter.type is not None:
                yield parameter.id, parameter.type, parameter.example.json

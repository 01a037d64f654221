"""Report examples that are not of the types declared beside them; the output does not show these examples."""

from __future__ import annotations

from compiler.ir.fit import MISFIT, fitted
from compiler.ir.nodes import Sdk
from compiler.ir.types import Model
from compiler.source import as_json
from passes.context import Context


def look_for_odd_examples(sdk: Sdk, context: Context) -> None:
    """Report CG0520, an info, for the example of each property that is not of its type; CG0525 tells of others."""
    for declared in sdk.types.values():
        for field in declared.fields if isinstance(declared, Model) else ():
            value = None if field.example is None else field.example.json
            if value is not None and fitted(value, field.type, sdk.types) is MISFIT:
                context.diagnostics.report("CG0520", context.loc(field.id).at("example"), value=as_json(value))

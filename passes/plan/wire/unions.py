"""How a value's member of a union is found if nothing distinguishes the members (D11.2)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id, replace
from compiler.ir.types import Case, Choice, Declaration, Union, model_behind


def recognised(types: Mapping[Id, Declaration]) -> Mapping[Id, Declaration]:
    """Return types whose unions say all by which a member is recognised.

    Of members that nothing tells apart the first is taken that has the properties it requires.
    """
    told = {
        at: replace(item, cases=tuple(_with_keys(case, types) for case in item.cases))
        for at, item in types.items()
        if isinstance(item, Union) and item.choice is Choice.FIRST
    }
    return {at: told.get(at, item) for at, item in types.items()} if told else types


def _with_keys(case: Case, types: Mapping[Id, Declaration]) -> Case:
    model = model_behind(case.type, types)
    if case.keys or model is None:
        return case
    return replace(case, keys=tuple(field.wire for field in model.fields if field.required and not field.implied))

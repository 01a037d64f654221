"""Report operationIds that a framework generated, and better names for their methods (D6.12, for names).

A build shortens no name, since names follow from the operationId (D10.1): lint prints entries for the root, to
be pasted into the document or an overlay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Operation, Sdk
from compiler.ir.types import Origin
from passes.context import Context
from passes.support.names.distinct import name_key
from passes.support.names.frames import find_frame
from passes.support.names.groups import path_key, split
from passes.support.names.methods import inferred_name


def look_for_made_names(sdk: Sdk, context: Context) -> None:
    """Report CG0611, an info, where operationIds repeat what the path, the method or the group says.

    Where each operationId is judged by itself, and where names follow from paths, no help is needed (D3.8).
    """
    if context.names != "operationId":
        return
    shorter = {
        at: name
        for at, operation in sdk.operations.items()
        if (name := _shorter(operation, context.vocabulary)) is not None
    }
    entries = [
        f"{{operationId: {_expression(sdk.operations[at].operation_id or '')}, methodNameOverride: {name}}}"
        for at, name in _unique(shorter, sdk, context.vocabulary).items()
    ]
    if entries:
        first = sdk.operations[next(iter(shorter))]
        context.diagnostics.report(
            "CG0611",
            context.loc(first.id).at("operationId"),
            subject=first.id,
            name=first.operation_id,
            count=len(entries),
            help=f"x-codegen-name-override: [{', '.join(entries)}]",
        )


def _expression(text: str) -> str:
    """Write the regular expression that fits an operationId alone, as YAML has it."""
    return f"'^{text.replace('.', chr(92) + '.')}$'" if "." in text else f"^{text}$"


def _shorter(operation: Operation, vocabulary: Vocabulary) -> str | None:
    """Return what the author called the function that answers the operation; None where that cannot be seen."""
    text = operation.operation_id or ""
    if operation.variant or operation.name is None or operation.name.origin not in (Origin.INFERRED, Origin.COLLISION):
        return None
    found = find_frame(operation, text, vocabulary)
    if found is None or not found.text:
        return None
    return inferred_name(replace(operation, operation_id=found.text), operation.groups or (), vocabulary)


def _unique(shorter: Mapping[Id, str], sdk: Sdk, vocabulary: Vocabulary) -> dict[Id, str]:
    """Leave out names that two methods of a group would have: an override may not bring that about (D3.6)."""
    keys = {
        at: [
            (path_key(split(group), vocabulary), name_key(shorter.get(at) or operation.name.text, vocabulary))
            for group in operation.groups or ()
        ]
        for at, operation in sdk.operations.items()
        if operation.name is not None
    }
    taken = Counter(key for listed in keys.values() for key in listed)
    return {at: name for at, name in shorter.items() if all(taken[key] == 1 for key in keys[at])}

"""The verifier of invariants of the IR before and after every pass. A breach is our bug, never the user's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from compiler.ir.graph import operation_refs
from compiler.ir.references import declaration_refs
from compiler.ir.text import forms

if TYPE_CHECKING:
    from compiler.ir.nodes import Event, Operation, Schema, Sdk

TABLES = ("schemes", "parameters", "bodies", "responses", "headers", "schemas", "types", "operations", "events")


class VerifyError(AssertionError):
    """The IR broke an invariant after a pass; the message lists each breach."""


def verify(sdk: Sdk, after: str, made: frozenset[str]) -> None:
    """Check the invariants of the stage that the passes so far have reached.

    Args:
        sdk: the document.
        after: the pass that just ran, for the message.
        made: the facts that the passes so far make (``resolved``, ``shaped``, ...; see :mod:`passes`).

    Raises:
        VerifyError: something does not hold.
    """
    breaches = [*_identities(sdk)]
    if "resolved" in made:
        breaches += _no_placeholders(sdk)
    if "shaped" in made:
        breaches += _shaped(sdk)
    if "named" in made:
        breaches += [f"{at} has no name" for at, item in sdk.types.items() if item.name is None]
    if breaches:
        shown = "\n  ".join(breaches[:20])
        raise VerifyError(f"after {after}: {len(breaches)} breaches\n  {shown}")


def _identities(sdk: Sdk) -> Iterator[str]:
    for table in TABLES:
        for at, item in getattr(sdk, table).items():
            if item.id != at:
                yield f"{table}: {item.id!r} lies under {at!r}"


def _owners(sdk: Sdk) -> Iterator[Operation | Event]:
    yield from sdk.operations.values()
    yield from sdk.events.values()


def _no_placeholders(sdk: Sdk) -> Iterator[str]:
    for table in ("parameters", "bodies", "responses", "headers"):
        if getattr(sdk, table):
            yield f"components are left in {table}"
    for item in _owners(sdk):
        nodes: tuple[Any, ...] = (*item.parameters, *item.responses, *([item.body] if item.body else []))
        for node in nodes:
            if node.ref is not None:
                yield f"{item.id} holds a placeholder for {node.ref}"


def _shaped(sdk: Sdk) -> Iterator[str]:
    if sdk.schemas:
        yield f"{len(sdk.schemas)} schemas are left"
    known = sdk.types
    for at, item in known.items():
        for target in declaration_refs(item):
            if target not in known:
                yield f"{at} refers to {target}, which is not declared"
    for owner in _owners(sdk):
        for target in operation_refs(owner):
            if target not in known:
                yield f"{owner.id} refers to {target}, which is not declared"
        if any(_schemas(owner)):
            yield f"{owner.id} holds a schema"


def _schemas(node: Any) -> Iterator[Schema]:
    """Find schemas left in a member of any class."""
    cls: Any = node.__class__
    for form in forms(cls):
        value = getattr(node, form.name)
        if form.form == "block" and value is not None:
            if value.WORD == "schema":
                yield value
            else:
                yield from _schemas(value)
        elif form.form == "blocks" and value:
            for child in value:
                yield from _schemas(child)

"""Names of webhooks and callbacks (D9.2, D10.1)."""

from __future__ import annotations

from collections import defaultdict

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.diagnostics import Note
from compiler.ir.node import Id
from compiler.ir.nodes import Event, EventKind, Sdk
from compiler.ir.types import Name, Origin
from passes.context import Context
from passes.support.names.distinct import Wish, distinguish, name_key
from passes.support.names.methods import operation_id


def name_events(sdk: Sdk, context: Context) -> dict[Id, Name]:
    """Return the name of every event: its override, else its key in the document.

    Names that are equal but for their case get words of their own: the HTTP method and the spelling of a webhook; the
    operationId, the expression and the method of a callback. Webhooks yield to nothing but webhooks. Reports CG1003
    (a callback's name used twice), CG1005 (two overrides to one name) and CG1008 (an empty name).
    """
    _refuse_empty(sdk, context)
    _warn_of_equal_callbacks(sdk, context)
    wishes = {
        at: _wish(event, sdk, context.lock.kept.get(_lock_key(event)), context.vocabulary)
        for at, event in sdk.events.items()
    }
    webhooks = {at: wish for at, wish in wishes.items() if sdk.events[at].kind is EventKind.WEBHOOK}
    first = distinguish(webhooks, context.vocabulary)
    wishes |= {at: _settled(wish, first.levels[at]) for at, wish in webhooks.items()}
    outcome = distinguish(wishes, context.vocabulary)
    for clash in outcome.clashes:
        _report_clash([sdk.events[at] for at in clash], context)
    texts = {at: wish.at(outcome.levels[at]) for at, wish in wishes.items()}
    context.lock.seen.update((_lock_key(event), texts[at]) for at, event in sdk.events.items())
    return {at: event.name or Name(texts[at], _origin(event, texts[at])) for at, event in sdk.events.items()}


def _lock_key(event: Event) -> str:
    return f"{event.id}#event"


def _wish(event: Event, sdk: Sdk, kept: str | None, vocabulary: Vocabulary) -> Wish:
    if event.name is not None:
        return Wish(event.name.text, fixed=True)
    longer = _webhook_names(event) if event.kind is EventKind.WEBHOOK else _callback_names(event, sdk)
    texts = dict.fromkeys(" ".join(words(text, vocabulary)) for text in longer)
    others = tuple(text for text in texts if name_key(text, vocabulary) != name_key(event.wire, vocabulary))
    return Wish(event.wire, lambda: others, kept=kept)


def _settled(wish: Wish, level: int) -> Wish:
    """Return the wish of a webhook that has its name and keeps it beside callbacks."""
    return wish if wish.fixed else Wish(wish.at(level), kept=wish.at(level))


def _origin(event: Event, text: str) -> Origin:
    return Origin.SPEC if text == event.wire else Origin.COLLISION


def _webhook_names(event: Event) -> list[str]:
    method = f"{event.wire} {event.method.lower()}"
    return [f"{_spelling(event.wire)} {event.wire}", method, f"{_spelling(event.wire)} {method}"]


def _callback_names(event: Event, sdk: Sdk) -> list[str]:
    operation = sdk.operations.get(event.operation or "")
    owner = f"{operation_id(operation)} {event.wire}" if operation is not None else event.wire
    expression = f"{owner} {event.expression or ''}"
    return [owner, expression, f"{expression} {event.method.lower()}", f"{_spelling(event.wire)} {expression}"]


def _spelling(wire: str) -> str:
    """Return a word for how a key is written, which is all that tells ``newOrder`` from ``NewOrder``."""
    if "-" in wire:
        return "dashed"
    if "_" in wire:
        return "underscored"
    if wire.isupper():
        return "upper"
    return "capital" if wire[:1].isupper() else "small"


def _refuse_empty(sdk: Sdk, context: Context) -> None:
    """Report CG1008 for keys that are empty: there is nothing to receive such an event under."""
    for event in sdk.events.values():
        if not event.wire:
            is_callback = event.kind is EventKind.CALLBACK
            at = _callback_place(event) if is_callback else event.id.rpartition("/")[0]
            what = "a callback" if is_callback else "a webhook"
            context.diagnostics.report("CG1008", context.loc(at), subject=event.id, at_key=True, what=what)


def _warn_of_equal_callbacks(sdk: Sdk, context: Context) -> None:
    """Warn where two operations use one name for their callbacks; their types carry the operationId (D9.2)."""
    owners: dict[str, dict[Id, Event]] = defaultdict(dict)
    for event in sdk.events.values():
        if event.kind is EventKind.CALLBACK and event.operation is not None:
            owners[event.wire].setdefault(event.operation, event)
    for wire, events in owners.items():
        first, *others = events.values()
        for event in others:
            context.diagnostics.report(
                "CG1003",
                context.loc(_callback_place(event)),
                subject=event.id,
                at_key=True,
                notes=[Note("the first one", context.loc(_callback_place(first)), at_key=True)],
                name=wire,
            )


def _callback_place(event: Event) -> Id:
    """Return the identity of the callback's name, two levels above its operation."""
    return event.id.rpartition("/")[0].rpartition("/")[0]


def _report_clash(clash: list[Event], context: Context) -> None:
    overridden = [event for event in clash if event.name is not None]
    if not overridden:
        return
    kept, *others = [*(event for event in clash if event.name is None), *overridden]
    for event in others:
        context.diagnostics.report(
            "CG1005",
            context.loc(event.id),
            subject=event.id,
            at_key=True,
            notes=[Note("the other one", context.loc(kept.id), at_key=True)],
            name=event.name.text if event.name else event.wire,
        )

"""The payload property that distinguishes webhooks, so that one URL can receive them all (spec 4.1, D9.2)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.node import Id, replace
from compiler.ir.nodes import Event, EventKind
from compiler.ir.wire import BodyKind
from passes.support.type_queries import Types
from passes.support.unions.facts import Facts, Knowledge, united
from passes.support.unions.looks import has_distinct_texts


def tag_events(events: Mapping[Id, Event], types: Types) -> Mapping[Id, Event]:
    """Give webhooks their tags, where all of them are objects that hold other constants in one property.

    Of several such properties the one is taken that is called `type`, else `event`, else the first by its name: the
    order of the document decides nothing.
    """
    webhooks = {at: event for at, event in events.items() if event.kind is EventKind.WEBHOOK}
    if len(webhooks) < 2:
        return events
    knowledge = Knowledge(types)
    facts = {at: _facts(event, knowledge) for at, event in webhooks.items()}
    if any(fact.kinds != {"object"} for fact in facts.values()):
        return events
    names = [name for name in next(iter(facts.values())).constants if has_distinct_texts(name, list(facts.values()))]
    if not names:
        return events
    tag = min(names, key=lambda name: (name != "type", name != "event", name))
    tagged = {
        at: replace(event, tag=tag, tags=tuple(sorted(map(str, facts[at].constants[tag]))))
        for at, event in webhooks.items()
    }
    return {**events, **tagged}


def _facts(event: Event, knowledge: Knowledge) -> Facts:
    """Return what the payloads of a webhook have in common; nothing unless all of them are JSON."""
    if not event.payloads or any(payload.kind is not BodyKind.JSON for payload in event.payloads):
        return Facts(frozenset())
    return united([knowledge.facts(payload.type) for payload in event.payloads])

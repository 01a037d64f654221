"""Lower webhooks and callbacks for their receivers (spec 2.8, D9).

Before::

    event @"paths/~1watches/post/callbacks/tripChanged/..." callback "tripChanged" expression="{$request.body#/url}" {
      body required { content "text/plain" type=string }
      response "200"
      response "5XX"
    }

After, with body and responses left in place::

    event @"..." callback "tripChanged" expression="{$request.body#/url}" {
      name "tripChanged" origin=inferred
      url root="request" part="body" pointer=["url"]
      payload "text/plain" text type=string required
      answer "200"
      answer "5XX" error
    }

The callback's key is parsed as a runtime expression and checked against its operation. A handler that returns nothing
answers 200, or the declared success; one that fails answers the declared 5XX, else 500 (D9.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler.ir.media import WILDCARDS, essence, kind_of
from compiler.ir.node import Id, frozen, replace
from compiler.ir.nodes import Body, Content, Event, EventKind, Response, Sdk
from compiler.ir.types import ANY, BYTES, Type
from compiler.ir.wire import Answer, BodyKind, Decode, ExpressionPart, Payload
from passes.collect_webhooks.callback_urls import Urls
from passes.collect_webhooks.event_names import name_events
from passes.context import Context
from passes.support.answers.decoding import line_type, reading_of, text_type
from passes.support.requests.parts import report_unused_encodings
from passes.support.type_queries import Types, is_nullable
from passes.support.unions.facts import Facts, Knowledge, united
from passes.support.unions.looks import has_distinct_texts

READ = (BodyKind.JSON, BodyKind.TEXT, BodyKind.JSONL)
"""The payloads that receivers parse (spec 6.5); others are handed over as bytes."""


def run(sdk: Sdk, context: Context) -> Sdk:
    """Fill name, url, payloads, answers, statuses and tags of every event.

    Reports CG0801 (a body without content), CG0804 and CG1001 to CG1005, and CG1008.
    """
    if not sdk.events:
        return sdk
    collector = _Collector(context, sdk.types, Urls(sdk, context))
    names = name_events(sdk, context)
    events = {at: replace(collector.event(event), name=names[at]) for at, event in sdk.events.items()}
    return replace(sdk, events=tag_events(events, sdk.types))


@frozen
class _Collector:
    context: Context
    types: Types
    urls: Urls

    def event(self, event: Event) -> Event:
        for response in event.responses:
            report_unused_encodings(self.context, event.id, response.contents, "response")
        if event.body is not None:
            report_unused_encodings(self.context, event.id, event.body.contents, "webhook")
        payloads = self.payloads(event.body, event) if event.body is not None else ()
        url: tuple[ExpressionPart, ...] = self.urls.parse(event) if event.expression is not None else ()
        return replace(
            event,
            url=url,
            payloads=payloads,
            answers=tuple(self.answer(response) for response in event.responses),
            success=_success([response.status for response in event.responses]),
            failure=_failure([response.status for response in event.responses]),
        )

    def payloads(self, body: Body, event: Event) -> tuple[Payload, ...]:
        if not body.contents:
            self.context.diagnostics.report("CG0801", self.context.loc(body.id), subject=event.id)
        return tuple(self.payload(content, body, event) for content in body.contents)

    def payload(self, content: Content, body: Body, event: Event) -> Payload:
        kind, type_ = self.reading(content)
        if kind not in READ:
            place = self.context.loc(content.id)
            self.context.diagnostics.report(
                "CG1004", place, subject=event.id, at_key=True, media_type=content.media_type
            )
        return Payload(
            content.media_type,
            kind,
            type=type_,
            required=body.required,
            nullable=is_nullable(self.types, type_),
            description=body.description,
            example=content.example,
            id=content.id,
        )

    def reading(self, content: Content) -> tuple[BodyKind, Type]:
        """Return how a payload is read: JSON, text, XML as text, lines of JSON, else bytes (D9.2)."""
        kind = kind_of(content.media_type)
        if essence(content.media_type) in WILDCARDS:
            kind = BodyKind.JSON
        match kind:
            case BodyKind.JSON:
                return kind, content.type or ANY
            case BodyKind.TEXT:
                return kind, text_type(self.types, content.type, content.media_type)
            case BodyKind.JSONL:
                return kind, line_type(self.types, content.type)
            case _:
                return BodyKind.BYTES, BYTES

    def answer(self, response: Response) -> Answer:
        """Return what the receiver may answer (spec 2.8.4)."""
        decodes = []
        for content in response.contents:
            kind, type_ = reading_of(content, self.types)
            decodes.append(Decode(content.media_type, kind, type_, example=content.example))
        error = response.status[:1] in "345" or response.status == "default"
        return Answer(response.status, error=error, decodes=tuple(decodes), description=response.description)


def _success(statuses: list[str]) -> str:
    """Return the status of a handler that returns nothing: 200, unless another 2xx alone is declared."""
    declared = [status for status in statuses if status[:1] == "2" and status != "2XX"]
    return declared[0] if declared and "200" not in declared and "2XX" not in statuses else "200"


def _failure(statuses: list[str]) -> str:
    """Return the status of a handler that fails: the declared 5xx, else 500, which 5XX and `default` cover."""
    declared = [status for status in statuses if status[:1] == "5" and status != "5XX"]
    return declared[0] if declared and "500" not in declared and "5XX" not in statuses else "500"


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

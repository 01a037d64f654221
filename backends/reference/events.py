"""A page per webhook and callback: what the service sends, and what its receiver must answer (D9)."""

from __future__ import annotations

from backends.reference.commonmark import code
from backends.reference.page import deprecation, described, page, table, titled
from backends.reference.parts import answer_examples, answers_table, notes, payload_text, yes
from backends.reference.site import Path, Site
from backends.reference.types import type_text
from compiler.ir.events import Signature, SignatureKind
from compiler.ir.node import Id
from compiler.ir.wire import WireEvent

MOST_SHOWN = 6


def event_page(site: Site, at: Id) -> str:
    """Return the page of a webhook or callback."""
    event, path = site.plan.wire.events[at], site.events[at]
    sections = [
        f"# {code(event.wire)}",
        _origin(site, event, path),
        deprecation(event.deprecated, None),
        described(event.summary, event.description),
        _handlers(site, at),
        _parameters(site, event, path),
        *(payload_text(site, payload, path, title="Payload") for payload in event.payloads),
        "" if event.payloads else "It has no payload.",
        _answers(site, event, path),
        "" if event.callback else _signature(site.plan.wire.signature),
    ]
    return page(sections, site.plan.surface.licence)


def _origin(site: Site, event: WireEvent, path: Path) -> str:
    if not event.callback:
        return f"A webhook: the service sends {code(event.method)} to the URL that was registered for it.{_tag(event)}"
    starters = site.calls.get(event.operation or "", ())
    after = f", after {site.method_link(starters[0], path)}" if starters else ""
    return f"A callback: the service sends {code(event.method)} to {code(event.expression or '')}{after}."


def _tag(event: WireEvent) -> str:
    """Say how a receiver distinguishes the webhook from others at the same URL."""
    if event.tag is None:
        return ""
    some = len(event.tags) <= MOST_SHOWN
    values = " or ".join(code(f'"{tag}"') for tag in event.tags) if some else f"one of {len(event.tags)} values"
    return f" Its payload has {values} as {code(event.tag)}, which tells it apart from the others."


def _handlers(site: Site, at: Id) -> str:
    spoken = ((voice.language, voice.language.plan.surface.events.get(at)) for voice in site.voices)
    rows = [
        (language.title, code(language.backend.handler_name(said.handler)))
        for language, said in spoken
        if said is not None
    ]
    return table(("Language", "Handler"), rows)


def _parameters(site: Site, event: WireEvent, path: Path) -> str:
    rows = [
        (
            code(one.wire),
            one.place.value,
            type_text(site, one.type, path),
            yes(one.required),
            notes(one),
        )
        for one in event.parameters
    ]
    return titled("Headers and parameters", table(("Name", "In", "Type", "Required", "Description"), rows))


def _answers(site: Site, event: WireEvent, path: Path) -> str:
    owed = titled("Answers owed", answers_table(site, event.answers, path, result="Body"))
    default = (
        f"A handler that returns nothing answers {code(event.success)}; a payload that cannot be read or verified, "
        f"or a handler that fails, answers {code(event.failure)}."
    )
    return "\n\n".join(filter(None, (owed, default, answer_examples(event.answers))))


def _signature(signature: Signature | None) -> str:
    """Say how a receiver knows that the service sent the request (D9.3)."""
    if signature is None:
        return ""
    if signature.kind is SignatureKind.STANDARD:
        return titled(
            "Signature", "Signed according to Standard Webhooks; the SDKs verify the signature with the secret."
        )
    said = [
        f"The header {code(signature.header)} holds {signature.algorithm} over {code(signature.signed)}, "
        f"as {signature.encoding}"
    ]
    if signature.prefix:
        said.append(f"after {code(signature.prefix)}")
    if signature.signature_key:
        said.append(f"in its part {code(signature.signature_key)}")
    text = f"{', '.join(said)}. The SDKs verify the signature with the secret."
    if signature.tolerance_seconds is not None:
        text += f" A timestamp may be {signature.tolerance_seconds} seconds off."
    return titled("Signature", text)

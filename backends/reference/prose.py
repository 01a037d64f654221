"""Sentences for facts of the plan's wire half: pages, credentials, retries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from backends.reference.commonmark import code
from backends.reference.page import titled
from backends.reference.site import Path, Site
from backends.reference.types import json_text, type_text
from compiler.ir.credentials import Alternative
from compiler.ir.servers import Retries
from compiler.ir.wire import Advance, AdvanceKind, BodyKind, Pages, Source, Stop, StopKind, WireOperation


def pages_text(site: Site, pages: Pages, page: Path) -> str:
    """Say how the next page of a method is requested (D6.4)."""
    steps = [*map(_advance, pages.advances)]
    if pages.url is not None:
        steps.append(f"requests the URL at {_source(pages.url)}")
    said = [f"`next()` {_list(steps, 'and')}."]
    if pages.stops:
        said.append(f"It returns null when {_list([_stop(rule, pages) for rule in pages.stops], 'or')}.")
    if pages.item is not None:
        said.append(f"Iterating yields {type_text(site, pages.item, page)}.")
    if not pages.has_items:
        said.append("The API does not say where their items are, so iterating gives pages, not items.")
    return titled("Pages", " ".join(said))


def _advance(step: Advance) -> str:
    name = code(step.wire)
    match step.kind:
        case AdvanceKind.INCREMENT:
            return f"adds 1 to {name}"
        case AdvanceKind.ADD_COUNT:
            return f"adds the number of results to {name}"
        case AdvanceKind.SET_FROM:
            return f"sets {name} to the value at {_source(step.source)}"
        case _:
            assert_never(step.kind)


def _stop(rule: Stop, pages: Pages) -> str:
    match rule.kind:
        case StopKind.MISSING:
            return f"there is no value at {_source(rule.source)}"
        case StopKind.EMPTY:
            return f"there are no results at {_source(pages.results)}"
        case StopKind.SHORT:
            return f"there are fewer results than {code(rule.wire)}"
        case StopKind.PAST:
            return f"the page number exceeds the value at {_source(rule.source)}"
        case StopKind.NO_MORE:
            return f"the value at {_source(rule.source)} is not true"
        case _:
            assert_never(rule.kind)


def _source(source: Source | None) -> str:
    """Return the place of a value as JSONPath, or the header's name."""
    if source is None:
        return "the response"
    if source.header is not None:
        return f"the {code(source.header)} header" + (f" (rel {code(source.rel)})" if source.rel else "")
    path = "$"
    for step in source.steps:
        if step.property is not None:
            path += f".{step.property}" if step.property.isidentifier() else f"[{json_text(step.property)}]"
        else:
            path += "[*]" if step.each else f"[{step.index}]"
    return code(path)


def security_text(site: Site, alternatives: Iterable[Alternative]) -> str:
    """Say which credentials a request carries; "" where none are needed."""
    listed = [_needs(site, alternative) for alternative in alternatives]
    if not any(listed):
        return ""
    return titled("Authentication", _list((needs or "no credentials" for needs in listed), "or"))


def _needs(site: Site, alternative: Alternative) -> str:
    return _list((_scheme(site, need.scheme, need.scopes) for need in alternative.needs), "and")


def _scheme(site: Site, scheme: str, scopes: tuple[str, ...]) -> str:
    name = site.plan.surface.schemes.get(scheme, scheme)
    return code(name) + (f" with {_list(map(code, scopes), 'and')}" if scopes else "")


def behaviour_text(operation: WireOperation) -> str:
    """Say where a method differs from the document's defaults: servers, time limit, retries, idempotency key."""
    said = []
    if operation.servers:
        said.append(f"Server: {_list((code(server.url) for server in operation.servers), 'or')}.")
    if operation.timeout is not None:
        said.append(f"{timeout_text(operation.timeout)}")
    if operation.retries is not None:
        said.append(retries_text(operation.retries, doubtful=operation.is_doubtful))
    if operation.sends_key:
        said.append(f"Sends an idempotency key in {code(operation.idempotency)}.")
    return " ".join(said)


def retries_text(retries: Retries, *, doubtful: bool) -> str:
    """Say which requests are retried, and for how long; ``doubtful``: some might take effect twice (D16.5)."""
    if not retries.most:
        return "Requests are not retried."
    lost = " and lost connections" if retries.connection_errors else ""
    listed = _list(map(code, retries.status_codes), "and")
    said = f"Retries {listed}{lost}, for {_seconds(retries.max_elapsed_time)} at most."
    if not doubtful or retries.unsafe:
        return said
    return f"{said} A POST or PATCH without an idempotency key: only after 429, or if nothing was sent."


def timeout_text(milliseconds: int) -> str:
    """Say when a request times out."""
    return f"A request times out after {_seconds(milliseconds)}."


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} s"


def stream_text(kind: BodyKind | None) -> str:
    """Name the kind of stream that a body is, as a suffix of its type; "" for none."""
    match kind:
        case BodyKind.SSE:
            return " (server-sent events, one by one)"
        case BodyKind.JSONL:
            return " (JSON lines, one by one)"
        case BodyKind.JSON | BodyKind.FORM | BodyKind.MULTIPART | BodyKind.TEXT | BodyKind.BYTES | None:
            return ""
        case _:
            assert_never(kind)


def _list(parts: Iterable[str], word: str) -> str:
    listed = list(parts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {word} {listed[-1]}"

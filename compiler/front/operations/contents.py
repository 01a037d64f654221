"""Request bodies, responses, media types and encodings (spec 2.6, 2.7)."""

from __future__ import annotations

from compiler.base.patterns import lazy_pattern
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.keys.object_keys import Keys
from compiler.front.mistakes.misplaced import media_type_meant
from compiler.front.objects.entry import Entry
from compiler.front.objects.extensions import NONE, Extensions
from compiler.front.objects.pagination import lower_pagination
from compiler.front.operations.behaviour import lower_sentinel, lower_switch
from compiler.front.operations.examples import first_example
from compiler.front.operations.parameters import STYLES, lower_headers, member_schema, unwritable_format
from compiler.front.operations.stream_items import lower_events, lower_items
from compiler.front.reading.refs import Target
from compiler.front.schemas.checked_keywords import check_media_type
from compiler.front.schemas.extension_hints import ignored_for
from compiler.front.session.references import component_kind
from compiler.ir.nodes import Body, Content, Encoding, Pagination, Response
from compiler.ir.wire import Style
from compiler.source import Json, is_remote

_WORDED = lazy_pattern(r"(?i:([1-5](?:\d\d|XX)|default)[^0-9A-Za-z].*)\Z")
"""A status and words (D1.4)."""
_STATUS = lazy_pattern(r"[1-5](?:\d\d|XX)\Z|default\Z")


def lower_body(entry: Entry) -> Body | None:
    """Lower a request body or a reference to one; missing or empty `content` stays so (D7.6)."""
    if "$ref" in entry:
        target, _ = entry.reference("requestBodies", Where.BODY)
        if target is None:
            return None
        return Body(ref=target, description=entry.prose("description"), id=entry.id)
    entry.open(object_keys.BODY, Where.BODY)
    return Body(
        required=entry.flag("required"),
        optional=entry.maybe("required") is False,
        description=entry.prose("description"),
        contents=_contents(entry, Where.REQUEST_CONTENT),
        id=entry.id,
    )


def lower_response(status: str, entry: Entry) -> Response | None:
    """Lower a response or a reference to one; ``status`` is "" for a component."""
    if "$ref" in entry:
        return _schema_as_response(status, entry) or _reference(status, entry)
    found = entry.open(object_keys.RESPONSE, Where.RESPONSE)
    if "description" not in entry and not entry.session.versions.version(entry.file).startswith("3.2"):
        entry.session.reports.tally("CG0357", entry.id, what="a response", key="description", at_key=True)
    check_links(entry)
    return Response(
        status,
        description=entry.prose("description"),
        headers=lower_headers(entry),
        contents=_contents(entry, Where.RESPONSE_CONTENT),
        ignore=ignored_for(found),
        pagination=pagination_of(entry, found),
        id=entry.id,
    )


def check_links(entry: Entry) -> None:
    """Check the links of a response or of the components: nothing is generated from them, but they have references."""
    for _, link in entry.members("links"):
        if "$ref" in link:
            link.shown_target("CG0416")
            continue
        link.open(object_keys.LINK, Where.ELSEWHERE)
        link.exclude("operationId", "operationRef", counts="operationRef")
        if "operationId" not in link and "operationRef" not in link:
            link.session.reports.tally("CG0357", link.id, what="a link", key="operationId", at_key=True)
        server = link.raw.get("server")
        if isinstance(server, dict):
            Entry(link.session, server, link.at("server"), link.file).open(object_keys.SHOWN_SERVER, Where.ELSEWHERE)
        _check_operation(link)


def _check_operation(link: Entry) -> None:
    """Follow the operationRef of a link; what its operationId means is known when all operations are."""
    name, ref = link.raw.get("operationId"), link.raw.get("operationRef")
    if isinstance(name, str):
        link.session.found.linked.append((link.at("operationId"), name))
    if isinstance(ref, str) and not is_remote(ref):
        found = link.session.references.resolver.resolve(ref, link.file, link.id)
        if not isinstance(found, Target):
            link.session.reports.add("CG0416", link.at("operationRef"), help=found.help, notes=found.notes, ref=ref)


def _reference(status: str, entry: Entry) -> Response | None:
    target, found = entry.reference("responses", Where.RESPONSE)
    if target is None:
        return None
    return Response(
        status,
        ref=target,
        description=entry.prose("description"),
        ignore=ignored_for(found),
        pagination=pagination_of(entry, found),
        id=entry.id,
    )


def _schema_as_response(status: str, entry: Entry) -> Response | None:
    """Read a response that refers to a schema, as some documents do, as one without a body."""
    ref = entry.raw["$ref"]
    if not (isinstance(ref, str) and "/schemas/" in ref):
        return None
    target = entry.session.references.resolver.resolve(ref, entry.file, entry.id)
    if not (isinstance(target, Target) and component_kind(target.id) == "schemas"):
        return None
    entry.session.reports.tally("CG0410", entry.at("$ref"))
    description = target.raw.get("description") if isinstance(target.raw, dict) else None
    return Response(status, description=description if isinstance(description, str) else None, id=entry.id)


def lower_responses(entry: Entry, *, received: bool = False) -> tuple[Response, ...]:
    """Lower the `responses` of an operation; a class in lower case is understood (D1.4).

    ``received``: an SDK gives these answers, to a webhook or callback.
    """
    older = entry.session.versions.is_30(entry.file)
    if (older or "responses" in entry) and _lists_none(entry.raw.get("responses")):
        asks = "before 3.1 requires" if older else "requires where the key is given"
        entry.session.reports.tally("CG0350", entry.id, asks=asks, at_key=True)
    found = []
    members = tuple(entry.members("responses"))
    known = {status if status == "default" else status.upper() for status, _ in members}
    for written, response in members:
        if written.startswith("x-"):
            continue
        status = written if written == "default" else written.upper()
        worded = _WORDED.match(written)
        if worded is not None:
            status = worded[1].lower() if worded[1].lower() == "default" else worded[1].upper()
            entry.session.reports.add("CG0382", response.id, at_key=True, status=written, right=status)
            if status in known:
                continue
            known.add(status)
        elif not _STATUS.match(status):
            entry.session.reports.add("CG0314", response.id, at_key=True, status=written)
            continue
        elif status != written:
            entry.session.reports.add("CG0313", response.id, at_key=True, status=written, right=status)
        _look_at_status(status, response, received=received)
        lowered = lower_response(status, response)
        if lowered is not None:
            found.append(lowered)
    return tuple(found)


_WITHOUT_BODY = frozenset({"204", "205", "304"})


def _look_at_status(status: str, entry: Entry, *, received: bool) -> None:
    """Tell of a body where HTTP has none, and of answers that are no result of a method (D16.6)."""
    if (status in _WITHOUT_BODY or status.startswith("1")) and entry.raw.get("content"):
        entry.session.reports.tally("CG0821", entry.at("content"), status=status, at_key=True)
    if received:
        return
    if status == "304":
        entry.session.reports.tally("CG0822", entry.id, at_key=True)


def _lists_none(responses: Json) -> bool:
    return responses is None or (isinstance(responses, dict) and all(key.startswith("x-") for key in responses))


def pagination_of(entry: Entry, found: Extensions) -> Pagination | None:
    """Return the `x-codegen-pagination` of an object."""
    value = found.get("pagination")
    return None if value is None else lower_pagination(value, entry.at(found.spelled("pagination")))


def opened(links: tuple[Entry, ...], known: Keys, where: Where) -> tuple[Extensions, Pagination | None]:
    """Return the extensions of a thing behind references, those beside them first, and the pagination among them."""
    found, pagination = NONE, None
    for link in links:
        own = link.siblings(where) if link is not links[-1] else link.open(known, where)
        found, pagination = found.over(own), pagination or pagination_of(link, own)
    return found, pagination


def _contents(entry: Entry, where: Where) -> tuple[Content, ...]:
    return tuple(lower_content(media_type, item, where) for media_type, item in entry.members("content"))


def lower_content(media_type: str, entry: Entry, where: Where) -> Content:
    """Lower a media type; ``media_type`` is its key."""
    if not check_media_type(entry.session, entry.id, media_type):
        if media_type in object_keys.CONTENT.known:
            return Content(media_type, id=entry.id)  # `content: {schema: ...}`: what is below it is no media type
    elif (meant := media_type_meant(media_type)) is not None:
        entry.session.reports.tally("CG0818", entry.id, name=media_type, meant=meant)
    links = entry.links()  # 3.2
    if not links:
        return Content(media_type, id=entry.id)
    entry = links[-1]
    found, pagination = opened(links, object_keys.CONTENT, where)
    lower = lower_items if "itemSchema" in entry else lower_events
    items, events = lower(media_type, entry) or (None, ())
    whole = None if items is not None else member_schema(entry)
    for key in ("prefixEncoding", "itemEncoding"):
        if key in entry:
            entry.session.reports.add("CG1306", entry.at(key), at_key=True, key=key)
    return Content(
        media_type,
        schema=items or whole,
        events=events,
        encodings=tuple(_encoding(name, item) for name, item in entry.members("encoding")),
        example=first_example(entry, whole, media_type),
        ignore=ignored_for(found),
        pagination=pagination,
        sentinel=lower_sentinel(found),
        switch=lower_switch(found),
        id=entry.id,
    )


def _encoding(name: str, entry: Entry) -> Encoding:
    entry.open(object_keys.ENCODING, Where.ENCODING)
    content_type = entry.text("contentType")
    for media_type in _types(content_type):
        check_media_type(entry.session, entry.at("contentType"), media_type, at_key=False)
    for key in ("encoding", "prefixEncoding", "itemEncoding"):
        if key in entry:
            entry.session.reports.add("CG1306", entry.at(key), at_key=True, key=key)
    return Encoding(
        name,
        content_type=content_type,
        headers=lower_headers(entry),
        style=_style(entry),
        explode=entry.maybe("explode"),
        allow_reserved=entry.maybe("allowReserved"),
        id=entry.id,
    )


def _types(listed: str | None) -> list[str]:
    """Return the media types of a `contentType`, between commas."""
    return [part.strip() for part in listed.split(",")] if listed and '"' not in listed else []


def _style(entry: Entry) -> Style | None:
    if unwritable_format(entry):
        return None
    style = entry.choice("style", ("form", "spaceDelimited", "pipeDelimited", "deepObject"))
    return STYLES[style] if style is not None else None

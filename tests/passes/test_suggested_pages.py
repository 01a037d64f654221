"""The suggestion of `codegen lint` for operations that look paged (D6.12): a line that is correct unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from passes.linting import lint
from passes.page_suggestions import suggest_pages
from passes.support.pagination.pagination_text import flow, sentence
from tests.support.documents import list_of
from tests.support.lowering import Compiled, compiled

INTEGER, STRING, BOOLEAN = ({"type": name} for name in ("integer", "string", "boolean"))
MAYBE = {"type": ["string", "null"]}
URL = {"type": "string", "format": "uri"}
THING = {"type": "object", "properties": {"id": STRING}, "required": ["id"]}
LIST = list_of(THING)
LINK = {"Link": {"schema": STRING}}


def thing(**properties: Any) -> dict[str, Any]:
    """An object that has all of its properties always."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def document(
    query: dict[str, Any], answer: Any, *, headers: Any = None, body: Any = None, method: str = "get", more: str = ""
) -> dict[str, Any]:
    response = {"description": "ok", "headers": headers or {}, "content": {"application/json": {"schema": answer}}}
    operation: dict[str, Any] = {
        "operationId": "list",
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()],
        "responses": {"200": response},
    }
    if body is not None:
        operation["requestBody"] = {"content": {"application/json": {"schema": body}}}
    if more:
        operation["x-codegen-pagination"] = json.loads(more)
    return {"paths": {"/things": {method: operation}}}


def read(found: dict[str, Any], line: str = "") -> Compiled:
    """Compile a document, with a line of YAML in the operation, as someone pastes it."""
    text = "".join(f"{key}: {json.dumps(value)}\n" for key, value in found.items())
    pasted = f'"operationId": "list", "x-codegen-pagination": {line}'
    return compiled(text.replace('"operationId": "list"', pasted) if line else text)


def suggested(document: dict[str, Any], line: str = "") -> list[str]:
    found = read(document, line)
    return [flow(item.pagination) for item in suggest_pages(found.sdk, found.context)]


def cursor(name: str, outputs: str, place: str = "parameters") -> str:
    return f"{{type: cursor, inputs: [{{name: {name}, in: {place}, type: cursor}}], outputs: {{{outputs}}}}}"


def numbered(outputs: str, *inputs: tuple[str, str]) -> str:
    listed = ", ".join(f"{{name: {name}, in: parameters, type: {kind}}}" for name, kind in inputs)
    return f"{{type: offsetLimit, inputs: [{listed}], outputs: {{{outputs}}}}}"


LAST = 'items: $.data, nextCursor: "$.data[-1].id", hasMore: $.has_more'
MORE = thing(data=LIST, has_more=BOOLEAN)

RECOGNISED: dict[str, tuple[dict[str, Any], Any, str]] = {
    "the last item's id, `after`": ({"after": STRING, "before": STRING, "limit": INTEGER}, MORE, cursor("after", LAST)),
    "the last item's id, `starting_after`": (
        {"ending_before": STRING, "starting_after": STRING},
        MORE,
        cursor("starting_after", LAST),
    ),
    "the last item's id, `before` alone": ({"before": STRING}, MORE, cursor("before", LAST)),
    "the last item's id by another case": (
        {"startingAfter": STRING},
        thing(data=LIST, hasMore=BOOLEAN),
        cursor("startingAfter", 'items: $.data, nextCursor: "$.data[-1].id", hasMore: $.hasMore'),
    ),
    "items without an id, `last_id`": (
        {"after_id": STRING},
        thing(data=list_of({"type": "object"}), has_more=BOOLEAN, last_id=MAYBE),
        cursor("after_id", "items: $.data, nextCursor: $.last_id, hasMore: $.has_more"),
    ),
    "a cursor in the answer, null at the end": (
        {"cursor": STRING},
        thing(things=LIST, next_cursor=MAYBE),
        cursor("cursor", "items: $.things, nextCursor: $.next_cursor"),
    ),
    "a cursor in the answer, always there": (
        {"cursor": STRING},
        thing(things=LIST, next_cursor=STRING),
        cursor("cursor", "results: $.things, nextCursor: $.next_cursor"),
    ),
    "a cursor in the answer, and `has_more`": (
        {"page": STRING, "limit": INTEGER},
        thing(data=LIST, has_more=BOOLEAN, next_page=MAYBE),
        cursor("page", "items: $.data, nextCursor: $.next_page, hasMore: $.has_more"),
    ),
    "a token of a page": (
        {"pageToken": STRING, "pageSize": INTEGER},
        {"type": "object", "properties": {"items": LIST, "nextPageToken": STRING}},
        cursor("pageToken", "items: $.items, nextCursor: $.nextPageToken"),
    ),
    "a cursor among what is told of the page": (
        {"page[cursor]": STRING},
        thing(data=LIST, meta=thing(page={"type": "object", "properties": {"after": STRING}})),
        cursor('"page[cursor]"', "items: $.data, nextCursor: $.meta.page.after"),
    ),
    "an argument of the next page": (
        {"offset": STRING, "limit": INTEGER},
        thing(data=LIST, next_page={"type": ["object", "null"], "properties": {"offset": STRING, "uri": URL}}),
        cursor("offset", "items: $.data, nextCursor: $.next_page.offset"),
    ),
    "a wrapped answer": (
        {"cursor": STRING},
        thing(result=thing(things=LIST, next_cursor=MAYBE)),
        cursor("cursor", "items: $.result.things, nextCursor: $.result.next_cursor"),
    ),
    "total pages": (
        {"page": INTEGER, "limit": INTEGER},
        thing(data=LIST, meta=thing(page=INTEGER, total_pages=INTEGER)),
        numbered("items: $.data, numPages: $.meta.total_pages", ("page", "page")),
    ),
    "numbered until there are no more": (
        {"page[number]": INTEGER, "page[size]": INTEGER},
        thing(data=LIST, has_more=BOOLEAN),
        numbered("items: $.data, hasMore: $.has_more", ('"page[number]"', "page")),
    ),
    "pages from 0, which may have a total": (
        {"page": {"type": "integer", "default": 0}},
        thing(data=LIST, total_pages=INTEGER),
        numbered("results: $.data", ("page", "page")),
    ),
    "an offset until there are no more": (
        {"offset": INTEGER},
        thing(data=LIST, has_more=BOOLEAN),
        numbered("items: $.data, hasMore: $.has_more", ("offset", "offset")),
    ),
    "numbered": (
        {"page": INTEGER, "per_page": INTEGER},
        LIST,
        numbered("results: $", ("page", "page"), ("per_page", "limit")),
    ),
    "numbers of JavaScript": (
        {"page": {"type": "number"}, "pageSize": {"type": "number"}},
        LIST,
        numbered("results: $", ("page", "page"), ("pageSize", "limit")),
    ),
    "an offset beside a limit": (
        {"offset": INTEGER, "limit": INTEGER},
        thing(total=INTEGER, things=LIST),
        numbered("results: $.things", ("offset", "offset"), ("limit", "limit")),
    ),
    "a number beside a cursor that may not be there": (
        {"offset": INTEGER, "limit": INTEGER, "marker": STRING},
        thing(entries=LIST, next_marker=MAYBE),
        numbered("results: $.entries", ("offset", "offset"), ("limit", "limit")),
    ),
    "links": (
        {},
        thing(data=LIST, links=thing(self=URL, next=URL, prev=URL)),
        "{type: url, outputs: {items: $.data, nextUrl: $.links.next}}",
    ),
    "links with hrefs": (
        {},
        thing(items=LIST, _links=thing(next=thing(href=STRING))),
        "{type: url, outputs: {items: $.items, nextUrl: $._links.next.href}}",
    ),
    "a URL at the top": (
        {"page": STRING},
        thing(count=INTEGER, next={**URL, "type": ["string", "null"]}, results=LIST),
        "{type: url, outputs: {items: $.results, nextUrl: $.next}}",
    ),
    "a URL by its name": (
        {},
        thing(**{"next-page-uri": MAYBE, "things": LIST}),
        "{type: url, outputs: {items: $.things, nextUrl: \"$['next-page-uri']\"}}",
    ),
}


@pytest.mark.parametrize("case", RECOGNISED)
def test_a_convention_is_recognised(case: str) -> None:
    """D6.12: what is suggested is right as it stands, and no build guesses."""
    query, answer, expected = RECOGNISED[case]
    check_suggestion(document(query, answer), expected)


def check_suggestion(text: dict[str, Any], expected: str) -> None:
    """Check that a line is suggested, and can be pasted as lint prints it."""
    assert suggested(text) == [expected]
    bare = read(text)
    assert bare.operation("paths/~1things/get").pages is None
    assert bare.codes == []
    lint(bare.sdk, bare.context)
    assert [(item.code, item.help) for item in bare.diagnostics.items] == [
        ("CG0918", f"x-codegen-pagination: {expected}")
    ]
    pasted = read(text, expected)
    assert pasted.codes == []
    pages = pasted.operation("paths/~1things/get").pages
    assert pages is not None
    assert pages.has_items
    assert suggested(text, expected) == []


def test_the_link_header_is_recognised() -> None:
    """D6.11: before numbers, which would end at an empty page only."""
    text = document({"page": INTEGER, "per_page": INTEGER}, thing(total=INTEGER, things=LIST), headers=LINK)
    check_suggestion(text, "{type: url, outputs: {items: $.things, nextUrl: $response.header.Link}}")


def test_a_header_that_counts_pages_is_recognised() -> None:
    """D6.11: X-Total-Count counts items."""
    headers = {name: {"schema": INTEGER} for name in ("X-Page", "X-Per-Page", "X-Total-Count")}
    text = document({"page": INTEGER}, LIST, headers=headers)
    assert suggested(text) == [numbered("results: $", ("page", "page"))]
    text = document({"page": INTEGER}, LIST, headers={**headers, "X-Total-Pages": {"schema": INTEGER}})
    assert suggested(text) == [numbered("items: $, numPages: $response.header.X-Total-Pages", ("page", "page"))]


def test_a_search_by_a_body_is_recognised() -> None:
    """The cursor is a property of the body; nothing else that is posted is taken for a page."""
    body = {"type": "object", "properties": {"start_cursor": STRING, "query": STRING}}
    answer = thing(results=LIST, next_cursor=MAYBE, has_more=BOOLEAN)
    line = cursor("start_cursor", "items: $.results, nextCursor: $.next_cursor, hasMore: $.has_more", "requestBody")
    assert suggested(document({}, answer, body=body, method="post")) == [line]
    assert suggested(document({"page": INTEGER, "limit": INTEGER}, LIST, body=body, method="post")) == []
    assert suggested(document({"after": STRING}, MORE, method="put")) == []


NOT_RECOGNISED: dict[str, tuple[dict[str, Any], Any]] = {
    "no list": ({"page": INTEGER}, thing(name=STRING)),
    "no argument": ({}, LIST),
    "a page that is a text, and no cursor": ({"page": STRING}, LIST),
    "`after` is a date": ({"after": {"type": "string", "format": "date-time"}}, MORE),
    "a cursor of another type than the id": ({"after": INTEGER}, MORE),
    "items without an id": ({"after": STRING}, thing(data=list_of(STRING), has_more=BOOLEAN)),
    "a thing that has a list": ({"page": INTEGER}, thing(id=STRING, tags=LIST)),
    "two lists": ({"cursor": STRING}, thing(added=LIST, removed=LIST, next_cursor=MAYBE)),
    "an offset without a limit": ({"offset": INTEGER}, LIST),
    "pages from 0 or 1": ({"page": {"type": "integer", "minimum": 0}}, LIST),
    "no `next` among the links": ({}, thing(data=LIST, links=thing(self=URL, prev=URL))),
    "a link that is no URL of a page": ({}, thing(data=LIST, next=STRING)),
}


@pytest.mark.parametrize("case", NOT_RECOGNISED)
def test_what_follows_no_convention_is_not_recognised(case: str) -> None:
    """D6.12: what may be something else is not suggested."""
    assert suggested(document(*NOT_RECOGNISED[case])) == []


def test_a_required_argument_is_no_cursor() -> None:
    """The first page is asked for without one; a number is given."""
    text = document({"page": INTEGER}, LIST)
    text["paths"]["/things"]["get"]["parameters"][0]["required"] = True
    assert suggested(text) == [numbered("results: $", ("page", "page"))]
    text = document({"after": STRING}, MORE)
    text["paths"]["/things"]["get"]["parameters"][0]["required"] = True
    assert suggested(text) == []


def test_what_is_ignored_is_not_suggested() -> None:
    """D5.4"""
    text = document({"after": STRING}, MORE)
    text["paths"]["/things"]["get"]["parameters"][0]["x-codegen-ignore"] = "go"
    assert suggested(text) == []


@pytest.mark.parametrize("more", ["{}", '{"type": "url", "outputs": {"nextUrl": "$.gone"}}'])
def test_what_is_configured_is_left_alone(more: str) -> None:
    """D6.1: `{}` is an answer, too."""
    assert suggested(document({"after": STRING}, MORE, more=more)) == []


def test_an_entry_of_the_root_is_a_configuration() -> None:
    """D6.14"""
    text = document({"after": STRING}, MORE)
    text["x-codegen-pagination"] = [{"operationId": "^list", "type": "url", "outputs": {"nextUrl": "$.data[-1].id"}}]
    assert suggested(text) == []


def told(found: Compiled) -> list[str]:
    lint(found.sdk, found.context)
    return found.codes


def test_answers_that_tell_of_more_and_no_way_to_it() -> None:
    """CG0925"""
    assert told(read(document({}, MORE))) == ["CG0925"]
    assert told(read(document({"before": {"type": "string", "format": "date"}}, MORE))) == []
    assert told(read(document({}, MORE, more="{}"))) == []


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("the last item's id, `after`", "`after` takes $.data[-1].id, until $.has_more is false"),
        ("a cursor in the answer, null at the end", "`cursor` takes $.next_cursor, until there is none"),
        ("total pages", "`page` is counted up to $.meta.total_pages"),
        ("an offset beside a limit", "`offset` grows by the items, until a page is empty"),
        ("links", "$.links.next is the next URL, until there is none"),
    ],
)
def test_a_sentence_for_each(case: str, words: str) -> None:
    found = read(document(*RECOGNISED[case][:2]))
    assert [sentence(item.pagination) for item in suggest_pages(found.sdk, found.context)] == [words]

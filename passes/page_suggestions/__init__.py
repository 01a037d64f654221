"""Recognise conventions of pagination on operations that have no configuration (D6.12).

| what an operation shows | what is suggested |
| --- | --- |
| an integer `page`, and `total_pages` or `has_more` in the answer | offsetLimit |
| a cursor in the answer (`next_cursor`), and a `cursor` to give it to | cursor |
| `has_more` in the answer, and `after`, `starting_after` or `before` | cursor: the id of the last item |
| a URL in the answer (`links.next`, `next_page_url`), or the response header `Link` | url |
| an integer `page`, or `offset` beside `limit`, and nothing that tells of an end | offsetLimit until a page is empty |

If the response itself marks the end, the items are `items`: a page may be empty before the last, and a server that
caps the limit must not end the pages. Else they are `results`, with the limit, which saves a last request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Diagnostics
from compiler.ir.node import frozen, replace
from compiler.ir.nodes import Operation, Pagination, PaginationInput, PaginationOutput, Sdk
from compiler.ir.types import Model
from passes.context import Context
from passes.page_suggestions.signs import HREF, NEXT, NUMBERS, Asked, Items, Signs, Told, key_of, signs_of
from passes.support.names.arguments import shared_parameters
from passes.support.pagination.attached import pages_of
from passes.support.pagination.ignored import lacks_ignored
from passes.support.type_queries import Types, alternatives, kinds_of

PAGE = ("page", "page_number", "page_no", "page_num")
OFFSET = ("offset", "skip", "page_offset")
LIMIT = ("limit", "per_page", "page_size", "page_limit", "size", "count", "max_results", "take", "top")
CURSOR = (
    *("cursor", "next_cursor", "page_cursor", "start_cursor", "page_token", "next_page_token", "next_token"),
    *("continuation_token", "marker", "starting_after", "after", "after_id", "after_cursor", "page_after"),
    *("page", "offset"),
)
LAST_ITEM = ("starting_after", "after", "after_id", "starting_after_id", "before", "before_id")
NEXT_CURSOR = (
    *("next_cursor", "next_page_token", "next_page_cursor", "next_token", "next_marker", "next_continuation_token"),
    *("continuation_token", "end_cursor", "next_page", "next", "cursor"),
)
HAS_MORE = ("has_more", "has_next_page", "has_next", "has_more_results", "has_more_items", "more", "next_page")
TOTAL_PAGES = ("total_pages", "page_count", "num_pages", "last_page", "pages")
TOTAL_PAGES_HEADERS = ("x_total_pages", "total_pages", "x_page_count", "page_count", "x_pages")
NEXT_URL = ("next_url", "next_page_url", "next_page_uri", "next_uri", "next_link", "next_page_link", "next_href")
CURSORS = frozenset({"page", "paging", "pagination", "cursors", "page_info"})
"""Objects whose `after` is a cursor."""
_PLAIN = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Suggestion:
    """A pagination that an operation has not, and looks as if it had."""

    operation: Operation
    pagination: Pagination


def suggest_pages(sdk: Sdk, context: Context) -> Iterator[Suggestion]:
    """Yield what each operation without a pagination could be given, in the order of the document.

    What is suggested is right as it stands: it is held against the document as if it were written there.
    """
    shared = shared_parameters(sdk)
    for operation in _unconfigured(sdk, context):
        for pagination in _looked_up(operation, sdk.types):
            aside = replace(context, diagnostics=Diagnostics())
            asked = replace(operation, paginations=(pagination,))
            pages = pages_of(asked, aside, types=sdk.types, shared=shared)
            told = aside.diagnostics.has_any("CG") or lacks_ignored(operation, pagination, sdk.types, aside)
            if pages is not None and not told:
                yield Suggestion(operation, pagination)
                break


def dead_ends(sdk: Sdk, context: Context) -> Iterator[tuple[Operation, str]]:
    """Yield operations whose answers say whether there is more, and that have no parameter to go on with."""
    for operation in _unconfigured(sdk, context):
        signs = signs_of(operation, sdk.types) if operation.method == "GET" else None
        more = signs.value(HAS_MORE, ("boolean",)) if signs is not None else None
        if signs is not None and more is not None and signs.asked.keys().isdisjoint(_LEADING):
            yield operation, _path(more)


_LEADING = frozenset((*PAGE, *OFFSET, *CURSOR, *LAST_ITEM))
"""Names of arguments that lead to another page."""


def _unconfigured(sdk: Sdk, context: Context) -> Iterator[Operation]:
    """Yield the operations that have no pagination, not one with a mistake either."""
    refused = {at for at, codes in context.diagnostics.failed_subjects.items() if _UNREADABLE & set(codes)}
    for operation in sdk.operations.values():
        if operation.variant is None and operation.id not in refused and not _is_configured(operation):
            yield operation


_UNREADABLE = frozenset({"CG0323", "CG0324"})
"""Errors of `x-codegen-*` keys, of which nothing is read: a pagination may be configured, with a mistake."""


def _is_configured(operation: Operation) -> bool:
    """Tell whether pages are configured, switched off included."""
    return operation.pages is not None or bool(operation.paginations)


def _looked_up(operation: Operation, types: Types) -> Iterator[Pagination]:
    """Yield what the shape of an operation suggests, the best first."""
    signs = signs_of(operation, types) if operation.method in ("GET", "POST") else None
    if signs is None:
        return
    ways: Iterable[Callable[[Signs, Types], Pagination | None]] = (_cursor, _last_item, _next_url, _link)
    if operation.method == "POST":  # a search; what else is posted is not done once more for a page
        ways = (_cursor,)
    elif _number(signs) is not None:  # answers to requests without a cursor may have none then
        ways = (_counted, _next_url, _link, _numbered, _cursor, _last_item)
    for way in ways:
        found = way(signs, types)
        if found is not None:
            yield found


# --------------------------------------------------------------------------- numbers


def _number(signs: Signs) -> Asked | None:
    """Return the argument that counts pages or items."""
    page = signs.number(PAGE)
    if page is not None and page.first is not None:
        return page
    return signs.number(OFFSET)


def _counted(signs: Signs, _: Types) -> Pagination | None:
    """Return numbered pages of which the answer tells how many there are, or whether there are more."""
    number = _number(signs)
    if number is None:
        return None
    ends = [("hasMore", signs.value(HAS_MORE, ("boolean",))), ("numPages", _total(signs, number))]
    told = sorted(((key, end) for key, end in ends if end is not None), key=lambda item: not _is_certain(item[1]))
    if not told:
        return None
    return _make("offsetLimit", [(number, _kind(number))], signs, dict(told[:1]), told=True)


def _total(signs: Signs, number: Asked) -> Told | str | None:
    """Return the number of pages, in the answer or in a header (D6.11); the last of pages from 0 has another."""
    if _kind(number) != "page" or number.first != 1:
        return None
    header = next((signs.headers[name] for name in TOTAL_PAGES_HEADERS if name in signs.headers), None)
    return signs.value(TOTAL_PAGES, NUMBERS) or (f"$response.header.{header}" if header is not None else None)


def _is_certain(end: Told | str) -> bool:
    return isinstance(end, Told) and end.certain


def _numbered(signs: Signs, _: Types) -> Pagination | None:
    """Return pages that end where one is empty, or shorter than what was asked for (spec 4.1)."""
    number, limit = _number(signs), signs.number(LIMIT)
    if number is None or not signs.items.sure or (limit is None and _kind(number) == "offset"):
        return None  # an offset without a limit may be anything
    inputs = [(number, _kind(number)), *([(limit, "limit")] if limit is not None else [])]
    return _make("offsetLimit", inputs, signs, {}, told=False)


def _kind(number: Asked) -> str:
    return "page" if key_of(number.name) in PAGE else "offset"


# --------------------------------------------------------------------------- cursors


def _cursor(signs: Signs, _: Types) -> Pagination | None:
    """Return pages whose answer has the cursor of the next one."""
    for asked in signs.cursor(CURSOR):
        cursor = _cursor_for(asked, signs)
        if cursor is not None:
            more = signs.value(HAS_MORE, ("boolean",))
            outputs = {"nextCursor": cursor} | ({"hasMore": more} if more is not None else {})
            return _make("cursor", [(asked, "cursor")], signs, outputs, told=more is not None or not cursor.certain)
    return None


def _cursor_for(asked: Asked, signs: Signs) -> Told | None:
    """Return the value that an argument takes: `next.after` of `after`, `page.after`, or one of the usual names."""
    own = key_of(asked.name)
    for told in signs.told:
        named = told.key == own if told.within in NEXT else told.key == "after" and told.within in CURSORS
        if named and told.kinds & asked.kinds:
            return told
    return signs.value(NEXT_CURSOR, asked.kinds)


def _last_item(signs: Signs, types: Types) -> Pagination | None:
    """Return pages that go on behind the last item, whose id is the cursor, until `has_more` is false."""
    more = signs.value(HAS_MORE, ("boolean",))
    asked = next(signs.cursor(LAST_ITEM), None)
    if more is None or asked is None:
        return None
    cursor = _last_id(signs.items, asked, types) or signs.value(("last_id",), asked.kinds)
    if cursor is None:
        return None
    return _make("cursor", [(asked, "cursor")], signs, {"nextCursor": cursor, "hasMore": more}, told=True)


def _last_id(items: Items, asked: Asked, types: Types) -> Told | None:
    """Return the id of the last item, which items of every kind must have under one name."""
    fields = [
        [field for field in item.fields if key_of(field.wire) == "id"]
        for item in items.types
        if isinstance(item, Model)
    ]
    names = {field.wire for listed in fields for field in listed}
    if len(names) != 1 or not all(fields) or len(fields) != len(items.types):
        return None
    kinds = [kinds_of(alternatives(types, field.type)) for listed in fields for field in listed]
    return Told((*items.path, -1, *names), "id", asked.kinds) if all(one & asked.kinds for one in kinds) else None


# --------------------------------------------------------------------------- URLs


def _next_url(signs: Signs, _: Types) -> Pagination | None:
    """Return pages whose answer has the URL of the next one (spec 4.2)."""
    urls = [item for item in signs.told if item.url and (item.key in NEXT or (item.key, item.within) == HREF)]
    url = urls[0] if urls else signs.value(NEXT_URL, ("string",), url=True)
    return _make("url", [], signs, {"nextUrl": url}, told=True) if url is not None else None


def _link(signs: Signs, _: Types) -> Pagination | None:
    """Return pages whose header `Link` has the URL of the next one (D6.11)."""
    return _make("url", [], signs, {"nextUrl": "$response.header.Link"}, told=True) if "link" in signs.headers else None


# --------------------------------------------------------------------------- the configuration


def _make(
    kind: str, inputs: Iterable[tuple[Asked, str]], signs: Signs, outputs: Mapping[str, Told | str], *, told: bool
) -> Pagination:
    """Return a configuration; ``told``: the answer tells where the pages end, so that an empty one does not."""
    paths = {"items" if told else "results": signs.items.path, **outputs}
    return Pagination(
        kind,
        inputs=tuple(PaginationInput(asked.name, asked.place, role) for asked, role in inputs),
        outputs=tuple(PaginationOutput(key, _path(value)) for key, value in paths.items()),
    )


def _path(value: Told | tuple[str, ...] | str) -> str:
    """Return a JSONPath, or a runtime expression as it is."""
    if isinstance(value, str):
        return value
    return "$" + "".join(map(_step, value.path if isinstance(value, Told) else value))


def _step(step: str | int) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else "['" + step.replace("\\", "\\\\").replace("'", "\\'") + "']"

"""Signs of pagination in an operation: parameters that request another page, and response properties (D6.12).

Names are compared word by word, in lower case: `page[size]`, `pageSize` and `page_size` are one name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, frozen
from compiler.ir.nodes import Operation, Parameter
from compiler.ir.types import Field, Kind, ListOf, MapOf, Model, Scalar, Type
from compiler.ir.wire import BodyKind, Place
from passes.support.names.callers import LISTS
from passes.support.type_queries import Concrete, Types, alternatives, field_of, is_nullable, json_types, kinds_of

NO_ITEMS = frozenset({"errors", "warnings", "messages", "included", "links", "facets"})
"""Lists beside the items, where these have a name of their own (`repositories`)."""
NUMBERS = frozenset({"integer", "number"})
WRAPPERS = ("data", "result", "response", "payload")
"""Properties that hold the whole answer."""
ABOUT_PAGES = frozenset(
    (
        *("meta", "metadata", "response_metadata", "list_metadata", "pagination", "paging", "paginator", "pager"),
        *("page", "pages", "page_info", "cursors", "links", "next", "next_page"),
    )
)
"""Objects of an answer that tell of its pages."""
NEXT = ("next", "next_page")
LINKS = frozenset({"links", "paging", "pages"})
"""Objects whose `next` is a URL."""
HREF = ("href", "next")
"""What holds a URL in HAL: `_links.next.href`."""
_DEPTH = 3
"""How deep these are looked into: `meta.page.after`."""
_MOST = 50
"""Models of an answer that are looked at: it may be a union of thousands."""
_URI = lazy_pattern(r"ur[il](-reference)?")


@frozen
class Asked:
    """An argument that a caller gives: a parameter of the query, or a property of the body."""

    name: str
    place: str
    kinds: frozenset[str]
    """The JSON types of its values."""
    cursor: bool = True
    """It may be one: the first page needs none, and it takes no dates, as a filter does."""
    first: int | None = None
    """Where counting begins: its default; else 1, or None where it may be 0."""


@frozen
class Told:
    """A value of an answer: its path, and the JSON types of it."""

    path: tuple[str | int, ...]
    key: str
    kinds: frozenset[str]
    certain: bool = False
    """Every answer has it, and never as null."""
    within: str = ""
    """The name of the object that holds it; nothing at the top."""
    url: bool = False
    """It is a URL: its format says so, or that it is the `next` of `links`."""


@frozen
class Items:
    """Where the items of an answer are."""

    path: tuple[str, ...]
    types: tuple[Concrete, ...]
    sure: bool
    """The answer is a list itself, or its name says that these are the items, or they are objects."""


@frozen
class Signs:
    """What is known of one operation."""

    asked: Mapping[str, Asked]
    told: tuple[Told, ...]
    items: Items
    headers: Mapping[str, str]
    """Names of the answers' headers, by their words."""

    def number(self, names: Iterable[str]) -> Asked | None:
        """Return the first of the arguments with these names that takes numbers."""
        found = (self.asked.get(name) for name in names)
        return next((item for item in found if item is not None and item.kinds & NUMBERS), None)

    def cursor(self, names: Iterable[str]) -> Iterator[Asked]:
        """Yield the arguments with these names that may be a cursor."""
        found = (self.asked.get(name) for name in names)
        yield from (item for item in found if item is not None and item.cursor)

    def value(self, names: Iterable[str], kinds: Collection[str], *, url: bool = False) -> Told | None:
        """Return the value of an answer with the first of these names that has any; ``url``: it may be a URL."""
        fitting = [item for item in self.told if not item.kinds.isdisjoint(kinds) and (url or not item.url)]
        return next((item for name in names for item in fitting if item.key == name), None)


def signs_of(operation: Operation, types: Types) -> Signs | None:
    """Return what an operation shows; None where no list of items is in its answers."""
    answers = [answer for answer in operation.answers if not answer.error]
    bodies = [item.type for answer in answers for item in answer.decodes if item.kind is BodyKind.JSON]
    items = next(filter(None, (_items(types, body) for body in bodies)), None)
    if items is None:
        return None
    asked = {key_of(item.name): item for item in reversed([*_parameters(operation, types), *_body(operation, types)])}
    told = sorted((item for body in bodies for item in _signs_in(types, body, set())), key=lambda item: len(item.path))
    headers = {key_of(header.wire): header.wire for answer in answers for header in answer.headers}
    return Signs(asked, tuple(told), items, headers)


def key_of(name: str) -> str:
    """Return the words of a name, as tables here have them."""
    return "_".join(words(name, PLAIN)).lower()


# --------------------------------------------------------------------------- arguments


def _parameters(operation: Operation, types: Types) -> Iterator[Asked]:
    for item in operation.parameters:
        given = item.place is Place.QUERY and item.fixed is None and not item.deprecated
        if given and item.type is not None:
            yield _sign_of(types, item, "parameters", item.type)


def _body(operation: Operation, types: Types) -> Iterator[Asked]:
    payload = operation.payload
    if payload is None or payload.kind not in (BodyKind.JSON, BodyKind.FORM):
        return
    for model in alternatives(types, payload.type):
        for item in model.fields if isinstance(model, Model) else ():
            if not (item.read_only or item.deprecated):
                yield _sign_of(types, item, "requestBody", item.type)


def _sign_of(types: Types, item: Parameter | Field, place: str, type_: Type) -> Asked:
    found = alternatives(types, type_)
    scalars = [one for one in found if isinstance(one, Scalar)]
    dated = any(one.kind in (Kind.DATE, Kind.DATE_TIME) for one in scalars)
    from_zero = any(one.checks is not None and one.checks.minimum == 0 for one in scalars)
    first = None if from_zero else 1
    if item.default is not None and isinstance(item.default.json, int):
        first = item.default.json
    return Asked(item.wire, place, kinds_of(found), not (dated or item.required), first)


# --------------------------------------------------------------------------- answers


def _items(types: Types, body: Type) -> Items | None:
    """Return the items: the body itself, one of the usual properties, the only list; or those of a wrapper."""
    found = alternatives(types, body)
    whole = next((item for item in found if isinstance(item, ListOf)), None)
    if whole is not None:
        return Items((), tuple(alternatives(types, whole.item)), sure=True)
    for model in found[:_MOST]:
        if isinstance(model, Model):
            lists = dict(_lists(types, model))
            named = next((name for name in lists if key_of(name) in LISTS), None)
            if named is None and len(lists) == 1 and field_of(model, "id") is None:  # with an id it is one thing
                named = next(iter(lists))
            if named is not None:
                element = tuple(alternatives(types, lists[named].item))
                objects = any(isinstance(item, Model | MapOf) for item in element)
                return Items((named,), element, sure=objects or key_of(named) in LISTS)
            if not lists:
                return _wrapped(types, model)
    return None


def _lists(types: Types, model: Model) -> Iterator[tuple[str, ListOf]]:
    for field in _fields(model):
        if key_of(field.wire) not in NO_ITEMS:
            found = (item for item in alternatives(types, field.type) if isinstance(item, ListOf))
            yield from ((field.wire, item) for item in found)


def _wrapped(types: Types, model: Model) -> Items | None:
    for field in model.fields:
        if key_of(field.wire) in WRAPPERS:
            for inner in alternatives(types, field.type)[:_MOST]:
                lists = list(_lists(types, inner)) if isinstance(inner, Model) else []
                if len(lists) == 1:
                    name, item = lists[0]
                    return Items((field.wire, name), tuple(alternatives(types, item.item)), sure=True)
    return None


def _signs_in(
    types: Types, type_: Type, seen: set[Id], path: tuple[str, ...] = (), *, certain: bool = True
) -> Iterator[Told]:
    """Yield the values of an answer, and those of the objects in it that tell of pages, each looked at once."""
    for model in alternatives(types, type_):
        if isinstance(model, Model) and model.id not in seen and len(seen) < _MOST:
            seen.add(model.id)
            for field in _fields(model):
                yield from _of_field(types, field, seen, path, certain=certain)


def _of_field(types: Types, field: Field, seen: set[Id], path: tuple[str, ...], *, certain: bool) -> Iterator[Told]:
    here, key = (*path, field.wire), key_of(field.wire)
    certain = certain and field.required and not is_nullable(types, field.type)
    found = alternatives(types, field.type)
    if len(path) < _DEPTH and (key in ABOUT_PAGES or key in WRAPPERS):
        yield from _signs_in(types, field.type, seen, here, certain=certain)
    kinds = frozenset(kind for item in found if not isinstance(item, Model) for kind in json_types(item))
    if kinds:
        within = key_of(path[-1]) if path else ""
        url = any(_is_url(item) for item in found) or (key in NEXT and within in LINKS) or (key, within) == HREF
        yield Told(here, key, kinds, certain, within, url)


def _fields(model: Model) -> Iterator[Field]:
    """Yield the properties that answers have, of very large objects the first."""
    yield from (field for field in model.fields[: 4 * _MOST] if not field.write_only)


def _is_url(item: Concrete) -> bool:
    return isinstance(item, Scalar) and item.format is not None and _URI.fullmatch(item.format) is not None

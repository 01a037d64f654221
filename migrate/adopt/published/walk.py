"""Walks published types and the schemas of a document side by side, from operations inwards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.source import escape_token
from migrate.adopt.published.matching import Operations, grouped, one_call
from migrate.adopt.published.published import folded

if TYPE_CHECKING:
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Endpoint
    from migrate.adopt.published.likeness import Likeness
    from migrate.adopt.published.published import Key, Published, PublishedMethod, PublishedType
    from migrate.adopt.published.schemas import Schemas

_WORD = lazy_pattern(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_LITERAL = lazy_pattern(r"(?:Optional\[)?(?:typing\.)?(?:Literal\[)?[\"']([^\"']+)[\"']\]*(?: \| undefined)?\Z")
_STREAM = lazy_pattern(r"Stream\b")
_STREAMS = lazy_pattern(r"text/event-stream|application/(?:jsonl|x-ndjson|stream\+json)")
_PAGE = lazy_pattern(r"\b\w*Page(?:Promise|s|Iterator|r)?[\[<]|PagePromise<")
_UNION = lazy_pattern(r"(?:typing\.)?(?:Union|Optional)\[(.*)\]\Z")
_SUCCESSES = ("200", "201", "202", "2XX", "2xx", "default")
_DEEP = 40
_MOST = 12
"""So many schemas are walked beside one type."""


class Walk:
    """Notes in `met` which schemas stand where a type stands, by the key of the type, in the order of walking."""

    def __init__(self, published: Published, api: Api, schemas: Schemas) -> None:
        self._published, self._api, self._schemas = published, api, schemas
        self._types = published.by_name()
        self.met: dict[Key, list[str]] = {}
        self.shown: set[Key] = set()
        """The types that operations or other types lead to, and not a constant alone."""
        self.results: set[Key] = set()
        """The types that methods return, or list."""
        self._likeness: Likeness | None = None
        self._pages = {f"{name}{end}Page": name for name in self._types for end in ("", "s", "es")}
        """The types of items by the names of their pages: `TripsPage` has trips."""

    def from_operations(self, likeness: Likeness) -> None:
        """Walk bodies and results of all operations, then the types that have the constant of one component alone."""
        self._likeness = likeness
        for endpoint, methods in grouped(self._published, Operations(self._api)).items():
            method = one_call(methods)[0]
            self._result_of(method, endpoint)
            self._both(method.body, self._body(endpoint), _place(method), 0)
        self.shown.update(self.met)
        self._by_constants()

    def pair(self, type_: PublishedType, at: str) -> None:
        """Walk a type and its schema."""
        self._meet_named(type_, self._schemas.behind(at), 0)

    def meant(self, word: str, near: Key) -> PublishedType | None:
        """Return the type that a name means in a type or a method.

        Of several it is that of the same file, else the nearest exported one. Names are looked up in namespaces from
        the inside, then without the names of modules that stand before them.
        """
        for called in _spelled(word, near[1]):
            found = self._types.get(called)
            if found:
                return found[0] if len(found) == 1 else _nearest(found, near[0])
        sent_as = word.removesuffix("Param")  # a dictionary beside a model is no type of its own
        return self.meant(sent_as, near) if sent_as != word else None

    # ----------------------------------------------------------------------- operations

    def _result_of(self, method: PublishedMethod, endpoint: Endpoint) -> None:
        """Walk a result, and what it may be as a stream; of a page, the items, which are in its first list."""
        at = self._result(endpoint)
        parts = {part: _STREAM.search(part) for part in parted(method.result)}
        for part, stream in parts.items():
            if stream is not None:
                self._both(part[stream.end() :], self._result(endpoint, streamed=True), _place(method), 0)
        plain = " | ".join(part for part, stream in parts.items() if stream is None)
        item = self._pages.get(plain.rpartition(".")[2])
        plain = f"Page[{item}]" if item is not None else plain
        page = _PAGE.search(plain)
        if page is None:
            self._returned(plain, _place(method))
            self._both(plain, at, _place(method), 0)
            return
        schemas = self._schemas
        places = schemas.properties(at).values() if at is not None else ()
        lists = [place for place in places if schemas.is_list(place)]
        if at is not None and (lists or schemas.is_list(at)):
            inside = plain[page.end() - 1 :]
            item = inside.rpartition(",")[2] if "," in inside else inside
            self._returned(item, _place(method))
            self._both(item, lists[0] if lists else at, _place(method), 0)

    def _returned(self, type_: str, near: Key) -> None:
        types = list(self._all_meant(type_, near))
        if len(types) == 1:
            self.results.add(types[0].key)

    def _by_constants(self) -> None:
        """Walk types that no operation leads to, as those of webhooks, beside the only component of their constant."""
        places = self._places(at for _, at in self._schemas.components())
        for item in self._published.types:
            if item.exported and item.key not in self.met:
                met = {places[tag][0] for tag in _tags(item) if len(places.get(tag, ())) == 1}
                if len(met) == 1:
                    self._meet_named(item, met.pop(), 0)

    def _result(self, endpoint: Endpoint, *, streamed: bool = False) -> str | None:
        raw = self._api.operations[endpoint]
        responses = raw.raw.get("responses")
        for status in _SUCCESSES:
            if isinstance(responses, dict) and status in responses:
                return self._content(f"{raw.at}/responses/{status}", streamed=streamed)
        return None

    def _body(self, endpoint: Endpoint) -> str | None:
        raw = self._api.operations[endpoint]
        return self._content(f"{raw.at}/requestBody") if "requestBody" in raw.raw else None

    def _content(self, at: str, *, streamed: bool = False) -> str | None:
        """Return the pointer of the schema of the first media type of a body or a response; of a stream, of a value."""
        at = self._schemas.behind(at)
        content = self._schemas.value(f"{at}/content")
        for media, item in content.items() if isinstance(content, dict) else ():
            for key in ("itemSchema", "schema") if streamed else ("schema",):
                if isinstance(item, dict) and key in item and (not streamed or _STREAMS.match(media)):
                    return f"{at}/content/{escape_token(media)}/{key}"
        return None

    # ----------------------------------------------------------------------- inwards

    def _both(self, type_: str, at: str | None, near: Key, depth: int) -> None:
        """Walk a type as written at a place and the schema at a pointer."""
        if at is None or depth > _DEEP:
            return
        schemas = self._schemas
        at = self._inner(at)
        types = list(self._all_meant(type_, near))
        members = self._members(at)
        if len(types) == 1 and len(members) > 1 and (types[0].fields or len(_alternatives(type_)) > 1):
            declared = [at for member in members if schemas.is_declared(at := self._inner(member))]
            if len(declared) == 1:
                self._meet_named(types[0], declared[0], depth)
        elif len(types) == 1:
            self._meet_named(types[0], at, depth)
        elif types and members:
            pairs = list(self._paired(types, [self._inner(member) for member in members]))
            if not pairs and len(members) == len(types):
                pairs = list(zip(types, map(self._inner, members), strict=True))
            for item, member in pairs:
                self._meet_named(item, member, depth)

    def _members(self, at: str) -> list[str]:
        """Return the members of a union, of one that stands beside null alone, too."""
        for _ in range(_DEEP):
            found = [] if self._schemas.has_properties(at) else list(self._schemas.members(at))
            if len(found) != 1:
                return found
            at = self._schemas.behind(found[0])
            if not any(self._schemas.members(at)):
                return found
        return []

    def _inner(self, at: str) -> str:
        return self._schemas.through(self._schemas.behind(at))

    def _paired(self, types: Iterable[PublishedType], members: list[str]) -> Iterator[tuple[PublishedType, str]]:
        """Yield types with the only member of a union that has their shape, else the first that has their constant."""
        places = self._places(members)
        for item in types:
            alike = [at for at in members if self._likeness is not None and self._likeness.is_exact(item, at)]
            met = alike if len(alike) == 1 else next((places[tag] for tag in _tags(item) if tag in places), [])
            if met:
                yield item, met[0]

    def _places(self, schemas: Iterable[str]) -> Mapping[tuple[str, str], list[str]]:
        """Return the schemas by the constants of their properties."""
        places: dict[tuple[str, str], list[str]] = {}
        for at in schemas:
            for wire, place in self._schemas.properties(at).items():
                constant = self._schemas.constant(place)
                if constant is not None:
                    places.setdefault((wire, constant), []).append(at)
        return places

    def _all_meant(self, type_: str, near: Key) -> Iterator[PublishedType]:
        """Yield the types that a text names, each once."""
        seen = set()
        for word in _WORD.findall(type_):
            found = self.meant(word, near)
            if found is not None and found.name not in seen:
                seen.add(found.name)
                yield found

    def _meet_named(self, type_: PublishedType, at: str, depth: int) -> None:
        met = self.met.setdefault(type_.key, [])
        if at in met or len(met) >= _MOST:
            return
        if not self._schemas.is_declared(at) and not type_.text:
            return
        met.append(at)
        if depth:
            self.shown.add(type_.key)
        if type_.text:
            self._both(type_.text, at, type_.key, depth + 1)
        properties = self._schemas.properties(at)
        spelled = {folded(wire): place for wire, place in properties.items()} if type_.fields else {}
        for field in type_.fields or ():
            place = properties.get(field.wire) or spelled.get(folded(field.wire))
            if place is not None:
                self._both(field.type, place, type_.key, depth + 1)


def _place(method: PublishedMethod) -> Key:
    return method.origin.file, "", method.origin.line


def _spelled(word: str, inside: str) -> Iterator[str]:
    """Yield what a word may be in full."""
    spaces = inside.split(".") if inside else []
    for end in range(len(spaces), 0, -1):
        yield ".".join((*spaces[:end], word))
    while word:
        yield word
        word = word.partition(".")[2]


def _nearest(found: Sequence[PublishedType], file: str) -> PublishedType | None:
    near = next((item for item in found if item.origin.file == file), None)
    if near is not None:
        return near
    several = [item for item in found if item.exported] or list(found)
    away = sorted((_away(item.origin.file, file), index) for index, item in enumerate(several))
    return several[away[0][1]] if len(away) == 1 or away[0][0] < away[1][0] else None


def _away(one: str, other: str) -> int:
    """Return how far files are from each other: the folders that one alone is in."""
    return len({*one.split("/")} ^ {*other.split("/")})


def _tags(type_: PublishedType) -> Iterator[tuple[str, str]]:
    """Yield the fields of a type that are constants, with these."""
    for field in type_.fields or ():
        said = _LITERAL.match(field.type)
        if said is not None:
            yield field.wire, said[1]


def _alternatives(type_: str) -> list[str]:
    """Return what a type may be besides null, as Python and TypeScript write unions."""
    inside = _UNION.sub(lambda said: said[1], type_)
    parts = re.split(r"[|,]", re.sub(r"\[[^\[\]]*\]|<[^<>]*>", "", inside))
    return [part for part in map(str.strip, parts) if part not in ("", "None", "null", "undefined")]


def parted(type_: str) -> list[str]:
    """Return the members of a union as written."""
    found, depth, start = [], 0, 0
    for index, mark in enumerate(type_):
        depth += (mark in "[<(") - (mark in "]>)")
        if mark == "|" and not depth:
            found.append(type_[start:index])
            start = index + 1
    return [part.strip() for part in (*found, type_[start:])]

"""Which schema of the document a published type was made from: both are walked side by side from the operations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from compiler.adopt.published.matching import Operations, grouped, one_call
from compiler.base.patterns import lazy_pattern
from compiler.base.source import Json, escape_token
from compiler.front.keys.extensions import Where

if TYPE_CHECKING:
    from compiler.adopt.api import Api
    from compiler.adopt.facts import Endpoint
    from compiler.adopt.published.published import Published, PublishedMethod, PublishedType

_WORD = lazy_pattern(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_LITERAL = lazy_pattern(r"(?:Optional\[)?(?:typing\.)?(?:Literal\[)?[\"']([^\"']+)[\"']\]*(?: \| undefined)?\Z")
_STREAM = lazy_pattern(r"Stream\b")
_STREAMS = lazy_pattern(r"text/event-stream|application/(?:jsonl|x-ndjson|stream\+json)")
_PAGE = lazy_pattern(r"\b\w*Page(?:Promise|s|Iterator|r)?[\[<]|PagePromise<")
_UNION = lazy_pattern(r"(?:typing\.)?(?:Union|Optional)\[(.*)\]\Z")
_SUCCESSES = ("200", "201", "202", "2XX", "2xx", "default")
_DEEP = 40


def corresponding(published: Published, api: Api) -> dict[str, str]:
    """Return the JSON pointer of the schema of each published type that was found, by the type's name.

    A type that two schemas answer to has the first one's; so has a schema that two types answer to.
    """
    return _Walk(published, api).names


class _Walk:
    def __init__(self, published: Published, api: Api) -> None:
        self._api = api
        self._types = published.by_name()
        self.names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._walked: set[tuple[str, str]] = set()
        self._components = self._named_alike()
        exported = published.exported()
        self._reserved = {at for name in exported if (at := self._components.get(folded(name))) is not None}
        """The schemas that are called as a type already: no other type has them."""
        for endpoint, methods in grouped(published, Operations(api)).items():
            method = one_call(methods)[0]
            self._result_of(method, endpoint)
            self._both(method.body, self._body(endpoint), method.origin.file, 0)
        self._by_constants(exported)
        for name in exported:  # what no walk met, under the name of a component but for capitals
            at = self._components.get(folded(name))
            if at is not None and at not in self._taken:
                self.names.setdefault(name, at)

    def _result_of(self, method: PublishedMethod, endpoint: Endpoint) -> None:
        """Walk a result, and what it may be as a stream; of a page, the items, which are in its first list."""
        at = self._result(endpoint)
        parts = {part: _STREAM.search(part) for part in parted(method.result)}
        for part, stream in parts.items():
            if stream is not None:
                self._both(part[stream.end() :], self._result(endpoint, streamed=True), method.origin.file, 0)
        plain = " | ".join(part for part, stream in parts.items() if stream is None)
        page = _PAGE.search(plain)
        if page is None:
            self._both(plain, at, method.origin.file, 0)
            return
        lists = [item for item in self._properties(at, 0) if self._is_list(item[1])] if at is not None else []
        if at is not None and (lists or self._is_list(at)):
            inside = plain[page.end() - 1 :]
            item = inside.rpartition(",")[2] if "," in inside else inside
            self._both(item, lists[0][1] if lists else at, method.origin.file, 0)

    def _by_constants(self, exported: Iterable[str]) -> None:
        """Walk types that no operation leads to, as those of webhooks, beside the only component of their constant."""
        places = self._places(at for _, at in _children(self._api.value("/components/schemas"), "/components/schemas"))
        for name in exported:
            for item in self._types.get(name, ()) if name not in self.names else ():
                met = {places[tag][0] for tag in _tags(item) if len(places.get(tag, ())) == 1}
                if item.exported and len(met) == 1:
                    self._named(item, met.pop(), 0)

    def _is_list(self, at: str) -> bool:
        value = self._api.value(self._behind(at))
        return isinstance(value, dict) and "items" in value

    def _named_alike(self) -> Mapping[str, str]:
        """Return the pointers of components that are called as a published type, by a vendor's key or by themselves."""
        schemas = self._api.value("/components/schemas")
        found: dict[str, str] = {}
        for name in schemas if isinstance(schemas, dict) else ():
            found.setdefault(folded(name), f"/components/schemas/{escape_token(name)}")
        for item in self._api.keyed:
            if item.where is Where.SCHEMA and item.key.endswith("-name-override") and isinstance(item.value, str):
                found[folded(item.value)] = item.at
        return found

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
        at = self._behind(at)
        content = self._api.value(f"{at}/content")
        for media, item in content.items() if isinstance(content, dict) else ():
            for key in ("itemSchema", "schema") if streamed else ("schema",):
                if isinstance(item, dict) and key in item and (not streamed or _STREAMS.match(media)):
                    return f"{at}/content/{escape_token(media)}/{key}"
        return None

    def _behind(self, at: str) -> str:
        """Follow references."""
        for _ in range(_DEEP):
            value = self._api.value(at)
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str) or not ref.startswith("#/"):
                return at
            at = ref[1:]
        return at

    def _both(self, type_: str, at: str | None, file: str, depth: int) -> None:
        """Walk a type as written in a file and the schema at a pointer."""
        if at is None or depth > _DEEP:
            return
        at = self._through(self._behind(at))
        types = list(self._meant(type_, file))
        members = [] if self._has_properties(at) else list(self._members(at))
        if len(types) == 1 and len(members) > 1 and (types[0].fields or len(_alternatives(type_)) > 1):
            declared = [member for member in members if self._is_declared(self._through(self._behind(member)))]
            if len(declared) == 1:
                self._named(types[0], self._through(self._behind(declared[0])), depth)
        elif len(types) == 1:
            self._named(types[0], at, depth)
        elif types and members and (tagged := self._tagged(types, members)):
            for item, member in tagged:
                self._named(item, member, depth)
        elif len(members) == len(types):
            for item, member in zip(types, members, strict=True):
                self._named(item, self._through(self._behind(member)), depth)

    def _tagged(self, types: list[PublishedType], members: list[str]) -> list[tuple[PublishedType, str]]:
        """Return the members of a union with the types that have the same constant in a property of the same name."""
        places = self._places(self._through(self._behind(member)) for member in members)
        found = []
        for item in types:
            met = next((places[tag][0] for tag in _tags(item) if tag in places), None)
            if met is not None:
                found.append((item, met))
        return found

    def _places(self, schemas: Iterable[str]) -> Mapping[tuple[str, str], list[str]]:
        """Return the schemas by the constants of their properties."""
        places: dict[tuple[str, str], list[str]] = {}
        for at in schemas:
            for wire, place in self._properties(at, 0):
                constant = self._constant(place)
                if constant is not None:
                    places.setdefault((wire, constant), []).append(at)
        return places

    def _constant(self, at: str) -> str | None:
        value = self._api.value(self._behind(at))
        if not isinstance(value, dict):
            return None
        listed = _list(value.get("enum"))
        only = listed[0] if len(listed) == 1 else value.get("const")
        return only if isinstance(only, str) else None

    def _meant(self, type_: str, file: str) -> Iterator[PublishedType]:
        """Yield the types that a text names: of several of one name, that of the same file, else the exported one."""
        seen = set()
        for word in _WORD.findall(type_):
            found = self._types.get(word) or self._types.get(word.rpartition(".")[2], [])
            near = [item for item in found if item.origin.file == file]
            listed = near or [item for item in found if item.exported] or found
            if len(listed) == 1 or (listed and near):
                if listed[0].name not in seen:
                    yield listed[0]
                seen.add(listed[0].name)

    def _through(self, at: str) -> str:
        """Go through lists and maps, and unions of one member beside null, to what types are named after."""
        for _ in range(_DEEP):
            value = self._api.value(at)
            if not isinstance(value, dict) or "properties" in value or "enum" in value:
                return at
            listed = [key for key in ("items", "additionalProperties") if isinstance(value.get(key), dict)]
            members = list(self._members(at))
            if listed:
                at = self._behind(f"{at}/{listed[0]}")
            elif len(members) == 1:
                inside = self._through(self._behind(members[0]))
                return at if inside == members[0] else inside  # null beside a class is no class of its own
            else:
                return at
        return at

    def _members(self, at: str) -> Iterator[str]:
        value = self._api.value(at)
        for key in ("oneOf", "anyOf", "allOf"):
            for index, item in enumerate(_list(value.get(key) if isinstance(value, dict) else None)):
                if isinstance(item, dict) and item.get("type") != "null":
                    yield f"{at}/{key}/{index}"

    def _named(self, type_: PublishedType, at: str, depth: int) -> None:
        key = (type_.origin.file, type_.name)
        if key in self._walked:
            return
        self._walked.add(key)
        own = self._components.get(folded(type_.name))
        free = at not in self._taken and (own is not None or at not in self._reserved)
        if type_.exported and type_.name not in self.names and self._is_declared(at) and free:
            at = own or at
            self.names[type_.name] = at
            self._taken.add(at)
        if type_.text:
            self._both(type_.text, at, type_.origin.file, depth + 1)
        properties = dict(self._properties(at, 0))
        for field in type_.fields or ():
            if field.wire in properties:
                self._both(field.type, properties[field.wire], type_.origin.file, depth + 1)

    def _has_properties(self, at: str) -> bool:
        value = self._api.value(at)
        return isinstance(value, dict) and "properties" in value

    def _is_declared(self, at: str) -> bool:
        """Whether a schema becomes a type of its own: an object, several values, a union."""
        value = self._api.value(at)
        if not isinstance(value, dict):
            return False
        return "properties" in value or "allOf" in value or len(_list(value.get("enum"))) > 1 or any(self._members(at))

    def _properties(self, at: str, depth: int) -> Iterator[tuple[str, str]]:
        """Yield the pointers of properties, those that allOf and references bring along included."""
        at = self._behind(at)
        value = self._api.value(at)
        if not isinstance(value, dict) or depth > _DEEP:
            return
        yield from _children(value.get("properties"), f"{at}/properties")
        for index, _ in enumerate(_list(value.get("allOf"))):
            yield from self._properties(f"{at}/allOf/{index}", depth + 1)
        members = [] if "allOf" in value else list(self._members(at))
        if len(members) == 1:
            yield from self._properties(members[0], depth + 1)


def _tags(type_: PublishedType) -> Iterator[tuple[str, str]]:
    """Yield the fields of a type that are constants, with these."""
    for field in type_.fields or ():
        said = _LITERAL.match(field.type)
        if said is not None:
            yield field.wire, said[1]


def _children(value: Json, at: str) -> Iterator[tuple[str, str]]:
    for name in value if isinstance(value, dict) else ():
        yield name, f"{at}/{escape_token(name)}"


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _alternatives(type_: str) -> list[str]:
    """Return what a type may be besides null, as Python and TypeScript write unions."""
    inside = _UNION.sub(lambda said: said[1], type_)
    listed = re.split(r"[|,]", re.sub(r"\[[^\[\]]*\]|<[^<>]*>", "", inside))
    return [part for part in map(str.strip, listed) if part not in ("", "None", "null", "undefined")]


def folded(name: str) -> str:
    """Return a name without what languages write in different ways."""
    return "".join(filter(str.isalnum, name)).lower()


def parted(type_: str) -> list[str]:
    """Return the members of a union as written."""
    found, depth, start = [], 0, 0
    for index, mark in enumerate(type_):
        depth += (mark in "[<(") - (mark in "]>)")
        if mark == "|" and not depth:
            found.append(type_[start:index])
            start = index + 1
    return [part.strip() for part in (*found, type_[start:])]

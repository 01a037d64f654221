"""The document as adoption sees it: its operations, and where each key of another vendor stands."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import yaml

from compiler.base.frozen import frozen
from compiler.front.keys.extensions import Where
from compiler.source import Json, Loc, Nothing, escape_token, value_at
from migrate.adopt.facts import METHODS, Endpoint

if TYPE_CHECKING:
    from compiler.source import Document

_Kinds = Mapping[str, Where | str]
_WHERE: _Kinds = {str(where): where for where in Where}


def _kinds(listed: Mapping[str, str]) -> _Kinds:
    return {key: _WHERE.get(kind, kind) for key, kind in listed.items()}


_TABLES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_MAPS, _METHODS = _kinds(_TABLES["maps"]), _kinds(_TABLES["methods"])
_MEMBERS = {kind: _kinds(members) for kind, members in _TABLES["members"].items()}
"""What the members of each kind of object are; all else holds no keys that anyone reads."""


@frozen
class Keyed:
    """A key of another vendor: the object that has it, which kind of object that is, and the value.

    ``at`` is a JSON pointer; in another file than the document, the file stands before it, with a `#`.
    """

    at: str
    where: Where | str
    key: str
    value: Json
    holder: Mapping[str, Json]
    loc: Loc
    endpoint: Endpoint | None = None
    """The operation that has it, if it stands on one."""


@frozen
class Called:
    """An operation of the document with its raw form."""

    endpoint: Endpoint
    at: str
    raw: Mapping[str, Json]
    loc: Loc

    @property
    def operation_id(self) -> str:
        """Its operationId, else the one made from method and path (D1.4)."""
        given = self.raw.get("operationId")
        return given if isinstance(given, str) and given else f"{self.endpoint.method.lower()} {self.endpoint.path}"

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        tags = self.raw.get("tags")
        return tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


class Api:
    """A document: operations, and all keys that begin with `x-`, each with its place; those of files that it refers to,
    too. ``load`` reads such a file, and returns None if it cannot.
    """

    def __init__(self, document: Document, load: Callable[[str], Document | None] = lambda _: None) -> None:
        self.document = document
        self.root: Mapping[str, Json] = document.root if isinstance(document.root, dict) else {}
        self._load = load
        self._files: dict[str, Document | None] = {}

    def loc(self, at: str) -> Loc:
        """Return the place of a pointer, or of one in another file."""
        file, sign, pointer = at.rpartition("#")
        return Loc(file if sign else self.document.file, pointer)

    def reaches(self, at: str) -> bool:
        """Whether an overlay reaches a place: it stands in the document itself."""
        return not at or at.startswith("/")

    def follow(self, ref: str, base: str) -> tuple[str, Json] | None:
        """Return the place and the value of a reference to another file, or within one; ``base`` is where it stands.

        None for a reference within the document, to a URL, to a file above its folder, or to nothing.
        """
        name, _, pointer = ref.partition("#")
        beside = base.rpartition("#")[0]
        if "://" in name or (not name and not beside):
            return None
        home = posixpath.dirname(self.document.file)
        file = posixpath.normpath(posixpath.join(posixpath.dirname(beside or self.document.file), unquote(name)))
        file = file if name else beside
        if posixpath.relpath(file, home or ".").startswith("..") or file == posixpath.normpath(self.document.file):
            return None
        if file not in self._files:
            self._files[file] = self._load(file)
        document = self._files[file]
        value = _value(document.root, pointer) if document is not None else None
        return (f"{file}#{pointer}", value) if value is not None else None

    def value(self, at: str) -> Json:
        """Return what a pointer leads to, or one in another file; None if that is nothing."""
        file, sign, pointer = at.rpartition("#")
        document = self._files.get(file) if sign else self.document
        return _value(document.root, pointer) if document is not None else None

    def resolved(self, value: Json) -> Json:
        """Return what a reference within the document leads to; other values as they are."""
        for _ in range(20):
            ref = value.get("$ref") if isinstance(value, dict) else None
            if not isinstance(ref, str) or not ref.startswith("#/"):
                return value
            value = self.value(ref[1:])
        return value

    @cached_property
    def operations(self) -> Mapping[Endpoint, Called]:
        """All operations of `paths` that stand in this document."""
        found: dict[Endpoint, Called] = {}
        for section in ("paths", "x-ms-paths"):
            paths = self.root.get(section)
            for path, item in paths.items() if isinstance(paths, dict) else ():
                at, item = self._item(f"/{section}/{escape_token(path)}", item)
                for method in METHODS:
                    raw = item.get(method) if isinstance(item, dict) else None
                    if isinstance(raw, dict):
                        endpoint = Endpoint(method.upper(), path)
                        found[endpoint] = Called(endpoint, f"{at}/{method}", raw, self.loc(f"{at}/{method}"))
        return found

    def parameters(self, called: Called) -> list[Mapping[str, Json]]:
        """Return the parameters of an operation, those that it refers to within the document included."""
        listed = called.raw.get("parameters")
        found = [self.resolved(raw) for raw in listed] if isinstance(listed, list) else []
        return [raw for raw in found if isinstance(raw, dict)]

    def contents(self, called: Called) -> Iterator[tuple[str, Json]]:
        """Yield the media types of an operation's successes with what is declared for each."""
        responses = called.raw.get("responses")
        for status, response in responses.items() if isinstance(responses, dict) else ():
            response = self.resolved(response)
            content = response.get("content") if isinstance(response, dict) and status.startswith("2") else None
            yield from content.items() if isinstance(content, dict) else ()

    def _item(self, at: str, item: Json) -> tuple[str, Json]:
        """Return a path item, and where it stands."""
        for _ in range(20):
            ref = item.get("$ref") if isinstance(item, dict) else None
            if not isinstance(ref, str):
                break
            found = self.follow(ref, at)
            if found is None and not ref.startswith("#/"):
                break
            at, item = found if found is not None else (ref[1:], self.value(ref[1:]))
        return at, item

    @cached_property
    def keyed(self) -> list[Keyed]:
        """All keys that begin with `x-`, from the root down."""
        of = {called.at: endpoint for endpoint, called in self.operations.items()}
        found = _keyed(self.document.root, "", Where.ROOT, self, set())
        return [replace(item, endpoint=of[item.at]) if item.at in of else item for item in found]

    def keys_of(self, *prefixes: str) -> list[Keyed]:
        """Return the keys that begin with one of some prefixes."""
        return [item for item in self.keyed if item.key.startswith(prefixes)]


def _value(root: Json, pointer: str) -> Json:
    """Return what a pointer leads to; None if that is nothing."""
    found = value_at(root, pointer)
    return None if isinstance(found, Nothing) else found


def _keyed(value: Json, at: str, where: Where | str, api: Api, seen: set[str]) -> Iterator[Keyed]:
    if isinstance(value, list):
        inner = _MAPS.get(where)
        for index, item in enumerate(value) if inner is not None else ():
            yield from _keyed(item, f"{at}/{index}", inner or "", api, seen)
        return
    if not isinstance(value, dict):
        return
    for key, child in value.items():
        place = f"{at}/{escape_token(key)}"
        if key.startswith("x-") and where not in ("properties", "schemas", "headers"):
            yield Keyed(at, where, key, child, value, api.loc(place))
        inner = _inner(where, key)
        if inner is not None:
            yield from _keyed(child, place, inner, api, seen)
    ref = value.get("$ref")
    found = api.follow(ref, at) if isinstance(ref, str) and where not in ("properties", "schemas") else None
    if found is not None and found[0] not in seen:
        seen.add(found[0])
        yield from _keyed(found[1], found[0], where, api, seen)


def _inner(where: Where | str, key: str) -> Where | str | None:
    """Return what a member of an object is; None if nothing below it counts."""
    if where in _MAPS:
        return _MAPS[where] if not key.startswith("x-") or where in ("properties", "schemas", "headers") else None
    if where in _METHODS:
        if key in METHODS:
            return _METHODS[where]
        return {"parameters": "parameters", "servers": "servers"}.get(key)
    if where in (Where.WEBHOOK, Where.CALLBACK_OPERATION):
        where = Where.OPERATION
    return _MEMBERS.get(where, {}).get(key)

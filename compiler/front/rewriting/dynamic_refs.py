"""`$dynamicRef`: schemas that their referrers complete (D1.4).

A dynamic reference means the first `$dynamicAnchor` of its name among the resources that lead to it, so that one schema
means different things in different places. The document is rewritten: where a reference leads to a schema that
contains dynamic ones which mean something else from there, a copy takes the place of the reference::

    PetList: {$id: pet-list, $ref: list, $defs: {item: {$dynamicAnchor: item, $ref: pet}}}
    List: {$id: list, type: array, items: {$dynamicRef: "#item"}, $defs: {item: {$dynamicAnchor: item}}}

makes of `PetList` what ``{type: array, items: {$ref: "#/components/schemas/PetList/$defs/item"}}`` is. A component, or
the schema of a media type, is taken for a resource, whether it has an `$id` or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Diagnostics
from compiler.front.reading.documents import File, Library
from compiler.front.reading.refs import Broken, Resolver, Target, members
from compiler.ir.identity import locate, short, shown_path
from compiler.ir.node import Id
from compiler.ir.references import components
from compiler.source import Json, Loc, Origins, Rewritten, child_of, escape_token, unescape_token

WORD = "$dynamicRef"
_REFS = ("$ref", WORD)
_COMPONENT = lazy_pattern(r"/components/schemas/[^/]+\Z")
_RESOURCE = lazy_pattern(r"/components/schemas/[^/]+\Z|(?<!/properties)/schema\Z")
"""The pointers of schemas that count as resources: components, and those of media types and parameters."""

_DROPPED = frozenset({"$id", "$schema", "$anchor", "$dynamicAnchor", "$defs", "definitions", *_REFS})
"""What a copy does not need: its references are written out."""
MAX_COPIES = 2_000
"""How many schemas may be filled in: names that are bound in turn make twice as many each time (D1.5)."""
_MAX_MEMBERS = 10_000
"""How many members they may have: each of thirty schemas that refer to all others makes a thousand."""
_MAX_DEPTH = 50
"""How many schemas may be filled in within one another."""

_DEFINITIONS = ("$defs", "definitions")
"""Keys whose members mean something only where they are referred to: what they stand in does not lead to them."""
_ANNOTATIONS = frozenset(
    {"$id", "$anchor", "$dynamicAnchor", "$defs", "$comment", "title", "description", "deprecated", "default"}
    | {"example", "examples", "externalDocs", "readOnly", "writeOnly"}
)

Scope = Mapping[str, Target]
"""What each name of a `$dynamicAnchor` means at a place."""
Names = Mapping[str, set[Id]]
"""Names of dynamic references, with the identities that these have by themselves."""


class _Place(NamedTuple):
    """Where a schema is written, and where it, or its copy, stands in the new tree."""

    file: File
    pointer: str
    new: str

    def below(self, token: str) -> _Place:
        part = f"/{escape_token(token)}"
        return _Place(self.file, self.pointer + part, self.new + part)


def settle_dynamic_refs(library: Library, diagnostics: Diagnostics) -> Rewritten | None:
    """Return the root document with references in the place of dynamic ones; None where it fills in too many.

    Reports CG0418 for dynamic references that nothing binds: they take any value.
    """
    document = library.root
    settler = _Settler(library)
    try:
        root = settler.walk(document.root, _Place(None, "", ""), {}, copying=False)
    except (TooManyError, RecursionError):
        return None
    for loc, ref in settler.unbound.items():
        diagnostics.report("CG0418", loc, ref=ref)
    return Rewritten(document, root, settler.origins)


class TooManyError(Exception):
    """More schemas are filled in than a document that means well has; never leaves this module."""


class _Settler:
    def __init__(self, library: Library) -> None:
        self.origins = Origins()
        self.unbound: dict[Loc, str] = {}
        self._library = library
        self._resolver = Resolver(library)
        self._copies: dict[tuple[Id, tuple[tuple[str, Id], ...]], str] = {}
        self._needs: dict[Id, Names] = {}
        self._anchors: dict[Id, Scope] = {}
        self._depth = 0
        self._copied = 0

    # ------------------------------------------------------------------ the walk

    def walk(self, value: Json, place: _Place, scope: Scope, *, copying: bool) -> Json:
        """Return a part of the document with its dynamic references settled; what does not change is shared."""
        if not isinstance(value, dict | list):
            return value
        if isinstance(value, dict):
            if _has_id(value) or not place.pointer or _RESOURCE.search(place.pointer):
                scope = self._enter(scope, _target(value, place))
            if any(isinstance(value.get(key), str) for key in _REFS):
                return self._reference(value, place, scope, copying)
        return self._members(value, place, scope, copying, frozenset())

    def _below(self, token: str, child: Json, place: _Place, scope: Scope | None, copying: bool) -> Json:
        if token in _DEFINITIONS and isinstance(child, dict) and not place.pointer.endswith(f"/properties/{token}"):
            return self._members(child, place, None, copying, frozenset())
        if scope is None:
            scope = self._own(_target(child, place))
        return self.walk(child, place, scope, copying=copying)

    def _members(self, value: Json, place: _Place, scope: Scope | None, copying: bool, without: frozenset[str]) -> Json:
        """Return a container with its members settled; None as scope: each member begins one of its own."""
        found = {}
        for token, child in members(value):
            if token not in without:
                found[token] = self._below(token, child, place.below(token), scope, copying)
        if not copying and not without:
            found = {token: new for token, new in found.items() if new is not child_of(value, token)}
            if not found:
                return value
        if copying:
            self._count(len(found))
        loc = self._loc(place)
        if isinstance(value, list):
            items = [found.get(str(index), item) for index, item in enumerate(value)]
            self.origins.keep(items, {str(index): loc.at(index) for index in range(len(items))})
            return items
        assert isinstance(value, dict)
        entries = {key: found.get(key, item) for key, item in value.items() if key not in without}
        self.origins.keep(entries, {key: loc.at(key) for key in entries})
        return entries

    def _count(self, members: int) -> None:
        self._copied += members
        if self._copied > _MAX_MEMBERS:
            raise TooManyError

    def _loc(self, place: _Place) -> Loc:
        file = self._library.root.file
        return Loc(file if place.file is None else shown_path(file, place.file), place.pointer)

    # ------------------------------------------------------------------ references

    def _reference(self, value: dict[str, Json], place: _Place, scope: Scope, copying: bool) -> Json:
        new = self._members(value, place, scope, copying, frozenset(_REFS))
        assert isinstance(new, dict)
        places = self.origins.of(new)
        changed = copying or any(new[key] is not value[key] for key in new)
        for key in _REFS:
            ref = value.get(key)
            if not isinstance(ref, str):
                continue
            target = self._target(ref, key, place, scope)
            at = self._loc(place).at(key)
            if target is None and key == WORD and self._resolver.holders(ref.removeprefix("#"), place.file):
                self.unbound[at], changed = ref, True
                continue
            if target is None:
                new[key], places[key] = ref, at
                continue
            bound = self._bound(target, scope) if isinstance(target.raw, dict) else {}
            if bound:
                changed = True
                self._copy(new, target, bound, scope, place)
            elif key == WORD or copying:
                changed = True  # a copy stands elsewhere, so that its references are written out
                _refer(new, places, _spelled(target), at)
            else:
                new[key], places[key] = ref, at
        return new if changed else value

    def _target(self, ref: str, key: str, place: _Place, scope: Scope) -> Target | None:
        """Return what a reference means in a scope; None where it leads nowhere, or nothing there binds it."""
        at = short(place.file, place.pointer)
        found = self._resolver.resolve(ref, place.file, at)
        if key == WORD and self._is_dynamic(ref, found, place.file, at):
            name = ref.partition("#")[2]
            own = isinstance(found, Target) and not self._resolver.is_foreign(ref, place.file, at)
            return scope.get(name) or (self._seen(name, found) if own and isinstance(found, Target) else None)
        return found if isinstance(found, Target) else None

    def _is_dynamic(self, ref: str, found: Target | Broken, file: File, at: Id) -> bool:
        """Whether a `$dynamicRef` is one: its name is no `$anchor` where it stands, and no pointer."""
        name = ref.partition("#")[2]
        if isinstance(found, Target) and not self._resolver.is_foreign(ref, file, at):
            return isinstance(found.raw, dict) and found.raw.get("$dynamicAnchor") == name
        return ref == f"#{name}" and bool(self._resolver.holders(name, file))

    def _seen(self, name: str, found: Target) -> Target | None:
        """Return what an anchor means outside of the schemas that have it: the only component that is called so."""
        if found.file is not None:
            return found
        base = self._resolver.base(found)
        whole = [at for uri, at in self._resolver.holders(name, None) if uri == base and _COMPONENT.match(at)]
        only = self._resolver.resolve(f"#{quote(whole[0], safe=_SAFE)}", None, "") if len(whole) == 1 else None
        return only if isinstance(only, Target) else None

    def _bound(self, target: Target, scope: Scope) -> Scope:
        """Return the names that mean something else in a schema for those who come from a scope."""
        needs = self._names(target)
        own = self._own(target) if needs else {}
        if target.file is None:
            return {
                name: scope[name]
                for name in sorted(needs.keys() & scope.keys())
                if name not in own or own[name].id != scope[name].id
            }
        # No walk settles what stands in other files: it stays there where every reference means what it says.
        meant = self._enter(scope, target)
        return {
            name: meant[name]
            for name in sorted(needs.keys() & meant.keys())
            if any(said != meant[name].id for said in needs[name])
        }

    def _copy(self, into: dict[str, Json], target: Target, bound: Scope, scope: Scope, place: _Place) -> None:
        """Put a copy of a schema, as it is meant in a scope, into the schema that refers to it."""
        key = (target.id, tuple((name, meant.id) for name, meant in bound.items()))
        places = self.origins.of(into)
        known = self._copies.get(key)
        if known is None and (len(self._copies) >= MAX_COPIES or self._depth >= _MAX_DEPTH):
            raise TooManyError
        if known is not None:
            _refer(into, places, f"#{quote(known, safe=_SAFE)}", self._loc(place))
            return
        whole = all(name in _ANNOTATIONS or name.startswith("x-") for name in into)
        others = into.get("allOf")
        listed = list(others) if isinstance(others, list) else []
        new = place.new if whole else f"{place.new}/allOf/{len(listed)}"
        self._copies[key] = new
        source = _Place(target.file, locate(target.id, "").pointer, new)
        self._depth += 1
        copy = self._content(target.raw, source, self._enter({**self._own(target), **scope}, target))
        self._depth -= 1
        if whole:
            taken = self.origins.of(copy)
            for name in copy:
                if name not in into:
                    into[name], places[name] = copy[name], taken[name]
            return
        self.origins.keep(grown := [*listed, copy], {**self.origins.of(others), str(len(listed)): self._loc(source)})
        into["allOf"] = grown

    def _content(self, raw: Json, place: _Place, scope: Scope) -> dict[str, Json]:
        """Return a copy of a schema without what only names it."""
        copy = self._members(raw, place, scope, True, _DROPPED)
        assert isinstance(copy, dict)
        if isinstance(raw, dict) and any(isinstance(raw.get(key), str) for key in _REFS):
            inner = self._reference({key: raw[key] for key in _REFS if key in raw}, place, scope, True)
            assert isinstance(inner, dict)
            places = self.origins.of(inner)
            for name, item in inner.items():
                copy.setdefault(name, item)
                self.origins.of(copy).setdefault(name, places.get(name) or self._loc(place))
        return copy

    # ------------------------------------------------------------------ resources

    def _enter(self, scope: Scope, resource: Target) -> Scope:
        """Return the scope within a resource: what leads to it counts before its own anchors."""
        own = self._own(resource)
        return {**own, **scope} if own else scope

    def _own(self, target: Target) -> Scope:
        """Return the dynamic anchors of the resource that a schema stands in."""
        pointer = locate(target.id, "").pointer
        root = self._open(target.file)
        holder, start = root, ""
        value: Json = root
        at = ""
        for part in pointer.split("/")[1:]:
            at = f"{at}/{part}"
            value = child_of(value, unescape_token(part))
            if _RESOURCE.search(at) or _has_id(value):
                holder, start = value, at
        key = short(target.file, start)
        known = self._anchors.get(key)
        if known is None:
            known = self._anchors[key] = dict(_anchors(holder, target.file, start)) if start or target.file else {}
        return known

    def _open(self, file: File) -> Json:
        document = self._library.open(file, Loc(self._library.root.file))
        return document.root if document else None

    def _names(self, target: Target) -> Names:
        """Return the names of all dynamic references that a schema leads to, each with what they say by themselves."""
        if target.id not in self._needs:
            self._learn(target)
        return self._needs[target.id]

    def _learn(self, target: Target) -> None:
        """Find the names of a schema, and of all that it leads to: those in a circle have the same."""
        edges: dict[Id, set[Id]] = {}
        own: dict[Id, dict[str, set[Id]]] = {}
        waiting = [target]
        while waiting:
            item = waiting.pop()
            if item.id not in edges and item.id not in self._needs:
                own[item.id], found = self._direct(item)
                edges[item.id] = set(found)
                waiting.extend(found.values())
        for circle in components(edges):
            names: dict[str, set[Id]] = {}
            for at in circle:
                _add(names, own[at])
                for below in edges[at]:
                    _add(names, self._needs.get(below, {}))
            self._needs.update(dict.fromkeys(circle, names))

    def _direct(self, item: Target) -> tuple[dict[str, set[Id]], dict[Id, Target]]:
        """Return the names of the dynamic references in a schema, and what all of its references lead to."""
        names: dict[str, set[Id]] = {}
        leads: dict[Id, Target] = {}
        for at, key, ref in _references(item):
            found = self._resolver.resolve(ref, item.file, at)
            if key == WORD and self._is_dynamic(ref, found, item.file, at):
                said = names.setdefault(ref.partition("#")[2], set())
                if isinstance(found, Target) and not self._resolver.is_foreign(ref, item.file, at):
                    said.add(found.id)
                    leads[found.id] = found
            elif isinstance(found, Target):
                leads[found.id] = found
        return names, leads


def _add(names: dict[str, set[Id]], more: Names) -> None:
    for name, said in more.items():
        names.setdefault(name, set()).update(said)


_SAFE = "/~!$&'()*+,;=:@-._"


def _has_id(value: Json) -> bool:
    """Whether a schema is a resource by its `$id`; a property may have that name, too."""
    return isinstance(value, dict) and isinstance(value.get("$id"), str)


def _target(value: Json, place: _Place) -> Target:
    return Target(short(place.file, place.pointer), value, place.file)


def _spelled(target: Target) -> str:
    return f"{target.file or ''}#{quote(locate(target.id, '').pointer, safe=_SAFE)}"


def _refer(into: dict[str, Json], places: dict[str, Loc], ref: str, at: Loc) -> None:
    """Add a reference to a schema; a second one goes into allOf."""
    if "$ref" not in into:
        into["$ref"], places["$ref"] = ref, at
        return
    others = into.get("allOf")
    into["allOf"] = [*(others if isinstance(others, list) else []), {"$ref": ref}]
    places["allOf"] = at


def _anchors(value: Json, file: File, start: str) -> Iterator[tuple[str, Target]]:
    """Yield the dynamic anchors of a resource, those of resources inside it left out."""
    stack = [(value, start)]
    while stack:
        item, pointer = stack.pop()
        if isinstance(item, dict):
            if _has_id(item) and pointer != start:
                continue
            name = item.get("$dynamicAnchor")
            if isinstance(name, str):
                yield name, Target(short(file, pointer), item, file)
        stack.extend((child, f"{pointer}/{escape_token(token)}") for token, child in members(item))


def _references(target: Target) -> Iterator[tuple[Id, str, str]]:
    """Yield place, keyword and text of every reference in a schema."""
    stack = [(target.raw, locate(target.id, "").pointer)]
    while stack:
        item, pointer = stack.pop()
        if isinstance(item, dict):
            for key in _REFS:
                ref = item.get(key)
                if isinstance(ref, str):
                    yield short(target.file, pointer), key, ref
        stack.extend((child, f"{pointer}/{escape_token(token)}") for token, child in members(item))

"""Which schema of the document a published type was made from.

Both are walked side by side from the operations, and compared by their shapes (``shapes.py``). What is sure counts:

1. the component of the type's own name, if their shapes agree;
2. a schema that the walk met and that has the type's shape;
3. a schema that the walk met, if none has the type's shape and nothing speaks against it: one of them is newer;
4. the only schema of the type's shape, or the one of several that the words of the type's name and module tell
   (``wording.py``);
5. of types of which only the name is known, the only component of these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.front.keys.extensions import Where
from migrate.adopt.published.likeness import Likeness
from migrate.adopt.published.published import PARAMS, folded
from migrate.adopt.published.schemas import Schemas, is_component_at
from migrate.adopt.published.shapes import LIST, UNION
from migrate.adopt.published.type_texts import Either, Listed, Named, parsed
from migrate.adopt.published.walk import Walk
from migrate.adopt.published.wording import by_words, types_by_words

if TYPE_CHECKING:
    from migrate.adopt.api import Api
    from migrate.adopt.published.published import Key, Published, PublishedType
    from migrate.adopt.published.type_texts import Written

_ROUNDS = 6


@frozen
class Partner:
    """The schema of a type, by its JSON pointer.

    It takes `another` name beside it where a second type has the schema, or no class is made of that (a list).
    """

    at: str
    another: bool = False
    can_be_named: bool = True
    """Whether it can take this name: one that stands in a property or a union takes one alone."""


@frozen
class Correspondence:
    """What is known of the exported types: their schemas by name, and which others have the name of another module's.

    `likeness` compares shapes.
    """

    partners: Mapping[str, Partner]
    types: Mapping[str, PublishedType]
    others: Sequence[tuple[PublishedType, str | None]]
    likeness: Likeness
    components: Mapping[str, str]
    """The pointers of components by their folded names."""
    met: Mapping[Key, Sequence[str]]
    """The schemas that stand where a type stands, whether they are like it or not."""


def corresponding(published: Published, api: Api) -> Correspondence:
    """Return the schemas of the published types, as far as one is sure."""
    return _Settling(published, api).result()


class _Settling:
    def __init__(self, published: Published, api: Api) -> None:
        self._schemas = Schemas(api)
        self._walk = Walk(published, api, self._schemas)
        self._likeness = Likeness(self._schemas, self._walk.meant)
        self._components = _components_by_name(api, self._schemas)
        self._walk.from_operations(self._likeness)
        self._found: dict[Key, str] = {}
        self._owners: dict[str, Key] = {}
        listed: dict[str, list[PublishedType]] = {}
        for item in published.types:
            if item.exported:
                listed.setdefault(item.name, []).append(item)
        self._ranked = {name: self._in_order(items) for name, items in listed.items()}

    def _in_order(self, items: Sequence[PublishedType]) -> list[PublishedType]:
        """Return types of one name: first what methods return, then what has the component of it, then what the walk
        met, fields before names.
        """

        def rank(item: PublishedType) -> tuple[object, ...]:
            own = self._components.get(folded(item.name))
            return (
                item.key not in self._walk.results,
                not (own is not None and self._likeness.is_exact(item, own)),
                not (own is not None and self._likeness.agrees(item, own)),
                not self._walk.met.get(item.key),
                item.fields is None and not item.text,
                item.fields is None,
                item.module.count(".") + item.module.count("/"),
            )

        return sorted(items, key=rank)

    def result(self) -> Correspondence:
        """Settle what is sure, walk on from there, and again while there is more."""
        for _ in range(_ROUNDS):
            before = len(self._found)
            self._pair_by_names()
            if len(self._found) == before:
                break
            for type_ in self._all():
                if type_.key in self._found:
                    self._walk.pair(type_, self._found[type_.key])
        partners = {}
        for name, items in self._ranked.items():
            at = self._found.get(items[0].key)
            if at is not None:
                partners[name] = self._partner(items[0], at)
        others = [
            (item, self._found.get(item.key))
            for items in self._ranked.values()
            for item in items[1:]
            if not self._likeness.are_alike(item, items[0])
        ]
        types = {name: items[0] for name, items in self._ranked.items()}
        return Correspondence(partners, types, others, self._likeness, self._components, self._walk.met)

    def _partner(self, type_: PublishedType, at: str) -> Partner:
        is_component, is_owner = is_component_at(at), self._owners.get(at, type_.key) == type_.key
        has_class = is_component or self._schemas.is_declared(at)
        return Partner(at, another=not (is_owner and has_class), can_be_named=is_component or is_owner)

    def _all(self) -> Iterator[PublishedType]:
        """Yield the types in the order of walking; those that share a name with another module's last."""
        order = {key: index for index, key in enumerate(self._walk.met)}
        first = [items[0] for items in self._ranked.values()]
        yield from sorted(first, key=lambda item: order.get(item.key, len(order)))
        yield from (item for items in self._ranked.values() for item in items[1:])

    def _waiting(self) -> list[PublishedType]:
        return [item for item in self._all() if item.key not in self._found]

    def _pair_by_names(self) -> None:
        likeness = self._likeness
        for item in self._waiting():
            own = self._components.get(folded(item.name))
            if own is not None and likeness.is_exact(item, own):
                self._take(item, own)
        for item in self._waiting():
            own = self._components.get(folded(item.name))
            is_other = any(map(is_component_at, likeness.exact(item)))
            if own is not None and not is_other and not likeness.is_opaque(item) and likeness.agrees(item, own):
                self._take(item, own)
        for item in self._waiting():
            met = [at for at in self._walk.met.get(item.key, ()) if likeness.is_exact(item, at)]
            self._first(item, met, shared=item.key in self._walk.shown or likeness.is_deep(item))
        for item in self._waiting():
            if not likeness.exact(item):
                own = self._components.get(folded(item.name))
                met = [at for at in self._walk.met.get(item.key, ()) if likeness.agrees(item, at, met=True)]
                if own is not None and (own in met or likeness.agrees(item, own)):
                    self._take(item, own)
                else:
                    self._first(item, met, shared=likeness.is_opaque(item) or item.key in self._walk.results)
        self._by_shape()
        self._by_words()

    def _by_shape(self) -> None:
        """Settle types that are known by their shape alone, those with the same candidates together."""
        alike: dict[tuple[str, ...], list[PublishedType]] = {}
        for item in self._waiting():
            candidates = self._likeness.exact(item) or self._of_parts(item)
            if candidates:
                places = tuple(dict.fromkeys(map(self._likeness.whole, candidates)))
                alike.setdefault(places, []).append(item)
        for candidates, items in alike.items():
            if len(items) == len(candidates) == 1 and candidates[0] not in self._owners:
                self._take(items[0], candidates[0])
                continue
            free = [at for at in candidates if at not in self._owners]
            for type_, at in types_by_words(items, free):
                self._take(type_, at)
            rest = [item for item in items if item.key not in self._found and self._likeness.is_deep(item)]
            for type_, at in types_by_words(rest, candidates, shared=True):
                self._take(type_, at)

    def _of_parts(self, item: PublishedType) -> Sequence[str]:
        """Return the lists and unions whose parts are the schemas of the parts of a type, one of which is newer."""
        parts = self._parts(parsed(item.text), item.key) if item.text else None
        return self._likeness.by_parts.get(parts, ()) if parts is not None else ()

    def _parts(self, written: Written, near: Key) -> tuple[str, frozenset[str]] | None:
        match written:
            case Listed(inner=Named() as inner):
                kind, members = LIST, (inner,)
            case Either(members=members):
                kind = UNION
            case _:
                return None
        found = set()
        for member in members:
            type_ = self._walk.meant(member.name, near) if isinstance(member, Named) else None
            at = self._found.get(type_.key) if type_ is not None else None
            if at is None:
                return None
            found.add(at)
        return kind, frozenset(found)

    def _by_words(self) -> None:
        """Settle types of which only the name is known."""
        opaque = [item for item in self._waiting() if self._likeness.is_opaque(item)]
        places = [at for _, at in self._schemas.components()] if opaque else []
        for type_, at in by_words(opaque, places, self._constants if opaque else {}):
            if at not in self._owners:
                self._take(type_, at)

    @cached_property
    def _constants(self) -> Mapping[str, Sequence[str]]:
        """The constants of each component."""
        found: dict[str, list[str]] = {}
        for _, at in self._schemas.components():
            for place in self._schemas.properties(at).values():
                constant = self._schemas.constant(place)
                if constant is not None:
                    found.setdefault(at, []).append(constant)
        return found

    def _first(self, item: PublishedType, places: Sequence[str], *, shared: bool) -> None:
        """Take the first of several schemas that no type has; the first of all where it may be `shared`."""
        at = next((at for at in places if at not in self._owners), places[0] if shared and places else None)
        if at is not None:
            self._take(item, at)

    def _take(self, item: PublishedType, at: str) -> None:
        at = self._likeness.whole(at)
        if not is_component_at(at) and self._schemas.constant(at) is not None:
            return  # a constant: no class is made of it, and a name would make one
        self._found[item.key] = at
        is_name = "." not in item.name and not item.name.endswith(PARAMS) and self._ranked[item.name][0] is item
        if is_name and at not in self._owners:
            self._owners[at] = item.key


def _components_by_name(api: Api, schemas: Schemas) -> Mapping[str, str]:
    """Return the pointers of components by their folded names, those that a vendor's key says included."""
    found: dict[str, str] = {}
    for name, at in schemas.components():
        found.setdefault(folded(name), at)
    for item in api.keyed:
        if item.where is Where.SCHEMA and item.key.endswith("-name-override") and isinstance(item.value, str):
            found[folded(item.value)] = item.at
    return found

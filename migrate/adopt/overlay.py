"""Facts to an overlay: only what codegen does not give by itself, and one action where a rule says it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import mutable
from compiler.source import as_json, escape_token, split_pointer
from compiler.source.json_paths import json_path, quoted
from migrate.adopt.actions import Action
from migrate.adopt.facts import Endpoint, Placed, Unmatched
from migrate.adopt.readings import PREFIX, Reading, reading_actions, removals_at, spread_removals
from migrate.adopt.rules import FEW, NameRule, escaped, name_rules, path_rule, tag_rule, union
from migrate.adopt.wanted import differs_in_group, differs_in_name, group_key

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts, TypeName
    from migrate.adopt.wanted import Key, Known, Wanted

NAME, TYPE, GROUP = f"{PREFIX}name-override", f"{PREFIX}type-name", f"{PREFIX}group"
_SCHEMAS = "/components/schemas"
_FAR = "it stands in another file, where no overlay reaches: write it there"
LANGUAGES = ("python", "typescript", "go")
"""The languages that names may differ in."""


@mutable
class Planner:
    """Makes the actions for one document; ``known`` is what a build gives that reads the vendor's keys."""

    facts: Facts
    api: Api
    reading: Reading
    wanted: Mapping[Endpoint, Wanted]
    known: Mapping[Endpoint, Known]
    types: Mapping[str, str]
    key: Key
    forced: Collection[Endpoint] = ()
    """Operations that are named expressly, whatever a build calls them now."""
    spread: list[Action] = field(default_factory=list)
    """Actions that concern many operations."""
    covered: set[tuple[str, str]] = field(default_factory=set)
    """The pointers of operations that these reach, each with our key."""
    far: list[Json] = field(default_factory=list)
    """Entries of the root's list for operations that no overlay reaches."""
    updates: dict[str, dict[str, Json]] = field(default_factory=dict)
    """What single objects need, by their pointers."""
    aliases: dict[str, Json] = field(default_factory=dict)
    """Components to add: further names of schemas."""

    def plan(self) -> list[Action]:
        """Return all actions, the wide ones first."""
        root = {key: value for action in reading_actions(self.reading) for key, value in action.update.items()}
        self._groups()
        entries: list[Json] = [{"operationId": rule.pattern, "methodNameOverride": rule.name} for rule in self._names()]
        self._types()
        self._placed()
        if not self._has_root_list():
            entries += [*self.far, *self._arguments()]
        if entries:
            root[NAME] = entries
        root |= self.updates.pop("", {})
        first = [Action(("$",), root)] if root else []
        single = self._single()
        last = [action for action in reading_actions(self.reading) if action.remove]
        added = [Action(("$.components.schemas",), dict(sorted(self.aliases.items())))] if self.aliases else []
        removed = spread_removals(self.facts, self.api, self.reading, self.covered)
        return [
            *first,
            *_changes(self.facts, self.api),
            *removed,
            *self.spread,
            *single,
            *added,
            *last,
        ]

    # ----------------------------------------------------------------------- groups

    def _groups(self) -> None:
        needed: dict[tuple[str, ...], set[Endpoint]] = {}
        for endpoint, wanted in self.wanted.items():
            if wanted.groups is not None and differs_in_group(wanted, self.known[endpoint], self.key):
                needed.setdefault(wanted.groups, set()).add(endpoint)
        for groups, endpoints in sorted(needed.items()):
            value: Json = groups[0] if len(groups) == 1 else list(groups)
            rest = set(endpoints)
            fits = self._fits_group(groups)
            for find in (tag_rule, path_rule):
                rule = find(rest, self.known, fits) if len(rest) > 1 else None
                if rule is not None and self._is_reached(rule.covers):
                    self.spread.append(Action(rule.target, {GROUP: value}))
                    self.covered.update((f"/{endpoint.at}", GROUP) for endpoint in rule.reaches)
                    rest -= rule.covers
            for endpoint in rest:
                self._need(endpoint, GROUP, value)

    def _fits_group(self, groups: tuple[str, ...]) -> Callable[[Endpoint], bool]:
        """Return whether an operation may stand in some groups: they are wanted."""
        key = group_key(groups, self.key)

        def fits(endpoint: Endpoint) -> bool:
            wanted = self.wanted.get(endpoint)
            return wanted is not None and wanted.groups is not None and group_key(wanted.groups, self.key) == key

        return fits

    def _is_reached(self, endpoints: frozenset[Endpoint]) -> bool:
        return all(self._pointer(endpoint) == f"/{endpoint.at}" for endpoint in endpoints)

    def _pointer(self, endpoint: Endpoint) -> str | None:
        called = self.api.operations.get(endpoint)
        return called.at if called is not None and self.api.reaches(called.at) else None

    # ----------------------------------------------------------------------- names

    def _names(self) -> list[NameRule]:
        """Note the names that single operations need, and return the rules for the others."""
        single: dict[Endpoint, Json] = {}
        for endpoint, wanted in self.wanted.items():
            differs = endpoint in self.forced or differs_in_name(wanted, self.known[endpoint], self.key)
            if wanted.names and differs:
                single[endpoint] = wanted.override(LANGUAGES)
        own = self._own_overrides()
        plain = {at: value for at, value in single.items() if isinstance(value, str) and at not in own}
        rules = (
            []
            if self._has_root_list()
            else name_rules(plain, self.known, self._fits_name, own | (set(single) - set(plain)))
        )
        for rule in rules:
            for endpoint in rule.but:
                single[endpoint] = self._name_of(endpoint)
            for endpoint in rule.covers:
                del single[endpoint]
        for endpoint, value in single.items():
            self._need(endpoint, NAME, value)
        return rules

    def _fits_name(self, endpoint: Endpoint, name: str) -> bool:
        return self.key(self._name_of(endpoint)) == self.key(name)

    def _name_of(self, endpoint: Endpoint) -> str:
        """Return the name that an operation is to have in the end."""
        wanted = self.wanted.get(endpoint)
        value = wanted.override(LANGUAGES) if wanted is not None else None
        return value if isinstance(value, str) else self.known[endpoint].name

    def _own_overrides(self) -> set[Endpoint]:
        """Return the operations that have an override of their own: a rule does not change them."""
        theirs = {PREFIX + "name-override", *(item.theirs for item in self.facts.placed if item.key == "name-override")}
        read = {item.theirs for item in self.facts.placed if self.reading.reads(item)}
        return {
            item.endpoint
            for item in self.api.keyed
            if item.endpoint is not None and (item.key == NAME or item.key in theirs & read)
        }

    def _has_root_list(self) -> bool:
        return any(item.at == "" and item.key == "name-override" for item in self.facts.placed)

    def _types(self) -> None:
        """Note the types that are called otherwise than they should."""
        for item in self.facts.types:
            if item.another:
                self._alias(item)
                continue
            called = self.types.get(item.at) if isinstance(item.at, str) else None
            if called is None or not any(map(str.isalnum, item.name)):
                why = "no type is made of it" if called is None else "it is no name"
                if isinstance(item.at, str) and not self.api.reaches(item.at):
                    why = _FAR
                self.facts.add(Unmatched(item.theirs or f"{item.name} ({item.at})", why, item.origin, item.source))
            elif self.key(called) != self.key(item.name) or _spelled_otherwise(called, item.name):
                of_property = split_pointer(str(item.at))[-2:-1] == ["properties"]
                self.updates.setdefault(str(item.at), {})[TYPE if of_property else NAME] = item.name

    def _alias(self, item: TypeName) -> None:
        """Note a further name of a schema: a component that refers to it."""
        if isinstance(item.at, str) and self.api.reaches(item.at):
            self.aliases[item.name] = {"$ref": f"#{item.at}"}
        else:
            self.facts.add(Unmatched(f"the type name {item.name} ({item.at})", _FAR, item.origin, item.source))

    # ----------------------------------------------------------------------- keys and single objects

    def _placed(self) -> None:
        """Note our keys: those that a vendor's key says with one value for another, by a filter."""
        said = {(item.at, item.key): _scalar_json(item.value) for item in self.api.keyed}
        alike: dict[tuple[str, str, str, str], list[Placed]] = {}
        for item in self.facts.placed:
            if not self.reading.reads(item) and not self.api.reaches(item.at):
                self.facts.add(Unmatched(item.theirs or item.key, _FAR, item.origin, item.source))
            elif not self.reading.reads(item):
                theirs = said.get((item.at, item.theirs), "")
                alike.setdefault((item.key, item.theirs, theirs, as_json(item.value)), []).append(item)
        operations = {call.at for call in self.api.operations.values()}
        for (key, vendors, theirs, _), listed in sorted(alike.items()):
            count = sum(name == vendors and value == theirs for (_, name), value in said.items())
            if theirs and len(listed) >= FEW and len(listed) == count:
                base = "$.paths.*" if all(item.at in operations for item in listed) else "$.."
                target = f"{base}[?@[{quoted(vendors)}] == {theirs}]"
                self.spread.append(Action((target,), {PREFIX + key: listed[0].value}))
                continue
            for item in listed:
                self.updates.setdefault(item.at, {})[PREFIX + key] = item.value

    def _arguments(self) -> Iterator[Json]:
        """Yield entries of the root's list for names that all parameters of one name are to have."""
        places: dict[str, list[str]] = {}
        for called in self.api.operations.values():
            listed = called.raw.get("parameters")
            for index, raw in enumerate(listed) if isinstance(listed, list) else ():
                if isinstance(raw, dict) and isinstance(raw.get("name"), str):
                    places.setdefault(str(raw["name"]), []).append(f"{called.at}/parameters/{index}")
        for name, found in sorted(places.items()):
            values = {as_json(self.updates.get(at, {}).get(NAME)) for at in found}
            value = self.updates.get(found[0], {}).get(NAME)
            if len(found) >= FEW and len(values) == 1 and isinstance(value, str):
                yield {"parameterName": f"^{escaped(name)}$", "parameterNameOverride": value}
                for at in found:
                    del self.updates[at][NAME]
                    if not self.updates[at]:
                        del self.updates[at]

    def _need(self, endpoint: Endpoint, key: str, value: Json) -> None:
        pointer = self._pointer(endpoint)
        named = self.known[endpoint].operation_id
        if pointer is None and key == NAME and isinstance(value, str) and named and not self._has_root_list():
            self.far.append({"operationId": f"^{escaped(named)}$", "methodNameOverride": value})
            return
        if pointer is None:
            wanted = self.wanted.get(endpoint)
            if wanted is not None:
                self.facts.add(Unmatched(f"{key}: {as_json(value)} ({endpoint})", _FAR, wanted.origin, wanted.source))
            return
        self.updates.setdefault(pointer, {})[key] = value

    def _single(self) -> list[Action]:
        """Return the actions for single objects; those of one method with one value together."""
        order = {called.at: at for at, called in self.api.operations.items()}
        alike: dict[tuple[str, str], list[Endpoint]] = {}
        for pointer, update in self.updates.items():
            endpoint = order.get(pointer)
            if endpoint is not None and pointer == f"/{endpoint.at}":
                alike.setdefault((endpoint.method, as_json_all(update)), []).append(endpoint)
        actions: list[tuple[tuple[str, str], list[Action]]] = []
        names = self._components()
        done: set[str] = {f"{_SCHEMAS}/{escape_token(name)}" for name in names}
        if names:
            actions.append((("~", ""), [Action(("$.components.schemas",), names)]))
        for (method, _), endpoints in alike.items():
            if len(endpoints) >= FEW:
                paths = sorted(endpoint.path for endpoint in endpoints)
                update = self.updates[f"/{endpoints[0].at}"]
                self.covered.update((f"/{endpoint.at}", key) for endpoint in endpoints for key in update)
                done |= {f"/{endpoint.at}" for endpoint in endpoints}
                actions.append(((paths[0], method), [Action(union(paths, [method.lower()]), update)]))
        for pointer, update in self.updates.items():
            if pointer not in done:
                endpoint = order.get(pointer)
                place = (endpoint.path, endpoint.method) if endpoint is not None else ("~" + pointer, "")
                target = json_path(pointer, self.api.document.root)
                gone = removals_at(self.facts, self.reading, pointer, target, update)
                actions.append((place, [*gone, Action((target,), update)]))
        return [action for _, listed in sorted(actions, key=lambda item: item[0]) for action in listed]

    def _components(self) -> dict[str, Json]:
        """Return the components that need a name and nothing else, for one action; none where they are few."""
        read = {item.at for item in self.facts.placed if self.reading.reads(item)}
        found: dict[str, Json] = {
            split_pointer(pointer)[-1]: dict(update)
            for pointer, update in sorted(self.updates.items())
            if pointer.rpartition("/")[0] == _SCHEMAS and set(update) == {NAME} and pointer not in read
        }
        return found if len(found) >= FEW else {}


def _changes(facts: Facts, api: Api) -> Iterator[Action]:
    """Yield what completes the document."""
    root = api.document.root
    for change in sorted(facts.changes, key=lambda item: item.at):
        if not api.reaches(change.at):
            facts.add(Unmatched("a part of the document", _FAR, change.origin, change.source))
            continue
        target = json_path(change.at, root)
        yield Action((target,), change.update)
        for below, origin in change.copies.items():
            yield Action((target + json_path(below, dict(change.update))[1:],), copy=json_path(origin, root))


def _spelled_otherwise(called: str, name: str) -> bool:
    """Whether two names of the same words are different classes: `APIKey` and `ApiKey`."""
    return called != name and all(text[:1].isupper() and text.isalnum() for text in (called, name))


def _scalar_json(value: Json) -> str:
    """Return a value as a filter compares with it; "" where it is no scalar."""
    if isinstance(value, str):
        return quoted(value)
    return as_json(value) if isinstance(value, bool | int) else ""


def as_json_all(value: Mapping[str, Json]) -> str:
    """Return all of a value as JSON, for comparing."""
    import json

    return json.dumps(value, sort_keys=True, default=str)


def plan_overlay(
    facts: Facts,
    api: Api,
    reading: Reading,
    wanted: Mapping[Endpoint, Wanted],
    known: Mapping[Endpoint, Known],
    types: Mapping[str, str],
    key: Key,
    forced: Collection[Endpoint] = (),
) -> list[Action]:
    """Return the actions that make a build name and do what the facts say.

    ``known`` and ``types`` are what a build gives without them; ``forced`` are operations to name in any case.
    """
    return Planner(facts, api, reading, wanted, known, types, key, forced).plan()

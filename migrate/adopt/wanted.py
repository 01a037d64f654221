"""What calls are to be named, from all facts, held against the names that a build gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from migrate.adopt.facts import Unmatched

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Call, Endpoint, Facts, Place

Key = Callable[[str], tuple[str, ...]]
"""Returns the words of a name in small letters: what is equal by it is one name in every language."""


@frozen
class Known:
    """An operation as a build has it: ``names`` in single languages are those that differ from ``name``."""

    endpoint: Endpoint
    operation_id: str | None
    tags: tuple[str, ...]
    name: str
    groups: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def called(self, language: str | None) -> tuple[str, ...]:
        """Return its names in a language, the aliases last."""
        return self.names.get(language or "") or (self.name, *self.aliases)


@frozen
class Wanted:
    """How a call is to be named: ``names`` by language, "" for all; ``groups`` None: as they are."""

    groups: tuple[str, ...] | None
    names: Mapping[str, tuple[str, ...]]
    origin: Place
    source: str

    def override(self, languages: Sequence[str]) -> Json:
        """Return the value of `x-codegen-name-override` that says so; None if any name will do."""
        everywhere, by_language = self.names.get(""), {key: value for key, value in self.names.items() if key}
        if not by_language:
            return _one_or_list(everywhere) if everywhere else None
        if everywhere:
            by_language = dict.fromkeys(languages, everywhere) | by_language
        values = set(by_language.values())
        if len(values) == 1 and set(by_language) == set(languages):
            return _one_or_list(next(iter(by_language.values())))
        return {language: _one_or_list(names) for language, names in sorted(by_language.items())}


def _one_or_list(names: tuple[str, ...]) -> Json:
    return names[0] if len(names) == 1 else list(names)


def wanted_calls(facts: Facts, api: Api, known: Mapping[Endpoint, Known]) -> dict[Endpoint, Wanted]:
    """Return what is wanted of each operation; a later fact about one thing replaces an earlier one.

    Adds to ``facts`` the calls of operations that the document does not have.
    """
    found: dict[Endpoint, Wanted] = {}
    for call in facts.calls:
        if call.endpoint not in api.operations and call.endpoint not in known:
            facts.add(_unknown(call))
            continue
        before = found.get(call.endpoint)
        names = dict(before.names) if before is not None else {}
        if call.name is not None and any(map(str.isalnum, call.name)):
            names[call.language or ""] = (call.name, *call.aliases)
        groups = call.groups if call.groups is not None else before.groups if before is not None else None
        found[call.endpoint] = Wanted(groups, names, call.origin, call.source)
    return found


def _unknown(call: Call) -> Unmatched:
    named = ".".join(filter(None, [(call.groups or ("",))[0], call.name]))
    return Unmatched(f"{named} ({call.endpoint})", "the document has no such operation", call.origin, call.source)


def differs_in_name(wanted: Wanted, known: Known, key: Key) -> bool:
    """Whether an operation is called otherwise than it should."""
    for language, names in wanted.names.items():
        if list(map(key, names)) != list(map(key, known.called(language or None))):
            return True
        if not language and known.names:
            others = [known.names[other] for other in known.names if other not in wanted.names]
            if any(list(map(key, other)) != list(map(key, names)) for other in others):
                return True
    return False


def group_key(groups: Sequence[str], key: Key) -> frozenset[tuple[tuple[str, ...], ...]]:
    """Return what is equal for equal places of a method: namespaces, each with its parts."""
    return frozenset(tuple(key(part) for part in group.split(".")) if group else () for group in groups)


def differs_in_group(wanted: Wanted, known: Known, key: Key) -> bool:
    """Whether an operation stands elsewhere than it should."""
    return wanted.groups is not None and group_key(wanted.groups, key) != group_key(known.groups, key)


def clashing(wanted: Mapping[Endpoint, Wanted], known: Mapping[Endpoint, Known], key: Key) -> dict[Endpoint, Endpoint]:
    """Return the operations that are to have the name of another one in their group, each with that one.

    Of several the first one by path keeps the name.
    """
    taken: dict[tuple[object, ...], Endpoint] = {}
    found: dict[Endpoint, Endpoint] = {}
    for endpoint in sorted(wanted, key=lambda item: (item.path, item.method)):
        want = wanted[endpoint]
        groups = want.groups if want.groups is not None else known[endpoint].groups if endpoint in known else ("",)
        places = {
            (group, language, key(name))
            for group in group_key(groups, key)
            for language, names in want.names.items()
            for name in names[:1]
        }
        other = next((taken[place] for place in sorted(places) if place in taken), None)
        if other is not None:
            found[endpoint] = other
        for place in places:
            taken.setdefault(place, endpoint)
    return found

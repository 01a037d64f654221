"""Paths and anchors, decided before a page is printed: a file per group, type and event, an anchor per method.

A type that is written inline has no page of its own: it is a section of the page of the enclosing type.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from backends import Language
from backends.reference.commonmark import code
from compiler.base.naming import Case, join, shorten, solid, unique, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id, frozen
from compiler.plan.plan import Group, Method, Plan

Path = str
"""A page's path inside the output folder, with slashes."""

INDEX = "README.md"
TYPES = "types/README.md"

_WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
_STEM = 80


@frozen
class Place:
    """A method as the pages show it: once per group that has it."""

    method: Method
    anchor: str

    @property
    def id(self) -> tuple[str, ...]:
        """What tells it from all others."""
        return (*self.method.id, self.anchor)


@frozen
class Voice:
    """A language and its methods by operation."""

    language: Language
    methods: Mapping[Id, tuple[Method, ...]]


@frozen
class Site:
    """The plan with the path of every page and the anchor of every section."""

    plan: Plan
    groups: Mapping[tuple[str, ...], Path]
    types: Mapping[Id, str]
    """The page of each type, with an anchor for one that is a section."""
    sheets: Mapping[Id, Sequence[Id]]
    """The types that have pages, each with the inline types that are its sections."""
    events: Mapping[Id, Path]
    places: Mapping[tuple[str, ...], tuple[Place, ...]]
    calls: Mapping[Id, tuple[Place, ...]]
    """The places of each operation."""
    voices: Sequence[Voice]

    def spoken(self, place: Place) -> list[tuple[Language, Method]]:
        """Return a method in each language, except languages that ignore the operation."""
        operation = place.method.operation
        turn = self.calls[operation].index(place)
        found = ((voice.language, voice.methods.get(operation, ())) for voice in self.voices)
        return [(language, methods[min(turn, len(methods) - 1)]) for language, methods in found if methods]

    def type_link(self, at: Id, page: Path) -> str:
        """Return a link to a type's page; only its name if the target does not print it."""
        name = self.plan.surface.type_heads.get(at)
        if name is None:
            return code(at.rpartition("/")[2])
        return f"[{code(name.ident)}]({relative(page, self.types[at])})"

    def method_link(self, place: Place, page: Path) -> str:
        """Return a link to a method's section."""
        target = relative(page, self.groups[place.method.group])
        return f"[{code('.'.join((*map(solid, place.method.group), place.method.ident)))}]({target}#{place.anchor})"

    def event_link(self, at: Id, page: Path) -> str:
        """Return a link to the page of a webhook or callback."""
        return f"[{code(self.plan.wire.events[at].wire)}]({relative(page, self.events[at])})"


def build_site(plan: Plan, languages: Sequence[Language]) -> Site:
    """Give every page its path and every section its anchor."""
    groups = [group for group in plan.surface.groups.values() if group.methods]
    places = {group.path: _places(group, group_title(group, plan)) for group in groups}
    calls: dict[Id, tuple[Place, ...]] = {}
    for place in (place for listed in places.values() for place in listed):
        calls[place.method.operation] = (*calls.get(place.method.operation, ()), place)
    unnamed = {at for at, item in plan.wire.types.items() if getattr(item, "unnamed", False)}
    sheets, types = place_types(plan, unnamed)
    return Site(
        plan=plan,
        groups=_group_pages(groups, plan),
        types=types,
        sheets=sheets,
        events=_event_pages(plan),
        places=places,
        calls=calls,
        voices=[Voice(language, _methods(language.plan)) for language in languages],
    )


def place_types(plan: Plan, unnamed: Container[Id]) -> tuple[dict[Id, tuple[Id, ...]], dict[Id, str]]:
    """Return the types that have pages, and the page of each; ``unnamed``: those that are written inline."""
    sheets = {at: tuple(inline) for at, inline in _sheets(plan, unnamed).items()}
    return sheets, _type_targets(plan, sheets)


def _event_pages(plan: Plan) -> dict[Id, Path]:
    found: dict[bool, dict[Id, str]] = {False: {}, True: {}}
    for at, name in plan.surface.events.items():
        found[plan.wire.events[at].callback][at] = _kebab(name.ident, plan.vocabulary)
    return _paths("webhooks", found[False]) | _paths("callbacks", found[True])


def _group_pages(groups: Iterable[Group], plan: Plan) -> dict[tuple[str, ...], Path]:
    by_name = {"\n".join(group.path): group for group in groups}
    pages = _paths(
        "groups", {name: _kebab(group_title(group, plan), plan.vocabulary) for name, group in by_name.items()}
    )
    return {group.path: pages[name] for name, group in by_name.items()}


def _sheets(plan: Plan, unnamed: Container[Id]) -> dict[Id, list[Id]]:
    sheets: dict[Id, list[Id]] = {}
    names = plan.surface.types.keys()
    for at in names:
        owner = _owner(unnamed, names, at)
        sheets.setdefault(owner, [])
        if owner != at:
            sheets[owner].append(at)
    return sheets


def _owner(unnamed: Container[Id], names: Container[Id], at: Id) -> Id:
    """Return the type whose page shows a type: itself, or for an inline one the outermost type around it."""
    owner = above = at
    while owner in unnamed:
        above = above.rpartition("/")[0]
        if not above:
            return owner
        if above in names:
            owner = above
    return owner


def _type_targets(plan: Plan, sheets: Mapping[Id, Sequence[Id]]) -> dict[Id, str]:
    names = plan.surface.type_heads
    targets = _paths("types", {at: names[at].ident for at in sheets})
    for owner, inline in sheets.items():
        anchors = _anchors(names[at].ident for at in (owner, *inline))
        targets |= {at: f"{targets[owner]}#{anchor}" for at, anchor in zip(inline, anchors[1:], strict=True)}
    return targets


def _methods(plan: Plan) -> dict[Id, tuple[Method, ...]]:
    found: dict[Id, tuple[Method, ...]] = {}
    for method in plan.surface.methods():
        found[method.operation] = (*found.get(method.operation, ()), method)
    return found


def relative(page: Path, target: str) -> str:
    """Return the link from a page to another, or to a section of one; folders are one level deep."""
    path, _, anchor = target.partition("#")
    if page == path and anchor:
        return f"#{anchor}"
    folder, _, name = target.rpartition("/")
    here = page.rpartition("/")[0]
    if folder == here:
        return name
    return f"../{target}" if here else target


def _paths(folder: str, wanted: Mapping[Id, str]) -> dict[Id, Path]:
    return {at: f"{folder}/{stem}.md" for at, stem in _stems(wanted).items()}


def _stems(wanted: Mapping[str, str]) -> dict[str, str]:
    """Make file stems unique, ignoring case, and avoid the names reserved by Windows and by the folder's index."""
    return unique({at: _stem(text) for at, text in wanted.items()}, taken=("readme", *_WINDOWS))


def _stem(text: str) -> str:
    safe = re.sub(r"[^\w.-]+", "-", text).strip(".-") or "page"
    return shorten(safe, _STEM) if len(safe) > _STEM else safe


def _kebab(text: str, vocabulary: Vocabulary) -> str:
    return "-".join(join(words(part, vocabulary), Case.KEBAB) for part in text.split("."))


def group_title(group: Group, plan: Plan) -> str:
    """Return the heading of a group's page: its path, and the client's name for the methods of the client itself."""
    return ".".join(group.path) or plan.surface.client


def _places(group: Group, title: str) -> tuple[Place, ...]:
    anchors = _anchors([title, *(method.ident for method in group.methods)])
    return tuple(Place(method, anchor) for method, anchor in zip(group.methods, anchors[1:], strict=True))


def _anchors(headings: Iterable[str]) -> list[str]:
    """Return the anchors that renderers give to the headings of one page, as GitHub makes them."""
    seen: dict[str, int] = {}
    anchors: list[str] = []
    for heading in headings:
        first = anchor = slugify(heading)
        while anchor in seen:
            seen[first] += 1
            anchor = f"{first}-{seen[first]}"
        seen[anchor] = 0
        anchors.append(anchor)
    return anchors


def slugify(heading: str) -> str:
    """Return the anchor of a heading's text: lower case, punctuation dropped, spaces as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")

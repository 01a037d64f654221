"""Name every declared type by its own place in the document (D10.1).

Before::

    model @schemas/Trip { field "legs" type=list<@schemas/Trip/properties/legs/items> }
    model @schemas/Trip/properties/legs/items unnamed

After::

    model @schemas/Trip { name "Trip" ... }
    model @schemas/Trip/properties/legs/items unnamed { name "TripLeg" origin=inferred }

A component is called as the document calls it, and an inline schema by its `$anchor`; a title counts at request and
response roots and for members of unions; everything else is named after the operation or component it stands in and
the path to it. Names that would be equal, upper and lower case aside, get longer: a component never yields to an
inline type, and of two inline types both take more of their own path, so that nothing depends on the order of the
document. Names that leave out the middle of a path must meet now and then, and one that was there gets longer: each of
two had the short one without the other, so only memory could tell. But no name comes to mean another inline type: what
two gave up no third takes. An override that takes the name of a component, or of another override, gives way to the
name that its own component has. The lock keeps the names that inline types had in earlier builds, and the titles after
which members of unions are called that are no types of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from compiler.base.frozen import mutable
from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.diagnostics import Note
from compiler.ir.identity import component_name
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Sdk
from compiler.ir.types import Declaration, Enum, Member, Model, Name, Origin, Union
from passes.context import Context
from passes.name_schemas.candidates import Places, bounded
from passes.name_schemas.roots import Root, Words, errors, overridden_names, roots
from passes.support.components import file_words, is_component
from passes.support.names.english import folded, pascal, text_key
from passes.support.names.kept_titles import with_kept_titles
from passes.support.places import extension

OVERRIDE, ROOT_COMPONENT, INLINE_OVERRIDE, KEPT, COMPONENT, NEW_COMPONENT, FRAMED, ERROR, FIELD_OVERRIDE, INLINE = (
    range(10)
)
"""Who keeps a name that several want; the smaller goes before."""

VIEWS = ("read", "write")
"""Roles of the names that split_views gives."""

RANK_ORIGIN = {
    OVERRIDE: Origin.OVERRIDE,
    ROOT_COMPONENT: Origin.SPEC,
    INLINE_OVERRIDE: Origin.OVERRIDE,
    KEPT: Origin.LOCK,
    COMPONENT: Origin.SPEC,
    NEW_COMPONENT: Origin.SPEC,
    FRAMED: Origin.INFERRED,
    ERROR: Origin.INFERRED,
    FIELD_OVERRIDE: Origin.OVERRIDE,
    INLINE: Origin.INFERRED,
}


def run(sdk: Sdk, context: Context) -> Sdk:
    """Give every declaration its name, and the number values of enums theirs.

    Reports CG0511 (an override wants a name that is taken), CG0512 (components that make one name) and CG0513 (inline
    types of one form with one override).
    """
    vocabulary = context.vocabulary
    names = name_types(sdk, *_beginnings(sdk, vocabulary), context)
    types = {at: _with_name(declared, names[at], vocabulary) for at, declared in sdk.types.items()}
    unions = {
        at: with_kept_titles(item, context.lock, vocabulary) for at, item in types.items() if isinstance(item, Union)
    }
    return replace(sdk, types=types | unions)


def _beginnings(sdk: Sdk, vocabulary: Vocabulary) -> tuple[Mapping[Id, Root], Mapping[Id, Words], Mapping[Id, Words]]:
    """Return the words with which names begin (:mod:`passes.name_schemas.roots`)."""
    return roots(sdk, vocabulary), overridden_names(sdk, vocabulary), errors(sdk, vocabulary)


def name_types(
    sdk: Sdk,
    roots: Mapping[Id, Root],
    overridden: Mapping[Id, Words],
    errors: Mapping[Id, Words],
    context: Context,
) -> dict[Id, Name]:
    """Return the names of all declarations, which begin where :mod:`passes.name_schemas.roots` says."""
    return _Namer(sdk, roots, overridden, errors, context).names()


def inferred_names(sdk: Sdk, context: Context) -> Callable[[Id], Iterator[str]]:
    """Return what yields the names that an inline type may be inferred to have, the shortest first."""
    return _Namer(sdk, *_beginnings(sdk, context.vocabulary), context).inferred


def _with_name(declared: Declaration, name: Name, vocabulary: Vocabulary) -> Declaration:
    named = declared if declared.name == name else replace(declared, name=name)
    if isinstance(named, Enum) and not all(isinstance(member.value, str) for member in named.members):
        return replace(named, members=tuple(_member(item, vocabulary) for item in named.members))
    return named


def _member(member: Member, vocabulary: Vocabulary) -> Member:
    """Name a member that is no text, for which a number alone would be no identifier; 2.5 is not 25."""
    if member.name is not None or isinstance(member.value, str):
        return member
    value = member.value
    text = f"{value:.15g}".replace(".", " point ") if isinstance(value, float) else str(value)
    return replace(member, name=Name(pascal(("value", *words(text, vocabulary))), Origin.INFERRED))


@mutable
class _Wish:
    """A declaration on its way to a name: the candidate it holds now, and those it may still turn to."""

    at: Id
    rank: int
    said: Words
    text: str
    others: Iterator[tuple[Words, str]]
    moved: bool = False
    origin: Origin | None = None
    """Where the name comes from, if its rank does not tell: a kept name that would be inferred all the same."""
    yielded_to: Id | None = None
    """The component whose name the override of this one wanted."""

    def advance(self) -> bool:
        """Turn to the next candidate that is another name; False where there is none."""
        for said, text in self.others:
            if folded(said) != folded(self.said):
                self.said, self.text, self.moved = said, text, True
                return True
        return False


class _Namer:
    def __init__(
        self,
        sdk: Sdk,
        roots: Mapping[Id, Root],
        overridden: Mapping[Id, Words],
        errors: Mapping[Id, Words],
        context: Context,
    ) -> None:
        self.types = sdk.types
        self.context = context
        self.places = Places(roots, overridden, sdk.types, context.vocabulary)
        self.errors = errors
        self.callers = {*sdk.operations, *sdk.events}

    def names(self) -> dict[Id, Name]:
        wishes = [self._wish(at, declared) for at, declared in self.types.items()]
        self._lengthen_names([*wishes, *self._views(), *self._errors()])
        return {wish.at: self._final(wish) for wish in wishes}

    def _wish(self, at: Id, declared: Declaration) -> _Wish:
        if declared.name is not None:
            said, text = words(declared.name.text, self.context.vocabulary), declared.name.text
            if is_component(at) and declared.name.origin is Origin.SPEC:
                return self._component(at, said, text, of_root=True)
            if is_component(at):
                return _Wish(
                    at,
                    OVERRIDE,
                    said,
                    text,
                    chain([_own(at, self.context.vocabulary)], _of_component(at, self.context.vocabulary)),
                )
            anchored = declared.name.origin is Origin.SPEC
            if not anchored and is_property(at):
                return self._of_field(at, said, text)
            return _Wish(at, COMPONENT if anchored else INLINE_OVERRIDE, said, text, self._placed(at, said))
        if is_component(at):
            own = _own(at, self.context.vocabulary)
            return _unframed(at, *own, self.places, self.context) or self._component(at, *own, of_root="#" not in at)
        candidates = self._inferred(at)
        said, text = next(candidates)
        kept = self.context.lock.kept.get(at)
        if kept is None:
            return _Wish(at, INLINE, said, text, candidates)
        if kept == text:
            return _Wish(at, KEPT, said, text, candidates, origin=Origin.INFERRED)
        return _Wish(at, KEPT, words(kept, self.context.vocabulary), kept, chain([(said, text)], candidates))

    def _of_field(self, at: Id, said: Words, text: str) -> _Wish:
        """Return the wish of a class by the override of its property, which is not for the class alone."""
        longer = [(name, bounded(pascal(name))) for name in self.places.candidates(at, said) if name]
        kept = self.context.lock.kept.get(at)
        for index, (name, other) in enumerate([(said, text), *longer]):
            if kept == other:
                origin = Origin.OVERRIDE if index == 0 else None
                return _Wish(at, KEPT, name, other, chain(longer, self._inferred(at)), origin=origin)
        return _Wish(at, FIELD_OVERRIDE, said, text, chain(longer, self._inferred(at)))

    def _views(self) -> Iterator[_Wish]:
        """Yield the names that split_views gave: no other type may take one that an earlier build knew (D10.1)."""
        for key, kept in self.context.lock.kept.items():
            at, _, view = key.rpartition("#")
            if view in VIEWS and at in self.types:
                yield _Wish(key, KEPT, words(kept, self.context.vocabulary), kept, iter(()))

    def _errors(self) -> Iterator[_Wish]:
        """Yield the names of the classes of errors by overrides, which no inline type takes (D10.6)."""
        for at, said in self.errors.items():
            yield _Wish(f"{at}#error", ERROR, said, pascal(said), iter(()))

    def _component(self, at: Id, said: Words, text: str, *, of_root: bool) -> _Wish:
        """Return the wish of a component: its own name, with the number that it got in an earlier build."""
        kept = self.context.lock.kept.get(at, "")
        if kept != text and kept.rstrip("0123456789") == text:
            return _Wish(at, KEPT, (*said, kept[len(text) :]), kept, iter(()), moved=True)
        longer = iter(()) if of_root else _of_component(at, self.context.vocabulary)
        return _Wish(at, self._component_rank(at, of_root), said, text, longer)

    def _component_rank(self, at: Id, of_root: bool) -> int:
        """Return the rank of a component; one that the lock does not know takes no name from what it does know."""
        known = self.context.lock.members.get("schemas")
        if known is not None and at not in known:
            return NEW_COMPONENT
        return ROOT_COMPONENT if of_root else COMPONENT

    def _placed(self, at: Id, said: Words) -> Iterator[tuple[Words, str]]:
        """Yield what else an inline type with an override may be called."""
        placed = self.places.placed(at, said)
        yield placed, bounded(pascal(placed))
        yield from self._inferred(at)

    def inferred(self, at: Id) -> Iterator[str]:
        """Yield the names that an inline type may have, as text."""
        return (text for _, text in self._inferred(at))

    def _inferred(self, at: Id) -> Iterator[tuple[Words, str]]:
        said: Words = ()
        for said in self.places.candidates(at):
            if said:
                yield said, bounded(pascal(said))
        kind = type(self.types[at]).__name__
        yield (*said, kind), bounded(pascal((*said, kind)))

    def _lengthen_names(self, wishes: list[_Wish]) -> None:
        """Let names get longer until all differ. What several gave up no third inline type takes: see the module."""
        waiting = wishes
        taken: dict[str, list[_Wish]] = {}
        given_up: set[str] = set()
        while waiting:
            for wish in waiting:
                taken.setdefault(text_key(wish.text, self.context.vocabulary), []).append(wish)
            touched = dict.fromkeys(text_key(wish.text, self.context.vocabulary) for wish in waiting)
            waiting = []
            for key in touched:
                if len(taken[key]) > 1:
                    taken[key], go = self._judge(taken[key])
                else:
                    go = [wish for wish in taken[key] if key in given_up and wish.rank == INLINE and wish.advance()]
                    taken[key] = [] if go else taken[key]
                given_up |= set() if taken[key] else {key}
                waiting += go

    def _judge(self, crowd: list[_Wish]) -> tuple[list[_Wish], list[_Wish]]:
        """Decide who of those that want one name keeps it, and who goes on with another."""
        best = min(wish.rank for wish in crowd)
        if yielding := self._yielding(crowd):
            gone = {wish.at for wish in yielding}
            return [wish for wish in crowd if wish.at not in gone], yielding
        first = [wish for wish in crowd if wish.rank == best]
        go = [wish for wish in crowd if wish.rank != best]
        if len(first) == 1:
            return first, self._moved(go, first[0])
        advanced = [(wish, wish.advance()) for wish in first]
        movable = [wish for wish, moves in advanced if moves]
        stuck = sorted((wish for wish, moves in advanced if not moves), key=_own_order)
        for number, wish in enumerate(stuck[1:], 2):
            self._tell_components(stuck[0], wish, number)
            _numbered(wish, number)
        return stuck[:1], movable + stuck[1:] + self._moved(go, first[0])

    def _yielding(self, crowd: list[_Wish]) -> list[_Wish]:
        """Return the overrides whose name a component has, or another override before them; they turn to others.

        Inline types of one form have one name without being in error: each takes words of its place.
        """
        overrides = [wish for wish in crowd if wish.rank in (OVERRIDE, INLINE_OVERRIDE) and not wish.moved]
        if not overrides:
            return []
        components = [wish for wish in crowd if wish.rank in (ROOT_COMPONENT, COMPONENT) and is_component(wish.at)]
        overrides.sort(key=lambda wish: (wish.rank, wish.at))
        first = min(components, key=lambda wish: wish.at) if components else overrides[0]
        yielding = overrides if components else overrides[1:]
        if first.rank == INLINE_OVERRIDE and all(self._alike(first, wish) for wish in yielding):
            return []
        for wish in yielding:
            wish.yielded_to = first.at
            if wish.rank == OVERRIDE:
                wish.rank = COMPONENT if "#" in wish.at else ROOT_COMPONENT
            if not wish.advance():
                _numbered(wish, 2)
        return yielding

    def _alike(self, first: _Wish, second: _Wish) -> bool:
        """Whether two inline types are one by their form: the same properties, values or members."""
        return _form(self.types[first.at]) == _form(self.types[second.at])

    def _moved(self, wishes: Iterable[_Wish], first: _Wish) -> list[_Wish]:
        for wish in wishes:
            if not wish.advance():
                if is_component(first.at):
                    self._tell_components(first, wish, 2)
                else:
                    self._tell_new(first, wish)
                _numbered(wish, 2)
        return list(wishes)

    def _tell_override(self, wish: _Wish, other: Id) -> None:
        """Tell of an override that wants the name of a component or of another override (D3.6)."""
        name = self.types[wish.at].name
        assert name is not None
        self.context.diagnostics.report(
            "CG0511",
            extension(self.context, wish.at, "name-override"),
            subject=self._owner(wish.at),
            notes=[Note("the other type is here", self.context.loc(other), at_key=True)],
            name=name.text,
            second=f"`{component_name(other)}`" if is_component(other) else "another inline type",
        )

    def _owner(self, at: Id) -> Id:
        """Return the component, operation or event that a type stands in: what is left out with it."""
        owner = at
        while owner and owner not in self.callers and not is_component(owner):
            owner = owner.rpartition("/")[0]
        return owner or at

    def _tell_components(self, first: _Wish, second: _Wish, number: int) -> None:
        """Tell of two components that make one name."""
        if second.rank not in (ROOT_COMPONENT, COMPONENT, NEW_COMPONENT):
            return
        self.context.diagnostics.report(
            "CG0512",
            self.context.loc(second.at),
            subject=second.at,
            at_key=True,
            first=self._called(first.at),
            second=self._called(second.at),
            name=f"{second.text}{number}",
        )

    def _called(self, at: Id) -> str:
        """Return what the document calls a component; the root document's word counts for those of other files."""
        name = self.types[at].name
        return name.text if name is not None and name.origin is Origin.SPEC else component_name(at)

    def _tell_new(self, first: _Wish, second: _Wish) -> None:
        """Tell of a component that is new and wants the name of what was there (D10.1)."""
        if second.rank == NEW_COMPONENT:
            self.context.diagnostics.report(
                "CG1404",
                self.context.loc(second.at),
                subject=second.at,
                at_key=True,
                notes=[Note("the other type is here", self.context.loc(first.at), at_key=True)],
                name=component_name(second.at),
                ident=f"{second.text}2",
                wanted=second.text,
                target="every target",
            )

    def _tell_inline(self, wish: _Wish) -> None:
        """Tell of an inline type that does not get the name of its override alone."""
        name = self.types[wish.at].name
        assert name is not None
        at = extension(self.context, wish.at, "name-override")
        self.context.diagnostics.report("CG0513", at, subject=wish.at, name=name.text, longer=wish.text)

    def _final(self, wish: _Wish) -> Name:
        origin = wish.origin or RANK_ORIGIN[wish.rank]
        if wish.yielded_to is not None:
            self._tell_override(wish, wish.yielded_to)
        elif wish.rank == INLINE_OVERRIDE and wish.moved:
            self._tell_inline(wish)
        numbered = wish.moved and is_component(wish.at) and wish.text.rstrip("0123456789") == self._called(wish.at)
        if wish.rank in (KEPT, FRAMED, FIELD_OVERRIDE, INLINE) or numbered:
            self.context.lock.seen[wish.at] = wish.text
        return Name(wish.text, Origin.COLLISION if wish.moved else origin)


def _unframed(at: Id, own: Words, text: str, places: Places, context: Context) -> _Wish | None:
    """Return the wish of a component without its frame (D10.6); None without one, or where the lock has the frame.

    Of two that would be equal both take words of their frames, and neither goes before what has none.
    """
    root, kept = places.roots[at], context.lock.kept.get(at)
    if kept is None and (root.short == own or at in context.lock.members.get("schemas", ())):
        return None
    if kept is not None and kept.rstrip("0123456789") == text:
        return None
    candidates = ((said, text if said == own else bounded(pascal(said))) for said in (root.short, *root.longer))
    if kept is None:
        return _Wish(at, FRAMED, *next(candidates), candidates)
    return _Wish(at, KEPT, words(kept, context.vocabulary), kept, candidates, origin=Origin.INFERRED)


def is_property(at: Id) -> bool:
    """Whether an inline type is that of a property, null aside."""
    parts = at.split("/")
    return parts[-2:-1] == ["properties"] or (parts[-2:-1] in (["oneOf"], ["anyOf"]) and parts[-4:-3] == ["properties"])


def _form(declared: Declaration) -> object:
    match declared:
        case Model():
            return {item.wire for item in declared.fields}
        case Enum():
            return {str(item.value) for item in declared.members}
        case Union():
            return len(declared.cases)
        case _:
            return None


def _own_order(wish: _Wish) -> tuple[str, Id]:
    """Order those of one name by its spelling, whichever file they stand in."""
    return wish.text if is_component(wish.at) else "", wish.at


def _own(at: Id, vocabulary: Vocabulary) -> tuple[Words, str]:
    """Return the name that a component has by itself."""
    name = component_name(at)
    return words(name, vocabulary), name


def _of_component(at: Id, vocabulary: Vocabulary) -> Iterator[tuple[Words, str]]:
    """Yield what else a component of another file may be called: with its file and folders in front."""
    name = words(component_name(at), vocabulary)
    for word in reversed(file_words(at)):
        name = (*words(word, vocabulary), *name)
        yield name, pascal(name)


def _numbered(wish: _Wish, number: int) -> None:
    wish.text = f"{wish.text}{number}"
    wish.said = (*wish.said, str(number))
    wish.moved = True

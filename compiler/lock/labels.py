"""Labels of list items by their content, so that codegen.lock does not confuse items (D10.1).

The identity of a parameter or of a union's member contains its index, which changes after an insertion.
codegen.lock uses a label instead: ``schemas/Stop/oneOf/Berth`` for ``schemas/Stop/oneOf/0``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id, frozen, replace

_STEP = lazy_pattern(r"/(?:oneOf|anyOf|allOf|parameters)/([^/#\"@:,>?)(\s]+)")
_HELD = ("schema", "items", "additionalProperties")
"""Steps to what a parameter, a list or a map holds, of which codegen.lock lists what is in it."""
_OF_PARAMETER = lazy_pattern(r"(/content/[^/]+)?/schema(/items)?")
_MOST = 10_000
"""The most pairs of unmatched items that are compared."""


@frozen
class Seat:
    """An item of a list: its label, and its properties or values, by which it is recognised if the label changed.

    ``kind``: its label if it had no title, which is text for people. ``wire``: what a parameter is called, with which
    the name of its type ends.
    """

    label: str
    parts: frozenset[str] = frozenset()
    kind: str = ""
    wire: str = ""


Lists = Mapping[Id, Mapping[str, Seat]]
"""The items of each list (``schemas/Stop/oneOf``), by index."""


class Seats:
    """Writes identities for codegen.lock, and reads them as those of the document at hand."""

    def __init__(self) -> None:
        self._lists: dict[Id, Mapping[str, Seat]] = {}
        self._labels: dict[Id, dict[str, str]] = {}

    def clear(self) -> None:
        """Forget the lists of another document."""
        self._lists.clear()
        self._labels.clear()

    def match(
        self, lists: Lists, kept: Mapping[str, str], members: Mapping[str, frozenset[str]]
    ) -> Callable[[Iterable[str]], list[str]] | None:
        """Find in lists what codegen.lock names; ``kept`` are the names, and ``members`` says what is in a type.

        Returns what makes keys of codegen.lock those with the identities of these lists; None where there is nothing
        to find.
        """
        fresh = {owner: seats for owner, seats in lists.items() if owner not in self._lists}
        self._lists |= fresh
        if not fresh or not (kept or members):
            return None
        found: dict[str, dict[str, list[str]]] = {}
        for key in chain(kept, members):
            for step in _STEP.finditer(key):
                for owner in _owners(key[: step.start(1) - 1]):
                    names = found.setdefault(owner, {}).setdefault(step[1], [])
                    if step[1].isdecimal() and key in kept and _OF_PARAMETER.fullmatch(key, step.end()):
                        names.append(kept[key])
        numbers: dict[Id, dict[str, str]] = {}
        for owner in sorted(found, key=len):  # outer lists first
            at = _each(owner, numbers, inside=True)
            if at in fresh:
                # a parameter that is called otherwise is another one: only a number is told by what it holds
                labels = [label for label in found[owner] if label.isdecimal() or not owner.endswith("/parameters")]
                known = dict.fromkeys(found[owner], frozenset[str]())
                known |= {label: _listed_parts(members, f"{owner}/{label}") for label in labels}
                numbers[at] = _matched(known, fresh[at], found[owner])
                self._labels[at] = _labels(fresh[at], numbers[at], found[owner])
        return lambda keys: [_each(key, numbers, inside=True) if _leads(key) else key for key in keys]

    def lasting(self, keys: Iterable[str]) -> Iterable[str]:
        """Return keys for codegen.lock, in their order."""
        listed = list(keys)
        if not _leads("\n".join(listed)):  # as nearly all
            return listed
        return [self._lasting(key) if _leads(key) else key for key in listed]

    def _lasting(self, text: str) -> str:
        for step in _STEP.finditer(text):
            for owner in _owners(text[: step.start(1) - 1]):
                if owner in self._lists and owner not in self._labels:
                    self._labels[owner] = _labels(self._lists[owner], {}, ())
        return _each(text, self._labels, inside=False)


def _leads(key: str) -> bool:
    """Whether a key may lead into a list: few do, and all are asked."""
    return "Of/" in key or "parameters/" in key


def _each(text: str, tokens: Mapping[Id, Mapping[str, str]], *, inside: bool) -> str:
    """Replace what stands in lists; ``inside``: lists are called by what was put in."""
    made, last = "", 0
    for step in _STEP.finditer(text):
        before = text[last : step.start(1)]
        made += before
        owners = _owners((made if inside else text[: step.start(1)])[:-1])
        made += next((found for at in owners if (found := tokens.get(at, {}).get(step[1]))), step[1])
        last = step.end(1)
    return made + text[last:]


def _owners(text: str) -> Iterator[str]:
    """Yield the identities that a text may end with: some keys have a role, or words, before one."""
    yield text
    for at, letter in enumerate(text):
        if letter in "@: ":
            yield text[at + 1 :].removeprefix('"')


# --------------------------------------------------------------------------- what is which


def _matched(
    known: Mapping[str, frozenset[str]], seats: Mapping[str, Seat], names: Mapping[str, list[str]]
) -> dict[str, str]:
    """Return by labels of codegen.lock the numbers of the same things: of one label, else with the same parts.

    A number of an earlier lock that means nothing of the document is given as no number: it is no place there.
    """
    seats = _as_known(known, seats)
    kinds = Counter(map(_kind, known)), Counter(seat.label for seat in seats.values())
    sole = {seat.label: number for number, seat in seats.items() if kinds[0][seat.label] == kinds[1][seat.label] == 1}
    by_label = [(label, sole[_kind(label)]) for label in known if _kind(label) in sole]
    certain = [(label, number) for label, number in by_label if not _differ(known[label], seats[number])]
    named = list(_match_by_names(names, seats))
    moved = any(label != number for label, number in named)
    made: dict[str, str] = {}
    wanted, free = {label: known[label] for label in sorted(known, key=_turn)}, dict(seats)
    in_order = [(label, number) for number, label in _labels(seats, {}, ()).items() if label in known]
    in_place = [*in_order, *((number, number) for number in seats if number in known and not moved)]
    same = [(label, number) for label, number in in_place if known[label] and known[label] == seats[number].parts]
    bare = [(label, number) for label, number in in_order if not (known[label] and seats[number].parts)]
    by_parts = chain(_equal(wanted, free), _similar(wanted, free))
    at_last = chain(_alike(wanted, free, moved), by_label, _left(wanted, free))
    for label, number in chain(certain, named, same, by_parts, bare, at_last):
        if label in wanted and number in free:
            made[label] = number
            del wanted[label], free[number]
    return made | {label: f"~{label}" for label in wanted if label.isdecimal()}


def _as_known(known: Mapping[str, frozenset[str]], seats: Mapping[str, Seat]) -> Mapping[str, Seat]:
    """Call what has a title by its kind where codegen.lock knows more of that: the title is new."""
    wanted, there = Counter(map(_kind, known)), Counter(seat.label for seat in seats.values())
    short = {kind for kind, count in wanted.items() if kind and count > there[kind]}
    return {
        number: replace(seat, label=seat.kind) if seat.kind in short and seat.label not in wanted else seat
        for number, seat in seats.items()
    }


def _differ(parts: frozenset[str], seat: Seat) -> bool:
    """Whether something without a title holds nothing of what codegen.lock lists."""
    return seat.label == seat.kind and bool(parts and seat.parts) and not parts & seat.parts


def _match_by_names(names: Mapping[str, list[str]], seats: Mapping[str, Seat]) -> Iterator[tuple[str, str]]:
    """Yield the parameters whose types the names say, by numbers of an earlier lock.

    A type is called after the operation and the parameter. Of two that end with one parameter the longer says more.
    """
    claims: list[tuple[int, str, str]] = []
    for label, listed in names.items():
        for name in listed:
            said = {number: _ending(name, seat.wire) for number, seat in seats.items()}
            longest = max(said.values(), default=0)
            best = [number for number, length in said.items() if length == longest]
            if longest and len(best) == 1:
                claims.append((len(name), label, best[0]))
    yield from [(label, number) for _, label, number in sorted(claims)]


def _ending(name: str, wire: str) -> int:
    """Return with how many letters of a parameter's name that of a type ends; an item is called by the singular."""
    said = "".join(words(wire, PLAIN)).lower()
    forms = {said, said.removesuffix("s"), said.removesuffix("es"), re.sub("ies$", "y", said)} - {""}
    fits = (len(form) for form in forms if name.lower().endswith(form) and not name[-len(form) :][:1].islower())
    return max(fits, default=0)


def _listed_parts(members: Mapping[str, frozenset[str]], at: str, depth: int = 3) -> frozenset[str]:
    """Return what codegen.lock lists of a type, else of what it holds, as `_parts` says it."""
    if at in members or not depth:
        return members.get(at, frozenset())
    found = ((step, _listed_parts(members, f"{at}/{step}", depth - 1)) for step in _HELD)
    return next((within(step, parts) for step, parts in found if parts), frozenset())


def within(step: str, parts: Iterable[str]) -> frozenset[str]:
    """Return parts of what a schema holds by a step as parts of itself."""
    return frozenset(f"{step}/{part}" for part in parts)


def _equal(wanted: Mapping[str, frozenset[str]], free: Mapping[str, Seat]) -> Iterator[tuple[str, str]]:
    """Yield what has the same parts, several in their order."""
    by_parts: dict[frozenset[str], list[str]] = {}
    for number, seat in reversed(list(free.items())):
        by_parts.setdefault(seat.parts, []).append(number)
    yield from [(label, by_parts[parts].pop()) for label, parts in wanted.items() if parts and by_parts.get(parts)]


def _similar(wanted: Mapping[str, frozenset[str]], free: Mapping[str, Seat]) -> Iterator[tuple[str, str]]:
    """Yield what has parts in common, most first, and of as much in its order."""
    if len(wanted) * len(free) > _MOST:
        return
    shares = [
        (len(parts & seat.parts) / len(parts | seat.parts), label, number)
        for label, parts in wanted.items()
        for number, seat in free.items()
        if parts & seat.parts
    ]
    yield from [(label, number) for _, label, number in sorted(shares, key=lambda share: -share[0])]


def _alike(wanted: Mapping[str, frozenset[str]], free: Mapping[str, Seat], moved: bool) -> Iterator[tuple[str, str]]:
    """Yield what has no parts to tell it by, in order; locks of earlier versions have numbers for labels.

    Where others have ``moved``, a number says nothing any more.
    """
    bare = list(free.items())
    for label, parts in list(wanted.items()):
        for number, seat in bare:
            if not (parts and seat.parts) and ((label == number and not moved) or _kind(label) == seat.label):
                yield label, number


def _left(wanted: Mapping[str, frozenset[str]], free: Mapping[str, Seat]) -> Iterator[tuple[str, str]]:
    """Yield what has no parts and another title, where it is the only one."""
    bare = [number for number, seat in free.items() if seat.kind in ("object", "array", "any") and not seat.parts]
    labels = [label for label, parts in wanted.items() if not parts]
    if len(bare) == len(labels) == 1 and free[bare[0]].label != free[bare[0]].kind:
        yield labels[0], bare[0]


def _labels(seats: Mapping[str, Seat], numbers: Mapping[str, str], taken: Iterable[str]) -> dict[str, str]:
    """Return the labels by number: those of codegen.lock, and for others their own."""
    made = {number: label for label, number in numbers.items() if not label.isdecimal()}
    used = {*taken, *made.values()}
    counts: Counter[str] = Counter()
    for number, seat in seats.items():
        if number not in made:
            label = seat.label
            while label in used:
                counts[seat.label] += 1
                label = f"{seat.label}~{counts[seat.label] + 1}"
            used.add(label)
            made[number] = label
    return made


def _turn(label: str) -> tuple[int, str]:
    """Order labels of one kind, and numbers, as the things stood that were called so."""
    kind, _, number = label.partition("~")
    return int(kind if kind.isdecimal() else number if number.isdecimal() else 1), label


def _kind(label: str) -> str:
    return label.partition("~")[0]

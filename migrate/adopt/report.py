"""What `codegen adopt` says in the end: what was adopted, what has no counterpart and where, and what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.driver.outcome import count

if TYPE_CHECKING:
    from compiler.source import Json
    from migrate.adopt.facts import Facts, Place, Unmatched

Locate = Callable[["Place"], tuple[str, int]]
"""Returns the file and the line of a place."""
_KINDS = (
    ("calls", "name of a method", "names of methods"),
    ("types", "name of a type", "names of types"),
    ("placed", "key", "keys"),
    ("changes", "change", "changes"),
    ("settings", "setting", "settings"),
)
_FEW = 3
"""So many things that have no counterpart for one reason are told one by one."""


@frozen
class Untrue:
    """A name that the SDK would not have, although the overlay asks for it; ``what`` is an operation or a type."""

    what: str
    wanted: str
    got: str
    why: str
    origin: Place


@frozen
class Result:
    """What adopting came to: ``same`` names were codegen's own already; ``lines`` are those of the actions."""

    facts: Facts
    same: int
    written: int
    lines: int
    actions: int
    untrue: Sequence[Untrue]
    next: Sequence[str]


def counts(facts: Facts) -> dict[str, dict[str, int]]:
    """Return how many facts of each kind each source gave."""
    found: dict[str, dict[str, int]] = {}
    for kind in (*(kind for kind, _, _ in _KINDS), "unmatched"):
        for source, number in Counter(fact.source for fact in getattr(facts, kind)).items():
            found.setdefault(source or "the document", {})[kind] = number
    return found


def grouped(unmatched: Iterable[Unmatched]) -> dict[tuple[str, str, str], list[Place]]:
    """Return the places of what is alike, by source, what it is, and why it has no counterpart."""
    found: dict[tuple[str, str, str], list[Place]] = {}
    for item in unmatched:
        found.setdefault((item.source, item.what, item.why), []).append(item.origin)
    return dict(sorted(found.items()))


def unmatched_rows(unmatched: Iterable[Unmatched]) -> Iterator[tuple[str, str, list[Place]]]:
    """Yield what has no counterpart, why, and where: many things of one source with one reason together."""
    reasons: dict[tuple[str, str], dict[str, list[Place]]] = {}
    for (source, what, why), places in grouped(unmatched).items():
        reasons.setdefault((source, why), {})[what] = places
    for (_, why), kinds in reasons.items():
        if len(kinds) <= _FEW:
            yield from ((f"`{what}`", why, places) for what, places in kinds.items())
            continue
        named = list(kinds)
        shown = ", ".join(f"`{what}`" for what in named[:_FEW])
        yield f"{shown} and {len(named) - _FEW:,} more", why, [at for places in kinds.values() for at in places]


def as_text(result: Result, locate: Locate, *, whole: bool = False) -> str:
    """Return the report; ``whole``: with all that has no counterpart, which diagnostics say with its first places."""
    lines = []
    for source, kinds in counts(result.facts).items():
        parts = [f"{kinds[kind]:,} {one if kinds[kind] == 1 else many}" for kind, one, many in _KINDS if kind in kinds]
        lines.append(f"{source}: {', '.join(parts) or 'nothing to adopt'}")
    total = result.same + result.written
    if total:
        rest = f"; the overlay names {result.written:,}" if result.written else ""
        lines.append(
            f"{result.same:,} of {count(total, 'method')} {'is' if total == 1 else 'are'} called so by codegen "
            f"itself, or by keys that it reads as they are{rest}"
        )
    if result.actions:
        lines.append(f"the overlay has {count(result.actions, 'action')} in {count(result.lines, 'line')}")
    for source, listed in _by_source(result.facts.unmatched).items() if whole else ():
        lines += ["", f"{source}: no counterpart"]
        for (_, what, why), places in grouped(listed).items():
            lines.append(f"  {what}: {why}")
            lines += [f"    {file}:{line}" for file, line in map(locate, places)]
    if result.next:
        lines += ["", "Next:", *(f"  {line}" for line in result.next)]
    return "".join(f"{line}\n" for line in lines)


def _by_source(unmatched: Iterable[Unmatched]) -> dict[str, list[Unmatched]]:
    found: dict[str, list[Unmatched]] = {}
    for item in unmatched:
        found.setdefault(item.source or "the document", []).append(item)
    return found


def as_json(result: Result, locate: Locate) -> Mapping[str, Json]:
    """Return the report for programs: every fact without counterpart with its place."""
    return {
        "adopted": {source: dict(kinds) for source, kinds in counts(result.facts).items()},
        "methods": {"same": result.same, "written": result.written},
        "overlay": {"actions": result.actions, "lines": result.lines},
        "unmatched": [
            {"source": item.source, "what": item.what, "why": item.why, **_place(item.origin, locate)}
            for item in result.facts.unmatched
        ],
        "untrue": [
            {"what": item.what, "wanted": item.wanted, "got": item.got, "why": item.why, **_place(item.origin, locate)}
            for item in result.untrue
        ],
        "next": list(result.next),
    }


def _place(place: Place, locate: Locate) -> dict[str, Json]:
    file, line = locate(place)
    return {"file": file, "line": line}

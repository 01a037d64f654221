"""Several calls of one operation as one: other names in the same group are aliases, other groups are further places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from migrate.adopt.facts import Call, Endpoint, Unmatched


def merged(calls: Iterable[Call]) -> Iterator[Call | Unmatched]:
    """Yield one call for each operation and language, the first one's name first, and what cannot be said with it.

    A method has the same names wherever it stands: a further group counts where all its names are those of the first.
    """
    of: dict[tuple[Endpoint, str | None], list[Call]] = {}
    for call in calls:
        of.setdefault((call.endpoint, call.language), []).append(call)
    for listed in of.values():
        first = listed[0]
        names: dict[str, list[Call]] = {}
        for call in listed:
            for group in call.groups or ("",):
                names.setdefault(group, []).append(call)
        home = next(iter(names))
        said = list(dict.fromkeys(name for call in names[home] for name in (call.name, *call.aliases) if name))
        groups = [home]
        for group, others in names.items():
            here = {name for call in others for name in (call.name, *call.aliases) if name}
            if group == home:
                continue
            if here == set(said):
                groups.append(group)
                continue
            for call in others:
                what = ".".join(filter(None, [group, call.name]))
                why = f"{first.endpoint} is called {'.'.join(filter(None, [home, first.name]))} already"
                yield Unmatched(what, why, call.origin, call.source)
        kept = tuple(groups) if first.groups is not None else None
        yield replace(first, groups=kept, name=said[0] if said else None, aliases=tuple(said[1:]))

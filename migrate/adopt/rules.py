"""Finds rules: one action, or one entry of the root's list, that says what many operations need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.source.json_paths import quoted

if TYPE_CHECKING:
    from migrate.adopt.facts import Endpoint
    from migrate.adopt.wanted import Known

FEW = 3
"""How many operations a rule needs at least."""
_FIRST = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LAST = lazy_pattern(r"(?:[A-Z]?[a-z]+|[A-Z]+)\Z")
_META = lazy_pattern(r"[\\.+*?()|\[\]{}^$]")


@frozen
class NameRule:
    """An entry of the root's list: an expression over operationIds, the name, and those that need another name."""

    pattern: str
    name: str
    covers: frozenset[Endpoint]
    but: frozenset[Endpoint]


def name_rules(
    needed: Mapping[Endpoint, str],
    known: Mapping[Endpoint, Known],
    fits: Callable[[Endpoint, str], bool],
    fixed: Collection[Endpoint],
) -> list[NameRule]:
    """Return expressions over operationIds for names that several operations need.

    Args:
        needed: the operations that are called otherwise without a rule, with the name of each.
        fits: whether an operation may have a name.
        fixed: operations with an override of their own, which no rule changes.
    """
    by_name: dict[str, set[Endpoint]] = {}
    for endpoint, name in needed.items():
        by_name.setdefault(name, set()).add(endpoint)
    rules = []
    for name, wanted in sorted(by_name.items()):
        rule = _name_rule(name, wanted, known, lambda at, given=name: fits(at, given), fixed)  # type: ignore[misc]
        if rule is not None:
            rules.append(rule)
    return rules


def _name_rule(
    name: str,
    wanted: set[Endpoint],
    known: Mapping[Endpoint, Known],
    fits: Callable[[Endpoint], bool],
    fixed: Collection[Endpoint],
) -> NameRule | None:
    """Return the words that operationIds begin with, or end in, where the name is right for most of them."""
    if len(wanted) < FEW:
        return None
    best: NameRule | None = None
    for find, form in ((_FIRST, "^{}"), (_LAST, "{}$")):
        of_word: dict[str, set[Endpoint]] = {}
        for endpoint, item in known.items():
            if item.operation_id and endpoint not in fixed:
                found = find.search(item.operation_id)
                if found is not None and (form != "^{}" or found.start() == 0):
                    of_word.setdefault(found[0], set()).add(endpoint)
        words, covers, but = [], set(), set()
        for word in sorted(of_word):
            right = of_word[word] & wanted
            wrong = {endpoint for endpoint in of_word[word] - wanted if not fits(endpoint)}
            if len(right) > 1 + 2 * len(wrong):
                words.append(word)
                covers |= right
                but |= wrong
        if len(covers) >= FEW and (best is None or len(covers) - len(but) > len(best.covers) - len(best.but)):
            pattern = _pattern(words, form, known, fixed)
            if pattern is not None:
                best = NameRule(pattern, name, frozenset(covers), frozenset(but))
    return best


def _pattern(
    words: Sequence[str], form: str, known: Mapping[Endpoint, Known], fixed: Collection[Endpoint]
) -> str | None:
    """Return an expression for operationIds that begin with, or end in, one of some words."""
    one = words[0] if len(words) == 1 else f"(?:{'|'.join(words)})"
    pattern = form.format(one)
    ids = [item.operation_id for endpoint, item in known.items() if item.operation_id and endpoint not in fixed]
    starts = form == "^{}"
    find = _FIRST if starts else _LAST
    for text in ids:  # a longer word that begins like one of them
        found = find.search(text)
        if found is None or found[0] in words:
            continue
        if text.startswith(tuple(words)) if starts else text.endswith(tuple(words)):
            return f"^{one}(?:[^a-z]|$)" if starts else f"(?:^|[^A-Za-z]){one}$"
    return pattern


@frozen
class GroupRule:
    """The JSONPath of operations, in pieces, and which of these it is right for."""

    target: tuple[str, ...]
    covers: frozenset[Endpoint]
    reaches: frozenset[Endpoint]
    """Those and the ones that need it no more, but are found, too."""


def tag_rule(
    wanted: set[Endpoint], known: Mapping[Endpoint, Known], fits: Callable[[Endpoint], bool]
) -> GroupRule | None:
    """Return a filter on the first tag that finds several operations, and none for which it would be wrong."""
    of_tag: dict[str, set[Endpoint]] = {}
    for endpoint, item in known.items():
        if item.tags:
            of_tag.setdefault(item.tags[0], set()).add(endpoint)
    tags, covers = [], set()
    for tag in sorted(of_tag):
        right = of_tag[tag] & wanted
        if len(right) > 1 and all(map(fits, of_tag[tag] - wanted)):
            tags.append(tag)
            covers |= right
    if not tags:
        return None
    tests = [f"@.tags[0] == {quoted(tag)}" for tag in tags]
    pieces = [f"$.paths.*[?{tests[0]}", *(f"|| {test}" for test in tests[1:])]
    pieces[-1] += "]"
    return GroupRule(tuple(pieces), frozenset(covers), frozenset(at for tag in tags for at in of_tag[tag]))


def path_rule(
    wanted: Iterable[Endpoint], known: Mapping[Endpoint, Known], fits: Callable[[Endpoint], bool]
) -> GroupRule | None:
    """Return the union of paths all of whose operations a value fits, if it is right for several operations."""
    needed = set(wanted)
    of_path: dict[str, set[Endpoint]] = {}
    for endpoint in known:
        of_path.setdefault(endpoint.path, set()).add(endpoint)
    paths = [
        path
        for path in sorted({endpoint.path for endpoint in needed})
        if all(endpoint in needed or fits(endpoint) for endpoint in of_path[path])
    ]
    covers = {endpoint for path in paths for endpoint in of_path[path] & needed}
    if len(covers) < 2:
        return None
    methods = Counter(endpoint.method.lower() for endpoint in covers)
    reaches = frozenset(at for path in paths for at in of_path[path] if at.method.lower() in methods)
    return GroupRule(union(paths, sorted(methods)), frozenset(covers), reaches)


def union(paths: Sequence[str], methods: Sequence[str]) -> tuple[str, ...]:
    """Return the JSONPath of some methods of some paths, in pieces."""
    end = f".{methods[0]}" if len(methods) == 1 else f"[{', '.join(map(quoted, methods))}]"
    first, *rest = (f"{quoted(path)}," for path in paths)
    pieces = [f"$.paths[{first}", *rest]
    pieces[-1] = f"{pieces[-1][:-1]}]{end}"
    return tuple(pieces)


def escaped(text: str) -> str:
    """Return the expression that matches a text."""
    return _META.sub(lambda sign: f"\\{sign[0]}", text)

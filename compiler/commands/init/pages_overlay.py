"""The overlay of `codegen init --suggest`: what looks paged, a line to keep or delete for each operation (D6.12)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from itertools import count as numbers
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.naming import words
from compiler.base.naming.vocabulary import PLAIN
from compiler.base.patterns import lazy_pattern
from compiler.config.template import one_line
from compiler.driver.outcome import count
from compiler.ir.identity import locate
from compiler.source import Json, split_pointer
from compiler.source.json_paths import json_path
from passes.support.names.methods import operation_id
from passes.support.pagination.pagination_text import lines_of, plain, quoted, sentence

if TYPE_CHECKING:
    from compiler.ir.nodes import Operation, Pagination, Sdk
    from passes.page_suggestions import Suggestion

OVERLAY_NAME = "suggested.overlay.yaml"
HOLDER = "x-pages"
"""The key for paginations that several operations share; tools ignore keys that begin with `x-`."""
_HEAD = """\
# What the document of {title} suggests: `codegen init --suggest` wrote this file once; now it is yours.
#
# A build does not guess: what is listed here counts, and nothing else. Review each group, delete what is wrong, and
# keep the file; gen.yaml names it:
#
#     generation:
#       overlays: [{name}]
#
# Operations that the document gains later are not in it: `codegen lint` shows what they suggest.
overlay: 1.0.0
info:
  title: {quoted}
  version: 1.0.0
"""
_GENERAL = """\

  # Every operation that {pattern} matches is paged in this way, later ones included, if it has what the entry names;
  # a build reports matches that do not. {count} today.
"""
_MOVED = """\

  # These are written in other files, where no overlay reaches: their operationIds lead to them.
"""
_LISTING = lazy_pattern(r"[Ll]ist(?![a-z])")
"""How an operationId begins that lists; another word of the author may be anything."""
_META = lazy_pattern(r"[\\.+*?()|\[\]{}^$]")
"""Signs of regular expressions."""
_FEW = 3
"""How many operations a rule needs at least."""
_SIGNS = frozenset("-?:,[]{}#&*!|>'\"%@`") | {""}
"""Characters that a plain scalar cannot begin with."""


@frozen
class _Group:
    """Operations of one pagination, in the order of their paths; ``name`` is its anchor, where it has one."""

    pagination: Pagination
    operations: Sequence[Operation]
    name: str | None = None
    pattern: str | None = None
    """The expression that finds these operations and no others, if there is one."""


def render_overlay(
    found: Iterable[Suggestion], sdk: Sdk, root: Json, title: str, name: str, more: Iterable[str] = ()
) -> str:
    """Return the text of the overlay for a document, whose raw form is ``root``; ``more`` are further actions."""
    groups = _groups(found, sdk, root)
    shown = one_line(title)
    lines = [_HEAD.format(title=shown, name=plain(name), quoted=scalar(f"Suggestions for {shown}"))]
    held = [group for group in groups if group.name is not None]
    if held:
        lines += [f"{HOLDER}:\n", *(text for group in held for text in _group_lines(group))]
    lines.append("actions:\n")
    for group in groups:
        lines += _actions(group, root)
    entries = [text for group in groups for text in _entries(group, root)]
    if entries:
        lines += [_MOVED, *_at_root(entries)]
    lines += more
    return "".join(lines)


def _group_lines(group: _Group) -> Iterator[str]:
    yield f"  # {one_line(sentence(group.pagination))}\n  {group.name}: &{group.name}\n    x-codegen-pagination:\n"
    yield from (f"      {line}\n" for line in lines_of(group.pagination))


def _actions(group: _Group, root: Json) -> Iterator[str]:
    if group.pattern is not None:
        yield _GENERAL.format(pattern=group.pattern, count=count(len(group.operations), "operation"))
        yield from _at_root(_entry(group.pattern, group.pagination))
        return
    reached = [item for item in group.operations if _is_reached(item, root)]
    if reached:
        yield f"\n  # {one_line(sentence(group.pagination))}: {count(len(reached), 'operation')}\n"
    for operation in reached:
        called = one_line(operation.operation_id or "")
        yield f"  - target: {_target(operation)}{f'  # {called}' if called else ''}\n"
        if group.name is not None:
            yield f"    update: *{group.name}\n"
        else:
            yield "    update:\n      x-codegen-pagination:\n"
            yield from (f"        {line}\n" for line in lines_of(group.pagination))


def _entries(group: _Group, root: Json) -> Iterator[str]:
    """Yield entries of the root for operations whose place no overlay reaches."""
    for operation in group.operations if group.pattern is None else ():
        if not _is_reached(operation, root):
            yield from _entry(f"^{_META.sub(_escaped, operation_id(operation))}$", group.pagination)


def _escaped(sign: re.Match[str]) -> str:
    return f"\\{sign[0]}"


def _entry(pattern: str, pagination: Pagination) -> Iterator[str]:
    yield f"- operationId: {scalar(pattern)}"
    yield from (f"  {line}" for line in lines_of(pagination))


def _at_root(lines: Iterable[str]) -> Iterator[str]:
    yield "  - target: $\n    update:\n      x-codegen-pagination:\n"
    yield from (f"        {line}\n" for line in lines)


# --------------------------------------------------------------------------- groups


def _groups(found: Iterable[Suggestion], sdk: Sdk, root: Json) -> list[_Group]:
    """Return the operations of each pagination, alike ones together, in an order that no addition changes."""
    members: dict[tuple[str, ...], list[Operation]] = {}
    paginations: dict[tuple[str, ...], Pagination] = {}
    for item in found:
        key = (item.pagination.kind, sentence(item.pagination), *lines_of(item.pagination))
        members.setdefault(key, []).append(item.operation)
        paginations.setdefault(key, item.pagination)
    for listed in members.values():
        listed.sort(key=lambda operation: (operation.path, operation.method))
    patterns = {key: _pattern(listed, sdk) for key, listed in members.items()}
    reached = {key: sum(_is_reached(item, root) for item in listed) for key, listed in members.items()}
    shared = {key: item for key, item in paginations.items() if reached[key] > 1 and patterns[key] is None}
    anchors = _anchors(shared)
    return [_Group(paginations[key], members[key], anchors.get(key), patterns[key]) for key in sorted(members)]


def _pattern(operations: Sequence[Operation], sdk: Sdk) -> str | None:
    """Return the expression that stays true when an operation is added; None where there is none.

    All that it finds today are these operations, so that `list...` means such a page in this document. What it finds
    later is paged if it has the inputs and outputs, and told if it has not.
    """
    starts = {found[0] if (found := _LISTING.match(operation_id(item))) else None for item in operations}
    if len(operations) < _FEW or len(starts) != 1 or None in starts or sdk.page_rules:
        return None
    start = starts.pop()
    assert start is not None
    mine = {item.id for item in operations}
    others = (item for item in sdk.operations.values() if item.variant is None and item.id not in mine)
    return None if any(operation_id(item).startswith(start) for item in others) else f"^{start}"


def _anchors(paginations: Mapping[tuple[str, ...], Pagination]) -> dict[tuple[str, ...], str]:
    """Return names for what several operations have; those that would be equal are counted."""
    names: dict[tuple[str, ...], str] = {}
    taken: set[str] = set()
    for key in sorted(paginations):
        name = _anchor(paginations[key])
        counted = (f"{name}-{number}" for number in numbers(2))
        names[key] = next(free for free in chain((name,), counted) if free not in taken)
        taken.add(names[key])
    return names


def _anchor(pagination: Pagination) -> str:
    """Return a name for a pagination: `after-id`, `page-total-pages`, `link-repositories`."""
    paths = {item.key: item.path for item in pagination.outputs}
    first = pagination.inputs[0].name if pagination.inputs else ""
    to = next((paths[key] for key in ("nextCursor", "nextUrl", "numPages", "hasMore") if key in paths), "")
    items = paths.get("items") or paths.get("results") or ""
    parts = [first, _last(to), "" if _last(items) in ("data", "items", "results") else _last(items)]
    found = [word.lower() for part in parts if part for word in words(part, PLAIN) if word.isascii()]
    return "-".join(dict.fromkeys(found)) or pagination.kind.lower()


def _last(path: str) -> str:
    return re.split(r"[^A-Za-z0-9_]+", path.rstrip("]'"))[-1]


# --------------------------------------------------------------------------- places


def _steps(operation: Operation) -> list[str]:
    return split_pointer(f"/{operation.id}")


def _is_reached(operation: Operation, root: Json) -> bool:
    """Tell whether an operation stands in the root document itself, where an overlay changes it."""
    steps = _steps(operation)
    node = root
    for step in steps:
        node = node.get(step) if isinstance(node, dict) else None
        if not isinstance(node, dict) or "$ref" in node:
            return False
    return len(steps) == 3 and steps[0] == "paths"


def _target(operation: Operation) -> str:
    return scalar(json_path(locate(operation.id, "").pointer, None))


def scalar(text: str) -> str:
    """Write a text as YAML: plain if it has no YAML syntax in it."""
    bare = text.isascii() and text.isprintable() and text.strip() == text and text[:1] not in _SIGNS
    return text if bare and ": " not in text and " #" not in text and text[-1:] != ":" else quoted(text)

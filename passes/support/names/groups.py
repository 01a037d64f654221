"""Groups: the namespaces of methods (D3.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id
from compiler.ir.nodes import Operation, Sdk
from passes.context import Context
from passes.support.names.distinct import name_key
from passes.support.places import extension

Path = tuple[str, ...]


def group_operations(sdk: Sdk, inferred: Mapping[Id, Path], context: Context) -> dict[Id, tuple[str, ...]]:
    """Return each operation's groups as dotted paths; "" is the client itself.

    A list in `x-codegen-group` names several; else the group is the inferred one. Spellings that differ in case alone
    are one group: as the root's tags spell it, else the first in the alphabet. Reports CG0608 (an empty part in a
    path).
    """
    paths = {
        at: (inferred[at],)
        if operation.groups is None
        else tuple(_path_of(group, operation, context) for group in operation.groups) or ((),)
        for at, operation in sdk.operations.items()
    }
    spelled = _spellings(paths, (tag.tag for tag in sdk.tags), context.vocabulary)
    return {
        at: tuple(dict.fromkeys(".".join(_respell(path, spelled, context.vocabulary)) for path in listed))
        for at, listed in paths.items()
    }


def first_tag(operation: Operation) -> Path:
    """Return the group that the first tag names: without tags the client itself (D2.3)."""
    tag = operation.tags[0].replace(".", " ").strip() if operation.tags else ""
    return (tag,) if tag else ()


def without_controller(group: Path, vocabulary: Vocabulary) -> Path:
    """Return a group without the word by which Spring ends its tags: `user-controller`."""
    said = words(group[0], vocabulary) if group else ()
    return (" ".join(said[:-1]),) if len(said) > 1 and said[-1].lower() == "controller" else group


def path_key(path: Iterable[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the key by which two paths are compared."""
    return tuple(name_key(part, vocabulary) for part in path)


def split(group: str) -> Path:
    """Split a dotted path; the client's is empty."""
    return tuple(group.split(".")) if group else ()


def _path_of(group: str, operation: Operation, context: Context) -> Path:
    parts = tuple(part.strip() for part in group.split("."))
    if group.strip() and not all(parts):
        place = extension(context, operation.id, "group")
        context.diagnostics.report("CG0608", place, subject=operation.id, group=group)
    return tuple(part for part in parts if part)


def _spellings(
    paths: Mapping[Id, tuple[Path, ...]], tags: Iterable[str], vocabulary: Vocabulary
) -> dict[tuple[str, ...], str]:
    """Return how the last part of each path is spelled, by the path's key."""
    seen: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for listed in paths.values():
        for path in listed:
            for depth in range(1, len(path) + 1):
                seen[path_key(path[:depth], vocabulary)].add(path[depth - 1])
    declared = {tag.replace(".", " ").strip() for tag in tags}
    return {key: min(spelled & declared or spelled) for key, spelled in seen.items()}


def _respell(path: Path, spelled: Mapping[tuple[str, ...], str], vocabulary: Vocabulary) -> Path:
    return tuple(spelled[path_key(path[:depth], vocabulary)] for depth in range(1, len(path) + 1))

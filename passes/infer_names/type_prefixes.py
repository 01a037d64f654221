"""Prefixes for the types of operations: the words of group and method, or of the operationId (D3.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from compiler.base.naming import words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.ir.node import Id
from compiler.ir.nodes import Operation
from passes.context import Context
from passes.support.names.english import folded
from passes.support.names.paths import Placed
from passes.support.names.verbs import singular

Words = tuple[str, ...]


def called_by_path(
    placed: Mapping[Id, Placed], names: Mapping[Id, str], operations: Mapping[Id, Operation], context: Context
) -> dict[Id, str]:
    """Return the words for each operation: of its group, each segment for one, and its method.

    Where several have the same, the segments that tell them apart stand as they are: ``account get``, ``accounts get``.
    """
    known = {at for at in placed if f"{at}#inferred" in context.lock.kept}
    said = {
        at: _method_words(operations[at], names[at], at in known, context) if item.group else names[at]
        for at, item in placed.items()
    }
    made = {
        at: " ".join((*(_one(part, context.vocabulary) for part in item.group), said[at]))
        for at, item in placed.items()
    }
    written = {
        at: (*_as_it_is(item.group, context.vocabulary), *words(said[at], context.vocabulary))
        for at, item in placed.items()
    }
    return made | _distinct_words(
        {at: words(text, context.vocabulary) for at, text in made.items()}, written, known, operations, context
    )


def _method_words(operation: Operation, name: str, known: bool, context: Context) -> str:
    """Return the words of a method; what it does stands behind what it does it to where the path ends with that.

    `upload_image` of `/items/{id}/image` is `image upload`, as it would be in a group of its own; an operation that the
    lock knows in the other order keeps it.
    """
    act, *rest = words(name, context.vocabulary)
    last = operation.path.rstrip("/").rpartition("/")[2]
    turned = bool(rest) and "{" not in last and folded(tuple(rest)) == folded(words(last, context.vocabulary))
    if not turned or (known and f"{operation.id}#order" not in context.lock.kept):
        return name
    context.lock.seen[f"{operation.id}#order"] = "path"
    return " ".join((*rest, act))


def called_by_id(operations: Mapping[Id, Operation], context: Context) -> dict[Id, str]:
    """Return the words for operations whose operationId is another's too, case aside: they say their path as well."""
    plain = {at: words(item.operation_id, context.vocabulary) for at, item in operations.items() if item.operation_id}
    known = {at for at in plain if f"{at}#method" in context.lock.kept}
    return _distinct_words(plain, plain, known, operations, context)


def _distinct_words(
    plain: Mapping[Id, Words],
    written: Mapping[Id, Words],
    known: Collection[Id],
    operations: Mapping[Id, Operation],
    context: Context,
) -> dict[Id, str]:
    """Return the words for those that have the words of another; who is in the lock keeps what it was called."""
    made: dict[Id, str] = {}
    for crowd in _crowds(plain):
        apart = _tell_apart({at: written[at] for at in crowd}, plain, operations, context.vocabulary)
        for at in crowd:
            usual = " ".join(plain[at])
            made[at] = context.lock.kept.get(f"{at}#called", usual) if at in known else " ".join(apart[at])
            if made[at] != usual:
                context.lock.seen[f"{at}#called"] = made[at]
    return made


def _crowds(wanted: Mapping[Id, Words]) -> list[list[Id]]:
    """Return those that have the same words, case aside."""
    found: dict[str, list[Id]] = {}
    for at, said in wanted.items():
        found.setdefault(folded(said), []).append(at)
    return [crowd for crowd in found.values() if len(crowd) > 1]


def _tell_apart(
    written: Mapping[Id, Words], plain: Mapping[Id, Words], operations: Mapping[Id, Operation], vocabulary: Vocabulary
) -> dict[Id, Words]:
    """Say the words as they are written where these tell operations apart; else the method and the whole path."""
    spoken: dict[int, set[str]] = {}
    for said in written.values():
        for index, word in enumerate(said):
            spoken.setdefault(index, set()).add(word.lower())
    found = {
        at: tuple(
            word if len(spoken[index]) > 1 or index >= len(plain[at]) else plain[at][index]
            for index, word in enumerate(said)
        )
        for at, said in written.items()
    }
    for crowd in _crowds(found):
        found |= {at: (*plain[at], *_of_path(operations[at], vocabulary)) for at in crowd}
    return found


def _of_path(operation: Operation, vocabulary: Vocabulary) -> Words:
    return words(f"{operation.method.lower()} {operation.path}", vocabulary)


def _as_it_is(group: tuple[str, ...], vocabulary: Vocabulary) -> Words:
    return tuple(word.lower() for segment in group for word in words(segment, vocabulary))


def _one(segment: str, vocabulary: Vocabulary) -> str:
    """Return the words of a segment for one of what it holds."""
    *before, last = [word.lower() for word in words(segment, vocabulary)]
    return " ".join((*before, singular(last)))

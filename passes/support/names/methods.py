"""Inferred method names, and the longer ones that make equal names distinct (D3.6, D10.1)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from compiler.base.naming import SIGNS, words
from compiler.base.naming.vocabulary import Vocabulary
from compiler.base.patterns import lazy_pattern
from compiler.ir.nodes import Operation
from passes.support.names.distinct import name_key
from passes.support.names.groups import split

SEPARATOR = lazy_pattern(r"[/._]")
_BRACED = lazy_pattern(r"\{([^{}]*)\}")
_CUTS, _ROOM = 100, 100
"""How many separators are looked at, and letters beyond a prefix: there are operationIds of thousands of words."""


def operation_id(operation: Operation) -> str:
    """Return the operationId, or the one made from method and path where there is none (D1.4)."""
    return operation.operation_id or f"{operation.method.lower()} {operation.path}"


def inferred_name(operation: Operation, groups: Iterable[str], vocabulary: Vocabulary) -> str:
    """Return the name made from the operationId, which says nothing twice.

    Where the operationId begins with the group's own words and one of ``/ . _`` (``repos/list-for-user`` in the group
    ``repos``, ``fine_tuning.create`` in ``fine tuning``), that part is dropped. This depends on the operation alone,
    never on its neighbours.
    """
    text = operation.operation_id
    if not text:
        return operation_id(operation)
    prefixes = {name_key(part, vocabulary) for group in groups if group for part in (group, split(group)[-1])}
    reach = _ROOM + 2 * max(map(len, prefixes), default=0)
    cuts = [match.start() for match in islice(SEPARATOR.finditer(text, 1, reach), _CUTS)]
    for cut in reversed(cuts):
        if name_key(text[:cut], vocabulary) in prefixes and any(map(str.isalnum, text[cut:])):
            return text[cut + 1 :]
    return text


def longer_names(operation: Operation, name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the names that an operation moves on to when another has its own: with method and path, then signs.

    Last come the braces, for `/trips/{trips}` beside `/trips/trips`.
    """
    spelled = "".join(f" {SIGNS[char]} " if char in "/-._:," else char for char in operation.path)
    method = operation.method.lower()
    plain = f"{name} {method} {operation.path}"
    if not operation.operation_id:
        plain = name
    braced = _BRACED.sub(r" by \1 ", spelled)
    found = tuple(
        " ".join(words(text, vocabulary))
        for text in (plain, *(f"{name} {method} {path}" for path in (spelled, braced)))
    )
    return tuple(dict.fromkeys(text for text in found if name_key(text, vocabulary) != name_key(name, vocabulary)))

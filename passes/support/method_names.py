"""Inferred method names, and the longer ones that tell equal ones apart (D3.6, D10.1)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from compiler.ir.nodes import Operation
from compiler.naming import SIGNS, words
from passes.support.distinct import name_key
from passes.support.groups import split

SEPARATOR = re.compile(r"[/._]")
_SPELLED = 2 * max(map(len, SIGNS.values()))
"""Letters of two signs that are spelled out."""


def operation_id(operation: Operation) -> str:
    """Return the operationId, or the one made from method and path where there is none (D1.4)."""
    return operation.operation_id or f"{operation.method.lower()} {operation.path}"


def inferred_name(operation: Operation, groups: Iterable[str]) -> str:
    """Return the name made from the operationId, which says nothing twice.

    Where the operationId begins with the group's own words and one of ``/ . _`` (``repos/list-for-user`` in the group
    ``repos``, ``fine_tuning.create`` in ``fine tuning``), that part is dropped. This depends on the operation alone,
    never on its neighbours.
    """
    text = operation.operation_id
    if not text:
        return operation_id(operation)
    prefixes = {name_key(part) for group in groups if group for part in (group, split(group)[-1])}
    for cut in reversed(_cuts(text, prefixes)):
        if name_key(text[:cut]) in prefixes:
            return text[cut + 1 :]
    return text


def _cuts(text: str, prefixes: Collection[str]) -> list[int]:
    """Return the separators before which one of the prefixes may stand: of a name of thousands of words, a few.

    Words keep all letters and digits, of ASCII unchanged, and at most two signs become words.
    """
    sizes = {len(prefix.replace(" ", "")) - more for prefix in prefixes for more in range(_SPELLED + 1)}
    longest = 3 * max(sizes, default=0)
    found: dict[int, list[int]] = {}  # by the letters before them: the first and the last of a row
    letters = before = 0
    for match in SEPARATOR.finditer(text):
        letters += sum(map(str.isalnum, text[before : match.start()]))
        before = match.end()
        if match.start() and (letters in sizes if text.isascii() else letters <= longest):
            found[letters] = [*found.get(letters, ())[:1], match.start()]
    if not any(map(str.isalnum, text[before:])):
        found.pop(letters, None)  # they have nothing behind them
    return [cut for row in found.values() for cut in row]


def longer_names(operation: Operation, name: str) -> tuple[str, ...]:
    """Return the names that an operation moves on to when another has its own: with method and path, then signs."""
    spelled = "".join(f" {SIGNS[char]} " if char in "/-._:," else char for char in operation.path)
    method = operation.method.lower()
    plain = f"{name} {method} {operation.path}"
    if not operation.operation_id:
        plain = name
    found = (" ".join(words(plain)), " ".join(words(f"{name} {method} {spelled}")))
    return tuple(dict.fromkeys(text for text in found if name_key(text) != name_key(name)))

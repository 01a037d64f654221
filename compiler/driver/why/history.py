"""A document after each pass, and what a pass changed in one part of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Any

from compiler.base.frozen import frozen
from compiler.base.patterns import lazy_pattern
from compiler.ir.node import Id
from compiler.ir.nodes import Sdk
from compiler.ir.text import dump, forms

_TOKEN = lazy_pattern(r"""(?:[^\s"\[\]<>]|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|<[^>]*>)+""")
_LONGEST = 110
"""Letters of a line that are shown."""


@frozen
class Stage:
    """The document after a pass, `rename` or `rename@go`; `lower` is the front end."""

    label: str
    sdk: Sdk

    @property
    def target(self) -> str:
        """The target of the pass; "" for one that all targets share."""
        return self.label.partition("@")[2]


def owners_of(at: Id) -> Iterator[Id]:
    """Yield an identity, then those that it may stand in; a variant's is that of its operation in earlier passes."""
    while at:
        yield at
        if "#" in at and not at.partition("#")[2].startswith("/"):
            at = at.rpartition("#")[0]
        else:
            at = at.rpartition("/")[0]


def tables(sdk: Sdk) -> Iterator[dict[Id, Any]]:
    """Yield the tables of declarations; types go before the schemas that they are made of."""
    found = {form.name: getattr(sdk, form.name) for form in forms(Sdk) if form.form == "table"}
    yield found.pop("types")
    yield from found.values()


def part(sdk: Sdk, at: Id) -> Any:
    """Return the node with an identity, wherever it stands; None if the document has none, or has it no more."""
    for owner in owners_of(at):
        for table in tables(sdk):
            if owner in table:
                found = table[owner] if owner == at or "#" in at[len(owner) :] else _inside(table[owner], at)
                if found is not None:
                    return found
    return next((item for item in sdk.global_parameters if item.id == at), None)


def _inside(node: Any, at: Id) -> Any:
    """Return the node with an identity inside of another."""
    cls: Any = type(node)
    for form in forms(cls):
        if form.form not in ("block", "blocks"):
            continue
        value = getattr(node, form.name)
        for child in value if isinstance(value, tuple) else () if value is None else (value,):
            if getattr(child, "id", None) == at:
                return child
            found = _inside(child, at)
            if found is not None:
                return found
    return None


def changes(before: Any, after: Any) -> list[str]:
    """Return what changed from one form of a node to the next: whole lines, and of lines that stayed their words."""
    old, new = ([] if node is None else dump(node).splitlines() for node in (before, after))
    found: list[str] = []
    for kind, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        gone, come = old[first:last], new[start:end]
        while gone and come and _head(gone[0]) == _head(come[0]):
            found += _words(gone.pop(0), come.pop(0))
        found += [f"- {_short(line)}" for line in gone] + [f"+ {_short(line)}" for line in come]
    return [line for line in found if line.strip("+- {}")]


def _head(line: str) -> str:
    """Return what must be equal in two forms of one line: its depth and its word."""
    return re.match(r"\s*\S*", line)[0]  # type: ignore[index]


def _words(old: str, new: str) -> list[str]:
    """Return the words of a line that changed."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    gone = [word for word in before if word not in after]
    come = [word for word in after if word not in before]
    return [f"{sign} {_short(' '.join(words))}" for sign, words in (("-", gone), ("+", come)) if words]


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."

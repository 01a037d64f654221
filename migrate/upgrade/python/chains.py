"""Chains of attributes that lead from a client, or from a group, to a method: `client.chat.completions.create`."""

from __future__ import annotations

import libcst as cst

from compiler.base.frozen import frozen
from migrate.upgrade.edits import Edits
from migrate.upgrade.python.given_arguments import UnclearError
from migrate.upgrade.python.places import MIRRORS
from migrate.upgrade.python.source import Source
from migrate.upgrade.python.value import Value
from migrate.upgrade.python.values import Values
from migrate.upgrade.renames import Renames


@frozen
class Chain:
    """The attributes behind ``base``, the first of them first; mirrors are left out."""

    base: cst.BaseExpression
    start: Value
    attributes: tuple[cst.Attribute, ...]

    def start_now(self, renames: Renames) -> str | None:
        """Return the group that it begins with now; None if that is no single one."""
        return self.start.now or renames.groups.get(self.start.text)


def chain_of(node: cst.Attribute, values: Values) -> Chain:
    """Return the chain that ends in a node."""
    found: list[cst.Attribute] = []
    at: cst.BaseExpression = node
    start = Value("other")
    while isinstance(at, cst.Attribute):
        value = values.of(at.value)
        if value is None or value.kind not in ("client", "group", "mirror"):
            break
        if at.attr.value not in MIRRORS:
            found.append(at)
        start, at = value, at.value
    return Chain(at, start, tuple(reversed(found)))


def rewrite_chain(chain: Chain, path: str, source: Source, edits: Edits, renames: Renames) -> None:
    """Lead a chain along a new path. Raises `UnclearError` if what it begins with does not lead there."""
    words = path.split(".")
    if chain.start.kind in ("group", "mirror") and chain.start.text:
        group = chain.start_now(renames)
        if group is None:
            raise UnclearError(f"methods of `{chain.start.text}` went to several groups")
        before = group.split(".") if group else []
        if words[: len(before)] != before or len(words) == len(before):
            raise UnclearError(f"`{path}` is in another group than the others of `{chain.start.text}`")
        words = words[len(before) :]
    names = [item.attr for item in chain.attributes]
    if not names:
        return
    shared = min(len(names), len(words)) - 1  # the last goes with the last
    for index in range(shared):
        edits.replace(source.span(names[index]), words[index].encode())
    edits.replace(source.span(names[-1]), words[-1].encode())
    for item in chain.attributes[shared:-1]:  # groups that are gone
        edits.replace((source.outer(item.value)[1], source.span(item.attr)[1]))
    if len(words) > len(names):
        added = "".join(f".{word}" for word in words[shared:-1]).encode()
        last = source.outer(chain.attributes[shared - 1] if shared else chain.base)[1]
        edits.insert(last, added)

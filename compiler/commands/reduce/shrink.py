"""Makes a document small: structural delta debugging of its tree, in which references stay whole.

Parts are removed in halves, quarters and so on down to single ones, from the outside in, as long as what is looked for
stays (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input"; Misherghi and Su, "HDD"). A candidate
with a reference that leads nowhere, which led somewhere before, is not tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from compiler.source import NOTHING, escape_token, unescape_token, value_at

Tree = Any
Path = tuple[str | int, ...]
_NEEDED = ({("openapi",), ("swagger",), ("info",)}, {("info", "title"), ("info", "version")})
"""Parts without which a document is none: they are tried last, and seldom go."""
_USERS = (("paths",), ("webhooks",))
_SIMPLE: tuple[Any, ...] = ({}, {"type": "object"}, {"type": "string"})
"""What may take the place of a schema."""


class Shrinker:
    """Shrinks a tree as long as a condition holds, and no longer than until a deadline.

    ``holds`` is asked of a candidate; ``deadline`` is a time of `time.monotonic`.
    """

    def __init__(self, tree: Tree, holds: Callable[[Tree], bool], deadline: float) -> None:
        self.tree = tree
        self.tries = 0
        self.kept = 0
        self._holds = holds
        self._deadline = deadline
        self._dangling = set(dangling(tree))
        self._failed: set[str] = set()

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return time.monotonic() > self._deadline

    def run(self) -> Tree:
        """Return the smallest tree found: nothing more can be taken away, or the time is over."""
        while not self.late:
            before = self.kept
            self._collect()
            for path in self._containers():
                if self.late:
                    break
                if _at(self.tree, path) is not _GONE:
                    self._thin(path)
                if path in ((), *_USERS):
                    self._collect()
            self._simplify()
            if self.kept == before:
                break
        return self.tree

    def accept(self, candidate: Tree) -> bool:
        """Take a candidate over if its references are whole and the condition holds."""
        if candidate == self.tree or not self._dangling.issuperset(dangling(candidate)):
            return False
        mark = repr(candidate) if self.kept > 3 else ""  # texts of large trees cost more than they save
        if mark and mark in self._failed:
            return False
        self.tries += 1
        if not self._holds(candidate):
            if mark:
                self._failed.add(mark)
            return False
        self.tree = candidate
        self.kept += 1
        return True

    # ------------------------------------------------------------------ steps

    def _collect(self) -> None:
        """Drop the components that no operation leads to, and of those that are needed alone all but few."""
        least = collected(self.tree)
        if least is self.tree or self.accept(least):
            return
        needed = set(_components(least))
        kept = [name for name in _components(self.tree) if name not in needed]
        size = len(kept) // 2
        while size and not self.late:
            chunks = [kept[start : start + size] for start in range(0, len(kept), size)]
            fewer = next((chunk for chunk in chunks if self.accept(collected(self.tree, chunk))), None)
            if fewer is not None:
                kept = fewer
                size = len(kept) // 2
                continue
            for chunk in chunks:
                rest = [name for name in kept if name not in chunk]
                if len(kept) > size and self.accept(collected(self.tree, rest)):
                    kept = rest
            size //= 2

    def _containers(self) -> Iterator[Path]:
        """Yield the places of containers, outer ones first, as the tree is when each is reached."""
        level: list[Path] = [()]
        while level:
            yield from level
            level = [
                (*path, key)
                for path in level
                for key, child in _children(_at(self.tree, path))
                if isinstance(child, dict | list) and child
            ]

    def _thin(self, path: Path) -> None:
        """Remove members of a container, many at once at first."""
        keys = [key for key, _ in _children(_at(self.tree, path))]
        last = [key for key in keys if any((*path, key) in group for group in _NEEDED)]
        keys = [key for key in keys if key not in last]
        size = len(keys)
        while size and not self.late:
            start = 0
            while start < len(keys) and not self.late:
                chunk = keys[start : start + size]
                if self._remove(path, chunk):
                    keys = keys[:start] + keys[start + size :]
                    keys = keys if isinstance(_at(self.tree, path), dict) else list(range(len(keys)))
                else:
                    start += size
            size //= 2
        for key in last:
            self._remove(path, [key])

    def _remove(self, path: Path, keys: Sequence[str | int]) -> bool:
        container, gone = _at(self.tree, path), set(keys)
        left: Any
        if isinstance(container, dict):
            left = {key: item for key, item in container.items() if key not in gone}
        else:
            left = [item for index, item in enumerate(container) if index not in gone]
        candidate = _put(self.tree, path, left)
        if path[:1] in _USERS and len(keys) > 1:  # with many operations go the components that only they use
            return self.accept(collected(candidate)) or self.accept(candidate)
        return self.accept(candidate)

    def _simplify(self) -> None:
        """Put a member in the place of what holds it, a simple schema in that of another, and shorten texts."""
        for path in list(self._containers()):
            value = _at(self.tree, path)
            if value is _GONE or not path or self.late:
                continue
            simpler = [child for _, child in _children(value) if isinstance(child, dict)][:4]
            if isinstance(value, dict) and path[0] in ("paths", "components", "webhooks"):
                simpler = [*(item for item in _SIMPLE if len(item) < len(value)), *simpler]
            for other in simpler:
                if self.accept(_put(self.tree, path, other)):
                    break
        for path, text in list(_texts(self.tree)):
            if self.late:
                break
            if len(text) > 20 and _at(self.tree, path) == text and path[-1] != "$ref":
                self.accept(_put(self.tree, path, text[:8].strip() or "x"))


# --------------------------------------------------------------------------- trees

_GONE = object()


def _children(value: Any) -> Sequence[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else ()


def _at(tree: Tree, path: Path) -> Any:
    for key in path:
        try:
            tree = tree[key]
        except (KeyError, IndexError, TypeError):
            return _GONE
    return tree


def _put(tree: Tree, path: Path, value: Any) -> Tree:
    """Return a tree with another value at a place; what does not change is shared."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(tree, dict):
        return {key: _put(item, rest, value) if key == first else item for key, item in tree.items()}
    return [_put(item, rest, value) if index == first else item for index, item in enumerate(tree)]


def _texts(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, str]]:
    for key, child in _children(tree):
        if isinstance(child, str):
            yield (*path, key), child
        else:
            yield from _texts(child, (*path, key))


def _components(tree: Tree) -> Iterator[str]:
    """Yield a reference to each component."""
    components = tree.get("components") if isinstance(tree, dict) else None
    for kind, table in components.items() if isinstance(components, dict) else ():
        yield from (_name(kind, name) for name in (table if isinstance(table, dict) else ()))


def collected(tree: Tree, kept: Collection[str] = ()) -> Tree:
    """Return a document without the components that nothing leads to from its operations, nor from those ``kept``."""
    components = tree.get("components") if isinstance(tree, dict) else None
    if not isinstance(components, dict):
        return tree
    used: set[str] = set()
    waiting: list[Any] = [{key: child for key, child in tree.items() if key != "components"}]
    waiting.append([{"$ref": name} for name in kept])
    while waiting:
        new = set(references(waiting.pop())) - used
        used |= new
        for pointer in new:
            parts = pointer.split("/")
            if len(parts) == 4 and parts[1] == "components":
                waiting.append((components.get(parts[2]) or {}).get(unescape_token(parts[3])))
    left = {
        kind: {name: item for name, item in table.items() if kind == "securitySchemes" or _name(kind, name) in used}
        for kind, table in components.items()
        if isinstance(table, dict)
    }
    same = all(len(left[kind]) == len(components[kind]) for kind in left)
    return tree if same else {**tree, "components": {**components, **left}}


def _name(kind: str, name: str) -> str:
    return f"#/components/{kind}/{escape_token(name)}"


def references(tree: Tree) -> Iterator[str]:
    """Yield every local reference of a document, unquoted, and each place that it passes through."""
    for key, pointer in _pointers(tree):
        if key == "$ref" or "mapping" not in str(key):
            while pointer.count("/") > 2:
                yield pointer
                pointer = pointer.rpartition("/")[0]


def dangling(tree: Tree) -> Iterator[str]:
    """Yield the local references that lead nowhere."""
    for key, pointer in _pointers(tree):
        if key == "$ref" and value_at(tree, pointer[1:]) is NOTHING:
            yield pointer


def _pointers(tree: Tree) -> Iterator[tuple[str | int, str]]:
    """Yield each text that may be a local reference, unquoted, with the key that it stands under."""
    waiting = [tree]
    while waiting:
        for key, child in _children(waiting.pop()):
            if isinstance(child, dict | list):
                waiting.append(child)
            elif isinstance(child, str) and child.startswith("#/"):
                yield key, unquote(child)

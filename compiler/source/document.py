"""One input file: its text, its tree, and the lookup of a line by JSON pointer."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple, Protocol

from compiler.base.patterns import lazy_pattern
from compiler.source.location import Json, Loc, as_text, unescape_token
from compiler.source.text import Text

_INDEX = lazy_pattern(r"0|[1-9][0-9]{0,9}")
_ELSEWHERE = re.compile(rb"""\$(?:ref|dynamicRef)["']?\s*:\s*(?:[>|][-+0-9]*[^\n]*\n\s*)?+["']?[^#"'\s]""")


class Mark(NamedTuple):
    """The offsets in the text (in bytes) where a value and its key begin; `key` is -1 for items and for the root."""

    key: int
    value: int


class Origin(NamedTuple):
    """Where a part of a document was written.

    If another file brought it, ``host`` is the place where it was inserted, and ``note`` says so.
    """

    loc: Loc
    host: Loc | None = None
    note: str = ""


class _Found(NamedTuple):
    """A value on the path of a pointer; not `complete` if the pointer goes on to something that does not exist."""

    mark: Mark
    key: str
    value: Json
    complete: bool


class Locator(Protocol):
    """Finds offsets in the text of one file, one container at a time, from the root down."""

    needs_tree: bool
    """Whether finding places needs the containers of the tree, and not the text alone."""

    def root(self) -> int:
        """Return the offset of the root value."""

    def child(self, container: Json, offset: int, token: str) -> Mark | None:
        """Return the mark of the child `token` of `container`, which begins at `offset`."""

    def value(self, container: Json, mark: Mark, token: str) -> Json:
        """Return that child; an empty container may replace a container."""


class Document:
    """An input file that was read.

    `root` is its tree and must not be changed: places are found by walking it. Equal YAML aliases are one
    object in it. `file` is the path as shown to the user.
    """

    def __init__(self, file: str, source: Text, root: Json = None, locator: Locator | None = None) -> None:
        self.file = file
        self.source = source
        self.root = root
        self.stamp: tuple[int, int] | None = None
        """Size in bytes and time of the last change in nanoseconds, if it is a file, when it was read."""
        self._locator = locator
        self.searched: dict[bytes, bool] = {}
        """Patterns that the text was searched for, each with whether it was found."""
        self._found: dict[str, _Found] = {}  # by pointer: diagnostics share most of their path from the root

    def mentions(self, words: tuple[str, ...]) -> bool:
        """Whether the text contains one of the words: a quick check before a long search, and once for all words."""
        return self._has("|".join(map(re.escape, words)).encode())

    def refers_elsewhere(self) -> bool:
        """Whether the text seems to hold a reference to another file."""
        return self._has(_ELSEWHERE.pattern)

    def _has(self, pattern: bytes) -> bool:
        known = self.searched.get(pattern)
        if known is None:
            known = self.searched[pattern] = re.search(pattern, self.source.data) is not None
        return known

    def drop_tree(self) -> None:
        """Release the tree after lowering, if places can be found without it."""
        if self._locator is not None and not self._locator.needs_tree:
            self.root = None

    def origin(self, pointer: str) -> Origin:
        """Return where the part of the tree at a pointer was written."""
        return Origin(Loc(self.file, pointer))

    def moved(self, pointer: str) -> str:
        """Return the pointer in the tree of the text's part at a pointer: the same, unless it was rewritten."""
        return pointer

    def removal(self, pointer: str) -> Loc | None:
        """Return what removed the part at a pointer, or something around it; None if nothing did."""
        return None

    def position(self, pointer: str, key: bool = False) -> tuple[int, int]:
        """Return line and column of the value at `pointer`, or of its key.

        If the pointer leads nowhere, this is the position of the nearest parent that exists.
        """
        mark, _, _, complete = self._find(pointer)
        return self.source.line_column(mark.key if (key or not complete) and mark.key >= 0 else mark.value)

    def span(self, pointer: str, key: bool = False) -> tuple[int, int, int]:
        """Return line, column and width of what a diagnostic underlines at `pointer`.

        That is a scalar itself; for an object or array, or if the pointer leads nowhere, its key.
        """
        mark, name, value, complete = self._find(pointer)
        at_key = mark.key >= 0 and (key or not complete or isinstance(value, dict | list))
        offset = mark.key if at_key else mark.value
        line, column = self.source.line_column(offset)
        return line, column, self._width(offset, name if at_key else value)

    def _find(self, pointer: str) -> _Found:
        """Return the value at `pointer`, or its nearest parent."""
        way = []
        while pointer and pointer not in self._found:
            way.append(pointer)
            pointer = pointer.rpartition("/")[0]
        found = self._found.get(pointer) or self._root
        for below in reversed(way):
            found = self._found[below] = self._below(found, below)
        return found

    @cached_property
    def _root(self) -> _Found:
        if self._locator is None:
            return _Found(Mark(-1, 0), "", self.root, True)
        mark = Mark(-1, self._locator.root())
        value = self.root if self._locator.needs_tree else self._locator.value(None, mark, "")
        return _Found(mark, "", value, True)

    def _below(self, parent: _Found, pointer: str) -> _Found:
        token = unescape_token(pointer.rpartition("/")[2])
        if parent.complete and self._locator is not None:
            mark = self._locator.child(parent.value, parent.mark.value, token)
            if mark is not None:
                return _Found(mark, token, self._locator.value(parent.value, mark, token), True)
        return parent._replace(complete=False)

    def _width(self, offset: int, value: Json) -> int:
        """Return how many characters of the line that begins at `offset` belong to one token."""
        if isinstance(value, str) and "\n" not in value and self.source.has(value, offset):
            return len(value) or 1
        bare = value is None or isinstance(value, dict | list)
        return self.source.width_at(offset, None if bare else as_text(value))


def array_index(token: str) -> int | None:
    """Return the array index that a reference token denotes, or None (RFC 6901 allows no leading zero)."""
    return int(token) if _INDEX.fullmatch(token) else None

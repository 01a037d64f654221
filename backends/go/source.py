"""One Go file: its declarations, and the packages that they use."""

from __future__ import annotations

from collections.abc import Iterable

from backends.writer import HARDLINE, Doc, join
from backends.writer.gofmt import block, declaration, lay
from backends.writer.notice import notice

_APART: list[Doc] = ["\n", HARDLINE]


class File:
    """Collects declarations of a file; :meth:`use` remembers what is imported."""

    def __init__(self, package: str, licence: str | None, doc: Iterable[str] = ()) -> None:
        self._package, self._licence = package, licence
        self._doc = list(doc)
        self._declared: list[Doc] = []
        self._imports: set[str] = set()

    def use(self, path: str) -> str:
        """Import a package of the standard library; gives the name it goes by."""
        self._imports.add(path)
        return path.rpartition("/")[2]

    def declare(self, *parts: Doc) -> None:
        """Add a declaration with the lines of its comment, an empty line before it."""
        self._declared.append(declaration(parts))

    @property
    def empty(self) -> bool:
        """Whether nothing was added."""
        return not self._declared

    def text(self) -> str:
        """Print the file."""
        parts = [notice(self._licence, "//", gap=True), declaration([*self._doc, f"package {self._package}"])]
        paths = [f'"{path}"' for path in sorted(self._imports)]
        if paths:
            parts.append(f"import {paths[0]}" if len(paths) == 1 else block("import (", paths, ")"))
        return lay(join([*parts, *self._declared], _APART)) + "\n"

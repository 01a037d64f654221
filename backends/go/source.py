"""One Go file: its declarations, and the packages that they import."""

from __future__ import annotations

from collections.abc import Iterable

from backends.go.text import string
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
        self._standard: set[str] = set()
        self._own: set[str] = set()

    def use(self, path: str) -> str:
        """Import a package of the standard library, and return the name of the import."""
        self._standard.add(f'"{path}"')
        return path.rpartition("/")[2]

    def use_module(self, path: str, alias: str = "") -> None:
        """Import the package of a module, below the imports of the standard library."""
        self._own.add(f"{alias} {string(path)}" if alias else string(path))

    def embed(self, name: str, variable: str) -> None:
        """Declare a string variable that embeds a file."""
        self._standard.add('_ "embed"')
        self.declare(f"//go:embed {name}", f"var {variable} string")

    def declare(self, *parts: Doc) -> None:
        """Add a declaration with its comment, after an empty line."""
        self._declared.append(declaration(parts))

    @property
    def empty(self) -> bool:
        """Whether nothing was added."""
        return not self._declared

    def text(self) -> str:
        """Print the file."""
        parts = [notice(self._licence, "//", gap=True), declaration([*self._doc, f"package {self._package}"])]
        gap = [""] if self._standard and self._own else []
        paths = [*sorted(self._standard), *gap, *sorted(self._own)]
        if paths:
            parts.append(f"import {paths[0]}" if len(paths) == 1 else block("import (", paths, ")"))
        return lay(join([*parts, *self._declared], _APART)) + "\n"

"""The files of one description: loaded on demand, each once, and only those that the user allows (D1.3)."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from dataclasses import field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

from compiler.base.frozen import frozen
from compiler.ir.identity import shown_path
from compiler.source import Document, Limits, Loc
from compiler.source.files import is_remote, load_file, load_url

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics

LONGEST_PATH = 4096
"""No file of a system has a longer path, and following one takes long."""
File = str | None
"""A file as identities name it: relative to the folder of the root document, or a URL; None is the root document."""


@frozen
class LoadOptions:
    """What loading may do.

    ``folder`` is where the root document lies on this machine (None: taken from its name); ``ref_root`` is the folder
    that references may not leave (None: ``folder``); ``allow_remote`` names the hosts that may be asked. ``examples``
    asks for examples to be held against their schemas. ``targets`` are those that maps of names may have.
    """

    folder: str | None = None
    ref_root: str | None = None
    allow_remote: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)
    examples: bool = False
    targets: frozenset[str] = frozenset()


class Library:
    """All documents that one root document leads to."""

    def __init__(self, root: Document, options: LoadOptions, diagnostics: Diagnostics) -> None:
        self.root = root
        self.is_swagger = False
        """Whether the root document was written in Swagger 2.0 and is rewritten as 3.0 (D1.1)."""
        self.options = options
        self._diagnostics = diagnostics
        self._remote = is_remote(root.file)
        self.root_name = root.file if self._remote else posixpath.basename(root.file)
        self._folder = Path(options.folder) if options.folder is not None else Path(root.file).parent
        self._ref_root = Path(os.path.realpath(options.ref_root or self._folder))
        self._loaded: dict[str, Document | None] = {}
        self._neighbours: dict[Path, list[str]] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """The documents read so far as shown to the user, the root document first."""
        return (self.root.file, *(document.file for document in self._loaded.values() if document))

    @property
    def size(self) -> int:
        """The bytes that were read so far."""
        others = (document for document in self._loaded.values() if document is not None)
        return sum(len(document.source.data) for document in (self.root, *others))

    def loaded(self, seen: int) -> Iterable[str]:
        """Return the documents besides the root that were read after the first few, by their names in identities."""
        return islice(self._loaded, seen, None) if seen < len(self._loaded) else ()

    def join(self, base: File, path: str) -> File:
        """Return the file that the path of a reference means in ``base``, whatever its spelling (D1.4)."""
        start = self.root_name if base is None else base
        if is_remote(path) or is_remote(start):
            name = urljoin(start, path)
        else:
            name = posixpath.normpath(posixpath.join(posixpath.dirname(start), unquote(path)))
        return None if name == self.root_name else name

    def add(self, file: str, document: Document | None) -> None:
        """Let a document be the one of a file, without reading any."""
        self._loaded[file] = document

    def open(self, file: File, asked_at: Loc) -> Document | None:
        """Return the document of a file that :meth:`refusal` does not refuse; None after a reported error."""
        if file is None:
            return self.root
        if file not in self._loaded:
            self._loaded[file] = self._load(file, asked_at)
        return self._loaded[file]

    def _load(self, file: str, asked_at: Loc) -> Document | None:
        options = self.options
        if is_remote(file):
            hosts = options.allow_remote
            return load_url(file, hosts, options.limits, self._diagnostics, asked_at=asked_at)
        shown = shown_path(self.root.file, file)
        return load_file(self._path(file), shown, options.limits, self._diagnostics, asked_at=asked_at)

    def _path(self, file: str) -> Path:
        return Path(os.path.realpath(self._folder / file))  # unlike Path.resolve, it takes symbolic loops

    def refusal(self, file: File) -> str | None:
        """Return the code of the diagnostic that forbids to read a file, or None (D1.3).

        A path is judged by where it leads to, symbolic links followed.
        """
        if file is None or file in self._loaded:
            return None
        if is_remote(file):
            return None if self._host_allowed(file) else "CG0404"
        if len(file) > LONGEST_PATH:
            return "CG0402"
        path = self._path(file)
        if not path.is_relative_to(self._ref_root):
            return "CG0403"
        if os.path.exists(path):  # noqa: PTH110  (unlike Path.exists it never raises OSError)
            return None
        self._diagnostics.sought.add(str(path))
        return "CG0402"

    def _host_allowed(self, url: str) -> bool:
        parts = urlsplit(url)
        return bool({parts.hostname, parts.netloc} & self.options.allow_remote)

    def neighbours(self, file: str) -> list[str]:
        """Return the names of the files in the folder of ``file``, to help with a misspelt one."""
        if len(file) > LONGEST_PATH:
            return []
        folder = self._path(file).parent
        if folder not in self._neighbours:
            try:
                self._neighbours[folder] = sorted(path.name for path in folder.iterdir())
            except OSError:
                return []
        return self._neighbours[folder]

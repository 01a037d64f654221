"""Which identities are components: declarations that the document itself names."""

from __future__ import annotations

import functools
import posixpath

from compiler.ir.identity import file_stem
from compiler.ir.node import Id

KEYWORDS = frozenset({"schema", "items", "additionalProperties", "not", "contains", "propertyNames"})
"""Members of a schema or parameter that are schemas: in a file that is one, they are no definitions."""
DEFINITIONS = ("components/schemas/", "$defs/", "definitions/")


@functools.lru_cache(maxsize=100_000)
def is_component(at: Id) -> bool:
    """Whether a schema is one of `components`, of another file's definitions, or a whole file."""
    file, sep, pointer = at.partition("#")
    if not sep:
        return file.startswith("schemas/") and file.count("/") == 1
    if "#" in pointer or pointer[:1] not in ("", "/"):
        return False  # a role of another thing
    if not pointer:
        return True
    inner = pointer[1:]
    for folder in DEFINITIONS:
        if inner.startswith(folder):
            return "/" not in inner[len(folder) :]
    return "/" not in inner and inner not in KEYWORDS


def file_words(at: Id) -> tuple[str, ...]:
    """Return the folders and the stem of the file a component lies in, innermost last; () for the root document."""
    file, sep, pointer = at.partition("#")
    if not sep or pointer[:1] not in ("", "/"):
        return ()
    folders = [part for part in posixpath.dirname(file).split("/") if part not in ("", ".", "..")]
    return (*folders, file_stem(file)) if pointer else tuple(folders)

"""The media type of a file by the extension of its name, if a document allows several (D8.3).

The table (file_names.txt) is our own, so that it is the same in every language and on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from compiler.ir.media import OCTETS, essence
from passes.support.requests.content_types import covers, is_range

_LINES = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
EXTENSIONS = {media_type: extensions.split() for media_type, _, extensions in (line.partition(" ") for line in _LINES)}
"""The extensions that are registered, or in wide use, for the media types of files."""


def extensions_of(declared: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return by which extensions a file is of one of several media types; nothing where there is one to send.

    A range names its types, unless a file of any type is `application/octet-stream` by it.
    """
    if len(declared) == 1 and not is_range(declared[0]):
        return ()
    found: dict[str, str] = {}
    for media_type in [name for item in declared for name in _types(item)]:
        for extension in EXTENSIONS.get(essence(media_type), ()):
            found.setdefault(extension, media_type)
    return tuple(sorted(found.items()))


def _types(declared: str) -> list[str]:
    if not is_range(declared):
        return [declared]
    return [] if covers(declared, OCTETS) else [name for name in EXTENSIONS if covers(declared, name)]

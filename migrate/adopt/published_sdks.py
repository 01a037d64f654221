"""Published SDKs as the driver reads them: mistakes are reported, each SDK is read once."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.diagnostics import Diagnostics
from migrate.adopt.published.find import UnreadableSdkError, read_published
from migrate.adopt.published.published import GO

if TYPE_CHECKING:
    from migrate.adopt.published.published import Published


class Sdks:
    """The published SDKs of a command, by the paths that they were given as."""

    def __init__(self) -> None:
        self._read: dict[str, Published | None] = {}

    def count(self) -> int:
        """Return how many were read whose names may be for all languages."""
        return sum(item is not None and item.language != GO for item in self._read.values())

    def read(self, name: str, diagnostics: Diagnostics) -> Published | None:
        """Return an SDK; None after an error, which is reported once."""
        if name not in self._read:
            self._read[name] = _read(name, diagnostics)
        return self._read[name]


def _read(name: str, diagnostics: Diagnostics) -> Published | None:
    if not Path(name).exists():
        diagnostics.report("CG1806", None, name=name, problem="there is no such file or folder")
        return None
    try:
        with tempfile.TemporaryDirectory(prefix="codegen-adopt-") as scratch:
            return read_published(Path(name), Path(scratch))
    except UnreadableSdkError as error:
        diagnostics.report("CG1806", None, name=name, problem=str(error))
    except ImportError:
        diagnostics.report("CG1807", None, name=name)
    return None

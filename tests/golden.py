"""Goldens in files of our own naming: syrupy compares and, with `--snapshot-update`, writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

GOLDEN = Path(__file__).parents[1] / "golden"


def golden_file(path: Path) -> type[SingleFileSnapshotExtension]:
    """Return a syrupy extension whose only snapshot is the text file `path`; no other file is ever touched."""

    class GoldenFile(SingleFileSnapshotExtension):
        _write_mode = WriteMode.TEXT
        file_extension = path.suffix[1:]

        @classmethod
        def dirname(cls, **_: Any) -> str:
            return str(path.parent)

        @classmethod
        def discovery_dirname(cls, **_: Any) -> str:
            return str(path.parent)

        @classmethod
        def get_snapshot_name(cls, **_: Any) -> str:
            return path.stem

        @classmethod
        def matches_test_location(cls, **_: Any) -> bool:
            return True

        def is_snapshot_location(self, *, location: str) -> bool:
            return Path(location) == path

    return GoldenFile

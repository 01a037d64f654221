"""What makes a compiler: a result is only used by the compiler that would make the same of the same inputs."""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGES = ("compiler", "passes", "backends", "fleet")
_LIBRARIES = ("pyyaml", "lark", "jsonpath-ng", "jsonpath-rfc9535")
"""Those that read documents."""


@cache
def compiler_digest() -> str:
    """Return a digest of the content of the compiler's files, of Python, and of the libraries that read documents."""
    found = hashlib.sha256(f"{sys.version_info[:3]} {unicodedata.unidata_version}".encode())
    for name in _LIBRARIES:
        found.update(f"{name} {_version(name)}".encode())
    root = Path(__file__).parents[1]
    for path in _files(root):
        found.update(f"{path.relative_to(root).as_posix()} {path.stat().st_size}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _files(root: Path) -> Iterator[Path]:
    for name in _PACKAGES:
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path

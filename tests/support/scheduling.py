"""Which test files run on one worker, one after the other, and which begin.

Two files that print the same, or ask the same resident process, share that only in one process.
"""

from __future__ import annotations

from fnmatch import fnmatch

GROUPS: dict[str, tuple[str, ...]] = {
    "tsc": ("tests/typescript/*", "tests/languages/*", "tests/wire/*_typescript.py", "tests/upgrade/*"),
    "pyright": ("tests/python/*", "tests/wire/*_python.py"),
    "go": ("tests/go/*", "tests/wire/*", "tests/faults/*"),
}
"""Groups of files by what they share, those that take longest first; every other file is a group of its own."""


def group_of(nodeid: str) -> str:
    """Return the name of the group that a test belongs to: the first that lists its file, else the file."""
    file = nodeid.partition("::")[0]
    return next((name for name, files in GROUPS.items() if any(fnmatch(file, each) for each in files)), file)


def order_of(nodeid: str) -> int:
    """Return the place of a test's group among those that begin; all others come after them, as they are collected."""
    name = group_of(nodeid)
    return [*GROUPS].index(name) if name in GROUPS else len(GROUPS)

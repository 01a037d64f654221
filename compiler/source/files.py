"""Reads input files: from disk, from standard input, and over the network if that is allowed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.base.memory import NONE, Memory
from compiler.base.spans import span
from compiler.source.document import Document
from compiler.source.limits import Limits
from compiler.source.load import load_text
from compiler.source.location import Loc, TextPlace

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics

STDIN = "-"
STDIN_NAME = "<stdin>"


def is_remote(name: str) -> bool:
    """Whether the name of an input is an http(s) URL."""
    return name.lower().startswith(("http://", "https://"))


def load_file(
    path: str | Path,
    shown: str,
    limits: Limits,
    diagnostics: Diagnostics,
    *,
    asked_at: Loc | TextPlace | None = None,
    memory: Memory = NONE,
) -> Document | None:
    """Read the file at `path`, named `shown` to the user; None after a reported error.

    A file that cannot be read is reported at `asked_at`, the place that named it (a `$ref`, gen.yaml).
    """
    with span("read", shown):
        return _load_file(path, shown, limits, diagnostics, asked_at, memory)


def _load_file(
    path: str | Path,
    shown: str,
    limits: Limits,
    diagnostics: Diagnostics,
    asked_at: Loc | TextPlace | None,
    memory: Memory,
) -> Document | None:
    try:
        with Path(path).open("rb") as file:
            found = os.fstat(file.fileno())  # before it is read: a change while it is read is one after
            data = file.read(limits.max_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        diagnostics.sought.add(str(path))
        help_ = _meant(Path(path))
        diagnostics.report("CG0101", asked_at or Loc(shown), help=help_, file=shown, reason=_reason(error))
        return None
    document = load_text(data, shown, limits, diagnostics, memory)
    if document is None:
        diagnostics.sought.add(str(path))
    else:
        document.stamp = found.st_size, found.st_mtime_ns
    return document


def load_stdin(limits: Limits, diagnostics: Diagnostics) -> Document | None:
    """Read a document from standard input; None after a reported error."""
    return load_text(sys.stdin.buffer.read(limits.max_bytes + 1), STDIN_NAME, limits, diagnostics)


def load_url(
    url: str,
    allowed_hosts: frozenset[str],
    limits: Limits,
    diagnostics: Diagnostics,
    *,
    asked_at: Loc | TextPlace | None = None,
) -> Document | None:
    """Read an http(s) document from one of `allowed_hosts`; None after a reported error (D1.3)."""
    from compiler.source.remote import FetchError, HostNotAllowedError, fetch

    try:
        with span("fetch", url):
            data = fetch(url, allowed_hosts, limits.max_bytes)
    except HostNotAllowedError as error:
        diagnostics.report("CG0117", asked_at, url=error.url, host=error.host)
    except FetchError as error:
        diagnostics.report("CG0118", asked_at, url=url, reason=str(error))
    else:
        return load_text(data, url, limits, diagnostics)
    return None


def _meant(path: Path) -> str | None:
    """Return the help for a path that is a folder or does not exist: the file probably meant; None if unknown."""
    from compiler.base.similar import Names

    try:
        if path.is_dir():
            found = sorted(each.name for each in path.iterdir() if each.suffix in (".yaml", ".yml", ".json"))
            return f"name the document in it: {path / found[0]}" if len(found) == 1 else "name the document in it"
        near = None if path.exists() else Names([each.name for each in path.parent.iterdir()]).closest(path.name)
    except (OSError, ValueError):
        return None
    return f"did you mean {path.with_name(near)}?" if near else None


def _reason(error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return reason[:1].lower() + reason[1:]

"""Compiles canary documents as a user does, and records what the compiler opens, runs and connects to."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.driver import entry as commands
from compiler.driver.options import BuildOptions, InputOptions
from compiler.plan.plan import Plan
from tests.support.canary.document import Canaries
from tests.support.drift import LANGUAGES
from tests.support.printed import plans_of

CONFIG: dict[str, Any] = {
    "configVersion": "2.0.0",
    "python": {"packageName": "canary"},
    "typescript": {"packageName": "canary"},
    "go": {"modulePath": "example.com/canary"},
}


@dataclass
class Watched:
    """What Python did, by the names of its audit events."""

    written: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)


_WATCHING: list[Watched] = []
_FORBIDDEN = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "socket.connect",
    "socket.getaddrinfo",
)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _WATCHING:
        return
    if event == "open" and isinstance(arguments[0], str | bytes):
        path = arguments[0] if isinstance(arguments[0], str) else arguments[0].decode(errors="replace")
        mode, flags = arguments[1], arguments[2]
        writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & 3)
        (_WATCHING[-1].written if writes else _WATCHING[-1].opened).append(path)
    elif event.startswith(_FORBIDDEN):
        _WATCHING[-1].forbidden.append(f"{event}{arguments!r}"[:200])


@contextlib.contextmanager
def watched() -> Iterator[Watched]:
    """Note what is opened and run within; a hook cannot be taken away, so it stays and does nothing."""
    if not getattr(watched, "on", False):
        sys.addaudithook(_hook)
        watched.on = True  # type: ignore[attr-defined]
    seen = Watched()
    _WATCHING.append(seen)
    try:
        yield seen
    finally:
        _WATCHING.remove(seen)


@dataclass
class Built:
    """A canary document and everything that came of it."""

    canaries: Canaries
    folder: Path
    code: int
    said: str
    seen: Watched

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @functools.cached_property
    def told(self) -> str:
        """What the compiler says as JSON, which folds nothing."""
        told = io.StringIO()
        commands.build(_asked(self.folder, check=True, format="json"), told, io.StringIO())
        return told.getvalue()

    @functools.cached_property
    def plans(self) -> dict[str, Plan]:
        """Plan the document once more, for the names that the output must have."""
        return plans_of(_asked(self.folder).input, LANGUAGES, Diagnostics(), keep_going=True)


def build(canaries: Canaries, folder: Path, config: Mapping[str, Any] = CONFIG) -> Built:
    """Compile for every target, leaving out what is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("openapi.json").write_text(json.dumps(canaries.document, indent=1))
    folder.joinpath("gen.yaml").write_text(json.dumps(config))
    out, err = io.StringIO(), io.StringIO()
    with watched() as seen:
        code = commands.build(_asked(folder), out, err)
    return Built(canaries, folder, code, err.getvalue(), seen)


def _asked(folder: Path, check: bool = False, **more: Any) -> BuildOptions:
    options = InputOptions(document=str(folder / "openapi.json"), config=str(folder / "gen.yaml"), **more)
    return BuildOptions(input=options, out=str(folder / "out"), keep_going=True, check=check)

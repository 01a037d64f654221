"""The files that an API is made of: a worker gets them, and a result in the cache is that of the same files."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from backends import INSTALLED
from compiler.driver.ending import output_folder
from compiler.driver.inputs import config_relative_path
from compiler.lock.file import lock_path
from compiler.source import STDIN, is_remote
from compiler.source.conflict import holds_conflict
from fleet.version import compiler_digest

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.driver.apis.pool import Task

FORMAT = 1
_REFERENCE = re.compile(rb"""\$ref["']?\s*:\s*(?:"([^"#\n]+)|'([^'#\n]+)|([^"'#\s]+))""")
"""References to other files, as they are usually written. Those that are not found here are asked for by the worker."""


class HereError(Exception):
    """An API can only be compiled on this machine."""


@dataclass(slots=True)
class Gathered:
    """The files of an API, by their names as seen from the working folder.

    `root` is the folder that no further file may leave; `remote` tells whether something is fetched from elsewhere, so
    that a result is not that of the files alone.
    """

    files: dict[str, bytes]
    config: str
    root: Path
    remote: bool = False
    refused: set[str] = field(default_factory=set)

    def add(self, name: str) -> bool:
        """Add a file that a worker asks for, if it exists in the folder of references; false if it does not."""
        name = os.path.normpath(name)
        if name in self.files:
            return False
        try:
            if not Path(os.path.realpath(name)).is_relative_to(self.root):
                raise PermissionError(name)
            self.files[name] = Path(name).read_bytes()
        except (OSError, ValueError):
            if os.path.lexists(name):
                self.refused.add(name)
            return False
        return True


def gather(task: Task, config: Config) -> Gathered:
    """Return the files of an API as far as they are known before it is compiled.

    Raises `HereError` if it is made of something that is only here, or cannot be read.
    """
    given, generation = task.options.input, config.generation
    source = generation.texts("source")[0]
    if is_remote(source) or source == STDIN or INSTALLED:
        raise HereError
    document = config_relative_path(config, source)
    named = [str(config.file), document]
    overlays = [one if is_remote(one) else config_relative_path(config, one) for one in generation.texts("overlays")]
    reference = config.sections.get("reference")
    logo = reference.text("logo") if reference is not None and "logo" in reference.defaults else None
    others = [*overlays, *given.overlays]
    if logo is not None:
        others.append(logo if is_remote(logo) else config_relative_path(config, logo))
    named += [name for name in others if not is_remote(name)]
    lock = lock_path(config)
    if lock is not None and lock.exists():
        named.append(str(lock))
    root = Path(os.path.realpath(given.ref_root or Path(document).parent))
    remote = bool(given.allow_remote) or any(map(is_remote, [*overlays, *given.overlays]))
    found = Gathered({}, _relative(str(config.file)), root, remote)
    try:
        for name in named:
            found.files[_relative(name)] = Path(name).read_bytes()
    except (OSError, ValueError):
        raise HereError from None  # the mistake is told as ever
    _add_references(found, _relative(document))
    return found


def _relative(name: str) -> str:
    if os.path.isabs(name):  # noqa: PTH117
        raise HereError
    return os.path.normpath(name)


def add_with_references(found: Gathered, name: str) -> bool:
    """Add a file that a worker asks for, and those that it refers to; false if it may not have it."""
    added = found.add(name)
    if added:
        _add_references(found, os.path.normpath(name))
    return added


def _add_references(found: Gathered, document: str) -> None:
    waiting = [document]
    while waiting:
        name = waiting.pop()
        for match in _REFERENCE.finditer(found.files[name]):
            path = unquote((match[1] or match[2] or match[3]).decode("utf-8", "replace"))
            plain = path if match[3] is None else path.rstrip(",}]")  # of a map in one line
            for other in dict.fromkeys((path, plain)):
                other = os.path.normpath(Path(name).parent / other)
                if "://" not in path and found.add(other):
                    waiting.append(other)


def job_of(task: Task, gathered: Gathered) -> dict[str, Any]:
    """Return the options of a worker for an API: what it is to make of the files."""
    given = task.options.input
    ref_root = None if given.ref_root is None else _relative(given.ref_root)
    told = replace(
        given, config=gathered.config, ref_root=ref_root, format="text", quiet=False, color=False,
        overlays=tuple(map(_relative_or_url, given.overlays)),
    )  # fmt: skip
    looks = any(holds_conflict(data) for name, data in gathered.files.items() if name.endswith(".lock"))
    options = replace(
        task.options, input=told, jobs=1, wait=0, time_limit=None, scheduler=None, cache=None, record=None, diff=False,
        force=False, dry_run=False, check=task.options.check and looks,
    )  # fmt: skip
    return {"format": FORMAT, "compiler": compiler_digest(), "command": task.command, "options": asdict(options)}


def _relative_or_url(name: str) -> str:
    return name if is_remote(name) else _relative(name)


def key_of(task: Task, gathered: Gathered, config: Config) -> str | None:
    """Return the digest of all that a result follows from; None if that is not known before.

    gen.yaml counts by what it says of this API, so that a change for another API changes nothing here.
    """
    if gathered.remote:
        return None
    job = job_of(task, gathered)
    folder = output_folder(config, task.options.out)
    said = {
        name: {key: setting.value for key, setting in sorted(section.settings.items())}
        for name, section in [("generation", config.generation), *sorted(config.sections.items())]
    }
    files = {name: digest(data) for name, data in sorted(gathered.files.items()) if name != gathered.config}
    whole = [job, folder.as_posix(), said, list(config.enabled), files]
    return hashlib.sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()


def digest(data: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(data).hexdigest()


def digests(names: Iterable[str]) -> Mapping[str, str] | None:
    """Return the digests of files; None if one cannot be read."""
    try:
        return {name: digest(Path(name).read_bytes()) for name in names}
    except (OSError, ValueError):
        return None

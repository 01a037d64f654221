"""What a worker does: it compiles one API in a folder of its own, from the files that it was sent.

`python -c "from fleet.job import main; main()"` reads a job from standard input and writes the result
to standard output, both as bundles. The process ends when the one that started it does.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from compiler.driver.apis.built_api import compile_api
from compiler.driver.options import BuildOptions, DebugOptions, InputOptions
from compiler.source.limits import Limits
from fleet.bundle import BundleError, pack, unpack
from fleet.cache import AwayError, Store
from fleet.gather import FORMAT
from fleet.results import bundle_of, inputs_of
from fleet.version import compiler_digest

_PAUSE = 1.0


def main() -> None:
    """Do one job."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints: standard output has the result alone
    _end_with_parent()
    with out:
        out.write(do(sys.stdin.buffer.read()))


def do(job: bytes) -> bytes:
    """Return the result of a job, or where the result is in the cache, or why there is none."""
    try:
        header, files = unpack(job)
    except BundleError as error:
        return pack({"refused": f"the job cannot be read: {error}"}, {})
    if header["format"] != FORMAT or header["compiler"] != compiler_digest():
        return pack({"refused": "the worker has another version of codegen, or of Python"}, {})
    told = {name: header[name] for name in ("compiler", "key")}
    with tempfile.TemporaryDirectory(prefix="codegen-") as folder:
        place = _write(Path(folder), files)
        before = Path.cwd()
        os.chdir(place)
        try:
            options = _options(header["options"])
            built = compile_api(options, header["command"])
            told["inputs"] = inputs_of(built, options.input.config or "")
        finally:
            os.chdir(before)
        sought = [_seen_from(place, name, Path(folder)) for name in built.sought]
        result = bundle_of(replace(built, sought=sought), told)
    url = header.get("cache")
    missing = any(name not in files for name in sought)  # it may be there, and only not sent
    if url is None or built.code or built.summary is None or missing:
        return result
    try:
        Store(url).put(header["key"], result)
    except AwayError:
        return result  # whoever asked for it gets it at once
    return pack({**told, "stored": True}, {})


def _write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write the files of a job, and return the folder that their names are relative to."""
    up = max((PurePosixPath(name).parts.count("..") for name in files), default=0)
    place = folder.joinpath(*(f"{number}" for number in range(up)))
    place.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = Path(os.path.normpath(place / name))
        if not path.is_relative_to(folder):
            raise ValueError(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return place


def _seen_from(place: Path, name: str, folder: Path) -> str:
    """Return a file that was looked for as seen from the working folder; "" if it is outside of all."""
    path = Path(os.path.normpath(place / name))
    for root in (folder, Path(os.path.realpath(folder))):
        if path.is_relative_to(root):
            return Path(os.path.relpath(path, root / place.relative_to(folder))).as_posix()
    return ""


def _options(said: Mapping[str, Any]) -> BuildOptions:
    """Return the options of a job."""
    given = dict(said["input"])
    given["limits"] = Limits(**given["limits"])
    options = {**said, "input": InputOptions(**_tuples(given)), "debug": DebugOptions(**_tuples(said["debug"]))}
    return BuildOptions(**_tuples(options))


def _tuples(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in said.items()}


def _end_with_parent() -> None:
    """End when the process that started this one does: its worker was killed, and nobody waits for a result."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PAUSE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

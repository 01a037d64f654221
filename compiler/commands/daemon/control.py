"""`codegen daemon status` and `stop`: all servers of this user, those of other versions of codegen included."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TextIO

from compiler.commands.daemon.address import SUFFIX, NoDaemonError, connect, own_digest, runtime_folder
from compiler.commands.work_messages import objects, receive, send
from compiler.driver.exit import Exit

_PATIENCE = 5.0
"""Seconds."""


def status(stdout: TextIO, stderr: TextIO) -> int:
    """Say which servers run, and what each keeps in memory; returns the exit code."""
    try:
        found = [*_ask_all("status")]
    except NoDaemonError as error:
        return _refused(error, stderr)
    for told in found:
        version = "" if told["digest"] == own_digest() else ", of another version of codegen or Python"
        state = "building now" if told["busy"] else f"idle for {_span(told['idle'])}"
        builds = f"{told['builds']:,} build{'' if told['builds'] == 1 else 's'}, {told['bytes'] >> 20:,} MiB"
        stdout.write(f"process {told['pid']}, for {_span(told['seconds'])}: {builds}, {state}{version}\n")
        stdout.writelines(f"  {cwd}: codegen {shlex.join(words)}\n" for cwd, *words in told["commands"])
    if not found:
        stdout.write("no daemon runs\n")
    return Exit.OK


def stop(stdout: TextIO, stderr: TextIO) -> int:
    """End all servers, after the builds that they are at; returns the exit code."""
    try:
        ended = [*_ask_all("stop")]
    except NoDaemonError as error:
        return _refused(error, stderr)
    stdout.write("".join(f"process {told['pid']} ends\n" for told in ended) or "no daemon runs\n")
    return Exit.OK


def _refused(error: NoDaemonError, stderr: TextIO) -> int:
    stderr.write(f"codegen daemon: {error}\n")
    return Exit.USAGE


def _ask_all(what: str) -> Iterator[dict[str, Any]]:
    """Yield what each server answers."""
    folder = runtime_folder()
    for name in sorted(os.listdir(folder)):
        found = connect(os.path.join(folder, name), _PATIENCE) if name.endswith(SUFFIX) else None
        if found is None:
            continue
        with found[0] as connection, suppress(OSError, ValueError, StopIteration):
            said = objects(partial(receive, connection, []))
            if "digest" in next(said):
                send(connection, {what: True})
                yield next(said)


def _span(seconds: float) -> str:
    return time.strftime("%H:%M:%S", time.gmtime(seconds))

"""`codegen daemon status` and `stop`: all servers of this user, those of other versions of codegen included."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TextIO

from compiler.commands.daemon.address import SUFFIX, NoDaemonError, connect, own_digest, runtime_folder
from compiler.commands.daemon.messages import HELLO, STATUS, STOP, BrokenError, receive, send
from compiler.driver.exit import Exit

_PATIENCE = 5.0
"""Seconds."""


def status(stdout: TextIO, stderr: TextIO) -> int:
    """Say which servers run, and what each keeps in memory; returns the exit code."""
    try:
        found = [told for _, told in _ask_all(STATUS)]
    except NoDaemonError as error:
        return _refused(error, stderr)
    for told in found:
        version = "" if told["digest"] == own_digest() else ", of another version of codegen or Python"
        stdout.write(f"process {told['pid']}, for {_span(told['seconds'])}: {_builds(told['builds'])}{version}\n")
        for each in told["hands"]:
            state = "building now" if each["busy"] else f"idle for {_span(each['idle'])}"
            stdout.write(f"  {each['cwd']}: codegen {shlex.join(each['argv'])}\n")
            stdout.write(f"    {_builds(each['builds'])}, {each['bytes'] >> 20:,} MiB, {state}\n")
    if not found:
        stdout.write("no daemon runs\n")
    return Exit.OK


def stop(stdout: TextIO, stderr: TextIO) -> int:
    """End all servers, after the builds that they are at; returns the exit code."""
    try:
        ended = [told for _, told in _ask_all(STOP)]
    except NoDaemonError as error:
        return _refused(error, stderr)
    stdout.write("".join(f"process {told['pid']} ends\n" for told in ended) or "no daemon runs\n")
    return Exit.OK


def _refused(error: NoDaemonError, stderr: TextIO) -> int:
    stderr.write(f"codegen daemon: {error}\n")
    return Exit.USAGE


def _ask_all(kind: bytes) -> Iterator[tuple[str, Any]]:
    """Yield what each server answers to a message."""
    folder = runtime_folder()
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        found = connect(path, _PATIENCE) if name.endswith(SUFFIX) else None
        if found is None:
            continue
        with found[0] as connection, suppress(OSError, BrokenError, KeyError):
            if receive(connection)[0] == HELLO:
                send(connection, kind)
                yield path, receive(connection)[1]


def _builds(count: int) -> str:
    return f"{count:,} build{'' if count == 1 else 's'}"


def _span(seconds: float) -> str:
    return time.strftime("%H:%M:%S", time.gmtime(seconds))

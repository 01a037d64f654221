"""The command line: one command in, an exit code out.

Nothing heavy is imported before the arguments are known.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

from compiler.commands.exit_code import guarded
from compiler.driver.build_record import record_path, repeat
from compiler.driver.exit import Exit

_RECURSION = 20_000
"""The stack frames for schemas nested as deep as the limits allow: each level takes some in every pass."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    collecting = gc.isenabled()
    gc.disable()  # a run is short and makes few cycles: collecting is a quarter of the time
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
    try:
        words = list(sys.argv[1:] if argv is None else argv)
        return guarded(lambda: _run(words, sys.stdout, sys.stderr), sys.stdout, sys.stderr)
    finally:
        if collecting:
            gc.enable()


def entry() -> NoReturn:
    """Run one command as a process of its own: the operating system frees its memory."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed, as by `>&-`
            setattr(sys, name, io.StringIO())
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _run(argv: list[str], stdout: TextIO, stderr: TextIO) -> int:
    record = record_path(argv, stderr)
    if repeat(record, stdout, stderr):
        return Exit.OK
    if asks_for_daemon(argv):
        from compiler.commands.daemon.client import ask

        code = ask(argv, record, stdout, stderr)
        if code is not None:
            return code
    return _command(argv, record, stdout, stderr)


def _command(argv: list[str], record: str | None, stdout: TextIO, stderr: TextIO) -> int:
    """Run a command in this process."""
    from compiler.commands.arguments import parse_arguments
    from compiler.commands.table import NAMED, NotInstalledError

    if argv[:1] == ["worker"] and not {"-h", "--help"}.intersection(argv):  # its arguments are those of builds
        from compiler.commands.worker import worker

        return worker(argv[1:])
    try:
        arguments = parse_arguments(argv)
    except NotInstalledError as error:
        stderr.write(f"{error}\n")
        return Exit.USAGE
    arguments.record = record
    code: int = NAMED[arguments.command].load().run(arguments, stdout, stderr)
    return code


def asks_for_daemon(argv: Sequence[str]) -> bool:
    """Whether a command is a build for the daemon. A document that comes by standard input is built here."""
    if argv[:1] != ["build"] or "-" in argv:
        return False
    return "--daemon" in argv or os.environ.get("CODEGEN_DAEMON", "") not in ("", "0", "off")

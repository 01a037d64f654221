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

from compiler.cli.arguments import parse_arguments
from compiler.cli.commands import COMMANDS
from compiler.driver.build_record import record_path, repeat
from compiler.driver.options import Exit

_RECURSION = 20_000
"""The stack frames for schemas nested as deep as the limits allow: each level takes some in every pass."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    collecting = gc.isenabled()
    gc.disable()  # a run is short and makes few cycles: collecting is a quarter of the time
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
    try:
        return _run(list(sys.argv[1:] if argv is None else argv), sys.stdout, sys.stderr)
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
    try:
        record = record_path(argv, stderr)
        if repeat(record, stdout, stderr):
            return Exit.OK
        arguments = parse_arguments(argv)
        arguments.record = record
        code = COMMANDS[arguments.command](arguments, stdout, stderr)
        stdout.flush()
        return code
    except SystemExit as stop:  # argparse: help and mistakes in the arguments
        return stop.code if isinstance(stop.code, int) else Exit.USAGE
    except KeyboardInterrupt as stop:
        stderr.write("interrupted\n")
        return 128 + getattr(stop, "number", 2)  # as shells report a signal: 2 is Ctrl-C
    except BrokenPipeError:  # the reader of a dump has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return Exit.OK
    except MemoryError:
        stderr.write("out of memory: the document needs more than this process may have; nothing was written\n")
        return Exit.USAGE
    except Exception:
        return _internal_error(stderr)


def _internal_error(stderr: TextIO) -> int:
    import traceback

    stderr.write(traceback.format_exc())
    stderr.write("\ninternal error: this is a fault of codegen and not of your document.\n")
    stderr.write("Please report it with the lines above and, if you can, the part of the document they name.\n")
    return Exit.INTERNAL

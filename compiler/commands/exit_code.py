"""The exit code of a command, whatever becomes of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TextIO

from compiler.driver.exit import Exit


def guarded(command: Callable[[], int], stdout: TextIO, stderr: TextIO) -> int:
    """Run a command and return its exit code; exceptions become messages and codes."""
    try:
        code = command()
        stdout.flush()
        return code
    except SystemExit as stop:  # argparse: help and mistakes in the arguments
        return stop.code if isinstance(stop.code, int) else Exit.USAGE
    except KeyboardInterrupt as stop:
        stderr.write("interrupted\n")
        return 128 + getattr(stop, "number", 2)  # as shells report a signal: 2 is Ctrl-C
    except BrokenPipeError:  # the reader of a dump has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return Exit.OK
    except MemoryError:
        stderr.write("out of memory: the document needs more than this process may have; nothing was written\n")
        return Exit.USAGE
    except Exception as error:
        return _internal_error(error, stderr)


def _internal_error(error: Exception, stderr: TextIO) -> int:
    import traceback

    from compiler.driver.crash import write_crash

    stderr.write(traceback.format_exc())
    stderr.write("\ninternal error: this is a fault of codegen and not of your document.\n")
    line = write_crash(error)
    if line is not None:
        stderr.write(f"{line}\n")
    stderr.write("`codegen reduce` makes a small document that shows it.\n")
    stderr.write("Please report it with the lines above and, if you can, the part of the document they name.\n")
    return Exit.INTERNAL

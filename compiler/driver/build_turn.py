"""Makes a build wait for its turn, and finish or undo a killed build, before it reads the output."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from compiler.output.atomic import WriteError
from compiler.output.folder_locks import BusyError, of_file, of_folder, turn
from compiler.output.journal import recover
from compiler.output.problems import Problem, report
from compiler.output.write import problem_of

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics


@contextmanager
def own_turn(
    folder: Path,
    lock: Path | None,
    seconds: int,
    diagnostics: Diagnostics,
    stderr: TextIO | None,
    *,
    looks: bool = False,
) -> Iterator[bool]:
    """Hold the output folder and codegen.lock; false after a reported error.

    Args:
        folder: the output folder, put in order.
        lock: codegen.lock, where there is one.
        seconds: to wait for another build at most.
        diagnostics: receives obstacles, and the outcome of a killed build.
        stderr: gets a message about the wait; None: no message.
        looks: nothing will be written, so that an output folder that does not exist needs no claim.
    """

    def waiting(path: Path) -> None:
        if stderr is not None:
            stderr.write(f"waiting for another build that writes {path.as_posix()}\n")
            stderr.flush()

    claims = [of_folder(folder)] if folder.is_dir() or not looks else []
    claims += [of_file(lock)] if lock is not None else []
    with ExitStack() as stack:
        try:
            held = stack.enter_context(turn(claims, seconds, waiting))
            problems = [*held.problems, *recover(folder, lock, alone=held.alone)]
            ready = True
        except BusyError as error:
            problems, ready = [Problem("CG1210", error.path, f"{seconds} seconds")], False
        except WriteError as error:
            problems, ready = [problem_of(error)], False
        report(problems, diagnostics)
        yield ready

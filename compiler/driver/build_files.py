"""The files that a build leaves for build tools: what it read (`--depfile`), and when it last changed (`--stamp`)."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.diagnostics import Diagnostics
from compiler.driver.inputs import same_file
from compiler.output import MANIFEST_NAME, Staging
from compiler.source import STDIN_NAME, Loc, is_remote

if TYPE_CHECKING:
    from compiler.driver.options import BuildOptions


def input_files(documents: Iterable[str], others: Iterable[Path | str | None]) -> list[str]:
    """Return the files among inputs, in the order of their names: neither URLs nor standard input, which are none."""
    named = [*documents, *(str(name) for name in others if name)]
    names = {os.path.normpath(name) for name in named if not _no_file(name)}
    return sorted(Path(name).as_posix() for name in names)


def _no_file(name: str) -> bool:
    return is_remote(name) or name == STDIN_NAME


def check_places(
    options: BuildOptions, inputs: Iterable[str], folders: Iterable[Path], diagnostics: Diagnostics
) -> None:
    """Report a depfile or a stamp that would replace an input, or be packaged with an SDK (CG1216).

    Args:
        options: those of the build.
        inputs: the files that were read.
        folders: those of the targets.
        diagnostics: receives the errors.
    """
    places = {name: Path(path) for name, path in (("--depfile", options.depfile), ("--stamp", options.stamp)) if path}
    read = {os.path.realpath(name) for name in inputs} if places else set()
    inside = [folder.resolve() for folder in folders] if places else []
    for name, path in places.items():
        reason = ""
        if os.path.realpath(path) in read:
            reason = "the build reads it"
        elif any(path.resolve().is_relative_to(folder) for folder in inside):
            reason = "it would be in the folder of a target"
        elif name == "--stamp" and "--depfile" in places and same_file(path, places["--depfile"]):
            reason = "--depfile has it"
        if reason:
            diagnostics.report("CG1216", Loc(str(path)), path=path, option=name, reason=reason)


def depfile(targets: Sequence[str], inputs: Sequence[str]) -> str:
    r"""Return what was built from which files, as make and ninja read it, as compilers write it.

    Every input also stands alone, without prerequisites: make then accepts that it is deleted (`gcc -MP`). Names are
    escaped as gcc does: `\ ` for a space, `\#`, and `$$`; `\:` as well, which make needs and ninja cannot read.
    """
    listed = " \\\n  ".join([" ".join(map(_escaped, targets)) + ":", *map(_escaped, inputs)])
    return listed + "\n" + "".join(f"\n{_escaped(name)}:\n" for name in inputs)


def _escaped(name: str) -> str:
    return re.sub(r"(\\*)([ \t#:])", r"\1\1\\\2", name).replace("$", "$$")


def stamp(folder: Path, targets: Iterable[str]) -> str:
    """Return a digest of the output of a document: of the manifests, which have those of all generated files."""
    return stamp_of_files(folder / target / MANIFEST_NAME for target in sorted(targets))


def stamp_of_files(files: Iterable[Path]) -> str:
    """Return a digest of files."""
    found = hashlib.sha256()
    for path in files:
        found.update(path.read_bytes())
    return found.hexdigest() + "\n"


def write_build_files(texts: dict[str, tuple[str, bool]], diagnostics: Diagnostics) -> bool:
    """Write files whose text differs or that must become newer; False after a reported error (CG1205).

    Args:
        texts: the text of each file, and whether it becomes newer though it does not differ.
        diagnostics: receives the errors.
    """
    staging = Staging()
    try:
        for name, (text, newer) in texts.items():
            if newer or not _holds(Path(name), text):
                staging.add(Path(name), text.encode("utf-8", "surrogateescape"))
        staging.move()
        return True
    except OSError as error:
        staging.discard()
        reason = (error.strerror or str(error)).lower()
        diagnostics.report("CG1205", Loc(str(error.filename)), path=error.filename, reason=reason)
        return False


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode("utf-8", "surrogateescape")
    except OSError:
        return False

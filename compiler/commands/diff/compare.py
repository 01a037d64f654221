"""`codegen diff`: what changed between two versions of a document."""

from __future__ import annotations

import posixpath
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TextIO

from compiler.commands.diff.other_compiler import other_surfaces
from compiler.commands.diff.report import WORDS, Compared, report
from compiler.commands.diff.sides import (
    WIRE,
    compare_compilers,
    compare_files,
    compare_targets,
    surfaces,
    targets_with_surfaces,
)
from compiler.commands.diff.view import View
from compiler.commands.diff.wire import compare_documents
from compiler.config import CONFIG_NAME
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.ending import failure
from compiler.driver.inputs import read_inputs
from compiler.driver.options import Exit
from compiler.driver.surface_files import SURFACE
from compiler.front import LoadOptions
from compiler.front.reading.documents import Library
from compiler.front.rewriting.rewriting import can_be_read, rewritten
from compiler.source import is_remote, load_file, load_url

if TYPE_CHECKING:
    from compiler.commands.diff import DiffOptions
    from compiler.driver.options import InputOptions
    from compiler.source import Document

_GIT = "git:"
_FAILS = {word: level for level, word in WORDS.items()}
_DOCUMENTS = (".yaml", ".yml", ".json", ".lock")
"""Files of a revision that documents are made of, and the locks of names."""


def diff(options: DiffOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Compare two versions on the wire; returns the exit code: 1 if something changed that ``fail_on`` names."""
    out, said = StringIO(), StringIO()
    with tempfile.TemporaryDirectory(prefix="codegen-diff-") as folder:
        scratch = Path(folder).resolve()
        names = {str(scratch / str(index)): name for index, name in enumerate((options.old, options.new))}
        code = _diff(options, scratch, out, said)
    for stream, text in ((stdout, out.getvalue()), (stderr, said.getvalue())):
        for path, name in names.items():
            text = text.replace(f"{path}/", f"{name.removeprefix(_GIT).partition(':')[0]}:")
        stream.write(text)
    return code


def _diff(options: DiffOptions, scratch: Path, stdout: TextIO, stderr: TextIO) -> int:
    given, diagnostics = options.input, Diagnostics(strict=options.input.strict)
    compared = _compared(options, scratch, diagnostics)
    if compared is None or diagnostics.has_errors:
        form = "text" if given.format in ("markdown", "changelog") else given.format
        show(diagnostics, stdout, stderr, format=form, color=given.color, quiet=given.quiet)
        return failure(diagnostics)
    for findings in compared.parts.values():
        findings.items.sort(key=lambda item: -item.level)
    report(compared, diagnostics, given, stdout, stderr)
    least = _FAILS.get(options.fail_on)
    worst = max((item.level for item in compared.items), default=None)
    return Exit.STALE if least is not None and worst is not None and worst >= least else Exit.OK


def _compared(options: DiffOptions, scratch: Path, diagnostics: Diagnostics) -> Compared | None:
    """Return what changed on the wire, and for the programs of each target; None after a reported error."""
    surface_files = [name for name in (options.old, options.new) if name.endswith(SURFACE)]
    if surface_files and (len(surface_files) == 1 or options.compiler is not None):
        problem = (
            "it is a surface, which is compared with another one" if options.compiler is None else "it is a surface"
        )
        diagnostics.report("CG1705", None, name=surface_files[0], problem=problem)
        return None
    if surface_files:
        return compare_files(options.old, options.new, diagnostics)
    paths = versions(options, scratch, diagnostics)
    if paths is None:
        return None
    old, new = (_view(path, options.input, diagnostics) for path in paths)
    if old is None or new is None or diagnostics.has_errors:
        return None
    is_one = options.compiler is not None and options.old == options.new
    wire = Compared({} if is_one else {WIRE: compare_documents(old, new)})
    if options.compiler is not None:
        return _with_other(options, paths[0], paths[1], wire, scratch / "0", diagnostics)
    if not options.targets:
        return wire
    found = [surfaces(path, options, diagnostics) for path in paths]
    if found[0] is None or found[1] is None:
        return None
    return wire.joined(compare_targets(options.targets, found[0], found[1]))


def _with_other(
    options: DiffOptions, old: str, new: str, wire: Compared, scratch: Path, diagnostics: Diagnostics
) -> Compared | None:
    """Compare what another compiler makes of the old version with what this one makes of the new one."""
    options = replace(options, targets=options.targets or targets_with_surfaces())
    given = replace(options, input=replace(options.input, quiet=True))
    made = other_surfaces(options.compiler or "", old, given, options.targets, scratch / "other", diagnostics)
    now = surfaces(new, options, diagnostics) if made is not None else None
    if made is None or now is None:
        return None
    return wire.joined(compare_compilers(options.targets, made, now))


# --------------------------------------------------------------------------- inputs


def versions(options: DiffOptions, scratch: Path, diagnostics: Diagnostics) -> list[str] | None:
    """Return the paths of both versions, those of git written below a folder; None after a reported error."""
    paths = [
        _checked_out(name, scratch / str(index), diagnostics) if name.startswith(_GIT) else name
        for index, name in enumerate((options.old, options.new))
    ]
    return [path for path in paths if path is not None] if None not in paths else None


def _view(path: str, options: InputOptions, diagnostics: Diagnostics) -> View | None:
    """Read one version; None after a reported error."""
    document, folder = _document(path, options, diagnostics)
    if document is None or not can_be_read(document, diagnostics):
        return None
    load = LoadOptions(folder, options.ref_root, frozenset(options.allow_remote), options.limits)
    library = Library(document, load, diagnostics)
    return View(library) if rewritten(library, diagnostics) is not None else None


def _document(path: str, options: InputOptions, diagnostics: Diagnostics) -> tuple[Document | None, str | None]:
    """Return the document at a path, or that of a gen.yaml with its overlays, and its folder."""
    if is_remote(path):
        return load_url(path, frozenset(options.allow_remote), options.limits, diagnostics), None
    if PurePosixPath(path).name == CONFIG_NAME:
        inputs = read_inputs(replace(options, config=path), diagnostics, "diff")
        return inputs.document, inputs.folder
    return load_file(path, path, options.limits, diagnostics), str(Path(path).parent)


def _checked_out(name: str, scratch: Path, diagnostics: Diagnostics) -> str | None:
    """Write the documents of a revision of git to a folder, and return the path of the one that is meant."""
    revision, _, path = name.removeprefix(_GIT).partition(":")
    try:
        if not revision or not path:
            raise _GitError("the revision or the path is missing")
        prefix = _git("rev-parse", "--show-prefix").decode().strip() if path.startswith(("./", "../")) else ""
        inside = posixpath.normpath(prefix + path)
        _git("cat-file", "-e", f"{revision}^{{commit}}")
        _git("cat-file", "-e", f"{revision}:{inside}")
        top = _git("rev-parse", "--show-toplevel").decode().strip()
        names = _documents(revision, inside, top)
        tree = _git("--literal-pathspecs", "archive", "--format=tar", revision, "--", *names, folder=top)
    except _GitError as error:
        diagnostics.report("CG1704", None, name=name, reason=str(error))
        return None
    with tarfile.open(fileobj=BytesIO(tree)) as files:
        files.extractall(scratch, filter="data")
    return str(scratch / inside)


def _documents(revision: str, path: str, top: str) -> Sequence[str]:
    """Return the documents of a revision below the folder of one, or of all folders for a gen.yaml."""
    folder = "" if posixpath.basename(path) == CONFIG_NAME else posixpath.dirname(path)
    listed = _git("ls-tree", "-r", "-z", "--name-only", revision, "--", *([f"{folder}/"] if folder else []), folder=top)
    names = listed.decode(errors="surrogateescape").split("\0")
    return [name for name in names if name == path or name.endswith(_DOCUMENTS)]


class _GitError(Exception):
    """What git says when it cannot do something."""


def _git(*words: str, folder: str | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False, cwd=folder)
    except OSError as error:
        raise _GitError("git is not installed") from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise _GitError(said[0].removeprefix("fatal: ") if said else "it has no such file")
    return done.stdout

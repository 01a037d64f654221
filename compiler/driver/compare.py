"""`codegen diff`: what changed between two versions of a document."""

from __future__ import annotations

import json
import posixpath
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TextIO

from compiler.base.config import CONFIG_NAME
from compiler.base.diagnostics import Diagnostics, Note
from compiler.base.diagnostics.machine import place_as_json
from compiler.base.diagnostics.show import show
from compiler.base.source import is_remote, load_file, load_url
from compiler.diff.findings import Finding, Findings, Level
from compiler.diff.view import View
from compiler.diff.wire import compare_documents
from compiler.driver.ending import failure
from compiler.driver.inputs import read_inputs
from compiler.driver.options import Exit
from compiler.driver.outcome import count
from compiler.driver.surfaces import SURFACE, WIRE, compare_files, compare_targets, surfaces
from compiler.front import LoadOptions
from compiler.front.reading.documents import Library
from compiler.front.rewriting.rewriting import can_be_read, rewritten

if TYPE_CHECKING:
    from compiler.base.source import Document, Json
    from compiler.driver.options import DiffOptions, InputOptions

_GIT = "git:"
_CODES = {Level.BREAK: "CG1701", Level.RISK: "CG1702", Level.NOTE: "CG1703"}
_WORDS = {Level.BREAK: "break", Level.RISK: "risk", Level.NOTE: "note"}
_FAILS = {word: level for level, word in _WORDS.items()}
_DOCUMENTS = (".yaml", ".yml", ".json", ".lock")
"""Files of a revision that documents are made of, and the locks of names."""
_NAMED = 3
"""How many operations a message names."""


def diff(options: DiffOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Compare two versions on the wire; returns the exit code: 1 if something changed that ``fail_on`` names."""
    out, said = StringIO(), StringIO()
    with tempfile.TemporaryDirectory(prefix="codegen-diff-") as folder:
        scratch = Path(folder).resolve()
        names = {str(scratch / str(index)): name for index, name in enumerate((options.old, options.new))}
        code = _diff(options, list(names), out, said)
    for stream, text in ((stdout, out.getvalue()), (stderr, said.getvalue())):
        for path, name in names.items():
            text = text.replace(f"{path}/", f"{name.removeprefix(_GIT).partition(':')[0]}:")
        stream.write(text)
    return code


def _diff(options: DiffOptions, folders: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    given, diagnostics = options.input, Diagnostics(strict=options.input.strict)
    parts = _parts(options, folders, diagnostics)
    if parts is None or diagnostics.has_errors:
        form = "text" if given.format == "markdown" else given.format
        show(diagnostics, stdout, stderr, format=form, color=given.color, quiet=given.quiet)
        return failure(diagnostics)
    for findings in parts.values():
        findings.items.sort(key=lambda item: -item.level)
    if given.format == "json":
        stdout.write(_as_json(parts, diagnostics))
    elif given.format == "markdown":
        stdout.write(_as_markdown(parts))
    else:
        told = diagnostics.beside()
        for findings in parts.values():
            _report(findings, told)
        show(told, stdout, stderr, format=given.format, color=given.color, quiet=given.quiet)
    if not given.quiet and given.format == "text":
        for part, findings in parts.items():
            head = f"{part}: " if len(parts) > 1 else ""
            stderr.write(f"{head}{_summary(findings.items)}\n")
    least = _FAILS.get(options.fail_on)
    worst = max(item.level for item in _all(parts)) if _all(parts) else None
    return Exit.STALE if least is not None and worst is not None and worst >= least else Exit.OK


def _parts(options: DiffOptions, folders: Sequence[str], diagnostics: Diagnostics) -> dict[str, Findings] | None:
    """Return what changed on the wire, and for the programs of each target; None after a reported error."""
    if options.old.endswith(SURFACE) and options.new.endswith(SURFACE):
        return compare_files(options.old, options.new, diagnostics)
    paths = [_path(name, diagnostics, Path(at)) for name, at in zip((options.old, options.new), folders, strict=True)]
    if any(path is None for path in paths):
        return None
    old, new = (_view(path or "", options.input, diagnostics) for path in paths)
    if old is None or new is None or diagnostics.has_errors:
        return None
    parts = {WIRE: compare_documents(old, new)}
    if options.targets:
        found = [surfaces(path or "", options, diagnostics) for path in paths]
        if found[0] is None or found[1] is None:
            return None
        parts |= compare_targets(options.targets, found[0], found[1])
    return parts


def _all(parts: Mapping[str, Findings]) -> list[Finding]:
    return [item for findings in parts.values() for item in findings.items]


# --------------------------------------------------------------------------- inputs


def _path(name: str, diagnostics: Diagnostics, scratch: Path) -> str | None:
    """Return the path of a version, written to a folder if it is one of git; None after a reported error."""
    return _checked_out(name, scratch, diagnostics) if name.startswith(_GIT) else name


def versions(options: DiffOptions, scratch: Path, diagnostics: Diagnostics) -> list[str] | None:
    """Return the paths of both versions, those of git written below a folder; None after a reported error."""
    paths = [_path(name, diagnostics, scratch / str(index)) for index, name in enumerate((options.old, options.new))]
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


# --------------------------------------------------------------------------- reports


def _report(findings: Findings, told: Diagnostics) -> None:
    """Report changes as diagnostics at the new version, with a note of the old one; those of one place together."""
    together: dict[object, list[Finding]] = {}
    for item in findings.items:
        together.setdefault((item.level, item.new or item.old or item), []).append(item)
    for first, *others in together.values():
        notes = [Note(f"and {_what(item, findings)}") for item in others]
        if first.new is not None and first.old is not None:
            notes.insert(0, Note("before", first.old))
        where, what = _where(first, findings), f"{first.message} [{first.rule}]"
        told.report(_CODES[first.level], first.new or first.old, notes=notes, where=where, what=what)


def _what(item: Finding, findings: Findings) -> str:
    return f"{_where(item, findings)}: {item.message} [{item.rule}]"


def _where(item: Finding, findings: Findings) -> str:
    """Return the operations that a change concerns, the first few by name."""
    where = [operation for operation in findings.uses[item] if operation] or ["the document"]
    more = len(where) - _NAMED
    return ", ".join(where[:_NAMED]) + (f" and {count(more, 'more operation')}" if more > 0 else "")


def _as_json(parts: Mapping[str, Findings], diagnostics: Diagnostics) -> str:
    changes: list[Json] = [
        {
            "part": part,
            "rule": item.rule,
            "level": _WORDS[item.level],
            "operations": [operation for operation in findings.uses[item] if operation],
            "message": item.message,
            "old": place_as_json(diagnostics.origin(item.old), False, diagnostics),
            "new": place_as_json(diagnostics.origin(item.new), False, diagnostics),
        }
        for part, findings in parts.items()
        for item in findings.items
    ]
    versions: dict[str, Json] = {part: _raised(findings.items) for part, findings in parts.items()}
    told = {"changes": changes, "version": _raised(_all(parts)), "versions": versions}
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _as_markdown(parts: Mapping[str, Findings]) -> str:
    """Return the changes for a pull request, the worst first."""
    lines: list[str] = []
    for part, findings in parts.items():
        head = f"{part}: " if len(parts) > 1 else ""
        lines += ["", f"**{head}{_summary(findings.items)}**"]
        for level, title in ((Level.BREAK, "Breaks"), (Level.RISK, "Risks"), (Level.NOTE, "Notes")):
            of_level = [item for item in findings.items if item.level is level]
            if of_level:
                lines += ["", f"### {title}", ""]
                lines += [f"- {_where(item, findings)}: {item.message}" for item in of_level]
    return "\n".join(lines[1:]) + "\n"


def _raised(items: Sequence[Finding]) -> str:
    """Return the part of a semantic version that changes raise."""
    worst = max((item.level for item in items), default=None)
    return "patch" if worst is None else "major" if worst is Level.BREAK else "minor"


def _summary(items: Sequence[Finding]) -> str:
    counts = [(sum(item.level is level for item in items), word) for level, word in _WORDS.items()]
    told = ", ".join(count(number, word) for number, word in counts if number)
    return f"{told or 'nothing changed'}: a {_raised(items)} version"

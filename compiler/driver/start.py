"""`codegen init`: a commented gen.yaml for a document, and an overlay of what it suggests."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.config import CONFIG_NAME, find_config, find_documents
from compiler.config.template import render_template
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build import SUGGEST, failure
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.findings import find
from compiler.driver.inputs import Inputs, check_targets, read_inputs, same_file
from compiler.driver.lock import lock_path, read_lock
from compiler.driver.pages_overlay import OVERLAY_NAME, render_overlay
from compiler.options import DebugOptions, Exit
from compiler.output import Staging
from compiler.source import STDIN, STDIN_NAME, is_remote
from passes.support.suggested_pages import suggest_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compiler.driver.compilation import Compilation
    from compiler.ir.plan import Plan
    from compiler.options import InitOptions
    from passes.support.suggested_pages import Suggestion


@dataclass(frozen=True, slots=True)
class _Place:
    """What is read and written: the document as it is named, gen.yaml, and the overlay, if there is to be one."""

    document: str | None
    config: Path
    overlay: Path | None
    is_there: bool
    """Whether there is a gen.yaml already."""
    taken: bool = False
    """Whether nobody named the document: it lies here."""

    @property
    def local(self) -> bool:
        """Whether the document is a file."""
        return self.document not in (None, STDIN) and not is_remote(self.document or "")


def init(options: InitOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Write gen.yaml beside the document, and the overlay; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    place = _place(options, diagnostics)
    refused = _refused(place, options)
    if refused:
        stderr.write(f"codegen init: {refused}\n")
        return Exit.USAGE
    files = _files(place, options, diagnostics, stdout) if not diagnostics.has_errors else None
    show(diagnostics, stdout, stderr, format=options.input.format, color=options.input.color, quiet=True)
    if files is None:
        return failure(diagnostics) or Exit.USAGE
    staging = Staging()
    try:
        for path, text in files.texts.items():
            staging.add(path, text.encode())
        staging.move()
    except OSError as error:
        staging.discard()
        stderr.write(f"codegen init: cannot write {error.filename}: {error.strerror}\n")
        return Exit.USAGE
    stderr.write("".join(f"{line}\n" for line in files.said))
    return Exit.OK


# --------------------------------------------------------------------------- before anything is read


def _place(options: InitOptions, diagnostics: Diagnostics) -> _Place:
    """Decide what is read, and where is written; reports CG0217 where several documents lie here."""
    name, config = options.input.document, options.input.config
    local = name not in (None, STDIN) and not is_remote(name or "")
    there = Path(config) if config else find_config(Path(name) if local and name else None, Path())
    taken = None
    path = Path(config) if config else (Path(name or "").parent if local else Path()) / CONFIG_NAME
    if there is not None and there.exists() and (options.suggest is not None or not name):
        path = there
    elif not name and not options.input.overlays:
        taken = name = _lying_here(diagnostics)
    overlay = None
    if options.suggest is not None:
        overlay = Path(options.suggest) if options.suggest else path.parent / OVERLAY_NAME
    return _Place(name, path, overlay, path.exists(), taken is not None)


def _lying_here(diagnostics: Diagnostics) -> str | None:
    """Return the document of the working folder; None where there is none, or several."""
    found = find_documents(Path())
    if len(found) > 1:
        names = ", ".join(str(path) for path in found)
        diagnostics.report("CG0217", None, names=names, first=found[0])
    return str(found[0]) if len(found) == 1 else None


def _refused(place: _Place, options: InitOptions) -> str:
    """Say which file is in the way; nothing where none is."""
    overlay = place.overlay
    if overlay is None:
        return f"{place.config} exists; --force replaces it" if place.is_there and not options.force else ""
    inputs = [place.config, *([Path(place.document)] if place.local and place.document else [])]
    if any(same_file(overlay, path) for path in inputs):
        return f"{overlay} is no place for an overlay: name another by --suggest=FILE"
    if overlay.exists() and not options.force:
        return f"{overlay} exists; --force writes it anew, --suggest=FILE writes what it lacks to another"
    return ""


# --------------------------------------------------------------------------- what is written


@dataclass(frozen=True, slots=True)
class _Files:
    texts: dict[Path, str]
    said: Sequence[str]


def _files(place: _Place, options: InitOptions, diagnostics: Diagnostics, stdout: TextIO) -> _Files | None:
    """Compile the document and return what is to be written; None after an error."""
    config = options.input.config
    given = replace(options.input, document=place.document, config=config if config and place.is_there else None)
    inputs = read_inputs(given, diagnostics, "init", without=place.overlay)
    check_targets(options.targets, diagnostics)
    if inputs.document is None or diagnostics.has_errors:
        return None
    lock = read_lock(lock_path(inputs.config), given.limits, diagnostics)
    made = compile_document(
        inputs.document, inputs.folder, given, DebugOptions(), diagnostics, lock, stdout,
        keep_going=options.keep_going, names=inputs.config.generation.text("names") or "auto",
    )  # fmt: skip
    if made is None or _stops(options, diagnostics):
        return None
    suggested = list(suggest_pages(made.sdk, made.context))
    asks = not place.is_there or place.overlay is None
    plans = _plans(made, inputs, options) if asks else {}
    if _stops(options, diagnostics):
        return None
    return _rendered(place, made, suggested, plans, inputs)


def _stops(options: InitOptions, diagnostics: Diagnostics) -> bool:
    return diagnostics.must_stop if options.keep_going else diagnostics.has_errors


def _plans(made: Compilation, inputs: Inputs, options: InitOptions) -> dict[str, Plan]:
    """Plan what gen.yaml is to have sections for: what clients take is found there."""
    targets = dict.fromkeys(options.targets or _DEFAULT)
    return {target: plan_target(made, target, inputs.config) for target in targets}


_DEFAULT = ("python",)


def _rendered(
    place: _Place, made: Compilation, suggested: Sequence[Suggestion], plans: dict[str, Plan], inputs: Inputs
) -> _Files:
    assert inputs.document is not None
    title = _title(inputs.document.root)
    texts, said = {}, [f"{place.document} lies here, and is the document"] if place.taken else []
    overlay = _relative(place.overlay, place.config) if place.overlay is not None and suggested else None
    if place.overlay is not None and overlay is not None:
        texts[place.overlay] = render_overlay(suggested, made.sdk, inputs.document.root, title, overlay)
        said.append(f"wrote {place.overlay}: {_count(len(suggested))} to look over")
    elif place.overlay is not None:
        said.append("nothing to suggest: no operation without a pagination looks paged")
    elif suggested:
        said.append(f"{_count(len(suggested))} {'looks' if len(suggested) == 1 else 'look'} paged: {SUGGEST}")
    if plans:
        source = _source(place, inputs.document.file)
        found = find(made.sdk, plans, suggested, source=source, overlay=overlay)
        texts[place.config] = render_template(title, source, [*plans], TARGET_KEYS, found)
        shown = place.config == Path(CONFIG_NAME)  # a build finds it there
        said.append(f"wrote {place.config}; next: codegen build{'' if shown else f' -c {place.config}'}")
    elif overlay is not None and overlay not in inputs.config.generation.texts("overlays"):
        said.append(f"{place.config} does not name it yet: generation: {{overlays: [{overlay}]}}")
    return _Files(texts, said)


def _count(number: int) -> str:
    return f"{number:,} operation{'' if number == 1 else 's'}"


def _source(place: _Place, file: str) -> str:
    """Return the document as gen.yaml names it."""
    if file == STDIN_NAME:
        return "openapi.yaml"
    return file if is_remote(file) else _relative(Path(file), place.config)


def _relative(name: Path, config: Path) -> str:
    """Return the path of a file as gen.yaml has it."""
    try:
        return Path(os.path.relpath(name, config.parent)).as_posix()
    except ValueError:  # on another drive
        return name.resolve().as_posix()


def _title(root: object) -> str:
    info = root.get("info") if isinstance(root, dict) else None
    title = info.get("title") if isinstance(info, dict) else None
    return title if isinstance(title, str) and title else "API"

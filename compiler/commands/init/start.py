"""`codegen init`: a commented gen.yaml for a document, and an overlay of what it suggests."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.base.frozen import frozen
from compiler.commands.init.bodies_overlay import body_actions
from compiler.commands.init.findings import find
from compiler.commands.init.pages_overlay import OVERLAY_NAME, render_overlay
from compiler.commands.init.start_apis import files_of_apis, refusal
from compiler.config import CONFIG_NAME, find_config, find_documents
from compiler.config.schema import SCHEMA_NAME, is_schema, render_schema
from compiler.config.template import render_template
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build import SUGGEST
from compiler.driver.compilation import compile_inputs, plan_target
from compiler.driver.ending import failure
from compiler.driver.inputs import Inputs, check_targets, read_inputs, same_file
from compiler.driver.options import DebugOptions, Exit
from compiler.driver.outcome import count, suggestion_counts
from compiler.lock.file import lock_path, read_lock
from compiler.output import Staging
from compiler.source import STDIN, STDIN_NAME, Json, is_remote
from passes.linting import optional_bodies
from passes.page_suggestions import suggest_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compiler.commands.init import InitOptions
    from compiler.driver.compilation import Compilation
    from compiler.plan.plan import Plan
    from passes.page_suggestions import Suggestion


@frozen
class _Place:
    """What `init` reads and writes: the document as it is named, gen.yaml, and the overlay, if one is wanted."""

    document: str | None
    config: Path
    overlay: Path | None
    is_there: bool
    """Whether gen.yaml exists already."""
    taken: bool = False
    """Whether the document was not named, but found in the working folder."""

    @property
    def local(self) -> bool:
        """Whether the document is a file."""
        return self.document not in (None, STDIN) and not is_remote(self.document or "")


def init(options: InitOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Write gen.yaml beside the document, and the overlay; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    place = None if options.input.more else _place(options, diagnostics)
    refused = refusal(options) if place is None else _refused(place, options)
    if refused:
        stderr.write(f"codegen init: {refused}\n")
        return Exit.USAGE
    files = None
    if place is None:
        found = files_of_apis(options, diagnostics)
        files = _Files(*found) if found is not None else None
    elif not diagnostics.has_errors:
        files = _files(place, options, diagnostics, stdout)
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
    """Return the document in the working folder; None if there is none, or several."""
    found = find_documents(Path())
    if len(found) > 1:
        names = [str(path) for path in found]
        diagnostics.report("CG0217", None, names=", ".join(names), first=names[0], all=" ".join(names))
    return str(found[0]) if len(found) == 1 else None


def _refused(place: _Place, options: InitOptions) -> str:
    """Report a file that exists already; nothing if there is none."""
    overlay = place.overlay
    schema = place.config.with_name(SCHEMA_NAME)
    if not place.is_there and not options.force and schema.exists() and not is_schema(schema):
        return f"{schema} exists and is not codegen's; --force replaces it"
    if overlay is None:
        return f"{place.config} exists; --force replaces it" if place.is_there and not options.force else ""
    inputs = [place.config, *([Path(place.document)] if place.local and place.document else [])]
    if any(same_file(overlay, path) for path in inputs):
        return f"{overlay} cannot be the overlay: name another file by --suggest=FILE"
    if overlay.exists() and not options.force:
        return f"{overlay} exists; --force replaces it, --suggest=FILE writes what it lacks to another file"
    return ""


# --------------------------------------------------------------------------- what is written


@frozen
class _Files:
    """The files to write, and the messages to print then."""

    texts: dict[Path, str]
    said: Sequence[str]


@frozen
class _Read:
    """What was read: ``plans`` of the targets that a new gen.yaml has sections for, none where one stays."""

    inputs: Inputs
    made: Compilation
    suggested: Sequence[Suggestion]
    bodies: int
    """How many bodies are optional by omission though their schemas require fields."""
    plans: dict[str, Plan]
    overlays: Sequence[str]
    """Those of the command line."""

    @property
    def root(self) -> Json:
        """The document after the overlays."""
        assert self.inputs.document is not None
        return self.inputs.document.root

    @property
    def title(self) -> str:
        """The title of the document."""
        info = self.root.get("info") if isinstance(self.root, dict) else None
        title = info.get("title") if isinstance(info, dict) else None
        return title if isinstance(title, str) and title else "API"


def _files(place: _Place, options: InitOptions, diagnostics: Diagnostics, stdout: TextIO) -> _Files | None:
    """Compile the document and return the files to write; None after an error."""
    read = _read(place, options, diagnostics, stdout)
    if read is None or _stops(options, diagnostics):
        return None
    texts: dict[Path, str] = {}
    said = [f"{place.document} is used as the document"] if place.taken else []
    warnings = sum(item.severity == "warning" for item in diagnostics.items)
    if warnings:
        said.append(f"{count(warnings, 'warning')}: `codegen lint` shows them")
    is_wanted = place.overlay is not None and (read.suggested or read.bodies)
    overlay = _relative(place.overlay, place.config) if place.overlay is not None and is_wanted else None
    if place.overlay is not None and overlay is not None:
        more = body_actions(read.made.sdk, read.root)
        texts[place.overlay] = render_overlay(read.suggested, read.made.sdk, read.root, read.title, overlay, more)
    said.append(_outcome_line(place, len(read.suggested), read.bodies))
    if read.plans:
        texts[place.config] = _configuration(place, read, overlay)
        texts[place.config.with_name(SCHEMA_NAME)] = render_schema(TARGET_KEYS)
        said += _open_questions(read)
        shown = place.config == Path(CONFIG_NAME)  # a build finds it there
        named = "" if shown else f" -c {place.config}"
        said.append(f"wrote {place.config}, and {SCHEMA_NAME} for editors; next: codegen build{named}")
    elif overlay is not None and overlay not in read.inputs.config.generation.texts("overlays"):
        said.append(f"{place.config} does not name it yet: generation: {{overlays: [{overlay}]}}")
    return _Files(texts, [line for line in said if line])


def _read(place: _Place, options: InitOptions, diagnostics: Diagnostics, stdout: TextIO) -> _Read | None:
    config = options.input.config
    given = replace(options.input, document=place.document, config=config if config and place.is_there else None)
    inputs = read_inputs(given, diagnostics, "init", without=place.overlay, targets=options.targets)
    check_targets(options.targets, diagnostics)
    if inputs.document is None or diagnostics.has_errors:
        return None
    lock = read_lock(lock_path(inputs.config), given.limits, diagnostics)
    made = compile_inputs(inputs, given, DebugOptions(), diagnostics, lock, stdout, keep_going=options.keep_going)
    if made is None or _stops(options, diagnostics):
        return None
    targets = () if place.is_there and place.overlay is not None else dict.fromkeys(options.targets or ("python",))
    plans = {target: plan_target(made, target, inputs.config) for target in targets}
    bodies = len({body.id for _, body, _ in optional_bodies(made.sdk)})
    return _Read(inputs, made, list(suggest_pages(made.sdk, made.context)), bodies, plans, given.overlays)


def _stops(options: InitOptions, diagnostics: Diagnostics) -> bool:
    return diagnostics.must_stop if options.keep_going else diagnostics.has_errors


def _outcome_line(place: _Place, paged: int, bodies: int) -> str:
    """Say what became of what the document suggests; nothing where there is nothing, and nobody asked."""
    found = suggestion_counts(paged, bodies)
    if place.overlay is None:
        return f"{found}: {SUGGEST}" if found else ""
    if found:
        return f"wrote {place.overlay}: {found}; look it over"
    return "nothing to suggest: no operation without a pagination looks paged, no body is optional by omission alone"


def _configuration(place: _Place, read: _Read, overlay: str | None) -> str:
    """Return the text of a new gen.yaml."""
    assert read.inputs.document is not None
    source = _source(place, read.inputs.document.file)
    others = [name if is_remote(name) else _relative(Path(name), place.config) for name in read.overlays]
    found = find(read.made.sdk, read.plans, read.suggested, source=source, overlay=overlay, others=others)
    return render_template(read.title, source, [*read.plans], TARGET_KEYS, found, f"./{SCHEMA_NAME}")


def _open_questions(read: _Read) -> Iterator[str]:
    """Yield what a publisher has to decide, since the document does not say it."""
    plans, config = read.plans, read.inputs.config
    published = [at for at in plans if {"packageName", "modulePath"} & config.section(at).defaults.keys()]
    packages = ", ".join(f"{target} `{plans[target].surface.package}`" for target in published)
    yield "to decide in gen.yaml: licence (none)" + (f", package (from the title: {packages})" if packages else "")
    wire = next(iter(plans.values())).wire
    if wire.events and wire.signature is None:
        yield "nobody says how webhooks are signed, so receivers verify nothing: `x-codegen-webhooks`, docs/webhooks.md"


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

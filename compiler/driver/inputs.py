"""Reads the inputs of a build: gen.yaml and the document, and the targets to build (D15)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from backends.keys import TARGET_KEYS
from compiler.base.frozen import frozen
from compiler.base.memory import NONE, Memory
from compiler.config import CONFIG_NAME, Config, find_config, misnamed_config, parse_config
from compiler.config.keys import target_meant
from compiler.diagnostics import Diagnostics
from compiler.source import STDIN, Document, Loc, is_remote, load_file, load_stdin, load_url

if TYPE_CHECKING:
    from compiler.driver.options import InputOptions


NO_TARGETS = {"configVersion", "generation", "apis", "source", "output"}
"""Keys of gen.yaml, and of an API in it, that are no section of a target."""


@frozen
class Inputs:
    """The checked configuration and the document; ``folder`` is the document's folder (None: it has none)."""

    config: Config
    document: Document | None
    folder: str | None
    refused: bool = False
    """Whether gen.yaml has errors, syntax errors included: the command exits with 3 and reports nothing else."""


def read_config(options: InputOptions, diagnostics: Diagnostics, targets: Iterable[str] = ()) -> Config:
    """Find and check gen.yaml; without any, the result holds defaults. Applies its severities to the sink.

    ``targets`` that it or the command line names may be those of other packages.
    """
    named = options.config
    local = options.document is not None and options.document != STDIN and not is_remote(options.document)
    path = Path(named) if named else find_config(Path(options.document) if local and options.document else None, Path())
    document = load_file(path, str(path), options.limits, diagnostics) if path is not None else None
    sections = document.root if document is not None and isinstance(document.root, dict) else {}
    apis = sections.get("apis")
    each = [api for api in apis.values() if isinstance(api, dict)] if isinstance(apis, dict) else []
    _find_backends({key for part in (sections, *each) for key in map(str, part)} - NO_TARGETS | {*targets}, diagnostics)
    # the mistakes of gen.yaml are reported once, and not for each API again
    config = parse_config(document, TARGET_KEYS, diagnostics if options.api is None else Diagnostics())
    config = config.apis.get(options.api or "", config)
    diagnostics.configure(config.diagnostics, strict=options.strict)
    return config


def _find_backends(names: Set[str], diagnostics: Diagnostics) -> None:
    """Find targets in other packages that are not among ours."""
    from backends.installed import BackendError, find_installed

    try:
        find_installed(names)
    except BackendError as error:
        diagnostics.report("CG0220", None, name=error.name, problem=str(error))


def read_inputs(
    options: InputOptions,
    diagnostics: Diagnostics,
    command: str,
    *,
    without: Path | None = None,
    targets: Iterable[str] = (),
    memory: Memory = NONE,
) -> Inputs:
    """Read gen.yaml and the document that it or the command line names, and report mistakes.

    ``without`` is an overlay to ignore, since it will be written again; ``targets`` are those requested; ``memory`` has
    what is known from the build before.
    """
    lost = _without_document(options)
    config = read_config(options, Diagnostics() if lost else diagnostics, targets)
    if lost:  # that is all there is to say
        _report_lost(str(options.document), options, diagnostics)
        return Inputs(config, None, None)
    if options.more:
        diagnostics.report("CG0216", Loc(config.file) if config.file else None)
    if not diagnostics.has_errors:
        from compiler.driver.logo import with_logo

        config = with_logo(config, diagnostics)
    if diagnostics.has_errors:
        return Inputs(config, None, None, refused=True)
    overlays = _overlays(config, options, diagnostics, without)
    sources = config.generation.texts("source")
    name = options.document or (None if sources else extended(overlays or ()))
    name = name or _source(config, diagnostics, command)
    asked_at = config.generation.loc_of("source") if sources and not options.document else None
    document = None if name is None else _load(name, options, diagnostics, asked_at, memory)
    folder = None if name in (None, STDIN) else str(Path(name or "").parent)
    if overlays and document is not None:
        from compiler.front.overlays.overlay import apply_overlays

        document = apply_overlays(document, overlays, diagnostics, options.limits)
    return Inputs(config, None if overlays is None else document, folder)


def _without_document(options: InputOptions) -> bool:
    """Whether the document that was named is not there, or is the gen.yaml beside it."""
    name = options.document
    if name is None or name == STDIN or is_remote(name) or options.api is not None:
        return False
    config = find_config(Path(name), Path()) if options.config is None else Path(options.config)
    return not Path(name).exists() or (config is not None and config.exists() and same_file(name, config))


def _report_lost(name: str, options: InputOptions, diagnostics: Diagnostics) -> None:
    """Report why there is no document under a name."""
    if load_file(name, name, options.limits, diagnostics) is not None:
        help_ = "it is a gen.yaml: leave it out, or name the OpenAPI document, and this file with -c"
        diagnostics.report("CG0305", Loc(name), help=help_)


def _source(config: Config, diagnostics: Diagnostics, command: str) -> str | None:
    sources = config.generation.texts("source")
    if len(sources) > 1:
        diagnostics.report("CG0216", config.generation.loc_of("source"))
        return None
    if not sources:
        help_ = None if config.file else _misnamed_config()
        diagnostics.report("CG0215", Loc(config.file) if config.file else None, help=help_, command=command)
        return None
    return sources[0] if is_remote(sources[0]) else config_relative_path(config, sources[0])


def _misnamed_config() -> str | None:
    """Return the help where a file of the working folder is nearly called gen.yaml, which is the name that is read."""
    found = next((name for name in ("gen.yml", "gen.json", "Gen.yaml", "codegen.yaml") if Path(name).is_file()), None)
    return f"{found} is not read by itself: call it gen.yaml, or name it with --config" if found else None


def config_relative_path(config: Config, path: str) -> str:
    """Return a path of gen.yaml, which is relative to that file, as seen from the working folder."""
    return os.path.normpath(Path(config.file or "").parent / path)


def _load(
    name: str, options: InputOptions, diagnostics: Diagnostics, asked_at: Loc | None = None, memory: Memory = NONE
) -> Document | None:
    if name == STDIN:
        return load_stdin(options.limits, diagnostics)
    if is_remote(name):
        return load_url(name, frozenset(options.allow_remote), options.limits, diagnostics, asked_at=asked_at)
    return load_file(name, name, options.limits, diagnostics, asked_at=asked_at, memory=memory)


def _overlays(
    config: Config, options: InputOptions, diagnostics: Diagnostics, without: Path | None
) -> list[Document] | None:
    """Read the overlays of gen.yaml, then those of the command line (D1.6); None after an error."""
    asked_at = config.generation.loc_of("overlays")
    named: list[tuple[str, Loc | None]] = [
        (name if is_remote(name) else config_relative_path(config, name), asked_at)
        for name in config.generation.texts("overlays")
    ]
    named += [(name, None) for name in options.overlays]
    if without is not None:
        named = [(name, at) for name, at in named if is_remote(name) or not same_file(name, without)]
    read = [_load(name, options, diagnostics, at) for name, at in named]
    found = [overlay for overlay in read if overlay is not None]
    return found if len(found) == len(named) else None


def same_file(name: str | Path, other: str | Path) -> bool:
    """Tell whether two paths are one file, which need not exist."""
    return os.path.realpath(name) == os.path.realpath(other)


def extended(overlays: Iterable[Document]) -> str | None:
    """Return the document that the first overlay with `extends` is written for, as seen from the working folder."""
    for overlay in overlays:
        extends = overlay.root.get("extends") if isinstance(overlay.root, dict) else None
        if isinstance(extends, str):
            return extends if is_remote(extends) else os.path.normpath(Path(overlay.file).parent / extends)
    return None


def shown_targets(config: Config, targets: Sequence[str]) -> Sequence[str]:
    """Return the targets that pages show: those of gen.yaml, built now or not; without any, those built."""
    nowhere = Diagnostics()
    listed: Sequence[str] = choose_targets(config, (), None, nowhere) if config.file else ()
    return targets if nowhere.has_errors or not listed else listed


def check_targets(names: Iterable[str], diagnostics: Diagnostics) -> None:
    """Report targets that do not exist."""
    for name in names:
        if name not in TARGET_KEYS:
            diagnostics.report("CG0211", None, help=_target_meant(name), name=name, known=", ".join(TARGET_KEYS))


def _target_meant(name: str) -> str | None:
    """Return the help for a target that does not exist; None if no name is similar."""
    listed = [part.strip() for part in name.split(",")]
    if len(listed) > 1 and all(part in TARGET_KEYS for part in listed):
        return f"give each its own: {' '.join(f'-t {part}' for part in listed)}"
    found = target_meant(name, TARGET_KEYS)
    return f"did you mean `{found}`?" if found else None


def choose_targets(
    config: Config, asked: tuple[str, ...], document: str | None, diagnostics: Diagnostics
) -> tuple[str, ...]:
    """Return the targets to build: those requested, else those of gen.yaml; pages that are always built come last."""
    always = [name for name, declared in TARGET_KEYS.items() if declared.always]
    wanted = list(dict.fromkeys(asked or config.enabled))
    check_targets(wanted, diagnostics)
    named = {*asked} or {name for name in config.enabled if config.sections[name].loc is not None}
    if not any(name not in always for name in wanted) and not named & {*always}:
        line = f"codegen build {document or 'openapi.yaml'} -t {next(iter(TARGET_KEYS))}"
        near = None if config.file else misnamed_config(document)
        help_ = f"{near} is not read by itself: call it {CONFIG_NAME}, or name it with -c" if near else None
        diagnostics.report("CG0210", Loc(config.file) if config.file else None, help=help_, line=line)
    pages = [name for name in always if name in wanted or name in config.enabled]
    return (*(name for name in wanted if name not in always), *pages)

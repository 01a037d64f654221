"""`codegen adopt`: reads what a team already has, and writes an overlay, a gen.yaml and a report."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backends.keys import TARGET_KEYS
from compiler.commands.diff import DiffOptions
from compiler.commands.diff.sides import surfaces
from compiler.config import CONFIG_NAME, find_documents
from compiler.config.schema import SCHEMA_NAME, render_schema
from compiler.diagnostics import Diagnostics
from compiler.diagnostics.show import show
from compiler.driver.build import build
from compiler.driver.ending import failure
from compiler.driver.inputs import check_targets
from compiler.driver.options import BuildOptions, Exit
from compiler.front.rewriting.rewriting import can_be_read
from compiler.output import Staging
from compiler.source import Loc, load_file
from compiler.surface.surface import read_surface
from migrate.adopt.actions import overlay_text
from migrate.adopt.api import Api
from migrate.adopt.facts import Facts
from migrate.adopt.find_sources import read_sources
from migrate.adopt.naming import adopt_names
from migrate.adopt.proof_text import proof_as_json, proof_as_text
from migrate.adopt.prove import Kind, Proof, prove
from migrate.adopt.published.find import read_exports
from migrate.adopt.published_sdks import Sdks
from migrate.adopt.report import Result, as_json, as_text, unmatched_rows
from migrate.adopt.settings import config_text, settle_settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compiler.diagnostics import Diagnostics
    from compiler.source import Json
    from migrate.adopt import AdoptOptions
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Place
    from migrate.adopt.prove import Proof
    from migrate.adopt.published.published import Published
    from migrate.adopt.report import Locate

OVERLAY_NAME = "adopted.overlay.yaml"
REPORT_NAME = "adopted.txt"


def adopt(options: AdoptOptions, stdout: TextIO, stderr: TextIO) -> int:
    """Adopt what is there; returns the exit code."""
    diagnostics = Diagnostics(strict=options.input.strict)
    texts: dict[Path, str] = {}
    result, proof = _adopt(options, diagnostics, texts)
    if result is not None:
        _tell(result, diagnostics)
    if result is not None and not options.dry_run and not diagnostics.has_errors:
        _write(texts, diagnostics, force=options.force)
    locate = _locator(diagnostics)
    form = options.input.format
    more: Mapping[str, Json] = {}
    if result is not None:
        more = as_json(result, locate)
    if proof is not None:
        more = {**more, "proof": proof_as_json(proof)}
    show(
        diagnostics, stdout, stderr, format=form, color=options.input.color, quiet=options.input.quiet,
        more=more,
    )  # fmt: skip
    if diagnostics.has_errors or result is None:
        return failure(diagnostics) or Exit.USAGE
    if form == "text" and not options.input.quiet:
        stdout.write(as_text(result, locate))
        said = "would write" if options.dry_run else "wrote"
        stderr.write(f"{said} {', '.join(map(str, texts))}\n" if texts else "")
    if form == "text" and proof is not None:
        stdout.write(f"\n{proof_as_text(proof)}")
    return Exit.OK if proof is None or is_enough(proof, options, stderr) else Exit.STALE


def _adopt(
    options: AdoptOptions, diagnostics: Diagnostics, texts: dict[Path, str]
) -> tuple[Result | None, Proof | None]:
    """Fill in the files to write, and return what there is to report; None after an error."""
    name = options.input.document or _lying_here(diagnostics)
    check_targets(options.targets, diagnostics)
    document = load_file(name, name, options.input.limits, diagnostics) if name else None
    if document is None or not can_be_read(document, diagnostics) or diagnostics.has_errors:
        return None, None
    folder = Path(options.out) if options.out is not None else Path(document.file).parent
    api, facts, sdks = (
        Api(document, lambda file: load_file(file, file, options.input.limits, diagnostics)),
        Facts(),
        Sdks(),
    )
    read_sources(options.sources, api, facts, options.input.limits, diagnostics, sdks)
    old = sdks.read(options.prove, diagnostics) if options.prove is not None else None
    if diagnostics.has_errors:
        return None, None
    settings = settle_settings(facts, TARGET_KEYS)
    named = adopt_names(options.input, api, facts, settings, diagnostics)
    if named is None:
        return None, None
    info = api.root.get("info")
    title = info.get("title") if isinstance(info, dict) else None
    text = overlay_text(named.actions, str(title or "API"), facts.sources()) if named.actions else ""
    chosen = options.targets or [name for name in TARGET_KEYS if any(key.startswith(f"{name}.") for key in settings)]
    config = folder / CONFIG_NAME

    def files(folder: Path) -> dict[Path, str]:
        source = Path(os.path.relpath(document.file, folder)).as_posix()
        overlays = [OVERLAY_NAME] if text else []
        made = config_text(str(title or "API"), source, named.settings, chosen or ["python"], TARGET_KEYS, overlays)
        return {folder / CONFIG_NAME: made, **({folder / OVERLAY_NAME: text} if text else {})}

    texts.update(files(folder))
    texts[config.with_name(SCHEMA_NAME)] = render_schema(TARGET_KEYS)
    shown = "" if config == Path(CONFIG_NAME) else f" -c {config}"
    steps = [f"codegen build{shown}"]
    if facts.unmatched:
        steps.insert(0, f"look over what has no counterpart: all places are in {folder / REPORT_NAME}")
    lines = sum(1 for line in text.splitlines()[5:])
    result = Result(facts, named.same, named.written, lines, len(named.actions), named.untrue, steps)
    texts[folder / REPORT_NAME] = as_text(result, _locator(diagnostics), whole=True)
    proof = prove_build(old, files, api, options, diagnostics) if old is not None else None
    if proof is not None:
        texts[folder / REPORT_NAME] += f"\n{proof_as_text(proof, whole=True)}"
    return result, proof


def _lying_here(diagnostics: Diagnostics) -> str | None:
    found = find_documents(Path())
    if len(found) != 1:
        names = [str(path) for path in found]
        if names:
            line = " ".join(names)
            diagnostics.report("CG0217", None, names=", ".join(names), first=names[0], all=line)
        else:
            diagnostics.report("CG0215", None, command="adopt")
        return None
    return str(found[0])


def _tell(result: Result, diagnostics: Diagnostics) -> None:
    """Report what did not come true, and what has no counterpart: once for all places of one kind."""
    for untrue in result.untrue:
        diagnostics.report(
            "CG1803", untrue.origin, what=untrue.what, wanted=untrue.wanted, got=untrue.got, why=untrue.why
        )
    for what, why, places in unmatched_rows(result.facts.unmatched):
        diagnostics.report_all("CG1802", places, len(places), at_key=True, what=what, why=why)


def _locator(diagnostics: Diagnostics) -> Locate:
    def locate(place: Place) -> tuple[str, int]:
        found = diagnostics.locate(place, at_key=True)
        return place.file, found[0] if found is not None else 1

    return locate


def _write(texts: Mapping[Path, str], diagnostics: Diagnostics, *, force: bool) -> None:
    kept: Sequence[Path] = [path for path in texts if path.exists() and path.name in (CONFIG_NAME, OVERLAY_NAME)]
    if kept and not force:
        for path in kept:
            diagnostics.report("CG1804", None, name=path)
        return
    staging = Staging()
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            staging.add(path, text.encode())
        staging.move()
    except OSError as error:
        staging.discard()
        diagnostics.report("CG1805", Loc(str(error.filename)), name=error.filename, problem=error.strerror)


def prove_build(
    old: Published,
    files: Callable[[Path], Mapping[Path, str]],
    api: Api,
    options: AdoptOptions,
    diagnostics: Diagnostics,
) -> Proof | None:
    """Compare a published SDK with what the adopted files give in its language; None after an error.

    What has errors in the document is left out, as `-k` does.
    """
    with tempfile.TemporaryDirectory(prefix="codegen-prove-") as scratch:
        folder = Path(scratch).resolve()
        for path, text in files(folder).items():
            path.write_text(text, "utf-8")
        config, language = str(folder / CONFIG_NAME), old.language
        given = replace(options.input, document=None, config=config, quiet=True)
        asked = BuildOptions(given, out=str(folder), targets=(language,), keep_going=True, surface=str(folder))
        build(asked, StringIO(), StringIO())
        surface = folder / f"{language}.surface"
        if not surface.is_file():  # its errors are told
            surfaces(config, DiffOptions(config, config, options.input, (language,), keep_going=True), diagnostics)
            return None
        symbols = read_surface(surface.read_text("utf-8"))[1]
        client = next(item.path for item in symbols if item.kind == "client")
        return prove(old, symbols, api, read_exports(old.language, folder / language, client))


def is_enough(proof: Proof, options: AdoptOptions, stderr: TextIO) -> bool:
    """Whether as many methods are the same as `--require` asks for; else a line says so."""
    percent = proof.percent(Kind.METHOD)
    if options.require is None or percent >= options.require:
        return True
    if not options.input.quiet:
        stderr.write(f"{percent:g} % of the methods are the same, and --require asks for {options.require} %\n")
    return False

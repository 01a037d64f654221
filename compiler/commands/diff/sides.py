"""The public surfaces of targets: compiled from a document, written by a build, read from files, and compared."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from backends import load_backend
from backends.keys import TARGET_KEYS
from compiler.base.frozen import frozen
from compiler.base.own_version import own_version
from compiler.commands.diff.causes import Made, reasons
from compiler.commands.diff.findings import Cause
from compiler.commands.diff.report import Compared, Released
from compiler.commands.diff.surfaces import compare_surfaces
from compiler.config import CONFIG_NAME
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_inputs, plan_target
from compiler.driver.inputs import check_targets, read_inputs
from compiler.driver.options import DebugOptions
from compiler.front.keys.extensions import PREFIX
from compiler.lock.file import lock_path, read_lock
from compiler.lock.lock import Lock
from compiler.source import Loc
from compiler.surface.surface import LATER, FormatError, Symbol, is_plain, read_head, read_surface
from compiler.surface.symbols import surface_of

if TYPE_CHECKING:
    from compiler.commands.diff import DiffOptions
    from compiler.driver.inputs import Inputs

WIRE = "wire"
"""The part of a comparison that concerns all programs."""


@frozen
class Surfaces:
    """The surfaces of a version by target, what they were made from, and the version of each package."""

    symbols: Mapping[str, list[Symbol]]
    made: Mapping[str, Made]
    versions: Mapping[str, str]


def surfaces(path: str, options: DiffOptions, diagnostics: Diagnostics) -> Surfaces | None:
    """Compile a version for the targets; None after errors, which are reported.

    Warnings are not: they are no changes.
    """
    is_config = PurePosixPath(path).name == CONFIG_NAME
    given = replace(options.input, config=path) if is_config else replace(options.input, document=path)
    own = Diagnostics()
    inputs = read_inputs(given, own, "diff", targets=options.targets)
    check_targets(options.targets, own)
    made, lock = None, Lock()
    if inputs.document is not None and not own.has_errors:
        lock = read_lock(lock_path(inputs.config), given.limits, own)
        made = compile_inputs(inputs, given, DebugOptions(), own, lock, io.StringIO(), keep_going=options.keep_going)
    stops = own.must_stop if options.keep_going else own.has_errors
    if made is None or stops or inputs.document is None:
        diagnostics.take(own)
        return None
    plans = {target: plan_target(made, target, inputs.config) for target in options.targets}
    for document in own.documents.values():  # gen.yaml and codegen.lock, where a cause may be
        diagnostics.documents.setdefault(document.file, document)
    return Surfaces(
        {target: surface_of(plan, load_backend(target).breaks.settings) for target, plan in plans.items()},
        {target: _origin_of(inputs, target, lock, own) for target in options.targets},
        {target: plan.surface.version for target, plan in plans.items()},
    )


def _origin_of(inputs: Inputs, target: str, lock: Lock, own: Diagnostics) -> Made:
    """Return what the surface of a target was made from."""
    assert inputs.document is not None
    sections = (inputs.config.generation, inputs.config.section(target))
    settings = {key: (section.value(key), section.loc_of(key)) for section in sections for key in section.settings}
    prefix = inputs.config.generation.text("extensionPrefix")
    told = {item.loc: item.message for item in own.items if item.code.startswith("CG06") and isinstance(item.loc, Loc)}
    path = lock_path(inputs.config)
    return Made(
        inputs.document.file, inputs.document.root, settings, str(path or ""), lock.kept, told,
        (PREFIX, *((prefix,) if prefix else ())),
    )  # fmt: skip


def compare_targets(targets: Sequence[str], old: Surfaces, new: Surfaces) -> Compared:
    """Return what changed for the programs of each target."""
    found, released = {}, {}
    for target in targets:
        before, after, now = old.made[target], new.made[target], new.symbols[target]
        found[target] = compare_surfaces(
            target, old.symbols[target], now, load_backend(target).breaks, (before.loc, after.loc),
            reasons(before, after, now),
        )  # fmt: skip
        released[target] = Released(old.versions[target], new.versions[target])
    return Compared(found, released)


def targets_with_surfaces() -> tuple[str, ...]:
    """Return the targets that programs call."""
    return tuple(target for target in TARGET_KEYS if load_backend(target).has_calls)


def compare_compilers(targets: Sequence[str], old: Mapping[str, Read], new: Surfaces) -> Compared:
    """Return what changed for the programs of each target, of what another compiler made."""
    found, released = {}, {}
    for target in targets:
        made, other = new.made[target], old[target]
        cause = Cause(f"codegen {other.compiler or other.name} made it otherwise")
        found[target] = compare_surfaces(
            target,
            *_alike(other, new.symbols[target]),
            load_backend(target).breaks,
            (made.loc, made.loc),
            lambda *_, cause=cause: (cause,),
        )
        released[target] = Released(
            other.version, new.versions[target], (other.compiler or other.name, own_version() or "as it is")
        )
    return Compared(found, released)


def compare_files(old: str, new: str, diagnostics: Diagnostics) -> Compared | None:
    """Compare two files with surfaces of one target; None after a reported error."""
    texts = []
    for name in (old, new):
        try:
            texts.append(read_text(name, Path(name).read_text("utf-8")))
        except (OSError, UnicodeDecodeError, FormatError) as error:
            diagnostics.report("CG1705", None, name=name, problem=_reason_of(error))
    return compare_texts(texts[0], texts[1], diagnostics) if len(texts) == 2 else None


@frozen
class Read:
    """A surface as it was read: the name of its file, what its head says, its symbols, and whether it is of the format
    before."""

    name: str
    target: str
    version: str
    compiler: str
    symbols: list[Symbol]
    plain: bool


def read_text(name: str, text: str) -> Read:
    """Read a surface. Raises `FormatError`."""
    return Read(name, *read_head(text), read_surface(text)[1], is_plain(text))


def _alike(old: Read, new: list[Symbol], plain: bool = False) -> tuple[list[Symbol], list[Symbol]]:
    """Return the symbols of kinds that both surfaces may have."""
    later = LATER if old.plain or plain else frozenset()
    before, after = ([item for item in side if item.kind not in later] for side in (old.symbols, new))
    return before, after


def compare_texts(old: Read, new: Read, diagnostics: Diagnostics) -> Compared | None:
    """Compare two surfaces that were read; None after a reported error."""
    if old.target != new.target:
        problem = f"it is of {new.target}, and {old.name} of {old.target}"
        diagnostics.report("CG1705", None, name=new.name, problem=problem)
        return None
    if old.target not in TARGET_KEYS:
        diagnostics.report("CG1705", None, name=old.name, problem=f"there is no target {old.target}")
        return None
    target, places = old.target, (lambda _: None, lambda _: None)
    found = compare_surfaces(target, *_alike(old, new.symbols, new.plain), load_backend(target).breaks, places)
    return Compared({target: found}, {target: Released(old.version, new.version, (old.compiler, new.compiler))})


def _reason_of(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)

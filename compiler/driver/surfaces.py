"""The public surfaces of targets: compiled from a document, written by a build, read from files, and compared."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from backends import load_backend
from compiler.base.config import CONFIG_NAME
from compiler.base.diagnostics import Diagnostics
from compiler.base.frozen import frozen
from compiler.diff.surface import FormatError, Symbol, read_surface, surface_of, surface_text
from compiler.diff.surfaces import compare_surfaces
from compiler.driver.compilation import compile_inputs, plan_target
from compiler.driver.inputs import check_targets, read_inputs
from compiler.driver.options import DebugOptions
from compiler.ir.identity import locate
from compiler.lock.file import lock_path, read_lock

if TYPE_CHECKING:
    from compiler.base.source import Loc
    from compiler.diff.findings import Findings
    from compiler.driver.options import DiffOptions
    from compiler.ir.plan import Plan

SURFACE = ".surface"
"""What the names of files with a surface end in."""
WIRE = "wire"
"""The part of a comparison that concerns all programs."""


@frozen
class Surfaces:
    """The surfaces of a version by target, and the document that their identities belong to."""

    symbols: Mapping[str, list[Symbol]]
    file: str

    def loc(self, at: str) -> Loc | None:
        """Return the place of an identity."""
        return locate(at, self.file) if at else None


def surface_texts(folder: Path, plans: Mapping[str, Plan]) -> dict[str, str]:
    """Return the surface of each target with calls, by the file that it goes to."""
    return {
        str(folder / f"{target}{SURFACE}"): surface_text(target, surface_of(plan))
        for target, plan in plans.items()
        if load_backend(target).render_call is not None
    }


def surfaces(path: str, options: DiffOptions, diagnostics: Diagnostics) -> Surfaces | None:
    """Compile a version for the targets; None after errors, which are reported.

    Warnings are not: they are no changes.
    """
    is_config = PurePosixPath(path).name == CONFIG_NAME
    given = replace(options.input, config=path) if is_config else replace(options.input, document=path)
    own = Diagnostics()
    inputs = read_inputs(given, own, "diff", targets=options.targets)
    check_targets(options.targets, own)
    made = None
    if inputs.document is not None and not own.has_errors:
        lock = read_lock(lock_path(inputs.config), given.limits, own)
        made = compile_inputs(inputs, given, DebugOptions(), own, lock, io.StringIO(), keep_going=options.keep_going)
    stops = own.must_stop if options.keep_going else own.has_errors
    if made is None or stops or inputs.document is None:
        diagnostics.take(own)
        return None
    symbols = {target: surface_of(plan_target(made, target, inputs.config)) for target in options.targets}
    return Surfaces(symbols, inputs.document.file)


def compare_targets(targets: Sequence[str], old: Surfaces, new: Surfaces) -> dict[str, Findings]:
    """Return what changed for the programs of each target."""
    return {
        target: compare_surfaces(
            target, old.symbols[target], new.symbols[target], load_backend(target).breaks, (old.loc, new.loc)
        )
        for target in targets
    }


def compare_files(old: str, new: str, diagnostics: Diagnostics) -> dict[str, Findings] | None:
    """Compare two files with surfaces of one target; None after a reported error."""
    read: list[tuple[str, list[Symbol]]] = []
    for name in (old, new):
        try:
            read.append(read_surface(Path(name).read_text("utf-8")))
        except (OSError, UnicodeDecodeError, FormatError) as error:
            diagnostics.report("CG1705", None, name=name, problem=str(error))
    if len(read) < 2:
        return None
    (target, before), (other, after) = read
    if target != other:
        diagnostics.report("CG1705", None, name=new, problem=f"it is of {other}, and {old} of {target}")
        return None
    breaks = load_backend(target).breaks
    return {target: compare_surfaces(target, before, after, breaks, (lambda _: None, lambda _: None))}

"""The public surface of each target as a file: `build --surface`, which `codegen diff` reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from backends import load_backend
from compiler.base.own_version import own_version
from compiler.surface.surface import surface_text
from compiler.surface.symbols import surface_of

if TYPE_CHECKING:
    from compiler.plan.plan import Plan

SURFACE = ".surface"
"""What the names of files with a surface end in."""


def surface_texts(folder: Path, plans: Mapping[str, Plan]) -> dict[str, str]:
    """Return the surface of each target with calls, by the file that it goes to."""
    return {
        str(folder / f"{target}{SURFACE}"): surface_text(
            target, surface_of(plan, load_backend(target).breaks.settings), plan.surface.version, own_version()
        )
        for target, plan in plans.items()
        if load_backend(target).has_calls
    }

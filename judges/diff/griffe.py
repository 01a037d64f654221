"""Griffe compares two Python packages."""

from __future__ import annotations

from pathlib import Path

import pytest


def breaks(old: Path, new: Path, package: str) -> list[str]:
    """Return what breaks between the packages of that name in two folders; skips where griffe is not installed."""
    griffe = pytest.importorskip("griffe")
    sides = [
        griffe.load(package, search_paths=[str(folder)], resolve_aliases=True, allow_inspection=False)
        for folder in (old, new)
    ]
    found = [*griffe.find_breaking_changes(*sides)]
    before, after = (side.members.get("_groups") for side in sides)
    if before is not None and after is not None:  # classes that programs know by attributes of the client
        for name, module in before.modules.items():
            if name in after.modules:
                found += griffe.find_breaking_changes(module, after.modules[name])
    return [f"{item.obj.path.removeprefix(f'{package}.')}: {item.kind.value}" for item in found]

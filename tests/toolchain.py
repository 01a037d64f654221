"""Programs that a test needs: skipped by name without them, except in CI, where they must be there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


def tool(name: str, *otherwise: Path) -> str:
    """The path of a program: on PATH, else the first of the files given that is there.

    Skips the test without it; fails where ``CI=true``.
    """
    found = shutil.which(name) or next((str(path) for path in otherwise if path.exists()), None)
    if found is None:
        missing = f"{name} is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found

"""The version that follows from changes (Semantic Versioning 2.0.0)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from compiler.commands.diff.findings import Finding, Level

_NUMBERS = re.compile(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?![\d.])")


def raised(items: Iterable[Finding]) -> str:
    """Return the part of a version that changes raise: ``major``, ``minor`` or ``patch``."""
    worst = max((item.level for item in items), default=Level.DOCS)
    return "patch" if worst is Level.DOCS else "major" if worst is Level.BREAK else "minor"


def following(version: str, part: str) -> str:
    """Return the version after another in which a part is raised; "" if that is no version.

    Before 1.0.0 a break raises the minor version and all else the patch version, as package managers read it (`^0.4.2`
    is below 0.5.0).
    """
    match = _NUMBERS.match(version)
    if match is None:
        return ""
    major, minor, patch = (int(number or 0) for number in match.groups())
    if major == 0:
        part = {"major": "minor", "minor": "patch"}.get(part, part)
    match part:
        case "major":
            return f"{major + 1}.0.0"
        case "minor":
            return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def is_enough(version: str, needed: str) -> bool:
    """Tell whether a version is the needed one, or later; one that is no version is not."""
    match, other = _NUMBERS.match(version), _NUMBERS.match(needed)
    if match is None or other is None:
        return False
    numbers, least = (tuple(int(number or 0) for number in found.groups()) for found in (match, other))
    return numbers >= least

"""``UNSET``: a field or an argument that was not given; neither null nor a default."""

from __future__ import annotations

from enum import Enum
from typing import Literal


class Unset(Enum):
    """The type of :data:`UNSET`, so that type checkers narrow ``value is UNSET``."""

    UNSET = "UNSET"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Literal[Unset.UNSET] = Unset.UNSET
"""Absent. A field that is UNSET is not sent; one that is None is sent as null."""

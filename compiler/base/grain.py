"""What a function says of itself so that a process that builds again and again may keep its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.base.frozen import frozen

Outlines = Mapping[str, Callable[[Any], Any]]


@frozen
class Grain:
    """A function whose results may be kept: they follow from its arguments alone.

    ``keys``: so many arguments name what it is done for; of what prints, so many behind the first, which is the plan,
    or has it. ``outlines``: it reads no texts of the document, and of the nodes of these tables nothing else than what
    these functions leave; nothing else exists for it. ``through``: arguments through which it reads the plan.
    """

    module: str
    function: str
    keys: int = 1
    outlines: Outlines | None = None
    through: tuple[str, ...] = ()


@frozen
class Facts:
    """An object that is made of a plan, whose cached properties may be kept one by one.

    It is what a function makes of a target's plan, or of the half that targets share, or ``attribute`` of that. Of a
    table or a ``set`` among its properties, what prints depends on the entries that it reads; another value, as a
    ``frozenset``, is read whole.
    """

    module: str
    function: str
    attribute: str = ""
    target: str = ""
    of_wire: bool = False

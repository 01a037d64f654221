"""What expressions of a program are."""

from __future__ import annotations

from compiler.base.frozen import frozen


@frozen
class Value:
    """What an expression is.

    kind: ``client``; ``group``, ``mirror`` (of a group), ``method``, ``raw`` (a method of a mirror) with a path;
    ``typed`` with a type in the notation of surfaces; ``answer`` and ``parse``, from which such a value is had;
    ``class`` and ``module`` with a name; ``function``; ``partial`` of a method; ``other``, which is none of these.
    """

    kind: str
    text: str = ""
    now: str = ""
    """Where a scattered group in a name is now, as far as the methods that are used through the name tell."""


CLIENT, OTHER = Value("client"), Value("other")

"""Which names say that something is an error (D10.6)."""

from __future__ import annotations

from compiler.base.patterns import lazy_pattern

_SAYS = lazy_pattern(r".*(?:[Ee]rror|[Ee]xception|[Pp]roblem|Fault)|error|exception|problem|fault")
_BARE = frozenset({"error", "exception"})
"""What languages call their own errors."""


def says_error(name: str) -> bool:
    """Whether a name says that it is an error's: the class of the error is called so, and takes no suffix."""
    return _SAYS.fullmatch(name) is not None


def is_bare(name: str) -> bool:
    """Whether a name says no more than that."""
    return name.lower() in _BARE

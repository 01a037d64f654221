"""Backends of other packages, which offer them by an entry point of the group ``codegen.backends``.

They are looked for only if a target is not built in, so that other builds do not pay for the search.
"""

from __future__ import annotations

from collections.abc import Iterable

from backends import BACKEND_CONTRACT, INSTALLED, Backend
from backends.keys import TARGET_KEYS
from compiler.config.keys import TargetKeys

GROUP = "codegen.backends"


class BackendError(Exception):
    """A backend that a package offers cannot be used; the text says why, ``name`` which."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


def find_installed(names: Iterable[str]) -> None:
    """Register, as targets, those names that are not targets yet and that an installed package offers.

    Raises:
        BackendError: one of them cannot be loaded, or is not a backend.
    """
    wanted = {*names} - {*TARGET_KEYS}
    if not wanted:
        return
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        if point.name in wanted:
            try:
                backend = point.load()
            except Exception as error:
                raise BackendError(point.name, f"{point.value}: {type(error).__name__}: {error}") from error
            if not isinstance(backend, Backend) or backend.target != point.name:
                raise BackendError(point.name, f"{point.value} is no `Backend` whose target is `{point.name}`")
            if backend.contract != BACKEND_CONTRACT:
                said = "none" if backend.contract is None else f"contract {backend.contract}"
                raise BackendError(
                    point.name,
                    f"{point.value} was written for {said}, and this codegen has contract {BACKEND_CONTRACT}: "
                    "it may need another version, else `contract` of the backend says so",
                )
            INSTALLED[point.name] = backend
            TARGET_KEYS[point.name] = backend.keys or TargetKeys(f"{backend.title}.")

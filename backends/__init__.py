"""Backends: each prints the plan and decides nothing. This table and ``compiler.driver`` are all that name them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from compiler.ir.node import Json
from compiler.ir.plan import Method, Plan

if TYPE_CHECKING:
    from compiler.naming import Profile

BACKENDS: Mapping[str, str] = {
    "python": "backends.python",
    "typescript": "backends.typescript",
    "go": "backends.go",
    "reference": "backends.reference",
}
"""Target name to the module whose ``BACKEND`` prints it."""


class Render(Protocol):
    """Writes source text for one method: an example call, or its signature."""

    def __call__(self, plan: Plan, method: Method) -> str:
        """Return source text without a final newline."""


@dataclass(frozen=True, slots=True)
class Language:
    """What reference pages show of a language target: its title, its plan, how a call and a signature look."""

    target: str
    title: str
    plan: Plan
    render_call: Render
    render_signature: Render


class Backend(Protocol):
    """A target. ``render_call`` and ``render_signature`` are None where the target has no calls (reference pages)."""

    target: str
    title: str
    profile: Profile
    next_step: str
    """The line to type next, with ``{folder}``: ``pip install {folder}``; empty where there is none."""
    owned: tuple[str, ...]
    """Files that are written once and belong to the user from then on, as those that ``keep`` of gen.yaml names."""
    render_call: Render | None
    render_signature: Render | None

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print the plan: relative path (POSIX, made of identifiers) to text ending in a newline."""


def profile_of(backend: Backend, options: Mapping[str, Json]) -> Profile:
    """Return the naming rules of a backend; one with ``profile_for`` makes them by its section of gen.yaml."""
    made: Profile | None = getattr(backend, "profile_for", lambda _: None)(options)
    return made or backend.profile


def load_backend(target: str) -> Backend:
    """Import a backend (imports of libcst and the like happen only here and below).

    Raises:
        KeyError: there is no such target.
    """
    backend: Backend = importlib.import_module(BACKENDS[target]).BACKEND
    return backend

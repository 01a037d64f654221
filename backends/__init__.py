"""Backends: each prints the plan and decides nothing. This table and ``compiler.driver`` are all that name them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from compiler.ir.node import Id, Json, frozen
from compiler.ir.plan import Derived, Method, Plan
from compiler.ir.types import Enum

if TYPE_CHECKING:
    from backends.readme import Speaker
    from compiler.base.naming import Profile

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


def _handler_name(handler: str) -> str:
    return handler


def _option_name(plan: Plan, option: str) -> str:
    return option


def _member_names(plan: Plan, enum: Id) -> Mapping[str, str]:
    """Name the constants of an enum's members: there are some where the document names these (D11.4)."""
    found, declared = plan.surface.types.get(enum), plan.wire.types.get(enum)
    return found.members if found is not None and isinstance(declared, Enum) and declared.has_names() else {}


@frozen
class Language:
    """What reference pages show of a language target: its title, its plan, how a call and a signature look.

    ``member_names``, ``handler_name`` and ``option_name`` are for a language whose code does not
    call things as the plan does.
    """

    target: str
    title: str
    plan: Plan
    render_call: Render
    render_signature: Render
    member_names: Callable[[Plan, Id], Mapping[str, str]] = _member_names
    handler_name: Callable[[str], str] = _handler_name
    option_name: Callable[[Plan, str], str] = _option_name
    speaker: Callable[[Plan], Speaker] | None = None
    """What its README says, for guides."""


@frozen
class Fault:
    """What is wrong with a printed file (``codegen build --verify-output``); a path as :meth:`Backend.emit` has it."""

    path: str
    line: int
    message: str


class Backend(Protocol):
    """A target. ``render_call`` and ``render_signature`` are None where the target has no calls (reference pages)."""

    target: str
    title: str
    profile: Profile
    weight: int
    """How much of the time that the targets together take is this one's, in percent: two processes share them by it."""
    owned: tuple[str, ...]
    """Files that are written once and belong to the user from then on, as those that ``keep`` of gen.yaml names."""
    render_call: Render | None
    render_signature: Render | None

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the line to type next: ``pip install FOLDER``; "" where there is none."""

    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print the plan: relative path (POSIX, made of identifiers) to text ending in a newline.

        ``languages`` are the other targets, for one that has no calls of its own.
        """


_OWN_NAMES = ("member_names", "handler_name", "option_name", "speaker")


def language_of(backend: Backend, plan: Plan) -> Language | None:
    """Return what reference pages show of a target; None for one that has no calls."""
    if backend.render_call is None or backend.render_signature is None:
        return None
    own = {name: made for name in _OWN_NAMES if (made := getattr(backend, name, None))}
    return Language(backend.target, backend.title, plan, backend.render_call, backend.render_signature, **own)


def profile_of(backend: Backend, options: Mapping[str, Json]) -> Profile:
    """Return the naming rules of a backend; one with ``profile_for`` makes them by its section of gen.yaml."""
    made: Profile | None = getattr(backend, "profile_for", lambda _: None)(options)
    return made or backend.profile


def deriving(backend: Backend) -> Callable[[Plan], Iterable[Derived]] | None:
    """Return what makes public names of those of a plan; None for a backend that makes none."""
    return getattr(backend, "derived_names", None)


Judge = Callable[[Plan, Mapping[str, str]], Iterable[Fault]]


def judge_of(backend: Backend) -> Judge | None:
    """Return what holds printed files against their plan; None for a backend that has no ``judge``."""
    return getattr(backend, "judge", None)


def load_backend(target: str) -> Backend:
    """Import a backend (what a target needs is imported only here and below).

    Raises:
        KeyError: there is no such target.
    """
    backend: Backend = importlib.import_module(BACKENDS[target]).BACKEND
    return backend

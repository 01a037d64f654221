"""Backends: each prints the plan and decides nothing. Only this table and ``compiler.driver`` name them."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from compiler.ir.node import Id, Json, frozen
from compiler.ir.types import Enum
from compiler.plan.breaks import Breaks
from compiler.plan.plan import Derived, Method, Plan

if TYPE_CHECKING:
    from backends.readme import Speaker
    from compiler.base.naming import Profile
    from compiler.config.keys import TargetKeys

BACKENDS: Mapping[str, str] = {
    "python": "backends.python",
    "typescript": "backends.typescript",
    "go": "backends.go",
    "reference": "backends.reference",
}
"""Target name to the module whose ``BACKEND`` prints it; :mod:`backends.installed` finds those of other packages."""

BACKEND_CONTRACT = 2
"""The number of what backends of other packages rely on: `Backend`, the classes of the plan, and where they stand.

It rises when a package that printed would have to change. CHANGELOG.md says what changed.
"""


class Render(Protocol):
    """Writes source text for one method: an example call, or its signature."""

    def __call__(self, plan: Plan, method: Method) -> str:
        """Return source text without a final newline."""


@frozen
class Fault:
    """What is wrong with a printed file (``codegen build --verify-output``); a path as :meth:`Backend.emit` has it."""

    path: str
    line: int
    message: str


class Backend(ABC):
    """A target: its name, its naming rules, and how it prints the plan; everything else has a default.

    ``BACKEND`` of a backend's module is one of these.
    """

    target: str
    title: str
    profile: Profile
    """The target's naming rules: cases, reserved words, the runtime's own names."""
    contract: int | None = None
    """The `BACKEND_CONTRACT` that a backend of another package was written for; those built in need none."""
    keys: TargetKeys | None = None
    """Its section of gen.yaml, if another package offers it; :mod:`backends.keys` has those of built-in backends."""
    weight: int = 10
    """The target's share of the time of all targets, in percent: it decides how two processes divide the targets."""
    breaks: Breaks = Breaks()
    """What breaks the programs of its users."""
    owned: tuple[str, ...] = ()
    """Files that are written once and belong to the user from then on, like those in ``keep`` of gen.yaml."""
    render_call: Render | None = None
    render_signature: Render | None = None
    """Prints calls and signatures for reference pages; None for a target without calls, such as the pages."""
    speaker: Callable[[Plan], Speaker] | None = None
    """The texts of its README, for guides."""

    @property
    def has_calls(self) -> bool:
        """Whether programs call what the target prints: it is a language."""
        return self.render_call is not None

    @abstractmethod
    def emit(self, plan: Plan, languages: Sequence[Language]) -> Mapping[str, str]:
        """Print the plan: relative path (POSIX, made of identifiers) to text ending in a newline.

        ``languages`` are the other targets, for a backend that has no calls of its own.
        """

    def profile_for(self, options: Mapping[str, Json]) -> Profile:
        """Return the naming rules for a section of gen.yaml."""
        return self.profile

    def derived_names(self, plan: Plan) -> Iterable[Derived]:
        """Yield the public names that the backend derives from those of a plan."""
        return ()

    def next_step(self, plan: Plan, folder: str) -> str:
        """Write the command to type next: ``pip install FOLDER``; "" where there is none."""
        return ""

    def judge(self, plan: Plan, files: Mapping[str, str]) -> Iterable[Fault]:
        """Hold printed files against their plan, for ``--verify-output``."""
        return ()

    def member_names(self, plan: Plan, enum: Id) -> Mapping[str, str]:
        """Name the constants of an enum's members: they exist where the document names the members (D11.4)."""
        found, declared = plan.surface.types.get(enum), plan.wire.shapes.get(enum)
        return found.members if found is not None and isinstance(declared, Enum) and declared.has_names() else {}

    def handler_name(self, handler: str) -> str:
        """Return the name of the method that registers the handler of an event."""
        return handler

    def option_name(self, plan: Plan, option: str) -> str:
        """Return what code calls an option of the client."""
        return option


@frozen
class Language:
    """What reference pages show of a language target: its plan, and the backend that knows how its code looks."""

    backend: Backend
    plan: Plan
    render_call: Render
    render_signature: Render

    @property
    def target(self) -> str:
        """The target's name."""
        return self.backend.target

    @property
    def title(self) -> str:
        """The language's name."""
        return self.backend.title


INSTALLED: dict[str, Backend] = {}
"""Targets of other packages that were requested."""


def language_of(backend: Backend, plan: Plan) -> Language | None:
    """Return what reference pages show of a target; None for a target that has no calls."""
    if backend.render_call is None or backend.render_signature is None:
        return None
    return Language(backend, plan, backend.render_call, backend.render_signature)


def load_backend(target: str) -> Backend:
    """Import a backend (what a target needs is imported only here and below).

    Raises:
        KeyError: there is no such target.
    """
    if target in INSTALLED:
        return INSTALLED[target]
    backend: Backend = importlib.import_module(BACKENDS[target]).BACKEND
    return backend

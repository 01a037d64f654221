"""The inputs of a pass besides the IR: the diagnostics sink, configured limits, names kept from earlier builds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.base.naming.vocabulary import PLAIN, Vocabulary
from compiler.ir.graph import Graph
from compiler.ir.identity import locate
from compiler.ir.node import Id, frozen
from compiler.lock.lock import Lock
from compiler.source import Loc
from passes.support.snapshots import are_alike

if TYPE_CHECKING:
    from compiler.base.naming import Profile
    from compiler.diagnostics import Diagnostics
    from compiler.ir.nodes import Sdk

T = TypeVar("T")


@frozen
class Context:
    """The surroundings of one run of the pipeline.

    ``target`` is opaque: passes compare it with ignore lists and never know a language. It is None in the shared
    part of the pipeline. ``max_method_params`` is gen.yaml's value for the target (None: not configured), ``body`` and
    ``path_arguments`` what it says of calls without a limit (D4.10, D4.12).
    """

    diagnostics: Diagnostics
    files: tuple[str, ...] = ("openapi.yaml",)
    """The documents as shown to the user; the first is the root document, to which bare identities belong."""
    target: str | None = None
    targets: frozenset[str] = frozenset()
    """Every known target, for lists that name targets (D5.1)."""
    profile: Profile | None = None
    max_method_params: int | None = None
    body: str = "fields"
    path_arguments: str = "positional"
    names: str = "auto"
    """gen.yaml's ``generation.names`` (D3.8)."""
    vocabulary: Vocabulary = PLAIN
    """The words that are not split in names, the document's own included (D3.9)."""
    docs_url: str | None = None
    """The URL of the vendor's pages, which relative links in texts resolve against (D11.6)."""
    strict_formats: bool = False
    """Whether validators check times and durations as RFC 3339 does: gen.yaml's ``generation.formats``."""
    lock: Lock = field(default_factory=Lock)
    graph: Graph = field(default_factory=Graph)
    """The reference graph, which all targets of a document share."""
    found: dict[str, tuple[Sdk, Any]] = field(default_factory=dict)
    """What passes found out about a snapshot (:meth:`once`), which all targets share."""

    def once(self, what: str, sdk: Sdk, make: Callable[[], T]) -> T:
        """Return what a pass finds out about a snapshot: once for all in a row that differ in forms of calls alone."""
        known = self.found.get(what)
        if known is None or not are_alike(known[0], sdk):
            known = self.found[what] = sdk, make()
        result: T = known[1]
        return result

    def loc(self, at: Id) -> Loc:
        """Return the place of an identity: file and JSON pointer."""
        return locate(at, self.files[0])

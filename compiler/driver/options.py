"""The options of each command: one frozen value per command, filled by the command line or by a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.driver.exit import Exit as Exit
from compiler.source import Limits

if TYPE_CHECKING:
    from compiler.ir.nodes import Sdk

WAIT = 600
"""Seconds that a build waits for another one."""


@frozen
class InputOptions:
    """How documents are found and read (D1)."""

    document: str | None = None
    """Path, URL, or ``-`` for stdin; None: gen.yaml's ``generation.source``. With `apis`, the name of an API."""
    more: tuple[str, ...] = ()
    """Further names of APIs."""
    api: str | None = None
    """The API in gen.yaml whose configuration counts; None: the sections that APIs share."""
    config: str | None = None
    """gen.yaml; None: beside the document, then in the working folder (D15)."""
    extension_prefix: str | None = None
    allow_remote: tuple[str, ...] = ()
    ref_root: str | None = None
    overlays: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    strict: bool = False
    format: str = "text"
    """The format of diagnostics: ``text``, ``json``, ``sarif`` or ``github``."""
    quiet: bool = False
    color: bool = False


@frozen
class DebugOptions:
    """How the pipeline is observed (house 1)."""

    dump_ir: tuple[str, ...] | None = None
    """Passes to dump after; empty: all; None: none."""
    dump_dir: str | None = None
    dump_diff: bool = False
    dump_only: str | None = None
    stop_after: str | None = None
    time_passes: bool = False
    trace: str | None = None
    """The file that receives a trace of the build; None: none."""
    verify: bool = False
    verify_output: bool = False
    """Check every printed file against its plan before any is written."""
    observe: Callable[[str, Sdk], None] | None = None
    """Is called with the IR as it was lowered, and after each pass, with the name that dumps have."""

    @property
    def only_measures(self) -> bool:
        """Whether the build is observed from outside alone, so that it does what any other does."""
        return replace(self, time_passes=False, trace=None) == DebugOptions()

    @property
    def only_checks(self) -> bool:
        """Whether the build says nothing more than any other, but may check more of what it does."""
        return replace(self, verify=False, verify_output=False) == DebugOptions()


@frozen
class BuildOptions:
    """`codegen build`."""

    input: InputOptions = field(default_factory=InputOptions)
    debug: DebugOptions = field(default_factory=DebugOptions)
    out: str | None = None
    targets: tuple[str, ...] = ()
    keep_going: bool = False
    next_steps: bool = True
    """Whether the summary says how to install what was written."""
    verbose: bool = False
    """Show warnings and infos whole, as `codegen lint` does (D1.7)."""
    locked: bool = False
    forget: bool = False
    """Allow codegen.lock to lose most of its entries, or to take those of a document other than gen.yaml's."""
    force: bool = False
    """Replace generated files that were edited; each edit is kept in a file beside it."""
    wait: int = WAIT
    """Seconds to wait for another build that writes the same."""
    check: bool = False
    """Write nothing; exit 1 if output would change."""
    dry_run: bool = False
    """Write nothing, and say what would change."""
    diff: bool = False
    """Show what would change as a unified diff."""
    listing: str | None = None
    """Write nothing, and list the ``inputs`` or ``outputs``."""
    depfile: str | None = None
    """Where the inputs are listed for build tools (:mod:`compiler.driver.build_files`); None: nowhere."""
    stamp: str | None = None
    surface: str | None = None
    """The folder that receives the public surface of each target as text."""
    """A file that is written whenever the output changed; None: none."""
    jobs: int | None = None
    """How many processes may print a large document; None: as many as help."""
    time_limit: int | None = None
    """Seconds that one of several APIs may take; None: as long as it takes."""
    scheduler: str | None = None
    """The address of the Dask scheduler whose workers compile the APIs; None: processes of this machine do."""
    cache: str | None = None
    """The folder or URL where results of whole documents are kept; None: nowhere."""
    record: str | None = None
    """Where the record of the build is left (:mod:`compiler.driver.build_record`); None: nowhere."""

    @property
    def looks(self) -> bool:
        """Whether the build writes nothing."""
        return self.check or self.dry_run or self.listing is not None


@frozen
class CleanOptions:
    """`codegen clean`: remove what the manifests list."""

    input: InputOptions = field(default_factory=InputOptions)
    out: str | None = None
    targets: tuple[str, ...] = ()
    wait: int = WAIT

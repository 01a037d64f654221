"""The options of each command: one frozen value per command, filled by the command line or by a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.base.source import Limits
from compiler.driver.exit import Exit as Exit

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
class OptOptions:
    """`codegen opt`: IR text in, IR text out; or cases that are held to their text."""

    files: tuple[str, ...] = ()
    """Files of IR text, `-` for standard input; none: that alone."""
    passes: tuple[str, ...] = ()
    target: str | None = None
    max_method_params: int | None = None
    verify_each: bool = False
    split_input: bool = False
    expect_diagnostics: bool = False
    check: bool = False
    update: bool = False
    printed: str | None = None
    """The target whose passes, plan and printing follow the passes; its files are counted, not written."""


@frozen
class InitOptions:
    """`codegen init`: a commented gen.yaml for a document, and an overlay of what it suggests."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    keep_going: bool = False
    suggest: str | None = None
    """The overlay to write (D6.12); empty: beside gen.yaml, by the usual name; None: none."""
    force: bool = False
    """Replace an existing gen.yaml; with ``suggest`` the overlay instead."""


@frozen
class CleanOptions:
    """`codegen clean`: remove what the manifests list."""

    input: InputOptions = field(default_factory=InputOptions)
    out: str | None = None
    targets: tuple[str, ...] = ()
    wait: int = WAIT


@frozen
class ReduceOptions:
    """`codegen reduce`: what the document must still show: a code, a failing command, else a crash."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    code: str | None = None
    run: str | None = None
    out: str | None = None
    anonymise: bool = False
    seconds: int = 300


@frozen
class BisectOptions:
    """`codegen bisect`: what must hold after each pass: a pattern in the dump or none, a command, else the verifier."""

    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    has: str | None = None
    lacks: str | None = None
    run: str | None = None
    only: str | None = None

    @property
    def verify(self) -> bool:
        """Whether the rules of the IR are what must hold."""
        return self.has is None and self.lacks is None and self.run is None


@frozen
class GraphOptions:
    """`codegen graph`: at most one question; without one the graph itself, whole or around a node."""

    input: InputOptions = field(default_factory=InputOptions)
    after: str | None = None
    """The shared pass after which; None: all."""
    format: str = "dot"
    around: str | None = None
    depth: int = 1
    cycles: bool = False
    reaching: str | None = None
    reached_from: str | None = None
    kept_by: str | None = None
    path: tuple[str, str] | None = None


@frozen
class WhyOptions:
    """`codegen why`: a symbol, a line of a file, or what a document calls something."""

    symbol: str
    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    """Those whose names are shown where the symbol names no target; none: those of gen.yaml, else all languages."""
    full: bool = False
    """Show all that each pass changed."""
    format: str = "text"
    """``text`` or ``json``."""


@frozen
class DiffOptions:
    """`codegen diff`: two versions of a document; ``document`` of ``input`` has no meaning."""

    old: str
    """A document, a gen.yaml whose document is meant, a URL, or ``git:REVISION:PATH`` of one of the first two."""
    new: str
    """Another one; the same with ``compiler`` alone."""
    input: InputOptions = field(default_factory=InputOptions)
    targets: tuple[str, ...] = ()
    """Those whose surfaces are compared, besides the wire."""
    keep_going: bool = False
    fail_on: str = "break"
    """The least change that makes the exit code 1: ``break``, ``risk``, ``note``, ``docs``, or ``never``."""
    compiler: str | None = None
    """The compiler that ``old`` is compiled by: a command or a folder; None: this one."""


@frozen
class UpgradeOptions:
    """`codegen upgrade-calls`: rewrites programs from one version of an SDK to another; ``document`` of ``input`` has
    no meaning."""

    paths: tuple[str, ...]
    """Files and folders of the program."""
    input: InputOptions = field(default_factory=InputOptions)
    old: str | None = None
    """A version as `codegen diff` takes it; None: ``renames`` has what changed."""
    new: str | None = None
    renames: str | None = None
    targets: tuple[str, ...] = ()
    keep_going: bool = False
    check: bool = False
    """Write nothing; exit 1 if anything would change."""
    dry_run: bool = False
    diff: bool = False
    write_renames: str | None = None
    """The file that receives what became of names."""
    sdk: tuple[str, ...] = ()
    """Folders that have the old SDK, for its types."""
    python: str | None = None
    """The interpreter whose packages programs in Python use."""

    @property
    def looks(self) -> bool:
        """Whether nothing is written."""
        return self.check or self.dry_run


@frozen
class AdoptOptions:
    """`codegen adopt`: what is read besides the document's own keys, and where the overlay and gen.yaml go."""

    input: InputOptions = field(default_factory=InputOptions)
    sources: tuple[str, ...] = ()
    """Configuration files and published SDKs, or folders with them; none: what lies beside the document."""
    targets: tuple[str, ...] = ()
    """Those that gen.yaml has a section for, besides those that the sources speak of."""
    out: str | None = None
    """The folder; None: the document's."""
    force: bool = False
    dry_run: bool = False
    prove: str | None = None
    """A published SDK, whose surface is compared with what is adopted; None: none."""
    require: int | None = None
    """The percentage of its methods that must be the same."""

"""What the command line asks for, as values: `compiler.cli` makes them, `compiler.driver` carries them out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from compiler.source.limits import Limits

Format: TypeAlias = Literal["text", "json", "sarif", "github"]


class Exit:
    """Exit codes of every command."""

    OK = 0
    STALE = 1
    """The output is not what the inputs give (`--check`), or a breaking change was found."""
    ERRORS = 2
    """The document has errors; nothing was written."""
    USAGE = 3
    """The command line, gen.yaml or the output folder has a mistake."""
    INTERNAL = 4
    """A fault of the compiler."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputOptions:
    """What every command that reads a document knows."""

    document: str | None = None
    """Path of the document, an http(s) URL, `-` for standard input; None: `generation.source` of gen.yaml."""
    config: Path | None = None
    """gen.yaml; None: looked for beside the document, then in the working folder."""
    targets: tuple[str, ...] = ()
    """Targets to build; empty: those that gen.yaml has sections for."""
    overlays: tuple[str, ...] = ()
    """Overlays to apply, before those of gen.yaml (D1.6)."""
    extension_prefix: str | None = None
    """A prefix that is read like `x-codegen-` (D2.2)."""
    allow_remote: frozenset[str] = frozenset()
    """Hosts that documents and references may be fetched from (D1.3)."""
    ref_root: Path | None = None
    """The folder that references may not leave; None: the folder of the document."""
    limits: Limits = field(default_factory=Limits)
    strict: bool = False
    """Warnings count as errors."""
    format: Format = "text"
    quiet: bool = False
    """Print errors alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintOptions(InputOptions):
    """`codegen lint`: diagnostics only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions(InputOptions):
    """`codegen build`."""

    out: Path | None = None
    """The output folder; None: `generation.output` of gen.yaml, else `sdk`."""
    keep_going: bool = False
    """Leave out the smallest operation that holds an error, and write the rest (D1.4)."""
    dump_ir: tuple[str, ...] | None = None
    """Print the IR after these passes; empty: after each; None: not at all."""
    dump_dir: Path | None = None
    """Write the dumps here, a numbered file for each pass, instead of to standard output."""
    dump_ir_diff: bool = False
    """Print what each pass changed."""
    dump_ir_only: str | None = None
    """Narrow dumps and diffs to the declaration with this id."""
    stop_after: str | None = None
    """End after this pass; nothing is written."""
    time_passes: bool = False
    locked: bool = False
    """Fail if codegen.lock would change (D10.1)."""
    check: bool = False
    """Write nothing; exit 1 if anything would be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassesOptions:
    """`codegen passes`: the pipeline as a table."""

    format: Format = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptOptions:
    """`codegen opt`: IR text in, IR text out."""

    file: str
    """Path of the IR text; `-` for standard input."""
    passes: tuple[str, ...] = ()
    """Passes to run, in this order."""
    target: str | None = None
    """The target that passes of the surface run for; None: none."""
    strict: bool = False
    format: Format = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class InitOptions(InputOptions):
    """`codegen init`: a commented gen.yaml for a document."""

    force: bool = False
    """Replace a gen.yaml that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanOptions(InputOptions):
    """`codegen clean`: remove what the manifests list."""

    out: Path | None = None

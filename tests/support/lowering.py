"""Documents written inline or as files, after the front end or the shared passes, with their diagnostics."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.driver.options import DebugOptions
from compiler.driver.pipeline import Watch, run_shared
from compiler.front import LoadOptions, Lowering, lower_document
from compiler.ir.nodes import Operation, Sdk
from compiler.lock.lock import Lock
from compiler.source import Limits, load_file, load_text
from passes import PIPELINE, TARGET_PIPELINE
from passes.context import Context

HEAD = "openapi: 3.1.0\ninfo: {title: Test, version: 1.0.0}\n"


class Lowered:
    """A lowered document with its diagnostics."""

    def __init__(self, lowering: Lowering | None, diagnostics: Diagnostics) -> None:
        self.lowering = lowering
        self.diagnostics = diagnostics

    @property
    def sdk(self) -> Sdk:
        assert self.lowering is not None
        return self.lowering.sdk

    @property
    def said(self) -> list[str]:
        """Every diagnostic: code, pointer and message."""
        return [f"{item.code} {getattr(item.loc, 'pointer', '')}: {item.message}" for item in self.diagnostics.items]

    @property
    def codes(self) -> list[str]:
        return [item.code for item in self.diagnostics.items]

    @property
    def helps(self) -> list[str]:
        return [item.help for item in self.diagnostics.items]


def lower(text: str, *, head: str = HEAD, strict: bool = False, **options: Any) -> Lowered:
    """Lower a document that is written inline, without the lines every document has."""
    diagnostics = Diagnostics(strict=strict)
    document = load_text(head + text, "openapi.yaml", Limits(), diagnostics)
    assert document is not None, diagnostics.items
    return Lowered(lower_document(document, diagnostics, **options), diagnostics)


def lower_files(folder: Path, files: dict[str, str], **options: Any) -> Lowered:
    """Write files to a folder and lower the first."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return lower_path(folder / next(iter(files)), folder, **options)


def lower_path(path: Path, folder: Path, **options: Any) -> Lowered:
    """Lower a file, shown by its name in ``folder``."""
    diagnostics = Diagnostics()
    document = load_file(path, path.relative_to(folder).as_posix(), Limits(), diagnostics)
    assert document is not None, diagnostics.items
    load = LoadOptions(folder=str(path.parent), **options)
    return Lowered(lower_document(document, diagnostics, load), diagnostics)


@dataclass
class Compiled:
    """A document after the shared passes."""

    sdk: Sdk
    diagnostics: Diagnostics
    lock: Lock
    watch: Watch
    context: Context

    @property
    def codes(self) -> list[str]:
        return [item.code for item in self.diagnostics.items]

    def operation(self, at: str) -> Operation:
        return self.sdk.operations[at]

    def names(self) -> dict[str, str]:
        return {at: item.name.text for at, item in self.sdk.operations.items() if item.name}

    def event_names(self) -> dict[str, str]:
        return {at: item.name.text for at, item in self.sdk.events.items() if item.name}


def compile_document(document: Mapping[str, Any]) -> Compiled:
    """Run the shared passes on a document; the verifier looks at what each of them leaves."""
    return compiled(json.dumps(document), head="")


def compiled(text: str, kept: dict[str, str] | None = None, *, head: str = HEAD) -> Compiled:
    """Run the shared passes on a document without the lines every document has; the lock keeps names by identity."""
    found = lower(dedent(text), head=head)
    lock = Lock(dict(kept or {}))
    context = Context(found.diagnostics, lock=lock, targets=frozenset({"go", "python"}))
    watch = Watch(DebugOptions(verify=True), io.StringIO())
    return Compiled(run_shared(found.sdk, context, watch), found.diagnostics, lock, watch, context)


def run_named_passes(names: Iterable[str], sdk: Sdk, context: Context) -> Sdk:
    """Run passes by name, in the order given."""
    known = {step.name: step for step in (*PIPELINE, *TARGET_PIPELINE)}
    for name in names:
        sdk = known[name].load()(sdk, context)
    return sdk

"""Helpers of the front end's tests: documents written inline or as files, and the diagnostics of lowering."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiler.base.diagnostics import Diagnostics
from compiler.base.source import Limits, load_file, load_text
from compiler.front import LoadOptions, Lowering, lower_document
from compiler.ir.nodes import Sdk

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

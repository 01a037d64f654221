"""Which files are read, and by which reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from compiler.source import Document, load_file
from migrate.adopt.published.adopting import adopt_published
from migrate.adopt.published.find import is_published
from migrate.adopt.sources import (
    autorest,
    fern,
    fern_files,
    openapi_generator,
    speakeasy,
    speakeasy_files,
    stainless,
    stainless_yml,
)

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostics
    from compiler.source import Limits
    from migrate.adopt.api import Api
    from migrate.adopt.facts import Facts
    from migrate.adopt.published_sdks import Sdks


@frozen
class FileReader:
    """Reads one kind of configuration file: where it lies beside a document, and how it is recognised by its keys."""

    places: Sequence[str]
    is_one: Callable[[Path, Document], bool]
    read: Callable[[Document, Api, Facts], None]


DOCUMENT_READERS: tuple[Callable[[Api, Facts], None], ...] = (speakeasy.read, fern.read, stainless.read, autorest.read)
"""What reads keys of the document itself."""
FILE_READERS: tuple[FileReader, ...] = tuple(
    FileReader(kind.PLACES, kind.is_one, kind.read)
    for kind in (openapi_generator, fern_files, speakeasy_files, stainless_yml)
)
"""What reads configuration files, in this order."""


def read_sources(
    names: Sequence[str], api: Api, facts: Facts, limits: Limits, diagnostics: Diagnostics, sdks: Sdks
) -> None:
    """Read the document's keys, then the files and SDKs that are named, else the files beside the document."""
    for read in DOCUMENT_READERS:
        read(api, facts)
    for name in names:
        path = Path(name)
        if not path.exists():
            diagnostics.report("CG1801", None, name=name, problem="there is no such file")
        elif not _read_named(path, api, facts, limits, diagnostics, sdks):
            problem = "no file in it is known" if path.is_dir() else "it has the keys of no configuration that is known"
            diagnostics.report("CG1801", None, name=name, problem=problem)
    if not names:
        for folder in {path.resolve(): path for path in (Path(), Path(api.document.file).parent)}.values():
            for found in _lying_in(folder):
                _read_file(found, api, facts, limits, diagnostics)


def _read_named(path: Path, api: Api, facts: Facts, limits: Limits, diagnostics: Diagnostics, sdks: Sdks) -> bool:
    """Read what a path leads to: configuration files, a published SDK, or both; False if it is neither."""
    is_sdk = is_published(path)
    files = _files_of(path) if path.is_dir() or not is_sdk else []
    read = sum(_read_file(found, api, facts, limits, diagnostics) for found in files)
    if is_sdk:
        published = sdks.read(str(path), diagnostics)
        if published is not None:
            adopt_published(published, api, facts, first=sdks.count() == 1)
    return is_sdk or read > 0


def _files_of(path: Path) -> list[Path]:
    return list(_lying_in(path)) if path.is_dir() else [path]


def _lying_in(folder: Path) -> Iterator[Path]:
    """Yield the files with the usual names, also where the folder is the one that the tool keeps them in."""
    for reader in FILE_READERS:
        for place in reader.places:
            home = Path(place).parent.name
            inside = [folder / Path(place).name] if home and folder.resolve().name == home else []
            yield from [path for path in (folder / place, *inside) if path.is_file()][:1]


def _read_file(path: Path, api: Api, facts: Facts, limits: Limits, diagnostics: Diagnostics) -> bool:
    """Read a file if it is of a known kind; else False, and nothing is reported but text that cannot be read."""
    document = load_file(str(path), str(path), limits, diagnostics)
    if document is None:
        return True  # its mistakes were reported
    reader = next((reader for reader in FILE_READERS if reader.is_one(path, document)), None)
    if reader is not None:
        reader.read(document, api, facts)
    return reader is not None

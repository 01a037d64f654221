"""Finds out what a published SDK is: its language, and where its package begins."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.base.frozen import frozen
from migrate.adopt.published import api_md
from migrate.adopt.published.exports import Exports
from migrate.adopt.published.published import GO, PYTHON, TYPESCRIPT

if TYPE_CHECKING:
    from migrate.adopt.published.published import Published

_ASIDE = frozenset(("tests", "test", "examples", "example", "scripts", "docs", "bench", "build", "dist"))
_ARCHIVES = (".whl", ".zip", ".tgz", ".tar.gz")
_MODULE = re.compile(r"^module (\S+)", re.MULTILINE)
_FILES = 60_000
_BYTES = 2_000_000_000


class UnreadableSdkError(Exception):
    """What was given is no SDK that can be read; the message says why."""


@frozen
class Sdk:
    """A package: its language, the folder that holds it, and its name."""

    language: str
    folder: Path
    name: str


def read_published(path: Path, scratch: Path) -> Published:
    """Read a published SDK: a folder, an installed package's path, a wheel, an archive of npm, or an `api.md`.

    Archives are unpacked into `scratch`.

    :raises UnreadableSdkError: it is none of these
    :raises ImportError: it is a Python package, and griffe is not installed
    """
    if path.suffix == ".md":
        published = _api_md(path)
        if not published.methods:
            raise UnreadableSdkError("it has no line of a method, as api.md files of SDKs have")
        return published
    sdk = find_sdk(_unpacked(path, scratch) if path.is_file() else path)
    if sdk is None:
        raise UnreadableSdkError("it has neither a Python package, nor a package.json with modules, nor a go.mod")
    published = _read(sdk, str(path) if path.is_file() else str(sdk.folder))
    beside = path / api_md.NAME
    if path.is_dir() and beside.is_file():
        _complete(published, _api_md(beside))
    if not published.methods:
        raise UnreadableSdkError(f"no client with methods was found in the {sdk.language} package {sdk.name}")
    return published


def is_published(path: Path) -> bool:
    """Whether a path looks like a published SDK, and no configuration file or folder of such."""
    if path.is_file():
        return path.name.endswith((*_ARCHIVES, ".md"))
    return find_sdk(path) is not None


def find_sdk(folder: Path) -> Sdk | None:
    """Return the SDK in a folder."""
    if (folder / "__init__.py").is_file():
        return Sdk(PYTHON, folder.resolve().parent, folder.resolve().name)
    if (folder / "go.mod").is_file():
        said = _MODULE.search((folder / "go.mod").read_text("utf-8", "replace"))
        return Sdk(GO, folder, said[1] if said else folder.name)
    package = max(_python_packages(folder), key=lambda item: sum(1 for _ in item.rglob("*.py")), default=None)
    if package is not None:
        return Sdk(PYTHON, package.parent, package.name)
    for place in (folder, folder / "package"):
        if (place / "package.json").is_file() and any(place.rglob("*.ts")):
            return Sdk(TYPESCRIPT, place, _npm_name(place / "package.json") or folder.name)
    return None


def _python_packages(folder: Path) -> Iterator[Path]:
    for place in (folder / "src", folder):
        for item in sorted(place.iterdir()) if place.is_dir() else ():
            if (item / "__init__.py").is_file() and item.name not in _ASIDE:
                yield item


def _npm_name(file: Path) -> str:
    try:
        found = json.loads(file.read_text("utf-8", "replace"))
    except ValueError:
        return ""
    name = found.get("name") if isinstance(found, dict) else None
    return name if isinstance(name, str) else ""


def read_exports(language: str, folder: Path, client: str) -> Exports:
    """Read what the SDK in a folder exports."""
    sdk = find_sdk(folder)
    if sdk is None:
        return Exports()
    if language == PYTHON:
        from migrate.adopt.published import python_exports

        return python_exports.read_exports(sdk.folder, sdk.name, client)
    from migrate.adopt.published import go, typescript

    is_go = language == GO
    return go.read_exports(sdk.folder) if is_go else typescript.read_exports(sdk.folder, sdk.name, client)


def _read(sdk: Sdk, shown: str) -> Published:
    """Read a package; `shown` is what its folder is called in messages."""
    if sdk.language == PYTHON:
        from migrate.adopt.published.python import read_python

        return read_python(sdk.folder, sdk.name, shown)
    if sdk.language == TYPESCRIPT:
        from migrate.adopt.published.typescript import read_typescript

        return read_typescript(sdk.folder, sdk.name, shown)
    from migrate.adopt.published.go import read_go

    return read_go(sdk.folder, sdk.name, shown)


def _api_md(path: Path) -> Published:
    try:
        return api_md.read_api_md(path, path.as_posix())
    except OSError as error:
        raise UnreadableSdkError(str(error.strerror)) from error


def _complete(published: Published, listed: Published) -> None:
    """Take from api.md what the code does not show: the requests of methods whose bodies are elsewhere."""
    if listed.language != published.language:
        return
    requests = {method.path: method for method in listed.methods if method.request is not None}
    for index, method in enumerate(published.methods):
        said = requests.get(method.path)
        if method.request is None and said is not None:
            published.methods[index] = method.with_request(said.request)


def _unpacked(path: Path, scratch: Path) -> Path:
    """Unpack an archive, and return the folder that holds the package."""
    if not path.name.endswith(_ARCHIVES):
        raise UnreadableSdkError("it is neither a folder, nor a wheel, nor an archive (.whl, .zip, .tgz, .tar.gz)")
    scratch.mkdir(parents=True, exist_ok=True)
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                _check(len(archive.infolist()), sum(item.file_size for item in archive.infolist()))
                archive.extractall(scratch)
        else:
            with tarfile.open(path) as packed:
                members = packed.getmembers()
                _check(len(members), sum(item.size for item in members))
                packed.extractall(scratch, filter="data")
    except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise UnreadableSdkError(f"it cannot be unpacked: {error}") from error
    inside = [item for item in scratch.iterdir() if not item.name.startswith(".")]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() and find_sdk(scratch) is None else scratch


def _check(files: int, size: int) -> None:
    if files > _FILES or size > _BYTES:
        raise UnreadableSdkError(f"it is larger than an SDK should be: {files} files, {size} bytes")

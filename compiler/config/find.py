"""Where the compiler looks for gen.yaml (D15), and for documents if the user names none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from compiler.base.patterns import lazy_pattern

CONFIG_NAME = "gen.yaml"
MISNAMED = ("gen.yml", "codegen.yaml", "codegen.yml", "gen.json")


def find_config(document: Path | None, working_folder: Path) -> Path | None:
    """Return gen.yaml beside the document (None: not read from a file), else in the working folder."""
    folders = [working_folder] if document is None else [document.parent, working_folder]
    return next((path for folder in folders if (path := folder / CONFIG_NAME).is_file()), None)


def misnamed_config(document: str | None) -> Path | None:
    """Return a file beside the document or in the working folder that is probably a misnamed gen.yaml."""
    folders = dict.fromkeys((Path(document or "").parent, Path()))
    return next((path for folder in folders for name in MISNAMED if (path := folder / name).is_file()), None)


_STEMS = frozenset({"openapi", "swagger"})
_SUFFIXES = frozenset({".yaml", ".yml", ".json"})
_HEAD = 4096
_VERSION = lazy_pattern(r"""(?:^|[{,\n])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?[0-9]""")
"""How a document declares its format, in YAML and JSON."""


def find_documents(folder: Path) -> list[Path]:
    """Return the OpenAPI documents in a folder: files with the usual names, else files that begin like one."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _SUFFIXES and path.is_file())
    except OSError:
        return []
    called = [path for path in files if path.stem.lower() in _STEMS]
    return called or [path for path in files if _begins_as_document(path)]


def _begins_as_document(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return _VERSION.search(file.read(_HEAD).decode("utf-8-sig", "replace")) is not None
    return False

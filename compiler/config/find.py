"""Where gen.yaml is looked for (D15)."""

from __future__ import annotations

from pathlib import Path

CONFIG_NAME = "gen.yaml"
MISNAMED = ("gen.yml", "codegen.yaml", "codegen.yml", "gen.json")


def find_config(document: Path | None, working_folder: Path) -> Path | None:
    """Return gen.yaml beside the document (None: read from elsewhere than a file), else in the working folder."""
    folders = [working_folder] if document is None else [document.parent, working_folder]
    return next((path for folder in folders if (path := folder / CONFIG_NAME).is_file()), None)


def misnamed_config(document: str | None) -> Path | None:
    """Return a file beside the document or in the working folder that probably is meant to be gen.yaml."""
    folders = dict.fromkeys((Path(document or "").parent, Path()))
    return next((path for folder in folders for name in MISNAMED if (path := folder / name).is_file()), None)

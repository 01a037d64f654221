"""Where gen.yaml is looked for (D15)."""

from __future__ import annotations

from pathlib import Path

CONFIG_NAME = "gen.yaml"


def find_config(document: Path | None, working_folder: Path) -> Path | None:
    """Return gen.yaml beside the document (None: read from elsewhere than a file), else in the working folder."""
    folders = [working_folder] if document is None else [document.parent, working_folder]
    return next((path for folder in folders if (path := folder / CONFIG_NAME).is_file()), None)

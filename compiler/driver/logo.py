"""The logo of the reference pages: a file beside gen.yaml, read here so that backends read no file (D15)."""

from __future__ import annotations

import base64
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.driver.inputs import config_relative_path
from compiler.source import is_remote

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.diagnostics import Diagnostics

TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
MOST = 256 * 1024
"""The most bytes of a logo, since every page shows it."""
_SECTION, _KEY = "reference", "logo"


def with_logo(config: Config, diagnostics: Diagnostics) -> Config:
    """Return the configuration with the content of the logo in place of its path, as a `data:` URL.

    A URL stays as it is. A file that is not a picture, cannot be read or is too large is CG0218.
    """
    section = config.sections.get(_SECTION)
    name = section.text(_KEY) if section is not None and _KEY in section.defaults else None
    if section is None or name is None or is_remote(name):
        return config
    path = Path(config_relative_path(config, name))
    diagnostics.sought.add(str(path))
    data = _read(path)
    if isinstance(data, str):
        diagnostics.report("CG0218", section.loc_of(_KEY), file=str(path), reason=data)
        return config
    url = f"data:{TYPES[path.suffix.lower()]};base64,{base64.b64encode(data).decode()}"
    setting = dataclasses.replace(section.settings[_KEY], value=url)
    section = dataclasses.replace(section, settings={**section.settings, _KEY: setting})
    return dataclasses.replace(config, sections={**config.sections, _SECTION: section}, files=(str(path),))


def _read(path: Path) -> bytes | str:
    """Return the content of the file, or why it cannot be used."""
    if path.suffix.lower() not in TYPES:
        return f"its ending is none of {', '.join(TYPES)}"
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        return (getattr(error, "strerror", None) or str(error)).lower()
    if len(data) > MOST:
        return f"it has more than {MOST // 1024} kB"
    return data or "it is empty"

"""codegen.lock, beside gen.yaml: names and choices that stay when the document around them changes (D10.1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.ir.context import Lock
from compiler.output import write_atomic
from compiler.source import Loc, load_file

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.diagnostics import Diagnostics
    from compiler.source import Limits

LOCK_NAME = "codegen.lock"
LOCK_VERSION = 1


def lock_path(config: Config) -> Path | None:
    """Return where the lock lies; a build without gen.yaml has none."""
    return Path(config.file).with_name(LOCK_NAME) if config.file else None


def read_lock(path: Path | None, limits: Limits, diagnostics: Diagnostics) -> Lock:
    """Read the lock; an absent one is empty, one that cannot be read is an error (names would move)."""
    if path is None or not path.exists():
        return Lock()
    document = load_file(path, str(path), limits, diagnostics)
    if document is None:
        return Lock()
    content = document.root
    names = content.get("names") if isinstance(content, dict) and content.get("lockVersion") == LOCK_VERSION else None
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        diagnostics.report("CG1402", Loc(str(path)), path=path)
        return Lock()
    return Lock(kept={key: str(name) for key, name in names.items()})


def render_lock(lock: Lock) -> str:
    """Return the text of the next lock: sorted, one name a line, so that version control shows what moved."""
    content = {"lockVersion": LOCK_VERSION, "names": dict(sorted(lock.seen.items()))}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def changed_names(lock: Lock) -> list[str]:
    """Return the identities whose name is new, gone or another than in the lock."""
    keys = lock.kept.keys() | lock.seen.keys()
    return sorted(key for key in keys if lock.kept.get(key) != lock.seen.get(key))


def write_lock(path: Path, lock: Lock, diagnostics: Diagnostics) -> bool:
    """Write the lock if it changed; False after a reported error."""
    text = render_lock(lock)
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomic(path, text)
    except OSError as error:
        diagnostics.report("CG1205", Loc(str(path)), path=path, reason=(error.strerror or str(error)).lower())
        return False
    return True

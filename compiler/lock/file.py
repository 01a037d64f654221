"""codegen.lock, beside gen.yaml: names and choices that stay when the document around them changes (D10.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.base.patterns import lazy_pattern
from compiler.config import CONFIG_NAME
from compiler.lock.lock import DOCUMENT_TITLE, HOME, Lock, form_key
from compiler.source import Json, Loc, load_file
from compiler.source.conflict import both_sides

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.diagnostics import Diagnostics
    from compiler.source import Limits

LOCK_NAME = "codegen.lock"
LOCK_VERSION = 1
_OWNED = lazy_pattern(r'\{\s*"lockVersion": \d+,\s*"config": ("(?:[^"\\]|\\.)*")')
_HEAD = 1000
"""How many characters of a lock are read to find its configuration."""
_WIDTH = 100
"""The greatest length of a list in one line."""


def lock_path(config: Config) -> Path | None:
    """Return the path of the lock; a build without gen.yaml, or with one from a pipe, has none.

    One folder may hold several configurations. `codegen.lock` says whose it is where that is not gen.yaml; one that
    is another's is left alone, and `gen.beta.yaml` has `codegen.beta.lock`. Each API in `apis` has a lock of its own,
    `codegen.NAME.lock`, so that changes of two APIs never conflict.
    """
    if not config.file or not Path(config.file).is_file():
        return None
    file = Path(config.file)
    if config.api is not None:
        before = "" if file.name == CONFIG_NAME else f"{_word(file.name)}."
        return file.with_name(f"codegen.{before}{config.api}.lock")
    shared, own = file.with_name(LOCK_NAME), file.with_name(f"codegen.{_word(file.name)}.lock")
    if own.exists() or _owner(shared) not in ("", file.name):
        return own
    return own if file.name != CONFIG_NAME and not _owner(shared) and file.with_name(CONFIG_NAME).exists() else shared


def orphaned_lock(config: Config) -> Path | None:
    """Return the lock that gen.yaml had before it listed `apis`: its names belong to one of them, unknown which."""
    path = Path(config.file or CONFIG_NAME).with_name(LOCK_NAME)
    return path if path.is_file() and _owner(path) in ("", Path(config.file or CONFIG_NAME).name) else None


def _word(name: str) -> str:
    """Return the distinguishing word of a configuration's name: `beta` of `gen.beta.yaml`."""
    return Path(name).stem.removeprefix("gen.") or "gen"


def _owner(path: Path) -> str:
    """Return the configuration that a lock belongs to; empty if there is no lock, or if it names none."""
    try:
        with path.open(encoding="utf-8") as lock:
            found = _OWNED.match(lock.read(_HEAD))
    except (OSError, ValueError):
        return ""
    return str(json.loads(found[1])) if found else ""


def _owned_by(path: Path, config: Config | None) -> str:
    """Return what a lock says of whose it is: nothing where its own name does, or where it is gen.yaml's."""
    name = Path(config.file).name if config is not None and config.file else CONFIG_NAME
    return name if path.name == LOCK_NAME and name != CONFIG_NAME else ""


def read_lock(path: Path | None, limits: Limits, diagnostics: Diagnostics, *, settle: bool = True) -> Lock:
    """Read the lock; an absent one is empty, one that cannot be read is an error (names would move).

    `settle`: take the names of both sides where a merge left a conflict and no name is another on the other side.
    """
    if path is None or not path.exists():
        return Lock()
    settled = _settled(path) if settle else None
    if settled is not None:
        return settled
    document = load_file(path, str(path), limits, diagnostics)
    if document is None:
        return Lock()
    found = _parse(document.root)
    if found is None:
        version = document.root.get("lockVersion") if isinstance(document.root, dict) else None
        if isinstance(version, int) and version > LOCK_VERSION:
            diagnostics.report("CG1408", Loc(str(path), "/lockVersion"), path=path, version=version, known=LOCK_VERSION)
        else:
            diagnostics.report("CG1402", Loc(str(path)), path=path)
    return found or Lock()


def _settled(path: Path) -> Lock | None:
    """Return the names of both sides of a merge; None if there is no conflict, or one that people must resolve."""
    try:
        sides = both_sides(path.read_text(encoding="utf-8"))
        locks = [_parse(json.loads(side)) for side in sides or ()]
    except (OSError, ValueError, RecursionError):
        return None  # it is told when the file is read as it stands
    match locks:
        case [Lock() as ours, Lock() as theirs]:
            if DOCUMENT_TITLE in theirs.kept:  # where both changed the title, people settle it in the document
                ours.kept.pop(DOCUMENT_TITLE, None)
            kept = {**ours.kept, **theirs.kept}
            scopes = ours.members.keys() | theirs.members.keys()
            members = {at: ours.members.get(at, frozenset()) | theirs.members.get(at, frozenset()) for at in scopes}
            return Lock(kept=kept, members=members) if kept == {**kept, **ours.kept} else None
    return None


def is_lock(text: str) -> bool:
    """Whether a text is that of a lock of this version."""
    try:
        return _parse(json.loads(text)) is not None
    except (ValueError, RecursionError):
        return False


def _parse(content: Json) -> Lock | None:
    found = content if isinstance(content, dict) and content.get("lockVersion") == LOCK_VERSION else {}
    names, members = found.get("names"), found.get("members", {})
    if not isinstance(names, dict) or not isinstance(members, dict) or not _is_sound(names, members):
        return None
    return Lock(
        kept={key: str(name) for key, name in names.items()},
        members={scope: frozenset(map(str, listed)) for scope, listed in members.items() if isinstance(listed, list)},
    )


def _is_sound(names: dict[str, Json], members: dict[str, Json]) -> bool:
    return all(isinstance(name, str) for name in names.values()) and all(
        isinstance(listed, list) and all(isinstance(name, str) for name in listed) for listed in members.values()
    )


def render_lock(lock: Lock, owner: str = "") -> str:
    """Return the text of the next lock: sorted, so that version control shows what moved."""
    last = lock.next()
    names = [f"  {_json(key)}: {_json(name)}" for key, name in sorted(last.kept.items())]
    scopes = [f"  {_json(scope)}: {_as_list(sorted(names))}" for scope, names in sorted(last.members.items()) if names]
    told = f' "config": {_json(owner)},\n' if owner else ""
    return f'{{\n "lockVersion": {LOCK_VERSION},\n{told} "names": {_block(names)},\n "members": {_block(scopes)}\n}}\n'


def _as_list(names: list[str]) -> str:
    """Write a list; a long one a name a line, so that version control merges it and shows what changed."""
    text = _json(names)
    return text if len(text) <= _WIDTH else "[\n" + ",\n".join(f"   {_json(name)}" for name in names) + "\n  ]"


_json = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps makes an encoder for each call


def _block(lines: list[str]) -> str:
    return "{\n" + ",\n".join(lines) + "\n }" if lines else "{}"


def carry_over(lock: Lock, targets: Iterable[str]) -> None:
    """Keep the entries of targets that were not built this time, and the homes of types that only they have."""
    targets = list(targets)
    for role, keys in lock.members.items():
        if role.rpartition("#")[2] in targets:
            lock.listed[role] = set(keys)
            entries = {f"{role}:{key}": lock.kept.get(f"{role}:{key}") for key in keys}
            lock.seen.update((entry, name) for entry, name in entries.items() if name is not None)
    ends = (*(form_key("", target) for target in targets), *([HOME] if targets else []))
    for key, kept in lock.kept.items():
        if key.endswith(ends):
            lock.seen.setdefault(key, kept)


def forget_nothing(lock: Lock) -> None:
    """Keep all entries for a build that left something out: it comes back when its errors are fixed."""
    for scope, names in lock.members.items():
        lock.listed[scope] = {*lock.listed.get(scope, ()), *names}
    for key, name in lock.kept.items():
        lock.seen.setdefault(key, name)


def changed_lock(path: Path, lock: Lock, config: Config | None) -> str | None:
    """Return the new content of the file; None if it is up to date."""
    text = render_lock(lock, _owned_by(path, config))
    try:
        return None if _holds(path, text) else text
    except (OSError, ValueError):
        return text


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text

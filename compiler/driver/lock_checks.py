"""Checks a build against codegen.lock: entries that it would lose, and names that it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from compiler.driver.inputs import config_relative_path, same_file
from compiler.lock.lock import HOME
from compiler.lock.review import called, renamed_in
from compiler.source import STDIN, Loc, is_remote

if TYPE_CHECKING:
    from pathlib import Path

    from compiler.config import Config
    from compiler.diagnostics import Diagnostics
    from compiler.ir.node import Id
    from compiler.lock.lock import Lock
    from passes.context import Context

_FEW = 8
"""A lock with fewer declarations belongs to an API that is being tried out."""
_ENDS = (HOME, "#method", "#event")
_SHOWN = 3


def check_document(given: str | None, config: Config, diagnostics: Diagnostics) -> None:
    """Refuse a document other than gen.yaml's, whose names codegen.lock keeps (CG1412)."""
    sources = config.generation.texts("source")
    if given in (None, STDIN) or not sources or any(_is_same(str(given), source, config) for source in sources):
        return
    at = config.generation.loc_of("source")
    diagnostics.report("CG1412", at, document=given, source=", ".join(sources))


def _is_same(given: str, source: str, config: Config) -> bool:
    if is_remote(given) or is_remote(source):
        return given == source
    return same_file(given, config_relative_path(config, source))


def check_forgotten(lock: Lock, path: Path | None, diagnostics: Diagnostics) -> None:
    """Refuse a build that would forget most of what the lock holds (CG1411)."""
    held = _things(lock.kept, lock.members)
    gone = sorted(held - _things(lock.seen, lock.listed))
    if len(held) < _FEW or len(gone) * 2 <= len(held):
        return
    shown = "; ".join(called(f"{at}#method") if at.startswith("paths/") else at for at in gone[:_SHOWN])
    shown += "; ..." if len(gone) > _SHOWN else ""
    place = Loc(str(path)) if path is not None else None
    diagnostics.report("CG1411", place, path=path, gone=len(gone), held=len(held), shown=shown)


def _things(kept: Iterable[str], members: Mapping[str, Collection[str]]) -> set[str]:
    """Return the operations, events and components in a lock."""
    named = {key.rpartition("#")[0] for key in kept if key.endswith(_ENDS)}
    return named | set(members.get("schemas", ()))


def report_renamed(context: Context) -> None:
    """Report declarations whose name changes, since an operationId changed or an override was added (CG1407).

    CG1404 and CG1406 report names that change in a single target.
    """
    moved: dict[tuple[str, str], list[Id]] = {}
    for key, old, new in renamed_in(context.lock):
        at, _, role = key.rpartition("#") if "#" in key else (key, "", "")
        if role == "group":
            moved.setdefault((old, new), []).append(at)
        elif role.partition(":")[0] not in {*context.targets, "form"}:
            _tell(context, at, called(key), old, new)
    for (old, new), methods in moved.items():
        more = f" and {len(methods) - 1:,} more" if len(methods) > 1 else ""
        _tell(context, methods[0], called(f"{methods[0]}#group") + more, old, new)


def _tell(context: Context, at: Id, what: str, old: str, new: str) -> None:
    context.diagnostics.report("CG1407", context.loc(at), subject=at, at_key=True, what=what, old=old, new=new)

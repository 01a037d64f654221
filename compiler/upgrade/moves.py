"""Changes of calls that are more than other names."""

from __future__ import annotations

from compiler.upgrade.renames import BODY, Move


def other_convention(move: Move) -> str | None:
    """Return what a program has to do for the new form of a call; None if names alone changed."""
    if move.new is None or move.old.arguments is None or move.new.arguments is None:
        return None
    old, new = move.old.arguments, move.new.arguments
    if bool(move.old.request) != bool(move.new.request):
        return "all go into one object now" if move.new.request else "they do not go into one object any more"
    sources = [[item.source for item in side if not item.by_name] for side in (old, new)]
    if sources[0] != sources[1]:
        names = ", ".join(item.name for item in new if not item.by_name) or "none"
        return f"those by position are {names}"
    named = [{item.source: item for item in side if item.by_name} for side in (old, new)]
    if bool(named[0]) != bool(named[1]):
        return "an object of arguments comes before the options" if named[1] else "there is no object of arguments"
    gone = sorted(item.name for source, item in named[0].items() if source not in named[1])
    if gone:
        return f"argument `{gone[0]}` is gone"
    needed = sorted(item.name for source, item in named[1].items() if not item.optional and source not in named[0])
    if needed and BODY not in needed:
        return f"argument `{needed[0]}` is required now"
    return None

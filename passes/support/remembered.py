"""Work whose results are kept from one build for the next, together with what it writes into codegen.lock."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from compiler.ir.node import replace
from passes.context import Context

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def remembered(
    context: Context,
    what: Hashable,
    inputs: tuple[object, ...],
    tables: tuple[Mapping[Any, Any], ...],
    make: Callable[..., T],
) -> T:
    """Return what ``make`` makes, or the same from the build before (:meth:`compiler.base.memory.Memory.trace`).

    ``make`` is given a context to work in, whose lock it may read and write, and views of the tables. What comes with
    diagnostics is made in every build.
    """
    if not context.memory.keeps:
        return make(context, *tables)
    lock = context.lock

    def work(kept: Any, members: Any, *views: Any) -> tuple[T, dict[str, str], dict[str, set[str]]]:
        own = lock.aside(kept, members)
        return make(replace(context, lock=own), *views), own.seen, own.listed

    result, seen, listed = context.memory.trace(
        what, inputs, (lock.kept, lock.members, *tables), work, lambda: context.diagnostics.count
    )
    if seen or listed:
        lock.add(seen, listed)
    return result


def remembered_rows(
    context: Context,
    what: Hashable,
    rows: Mapping[K, tuple[object, ...]],
    tables: tuple[Mapping[Any, Any], ...],
    make: Callable[..., T],
) -> dict[K, T]:
    """Return what ``make`` makes of each row, a context and the tables, or the same from the build before.

    That is :func:`remembered` for each row, in less time (:meth:`compiler.base.memory.Memory.rows`).
    """
    lock = context.lock
    if not context.memory.keeps:
        return {key: make(row, context, *tables) for key, row in rows.items()}

    def work(row: Any, kept: Any, members: Any, *views: Any) -> tuple[T, dict[str, str], dict[str, set[str]]]:
        own = lock.aside(kept, members)
        return make(row, replace(context, lock=own), *views), own.seen, own.listed

    found = context.memory.rows(what, rows, (lock.kept, lock.members, *tables), work, lambda: context.diagnostics.count)
    for _, seen, listed in found.values():
        if seen or listed:
            lock.add(seen, listed)
    return {key: result for key, (result, _, _) in found.items()}

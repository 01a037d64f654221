"""Find the part at which a printer fails by printing parts, so that ``--keep-going`` loses nothing else (D1.4).

A printer's failure is a bug of the compiler, and its cause may be anywhere in the text of a target. Types are
tried first, each after the types it refers to, then operations, then webhooks and callbacks: a part that is printed
is kept, one that fails is divided, down to the single declaration that causes the failure.
"""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import Compilation, plan_target, sdk_of
from compiler.driver.options import DebugOptions
from compiler.driver.pipeline import Watch
from compiler.driver.printing import UnprintableError, printed
from compiler.ir.graph import Graph, operation_refs

if TYPE_CHECKING:
    from compiler.config import Config
    from compiler.ir.node import Id
    from compiler.ir.nodes import Event, Operation, Sdk

_TRIALS = 200
"""How often a target is printed to find the failure; parts not tried by then are left out too."""
_CODE = "CG1311"


def leave_out_unprintable(made: Compilation, error: UnprintableError, config: Config, *, verify: bool) -> bool:
    """Find what a target cannot print, report it as CG1311, and leave it out of that target.

    Returns:
        whether anything was found: a fault that is in no operation, event or type has no end here.
    """
    target, watch = error.target, Watch(DebugOptions(), io.StringIO())

    def fails(sdk: Sdk) -> bool:
        # attempts report nothing, and record no names in the lock
        context = dataclasses.replace(made.context, diagnostics=Diagnostics(), lock=made.context.lock.copy())
        trial = Compilation(sdk, context, watch)
        try:
            printed(target, plan_target(trial, target, config), error.plans, verify=verify)
        except MemoryError:
            raise
        except Exception:
            return True
        return False

    found = _Search(sdk_of(made, target), fails).found()
    for at in found:
        made.unprinted.setdefault(target, {})[at] = (_CODE,)
        made.context.diagnostics.report(
            _CODE, made.context.loc(at), subject=at, at_key=True, target=target, problem=error.problem
        )
    return bool(found)


class _Search:
    """The search for what fails, in a document whose parts can be printed apart."""

    def __init__(self, sdk: Sdk, fails: Callable[[Sdk], bool]) -> None:
        self._sdk = sdk
        self._graph = Graph()
        self._fails = fails
        self._trials = _TRIALS

    def found(self) -> list[Id]:
        """Return the identities of what fails; none where the document fails without its operations and types."""
        if self._fails(self._of()):
            return []
        order = list(chain.from_iterable(self._graph.clusters(self._sdk.types)))
        types = self._search(order, lambda kept: self._of(types=kept), self._reach)
        lost = self._lost(types)
        callers = [at for at in self._sdk.operations if at not in lost]
        operations = self._search(callers, lambda kept: self._of(kept))
        events = [at for at, event in self._sdk.events.items() if at not in lost and event.operation not in operations]
        sound = [at for at in callers if at not in operations]
        failed = self._search(events, lambda kept: self._of(sound, kept))
        return list(dict.fromkeys(map(_whole, (*types, *operations, *failed))))

    def _of(self, operations: Iterable[Id] = (), events: Iterable[Id] = (), types: Iterable[Id] = ()) -> Sdk:
        """Return the document with these operations, events and types, and the types that they refer to."""
        kept = frozenset(events)
        callers = {at: self._sdk.operations[at] for at in operations}
        return dataclasses.replace(
            self._sdk,
            operations={
                at: dataclasses.replace(item, events=tuple(filter(kept.__contains__, item.events)))
                for at, item in callers.items()
            },
            events={at: item for at, item in self._sdk.events.items() if at in kept},
            unused=tuple(types),
        )

    def _search(
        self,
        order: Sequence[Id],
        part: Callable[[Sequence[Id]], Sdk],
        with_it: Callable[[Id, Sequence[Id]], bool] = lambda at, failed: False,
    ) -> list[Id]:
        kept: list[Id] = []
        failed: list[Id] = []
        waiting = [order]
        while waiting:
            group = [at for at in waiting.pop() if not with_it(at, failed)]
            if not group:
                continue
            self._trials -= 1
            if not self._fails(part([*kept, *group])):
                kept += group
            elif len(group) == 1 or self._trials < 0:
                failed += group
            else:
                half = len(group) // 2
                waiting += [group[half:], group[:half]]
        return failed

    def _reach(self, at: Id, failed: Sequence[Id]) -> bool:
        """Whether a type goes with one that failed, since it refers to it."""
        return bool(failed) and not self._graph.reachable(self._sdk.types, [at]).isdisjoint(failed)

    def _lost(self, types: Sequence[Id]) -> set[Id]:
        """Return the operations and events that refer to types that failed."""
        gone = set(types)
        callers: dict[Id, Operation | Event] = {**self._sdk.operations, **self._sdk.events}
        return {
            at
            for at, item in callers.items()
            if gone and not self._graph.reachable(self._sdk.types, operation_refs(item)).isdisjoint(gone)
        }


def _whole(at: Id) -> Id:
    """Return what a view of a type, or another method of an operation, is of."""
    whole, _, role = at.rpartition("#")
    return whole if whole and role[:1] not in ("", "/") else at

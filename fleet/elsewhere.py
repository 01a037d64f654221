"""Compiles APIs where that is cheapest: not at all if the cache has the result, else on a cluster, else here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from compiler.diagnostics import Diagnostics
from compiler.driver.apis.built_api import Built
from compiler.driver.apis.pool import Lost, Made, Task, run_here
from compiler.driver.inputs import choose_targets
from compiler.driver.options import Exit
from compiler.lock.file import lock_path
from fleet.bundle import BundleError, pack, unpack
from fleet.cache import AwayError, MissingError, Store
from fleet.cluster import Cluster, ClusterError
from fleet.gather import Gathered, HereError, add_with_references, digests, gather, job_of, key_of
from fleet.results import bundle_of, inputs_of, result_of, tells_once
from fleet.version import compiler_digest

if TYPE_CHECKING:
    from compiler.driver.apis.choose import Chosen
    from compiler.driver.options import BuildOptions

    Still = Callable[[], AbstractContextManager[None]]

_ROUNDS = 20
"""How often a worker may ask for more files."""


@dataclass(slots=True)
class _Known:
    """What is known of an API before it is compiled."""

    gathered: Gathered
    key: str | None
    rounds: int = 0
    distrusted: str = ""


@dataclass(slots=True)
class Elsewhere:
    """One command that asks a cache or a cluster first; mistakes about these are reported to `shared`."""

    options: BuildOptions
    chosen: Chosen
    shared: Diagnostics
    jobs: int
    still: Still
    known: dict[str, _Known] = field(default_factory=dict)
    store: Store | None = None
    unkept: list[str] = field(default_factory=list)
    """APIs whose results are not in the cache, since it is away."""
    away: str = ""

    def run(self, tasks: Sequence[Task]) -> Iterator[Made]:
        """Yield what becomes of each API."""
        self._open()
        if self.shared.has_errors and not self.away:
            return
        waiting = []
        for task in tasks:
            found = self._look_up(task)
            if found is not None:
                yield found
            else:
                waiting.append(task)
        compiled = self._here(waiting) if self.options.scheduler is None else self._there(waiting)
        yield from compiled
        if self.away:
            notes = [f"not kept: {name}" for name in self.chosen.names if name in self.unkept]
            self.shared.report("CG1605", None, url=self.options.cache, reason=self.away, notes=notes)

    # ------------------------------------------------------------------ the cache

    def _open(self) -> None:
        if self.options.cache is None:
            return
        try:
            self.store = Store(self.options.cache)
        except AwayError as error:
            self.away = str(error)
        except MissingError as error:
            self.shared.report("CG1608", None, option="--cache", package=error)

    def _look_up(self, task: Task) -> Made | None:
        """Return the result in the cache, if there is one that can be believed."""
        config = self.chosen.of(task.name)
        try:
            gathered = gather(task, config)
        except HereError:
            return None
        known = self.known[task.name] = _Known(gathered, key_of(task, gathered, config))
        if known.key is None or self.store is None:
            return None
        try:
            data = self.store.get(known.key)
        except AwayError as error:
            self._lose(error)
            return None
        if data is None:
            return None
        try:
            built = self._believed(task, known, data)
            there = {name for name in built.sought if name and os.path.lexists(name)}
            if built.code != Exit.OK or digests(built.inputs) != built.inputs or not there <= {*gathered.files}:
                raise BundleError("it was made of other files")
        except BundleError as error:
            known.distrusted = str(error)
            return None
        return Made(task, built, cached=True)

    def _lose(self, error: AwayError) -> None:
        self.away, self.store = str(error), None

    def _keep(self, task: Task, built: Built, *, kept: bool = False) -> None:
        """Put a result into the cache, unless the worker has `kept` it there.

        It is also that of the next build, which finds the names that this one puts into codegen.lock.
        """
        known = self.known.get(task.name)
        if known is None or known.key is None or built.code != Exit.OK or built.summary is None:
            return
        built = replace(built, sought=sorted({os.path.relpath(name) for name in built.sought if name}))
        entries = [] if kept else [(known.key, built)]
        lock = lock_path(self.chosen.of(task.name))
        if built.lock is not None and lock is not None and not tells_once(built.kept):
            files = {**known.gathered.files, os.path.normpath(lock): built.lock.encode()}
            after = key_of(task, replace(known.gathered, files=files), self.chosen.of(task.name))
            entries += [(after, replace(built, lock=None))] if after is not None else []
        inputs = inputs_of(built, known.gathered.config)
        try:
            for key, result in entries:
                if self.store is not None:
                    self.store.put(key, bundle_of(result, {**_identity_of(known), "key": key, "inputs": inputs}))
        except AwayError as error:
            self._lose(error)
        if self.away:
            self.unkept.append(task.name)

    # ------------------------------------------------------------------ here

    def _here(self, tasks: Iterable[Task]) -> Iterator[Made]:
        for task, result in run_here([*tasks], self.jobs, self.options.time_limit, still=self.still):
            if isinstance(result, Built):
                self._keep(task, result)
            yield self._origin_of(task, result)

    def _origin_of(self, task: Task, result: Built | Lost) -> Made:
        known = self.known.get(task.name)
        return Made(task, result, distrusted=known.distrusted if known is not None else "")

    # ------------------------------------------------------------------ there

    def _there(self, tasks: Sequence[Task]) -> Iterator[Made]:
        """Compile on the cluster what can be compiled there."""
        assert self.options.scheduler is not None
        here = [task for task in tasks if task.name not in self.known]
        there = [task for task in tasks if task.name in self.known]
        with ExitStack() as stack:
            try:
                cluster = stack.enter_context(Cluster(self.options.scheduler, self.options.time_limit))
            except (ClusterError, MissingError) as error:
                if isinstance(error, MissingError):
                    self.shared.report("CG1608", None, option="--scheduler", package=error)
                    return
                self.shared.report("CG1603", None, address=self.options.scheduler, reason=error)
                yield from (Made(task, Lost("CG1604", "there is no cluster")) for task in tasks)
                return
            for task in sorted(there, key=lambda task: -task.size):
                cluster.submit(task, self._job(task))
            yield from self._here(here)
            later = []
            for task, data in cluster.results():
                result = data if isinstance(data, Lost) else self._result(task, data)
                if isinstance(result, bytes):
                    cluster.submit(task, result)
                elif result is None:
                    later.append(task)
                else:
                    yield self._origin_of(task, result)
        yield from self._here(later)

    def _job(self, task: Task, *, cache: bool = True) -> bytes:
        known = self.known[task.name]
        header = {**job_of(task, known.gathered), **_identity_of(known)}
        if cache and self.store is not None and known.key is not None:
            header["cache"] = self.store.url
        return pack(header, known.gathered.files)

    def _result(self, task: Task, data: bytes) -> Built | Lost | bytes | None:
        """Return the result of a worker; a job that is to be done next; or None if it can only be done here."""
        known = self.known[task.name]
        try:
            header, _ = unpack(data)
            if "refused" in header:
                return Lost("CG1607", str(header["refused"]))
            kept = bool(header.get("stored"))
            if kept:
                stored = self.store.get(known.key) if self.store is not None and known.key is not None else None
                if stored is None:
                    return self._job(task, cache=False)
                data = stored
            built = self._believed(task, known, data)
            if not set(built.read) <= {*known.gathered.files}:
                raise BundleError("it was made of other files")
        except BundleError as error:
            return Lost("CG1607", str(error))
        except AwayError as error:
            self._lose(error)
            return self._job(task, cache=False)
        more = [add_with_references(known.gathered, name) for name in built.sought if name]
        known.rounds += 1
        if any(more) and known.rounds < _ROUNDS:
            known.key = key_of(task, known.gathered, self.chosen.of(task.name))
            return self._job(task)
        if built.code == Exit.ERRORS and known.gathered.refused:
            return None  # a file that may not be read is another mistake than one that does not exist
        self._keep(task, built, kept=kept)
        return built

    def _believed(self, task: Task, known: _Known, data: bytes) -> Built:
        """Return a result after all checks. Raises `BundleError`."""
        targets = choose_targets(self.chosen.of(task.name), task.options.targets, None, Diagnostics())
        return replace(result_of(data, _identity_of(known), targets), said="")


def _identity_of(known: _Known) -> dict[str, Any]:
    """Return what a result must say that it is the result of."""
    return {"compiler": compiler_digest(), "key": known.key}

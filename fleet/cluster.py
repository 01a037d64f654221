"""Compiles APIs on the workers of a Dask cluster, which need codegen and none of the files here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from compiler.driver.apis.pool import Lost
from fleet import task as task_module
from fleet.cache import MissingError
from fleet.task import ENDED, LATE, MAIN, RESULT, run

if TYPE_CHECKING:
    from compiler.driver.apis.pool import Task

_CONNECTING = 20
"""Seconds for the scheduler to answer."""
_IDLE = 60
"""Seconds that a scheduler may be without workers, or that a worker may be late."""
_LONGEST = 600
"""Seconds that no result may arrive, where there is no limit for each."""
_STEP = 1.0


class ClusterError(Exception):
    """The cluster cannot be used at all."""


class Cluster:
    """The workers behind a scheduler. Use it as a context manager."""

    def __init__(self, address: str, limit: int | None) -> None:
        """Raises `MissingError` without Dask, and `ClusterError` if the scheduler does not answer."""
        try:
            import cloudpickle
            from distributed import Client
        except ImportError:
            raise MissingError("dask") from None
        cloudpickle.register_pickle_by_value(task_module)
        self._limit = limit
        self._run = f"codegen-{uuid.uuid4().hex[:8]}"
        self._number = 0
        self._waiting: dict[Any, Task] = {}
        try:
            self._client: Any = Client(address, timeout=_CONNECTING, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(_first_line(error)) from None
        self._since = time.monotonic()
        self._deserted: float | None = None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self._client.cancel(list(self._waiting), force=True)
        with suppress(Exception):
            self._client.close(timeout=2)

    def submit(self, task: Task, job: bytes) -> None:
        """Let a worker do a job; larger tasks begin earlier."""
        self._number += 1
        key = f"{self._run}-{task.name}-{self._number}"
        future = self._client.submit(run, MAIN, job, self._limit, key=key, pure=False, priority=task.size)
        self._waiting[future] = task

    def results(self) -> Iterator[tuple[Task, bytes | Lost]]:
        """Yield what became of each task, in the order in which they end; more may be submitted meanwhile."""
        self._since = time.monotonic()
        while self._waiting:
            ended = [future for future in self._waiting if future.done()]
            for future in ended:
                task = self._waiting.pop(future)
                self._since = time.monotonic()
                yield task, self._result(future)
            reason = "" if ended else self._stuck()
            if reason:
                for task in self._forget():
                    yield task, Lost("CG1604", reason)
            elif not ended:
                self._wait()

    def _wait(self) -> None:
        from distributed import wait

        with suppress(Exception):  # nothing has ended, or the scheduler is gone, which is looked at next
            wait(list(self._waiting), timeout=_STEP, return_when="FIRST_COMPLETED")

    def _forget(self) -> Sequence[Task]:
        tasks = list(self._waiting.values())
        with suppress(Exception):
            self._client.cancel(list(self._waiting), force=True)
        self._waiting.clear()
        return tasks

    def _stuck(self) -> str:
        """Return why no result can be expected any more; "" if one can."""
        now = time.monotonic()
        if self._client.status not in ("running", "connecting"):
            return "the scheduler is gone"
        if now - self._since > (self._limit or _LONGEST) + _IDLE:
            return f"no result arrived for {int(now - self._since)} seconds"
        try:
            deserted = not self._client.scheduler_info(n_workers=-1)["workers"]
        except Exception:
            return "the scheduler is gone"
        if not deserted:
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now
        elif now - self._deserted > _IDLE:
            return f"the cluster has had no worker for {_IDLE} seconds"
        return ""

    def _result(self, future: Any) -> bytes | Lost:
        from distributed import KilledWorker

        try:
            data = future.result(timeout=_IDLE)
        except KilledWorker as error:
            workers = getattr(error, "allowed_failures", 0) + 1
            return Lost("CG1604", f"{workers} workers were lost while they compiled it")
        except Exception as error:
            return Lost("CG1604", _first_line(error))
        if not isinstance(data, bytes):
            return Lost("CG1604", "the worker returned something else than a result")
        kind, rest = data[:1], data[1:]
        if kind == RESULT:
            return rest
        if kind == LATE:
            return Lost("CG1601", f"{self._limit}")
        return Lost("CG1602", rest.decode("utf-8", "replace") if kind == ENDED else "an unknown answer")


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]

"""Clusters and caches that do what a test says."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

from compiler.driver.apis.pool import Lost, Task
from fleet.cache import AwayError, MissingError
from fleet.cluster import ClusterError
from fleet.job import do


def worked(job: bytes) -> bytes:
    """Do a job as a worker does, in this process."""
    try:
        return do(job)
    finally:
        gc.enable()  # a worker's process ends, this one goes on


def cluster_of(work: Callable[[Task, bytes], bytes | Lost]) -> type:
    """Return a cluster of one worker, that does jobs one after the other."""

    class Fake:
        def __init__(self, address: str, limit: int | None) -> None:
            self.waiting: list[tuple[Task, bytes]] = []

        def __enter__(self) -> Fake:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def submit(self, task: Task, job: bytes) -> None:
            self.waiting.append((task, job))

        def results(self) -> Iterator[tuple[Task, bytes | Lost]]:
            while self.waiting:
                task, job = self.waiting.pop(0)
                yield task, work(task, job)

    return Fake


def no_scheduler(address: str, limit: int | None) -> object:
    """Refuse a connection."""
    raise ClusterError("Timed out trying to connect")


def missing_package(*_: object) -> object:
    """Be not installed."""
    raise MissingError("fsspec")


def store_of(content: Callable[[str], bytes | None]) -> type:
    """Return a cache whose entries a function returns."""

    class Fake:
        def __init__(self, url: str) -> None:
            self.url = url

        def get(self, key: str) -> bytes | None:
            return content(key)

        def put(self, key: str, data: bytes) -> None:
            pass

    return Fake


def away(*_: object) -> bytes:
    """Be a bucket that does not answer."""
    raise AwayError("OSError: connection refused")

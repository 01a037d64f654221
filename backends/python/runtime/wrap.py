"""Methods with another result: the whole response, or one to read in pieces."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from .engine import MODE, RAW, STREAMING
from .results import (
    AsyncStreamContext,
    AsyncStreamingResponse,
    RawResponse,
    StreamContext,
    StreamingResponse,
)

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")


class Variant(Generic[V]):
    """A property that gives the methods of an object with other results: a new ``kind`` of it."""

    def __init__(self, kind: Callable[[Any], V]) -> None:
        self._kind = kind

    @overload
    def __get__(self, of: None, owner: type[object]) -> Variant[V]: ...

    @overload
    def __get__(self, of: object, owner: type[object]) -> V: ...

    def __get__(self, of: object | None, owner: type[object]) -> Variant[V] | V:
        return self if of is None else self._kind(of)


def raw(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    """Make a method return the whole response."""
    return cast("Callable[P, RawResponse[T]]", _with_mode(method, RAW))


def async_raw(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[RawResponse[T]]]:
    """Make a method return the whole response."""
    return cast("Callable[P, Awaitable[RawResponse[T]]]", _with_mode(method, RAW))


def streaming(method: Callable[P, T]) -> Callable[P, StreamContext[T]]:
    """Make a method open a response in a ``with`` block."""
    ready = cast("Callable[P, StreamingResponse[T]]", _with_mode(method, STREAMING))

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> StreamContext[T]:
        return StreamContext(lambda: ready(*args, **kwargs))

    return call


def async_streaming(method: Callable[P, Awaitable[T]]) -> Callable[P, AsyncStreamContext[T]]:
    """Make a method open a response in an ``async with`` block."""
    ready = cast("Callable[P, Awaitable[AsyncStreamingResponse[T]]]", _with_mode(method, STREAMING))

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> AsyncStreamContext[T]:
        return AsyncStreamContext(lambda: ready(*args, **kwargs))

    return call


def _with_mode(method: Callable[..., Any], mode: str) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        kwargs["options"] = {**(kwargs.get("options") or {}), MODE: mode}
        return method(*args, **kwargs)

    return call

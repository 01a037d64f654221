"""Pages of results: ``next()``, items and pages, for both kinds of client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, cast

from .decode_errors import too_long
from .engine import RAW, STREAMING, AsyncEngine, Engine, mode_of, whole
from .errors import PaginationError
from .kinds import is_array, is_object
from .messages import Headers
from .model import Model
from .operations import Operation
from .options import RequestOptions
from .paging import Arguments, Paging, Trail
from .results import AsyncStreamingResponse, StreamingResponse
from .settings import Call, Settings, prepare
from .steps import Outcome
from .texts import Ready
from .unset import UNSET

T_co = TypeVar("T_co", covariant=True)
I_co = TypeVar("I_co", covariant=True)


class PlainPagedOperation(Operation[T_co]):
    """An operation whose result is a page; ``paging`` tells how to find the next one."""

    __slots__ = ("paging",)

    def __init__(self, name: str, method: str, path: str, *, paging: Paging, **facts: Any) -> None:
        super().__init__(name, method, path, **facts)
        self.paging: Paging = paging

    def page(
        self,
        engine: Engine,
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> PlainPage[T_co]:
        """Make a call for the first page."""
        call = prepare(engine.settings, self, values, body, options or {})
        mode = mode_of(options)
        outcome = engine.send(call, keep=mode == STREAMING)
        read = partial(_read, engine, call, outcome)
        if mode == STREAMING:
            response = StreamingResponse[T_co](outcome, read, call.route.most)
            return cast("PlainPage[T_co]", response)
        if mode == RAW:
            return cast("PlainPage[T_co]", whole(self, outcome, read))
        page: PlainPage[T_co] = read(outcome.content or b"")
        return page

    def pager(
        self,
        engine: AsyncEngine,
        values: tuple[Any, ...] = (),
        body: Any = UNSET,
        options: RequestOptions | None = None,
    ) -> AsyncPlainPager[T_co]:
        """Prepare a call for the first page."""
        first = partial(self._first, engine, values, body, options)
        kind = AsyncPager[T_co, Any] if _has_items(self) else AsyncPlainPager[T_co]
        return kind(first)

    async def _first(
        self,
        engine: AsyncEngine,
        values: tuple[Any, ...],
        body: Any,
        options: RequestOptions | None,
    ) -> Any:
        call = prepare(engine.settings, self, values, body, options or {})
        mode = mode_of(options)
        outcome = await engine.send(call, keep=mode == STREAMING)
        read = partial(_read_async, engine, call, outcome)
        if mode == STREAMING:
            return AsyncStreamingResponse[T_co](outcome, read, call.route.most)
        return whole(self, outcome, read) if mode == RAW else read(outcome.content or b"")


class PagedOperation(PlainPagedOperation[T_co], Generic[T_co, I_co]):
    """An operation whose result is a page of items."""

    __slots__ = ()

    if TYPE_CHECKING:  # the maker of a page knows whether it has items

        def page(
            self,
            engine: Engine,
            values: tuple[Any, ...] = (),
            body: Any = UNSET,
            options: RequestOptions | None = None,
        ) -> Page[T_co, I_co]:
            """Make a call for the first page."""
            raise AssertionError(self)

        def pager(
            self,
            engine: AsyncEngine,
            values: tuple[Any, ...] = (),
            body: Any = UNSET,
            options: RequestOptions | None = None,
        ) -> AsyncPager[T_co, I_co]:
            """Prepare a call for the first page."""
            raise AssertionError(self)


def _has_items(operation: Operation[Any]) -> bool:
    return cast("PlainPagedOperation[Any]", operation).paging.results is not None


def _read(
    engine: Engine, call: Call, outcome: Outcome, content: bytes, cut: int | None = None
) -> Any:
    result, following = _decoded(call, outcome, content, cut)
    kind = Page[Any, Any] if _has_items(call.operation) else PlainPage[Any]
    return kind(result, following, partial(_fetch, engine))


def _fetch(engine: Engine, following: Following) -> Any:
    call = following.call(engine.settings)
    if call is None:
        return None
    outcome = engine.send(call, keep=False)
    return _read(engine, call, outcome, outcome.content or b"")


def _read_async(
    engine: AsyncEngine, call: Call, outcome: Outcome, content: bytes, cut: int | None = None
) -> Any:
    result, following = _decoded(call, outcome, content, cut)
    kind = AsyncPage[Any, Any] if _has_items(call.operation) else AsyncPlainPage[Any]
    return kind(result, following, partial(_fetch_async, engine))


async def _fetch_async(engine: AsyncEngine, following: Following) -> Any:
    call = following.call(engine.settings)
    if call is None:
        return None
    outcome = await engine.send(call, keep=False)
    return _read_async(engine, call, outcome, outcome.content or b"")


def _decoded(
    call: Call, outcome: Outcome, content: bytes, cut: int | None
) -> tuple[Any, Following]:
    """Decode a page, and find the next page from its JSON."""
    status, headers = outcome.response.status, outcome.response.headers
    answers, request = call.operation.answers, call.request
    if cut is not None:
        raise too_long(request, status, headers, "the body", cut, content)
    result, body = answers.read_both(request, status, headers, content, call.inspection)
    return result, Following(call, outcome.request.url, result, body, headers)


class Following:
    """How to get the page after a page, computed when the page arrives.

    An error in computing it is kept until that page is requested.
    """

    __slots__ = ("_call", "_error", "_next", "_paging", "_raw", "_used")

    def __init__(self, call: Call, used: str, result: Any, body: Any, headers: Headers) -> None:
        self._call = call
        self._used = used
        self._error: PaginationError | None = None
        self._next: Arguments | str | None = None
        self._paging: Paging = cast("PlainPagedOperation[Any]", call.operation).paging
        names = {
            (param.place, param.name): index for index, param in enumerate(call.operation.params)
        }
        try:
            self._next = self._paging.advance(
                Arguments(names, call.values, call.body), body, headers
            )
        except PaginationError as error:
            self._error = error
        self._raw: list[Any] = []
        if self._paging.results is not None and self._found(result) is None:
            raw = self._paging.results.find(body, headers)
            self._raw = raw if is_array(raw) else []

    @property
    def exists(self) -> bool:
        """Whether there is a next page to request."""
        return self._next is not None or self._error is not None

    def items(self, result: Any) -> list[Any]:
        """Find the items in a page's decoded result; as JSON if their list fits no type."""
        found = self._found(result)
        return self._raw if found is None else found

    def _found(self, result: Any) -> list[Any] | None:
        results = self._paging.results
        found = None if results is None else results.walk(result, wire_get)
        return found if is_array(found) else None

    def call(self, settings: Settings) -> Call | None:
        """Make the call for the next page; None if there is none.

        Raises:
            PaginationError: the next page would be the same page again.
        """
        if self._error is not None:
            raise self._error
        if self._next is None:
            return None
        before = self._call
        mark: object
        if isinstance(self._next, Arguments):
            mark = self._paging.mark(self._next)
            body = self._next.body
            ready = UNSET if body is UNSET else Ready(body)
            options = before.options.copy()
            # A server that honours the caller's key would repeat the previous page.
            options.pop("idempotency_key", None)
            call = prepare(settings, before.operation, self._next.values, ready, options)
        else:
            call = self._goto(self._next)
            mark = call.route.keyless(call.request.url)
        call.trail = (before.trail or Trail()).step(mark)
        return call

    def _goto(self, target: str) -> Call:
        call = self._call.goto(target, self._used)
        shown = target.partition("?")[0]  # the query may hold a key
        if call is None:
            raise PaginationError(f"the server's next page {shown!r} is not a callable URL")
        route = call.route
        if route.keyless(call.request.url) in map(
            route.keyless, (self._used, self._call.request.url)
        ):
            raise PaginationError(f"the server's next page {shown!r} is this page again")
        return call


class PlainPage(Generic[T_co]):
    """One page whose items the API does not describe: iterate over pages, and read ``result``.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ("_fetch", "_following", "result")

    def __init__(
        self, result: T_co, following: Following, fetch: Callable[[Following], Any]
    ) -> None:
        self.result: T_co = result
        self._following = following
        self._fetch = fetch

    @property
    def has_next(self) -> bool:
        """Whether there may be a next page; it may be empty."""
        return self._following.exists

    def next(self) -> Self | None:
        """Get the next page, or None after the last.

        Raises:
            PaginationError: the server's next page is this one again.
        """
        return cast("Self | None", self._fetch(self._following))

    def pages(self) -> Iterator[Self]:
        """Iterate over this page and all that follow."""
        page: Self | None = self
        while page is not None:
            yield page
            page = page.next()

    def __repr__(self) -> str:
        return f"<Page of {self.result!r}>"


class Page(PlainPage[T_co], Generic[T_co, I_co]):
    """One page of results.

    Iterating gives the items of this page and of all that follow, requested as needed.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ()

    @property
    def items(self) -> list[I_co]:
        """The items of this page alone."""
        return self._following.items(self.result)

    def __iter__(self) -> Iterator[I_co]:
        for page in self.pages():
            yield from page.items


class AsyncPlainPage(Generic[T_co]):
    """One page whose items the API does not describe, for asyncio: iterate over pages.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ("_fetch", "_following", "result")

    def __init__(
        self, result: T_co, following: Following, fetch: Callable[[Following], Awaitable[Any]]
    ) -> None:
        self.result: T_co = result
        self._following = following
        self._fetch = fetch

    @property
    def has_next(self) -> bool:
        """Whether there may be a next page; it may be empty."""
        return self._following.exists

    async def next(self) -> Self | None:
        """Get the next page, or None after the last.

        Raises:
            PaginationError: the server's next page is this one again.
        """
        return cast("Self | None", await self._fetch(self._following))

    async def pages(self) -> AsyncIterator[Self]:
        """Iterate over this page and all that follow."""
        page: Self | None = self
        while page is not None:
            yield page
            page = await page.next()

    def __repr__(self) -> str:
        return f"<AsyncPage of {self.result!r}>"


class AsyncPage(AsyncPlainPage[T_co], Generic[T_co, I_co]):
    """One page of results, for asyncio.

    Iterating gives the items of this page and of all that follow, requested as needed.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ()

    @property
    def items(self) -> list[I_co]:
        """The items of this page alone."""
        return self._following.items(self.result)

    async def __aiter__(self) -> AsyncIterator[I_co]:
        async for page in self.pages():
            for item in page.items:
                yield item


class AsyncPlainPager(Generic[T_co]):
    """A pending call for a page: await it for the page, or iterate over its ``pages()``."""

    __slots__ = ("_first",)

    def __init__(self, first: Callable[[], Awaitable[Any]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, AsyncPlainPage[T_co]]:
        return cast("Generator[Any, None, AsyncPlainPage[T_co]]", self._first().__await__())

    async def pages(self) -> AsyncIterator[AsyncPlainPage[T_co]]:
        """Iterate over the first page and all that follow."""
        async for page in (await self).pages():
            yield page


class AsyncPager(AsyncPlainPager[T_co], Generic[T_co, I_co]):
    """A pending call for a page: await it for the page, or iterate over all items."""

    __slots__ = ()

    if TYPE_CHECKING:  # the awaited page has items

        def __await__(self) -> Generator[Any, None, AsyncPage[T_co, I_co]]: ...

        def pages(self) -> AsyncIterator[AsyncPage[T_co, I_co]]:
            """Iterate over the first page and all that follow."""
            raise AssertionError(self)

    async def __aiter__(self) -> AsyncIterator[I_co]:
        async for page in self.pages():
            for item in page.items:
                yield item


def wire_get(value: Any, name: str) -> Any:
    """Get a property of a decoded object by its name on the wire; UNSET if it is absent."""
    if is_object(value):
        return value.get(name, UNSET)
    return value.__wire__(name) if isinstance(value, Model) else UNSET

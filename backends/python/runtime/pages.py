"""Pages of results: ``next()``, items and pages, for both kinds of client (spec 4.4)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar

from .errors import PaginationError
from .kinds import is_array, is_object
from .messages import Headers
from .model import Model
from .paging import Arguments, Trail
from .settings import Call, Settings, prepare
from .texts import Ready
from .unset import UNSET

T_co = TypeVar("T_co", covariant=True)
I_co = TypeVar("I_co", covariant=True)


class Following:
    """What a page knows about the one after it, found out when the page comes.

    An error in finding it out is kept for the moment when that page is asked for.
    """

    __slots__ = ("_call", "_error", "_next", "_used")

    def __init__(self, call: Call, used: str, body: Any, headers: Headers) -> None:
        self._call = call
        self._used = used
        self._error: PaginationError | None = None
        self._next: Arguments | str | None = None
        paging = call.operation.paging
        assert paging is not None
        names = {
            (param.place, param.name): index for index, param in enumerate(call.operation.params)
        }
        try:
            self._next = paging.advance(Arguments(names, call.values, call.body), body, headers)
        except PaginationError as error:
            self._error = error

    @property
    def exists(self) -> bool:
        """Whether there is more to ask for."""
        return self._next is not None or self._error is not None

    def items(self, result: Any) -> list[Any]:
        """Find the items in a page's decoded result."""
        paging = self._call.operation.paging
        if paging is None or paging.results is None:
            return []
        found = paging.results.walk(result, wire_get)
        return found if is_array(found) else []

    def call(self, settings: Settings) -> Call | None:
        """Make the call of the next page; None where there is none.

        Raises:
            PaginationError: it would be the same page again (D6.6).
        """
        if self._error is not None:
            raise self._error
        if self._next is None:
            return None
        before = self._call
        mark: object
        if isinstance(self._next, Arguments):
            assert before.operation.paging is not None
            mark = before.operation.paging.mark(self._next)
            body = self._next.body
            ready = UNSET if body is UNSET else Ready(body)
            call = prepare(settings, before.operation, self._next.values, ready, before.options)
        else:
            call = self._goto(self._next)
            mark = call.route.keyless(call.request.url)
        call.trail = (before.trail or Trail()).step(mark)
        return call

    def _goto(self, target: str) -> Call:
        call = self._call.goto(target, self._used)
        if call is None:
            raise PaginationError(f"the server's next page {target!r} is no URL to call")
        route = call.route
        if route.keyless(call.request.url) in map(
            route.keyless, (self._used, self._call.request.url)
        ):
            raise PaginationError(f"the server's next page {target!r} is the page it answered")
        return call


class Page(Generic[T_co, I_co]):
    """One page of results.

    Iterating gives the items of this page and of all that follow, which are asked for as needed.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ("_fetch", "_following", "result")

    def __init__(
        self,
        result: T_co,
        following: Following,
        fetch: Callable[[Following], Page[T_co, I_co] | None],
    ) -> None:
        self.result: T_co = result
        self._following = following
        self._fetch = fetch

    @property
    def items(self) -> list[I_co]:
        """The items of this page alone."""
        return self._following.items(self.result)

    @property
    def has_next(self) -> bool:
        """Whether there is more to ask for; the next page may turn out empty."""
        return self._following.exists

    def next(self) -> Page[T_co, I_co] | None:
        """Get the following page, or None when none remains.

        Raises:
            PaginationError: the server's next page is this one again.
        """
        return self._fetch(self._following)

    def pages(self) -> Iterator[Page[T_co, I_co]]:
        """Iterate over this page and all that follow."""
        page: Page[T_co, I_co] | None = self
        while page is not None:
            yield page
            page = page.next()

    def __iter__(self) -> Iterator[I_co]:
        for page in self.pages():
            yield from page.items

    def __repr__(self) -> str:
        return f"<Page of {self.result!r}>"


class AsyncPage(Generic[T_co, I_co]):
    """One page of results, for asyncio.

    Iterating gives the items of this page and of all that follow, which are asked for as needed.

    Attributes:
        result: the decoded body.
    """

    __slots__ = ("_fetch", "_following", "result")

    def __init__(
        self,
        result: T_co,
        following: Following,
        fetch: Callable[[Following], Awaitable[AsyncPage[T_co, I_co] | None]],
    ) -> None:
        self.result: T_co = result
        self._following = following
        self._fetch = fetch

    @property
    def items(self) -> list[I_co]:
        """The items of this page alone."""
        return self._following.items(self.result)

    @property
    def has_next(self) -> bool:
        """Whether there is more to ask for; the next page may turn out empty."""
        return self._following.exists

    async def next(self) -> AsyncPage[T_co, I_co] | None:
        """Get the following page, or None when none remains.

        Raises:
            PaginationError: the server's next page is this one again.
        """
        return await self._fetch(self._following)

    async def pages(self) -> AsyncIterator[AsyncPage[T_co, I_co]]:
        """Iterate over this page and all that follow."""
        page: AsyncPage[T_co, I_co] | None = self
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[I_co]:
        async for page in self.pages():
            for item in page.items:
                yield item

    def __repr__(self) -> str:
        return f"<AsyncPage of {self.result!r}>"


class AsyncPager(Generic[T_co, I_co]):
    """A call for a page that is not made yet: await it for the page, or iterate over all items."""

    __slots__ = ("_first",)

    def __init__(self, first: Callable[[], Awaitable[AsyncPage[T_co, I_co]]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, AsyncPage[T_co, I_co]]:
        return self._first().__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[T_co, I_co]]:
        """Iterate over the first page and all that follow."""
        first = await self._first()
        async for page in first.pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[I_co]:
        async for page in self.pages():
            for item in page.items:
                yield item


def wire_get(value: Any, name: str) -> Any:
    """Get a property of a decoded object by its name on the wire; UNSET where there is none."""
    if is_object(value):
        return value.get(name, UNSET)
    return value.__wire__(name) if isinstance(value, Model) else UNSET

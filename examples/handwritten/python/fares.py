"""The methods of one group, written by hand: the standard for printed code."""

from __future__ import annotations

import builtins
from functools import cache
from typing import TYPE_CHECKING, Final

from train_travel import models
from train_travel._errors import Problem
from train_travel._runtime.client import AsyncGroup, Group
from train_travel._runtime.convert import list_of
from train_travel._runtime.pages import PagedOperation
from train_travel._runtime.paging import At, Empty, InHeader, Missing, Paging
from train_travel._runtime.params import Header, Query
from train_travel._runtime.responses import Answer, Field, Json
from train_travel._runtime.wrap import Variant, async_raw, async_streaming, raw, streaming

if TYPE_CHECKING:
    from train_travel._runtime.options import RequestOptions
    from train_travel._runtime.pages import AsyncPager, Page


@cache
def _list() -> PagedOperation[list[models.Fare], models.Fare]:
    return PagedOperation(
        "listFares",
        "GET",
        "/fares",
        params=(Query("page"), Query("limit")),
        answers=(
            Answer(
                "200",
                Json(list_of(models.Fare)),
                headers=(
                    Field("X-Total-Count", int),
                    Field("X-Page", int),
                    Field("X-Per-Page", int),
                    Field("Link"),
                ),
            ),
            Answer(
                "default",
                Json(models.Problem, "application/problem+json"),
                raises=Problem,
                message="detail",
            ),
        ),
        shared=(Header("X-Currency"),),
        paging=Paging(
            results=At(),
            stops=(Missing(InHeader("Link", rel="next")), Empty()),
            url=InHeader("Link", rel="next"),
        ),
    )


class TripsFaresGroupWithRawResponse:
    def __init__(self, of: TripsFaresGroup) -> None:
        self.list: Final = raw(of.list)


class TripsFaresGroupWithStreamingResponse:
    def __init__(self, of: TripsFaresGroup) -> None:
        self.list: Final = streaming(of.list)


class AsyncTripsFaresGroupWithRawResponse:
    def __init__(self, of: AsyncTripsFaresGroup) -> None:
        self.list: Final = async_raw(of.list)


class AsyncTripsFaresGroupWithStreamingResponse:
    def __init__(self, of: AsyncTripsFaresGroup) -> None:
        self.list: Final = async_streaming(of.list)


class TripsFaresGroup(Group):
    """Methods of ``trips.fares``."""

    with_raw_response: Final = Variant(TripsFaresGroupWithRawResponse)
    """Whole responses."""
    with_streaming_response: Final = Variant(TripsFaresGroupWithStreamingResponse)
    """Streamed responses."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Page[builtins.list[models.Fare], models.Fare]:
        """List the fares of all companies.

        The body is the bare list; where the next page is stands in the `Link` header.

        Args:
            page: Number of the page, from 1. At least 1. Default: 1.
            limit: How many items a page holds. At least 1, at most 100. Default: 10.

        Returns:
            One page of fares.

        Raises:
            Problem: default: Something went wrong.

        Example:

        ```python
        client.trips.fares.list()
        ```
        """
        return _list().page(self._engine, (page, limit), options=options)


class AsyncTripsFaresGroup(AsyncGroup):
    """Methods of ``trips.fares``."""

    with_raw_response: Final = Variant(AsyncTripsFaresGroupWithRawResponse)
    """Whole responses."""
    with_streaming_response: Final = Variant(AsyncTripsFaresGroupWithStreamingResponse)
    """Streamed responses."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncPager[builtins.list[models.Fare], models.Fare]:
        """List the fares of all companies.

        The body is the bare list; where the next page is stands in the `Link` header.

        Args:
            page: Number of the page, from 1. At least 1. Default: 1.
            limit: How many items a page holds. At least 1, at most 100. Default: 10.

        Returns:
            One page of fares.
        """
        return _list().pager(self._engine, (page, limit), options=options)

"""How the next page is found: which arguments change, and when paging ends.

Everything here works on JSON and headers; sending is left to :mod:`.pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import PaginationError
from .kinds import is_array, is_object
from .links import find_link
from .messages import Headers
from .texts import Ready, plain, text_of
from .unset import UNSET

Lookup = Callable[[Any, str], Any]


class At:
    """A place in the body: property names, indexes, and :class:`Each` for all items."""

    __slots__ = ("steps",)

    def __init__(self, *steps: str | int | type[Each]) -> None:
        self.steps: tuple[str | int | type[Each], ...] = steps

    def find(self, body: Any, headers: Headers) -> Any:
        """Get the value; UNSET if there is none."""
        return self.walk(body, _property)

    def walk(self, value: Any, lookup: Lookup) -> Any:
        """Follow the steps, with ``lookup`` for properties; UNSET if they lead nowhere."""
        for index, step in enumerate(self.steps):
            if step is Each:
                rest = At(*self.steps[index + 1 :])
                return _each(rest, value, lookup)
            value = _index(value, step) if isinstance(step, int) else lookup(value, str(step))
            if value is UNSET:
                return UNSET
        return value


class Each:
    """The step to every item of an array."""


class InHeader:
    """A response header; with ``rel`` the target of the link with that relation (RFC 8288)."""

    __slots__ = ("name", "rel")

    def __init__(self, name: str, *, rel: str | None = None) -> None:
        self.name: str = name
        self.rel: str | None = rel

    def find(self, body: Any, headers: Headers) -> Any:
        if self.rel is None:
            return headers.get(self.name, UNSET)
        link = find_link(headers.get_list(self.name), self.rel)
        return UNSET if link is None else link


Source = At | InHeader


class Argument:
    """An argument that paging reads or sets; ``start`` is its value if it is absent."""

    __slots__ = ("name", "place", "start")

    def __init__(self, place: str, name: str, start: int | None = None) -> None:
        self.place: str = place
        self.name: str = name
        self.start: int | None = start


class Arguments:
    """The arguments of one page's request: parameters by place and name, the body as JSON."""

    __slots__ = ("body", "names", "values")

    def __init__(
        self, names: Mapping[tuple[str, str], int], values: tuple[Any, ...], body: Any
    ) -> None:
        self.names: Mapping[tuple[str, str], int] = names
        self.values: tuple[Any, ...] = values
        self.body: Any = body

    def get(self, argument: Argument) -> Any:
        """Get the JSON of an argument, or None if it is absent."""
        if argument.place == "body":
            value = self.body.get(argument.name) if is_object(self.body) else None
        else:
            value = self.values[self.names[argument.place, argument.name]]
        return None if value is UNSET else plain(value)

    def with_value(self, argument: Argument, value: Any) -> Arguments:
        """Copy the arguments with one of them set."""
        if argument.place == "body":
            body = self.body if is_object(self.body) else {}
            return Arguments(self.names, self.values, {**body, argument.name: value})
        values = list(self.values)
        values[self.names[argument.place, argument.name]] = Ready(value)
        return Arguments(self.names, tuple(values), self.body)


class Seen:
    """What a page says about the next one."""

    __slots__ = ("arguments", "body", "headers", "results")

    def __init__(self, arguments: Arguments, body: Any, headers: Headers, results: Any) -> None:
        self.arguments: Arguments = arguments
        self.body: Any = body
        self.headers: Headers = headers
        self.results: Any = results

    @property
    def count(self) -> int:
        """The number of results."""
        return len(self.results) if is_array(self.results) else 0


class Advance:
    """A change of an argument that leads to the next page."""

    __slots__ = ("argument",)

    def __init__(self, argument: Argument) -> None:
        self.argument: Argument = argument

    def next_value(self, seen: Seen) -> Any:
        """Compute the argument's next value."""
        raise AssertionError(self)

    def stays(self, seen: Seen) -> bool:
        """Tell whether the next value is the one just used."""
        return False


class Increment(Advance):
    """Adds one; ``text`` says that the number is sent as a string."""

    __slots__ = ("text",)

    def __init__(self, argument: Argument, *, text: bool = False) -> None:
        super().__init__(argument)
        self.text: bool = text

    def next_value(self, seen: Seen) -> Any:
        number = _number_or(seen.arguments.get(self.argument), self.argument.start) + 1
        return str(number) if self.text else number


class AddCount(Advance):
    """Adds the number of results."""

    __slots__ = ("text",)

    def __init__(self, argument: Argument, *, text: bool = False) -> None:
        super().__init__(argument)
        self.text: bool = text

    def next_value(self, seen: Seen) -> Any:
        number = _number_or(seen.arguments.get(self.argument), self.argument.start) + seen.count
        return str(number) if self.text else number

    def stays(self, seen: Seen) -> bool:
        return seen.count == 0


class SetFrom(Advance):
    """Takes the value at a place of the response."""

    __slots__ = ("source",)

    def __init__(self, argument: Argument, source: Source) -> None:
        super().__init__(argument)
        self.source: Source = source

    def next_value(self, seen: Seen) -> Any:
        """Compute the argument's next value.

        Raises:
            PaginationError: the next value is the one just used.
        """
        value = self.source.find(seen.body, seen.headers)
        used = seen.arguments.get(self.argument)
        if used is not None and text_of(used) == text_of(value):
            raise PaginationError(f"the server's next page {value!r} is this page again")
        return value


class Stop:
    """A rule that ends the pages."""

    __slots__ = ()

    def holds(self, seen: Seen) -> bool:
        """Tell whether there is no next page."""
        raise AssertionError(self)


class Missing(Stop):
    """Stops if a place has no next value: it is absent, null, or a blank string.

    An array or object is not a value either, unless ``nested`` says that the argument takes one
    and it is not empty.
    """

    __slots__ = ("nested", "source")

    def __init__(self, source: Source, *, nested: bool = False) -> None:
        self.source: Source = source
        self.nested: bool = nested

    def holds(self, seen: Seen) -> bool:
        value = self.source.find(seen.body, seen.headers)
        if isinstance(value, str):
            return not value.strip()
        if is_array(value) or is_object(value):
            return not (self.nested and value)
        return value is UNSET or value is None


class Empty(Stop):
    """Stops if the results are not an array, or an empty one."""

    __slots__ = ()

    def holds(self, seen: Seen) -> bool:
        return seen.count == 0


class Short(Stop):
    """Stops if there are fewer results than the requested limit."""

    __slots__ = ("limit",)

    def __init__(self, limit: Argument) -> None:
        self.limit: Argument = limit

    def holds(self, seen: Seen) -> bool:
        limit = _number(seen.arguments.get(self.limit))
        return limit is not None and seen.count < limit


class Past(Stop):
    """Stops if the next page's number exceeds the number of pages, or that number is unknown."""

    __slots__ = ("page", "source")

    def __init__(self, page: Argument, source: Source) -> None:
        self.page: Argument = page
        self.source: Source = source

    def holds(self, seen: Seen) -> bool:
        value = self.source.find(seen.body, seen.headers)
        if isinstance(value, str) and not isinstance(self.source, InHeader):
            return True
        pages = _number(value)
        page = _number_or(seen.arguments.get(self.page), self.page.start)
        return pages is None or page + 1 > pages


class NoMore(Stop):
    """Stops unless the server says that there are more."""

    __slots__ = ("source",)

    def __init__(self, source: Source) -> None:
        self.source: Source = source

    def holds(self, seen: Seen) -> bool:
        value = self.source.find(seen.body, seen.headers)
        if isinstance(value, str) and isinstance(self.source, InHeader):
            return value.strip().lower() != "true"
        return value is not True


class Trail:
    """Detects circles of pages: keeps one earlier page, replaced at doubling distances (Brent).

    A circle is detected after three rounds at the latest, in constant space.
    """

    __slots__ = ("_length", "_mark", "_span")

    def __init__(self, mark: object = None, length: int = 1, span: int = 1) -> None:
        self._mark = mark
        self._length = length
        self._span = span

    def step(self, mark: object) -> Trail:
        """Go on to the page that ``mark`` stands for.

        Raises:
            PaginationError: that page was requested before.
        """
        if mark == self._mark:
            raise PaginationError(
                "the server's next page was requested before: its pages form a loop"
            )
        if self._length == self._span:
            return Trail(mark, 1, 2 * self._span)
        return Trail(self._mark, self._length + 1, self._span)


class Paging:
    """How an operation is paged: all changes apply together, unless one of the stops holds.

    ``url`` is the place of the next page's whole URL, ``results`` that of the items.
    """

    __slots__ = ("advances", "results", "stops", "url")

    def __init__(
        self,
        *,
        results: At | None = None,
        advances: tuple[Advance, ...] = (),
        stops: tuple[Stop, ...] = (),
        url: Source | None = None,
    ) -> None:
        self.results: At | None = results
        self.advances: tuple[Advance, ...] = advances
        self.stops: tuple[Stop, ...] = stops
        self.url: Source | None = url

    def advance(self, arguments: Arguments, body: Any, headers: Headers) -> Arguments | str | None:
        """Find the next request: new arguments, a URL, or nothing.

        Raises:
            PaginationError: the next request is the one just made.
        """
        results = UNSET if self.results is None else self.results.find(body, headers)
        seen = Seen(arguments, body, headers, results)
        if any(stop.holds(seen) for stop in self.stops):
            return None
        if self.url is not None:
            url = self.url.find(body, headers)
            return url.strip() if isinstance(url, str) and url.strip() else None
        if all(step.stays(seen) for step in self.advances):
            raise PaginationError("the next page would be this one again, which has no items")
        for step in self.advances:
            arguments = arguments.with_value(step.argument, step.next_value(seen))
        return arguments

    def mark(self, arguments: Arguments) -> tuple[str, ...]:
        """Return a key that identifies a page's request among those of all pages."""
        return tuple(text_of(arguments.get(step.argument)) for step in self.advances)


def _property(value: Any, name: str) -> Any:
    return value.get(name, UNSET) if is_object(value) else UNSET


def _index(value: Any, index: int) -> Any:
    if not is_array(value) or not -len(value) <= index < len(value):
        return UNSET
    return value[index]


def _each(rest: At, value: Any, lookup: Lookup) -> Any:
    if not is_array(value):
        return UNSET
    found = [item for item in (rest.walk(item, lookup) for item in value) if item is not UNSET]
    return [inner for item in found for inner in item] if Each in rest.steps else found


def _number(value: Any) -> int | None:
    """Read an integer; None if the value is not one (a boolean is not)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if value == value and abs(value) != float("inf") else None
    try:
        return int(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _number_or(value: Any, start: int | None) -> int:
    number = _number(value)
    return (start or 0) if number is None else number

"""Parameters: where an argument goes and how it is written there.

Each class is one place. ``encode`` converts the argument to JSON if it is not JSON already;
``json`` means that the parameter is described by a media type, so that its value is JSON text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from . import styles
from .convert import Codec, Named, writer
from .errors import InvalidArgumentError
from .texts import IN_COOKIE, IN_PATH, IN_QUERY, Ready, json_text, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from .exchange import Grant
    from .security import Scheme

_NO_HEADER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
"""Control characters and lone surrogates, which UTF-8 cannot encode."""

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Target:
    """The parts of a request that parameters fill; credential functions run when it is sent."""

    __slots__ = ("asked", "cookies", "grant", "headers", "path", "query")

    def __init__(self) -> None:
        self.path: dict[str, str] = {}
        self.query: list[str] = []
        self.headers: list[tuple[str, str]] = []
        self.cookies: list[str] = []
        self.grant: Grant | None = None
        self.asked: list[tuple[Scheme, str, Callable[[], Any]]] = []

    def ask(self, grant: Grant) -> None:
        """Register a function that gives a credential."""
        grant.then, self.grant = self.grant, grant


class Param:
    """What all places share.

    ``arg`` is the argument's name in the method, for messages. ``nullable`` means that None is a
    value to send; otherwise None means absent. ``fixed`` is always sent.
    """

    __slots__ = (
        "arg",
        "encode",
        "explode",
        "fixed",
        "json",
        "name",
        "nullable",
        "required",
        "style",
    )

    place = ""
    default_style = "simple"
    always_required = False

    def __init__(
        self,
        name: str,
        arg: str | None = None,
        *,
        required: bool = False,
        nullable: bool = False,
        style: str | None = None,
        explode: bool = False,
        json: bool = False,
        encode: Named = plain,
        fixed: Any = None,
    ) -> None:
        self.name: str = name
        self.arg = arg or name
        self.required = required or self.always_required
        self.nullable: bool = nullable
        self.style = style or self.default_style
        self.explode: bool = explode
        self.json: bool = json
        self.encode: Codec = writer(encode)
        self.fixed: Any = fixed

    def put(self, value: Any, target: Target) -> None:
        """Put an argument's value into a request.

        Raises:
            InvalidArgumentError: the value is not of the declared type, or cannot be written.
        """
        try:
            made = value.json if isinstance(value, Ready) else self.encode(value)
            self.write(json_text(made) if self.json else made, target)
        except InvalidArgumentError:
            raise
        except (TypeError, ValueError, AttributeError, RecursionError) as error:
            raise InvalidArgumentError(
                f"the argument {self.arg!r} cannot be sent: {error}"
            ) from error

    def write(self, value: Any, target: Target) -> None:
        """Write an argument that is JSON."""
        raise AssertionError(self)


class Path(Param):
    """A part of the path; with ``allow_reserved`` it may be several segments."""

    __slots__ = ("escape",)

    place = "path"
    always_required = True

    def __init__(
        self, name: str, arg: str | None = None, *, allow_reserved: bool = False, **more: Any
    ) -> None:
        super().__init__(name, arg, **more)
        self.escape = styles.escaper(allow_reserved, IN_PATH)

    def write(self, value: Any, target: Target) -> None:
        if self.style == "label":
            text = styles.label(value, self.explode, self.escape)
        elif self.style == "matrix":
            text = styles.matrix(self.name, value, self.explode, self.escape)
        else:
            text = styles.simple(value, self.explode, self.escape)
        if not text:
            raise InvalidArgumentError(
                f"the argument {self.arg!r} is empty: it is part of the path"
            )
        target.path[self.name] = text


class Query(Param):
    """A query parameter."""

    __slots__ = ("escape",)

    place = "query"
    default_style = "form"

    def __init__(
        self,
        name: str,
        arg: str | None = None,
        *,
        explode: bool = True,
        allow_reserved: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(name, arg, explode=explode, **more)
        self.escape = styles.escaper(allow_reserved, IN_QUERY)

    def write(self, value: Any, target: Target) -> None:
        written = styles.pairs(self.name, value, self.style, self.explode, self.escape)
        target.query += [f"{key}={text}" for key, text in written]


class Header(Param):
    """A request header."""

    __slots__ = ()

    place = "header"

    def write(self, value: Any, target: Target) -> None:
        text = styles.header(value, self.explode)
        target.headers.append((self.name, header_text(text, self.arg)))


class Cookie(Param):
    """A cookie."""

    __slots__ = ("escape",)

    place = "cookie"
    default_style = "form"

    def __init__(
        self, name: str, arg: str | None = None, *, allow_reserved: bool = False, **more: Any
    ) -> None:
        super().__init__(name, arg, **more)
        self.escape = styles.escaper(allow_reserved, IN_COOKIE)

    def write(self, value: Any, target: Target) -> None:
        written = styles.pairs(self.name, value, self.style, self.explode, self.escape)
        target.cookies += [f"{key}={text}" for key, text in written]


def header_text(text: Any, name: str) -> str:
    """Convert text to a header's value: spaces around it are removed, and it is sent as UTF-8.

    Raises:
        InvalidArgumentError: it is not text, or holds a control character, such as a line break.
    """
    if not isinstance(text, str):
        raise InvalidArgumentError(
            f"the argument {name!r} must be a str, not {type(text).__name__}"
        )
    if not text.isprintable() and _NO_HEADER.search(text):
        raise InvalidArgumentError(
            f"the argument {name!r} holds a control character, which a header cannot"
        )
    return text.strip(" \t")


def header_name(name: str) -> str:
    """Refuse an invalid header name."""
    if not _HEADER_NAME.fullmatch(name):
        raise InvalidArgumentError(f"the argument {name!r} is not a valid header name")
    return name

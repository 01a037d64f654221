"""Exchanges: the arguments of each call in the tests of a printed SDK, the request expected, and the response.

An exchange is made when a backend asks for it (``plan.shown.exchange``); a mock server in the language checks the
request and responds, and the test compares what the method returns with ``value``.
"""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.node import Json, frozen
from compiler.ir.types import Type
from compiler.plan.examples import ExampleCall


class Yields(StrEnum):
    """What a method returns of the response, and how a test checks it."""

    NOTHING = "nothing"
    JSON = "json"
    TEXT = "text"
    BYTES = "bytes"
    PAGE = "page"
    """A page; the JSON value is its ``result``."""
    STREAM = "stream"
    """A stream of one value: JSON, or text where ``type`` is a string."""


@frozen
class Expected:
    """The request expected: only the names of what the call passes are checked, not the values.

    ``path`` is the document's path template, in which ``{+name}`` may be several segments (RFC 6570). ``fields``: the
    names of JSON properties, form fields or parts; ``media_type``: of the body if it is one of these, "" if the body
    is not checked.
    """

    method: str
    path: str
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    media_type: str = ""
    fields: tuple[str, ...] = ()


@frozen
class Answered:
    """The response: a ``body``, as it is sent, in a media type; or a ``location`` that redirects to the body."""

    status: int
    media_type: str = ""
    body: str = ""
    location: bool = False


@frozen
class Exchange:
    """One call of a method in a test.

    ``name`` is unique in an SDK: ``GET /trips/{tripId}``. ``type`` is that of ``value``, which is the response body
    as a JSON value, or as text. ``skipped`` says why the method is not called, "" if it is called.
    """

    name: str
    call: ExampleCall
    expected: Expected
    answered: Answered
    yields: Yields
    type: Type | None = None
    value: Json = None
    skipped: str = ""

    def record(self) -> dict[str, Json]:
        """Return the JSON object that the mocks of every language read, without empty members."""
        sent, back = self.expected, self.answered
        found: dict[str, Json] = {
            "method": sent.method, "path": sent.path, "query": list(sent.query), "headers": list(sent.headers),
            "media_type": sent.media_type, "fields": list(sent.fields), "status": back.status,
            "answer_type": back.media_type, "answer": back.body, "location": back.location or "",
        }  # fmt: skip
        return {key: value for key, value in found.items() if value not in ("", [])}

"""Exchanges: what the tests of a printed SDK call each method with, what has to arrive, and what is answered.

They are made for a method when a backend asks for them (``plan.shown.exchange``); a mock in the language checks the
request and answers, and the test compares what the method returns with ``value``.
"""

from __future__ import annotations

from enum import StrEnum

from compiler.ir.examples import ExampleCall
from compiler.ir.node import Json, frozen
from compiler.ir.types import Type


class Yields(StrEnum):
    """What a method gives of the answer, and how a test looks at it."""

    NOTHING = "nothing"
    JSON = "json"
    TEXT = "text"
    BYTES = "bytes"
    PAGE = "page"
    """A page; its result is the JSON value."""
    STREAM = "stream"
    """A stream of one value: JSON, or text where ``type`` is a string."""


@frozen
class Expected:
    """What has to arrive: names alone are checked, of what the call gives.

    ``path`` is the template of the document. ``fields``: of an object of JSON, of a form, or the names of parts;
    ``media_type``: of the body where it is one of these, "" where nothing is looked at.
    """

    method: str
    path: str
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    media_type: str = ""
    fields: tuple[str, ...] = ()


@frozen
class Answered:
    """What is answered: a ``body``, as it is sent, in a media type; ``location`` leads to where that is instead."""

    status: int
    media_type: str = ""
    body: str = ""
    location: bool = False


@frozen
class Exchange:
    """One call of a method in a test.

    ``name`` tells exchanges of one SDK apart: ``GET /trips/{tripId}``. ``type`` is that of ``value``, which is what is
    answered as a value of JSON, or as text. ``skipped`` says why the method is not called, "" where it is.
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
        """Return what mocks of every language read; what is empty is left out."""
        sent, back = self.expected, self.answered
        found: dict[str, Json] = {
            "method": sent.method, "path": sent.path, "query": list(sent.query), "headers": list(sent.headers),
            "media_type": sent.media_type, "fields": list(sent.fields), "status": back.status,
            "answer_type": back.media_type, "answer": back.body, "location": back.location or "",
        }  # fmt: skip
        return {key: value for key, value in found.items() if value not in ("", [])}

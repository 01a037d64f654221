"""What a caller can say for one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from .retries import RetryPolicy


class RequestOptions(TypedDict, total=False):
    """Settings of one call; each stands in front of the client's own.

    Keys:
        body: the whole body, a model or a dictionary, in place of the arguments it is made of.
        timeout: seconds for each attempt, None for as long as it takes.
        retries: how often to try again, or a whole policy.
        headers: headers to add; a value of None takes one away.
        extra_query: what to add to the query beside what the document has; a list is several.
        extra_body: properties to add to a body that is an object, beside what the document has.
        idempotency_key: the key to send instead of a new one; sent where the API has keys.
        server: the base URL to call.
        redirects: "manual" follows none: a redirect is the result, whose headers
            ``with_raw_response`` shows.
        last_event_id: the id of the last event of a stream that broke off, to go on after it.
        reconnect: how many times in a row a stream of events that is lost may be taken up again
            after its last event; 0 without this key.
        validate: check the arguments against their schemas before anything is sent.
    """

    body: Any
    timeout: float | None
    retries: int | RetryPolicy
    headers: Mapping[str, str | None]
    extra_query: Mapping[str, Any]
    extra_body: Mapping[str, Any]
    idempotency_key: str
    server: str
    redirects: Literal["follow", "manual"]
    last_event_id: str
    reconnect: int
    validate: bool

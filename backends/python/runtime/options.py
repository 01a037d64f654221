"""Options of one call."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Literal, TypedDict

from .retries import RetryPolicy


class RequestOptions(TypedDict, total=False):
    """Settings of one call; each takes precedence over the client's own.

    Keys:
        body: the whole body, a model or a dictionary, in place of the arguments it is made of.
        timeout: seconds for each attempt, None for no limit.
        retries: how often to retry, or a whole policy.
        headers: headers to add; a value of None removes one.
        extra_query: undocumented query parameters to add; a list adds several of one name.
        extra_body: undocumented properties to add to a body that is an object.
        idempotency_key: the key to send instead of a new one, if the API takes keys.
        server: the base URL to call.
        redirects: "manual" follows none: a redirect is the result; ``with_raw_response`` shows
            its headers.
        last_event_id: the id of the last event of an interrupted stream, to resume after it.
        reconnect: how many times in a row a stream of events that is interrupted may be resumed
            after its last event; 0 by default.
        timezone: the zone of times that are given without one.
        validate: check the arguments against their schemas before anything is sent.
        validate_responses: check what answers hold against their schemas: a violation is a
            DecodeError, or with "report" the hook ``on_invalid_response`` is told of it.
        max_response_bytes: the size, decompressed, beyond which a body that is read whole, or one
            value of a stream, is refused; None for no bound.
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
    timezone: tzinfo
    validate: bool
    validate_responses: bool | Literal["report"]
    max_response_bytes: int | None

"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime

from .messages import Headers

_FOREVER = 10.0**9


UNSAFE = frozenset({"POST", "PATCH"})
"""Methods that may do their work twice where they are sent twice."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How requests are repeated.

    Attributes:
        retries: how often at most; 0 for never.
        budget: seconds that all attempts and pauses may take together.
        initial: seconds of the first pause.
        maximum: seconds of the longest pause.
        exponent: by what each pause is longer than the one before.
        statuses: statuses that are repeated: ``"503"``, or ``"5XX"`` for a hundred of them.
        connection_errors: whether failures of the connection and timeouts are repeated.
        unsafe: whether a POST or PATCH is repeated even if its work may then be done twice; else
            that needs an idempotency key, a 429, or a connection that there never was.
    """

    retries: int = 2
    budget: float = 60.0
    initial: float = 0.5
    maximum: float = 8.0
    exponent: float = 2.0
    statuses: tuple[str, ...] = ("429", "500", "502", "503", "504")
    connection_errors: bool = True
    unsafe: bool = False

    def covers(self, status: int) -> bool:
        """Tell whether a response of this status is repeated."""
        return str(status) in self.statuses or f"{status // 100}XX" in self.statuses

    def pause(self, attempt: int) -> float:
        """Compute the seconds to wait after an attempt (from 0), up to a quarter less at random."""
        longest = min(self.initial * self.exponent**attempt, self.maximum)
        return longest * (1 - 0.25 * random.random())


def retry_after(headers: Headers) -> float | None:
    """Read Retry-After, in seconds or as a date, and the ``retry-after-ms`` that some servers send.

    Returns:
        Seconds from now, never negative; None where the header is absent or unreadable.
    """
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    texts = headers.get_list("retry-after")
    if not texts:
        return None
    seconds = _number(texts[0])  # a proxy may have added another
    return _until(texts[0]) if seconds is None else seconds


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return min(number, _FOREVER) if number >= 0 else None


def _until(text: str) -> float | None:
    from email.utils import parsedate_to_datetime  # it takes longer to import than all of this

    try:
        moment = parsedate_to_datetime(text)
    except (OverflowError, ValueError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())

"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import UTC, datetime

from .messages import Headers

_FOREVER = 10.0**9


UNSAFE = frozenset({"POST", "PATCH"})
"""Methods that are not idempotent."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How requests are retried.

    Attributes:
        retries: the maximum number of retries; 0 for none.
        budget: seconds that all attempts and pauses may take together.
        initial: seconds of the first pause.
        maximum: seconds of the longest pause.
        exponent: the factor between a pause and the next.
        statuses: statuses that are retried: ``"503"``, or ``"5XX"`` for a range.
        connection_errors: whether connection errors and timeouts are retried.
        unsafe: whether a POST or PATCH is retried even if it may then be processed twice; else a
            retry needs an idempotency key, a 429, or a failure to connect.
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
        """Tell whether a response of this status is retried."""
        return str(status) in self.statuses or f"{status // 100}XX" in self.statuses

    def pause(self, attempt: int) -> float:
        """Compute the seconds to wait after an attempt (from 0), randomly up to a quarter less."""
        longest = min(self.initial * self.exponent**attempt, self.maximum)
        return longest * (1 - 0.25 * random.random())


def retry_after(headers: Headers) -> float | None:
    """Read Retry-After, in digits or as a date, and the ``retry-after-ms`` that some servers send.

    Returns:
        Seconds from now, never negative; None if the header is absent or unreadable.
    """
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    texts = headers.get_list("retry-after")
    if not texts:
        return None
    seconds = _number(texts[0])  # a proxy may have added a second one
    return _until(texts[0]) if seconds is None else seconds


def _number(text: str | None) -> float | None:
    if text is None or not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        return None
    return min(float(text), _FOREVER)


def _until(text: str) -> float | None:
    from email.utils import parsedate_to_datetime  # slow to import

    if not re.search(":[0-9][0-9] GMT$", text):  # not a date of HTTP
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (OverflowError, ValueError):
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())

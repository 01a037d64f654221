"""Receiving webhooks and callbacks: verify, read, call a handler, answer."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, TypeVar

from .callbacks import pointed
from .convert import is_mapping
from .errors import ConfigurationError, SDKError
from .jsonio import loads
from .signatures import Secret, Signature, SignatureError, StandardWebhooks
from .webhook_events import Event, PayloadError, WebhookResponse, in_utf8

HeaderInput = Mapping[str, str] | Iterable[tuple[str, str]]
"""Headers as web frameworks give them; names in any case."""

Handler = Callable[[Any], Any]
OtherHandler = TypeVar("OtherHandler", bound=Callable[[str | None, Any], Any])

_log = logging.getLogger(__name__)
_received: ContextVar[Mapping[str, str]] = ContextVar("_received")


class UnknownEventError(SDKError, LookupError):
    """A webhook whose name the API does not declare."""


def event_headers() -> Mapping[str, str]:
    """Return the headers of the event that a handler is handling; names are in lower case.

    Raises:
        LookupError: no event is being handled.
    """
    return _received.get()


class Receiver:
    """Receives events: verifies, reads, calls handlers, answers.

    Args:
        secrets: one secret or several, any of which a signature may use; none if the API declares
            no signature.
        max_body_bytes: larger bodies are refused.
        seen: tells whether the event with an id was handled before; it is then only answered.
        event_id: finds the id of an event; by default the header ``webhook-id``, else the property
            that the API declares, a string or an integer that is not empty.
        event_name: finds the name of an event whose URL does not tell it, from the decoded JSON
            (None if the body is not JSON), which is not verified yet, and the headers; by default
            from the property of payloads that tells webhooks apart.
        verify: False accepts webhooks without verification, for tests.
    """

    _events: ClassVar[Mapping[str, Event]]
    """The declared events, by name."""
    _signature: ClassVar[Signature | StandardWebhooks | None] = None
    """How signatures are verified; None if the API declares none."""
    _tag: ClassVar[str | None] = None
    """The property of payloads that tells webhooks apart; None if there is none."""
    _id_at: ClassVar[Sequence[str]] = ()
    """The place of an event's id in its payload; empty if the API declares none."""

    def __init__(
        self,
        *,
        secrets: Secret | Sequence[Secret] = (),
        max_body_bytes: int = 33_554_432,
        seen: Callable[[str], bool] | None = None,
        event_id: Callable[[Any, Mapping[str, str]], str | None] | None = None,
        event_name: Callable[[Any, Mapping[str, str]], str | None] | None = None,
        verify: bool = True,
    ) -> None:
        self._verify = verify and self._signature is not None
        self._secrets = [secrets] if isinstance(secrets, (str, bytes)) else list(secrets)
        if self._verify and not (self._secrets and all(self._secrets)):  # anyone can sign with ""
            raise ConfigurationError("webhooks are signed: give secrets, or verify=False in tests")
        if self._signature is None and self._secrets:
            raise ConfigurationError("the API declares no signature: secrets would verify nothing")
        self._max_body_bytes = max_body_bytes
        self._seen = seen
        self._event_id = event_id
        self._event_name = event_name
        self._shorts: dict[str, Event] = {
            event.short: event for event in self._events.values() if event.short
        }
        self._handlers: dict[str, Handler] = {}
        self._other: Callable[[str | None, Any], Any] | None = None

    def otherwise(self, handler: OtherHandler) -> OtherHandler:
        """Handle events that have no other handler, by their name and payload.

        An undeclared webhook has the name None, and bytes as its payload. Without such a handler,
        the response to it is 404, and to a declared webhook its failure status.
        """
        self._other = handler
        return handler

    def read_event(self, name: str | None, headers: HeaderInput, body: bytes) -> Any:
        """Verify and read an event; with None, its name is found in the request.

        Raises:
            UnknownEventError: there is no such event; names are case-sensitive.
            SignatureError: its signature is not valid.
            PayloadError: its payload is missing, too large or cannot be read.
        """
        given = _lowered(headers)
        return self._read(self._find(name, given, body), given, body)

    def handle(
        self, name: str | None, headers: HeaderInput, body: bytes, method: str | None = None
    ) -> WebhookResponse:
        """Receive an event: the response is the handler's, or a failure's. Never raises.

        ``name`` is None if it is found in the request; ``method`` is the request's: if it is not
        the event's, the response is 405.
        """
        given = _lowered(headers)
        event = self._found(name, given, body, method)
        if isinstance(event, WebhookResponse):
            return event
        try:
            payload = self._pending(event, given, body)
            if payload is _HANDLED:
                return WebhookResponse(event.success, {}, b"")
            with _headers(given):
                returned = self._dispatch(event, payload)
            if inspect.isawaitable(returned):
                _close(returned)
                raise TypeError(f"the handler of {event.name} is asynchronous: use handle_async()")
            return event.answer(returned)
        except Exception as error:  # every error gets a response
            return _failed(event, error)

    async def handle_async(
        self, name: str | None, headers: HeaderInput, body: bytes, method: str | None = None
    ) -> WebhookResponse:
        """Receive an event, as :meth:`handle`; handlers may be coroutine functions."""
        given = _lowered(headers)
        event = self._found(name, given, body, method)
        if isinstance(event, WebhookResponse):
            return event
        try:
            payload = self._pending(event, given, body)
            if payload is _HANDLED:
                return WebhookResponse(event.success, {}, b"")
            with _headers(given):
                returned = self._dispatch(event, payload)
                if inspect.isawaitable(returned):
                    returned = await returned
            return event.answer(returned)
        except Exception as error:  # every error gets a response
            return _failed(event, error)

    @property
    def event_names(self) -> Collection[str]:
        """The names of events."""
        return self._events.keys()

    def receives(self, name: str) -> bool:
        """Tell whether there is an event of that name, which may be a short one."""
        return name in self._events or name in self._shorts

    @property
    def max_body_bytes(self) -> int:
        """The maximum size of a body."""
        return self._max_body_bytes

    def asgi(
        self, routes: Mapping[str, str | None] | None = None
    ) -> Callable[..., Awaitable[None]]:
        """Make an ASGI application.

        Args:
            routes: event names by path, None if the request tells the event; by default the last
                segment of the path, if it is an event's name.
        """
        from .webhook_apps import asgi_app

        return asgi_app(self, routes)

    def wsgi(
        self, routes: Mapping[str, str | None] | None = None
    ) -> Callable[..., Iterable[bytes]]:
        """Make a WSGI application; ``routes`` as for :meth:`asgi`."""
        from .webhook_apps import wsgi_app

        return wsgi_app(self, routes)

    def _register(self, name: str, handler: Handler) -> None:
        self._handlers[name] = handler

    def _found(
        self, name: str | None, headers: Mapping[str, str], body: bytes, method: str | None
    ) -> Event | WebhookResponse:
        """Find the event, or the response that there is no such event."""
        try:
            event = self._find(name, headers, body)
        except UnknownEventError:
            if name is not None or self._other is None:
                return WebhookResponse(404, {}, b"")
            event = Event("")
        except Exception as error:  # errors of event_name, too
            return _failed(Event("of no name"), error)
        if method not in (None, event.method):
            return WebhookResponse(405, {"allow": event.method}, b"")
        return event

    def _find(self, name: str | None, headers: Mapping[str, str], body: bytes) -> Event:
        if name is None:
            name = self._told(headers, body)
            if name is None:
                raise UnknownEventError("the request does not name its event")
        event = self._events.get(name) or self._shorts.get(name)
        if event is None:
            known = ", ".join(map(repr, self.event_names))
            raise UnknownEventError(f"there is no webhook {name!r}; there are {known}")
        return event

    def _told(self, headers: Mapping[str, str], body: bytes) -> str | None:
        """Find the name of an event in the request."""
        if self._tag is None and self._event_name is None:
            return None
        self._measure(body)
        payload = None
        try:
            payload = loads(in_utf8(body, headers.get("content-type", "")))
        except (ValueError, RecursionError) as error:
            if body and self._event_name is None:
                raise PayloadError(f"the payload is not application/json: {error}") from error
        if self._event_name is not None:
            return self._event_name(payload, headers)
        tag = payload.get(self._tag) if is_mapping(payload) else None
        return next((event.name for event in self._events.values() if tag in event.tags), None)

    def _measure(self, body: bytes) -> None:
        if len(body) > self._max_body_bytes:
            error = PayloadError(f"the payload is larger than {self._max_body_bytes} bytes")
            error.too_large = True
            raise error

    def _read(self, event: Event, headers: Mapping[str, str], body: bytes) -> Any:
        self._measure(body)
        if self._verify and self._signature is not None and event.signed:
            self._signature.verify(headers, body, self._secrets)
        return event.read(headers, body)

    def _pending(self, event: Event, headers: Mapping[str, str], body: bytes) -> Any:
        payload = self._read(event, headers, body)
        if self._seen is not None:
            given = self._event_id
            found = given(payload, headers) if given else self._id(body, headers)
            if found and self._seen(found):
                return _HANDLED
        return payload

    def _id(self, body: bytes, headers: Mapping[str, str]) -> str | None:
        """Find the id of an event; in the payload by names on the wire, not field names."""
        found = headers.get("webhook-id", "").strip()
        if found or not self._id_at:
            return found or None
        try:
            payload = loads(in_utf8(body, headers.get("content-type", "")))
        except (ValueError, RecursionError):
            return None
        return _id_text(pointed(payload, self._id_at)) or None

    def _dispatch(self, event: Event, payload: Any) -> Any:
        handler = self._handlers.get(event.name)
        if handler is not None:
            return handler(payload)
        if self._other is None:
            raise LookupError(f"no handler for {event.name}")
        return self._other(event.name or None, payload)


_HANDLED = object()


@contextmanager
def _headers(given: Mapping[str, str]) -> Generator[None, None, None]:
    """Show a handler the headers of its event."""
    before = _received.set(given)
    try:
        yield
    finally:
        _received.reset(before)


def _failed(event: Event, error: Exception) -> WebhookResponse:
    expected = isinstance(error, SDKError)
    _log.warning("webhook %s failed: %s", event.name, error, exc_info=None if expected else error)
    if isinstance(error, SignatureError):  # the sender's fault
        return WebhookResponse(401, {}, b"")
    large = isinstance(error, PayloadError) and error.too_large
    return WebhookResponse(413 if large else event.failure, {}, b"")


def _close(returned: Any) -> None:
    close = getattr(returned, "close", None)
    if close is not None:
        close()


def _lowered(headers: HeaderInput) -> dict[str, str]:
    pairs: Any = headers.items() if is_mapping(headers) else headers
    return {name.lower(): value for name, value in pairs}


def _id_text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        value = int(value)  # 5.0 is an integer
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""

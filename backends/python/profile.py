"""Naming rules of Python: cases, reserved words, and the names that printed code and the runtime need (D10.5)."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import replace

from backends.keys import PYTHON_VERSION
from backends.python.names import MODEL_MEMBERS, PYDANTIC_MEMBERS, PYDANTIC_NAMES, TYPES
from compiler.base.naming import Case, Profile, word_set
from compiler.ir.node import Json

_SURFACE = word_set(
    """
    APIConnectionError APIError APITimeoutError AddCount Answer Api ApiKey Argument AsyncBasicCredential AsyncClient
    AsyncCredential AsyncGroup AsyncPage AsyncPager AsyncPlainPage AsyncPlainPager AsyncStream AsyncTransport At
    AuthenticationError BadRequestError Basic BasicCredential Bearer Bytes BytesBody CallbackURLError Client
    ClientCredentials ConfigurationError ConflictError Cookie Credential DecodeError Deprecated Empty Events Exchange
    Field Fields File Final Flow FormBody GoneError Group Header Headers Hooks HttpxAsyncClient HttpxClient InHeader
    Increment InvalidArgumentError InvalidRequest InvalidResponse Json JsonBody JsonLines Missing MissingArgumentError
    MissingBodyError MissingCredentialsError MultipartBody NoMore NotFoundError NotModified OAuth2 Operation
    OwnTransport Page PagedOperation PaginationError Paging Part PasswordCredentials Past Path PayloadError
    PermissionDeniedError PlainPage PlainPagedOperation Query RateLimitError RawResponse Reply Request RequestOptions
    RetryPolicy SDKError Self Server ServerError SetFrom Settings Short SignatureError Stream StreamOperation Text
    TextBody TokenError Transport UnknownEventError UnprocessableEntityError Variant Violation WebhookPayload
    WebhookReceiver WebhookResponse
    """
)
"""Names that the package exports or a file of methods imports: a client of such a name would hide them."""

_ANNOTATIONS = word_set(
    """
    bool bytes cached_property date datetime dict float int object property str
    """
)
"""Names that annotations and decorators use: a method or a group of such a name would stand in their way. (``list`` is
printed around.)"""

_DEVICES = word_set(
    """
    aux con nul prn
    """
)
"""Names that no file may have on Windows."""

_STANDARD = word_set(
    """
    abc ast asyncio base64 builtins calendar cmd code codecs collections concurrent configparser contextlib
    copy csv ctypes curses dataclasses datetime decimal dis email enum errno fractions functools glob graphlib
    hashlib heapq hmac html http importlib inspect io ipaddress itertools json keyword locale logging mailbox
    math mimetypes numbers operator os pathlib pickle platform plistlib posix profile queue random re resource
    sched secrets select shelve shutil signal site socket sqlite3 ssl stat statistics string struct subprocess
    symbol sys syslog tempfile test textwrap threading time timeit token tokenize trace traceback types typing
    unittest urllib uuid venv warnings wave weakref xml zipfile zoneinfo
    """
)
"""Modules of the standard library that a package of the same name would hide."""

ERRORS = word_set(
    """
    APIConnectionError APIError APITimeoutError AuthenticationError BadRequestError ConfigurationError ConflictError
    DecodeError GoneError InvalidArgumentError MissingArgumentError MissingBodyError MissingCredentialsError
    NotFoundError NotModified
    PaginationError PermissionDeniedError RateLimitError SDKError ServerError UnprocessableEntityError
    """
)
"""Errors of the runtime."""

_RECEIVER = word_set(
    """
    asgi event_names handle handle_async max_body_bytes otherwise read read_event receives self wsgi
    """
)
"""Members of a receiver, which no handler's method may hide."""

_WEBHOOKS = word_set(
    """
    Any Event Exchange HeaderInput Literal Part Payload Receiver Reply Signature StandardWebhooks TypeAlias
    WebhookPayload
    """
)
"""Names of the file of webhooks, which also holds the payloads."""

_METHODS = _ANNOTATIONS | {"close", "with_raw_response", "with_streaming_response"}

_OPTIONS = {
    *("auth", "base_url", "headers", "hooks", "http_client", "max_connections"),
    *("max_response_bytes", "proxy", "retries", "server", "timeout", "timezone", "validate", "validate_responses"),
}
"""Arguments of every client."""

PROFILE = Profile(
    target="python",
    overloads=True,
    cases={
        "type": Case.PASCAL,
        "method": Case.SNAKE,
        "field": Case.SNAKE,
        "argument": Case.SNAKE,
        "group": Case.SNAKE,
        "member": Case.CONSTANT,
        "module": Case.SNAKE,
        "option": Case.SNAKE,
        "package": Case.SNAKE,
    },
    reserved=frozenset(keyword.kwlist),
    taken={
        "client": TYPES | _SURFACE,
        "method": _METHODS,
        "group": _METHODS,
        "receiver": _METHODS | _RECEIVER,
        "field": frozenset(MODEL_MEMBERS),
        "argument": frozenset({"self"}),
        "packed": frozenset({"self"}),
        "option": frozenset({"self", *_OPTIONS}),
        "module": _DEVICES,
        "package": _DEVICES | _STANDARD,
        "error": ERRORS,
        "payload": _WEBHOOKS,
    },
    digit_prefix={"member": "_", "type": "Type", "client": "Type"},
    twin="Async",
    ends={
        "error": ("Error",),
        "payload": ("Payload", "Event"),
        "answer": ("Answer", "Response"),
        "handler": ("Handler", "EventHandler"),
        "values": ("Values", "Names"),
    },
    homes=dict.fromkeys(("client", "error", "payload", "answer", "handler"), "package") | {"group": "groups"},
    version_pattern=PYTHON_VERSION,
)

_PYDANTIC = replace(
    PROFILE,
    taken={
        **PROFILE.taken,
        "client": PROFILE.taken["client"] | PYDANTIC_NAMES,
        "field": PROFILE.taken["field"] | PYDANTIC_MEMBERS,
    },
    digit_prefix={**PROFILE.digit_prefix, "field": "field_"},  # pydantic takes `_9lives` for private
)


def profile_for(options: Mapping[str, Json]) -> Profile:
    """Choose the rules by gen.yaml: the base class of pydantic models has more names."""
    return _PYDANTIC if options["models"] == "pydantic" else PROFILE

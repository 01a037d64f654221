"""Naming rules of TypeScript: cases, reserved words, and the names that printed code and the runtime need (D10.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from backends.keys import NPM_VERSION
from backends.typescript.scope import HOMES
from backends.typescript.text import INHERITED
from compiler.base.naming import Case, Files, Profile, word_set
from compiler.ir.node import Json

KEYWORDS = word_set(
    """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends
    false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof undefined var void while with yield
    """
)
"""Words that cannot be names of variables and functions."""

_GLOBALS = word_set(
    """
    Array ArrayBuffer BigInt Blob Boolean Date Error Function Headers JSON Map Math Number Object Promise Proxy
    ReadableStream Record Reflect RegExp Request Response Set String Symbol URL Uint8Array
    """
)
"""Names of the language and of `fetch`: a client of such a name would hide them."""

_SPOKEN = word_set("Array JSON Object Promise Record Uint8Array")
"""Those that printed files use: a type of such a name says what it is, too. One with the name of another hides
nothing."""

ERRORS = word_set(
    """
    APIConnectionError APIError APITimeoutError AuthenticationError BadRequestError ConfigurationError ConflictError
    DecodeError GoneError InvalidArgumentError MissingBodyError MissingCredentialsError NotFoundError NotModified
    PaginationError PermissionDeniedError RateLimitError SDKError ServerError TokenError UnprocessableEntityError
    UnsupportedError
    """
)
"""Errors of the runtime, which the package exports."""

EXPORTED = {
    "runtime/files": "FileContent FileData FileInput",
    "runtime/answers": "InvalidResponse",
    "runtime/core": "ClientOptions Core Fetch RequestOptions",
    "runtime/hooks": "HookRequest Hooks Logger Observers",
    "runtime/oauth": "ClientCredentials PasswordCredentials",
    "runtime/pages": "Page PlainPage PlainPagePromise",
    "runtime/results": "WithResponse",
    "runtime/retries": "RetryPolicy",
    "runtime/security": "BasicCredential Credential",
    "runtime/streams": "Stream StreamPromise",
    "runtime/unknown": "UnknownMember UnknownNumber UnknownValue",
}
"""Types of the runtime, which the package exports beside those of the document."""

PUBLIC = (ERRORS | word_set(" ".join(EXPORTED.values())) | {"PagePromise", "ResultPromise"}) - {"InvalidResponse"}
"""Names that a type of the document may have, before which the package puts the client's then (D10.5)."""

_OF_OTHERS = word_set("Answers CheckedAnswer UrlPart")
"""What files without a client import alone."""

_RUNTIME = (PUBLIC | HOMES.keys()) - _OF_OTHERS | word_set(
    """
    Api CallbackURLError PayloadError SignatureError UnknownEventError WebhookEvent WebhookPayload WebhookReceiver
    WebhookResponse
    """
)
"""Those, and names of the runtime that printed files import, by another name where a type is called so."""

_MEMBERS = word_set("constructor then")
"""Members that a class has anyway, or that would make a promise of it."""

_RECEIVER = word_set("constructor fetch handle listener otherwise read readAny register")
"""Members of a receiver, which no handler's method may hide."""

_OPTIONS = word_set(
    "auth baseUrl fetch fetchOptions headers hooks logger maxResponseBytes retries server streamTimeout timeout"
    " validate validateResponses"
)
"""Options of every client."""

_DEVICES = word_set("aux con nul prn")
"""Names that no file may have on Windows."""

PROFILE = Profile(
    target="typescript",
    overloads=True,
    cases={
        "type": Case.PASCAL,
        "method": Case.CAMEL,
        "field": Case.VERBATIM,
        "argument": Case.CAMEL,
        "group": Case.CAMEL,
        "member": Case.PASCAL,
        "module": Case.KEBAB,
        "option": Case.CAMEL,
        "package": Case.KEBAB,
    },
    taken={
        "type": _SPOKEN,
        "derived": PUBLIC,
        "client": _GLOBALS | _RUNTIME,
        "method": _MEMBERS,
        "group": _MEMBERS,
        "function": KEYWORDS | word_set("anyCall core createCore observed options request"),
        "receiver": INHERITED | _MEMBERS | _RECEIVER,
        "field": word_set("__proto__"),
        "argument": KEYWORDS | INHERITED | word_set("core"),
        "packed": word_set("__proto__"),
        "option": INHERITED | _OPTIONS,
        "module": _DEVICES | word_set("index"),
        "package": _DEVICES,
    },
    packs=True,
    bodiless=word_set("GET HEAD"),
    digit_prefix={"type": "Type", "module": "n", "package": "n"},
    files=Files.BY_LETTER,
    version_pattern=NPM_VERSION,
    homes={"group": "groups"},
    ends={
        "error": ("Error",),
        "payload": ("Payload", "Event"),
        "answer": ("Answer", "Response"),
        "options": ("Options", "ClientOptions"),
        "function": ("",),
    },
)

_CAMEL = replace(PROFILE, cases={**PROFILE.cases, "field": Case.CAMEL})
"""The same with properties in camel case (``propertyCase: camel``)."""


def profile_for(options: Mapping[str, Json]) -> Profile:
    """Choose the rules by gen.yaml: the case of properties, and whether files use `Date`."""
    return _PROFILES[options["propertyCase"] == "camel", options["dates"] == "Date"]


def _with_dates(profile: Profile) -> Profile:
    return replace(profile, taken={**profile.taken, "type": profile.taken["type"] | {"Date"}})


_PROFILES = {
    (case, dates): _with_dates(profile) if dates else profile
    for case, profile in ((False, PROFILE), (True, _CAMEL))
    for dates in (False, True)
}

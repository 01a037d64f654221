"""Naming rules of TypeScript: cases, reserved words, and the names that printed code and the runtime need (D10.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from backends.keys import NPM_VERSION
from backends.typescript.text import INHERITED
from compiler.base.naming import Case, Profile
from compiler.ir.node import Json


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYWORDS = _words(
    """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends
    false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof undefined var void while with yield
    """
)
"""Words that cannot be names of variables and functions."""

_GLOBALS = _words(
    """
    Array ArrayBuffer BigInt Blob Boolean Date Error Function Headers JSON Map Math Number Object Promise Proxy
    ReadableStream Record Reflect RegExp Request Response Set String Symbol URL Uint8Array
    """
)
"""Names of the language and of `fetch`: a client of such a name would hide them."""

_SPOKEN = _words("Array JSON Object Promise Record Uint8Array")
"""Those that printed files use; a type with the name of another one hides nothing."""

_PUBLIC = _words(
    """
    APIConnectionError APIError APITimeoutError AuthenticationError BadRequestError BasicCredential
    ClientCredentials ClientOptions ConfigurationError ConflictError Core Credential DecodeError Fetch FileContent
    FileData FileInput GoneError HookRequest Hooks InvalidArgumentError Logger MissingBodyError
    MissingCredentialsError NotFoundError
    NotModified Observers Page PagePromise PaginationError PasswordCredentials PermissionDeniedError PlainPage
    PlainPagePromise RateLimitError RequestOptions ResultPromise RetryPolicy SDKError ServerError Stream
    StreamPromise TokenError UnknownMember UnknownNumber UnknownValue UnprocessableEntityError UnsupportedError
    WithResponse
    """
)
"""Names of the runtime that the package exports beside the types of the document."""

_RUNTIME = _PUBLIC | _words(
    """
    Absent AddCount Answer Api AsBytes AsEvents AsGetAfter303 AsJson AsJsonOrText AsLines AsText Base64Codec
    Base64UrlCodec Basic BigIntCodec BigIntText ByArguments ByBody ByParts ByType ByUrl CallCheck CallbackExchange
    CallbackURLError Checked CheckedRequest Codec DateCodec DateTimeCodec Declared DeepObject DigitsCodec Each Empty
    EventFacts Exact Exchange Fixed Flag Form FromFields Handler HeaderInput HeaderValue InCookie InCookies InFull
    InHeader InPath InQuery Increment InvalidRequest Json KeyInCookie KeyInHeader KeyInQuery Keyed Label LinkTarget
    LongCodec LongText Matrix Missing NoFields NoMore NoTrace NumberCodec Numeric OAuth OAuthVariables OfBody
    OfClient Operation OwnTransport PageExchange PagedOperation Past PayloadError PipeDelimited PlainPageExchange
    Receiver ReceiverOptions Reply Reserved ReservedInCookie ReservedInPath Schemas SetFrom Short Signature
    SignatureError Simple SpaceDelimited Text ToBytes ToForm ToJson ToJsonOrFiles ToLines ToMultipart ToSwitched
    ToText Undeclared UnknownEventError UnlessProcessed UnlessStream UserAndPassword Violation WebhookEvent
    WebhookPayload WebhookReceiver WebhookResponse WholeBody parseJson
    """
)
"""Those, and names of the runtime that printed files import, by another name where a type is called so."""

_MEMBERS = _words("constructor then")
"""Members that a class has anyway, or that would make a promise of it."""

_RECEIVER = _words("constructor fetch handle listener otherwise read readAny register")
"""Members of a receiver, which no handler's method may hide."""

_OPTIONS = _words(
    "auth baseUrl fetch fetchOptions headers hooks logger maxResponseBytes retries server streamTimeout timeout"
    " validate validateResponses"
)
"""Options of every client."""

_DEVICES = _words("aux con nul prn")
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
        "type": _SPOKEN | _PUBLIC,
        "client": _GLOBALS | _RUNTIME,
        "method": _MEMBERS,
        "group": _MEMBERS,
        "function": KEYWORDS | _words("anyCall core createCore observed options request"),
        "receiver": INHERITED | _MEMBERS | _RECEIVER,
        "field": _words("__proto__"),
        "argument": KEYWORDS | INHERITED | _words("core"),
        "packed": _words("__proto__"),
        "option": INHERITED | _OPTIONS,
        "module": _DEVICES | _words("index"),
        "package": _DEVICES,
    },
    packs=True,
    bodiless=_words("GET HEAD"),
    digit_prefix={"type": "Type", "module": "n", "package": "n"},
    few_files=True,
    version_pattern=NPM_VERSION,
    homes={"group": "groups"},
    ends={
        "error": ("Error", "APIError"),
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
    return _PROFILES[options.get("propertyCase") == "camel", options.get("dates") == "Date"]


def _with_dates(profile: Profile) -> Profile:
    return replace(profile, taken={**profile.taken, "type": profile.taken["type"] | {"Date"}})


_PROFILES = {
    (case, dates): _with_dates(profile) if dates else profile
    for case, profile in ((False, PROFILE), (True, _CAMEL))
    for dates in (False, True)
}

"""Naming rules of Go: cases, reserved words, initialisms, and the names that the runtime uses (D10.5)."""

from __future__ import annotations

from compiler.base.naming import Case, Profile, word_set

_RESERVED = word_set(
    """
    break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var
    """
)

_PREDECLARED = word_set(
    """
    any bool byte error float64 int int64 string true false nil append len make new panic
    """
)

_LOCAL = word_set("c g ctx context io json time do doDownload doPage doPlainPage doRun doStream request")
"""What methods use besides their arguments: the receiver, packages, and functions of the runtime."""

_STANDARD_METHODS = word_set(
    """
    GobDecode GobEncode MarshalJSON MarshalXML ReadByte ReadRune UnmarshalJSON UnmarshalXML UnreadByte UnreadRune
    WriteByte
    """
)
"""Methods whose signature `go vet` knows."""

_RUNTIME = word_set(
    """
    APIError ArgumentError AuthenticationError BadRequestError Base64URL CallbackExchange CallbackURL
    ClientCredentials ConfigurationError ConflictError ConnectionError Date DateOf Decimal DecodeError
    DefaultRetryPolicy ErrorOf ErrPayload ErrSignature ErrUnknownEvent Extras ExtrasOf File FileAt FileFrom FileOf
    GoneError HeaderAs Hooks IntoResponse InvalidRequestError InvalidResponse MissingBodyError
    MissingCredentialsError New NewWebhookReceiver NotFoundError NotModifiedError Null OperationInfo OperationOf Opt
    Option Page PaginationError ParseDate PasswordCredentials PermissionDeniedError PlainPage RateLimitError
    ReceivedRequest ReceiveRequest ReceiverOptions Reply ReportedResponses Request ResponseValidation Rest
    RetryPolicy ServerError Some Stream StrictResponses TokenError TokenSource UnknownMember
    UnprocessableEntityError Unread Validate ValidateHandler ValidateRequest Violation WebhookEvent WebhookHeader
    WebhookReceiver WithBaseURL WithBody WithExternalAuth WithExtraBody WithExtraQuery WithHeader WithHooks
    WithHTTPClient WithIdempotencyKey WithLogger WithManualRedirects WithMaxConnections WithMaxResponseBytes
    WithMaxRetries WithPartHeader WithProxy WithReconnect WithResponseValidation WithRetryPolicy WithServer
    WithStreamTimeout WithTimeout WithValidation
    """
)
"""Exported names of the runtime and of files that every package has."""

_INTERNAL = word_set("newClient unionMember unionOf unionTable")
"""Names of the runtime that are not exported and begin as a variable of the printer's own does (`op`, `union`)."""

INITIALISMS = word_set(
    """
    ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON JWT OS QPS RAM RPC SDK SLA SMTP SQL SSH SSO TCP TLS
    TTL UDP UI UID UUID URI URL UTF8 VM XML XMPP XSRF XSS YAML
    """
)

PROFILE = Profile(
    target="go",
    exact=True,
    plain=True,
    major_in_path=r"(?:/v|^gopkg\.in/.*\.v)(\d+)$",
    cases={
        "type": Case.PASCAL,
        "method": Case.PASCAL,
        "field": Case.PASCAL,
        "argument": Case.CAMEL,
        "group": Case.PASCAL,
        "member": Case.PASCAL,
        "module": Case.SNAKE,
        "option": Case.PASCAL,
    },
    reserved=_RESERVED,
    taken={
        "type": _RUNTIME,
        "internal": _INTERNAL,
        "field": word_set("Extra MarshalJSON Rest UnmarshalJSON Unread"),
        "method": _STANDARD_METHODS,
        "receiver": _STANDARD_METHODS,
        "argument": _PREDECLARED | _LOCAL,
        "option": word_set(
            "BaseURL Body ExternalAuth ExtraBody ExtraQuery Header Hooks HTTPClient IdempotencyKey Logger"
            " ManualRedirects MaxConnections MaxResponseBytes MaxRetries Proxy Reconnect ResponseValidation RetryPolicy"
            " Server StreamTimeout Timeout Validation"
        ),
    },
    initialisms=INITIALISMS,
    packs=True,
    zero_body=True,
    digit_prefix=dict.fromkeys(("type", "method", "receiver", "field", "packed", "group", "option"), "X")
    | {"argument": "n", "module": "n"},
    capital="X",
    behind=frozenset({"member"}),
    ends={"error": ("Error",), "event": ("Event", "WebhookEvent"), "reply": ("Reply",)},
)
"""An identifier that begins with no capital letter (of a script without any) would not be exported: ``X`` leads it."""

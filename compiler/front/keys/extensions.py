"""The `x-codegen-*` keys: one table of where each is allowed and of the shape of its value (D14).

The checks, the nodes, the suggestions for misspelt keys and the documentation use this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from compiler.front.keys.value_shapes import (
    Anything,
    Choice,
    Either,
    Fields,
    Flag,
    Items,
    MapOf,
    Only,
    Positive,
    Shape,
    Text,
    Whole,
)
from compiler.front.mistakes.wording import TOKEN_SIGNS

PREFIX = "x-codegen-"
TOKEN, USER, CLIENT = ("token",), ("username", "password"), ("clientId", "clientSecret")
"""The names that `x-codegen-env` uses for the values of credentials (D3.9)."""


class Where(StrEnum):
    """The places of a document that extensions distinguish, in words."""

    ROOT = "the root of the document"
    SERVER = "a server"
    TAG = "a tag"
    PATHS = "`paths` itself"
    PATH_ITEM = "a path item"
    OPERATION = "an operation"
    WEBHOOK = "a webhook operation"
    CALLBACK_OPERATION = "a callback operation"
    CALLBACK = "a callback"
    PARAMETER = "a parameter"
    BODY = "a request body"
    REQUEST_CONTENT = "a request media type"
    RESPONSE = "a response"
    RESPONSE_CONTENT = "a response media type"
    CONTENT = "a media type"
    HEADER = "a header"
    ENCODING = "an encoding"
    SCHEMA = "a schema"
    PROPERTY = "a property"
    SECURITY_SCHEME = "a security scheme"
    ELSEWHERE = "this object"


@dataclass(frozen=True)
class Extension:
    """One key: what it does in a line, and the shape of its value in each place where it has a meaning.

    ``example`` is a value in YAML, which the help of a wrong one shows; ``of_root`` one at the root, if it looks
    otherwise there. Backquotes part several.
    """

    key: str
    summary: str
    example: str
    places: Mapping[Where, Shape]
    of_root: str = ""

    def example_help(self, written: str, *, root: bool) -> str:
        """Return the help for a wrong value: what one looks like that is right."""
        return f"write it like `{written}: {self.of_root if root and self.of_root else self.example}`"


_HEADER = Text("a header name", False, f"[{TOKEN_SIGNS}]+")
_NAME = Text("a name with a letter or a digit", pattern=r"[\s\S]*[^\W_][\s\S]*")
_LISTED_NAMES = Items(_NAME, "names, of which those after the first are aliases", filled=True)
_BY_LANGUAGE = Either({str: _NAME, dict: MapOf(_NAME, "a map of languages to names", filled=True)})
_NAMES = Either(
    {
        str: _NAME,
        list: _LISTED_NAMES,
        dict: MapOf(Either({str: _NAME, list: _LISTED_NAMES}), "a map of languages to one of these", filled=True),
    }
)
_VARIABLE = Text("the name of an environment variable", False, r"[A-Za-z_][A-Za-z0-9_]*")
_VARIABLES = Either(
    {
        str: _VARIABLE,
        dict: Fields(
            dict.fromkeys((*TOKEN, *USER, *CLIENT), _VARIABLE),
            filled=True,
            wanted="a map to such names with `username` and `password`, or `clientId`, `clientSecret` and `token`",
        ),
    }
)
_NOT_BOOLEAN = (
    r"(?!\s*(?:[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF]|[01])\s*$)[\s\S]*"
)
"""A boolean in quotes is a mistake and no target of that name."""
_LISTED = "a boolean or a text that lists targets"
_IGNORE = Either({bool: Flag(_LISTED), str: Text(_LISTED, pattern=_NOT_BOOLEAN)})
_STATUS = Text("a status or a class such as `5XX`", False, r"[1-5]([0-9][0-9]|[xX]{2})", scalars=True)
_STATUSES = Items(_STATUS, "statuses, or classes such as `5XX`")
_INPUT = Fields(
    {
        "name": Text(),
        "in": Choice(("parameters", "requestBody")),
        "type": Choice(("page", "offset", "limit", "cursor")),
    },
    required=("name", "in", "type"),
)
_OUTPUTS = Fields(
    {key: Text("a JSONPath") for key in ("results", "items", "numPages", "nextCursor", "nextUrl", "hasMore")}
)
_PAGED: Mapping[str, Shape] = {
    "type": Choice(("offsetLimit", "cursor", "url")),
    "inputs": Items(_INPUT),
    "outputs": _OUTPUTS,
}
_PAGINATION = Fields(_PAGED, required=("type",), empty=True)
_PAGE_RULES = Items(
    Fields({"operationId": Text("a regular expression"), **_PAGED}, ("operationId",)), "paginations of operations"
)
_RENAMES = Items(
    Fields(
        {
            "operationId": Text("a regular expression"),
            "methodNameOverride": _NAMES,
            "parameterName": Text("a regular expression"),
            "parameterNameOverride": _BY_LANGUAGE,
        },
        wanted="a rename",
    )
)
_LONGEST = 2**31 - 1  # of milliseconds, a month: the timers of JavaScript take no more
_PAUSE = Whole(f"an integer from 0 to {_LONGEST:,}", maximum=_LONGEST)
_TIMEOUT = Whole(f"an integer from 1 to {_LONGEST:,}", 1, _LONGEST)
_RETRIES = Fields(
    {
        "strategy": Choice(("backoff", "none")),
        "statusCodes": _STATUSES,
        "backoff": Fields(
            {
                "initialInterval": _PAUSE,
                "maxInterval": _PAUSE,
                "maxElapsedTime": _PAUSE,
                "exponent": Positive(),
            }
        ),
        "retryConnectionErrors": Flag(),
        "unsafe": Flag(),
    },
    required=("strategy",),
)
_POINTER = Text("a JSON pointer into payloads, such as `/meta/id`", False, r"(/([^~/]|~[01])*)+")
_SIGNED = r"([^{}]|\{timestamp\})*\{body\}([^{}]|\{timestamp\})*"
_SIGNATURE = Fields(
    {
        "type": Choice(("signature", "standard-webhooks")),
        "headerName": _HEADER,
        "algorithm": Choice(("hmac-sha256",)),
        "encoding": Choice(("hex", "base64")),
        "prefix": Text(empty=True),
        "signed": Text("`{body}` or a template such as `{timestamp}.{body}`", False, _SIGNED),
        "timestampKey": Text(),
        "signatureKey": Text(),
        "toleranceSeconds": _PAUSE,
    },
    required=("type",),
)
_GROUP = Text("a group of at most 20 parts", True, r"[^.]*(\.[^.]*){0,19}")
_MEMBER = Text("a member name", scalars=True)
_MEMBERS = Either({list: Items(_MEMBER), dict: MapOf(_MEMBER)})

EXTENSIONS: Mapping[str, Extension] = {
    extension.key: extension
    for extension in (
        Extension(
            "name-override",
            "the name that generated code uses",
            "list",
            {
                Where.ROOT: _RENAMES,
                Where.OPERATION: _NAMES,
                **dict.fromkeys(
                    (
                        Where.WEBHOOK,
                        Where.CALLBACK_OPERATION,
                        Where.PARAMETER,
                        Where.SCHEMA,
                        Where.PROPERTY,
                        Where.SECURITY_SCHEME,
                    ),
                    _BY_LANGUAGE,
                ),
            },
            "[{operationId: ^get, methodNameOverride: get}]",
        ),
        Extension(
            "max-method-params",
            "how many parameters a method takes before they move into a request object",
            "4",
            {Where.ROOT: Whole(), Where.OPERATION: Whole()},
        ),
        Extension(
            "ignore",
            "leaves the thing out of the SDK, of all targets or of those named",
            "true",
            dict.fromkeys(
                (
                    Where.PATH_ITEM,
                    Where.OPERATION,
                    Where.PARAMETER,
                    Where.PROPERTY,
                    Where.REQUEST_CONTENT,
                    Where.RESPONSE,
                    Where.RESPONSE_CONTENT,
                    Where.CALLBACK,
                    Where.CALLBACK_OPERATION,
                    Where.WEBHOOK,
                ),
                _IGNORE,
            ),
        ),
        Extension(
            "pagination",
            "how the next page is found",
            "{type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {results: $.data}}",
            {
                Where.ROOT: _PAGE_RULES,
                **dict.fromkeys(
                    (Where.SCHEMA, Where.RESPONSE_CONTENT, Where.RESPONSE, Where.OPERATION),
                    _PAGINATION,
                ),
            },
            "[{operationId: ^list, type: url, outputs: {results: $.data, nextUrl: $.next}}]",
        ),
        Extension(
            "group",
            "the namespaces of the method",
            "travel.trips",
            {Where.OPERATION: Either({str: _GROUP, list: Items(_GROUP, "such groups")})},
        ),
        Extension(
            "webhooks",
            "how webhooks are signed, and where their ids are",
            "{security: {type: standard-webhooks}}",
            {Where.ROOT: Fields({"security": _SIGNATURE, "eventId": _POINTER})},
        ),
        Extension(
            "extension-rewrite",
            "reads another vendor's keys as `x-codegen-*`",
            "{x-codegen-ignore: x-acme-hidden}",
            {Where.ROOT: MapOf(Text("an extension key, which begins with `x-`", False, r"x-[\s\S]+"))},
        ),
        Extension(
            "retries",
            "when and how requests are retried",
            "{strategy: backoff, statusCodes: [429, 5XX]}",
            {Where.ROOT: _RETRIES, Where.OPERATION: _RETRIES},
        ),
        Extension(
            "timeout",
            "milliseconds until a request is given up",
            "10000",
            {Where.ROOT: _TIMEOUT, Where.OPERATION: _TIMEOUT},
        ),
        Extension(
            "idempotency",
            "the header of an idempotency key, which POST and PATCH then send, PUT and DELETE if a call gives it",
            "{header: Idempotency-Key}` or `false",
            dict.fromkeys(
                (Where.ROOT, Where.OPERATION),
                Either({dict: Fields({"header": _HEADER}, ("header",)), bool: Only(False)}),
            ),
        ),
        Extension(
            "errors",
            "statuses that are errors",
            "{statusCodes: [409, 5XX]}",
            dict.fromkeys(
                (Where.PATHS, Where.PATH_ITEM, Where.OPERATION),
                Fields({"statusCodes": _STATUSES, "override": Flag()}, ("statusCodes",)),
            ),
        ),
        Extension(
            "type-name",
            "what the class of a property's own schema is called, whatever the property is called",
            "TripStatus",
            {Where.PROPERTY: _NAME},
        ),
        Extension("error-message", "the property that holds an error's text", "true", {Where.PROPERTY: Flag()}),
        Extension(
            "unknown-values",
            "whether values that the document does not list are kept",
            "disallow",
            dict.fromkeys((Where.SCHEMA, Where.PROPERTY), Choice(("allow", "disallow"))),
        ),
        Extension(
            "enums",
            "names of an enum's members",
            "[outward, return]",
            dict.fromkeys((Where.SCHEMA, Where.PROPERTY), _MEMBERS),
        ),
        Extension(
            "globals",
            "parameters that are set once, on the client, for the operations that declare them",
            "{parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}",
            {Where.ROOT: Fields({"parameters": Items(Anything())}, ("parameters",))},
        ),
        Extension("server-id", "the name by which a server is chosen", "sandbox", {Where.SERVER: Text("a name")}),
        Extension(
            "sse-sentinel",
            "the event that ends a stream",
            "'[DONE]'",
            dict.fromkeys((Where.OPERATION, Where.RESPONSE_CONTENT), Either({str: Text(), bool: Only(False)})),
        ),
        Extension(
            "stream-switch",
            "the property of the body that makes the answer a stream",
            "stream",
            dict.fromkeys((Where.OPERATION, Where.REQUEST_CONTENT), Either({str: Text(), bool: Only(False)})),
        ),
        Extension(
            "deprecation-message",
            "what to use instead of something deprecated",
            "Use journeys.",
            dict.fromkeys((Where.OPERATION, Where.PARAMETER, Where.SCHEMA, Where.PROPERTY), Text()),
        ),
        Extension(
            "usage-example",
            "shows the operation in the first pages of the reference",
            "true",
            {Where.OPERATION: Flag()},
        ),
        Extension(
            "env",
            "the environment variables that credentials are read from",
            "ACME_API_KEY",
            {Where.SECURITY_SCHEME: _VARIABLES},
        ),
    )
}
"""Every key by its name without the prefix."""

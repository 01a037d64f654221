"""The `x-codegen-*` keys: one table of where each is allowed and of the shape of its value (D14).

The checks, the nodes, the suggestions for misspelt keys and the documentation use this table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

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

_OPERATIONS = (Where.ROOT, Where.OPERATION)
_TYPES = (Where.SCHEMA, Where.PROPERTY)
_DECLARED = (Where.PARAMETER, *_TYPES)
_EVENTS = (Where.WEBHOOK, Where.CALLBACK_OPERATION)
_TEXT_OR_FALSE = Either({str: Text(), bool: Only(False)})

_PLACES: Mapping[str, Mapping[Where, Shape]] = {
    "name-override": {
        Where.ROOT: _RENAMES,
        Where.OPERATION: _NAMES,
        **dict.fromkeys((*_EVENTS, *_DECLARED, Where.SECURITY_SCHEME), _BY_LANGUAGE),
    },
    "max-method-params": dict.fromkeys(_OPERATIONS, Whole()),
    "ignore": dict.fromkeys(
        (
            *(Where.PATH_ITEM, Where.OPERATION, Where.PARAMETER, Where.PROPERTY, Where.REQUEST_CONTENT, Where.RESPONSE),
            *(Where.RESPONSE_CONTENT, Where.CALLBACK, Where.CALLBACK_OPERATION, Where.WEBHOOK),
        ),
        _IGNORE,
    ),
    "pagination": {
        Where.ROOT: _PAGE_RULES,
        **dict.fromkeys((Where.SCHEMA, Where.RESPONSE_CONTENT, Where.RESPONSE, Where.OPERATION), _PAGINATION),
    },
    "group": {Where.OPERATION: Either({str: _GROUP, list: Items(_GROUP, "such groups")})},
    "webhooks": {Where.ROOT: Fields({"security": _SIGNATURE, "eventId": _POINTER})},
    "extension-rewrite": {Where.ROOT: MapOf(Text("an extension key, which begins with `x-`", False, r"x-[\s\S]+"))},
    "retries": dict.fromkeys(_OPERATIONS, _RETRIES),
    "timeout": dict.fromkeys(_OPERATIONS, _TIMEOUT),
    "idempotency": dict.fromkeys(
        _OPERATIONS, Either({dict: Fields({"header": _HEADER}, ("header",)), bool: Only(False)})
    ),
    "errors": dict.fromkeys(
        (Where.PATHS, Where.PATH_ITEM, Where.OPERATION),
        Fields({"statusCodes": _STATUSES, "override": Flag()}, ("statusCodes",)),
    ),
    "type-name": {Where.PROPERTY: _NAME},
    "error-message": {Where.PROPERTY: Flag()},
    "unknown-values": dict.fromkeys(_TYPES, Choice(("allow", "disallow"))),
    "enums": dict.fromkeys(_TYPES, _MEMBERS),
    "globals": {Where.ROOT: Fields({"parameters": Items(Anything())}, ("parameters",))},
    "server-id": {Where.SERVER: Text("a name")},
    "sse-sentinel": dict.fromkeys((Where.OPERATION, Where.RESPONSE_CONTENT), _TEXT_OR_FALSE),
    "stream-switch": dict.fromkeys((Where.OPERATION, Where.REQUEST_CONTENT), _TEXT_OR_FALSE),
    "deprecation-message": dict.fromkeys((Where.OPERATION, *_DECLARED), Text()),
    "usage-example": {Where.OPERATION: Flag()},
    "env": {Where.SECURITY_SCHEME: _VARIABLES},
}


def _read(text: str) -> Iterator[Extension]:
    """Yield the keys as extensions.md tells of them."""
    for part in text.split("\n## ")[1:]:
        key, summary, _, example, *others = part.rstrip().splitlines()
        yield Extension(key, summary, example.strip(), _PLACES[key], "".join(others).strip())


EXTENSIONS = {one.key: one for one in _read(Path(__file__).with_suffix(".md").read_text("utf-8"))}
"""Every key by its name without the prefix."""

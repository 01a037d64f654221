"""The keys of `x-codegen-*`: one table of where each may stand and what its value looks like (D14).

The table feeds the checks, the nodes, the nearest name of a misspelt key and the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any

from compiler.base.naming import letters
from compiler.base.similar import Names
from compiler.base.source import split_pointer
from compiler.front.keys.examples import example_of
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
from compiler.front.mistakes.wording import TOKEN_SIGNS, did_you_mean, one_of
from compiler.front.objects.environment_names import VALUES
from compiler.front.objects.name_overrides import tell_of_names
from compiler.ir.node import Id

if TYPE_CHECKING:
    from compiler.front.session.session import Session

PREFIX = "x-codegen-"


class Where(StrEnum):
    """The places of a document that extensions distinguish, in words."""

    ROOT = "the root of the document"
    SERVER = "a server"
    TAG = "a tag"
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
    """One key: what it does in a line, and the shape of its value in each place where it has a meaning."""

    key: str
    summary: str
    places: Mapping[Where, Shape]


_HEADER = Text("a header name", False, f"[{TOKEN_SIGNS}]+")
_NAME = Text("a name with a letter or a digit", pattern=r"(?s).*[^\W_].*")
_LISTED_NAMES = Items(_NAME, "names, of which those behind the first are aliases", filled=True)
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
            dict.fromkeys(VALUES, _VARIABLE),
            filled=True,
            wanted="a map to such names with `username` and `password`, or `clientId`, `clientSecret` and `token`",
        ),
    }
)
_NOT_BOOLEAN = r"(?is)(?!\s*(?:true|false|yes|no|on|off|[01])\s*\Z).*"
"""A boolean in quotes is a mistake and no target of that name."""
_LISTED = "a boolean or a text that lists targets"
_IGNORE = Either({bool: Flag(_LISTED), str: Text(_LISTED, pattern=_NOT_BOOLEAN)})
_STATUS = Text("a status or a class such as `5XX`", False, r"[1-5](\d\d|[xX]{2})", scalars=True)
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
_POINTER = Text("a JSON pointer into payloads, such as `/meta/id`", False, r"(?s)(/([^~/]|~[01])*)+")
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
_GROUP = Text("a group of at most 20 parts", True, r"(?s)[^.]*(\.[^.]*){0,19}")
_MEMBER = Text("a member name", scalars=True)
_MEMBERS = Either({list: Items(_MEMBER), dict: MapOf(_MEMBER)})

EXTENSIONS: Mapping[str, Extension] = {
    extension.key: extension
    for extension in (
        Extension(
            "name-override",
            "the name that generated code uses",
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
        ),
        Extension(
            "max-method-params",
            "how many parameters a method takes before they move into a request object",
            {Where.ROOT: Whole(), Where.OPERATION: Whole()},
        ),
        Extension(
            "ignore",
            "leaves the thing out of the SDK, of all targets or of those named",
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
            {
                Where.ROOT: _PAGE_RULES,
                **dict.fromkeys(
                    (Where.SCHEMA, Where.RESPONSE_CONTENT, Where.RESPONSE, Where.OPERATION),
                    _PAGINATION,
                ),
            },
        ),
        Extension(
            "group",
            "the namespaces of the method",
            {Where.OPERATION: Either({str: _GROUP, list: Items(_GROUP, "such groups")})},
        ),
        Extension(
            "webhooks",
            "how webhooks are signed, and where their ids stand",
            {Where.ROOT: Fields({"security": _SIGNATURE, "eventId": _POINTER})},
        ),
        Extension(
            "extension-rewrite",
            "reads another vendor's keys as ours",
            {Where.ROOT: MapOf(Text("an extension key, which begins with `x-`", False, r"(?s)x-.+"))},
        ),
        Extension("retries", "when and how requests are retried", {Where.ROOT: _RETRIES, Where.OPERATION: _RETRIES}),
        Extension(
            "timeout",
            "milliseconds until a request is given up",
            {Where.ROOT: _TIMEOUT, Where.OPERATION: _TIMEOUT},
        ),
        Extension(
            "idempotency",
            "the header of an idempotency key, which POST and PATCH then send, PUT and DELETE if a call gives it",
            dict.fromkeys(
                (Where.ROOT, Where.OPERATION),
                Either({dict: Fields({"header": _HEADER}, ("header",)), bool: Only(False)}),
            ),
        ),
        Extension(
            "errors",
            "statuses that count as errors",
            dict.fromkeys(
                (Where.PATH_ITEM, Where.OPERATION),
                Fields({"statusCodes": _STATUSES, "override": Flag()}, ("statusCodes",)),
            ),
        ),
        Extension("error-message", "the property that holds an error's text", {Where.PROPERTY: Flag()}),
        Extension(
            "unknown-values",
            "whether values that the document does not list are kept",
            dict.fromkeys((Where.SCHEMA, Where.PROPERTY), Choice(("allow", "disallow"))),
        ),
        Extension(
            "enums",
            "names of an enum's members",
            dict.fromkeys((Where.SCHEMA, Where.PROPERTY), _MEMBERS),
        ),
        Extension(
            "globals",
            "parameters that are set once, on the client, for the operations that declare them",
            {Where.ROOT: Fields({"parameters": Items(Anything())}, ("parameters",))},
        ),
        Extension("server-id", "the name by which a server is chosen", {Where.SERVER: Text("a name")}),
        Extension(
            "sse-sentinel",
            "the event that ends a stream",
            dict.fromkeys((Where.OPERATION, Where.RESPONSE_CONTENT), Either({str: Text(), bool: Only(False)})),
        ),
        Extension(
            "stream-switch",
            "the property of the body that makes the answer a stream",
            dict.fromkeys((Where.OPERATION, Where.REQUEST_CONTENT), Either({str: Text(), bool: Only(False)})),
        ),
        Extension(
            "deprecation-message",
            "what to use instead of something deprecated",
            dict.fromkeys((Where.OPERATION, Where.PARAMETER, Where.SCHEMA, Where.PROPERTY), Text()),
        ),
        Extension(
            "usage-example", "shows the operation in the first pages of the reference", {Where.OPERATION: Flag()}
        ),
        Extension(
            "env", "the environment variables that credentials are read from", {Where.SECURITY_SCHEME: _VARIABLES}
        ),
    )
}
"""Every key by its name without the prefix."""


class Spelling:
    """How a document spells our keys: prefixes and rewritten names (D2.1)."""

    def __init__(self, prefix: str | None, rewrites: Mapping[str, str]) -> None:
        self._prefixes = (PREFIX, prefix) if prefix and prefix != PREFIX else (PREFIX,)
        self._names = {theirs: ours.removeprefix(PREFIX) for ours, theirs in rewrites.items()}
        self._misspelt: dict[str, str | None] = {}

    def own(self, written: str) -> str:
        """Return a key without our prefix, or the other vendor's that counts too."""
        return next((written[len(p) :] for p in self._prefixes if written.startswith(p)), written)

    def key(self, written: str) -> str | None:
        """Return our name, without the prefix, for a key as written; None where it is not ours.

        Names are kept: one document writes the same few keys thousands of times.
        """
        if written in self._names:
            return self._names[written] or None
        ours = next((written[len(p) :] for p in self._prefixes if written.startswith(p)), "")
        self._names[written] = ours
        return ours or None

    def misspelt(self, written: str) -> str | None:
        """Return our name of a key whose prefix alone is misspelt: `x-codgen-group`; None where it is another's.

        So is `x-codegenGroup`, whose words are joined in another way.
        """
        if written not in self._misspelt:
            word, _, name = written.removeprefix("x-").partition("-")
            near = Names([PREFIX[2:-1]]).closest(word.lower(), 0.8) if name in EXTENSIONS else None
            self._misspelt[written] = PREFIX + name if near else _without_hyphens(written)
        return self._misspelt[written]


def _without_hyphens(written: str) -> str | None:
    """Return our name of a key that differs in case and in the signs between its words."""
    plain = letters(written)
    if not plain.startswith(letters(PREFIX)):
        return None
    return next((PREFIX + name for name in EXTENSIONS if plain == letters(PREFIX + name)), None)


class Extensions:
    """The valid `x-codegen-*` keys of one object: their values, and where each stands."""

    __slots__ = ("values", "written")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.written: dict[str, str] = {}

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key as its shape read it, else ``default``."""
        return self.values.get(key, default)

    def spelled(self, key: str) -> str:
        """Return a key as the document writes it."""
        return self.written.get(key, PREFIX + key)

    def over(self, behind: Extensions) -> Extensions:
        """Return these keys, which stand beside a `$ref`, and those of what it leads to that are not among them."""
        if not self.written:
            return behind
        both = Extensions()
        both.values = {**behind.values, **self.values}
        both.written = {**behind.written, **self.written}
        return both


NONE = Extensions()
"""No keys at all, shared."""


_OF_OTHERS = dict.fromkeys(
    ("x-codegen-request-body-name", "x-codegen-body-parameter-name"), "Swagger Codegen and OpenAPI Generator"
)
"""Keys of other programs that begin as ours do."""


def read_extension(session: Session, into: Extensions, at: Id, written: str, value: Any, where: Where) -> None:
    """Read one `x-` key of the object at ``at``; keys that are not ours are passed over (D2.2)."""
    key = session.spelling.key(written)
    if key is None:
        near = session.spelling.misspelt(written)
        if near is not None:
            meant = f"did you mean `{near}`?"
            session.report("CG0321", session.child(at, written), at_key=True, help=meant, key=written)
        return
    place = session.child(at, written)
    extension = EXTENSIONS.get(key)
    if extension is None and written in _OF_OTHERS:
        session.tally("CG0371", place, key=written, owner=_OF_OTHERS[written], at_key=True)
        return
    if extension is None:
        help_ = partial(did_you_mean, key, EXTENSIONS, prefix=PREFIX)
        session.report("CG0321", place, at_key=True, help=help_, key=written)
        return
    shape = extension.places.get(where)
    if shape is None:
        places = one_of(extension.places).replace("`", "")
        session.report("CG0322", place, at_key=True, key=written, where=where.value, places=places)
        return
    if key in into.written:
        session.report("CG0324", place, at_key=True, key=written, other=into.written[key])
        return
    into.written[key] = written

    problems = []

    def say(pointer: str, problem: str) -> None:
        problems.append(problem)
        at = place + pointer.replace("%", "%25").replace("#", "%23")
        like = None if "did you mean" in problem else example_of(key, written, root=where is Where.ROOT)
        session.report("CG0323", at, help=like, key=written, path=_path(pointer), problem=problem)

    read = shape.read(value, "", say)
    if not problems:
        into.values[key] = tell_of_names(session, place, written, read) if key == "name-override" else read


def check_rewrites(session: Session, at: Id, rewrites: Mapping[str, str]) -> None:
    """Warn of keys in `x-codegen-extension-rewrite` that are none of ours (D2.2)."""
    for ours in rewrites:
        if session.spelling.own(ours) not in EXTENSIONS:
            help_ = partial(did_you_mean, ours.removeprefix(PREFIX), EXTENSIONS, prefix=PREFIX)
            session.report("CG0321", session.child(at, ours), at_key=True, help=help_, key=ours)


def _path(pointer: str) -> str:
    """Return a pointer below a key as a reader writes it: ``.inputs[0].name``."""
    tokens = split_pointer(pointer)
    return "".join(f"[{token}]" if token.isdigit() else f".{token}" for token in tokens)

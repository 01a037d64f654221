"""Checks for texts that the head of a request cannot carry: invalid header names and media types.

Texts of a document become names of headers, schemes before a token, and media types. HTTP defines what these are
made of (RFC 9110 5.1, 5.5, 11.1). A client would refuse the call or, worse, send something else; so a text that
cannot be sent is an error of the operation, and a text that can be encoded is encoded, with a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar
from urllib.parse import quote

from compiler.base.patterns import lazy_pattern
from compiler.front.mistakes.wording import TOKEN_SIGNS, show_sign
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Body, Content, Event, Operation, Parameter, Response, Sdk
from compiler.ir.wire import Place, SecurityScheme

_NO_TOKEN = lazy_pattern(f"[^{TOKEN_SIGNS}]")
_NO_VALUE = lazy_pattern(r"[^\t -~]")
_PATH = lazy_pattern(r"(\{[^{}]*\}|%[0-9A-Fa-f]{2})")
"""The parts of a path that are not encoded: its variables, and characters encoded already."""
_IN_PATH = "/:@!$&'()*+,;=-._~?#[]"
TOKEN = "letters, digits and !#$%&'*+-.^_`|~"


def encoded_path(path: str) -> str:
    """Return a path encoded for URLs; `?` and `#` are kept, and reported elsewhere."""
    if path.isascii() and path.replace("/", "").replace("_", "").isalnum():
        return path
    return "".join(part if _PATH.fullmatch(part) else quote(part, safe=_IN_PATH) for part in _PATH.split(path))


def carried_parameters(session: Session, caller: Operation | Event, sdk: Sdk) -> tuple[Parameter, ...]:
    """Report names of headers that no request can carry; return the parameters without the optional ones of these."""
    kept = []
    for parameter in caller.parameters:
        actual = actual_of(parameter, sdk.parameters)
        if actual is not None and actual.place is Place.HEADER:
            at = child(actual.id, "name")
            if is_left_out(session, at, actual.wire, needed=actual.required):
                continue
            _name(session, at, actual.wire)
        kept.append(parameter)
    return caller.parameters if len(kept) == len(caller.parameters) else tuple(kept)


def check_operation(session: Session, operation: Operation, sdk: Sdk) -> Operation:
    """Report parts of an operation that no request can carry; return it without such optional headers."""
    kept = carried_parameters(session, operation, sdk)
    body = actual_of(operation.body, sdk.bodies) if operation.body is not None else None
    _contents(session, body.contents if body is not None else ())
    for response in operation.responses:
        answer = actual_of(response, sdk.responses)
        if answer is not None:
            _contents(session, answer.contents)
    needed = sdk.security if operation.security is None else operation.security
    for scheme in (sdk.schemes.get(f"securitySchemes/{need.scheme}") for item in needed for need in item.needs):
        if scheme is not None:
            _scheme(session, scheme)
    return operation if kept is operation.parameters else replace(operation, parameters=kept)


def is_left_out(session: Session, at: Id, name: str, *, needed: bool = False, at_key: bool = False) -> bool:
    """Whether a header is left out with a warning, since its name is invalid; a required one is not."""
    problem = _problem(name)
    if needed or problem is None:
        return False
    session.reports.add("CG0342", at, at_key=at_key, name=name, problem=problem)
    return True


# --------------------------------------------------------------------------- parts


def _name(session: Session, at: Id, name: str, what: str = "the name of a header", *, at_key: bool = False) -> None:
    """Report a name that is no token of HTTP."""
    problem = _problem(name)
    if problem is not None:
        help_ = f"{what} is made of {TOKEN}"
        session.reports.add("CG0341", at, at_key=at_key, help=help_, name=name, what=what, problem=problem)


def _problem(name: str) -> str | None:
    """Return why a text is no token of HTTP, None where it is one."""
    found = _NO_TOKEN.search(name)
    return f"it contains {show_sign(found[0])}" if found is not None else None if name else "it is empty"


def _contents(session: Session, contents: Iterable[Content]) -> None:
    for content in contents:
        _media_type(session, content.id, content.media_type, at_key=True)
        for encoding in content.encodings:
            _media_type(session, child(encoding.id, "contentType"), encoding.content_type or "")
            for header in encoding.headers:
                _name(session, header.id, header.wire, at_key=True)


def _media_type(session: Session, at: Id, media_type: str, *, at_key: bool = False) -> None:
    found = _NO_VALUE.search(media_type)
    if found is not None:
        help_ = "a media type is `type/subtype`, with parameters such as `; charset=utf-8`, in ASCII"
        problem = f"it contains {show_sign(found[0])}"
        session.reports.add(
            "CG0341", at, at_key=at_key, help=help_, name=media_type, what="a media type", problem=problem
        )


def _scheme(session: Session, scheme: SecurityScheme) -> None:
    if scheme.kind == "apiKey" and scheme.place is Place.HEADER and scheme.wire is not None:
        _name(session, child(scheme.id, "name"), scheme.wire)
    elif scheme.kind == "http" and scheme.http is not None:
        _name(session, child(scheme.id, "scheme"), scheme.http, "the scheme of credentials")


Part = TypeVar("Part", "Parameter", "Body", "Response")


def actual_of(item: Part, table: Mapping[Id, Part]) -> Part | None:
    """Return the component that a placeholder leads to; None on a cycle, which resolve_refs reports."""
    seen: set[str] = set()
    while item.ref is not None:
        if item.ref in seen or item.ref not in table:
            return None
        seen.add(item.ref)
        item = table[item.ref]
    return item

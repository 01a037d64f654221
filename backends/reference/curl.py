"""An example call as a cURL command: the request, for readers without an SDK."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from backends.reference.samples import given_body
from compiler.base.patterns import lazy_pattern
from compiler.ir.credentials import CredentialKind
from compiler.ir.node import Id, Json
from compiler.ir.types import Declaration
from compiler.ir.wire import BodyKind, Encode, Part, Payload, Place, SecurityScheme, Style, WireOperation, Writing
from compiler.plan.plan import Binding, Method, Plan
from compiler.plan.sent import sent_kind

_SAFE = lazy_pattern(r"[\w@%+=:,./-]+")
_IN_QUERY = ":/?@!$'()*,;="
_IN_FORM = _IN_QUERY + "#[]"
_IN_PATH = "/:@!$&'()*+,;="
"""The reserved characters that `allowReserved` leaves as they are, as the SDKs do (D8.6)."""
_USUAL_ACCEPT = {"application/json", "*/*"}


def curl_call(plan: Plan, method: Method) -> str:
    """Print the command that calls a method with its example's values; credentials are shell variables."""
    return _Command(plan, method).text()


class _Command:
    def __init__(self, plan: Plan, method: Method) -> None:
        self.plan, self.method = plan, method
        self.operation: WireOperation = plan.wire.operations[method.operation]
        self.shown = plan.shown.example_arguments(method)
        self.values = {
            (bound.parameter.place, bound.parameter.wire): (bound, value)
            for bound in method.parameters
            if (value := self._value(bound)) is not None
        }
        self.secrets = list(self._credentials())

    def text(self) -> str:
        return " \\\n  ".join(self._words())

    def _words(self) -> Iterator[str]:
        verb = self.operation.method
        stream = " -N" if self.operation.stream in (BodyKind.SSE, BodyKind.JSONL) else ""
        yield f"curl{stream} {self._url()}" if verb != "HEAD" else f"curl -I {self._url()}"
        if verb not in ("GET", "HEAD"):
            yield f"-X {verb}"
        for scheme, names in self.secrets:
            yield from _credential(scheme, names)
        accept = self.operation.accept
        if accept is not None and accept not in _USUAL_ACCEPT:
            yield f"-H {_quoted(f'Accept: {accept}')}"
        for place, sign in ((Place.HEADER, ": "), (Place.COOKIE, "=")):
            yield from (f"{_FLAGS[place]} {_quoted(f'{name}{sign}{text}')}" for name, text in self._texts(place))
        if self.operation.sends_key:
            yield f'-H "{_escaped(self.operation.idempotency or "")}: $(uuidgen)"'
        if self.operation.body is not None and (body := given_body(self.plan, self.method, self.shown)) is not None:
            yield from _sent(self.operation.body, body, self.plan.wire.types)

    # ------------------------------------------------------------------ values

    def _value(self, bound: Binding) -> Json:
        if bound.argument is not None:
            return self.shown.get(bound.argument.ident)
        parameter = bound.parameter
        if parameter.fixed is not None:
            return parameter.fixed.json
        needed = parameter.required or parameter.place is Place.PATH
        return self.plan.shown.sample(parameter.type, parameter.wire) if needed else None

    def _texts(self, place: Place) -> Iterator[tuple[str, str]]:
        for (where, wire), (bound, value) in self.values.items():
            if where is place:
                yield wire, _plain(bound, value)

    # ------------------------------------------------------------------ the URL

    def _url(self) -> str:
        path = self.operation.route
        for (place, wire), (bound, value) in self.values.items():
            if place is Place.PATH:
                path = path.replace(f"{{{wire}}}", _in_path(bound, value))
        pairs = [self.operation.query] if self.operation.query else []
        for (place, _), (bound, value) in self.values.items():
            if place is Place.QUERY:
                pairs += _in_query(bound, value)
        secret = [
            f"{quote(scheme.wire or '', safe='')}=${names[0]}"
            for scheme, names in self.secrets
            if scheme.credential is CredentialKind.KEY and scheme.place is Place.QUERY
        ]
        query = "&".join((*pairs, *secret))
        base, url = self._base(), path + (f"?{query}" if query else "")
        if base is None or secret:
            start = f"${self.plan.surface.environment}_BASE_URL" if base is None else _escaped(base)
            known = "&".join(pairs)
            rest = _escaped(path) + (f"?{'&'.join(filter(None, (_escaped(known), *secret)))}" if query else "")
            return f'"{start}{rest}"'
        return _quoted(base + url)

    def _base(self) -> str | None:
        servers = self.operation.servers or self.plan.wire.servers
        if not servers or "://" not in servers[0].url:
            return None
        url = servers[0].url
        for variable in servers[0].variables:
            url = url.replace(f"{{{variable.wire}}}", variable.default or next(iter(variable.values), variable.wire))
        return url.rstrip("/")

    def _credentials(self) -> Iterator[tuple[SecurityScheme, tuple[str, ...]]]:
        known = {item.scheme.scheme: item for item in self.plan.surface.credentials}
        for alternative in self.operation.security:
            needs = [known[need.scheme] for need in alternative.needs if need.scheme in known]
            if needs and len(needs) == len(alternative.needs):
                yield from ((item.scheme, item.variables[0] if item.variables else ()) for item in needs)
                return


_FLAGS = {Place.HEADER: "-H", Place.COOKIE: "-b"}


def _credential(scheme: SecurityScheme, names: tuple[str, ...]) -> Iterator[str]:
    match scheme.credential:
        case CredentialKind.CERTIFICATE:
            yield "--cert client.pem"
        case CredentialKind.BASIC if len(names) == 2:
            yield f'-u "${names[0]}:${names[1]}"'
        case CredentialKind.KEY if names and scheme.place is Place.HEADER:
            yield f'-H "{_escaped(scheme.wire or "")}: ${names[0]}"'
        case CredentialKind.KEY if names and scheme.place is Place.COOKIE:
            yield f'-b "{_escaped(scheme.wire or "")}=${names[0]}"'
        case CredentialKind.BEARER | CredentialKind.OAUTH if names:
            prefix = f"{_escaped(scheme.prefix)} " if scheme.prefix else ""
            yield f'-H "Authorization: {prefix}${names[0]}"'


# --------------------------------------------------------------------------- bodies


def _sent(payload: Payload, value: Json, types: Mapping[Id, Declaration]) -> Iterator[str]:
    kind, media_type = sent_kind(payload, value, types)
    if kind in (BodyKind.FORM, BodyKind.MULTIPART) and isinstance(value, dict):
        parts = {part.wire: part for part in payload.parts}
        for name, item in value.items():
            part = parts.get(name, payload.rest)
            if part is not None:
                yield from _field(part, name, item) if kind is BodyKind.FORM else _part(part, name, item)
        return
    if kind is BodyKind.MULTIPART:
        return
    yield f"-H {_quoted(f'Content-Type: {media_type}')}"
    if kind is BodyKind.BYTES:
        yield "--data-binary @file"
    elif kind is BodyKind.TEXT and isinstance(value, str):
        yield f"--data-raw {_quoted(value)}"
    else:
        yield f"-d {_quoted(json.dumps(value, ensure_ascii=False, indent=2))}"


def _field(part: Part, name: str, value: Json) -> Iterator[str]:
    if part.encode is Encode.STYLE:
        pairs = _pairs(name, value, part.style, explode=part.explode, safe=_IN_FORM if part.allow_reserved else "")
    else:
        items = value if part.repeated and isinstance(value, list) else [value]
        pairs = [f"{quote(name, safe='')}={quote(_text(item), safe='')}" for item in items]
    yield from (f"-d {_quoted(pair)}" for pair in pairs)


def _part(part: Part, name: str, value: Json) -> Iterator[str]:
    for item in value if part.repeated and isinstance(value, list) else [value]:
        kind = part.sent or next(iter(part.content_types), None)
        if part.encode is Encode.BYTES:
            yield f"-F {_quoted(f'{name}=@{_file_name(name)}{_type(kind)}')}"
        elif isinstance(item, dict | list) or part.encode is Encode.JSON:
            text = _text(item, quotes=part.encode is Encode.JSON)
            yield f"-F {_quoted(_typed(name, text, kind or 'application/json'))}"
        elif part.declared and kind is not None:
            yield f"-F {_quoted(_typed(name, _text(item), kind))}"
        else:
            yield f"--form-string {_quoted(f'{name}={_text(item)}')}"


def _type(kind: str | None) -> str:
    """Write the media type of a file; none for a range, or for the type that cURL chooses itself."""
    return "" if kind is None or "*" in kind or kind == "application/octet-stream" else f";type={kind}"


def _typed(name: str, text: str, kind: str) -> str:
    """Write a field of a form with its media type, as cURL reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}="{escaped}"{_type(kind)}'


def _file_name(name: str) -> str:
    return re.sub(r"\W+", "-", name).strip("-") or "file"


# --------------------------------------------------------------------------- parameters


def _plain(bound: Binding, value: Json) -> str:
    """Write the value of a header or a cookie."""
    if bound.parameter.writing is Writing.JSON:
        return _text(value, quotes=True)
    if isinstance(value, list):
        return ",".join(map(_text, value))
    if isinstance(value, dict):
        sign = "=" if bound.parameter.explode else ","
        return ",".join(f"{name}{sign}{_text(item)}" for name, item in value.items())
    return _text(value)


def _in_path(bound: Binding, value: Json) -> str:
    parameter = bound.parameter
    name, explode = quote(parameter.wire, safe=""), parameter.explode
    if parameter.writing is not Writing.STYLE:
        return quote(_text(value, quotes=parameter.writing is Writing.JSON), safe="")
    pieces = _pieces(value, explode=explode, safe=_IN_PATH if parameter.allow_reserved else "")
    match parameter.style:
        case Style.LABEL:
            return "." + ("." if explode else ",").join(pieces)
        case Style.MATRIX if explode and isinstance(value, list):
            return "".join(f";{name}={piece}" for piece in pieces)
        case Style.MATRIX if explode and isinstance(value, dict):
            return "".join(f";{piece}" for piece in pieces)
        case Style.MATRIX:
            return f";{name}={','.join(pieces)}"
        case _:
            return ",".join(pieces)


def _in_query(bound: Binding, value: Json) -> list[str]:
    parameter = bound.parameter
    if parameter.writing is not Writing.STYLE:
        text = _text(value, quotes=parameter.writing is Writing.JSON)
        return [f"{quote(parameter.wire, safe='')}={quote(text, safe='')}"]
    safe = _IN_QUERY if parameter.allow_reserved else ""
    return _pairs(parameter.wire, value, parameter.style, explode=parameter.explode, safe=safe)


_SIGNS = {Style.SPACE_DELIMITED: "%20", Style.PIPE_DELIMITED: "|"}


def _pairs(wire: str, value: Json, style: Style, *, explode: bool, safe: str = "") -> list[str]:
    name = quote(wire, safe="")
    if style is Style.DEEP_OBJECT and isinstance(value, dict):
        return [f"{name}%5B{quote(key, safe='')}%5D={quote(_text(item), safe=safe)}" for key, item in value.items()]
    if explode and isinstance(value, list):
        return [f"{name}={quote(_text(item), safe=safe)}" for item in value]
    if explode and isinstance(value, dict):
        return [f"{quote(key, safe='')}={quote(_text(item), safe=safe)}" for key, item in value.items()]
    return [f"{name}={_SIGNS.get(style, ',').join(_pieces(value, explode=False, safe=safe))}"]


def _pieces(value: Json, *, explode: bool, safe: str = "") -> list[str]:
    if isinstance(value, list):
        return [quote(_text(item), safe=safe) for item in value]
    if isinstance(value, dict):
        pairs = [(quote(name, safe=""), quote(_text(item), safe=safe)) for name, item in value.items()]
        return [f"{name}={item}" for name, item in pairs] if explode else [text for pair in pairs for text in pair]
    return [quote(_text(value), safe=safe)]


def _text(value: Json, *, quotes: bool = False) -> str:
    """Write a value as text; ``quotes``: as JSON, so that strings have quotes."""
    return (
        value if isinstance(value, str) and not quotes else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    )


# --------------------------------------------------------------------------- the shell


def _quoted(text: str) -> str:
    """Quote a word for the shell; of unprintable characters, only line breaks (of JSON) are kept."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() or char == "\n" else " " for char in text)
    if _SAFE.fullmatch(text):
        return text
    return "'" + text.replace("'", "'\\''") + "'"


def _escaped(text: str) -> str:
    """Write a text between double quotes, where it may be next to variables."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return re.sub(r'[\\"$`]', r"\\\g<0>", text)

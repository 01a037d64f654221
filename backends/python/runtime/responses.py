"""Responses: how status, content type and body become a result (decode table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .convert import Named, reader
from .decode_errors import MisreadError, too_long, undecoded
from .errors import APIError, error_class
from .jsonio import dumps, loads
from .kinds import is_array, is_object
from .messages import Headers, Request, Response
from .retries import retry_after

if TYPE_CHECKING:
    from .answer_checks import Inspection, InvalidResponse

Decode = Callable[[Any], Any]


class Reader:
    """How a body of one media type is read; ``decode`` makes the value from its JSON.

    The class says how the body is read.
    """

    __slots__ = ("decode", "media_type")

    streamed = False
    text = False
    """The values are text and not JSON."""
    textual = False
    """A plain text response may be the text itself."""

    def __init__(self, media_type: str, decode: Named | None = None) -> None:
        self.media_type: str = media_type
        self.decode: Decode | None = reader(decode) if decode else None

    def load(self, content: bytes, charset: str) -> Any:
        """Read a body, without decoding.

        Raises:
            ValueError: it cannot be read.
        """
        return content

    def value(self, content: bytes, charset: str) -> Any:
        """Read a body as the method's result."""
        return self.both(content, charset)[0]

    def both(self, content: bytes, charset: str) -> tuple[Any, Any]:
        """Read a body as the method's result; also return its JSON."""
        found = self.load(content, charset)
        return (found if self.decode is None else self.decode(found)), found


Way = Callable[[Reader], Callable[[bytes, str], Any]]


class Json(Reader):
    """JSON; bytes that are not JSON are an error, JSON of another shape is not."""

    __slots__ = ()

    def __init__(self, decode: Named | None = None, media_type: str = "application/json") -> None:
        super().__init__(media_type, decode)

    def load(self, content: bytes, charset: str) -> Any:
        """Read a body, without decoding; an unknown character set counts as UTF-8."""
        if charset in _UTF_8:
            return loads(content, strict=True)
        try:
            text = content.decode(charset)
        except (LookupError, ValueError):
            return loads(content, strict=True)
        return loads(text.removeprefix("\ufeff"), strict=True)


_UTF_8 = ("utf-8", "utf8", "")


class JsonOrText(Json):
    """JSON that is a string; as ``text/plain`` the body is the string, unless it is JSON itself."""

    __slots__ = ()

    textual = True


def _json_of_text(content: bytes, charset: str) -> bytes:
    """Convert plain text, which may be JSON already, to JSON."""
    text: str = Text("text/plain").load(content, charset)
    try:
        found = loads(text)
    except (ValueError, RecursionError):
        found = text
    return dumps(found if found is None or isinstance(found, str) else text)


class Text(Reader):
    """Text, XML among it."""

    __slots__ = ()

    text = True

    def load(self, content: bytes, charset: str) -> Any:
        try:
            return content.decode(charset)
        except (LookupError, ValueError):
            return content.decode("utf-8", "replace")


class Bytes(Reader):
    """Bytes as they are."""

    __slots__ = ()


class Events(Reader):
    """Server-sent events, one value each.

    ``sentinel`` is the data that ends them; ``done``: ``[DONE]`` ends them, too.
    ``text`` means that the data is text and not JSON. ``events`` are readers of the data by the
    event's name, ``None`` for any other.
    """

    __slots__ = ("done", "events", "sentinel", "text")

    streamed = True

    def __init__(
        self,
        media_type: str,
        decode: Named | None = None,
        *,
        sentinel: str | None = None,
        done: bool = False,
        text: bool = False,
        events: Mapping[str | None, Reader] | None = None,
    ) -> None:
        super().__init__(media_type, decode)
        self.sentinel: str | None = sentinel
        self.done: bool = done
        self.text: bool = text
        self.events: Mapping[str | None, Reader] | None = events

    def of(self, name: str) -> Reader | None:
        """Find the reader of the data of an event by its name; None for an unknown event."""
        if self.events is None:
            return self
        return self.events.get(name) or self.events.get(None)


class JsonLines(Reader):
    """One JSON value per line."""

    __slots__ = ()

    streamed = True


def flag(text: str) -> bool | str:
    """Read a boolean header; other text stays text."""
    return text == "true" if text in ("true", "false") else text


class ListHeader:
    """Reads a list separated by commas; ``item`` reads each item."""

    __slots__ = ("item",)

    def __init__(self, item: Decode) -> None:
        self.item: Decode = item

    def __call__(self, text: str) -> Any:
        """Read the content."""
        return [self.item(one.strip()) for one in text.split(",")] if text.strip() else []


class ObjectHeader:
    """Reads an object separated by commas, ``a,1`` or exploded ``a=1``.

    ``item`` reads properties that are not ``known``.
    """

    __slots__ = ("explode", "item", "known")

    def __init__(
        self, item: Decode, known: Mapping[str, Decode] | None = None, *, explode: bool = False
    ) -> None:
        self.item: Decode = item
        self.known: Mapping[str, Decode] = known or {}
        self.explode: bool = explode

    def __call__(self, text: str) -> Any:
        """Read it.

        Raises:
            ValueError: it is not an object.
        """
        pieces = [one.strip() for one in text.split(",")] if text.strip() else []
        if self.explode:
            pieces = [half for one in pieces for half in one.split("=", 1)]
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        return {name: self.known.get(name, self.item)(value) for name, value in pairs}


class Field:
    """A declared header: typed metadata.

    ``decode`` reads its text, or the JSON that ``text`` makes of it.
    """

    __slots__ = ("decode", "name", "text")

    def __init__(
        self, name: str, decode: Named | None = None, *, text: Decode | None = None
    ) -> None:
        self.name: str = name
        self.decode: Decode | None = reader(decode) if decode else None
        self.text: Decode | None = text

    def read(self, text: str) -> Any:
        """Read the header; text that does not fit stays text."""
        text = _utf8(text)
        try:
            found = text if self.text is None else self.text(text)
            return found if self.decode is None else self.decode(found)
        except (ValueError, RecursionError):
            return text


def _utf8(text: str) -> str:
    """Decode a header whose characters are bytes; what is not UTF-8 stays Latin-1."""
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode()
    except ValueError:
        return text


class Answer:
    """What is declared for one status: ``200``, ``2XX`` or ``default``.

    ``error``: it is raised, as the class ``raises`` if there is one; ``message`` is the property
    of the body that holds the message.
    """

    __slots__ = ("error", "headers", "message", "raises", "readers", "status")

    def __init__(
        self,
        status: str,
        *readers: Reader,
        error: bool = False,
        raises: type[APIError] | None = None,
        message: str | None = None,
        headers: tuple[Field, ...] = (),
    ) -> None:
        self.status: str = status
        self.readers: tuple[Reader, ...] = readers
        self.error: bool = error or raises is not None
        self.raises: type[APIError] | None = raises
        self.message: str | None = message
        self.headers: tuple[Field, ...] = headers


NOTHING = Answer("default", error=True)


class Answers:
    """The decode table of one operation."""

    __slots__ = ("_by_status", "_empty", "_errors", "_first", "_results")

    def __init__(self, answers: tuple[Answer, ...], errors: tuple[str, ...]) -> None:
        self._by_status: Mapping[str, Answer] = {answer.status: answer for answer in answers}
        self._first = next((answer for answer in answers if not answer.error), None)
        self._errors = errors
        results = [answer for answer in answers if not answer.error]
        self._results = {answer.status for answer in results}
        self._empty = any(one.status[0] == "2" and not one.readers for one in results)

    def find(self, status: int) -> Answer | None:
        """Find what is declared for a status: itself, its range (``2XX``), or ``default``."""
        table = self._by_status
        return table.get(str(status)) or table.get(f"{status // 100}XX") or table.get("default")

    def is_error(self, status: int) -> bool:
        """Tell whether a status is raised."""
        if str(status) in self._errors or f"{status // 100}XX" in self._errors:
            return True
        return not 200 <= status < 300 and not self.is_result(status)

    def is_result(self, status: int) -> bool:
        """Tell whether a status is declared, and not raised."""
        return str(status) in self._results or f"{status // 100}XX" in self._results

    def check(
        self,
        request: Request,
        response: Response,
        content: bytes | None,
        *,
        sent: Request | None = None,
        redirects: bool = False,
        cut: int | None = None,
    ) -> None:
        """Raise if the response to what was ``sent`` is an error; ``redirects``: they are not.

        So is one whose body was ``cut`` after so many bytes.
        """
        status, headers, content = response.status, response.headers, content or b""
        wanted = redirects and 300 <= status < 400 and status != 304
        if self.is_error(status) and not wanted:
            raise self.failure(request, sent or request, status, headers, content, cut)
        if cut is not None:
            raise too_long(request, status, headers, "the body", cut, content)

    def success(self, status: int) -> Answer | None:
        """Find the reader of a success status: its own, or the first that is declared."""
        if 300 <= status < 400:
            return self._by_status.get(str(status)) or self._by_status.get("3XX")
        answer = self.find(status)
        return self._first if answer is None or answer.error else answer

    def reader(self, status: int, headers: Headers) -> Reader | None:
        """Find the reader of a successful response's body."""
        answer = self.success(status)
        return None if answer is None else _reader(answer.readers, headers)

    def metadata(self, status: int, headers: Headers) -> dict[str, Any]:
        """Read the declared headers of a successful response."""
        answer = self.success(status)
        fields = () if answer is None else answer.headers
        return {
            field.name: field.read(headers[field.name]) for field in fields if field.name in headers
        }

    def stream_reader(self, request: Request, status: int, headers: Headers) -> Reader:
        """Find the reader of a stream.

        Raises:
            DecodeError: the response is not a stream.
        """
        reader = self.reader(status, headers)
        if reader is None or not reader.streamed or _is_document(reader, headers):
            kind = headers.get("content-type", "no content type")
            said = f"the response is not a stream ({kind})"
            raise undecoded(request, status, headers, said)
        return reader

    def read(
        self,
        request: Request,
        status: int,
        headers: Headers,
        content: bytes,
        inspection: Inspection | None = None,
    ) -> Any:
        """Read the body of a successful response; None if there is none to read.

        Raises:
            DecodeError: the body is not what is declared.
        """
        found = (request, status, headers, content)
        return self._read(*found, lambda reader: reader.value, inspection)

    def read_both(
        self,
        request: Request,
        status: int,
        headers: Headers,
        content: bytes,
        inspection: Inspection | None = None,
    ) -> tuple[Any, Any]:
        """Read the body of a successful response; also return its JSON, for paging."""
        came = (request, status, headers, content)
        found = self._read(*came, lambda reader: reader.both, inspection)
        return (None, None) if found is None else found

    def _read(
        self,
        request: Request,
        status: int,
        headers: Headers,
        content: bytes,
        way: Way,
        inspection: Inspection | None,
    ) -> Any:
        answer = self.success(status)
        reader = None if answer is None else _reader(answer.readers, headers)
        if (
            answer is None
            or reader is None
            or (not content and (status in (204, 205) or 300 <= status < 400))
        ):
            return None
        charset = charset_of(headers)
        plain = reader.textual and _media_type(headers) == "text/plain"
        if self._empty and isinstance(reader, Json) and not plain and not content.strip():
            return None  # a success without a body is declared, if with another status
        invalid: InvalidResponse | None = None
        try:
            data = _json_of_text(content, charset) if plain else content
            if inspection is not None:
                place = answer.status, reader, status, headers
                invalid = inspection.check_body(request, *place, data, charset)
            found = way(reader)(data, charset)
        except (ValueError, RecursionError) as error:
            kind = headers.get("content-type", "no content type")
            said = f"the body is not {reader.media_type} ({kind}): {error}"
            if isinstance(error, RecursionError):
                said = "the body is nested too deep"
            elif isinstance(error, MisreadError):
                said = str(error)
            if not _is_json(_media_type(headers)):
                said += "; `content` of this error is what came"
            body = _readable(headers, content)
            raise undecoded(request, status, headers, said, content, body) from error
        if inspection is not None and invalid is not None:
            inspection.tell(invalid)
        return found

    def failure(
        self,
        request: Request,
        sent: Request,
        status: int,
        headers: Headers,
        content: bytes,
        cut: int | None = None,
    ) -> APIError:
        """Make the error for an unsuccessful response; its body may be ``cut``."""
        from .error_lines import line, words

        answer = self.find(status) or NOTHING
        body = _readable(headers, content)
        error = _typed(answer, headers, content, body)
        wait = retry_after(headers)
        said = words(status, body, content, answer.message, (request, sent))
        declared = answer.raises if error is not None else None
        return error_class(status, declared)(
            line(status, request, said, headers, wait, cut),
            status=status,
            headers=headers,
            content=content,
            body=body,
            error=error,
            retry_after=wait,
        )


def _reader(readers: tuple[Reader, ...], headers: Headers) -> Reader | None:
    if len(readers) < 2:
        return readers[0] if readers else None
    kind = _media_type(headers)
    for one in readers:
        if _media(one.media_type) == kind:
            return one
    for one in readers:
        if _covers(_media(one.media_type), kind):
            return one
    return readers[0]


def _is_document(reader: Reader, headers: Headers) -> bool:
    """Recognise a body that would read as a stream without events."""
    kind = _media_type(headers)
    return isinstance(reader, Events) and (kind == "text/html" or _is_json(kind))


def _covers(pattern: str, kind: str) -> bool:
    if pattern == "*/*" or (pattern.endswith("/*") and kind.startswith(pattern[:-1])):
        return True
    return _is_json(pattern) and _is_json(kind)


def _typed(answer: Answer, headers: Headers, content: bytes, body: Any) -> Any:
    """Decode an error's body as declared; None if that fails."""
    reader = _reader(answer.readers, headers)
    if reader is None or reader.streamed or not content:
        return None
    if isinstance(reader, Json) and not (is_object(body) or is_array(body)):
        return None
    try:
        found: Any = body if isinstance(reader, Json) else reader.load(content, charset_of(headers))
        return found if reader.decode is None else reader.decode(found)
    except (ValueError, RecursionError):
        return None


def _readable(headers: Headers, content: bytes) -> Any:
    if not content:
        return None
    kind = _media_type(headers)
    text = _decoded(headers, content)
    if _is_json(kind) or not kind or (text is not None and text.lstrip()[:1] in ("{", "[")):
        try:  # objects are JSON, whatever their content type says
            return loads(content if text is None else text)
        except (ValueError, RecursionError):
            pass
    return content if text is None else text


def _decoded(headers: Headers, content: bytes) -> str | None:
    """Decode an error's body by its character set, else as UTF-8; None if both fail."""
    for charset in (charset_of(headers), "utf-8"):
        try:
            return content.decode(charset).removeprefix("\ufeff")
        except (LookupError, ValueError):
            continue
    return None


def _media_type(headers: Headers) -> str:
    return _media(headers.get("content-type", ""))


def _media(text: str) -> str:
    return text.partition(";")[0].strip().lower()


def _is_json(kind: str) -> bool:
    return kind == "application/json" or kind.endswith("+json") or kind == "text/json"


def charset_of(headers: Headers) -> str:
    """Return the character set that Content-Type says, else UTF-8."""
    _, found, rest = headers.get("content-type", "").lower().partition("charset=")
    return rest.partition(";")[0].strip().strip('"') if found else "utf-8"

"""Parameter and Header Objects, with OpenAPI's defaults of `style` and `explode` filled in (D8.6)."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.base.patterns import lazy_pattern
from compiler.diagnostics import Note
from compiler.front.keys import object_keys
from compiler.front.keys.extensions import Where
from compiler.front.mistakes.misplaced import OF_SCHEMAS
from compiler.front.mistakes.wording import a_kind, one_of
from compiler.front.objects.entry import Entry
from compiler.front.objects.name_overrides import override_of
from compiler.front.operations.examples import first_example
from compiler.front.operations.http_names import is_left_out
from compiler.front.schemas.checked_keywords import check_media_type
from compiler.front.schemas.extension_hints import deprecation_message, ignored_for
from compiler.front.schemas.schema import lower_member
from compiler.front.swagger.styles import UNKNOWN_STYLE
from compiler.ir.identity import child
from compiler.ir.nodes import Header, Parameter, Schema
from compiler.ir.types import Value
from compiler.ir.wire import Place, Style

_NOT_IN_PATHS = lazy_pattern(r"[{}]")
_OTHER = "rename it: in a path its name is written between `{` and `}`"

STYLES: Mapping[str, Style] = {
    "simple": Style.SIMPLE,
    "label": Style.LABEL,
    "matrix": Style.MATRIX,
    "form": Style.FORM,
    "spaceDelimited": Style.SPACE_DELIMITED,
    "pipeDelimited": Style.PIPE_DELIMITED,
    "deepObject": Style.DEEP_OBJECT,
}

PLACES: Mapping[str, tuple[Place, tuple[str, ...]]] = {
    "path": (Place.PATH, ("simple", "label", "matrix")),
    "query": (Place.QUERY, ("form", "spaceDelimited", "pipeDelimited", "deepObject")),
    "header": (Place.HEADER, ("simple",)),
    "cookie": (Place.COOKIE, ("form",)),
}
"""The values of `in`, and the styles of each place, the default first."""


def lower_parameter(entry: Entry, *, inherited: bool = False) -> Parameter | None:
    """Lower a parameter or a reference to one; None after an error that leaves nothing."""
    if "$ref" in entry:
        return _reference(entry, inherited)
    found = entry.open(object_keys.PARAMETER, Where.PARAMETER)
    name, place = _name(entry), _place(entry)
    if name is None or place is None:
        return None
    media_type, schema = _content(entry)
    style, explode = _style(entry, place)
    _check_idle(entry, place)
    deprecated = entry.flag("deprecated")
    return Parameter(
        name,
        PLACES[place][0],
        required=_required(entry, place),
        inherited=inherited,
        style=style,
        explode=explode,
        allow_reserved=_allow_reserved(entry, place),
        allow_empty=entry.flag("allowEmptyValue") and place == "query",
        media_type=media_type,
        schema=schema,
        description=entry.prose("description"),
        deprecated=deprecated,
        deprecation_message=deprecation_message(entry.session, entry.id, found, deprecated=deprecated),
        default=schema.default if schema is not None else None,
        example=first_example(entry, schema),
        override=override_of(found).text,
        names_in=override_of(found).names_in,
        ignore=ignored_for(found),
        id=entry.id,
    )


def _reference(entry: Entry, inherited: bool) -> Parameter | None:
    target, found = entry.reference("parameters", Where.PARAMETER)
    if target is None:
        return None
    return Parameter(
        ref=target,
        inherited=inherited,
        description=entry.prose("description"),
        override=override_of(found).text,
        names_in=override_of(found).names_in,
        ignore=ignored_for(found),
        id=entry.id,
    )


def _name(entry: Entry) -> str | None:
    name = entry.text("name", needed=True)
    if name is None and not isinstance(entry.raw.get("name"), dict | list):
        entry.missing("name", "a parameter")
    if name == "":
        entry.session.reports.add("CG0364", entry.at("name"), what="parameter")
    if name and entry.raw.get("in") == "path" and (sign := _NOT_IN_PATHS.search(name)) is not None:
        problem = f"it contains `{sign[0]}`"
        entry.session.reports.add(
            "CG0359", entry.at("name"), kind="path parameter", name=name, problem=problem, help=_OTHER
        )
    return name or None


def _required(entry: Entry, place: str) -> bool:
    """Read `required`: a path parameter is, whatever is said (D4.5)."""
    if entry.flag("required"):
        return True
    if place == "path" and isinstance(entry.raw.get("required", False), bool):
        entry.session.reports.tally("CG0338", entry.id)
    return place == "path"


def _check_idle(entry: Entry, place: str) -> None:
    """Tell of members that change nothing in the place of a parameter, or beside its `content`."""
    if place != "query" and "allowEmptyValue" in entry:
        entry.idle("allowEmptyValue", "only query parameters can be sent without a value")
    if place in ("path", "cookie") and "allowReserved" in entry:
        entry.session.versions.tell_newer(
            "allowReserved", entry.at("allowReserved"), entry.file, newer="3.2", at_key=True
        )
    if entry.raw.get("content"):
        for key in ("style", "explode", "allowReserved"):
            if key in entry:
                entry.idle(key, "`content` says how the value is written")


def _allow_reserved(entry: Entry, place: str) -> bool:
    """Read `allowReserved`, which has no meaning in a header: nothing is percent-encoded there."""
    allowed = entry.flag("allowReserved")
    if "allowReserved" in entry and place == "header":
        entry.session.reports.add("CG0339", entry.at("allowReserved"), at_key=True)
        return False
    return allowed


def _place(entry: Entry) -> str | None:
    if entry.raw.get("in") == "querystring":
        entry.session.reports.add("CG1304", entry.at("in"))
        return None
    if entry.raw.get("in") is None:
        entry.missing("in", "a parameter")
        return None
    return entry.choice("in", tuple(PLACES))


def _style(entry: Entry, place: str) -> tuple[Style, bool]:
    legal = PLACES[place][1]
    if unwritable_format(entry):
        return STYLES[legal[0]], False
    if entry.raw.get("style") == "cookie":
        entry.session.reports.add("CG1308", entry.at("style"))
        return STYLES[legal[0]], False
    style = entry.choice("style", tuple(STYLES)) or legal[0]
    if style not in legal:
        help_ = f"a {place} parameter can have {one_of(legal)}"
        entry.session.reports.add("CG0315", entry.at("style"), help=help_, style=style, place=place)
        style = legal[0]
    explode = entry.maybe("explode")
    if style == "deepObject":  # the style has no other form (D8.3)
        explode = True
    return STYLES[style], explode if explode is not None else style == "form"


def unwritable_format(entry: Entry) -> bool:
    """Report a `collectionFormat` of Swagger 2.0 that no style of 3.x writes."""
    style = entry.raw.get("style")
    if not isinstance(style, str) or not style.startswith(UNKNOWN_STYLE):
        return False
    entry.session.reports.add("CG1309", entry.at("style"), format=style.removeprefix(UNKNOWN_STYLE))
    return True


def _content(entry: Entry) -> tuple[str | None, Schema | None]:
    """Return media type and schema, from `content` or from `schema`."""
    content = entry.object("content")
    if content is not None and content.raw:
        if "schema" in entry:
            entry.session.reports.add("CG0311", entry.at("schema"), at_key=True)
        return _media(content, "parameter")
    if content is not None:
        help_ = "remove it" if "schema" in entry else None
        read = "by its `schema`" if "schema" in entry else "as a text"
        told = {"thing": "parameter", "what": "an empty `content`", "read": read}
        entry.session.reports.tally("CG0363", entry.at("content"), at_key=True, help=help_, **told)
    if "schema" not in entry and content is not None:
        return None, Schema(types=("string",), id=entry.at("schema"))
    if "schema" not in entry:
        if OF_SCHEMAS.isdisjoint(entry.raw):  # else CG0303 says where its type belongs
            help_ = "add a `type`" if entry.session.versions.is_swagger(entry.file) else None
            entry.session.reports.add("CG0310", entry.id, help=help_)
        return None, Schema(types=("string",), id=entry.at("schema"))
    return None, lower_member(entry.session, entry.raw["schema"], entry.at("schema"), entry.file)


def _media(content: Entry, thing: str) -> tuple[str | None, Schema | None]:
    entries = list(content.entries())
    if len(content.raw) > 1:
        content.session.reports.add("CG0312", content.id, thing=thing)
    for media_type, entry in entries:
        check_media_type(content.session, entry.id, media_type)
        entry.open(object_keys.CONTENT, Where.CONTENT)
        return media_type, member_schema(entry)
    return None, None


def member_schema(entry: Entry) -> Schema | None:
    """Lower the `schema` of an object that may have one."""
    if "schema" not in entry:
        return None
    return lower_member(entry.session, entry.raw["schema"], entry.at("schema"), entry.file)


def lower_header(name: str, entry: Entry) -> Header | None:
    """Lower a header or a reference to one; ``name`` is "" for a component."""
    if "$ref" in entry:
        target, _ = entry.reference("headers", Where.HEADER)
        description = entry.prose("description")
        return Header(name, ref=target, description=description, id=entry.id) if target is not None else None
    entry.open(object_keys.HEADER, Where.HEADER)
    _check_header(entry)
    content = entry.object("content")
    media_type, schema = (
        _media(content, "header") if content is not None and content.raw else (None, member_schema(entry))
    )
    first_example(entry, schema)  # they are looked at, and not shown
    return Header(
        name,
        required=entry.flag("required"),
        schema=schema,
        default=_fixed(schema),
        explode=entry.flag("explode"),
        media_type=media_type,
        description=entry.prose("description"),
        deprecated=entry.flag("deprecated"),
        id=entry.id,
    )


_OF_HEADERS = object_keys.HEADER.known
"""For a header with other keys, CG0303 says where its type belongs."""


def _check_header(entry: Entry) -> None:
    """Tell of what no header can be; all of it is read as far as it goes (D1.4)."""
    raw, session = entry.raw, entry.session
    style = raw.get("style")
    if style is None:
        entry.text("style")
    elif style != "simple" and not unwritable_format(entry):
        session.reports.add("CG0362", entry.at("style"), style=style if isinstance(style, str) else a_kind(style))
    for key in ("allowEmptyValue", "allowReserved"):
        if entry.flag(key):
            entry.idle(key, "values of headers are sent as they are")
    empty = "an empty `content`" if raw.get("content") == {} else "neither `schema` nor `content`"
    if raw.get("content"):
        entry.exclude("schema", "content", counts="content")
    elif raw.get("content") == {} or ("schema" not in raw and raw.keys() <= _OF_HEADERS):
        read = "by its `schema`" if "schema" in raw else "as a text"
        session.reports.tally("CG0363", entry.id, thing="header", what=empty, read=read, at_key=True)


def _fixed(schema: Schema | None) -> Value | None:
    if schema is None:
        return None
    return schema.const if schema.const is not None else schema.default


def lower_headers(entry: Entry) -> tuple[Header, ...]:
    """Lower the `headers` of a response or an encoding."""
    found = (lower_header(name, header) for name, header in entry.members("headers"))
    kept = [header for header in found if header is not None and not _is_no_header(entry, header)]
    folded: dict[str, Header] = {}
    for header in kept:
        first = folded.setdefault(header.wire.lower(), header)
        if first is not header:
            at = child(entry.id, "headers", header.wire)
            notes = (Note("the other one is here", entry.session.reports.loc(first.id), True),)
            entry.session.reports.add("CG0370", at, at_key=True, notes=notes, name=header.wire, other=first.wire)
    return tuple(folded.values())


def _is_no_header(entry: Entry, header: Header) -> bool:
    at = child(entry.id, "headers", header.wire)
    return is_left_out(entry.session, at, header.wire, needed=header.required and header.default is None, at_key=True)

"""The table of a method's parameters, with each language's own names where these differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backends import Language
from backends.reference.commonmark import code
from backends.reference.page import table, titled
from backends.reference.parts import notes, yes
from backends.reference.site import Path, Site
from backends.reference.types import type_text, values_text
from compiler.ir.types import Const, Scalar
from compiler.ir.wire import Place, Style, WireOperation, WireParameter
from compiler.plan.plan import Argument, Method

_Key = tuple[Place, str]


def parameters_table(
    site: Site, method: Method, operation: WireOperation, spoken: Sequence[tuple[Language, Method]], path: Path
) -> str:
    """Return the section of a method's parameters; "" for one that has none. The body has a section of its own."""
    listed = [one for one in method.arguments if one.place is not Place.BODY]
    sent = {(one.place, one.wire): one for one in operation.parameters}
    names = [_names(said, listed) for _, said in spoken]
    columns = ("Name", *(language.title for language, _ in spoken), "In", "Type", "Required", "Description")
    rows = [
        (
            code(one.wire),
            *(code(idents[key]) if (key := (one.place, one.wire)) in idents else "" for idents in names),
            one.place.value,
            _type(site, one, path),
            yes(one.required),
            _notes(site, one, sent.get((one.place, one.wire))),
        )
        for one in listed
    ]
    return titled("Parameters", table(columns, rows))


def _names(method: Method, listed: Sequence[Argument]) -> Mapping[_Key, str]:
    """Return a language's names of the arguments; nothing if all have their names in the document."""
    idents = {(one.place, one.wire): one.ident for one in method.arguments}
    return idents if any(idents.get((one.place, one.wire), one.wire) != one.wire for one in listed) else {}


def _type(site: Site, argument: Argument, path: Path) -> str:
    text = type_text(site, argument.type, path)
    return f"{text} or null" if argument.nullable and not text.endswith("or null") else text


def _notes(site: Site, argument: Argument, sent: WireParameter | None) -> str:
    return notes(argument, [*values_text(site, argument.type), *([_style(sent)] if sent is not None else ())])


def _style(sent: WireParameter) -> str:
    """Name the style of a parameter; "" for the default style."""
    if sent.media_type is not None:
        return f"Sent as {code(sent.media_type)}."
    usual = sent.usual and sent.explode == (sent.style is Style.FORM)
    if usual or not _composite(sent):
        return "Reserved characters are sent as they are." if sent.allow_reserved else ""
    return f"Sent in {sent.style.value} style{', exploded' if sent.explode else ''}."


def _composite(sent: WireParameter) -> bool:
    """Tell whether the style affects a value: explode does not change a single value."""
    return not sent.usual or not isinstance(sent.type, Scalar | Const)

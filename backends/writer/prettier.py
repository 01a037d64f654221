"""prettier's layout: two spaces per level, lines of 80 columns, and its rules of what is broken, and where.

Documents of literals, calls, statements and types. Names are printed as they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backends.writer.document import LINE, SOFTLINE, Doc, Group, IfBroken, Indent, Line, join
from backends.writer.layout import render
from backends.writer.lists import bracketed, hugging

WIDTH = 80
INDENT = "  "
_BREAK = Line("", hard=True)


# --------------------------------------------------------------------------- literals


def braced(items: Iterable[Doc]) -> Doc:
    """Write an object literal from properties, or from variables."""
    return bracketed("{", items, "}", padding=" ")


def field(name: str, value: Doc) -> Doc:
    """Write a property of a literal. A long string goes below its name, unless that is short and little is gained."""
    if isinstance(value, str) and len(value) > 20 and len(name) > 4 and value[0] in "\"'":
        return [f"{name}:", Group(Indent([LINE, value]))]
    return labelled(f"{name}: ", value)


def labelled(label: str, value: Doc) -> Doc:
    """Write a value behind a label that stays on its line: as one text if both are."""
    return f"{label}{value}" if isinstance(value, str) else [label, value]


def below(name: str, value: str) -> Doc:
    """Write a property whose value, a chain of names, goes below its name if the line has no room for it."""
    return [f"{name}:", Group(Indent([LINE, value]))]


def array(items: Sequence[Doc], weights: Sequence[int] = ()) -> Doc:
    """Write an array literal; one of several objects with several members each has one item per line."""
    if len(items) > 1 and len(weights) == len(items) and all(weight > 1 for weight in weights):
        return Group(["[", Indent([_BREAK, join(items, [",", LINE])]), ",", _BREAK, "]"])
    return bracketed("[", items, "]")


# --------------------------------------------------------------------------- calls and statements


def call(function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a call."""
    if len(arguments) == 1 and _is_literal(arguments[0]):
        return [f"{function}(", arguments[0], ")"]
    return bracketed(f"{function}(", arguments, ")")


def statement(head: str, function: str, arguments: Sequence[Doc], room: int = WIDTH) -> Doc:
    """Write a call after the head of a statement; of several arguments, only a last literal may break."""
    if len(arguments) > 1 and _is_literal(arguments[-1]) and not _is_literal(arguments[-2]):
        return hugging(f"{head}{function}(", arguments, ");", room) or [head, call(function, arguments), ";"]
    return [head, call(function, arguments), ";"]


def chained(owner: str, *calls: Doc) -> Doc:
    """Write a chain of calls: on one line if they fit, else one call per line."""
    return Group([owner, Indent([part for made in calls for part in (SOFTLINE, made)])])


def awaited(name: str, function: str, arguments: Sequence[Doc], level: int = 0) -> Doc:
    """Write a constant that is an awaited call. A call of a function with a long name goes below the constant."""
    room = WIDTH - level * len(INDENT)
    head = f"const {name} = await {function}("
    lone = arguments[0] if len(arguments) == 1 else None
    made = call(function, arguments)
    if lone is not None and _is_literal(lone):
        if len(head) < room:
            return [f"const {name} = await ", made, ";"]
        if len(head) == room:
            return [head, *_below(lone), ");"]
        if len(f"{INDENT}await {function}({{") > room:
            made = [f"{function}(", *_below(lone), ")"]
    elif arguments and not (isinstance(lone, str) and len(lone) <= WIDTH // 4):
        return statement(f"const {name} = await ", function, arguments, room)
    return Group([f"const {name} =", Indent([LINE, "await ", made, ";"])])


def _below(argument: Doc) -> list[Doc]:
    return [Indent([_BREAK, argument, ","]), _BREAK]


def _is_literal(doc: Doc) -> bool:
    """Tell whether a document is an object or array literal, which breaks within itself as a single argument."""
    return isinstance(doc, Group) and isinstance(doc.body, list) and doc.body[0] in ("{", "[")


# --------------------------------------------------------------------------- types


def alternatives(members: Sequence[Doc]) -> Doc:
    """Write a union type where it is the whole type."""
    if len(members) == 1 or is_reference_or_null(members):
        return flat_union(members)
    return Group(Indent([Line(""), IfBroken("| "), join(list(members), [LINE, "| "])]))


def flat_union(members: Sequence[Doc]) -> Doc:
    """Write a union type on one line."""
    return members[0] if len(members) == 1 else join(list(members), " | ")


def broken_union(members: Sequence[Doc]) -> Doc:
    """Write a union type with one member per line."""
    return Indent([[_BREAK, "| ", item] for item in members])


def is_reference_or_null(members: Sequence[Doc]) -> bool:
    """Tell whether a union is a named type or null: it is never broken."""
    rest = [item for item in members if item != "null"]
    if len(members) != 2 or len(rest) != 1:
        return False
    return not isinstance(rest[0], str) or (rest[0][0].isupper() and rest[0][-1] != "]")


def intersection(member: Doc, more: Doc) -> Doc:
    """Write an intersection type as a member of a union."""
    return ["(", member, " & ", Indent(more), ")"]


def generic(name: str, items: Sequence[Doc]) -> Doc:
    """Write a generic type; a single argument breaks within itself."""
    return [f"{name}<", Group([items[0]]), ">"] if len(items) == 1 else bracketed(f"{name}<", items, ">", trailing="")


def object_type(pairs: Iterable[tuple[str, Doc]]) -> Doc:
    """Write an object type; the names are printed as they are."""
    fields: list[Doc] = [labelled(f"{name}: ", kind) for name, kind in pairs]
    return Group(["{", Indent([LINE, join(fields, [";", LINE])]), IfBroken(";"), LINE, "}"])


# --------------------------------------------------------------------------- declarations


def braces(names: Sequence[str]) -> Doc:
    """Write the names of an import or export; a single name is never broken."""
    return f"{{ {names[0]} }}" if len(names) == 1 else bracketed("{", list(names), "}", padding=" ")


def fits(text: str) -> bool:
    """Tell whether a text is a single line and not too long."""
    return len(text) <= WIDTH and "\n" not in text


def constant(name: str, kind: str, value: Doc, export: str = "") -> tuple[str, str]:
    """Write the declaration of a constant, with its type (and ``export``), and without them."""
    head = f"{export}const {name}: {kind} ="
    text = lay([f"{head} ", value, ";"])
    if len(text.partition("\n")[0]) > WIDTH:
        text = _filled(head, value) or f"{head}\n{lay(value, 1)};"
    return f"{text}\n", text.removeprefix(export).replace(f": {kind} =", " =", 1) + "\n"


def _filled(head: str, value: Doc) -> str | None:
    """Write a constant whose line the call fills: its argument is on lines of its own. None if the line is not full."""
    match value:
        case [str() as function, argument, ")"] if len(f"{head} {function}") <= WIDTH:
            return lay([f"{head} {function}", *_below(argument), ");"])
    return None


def lay(doc: Doc, level: int = 0) -> str:
    """Lay a document out on lines of its own."""
    return INDENT * level + render(doc, WIDTH, INDENT, level, level * len(INDENT))

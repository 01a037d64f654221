"""Leaves of printed TypeScript: literals, property names, comments, and documents of object and array literals.

Printed code is laid out as prettier lays it out; what is said of layout here follows its rules.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Sequence

from backends.writer import LINE, Doc, Group, IfBroken, Indent, Line, bracketed, hugging, join, render
from compiler.ir.node import Json

INHERITED = frozenset(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf".split()  # noqa: SIM905
)
"""Properties of every object; ``__proto__`` in a literal would even set the prototype."""

_json = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps makes an encoder for each call
WIDTH = 80
INDENT = "  "
_ESCAPED = re.compile("[\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
_BREAK = Line("", hard=True)


def string(text: str) -> str:
    """Write a string literal: in double quotes, unless single ones need fewer escapes."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    body = _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", _json(text)[1:-1])
    if text.count('"') > text.count("'"):
        return "'" + body.replace('\\"', '"').replace("'", "\\'") + "'"
    return f'"{body}"'


def key(name: str) -> str:
    """Write the name of a property, in quotes where it needs them."""
    plain = name.isascii() or all(ord(char) < 0x10000 for char in name)
    return name if plain and name.replace("$", "_").isidentifier() else string(name)


def member(owner: str, name: str) -> str:
    """Write the access to a property."""
    return f"{owner}.{name}" if key(name) == name else f"{owner}[{string(name)}]"


def number(value: float | int) -> str:
    """Write a number literal; an integer that a number cannot hold is a bigint."""
    if isinstance(value, int):
        return str(value) if abs(value) < 2**53 else f"{value}n"
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def literal(value: Json) -> Doc:
    """Write a JSON value."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number(value)
        case str():
            return string(value)
        case list() | tuple():
            return array([literal(item) for item in value], [weight(item) for item in value])
        case dict():
            return obj([(name, literal(item)) for name, item in value.items()])
    raise AssertionError(value)


def weight(value: Json) -> int:
    """Tell how many members an item has: two for two or more, none for what is no object or array."""
    return min(len(value), 2) if isinstance(value, (dict, list, tuple)) else 0


def obj(pairs: Iterable[tuple[str, Doc]]) -> Doc:
    """Write an object literal."""
    return bracketed("{", [_pair(name, value) for name, value in pairs], "}", padding=" ")


def _pair(name: str, value: Doc) -> Doc:
    """Write a property of an object literal; what every object has, TypeScript would take for that."""
    if name in INHERITED:
        entry = bracketed("[", [bracketed("[", [string(name), value], "]")], "]")
        return ["...", call("Object", [call("Object.fromEntries", [entry])])]
    if isinstance(value, str) and value[:1].isupper():
        return [f"{key(name)}:", Group(Indent([LINE, value]))]
    return field(key(name), value)


def field(name: str, value: Doc) -> Doc:
    """Write a property of a literal. A long string goes below its name, unless that is short and little is gained."""
    if isinstance(value, str) and len(value) > 20 and len(name) > 4 and value[0] in "\"'":
        return [f"{name}:", Group(Indent([LINE, value]))]
    return [f"{name}: ", value]


def shorthand(names: Iterable[str]) -> Doc:
    """Write an object literal of variables."""
    return bracketed("{", list(names), "}", padding=" ")


def array(items: Sequence[Doc], weights: Sequence[int] = ()) -> Doc:
    """Write an array literal; one of several objects with several members each has an item a line."""
    if len(items) > 1 and len(weights) == len(items) and all(weight > 1 for weight in weights):
        return Group(["[", Indent([_BREAK, join(items, [",", LINE])]), ",", _BREAK, "]"])
    return bracketed("[", items, "]")


def facts(items: Sequence[Sequence[tuple[str, Doc]]]) -> Doc:
    """Write an array of object literals."""
    return array([obj(pairs) for pairs in items], [len(pairs) for pairs in items])


def call(function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a call."""
    if len(arguments) == 1 and _is_literal(arguments[0]):
        return [f"{function}(", arguments[0], ")"]
    return bracketed(f"{function}(", arguments, ")")


def statement(head: str, function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a call behind the head of a statement; of several arguments, a last literal may break alone."""
    if len(arguments) > 1 and _is_literal(arguments[-1]) and not _is_literal(arguments[-2]):
        return hugging(f"{head}{function}(", arguments, ");", WIDTH) or [head, call(function, arguments), ";"]
    return [head, call(function, arguments), ";"]


def awaited(name: str, function: str, arguments: Sequence[Doc]) -> Doc:
    """Write a constant that a call is awaited for. One with a long name goes below that of the constant."""
    head = f"const {name} = await {function}("
    lone = arguments[0] if len(arguments) == 1 else None
    made = call(function, arguments)
    if lone is not None and _is_literal(lone):
        if len(head) < WIDTH:
            return [f"const {name} = await ", made, ";"]
        if len(head) == WIDTH:
            return [head, *_below(lone), ");"]
        if len(f"{INDENT}await {function}({{") > WIDTH:
            made = [f"{function}(", *_below(lone), ")"]
    elif arguments and not (isinstance(lone, str) and len(lone) <= WIDTH // 4):
        return statement(f"const {name} = await ", function, arguments)
    return Group([f"const {name} =", Indent([LINE, "await ", made, ";"])])


def _below(argument: Doc) -> list[Doc]:
    return [Indent([_BREAK, argument, ","]), _BREAK]


def _is_literal(doc: Doc) -> bool:
    """Tell whether a document is an object or array literal: an only argument of a call that breaks within itself."""
    return isinstance(doc, Group) and isinstance(doc.body, list) and doc.body[0] in ("{", "[")


def alternatives(members: Sequence[Doc]) -> Doc:
    """Write a union type for a place where it stands alone."""
    if len(members) == 1 or is_reference_or_null(members):
        return flat_union(members)
    return Group(Indent([Line(""), IfBroken("| "), join(list(members), [LINE, "| "])]))


def flat_union(members: Sequence[Doc]) -> Doc:
    """Write a union type on one line."""
    return members[0] if len(members) == 1 else join(list(members), " | ")


def broken_union(members: Sequence[Doc]) -> Doc:
    """Write a union type with a member a line."""
    return Indent([[_BREAK, "| ", item] for item in members])


def is_reference_or_null(members: Sequence[Doc]) -> bool:
    """Tell whether a union is a named type or null: it is never broken."""
    rest = [item for item in members if item != "null"]
    if len(members) != 2 or len(rest) != 1:
        return False
    return not isinstance(rest[0], str) or (rest[0][0].isupper() and rest[0][-1] != "]")


def object_type(pairs: Iterable[tuple[str, Doc]]) -> Doc:
    """Write an object type; the names are printed as they are."""
    fields: list[Doc] = [[f"{name}: ", kind] for name, kind in pairs]
    return Group(["{", Indent([LINE, join(fields, [";", LINE])]), IfBroken(";"), LINE, "}"])


def braces(names: Sequence[str]) -> Doc:
    """Write the names of an import or export; one alone is never broken."""
    return f"{{ {names[0]} }}" if len(names) == 1 else bracketed("{", list(names), "}", padding=" ")


def fits(text: str) -> bool:
    """Tell whether a text is one line that is not too long."""
    return len(text) <= WIDTH and "\n" not in text


def constant(name: str, kind: str, value: Doc, export: str = "") -> tuple[str, str]:
    """Write the declaration of a constant, with its type (and ``export``) and without."""
    head = f"{export}const {name}: {kind} ="
    text = lay([f"{head} ", value, ";"])
    if len(text.partition("\n")[0]) > WIDTH:
        text = _filled(head, value) or f"{head}\n{lay(value, 1)};"
    return f"{text}\n", text.removeprefix(export).replace(f": {kind} =", " =", 1) + "\n"


def _filled(head: str, value: Doc) -> str | None:
    """Write a constant whose line the call fills: its argument stands on lines of its own. None where it does not."""
    match value:
        case [str() as function, argument, ")"] if len(f"{head} {function}") <= WIDTH:
            return lay([f"{head} {function}", *_below(argument), ");"])
    return None


def lay(doc: Doc, level: int = 0) -> str:
    """Lay a document out on lines of its own."""
    return INDENT * level + render(doc, WIDTH, INDENT, level, level * len(INDENT))


# --------------------------------------------------------------------------- comments


@functools.lru_cache(maxsize=20_000)
def comment(text: str | None, level: int = 0) -> str:
    """Write a documentation comment; empty where there is nothing to say."""
    if not text or not text.strip():
        return ""
    pad = INDENT * level
    lines = [line.rstrip() for line in _safe(text).strip().split("\n")]
    if len(lines) == 1:
        return f"{pad}/** {lines[0]} */\n"
    body = "".join(f"{pad} * {line}\n" if line else f"{pad} *\n" for line in lines)
    return f"{pad}/**\n{body}{pad} */\n"


_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def _safe(text: str) -> str:
    """Take from a text what would end a comment, or tell tools something."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ")
    text = text.replace("*/", "*\u200b/").replace("@ts-", "@ ts-").replace("sourceMappingURL", "sourceMapping URL")
    return _UNSAFE.sub(" ", text)

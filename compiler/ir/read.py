"""Reading the IR's text form: the exact inverse of :func:`compiler.ir.text.dump` (for goldens and ``codegen opt``)."""

from __future__ import annotations

import functools
import importlib.resources
import json
import types
import typing
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import compiler.ir.nodes  # noqa: F401  (registers every node class)
from compiler.ir.node import NODES, Id
from compiler.ir.text import FieldForm, derive, forms
from compiler.ir.types import Checks, Const, Kind, ListOf, MapOf, Nullable, Ref, Scalar, Type

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

JSON_WORDS = {"true": True, "false": False, "null": None, "Infinity": float("inf"), "NaN": float("nan")}
_NODES = ("block", "blocks", "table")
"""Forms of fields that hold nodes; these are written in the block and are not keys."""


class IRSyntaxError(ValueError):
    """The text is not IR; the message says where, and what was expected there."""


def load(text: str) -> Any:
    """Read one node from its text form.

    Raises:
        IRSyntaxError: the text does not parse, or names a node or field that does not exist.
    """
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(text)
        if len(tree.children) != 1:
            raise IRSyntaxError(f"expected one node, found {len(tree.children)}")
        return _node(tree.children[0], None, "")
    except UnexpectedInput as error:
        raise IRSyntaxError(f"line {error.line}, column {error.column}: unexpected text") from error
    except RecursionError as error:
        raise IRSyntaxError("nodes or values are nested too deeply") from error


@functools.cache
def _parser() -> Lark:
    from lark import Lark

    grammar = importlib.resources.files("compiler.ir").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr")


@functools.cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


_UNFIT = (TypeError, ValueError, AttributeError, AssertionError)
"""What a class, an enum or a missing value raises if the text has the shape of a node but is not a valid one."""


def _node(tree: Any, cls: Any, derived: Id, index: int = 0, form: FieldForm | None = None) -> Any:
    """Build a node; ``derived`` is the parent's identity and ``form`` the parent's field."""
    try:
        return _build(tree, cls, derived, index, form)
    except IRSyntaxError:
        raise
    except _UNFIT as error:
        token = tree.children[0]
        raise IRSyntaxError(f"line {token.line}: {str(token)!r} does not hold what it must: {error}") from error


def _build(tree: Any, cls: Any, derived: Id, index: int, form: FieldForm | None) -> Any:
    word = str(tree.children[0])
    cls = cls or NODES.get(word)
    if cls is None:
        raise IRSyntaxError(f"line {tree.children[0].line}: unknown node {word!r}")
    values, at, block = _read_parts(tree, cls)
    id_form = next((item for item in forms(cls) if item.form == "id"), None)
    if form is not None and at is None:
        made = cls(**values)  # the segment may name an attribute, so the identity comes second
        at = derive(form.segment, derived, made, index)
        at = "" if at == "-" else at
    if id_form is not None and at:
        values["id"] = at
    values.update(_read_block(block, cls, at or derived))
    return cls(**values)


def _read_parts(tree: Any, cls: Any) -> tuple[dict[str, Any], Id | None, Sequence[Any]]:
    hints = _hints(cls)
    by_name = {item.name: item for item in forms(cls)}
    positional = [item for item in forms(cls) if item.form == "arg"]
    values: dict[str, Any] = {}
    at: Id | None = None
    block: Sequence[Any] = ()
    identified = "id" in by_name
    for child in tree.children[1:]:
        if child.data == "block":
            block = child.children
        elif child.data == "pair":
            name = str(child.children[0])
            if name == "at":
                at = _json(child.children[1])
            elif name in by_name and _is_key(by_name[name], child.children[1]):
                values[name] = _convert(child.children[1], hints[name], by_name[name])
            else:
                raise IRSyntaxError(f"line {child.children[0].line}: {cls.__name__} has no {name!r}")
        elif child.data == "at" and identified and at is None and not values:
            at = _json(child)
        elif positional:
            item = positional.pop(0)
            values[item.name] = _convert(child, hints[item.name], item)
        else:
            name = str(child.children[0]).replace("-", "_")
            if name not in by_name or by_name[name].form != "flag":
                raise IRSyntaxError(f"line {_line(child)}: {cls.__name__} has no flag {name!r}")
            values[name] = True
    return values, at, block


def _is_key(form: FieldForm, value: Any) -> bool:
    """Whether a field is written in the node's line; a field that holds nodes is only if it is an empty list."""
    return form.form not in _NODES or (form.form == "blocks" and value.data == "list" and not any(value.children))


def _read_block(block: Sequence[Any], cls: Any, at: Id) -> dict[str, Any]:
    values: dict[str, Any] = {}
    owners = _owners(cls)
    for child in block:
        word = str(child.children[0])
        if word not in owners:
            raise IRSyntaxError(f"line {child.children[0].line}: {cls.__name__} holds no {word!r}")
        form, child_class = owners[word]
        if form.form == "block":
            values[form.name] = _node(child, child_class, at, 0, form)
        elif form.form == "blocks":
            done = values.get(form.name, ())
            values[form.name] = (*done, _node(child, child_class, at, len(done), form))
        else:
            made = _node(child, child_class, "")
            values.setdefault(form.name, {})[made.id] = made
    return values


@functools.cache
def _owners(cls: Any) -> Mapping[str, tuple[FieldForm, type[Any] | None]]:
    """Map each word of a block to the field that owns it and the class it builds."""
    owners: dict[str, tuple[FieldForm, type[Any] | None]] = {}
    for form in forms(cls):
        if form.form in _NODES:
            for child in _node_classes(_hints(cls)[form.name]):
                owners[form.word or child.WORD] = (form, child)
    return owners


def _node_classes(hint: Any) -> list[Any]:
    if isinstance(hint, type) and hasattr(hint, "WORD"):
        return [hint]
    return [child for part in typing.get_args(hint) for child in _node_classes(part)]


def _convert(tree: Any, hint: Any, form: FieldForm) -> Any:
    if _is_type(hint):
        return _type(tree)
    for part in _members(hint):
        if isinstance(part, type) and issubclass(part, StrEnum) and tree.data == "word":
            return part(str(tree.children[0]))
        if typing.get_origin(part) is tuple and tree.data == "list":
            return _tuple(tree, part, form)
        if typing.get_origin(part) is frozenset and tree.data == "list":
            return frozenset(_items(tree, typing.get_args(part)[0], form))
    if form.bare and tree.data == "word":
        return str(tree.children[0])
    return _json(tree)


def _tuple(tree: Any, hint: Any, form: FieldForm) -> tuple[Any, ...]:
    inner = typing.get_args(hint)
    if inner[-1] is Ellipsis:
        return tuple(_items(tree, inner[0], form))
    return tuple(_convert(child, part, form) for child, part in zip(tree.children, inner, strict=True))


def _items(tree: Any, hint: Any, form: FieldForm) -> list[Any]:
    return [_convert(child, hint, form) for child in tree.children if child is not None]


def _members(hint: Any) -> tuple[Any, ...]:
    origin = typing.get_origin(hint)
    return typing.get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)


def _is_type(hint: Any) -> bool:
    return Scalar in _members(hint) and Ref in _members(hint)


def _line(tree: Any) -> int:
    """Return the line of the first token of a tree: the parser is a third faster where it does not note places."""
    while (children := getattr(tree, "children", None)) is not None:
        tree = next(child for child in children if child is not None)
    return int(tree.line)


def _json(tree: Any) -> Any:
    """Read a tree as a JSON value, or an identity as its text."""
    first: Any = tree.children[0] if tree.children else None
    match tree.data:
        case "string":
            return json.loads(first)
        case "number":
            return json.loads(first)
        case "at":
            return json.loads(first[1:]) if first[1] == '"' else str(first[1:])
        case "word":
            return JSON_WORDS.get(str(first), str(first))
        case "list":
            return [_json(child) for child in tree.children if child is not None]
        case "object":
            members = [child for child in tree.children if child is not None]
            return {json.loads(member.children[0]): _json(member.children[1]) for member in members}
    raise IRSyntaxError(f"line {_line(tree)}: expected a JSON value")


def _type(tree: Any) -> Type | None:
    match tree.data:
        case "optional":
            inner = _type(tree.children[0])
            assert inner is not None
            return Nullable(inner)
        case "at":
            return Ref(_json(tree))
        case "word" if str(tree.children[0]) == "null" and tree.children[2] is None:
            return Scalar(Kind.NULL)
        case "word":
            name, fmt, checks = tree.children
            return Scalar(Kind(str(name)), _format(fmt), _read_checks(checks))
        case "generic":
            return _generic(*tree.children)
    raise IRSyntaxError(f"line {_line(tree)}: expected a type")


def _generic(name: Token, inner: Any, checks: Tree[Any] | None) -> Type:
    if name == "const":
        return Const(_json(inner))
    made = _type(inner)
    assert made is not None
    return ListOf(made, _read_checks(checks)) if name == "list" else MapOf(made, _read_checks(checks))


def _format(tree: Any) -> str | None:
    if tree is None:
        return None
    token = tree.children[0]
    return json.loads(token) if token.type == "STRING" else str(token)


def _read_checks(tree: Any) -> Checks | None:
    if tree is None:
        return None
    pairs = [child.children for child in tree.children]
    values: dict[str, Any] = {
        str(name).replace("-", "_"): True if value is None else _json(value) for name, value in pairs
    }
    return Checks(**values)

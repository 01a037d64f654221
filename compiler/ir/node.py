"""How a dataclass becomes an IR node: the annotations that drive the generic text form.

A node is a frozen, slotted dataclass. Each field says with one of the helpers below how it is written, so that
a new node class needs no printer and no grammar change (house 1):

``operation @"paths/~1test/get" GET "/test" deprecated operation_id="getTest" { name "getTest" }``

has an identity, two positional values, a flag, a key and a block.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

from compiler.base.memory import identical

Id = str
"""Identity of a node (D10.4): a JSON pointer without ``#/`` and ``components/``; another file is written before it.

``schemas/Test`` · ``paths/~1test/get/responses/200`` · ``common.yaml#/components/schemas/Error``.
"""

Json = Any
"""A decoded JSON value."""

T = TypeVar("T")

NODES: dict[str, type[Any]] = {}
"""Every node class, by the word that begins it in the text form."""


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def node(word: str) -> Callable[[type[T]], type[T]]:
    """Make a class a frozen, slotted node; ``word`` begins it in the text form."""

    def wrap(cls: type[T]) -> type[T]:
        made = frozen(cls)
        made.WORD = word  # type: ignore[attr-defined]
        NODES[word] = made
        return made

    return wrap


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a frozen, slotted dataclass with quick construction: a large document has 100,000s of instances."""
    made = dataclasses.dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    _add_methods(made)
    return made


def _refuse(item: object, name: str, *_: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of a {type(item).__name__}")


def _text(item: Any) -> str:
    shown = ", ".join(f"{name}={getattr(item, name)!r}" for name in item.__slots__)
    return f"{type(item).__qualname__}({shown})"


_KEEP: Any = object()
"""Default of a member that :func:`replace` does not change."""


def _add_methods(cls: type[Any]) -> None:
    """Add methods to a frozen class, each compiled when it is first called.

    Those of ``dataclass(frozen=True, slots=True)`` fill slots through ``object.__setattr__`` by name, make a dictionary
    for each replacement, and are compiled for every class at import. Measured in paired runs, processor time, as
    medians: of github-api.json, the largest document of ../shared/specs, a build of all targets takes 9.4 s with ours
    and 0.44 s more with those (all before printing 1.84 s and 2.20 s), one of examples/trains 0.77 s and 0.85 s.
    To fill an unprotected class of the same slots and change the class then saves 0.02 s more: too little.
    """
    fields = dataclasses.fields(cls)
    scope: dict[str, Any] = {"_class": cls, "_new": object.__new__, "_keep": _KEEP, "_identical": identical}
    for field in fields:
        scope[f"_set_{field.name}"] = getattr(cls, field.name).__set__
        scope[f"_default_{field.name}"] = field.default
        scope[f"_make_{field.name}"] = field.default_factory
    names = [field.name for field in fields]
    own = {name: lines(names) for name, lines in _LATER.items() if name not in cls.__dict__}
    for name, lines in {"__init__": _init(fields), **own}.items():
        setattr(cls, name, _later(cls, name, lines, scope))
    for name, method in _SHARED.items():
        setattr(cls, name, method)


def _compile(cls: type[Any], name: str, lines: Iterable[str], scope: dict[str, Any]) -> Any:
    exec("\n".join(lines), scope)
    method = scope[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, method)
    return method


def _later(cls: type[Any], name: str, lines: Iterable[str], scope: dict[str, Any]) -> Any:
    """Return a method that compiles these lines and replaces itself: a run needs few of the methods."""
    return lambda *args, **members: _compile(cls, name, lines, scope)(*args, **members)


def _init(fields: tuple[dataclasses.Field[Any], ...]) -> Iterator[str]:
    yield f"def __init__(self, {', '.join(map(_parameter, fields))}):"
    for field in fields:
        made = field.default_factory is not dataclasses.MISSING
        value = f"_make_{field.name}() if {field.name} is _keep else {field.name}" if made else field.name
        yield f"    _set_{field.name}(self, {value})"
    yield "    pass"


def _with(names: list[str]) -> Iterator[str]:
    yield f"def _with(self, {', '.join(f'{name}=_keep' for name in names)}):"
    yield "    new = _new(_class)"
    for name in names:
        yield f"    _set_{name}(new, self.{name} if {name} is _keep else {name})"
    yield "    return new"


def _eq(names: list[str]) -> Iterator[str]:
    yield "def __eq__(self, other):"
    yield "    if other.__class__ is not _class:"
    yield "        return NotImplemented"
    yield f"    return {_values('self', names)} == {_values('other', names)}"


def _same(names: list[str]) -> Iterator[str]:
    """Print the comparison of :func:`compiler.base.memory.identical`."""
    yield "def _same(self, other):"
    yield "    return other.__class__ is _class and ("
    yield (
        " and ".join(f"(self.{name} is other.{name} or _identical(self.{name}, other.{name}))" for name in names)
        or "True"
    )
    yield "    )"


def _hash(names: list[str]) -> Iterator[str]:
    yield "def __hash__(self):"
    yield f"    return hash({_values('self', names)})"


def _values(item: str, names: list[str]) -> str:
    return f"({', '.join(f'{item}.{name}' for name in names)},)"


_LATER = {"_with": _with, "_same": _same, "__eq__": _eq, "__hash__": _hash}
_SHARED = {"__setattr__": _refuse, "__delattr__": _refuse, "__repr__": _text}
"""Methods that are the same in every class: ``dataclass`` would compile them for each class."""


def _parameter(field: dataclasses.Field[Any]) -> str:
    if field.default_factory is not dataclasses.MISSING:
        return f"{field.name}=_keep"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}=_default_{field.name}"


if TYPE_CHECKING:
    from dataclasses import replace as replace  # type checkers know the members that it takes
else:

    def replace(item: T, /, **members: Any) -> T:
        """Return a copy of the node, or of another dataclass, with some members changed."""
        with_ = getattr(item, "_with", None)
        return dataclasses.replace(item, **members) if with_ is None else with_(**members)


def arg(default: Any = dataclasses.MISSING) -> Any:
    """Declare a positional value: written without its key, in field order."""
    return dataclasses.field(default=default, metadata={"form": "arg"})


def word(default: Any = dataclasses.MISSING) -> Any:
    """Declare a positional str that is written bare: ``GET``."""
    return dataclasses.field(default=default, metadata={"form": "arg", "bare": True})


def key(default: Any = None) -> Any:
    """Declare a ``key=value`` pair; it is left out if the value equals its default."""
    return dataclasses.field(default=default, metadata={"form": "key"})


def flag() -> Any:
    """Declare a bool written as a bare word when true."""
    return dataclasses.field(default=False, metadata={"form": "flag"})


def ident(default: Any = "") -> Any:
    """Declare the node's identity: positional ``@id`` in declarations.

    In a member it is written as ``at=@id``, and only if it differs from the parent's identity plus the
    segment that the parent's block declares.
    """
    return dataclasses.field(default=default, metadata={"form": "id"})


def block(word: str | None = None, segment: str | None = None) -> Any:
    """Declare one nested node, or None.

    Args:
        word: begins the child instead of its class's own word (two fields of one class need two words).
        segment: what the child's identity adds to the parent's: ``"items"``; "" for the same identity.
    """
    return dataclasses.field(default=None, metadata={"form": "block", "word": word, "segment": segment})


def blocks(word: str | None = None, segment: str | None = None) -> Any:
    """Declare a tuple of nested nodes.

    ``segment`` may hold ``{i}`` (the index) or ``{name}`` (the child's attribute, escaped as a pointer token):
    ``"properties/{name}"``.
    """
    return dataclasses.field(default=(), metadata={"form": "blocks", "word": word, "segment": segment})


def optional_blocks(word: str | None = None) -> Any:
    """Declare a tuple of nested nodes for which None (not given) and empty differ; empty is written ``key=[]``."""
    return dataclasses.field(default=None, metadata={"form": "blocks", "word": word, "segment": None})


def table() -> Any:
    """Declare a map of declarations by identity."""
    return dataclasses.field(default_factory=dict, metadata={"form": "table"})


def escape(token: str) -> str:
    """Escape one token of an identity as in a JSON pointer (RFC 6901), and ``#`` and ``%`` as in a URI fragment.

    So an unescaped ``#`` in an identity only ends a file's name or begins a role (``schemas/X#write``).
    """
    if token.isidentifier():
        return token
    token = token.replace("~", "~0").replace("/", "~1")
    return token.replace("%", "%25").replace("#", "%23") if "%" in token or "#" in token else token


def unescape(token: str) -> str:
    """Undo :func:`escape`."""
    return to_pointer(token).replace("~1", "/").replace("~0", "~")


def to_pointer(text: str) -> str:
    """Turn the pointer of an identity into a plain JSON pointer."""
    return text.replace("%23", "#").replace("%25", "%") if "%" in text else text

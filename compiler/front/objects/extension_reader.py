"""Reads the `x-codegen-*` keys of objects, and checks their places and values (D2.2, D14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from compiler.front.keys.extensions import EXTENSIONS, PREFIX, Where
from compiler.front.mistakes.wording import did_you_mean, one_of
from compiler.front.objects.extensions import Extensions
from compiler.front.objects.name_overrides import tell_of_names
from compiler.front.session.session import Session
from compiler.ir.identity import child
from compiler.ir.node import Id
from compiler.source import split_pointer

_NAMES = ("name-override", "type-name")
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
            session.reports.add("CG0321", child(at, written), at_key=True, help=meant, key=written)
        elif (prefix := session.spelling.foreign(written)) is not None:
            session.reports.tally("CG0380", child(at, written), prefix=prefix, at_key=True)
        return
    place = child(at, written)
    extension = EXTENSIONS.get(key)
    if extension is None and written in _OF_OTHERS:
        session.reports.tally("CG0371", place, key=written, owner=_OF_OTHERS[written], at_key=True)
        return
    if extension is None:
        help_ = partial(did_you_mean, key, EXTENSIONS, prefix=PREFIX)
        session.reports.add("CG0321", place, at_key=True, help=help_, key=written)
        return
    shape = extension.places.get(where)
    if shape is None:
        places = one_of(extension.places).replace("`", "")
        session.reports.add("CG0322", place, at_key=True, key=written, where=where.value, places=places)
        return
    if key in into.written:
        session.reports.add("CG0324", place, at_key=True, key=written, other=into.written[key])
        return
    into.written[key] = written

    problems = []

    def say(pointer: str, problem: str) -> None:
        problems.append(problem)
        at = place + pointer.replace("%", "%25").replace("#", "%23")
        like = extension.example_help(written, root=where is Where.ROOT)
        session.reports.add("CG0323", at, help=like, key=written, path=_path(pointer), problem=problem)

    read = shape.read(value, "", say)
    if not problems:
        into.values[key] = tell_of_names(session, place, written, read) if key in _NAMES else read


def check_rewrites(session: Session, at: Id, rewrites: Mapping[str, str]) -> None:
    """Warn of keys in `x-codegen-extension-rewrite` that are none of ours (D2.2)."""
    for ours, theirs in rewrites.items():
        if session.spelling.own(ours) not in EXTENSIONS:
            help_: str | Callable[[], str | None] = partial(
                did_you_mean, ours.removeprefix(PREFIX), EXTENSIONS, prefix=PREFIX
            )
            if theirs.startswith(PREFIX) and theirs.removeprefix(PREFIX) in EXTENSIONS:
                help_ = f"turn it round, our key comes first: `{theirs}: {ours}`"
            session.reports.add("CG0321", child(at, ours), at_key=True, help=help_, key=ours)


def _path(pointer: str) -> str:
    """Return a pointer below a key as a reader writes it: ``.inputs[0].name``."""
    tokens = split_pointer(pointer)
    return "".join(f"[{token}]" if token.isdigit() else f".{token}" for token in tokens)

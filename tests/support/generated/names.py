"""The names that everything in a document has in every language, by what it is (D10.1)."""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from backends.keys import TARGET_KEYS
from compiler.config import parse_config
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.options import DebugOptions, InputOptions
from compiler.ir.text import format_type
from compiler.ir.types import Enum, Model, Type, Union
from compiler.lock.file import read_lock, render_lock
from compiler.lock.lock import Lock
from compiler.plan.plan import Group, Method, Plan
from compiler.source import Document as Source
from compiler.source import Limits, load_text
from tests.support.drift import LANGUAGES
from tests.support.generated.blocks import Document

Names = dict[tuple[str, ...], str]


def names_of(document: Document, lock: Lock | None = None) -> Names:
    """Return what everything is called in every language, by what it is.

    With a lock also what types are called where they are used: which view of a type has its name is remembered there.
    """
    return _compile_document(document, lock or Lock(), Diagnostics(), uses=lock is not None)


def reread(lock: Lock) -> Lock:
    """Return what the next build finds: codegen.lock as it is written, which is sorted, and read."""
    diagnostics = Diagnostics()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "codegen.lock")
        path.write_text(render_lock(lock), "utf-8")
        found = read_lock(path, Limits(), diagnostics)
    assert not diagnostics.items
    return found


def names_in_place(document: Document, lock: Lock) -> Names:
    """Return the same for documents whose things stand where they stood: titles do not count for what they are."""
    return _compile_document(document, lock, Diagnostics(), in_place=True)


def reports_of(document: Document, lock: Lock) -> set[str]:
    diagnostics = Diagnostics()
    _compile_document(document, lock, diagnostics)
    return {item.code for item in diagnostics.items}


def names_of_file(path: Path, lock: Lock, prefix: str | None = None) -> Names:
    """Return what everything of a document with all its files is called; the document's own identities are the keys."""
    diagnostics = Diagnostics()
    loaded = load_text(path.read_bytes(), str(path), Limits(), diagnostics)
    assert loaded is not None
    options = InputOptions(document=str(path), **({"extension_prefix": prefix} if prefix else {}))
    return _names_of_plans(loaded, str(path.parent), options, lock, diagnostics, uses=True)


def _compile_document(
    document: Document, memory: Lock, diagnostics: Diagnostics, *, uses: bool = True, in_place: bool = False
) -> Names:
    loaded = load_text(json.dumps(document), "openapi.json", Limits(), diagnostics)
    assert loaded is not None
    options = InputOptions(document="openapi.json")
    found = _names_of_plans(loaded, "/nonexistent", options, memory, diagnostics, uses=uses)
    written = str if in_place else _stable(document)
    return {tuple(map(written, key)): name for key, name in found.items()}


def _names_of_plans(
    loaded: Source, folder: str, options: InputOptions, memory: Lock, diagnostics: Diagnostics, *, uses: bool
) -> Names:
    made = compile_document(
        loaded, folder, options, DebugOptions(), diagnostics, memory, io.StringIO(), keep_going=True,
        names="auto" if memory.kept else _mode(loaded),
    )  # fmt: skip
    assert made is not None, [item.message for item in diagnostics.errors]
    plain = parse_config(None, TARGET_KEYS, Diagnostics())
    found: Names = {}
    for language in LANGUAGES:
        plan = plan_target(made, language, plain)
        found |= {(language, *key): name for key, name in _of_plan(plan, uses=uses)}
    return found


def _mode(document: Source) -> str:
    """Choose what names follow from where nothing remembers it: by the title, so that edits do not turn it.

    One document repeats its paths: there names get shorter when a partner is gone, unless the lock keeps them (D3.6).
    """
    title = str(document.root["info"]["title"] if isinstance(document.root, dict) else "")
    return "path" if len(title) % 2 and "parameter serialization" not in title else "operationId"


def _of_plan(plan: Plan, *, uses: bool) -> Iterator[tuple[tuple[str, ...], str]]:
    surface = plan.surface
    yield ("client",), surface.client
    yield ("package",), surface.package
    for at, name in surface.types.items():
        # What was one type and becomes two views is compared where it is used.
        yield ("type", at, *(["read"] if f"{at}#write" in surface.types else [])), name.ident
        for key, member in _members(plan, at, name.members):
            yield ("member", at, key), member
    for at, event in surface.events.items():
        yield ("event", at), event.ident
        yield ("handler", at), event.handler
    for kind in ("schemes", "server_variables", "global_parameters"):
        for key, name in getattr(surface, kind).items():
            yield (kind, key), name
    for key, name in surface.derived.items():
        yield ("derived", key), name
    yield from _of_group(surface.root)
    if uses:
        yield from _of_uses(plan)


def _of_uses(plan: Plan) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what types are called where they are used: what takes a `Booking` is not to take a `BookingInput` then."""
    idents = {at: name.ident for at, name in plan.surface.types.items()}
    for method in _methods(plan.surface.root):
        for item in method.arguments:
            key = ("argument's type", method.operation, item.place, item.wire)
            yield (*key, _without_view(format_type(item.type))), _called(item.type, idents)
        for result in plan.wire.operations[method.operation].results:
            yield ("result's type", method.operation, _without_view(format_type(result))), _called(result, idents)


def _methods(group: Group) -> Iterator[Method]:
    yield from group.methods
    for inner in group.groups:
        yield from _methods(inner)


def _without_view(text: str) -> str:
    """Return a type without the word that tells what is written from what is read."""
    return text.replace("#write", "").replace('"', "")


_REFERENCE = re.compile(r'@(?P<at>"(?:[^"\\]|\\.)*"|[^>?,\s]+)|"(?:[^"\\]|\\.)*"')
"""A reference in the text of a type, or a text in which a sign may look like one."""


def _called(type_: Type, idents: Mapping[str, str]) -> str:
    return _REFERENCE.sub(lambda found: idents[_unquoted(found["at"])] if found["at"] else found[0], format_type(type_))


def _unquoted(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def _members(plan: Plan, at: str, members: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield members by what they are: a field by its wire name, an enum's by its value, a union's by its type."""
    declared = plan.wire.types[at]
    for key, name in members.items():
        match declared:
            case Model():
                yield key, name
            case Enum():
                yield repr(declared.members[int(key)].value), name
            case Union():
                yield repr(declared.cases[int(key)].type), name


def _of_group(group: Group) -> Iterator[tuple[tuple[str, ...], str]]:
    path = ".".join(group.path)
    yield ("group", path), group.ident
    yield ("class", path), group.type_ident
    yield ("module", path), group.module
    for method in group.methods:
        yield ("method", path, method.operation), method.ident
        if method.request is not None:
            yield ("request", method.operation), method.request.ident
        for item in method.arguments:
            yield ("argument", method.operation, item.place, item.wire), item.ident
    for inner in group.groups:
        yield from _of_group(inner)


def moved(before: Names, after: Names) -> dict[tuple[str, ...], tuple[str, str]]:
    """Return what stayed and is called otherwise."""
    return {key: (name, after[key]) for key, name in before.items() if after.get(key, name) != name}


# --------------------------------------------------------------------------- identities that edits leave alone

_STEP = re.compile(r"/(?:oneOf|anyOf|parameters)/\d+")
_LISTS = ("oneOf", "anyOf", "parameters")


def _stable(document: dict[str, Any]) -> Callable[[str], str]:
    """Return what writes identities so: a parameter by its name, a union's member by title, else by all it says."""
    labels: dict[str, str] = {}
    _collect(document, "", labels)

    def written(text: str) -> str:
        made, last = "", 0
        for step in _STEP.finditer(text):
            ends = (re.split(marks, text[: step.end()])[-1] for marks in ("[@'\"<]", "[@'\"< ]"))
            made += text[last : step.start()] + next((labels[end] for end in ends if end in labels), step[0])
            last = step.end()
        return made + text[last:]

    return written


def _collect(value: Any, at: str, labels: dict[str, str]) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            token = str(key).replace("~", "~0").replace("/", "~1").replace("%", "%25").replace("#", "%23")
            below = "" if at == "" and key == "components" else f"{at}/{token}" if at else token
            _collect(item, below, labels)
            if key in _LISTS and isinstance(item, list):
                _number(item, below, labels)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _collect(item, f"{at}/{index}", labels)


def _number(items: list[Any], at: str, labels: dict[str, str]) -> None:
    said = [_label_of(item) for item in items]
    again = Counter(said)
    for index, (item, text) in enumerate(zip(items, said, strict=True)):
        one = text if again[text] == 1 else json.dumps(item, sort_keys=True)
        labels[f"{at}/{index}"] = f"/{at.rpartition('/')[2]}/<{one}>"


def _label_of(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    found = [item.get(key) for key in ("$ref", "title")] + [f"{item.get('in')} {item['name']}" if "name" in item else 0]
    return next((text for text in found if isinstance(text, str)), json.dumps(item, sort_keys=True))

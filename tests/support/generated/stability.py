"""Edits of documents, and the names that everything in them has in every language (D10.1).

An edit adds, removes, copies or moves operations, schemas and properties. Its additions have names of new words, so
that nothing that was there before has a reason to be renamed. A *forced* edit adds something that competes for a taken
name: only codegen.lock can keep that name for its owner.
"""

from __future__ import annotations

import copy
import functools
import io
import json
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from backends.keys import TARGET_KEYS
from compiler.base.config import parse_config
from compiler.base.diagnostics import Diagnostics
from compiler.base.naming import words
from compiler.base.naming.vocabulary import vocabulary
from compiler.base.source import Document, Limits, load_text
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.options import DebugOptions, InputOptions
from compiler.ir.plan import Group, Method, Plan
from compiler.ir.text import format_type
from compiler.ir.types import Enum, Model, Type, Union
from compiler.lock.file import read_lock, render_lock
from compiler.lock.lock import Lock
from tests.support.generated.lasting import lasting
from tests.support.places import ROOT, SHARED

LARGEST = 100_000
LANGUAGES = ("python", "typescript", "go")
METHODS = ("get", "put", "post", "delete", "patch", "options", "head")
Object = dict[str, Any]
Names = dict[tuple[str, ...], str]


# --------------------------------------------------------------------------- documents


def document_names() -> list[str]:
    """Return what `documents` calls them, without a look into one: tests are collected by name."""
    parts = [f"{path.stem} {part}" for path in _large() for part in range(_PARTS)]
    return sorted({*(path.stem for path in _small()), *parts, "shared"})


@functools.cache
def documents() -> Mapping[str, Object]:
    """Return documents of at most 100 kB: ours, real ones where these are, and parts of large ones."""
    found = {path.stem: _read(path) for path in _small()}
    for path in _large():
        whole = _read(path)
        found |= {f"{path.stem} {part}": fragment(whole, part) for part in range(_PARTS)}
    found["shared"] = sharing(_read(_small()[0]))
    return found


_PARTS = 3


def _small() -> list[Path]:
    paths = [ROOT / "examples/trains/openapi.yaml"]
    paths += sorted(path for path in (SHARED / "specs").glob("*.yaml") if path.stat().st_size <= LARGEST)
    paths += sorted(SHARED.glob("suites/spring-petclinic/*.y*ml"))
    return [path for path in paths if re.search(r"^paths:", path.read_text("utf-8"), re.MULTILINE)]


def _large() -> list[Path]:
    paths = [path for path in sorted((SHARED / "specs").glob("*.json")) if path.stat().st_size < 2_000_000]
    return [path for path in paths if b'"components":' in path.read_bytes()]  # Swagger's parts are too large


def _read(path: Path) -> Object:
    text = path.read_text(encoding="utf-8")
    made: Object = json.loads(text) if path.suffix == ".json" else yaml.load(text, _Loader)
    return made


class _Loader(yaml.CSafeLoader):  # type: ignore[misc]
    """Reads dates as text, as the compiler does."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in listed if not tag.endswith("timestamp")]
    for first, listed in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def sharing(document: Object) -> Object:
    """Return a document whose operations have parts in common, and lists, that hold types of their own."""
    made = copy.deepcopy(document)
    members = [
        {"title": f"Stop {word}", "type": "object", "properties": {word: {"enum": [word, 1]}}}
        for word in ("a", "b", "c")
    ]
    made["components"]["schemas"]["Stops"] = {"oneOf": members}
    kind = {"type": "string", "enum": ["a", "b"]}
    content = {"application/json": {"schema": {"type": "object", "properties": {"why": kind}}}}
    gone = {"description": "gone", "headers": {"X-Why": {"schema": kind}}, "content": content}
    parts = {
        "responses": {"410": gone, "Broken": gone},
        "parameters": {"0": {"name": "why", "in": "query", "schema": kind}},
    }
    for section, named in parts.items():
        made["components"].setdefault(section, {}).update(named)
    for item in made["paths"].values():
        for method in item.keys() & set(METHODS):
            listed = item[method].setdefault("parameters", [])
            listed.append({"$ref": "#/components/parameters/0"})
            listed += [{"name": f"x-{name}", "in": "header", "schema": {"enum": [name, 2]}} for name in ("up", "down")]
            item[method]["responses"] |= {
                "410": {"$ref": "#/components/responses/410"}, "500": {"$ref": "#/components/responses/Broken"},
            }  # fmt: skip
    return made


def fragment(whole: Object, seed: int) -> Object:
    """Return some operations of a large document with all that they refer to."""
    chance = random.Random(seed)
    made = {key: value for key, value in whole.items() if key not in ("paths", "components", "webhooks")}
    made |= {"paths": {}, "components": {}}
    paths = sorted(whole["paths"])
    for path in chance.sample(paths, min(12, len(paths))):
        larger = copy.deepcopy(made)
        larger["paths"][path] = whole["paths"][path]
        _close(larger, whole, larger["paths"][path])
        if len(json.dumps(larger)) <= LARGEST:
            made = larger
    schemes = whole.get("components", {}).get("securitySchemes")
    return made | ({"components": made["components"] | {"securitySchemes": schemes}} if schemes else {})


def _close(document: Object, whole: Object, value: Any) -> None:
    for ref in _references(value):
        kind, name = ref.removeprefix("#/components/").split("/")[:2]
        table = document["components"].setdefault(kind, {})
        if name not in table and name in whole["components"].get(kind, {}):
            table[name] = whole["components"][kind][name]
            _close(document, whole, table[name])


def _references(value: Any) -> Iterator[str]:
    for _, item in walk(value):
        if isinstance(item, str) and item.startswith("#/components/"):
            yield item


def walk(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every value with its place."""
    yield at, value
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from walk(item, (*at, key))


# --------------------------------------------------------------------------- names


def names_of(document: Object, lock: Lock | None = None) -> Names:
    """Return what everything is called in every language, by what it is.

    With a lock also what types are called where they are used: which view of a type has its name is remembered there.
    """
    return _named(document, lock or Lock(), Diagnostics(), uses=lock is not None)


def reread(lock: Lock) -> Lock:
    """Return what the next build finds: codegen.lock as it is written, which is sorted, and read."""
    diagnostics = Diagnostics()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "codegen.lock")
        path.write_text(render_lock(lock), "utf-8")
        found = read_lock(path, Limits(), diagnostics)
    assert not diagnostics.items
    return found


def names_in_place(document: Object, lock: Lock) -> Names:
    """Return the same for documents whose things stand where they stood: titles do not count for what they are."""
    return _named(document, lock, Diagnostics(), in_place=True)


def reports_of(document: Object, lock: Lock) -> set[str]:
    """Return the codes of what is reported meanwhile."""
    diagnostics = Diagnostics()
    _named(document, lock, diagnostics)
    return {item.code for item in diagnostics.items}


def names_of_file(path: Path, lock: Lock, prefix: str | None = None) -> Names:
    """Return what everything of a document with all its files is called; the document's own identities are the keys."""
    diagnostics = Diagnostics()
    loaded = load_text(path.read_bytes(), str(path), Limits(), diagnostics)
    assert loaded is not None
    options = InputOptions(document=str(path), **({"extension_prefix": prefix} if prefix else {}))
    return _compiled(loaded, str(path.parent), options, lock, diagnostics, uses=True)


def _named(
    document: Object, memory: Lock, diagnostics: Diagnostics, *, uses: bool = True, in_place: bool = False
) -> Names:
    loaded = load_text(json.dumps(document), "openapi.json", Limits(), diagnostics)
    assert loaded is not None
    options = InputOptions(document="openapi.json")
    found = _compiled(loaded, "/nonexistent", options, memory, diagnostics, uses=uses)
    written = str if in_place else lasting(document)
    return {tuple(map(written, key)): name for key, name in found.items()}


def _compiled(
    loaded: Document, folder: str, options: InputOptions, memory: Lock, diagnostics: Diagnostics, *, uses: bool
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


def _mode(document: Document) -> str:
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
            yield (*key, _plain(format_type(item.type))), _called(item.type, idents)
        for result in plan.wire.operations[method.operation].results:
            yield ("result's type", method.operation, _plain(format_type(result))), _called(result, idents)


def _methods(group: Group) -> Iterator[Method]:
    yield from group.methods
    for inner in group.groups:
        yield from _methods(inner)


def _plain(text: str) -> str:
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


# --------------------------------------------------------------------------- edits


class Editor:
    """Changes a document in places that chance chooses; what it adds has words of its own."""

    def __init__(self, document: Object, seed: int, number: int) -> None:
        self.document = document
        self.chance = random.Random(seed)
        self.word = f"zq{number}"

    def operations(self) -> list[tuple[str, str]]:
        """Return every operation as path and method."""
        return [
            (path, method)
            for path, item in self.document["paths"].items()
            if isinstance(item, dict)
            for method in item
            if method in METHODS
        ]

    def schemas(self) -> Object:
        """Return the components that are schemas."""
        made: Object = self.document.setdefault("components", {}).setdefault("schemas", {})
        return made

    def tables(self) -> list[Object]:
        """Return the objects of properties."""
        return [
            item
            for at, item in walk(self.document)
            if at[-1:] == ("properties",) and isinstance(item, dict) and "example" not in at and "examples" not in at
            and all(isinstance(value, dict) for value in item.values())
        ]  # fmt: skip

    def maps(self) -> list[Object]:
        """Return the objects whose order means nothing."""
        found = [self.document, self.document["paths"], *self.document.get("components", {}).values(), *self.tables()]
        found += [item for item in self.document["paths"].values() if isinstance(item, dict)]
        found += [item for at, item in walk(self.document) if at[-1:] == ("responses",) and isinstance(item, dict)]
        return [item for item in found if isinstance(item, dict) and len(item) > 1]

    def pick(self, items: Any) -> Any:
        """Choose one; None where there is none."""
        listed = list(items)
        return self.chance.choice(listed) if listed else None

    def thing(self) -> Object:
        """Return a new schema, with an object and an enum in it."""
        inner = {"type": "object", "properties": {f"{self.word}Deep": {"enum": ["up", "down"]}}}
        return {"type": "object", "properties": {f"{self.word}Name": {"type": "string"}, f"{self.word}Inner": inner}}


def insert_operation(editor: Editor) -> None:
    tags = self_tags(editor)
    made = {"operationId": f"{editor.word}List", "parameters": [{"name": editor.word, "in": "query", "schema": {}}]}
    content = {"application/json": {"schema": editor.thing()}}
    editor.document["paths"][f"/{editor.word}"] = {
        "get": made | {"responses": {"200": {"description": "ok", "content": content}}, **tags}
    }


def self_tags(editor: Editor) -> Object:
    """Return the tags of some operation there is, or new ones."""
    found = editor.pick(editor.operations())
    other = editor.document["paths"][found[0]][found[1]].get("tags") if found else None
    return {"tags": editor.pick([other, [f"{editor.word} tag"], None])} if other else {}


def delete_operation(editor: Editor) -> None:
    found = editor.pick(editor.operations())
    if found and len(editor.operations()) > 1:
        del editor.document["paths"][found[0]][found[1]]


def duplicate_operation(editor: Editor) -> None:
    found = editor.pick(editor.operations())
    if not found:
        return
    path, method = found
    item = editor.document["paths"][path]
    made = plain(item[method]) | {"operationId": f"{editor.word}Copy"}
    shared = {key: copy.deepcopy(value) for key, value in item.items() if key == "parameters"}
    editor.document["paths"][f"{path}/{editor.word}"] = {**shared, method: made}


def plain(value: Any) -> Any:
    """Return a copy without what names a thing: titles, anchors and overrides stay with the first of two."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if not names_a_thing(key, item)}
    return [plain(item) for item in value] if isinstance(value, list) else value


def titled(document: Object) -> Object:
    """Return a document in which each member of a union, and what it holds, has another title; unions do not.

    A union within a union is a type of its own by its title.
    """
    made = copy.deepcopy(document)
    members = [item for at, item in walk(made) if at[-2:-1] in (("oneOf",), ("anyOf",)) and isinstance(item, dict)]
    for number, item in enumerate(members):
        for inner in (item, item.get("items"), item.get("additionalProperties")):
            if isinstance(inner, dict) and not inner.keys() & {"$ref", "oneOf", "anyOf", "allOf"}:
                inner["title"] = f"Another title {number}"
    return made


def names_a_thing(key: str, item: Any) -> bool:
    """Whether a key and its value give a name."""
    return (key in ("title", "$anchor", "$id") and isinstance(item, str)) or key in (
        "x-codegen-name-override", "callbacks"
    )  # fmt: skip


def insert_schema(editor: Editor) -> None:
    editor.schemas()[f"{editor.word}Thing"] = editor.thing()


def duplicate_schema(editor: Editor) -> None:
    found = editor.pick(editor.schemas())
    if found is not None:
        editor.schemas()[f"{editor.word}{found}"] = plain(editor.schemas()[found])


def delete_schema(editor: Editor) -> None:
    used = {ref.split("/")[3] for ref in _references(editor.document) if ref.startswith("#/components/schemas/")}
    used |= {str(item).rpartition("/")[2] for at, item in walk(editor.document) if "mapping" in at}
    found = editor.pick(name for name in editor.schemas() if name.replace("~", "~0").replace("/", "~1") not in used)
    if found is not None:
        del editor.schemas()[found]


def insert_property(editor: Editor) -> None:
    table = editor.pick(editor.tables())
    if table is not None:
        table[editor.word] = editor.pick(
            [{"type": "string"}, editor.thing(), {"type": "array", "items": editor.thing()}]
        )


def duplicate_property(editor: Editor) -> None:
    table = editor.pick(table for table in editor.tables() if table)
    if table is not None:
        name = editor.pick(table)
        table[f"{name}{editor.word}"] = apart(plain(table[name]), editor.word)


def apart(value: Any, word: str) -> Any:
    """Return a schema whose inner properties have words of their own.

    Long names leave out the middle of their path, so a copy within one type may wish for the name of the first.
    """
    if isinstance(value, list):
        return [apart(item, word) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: apart(item, word) for key, item in value.items()}
    if isinstance(made.get("properties"), dict):
        made["properties"] = {f"{key}{word}": item for key, item in made["properties"].items()}
        made.pop("required", None)
    return made


def delete_property(editor: Editor) -> None:
    table = editor.pick(table for table in editor.tables() if table)
    if table is not None:
        del table[editor.pick(table)]


def reorder(editor: Editor) -> None:
    table = editor.pick(editor.maps())
    if table is not None:
        pairs = list(table.items())
        editor.chance.shuffle(pairs)
        table.clear()
        table.update(pairs)


def reorder_list(editor: Editor) -> None:
    """Move what a list holds, where each item says what it is: values, parameters, members with titles or $ref."""
    listed = [item for at, item in walk(editor.document) if at[-1:] and at[-1] in LISTS and isinstance(item, list)]
    found = editor.pick(
        items for items in listed if all(not isinstance(item, dict) or item.keys() & TOLD for item in items)
    )
    if found is not None:
        editor.chance.shuffle(found)


LISTS = ("enum", "parameters", "oneOf", "anyOf")
TOLD = {"$ref", "title", "name"}


EDITS: dict[str, Callable[[Editor], None]] = {
    edit.__name__: edit
    for edit in (
        insert_operation, delete_operation, duplicate_operation, insert_schema, delete_schema, duplicate_schema,
        insert_property, delete_property, duplicate_property, reorder, reorder_list,
    )
}  # fmt: skip


# --------------------------------------------------------------------------- edits that force


def respelled(text: str, chance: random.Random) -> str:
    """Return other text of the same words."""
    listed = words(text, vocabulary())
    made = [" ".join(listed), "-".join(listed).lower(), "_".join(listed), "_".join(listed).upper()]
    made += [listed[0].lower() + "".join(word.capitalize() for word in listed[1:])]
    return chance.choice([item for item in made if item != text] or [text + "_"])


def force_property(editor: Editor) -> None:
    table = editor.pick(table for table in editor.tables() if table)
    if table is not None:
        table.setdefault(respelled(editor.pick(table), editor.chance), {"type": "string"})


def force_copy(editor: Editor) -> None:
    """Copy a property with all that is in it."""
    table = editor.pick(table for table in editor.tables() if table)
    if table is not None:
        name = editor.pick(table)
        table[f"{name}{editor.word}"] = copy.deepcopy(table[name])


def force_schema(editor: Editor) -> None:
    found = editor.pick(editor.schemas())
    if found is not None:
        name = respelled(found, editor.chance).replace(" ", "-")
        editor.schemas().setdefault(name, {"type": "object", "properties": {editor.word: {"type": "string"}}})


def force_derived(editor: Editor) -> None:
    """Add a schema that is called what targets make of another's name, or of an event's."""
    names = [*editor.schemas(), *editor.document.get("webhooks", {})]
    ends = (
        "Error",
        "Input",
        "Output",
        "Param",
        "ParamDict",
        "Payload",
        "Event",
        "Answer",
        "Handler",
        "Options",
        "Result",
        "String",
    )
    found = editor.pick(names)
    if found is not None:
        made = {"type": "object", "properties": {editor.word: {"type": "string"}}}
        editor.schemas().setdefault(found + editor.chance.choice(ends), made)


def force_use(editor: Editor) -> None:
    """Add an operation that reads, or writes, a schema that is there."""
    found = editor.pick(editor.schemas())
    if found is not None:
        held = {"application/json": {"schema": {"$ref": f"#/components/schemas/{found}"}}}
        reads = editor.chance.random() < 0.5
        made: Object = {"operationId": f"{editor.word}Uses", "responses": {"200": {"description": "ok"}}}
        (made["responses"]["200"] if reads else made.setdefault("requestBody", {}))["content"] = held
        editor.document["paths"][f"/{editor.word}/used"] = {"get" if reads else "post": made}


def force_operation(editor: Editor) -> None:
    found = editor.pick(editor.operations())
    if found:
        path, method = found
        item = editor.document["paths"][path]
        made = copy.deepcopy(item[method])
        made["operationId"] = respelled(made.get("operationId") or f"{method} {path}", editor.chance)
        shared = {key: copy.deepcopy(value) for key, value in item.items() if key == "parameters"}
        editor.document["paths"][f"{path}/{editor.word}"] = {**shared, method: made}


def force_parameter(editor: Editor) -> None:
    found = editor.pick(editor.operations())
    if found:
        operation = editor.document["paths"][found[0]][found[1]]
        listed = operation.setdefault("parameters", [])
        known = [item["name"] for item in listed if isinstance(item, dict) and "name" in item]
        name = editor.pick(known)
        if name is not None:
            listed.append({"name": respelled(name, editor.chance), "in": "query", "schema": {"type": "string"}})


def force_value(editor: Editor) -> None:
    found = editor.pick(
        item
        for at, item in walk(editor.document)
        if at[-1:] == ("enum",) and isinstance(item, list) and item and all(isinstance(value, str) for value in item)
    )
    if found is not None:
        made = respelled(editor.pick(found), editor.chance)
        if made not in found:
            found.insert(0, made)


def force_title(editor: Editor) -> None:
    """Give a title to a member of a union that is no type of its own, and to its item."""
    members = [item for at, item in walk(editor.document) if at[-2:-1] in (("oneOf",), ("anyOf",))]
    found = editor.pick(item for item in members if isinstance(item, dict) and item.keys() & PLAIN <= {"type", "items"})
    if found is not None and found.get("type", "object") != "object":
        found["title"] = f"Title of {editor.word}"
        if isinstance(found.get("items"), dict) and "$ref" not in found["items"]:
            found["items"].setdefault("title", f"Item of {editor.word}")


PLAIN = {"type", "items", "$ref", "enum", "const", "oneOf", "anyOf", "allOf", "properties"}
"""Keys of which plain members of unions have the first two alone."""


def force_tag(editor: Editor) -> None:
    found = editor.pick(editor.operations())
    if found:
        operation = editor.document["paths"][found[0]][found[1]]
        if operation.get("tags"):
            made = {"operationId": f"{editor.word}Tagged", "responses": {"204": {"description": "ok"}}}
            made["tags"] = [respelled(operation["tags"][0], editor.chance)]
            editor.document["paths"][f"/{editor.word}/tagged"] = {"get": made}


FORCED: dict[str, Callable[[Editor], None]] = {
    edit.__name__: edit
    for edit in (
        force_property,
        force_copy,
        force_schema,
        force_derived,
        force_use,
        force_operation,
        force_parameter,
        force_value,
        force_title,
        force_tag,
    )
}


def edited(document: Object, edits: list[tuple[str, int]]) -> Object:
    """Return a document after some edits, each a name of EDITS or FORCED and a seed."""
    made = copy.deepcopy(document)
    for number, (name, seed) in enumerate(edits):
        (EDITS.get(name) or FORCED[name])(Editor(made, seed, number))
    return made

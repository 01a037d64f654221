"""Edits of documents: they add, remove, copy or move operations, schemas and properties (D10.1).

What an edit adds has names of new words, so that nothing that was there before has a reason to be renamed. A *forced*
edit adds something that competes for a taken name: only codegen.lock can keep that name for its owner.
"""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from compiler.base.naming import words
from compiler.base.naming.vocabulary import vocabulary
from tests.support.generated.blocks import TEXT, Document, Schema, content, having, ref, response
from tests.support.generated.real_documents import METHODS, references, walk


class NothingThereError(LookupError):
    """A document has nothing that an edit could change."""


class Editor:
    """Changes a document in places that chance chooses; what it adds has a word of its own."""

    def __init__(self, document: Document, seed: int, number: int) -> None:
        self.document = document
        self.chance = random.Random(seed)
        self.word = f"zq{number}"

    @property
    def paths(self) -> dict[str, Any]:
        return self.document["paths"]  # type: ignore[no-any-return]

    def operations(self) -> list[tuple[str, str]]:
        items = ((path, item) for path, item in self.paths.items() if isinstance(item, dict))
        return [(path, method) for path, item in items for method in item if method in METHODS]

    def schemas(self) -> dict[str, Schema]:
        return self.document.setdefault("components", {}).setdefault("schemas", {})  # type: ignore[no-any-return]

    def tables(self) -> list[dict[str, Schema]]:
        return [
            item
            for at, item in walk(self.document)
            if at[-1:] == ("properties",) and isinstance(item, dict) and not {"example", "examples"} & {*at}
            and all(isinstance(value, dict) for value in item.values())
        ]  # fmt: skip

    def maps(self) -> list[dict[str, Any]]:
        """Return the objects whose order means nothing."""
        found = [self.document, self.paths, *self.document.get("components", {}).values(), *self.tables()]
        found += [item for item in self.paths.values() if isinstance(item, dict)]
        found += [item for at, item in walk(self.document) if at[-1:] == ("responses",) and isinstance(item, dict)]
        return [item for item in found if isinstance(item, dict) and len(item) > 1]

    def pick(self, items: Iterable[Any]) -> Any:
        listed = list(items)
        if not listed:
            raise NothingThereError
        return self.chance.choice(listed)

    def pick_property(self) -> tuple[dict[str, Schema], str]:
        """Choose a property: the object of properties, and its name there."""
        table = self.pick(table for table in self.tables() if table)
        return table, self.pick(table)

    def pick_operation(self) -> tuple[str, str, Document]:
        path, method = self.pick(self.operations())
        return path, method, self.paths[path][method]

    def thing(self) -> Schema:
        """Return a new schema, with an object and an enum in it."""
        inner = having([f"{self.word}Deep"], {"enum": ["up", "down"]})
        return {"type": "object", "properties": {f"{self.word}Name": {**TEXT}, f"{self.word}Inner": inner}}

    def put_beside(self, path: str, method: str, operation: Document) -> None:
        """Add an operation below another's path, with the parameters that it shares with others."""
        shared = {key: copy.deepcopy(item) for key, item in self.paths[path].items() if key == "parameters"}
        self.paths[f"{path}/{self.word}"] = {**shared, method: operation}


# --------------------------------------------------------------------------- edits that rename nothing else


def insert_operation(editor: Editor) -> None:
    other = editor.pick_operation()[2].get("tags") if editor.operations() else None
    tags = {"tags": editor.pick([other, [f"{editor.word} tag"], None])} if other else {}
    made = {"operationId": f"{editor.word}List", "parameters": [{"name": editor.word, "in": "query", "schema": {}}]}
    editor.paths[f"/{editor.word}"] = {"get": made | {"responses": {"200": response(editor.thing())}, **tags}}


def delete_operation(editor: Editor) -> None:
    path, method, operation = editor.pick_operation()
    if len(editor.operations()) > 1:
        del editor.paths[path][method]
        editor.schemas().pop(f"Body_{operation.get('operationId')}", None)  # FastAPI's, which nothing else uses


def duplicate_operation(editor: Editor) -> None:
    path, method, operation = editor.pick_operation()
    editor.put_beside(path, method, copy_without_names(operation) | {"operationId": f"{editor.word}Copy"})


def insert_schema(editor: Editor) -> None:
    editor.schemas()[f"{editor.word}Thing"] = editor.thing()


def duplicate_schema(editor: Editor) -> None:
    found = editor.pick(editor.schemas())
    editor.schemas()[f"{editor.word}{found}"] = copy_without_names(editor.schemas()[found])


def delete_schema(editor: Editor) -> None:
    used = {at.split("/")[3] for at in references(editor.document) if at.startswith("#/components/schemas/")}
    used |= {str(item).rpartition("/")[2] for at, item in walk(editor.document) if "mapping" in at}
    del editor.schemas()[
        editor.pick(name for name in editor.schemas() if name.replace("~", "~0").replace("/", "~1") not in used)
    ]


def insert_property(editor: Editor) -> None:
    table = editor.pick(editor.tables())
    table[editor.word] = editor.pick([{**TEXT}, editor.thing(), {"type": "array", "items": editor.thing()}])


def duplicate_property(editor: Editor) -> None:
    table, name = editor.pick_property()
    table[f"{name}{editor.word}"] = _rename_properties(copy_without_names(table[name]), editor.word)


def _rename_properties(value: Any, word: str) -> Any:
    """Return a schema whose inner properties have words of their own.

    Long names leave out the middle of their path, so a copy within one type may wish for the name of the first.
    """
    if isinstance(value, list):
        return [_rename_properties(item, word) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _rename_properties(item, word) for key, item in value.items()}
    if isinstance(made.get("properties"), dict):
        made["properties"] = {f"{key}{word}": item for key, item in made["properties"].items()}
        made.pop("required", None)
    return made


def delete_property(editor: Editor) -> None:
    table, name = editor.pick_property()
    del table[name]


def reorder(editor: Editor) -> None:
    table = editor.pick(editor.maps())
    pairs = list(table.items())
    editor.chance.shuffle(pairs)
    table.clear()
    table.update(pairs)


def reorder_list(editor: Editor) -> None:
    """Move what a list holds, where each item says what it is: values, parameters, members with titles or $ref."""
    lists, told = ("enum", "parameters", "oneOf", "anyOf"), {"$ref", "title", "name"}
    listed = [item for at, item in walk(editor.document) if at[-1:] and at[-1] in lists and isinstance(item, list)]
    editor.chance.shuffle(
        editor.pick(items for items in listed if all(not isinstance(it, dict) or it.keys() & told for it in items))
    )


Edits = Mapping[str, Callable[[Editor], None]]
EDITS: Edits = {
    edit.__name__: edit
    for edit in (
        insert_operation, delete_operation, duplicate_operation, insert_schema, delete_schema, duplicate_schema,
        insert_property, delete_property, duplicate_property, reorder, reorder_list,
    )
}  # fmt: skip


def copy_without_names(value: Any) -> Any:
    """Return a copy without what names a thing: titles, anchors and overrides stay with the first of two."""
    if isinstance(value, list):
        return [copy_without_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: copy_without_names(item) for key, item in value.items() if not _names_a_thing(key, item)}


def _names_a_thing(key: str, item: Any) -> bool:
    named = key in ("title", "$anchor", "$id") and isinstance(item, str)
    return named or key in ("x-codegen-name-override", "callbacks")


def give_titles(document: Document) -> Document:
    """Return a document in which each member of a union, and what it holds, has another title; unions do not.

    A union within a union is a type of its own by its title.
    """
    made = copy.deepcopy(document)
    for number, item in enumerate(_members(made)):
        for inner in (item, item.get("items"), item.get("additionalProperties")):
            if isinstance(inner, dict) and not inner.keys() & {"$ref", "oneOf", "anyOf", "allOf"}:
                inner["title"] = f"Another title {number}"
    return made


def _members(document: Document) -> list[Schema]:
    return [item for at, item in walk(document) if at[-2:-1] in (("oneOf",), ("anyOf",)) and isinstance(item, dict)]


# --------------------------------------------------------------------------- edits that force


def respell(text: str, chance: random.Random) -> str:
    listed = words(text, vocabulary())
    made = [" ".join(listed), "-".join(listed).lower(), "_".join(listed), "_".join(listed).upper()]
    made += [listed[0].lower() + "".join(word.capitalize() for word in listed[1:])]
    return chance.choice([item for item in made if item != text] or [text + "_"])


def force_property(editor: Editor) -> None:
    table, name = editor.pick_property()
    table.setdefault(respell(name, editor.chance), {**TEXT})


def force_copy(editor: Editor) -> None:
    table, name = editor.pick_property()
    table[f"{name}{editor.word}"] = copy.deepcopy(table[name])


def force_schema(editor: Editor) -> None:
    found = editor.pick(editor.schemas())
    editor.schemas().setdefault(respell(found, editor.chance).replace(" ", "-"), having([editor.word]))


ENDS = (
    *("Error", "Input", "Output", "Param", "ParamDict", "Payload", "Event", "Answer", "Handler", "Options"),
    *("Result", "String"),
)


def force_derived(editor: Editor) -> None:
    """Add a schema that is called what targets make of another's name, or of an event's."""
    found = editor.pick([*editor.schemas(), *editor.document.get("webhooks", {})])
    editor.schemas().setdefault(found + editor.chance.choice(ENDS), having([editor.word]))


def force_use(editor: Editor) -> None:
    """Add an operation that reads, or writes, a schema that is there."""
    held = content(ref(editor.pick(editor.schemas()), "schemas/"))
    made: Document = {"operationId": f"{editor.word}Uses", "responses": {"200": {"description": "ok"}}}
    reads = editor.chance.random() < 0.5
    (made["responses"]["200"] if reads else made.setdefault("requestBody", {}))["content"] = held
    editor.paths[f"/{editor.word}/used"] = {"get" if reads else "post": made}


def force_operation(editor: Editor) -> None:
    path, method, operation = editor.pick_operation()
    name = respell(operation.get("operationId") or f"{method} {path}", editor.chance)
    editor.put_beside(path, method, copy.deepcopy(operation) | {"operationId": name})


def force_parameter(editor: Editor) -> None:
    _, _, operation = editor.pick_operation()
    listed = operation.setdefault("parameters", [])
    name = editor.pick(item["name"] for item in listed if isinstance(item, dict) and "name" in item)
    listed.append({"name": respell(name, editor.chance), "in": "query", "schema": {**TEXT}})


def force_value(editor: Editor) -> None:
    listed = (item for at, item in walk(editor.document) if at[-1:] == ("enum",) and isinstance(item, list) and item)
    found = editor.pick(item for item in listed if all(isinstance(value, str) for value in item))
    made = respell(editor.pick(found), editor.chance)
    if made not in found:
        found.insert(0, made)


PLAIN = {"type", "items", "$ref", "enum", "const", "oneOf", "anyOf", "allOf", "properties"}
"""Keys of which plain members of unions have the first two alone."""


def force_title(editor: Editor) -> None:
    """Give a title to a member of a union that is no type of its own, and to its item."""
    found = editor.pick(item for item in _members(editor.document) if item.keys() & PLAIN <= {"type", "items"})
    if found.get("type", "object") != "object":
        found["title"] = f"Title of {editor.word}"
        if isinstance(found.get("items"), dict) and "$ref" not in found["items"]:
            found["items"].setdefault("title", f"Item of {editor.word}")


def force_tag(editor: Editor) -> None:
    _, _, operation = editor.pick_operation()
    if tags := operation.get("tags"):
        made: Document = {"operationId": f"{editor.word}Tagged", "responses": {"204": {"description": "ok"}}}
        made["tags"] = [respell(tags[0], editor.chance)]
        editor.paths[f"/{editor.word}/tagged"] = {"get": made}


FORCED: Edits = {
    edit.__name__: edit
    for edit in (
        force_property, force_copy, force_schema, force_derived, force_use, force_operation, force_parameter,
        force_value, force_title, force_tag,
    )
}  # fmt: skip


def edit_document(document: Document, edits: Iterable[tuple[str, int]]) -> Document:
    """Return a document after some edits, each a name of EDITS or FORCED and a seed."""
    made = copy.deepcopy(document)
    for number, (name, seed) in enumerate(edits):
        with contextlib.suppress(NothingThereError):
            (EDITS | FORCED)[name](Editor(made, seed, number))
    return made

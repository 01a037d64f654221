"""The texts an editor shows of a TypeScript SDK (D11.4, D11.6): a session with TypeScript's own language server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.documents import document_of
from tests.support.language_server import CARET
from tests.support.tsserver import TypeScriptServer
from tests.support.typescript_things import print_typescript

pytestmark = pytest.mark.slow

PROGRAM = "src/program.ts"
HEAD = """\
import { Pets, unknownTag, type Event, type Pet } from "./index.js";
declare const client: Pets;
declare const pet: Pet;
declare const event: Event;
"""


@pytest.fixture(scope="module")
def editor() -> Iterator[TypeScriptServer]:
    """The server, which knows the SDK."""
    with TypeScriptServer(print_typescript(document_of("languages/pets.yaml"), "editor").folder) as server:
        yield server


def completed(editor: TypeScriptServer, line: str) -> list[str]:
    return editor.completed(PROGRAM, HEAD + line)


def hovered(editor: TypeScriptServer, line: str) -> str:
    return editor.hovered(PROGRAM, HEAD + line)


def test_literals_of_an_argument(editor: TypeScriptServer) -> None:
    """An argument offers the values of its enum and nothing else, also where any text is taken."""
    assert completed(editor, f'client.update("1", {{ status: "{CARET}" }});') == ["available", "sold"]
    assert completed(editor, f'client.update("1", {{ model: "{CARET}" }});') == ["large", "small"]
    assert completed(editor, f'client.update("1", {{ closed: "{CARET}" }});') == ["off", "on"]
    assert {'"available"', '"sold"'} <= set(completed(editor, f'client.update("1", {{ status: {CARET} }});'))
    assert completed(editor, f'if (pet.status === "{CARET}") {{}}') == ["available", "sold"]


def test_fields_of_a_body(editor: TypeScriptServer) -> None:
    """The fields that are left, each with its type and the document's text."""
    line = f'client.update("1", {{ level: 1, {CARET} }});'
    assert completed(editor, line)[:3] == ["closed", "model", "status"]
    wanted = ["(property) UpdateRequest.status?: Status", "What it becomes."]
    assert editor.detailed(PROGRAM, HEAD + line, "status").splitlines() == wanted
    assert hovered(editor, f'client.update("1", {{ sta{CARET}tus: "sold" }});').splitlines() == wanted


def test_a_method(editor: TypeScriptServer) -> None:
    """A method with its arguments, its result, and what the document says of it."""
    line = f"client.up{CARET}"
    assert "update" in completed(editor, line)
    shown = editor.detailed(PROGRAM, HEAD + line, "update")
    assert "update(id: string, params?: UpdateParams" in shown and "ResultPromise<Pet>" in shown
    assert "Change a pet." in shown
    assert "Change a pet." in hovered(editor, f'client.upd{CARET}ate("1");')


def test_a_result(editor: TypeScriptServer) -> None:
    assert hovered(editor, f"pet.sta{CARET}tus;").splitlines() == [
        "(property) Pet.status: Status",
        "Whether one can buy it.",
    ]


def test_members_of_a_union(editor: TypeScriptServer) -> None:
    """The tags are offered in a `case`; after it the properties of that member, behind all the unknown one."""
    tags = completed(editor, f'switch (event.type) {{ case "{CARET}": }}')
    assert tags == ["<unknown>", "born", "resold", "sold"]
    assert completed(editor, f'if (event.type === "born") {{ event.{CARET} }}') == ["at", "type"]
    narrowed = f'if (event.type === "sold" || event.type === "resold") {{ event.pri{CARET}ce; }}'
    assert hovered(editor, narrowed).splitlines() == ["(property) Sold.price: number", "What was paid."]
    rest = 'switch (event.type) { case "born": case "sold": case "resold": break; default: '
    assert hovered(editor, f"{rest} ev{CARET}ent; }}").startswith('const event: UnknownMember<"type">')
    assert 'unknownTag<"type">(' in hovered(editor, f"{rest} unknown{CARET}Tag(event); }}")

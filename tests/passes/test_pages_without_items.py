"""D6.10: iterating over pages without configured items is an error by type and at run time, and not an empty loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.documents import answers, document, object_of, operation
from tests.support.go_things import go, print_go
from tests.support.printed import print_python
from tests.support.recorder import Recorder, Reply
from tests.support.type_checkers import mistaken_lines, run_mypy
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types

PAGED = {"x-codegen-pagination": {"type": "url", "outputs": {"nextUrl": "$.next"}}}
PLAIN = operation("plain", answers(object_of(next="string"))) | PAGED
DOCUMENT = document("Itemless", {"/plain": {"get": PLAIN}})
PYTHON = """from itemless import AsyncItemless, AsyncPlainPage, Itemless, PlainPage
for page in Itemless().plain().pages():
    shown: PlainPage = page
for item in Itemless().plain():
    pass
async def main() -> None:
    async for page in AsyncItemless().plain().pages():
        shown: AsyncPlainPage = page
    async for item in AsyncItemless().plain():
        pass
"""
TYPESCRIPT = """import { Itemless } from "./index.js";
for await (const page of new Itemless().plain().pages()) page.result.next?.trim();
// @ts-expect-error: there are no items
for await (const item of new Itemless().plain()) String(item);
// @ts-expect-error: nor are there on a page
(await new Itemless().plain()).items;
"""
GO = """package itemless

import "context"

func walk(ctx context.Context, page *PlainPage[PlainResponse]) {
	for range page.Pages(ctx) {
	}
	for range page.All(ctx) {
	}
}
"""


def test_python_by_type(tmp_path: Path) -> None:
    folder = print_python(DOCUMENT, "itemless", tmp_path).folder
    (folder / "use.py").write_text(PYTHON)
    said = run_mypy(folder, "--disable-error-code=type-arg", "use.py")
    assert mistaken_lines(said, "use.py") == {4, 9}, said


def test_python_at_run_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sdk = print_python(DOCUMENT, "itemless", tmp_path)
    monkeypatch.syspath_prepend(sdk.folder)
    import itemless  # type: ignore[import-not-found]

    with Recorder() as server, itemless.Itemless(base_url=server.origin) as client:
        server.script(*[Reply(200, {"Content-Type": "application/json"}, b'{"next": null}')] * 2)
        with pytest.raises(TypeError, match="'PlainPage' object is not iterable"):
            list(client.plain())
        assert len(list(client.plain().pages())) == 1


def test_typescript() -> None:
    folder = print_typescript(DOCUMENT, "itemless").folder
    (folder / "src" / "use.ts").write_text(TYPESCRIPT)
    assert check_types(folder) == ""


def test_go(tmp_path: Path) -> None:
    sdk = print_go(DOCUMENT, "itemless", tmp_path)
    (sdk.folder / "use.go").write_text(GO)
    with pytest.raises(AssertionError, match=r"page\.All undefined"):
        go("vet", "./...", folder=sdk.folder)

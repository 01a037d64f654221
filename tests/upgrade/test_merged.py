"""Old symbols that became one, on the way back: what is used decides, and what does not tell is marked."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from compiler.driver.options import Exit
from tests.support.toolchain import tool
from tests.upgrade.versions import OLD, build, go_program, typescript_program, upgrade

_SAY = "the methods of `client.realtime` are in `client.beta.realtime` and `client.realtime` now"
_UNSEEN = f"{_SAY}; which of them are meant is not seen here"


def _document(beta: str) -> dict[str, Any]:
    document = copy.deepcopy(OLD)
    get, post = document["paths"]["/trips/{id}"]["get"], document["paths"]["/trips"]["post"]
    get["x-codegen-group"], post["x-codegen-group"] = "realtime", beta
    get["x-codegen-name-override"], post["x-codegen-name-override"] = "fetch", "book"
    return document


def _viewed() -> dict[str, Any]:
    """A document whose trips are received with more than is sent."""
    document = copy.deepcopy(OLD)
    post = document["paths"]["/trips"]["post"]
    post["requestBody"]["content"]["application/json"]["schema"] = {
        "type": "object", "properties": {"trip": {"$ref": "#/components/schemas/Trip"}}
    }  # fmt: skip
    return document


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`one` has one group of what are two in `two`; `split` has two types of what is one in `whole`."""
    folder = tmp_path_factory.mktemp("sides")
    split = _viewed()
    split["components"]["schemas"]["Trip"]["properties"]["id"] = {"type": "string", "readOnly": True}
    for target in ("python", "typescript", "go"):
        config = "go: {modulePath: example.com/acme}" if target == "go" else ""
        build(folder, "one", _document("realtime"), target, config)
        build(folder, "two", _document("beta.realtime"), target, config)
        build(folder, "whole", _viewed(), target, config)
        build(folder, "split", split, target, config)
    return folder


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c.realtime.book(station='a')", "c.beta.realtime.book(station='a')"),
        ("r = c.realtime\nr.book(station='a')", "r = c.beta.realtime\nr.book(station='a')"),
        ("r = c.realtime\nr.fetch('a')", "r = c.realtime\nr.fetch('a')"),
        ("r = c.realtime if x else c.realtime\nr.book(station='a')",
         "r = c.beta.realtime if x else c.beta.realtime\nr.book(station='a')"),
        ("r = c.realtime.with_raw_response\nr.book(station='a')",
         "r = c.beta.realtime.with_raw_response\nr.book(station='a')"),
        ("use(c.realtime)", f"# codegen: {_UNSEEN}\nuse(c.realtime)"),
        ("r = c.realtime\nr.connect()", f"# codegen: {_UNSEEN}\nr = c.realtime\nr.connect()"),
        ("r = c.realtime\nr.fetch('a')\nr.book(station='a')",
         f"# codegen: {_UNSEEN}\nr = c.realtime\nr.fetch('a')\n# codegen: `client.realtime.book` is "
         "`client.beta.realtime.book` now: `beta.realtime.book` is in another group than the others of `realtime`\n"
         "r.book(station='a')"),
        ("r = c.realtime\nq = r\nq.book(station='a')",
         f"# codegen: {_UNSEEN}\nr = c.realtime\nq = r\n# codegen: `client.realtime.book` is "
         "`client.beta.realtime.book` now: `beta.realtime.book` is in another group than the others of `realtime`\n"
         "q.book(station='a')"),
    ],
)  # fmt: skip
def test_groups_in_python(before: str, after: str, sides: Path) -> None:
    head = "from acme import Acme\nc = Acme()\nx = True\ndef use(y): ...\n"
    path = sides / "program.py"
    path.write_text(head + before + "\n")
    done = upgrade(sides, "python", "program.py", old="one", new="two")
    assert done.returncode == Exit.OK, done.stderr
    assert path.read_text() == head + after + "\n"
    listed = f"`client.realtime.connect` is not known, and {_SAY}"
    assert (listed in done.stderr) == ("connect" in before)
    assert done.stderr.count("program.py:") == after.count("# codegen: ") + ("connect" in before) + (before != after)
    again = upgrade(sides, "python", "program.py", old="two", new="one")
    assert path.read_text() == head + before + "\n", again.stderr


IN_TYPESCRIPT = [
    ("c.realtime.book({ station: 'a' });", "c.beta.realtime.book({ station: 'a' });"),
    ("const r = c.realtime;\nr.book({ station: 'a' });", "const r = c.beta.realtime;\nr.book({ station: 'a' });"),
    ("const r = c.realtime;\nr.fetch('a');", "const r = c.realtime;\nr.fetch('a');"),
    ("const r = 1 > 2 ? c.realtime : (c.realtime);\nr.book({ station: 'a' });",
     "const r = 1 > 2 ? c.beta.realtime : (c.beta.realtime);\nr.book({ station: 'a' });"),
    ("console.log(c.realtime);", f"// codegen: {_UNSEEN}\nconsole.log(c.realtime);"),
    ("let r = c.realtime;\nr.book({ station: 'a' });",
     f"// codegen: {_UNSEEN}\nlet r = c.realtime;\n// codegen: `client.realtime.book` is "
     "`client.beta.realtime.book` now, and not in the group of the others\nr.book({ station: 'a' });"),
]  # fmt: skip
IN_GO = [
    ("r := c.Realtime\n\t_, _ = r.Book(ctx, p)", "r := c.Beta.Realtime\n\t_, _ = r.Book(ctx, p)"),
    ('r := c.Realtime\n\t_, _ = r.Fetch(ctx, "a", g)', 'r := c.Realtime\n\t_, _ = r.Fetch(ctx, "a", g)'),
    ("fmt.Println(c.Realtime)", f"// codegen: {_UNSEEN}\n\tfmt.Println(c.Realtime)"),
    ("var r = c.Realtime\n\t_, _ = r.Book(ctx, p)",
     f"// codegen: {_UNSEEN}\n\tvar r = c.Realtime\n\t// codegen: `client.Realtime.Book` is "
     "`client.Beta.Realtime.Book` now, and not in the group of the others\n\t_, _ = r.Book(ctx, p)"),
]  # fmt: skip
"""What stands in a block each, and what becomes of it."""


def test_groups_in_typescript(sides: Path) -> None:
    tool("node")
    head = 'import { Acme } from "acme";\nconst c = new Acme({ baseUrl: "" });\n'
    before, after = (
        head + "".join(f"{{\n{text}\n}}\n" for text in texts) for texts in zip(*IN_TYPESCRIPT, strict=True)
    )
    path = typescript_program(sides, "one", before)
    done = upgrade(sides, "typescript", "app/program.ts", old="one", new="two")
    assert done.returncode == Exit.OK, done.stderr
    assert path.read_text() == after
    typescript_program(sides, "two", after)
    upgrade(sides, "typescript", "app/program.ts", old="two", new="one")
    assert path.read_text() == before


def test_groups_in_go(sides: Path) -> None:
    tool("go")
    head = (
        'package main\n\nimport (\n\t"context"\n\t"fmt"\n\n\t"example.com/acme"\n)\n\nfunc main() {\n'
        '\tctx, c := context.Background(), acme.New()\n\tp := acme.BookParams{Station: "a"}\n'
        "\tg := acme.FetchParams{}\n\tfmt.Println(p, g)\n"
    )
    blocks = ("".join(f"{{\n\t{text}\n}}\n" for text in texts) for texts in zip(*IN_GO, strict=True))
    before, after = (f"{head}{text}}}\n" for text in blocks)
    path = go_program(sides, "one", before)
    done = upgrade(sides, "go", "app/main.go", old="one", new="two")
    assert done.returncode == Exit.OK, done.stderr
    after = after.replace("client.beta.realtime", "client.Beta.Realtime").replace("client.realtime", "client.Realtime")
    assert path.read_text() == after


@pytest.mark.parametrize(
    ("target", "name", "before"),
    [
        ("python", "program.py", "from acme.models import Trip\nt = Trip(id='a', kind='fast')\n"),
        ("typescript", "app/program.ts", 'import type { Trip } from "acme";\nexport const t = (x: Trip) => x;\n'),
    ],
)
def test_a_type_that_is_two_now(target: str, name: str, before: str, sides: Path) -> None:
    """What is sent has a type of its own: nobody knows which of them a program means; the way back has one."""
    path = sides / name
    if target == "typescript":
        typescript_program(sides, "whole", before)
    else:
        path.write_text(before)
    upgrade(sides, target, name, old="whole", new="split")
    sign = "#" if target == "python" else "//"
    mark = f"{sign} codegen: `Trip` is only what is received now; what is sent is `TripInput`\n"
    assert path.read_text() == mark + before
    if target == "typescript":
        typescript_program(sides, "split", path.read_text())
    upgrade(sides, target, name, old="split", new="whole")
    assert path.read_text() == before

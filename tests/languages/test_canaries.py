"""No text of a document becomes code, markup or a path (issue 5, part 4; house 3).

A document has hostile texts in every slot. All printed files parse, contain what the plan says and nothing else, run
nothing on import or call, and are in the output folder.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backends.keys import TARGET_KEYS
from compiler.config import parse_config
from compiler.diagnostics import Diagnostics
from compiler.plan.plan import Plan
from compiler.source import Limits, load_text
from judges.reparse import compare, judged, plan_texts, read_typescript
from passes.plan.documentation.sample import sample
from tests.support.canary import payloads
from tests.support.canary.build import CONFIG, LANGUAGES, Built, build
from tests.support.canary.document import REFERENCE, SLOTS, canary_document, roots
from tests.support.go_things import go, unformatted
from tests.support.printed import Printed
from tests.support.recorder import Recorder
from tests.support.rendered import links, raw_html
from tests.support.run import run_program
from tests.support.typescript_tools import require_node

TOOLS = Path(__file__).parent / "canary"
PWNED = re.compile(r"PWNED_zz\w+")
SHARE = 7
"""Every slot holds a seventh of the payloads here, every payload is in some slots; `make soak` fills all."""

pytestmark = pytest.mark.slow


@functools.cache
def built() -> Built:
    placed = (*payloads.ALL, *payloads.naughty()[::20])
    return build(canary_document(placed, SHARE), Path(tempfile.mkdtemp(prefix="canary-")) / "sdk")


def test_the_document_compiles_but_for_what_is_named() -> None:
    """D1.4: what is refused is left out with a code; every slot is printed for some texts."""
    assert built().code == 0, built().said[-2000:]
    known = {text for plan in built().plans.values() for text in plan_texts(plan) if "zz" in text}
    words = {slot: [word for word, at in built().canaries.words.items() if at == slot] for slot in SLOTS}
    silent = [slot for slot, placed in words.items() if not any(word in text for word in placed for text in known)]
    assert silent == ["header name", "answer header", "numeric bounds", "status"], (
        "these refuse what is no token and no number"
    )
    assert all(code in built().told for code in ("CG0314", "CG0342", "CG0341"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_is_what_the_plan_says(language: str) -> None:
    """Literals, identifiers and comments of every file come from the plan; its wire names are all there."""
    files, faults = judged(language, built().plans[language], built().out / language)
    assert files > 10
    assert faults[:20] == []


def test_nothing_runs_in_python(tmp_path: Path) -> None:
    folder = built().out / "python"
    answer = _call([sys.executable, str(TOOLS / "calls.py")], "python", folder, tmp_path)
    assert answer["called"] == len(list(_calls(built().plans["python"])))
    assert answer["documented"] > 10


def test_nothing_runs_in_typescript(tmp_path: Path) -> None:
    answer = _call([require_node(), str(TOOLS / "calls.mjs")], "typescript", built().out / "typescript", tmp_path)
    assert answer["called"] == len(list(_calls(built().plans["typescript"])))


def test_nothing_runs_in_go(tmp_path: Path) -> None:
    """gofmt leaves every file alone, go vet reads it, and a program calls every method."""
    assert unformatted(built().out / "go") == ""
    folder = tmp_path / "go"
    shutil.copytree(built().out / "go", folder)
    (folder / "calls").mkdir()
    shutil.copy(TOOLS / "calls.go", folder / "calls" / "main.go")
    go("build", "-o", "calls.bin", "./calls", folder=folder)
    with Recorder() as server:
        assert int(run_program([folder / "calls.bin", server.origin], tmp_path)) > 100
        assert len(server.requests) > 50
    assert _pwned(tmp_path) == []


def _call(command: list[str], language: str, folder: Path, tmp_path: Path) -> dict[str, Any]:
    plan = built().plans[language]
    with Recorder() as server:
        order = {"folder": str(folder), "package": plan.surface.package, "client": plan.surface.client}
        order |= {"origin": server.origin, "calls": list(_calls(plan))}
        done = subprocess.run(
            command, input=json.dumps(order), cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
    assert _pwned(tmp_path) == []
    assert _pwned(folder) == []
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _calls(plan: Plan) -> Iterator[dict[str, Any]]:
    for path, method, _ in Printed(plan, Path()).methods():
        given = {item.ident: sample(item.type, plan.wire.types) for item in method.arguments}
        yield {"path": path, "arguments": given}


def _pwned(folder: Path) -> list[str]:
    return [str(path) for path in folder.rglob("*") if PWNED.fullmatch(path.name)]


# --------------------------------------------------------------------------- files, pages, data


def test_every_file_lies_in_the_output_folder() -> None:
    """Nothing is written, read, run or connected to but the document, the output and the compiler's own files."""
    here, seen = built(), built().seen
    assert seen.forbidden == []
    outside = [path for path in seen.written if not Path(path).resolve().is_relative_to(here.folder.resolve())]
    nameless = tempfile.gettempdir()  # what is opened for a temporary file without a name
    own = ("/dev/", "/__pycache__/")  # the interpreter's, of a module that nothing had imported yet
    assert [path for path in outside if not any(part in path for part in own) and path != nameless] == []
    top = {path.name for path in here.folder.parent.iterdir()} | {path.name for path in here.folder.iterdir()}
    assert top == {"sdk", "openapi.json", "gen.yaml", "codegen.lock", "out"}
    names = [path.relative_to(here.out).as_posix() for path in here.out.rglob("*")]
    assert [name for name in names if re.search(r"(^|/)\.\.?/|[\x00-\x1f\x7f<>:\"|?*\\]", name)] == []
    assert [name for name in names if any(part.split(".")[0].upper() in RESERVED for part in name.split("/"))] == []
    assert len({name.lower() for name in names}) == len(names)
    assert max(len(name.rpartition("/")[2].encode()) for name in names) <= 255


RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{number}" for port in ("COM", "LPT") for number in range(1, 10))}
"""Names that are devices on some file systems."""

SAFE = re.compile(r"(https?|mailto|tel):|(?!//)[\w./#%-]*\Z")


def test_pages_hold_no_live_markup() -> None:
    """A renderer finds no HTML and no script's link in any page, nor in the README and changelog of an SDK."""
    pages = [*built().out.rglob("*.md")]
    assert len(pages) > 100
    live = {path.name: _live(path) for path in pages}
    assert {name: found for name, found in live.items() if found} == {}
    dead = {path.name: [link for link in links(path.read_text("utf-8")) if not SAFE.match(link)] for path in pages}
    assert {name: found for name, found in dead.items() if found} == {}


def _live(path: Path) -> list[str]:
    """Return the HTML of a page, besides the comment that tells whose a changelog is."""
    return [html for html in raw_html(path.read_text("utf-8")) if not html.startswith("<!-- This file is yours")]


def test_package_data_stays_data(tmp_path: Path) -> None:
    """Titles, versions, licences, contacts, and what gen.yaml says: each alone, in a small document."""
    count = 0
    for canaries in roots(payloads.ALL[:: SHARE + 1]):
        text = next(iter(canaries.texts.values()))
        section = {"author": text, "description": text}
        config: dict[str, Any] = {key: value | section for key, value in CONFIG.items() if key != "configVersion"}
        config["configVersion"] = "2.0.0"
        made = build(canaries, tmp_path / str(count), config)
        assert made.seen.forbidden == []
        if made.code == 0:
            _check_data(made)
            count += 1
    assert count >= 8
    assert _pwned(tmp_path) == []


@pytest.mark.parametrize("key", ["licence", "sdkClassName", "packageName", "modulePath", "keep", "version"])
def test_names_in_gen_yaml_are_names(key: str) -> None:
    """D15: what is printed outside of literals, or is a path, is refused where it is anything else."""
    section = {"packageName": "python", "modulePath": "go", "version": "go"}.get(key, "generation")
    for number, payload in enumerate(payloads.ALL):
        text = payloads.fill(payload, f"zz{number}")
        diagnostics = Diagnostics()
        given = json.dumps({"configVersion": "2.0.0", section: {key: text}})
        found = load_text(given, "gen.yaml", Limits(), diagnostics)
        made = parse_config(found, TARGET_KEYS, diagnostics)
        refused = diagnostics.has_errors
        assert refused or HARMLESS[key].fullmatch(text), (key, text)
        for path in made.generation.texts("keep"):
            assert ".." not in path.split("/") and not path.startswith("/"), path


HARMLESS = {
    "licence": re.compile(r"[\w.+:() -]+"),
    "sdkClassName": re.compile(r"\w{1,100}"),
    "packageName": re.compile(r"\w{1,100}"),
    "modulePath": re.compile(r"[\w~.-]+"),
    "keep": re.compile(r"[^\x00-\x1f\\]+"),
    "version": re.compile(r"[\w.+!-]+"),
}


def _check_data(made: Built) -> None:
    python = tomllib.loads((made.out / "python" / "pyproject.toml").read_text("utf-8"))
    package = json.loads((made.out / "typescript" / "package.json").read_text("utf-8"))
    assert set(python) <= {"build-system", "project", "tool"}
    assert "scripts" not in python["project"] and "x" not in python.get("tool", {})
    assert "postinstall" not in package.get("scripts", {})
    module = (made.out / "go" / "go.mod").read_text("utf-8")
    words = [line.split()[0] for line in module.split("\n") if line.strip() and not line.startswith("//")]
    assert words == ["module", "go"] and "\nmodule example.com/canary\n" in module
    assert unformatted(made.out / "go") == ""
    for language in LANGUAGES:
        assert judged(language, made.plans[language], made.out / language)[1][:10] == []
    for path in made.out.rglob("*.md"):
        assert _live(path) == [], path
        assert [link for link in links(path.read_text("utf-8")) if not SAFE.match(link)] == [], path


# --------------------------------------------------------------------------- references


def test_references_read_nothing_outside(tmp_path: Path) -> None:
    """D1.3: each text as the target of a reference: no network, and no file outside the folder of the document."""
    (tmp_path / "PWNED_x.yaml").write_text("type: string\ndescription: outside\n")
    inside = tmp_path / "doc"
    for number, payload in enumerate(payloads.ALL[::SHARE]):
        made = build(canary_document([payload], slots=REFERENCE), inside / str(number))
        assert made.code in (0, 2, 3), made.said
        assert made.seen.forbidden == []
        ours = (inside / str(number)).resolve()
        read = [Path(path).resolve() for path in made.seen.opened]
        strange = [path for path in read if path.suffix in (".yaml", ".json") and tmp_path in path.parents]
        assert [path for path in strange if not path.is_relative_to(ours)] == []


@pytest.mark.parametrize("target", ["../PWNED_x.yaml", "link.yaml", "folder/../../PWNED_x.yaml", "folder/PWNED_x.yaml"])
def test_symbolic_links_lead_nowhere(target: str, tmp_path: Path) -> None:
    """D1.3: neither a file nor a folder that is a link may lead out; the build stops and names the place."""
    (tmp_path / "PWNED_x.yaml").write_text("type: string\ndescription: outside\n")
    inside = tmp_path / "doc"
    inside.mkdir()
    (inside / "link.yaml").symlink_to(tmp_path / "PWNED_x.yaml")
    (inside / "folder").symlink_to(tmp_path)
    document = canary_document(())
    document.operation(
        "/a", responses={"200": {"description": "ok", "content": {"application/json": {"schema": {"$ref": target}}}}}
    )
    made = build(document, inside)
    assert made.code == 2
    assert "CG0403" in made.said and "openapi.json:" in made.said
    assert "outside" not in made.said
    assert not any(path.endswith("PWNED_x.yaml") for path in made.seen.opened)


# --------------------------------------------------------------------------- the check itself


TAMPERED = {
    "a literal that lost its escapes": ('"a": "x\\n"', '"a": "x", "zzz": evil(), "": "n"'),
    "another literal": ("x\\n", "x\\r"),
    "a comment that goes on": ("// the end", "// the end zzcomment"),
    "a wire name that is gone": ('"a": ', '"aa": '),
    "a template": ("'y'", "`${y}`"),
    "broken code": ("log(", "log(("),
}


@pytest.mark.parametrize("case", TAMPERED)
def test_the_comparison_finds_what_is_wrong(case: str, tmp_path: Path) -> None:
    """It is empty for the text that the plan stands behind, and not after any of these changes."""
    text = 'const NAMES = {"a": "x\\n"}; // the end\nconsole.log(\'y\');\n'
    plan = _plan_of_one()
    only = {"a", "x\n", "y", "/a", "GET", "https://api.example.com"}
    assert only <= plan_texts(plan)
    assert _compared(plan, text + f"const MORE = {json.dumps(sorted(only))};\n", tmp_path / "sound") == []
    before, after = TAMPERED[case]
    assert before in text
    changed = text.replace(before, after) + f"const MORE = {json.dumps(sorted(only - {'a'}))};\n"
    assert _compared(plan, changed, tmp_path / "changed") != []


@functools.cache
def _plan_of_one() -> Plan:
    document = canary_document(())
    document.operation("/a", "get", parameters=[{"name": "a", "in": "query", "schema": {"enum": ["x\n", "y"]}}])
    return build(document, Path(tempfile.mkdtemp(prefix="one-"))).plans["typescript"]


def _compared(plan: Plan, text: str, folder: Path) -> list[str]:
    folder.mkdir()
    (folder / "sdk.ts").write_text(text, "utf-8")
    return compare("typescript", plan, read_typescript(folder))

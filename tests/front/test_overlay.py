"""OpenAPI overlays (D1.6): what an action does, its location in diagnostics, and how overlays are named."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathError

from compiler.diagnostics import Diagnostics
from compiler.front import lower_document
from compiler.front.overlays import selecting
from compiler.front.overlays.overlay import apply_overlays
from compiler.front.overlays.selecting import Steps, select
from compiler.source import Document, Json, Limits, Loc, load_file, load_text
from tests.support.places import ROOT, SHARED
from tests.support.run import build, codegen, configure, run_program, write
from tests.support.work import bounded

SUITES = SHARED / "suites"
SETS = sorted(path.name for path in (SUITES / "overlay-compliant-sets").glob("*") if path.is_dir())
PATHS = SUITES / "jsonpath-cts/cts.json"

DOCUMENT = """\
openapi: 3.1.0
info: {title: Test, version: 1.0.0}
tags: [{name: a}, {name: b}, {name: c}]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - {name: limit, in: query, schema: {type: integer}}
      responses: {"200": {description: ok}}
    delete:
      operationId: dropPets
      deprecated: true
      responses: {"200": {description: ok}}
"""
HEAD = "overlay: 1.1.0\ninfo: {title: Changes, version: 1.0.0}\nactions:\n"


def read(text: str, file: str, diagnostics: Diagnostics) -> Document:
    document = load_text(text, file, Limits(), diagnostics)
    assert document is not None, diagnostics.items
    return document


def apply(*actions: str, head: str = HEAD, text: str = DOCUMENT) -> tuple[Document | None, Diagnostics]:
    """Apply one overlay of these actions."""
    diagnostics = Diagnostics()
    overlay = read(head + "".join(f"  - {action}\n" for action in actions), "overlay.yaml", diagnostics)
    return apply_overlays(read(text, "openapi.yaml", diagnostics), [overlay], diagnostics), diagnostics


def changed(*actions: str, head: str = HEAD) -> dict[str, Json]:
    document, diagnostics = apply(*actions, head=head)
    assert not diagnostics.items
    assert document is not None
    assert isinstance(document.root, dict)
    return document.root


def said(diagnostics: Diagnostics) -> list[tuple[str, str]]:
    return [(item.code, item.loc.pointer) for item in diagnostics.items if isinstance(item.loc, Loc)]


@pytest.mark.skipif(not SETS, reason="../shared/suites/overlay-compliant-sets is not here")
@pytest.mark.parametrize("name", SETS)
def test_a_compliant_set(name: str) -> None:
    """The examples of the Overlay Specification: document, overlay, what comes out."""
    folder, diagnostics = SUITES / "overlay-compliant-sets" / name, Diagnostics()
    document, overlay, output = (
        load_file(folder / file, file, Limits(), diagnostics)
        for file in ("openapi.yaml", "overlay.yaml", "output.yaml")
    )
    assert document
    assert overlay
    assert output
    before = json.dumps(document.root)
    after = apply_overlays(document, [overlay], diagnostics)
    assert {item.code for item in diagnostics.items} <= {"CG1508"}, "one set's `extends` names another file"
    assert after is not None
    assert after.root == output.root
    assert json.dumps(document.root) == before, "the tree that was read is never changed"


@pytest.mark.skipif(not PATHS.exists(), reason="../shared/suites/jsonpath-cts is not here")
def test_targets_are_jsonpaths_of_the_rfc() -> None:
    """RFC 9535, whole: 703 cases, filters and functions included."""
    paths = JSONPathEnvironment()
    cases = json.loads(PATHS.read_text("utf-8"))["tests"]
    wrong = []
    for case in cases:
        if case.get("invalid_selector"):
            try:
                paths.compile(case["selector"])
            except JSONPathError:
                continue
            wrong.append(case["name"])
            continue
        found = paths.find(case["selector"], case["document"])
        if found.values() not in case.get("results", [case.get("result")]):
            wrong.append(case["name"])
        if select(case["selector"], case["document"]) != list(dict.fromkeys(node.location for node in found)):
            wrong.append(f"{case['name']}: the compiler selects otherwise")
    assert len(cases) > 700
    assert wrong == []


@pytest.mark.parametrize(
    "query",
    ["$..*..*..*..*..*..*..*..*", "$.info[?search(@, '(a+)+$')]", "$.info[?match(@, '(a|a)*(a+)+b')]"],
)
def test_no_query_is_endless(query: str) -> None:
    """D1.5: a node counts once however many ways lead to it, and regular expressions take linear time."""
    deep: dict[str, Json] = {}
    for _ in range(60):
        deep = {"a": deep}
    with bounded(3_000_000):
        select(query, {"info": {"title": "a" * 60 + "!"}, "x-deep": deep})


@pytest.mark.parametrize("query", ["$..[?$..*..*..*]", "$..[?count($.x.*.*.*) > 1]"])
def test_no_query_in_a_filter_is_endless(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D1.5: what the queries of filters look at is counted, and ends in an error."""
    wide: dict[str, Json] = {f"k{i}": {f"l{k}": [0, 1] for k in range(30)} for i in range(200)}
    monkeypatch.setattr(selecting, "MAX_LOOKS", selecting.MAX_LOOKS // 10)
    with pytest.raises(JSONPathError, match="looks at more than 100,000 values"):
        select(query, {"x": wide})


@pytest.mark.parametrize("target", ["$..description", "$..[?@.operationId == 'a']", "$.*.*.*.*"])
def test_no_number_of_actions_is_endless(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D1.5: the steps of all targets are counted together."""
    item = {f"k{i}": {"description": "text", "operationId": "b"} for i in range(20)}
    wide: dict[str, Json] = {"x": {f"l{k}": {f"p{i}": item for i in range(10)} for k in range(20)}}
    monkeypatch.setattr(selecting, "MAX_STEPS", selecting.MAX_STEPS // 10)
    steps = Steps()
    with bounded(10_000_000), pytest.raises(JSONPathError, match="all actions together"):
        for _ in range(10_000):
            select(target, wide, steps)


def test_expressions_of_a_document_are_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """D1.5: a filter may take them from the document; what each takes to be made and searched for is counted."""
    large = "(((.?.?.?.?.?.?.?.?.?.?){9}){9}){9}"
    items: Json = [{"a": f"x{n}", "p": f"{large}{n}"} for n in range(10_000)]
    monkeypatch.setattr(selecting, "MAX_STEPS", selecting.MAX_STEPS // 10)
    with bounded(20_000_000), pytest.raises(JSONPathError, match="all actions together"):
        select("$[?search(@.a, @.p)]", items, Steps())
    assert select("$[?search(@.a, @.p)]", [{"a": "x10", "p": "[0-9]0"}, {"a": "x1", "p": "("}], Steps()) == [(0,)]


# --------------------------------------------------------------------------- what actions do


def test_update_merges_objects_and_appends_to_arrays() -> None:
    """Overlay 1.1, Action Object: objects recursively, arrays concatenated, primitive values replaced."""
    root = changed(
        "{target: $, update: {info: {title: Museum, summary: new}, tags: [{name: d}, {name: e}]}}",
        "{target: $.tags, update: {name: f}}",
        "{target: '$.tags[0].name', update: A}",
    )
    assert root["info"] == {"title": "Museum", "version": "1.0.0", "summary": "new"}
    assert root["tags"] == [{"name": name} for name in "Abcdef"]


def test_remove_takes_away_every_selected_node() -> None:
    """Filters select; several items of one array go at once."""
    root = changed(
        "{target: '$.tags[0, 2]', remove: true}", "{target: '$.paths.*[?@.deprecated == true]', remove: true}"
    )
    assert root["tags"] == [{"name": "b"}]
    assert isinstance(root["paths"], dict)
    assert list(root["paths"]["/pets"]) == ["get"]  # type: ignore[arg-type,call-overload,index]


def test_names_with_hyphens_after_a_dot_are_understood() -> None:
    """The Overlay Specification's own examples have them; RFC 9535 wants quotes: a warning says so."""
    text = DOCUMENT.replace("deprecated: true", "x-in-ternal: {old-er: true}")
    document, diagnostics = apply(
        "{target: '$.paths..*[?@.x-in-ternal.old-er == true]', remove: true}",
        """{target: "$['a.b-c']..x-b", remove: true}""",
        text=text,
    )
    assert document
    paths = document.root["paths"]  # type: ignore[index,call-overload]
    assert list(paths["/pets"]) == ["get"]  # type: ignore[index,call-overload,arg-type]
    read = [item.message.partition("read as ")[2] for item in diagnostics.items if item.code == "CG1509"]
    assert read == ["`$.paths..*[?@['x-in-ternal']['old-er'] == true]`", "`$['a.b-c']..['x-b']`"]


def test_copy_merges_another_node_and_stays_apart_from_it() -> None:
    """Overlay 1.1: the copy is taken when the action runs; later changes of one leave the other alone."""
    root = changed(
        "{target: $.paths, update: {/new: {}}}",
        """{target: "$.paths['/pets'].get", update: {summary: first}}""",
        """{target: "$.paths['/new']", copy: "$.paths['/pets']"}""",
        """{target: "$.paths['/pets'].get", update: {summary: second}}""",
    )
    paths = root["paths"]
    assert isinstance(paths, dict)
    assert [paths[name]["get"]["summary"] for name in ("/pets", "/new")] == ["second", "first"]  # type: ignore[index,call-overload]


def test_an_update_of_several_nodes_is_several_updates() -> None:
    """What one node gets is its own: changing it later does not change its siblings."""
    root = changed(
        "{target: '$.tags[*]', update: {externalDocs: {url: https://a.test}}}",
        "{target: '$.tags[1].externalDocs', update: {url: https://b.test}}",
    )
    tags = root["tags"]
    assert isinstance(tags, list)
    assert [tag["externalDocs"]["url"][8] for tag in tags] == ["a", "b", "a"]  # type: ignore[index,call-overload]


def test_a_document_that_doubles_itself_ends() -> None:
    """D1.5: what overlays copy has a limit."""
    with bounded(20_000_000):
        _, diagnostics = apply(*["{target: $.info, copy: $}"] * 60)
    assert said(diagnostics)[0][0] == "CG1510"


def test_removing_from_a_long_array_one_by_one_ends() -> None:
    """D1.5: each removal moves what stands behind; one action that removes all moves nothing."""
    tags = ", ".join(f"{{name: t{number}}}" for number in range(5_000))
    text = DOCUMENT.replace("{name: a}", tags)
    one_by_one = ["{target: '$.tags[0]', remove: true}"] * 5_000
    assert said(apply(*one_by_one, text=text)[1])[0][0] == "CG1510"
    assert said(apply("{target: '$.tags[*]', remove: true}", text=text)[1]) == []


@pytest.mark.parametrize(
    ("action", "code", "pointer"),
    [
        ("{target: '$.tags[', update: {a: 1}}", "CG1502", "/actions/0/target"),
        ("{target: $.info, update: [1]}", "CG1504", "/actions/0/update"),
        ("{target: $.info.title, update: {a: 1}}", "CG1504", "/actions/0/update"),
        ("{target: '$[*]', update: {a: 1}}", "CG1504", "/actions/0/target"),
        ("{target: $, remove: true}", "CG1504", "/actions/0/target"),
        ("{target: $.info, copy: '$..['}", "CG1502", "/actions/0/copy"),
        ("{target: $.info, copy: $.paths, update: {}}", "CG1506", "/actions/0"),
        ("{target: $.info, remove: false}", "CG1506", "/actions/0"),
        ("{target: $.info, remove: yes}", "CG0301", "/actions/0/remove"),
        ("{update: {}}", "CG0302", "/actions/0"),
        ("hello", "CG0301", "/actions/0"),
        ("{target: $.info, update: {}, x-codegen-group: a}", "CG0322", "/actions/0/x-codegen-group"),
    ],
)
def test_what_is_wrong_with_an_action(action: str, code: str, pointer: str) -> None:
    """D1.6: mistakes are located in the overlay; a target that selects nothing is a warning."""
    _, diagnostics = apply(action)
    assert said(diagnostics) == [(code, pointer)]
    assert [item.loc.file for item in diagnostics.items if item.loc] == ["overlay.yaml"]


@pytest.mark.parametrize("text", ["", "[]", "overlay: 1.2.0", "overlay: {}", "openapi: 3.1.0", "null"])
def test_what_is_no_overlay(text: str) -> None:
    diagnostics = Diagnostics()
    document, overlay = read(DOCUMENT, "openapi.yaml", diagnostics), read(text, "overlay.yaml", diagnostics)
    assert apply_overlays(document, [overlay], diagnostics) is None
    assert [item.code for item in diagnostics.items] == ["CG1501"]


# --------------------------------------------------------------------------- places


def test_places_are_where_each_part_was_written() -> None:
    """D1.6: what the overlay brought stands there, with a note of the document's place; array items that moved up,
    and what nothing changed, keep their own."""
    document, diagnostics = apply(
        "{target: $.info, update: {title: Museum}}",
        "{target: '$.tags[0]', remove: true}",
        "{target: $.tags, update: [{name: d, nmae: x}]}",
    )
    assert document is not None
    places = {
        "/info/title": ("overlay.yaml", "/actions/0/update/title", "/info/title"),
        "/info/version": ("openapi.yaml", "/info/version", None),
        "/tags/0/name": ("openapi.yaml", "/tags/1/name", None),
        "/tags/2/name": ("overlay.yaml", "/actions/2/update/0/name", "/tags"),
        "/paths/~1pets/get/nothing": ("openapi.yaml", "/paths/~1pets/get/nothing", None),
    }
    for pointer, (file, written, host) in places.items():
        origin = document.origin(pointer)
        assert (*origin.loc, origin.host and origin.host.pointer) == (file, written, host), pointer
    assert lower_document(document, diagnostics) is not None
    (item,) = [item for item in diagnostics.items if item.code == "CG0303"]
    assert item.loc == Loc("overlay.yaml", "/actions/2/update/0/nmae")
    assert [(note.text, note.loc) for note in item.notes] == [
        ("the overlay puts it here", Loc("openapi.yaml", "/tags"))
    ]


def test_places_through_two_overlays() -> None:
    """Overlays are applied one after the other; each part keeps the place in the one that brought it."""
    diagnostics = Diagnostics()
    document = read(DOCUMENT, "openapi.yaml", diagnostics)
    first = read(HEAD + "  - {target: $.tags, update: [{name: d}]}\n", "one.yaml", diagnostics)
    second = read(HEAD + "  - {target: '$.tags[-1]', update: {description: text}}\n", "two.yaml", diagnostics)
    after = apply_overlays(document, [first, second], diagnostics)
    assert after is not None
    assert after.origin("/tags/3/name").loc == Loc("one.yaml", "/actions/0/update/0/name")
    assert after.origin("/tags/3/description").loc == Loc("two.yaml", "/actions/0/update/description")
    assert after.origin("/tags/2/name").loc == Loc("openapi.yaml", "/tags/2/name")


# --------------------------------------------------------------------------- the command line


def test_gen_yaml_and_the_command_line_name_overlays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D15: those of gen.yaml first, relative to it; JSON is read too, and `--check` sees a changed overlay."""
    folder, printed = tmp_path / "api", tmp_path / "api/out/python"
    rename = "overlay: 1.0.0\ninfo: {title: a, version: 1.0.0}\nactions: [{target: $.info, update: {title: %s}}]\n"
    write(folder, "openapi.yaml", DOCUMENT)
    write(folder, "first.yaml", rename % "First")
    configure(folder, "generation: {source: openapi.yaml, overlays: first.yaml, output: out}\npython: {}\n")
    actions = [{"target": "$.info", "update": {"title": "Second"}}]
    second = {"overlay": "1.0.0", "info": {"title": "b", "version": "1.0.0"}, "actions": actions}
    write(tmp_path, "second.json", second)
    monkeypatch.setenv("CODEGEN_CACHE", str(tmp_path / "cache"))
    asked = ("-q", "-c", "api/gen.yaml")
    build(tmp_path, *asked)
    assert "class First" in (printed / "first/_client.py").read_text("utf-8")
    build(tmp_path, *asked, "--check")
    build(tmp_path, *asked, "--check", "--overlay", "second.json", code=1)
    write(folder, "first.yaml", rename % "Other")
    build(tmp_path, *asked, "--check", code=1)
    build(tmp_path, *asked)
    assert "Other" in (printed / "README.md").read_text("utf-8"), "the quick look saw it, too"
    assert "class First" in (printed / "first/_client.py").read_text("utf-8"), "codegen.lock keeps names"
    assert "missing.yaml" in build(tmp_path, *asked, "--overlay", "missing.yaml", code=2).stderr


def test_extends_names_the_document(tmp_path: Path) -> None:
    """Where no document is given, the overlay's `extends` is read, relative to the overlay."""
    write(tmp_path / "in", "openapi.yaml", DOCUMENT)
    head = HEAD.replace("actions", "extends: openapi.yaml\nactions")
    write(tmp_path / "in", "overlay.yaml", f"{head}  - {{target: $.tags, remove: true}}\n")
    assert codegen("lint", "-q", "--overlay", "in/overlay.yaml", "--strict", cwd=tmp_path).returncode == 0


def test_an_overlay_may_come_from_an_allowed_host_or_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D1.3: nothing is fetched unless `--allow-remote` names the host."""
    write(tmp_path, "openapi.yaml", DOCUMENT)
    text = (HEAD + "  - {target: $.info, update: [1]}\n").encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    for name, told in (("https://overlays.invalid/a.yaml", "CG0117"), ("-", "--> <stdin>:4:")):
        done = codegen("lint", "-q", "openapi.yaml", "--overlay", name, cwd=tmp_path)
        assert done.returncode == 2 and told in done.stderr


def test_nothing_of_it_is_imported_without_an_overlay(tmp_path: Path) -> None:
    write(tmp_path, "openapi.yaml", DOCUMENT)
    program = (
        "import sys; from compiler.commands import main; main(['lint', '-q', 'openapi.yaml']);"
        "assert 'yaml' in sys.modules;"
        "assert not {'jsonpath_rfc9535', 'compiler.front.overlays.overlay'} & set(sys.modules)"
    )
    run_program([sys.executable, "-c", program], tmp_path, {"PYTHONPATH": str(ROOT)})


def test_what_cannot_be_copied_is_shown_at_the_action() -> None:
    """D1.6: the action is to blame, not what it copies."""
    _, diagnostics = apply("""{target: "$.paths['/pets']", copy: $.info.title}""")
    (item,) = diagnostics.items
    assert (item.code, item.loc) == ("CG1504", Loc("overlay.yaml", "/actions/0/copy"))
    assert [note.loc for note in item.notes] == [
        Loc("openapi.yaml", "/info/title"),
        Loc("openapi.yaml", "/paths/~1pets"),
    ]


def test_what_is_wrong_with_a_copy_names_the_action() -> None:
    """D1.6: positions carry both origins, also where one part of the document is copied to another."""
    document, diagnostics = apply(
        "{target: $.paths, update: {/toys: {get: {parameters: [{name: x, in: query, schema: {}}]}}}}",
        """{target: "$.paths['/pets'].get", update: {tags: [pets]}}""",
        """{target: "$.paths['/toys']", copy: "$.paths['/pets']"}""",
    )
    assert document is not None
    lower_document(document, diagnostics)
    twice = [item for item in diagnostics.items if item.code == "CG0329"]
    assert [item.loc for item in twice] == [
        Loc("openapi.yaml", "/paths/~1pets/get/operationId"),
        Loc("openapi.yaml", "/paths/~1pets/delete/operationId"),
    ]
    by = Loc("overlay.yaml", "/actions/2/copy")
    assert all(("the overlay copies it", by) in [(note.text, note.loc) for note in item.notes] for item in twice)


def test_keys_beside_the_actions() -> None:
    """D1.6, D2.2: our keys mean nothing in an overlay; others are let be."""
    assert said(apply(head=HEAD.replace("actions:", "actions: []"))[1]) == [("CG0301", "/actions")]
    told = apply("{target: $.info, update: {}, x-note: a}", head=f"x-codegen-ignore: true\n{HEAD}")[1]
    assert said(told) == [("CG0322", "/x-codegen-ignore")]


def test_extends_may_be_escaped() -> None:
    """The key is a URI reference."""
    diagnostics = Diagnostics()
    document = read(DOCUMENT, "my api.yaml", diagnostics)
    head = HEAD.replace("actions:", "extends: my%20api.yaml\nactions:")
    overlay = read(head + "  - {target: $.info, update: {}}\n", "overlay.yaml", diagnostics)
    assert apply_overlays(document, [overlay], diagnostics) is not None
    assert not diagnostics.items


@pytest.mark.parametrize(
    ("action", "code", "at"),
    [
        ("{target: $.openapi, remove: true}", "CG0305", "/actions/0"),
        ("{target: $, update: {swagger: '2.0'}}", "CG0355", "/actions/0/update/swagger"),
    ],
)
def test_a_version_that_an_overlay_takes_away_or_brings(action: str, code: str, at: str) -> None:
    """D1.6: what is missing or too much names the action."""
    document, diagnostics = apply(action)
    assert document is not None
    assert lower_document(document, diagnostics) is None
    (item,) = diagnostics.items
    assert item.code == code
    assert Loc("overlay.yaml", at) in (item.loc, *(note.loc for note in item.notes))

"""Names per language, aliases, and names and environment variables of credentials, in printed SDKs (D3.9)."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import answers, document, object_of, operation, parameter, ref, sends
from tests.support.run import Run, codegen, configure, run_program, write
from tests.support.typescript_tools import require_node

Object = dict[str, Any]
KEY = "x-codegen-name-override"
TARGETS = ("python", "typescript", "go", "reference")


def _operation(operation_id: str, override: Any = None, **more: Any) -> Object:
    named = {} if override is None else {KEY: override}
    return operation(operation_id, answers(ref("file")), tags=["files"], **named, **more)


def _document(paths: Object, **components: Any) -> Object:
    named = {"type": "string", KEY: {"python": "title"}}
    file = object_of(fileName=named) | {KEY: {"python": "StoredFile", "go": "Document"}}
    return document("Files", paths, components={"schemas": {"file": file}, **components})


def _build(folder: Path, document: Object, *flags: str, **generation: Any) -> Run:
    write(folder, "openapi.json", document)
    sections = "python: {}\ntypescript: {}\ngo: {}\n"
    configure(folder, f"generation: {json.dumps({'names': 'operationId', **generation})}\n{sections}")
    return codegen("build", "openapi.json", "-o", "sdk", "--verify-output", "-v", *flags, cwd=folder)


def _texts(folder: Path, target: str) -> str:
    """Return all printed files of a target but its runtime."""
    endings = {"python": ".py", "typescript": ".ts", "go": ".go", "reference": ".md"}
    files = sorted((folder / "sdk" / target).rglob(f"*{endings[target]}"))
    return "\n".join(
        path.read_text("utf-8") for path in files if "runtime" not in str(path) and "sdk_" not in path.name
    )


FILES = {
    "/files/{id}": {
        "parameters": [parameter("id", "path")],
        "get": _operation("getFile", ["retrieve", "content"]),
        "put": _operation("putFile", {"python": ["store", "save"], "go": "Put"}),
        "delete": _operation("removeFile"),
    }
}
RULES = [{"operationId": "^remove", "methodNameOverride": {"typescript": ["discard", "drop"], "python": "clear"}}]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    run = _build(folder, _document(FILES) | {KEY: RULES})
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


def test_python_has_the_names_of_its_language_and_assigns_aliases(printed: Path) -> None:
    """In the class for threads and that for asyncio, and in those that give whole or streamed responses."""
    text = _texts(printed, "python")
    assert text.count("    content = retrieve\n") == text.count("    save = store\n") == 2
    assert text.count("self.content: Final = ") == text.count("self.save: Final = ") == 4
    assert "def clear(" in text and "def remove_file(" not in text
    assert "class StoredFile(Model)" in text and "    title: str" in text and '"fileName"' in text


def test_typescript_exports_aliases_and_has_them_on_the_class(printed: Path) -> None:
    text = (printed / "sdk/typescript/src/groups/files.ts").read_text("utf-8")
    assert "export { filesRetrieve as filesContent, filesDiscard as filesDrop };" in text
    assert re.search(r"^  content\(", text, re.MULTILINE) and re.search(r"^  drop\(", text, re.MULTILINE)
    assert "export function filesPutFile(" in text and "store" not in text, "left out: the inferred name"
    for kind in ("esm", "cjs"):
        given = (printed / f"sdk/typescript/dist/{kind}/operations.js").read_text("utf-8")
        assert "filesContent" in given and "filesDrop" in given
    assert "filesRetrieve as filesContent" in (printed / "sdk/typescript/dist/types/groups/files.d.ts").read_text(
        "utf-8"
    )


def test_go_has_methods(printed: Path) -> None:
    text = _texts(printed, "go")
    assert re.search(
        r"// Content is another name of \[FilesGroup\.Retrieve\]\.\nfunc \(g \*FilesGroup\) Content\(", text
    )
    assert "FilesGroup) Put(" in text and "FilesGroup) RemoveFile(" in text and "type Document struct" in text


def test_pages_show_aliases(printed: Path) -> None:
    text = (printed / "sdk/reference/groups/files.md").read_text("utf-8")
    assert "## `retrieve`" in text and "Aliases: `content` (Python, TypeScript), `Content` (Go)." in text
    assert "Alias: `save` (Python)." in text and "Alias: `drop` (TypeScript)." in text


def test_twins_have_no_aliases(tmp_path: Path) -> None:
    text = {"schema": {"type": "string"}}
    body = {"content": {"application/json": {"schema": {"type": "object"}}, "text/plain": text}}
    document = _document({"/files": {"post": _operation("add", ["create", "upload"], requestBody=body)}})
    assert _build(tmp_path, document).returncode == 0
    printed = _texts(tmp_path, "python")
    assert "def create_text(" in printed and "    upload = create\n" in printed and "upload_text" not in printed


def test_the_lock_tells_of_an_alias_that_goes(tmp_path: Path) -> None:
    _build(tmp_path, _document(FILES))
    assert _build(tmp_path, _document(FILES), "--locked").returncode == 0
    item = {**FILES["/files/{id}"], "get": _operation("getFile", "retrieve")}
    run = _build(tmp_path, _document({"/files/{id}": item}), "--locked")
    assert run.returncode != 0 and "aliases" in run.stderr
    item = {**FILES["/files/{id}"], "put": _operation("putFile", {"python": ["keep", "save"], "go": "Put"})}
    run = _build(tmp_path, _document({"/files/{id}": item}))
    assert "CG1407" in run.stderr + run.stdout and "in python" in run.stderr + run.stdout


def test_an_alias_of_one_language_meets_nobody_in_another(tmp_path: Path) -> None:
    """`all` is another method's name, but not where the alias is."""
    paths = {
        "/a": {"get": _operation("a", {"python": ["list", "every"]})},
        "/b": {"get": _operation("b", {"go": "every", "typescript": "all"})},
    }
    assert _build(tmp_path, _document(paths)).returncode == 0


def test_arguments_of_one_language_that_meet_are_an_error_there(tmp_path: Path) -> None:
    """D4.6 holds in each language: another place is told apart, the same one is not."""

    def build(place: str) -> Run:
        given = [parameter("q") | {KEY: {"python": "search"}}, parameter("search", place)]
        return _build(tmp_path / place, _document({"/a": {"get": _operation("a", parameters=given)}}))

    assert build("header").returncode == 0
    assert "search_header: " in _texts(tmp_path / "header", "python")
    run = build("query")
    assert run.returncode == 2 and "CG0708" in run.stderr


SCHEMES: Object = {
    "HTTPBearer": {
        "type": "http",
        "scheme": "bearer",
        KEY: {"python": "api_key", "go": "Token"},
        "x-codegen-env": "MY_KEY",
    },
    "login": {"type": "http", "scheme": "basic", "x-codegen-env": {"username": "MY_USER"}},
}


def _secured(schemes: Object) -> Object:
    paths = {"/a": {"get": _operation("a", security=[{name: [] for name in schemes}])}}
    return _document(paths, securitySchemes=schemes)


def test_options_and_variables_of_credentials(tmp_path: Path) -> None:
    assert _build(tmp_path, _secured(SCHEMES), envPrefix="ACME").returncode == 0
    python, typescript, go = (_texts(tmp_path, target) for target in TARGETS[:3])
    assert "api_key: Credential | None" in python and "httpBearer?:" in typescript and "func WithToken(" in go
    for target in TARGETS[:3]:
        readme = (tmp_path / "sdk" / target / "README.md").read_text("utf-8")
        assert "`MY_KEY`" in readme and "`MY_USER` and `ACME_LOGIN_PASSWORD`" in readme and "ACME_BASE_URL" in readme


def test_a_client_reads_the_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _build(tmp_path, _secured(SCHEMES) | {"info": {"title": "Read variables", "version": "1"}})
    monkeypatch.syspath_prepend(tmp_path / "sdk/python")
    from read_variables._runtime.security import Basic, Bearer  # type: ignore[import-not-found]

    monkeypatch.setenv("MY_KEY", "k")
    monkeypatch.setenv("MY_USER", "ada")
    monkeypatch.setenv("READ_VARIABLES_LOGIN_PASSWORD", "secret")
    assert Bearer("x", named={"": "MY_KEY"}).from_environment("READ_VARIABLES_API_KEY") == "k"
    basic = Basic("login", named={"_USERNAME": "MY_USER"})
    assert basic.from_environment("READ_VARIABLES_LOGIN") == ("ada", "secret")


def _meeting(*components: str) -> Object:
    answer = object_of(c="string")
    made = sends("createTrip", object_of(a="string"), responses=answers(answer), parameters=[parameter("q")])
    made["x-codegen-max-method-params"] = 0
    return document("Trips", {"/trips": {"post": made}}, {name: object_of(b="string") for name in components})


MET = ("CreateTripParams", "CreateTripRequest", "create_trip_response")


def test_a_component_keeps_its_name_and_ours_takes_call(tmp_path: Path) -> None:
    """D3.5."""
    assert _build(tmp_path, _meeting(*MET)).returncode == 0
    for target, line in (("python", "class {}("), ("typescript", "export interface {} "), ("go", "type {} struct")):
        text = _texts(tmp_path, target)
        for role in ("Params", "Request", "Response"):
            assert line.format(f"CreateTrip{role}") in text and line.format(f"CreateTripCall{role}") in text
        assert "CreateTripParams2" not in text


def test_the_lock_keeps_who_takes_call(tmp_path: Path) -> None:
    """A component that comes later, or goes, renames nothing of the operation."""
    _build(tmp_path / "came", _meeting())
    run = _build(tmp_path / "came", _meeting(*MET))
    assert run.returncode == 0 and "class CreateTripParams(RequestObject)" in _texts(tmp_path / "came", "python")
    _build(tmp_path / "went", _meeting(*MET))
    assert _build(tmp_path / "went", _meeting()).returncode == 0
    text = _texts(tmp_path / "went", "python")
    assert all(f"class CreateTripCall{role}(" in text for role in ("Params", "Request", "Response"))


def test_fields_and_parameters_that_are_referred_to_have_names_by_language(tmp_path: Path) -> None:
    """Body fields as arguments, and a parameter of the components."""
    size = parameter("page_size", schema={"type": "integer"}) | {KEY: {"python": "limit"}}
    schema = object_of(**{"from": {"type": "string", KEY: {"python": "sender", "go": "Author"}}})
    send = sends("send", schema, tags=["files"], parameters=[{"$ref": "#/components/parameters/Size"}])
    assert _build(tmp_path, _document({"/mails": {"post": send}}, parameters={"Size": size})).returncode == 0
    python, go = _texts(tmp_path, "python"), _texts(tmp_path, "go")
    (signature,) = re.findall(r"def send\(([^)]*)", python)[:1]
    assert "limit: int" in signature and "sender: str" in signature
    assert re.search(r"\bAuthor\s+Opt\[string\]", go) and re.search(r"\bPageSize\s+Opt\[int\]", go)


VARIABLES: Object = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key", "x-codegen-env": "MY_KEY"},
    "login": {"type": "http", "scheme": "basic", "x-codegen-env": {"username": "MY_USER"}},
}
GIVEN = {"MY_KEY": "k", "MY_USER": "ada", "SDK_LOGIN_PASSWORD": "secret", "SDK_KEY": "another"}
SENT = ["k", "Basic YWRhOnNlY3JldA=="]


def _credentials(folder: Path) -> Path:
    document = _secured(VARIABLES) | {"servers": [{"url": "http://127.0.0.1:9"}]}
    assert _build(folder, document, envPrefix="SDK").returncode == 0
    return folder / "sdk"


def test_typescript_reads_the_variables(tmp_path: Path) -> None:
    program = (
        'const { Files } = await import(process.argv[1] + "/dist/esm/index.js");\n'
        "const fetch = (url, { headers }) => {\n"
        "  const sent = new Headers(headers);\n"
        '  console.log(JSON.stringify([sent.get("x-key"), sent.get("authorization")]));\n'
        '  return new Response("{}", { headers: { "content-type": "application/json" } });\n'
        "};\n"
        "await new Files({ fetch }).files.a();\n"
    )
    folder = _credentials(tmp_path) / "typescript"
    said = run_program([require_node(), "--input-type=module", "-e", program, folder], tmp_path, GIVEN)
    assert json.loads(said) == SENT


def test_go_reads_the_variables(tmp_path: Path) -> None:
    folder = _credentials(tmp_path) / "go"
    (folder / "variables_test.go").write_text(
        'package files\n\nimport ("context"; "net/http"; "net/http/httptest"; "testing")\n\n'
        "func TestVariables(t *testing.T) {\n"
        "\tvar sent []string\n"
        "\tserver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n"
        '\t\tsent = []string{r.Header.Get("X-Key"), r.Header.Get("Authorization")}\n'
        '\t\tw.Header().Set("Content-Type", "application/json"); w.Write([]byte("{}"))\n'
        "\t}))\n"
        "\tif _, err := New(WithBaseURL(server.URL)).Files.A(context.Background()); err != nil { t.Fatal(err) }\n"
        f'\tif sent[0] != "{SENT[0]}" || sent[1] != "{SENT[1]}" {{ t.Fatal(sent) }}\n'
        "}\n"
    )
    program = shutil.which("go")
    if program is None:
        pytest.skip("needs Go")
    run_program([program, "test", "-run", "Variables", "."], folder, GIVEN)

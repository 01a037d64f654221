"""The README of each printed SDK: its code is extracted, type-checked, and run against a server on this machine.

Two documents: the example with its own server, and one with features that the example lacks (OAuth2, no servers, JSONL,
webhooks without signatures, other limits of arguments) with a server that has a response for each path.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from compiler.driver import commands
from compiler.driver.options import BuildOptions, InputOptions
from tests.support.go_things import go
from tests.support.places import ROOT
from tests.support.rendered import raw_html
from tests.support.typescript_tools import TOOLS, require_tools
from tests.support.typescript_tools import run as run_tool

TRAINS = ROOT / "examples" / "trains"
PLACEHOLDER = "https://api.example.com"

DOCUMENT = """
openapi: 3.1.0
info: {title: Every Thing, version: 2.0.0, summary: 'Things, <b>all</b> of them.'}
externalDocs: {url: 'https://docs.example.com/things'}
servers: [{url: /v2}]
security: [{oauth: [read]}, {oidc: []}, {certificate: []}]
x-codegen-globals: {parameters: [{name: X-Tenant, in: header, schema: {type: string}}]}
paths:
  /things:
    get:
      operationId: listThings
      tags: [things]
      parameters:
        - {name: page, in: query, schema: {type: integer}}
        - {name: X-Tenant, in: header, required: true, schema: {type: string}}
      x-codegen-pagination:
        {type: offsetLimit, inputs: [{name: page, in: parameters, type: page}], outputs: {numPages: $.pages}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}}
  /things/{id}:
    get:
      operationId: getThing
      tags: [things]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: deep, in: query, schema: {type: boolean}}
      responses:
        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        '404': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Oops'}}}}
  /lines:
    get:
      operationId: readLines
      responses: {'200': {description: d, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /files:
    post:
      operationId: sendFile
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [file], properties: {file: {type: string, format: binary}}}
      responses: {'204': {description: d}}
webhooks:
  thingMade:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'200': {description: d}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        clientCredentials: {tokenUrl: /token, scopes: {read: r}}
        password: {tokenUrl: /token, scopes: {read: r}}
    oidc: {type: openIdConnect, openIdConnectUrl: 'https://id.example/.well-known/openid-configuration'}
    certificate: {type: mutualTLS}
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: string}}}
    Page:
      type: object
      properties: {data: {type: array, items: {$ref: '#/components/schemas/Thing'}}, pages: {type: integer}}
    Oops: {type: object, properties: {why: {type: string}}}
"""

GEN = """
configVersion: 2.0.0
generation: {source: openapi.yaml, sdkClassName: EveryThing, licence: MIT}
python: {packageName: every_thing, maxMethodParams: 0, author: 'Ada "A" Lovelace', models: pydantic}
typescript: {packageName: '@every/thing', maxMethodParams: 9}
go: {modulePath: example.com/every-thing, maxMethodParams: 0}
"""

ANSWERS: dict[str, tuple[str, str]] = {
    "/things": ("application/json", '{"data": [{"id": "a"}], "pages": 2}'),
    "/lines": ("application/jsonl", '{"id": "a"}\n{"id": "b"}\n'),
    "/token": ("application/json", '{"access_token": "t", "token_type": "bearer", "expires_in": 60}'),
}


class Answering(BaseHTTPRequestHandler):
    """Answers what the paths of the document above have to; only with a token, which is asked for."""

    protocol_version = "HTTP/1.1"

    def serve(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0].removeprefix("/v2")
        known = path.endswith("/token") or self.headers.get("Authorization") == "Bearer t"
        kind, text = ANSWERS.get(path, ("application/json", '{"id": "a"}'))
        self.send_response(200 if known and path != "/files" else 204 if known else 401)
        if known and path != "/files":
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
        elif not known:
            self.send_header("Content-Length", "0")
        self.end_headers()
        if known and path != "/files":
            self.wfile.write(text.encode())

    do_GET = do_POST = serve  # noqa: N815 (the names that http.server calls)

    def log_message(self, *_: Any) -> None:
        pass


@dataclass(frozen=True)
class Case:
    """A document, printed, and the server it is run against, with the credentials in the environment."""

    folder: Path
    client: str
    url: str
    environment: dict[str, str]

    def blocks(self, target: str, language: str) -> list[str]:
        """The code of a README, block by block, with the server's URL where a user has the real one."""
        text = (self.folder / target / "README.md").read_text()
        found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
        assert found
        return [block.replace(PLACEHOLDER, self.url) for block in found]


KEPT: list[tempfile.TemporaryDirectory[str]] = []
"""Folders of these tests, which go when the process ends: each is 20 MB."""


def printed(document: str, config: str) -> Path:
    KEPT.append(tempfile.TemporaryDirectory(prefix="readme"))
    folder = Path(KEPT[-1].name)
    (folder / "openapi.yaml").write_text(document)
    (folder / "gen.yaml").write_text(config)
    options = InputOptions(document=str(folder / "openapi.yaml"), config=str(folder / "gen.yaml"))
    out, err = io.StringIO(), io.StringIO()
    assert commands.build(BuildOptions(input=options, out=str(folder)), out, err) == 0, err.getvalue()
    return folder


@pytest.fixture(scope="module")
def trains() -> Iterator[Case]:
    folder = printed((TRAINS / "openapi.yaml").read_text(), (TRAINS / "gen.yaml").read_text())
    names = {"BEARER_AUTH": "demo-token", "API_KEY": "demo-key"}
    names |= {"BASIC_AUTH_USERNAME": "ada", "BASIC_AUTH_PASSWORD": "lovelace"}
    command = [sys.executable, str(TRAINS / "server.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        url = process.stdout.readline().strip()
        yield Case(folder, "TrainTravel", url, {f"TRAIN_TRAVEL_{name}": value for name, value in names.items()})
        process.terminate()


@pytest.fixture(scope="module")
def everything() -> Iterator[Case]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    names = {"OAUTH_CLIENT_ID": "me", "OAUTH_CLIENT_SECRET": "secret"}
    environment = {f"EVERY_THING_{name}": value for name, value in names.items()}
    yield Case(printed(DOCUMENT, GEN), "EveryThing", f"http://127.0.0.1:{server.server_port}/v2", environment)
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["trains", "everything"])
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.getfixturevalue(request.param)
    return found


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sections(case: Case, target: str) -> list[str]:
    return re.findall(r"^## (.*)$", (case.folder / target / "README.md").read_text(), re.MULTILINE)


# --------------------------------------------------------------------------- what stands in it


@pytest.mark.parametrize("target", ["python", "typescript", "go"])
def test_only_features_in_use_have_a_section(trains: Case, everything: Case, target: str) -> None:
    """Issue 4, part 10: the document decides, the languages do not."""
    both = {"First call", "Credentials", "Pages", "Streams", "Files", "Errors", "Retries and timeouts"}
    both |= {"Whole responses", "Webhooks", "Validators", "Hooks and logging", "HTTP client of your own", "Servers"}
    both |= {"Parameters of the client", "Calls that the document does not have"}
    own = {"typescript": {"Install", "Small bundles", "Values"}, "go": {"Values"}}.get(target, {"Values"})
    assert set(sections(trains, target)) == both | own
    extra = {"Models"} if target == "python" else set()
    unnamed = {"Values"} if target == "typescript" else set()  # it has no enum and no union
    assert set(sections(everything, target)) == both | own - unnamed | extra
    operation = "{get: {operationId: a, responses: {'204': {description: done}}}}"
    gone = {"Credentials", "Pages", "Streams", "Files", "Webhooks", "Parameters of the client"}
    assert set(small_sections(target, f"paths: {{/a: {operation}}}\n")) == both - gone | own - {"Values"}


@pytest.mark.parametrize("target", ["python", "typescript", "go"])
def test_who_only_receives_webhooks_is_told_of_no_client(target: str) -> None:
    """Issue 4, part 10: with nothing to call there is no first call, and none of what goes with calls."""
    payload = "{content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}"
    hook = f"webhooks: {{newTrip: {{post: {{requestBody: {payload}, responses: {{'200': {{description: ok}}}}}}}}}}\n"
    own = {"typescript": ["Install"]}.get(target, ["Values"])
    assert small_sections(target, hook) == [*own, "Webhooks"]
    folder = printed(f"openapi: 3.1.0\ninfo: {{title: Small, version: '1'}}\n{hook}", f"{target}: {{}}\n")
    names = {
        "python": "payload: NewTripPayload)",
        "typescript": "receiver.newTrip(",
        "go": "payload *small.NewTripPayload)",
    }
    assert names[target] in (folder / target / "README.md").read_text()
    assert small_sections(target, "paths: {}\n") == [name for name in own if name == "Install"]


ANSWER = "'200': {description: d, content: {application/json: {schema: %s}}}"
LISTED = "{get: {operationId: listed, responses: {%s}}}" % (ANSWER % "{type: array, items: {type: string}}")
ONE = "{get: {operationId: one, responses: {%s}}}" % (ANSWER % "{type: object, properties: {id: {type: string}}}")
NAMED = ONE.replace("one,", "named, parameters: [{name: id, in: query, required: true, schema: {type: string}}],")
PING = "{get: {operationId: ping, responses: {'204': {description: d}}}}"
REVOKE = "{post: {operationId: revoke, responses: {%s}}}" % (ANSWER % "{type: array, items: {type: string}}")
DROP = "{delete: {operationId: drop, responses: {'204': {description: d}}}}"
TOLD = "{content: {application/json: {schema: {type: object, required: [to], properties: {to: {type: string}}}}}}"
SEND = REVOKE.replace("revoke,", f"send, requestBody: {{required: true, {TOLD[1:]},")
EDIT = "{put: {operationId: edit, requestBody: {required: true, content: {text/plain: {}}}, responses: {}}}"


@pytest.mark.parametrize(
    ("paths", "call"),
    [
        ([REVOKE, DROP, EDIT, PING, NAMED, ONE, LISTED], "result = client.listed()"),
        ([REVOKE, DROP, EDIT, PING, NAMED, ONE], "result = client.one()"),
        ([REVOKE, DROP, EDIT, PING, NAMED], 'result = client.named(id="id")'),
        ([REVOKE, DROP, EDIT, PING], "client.ping()"),
        ([REVOKE, DROP, EDIT], 'client.edit(body="text")'),
        ([REVOKE, DROP], "result = client.revoke()"),
        ([REVOKE, LISTED, SEND], 'result = client.send(to="to")'),
    ],
)
def test_the_first_call_does_what_the_api_is_for(paths: list[str], call: str) -> None:
    """A POST that is told something, else what reads.

    Box's was `post_oauth2_revoke()`, Cohere's `embed()` without a text: nothing that anybody begins with."""
    listed = ", ".join(f"/{number}: {path}" for number, path in enumerate(paths))
    document = f"openapi: 3.1.0\ninfo: {{title: Small, version: '1'}}\npaths: {{{listed}}}\n"
    text = (printed(document, "configVersion: 2.0.0\npython: {}\n") / "python" / "README.md").read_text()
    assert f"\n{call}\n" in text.partition("## First call")[2].partition("```\n")[0]


def small_sections(target: str, rest: str) -> list[str]:
    document = f"openapi: 3.1.0\ninfo: {{title: Small, version: '1'}}\n{rest}"
    folder = printed(document, f"configVersion: 2.0.0\n{target}: {{}}\n")
    return re.findall(r"^## (.*)$", (folder / target / "README.md").read_text(), re.MULTILINE)


@pytest.mark.parametrize("target", ["python", "typescript", "go"])
def test_it_tells_of_tokens_and_their_variables(everything: Case, target: str) -> None:
    text = (everything.folder / target / "README.md").read_text()
    for part in ("EVERY_THING_OAUTH_CLIENT_ID", "EVERY_THING_OAUTH_PASSWORD", "TokenError", "EVERY_THING_OIDC"):
        assert part in text
    assert "EVERY_THING_CERTIFICATE" not in text
    assert raw_html(text.removeprefix("<!-- Code generated by codegen. DO NOT EDIT. -->")) == []


def test_packages_are_named_as_they_are_installed(everything: Case) -> None:
    """``pip install`` names the project, the import names the package; author and licence are those of gen.yaml."""
    import tomllib

    readme = (everything.folder / "python" / "README.md").read_text()
    assert "pip install every-thing\n" in readme and "from every_thing import EveryThing" in readme
    project = tomllib.loads((everything.folder / "python" / "pyproject.toml").read_text())["project"]
    assert project["name"] == "every-thing" and project["license"] == "MIT"
    assert project["authors"] == [{"name": 'Ada "A" Lovelace'}]
    assert "pydantic>=2.12" in project["dependencies"]
    package = json.loads((everything.folder / "typescript" / "package.json").read_text())
    assert (package["name"], package["license"]) == ("@every/thing", "MIT")
    assert (
        project["urls"]
        == {"Documentation": package["homepage"]}
        == {"Documentation": "https://docs.example.com/things"}
    )


def test_a_changelog_is_begun_and_then_left_alone(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT)
    (tmp_path / "gen.yaml").write_text(GEN)
    options = InputOptions(document=str(tmp_path / "openapi.yaml"), config=str(tmp_path / "gen.yaml"))

    def build(**more: Any) -> int:
        return commands.build(BuildOptions(input=options, out=str(tmp_path), **more), io.StringIO(), io.StringIO())

    assert build() == 0
    for target in ("python", "typescript", "go"):
        file = tmp_path / target / "CHANGELOG.md"
        assert "## 2.0.0\n" in file.read_text()
        file.write_text("# Mine\n")
    assert build() == 0 and build(check=True) == 0
    assert {(tmp_path / target / "CHANGELOG.md").read_text() for target in ("python", "typescript", "go")} == {
        "# Mine\n"
    }


# --------------------------------------------------------------------------- its code runs


@pytest.mark.slow
def test_python(case: Case) -> None:
    folder = case.folder / "python"
    text = "\n".join(case.blocks("python", "python"))
    for client in (case.client, f"Async{case.client}"):
        text = text.replace(f"{client}()", f'{client}(base_url="{case.url}")')
    (folder / "program.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "program.py"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("Success"), done.stdout + text
    assert run([sys.executable, "-W", "error", "program.py"], folder, case.environment)


def typescript(case: Case) -> str:
    """One program of all blocks: imports first, each further block in a scope of its own."""
    imports: dict[str, None] = {}
    bodies: list[str] = []
    for block in case.blocks("typescript", "ts"):
        lines = block.splitlines()
        imports |= dict.fromkeys(line for line in lines if line.startswith("import "))
        bodies.append("\n".join(line for line in lines if not line.startswith("import ")))
    text = "\n".join([*imports, bodies[0], *(f"{{\n{body}\n}}" for body in bodies[1:])])
    given = f'{{ baseUrl: "{case.url}" }}'
    return text.replace(f"new {case.client}()", f"new {case.client}({given})").replace(
        "createCore()", f"createCore({given})"
    )


@pytest.mark.slow
def test_typescript(case: Case) -> None:
    tools = require_tools()
    KEPT.append(tempfile.TemporaryDirectory(prefix="readme-ts"))
    project = Path(KEPT[-1].name)
    package = json.loads((case.folder / "typescript" / "package.json").read_text())["name"]
    home = project / "node_modules" / package
    home.parent.mkdir(parents=True)
    home.symlink_to(case.folder / "typescript")
    for name in ("@types", "undici-types"):
        (project / "node_modules" / name).symlink_to(TOOLS / "node_modules" / name)
    (project / "package.json").write_text('{"type": "module"}')
    (project / "program.ts").write_text(typescript(case))
    flags = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node"]
    done = run_tool([tools / "tsc", *flags, "program.ts"], project)
    assert not done.returncode, done.stdout + typescript(case)
    node = shutil.which("node")
    assert node and run([node, "program.js"], project, case.environment)


GO_IMPORTS = {
    "context": "context", "errors": "errors", "fmt": "fmt", "io": "io", "http": "net/http", "os": "os",
    "slog": "log/slog", "time": "time",
}  # fmt: skip


def go_programs(case: Case, module: str, package: str) -> tuple[str, str]:
    """The first block, which is a program, and another file with the rest of them, each in a function."""
    first, *rest = case.blocks("go", "go")
    base = f'{package}.New({package}.WithBaseURL("{case.url}"))'
    bodies = [
        f"func block{n}(ctx context.Context, client *{package}.{case.client}) error {{\n{block}\nreturn nil\n}}"
        for n, block in enumerate(rest)
    ]
    calls = [f"if err := block{n}(ctx, client); err != nil {{\nlog.Fatal({n}, err)\n}}" for n in range(len(rest))]
    text = "\n".join(bodies)
    used = [path for word, path in GO_IMPORTS.items() if re.search(rf"\b{word}\.[A-Z]", text) or word == "context"]
    imports = "\n".join(f'"{path}"' for path in [*used, "log", module])
    first = first.replace(f"{package}.New()", base)
    made = re.search(r"^\tclient := (?:.*\(\n(?:\t\t.*\n)+\t\)|.*)$", first, re.MULTILINE)
    assert made
    start = f"ctx := context.Background()\n{made[0]}\n"
    others = f"package main\n\nimport (\n{imports}\n)\n\nfunc rest() {{\n{start}{chr(10).join(calls)}\n}}\n\n{text}\n"
    return first.replace("func main() {", "func main() {\n\trest()"), others


@pytest.mark.slow
def test_go(case: Case) -> None:
    folder = case.folder / "go"
    module = (folder / "go.mod").read_text().split("module ")[1].split()[0]
    package = next(iter(re.findall(r"^package (\w+)$", (folder / "client.go").read_text(), re.MULTILINE)))
    program = folder / "readme"
    program.mkdir()
    first, rest = go_programs(case, module, package)
    (program / "main.go").write_text(first)
    (program / "rest.go").write_text(rest)
    go("vet", "./readme", folder=folder)
    go("build", "-o", "program", "./readme", folder=folder)
    assert run([str(folder / "program")], folder, case.environment)

"""The README of each printed SDK: its code is extracted, type-checked, and run against a server on this machine.

Two documents: the example with its own server, and one with features that the example lacks, under other limits of
arguments, with a server that has a response for each path.
"""

from __future__ import annotations

import functools
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from backends import load_backend
from backends.words import read_words
from compiler.driver.options import InputOptions
from tests.support import every_thing, trains
from tests.support.drift import LANGUAGES
from tests.support.go_things import check_go, go
from tests.support.places import ROOT
from tests.support.printed import plan_of
from tests.support.rendered import raw_html
from tests.support.run import build_sdks, run_program
from tests.support.type_checkers import run_mypy
from tests.support.typescript_tools import TOOLS, check_types, require_node, require_tools
from tests.support.wire_vectors import load_file

PLACEHOLDER = "https://api.example.com"
TRAINS_GEN = (trains.TRAINS / "gen.yaml").read_text("utf-8").replace("trains.example/", "example.com/")
THINGS_GEN = """\
generation: {sdkClassName: EveryThing, licence: MIT}
python: {packageName: every_thing, maxMethodParams: 0, author: 'Ada "A" Lovelace', models: pydantic}
typescript: {packageName: '@every/thing', maxMethodParams: 9}
go: {modulePath: example.com/every-thing, maxMethodParams: 0}
"""


@dataclass(frozen=True)
class Case:
    """A document, printed, and the server it is run against, with the credentials in the environment."""

    folder: Path
    client: str
    prefix: str
    environment: Mapping[str, str]

    @property
    def url(self) -> str:
        return self.environment[f"{self.prefix}_BASE_URL"]

    def blocks(self, target: str, language: str) -> list[str]:
        """The code of a README, block by block, with the server's URL where a user has the real one."""
        found = re.findall(rf"```{language}\n(.*?)```", readme(self.folder, target), re.DOTALL)
        assert found
        return [block.replace(PLACEHOLDER, self.url) for block in found]


def readme(folder: Path, target: str) -> str:
    return (folder / target / "README.md").read_text()


@pytest.fixture(scope="module")
def train_travel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    folder = build_sdks(
        tmp_path_factory.mktemp("trains"), trains.DOCUMENT, TRAINS_GEN.replace("configVersion: 2.0.0\n", "")
    )
    with trains.run_server() as environment:
        yield Case(folder, "TrainTravel", "TRAIN_TRAVEL", environment)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    folder = build_sdks(tmp_path_factory.mktemp("things"), every_thing.DOCUMENT, THINGS_GEN)
    with every_thing.run_server() as environment:
        yield Case(folder, "EveryThing", "EVERY_THING", environment)


@pytest.fixture(params=["train_travel", "everything"])
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.getfixturevalue(request.param)
    return found


def sections(folder: Path, target: str) -> list[str]:
    return re.findall(r"^## (.*)$", readme(folder, target), re.MULTILINE)


@functools.cache
def small(rest: str, config: str = "python: {}\ntypescript: {}\ngo: {}\n") -> Path:
    """The SDKs of a document that says little."""
    folder = Path(tempfile.mkdtemp(prefix="readme-"))
    return build_sdks(folder, f"openapi: 3.1.0\ninfo: {{title: Small, version: '1'}}\n{rest}", config)


# --------------------------------------------------------------------------- what stands in it


@pytest.mark.parametrize("target", LANGUAGES)
def test_only_features_in_use_have_a_section(train_travel: Case, everything: Case, target: str) -> None:
    """Issue 4, part 10: the document decides, the languages do not."""
    both = {"First call", "Credentials", "Pages", "Streams", "Files", "Errors", "Retries and timeouts"}
    both |= {"Whole responses", "Webhooks", "Validators", "Hooks and logging", "HTTP client of your own", "Servers"}
    both |= {"Parameters of the client", "Calls that the document does not have"}
    own = {"typescript": {"Install", "Small bundles", "Values"}, "go": {"Values"}}.get(target, {"Values"})
    assert set(sections(train_travel.folder, target)) == both | own
    extra = {"Models"} if target == "python" else set()
    unnamed = {"Values"} if target == "typescript" else set()  # it has no enum and no union
    assert set(sections(everything.folder, target)) == both | own - unnamed | extra
    operation = "{get: {operationId: a, responses: {'204': {description: done}}}}"
    gone = {"Credentials", "Pages", "Streams", "Files", "Webhooks", "Parameters of the client"}
    assert set(sections(small(f"paths: {{/a: {operation}}}\n"), target)) == both - gone | own - {"Values"}


@pytest.mark.parametrize("target", LANGUAGES)
def test_who_only_receives_webhooks_is_told_of_no_client(target: str) -> None:
    """Issue 4, part 10: with nothing to call there is no first call, and none of what goes with calls."""
    payload = "{content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}"
    hook = f"webhooks: {{newTrip: {{post: {{requestBody: {payload}, responses: {{'200': {{description: ok}}}}}}}}}}\n"
    own = {"typescript": ["Install"]}.get(target, ["Values"])
    assert sections(small(hook), target) == [*own, "Webhooks"]
    names = {
        "python": "payload: NewTripPayload)",
        "typescript": "receiver.newTrip(",
        "go": "payload *small.NewTripPayload)",
    }
    assert names[target] in readme(small(hook), target)
    assert sections(small("paths: {}\n"), target) == [name for name in own if name == "Install"]


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
    text = readme(small(f"paths: {{{listed}}}\n", "python: {}\n"), "python")
    assert f"\n{call}\n" in text.partition("## First call")[2].partition("```\n")[0]


@pytest.mark.parametrize("target", LANGUAGES)
def test_it_tells_of_tokens_and_their_variables(everything: Case, target: str) -> None:
    text = readme(everything.folder, target)
    for part in ("EVERY_THING_OAUTH_CLIENT_ID", "EVERY_THING_OAUTH_PASSWORD", "TokenError", "EVERY_THING_OIDC"):
        assert part in text
    assert "EVERY_THING_CERTIFICATE" not in text
    assert raw_html(text.removeprefix("<!-- Code generated by codegen. DO NOT EDIT. -->")) == []


def test_packages_are_named_as_they_are_installed(everything: Case) -> None:
    """``pip install`` names the project, the import names the package; author and licence are those of gen.yaml."""
    text = readme(everything.folder, "python")
    assert "pip install every-thing\n" in text and "from every_thing import EveryThing" in text
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


# --------------------------------------------------------------------------- its code runs


@pytest.mark.slow
def test_python(case: Case) -> None:
    folder = case.folder / "python"
    text = "\n".join(case.blocks("python", "python"))
    for client in (case.client, f"Async{case.client}"):
        text = text.replace(f"{client}()", f'{client}(base_url="{case.url}")')
    (folder / "program.py").write_text(text)
    said = run_mypy(folder, "--strict", "program.py")
    assert said.startswith("Success"), said + text
    assert run_program([sys.executable, "-W", "error", "program.py"], folder, case.environment)


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


TSCONFIG = {
    "compilerOptions": {"strict": True, "skipLibCheck": True, "target": "es2022", "module": "nodenext", "noEmit": True}
    | {"types": ["node"]},
    "files": ["program.ts"],
}


@pytest.mark.slow
def test_typescript(case: Case, tmp_path: Path) -> None:
    tools = require_tools()
    package = json.loads((case.folder / "typescript" / "package.json").read_text())["name"]
    home = tmp_path / "node_modules" / package
    home.parent.mkdir(parents=True)
    home.symlink_to(case.folder / "typescript")
    for name in ("@types", "undici-types"):
        (tmp_path / "node_modules" / name).symlink_to(TOOLS / "node_modules" / name)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "tsconfig.json").write_text(json.dumps(TSCONFIG))
    (tmp_path / "program.ts").write_text(typescript(case))
    assert check_types(tmp_path) == "", typescript(case)
    run_program([tools / "esbuild", "program.ts", "--outfile=program.js"], tmp_path)
    assert run_program([require_node(), "program.js"], tmp_path, case.environment)


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
    go("build", "-o", "program", "./readme", folder=folder)
    assert run_program([folder / "program"], folder, case.environment)
    check_go(folder, "./readme")


# --------------------------------------------------------------------------- its words


class Noting(dict[str, str]):
    """Sections, and the names of those that were said."""

    said: set[str]

    def __getitem__(self, name: str) -> str:
        self.said.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.said |= {name} & self.keys()
        return super().get(name, default)


def configured(at: Path, number: int) -> str:
    """Write gen.yaml beside a document: with tests, and without them after the first."""
    gen = TRAINS_GEN if number == 0 else THINGS_GEN.replace("{sdkClassName", "{tests: false, sdkClassName")
    gen = gen.replace("modulePath: example.com/every-thing, ", "") if number == 2 else gen
    at.with_suffix(".gen.yaml").write_text(gen)
    return str(at.with_suffix(".gen.yaml"))


@pytest.mark.parametrize("target", LANGUAGES)
def test_every_section_is_said_and_every_placeholder_filled(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer edits words.md without a program: what nothing says, or nothing fills, is found here.

    A placeholder that nothing fills is an error of whoever says its section.
    """
    noted = Noting(read_words(ROOT / "backends" / target))
    noted.said = set()
    for module in ("words", "readme"):
        monkeypatch.setattr(f"backends.{module}.read_words", lambda folder: noted)
    alone = "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\n"
    schemas = "components: {schemas: {A: {type: object, properties: {a: {type: string}}}}}\n"
    calls = f"{alone}paths: {{/a: {REVOKE}}}\nx-codegen-idempotency: {{header: Key}}\nwebhooks:\n"
    for name in "ab":
        payload = f"{{type: object, required: [type], properties: {{type: {{const: {name}}}}}}}"
        body = f"{{content: {{application/json: {{schema: {payload}}}}}}}"
        calls += f"  {name}: {{post: {{requestBody: {body}, responses: {{'200': {{description: d}}}}}}}}\n"
    still = calls + "x-codegen-retries: {strategy: none}\n"
    switched = json.dumps(load_file("stream_switches.yaml")[0])
    documents = (trains.DOCUMENT, every_thing.DOCUMENT, alone + schemas, calls, still, switched)
    for number, text in enumerate(documents):
        at = tmp_path / f"{number}.yaml"
        at.write_text(text)
        plan = plan_of(InputOptions(document=str(at), config=configured(at, number)), target)
        load_backend(target).emit(plan, ())
    assert noted.keys() - noted.said == set()

"""The languages cannot drift: they share the plan's wire half and one manifest, and each prints every word of the plan.

test_drift_wire.py compares requests side by side; test_house.py checks that a backend uses only the plan.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import pytest

from compiler.ir import types as type_words
from compiler.ir import wire as wire_words
from compiler.ir.headers import Reading
from compiler.plan.plan import Plan
from tests.support.documents import content, document, object_of, operation, parameter, ref, sends
from tests.support.drift import LANGUAGES, PINNED, events, models, operations, options, plain, plans_of
from tests.support.places import ROOT
from tests.support.recorder import Recorder, Reply
from tests.support.run import build_sdks, run_program
from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import require_node
from tests.support.wire_vectors import FOLDER, read_yaml

SPECS = ROOT.parent / "shared" / "specs"
TRAINS = ROOT / "examples" / "trains" / "openapi.yaml"
SPEAKEASY = "x-speakeasy-"

# --------------------------------------------------------------------------- plans

HOSTILE = document(
    "9 lives",
    {
        "/{import}": {
            "post": operation(
                "delete",
                tags=["class"],
                parameters=[
                    parameter("import", "path"),
                    parameter("func", schema=ref("error")),
                    parameter("9lives", "header"),
                ],
                requestBody=content(ref("object")),
            )
        },
        "/await": {"get": operation("range", tags=["class"])},
    },
    {
        "error": {"type": "string", "enum": ["1st", "2nd", "none", "None", "type"]},
        "object": object_of(
            **dict.fromkeys(("from", "type", "constructor", "__proto__", "init", "9lives", "+1", "-1", "str"), "string")
        ),
    },
    tags=[{"name": "class"}],
)
"""Names that are words of some language, or none in any (issue: hostile names)."""


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "openapi.json"
    path.write_text(json.dumps(HOSTILE))
    return path


REAL: dict[str, tuple[str, str | None]] = {
    "museum": ("museum.yaml", None),
    "resend": ("resend.yaml", None),
    "dub": ("dub.yaml", SPEAKEASY),
    "moov": ("moov.yaml", SPEAKEASY),
    "figma": ("figma.yaml", None),
    "bluesky": ("bluesky.yaml", SPEAKEASY),
    "twilio": ("twilio-api-v2010.yaml", None),
    "telnyx": ("telnyx.json", None),
    "box": ("box.json", None),
    "anthropic": ("anthropic.json", None),
    "discord": ("discord.json", None),
}
SAMPLE = [*REAL][::2]
NO_SPECS = pytest.mark.skipif(not SPECS.is_dir(), reason="needs the documents of ../shared/specs")


def compare(plans: Mapping[str, Plan]) -> None:
    """Find the wire halves equal, and the surfaces but for their spelling."""
    first, *others = plans.values()
    for other in others:
        assert list(first.wire.operations) == list(other.wire.operations)
        assert first.wire == other.wire
        for manifest in (operations, models, events, options):
            found = differing(manifest(first), manifest(other))
            assert not found, f"{manifest.__name__} of {first.surface.target} and {other.surface.target}"


def differing(one: Mapping[object, object], two: Mapping[object, object]) -> dict[object, tuple[object, object]]:
    return {at: (one.get(at), two.get(at)) for at in {**one, **two} if one.get(at) != two.get(at)}


def test_one_plan_of_the_example(tmp_path: Path) -> None:
    compare(plans_of(TRAINS, tmp_path))


def test_one_plan_of_hostile_names(hostile: Path, tmp_path: Path) -> None:
    compare(plans_of(hostile, tmp_path))


@NO_SPECS
@pytest.mark.parametrize("name", [n if n in SAMPLE else pytest.param(n, marks=pytest.mark.hunt) for n in REAL])
def test_one_plan_of_real_documents(name: str, tmp_path: Path) -> None:
    file, prefix = REAL[name]
    compare(plans_of(SPECS / file, tmp_path, prefix))


def test_a_targeted_ignore_is_what_makes_plans_differ(tmp_path: Path) -> None:
    """D5.1: and so the comparison sees what is not there."""
    document = json.loads(json.dumps(HOSTILE))
    document["paths"]["/await"]["get"]["x-codegen-ignore"] = "go"
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document))
    plans = plans_of(path, tmp_path)
    with pytest.raises(AssertionError):
        compare(plans)
    compare({name: plan for name, plan in plans.items() if name != "go"})


# --------------------------------------------------------------------------- printed SDKs

Manifest = dict[tuple[str, str], list[str]]
"""What is printed: group and method to the names of its arguments."""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example in all languages, under the pinned limit."""
    sections = {language: {"maxMethodParams": PINNED} for language in LANGUAGES}
    config = {"generation": {"sdkClassName": "Acme"}, **sections}
    return build_sdks(tmp_path_factory.mktemp("printed"), TRAINS.read_text("utf-8"), config)


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plan]:
    return plans_of(TRAINS, tmp_path_factory.mktemp("plans"))


def texts(folder: Path, ending: str) -> Iterator[str]:
    """The printed files of an SDK; not its runtime, and not what is built of it."""
    for path in sorted(folder.rglob(f"*{ending}")):
        inside = path.relative_to(folder)
        if not {"_runtime", "runtime", "dist"}.intersection(inside.parts) and not inside.name.startswith("sdk_"):
            yield path.read_text("utf-8")


def python_methods(folder: Path) -> Manifest:
    found = {}
    for text in texts(folder, ".py"):
        for item in ast.parse(text).body:
            if isinstance(item, ast.ClassDef) and {"Group", "Client"} & {ast.unparse(base) for base in item.bases}:
                for method in item.body:
                    if isinstance(method, ast.FunctionDef) and not method.decorator_list and _is_planned(method.name):
                        names = [arg.arg for arg in (*method.args.args, *method.args.kwonlyargs)]
                        found[plain(item.name), plain(method.name)] = [*map(plain, names[1:-1])]
    return found


def _is_planned(name: str) -> bool:
    return name[0] != "_" and name != "with_options"  # which the client prints with the credentials it takes (D16.3)


def typescript_methods(folder: Path) -> Manifest:
    """Without what every client offers beside the document's methods (D16.3): ``request`` is generic."""
    found = {}
    for text in texts(folder / "src", ".ts"):
        for owner, body in re.findall(r"^export class (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL):
            for name, arguments in re.findall(r"^  (\w+)\((.*?)\): ", _folded(body), re.MULTILINE):
                names = [re.split(r"[?:= ]", item.strip(), maxsplit=1)[0] for item in _split(arguments)]
                if name != "withOptions":
                    found[plain(owner), plain(name)] = [*map(plain, names[:-1])]
    return found


def go_methods(folder: Path) -> Manifest:
    found = {}
    pattern = r"^func \(\w \*(\w+)\) (\w+)\(ctx context\.Context, (.*?)options \.\.\.Option\)"
    for text in texts(folder, ".go"):
        for owner, name, arguments in re.findall(pattern, text, re.MULTILINE):
            names = [item.strip().partition(" ")[0] for item in _split(arguments)]
            found[plain(owner), plain(name)] = [*map(plain, names)]
    return found


def _folded(text: str) -> str:
    """Put the lines of an argument list into one."""
    return re.sub(r"\(\n\s+|,?\n\s+(?=\)|[\w{]+\??[:,])|\n  (?=\): )", lambda match: _join(match[0]), text)


def _join(text: str) -> str:
    return "(" if text.startswith("(") else ", " if text.startswith(",") else " "


def _split(arguments: str) -> list[str]:
    """Split at the commas that stand in no brackets."""
    depth, found = 0, [""]
    for char in arguments:
        depth += (char in "([{<") - (char in ")]}>")
        if char == "," and not depth:
            found.append("")
        else:
            found[-1] += char
    return [item for item in found if item.strip()]


METHODS = {"python": python_methods, "typescript": typescript_methods, "go": go_methods}


def surface_methods(plan: Plan) -> Manifest:
    """The same manifest of a plan."""
    found: Manifest = {}
    groups = [plan.surface.root]
    while groups:
        group = groups.pop()
        groups += group.groups
        for method in group.methods:
            names = [item.ident for item in method.arguments] if method.request is None else ["request"]
            found[plain(group.type_ident or plan.surface.client), plain(method.ident)] = [*map(plain, names)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_methods_are_those_of_the_plan(language: str, printed: Path, plans: Mapping[str, Plan]) -> None:
    """By group and name, with the same arguments in the same order (D4.4)."""
    found = METHODS[language](printed / language)
    assert len(found) > 20
    assert found == surface_methods(plans[language])


DECLARED = {
    "python": (".py", r"^(?:class |)(\w+)(?:\(|: TypeAlias\b| = )"),
    "typescript": (".ts", r"^export (?:interface|type|class) (\w+)"),
    "go": (".go", r"^type (\w+)"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_of_the_plan_is_printed(language: str, printed: Path, plans: Mapping[str, Plan]) -> None:
    ending, pattern = DECLARED[language]
    found = {name for text in texts(printed / language, ending) for name in re.findall(pattern, text, re.MULTILINE)}
    assert {item.ident for item in plans[language].surface.types.values()} <= found


# --------------------------------------------------------------------------- every word is printed by everyone

VOCABULARY: Sequence[type[StrEnum]] = (
    wire_words.Place,
    wire_words.Style,
    wire_words.BodyKind,
    wire_words.Encode,
    wire_words.Writing,
    Reading,
    wire_words.Grant,
    wire_words.Returns,
    wire_words.AdvanceKind,
    wire_words.StopKind,
    type_words.Choice,
    type_words.Kind,
)
"""The closed vocabularies of the plan: the wire vectors use all of them, and run against every language."""


def test_the_vectors_use_every_word_of_the_plan(tmp_path: Path) -> None:
    """A word that no vector's document leads to could be printed by one language and forgotten by another."""
    used: set[StrEnum] = set()
    for path in sorted(FOLDER.glob("*.yaml")):
        document = tmp_path / f"{path.stem}.json"
        document.write_text(json.dumps(read_yaml(path)["document"]))
        used |= words_in(plans_of(document, tmp_path)["python"].wire)
    assert {word for words in VOCABULARY for word in words} - used == set()


def words_in(value: object) -> set[StrEnum]:
    """The words that stand anywhere in a value of the plan."""
    if isinstance(value, StrEnum):
        return {value}
    if isinstance(value, Mapping):
        return words_in(tuple(value.values()))
    if isinstance(value, tuple):
        return {word for item in value for word in words_in(item)}
    fields = getattr(value, "__dataclass_fields__", ())
    return {word for name in fields for word in words_in(getattr(value, name))}


TYPES = ("Scalar", "Const", "ListOf", "MapOf", "Ref", "Nullable", "Model", "Enum", "Union", "Alias")
WORDS = {"CredentialKind", *(item.__name__ for item in VOCABULARY)}

QUESTIONS = {
    ("backends.python.judge.demands", "_types"),  # which declared types are classes that must stand there
    ("backends.go.values", "_plain"),  # which values a scalar or a constant has
    ("backends.go.values", "_zero"),  # which zeros are no composite literals
    ("backends.python.pydantic_models", "_mark"),  # which scalars pydantic reads by a function of the SDK
    ("backends.python.forms", "_hidden"),  # which two scalars do not show how they are written
    ("backends.python.types", "_ref_codec"),  # which types have a class that reads and writes
    ("backends.reference.bodies", "_behind"),  # which types hold a model or a union
    ("backends.reference.curl", "_in_path"),  # which two styles of a path are not plain text
    ("backends.typescript.types", "_scalar"),  # which scalars an option decides; a table has the rest
}
"""Matches that ask whether a word is one of a few, and take all others alike."""


def matches() -> Iterator[tuple[str, ast.FunctionDef, ast.Match, ast.stmt | None]]:
    """Yield each ``match`` on words of the plan: module, function, statement, and the statement after it."""
    for path in sorted((ROOT / "backends").rglob("*.py")):
        if "runtime" in path.parts:
            continue
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for body in bodies(function):
                    for at, item in enumerate(body):
                        if isinstance(item, ast.Match) and is_of_the_plan(item):
                            after = body[at + 1] if at + 1 < len(body) else None
                            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), function, item, after


def bodies(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    for item in ast.walk(function):
        for name in ("body", "orelse"):
            if isinstance(body := getattr(item, name, None), list):
                yield body


def is_of_the_plan(statement: ast.Match) -> bool:
    for item in (item for case in statement.cases for item in ast.walk(case.pattern)):
        if isinstance(item, ast.MatchClass) and ast.unparse(item.cls) in TYPES:
            return True
        if isinstance(item, ast.MatchValue) and ast.unparse(item.value).partition(".")[0] in WORDS:
            return True
    return False


def is_closed(statement: ast.Match, after: ast.stmt | None, function: ast.FunctionDef) -> bool:
    """Whether the type checker names this match when a word is added to the plan.

    It does where assert_never takes what is left; and where nothing is taken that is not named, and a value is missing.
    """
    if asserts_never(statement.cases[-1].body[-1]) or asserts_never(after):
        return True
    default = any(isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None for case in statement.cases)
    optional = function.returns is None or "None" in ast.unparse(function.returns)
    return not default and not optional and statement is function.body[-1]


def asserts_never(statement: ast.stmt | None) -> bool:
    return statement is not None and ast.unparse(statement).startswith("assert_never(")


def test_every_match_on_words_of_the_plan_is_closed() -> None:
    """So that the type checker names whoever does not print a new word."""
    found = list(matches())
    assert len(found) > 30
    assert {(module, function.name) for module, function, *rest in found if not is_closed(*rest, function)} == QUESTIONS


# --------------------------------------------------------------------------- what a language does not support

UNSUPPORTED: Mapping[str, Sequence[str]] = {
    "python": (),
    "typescript": (
        "fetch does not send TRACE",
        "browsers send no cookies for programs",
        "fetch does not send a body with ${method}",
        "the server redirects the request, and a stream cannot be sent twice: "
        "give bytes, a Blob or fromPath(), or call the URL that it redirects to",
        "this browser does not send streams: give a Blob or bytes",
    ),
    "go": (),
}
"""What a runtime refuses: only what `fetch` forbids."""

RUNTIMES = {"python": "*.py", "typescript": "*.ts", "go": "*.go"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_runtime_refuses_only_what_fetch_forbids(language: str) -> None:
    files = (ROOT / "backends" / language / "runtime").rglob(RUNTIMES[language])
    text = "\n".join(path.read_text("utf-8") for path in files)
    found = re.findall(r"new UnsupportedError\(\s*[\"`](.*?)[\"`]", text, re.DOTALL)
    assert sorted(found) == sorted(UNSUPPORTED[language])
    assert len(re.findall(r"Unsupported\w*Error\(|[Nn]ot supported", text)) == len(found)


FORBIDDEN = document(
    "Forbidden",
    {
        "/body": {method: sends(f"{method}Body", {"type": "object"}) for method in ("get", "head")},
        "/trace": {"trace": operation("traceIt")},
        "/cookie": {"get": operation("sendCookie", parameters=[parameter("c", "cookie")])},
    },
)

CALL_ALL = """
const [, index, origin, agent] = process.argv;
if (agent) Object.defineProperty(globalThis, "navigator", { value: { userAgent: agent } });
const { Forbidden, UnsupportedError } = await import(index);
const client = new Forbidden({ baseUrl: origin });
const told = [];
for (const [name, request] of [["getBody", { body: {} }], ["headBody", { body: {} }], ["traceIt", {}]])
  told.push(await client[name](request).then(() => "sent", (error) => error instanceof UnsupportedError));
told.push(await client.sendCookie({ c: "x" }).then(() => "sent", (error) => error instanceof UnsupportedError));
console.log(JSON.stringify(told));
"""


@pytest.mark.slow
def test_what_fetch_forbids_is_a_typed_error_before_any_io() -> None:
    """D7.2: a required body on GET or HEAD, TRACE, and cookies in browsers alone."""
    sdk = print_typescript(FORBIDDEN, "forbidden")
    with Recorder() as recorder:
        recorder.script(Reply(204))
        entry = sdk.folder / "dist" / "esm" / "index.js"
        command = [require_node(), "--input-type=module", "--eval", CALL_ALL, entry.as_uri(), recorder.origin]
        assert json.loads(run_program(command, sdk.folder)) == [True, True, True, "sent"]
        assert json.loads(run_program([*command, "Mozilla/5.0"], sdk.folder)) == [True, True, True, True]
        assert [request.target for request in recorder.requests] == ["/cookie"]


# --------------------------------------------------------------------------- what a backend sees


def test_a_backend_imports_nothing_by_a_way_that_hides_it() -> None:
    """test_house.py reads imports as they stand: none is relative, and none is made at run time."""
    for path in sorted((ROOT / "backends").rglob("*.py")):
        if "runtime" in path.parts or path == ROOT / "backends" / "__init__.py":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level], path
        called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not called & {"__import__", "import_module", "importlib.import_module", "exec", "eval"}, path

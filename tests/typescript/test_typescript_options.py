"""Options of the TypeScript target (D15): propertyCase, dates, int64; and the behaviour of the runtime."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from backends.typescript.commonjs import commonjs
from backends.typescript.package import runtime_files, small_files
from tests.support.documents import answers, document, list_of, object_of, operation, ref, sends
from tests.support.printed import Printed
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import drive, in_node, print_typescript
from tests.support.typescript_tools import BACKEND, PINS, build_runtime, check_format, check_types

INT64 = {"type": "integer", "format": "int64"}
DOCUMENT = document(
    "Options",
    {
        "/things": {"post": sends("create", ref("Thing"), responses=answers(ref("Thing")))},
        "/count": {"get": operation("count", {"204": {"description": "ok", "headers": {"X-Big": {"schema": INT64}}}})},
        "/slow": {"get": operation("slow")},
        "/trace": {"trace": operation("trace")},
    },
    {
        "Thing": object_of(
            made_at={"type": "string", "format": "date-time"},
            born_on={"type": "string", "format": "date"},
            big_number=INT64,
            raw_data={"type": "string", "contentEncoding": "base64"},
            inner_things=list_of(ref("Thing")),
            pay_with={"oneOf": [ref("CardPay"), ref("BankPay")]},
        ),
        "CardPay": object_of("card_number", card_number="string"),
        "BankPay": object_of("bank_code", bank_code="string"),
    },
)
BIG = 9007199254740993
WIRE = {
    "made_at": "2031-05-01T08:15:00.000Z",
    "born_on": "2031-05-01",
    "big_number": 9007199254740993,
    "raw_data": "aGk=",
    "inner_things": [{"made_at": "2031-05-02T00:00:00.000Z", "new_field": 1}],
    "pay_with": {"bank_code": "b"},
}


def echo(sdk: Printed, body: Any) -> tuple[Any, Any]:
    """What is sent for a body, and what comes back when the server answers WIRE."""
    path, _ = sdk.find("create", None)
    args = [body] if body else [{}, {"body": body}]
    with Recorder() as server:
        server.script(Reply(headers={"Content-Type": "application/json"}, body=json.dumps(WIRE).encode()))
        answer = drive(sdk, path=path, args=args, options={"baseUrl": server.origin})
        assert "error" not in answer, answer
        return json.loads(server.requests[0].body), answer["result"]


def test_camel_case() -> None:
    """propertyCase: camel. The wire keeps its names, in unions and lists too; unknown properties stay as they are."""
    sdk = print_typescript(DOCUMENT, "camel", propertyCase="camel")
    body = {"madeAt": "x", "innerThings": [{"bornOn": "y"}], "payWith": {"bankCode": "b"}, "other_field": 1}
    sent, result = echo(sdk, body)
    assert sent == {
        "made_at": "x",
        "inner_things": [{"born_on": "y"}],
        "pay_with": {"bank_code": "b"},
        "other_field": 1,
    }
    assert result["innerThings"] == [{"madeAt": "2031-05-02T00:00:00.000Z", "new_field": 1}]
    assert result["payWith"] == {"bankCode": "b"} and result["rawData"] == {"$bytes": "hi"}
    assert check_types(sdk.folder) == "" and check_format(sdk.folder) == ""


@pytest.mark.parametrize(
    ("policy", "value"), [("number", 9007199254740993), ("bigint", 9007199254740993), ("string", "9007199254740993")]
)
def test_int64(policy: str, value: Any) -> None:
    """D11.3: an integer beyond what a number holds is never silently wrong."""
    sdk = print_typescript(DOCUMENT, f"int64_{policy}", int64=policy)
    sent, result = echo(sdk, {"big_number": value})
    assert sent == {"big_number": 9007199254740993}
    assert result["big_number"] == value
    path, _ = sdk.find("count", None)
    for text, wanted in ((str(BIG), value), ("7", 7 if policy != "string" else "7"), ("many", "many")):
        with Recorder() as server:
            server.script(Reply(204, {"X-Big": text}))
            answer = drive(sdk, path=path, args=[], options={"baseUrl": server.origin}, mode="metadata")
        assert answer["result"] == {"X-Big": wanted}
    assert check_types(sdk.folder) == ""


def test_dates() -> None:
    """dates: Date. The driver shows a Date as an object without properties of its own."""
    sdk = print_typescript(DOCUMENT, "dates", dates="Date")
    _, result = echo(sdk, {})
    assert result["made_at"] == {} and result["born_on"] == {}
    program = (
        'import { Options } from "./dist/esm/index.js";\n'
        "process.env.TZ = 'America/New_York';\n"
        "const sent = [];\n"
        "const answer = JSON.stringify({ made_at: '2031-05-01T08:15:00' });\n"
        "const fetch = (url, init) => (sent.push(init.body), Response.json(JSON.parse(answer)));\n"
        "const client = new Options({ baseUrl: 'http://x', fetch });\n"
        "const day = new Date('2031-05-01T08:15:00Z');\n"
        "const made = await client.create({ made_at: day, born_on: day });\n"
        "console.log(sent[0], made.made_at.toISOString());\n"
    )
    sent, zoneless = in_node(sdk.folder, program).split()
    assert json.loads(sent) == {"made_at": "2031-05-01T08:15:00.000Z", "born_on": "2031-05-01"}
    assert zoneless == "2031-05-01T08:15:00.000Z", "a time without a zone is in UTC, as in every language"
    assert check_types(sdk.folder) == ""


def test_what_ends_a_call() -> None:
    """An AbortSignal, while it runs (D16.2), TRACE, which `fetch` does not send, and options that no client has."""
    program = (
        'import { Options, UnsupportedError, SDKError } from "./dist/esm/index.js";\n'
        "const fetch = (_, { signal }) =>\n"
        '  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));\n'
        'const client = new Options({ baseUrl: "http://x", fetch });\n'
        "const stop = new AbortController();\n"
        'setTimeout(() => stop.abort(new Error("mine")), 20);\n'
        "const ended = await client.slow({ signal: stop.signal }).catch((error) => error);\n"
        "console.log(ended instanceof SDKError, ended.name, ended.message, ended.cause === stop.signal.reason);\n"
        "console.log((await client.trace().catch((error) => error)) instanceof UnsupportedError);\n"
        "for (const make of [() => new Options({ timeot: 1 }), () => client.withOptions({ tokn: 1 })])\n"
        "  try { make(); } catch (error) { console.log(String(error)); }\n"
    )
    sdk = print_typescript(DOCUMENT, "limits")
    refused = "ConfigurationError: there is no such option of a client: "
    assert in_node(sdk.folder, program).splitlines() == [
        "true AbortError GET /slow: mine true",
        "true",
        f"{refused}timeot",
        f"{refused}tokn",
    ]


def test_validators() -> None:
    """spec 2.6: the generated validator rejects a missing body, and says it."""
    program = (
        'import { checkRequest, InvalidRequest } from "./dist/esm/validators.js";\n'
        'try { checkRequest("create", {}); }\n'
        "catch (error) { console.log(error instanceof InvalidRequest, error.message); }\n"
    )
    said = in_node(print_typescript(DOCUMENT, "checks").folder, program)
    assert said == "true body: the request body is required\n"


def test_the_runtime_is_sound() -> None:
    """The sources pass tsc with every check, prettier finds nothing, and what is built of them is up to date."""
    assert check_types(BACKEND / "runtime") == ""
    folder = Path(tempfile.mkdtemp())
    for item in (BACKEND / "runtime").glob("*.ts"):
        shutil.copy(item, folder)
    assert check_format(folder) == ""
    built = {str(path.relative_to(BACKEND / "built")): path.read_text() for path in (BACKEND / "built").rglob("*.*s")}
    assert build_runtime(Path(tempfile.mkdtemp())) == built, "run make runtime"


def test_the_runtime_is_the_same_for_require(tmp_path: Path) -> None:
    """CommonJS is made of the ES modules: it exports the same by the same names, none of which is assigned again."""
    for path, text in (*runtime_files(), *small_files()):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    program = (
        'import { createRequire } from "node:module";\n'
        "const require = createRequire(import.meta.url);\n"
        "const told = (all) => Object.keys(all).sort().map((name) => `${name}: ${all[name]}`).join();\n"
        'for (const name of ["runtime", "receiving"]) {\n'
        "  const esm = await import(`./dist/esm/${name}.js`);\n"
        "  const cjs = require(`./dist/cjs/${name}.js`);\n"
        "  console.log(told(esm) === told(cjs), Object.keys(cjs).length > 20);\n"
        "}\n"
    )
    assert in_node(tmp_path, program) == "true true\ntrue true\n"
    assert not [path for path in (BACKEND / "runtime").glob("*.ts") if "\nexport let " in path.read_text("utf-8")]


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ('import x from "./y.js";\nexport {\n  x\n};\n', "import"),
        ("export const x = 1;\nexport {\n  y\n};\n", "export"),
        ("const x = import.meta.url;\nexport {\n  x\n};\n", "import.meta"),
        ("const x = 1;\n", "there is not one list of exports"),
    ],
)
def test_nothing_else_is_made_commonjs(odd: str, told: str) -> None:
    with pytest.raises(ValueError, match=f"no CommonJS can be made of this: {told}"):
        commonjs(odd)


def test_the_toolchain_is_pinned() -> None:
    """The lock names versions and digests, and nowhere to load them from."""
    lock = (PINS / "package-lock.json").read_text()
    assert '"integrity"' in lock and "resolved" not in lock

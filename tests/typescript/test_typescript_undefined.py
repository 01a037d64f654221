"""Optional arguments may be undefined: they are not sent, and type-check with exactOptionalPropertyTypes."""

from __future__ import annotations

import json
from typing import Any

from tests.support.documents import content, document, list_of, object_of, operation, parameter
from tests.support.run import run_program
from tests.support.typescript_things import in_node, print_typescript
from tests.support.typescript_tools import check_types, require_tools


def _optional(name: str, media_type: str, schema: Any) -> dict[str, Any]:
    return operation(name, requestBody=content(schema, media_type))


_INNER = object_of(x="string", y="string")
_THING = object_of(name="string", tags=list_of({"type": "string"}), inner=_INNER)
_FILE = object_of(file={"type": "string", "format": "binary"}, note="string")
_PARAMETERS = [
    parameter("q"),
    parameter("filter", schema=_INNER, style="deepObject"),
    parameter("spread", schema=_INNER),
    parameter("kind", schema={"enum": ["a", "b"]}),
    parameter("X-Trace", "header"),
    parameter("X-Inner", "header", _INNER),
    parameter("session", "cookie"),
]
DOCUMENT = document(
    "Undefined",
    {
        "/find": {"get": operation("find", parameters=_PARAMETERS)},
        "/json": {"post": _optional("json", "application/json", _THING)},
        "/form": {"post": _optional("form", "application/x-www-form-urlencoded", _THING)},
        "/parts": {"post": _optional("parts", "multipart/form-data", _FILE)},
    },
)
PROGRAM = """\
import { Undefined } from "./src/index.js";

const maybe = [undefined as string | undefined][0];
const sent: unknown[] = [];
const client = new Undefined({
  baseUrl: "http://x",
  headers: { "X-More": maybe },
  async fetch(url, init) {
    const headers = [...new Headers(init.headers)].filter(([name]) => /^(x-|cookie)/.test(name));
    const body = init.body && (await new Response(init.body).text());
    sent.push([url, headers, body === "" ? 0 : body?.replace(/[-\\w]{20,}/g, "edge")]);
    return new Response(null, { status: 204 });
  },
});
const inner = { x: maybe, y: "1" };
await client.find({
  q: maybe, filter: inner, spread: inner, kind: [undefined as "a" | undefined][0],
  xTrace: maybe, xInner: inner, session: maybe,
}, { headers: { "X-One": maybe }, idempotencyKey: maybe, signal: undefined });
await client.find({ filter: undefined, spread: undefined, xInner: undefined });
await client.json({ name: maybe, tags: undefined, inner });
await client.json({ name: undefined }, { body: undefined });
await client.form({ name: maybe, tags: undefined, inner });
await client.parts({}, { body: { file: undefined, note: maybe } });
console.log(JSON.stringify(sent));
"""


def test_undefined_is_left_out() -> None:
    """Of queries, headers, cookies and bodies; tsc has nothing to say with every check there is for it."""
    sdk = print_typescript(DOCUMENT, "undefined_values")
    (sdk.folder / "program.ts").write_text(PROGRAM)
    settings = json.loads((sdk.folder / "tsconfig.json").read_text())
    settings["include"] = ["*.ts", "src"]
    (sdk.folder / "tsconfig.json").write_text(json.dumps(settings))
    assert check_types(sdk.folder, "--exactOptionalPropertyTypes") == ""
    flags = ["--bundle", "--format=esm", "--outfile=program.mjs", "--log-level=error"]
    run_program([require_tools() / "esbuild", "program.ts", *flags], sdk.folder)
    assert json.loads(in_node(sdk.folder, sdk.folder / "program.mjs")) == [
        ["http://x/find?filter%5By%5D=1&y=1", [["x-inner", "y,1"]], None],
        ["http://x/find", [], None],
        ["http://x/json", [], '{"inner":{"y":"1"}}'],
        ["http://x/json", [], None],
        ["http://x/form", [], "inner=%7B%22y%22%3A%221%22%7D"],
        ["http://x/parts", [], "edge\r\n"],
    ]

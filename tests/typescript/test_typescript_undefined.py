"""Optional arguments may be undefined: they are not sent, and type-check with exactOptionalPropertyTypes."""

from __future__ import annotations

import json
from typing import Any

from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_node, require_tools, run

_TEXT = {"type": "string"}
_INNER = {"type": "object", "properties": {"x": _TEXT, "y": _TEXT}}
_THING = {"type": "object", "properties": {"name": _TEXT, "tags": {"type": "array", "items": _TEXT}, "inner": _INNER}}
_FILE = {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}, "note": _TEXT}}


def _parameter(name: str, place: str, schema: dict[str, Any] = _TEXT, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": schema, **more}


def _post(name: str, media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    body = {"content": {media_type: {"schema": schema}}}
    return {"post": {"operationId": name, "requestBody": body, "responses": {"204": {"description": "ok"}}}}


_PARAMETERS = [
    _parameter("q", "query"),
    _parameter("filter", "query", _INNER, style="deepObject"),
    _parameter("spread", "query", _INNER),
    _parameter("kind", "query", {"enum": ["a", "b"]}),
    _parameter("X-Trace", "header"),
    _parameter("X-Inner", "header", _INNER),
    _parameter("session", "cookie"),
]
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Undefined", "version": "1.0.0"},
    "paths": {
        "/find": {
            "get": {"operationId": "find", "parameters": _PARAMETERS, "responses": {"204": {"description": "ok"}}}
        },
        "/json": _post("json", "application/json", _THING),
        "/form": _post("form", "application/x-www-form-urlencoded", _THING),
        "/parts": _post("parts", "multipart/form-data", _FILE),
    },
}
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
    require_tools()
    sdk = print_typescript(DOCUMENT, "undefined_values")
    (sdk.folder / "program.ts").write_text(PROGRAM)
    settings = json.loads((sdk.folder / "tsconfig.json").read_text())
    settings["include"] = ["*.ts", "src"]
    (sdk.folder / "tsconfig.json").write_text(json.dumps(settings))
    assert check_types(sdk.folder, "--exactOptionalPropertyTypes") == ""
    esbuild = require_tools() / "esbuild"
    made = run(
        [esbuild, "program.ts", "--bundle", "--format=esm", "--outfile=program.mjs", "--log-level=error"], sdk.folder
    )
    assert not made.returncode, made.stderr
    done = run([require_node(), "program.mjs"], sdk.folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        ["http://x/find?filter%5By%5D=1&y=1", [["x-inner", "y,1"]], None],
        ["http://x/find", [], None],
        ["http://x/json", [], '{"inner":{"y":"1"}}'],
        ["http://x/json", [], None],
        ["http://x/form", [], "inner=%7B%22y%22%3A%221%22%7D"],
        ["http://x/parts", [], "edge\r\n"],
    ]

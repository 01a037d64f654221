"""Files in TypeScript: accepted values, file names, refused values, and that no file is held in memory."""

from __future__ import annotations

import functools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.typescript_things import print_typescript
from tests.support.typescript_tools import check_types, require_node, require_tools, run

PROGRAM = Path(__file__).parent / "typescript_files.mjs"
_FILE = {"type": "string", "format": "binary"}
_FORM = {
    "type": "object",
    "properties": {"file": _FILE, "more": {"type": "array", "items": _FILE}, "n": {"type": "integer"}, "any": {}},
}
_ANSWER = {
    "200": {
        "description": "ok",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "length": {"type": "integer"},
                        "text": {"type": "string"},
                        "type": {"type": "string"},
                        "size": {"type": "string"},
                    },
                }
            }
        },
    }
}


def _operation(name: str, media_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    body = {"required": True, "content": {media_type: {"schema": schema}}}
    return {"operationId": name, "requestBody": body, "responses": _ANSWER}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Files", "version": "1"},
    "paths": {
        "/part": {"put": _operation("part", "multipart/form-data", _FORM)},
        "/bytes": {"put": _operation("bytes", "application/octet-stream", _FILE)},
        "/form": {"put": _operation("form", "application/x-www-form-urlencoded", _FORM)},
    },
}


@functools.cache
def sdk() -> Path:
    return print_typescript(DOCUMENT, "files").folder


def told(*names: str) -> dict[str, Any]:
    """What the program says of each case."""
    done = run([require_node(), PROGRAM, sdk(), ",".join(names)], sdk())
    assert not done.returncode, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())


_FILE_WORDS = 'must be a file (text, bytes, a Blob, a stream, a Response, fromPath("...") or { data, name })'
_OCTETS = "application/octet-stream"
_CHANGED = "than the {} bytes that it had when it was opened: it was not sent"
_BROKEN = [
    "cannot be read: HOME is a directory",
    "cannot be read: ENOENT: no such file or directory, stat 'HOME/missing.txt'",
    "cannot be read: EISDIR: illegal operation on a directory, read",
    f"has more {_CHANGED.format(2)}",
    f"has fewer {_CHANGED.format(4)}",
    "must be bytes or text, not a number",
    "cannot be read: disk on fire",
    f"has more {_CHANGED.format(300000)}",
    f"has fewer {_CHANGED.format(300000)}",
]

QUICK = {
    # name, media type, content; whether its length was told
    "parts": [
        ["file", "text/css", "abc", True],
        ["a.txt", "text/plain", "abc", True],
        *[["file", _OCTETS, "abc", True]] * 4,
        ["file", _OCTETS, "abc", False],
        ["dot.png", _OCTETS, "abc", False],
        *[["file", _OCTETS, "abc", False]] * 2,
        ["p.bin", "x/y", "abc", True],
        ["file", "image/png", "abc", True],
        ["file", "text/plain", "abc", False],
        ["dot.png", _OCTETS, "abc", True],
        ["other.png", "image/png", "abc", True],
        ["dot.png", "image/gif", "abc", True],
    ],
    "bodies": [
        *[["abc", size, _OCTETS] for size in (None, None, "3", None, "3", "3", None)],
        "abc",
        True,
    ],
    "lists": [f'filename="{name}"' for name in ("dot.png", "more", "more")],
    "nonsense": [
        *[
            f"InvalidArgumentError: file {_FILE_WORDS}, not {what}"
            for what in ("a number", "a boolean", *["an object"] * 2, "an array", "Date", "Map", "a Promise: await it")
        ],
        f"InvalidArgumentError: file {_FILE_WORDS}, not an object",
        "InvalidArgumentError: file is a closed stream",
        "InvalidArgumentError: file is a locked stream",
        "InvalidArgumentError: file is a Response that was already read",
        "InvalidArgumentError: file is a Response of status 404, not a file",
        f"InvalidArgumentError: body {_FILE_WORDS}, not a number",
        f"InvalidArgumentError: body {_FILE_WORDS}, not a function",
        "InvalidArgumentError: file must be text or bytes in a form, not an object",
        True,  # no request came
    ],
    "anything": "3",
    "broken": [
        [
            f"InvalidArgumentError: {'a piece of ' * (told[:2] == 'mu')}{part} {told}"
            for told in _BROKEN
            for part in ("file", "body")
        ],
        True,  # no request came to its end
    ],
    "retried": [True, "abc", "abc", "RateLimitError: 429 PUT /bytes: Too Many Requests (retry after 0 s)", "abc"],
    "redirected": [
        "abc",
        True,
        "UnsupportedError: the server redirects the request, and a stream cannot be sent twice:"
        " give bytes, a Blob or fromPath(), or call the URL that it redirects to",
    ],
}


@functools.cache
def quick() -> dict[str, Any]:
    return told(*QUICK)


@pytest.mark.parametrize("name", QUICK)
def test_files(name: str) -> None:
    assert quick()[name] == QUICK[name]


@pytest.mark.slow
def test_files_are_not_held_in_memory() -> None:
    """Ten uploads of 200 MB of each kind, in multipart and as a body: megabytes more than before."""
    sent, megabytes = told("memory")["memory"]
    assert sent
    assert megabytes < 150, megabytes


_CONSUMER = """\
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Files, fromPath, type FileInput } from "./dist/esm/index.js";

declare const client: Files;
const inputs: FileInput[] = [
  fromPath("x.png"),
  fromPath(new URL("file:///x.png"), { name: "y" }),
  createReadStream("x.png"),
  Readable.from(["a"]),
  new Response("x"),
  new Blob(["x"]),
  new Uint8Array(1),
  "text",
  { data: createReadStream("x.png"), name: "x", size: 3 },
];
await client.part({ file: inputs[0], more: inputs });
await client.bytes({ body: new Blob(["x"]).stream() });
// @ts-expect-error a number is no file
await client.part({ file: 3 });
// @ts-expect-error an object is no file
await client.part({ file: { path: "x" } });
"""


def test_types(tmp_path: Path) -> None:
    """What node and browsers call files has the type of one."""
    folder = Path(shutil.copytree(sdk(), tmp_path / "sdk"))
    (folder / "use.ts").write_text(_CONSUMER)
    config = json.loads((folder / "tsconfig.json").read_text())
    config["compilerOptions"] |= {"types": ["node"], "typeRoots": [str(require_tools().parent / "@types")]}
    config["include"] = ["use.ts"]
    (folder / "tsconfig.json").write_text(json.dumps(config))
    assert check_types(folder) == ""


def test_browsers_have_no_file_system(tmp_path: Path) -> None:
    """A bundle for browsers does not look for node's modules, and has nothing of files where none are sent."""
    entry = tmp_path / "entry.ts"
    for code in ('import { fromPath } from "files"; console.log(fromPath("x"));', 'export { SDKError } from "files";'):
        entry.write_text(code)
        flags = ["--bundle", "--platform=browser", "--format=esm", f"--alias:files={sdk()}/dist/esm/index.js"]
        done = run([require_tools() / "esbuild", entry, *flags, "--minify", "--log-level=warning"], tmp_path)
        assert not done.returncode and not done.stderr, done.stderr
        assert '"node:fs"' not in done.stdout
        assert ("createReadStream" in done.stdout) is ("fromPath" in code)

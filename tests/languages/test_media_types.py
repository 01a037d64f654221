"""Bodies that do not match their media type, in the languages whose compilers do not see it (D7.3, D8.3), and headers
that callers give with parts (D8.4)."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import content, document, list_of, object_of, operation, sends
from tests.support.go_things import go, print_go
from tests.support.printed import print_sdk
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import drive, in_node, print_typescript
from tests.support.typescript_tools import check_types, require_tools

LINE = object_of(n="integer")
PARTS = object_of(
    meta=object_of(at={"type": "string", "format": "date"}),
    tags=list_of({"type": "string"}),
    file={"type": "string", "format": "binary"},
)
HEADERS = {"X-Owner": {"required": True, "schema": {"type": "string"}}, "X-Kind": {"schema": {"const": "a"}}}
NEEDED = {name: {"headers": HEADERS} for name in ("meta", "tags", "file")}
SENT = (
    'X-Owner: me\r\nX-Kind: a\r\n\r\n{"at":"2031-05-01"}',
    "X-Owner: b\r\nX-Kind: a\r\n\r\nx\r\n",
    "X-Owner: c\r\nX-More: 1\r\nX-Kind: a\r\n\r\ny\r\n",
    "Content-Type: image/png\r\nX-Owner: d\r\nX-Kind: a\r\n\r\nF\r\n",
)
"""What the parts hold, however a language gives the headers."""
PARTED = {"required": True, **content(PARTS, "multipart/mixed", encoding=NEEDED)}
DOCUMENT = document(
    "Labels",
    {
        "/xml": {"put": sends("xml", LINE, "application/xml")},
        "/text": {"put": sends("text", {"type": "string"}, "text/plain")},
        "/lines": {"put": sends("lines", LINE, "application/jsonl")},
        "/parts": {"post": operation("parts", requestBody=PARTED)},
        "/any": {"put": sends("any", list_of({}), "application/x-ndjson")},
    },
)
WRONG: list[tuple[str, Any, str]] = [
    ("xml", {"n": 1}, "must be text: it is application/xml"),
    ("text", ["a"], "must be text: it is text/plain"),
    ("lines", {"n": 1}, "must be a list"),
    ("lines", "ab", "must be a list"),
    ("any", {"n": 1}, "must be a list"),
]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("labels")
    return print_sdk(DOCUMENT, "python", folder, {"packageName": "sdk_labels"}).module


@pytest.mark.parametrize(("call", "body", "said"), WRONG)
def test_python_sends_no_body_that_is_not_what_it_is_called(python: Any, call: str, body: Any, said: str) -> None:
    """D7.3: no JSON is sent as XML or as text, and no keys as lines."""
    client = python.Labels(base_url="http://127.0.0.1:1")
    with pytest.raises(python.InvalidArgumentError, match=said):
        getattr(client, call)(body=body)


def test_python_takes_text_that_is_encoded_already(python: Any) -> None:
    with Recorder() as server, python.Labels(base_url=server.origin) as client:
        server.script(Reply(204), Reply(204))
        client.xml(body=b"<n>1</n>")
        client.lines(body=({"n": n} for n in (1, 2)))
        assert [item.body for item in server.requests] == [b"<n>1</n>", b'{"n":1}\n{"n":2}\n']


@pytest.mark.parametrize(("call", "body", "said"), WRONG)
def test_typescript_sends_no_body_that_is_not_what_it_is_called(call: str, body: Any, said: str) -> None:
    require_tools()
    sdk = print_typescript(DOCUMENT, "labels")
    path, _ = sdk.find(call, None)
    answer = drive(sdk, path=path, args=[{"body": body}], options={"baseUrl": "http://127.0.0.1:1"})
    assert said in str(answer["error"]), answer


def test_python_gives_parts_headers(python: Any) -> None:
    """D8.4: a value with headers stands for the value, of parts of every kind; the document's own count first."""
    headed = python.with_part_headers
    given = {
        "meta": headed({"at": datetime.date(2031, 5, 1)}, {"X-Owner": "me", "x-kind": "b"}),
        "tags": [headed("x", {"X-Owner": "b"}), headed("y", {"X-Owner": "c", "X-More": 1})],
        "file": headed(b"F", {"X-Owner": "d", "Content-Type": "image/png"}),
    }
    with Recorder() as server, python.Labels(base_url=server.origin) as client:
        server.script(Reply(204), Reply(204))
        client.parts(**given)
        client.parts(options={"body": python.models.PartsRequest(**given)})
        for item in server.requests:
            assert [text for text in SENT if text not in item.body.decode()] == []
    with pytest.raises(python.InvalidArgumentError, match="the part 'tags' needs the header X-Owner"):
        client.parts(tags=[headed("x", {"X-Owner": "b"}), "y"])


TYPESCRIPT = """
import { Labels, withPartHeaders } from "./dist/esm/index.js";
const bodies = [];
const fetch = async (_, { body }) => {
  bodies.push(await body.text());
  return new Response(null, { status: 204 });
};
const client = new Labels({ baseUrl: "http://localhost:1", fetch });
const file = new Blob(["F"]);
await client.parts({
  meta: withPartHeaders({ at: new Date("2031-05-01") }, { "X-Owner": "me", "x-kind": "b" }),
  tags: [withPartHeaders("x", { "X-Owner": "b" }), withPartHeaders("y", { "X-Owner": "c", "X-More": "1" })],
  file: withPartHeaders(file, { "X-Owner": "d", "Content-Type": "image/png" }),
});
const wrong = await client.parts({ tags: ["y"] }).catch(String);
console.log(JSON.stringify([bodies, wrong]));
"""


def test_typescript_gives_parts_headers() -> None:
    require_tools()
    sdk = print_typescript(DOCUMENT, "labels_headed", dates="Date")
    (body,), wrong = json.loads(in_node(sdk.folder, TYPESCRIPT))
    assert [text for text in SENT if text not in body] == []
    assert wrong.endswith("tags needs the header X-Owner")
    assert check_types(sdk.folder) == ""


GO = """
package labels

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestHeaders(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		t.Log(string(body))
		w.WriteHeader(204)
	}))
	client := New(WithBaseURL(server.URL))
	given := PartsParams{Tags: []string{"x"}, File: FileOf([]byte("F"))}
	own := []Option{WithPartHeader("tags", "X-Owner", "b"), WithPartHeader("tags", "x-kind", "b")}
	if err := client.Parts(context.Background(), given, own...); err == nil {
		t.Error("the file has no header")
	}
	given.File.Header = map[string]string{"X-Owner": "d", "Content-Type": "image/png"}
	if err := client.Parts(context.Background(), given, own...); err != nil {
		t.Error(err)
	}
}
"""


def test_go_gives_parts_headers(tmp_path: Path) -> None:
    """D8.4: an option of the call, since a field of a struct is a value alone; files have their own."""
    sdk = print_go(DOCUMENT, "labels", tmp_path)
    (sdk.folder / "headers_test.go").write_text(GO)
    said = go("test", "-v", "-run", "TestHeaders", ".", folder=sdk.folder)
    for text in (SENT[1].replace("X-Owner: b\r\nX-Kind: a", "X-Kind: a\r\nX-Owner: b"), "X-Owner: d\r\n\r\nF"):
        assert text.replace("\r\n", "\n") in said.replace("\r", "").replace("        ", ""), said

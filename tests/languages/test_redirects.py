"""D16.6: a call may ask for redirects as results, with their typed headers; a 304 is an error of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from tests.support.go_things import go, print_go
from tests.support.places import ROOT
from tests.support.printed import print_python
from tests.support.recorder import Recorder, Reply
from tests.support.typescript_things import drive, print_typescript

DOCUMENT: dict[str, Any] = yaml.safe_load((ROOT / "tests/wire/redirects_declared.yaml").read_bytes())["document"]
AWAY = Reply(302, {"Location": "/x", "X-Left": "3"})
GO = """package redirects

import (
	"context"
	"errors"
	"net/http"
	"os"
	"testing"
)

func TestRedirects(t *testing.T) {
	client := New(WithBaseURL(os.Getenv("ORIGIN")))
	var response *http.Response
	_, err := client.Beside(context.Background(), WithManualRedirects(), IntoResponse(&response))
	if err != nil || response.StatusCode != 302 {
		t.Fatal(err)
	}
	if left, err := HeaderAs[int](response.Header, "X-Left"); err != nil || left != 3 {
		t.Error(left, err)
	}
	_, err = client.Same(context.Background(), SameParams{})
	var same *NotModifiedError
	if !errors.As(err, &same) {
		t.Error(err)
	}
}
"""


def test_python(tmp_path: Path) -> None:
    package = print_python(DOCUMENT, "redirects", tmp_path).module
    with Recorder() as server, package.Redirects(base_url=server.origin) as client:
        server.script(AWAY, Reply(304))
        raw = client.with_raw_response.beside(options={"redirects": "manual"})
        assert (raw.status, raw.parsed) == (302, None)
        assert raw.metadata == {"Location": "/x", "X-Left": 3}
        try:
            client.same()
        except package.NotModified as error:
            assert error.status == 304
        assert [item.target for item in server.requests] == ["/beside", "/same"]


def test_typescript() -> None:
    sdk = print_typescript(DOCUMENT, "redirects")
    with Recorder() as server:
        server.script(AWAY, Reply(304))
        options = {"baseUrl": server.origin}
        away = drive(sdk, mode="metadata", path=["beside"], args=[{"redirects": "manual"}], options=options)
        same = drive(sdk, path=["same"], args=[], options=options)
        assert [item.target for item in server.requests] == ["/beside", "/same"]
    assert away["result"] == {"Location": "/x", "X-Left": 3}
    assert "NotModified" in same["error"]["kinds"]


def test_go(tmp_path: Path, monkeypatch: Any) -> None:
    sdk = print_go(DOCUMENT, "redirects", tmp_path)
    (sdk.folder / "redirects_test.go").write_text(GO)
    with Recorder() as server:
        server.script(AWAY, Reply(304))
        monkeypatch.setenv("ORIGIN", server.origin)
        go("test", "-count=1", "-run", "TestRedirects", ".", folder=sdk.folder)

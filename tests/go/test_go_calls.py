"""Example calls and validators of printed Go SDKs: the calls compile, and the validators report violations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from backends.go.calls import call_lines
from backends.go.source import File
from backends.writer.gofmt import function
from compiler.ir.plan import Plan
from tests.go.test_go_layout import DOCUMENT as HARBOUR
from tests.support.go_things import go, print_go, unformatted
from tests.support.places import ROOT

TRAINS = ROOT / "examples/trains/openapi.yaml"


def calls_file(plan: Plan, methods: Any, module: str) -> str:
    """A file that makes every example call of the reference pages."""
    package = module.rpartition("/")[2]
    file = File(f"{package}_test", None)
    file.use("context")
    file.use_module(module)
    for number, (_, method, _) in enumerate(methods):
        call, variable = call_lines(plan, plan.shown.call(method), file, package)
        head = f"func call{number}(ctx context.Context, client *{package}.{plan.surface.client})"
        file.declare(function(head, call, "_ = err", *([f"_ = {variable}"] if variable else [])))
    return file.text()


@pytest.mark.slow
@pytest.mark.parametrize("document", [TRAINS.read_text(), HARBOUR], ids=["trains", "harbour"])
def test_every_example_call_of_the_reference_compiles(document: str, tmp_path: Path) -> None:
    """What the reference pages show for each method is Go as it stands."""
    sdk = print_go(yaml.safe_load(document), "calls", tmp_path)
    (sdk.folder / "calls_test.go").write_text(calls_file(sdk.plan, sdk.methods(), "example.com/calls"))
    go("vet", "./...", folder=sdk.folder)


INTEGERS = {"type": "array", "items": {"type": "integer"}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Checks", "version": "1"},
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["name", "size"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"},
                    "size": {"type": "integer", "minimum": 1, "multipleOf": 2},
                    "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 1, "uniqueItems": True},
                    "day": {"type": "string", "format": "date"},
                },
            }
        }
    },
    "paths": {
        "/things/{n}": {
            "post": {
                "operationId": "make",
                "parameters": [
                    {"name": "n", "in": "path", "required": True, "schema": {"type": "integer", "maximum": 9}},
                    {"name": "q", "in": "query", "required": True, "schema": INTEGERS},
                ],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}},
                },
                "responses": {"204": {"description": "ok"}},
            }
        }
    },
}  # fmt: skip

CHECKS = """package checks

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

func TestRequests(t *testing.T) {
	request := func(n, q, body string) ReceivedRequest {
		query := url.Values{}
		if q != "" {
			query.Set("q", q)
		}
		header := http.Header{"Content-Type": {"application/json"}}
		return ReceivedRequest{Path: map[string]string{"n": n}, Query: query, Header: header, Body: []byte(body)}
	}
	for _, one := range []struct {
		n, q, body, wanted string
	}{
		{"3", "1", `{"name": "ab", "size": 2}`, "[]"},
		{"3", "1", ``, "[body: the request body is required]"},
		{"10", "1", `{"name": "ab", "size": 2}`, "[path/n: must be at most 9]"},
		{"x", "1", `{"name": "ab", "size": 2}`, "[path/n: must be integer, not string]"},
		{"3", "", `{"name": "ab", "size": 2}`, "[query/q: is required]"},
		{"3", "a", `{"name": "ab", "size": 2}`, "[query/q/0: must be integer, not string]"},
		{"3", "1", `{"name": "ab"}`, "[body/size: is required]"},
		{"3", "1", `{"name": "a", "size": 2}`, "[body/name: must have at least 2 characters]"},
		{"3", "1", `{"name": "AB", "size": 2}`, "[body/name: does not match ^[a-z]+$]"},
		{"3", "1", `{"name": "ab", "size": 3}`, "[body/size: must be a multiple of 2]"},
		{"3", "1", `{"name": "ab", "size": 2, "new": 1}`, "[body/new: is not a known property]"},
		{"3", "1", `{"name": "ab", "size": 2, "day": "soon"}`, "[body/day: is not a valid date]"},
		{"3", "1", `{"name": "ab", "size": 2, "tags": ["a", "a"]}`,
			"[body/tags: must have at most 1 items body/tags: must not have equal items]"},
		{"3", "1", `{`, "[body: the body is not JSON]"},
	} {
		found, err := ValidateRequest("make", request(one.n, one.q, one.body))
		if err != nil || fmt.Sprint(found) != one.wanted {
			t.Errorf("%v: %v (%v)", one, found, err)
		}
	}
	if _, err := ValidateRequest("nothing", ReceivedRequest{}); err == nil {
		t.Error("an operation that nobody declared")
	}
}

func TestModels(t *testing.T) {
	if found := Validate(&Thing{Name: "ab", Size: 2}); len(found) != 0 {
		t.Error(found)
	}
	if found := Validate(&Thing{Name: "ab", Size: 1}); len(found) != 1 || found[0].Rule != "multipleOf" {
		t.Error(found)
	}
}
"""


@pytest.mark.slow
def test_the_validators_say_all_that_is_wrong(tmp_path: Path) -> None:
    """D7.1, D11.1: schema constraints and the required body belong to the validators."""
    sdk = print_go(DOCUMENT, "checks", tmp_path)
    assert unformatted(sdk.folder) == ""
    (sdk.folder / "checks_test.go").write_text(CHECKS)
    go("test", "./...", folder=sdk.folder)

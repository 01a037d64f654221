"""Enums of numbers with fractions, which no literal type can express, and of values of several types (D11.1, D11.4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.go_things import go, print_go, unformatted
from tests.support.printed import print_python

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Numbers", "version": "1.0.0"},
    "components": {
        "schemas": {
            "Step": {"type": "number", "enum": [0.5, 1, -2.5]},
            "Mixed": {"enum": [1, 2, "auto", True]},
            "Closed": {"enum": [1, "auto", 0.5], "x-codegen-unknown-values": "disallow"},
            "Used": {"type": "object", "properties": {"step": {"$ref": "#/components/schemas/Step"}}},
        }
    },
    "paths": {},
}
GO = """\
package numbers

import (
	"encoding/json"
	"testing"
)

func TestSteps(t *testing.T) {
	var used Used
	if err := json.Unmarshal([]byte(`{"step":0.5}`), &used); err != nil || used.Step != Some(StepValue0Point5) {
		t.Errorf("%v, %v", used.Step, err)
	}
	used.Step = Some(StepValueMinus2Point5)
	if text, err := json.Marshal(used); err != nil || string(text) != `{"step":-2.5}` {
		t.Errorf("%s, %v", text, err)
	}
}
"""


def test_python(tmp_path: Path) -> None:
    """They are no `Any`, of which a type checker knows nothing."""
    folder = print_python(DOCUMENT, "numbers_python", tmp_path).folder
    lines = "\n".join(path.read_text() for path in folder.rglob("_models/*.py")).splitlines()
    assert "Step: TypeAlias = float" in lines
    assert 'Mixed: TypeAlias = Literal[1, 2, "auto", True] | UnknownValue | UnknownNumber' in lines
    assert 'Closed: TypeAlias = Literal["auto"] | float' in lines


def test_go(tmp_path: Path) -> None:
    """Numbers have constants, named after all their digits."""
    sdk = print_go(DOCUMENT, "numbers", tmp_path)
    (sdk.folder / "numbers_test.go").write_text(GO)
    assert unformatted(sdk.folder) == ""
    go("test", ".", folder=sdk.folder)

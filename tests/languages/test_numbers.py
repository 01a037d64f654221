"""Numbers that languages have no literal or no type for: enums of fractions (D11.1, D11.4), integers beyond 64 bits,
which keep all their digits, and what is no number of JSON."""

from __future__ import annotations

import importlib
from decimal import Decimal
from pathlib import Path

import pytest

from tests.support.documents import text_of
from tests.support.go_things import go, unformatted
from tests.support.run import build_sdks, codegen
from tests.support.typescript_tools import check_types

WIDE = 180_000_000_000_000_000_001
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


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = "python: {packageName: wide_numbers}\ntypescript: {}\ngo: {modulePath: example.com/numbers}\n"
    return build_sdks(tmp_path_factory.mktemp("numbers"), text_of("languages/numbers.yaml"), config)


def test_python_keeps_all_digits(sdk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(sdk / "python")
    models = importlib.import_module("wide_numbers").models
    made = models.A.from_json(f'{{"r": {WIDE}, "least": -{WIDE}, "fits": {2**63 - 1}, "e": {WIDE}}}')
    assert (made.r, made.e, made.fits) == (Decimal(WIDE), Decimal(WIDE), 2**63 - 1)
    assert f'"least":-{WIDE}' in made.to_json().replace(" ", "")


def test_python_types_them(sdk: Path) -> None:
    """They are no `Any`, of which a type checker knows nothing."""
    lines = "\n".join(path.read_text() for path in sdk.rglob("_models/*.py")).splitlines()
    assert "Step: TypeAlias = float" in lines
    assert 'Mixed: TypeAlias = Literal[1, 2, "auto", True] | UnknownValue | UnknownNumber' in lines
    assert 'Closed: TypeAlias = Literal["auto"] | float' in lines


def test_typescript_compiles_them(sdk: Path) -> None:
    assert check_types(sdk / "typescript", "--noEmit") == ""


def test_go_compiles_them(sdk: Path) -> None:
    """Enums of numbers have constants, named after all their digits; what no integer type holds has its text."""
    (sdk / "go/numbers_test.go").write_text(GO)
    assert unformatted(sdk / "go") == ""
    go("vet", "./...", folder=sdk / "go")
    go("test", "-vet=off", ".", folder=sdk / "go")
    fields = " ".join("".join(path.read_text() for path in (sdk / "go").glob("*_models.go")).split())
    assert "R json.Number" in fields and "Fits Opt[int64]" in fields


def test_examples_have_all_digits(sdk: Path) -> None:
    """In READMEs: a number with all its digits is a text in Python, a literal elsewhere."""
    python, typescript = (" ".join((sdk / name / "README.md").read_text().split()) for name in ("python", "typescript"))
    assert f'q="{WIDE}", d="9.99", e="5"' in python
    assert f"q: {WIDE}, d: 9.99, e: 5" in typescript


def test_what_is_no_number_of_json_is_told(sdk: Path) -> None:
    """Infinity, and what is beyond all floats, is a text: told where a number is meant, and never printed as one."""
    said = codegen("build", "openapi.yaml", "--dry-run", "-v", cwd=sdk.parent).stderr
    assert '`const` is "1.0e+400", which is not of type number' in said
    assert 'values that are not of type number: ".inf"' in said
    assert '`default` is ".nan"' in said
    assert "`maximum` must be a number of JSON, not `.inf`; it limits nothing" in said

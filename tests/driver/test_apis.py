"""`apis` of gen.yaml: what an API has from the shared sections, and what it says itself (D15)."""

from __future__ import annotations

import json

import pytest

from compiler.config import Config
from tests.support.configs import found, parse

SHARED = """\
configVersion: 2.0.0
generation:
  licence: MIT
  output: out
  words: [OpenAI, GitHub]
  diagnostics: {CG0203: "off", CG0521: error}
python: {author: Ann, models: pydantic}
typescript: {dates: Date}
go: false
apis:
"""


def api(text: str, name: str = "pay") -> Config:
    config, diagnostics = parse(SHARED + text)
    assert [item.message for item in diagnostics.items] == []
    return config.apis[name]


def test_an_api_has_all_that_is_shared() -> None:
    one = api("  pay: {source: pay.yaml}")
    assert one.generation.texts("source") == ("pay.yaml",)
    assert one.generation.text("licence") == "MIT"
    assert one.section("python").text("author") == "Ann"
    assert one.enabled == ("python", "typescript", "reference")
    assert one.diagnostics == {"CG0203": "off", "CG0521": "error"}
    assert (one.file, one.api) == ("gen.yaml", "pay")


def test_the_output_is_a_folder_of_its_name() -> None:
    assert api("  pay: {source: pay.yaml}").generation.text("output") == "out/pay"
    assert api("  pay: {source: pay.yaml, output: else/where}").generation.text("output") == "else/where"


@pytest.mark.parametrize(
    ("said", "section", "key", "expected"),
    [
        ("generation: {licence: ISC}", "generation", "licence", "ISC"),
        ("generation: {envPrefix: PAY}", "generation", "licence", "MIT"),
        ("generation: {licence: null}", "generation", "licence", None),
        ("generation: {words: [PayPal]}", "generation", "words", ["PayPal"]),
        (
            'generation: {diagnostics: {CG0203: error, CG0112: "off"}}',
            "generation",
            "diagnostics",
            {"CG0203": "error", "CG0521": "error", "CG0112": "off"},
        ),
        ("generation: {diagnostics: {CG0203: null}}", "generation", "diagnostics", {"CG0521": "error"}),
        ("generation: {diagnostics: null}", "generation", "diagnostics", None),
        ("python: {packageName: pay}", "python", "author", "Ann"),
        ("python: {models: plain}", "python", "models", "plain"),
        ("python: {models: null}", "python", "models", "plain"),
        ("python:", "python", "models", "pydantic"),
        ("python: {}", "python", "models", "pydantic"),
    ],
)
def test_what_an_api_says_counts_before_what_is_shared(said: str, section: str, key: str, expected: object) -> None:
    """Maps merge key by key, other values replace, null takes away; `{}` and an empty section say nothing."""
    one = api(f"  pay:\n    source: pay.yaml\n    {said}")
    assert (one.generation if section == "generation" else one.section(section)).value(key) == expected


@pytest.mark.parametrize(
    ("said", "enabled"),
    [
        ("python: false", ("typescript", "reference")),
        ("go: {}", ("python", "typescript", "go", "reference")),
        ("go:", ("python", "typescript", "go", "reference")),
        ("reference: false", ("python", "typescript")),
    ],
)
def test_a_target_is_switched_on_and_off_for_one_api(said: str, enabled: tuple[str, ...]) -> None:
    text = f"  pay:\n    source: pay.yaml\n    {said}\n  use: {{source: use.yaml}}"
    assert api(text).enabled == enabled
    assert api(text, "use").enabled == ("python", "typescript", "reference")


def test_places_are_those_where_a_value_stands() -> None:
    one = api("  pay: {source: pay.yaml, python: {packageName: pay}}")
    assert one.section("python").loc_of("packageName") == ("gen.yaml", "/apis/pay/python/packageName")
    assert one.section("python").loc_of("author") == ("gen.yaml", "/python/author")
    assert one.generation.loc_of("source") == ("gen.yaml", "/apis/pay/source")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  pay: {source: a.yaml, licence: MIT}", ("CG0203", "warning", 11, 25)),
        ("  pay: {source: a.yaml, generation: {source: b.yaml}}", ("CG0203", "warning", 11, 38)),
        ("  pay: {source: a.yaml, generation: {output: b}}", ("CG0203", "warning", 11, 38)),
        ("  pay: {source: a.yaml, pyton: {}}", ("CG0203", "warning", 11, 25)),
        ("  pay: {source: a.yaml, python: {modles: null}}", ("CG0203", "warning", 11, 34)),
        ("  pay: {source: [a.yaml]}", ("CG0204", "error", 11, 9)),
        ("  pay: {source: a.yaml, output: 3}", ("CG0204", "error", 11, 33)),
        ("  pay: {source: a.yaml, python: 3}", ("CG0204", "error", 11, 33)),
        ("  pay: {source: a.yaml, generation: false}", ("CG0204", "error", 11, 37)),
        ("  pay: {source: a.yaml, python: {models: dataclass}}", ("CG0206", "error", 11, 42)),
        ("  pay: a.yaml", ("CG0204", "error", 11, 8)),
        ("  pay.v2: {source: a.yaml}", ("CG0230", "error", 11, 3)),
        ("  nul: {source: a.yaml}", ("CG0230", "error", 11, 3)),
        ("  pay: {source: a.yaml}\n  use: {source: a.yaml, output: ./out/.}", ("CG0233", "error", 12, 33)),
    ],
)
def test_mistakes_are_diagnosed_at_their_place(text: str, expected: tuple[object, ...]) -> None:
    _, diagnostics = parse(SHARED.replace('CG0203: "off", ', "") + text)
    assert found(diagnostics) == [expected]


def test_the_help_names_the_place_of_a_key() -> None:
    _, diagnostics = parse(
        SHARED.replace('CG0203: "off", ', "") + "  pay: {source: a.yaml, licence: MIT, generation: {output: b}}"
    )
    assert [item.help for item in diagnostics.items] == [
        "indent it below `generation`, whose key it is",
        "indent it below `pay`, whose key it is",
    ]


def test_the_schema_for_editors_has_apis() -> None:
    from compiler.config.schema import shipped_schema

    apis = json.loads(shipped_schema())["properties"]["apis"]
    assert apis["additionalProperties"]["required"] == ["source"]
    properties = apis["additionalProperties"]["properties"]
    assert {"source", "output", "generation", "python", "go"} <= properties.keys()
    assert "source" not in properties["generation"]["properties"]
    assert {"type": "null"} in properties["generation"]["properties"]["licence"]["anyOf"]

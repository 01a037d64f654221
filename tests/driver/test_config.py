"""gen.yaml: the values, the defaults, and every mistake at its place (D15, D4.7, D4.8)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from backends.keys import TARGET_KEYS
from compiler.config import find_config, parse_config
from compiler.config.schema import render_schema, shipped_schema
from compiler.config.template import Found, render_template
from compiler.diagnostics import Diagnostics
from tests.support.configs import found, parse
from tests.support.places import ROOT

SCHEMA = ROOT / "compiler" / "config" / "gen.schema.json"


def test_values_are_read_as_they_stand() -> None:
    """D15: `off` and 3.10 are texts, one text is a list."""
    config, diagnostics = parse("""\
        configVersion: 2.0.0
        generation: {source: openapi.yaml, keep: [python/README.md, "*/LICENSE"], diagnostics: {CG0203: off}}
        python: {maxMethodParams: 0, version: 3.10}
        reference: false
        """)
    assert diagnostics.items == []
    assert config.generation.texts("source") == ("openapi.yaml",)
    assert config.generation.texts("keep") == ("python/README.md", "*/LICENSE")
    assert config.diagnostics == {"CG0203": "off"}
    python = config.section("python")
    assert python.integer("maxMethodParams") == 0
    assert python.loc_of("maxMethodParams") == ("gen.yaml", "/python/maxMethodParams")
    assert python.text("version") == "3.10"
    assert config.enabled == ("python",)


def test_defaults() -> None:
    """D4.9: no limits; D15: reference pages are always built."""
    config = parse_config(None, TARGET_KEYS, Diagnostics())
    assert config.file is None
    assert config.enabled == ("reference",)
    limits = {name: config.section(name).integer("maxMethodParams") for name in ("python", "typescript", "go")}
    assert limits == {"python": None, "typescript": None, "go": None}
    assert config.section("python").loc_of("maxMethodParams") is None
    assert config.generation.text("output") == "sdk"


def test_a_section_makes_a_target() -> None:
    """D15: section present = target built."""
    config, diagnostics = parse("configVersion: 2.1.0\npython:\ngo: false\n")
    assert diagnostics.items == []
    assert config.enabled == ("python", "reference")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("configVersion: 2", ("CG0202", "error", 1, 16)),
        ("configVersion: 3.0.0", ("CG0202", "error", 1, 16)),
        ("configVersion: 2.0.0\npython: {maxMethodParams: true}", ("CG0204", "error", 2, 27)),
        ("configVersion: 2.0.0\npython: {maxMethodParams: 1.0}", ("CG0204", "error", 2, 27)),
        ("configVersion: 2.0.0\npython: {maxMethodParams: null}", ("CG0204", "error", 2, 27)),
        ("configVersion: 2.0.0\npython: 3", ("CG0204", "error", 2, 9)),
        ("configVersion: 2.0.0\ngeneration: false", ("CG0204", "error", 2, 13)),
        ("configVersion: 2.0.0\ngeneration: {source: [a, 1]}", ("CG0204", "error", 2, 26)),
        ("configVersion: 2.0.0\ngeneration: {diagnostics: {CG0203: loud}}", ("CG0206", "error", 2, 36)),
        ("configVersion: 2.0.0\ngeneration: {diagnostics: {CG0204: warning}}", ("CG0208", "error", 2, 36)),
        ("configVersion: 2.0.0\npython: {packageName: class}", ("CG0213", "error", 2, 23)),
        ("configVersion: 2.0.0\npython: {version: 1.0.0-oas3}", ("CG0213", "error", 2, 19)),
        ("configVersion: 2.0.0\ntypescript: {version: 1.0}", ("CG0213", "error", 2, 23)),
        ("configVersion: 2.0.0\ngeneration: {licence: MIT License}", ("CG0213", "error", 2, 23)),
        ("configVersion: 2.0.0\npython: {author: ' '}", ("CG0213", "error", 2, 18)),
        ("configVersion: 2.0.0\ngeneration: {keep: [../README.md]}", ("CG0213", "error", 2, 21)),
        ("configVersion: 2.0.0\ngeneration: {keep: /etc/passwd}", ("CG0213", "error", 2, 20)),
    ],
)
def test_mistakes_are_diagnosed_at_their_place(text: str, expected: tuple[object, ...]) -> None:
    """D15, D4.8: unknown keys, wrong types and values, at their position in gen.yaml."""
    _, diagnostics = parse(text)
    assert found(diagnostics) == [expected]


def test_severities_of_gen_yaml_and_strict() -> None:
    """D15 `diagnostics`, D1.4: `--strict` makes warnings errors; one that is off stays off."""
    _, diagnostics = parse("configVersion: 2.0.0\npyton: {}")
    assert not diagnostics.has_errors
    diagnostics.configure({}, strict=True)
    assert diagnostics.has_errors
    diagnostics.configure({"CG0203": "off"}, strict=True)
    assert diagnostics.items == []
    diagnostics.configure({"CG0203": "error"}, strict=False)
    assert diagnostics.must_stop


def test_where_gen_yaml_is_looked_for(tmp_path: Path) -> None:
    """D15: beside the document, then in the working folder."""
    beside, here = tmp_path / "api", tmp_path / "here"
    beside.mkdir()
    here.mkdir()
    document = beside / "openapi.yaml"
    assert find_config(document, here) is None
    (here / "gen.yaml").touch()
    assert find_config(document, here) == here / "gen.yaml"
    (beside / "gen.yaml").touch()
    assert find_config(document, here) == beside / "gen.yaml"
    assert find_config(None, here) == here / "gen.yaml"


def test_the_shipped_schema_is_the_key_table() -> None:
    """D15: one table feeds parser and schema. Mended by `python -m tests.driver.test_config`."""
    assert json.loads(shipped_schema())
    assert shipped_schema() == render_schema(TARGET_KEYS)


def test_the_template_is_a_configuration_without_mistakes() -> None:
    """`codegen init`: as it is, and with every comment of a key taken as the key."""
    text = render_template(
        'A "B"\n# c', "api/openapi.yaml", ["python", "go"], TARGET_KEYS, Found({("generation", "sdkClassName"): "AB"})
    )
    config, diagnostics = parse(text)
    assert diagnostics.items == []
    assert config.enabled == ("python", "go", "reference")
    assert config.generation.texts("source") == ("api/openapi.yaml",)
    uncommented = re.sub(r"^(  )# (\w+: )", r"\1\2", text, flags=re.MULTILINE)
    config, diagnostics = parse(uncommented)
    assert diagnostics.items == []
    assert config.section("python").text("packageName") == "acme"
    assert config.section("go").integer("maxMethodParams") == 4


if __name__ == "__main__":
    SCHEMA.write_text(render_schema(TARGET_KEYS), encoding="utf-8", newline="\n")

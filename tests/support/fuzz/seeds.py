"""The seeds of fuzzing: texts of the repository, and of ../shared/suites if present."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.support.places import ROOT

SUITES = ROOT.parent / "shared" / "suites"
LARGEST = 24_000
"""Bytes of a seed; mutations of a larger one are slow and say no more."""

HERE = {
    "source": ("golden/diagnostics/CG01*/*.yaml", "golden/diagnostics/CG01*/*.json", "examples/trains/*.yaml"),
    "ir": ("golden/passes/*/*.ir", "golden/lower/*.ir"),
    "config": ("golden/diagnostics/CG02*/gen.yaml", "examples/*/gen.yaml"),
    "document": ("golden/diagnostics/CG*/openapi.*", "golden/lower/*.yaml", "golden/sdk/*/openapi.yaml"),
    "overlay": ("golden/diagnostics/CG15*/*overlay*",),
}
BESIDE = {
    "source": ("adversarial/*", "kin-openapi-refs/*.yml", "learn-openapis/**/*.yaml"),
    "document": ("adversarial/*", "ogen-positive/*.yml", "ogen-positive/*.json", "learn-openapis/**/*.yaml"),
    "overlay": ("overlay-compliant-sets/*/overlay.yaml",),
}
SAME = {"print": "document"}
"""Targets that begin with the texts of another."""
PATHS = (
    "$", "$.data", "$.data[-1].id", "$.items[*]", "$['a b'].c", "$[(@.length-1)]", "$..x", "$.a[?(@.b > 1)]",
    "$.a[1:2]", "$.a | $.b", "$response.header.Link", "a.b", "$.`len`", "$.a.`parent`",
)  # fmt: skip
EXPRESSIONS = (
    "$url", "$method", "$statusCode", "{$request.body#/x}", "https://x/{$request.query.n}/y", "$request.header.h",
    "$request.path.p", "$response.body#/a~1b/~0c", "{$response.header.Location}", "{", "$request.body",
)  # fmt: skip
LISTED = {"jsonpath": PATHS, "expression": EXPRESSIONS}


def seeds(target: str) -> list[bytes]:
    """Return the seeds of a target, each once, the smallest first."""
    target = SAME.get(target, target)
    found = {text.encode() for text in LISTED.get(target, ())}
    found |= set(_read(ROOT, HERE.get(target, ())))
    found |= set(_read(SUITES, BESIDE.get(target, ())))
    if target == "jsonpath":
        found |= set(_selectors())
    return sorted(found, key=lambda data: (len(data), data))


def _read(root: Path, patterns: Iterable[str]) -> Iterable[bytes]:
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            if path.is_file() and path.stat().st_size <= LARGEST:
                yield path.read_bytes()


def _selectors() -> Iterable[bytes]:
    suite = SUITES / "jsonpath-cts" / "cts.json"
    if suite.exists():
        for case in json.loads(suite.read_text(encoding="utf-8"))["tests"]:
            yield case["selector"].encode("utf-8", "surrogatepass")

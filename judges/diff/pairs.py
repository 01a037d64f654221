"""Pairs of documents that judges compare the SDKs of: some of another tool's, and one for each rule of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.drift import LANGUAGES
from tests.support.places import SHARED

Document = dict[str, Any]
PAIRS = SHARED / "suites/oasdiff-pairs"
OTHERS = ("029", "106", "129", "174", "177", "254", "261", "268", "282", "352", "357", "433", "523", "569", "571")
"""Pairs of another tool, which stay beside the repository: a change each that its tests are about."""
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "python": {"packageName": "judged"},
    "typescript": {"packageName": "judged"},
    "go": {"modulePath": "example.com/judged"},
}


@dataclass(frozen=True)
class Pair:
    """Two documents, and sections of gen.yaml for the SDKs of both."""

    name: str
    old: Document
    new: Document
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def config(self) -> dict[str, Any]:
        """gen.yaml: packages of one name, and no tests beside them."""
        sections = {name: {**SETTINGS[name], **self.sections.get(name, {})} for name in LANGUAGES}
        generation = {"names": "operationId", "tests": False, "sdkClassName": "Judged"}
        return {"configVersion": "2.0.0", "generation": generation, "reference": False, **sections}


def others() -> list[Pair]:
    """The pairs of the other tool; none without its suite."""
    return [
        Pair(name, *(_read(PAIRS / name / f"{which}.yaml") for which in ("base", "revision")))
        for name in OTHERS
        if (PAIRS / name).is_dir()
    ]


def ours() -> list[Pair]:
    """A pair for each rule, all of one document."""
    old: Document = _LISTED["document"]
    pairs = []
    for name, change in _LISTED["changes"].items():
        paths = {key: value for key, value in change.items() if key.startswith("/")}
        schemas = {key: value for key, value in change.items() if key not in paths}
        new = _merge(old, {"paths": paths, "components": {"schemas": schemas}})
        pairs.append(Pair(name, old, new, SECTIONS.get(name, {})))
    return pairs


def _merge(value: Any, patch: Any) -> Any:
    """Return a value that a JSON Merge Patch (RFC 7396) has changed."""
    if not isinstance(patch, dict):
        return patch
    kept = value if isinstance(value, dict) else {}
    found = {**kept, **{key: _merge(kept.get(key), item) for key, item in patch.items()}}
    return {key: item for key, item in found.items() if patch.get(key, "") is not None}


def _read(path: Path) -> Document:
    read: Document = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    return read


SECTIONS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "maxMethodParams is crossed": {name: {"maxMethodParams": 1} for name in LANGUAGES},
}
_LISTED = _read(Path(__file__).with_suffix(".yaml"))
EXPLAINED: Mapping[tuple[str, str], str] = {
    (judge, pair): reason
    for reason, of in _LISTED["explained"].items()
    for judge, pairs in of.items()
    for pair in pairs
}
"""Pairs on which a judge and `codegen diff` disagree, by judge and pair, and why."""

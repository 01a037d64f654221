"""Runs `codegen adopt` on small documents."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.adopt import packages
from tests.support.run import Run, build, codegen, write

HEAD = "openapi: 3.1.0\ninfo: {title: Trips, version: 1.0.0}\n"
OK = '{"200": {description: ok}}'


@dataclass(frozen=True)
class Adopted:
    """What the command wrote and said."""

    run: Run
    folder: Path

    @property
    def actions(self) -> list[dict[str, Any]]:
        path = self.folder / "adopted.overlay.yaml"
        return list(yaml.safe_load(path.read_text())["actions"]) if path.exists() else []

    @property
    def updates(self) -> dict[str, Any]:
        return {action["target"]: action["update"] for action in self.actions if "update" in action}

    @property
    def config(self) -> dict[str, Any]:
        return dict(yaml.safe_load((self.folder / "gen.yaml").read_text()))

    @property
    def report(self) -> dict[str, Any]:
        return dict(json.loads(self.run.stdout))

    def why(self, what: str) -> str:
        return str(next(item["why"] for item in self.report["unmatched"] if item["what"] == what))

    @property
    def overlay(self) -> str:
        return (self.folder / "adopted.overlay.yaml").read_text()

    def symbols(self, kind: str, verdict: str) -> list[tuple[str, str]]:
        """The symbols of a verdict of `--prove`: what they are called in both SDKs, or why they are not there."""
        rows = (row for row in self.report["proof"]["symbols"] if (row["kind"], row["verdict"]) == (kind, verdict))
        return [(row.get("old", ""), row.get("new") or row.get("why", "")) for row in rows]

    def types(self, verdict: str) -> dict[str, str]:
        """The types of a verdict by their names in the published SDK."""
        return {old: new for old, new in self.symbols("types", verdict) if old}

    def surface(self, language: str = "python") -> str:
        build(self.folder, "-q", "-t", language, "--surface", "surface")
        return (self.folder / f"surface/{language}.surface").read_text()

    @property
    def calls(self) -> list[str]:
        """The calls of the Python SDK that is then built."""
        lines = (line for line in self.surface().splitlines() if line.startswith("method "))
        return sorted({line.split("(")[0].removeprefix("method client.") for line in lines})


def adopt_sdk(folder: Path, files: dict[str, str], *arguments: str, document: str = packages.DOCUMENT) -> Adopted:
    """Run the command on a document, beside which a published SDK lies in `old`."""
    adopted = adopt(folder, document, {f"old/{name}": text for name, text in files.items()}, *arguments)
    assert adopted.run.returncode == 0, adopted.run.stderr
    return adopted


def adopt(folder: Path, document: str, files: dict[str, str] | None = None, *arguments: str) -> Adopted:
    """Run the command on a document, beside which files lie."""
    for name, text in {"openapi.yaml": document, **(files or {})}.items():
        write(folder, name, text)
    run = codegen("adopt", "openapi.yaml", "--format", "json", *arguments, cwd=folder)
    return Adopted(run, folder)


def operations(*lines: str) -> str:
    """Return a document of operations: `METHOD PATH operationId tag EXTENSIONS`, the last as YAML."""
    paths: dict[str, list[str]] = {}
    for line in lines:
        method, path, name, tag, *more = line.split(maxsplit=4)
        tags = f", tags: [{tag}]" if tag != "-" else ""
        extra = f", {more[0]}" if more else ""
        paths.setdefault(path, []).append(f"    {method}: {{operationId: {name}{tags}{extra}, responses: {OK}}}\n")
    return f"{HEAD}paths:\n" + "".join(f"  {path}:\n{''.join(items)}" for path, items in paths.items())

"""Runs `codegen adopt` on small documents."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support.run import Run, codegen

HEAD = "openapi: 3.1.0\ninfo: {title: Trips, version: 1.0.0}\n"
OK = '{"200": {description: ok}}'


@dataclass(frozen=True)
class Adopted:
    """What the command wrote and said."""

    run: Run
    folder: Path

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The actions of the overlay."""
        path = self.folder / "adopted.overlay.yaml"
        return list(yaml.safe_load(path.read_text())["actions"]) if path.exists() else []

    @property
    def config(self) -> dict[str, Any]:
        """The values of gen.yaml."""
        return dict(yaml.safe_load((self.folder / "gen.yaml").read_text()))

    @property
    def report(self) -> dict[str, Any]:
        """The report for programs."""
        return dict(json.loads(self.run.stdout))

    def why(self, what: str) -> str:
        """Return why something has no counterpart."""
        return str(next(item["why"] for item in self.report["unmatched"] if item["what"] == what))

    @property
    def calls(self) -> list[str]:
        """The calls of the Python SDK that is then built."""
        run = codegen("build", "-q", "-t", "python", "--surface", "surface", cwd=self.folder)
        assert run.returncode == 0, run.stderr
        lines = (self.folder / "surface/python.surface").read_text().splitlines()
        return sorted(
            {line.split("(")[0].removeprefix("method client.") for line in lines if line.startswith("method ")}
        )


def adopt(folder: Path, document: str, files: dict[str, str] | None = None, *arguments: str) -> Adopted:
    """Run the command on a document, beside which files lie."""
    for name, text in {"openapi.yaml": document, **(files or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
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

"""Extracts a part of a big document, so that its SDKs compile in seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml


def cut_out(
    document: Path, folder: Path, paths: Sequence[str], schemas: Sequence[str], without: Mapping[str, Sequence[str]]
) -> Path:
    """Write the part of a document that holds some paths and all that they refer to; gives the file.

    Args:
        document: YAML or JSON, whose references are `#/components/schemas/NAME`.
        folder: where the part goes.
        paths: the paths to keep.
        schemas: schemas to keep though no path refers to them.
        without: properties to leave out, by schema: what the rest of the document hangs on.
    """
    whole = yaml.load(document.read_bytes(), Loader=yaml.CSafeLoader)
    declared = whole["components"]["schemas"]
    for name, properties in without.items():
        for one in properties:
            del declared[name]["properties"][one]
    whole["paths"] = {path: whole["paths"][path] for path in paths}
    kept: set[str] = set()
    waiting = [*schemas, *_referred(whole["paths"])]
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            waiting += _referred(declared[name])
    whole["components"]["schemas"] = {name: declared[name] for name in declared if name in kept}
    made = folder / f"{document.stem}.json"
    made.write_text(json.dumps(whole))
    return made


def _referred(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value.rpartition("/")[2]
            elif not key.startswith("x-"):
                yield from _referred(value)
    elif isinstance(node, list):
        for value in node:
            yield from _referred(value)

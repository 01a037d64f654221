"""Measures reading a list of about 1 MB into printed models, as a multiple of only `json.loads`.

``python bench/python_models.py``. Goals (sdk 14): at most 2.0, with orjson 1.6. The CPU time of the
fastest of several runs counts.
"""

from __future__ import annotations

import importlib
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compiler.driver import entry as commands
from compiler.driver.options import BuildOptions, InputOptions

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Printed", "version": "1.0.0"},
    "paths": {},
    "components": {
        "schemas": {
            "Flat": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "count": {"type": "integer"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "active": {"type": "boolean"},
                    "note": {"type": ["string", "null"]},
                },
            },
            "Nested": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "at": {"type": "string", "format": "date-time"},
                    "colour": {"type": "string", "enum": ["red", "green"]},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Flat"}},
                },
            },
        }
    },
}
FLAT = {"id": "id_000001", "name": "the name of this one", "count": 5, "tags": ["a", "b"], "active": True, "note": None}
NESTED = {"id": "id_1", "at": "2026-01-31T12:00:00Z", "colour": "red", "parts": [FLAT]}


def fastest(work: Callable[[], Any], times: int = 15) -> float:
    """Milliseconds of CPU of the fastest run."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found) * 1000


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(DOCUMENT))
        options = BuildOptions(input=InputOptions(document=str(source)), out=folder, targets=("python",))
        assert commands.build(options, io.StringIO(), sys.stderr) == 0
        sys.path.insert(0, f"{folder}/python")
        models = importlib.import_module("printed.models")
        jsonio = importlib.import_module("printed._runtime.jsonio")
        orjson = jsonio._orjson
        for name, item, count in (("Flat", FLAT, 9000), ("Nested", NESTED, 5600)):
            text = json.dumps([item] * count).encode()
            read = getattr(models, name).__decode__
            alone = fastest(lambda text=text: json.loads(text))
            print(f"{name}: {len(text):,} bytes, json.loads alone {alone:.1f} ms")
            for label, module in (("json", None), ("orjson", orjson)):
                if label == "json" or orjson is not None:
                    jsonio._orjson = module
                    took = fastest(lambda text=text, read=read: [read(item) for item in jsonio.loads(text)])
                    print(f"  printed models through {label}: {took:.1f} ms, {took / alone:.2f} times")


if __name__ == "__main__":
    main()

"""The errors that pyright finds in a program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def pyright_errors(program: Path, paths: Sequence[str]) -> list[dict[str, Any]]:
    """Return the errors of pyright (basic) in a folder, as it prints them in JSON; ``paths`` are imported from, too."""
    settings = program / "pyrightconfig.json"
    settings.write_text(json.dumps({"extraPaths": [*paths], "typeCheckingMode": "basic"}))
    pyright = str(Path(sys.executable).with_name("pyright"))
    words = [pyright, "--outputjson", "--project", str(program), "--pythonpath", sys.executable]
    done = subprocess.run(words, cwd=program, capture_output=True, text=True, check=False)
    settings.unlink()
    return [item for item in json.loads(done.stdout)["generalDiagnostics"] if item["severity"] == "error"]

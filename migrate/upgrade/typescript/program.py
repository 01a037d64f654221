"""Rewrites the TypeScript files of a program, by its compiler."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from migrate.upgrade.edits import Edits, Span, Told
from migrate.upgrade.moves import moves_as_json
from migrate.upgrade.programs import ToolError
from migrate.upgrade.renames import Renames
from migrate.upgrade.report import Outcome

_SCRIPT = Path(__file__).with_name("rewrite.cjs")
_OURS = Path(__file__).parents[3] / "build/tools/typescript"
"""Where a checkout of this compiler has TypeScript."""
_UTF16 = "utf-16-le"


def rewrite_typescript(files: Mapping[Path, bytes], renames: Renames, folders: Sequence[str]) -> Outcome:
    """Rewrite files; those that cannot be parsed are told and left alone. Raises `ToolError`."""
    node = shutil.which("node")
    if node is None:
        raise ToolError("Node.js is not installed")
    names = {str(path.resolve()): path for path in files}
    request = {
        "files": list(names),
        "sdk": [str(Path(folder).resolve()) for folder in folders],
        "compilers": [str(Path(name).parent) for name in list(names)[:1]] + [str(Path.cwd()), str(_OURS)],
        "renames": {
            **moves_as_json(renames),
            "members": {owner: dict(names) for owner, names in renames.members.items()},
            "options": {old: new for old, new in renames.options.items() if old != new},
            "optionsType": f"{next(iter(renames.clients), '')}Options",
        },
    }
    done = subprocess.run([node, str(_SCRIPT)], input=json.dumps(request), capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolError(f"node failed: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}")
    found = json.loads(done.stdout)
    if found.get("missing"):
        raise ToolError("the package `typescript` is not installed in the program's project")
    made: dict[Path, bytes] = {}
    left: dict[Path, str] = {}
    for name, result in found["files"].items():
        path = names[name]
        if "left" in result:
            left[path] = result["left"]
            continue
        try:
            made[path] = _applied(files[path], result["edits"])
        except UnicodeDecodeError as error:
            left[path] = f"it is not text: {error.reason}"
    told = tuple(Told(str(names[item["file"]]), item["line"], item["text"]) for item in found["told"])
    return Outcome(made, told, left)


def _applied(text: bytes, found: Sequence[tuple[int, int, str | Sequence[str | Span]]]) -> bytes:
    """Apply edits whose offsets count UTF-16, behind a mark of byte order; they may move parts of the text."""
    decoded = text.decode("utf-8")
    mark = "\ufeff" if decoded.startswith("\ufeff") else ""
    edits = Edits(decoded.removeprefix(mark).encode(_UTF16))
    for start, end, made in found:
        parts = [made] if isinstance(made, str) else made
        edits.replace((2 * start, 2 * end), *(part.encode(_UTF16) if isinstance(part, str)
                                             else (2 * part[0], 2 * part[1]) for part in parts))  # fmt: skip
    return (mark + edits.result().decode(_UTF16)).encode()

"""The manifest beside the files of one target: the files written, and what was left out and why."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from compiler.base.frozen import frozen
from compiler.output.problems import Problem
from compiler.source.conflict import both_sides, holds_conflict

MANIFEST_NAME = ".codegen-manifest.json"
_VERSION = 1


@frozen
class Manifest:
    """What one build wrote into the folder of one target.

    `files` maps paths to digests, `kept` lists files that belong to the user since they were first written,
    `left_out` maps ids of declarations that `--keep-going` left out to the codes of their errors.
    """

    target: str
    files: Mapping[str, str] = field(default_factory=dict)
    kept: Sequence[str] = ()
    operations: Sequence[str] = ()
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)
    names: str = ""
    """The source of method names (D3.8)."""

    def render(self) -> str:
        """Return the text of the manifest: the same for the same content."""
        content = {
            "manifestVersion": _VERSION,
            "target": self.target,
            "names": self.names,
            "files": dict(sorted(self.files.items())),
            "kept": sorted(self.kept),
            "operations": list(self.operations),
            "leftOut": {key: list(codes) for key, codes in sorted(self.left_out.items())},
        }
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def digest(data: bytes) -> str:
    """Return the digest by which the manifest recognises a file."""
    return hashlib.sha256(data).hexdigest()


def read_manifest(folder: Path, target: str, problems: list[Problem]) -> Manifest:
    """Read the manifest in `folder`; an empty one if there is none, or if it cannot be read (a warning).

    A manifest with merge conflicts lists the files of both sides, so that a build resolves it.
    """
    path = folder / MANIFEST_NAME
    try:
        data = path.read_bytes()
        sides = both_sides(data.decode()) if holds_conflict(data) else None
        if sides is None:
            return _parse(target, data)
        return _joined(*(_parse(target, side) for side in sides))
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        problems.append(Problem("CG1207", path, error.strerror))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        problems.append(Problem("CG1207", path, "it is no manifest of this version"))
    return Manifest(target)


def _parse(target: str, text: str | bytes) -> Manifest:
    content = json.loads(text)
    if content["manifestVersion"] != _VERSION:
        raise ValueError("it is of another version")
    return Manifest(
        target,
        files={_check_inside(name): str(value) for name, value in content["files"].items()},
        kept=tuple(_check_inside(name) for name in content["kept"]),
        operations=tuple(map(str, content["operations"])),
        left_out={str(key): tuple(map(str, codes)) for key, codes in content["leftOut"].items()},
        names=str(content.get("names", "")),
    )


def _joined(ours: Manifest, theirs: Manifest) -> Manifest:
    """Return the files of both sides of a merge; files that differ have no digest, since git merged them."""
    digests = {**ours.files, **theirs.files}
    files = {name: value if ours.files.get(name, value) == value else "" for name, value in digests.items()}
    return Manifest(ours.target, files, tuple(dict.fromkeys((*ours.kept, *theirs.kept))))


def _check_inside(name: str) -> str:
    """Refuse a path outside of the folder, since listed files may be removed."""
    if not is_inside(name):
        raise ValueError(name)
    return name


def is_inside(path: str) -> bool:
    """Whether a POSIX path is relative and stays in its folder."""
    parts = path.split("/")
    return not any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts) and ":" not in parts[0]

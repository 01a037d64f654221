"""The vendor's SDKs: their files, their names, and the results of their calls."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.documents import ROOT, SPECS
from bench.page import table
from bench.peers import WORK
from judges.published_names import names_overlay, read_document, read_names

DOCUMENT = SPECS / "openai.yaml"
PARAMETERS = {"openai-beta": "betas"}
"""What the vendor calls parameters, which its lists of names do not say."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """A public repository, at the commit that the figures are of."""

    name: str
    commit: str


PYTHON = Vendor("openai-python", "e43b422412a9e96c9cc5192c61fffbe2d7e04836")
NODE = Vendor("openai-node", "7b7d6ca71130d37ec09792c50056b47861f2eccf")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call; ``kind`` is the error's class, and empty where there was none."""

    title: str
    kind: str = ""
    error: str = ""


def checkout(vendor: Vendor, given: Path | None, folder: Path) -> Path:
    """Return a folder with the vendor's files: the given one, the last commit of a bare clone, or what is fetched."""
    if given is not None and (given / "api.md").exists():
        return given
    commit = "HEAD"
    if given is None:
        given, commit = WORK / vendor.name, vendor.commit
        if not given.exists():
            subprocess.run(["git", "init", "--bare", "--quiet", str(given)], check=True)
        fetch = ["fetch", "--quiet", "--depth", "1", f"https://github.com/openai/{vendor.name}", commit]
        subprocess.run(["git", "-C", str(given), *fetch], check=True)
    archive = folder / "files.tar"
    subprocess.run(["git", "-C", str(given), "archive", "-o", str(archive), commit], check=True)
    with tarfile.open(archive) as files:
        files.extractall(folder / vendor.name, filter="data")
    return folder / vendor.name


def write_names(files: Path, folder: Path) -> Path:
    """Write the overlay of the vendor's names: bodies with files are multipart, as its SDKs have them."""
    path = folder / "names.json"
    path.write_text(json.dumps(names_overlay(read_names(files), read_document(DOCUMENT), PARAMETERS, files=True)))
    return path


def build(folder: Path, target: str, section: dict[str, Any], *overlays: Path) -> Path:
    """Print an SDK of the document."""
    config = folder / "gen.yaml"
    config.write_text(json.dumps({"configVersion": "2.0.0", "reference": False, target: section}), "utf-8")
    command = [sys.executable, "-m", "compiler", "build", str(DOCUMENT), "-c", str(config), "-k", "-q", "-t", target]
    added = [word for overlay in overlays for word in ("--overlay", str(overlay))]
    subprocess.run([*command, *added, "-o", str(folder)], cwd=ROOT, check=True)
    return folder / target


# --------------------------------------------------------------------------- the page


def share(found: Sequence[Outcome]) -> str:
    """Return how many of the calls are good."""
    good = sum(not item.kind for item in found)
    return f"{good} of {len(found)} ({100 * good / len(found):.1f} %)"


def failures(found: Sequence[Outcome]) -> list[str]:
    """Return the rows of the calls that fail."""
    rows = ((item.title, f"{item.kind}: {item.error}") for item in found if item.kind)
    return table(("Call that fails", "Why"), rows)

"""A language that only prints types: ``examples/backend_rust`` over ../shared/specs, held to the Python SDK.

Of each document both are printed from one compilation; the texts have as many models, fields (and of these as many that
may be anything), unions, other named types and methods, and ``cargo check`` passes with the standard library alone::

    .venv/bin/python -m judges.rust_types [NAME...]
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from backends import INSTALLED, load_backend
from backends.installed import find_installed
from backends.keys import TARGET_KEYS
from bench.documents import DOCUMENTS, ROOT, Document, find_document
from compiler.diagnostics import Diagnostics
from compiler.driver.compilation import compile_document, plan_target
from compiler.driver.inputs import read_inputs
from compiler.driver.options import DebugOptions, InputOptions
from compiler.lock.lock import Lock
from compiler.surface.symbols import surface_of

EXAMPLE = ROOT / "examples" / "backend_rust"
Counts = dict[str, int]


@contextlib.contextmanager
def offered(folder: Path) -> Iterator[None]:
    """Make the backend known by its entry point, as pip would; ``folder`` gets what pip writes about a package."""
    offered = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    about = folder / "codegen_backend_rust-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: codegen-backend-rust\nVersion: 0.1.0\n")
    lines = ((f"[{group}]", *(f"{name} = {at}" for name, at in points.items())) for group, points in offered.items())
    (about / "entry_points.txt").write_text("".join(f"{line}\n" for group in lines for line in group))
    sys.path += [str(folder), str(EXAMPLE)]
    try:
        find_installed(["rust"])
        yield
    finally:
        del sys.path[-2:], INSTALLED["rust"], TARGET_KEYS["rust"]


def print_both(document: Document) -> tuple[Mapping[str, str], Counts, Counts]:
    """Compile a document; return the files of Rust, and what was counted in Python's and in these."""
    options = InputOptions(document=str(document.path), extension_prefix=document.prefix)
    diagnostics = Diagnostics()
    inputs = read_inputs(options, diagnostics, "build")
    assert inputs.document is not None
    found = inputs.document, inputs.folder, options, DebugOptions(), diagnostics, Lock(), io.StringIO()
    made = compile_document(*found, keep_going=True)
    assert made is not None
    plans = {target: plan_target(made, target, inputs.config) for target in ("python", "rust")}
    files = {target: load_backend(target).emit(plan, []) for target, plan in plans.items()}
    symbols = surface_of(plans["python"])
    unions = {item.path for item in symbols if item.kind == "type" and re.match(r": (?:open )?union\b", item.rest)}
    return files["rust"], count_python(files["python"], unions), count_rust(files["rust"])


def count_python(files: Mapping[str, str], unions: set[str]) -> Counts:
    """Count in the text of a Python SDK; ``unions``: the names of its unions, which are aliases as others are."""
    found = dict.fromkeys(("models", "fields", "anything", "unions", "others", "methods"), 0)
    for path, text in files.items():
        if re.search(r"/_models/\w+\.py$", path):
            base = re.search(r"import Slotted as (\w+)", text)
            any_ = (re.findall(r"\bAny as (\w+)", text) or ["Any"])[0]
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef) and base and [base[1]] == [*map(ast.unparse, node.bases)]:
                    found["models"] += 1
                    held = [item.annotation for item in node.body if isinstance(item, ast.AnnAssign)]
                    found["anything"] += sum(any_ in _names(item) for item in held)
                    made = [item for item in node.body if getattr(item, "name", "") == "__init__"]
                    found["fields"] += sum(len(item.args.kwonlyargs) for item in made)  # type: ignore[attr-defined]
                elif isinstance(node, ast.AnnAssign) and getattr(node.annotation, "id", "") == "TypeAlias":
                    name = ast.unparse(node.target)
                    if not name.startswith("_"):  # else it is a builtin that a type hides
                        found["unions" if name in unions else "others"] += 1
        elif re.search(r"/(?:_groups/\w+|_client)\.py$", path):
            classes = [item for item in ast.parse(text).body if isinstance(item, ast.ClassDef)]
            classes = [item for item in classes if not item.name.startswith(("_", "Async"))]
            doors = _DOORS if path.endswith("/_client.py") else set()
            found["methods"] += sum(len(_methods(item) - doors) for item in classes)
    return found


def _names(annotation: ast.expr) -> set[str]:
    """Return the names in an annotation, those in a text among them."""
    found = ast.parse(str(annotation.value)) if isinstance(annotation, ast.Constant) else annotation
    return {item.id for item in ast.walk(found) if isinstance(item, ast.Name)}


_DOORS = {"close", "request", "with_options", "with_raw_response", "with_streaming_response"}
"""What every client has besides."""


def _methods(item: ast.ClassDef) -> set[str]:
    """Return the methods of a class: its groups are properties."""
    plain = [one for one in item.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("__")]
    groups = {one.name for one in plain if "cached_property" in map(ast.unparse, one.decorator_list)}
    return {one.name for one in plain} - groups


_IN_FILE = {
    "models": r"^pub struct \w+ \{\n(.*?)^\}",
    "enums": r"^pub enum \w+ \{\n(.*?)^\}",
    "aliases": r"^pub (?:type \w+|struct \w+\()",
    "fields": r"^    pub (?!rest:)\w+: (.*),$",
    "methods": r"^    fn \w+\(&self[^\n]*-> Result<",
    "holds": r"^    (?!Unknown\()\w+\(",
    "plain": r"^    \w+,",
}
"""What stands in the text of a crate; a union is an enum whose cases hold something, or that has none."""


def _find(what: str, text: str) -> list[str]:
    return re.findall(_IN_FILE[what], text, re.MULTILINE | (0 if what == "fields" else re.DOTALL))


def count_rust(files: Mapping[str, str]) -> Counts:
    """Count the same in the text of a crate."""
    models = "\n".join(text for path, text in files.items() if path.startswith("src/models/"))
    structs, enums = _find("models", models), _find("enums", models)
    unions = [body for body in enums if _find("holds", body) or not _find("plain", body)]
    fields = [held for body in structs for held in _find("fields", body)]
    return {
        "models": len(structs),
        "fields": len(fields),
        "anything": sum(bool(re.search(r"\bJson\b", held)) for held in fields),
        "unions": len(unions),
        "others": len(enums) - len(unions) + len(_find("aliases", models)),
        "methods": len(_find("methods", files["src/client.rs"])),
    }


def check_crate(files: Mapping[str, str], target: Path, seconds: float = 900) -> str:
    """Run ``cargo check`` on a crate, with nothing from a registry; return what it complains about."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        env = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_INCREMENTAL": "0"}
        command = ["cargo", "check", "--offline", "--quiet"]
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=seconds
        )
    return "" if done.returncode == 0 and not done.stderr else done.stderr or f"exit code {done.returncode}"


def main() -> int:
    """Check the documents; return how many fail."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="documents; all without one")
    names = parser.parse_args().names
    if not all(document.path.exists() for document in DOCUMENTS) or shutil.which("cargo") is None:
        print("not checked: ../shared/specs or cargo is not here")
        return 0
    bad = 0
    with tempfile.TemporaryDirectory() as target, tempfile.TemporaryDirectory() as site, offered(Path(site)):
        for document in [find_document(name) for name in names] if names else DOCUMENTS:
            files, python, rust = print_both(document)
            said = check_crate(files, Path(target))
            bad += bool(said) or python != rust
            print(f"{document.name}: {'fails' if said else 'passes'}; {rust}", flush=True)
            print(
                "".join(f"    Python has {python}\n" if python != rust else ""), said[:2000], sep="", end="", flush=True
            )
    return bad


if __name__ == "__main__":
    sys.exit(main())

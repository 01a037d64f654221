"""The calls of a vendor's own tests, on the SDK that we print under its names: ``python -m bench.calls``.

The tests are those of openai-python: each plain call in ``tests/api_resources`` runs as it is written, on the Python
SDK of specs/openai.yaml, against the mock server Steady. That refuses what the document does not allow and answers with
samples, which have to be read without an error. An overlay names the methods as the vendor's ``api.md`` does.
``--write`` puts the figures into docs/calls.md, between the markers.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import subprocess
import sys
import tarfile
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.documents import ROOT, SPECS
from bench.mock import steady
from bench.peers import WORK
from bench.published_names import names_overlay, read_document, read_names

PAGE = ROOT / "docs" / "calls.md"
SHARED = SPECS.parent
DOCUMENT = SPECS / "openai.yaml"
VENDOR = "openai/openai-python"
COMMIT = "e43b422412a9e96c9cc5192c61fffbe2d7e04836"
PARAMETERS = {"openai-beta": "betas"}
"""What the vendor calls parameters, which no list of methods says."""
PACKAGE = "openai_ours"
ENOUGH = 0.98
"""The share of calls that has to be good."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a test: where it stands, and the expression."""

    where: str
    made: ast.Call

    @property
    def steps(self) -> list[str]:
        """The names between the client and the parentheses."""
        return ast.unparse(self.made.func).split(".")[1:]

    @property
    def streams(self) -> bool:
        """Whether it asks for a stream."""
        return any(item.arg == "stream" and ast.unparse(item.value) == "True" for item in self.made.keywords)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call; no ``kind`` of error where it was accepted and its answer read."""

    call: Call
    kind: str = ""
    error: str = ""


# --------------------------------------------------------------------------- what is given


def checkout(given: Path | None, folder: Path) -> Path:
    """Return a folder with the vendor's files: the given one, the last commit of a bare clone, or what is fetched."""
    if given is not None and (given / "api.md").exists():
        return given
    commit = "HEAD"
    if given is None:
        given, commit = WORK / VENDOR.rpartition("/")[2], COMMIT
        if not given.exists():
            subprocess.run(["git", "init", "--bare", "--quiet", str(given)], check=True)
        fetch = ["fetch", "--quiet", "--depth", "1", f"https://github.com/{VENDOR}", commit]
        subprocess.run(["git", "-C", str(given), *fetch], check=True)
    archive = folder / "files.tar"
    subprocess.run(["git", "-C", str(given), "archive", "-o", str(archive), commit], check=True)
    with tarfile.open(archive) as files:
        files.extractall(folder / "vendor", filter="data")
    return folder / "vendor"


def calls(folder: Path) -> Iterator[Call]:
    """Yield the plain calls of the tests of a client that does not wait."""
    for path in sorted(folder.rglob("test_*.py")):
        for group in ast.parse(path.read_text("utf-8")).body:
            if isinstance(group, ast.ClassDef) and not group.name.startswith("TestAsync"):
                for test in group.body:
                    if isinstance(test, ast.FunctionDef) and test.name.startswith("test_method_"):
                        where = f"{path.relative_to(folder)}: {test.name}"
                        yield from (Call(where, made) for made in ast.walk(test) if _is_call(made))


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("client.")


def build(folder: Path, *overlays: Path) -> Path:
    """Print the Python SDK."""
    config = folder / "gen.yaml"
    section = {"packageName": PACKAGE}
    config.write_text(json.dumps({"configVersion": "2.0.0", "reference": False, "python": section}), "utf-8")
    command = [sys.executable, "-m", "compiler", "build", str(DOCUMENT), "-c", str(config), "-k", "-q", "-t", "python"]
    named = [word for overlay in overlays for word in ("--overlay", str(overlay))]
    subprocess.run([*command, *named, "-o", str(folder)], cwd=ROOT, check=True)
    return folder / "python"


def judged(package: Path) -> str:
    """Return what the judge beside the lists of names says, of calls that bind."""
    names = SHARED / "suites" / "names"
    judge = [str(SHARED / "judges" / "calls_beside.py"), str(names / "openai-python.tsv")]
    command = [sys.executable, *judge, str(names / "openai-python-calls.tsv"), str(package)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.partition(" calls")[0]


# --------------------------------------------------------------------------- calling


def outcome(call: Call, client: Any, sdk: ModuleType) -> Outcome:
    """Make a call and read its answer."""
    try:
        _read(
            eval(compile(ast.fix_missing_locations(ast.Expression(call.made)), call.where, "eval"), {"client": client})
        )
    except (sdk.SDKError, TypeError, ValueError, AttributeError) as error:
        return Outcome(call, type(error).__name__, _said(error))
    return Outcome(call)


def _read(result: Any) -> None:
    """Read all of an answer: a stream to its end, a model with what it holds."""
    if hasattr(result, "__next__"):
        with result as stream:
            for value in stream:
                repr(value)
    elif not isinstance(result, bytes):
        repr(result)


def _said(error: Exception) -> str:
    """Return what an error says; Steady's, with the place in the request."""
    body = getattr(error, "body", None)
    found = body.get("steady", {}).get("errors", []) if isinstance(body, dict) else []
    return "; ".join(f"{item.get('path')}: {item.get('message')}" for item in found) or str(error)


def streaming(call: Call, client: Any) -> Call:
    """Return the call of the method that streams, where a call asks for that and the SDK has two methods."""
    *groups, name = call.steps
    group = client
    for step in groups:
        group = getattr(group, step, None)
    if not call.streams or not hasattr(group, f"{name}_stream"):
        return call
    function = ast.parse(".".join(("client", *groups, f"{name}_stream")), mode="eval").body
    return replace(call, made=ast.Call(function, call.made.args, call.made.keywords))


def with_empty_body(call: Call) -> Call:
    """Return a call that says that its body is the empty object, where no field is given (D4.10)."""
    options = ast.keyword("options", ast.parse("{'body': {}}", mode="eval").body)
    return replace(call, made=ast.Call(call.made.func, call.made.args, [*call.made.keywords, options]))


# --------------------------------------------------------------------------- the page


def tables(bound: tuple[str, str], written: Sequence[Outcome], told: Sequence[Outcome]) -> str:
    """Return the figures, and the calls that fail."""
    count, empty = len(written), sum(item.kind == "MissingBodyError" for item in written)
    streams = sum(item.call.streams for item in written)
    rows = [
        ("bind to our signatures, without configuration", bound[0]),
        ("bind under the vendor's names", bound[1]),
        (f"accepted and decoded; {streams} ask for a stream, on the method that streams", _share(written)),
        (f'and where {empty} that give no field say `options={{"body": {{}}}}`', _share(told)),
    ]
    lines = [f"| Of {count} plain calls of openai-python | |", "| --- | --: |"]
    lines += [f"| {what} | {said} |" for what, said in rows]
    lines += ["", "| Call that fails | Why |", "| --- | --- |"]
    lines += [f"| {_title(item.call)} | {_cell(item)} |" for item in told if item.kind]
    return "\n".join(lines)


def _share(found: Sequence[Outcome]) -> str:
    good = sum(not item.kind for item in found)
    return f"{good} ({100 * good / len(found):.1f} %)"


def _title(call: Call) -> str:
    return f"`{'.'.join(call.steps)}`, {call.where.partition(': ')[2].removeprefix('test_method_').replace('_', ' ')}"


def _cell(item: Outcome) -> str:
    return f"{item.kind}: {item.error}".replace("|", "\\|").replace("\n", " ")


def run(vendor: Path, folder: Path) -> tuple[tuple[str, str], list[Outcome], list[Outcome]]:
    """Print the SDK, call it, and call anew what gives no body."""
    (folder / "plain").mkdir()
    named = folder / "names.json"
    named.write_text(json.dumps(names_overlay(read_names(vendor), read_document(DOCUMENT), PARAMETERS, files=True)))
    package = build(folder, named)
    bound = judged(build(folder / "plain")), judged(package)
    sys.path.insert(0, str(package))
    sdk = importlib.import_module(PACKAGE)
    with steady(DOCUMENT) as origin, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with sdk.OpenAI(base_url=origin, api_key_auth="key", admin_api_key_auth="key", retries=0) as client:
            written = [outcome(streaming(call, client), client, sdk) for call in calls(vendor / "tests/api_resources")]
            told = [
                outcome(with_empty_body(item.call), client, sdk) if item.kind == "MissingBodyError" else item
                for item in written
            ]
    return bound, written, told


def main(arguments: list[str] | None = None) -> int:
    """Print the figures, or write them into the page; 1 where fewer calls are good than have to be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vendor", nargs="?", type=Path, help="a clone of openai-python; without one, it is cloned")
    parser.add_argument("--write", action="store_true", help=f"write them into {PAGE.name}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        bound, written, told = run(checkout(options.vendor, Path(name)), Path(name))
    made = tables(bound, written, told)
    if options.write:
        before, start, rest = PAGE.read_text("utf-8").partition("<!-- python calls -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        PAGE.write_text(f"{before}{start}\n{made}\n\n{end}{after}", "utf-8")
    else:
        sys.stdout.write(made + "\n")
    return int(sum(not item.kind for item in told) < ENOUGH * len(told))


if __name__ == "__main__":
    sys.exit(main())

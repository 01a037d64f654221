"""The calls of a vendor's own tests against a TypeScript SDK that is printed under its names (D4.9, D4.12).

``python -m bench.vendor_calls FOLDER`` takes a checkout of openai-node: its pages `api.md` say what methods are called,
of which an overlay is made, and `tests/api-resources` has the calls. Those that only ask for an error ("request options
instead of params") and those of webhooks, which are no requests, are left out. Each is type-checked by `tsc --strict`
against ours, built of ../shared/specs with `pathArguments: last-first`; one that gives files to an operation of several
media types is called by the method that takes them (D7.3). ``--write`` puts the figure into docs/calls.md.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.documents import ROOT, SPECS
from compiler.diagnostics import Diagnostics
from compiler.options import InputOptions
from compiler.source import load_file

PAGE = ROOT / "docs" / "calls.md"
TSC = ROOT / "build" / "tools" / "typescript" / "node_modules" / ".bin" / "tsc"
_METHOD = re.compile(r'title="(\w+) ([^"]+)">client\.([\w.]+)\.<a [^>]*>(\w+)</a>')
_CALL = re.compile(r"\bclient\.[\w.]+\(")
_QUOTES = "\"'`"
_ERROR = re.compile(r"^program\.ts\((\d+),\d+\): error (TS\d+): (.*)$", re.MULTILINE)
_HEAD = """\
import { OpenAI, type FileInput } from "openai-ours";
declare const client: OpenAI;
declare const Buffer: { from(text: string): Uint8Array };
declare function toFile(data: Uint8Array, name: string): Promise<FileInput>;
"""
_CONFIG = """\
{"compilerOptions": {"target": "es2022", "module": "nodenext", "strict": true, "noEmit": true, "skipLibCheck": true,
"types": []}, "files": ["program.ts"]}
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A call, and what the compiler says of it."""

    text: str
    errors: tuple[str, ...]


def overlay(listed: str, paths: dict[str, Any]) -> dict[str, Any]:
    """Make an overlay of a list of methods: groups and names of operations, and of parameters called `include[]`."""
    known = {(method, _plain(path)): path for path, item in paths.items() for method in item}
    names: dict[tuple[str, str], list[str]] = {}
    groups: dict[tuple[str, str], str] = {}
    for method, path, group, name in _METHOD.findall(listed):
        key = known.get((method, _plain(path)), ""), method
        groups.setdefault(key, group)
        names.setdefault(key, []).append(name)
    actions: list[dict[str, Any]] = []
    for key, group in groups.items():
        path, method = key
        if not path:
            continue
        at = f"$.paths[{path!r}].{method}"
        actions.append({"target": at, "update": {"x-codegen-group": group, "x-codegen-name-override": names[key]}})
        for index, item in enumerate(paths[path][method].get("parameters", [])):
            wire = item.get("name", "")
            if wire.endswith("[]"):
                said = {"x-codegen-name-override": wire[:-2]}
                actions.append({"target": f"{at}.parameters[{index}]", "update": said})
    return {"overlay": "1.0.0", "info": {"title": "Published names", "version": "1"}, "actions": actions}


def _plain(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def calls(folder: Path) -> Iterator[str]:
    """Yield the calls of the tests, those aside that are to fail."""
    for path in sorted(folder.rglob("*.test.ts")):
        text = path.read_text("utf-8")
        for match in _CALL.finditer(text):
            made = text[match.start() : _end(text, match.end())]
            if "_unknown_path" not in made and not made.startswith("client.webhooks."):
                yield made


def _end(text: str, at: int) -> int:
    """Find where the parentheses end that are open before a place."""
    depth, quote = 1, ""
    while depth:
        sign = text[at]
        if quote:
            at += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        at += 1
    return at


def build(folder: Path, listed: str) -> Path:
    """Print the SDK under published names."""
    document = SPECS / "openai.yaml"
    loaded = load_file(document, str(document), InputOptions(document=str(document)).limits, Diagnostics())
    assert loaded is not None
    names = folder / "overlay.json"
    names.write_text(json.dumps(overlay(listed, loaded.root["paths"])))
    config = folder / "gen.yaml"
    section = {"packageName": "openai-ours", "pathArguments": "last-first"}
    generation = {"sdkClassName": "OpenAI", "names": "path"}
    config.write_text(json.dumps({"configVersion": "2.0.0", "generation": generation, "typescript": section}))
    command = [sys.executable, "-m", "compiler", "build", str(document), "-c", str(config), "--overlay", str(names)]
    subprocess.run([*command, "-k", "-q", "-t", "typescript", "-o", str(folder)], cwd=ROOT, check=True)
    return folder / "typescript"


def _with_files(call: str) -> str:
    """Return the call of the method that takes the multipart body."""
    return re.sub(r"\(", "Multipart(", call, count=1)


def checked(folder: Path, found: list[str]) -> list[Found]:
    """Type-check the calls, each in a function of its own."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "tsconfig.json").write_text(_CONFIG)
    text, starts = _HEAD, []
    for call in found:
        starts.append(text.count("\n") + 1)
        text += f"void (async () => {{ void {call}; }});\n"
    (folder / "program.ts").write_text(text, "utf-8")
    done = subprocess.run([str(TSC), "-p", "."], cwd=folder, capture_output=True, text=True, check=False)
    errors: dict[int, list[str]] = {}
    for line, code, said in _ERROR.findall(done.stdout):
        at = sum(start <= int(line) for start in starts) - 1
        errors.setdefault(at, []).append(f"{code} {said}")
    return [Found(call, tuple(errors.get(at, ()))) for at, call in enumerate(found)]


def main(arguments: list[str] | None = None) -> int:
    """Print how many calls type-check, and what is said of the others; 1 where it is less than 98 of 100."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vendor", type=Path, help="a checkout of openai-node")
    parser.add_argument("--write", action="store_true", help=f"write the figure into {PAGE.name}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        listed = [options.vendor / "api.md", *sorted((options.vendor / "src").rglob("api.md"))]
        package = build(folder, "".join(path.read_text("utf-8") for path in listed))
        (folder / "node_modules").mkdir()
        (folder / "node_modules" / "openai-ours").symlink_to(package)
        found = checked(folder, list(calls(options.vendor / "tests" / "api-resources")))
        other = iter(checked(folder, [_with_files(one.text) for one in found if one.errors and "toFile" in one.text]))
        found = [next(other) if one.errors and "toFile" in one.text else one for one in found]
    wrong = [one for one in found if one.errors]
    good = len(found) - len(wrong)
    said = f"{good} of {len(found)} calls ({100 * good / len(found):.1f} %)"
    for one in wrong:
        sys.stdout.write(f"{' '.join(one.text.split())[:160]}\n" + "".join(f"    {error}\n" for error in one.errors))
    sys.stdout.write(f"{said} of the vendor's own TypeScript tests type-check\n")
    if options.write:
        before, start, rest = PAGE.read_text("utf-8").partition("<!-- vendor calls -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        row = f"| openai-node, `tests/api-resources` | `tsc --strict` | {said} |\n"
        table = f"| Calls of | Judged by | Good |\n| --- | --- | --- |\n{row}"
        PAGE.write_text(f"{before}{start}\n{table}\n{end}{after}", "utf-8")
    return int(good < 0.98 * len(found))


if __name__ == "__main__":
    sys.exit(main())

"""Judges `codegen upgrade-calls` by a published SDK's own examples and tests.

    python -m judges.upgrade_calls CHECKOUT NAMES SPEC [--pyright]

CHECKOUT is a checkout of openai-python, NAMES its method and path pairs (suites/names/openai-python.tsv), SPEC the
document that our SDK is printed from. Its programs are led from its names to ours and back: then every byte must be
what it was. With --pyright, type errors are counted before, and in between against our SDK: those at rewritten places
alone, too, by the range of each error. A place that is not marked should have none.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from compiler.surface.surface import Symbol, read_surface
from judges.pyright import pyright_errors
from judges.rewritten_places import marked_lines, offset, rewritten_ranges, touches
from migrate.upgrade.functions import identity
from migrate.upgrade.stored import FORMAT

PACKAGE, CLIENTS = "openai", ("OpenAI", "AzureOpenAI")
PARTS = ("examples", "tests")


def main() -> int:
    """Run the judge; returns 1 if a file is not what it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("names", type=Path)
    parser.add_argument("spec", type=Path)
    parser.add_argument("--pyright", action="store_true")
    parser.add_argument("--part", action="append", help="a folder of the checkout (else examples and tests)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="codegen-judge-") as folder:
        return _judge(options, Path(folder))


def _judge(options: argparse.Namespace, work: Path) -> int:
    _codegen("build", str(options.spec), "-t", "python", "-o", str(work / "sdk"), "--surface", str(work), "-q")
    _, symbols = read_surface((work / "python.surface").read_text("utf-8"))
    there, back, told = _renames(options.names.read_text("utf-8"), symbols)
    for name, moves in (("there", there), ("back", back)):
        data = {"format": FORMAT, "target": "python", "package": [PACKAGE] * 2, "methods": moves,
                "clients": {name: name for name in CLIENTS}}  # fmt: skip
        (work / f"{name}.json").write_text(json.dumps(data))
    program = work / "program"
    parts = options.part or PARTS
    for part in parts:
        shutil.copytree(options.checkout / part, program / part)
    before = _files(program)
    errors = pyright_errors(program, [str(options.checkout / "src"), str(program)]) if options.pyright else []
    places = _upgrade(work / "there.json", program, parts, options.checkout / "src")
    between = _files(program)
    after = pyright_errors(program, [str(work / "sdk/python"), str(program)]) if options.pyright else []
    back_places = _upgrade(work / "back.json", program, parts, work / "sdk/python")
    final = _files(program)
    changed = [name for name in before if between[name] != before[name]]
    lines = sum(
        sum(old != new for old, new in zip(before[name].splitlines(), between[name].splitlines(), strict=False))
        for name in changed
        if before[name].count(b"\n") == between[name].count(b"\n")
    )
    differing = [name for name in before if final[name] != before[name]]
    print(f"methods of {options.names.name}: {told}")
    print(f"files: {len(before)}, rewritten: {len(changed)}, lines: {lines}, marks: {places} there, {back_places} back")
    print(f"as before after the way back: {len(before) - len(differing)} of {len(before)}", *differing, sep="\n  ")
    if options.pyright:
        for when, found in (("before", errors), ("in between", after)):
            print(f"pyright {when}: {len(found)} errors")
            for rule, count in Counter(_kind(item) for item in found).most_common(40):
                print(f"  {count:6} {rule}")
        _at_rewritten(program, after, before, between)
    return 1 if differing else 0


def _renames(text: str, symbols: list[Symbol]) -> tuple[dict[str, str | None], dict[str, str | None], str]:
    """Pair published methods with ours by HTTP method and path."""
    ours: dict[tuple[str, str], str] = {}
    for symbol in symbols:
        if symbol.kind == "method":
            path, _, verb = symbol.at.removeprefix("paths/").rpartition("/")
            address = path.replace("~1", "/").replace("~0", "~")
            ours.setdefault((verb.upper(), identity(address)), symbol.path.removeprefix("client."))
    there: dict[str, str | None] = {}
    back: dict[str, str | None] = {}
    lines = [line.split("\t") for line in text.splitlines()]
    pairs = [(name if group in ("", "-") else f"{group}.{name}", ours.get((verb, identity(path))))
             for verb, path, group, name in lines]  # fmt: skip
    for published, found in sorted(pairs, key=lambda pair: pair[0] != pair[1]):
        if found is not None:
            there[published] = None if found in back else found  # a second name of an operation has none of ours
            back.setdefault(found, published)
    moved = [new for old, new in there.items() if old != new]
    more = sum(new is None for new in moved)
    told = f"{len(lines)}, in the document {len(there)}, with another name {len(moved) - more}, second names {more}"
    return there, back, told


def _files(program: Path) -> dict[str, bytes]:
    return {str(path.relative_to(program)): path.read_bytes() for path in sorted(program.rglob("*.py"))}


def _upgrade(renames: Path, program: Path, parts: Sequence[str], sdk: Path) -> int:
    words = [str(program / part) for part in parts]
    done = _codegen("upgrade-calls", *words, "--renames", str(renames), "--sdk", str(sdk), "--format", "json")
    told = json.loads(done)
    for item in told["places"]:
        print(f"  {Path(item['file']).relative_to(program)}:{item['line']}: {item['text']}")
    for note in [*told["notes"], *told["left"].items()]:
        print(f"  {note}")
    return len(told["places"])


def _at_rewritten(
    program: Path, errors: list[dict[str, Any]], before: Mapping[str, bytes], between: Mapping[str, bytes]
) -> None:
    """Tell which errors lie at rewritten places: names, arguments, imports."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    marked: dict[str, set[int]] = {}
    for name, text in between.items():
        if text != before[name]:
            ranges[name] = sorted(rewritten_ranges(before[name].decode(), text.decode()))
            marked[name] = set(marked_lines(text.decode()))
    print(f"rewritten places: {sum(map(len, ranges.values()))} tokens")
    found: dict[bool, list[str]] = {False: [], True: []}
    for item in errors:
        name = str(Path(item["file"]).relative_to(program))
        if name not in ranges:
            continue
        told_in = between[name].decode()
        start, end = (offset(told_in, item["range"][side]["line"], item["range"][side]["character"])
                      for side in ("start", "end"))  # fmt: skip
        if item["message"].startswith("No overloads for"):
            start = told_in.index("(", start)  # the range is the whole call, and what does not fit is an argument
        if touches(ranges[name], start, end):
            line = item["range"]["start"]["line"] + 1
            found[line in marked[name]].append(f"{name}:{line}: {item['message'].splitlines()[0]}")
    print(f"errors there: {len(found[False])}, and {len(found[True])} below marks", *found[False][:400], sep="\n  ")


def _kind(item: Mapping[str, Any]) -> str:
    """Return where two SDKs differ, by what an error says."""
    rule, message = str(item.get("rule", "")), str(item["message"]).splitlines()[0]
    names = re.findall(r'"([^"]*)"', message)
    owner = names[-1].removeprefix("type[").rstrip("]*").split("[")[0] if names else ""
    match rule, message:
        case "reportMissingImports", _:
            return "modules that one of them, or this environment, does not have"
        case "reportAttributeAccessIssue", text if "unknown import symbol" in text or "of module" in text:
            return "names of the package: types, errors, settings"
        case "reportAttributeAccessIssue", _ if re.search(r"(Group|OpenAI|Clients?|Variant)\Z", owner):
            return f"methods of the client and of groups: {names[0]}"
        case "reportAttributeAccessIssue", _ if "Response" in owner or "Answer" in owner or "Page" in owner:
            return "attributes of answers and pages"
        case "reportAttributeAccessIssue", _:
            return f"attributes of {owner}"
        case "reportCallIssue", text if "No parameter named" in text:
            return f"arguments: {names[0]}"
        case _:
            short = re.sub(r'"[^"]*"', "...", message)
            return f"{rule}: {short[:80]}"


def _codegen(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "compiler", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"codegen {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

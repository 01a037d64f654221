"""Judges `codegen upgrade-calls` construct by construct: what a program may do with an SDK beside calling it.

    python -m judges.upgrade_constructs [--target T] [--write docs/upgrade-calls.md]

The programs are in judges/constructs. Each runs with the old SDK, against a server on loopback; then all are rewritten,
must type-check with the new SDK but for what stands below a mark, and run again. A construct is *rewritten* if its
program does what it did and nothing is told, *marked* if its lines are told, else *named*: it leaves no trace, and
`migrate.upgrade.untraced` names it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from compiler.base.frozen import frozen
from judges.upgrade_pairs import files_of, go_errors, marked_lines
from migrate.upgrade.untraced import untraced_in
from tests.support.go_things import ENV
from tests.support.recorder import Recorder
from tests.support.typescript_tools import TOOLS, check_types
from tests.upgrade.versions import OLD, TRIP, build, renamed, upgrade

FOLDER = Path(__file__).with_name("constructs")
CONFIGS = {"python": "", "typescript": "", "go": "go: {modulePath: example.com/acme}"}
_PROGRAM = re.compile(r"^## ([^\n]+)\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SUFFIX = {"python": ".py", "typescript": ".ts", "go": ".go"}
_WORDS = ("rewritten", "marked", "named", "missed")
_FROM, _TO = "<!-- printed by judges.upgrade_constructs -->", "<!-- to here, the constructs -->"


@frozen
class Verdict:
    """What became of a construct; ``problems`` are what no mark tells."""

    construct: str
    word: str
    marks: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def main() -> int:
    """Run the judge; returns 1 if a program that is not marked does not do what it did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", choices=CONFIGS)
    parser.add_argument("--write", type=Path, help="write the table into this page")
    options = parser.parse_args()
    found: dict[str, list[Verdict]] = {}
    with tempfile.TemporaryDirectory(prefix="codegen-judge-") as work:
        for target in options.target or CONFIGS:
            found[target] = judge(target, Path(work).resolve())
            for item in found[target]:
                print(f"{target}: {item.construct}: {item.word}", *item.marks, *item.problems, sep="\n    ")
    if options.write:
        _write(options.write, found)
    return 1 if any(item.problems for items in found.values() for item in items) else 0


def judge(target: str, work: Path) -> list[Verdict]:
    """Return what becomes of each construct of a language."""
    for name, document in (("old", OLD), ("new", renamed())):
        build(work, name, document, target, CONFIGS[target])
    program = work / f"{target}-program"
    written = _lay_out(target, program)
    _install(target, program, work / "old")
    before = {name: _run(target, program, name, work / "old") for name in written}
    wrong = [f"{name}: {said}" for name, said in before.items() if said.startswith("fails: ")]
    wrong += map(str, _errors(target, program, work / "old"))
    if wrong:
        raise SystemExit("\n".join(wrong))
    done = upgrade(work, target, program.name, "--format", "json")
    if done.returncode:
        raise SystemExit(done.stderr)
    places = [
        item | {"file": str(Path(item["file"]).relative_to(program.name))} for item in json.loads(done.stdout)["places"]
    ]
    _install(target, program, work / "new")
    unmarked: dict[str, list[str]] = {name: [] for name in written}
    marked = {name: set(marked_lines(text.decode())) for name, text in files_of(program).items()}
    for file, line, error in _errors(target, program, work / "new"):
        if line not in marked[file]:
            unmarked[_stem(file)].append(f"{line}: {error}")
    verdicts = []
    kinds = untraced_in([target])
    for name, construct in written.items():
        marks = tuple(f"{item['line']}: {item['text']}" for item in places if _stem(item["file"]) == name)
        problems = unmarked[name]
        after = before[name] if marks else _run(target, program, name, work / "new")
        if after != before[name]:
            problems.append(f"it said {before[name]!r}, and now {after!r}")
        untraced = construct in kinds
        word = "marked" if marks else "named" if untraced else "missed" if problems else "rewritten"
        if untraced:
            problems = [] if word == "named" and problems else ["it is in `migrate.upgrade.untraced`"]
        verdicts.append(Verdict(construct, word, marks, tuple(problems)))
    return verdicts


def _lay_out(target: str, program: Path) -> dict[str, str]:
    """Write the programs; returns the construct of each by its name."""
    program.mkdir()
    if target == "typescript":
        (program / "package.json").write_text('{"type": "module"}')
        (program / "node_modules").mkdir()
        (program / "node_modules/@types").symlink_to(TOOLS / "node_modules/@types")
        options = {"strict": True, "target": "es2022", "module": "nodenext", "types": ["node"], "skipLibCheck": True}
        (program / "tsconfig.json").write_text(json.dumps({"compilerOptions": options}))
    found = {}
    for construct, text in _PROGRAM.findall((FOLDER / f"{target}.md").read_text("utf-8")):
        name = re.sub(r"\W+", "_", construct)
        path = program / name / "main.go" if target == "go" else program / f"{name}{_SUFFIX[target]}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        found[name] = construct
    return found


def _stem(name: str) -> str:
    return name.partition("/")[0].partition(".")[0]


def _install(target: str, program: Path, sdk: Path) -> None:
    """Install an SDK for the programs; compile those in TypeScript, also where they have errors."""
    if target == "typescript":
        place = program / "node_modules/acme"
        place.unlink(missing_ok=True)
        place.symlink_to(sdk / "typescript")
        check_types(program, "--outDir", "out")
    elif target == "go":
        text = "module example.com/program\n\ngo 1.24\n\nrequire example.com/acme v0.0.0\n\n"
        (program / "go.mod").write_text(f"{text}replace example.com/acme => {sdk / 'go'}\n")


def _errors(target: str, program: Path, sdk: Path) -> Iterator[tuple[str, int, str]]:
    """Yield what a type checker finds: the program, the line, the message."""
    if target == "go":
        found = go_errors(program, sdk)
    elif target == "typescript":
        said = check_types(program, "--noEmit")
        found = re.findall(r"^(\S+?)\((\d+),\d+\): error (.*)", said, re.MULTILINE)
    else:
        settings = {"extraPaths": [str(sdk / "python")], "typeCheckingMode": "standard"}
        (program / "pyrightconfig.json").write_text(json.dumps(settings))
        words = [str(Path(sys.executable).with_name("pyright")), "--outputjson", "--pythonpath", sys.executable]
        done = subprocess.run(words, cwd=program, capture_output=True, text=True, check=False)
        found = [(Path(item["file"]).name, str(item["range"]["start"]["line"] + 1), item["message"])
                 for item in json.loads(done.stdout)["generalDiagnostics"] if item["severity"] == "error"]  # fmt: skip
    for name, line, text in found:
        yield name, int(line), text


def _run(target: str, program: Path, name: str, sdk: Path) -> str:
    """Return what a program says and sends with an SDK; what it dies of for one that fails."""
    words = {"python": [sys.executable, f"{name}.py"], "typescript": ["node", f"out/{name}.js"],
             "go": ["go", "run", f"./{name}"]}[target]  # fmt: skip
    with Recorder() as recorder:
        recorder.script(*[TRIP] * 12)
        env = {**os.environ, **ENV, "PYTHONPATH": str(sdk / "python"), "GOWORK": "off", "ACME": recorder.origin}
        done = subprocess.run(words, cwd=program, capture_output=True, text=True, check=False, env=env)
        sent = [f"{item.method} {item.target} {item.body.decode()}" for item in recorder.requests]
    if done.returncode:
        return f"fails: {(done.stderr.strip().splitlines() or [''])[-1]}"
    return "\n".join((done.stdout, *sent))


def _write(page: Path, found: Mapping[str, Sequence[Verdict]]) -> None:
    """Write the table of constructs between two comments of a page."""
    text = page.read_text("utf-8")
    start, end = text.index(_FROM) + len(_FROM), text.index(_TO)
    words: dict[str, dict[str, str]] = {}
    for target, items in found.items():
        for item in items:
            words.setdefault(item.construct, {})[target] = item.word
    rows = [f"| {name} | {' | '.join(by.get(target, '') for target in CONFIGS)} |" for name, by in words.items()]
    counts = [Counter(by[target] for by in words.values() if target in by) for target in CONFIGS]
    last = " | ".join(", ".join(f"{count[word]} {word}" for word in _WORDS if count[word]) for count in counts)
    head = ("| construct | Python | TypeScript | Go |", "| --- | --- | --- | --- |")
    page.write_text("\n".join((text[:start], "", *head, *rows, f"| together | {last} |", "", text[end:])), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
